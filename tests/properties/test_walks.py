"""The invariants in random deals: uniform and eager play, fair and stacked decks, random rules."""

from __future__ import annotations

from typing import Any, Final

import pytest

from tests.coverage import PROPERTY
from tests.properties.dump import NOT_STATE, names
from tests.properties.house_rules import KITS, new_deal
from tests.properties.walk import Walk

SHARDS: Final = 6
STATES: Final = 3350
PHASES: Final = {
    "romme": ("draw", "play", "over"),
    "gin": ("upcard", "draw", "play", "knock", "layoff", "wall", "over"),
}
ACTIONS: Final = {
    "romme": ("draw: draw", "draw: take", "play: meld", "play: lay", "play: swap", "play: discard"),
    "gin": (
        "upcard: take", "upcard: pass", "upcard: draw", "draw: draw", "draw: take",
        "play: discard", "play: knock", "knock: discard", "knock: meld", "knock: pass",
        "layoff: lay", "layoff: meld", "layoff: pass", "wall: pass", "wall: knock",
    ),
}  # fmt: skip


@pytest.mark.parametrize("game", KITS)
@pytest.mark.parametrize("shard", range(SHARDS))
def test_walks(game: str, shard: int, record_property: Any) -> None:
    """At least STATES states, all with the cheap invariants, some with all of them."""
    walk = Walk(KITS[game], shard)
    long = shard == 0
    while walk.states < STATES:
        walk.deal(long=long)
        long = False
    coverage = walk.coverage
    record_property(PROPERTY, coverage.written(f"walks of {game}"))
    assert not coverage.holes("phase", PHASES[game], 5)
    assert not coverage.holes("action", ACTIONS[game])
    assert not coverage.holes("end", ("void", "counted"))
    options = [
        f"{option.name}={written}"
        for option in KITS[game].options
        for written in (option.allowed().split(", ") if option.choices else [])
    ]
    assert not coverage.holes("option", options)


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
