"""The invariants in random deals: uniform and eager play, fair and stacked decks, random rules."""

from __future__ import annotations

from typing import Any, Final

import pytest

from tests.coverage import PROPERTY
from tests.properties.dump import NOT_STATE, names
from tests.properties.house_rules import KITS, new_deal
from tests.properties.walk import SCORED, Walk

SHARDS: Final = 3
STATES: Final = 6700
PLAY: Final = ("draw: draw", "draw: take", "play: discard", "play: meld", "play: lay")
PHASES: Final = {
    "romme": ("draw", "play", "over"),
    "gin": ("upcard", "draw", "play", "knock", "layoff", "wall", "over"),
    "rummy17": ("draw", "play", "play, claim open", "over"),
    "contract": ("draw", "draw, claim open", "play", "over"),
    "seven_card": ("draw", "play", "over"),
    "basic": ("draw", "play", "over"),
}
ACTIONS: Final = {
    "romme": (*PLAY, "play: meld joker", "play: lay joker", "play: swap"),
    "gin": (
        "upcard: take", "upcard: pass", "upcard: draw", "draw: draw", "draw: take",
        "play: discard", "play: knock", "knock: discard", "knock: meld", "knock: pass",
        "layoff: lay", "layoff: meld", "layoff: pass", "wall: pass", "wall: knock",
    ),
    "rummy17": (
        *PLAY, "play: claim", "play: pass", "play: meld joker", "play: lay joker", "play: swap",
        "play: meld joker freed", "play: discard rummy",
    ),
    "contract": (
        *PLAY, "draw: claim", "draw: pass", "draw: decline", "play: meld joker",
        "play: lay joker", "play: swap", "play: lay joker freed",
    ),
    "seven_card": PLAY,
    "basic": PLAY,
}  # fmt: skip
ENDS: Final = {
    "romme": ("void", "counted"),
    "gin": ("void", "counted"),
    "rummy17": ("counted", "stopped", "doubled"),
    "contract": ("counted", "stopped"),
    "seven_card": ("void", "counted"),
    "basic": ("void", "counted"),
}
LAST: Final = {
    "contract": ("discard", "meld", "lay", "decline"),
    "seven_card": ("discard", "meld", "lay"),
    "basic": ("discard", "meld", "lay"),
}
REMADE: Final = ("romme", "contract", "seven_card", "basic")


def holes(walk: Walk) -> dict[str, list[str]]:
    """What a walk has not met yet, by heading."""
    kit = walk.kit
    game = kit.name
    options = [
        f"{option.name}={written}"
        for option in kit.options
        for written in (option.allowed().split(", ") if option.choices else [])
    ]
    wanted = {
        "phase": PHASES[game],
        "twins": tuple(phase.replace(" open", "") for phase in PHASES[game]),
        "superset": tuple(phase for phase in PHASES[game] if "claim" not in phase),
        "action": ACTIONS[game],
        "end": ENDS[game],
        "last": LAST.get(game, ()),
        "stock": ("remade",) if game in REMADE else (),
        "seats": tuple(str(n) for n in kit.seats),
        "number": ("1", "2", "3", "4", "5") if game == "contract" else (),
        "scored": (game,) if game in SCORED else (),
        "option": options,
    }
    found = {heading: walk.coverage.holes(heading, names) for heading, names in wanted.items()}
    return {heading: names for heading, names in found.items() if names}


@pytest.mark.parametrize("game", KITS)
@pytest.mark.parametrize(
    "shard", [0, *(pytest.param(n, marks=pytest.mark.slow) for n in range(1, SHARDS))]
)
def test_walks(game: str, shard: int, record_property: Any) -> None:
    """At least STATES states, all with the cheap invariants, some with all of them.

    It plays on, up to twice as long, until everything that can happen has been met.
    """
    walk = Walk(KITS[game], shard)
    long = shard == 0
    while walk.states < STATES or (walk.states < 2 * STATES and holes(walk)):
        walk.deal(long=long)
        long = False
    record_property(PROPERTY, walk.coverage.written(f"walks of {game}"))
    assert not holes(walk)


@pytest.mark.parametrize("game", KITS)
def test_dump_is_complete(game: str) -> None:
    """Whatever a deal holds is either in the dump or known not to be state."""
    import random

    deal = new_deal(KITS[game], random.Random(1))
    if not hasattr(deal, "__dict__"):
        # Compiled objects do not tell their attributes; the plain build has tested the same list.
        assert all(hasattr(deal, name) for name in names(game))
        return
    held = set(vars(deal))
    assert held == names(game) | (NOT_STATE & held)
