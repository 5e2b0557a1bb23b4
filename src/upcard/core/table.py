"""Melds on the table: what may be laid on one, and which joker a natural card frees.

A table entry is a meld's word with its owner above it.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from upcard.core.hand import BIT
from upcard.core.meld import (
    BOOK,
    FITS,
    GROUP,
    PLACES,
    RUN,
    MeldRules,
    book_word,
    closed_ring,
    group_word,
    jokers_of,
    length_of,
    low_of,
    places_of,
    run_word,
    suit_of,
)

OWNER: Final = 34  # the first of the bits above a meld's MELD_BITS
WORD: Final[i64] = 0x3FFFFFFFF
NO_FIT: Final[i64] = -1


def entry(word: i64, owner: i64) -> i64:
    """A table entry: the meld and who laid it."""
    return word | (owner << OWNER)


def word_at(entry: i64) -> i64:
    """The meld of a table entry."""
    return entry & WORD


def owner_at(entry: i64) -> i64:
    """The owner of a table entry."""
    return (entry >> OWNER) & 7


def lay_on(rules: MeldRules, word: i64, suit: i64, rank: i64, joker: bool) -> i64:
    """The meld with one more card, or NO_FIT.

    The card is suit and rank; where joker is true it is a joker that stands for them (a set's
    joker stands for what is missing: then suit does not matter). A card that fits both ends of a
    run goes to the upper one.
    """
    length = length_of(word)
    kind = word & 3
    if kind == RUN:
        if suit != suit_of(word):
            return NO_FIT
        grown = _grow_up(rules, word, rank, length, joker)
        return grown if grown != NO_FIT else _grow_down(rules, word, rank, length, joker)
    if low_of(word) != rank:
        return NO_FIT
    places = places_of(word)
    if kind == GROUP:
        if joker:
            grown = group_word(rank, places & 31, length + 1, places >> 5)
        elif (places | (places >> 5)) & BIT[suit]:
            return NO_FIT
        else:
            grown = group_word(rank, (places & 31) | BIT[suit], length + 1, places >> 5)
    else:
        counts = places if joker else places + BIT[3 * suit]
        grown = book_word(rank, counts, length + 1)
    return grown if rules.judge(grown) == FITS else NO_FIT


def _grow_up(rules: MeldRules, word: i64, rank: i64, length: i64, joker: bool) -> i64:
    low = low_of(word)
    position = low + length
    if position != rank and position - rules.ranks != rank:
        return NO_FIT
    places = places_of(word)
    if joker:
        places |= BIT[length]
    return _fitting(rules, run_word(suit_of(word), low, length + 1, places))


def _grow_down(rules: MeldRules, word: i64, rank: i64, length: i64, joker: bool) -> i64:
    low = low_of(word) - 1
    if low < 0:
        if not rules.wrap:
            return NO_FIT
        low += rules.ranks
    if low != rank:
        return NO_FIT
    places = (places_of(word) << 1) | (1 if joker else 0)
    return _fitting(rules, run_word(suit_of(word), low, length + 1, places))


def _fitting(rules: MeldRules, run: i64) -> i64:
    if rules.judge(run) != FITS:
        return NO_FIT
    return closed_ring(run, rules.ranks) if rules.wrap and length_of(run) == rules.ranks else run


def swap_in(rules: MeldRules, word: i64, suit: i64, rank: i64) -> i64:
    """The meld with a natural card in a joker's place, or NO_FIT where no joker stands for it."""
    places = places_of(word)
    kind = word & 3
    if kind == RUN:
        if suit != suit_of(word):
            return NO_FIT
        low = low_of(word)
        for i in range(length_of(word)):
            if places & BIT[i] and (low + i == rank or low + i - rules.ranks == rank):
                return word & ~BIT[i + PLACES]
        return NO_FIT
    if low_of(word) != rank or jokers_of(word) == 0:
        return NO_FIT
    if kind == BOOK:
        return book_word(rank, places + BIT[3 * suit], length_of(word))
    if places & BIT[suit]:
        return NO_FIT
    if rules.coloured:
        if not (places >> 5) & BIT[suit]:
            return NO_FIT
        return group_word(
            rank, places & 31 | BIT[suit], length_of(word), (places >> 5) & ~BIT[suit]
        )
    return group_word(rank, places | BIT[suit], length_of(word), 0)
