"""Rommé against a second, plain implementation of its rules page, step by step."""

from __future__ import annotations

import random
from typing import Any, Final

import pytest

from tests.coverage import PROPERTY, Coverage
from tests.games import romme_decks
from tests.games.plain_romme import PlainRomme
from tests.positions import hand, legal, set_up, table
from upcard.core.rules import Value
from upcard.core.shuffle import SeededShuffler
from upcard.games.romme import OPTIONS, RommeDeal, RommeRules

SHARDS: Final = 8
DEALS: Final = 60
POSITIONS: Final = 200
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
    plain = PlainRomme(dict(rules))
    plain.deal(dealer, deck)
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


def some_position(rng: random.Random) -> tuple[PlainRomme, RommeDeal, str]:
    """A position in mid-turn on both sides: few cards, many jokers, a table they fit."""
    rules = some_rules(rng)
    pack = list(romme_decks.PACK)
    plain = PlainRomme(dict(rules))
    for _ in range(rng.choice((0, 1, 2, 2, 3, 4))):
        judged = plain.judged(romme_decks.meld(rng, 0.3))
        cards = judged[0] if judged else []
        if judged and romme_decks.take(pack, [card.partition("=")[0] for card in cards]):
            plain.table.append((rng.randrange(2), cards))
    opened = rng.random() < 0.6
    for seat in range(2):
        plain.opened[seat] = opened
        cards = ["X"] * rng.choice((0, 0, 1, 1, 2)) + romme_decks.meld(rng, 0.1)
        cards += [] if opened else romme_decks.meld(rng, 0.1)
        near = [card for _, cards in plain.table for card in cards if card != "X"]
        ranks, suits = [card[-2] for card in near] or ["7"], [card[-1] for card in near]
        cards += [rng.choice(ranks) + rng.choice("cdhs") for _ in range(2)]
        cards += [rng.choice("A23456789TJQK") + rng.choice(suits or ["c"]) for _ in range(2)]
        rng.shuffle(cards)
        for card in cards[: rng.randint(1, 6 if opened else 12)]:
            if card in pack:
                pack.remove(card)
                plain.hands[seat].append(card)
    mine = plain.hands[plain.turn]
    if not mine:
        mine.append(pack.pop())
    plain.phase = "play"
    if rng.random() < 0.6:
        plain.taken = rng.choice(mine)
        plain.other_copy = mine.count(plain.taken) > 1
    rng.shuffle(pack)
    plain.stock, plain.pile = pack[:20], pack[20:25]
    deal = set_up(
        "romme",
        hands=[" ".join(hand) for hand in plain.hands],
        table=[(owner, " ".join(cards)) for owner, cards in plain.table],
        stock=" ".join(plain.stock),
        discard=" ".join(reversed(plain.pile)),
        opened=plain.opened,
        taken=plain.taken or "",
        taken_copy=plain.other_copy,
        rules=rules,
    )
    assert isinstance(deal, RommeDeal)
    return plain, deal, state(deal)


def play_position(rng: random.Random, coverage: Coverage) -> None:
    """A turn from a position on both sides, wherever it can be completed."""
    plain, deal, before = some_position(rng)
    story = [before]
    while plain.phase == "play" and plain.turns == 0:
        actions = compare(plain, deal, story)
        if not actions:
            # Positions made at random may have no way on: only the start of one.
            assert len(story) == 1, story
            coverage.add("position", "stuck from the start")
            return
        action = choose(rng, actions)
        story.append(action)
        coverage.add("action", action.split()[0] + (" X" if "X" in action else ""))
        deal.apply(action)
        plain.apply(action, [])
    compare(plain, deal, story)
    coverage.add("position", "out" if plain.phase == "over" and not plain.void else "turn ended")


@pytest.mark.parametrize("shard", range(SHARDS))
def test_positions(shard: int, record_property: Any) -> None:
    """From random positions, too: small hands, taken cards, jokers on the table."""
    rng = random.Random(100 + shard)
    coverage = Coverage()
    for _ in range(POSITIONS):
        play_position(rng, coverage)
    record_property(PROPERTY, coverage.written("rommé positions against the plain rules"))
    assert not coverage.holes("position", ("out", "turn ended", "stuck from the start"), 5)


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
    for _ in range(int(sys.argv[3])):
        play_position(rng, coverage)
    print(coverage)
    print(f"{time.perf_counter() - started:.1f} s")
