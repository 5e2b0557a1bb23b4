"""Rommé against a second, plain implementation of its rules page, step by step."""

from __future__ import annotations

import random
from typing import Any, Final

import pytest

from tests.coverage import PROPERTY, Coverage
from tests.games import romme_decks
from tests.games.plain_romme import PlainRomme
from tests.positions import hand, legal, table
from upcard.core.rules import Value
from upcard.core.shuffle import SeededShuffler
from upcard.games.romme import OPTIONS, RommeDeal, RommeRules

SHARDS: Final = 8
DEALS: Final = 60
# What a match needs and a single deal does not.
OF_THE_MATCH: Final = ("target", "target_hit", "first_dealer")
REPEAT: Final = ("draw", "take", "discard")


def some_rules(rng: random.Random) -> dict[str, Value]:
    """Random house rules of a deal: each option has its default half of the time."""
    rules: dict[str, Value] = {"turn_limit": rng.randint(10, 60)}
    for option in OPTIONS:
        if option.choices and option.name not in OF_THE_MATCH and rng.random() < 0.5:
            rules[option.name] = rng.choice(option.choices)
    return rules


def choose(rng: random.Random, actions: list[str]) -> str:
    """An action: mostly one that lays cards; else a kind first, then one of that kind."""
    kinds = sorted({action.split()[0] for action in actions})
    eager = [kind for kind in kinds if kind not in REPEAT]
    kind = rng.choice(eager if eager and rng.random() < 0.8 else kinds)
    return rng.choice([action for action in actions if action.split()[0] == kind])


def compare(plain: PlainRomme, deal: RommeDeal, story: list[str]) -> list[str]:
    """What is legal, after comparing everything that both sides know."""
    tokens = [deal.pack.token(deal.stock[i]) for i in range(deal.stock_n)][::-1]
    ours = legal(deal)
    theirs = plain.legal()
    assert ours == theirs, (set(ours) ^ set(theirs), story, state(deal))
    assert deal.phase_name == plain.phase, story
    assert plain.phase == "over" or deal.to_act == (plain.turn,), story
    assert table(deal) == [" ".join(cards) for _, cards in plain.table], story
    assert tokens == plain.stock, story
    for seat in range(2):
        assert sorted(hand(deal, seat).split()) == sorted(plain.hands[seat]), story
        assert deal.opened(seat) == plain.opened[seat], story
    assert deal.owed == plain.owed, story
    return ours


def state(deal: RommeDeal) -> str:
    """What lies where, for a failing test."""
    hands = [hand(deal, seat) for seat in range(2)]
    return f"turn {deal.turn}, hands {hands}, table {table(deal)}, rules {deal.rules}"


def play(rng: random.Random, kind: str, coverage: Coverage) -> None:
    """One deal on both sides."""
    rules = some_rules(rng)
    dealer = rng.randrange(2)
    deck = romme_decks.deck(kind, rng)
    short = rng.random() < 0.4
    if short:
        # A stock that soon runs out; both sides play with fewer cards.
        deck = deck[: rng.randint(29, 36)]
    plain = PlainRomme(dict(rules), dealer, deck)
    deal = RommeDeal(RommeRules(**rules), 2, dealer)
    deal.shuffler = SeededShuffler.from_seed(rng.randrange(1000))
    deal.begin([int(deal.pack.face(card)) for card in deck])
    story = [f"rules {rules}, dealer {dealer}, deck {' '.join(deck)}"]
    while True:
        actions = compare(plain, deal, story)
        coverage.add("phase", deal.phase_name)
        if not actions:
            break
        action = choose(rng, actions)
        story.append(action)
        coverage.add("action", action.split()[0] + (" X" if "X" in action else ""))
        event = deal.apply(action)
        remade = [deal.pack.token(face) for face in deal.remakes[-1]] if event.remade else []
        coverage.add("action", "remade stock", int(event.remade))
        plain.apply(action, remade)
    assert deal.scores == plain.scores(), story
    assert deal.void == plain.void, story
    coverage.add("end", "void" if deal.void else "out")
    for option in OPTIONS:
        if option.choices and option.name not in OF_THE_MATCH:
            coverage.add("option", f"{option.name}={deal.rules[option.name]}")


@pytest.mark.parametrize("shard", range(SHARDS))
def test_plain(shard: int, record_property: Any) -> None:
    """Legal actions, hands, table, stock and scores agree at every step, under random rules."""
    rng = random.Random(shard)
    coverage = Coverage()
    for i in range(DEALS):
        play(rng, romme_decks.KINDS[i % len(romme_decks.KINDS)], coverage)
    record_property(PROPERTY, coverage.written("rommé against the plain rules"))
    kinds = ("draw", "take", "meld", "meld X", "lay", "lay X", "swap", "discard", "discard X")
    assert not coverage.holes("action", (*kinds, "remade stock"))
    assert not coverage.holes("end", ("out", "void"), 5)


if __name__ == "__main__":
    import sys
    import time

    import upcard.games.romme

    print(upcard.games.romme.__file__)
    started = time.perf_counter()
    rng = random.Random(int(sys.argv[1]))
    coverage = Coverage()
    for i in range(int(sys.argv[2])):
        play(rng, romme_decks.KINDS[i % len(romme_decks.KINDS)], coverage)
    print(coverage)
    print(f"{time.perf_counter() - started:.1f} s")
