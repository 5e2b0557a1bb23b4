"""Lists the melds a hand can lay, into a buffer that grows and is used again."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from upcard.core.action import discard_action
from upcard.core.hand import BIT, count, lowest, pop, zeros
from upcard.core.meld import (
    BOOK,
    FITS,
    MeldRules,
    book_word,
    group_word,
    length_of,
    places_of,
    run_word,
)


class Buffer:
    """A list of words that keeps its room: clear it, push to it, read items[0:n]."""

    def __init__(self) -> None:
        self.items: vec[i64] = zeros(64)
        self.room: i64 = 64
        self.n: i64 = 0

    def push(self, word: i64) -> None:
        """Append a word."""
        if self.n == self.room:
            self.grow()
        self.items[self.n] = word
        self.n += 1

    def push_discards(self, ranks: i64, first: i64) -> None:
        """Append the discards of these ranks, lowest first; first is the face of rank 0."""
        n = self.n
        if n + pop(ranks) > self.room:
            self.grow()
        items = self.items
        while ranks:
            items[n] = discard_action(first + lowest(ranks))
            ranks &= ranks - 1
            n += 1
        self.n = n

    def grow(self) -> None:
        """Double the room."""
        larger = zeros(2 * self.room)
        for i in range(self.n):
            larger[i] = self.items[i]
        self.items = larger
        self.room = 2 * self.room


def find_melds(rules: MeldRules, held: vec[i64], base: i64, jokers: i64, out: Buffer) -> None:
    """Push every meld that the hand at base with so many jokers can lay (not of coloured jokers).

    Twins are one card here: each meld comes once.
    """
    if jokers > rules.max_jokers:
        jokers = rules.max_jokers
    if rules.set_kind == BOOK:
        _find_books(rules, held, base, jokers, out)
    else:
        _find_groups(rules, held, base, jokers, out)
    for suit in range(rules.suits):
        mask = held[base + suit * rules.copies]
        if may_run(rules, mask, jokers, rules.run_min):
            _find_runs(rules, held, base, suit, jokers, out)


def may_run(rules: MeldRules, mask: i64, jokers: i64, length: i64) -> bool:
    """Whether a suit's ranks may hold a run of 3 or 4 cards with so many jokers.

    A bound that is exact for none or one joker, and lets every hand with more of them pass.
    """
    if jokers > 1:
        return True
    if rules.wrap:
        mask |= mask << rules.ranks
    elif rules.ace_high:
        mask |= (mask & 1) << rules.ranks
    pairs = mask & (mask >> 1)
    if length == 3:
        if jokers == 1:
            return pairs | (mask & (mask >> 2)) != 0
        return pairs & (mask >> 2) != 0
    if jokers == 1:
        return (pairs & ((mask >> 2) | (mask >> 3))) | (mask & (mask >> 2) & (mask >> 3)) != 0
    return pairs & (pairs >> 2) != 0


def _find_groups(rules: MeldRules, held: vec[i64], base: i64, jokers: i64, out: Buffer) -> None:
    ranks = ranks_in_suits(rules, held, base, rules.set_min - jokers)
    while ranks:
        rank = lowest(ranks)
        ranks &= ranks - 1
        suits = suits_of_rank(rules, held, base, rank)
        subset = suits
        while subset:
            naturals = pop(subset)
            for j in range(jokers + 1):
                word = group_word(rank, subset, naturals + j, 0)
                if rules.judge(word) == FITS:
                    out.push(word)
            subset = (subset - 1) & suits


def ranks_in_suits(rules: MeldRules, held: vec[i64], base: i64, least: i64) -> i64:
    """The ranks held in at least so many suits (3, 2, or 1 and fewer), as a mask."""
    in_one: i64 = 0
    in_two: i64 = 0
    in_three: i64 = 0
    for suit in range(rules.suits):
        mask = held[base + suit * rules.copies]
        in_three |= in_two & mask
        in_two |= in_one & mask
        in_one |= mask
    if least >= 3:
        return in_three
    return in_two if least == 2 else in_one


def suits_of_rank(rules: MeldRules, held: vec[i64], base: i64, rank: i64) -> i64:
    """The suits in which a rank is held, as a mask."""
    bit = BIT[rank]
    suits: i64 = 0
    for suit in range(rules.suits):
        if held[base + suit * rules.copies] & bit:
            suits |= BIT[suit]
    return suits


def find_coloured(
    rules: MeldRules, held: vec[i64], base: i64, colours: i64, least: i64, out: Buffer
) -> None:
    """Push every meld of at least so many cards with exactly one joker of the colours given."""
    ranks = ranks_in_suits(rules, held, base, least - 1)
    while ranks:
        rank = lowest(ranks)
        ranks &= ranks - 1
        suits = suits_of_rank(rules, held, base, rank)
        subset = suits
        while subset:
            length = pop(subset) + 1
            free = colours & ~subset
            while free and length >= least:
                word = group_word(rank, subset, length, free & -free)
                free &= free - 1
                if rules.judge(word) == FITS:
                    out.push(word)
            subset = (subset - 1) & suits
    for suit in range(rules.suits):
        mask = held[base + suit * rules.copies]
        if colours & BIT[suit] and may_run(rules, mask, 1, least):
            first = out.n
            _find_runs(rules, held, base, suit, 1, out)
            keep = first
            for i in range(first, out.n):
                word = out.items[i]
                if places_of(word) and length_of(word) >= least:
                    out.items[keep] = word
                    keep += 1
            out.n = keep


def _find_books(rules: MeldRules, held: vec[i64], base: i64, jokers: i64, out: Buffer) -> None:
    for rank in range(rules.ranks):
        most = zeros(int(rules.suits))
        for suit in range(rules.suits):
            most[suit] = count(held, base, rules.copies, suit, rank)
        _grow_book(rules, rank, most, 0, 0, 0, jokers, out)


def _grow_book(
    rules: MeldRules,
    rank: i64,
    most: vec[i64],
    suit: i64,
    counts: i64,
    naturals: i64,
    jokers: i64,
    out: Buffer,
) -> None:
    if suit == rules.suits:
        for j in range(jokers + 1):
            if naturals + j > 0:
                word = book_word(rank, counts, naturals + j)
                if rules.judge(word) == FITS:
                    out.push(word)
        return
    for k in range(most[suit] + 1):
        _grow_book(
            rules, rank, most, suit + 1, counts | (k << (3 * suit)), naturals + k, jokers, out
        )


def _find_runs(
    rules: MeldRules, held: vec[i64], base: i64, suit: i64, jokers: i64, out: Buffer
) -> None:
    mask = held[base + suit * rules.copies]
    if mask == 0 and rules.min_naturals > 0:
        return
    twin_aces = rules.copies > 1 and held[base + suit * rules.copies + 1] & 1 != 0
    for low in range(rules.first, rules.last + 1):
        if jokers == 0 and not mask & BIT[low if low < rules.ranks else low - rules.ranks]:
            continue
        _grow_run(rules, mask, twin_aces, suit, low, 0, 0, jokers, out)


def _grow_run(
    rules: MeldRules,
    mask: i64,
    twin_aces: bool,
    suit: i64,
    low: i64,
    length: i64,
    places: i64,
    jokers: i64,
    out: Buffer,
) -> None:
    if length >= rules.run_min:
        word = run_word(suit, low, length, places)
        # A run of all ranks round the corner is one meld, wherever it is begun.
        again = rules.wrap and length == rules.ranks and low > 0
        if not again and rules.judge(word) == FITS:
            out.push(word)
    if length >= rules.run_max:
        return
    position = low + length
    rank = position
    if position >= rules.ranks:
        if not rules.wrap and position > rules.last:
            return
        rank -= rules.ranks
    natural = mask & BIT[rank] != 0
    if natural and position == rules.ranks and low == 0 and not places & 1:
        # The ace below has used one copy.
        natural = twin_aces
    if natural:
        _grow_run(rules, mask, twin_aces, suit, low, length + 1, places, jokers, out)
    if jokers > 0:
        _grow_run(
            rules, mask, twin_aces, suit, low, length + 1, places | BIT[length], jokers - 1, out
        )
