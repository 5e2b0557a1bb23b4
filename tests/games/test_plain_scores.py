"""The scores of ten thousand random final positions a game against a plain scorer."""

from __future__ import annotations

import random
from typing import Final

from tests.games import gin_decks, romme_decks
from tests.games.plain_scores import gin_scores, romme_scores
from tests.positions import set_up
from upcard.core.rules import Value

POSITIONS: Final = 10_000


def test_romme() -> None:
    """The seat in turn discards its last card; the other has any hand."""
    rng = random.Random(1)
    for _ in range(POSITIONS):
        pack = list(romme_decks.PACK)
        rng.shuffle(pack)
        out = rng.randrange(2)
        left = [pack.pop() for _ in range(rng.randint(1, 30))]
        hands = [left, left]
        hands[out] = [pack.pop()]
        opened = (rng.random() < 0.5, rng.random() < 0.5)
        texts = [" ".join(hand) for hand in hands]
        deal = set_up("romme", hands=texts, turn=out, opened=opened)
        deal.apply(f"discard {hands[out][0]}")
        assert deal.is_over
        assert deal.scores == romme_scores(out, hands), texts


def test_gin() -> None:
    """The other side passes for the last time; both sides may hold unlaid cards."""
    rng = random.Random(2)
    ends = set()
    for _ in range(POSITIONS):
        knocker = rng.randrange(2)
        rules: dict[str, Value] = {}
        if rng.random() < 0.6:
            rules = {
                "gin_bonus": rng.randint(0, 50),
                "undercut_bonus": rng.randint(0, 50),
                "tie_is_undercut": rng.random() < 0.5,
                "auto_lay": rng.random() < 0.4,
            }
        deck = [gin_decks.token(number) for number in gin_decks.deck("crowded", rng)]
        small = [card for card in deck if card[0] in "A2345"]
        mine = [] if rng.random() < 0.2 else rng.sample(small, rng.randint(1, 3))
        most = rng.choice((2, 4, 10))
        rest = [card for card in (small if most < 10 else deck) if card not in mine]
        theirs = rest[: rng.randint(0, most)]
        hands = [theirs, theirs]
        hands[knocker] = mine
        # What the knocker keeps is no meld under auto_lay: it has been laid already.
        if rules.get("auto_lay") and len(mine) == 3:
            hands[knocker] = mine[:2]
        deal = set_up(
            "gin", hands=[" ".join(hand) for hand in hands], turn=1 - knocker, phase="layoff",
            knocker=knocker, layoffs_done=True, turn_count=5, rules=rules,
        )  # fmt: skip
        deal.apply("pass")
        assert deal.is_over
        expected = gin_scores(knocker, hands, dict(rules))
        assert deal.scores == expected, (hands, rules)
        gin = not hands[knocker]
        sign = (expected[knocker] > 0) - (expected[knocker] < 0)
        ends.add(("gin" if gin else "knock", sign))
    assert {("gin", 1), ("knock", 1), ("knock", 0), ("knock", -1)} <= ends
