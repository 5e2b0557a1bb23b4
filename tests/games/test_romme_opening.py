"""What is said about an opening without a search, beside a list of all melds of the hand."""

from __future__ import annotations

import random

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from upcard.core.finder import Buffer, find_melds
from upcard.core.hand import add, count, zeros
from upcard.core.meld import RUN, length_of, low_of, places_of, suit_of
from upcard.games.romme import RommeRules
from upcard.games.romme_opening import most_reach, one_meld_for

HANDS = 60


def random_hand(rng: random.Random) -> tuple[vec[i64], int]:
    """The masks of 3 to 14 naturals, often of few ranks or suits, and a number of jokers."""
    suits = rng.sample(range(4), rng.choice((1, 2, 4, 4)))
    ranks = rng.sample(range(13), rng.choice((5, 9, 13, 13)))
    pack = [(suit, rank) for suit in suits for rank in ranks] * 2
    held = zeros(8)
    for suit, rank in rng.sample(pack, min(len(pack), rng.randint(3, 12))):
        add(held, 0, 2, suit, rank)
    return held, rng.choice((0, 0, 0, 1, 1, 2))


def takes(word: int, suit: int, rank: int) -> bool:
    """Whether a meld has this natural card."""
    low = low_of(word)
    if word & 3 != RUN:
        return low == rank and bool(places_of(word) >> suit & 1)
    if suit_of(word) != suit:
        return False
    places = [i for i in range(length_of(word)) if not places_of(word) >> i & 1]
    return any((low + i) % 13 == rank for i in places)


@pytest.mark.parametrize("ace", [11, 1])
@pytest.mark.parametrize("majority", ["allowed", "forbidden"])
def test_one_meld_for_a_target(ace: int, majority: str) -> None:
    """It names the length of a meld that is worth the target, whenever there is one."""
    rng = random.Random(5)
    rules = RommeRules(ace_in_group=ace, joker_majority=majority)
    answers = {True: 0, False: 0}
    for _ in range(HANDS):
        held, jokers = random_hand(rng)
        found = Buffer()
        find_melds(rules.melds, held, 0, jokers, found)
        melds = [found.items[i] for i in range(found.n)]
        for target in (1, 9, 12, 18, 24, 30, 40, 60):
            enough = {int(length_of(m)) for m in melds if rules.points(m) >= target}
            cards = one_meld_for(rules.melds, held, 0, jokers, rules.set_points, target)
            assert (cards in enough) if enough else cards == 0
            answers[cards > 0] += 1
    assert min(answers.values()) > HANDS


def test_no_meld_passes_the_bound() -> None:
    """No meld is worth more than the bound, and the loose cards are in no meld."""
    rng = random.Random(6)
    rules = RommeRules()
    for _ in range(HANDS):
        held, jokers = random_hand(rng)
        found = Buffer()
        find_melds(rules.melds, held, 0, jokers, found)
        most, loose = most_reach(held, 0, jokers)
        melds = [found.items[i] for i in range(found.n)]
        assert max((rules.points(word) for word in melds), default=0) <= most
        # Every card that some meld takes, by suit and rank.
        melded = set()
        for word in melds:
            for suit in range(4):
                for rank in range(13):
                    if takes(word, suit, rank):
                        melded.add((suit, rank))
        free = sum(
            count(held, 0, 2, suit, rank)
            for suit in range(4)
            for rank in range(13)
            if (suit, rank) not in melded
        )
        assert loose <= free
