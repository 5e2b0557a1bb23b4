"""Gin's melds over a whole hand in one word: deadwood, and the ways to meld OpenSpiel counts."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from upcard.core.hand import BIT, zeros
from upcard.core.meld import RUN, length_of, low_of, places_of, suit_of
from upcard.core.places import NONE

# A hand is folded into one word, a suit of 13 bits after the other; PIPS is a suit's worth.
SUIT_BITS: Final[i64] = 8191
PIPS: Final = vec[i64](
    [sum(min(r + 1, 10) for r in range(13) if mask >> r & 1) for mask in range(8192)]
)
# OpenSpiel lists melds suit by suit in the order s, c, d, h; of equally good ways to meld eleven
# cards it takes the first, and which that is can decide whether a knock is offered.
SPADES_FIRST: Final = vec[i64]([3, 0, 1, 2])


def meld_mask(word: i64) -> i64:
    """The cards of a meld as a folded hand."""
    mask: i64 = 0
    if word & 3 == RUN:
        base = suit_of(word) * 13 + low_of(word)
        for i in range(length_of(word)):
            mask |= BIT[base + i]
        return mask
    suits = places_of(word)
    for suit in range(4):
        if suits & BIT[suit]:
            mask |= BIT[suit * 13 + low_of(word)]
    return mask


def worth(cards: i64) -> i64:
    """What folded cards count: ace 1, court cards 10."""
    return (
        PIPS[cards & SUIT_BITS]
        + PIPS[(cards >> 13) & SUIT_BITS]
        + PIPS[(cards >> 26) & SUIT_BITS]
        + PIPS[(cards >> 39) & SUIT_BITS]
    )


def dearest(cards: i64) -> i64:
    """The worth of the dearest of some folded cards."""
    ranks = cards | (cards >> 26)
    ranks = (ranks | (ranks >> 13)) & SUIT_BITS
    rank: i64 = 12
    while rank > 0 and not ranks & BIT[rank]:
        rank -= 1
    if ranks == 0:
        return 0
    return rank + 1 if rank < 9 else 10


def loose(cards: i64) -> i64:
    """The cards that are in no meld of these folded cards."""
    a = cards & SUIT_BITS
    b = (cards >> 13) & SUIT_BITS
    c = (cards >> 26) & SUIT_BITS
    d = (cards >> 39) & SUIT_BITS
    threes = (a & b & (c | d)) | (c & d & (a | b))
    sets = threes | (threes << 13) | (threes << 26) | (threes << 39)
    runs = (
        _in_runs(a) | (_in_runs(b) << 13) | (_in_runs(c) << 26) | (_in_runs(d) << 39)
    )  # fmt: skip
    return cards & ~(sets | runs)


def _in_runs(suit: i64) -> i64:
    run = suit & (suit >> 1) & (suit >> 2)
    return run | (run << 1) | (run << 2)


class Splits:
    """All ways to meld some folded cards, and the best of them in OpenSpiel's order."""

    def __init__(self) -> None:
        self.masks: vec[i64] = zeros(128)
        self.n: i64 = 0
        self.best: i64 = 0
        self.best_worth: i64 = NONE
        self.path: vec[i64] = zeros(8)
        self.best_path: vec[i64] = zeros(8)
        self.best_n: i64 = 0
        self.useful: i64 = 0

    def collect(self, cards: i64) -> None:
        """List the melds of the cards: fours and their inner threes, threes, runs of 5, 4, 3."""
        self.n = 0
        a = (cards >> 39) & SUIT_BITS
        b = cards & SUIT_BITS
        c = (cards >> 13) & SUIT_BITS
        d = (cards >> 26) & SUIT_BITS
        if (a & b & (c | d)) | (c & d & (a | b)):
            for rank in range(13):
                if a & b & c & d & BIT[rank]:
                    self._push_set(rank, 15)
                    self._push_set(rank, 11)
                    self._push_set(rank, 13)
            for rank in range(13):
                bit = BIT[rank]
                here = (1 if a & bit else 0) | (2 if b & bit else 0)
                here |= (4 if c & bit else 0) | (8 if d & bit else 0)
                if here == 15:
                    self._push_set(rank, 7)
                    self._push_set(rank, 14)
                elif here == 7 or here == 11 or here == 13 or here == 14:
                    self._push_set(rank, here)
        length: i64 = 5
        while length >= 3:
            for i in range(4):
                base = SPADES_FIRST[i] * 13
                suit = (cards >> base) & SUIT_BITS
                if suit & (suit >> 1) & (suit >> 2):
                    self._push_runs(suit, base, length)
            length -= 1

    def _push_set(self, rank: i64, here: i64) -> None:
        mask: i64 = 0
        for i in range(4):
            if here & BIT[i]:
                mask |= BIT[SPADES_FIRST[i] * 13 + rank]
        self.masks[self.n] = mask
        self.n += 1

    def _push_runs(self, suit: i64, base: i64, length: i64) -> None:
        run = BIT[length] - 1
        for low in range(14 - length):
            if (suit >> low) & run == run:
                self.masks[self.n] = run << (base + low)
                self.n += 1

    def solve(self, cards: i64) -> i64:
        """The least deadwood of the cards; `best` holds the cards of the first best way."""
        self.collect(cards)
        self.best = 0
        self.best_worth = 0
        self.best_n = 0
        self._search(0, 0, 0, 0)
        return worth(cards) - self.best_worth

    def _search(self, first: i64, used: i64, melded: i64, depth: i64) -> None:
        if melded > self.best_worth:
            self.best_worth = melded
            self.best = used
            self.best_n = depth
            for k in range(depth):
                self.best_path[k] = self.path[k]
        for i in range(first, self.n):
            mask = self.masks[i]
            if not mask & used:
                self.path[depth] = mask
                self._search(i + 1, used | mask, melded + worth(mask), depth + 1)

    def solve_useful(self, cards: i64, limit: i64) -> None:
        """Mark in `useful` the melds of complete ways that leave at most limit."""
        self.collect(cards)
        self.useful = 0
        self._complete(cards, 0, 0, 0, limit)

    def _complete(self, cards: i64, first: i64, used: i64, chosen: i64, limit: i64) -> None:
        complete = True
        for i in range(self.n):
            if not self.masks[i] & used:
                complete = False
        if complete:
            if worth(cards & ~used) <= limit:
                self.useful |= chosen
            return
        for i in range(first, self.n):
            if not self.masks[i] & used:
                self._complete(cards, i + 1, used | self.masks[i], chosen | BIT[i], limit)


SPLITS: Final = Splits()


def deadwood(cards: i64) -> i64:
    """The least deadwood of up to ten folded cards."""
    return SPLITS.solve(cards)


def deadwood_of_eleven(cards: i64, limit: i64) -> i64:
    """The deadwood of eleven cards less the dearest unmelded one; exact where it is at most limit.

    Above the limit it may be any number above it.
    """
    if worth(loose(cards)) - 10 > limit:
        return limit + 1
    total = SPLITS.solve(cards)
    return total - dearest(cards & ~SPLITS.best)
