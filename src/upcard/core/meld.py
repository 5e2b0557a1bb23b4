"""Melds as one word each, and the rules that say which words are melds.

A *run* is suit, lowest position and length; a joker's place is a bit of its mask. Positions are
ranks, with one position above the last rank where an ace may stand high; a position's rank is
``position % ranks``. A *group* holds naturals of different suits, a *book* any suits, and their
jokers stand for the rank. The words of table melds and of actions are the same.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from upcard.core.hand import BIT, pop

RUN: Final = 1
GROUP: Final = 2
BOOK: Final = 3

# Bits of a meld word: 0-1 kind, 2-4 suit, 5-9 lowest position or rank, 10-15 length, 16-33 places.
PLACES: Final = 16
MELD_BITS: Final = 34

# Why a word is no meld; 0 when it is one. upcard.core.reasons has their sentences.
FITS: Final = 0
TOO_SHORT: Final = 1
TOO_LONG: Final = 2
ROUND_THE_CORNER: Final = 3
TWO_ACES: Final = 4
FEW_NATURALS: Final = 5
MANY_JOKERS: Final = 6
JOKER_COLOUR: Final = 7
NO_JOKERS: Final = 8
TWINS: Final = 9
JOKER_SUIT: Final = 10

# What a joker of a book may stand for: any suit, a suit the book lacks, or nothing.
BOOK_ANY: Final = 0
BOOK_MISSING: Final = 1
BOOK_NO_JOKER: Final = 2


def run_word(suit: i64, low: i64, length: i64, jokers: i64) -> i64:
    """A run; bit i of jokers says that a joker stands at position low + i."""
    return RUN | (suit << 2) | (low << 5) | (length << 10) | (jokers << PLACES)


def group_word(rank: i64, suits: i64, length: i64, joker_suits: i64) -> i64:
    """A group: the mask of its natural suits; what length has above them are jokers.

    joker_suits is the mask of its coloured jokers, 0 where jokers have no colour.
    """
    return GROUP | (rank << 5) | (length << 10) | (suits << PLACES) | (joker_suits << (PLACES + 5))


def book_word(rank: i64, counts: i64, length: i64) -> i64:
    """A book: three bits a suit count its naturals; what length has above them are jokers."""
    return BOOK | (rank << 5) | (length << 10) | (counts << PLACES)


def kind_of(word: i64) -> i64:
    """RUN, GROUP or BOOK."""
    return word & 3


def suit_of(word: i64) -> i64:
    """The suit of a run."""
    return (word >> 2) & 7


def low_of(word: i64) -> i64:
    """The lowest position of a run, the rank of a set."""
    return (word >> 5) & 31


def length_of(word: i64) -> i64:
    """How many cards the meld has, jokers included."""
    return (word >> 10) & 63


def places_of(word: i64) -> i64:
    """A run's joker mask; a group's natural suits and joker suits; a book's counts."""
    return (word >> PLACES) & 0x3FFFF


def naturals_of(word: i64) -> i64:
    """How many cards of the meld are no jokers."""
    places = places_of(word)
    if word & 3 == RUN:
        return length_of(word) - pop(places)
    if word & 3 == GROUP:
        return pop(places & 31)
    return (places & 7) + ((places >> 3) & 7) + ((places >> 6) & 7) + ((places >> 9) & 7)


def book_suits(word: i64) -> i64:
    """How many suits the naturals of a book have."""
    places = places_of(word)
    n: i64 = 0
    for _ in range(4):
        if places & 7:
            n += 1
        places >>= 3
    return n


def jokers_of(word: i64) -> i64:
    """How many cards of the meld are jokers."""
    return length_of(word) - naturals_of(word)


def closed_ring(word: i64, ranks: i64) -> i64:
    """The run of all ranks with these jokers, written from the ace: it has no lowest card."""
    low = low_of(word)
    places = places_of(word)
    turned = (places << low) | (places >> (ranks - low))
    return run_word(suit_of(word), 0, ranks, turned & (BIT[ranks] - 1))


class MeldRules:
    """Which words are melds in a game: its sets, its runs, and what jokers may do in them.

    set_kind: GROUP (suits differ, one copy of a card) or BOOK (any suits).
    max_jokers: how many jokers one meld may have at most; majority: never more jokers than
    naturals. ace_low, ace_high: the end of a run at which an ace may stand; both_aces: at both
    ends of one run; wrap: runs go round the corner (positions are taken modulo the ranks).
    coloured: a joker stands only for a card of its own colour. placed_jokers: a run with jokers
    is named in ascending order, and a bare joker stands for the card of its place. book_joker:
    what the jokers of a book stand for, BOOK_ANY, BOOK_MISSING or BOOK_NO_JOKER.
    """

    def __init__(
        self,
        *,
        suits: int,
        ranks: int,
        copies: int,
        set_kind: int,
        set_max: int,
        run_min: int,
        run_max: int,
        set_min: int = 3,
        ace_low: bool = True,
        ace_high: bool = False,
        both_aces: bool = False,
        wrap: bool = False,
        min_naturals: int = 0,
        max_jokers: int = 0,
        majority: bool = False,
        coloured: bool = False,
        book_joker: int = BOOK_ANY,
        placed_jokers: bool = False,
    ) -> None:
        self.suits: i64 = suits
        self.ranks: i64 = ranks
        self.copies: i64 = copies
        self.set_kind: i64 = set_kind
        self.set_min: i64 = set_min
        self.set_max: i64 = set_max
        self.run_min: i64 = run_min
        self.run_max: i64 = run_max
        self.ace_low = ace_low
        self.ace_high = ace_high
        self.both_aces = both_aces
        self.wrap = wrap
        self.min_naturals: i64 = min_naturals
        self.max_jokers: i64 = max_jokers
        self.majority = majority
        self.coloured = coloured
        self.book_joker: i64 = book_joker
        self.placed_jokers = placed_jokers
        # The positions a run may cover: first..last. Rank 0 is the ace of a French pack.
        self.first: i64 = 0 if ace_low or wrap else 1
        self.last: i64 = ranks if ace_high and not wrap else ranks - 1

    def judge(self, word: i64) -> i64:
        """FITS, or why this word is no meld."""
        length = length_of(word)
        naturals = naturals_of(word)
        jokers = length - naturals
        if word & 3 == RUN:
            code = self._judge_run(word, length)
        else:
            code = self._judge_set(word, length)
        if code != FITS:
            return code
        if jokers == 0:
            return FITS
        if self.max_jokers == 0:
            return NO_JOKERS
        if naturals < self.min_naturals:
            return FEW_NATURALS
        if jokers > self.max_jokers or (self.majority and jokers > naturals):
            return MANY_JOKERS
        return FITS

    def _judge_run(self, word: i64, length: i64) -> i64:
        if length < self.run_min:
            return TOO_SHORT
        low = low_of(word)
        if self.wrap:
            return FITS if length <= self.run_max and length <= self.ranks else TOO_LONG
        if low < self.first or low + length - 1 > self.last:
            return ROUND_THE_CORNER
        if length > self.ranks and not self.both_aces:
            return TWO_ACES
        if length > self.run_max:
            return TOO_LONG
        return FITS

    def _judge_set(self, word: i64, length: i64) -> i64:
        if length < self.set_min:
            return TOO_SHORT
        if length > self.set_max:
            return TOO_LONG
        if self.coloured:
            places = places_of(word)
            if places & 31 & (places >> 5):
                return JOKER_COLOUR
        if self.book_joker != BOOK_ANY and word & 3 == BOOK:
            jokers = length - naturals_of(word)
            if jokers > 0 and self.book_joker == BOOK_NO_JOKER:
                return NO_JOKERS
            if jokers > 0 and jokers > self.suits - book_suits(word):
                return JOKER_SUIT
        return FITS
