"""The hand a solver studies, and what cards weigh."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from upcard.core.hand import BIT, pop, zeros
from upcard.core.meld import MeldRules

NEVER: Final = -(1 << 60)


class Weights:
    """What a card is worth when it is laid, by what it is laid as.

    natural, joker: a weight for each position of a run, 0 up to the rules' last position.
    set_natural, set_joker: a weight for each rank of a set. Naturals weigh 0 or more; jokers may
    weigh less than 0. All values are plain units of the caller's own choosing; two aims are
    combined as ``first * BIG + second``, and sums must stay below 2**60.
    """

    def __init__(
        self, natural: vec[i64], joker: vec[i64], set_natural: vec[i64], set_joker: vec[i64]
    ) -> None:
        self.natural = natural
        self.joker = joker
        self.set_natural = set_natural
        self.set_joker = set_joker
        self.rising: bool = True
        self.most_joker: i64 = 0
        for i in range(i64(len(joker))):
            if i > 0 and joker[i] < joker[i - 1]:
                self.rising = False
            if joker[i] > self.most_joker:
                self.most_joker = joker[i]
        for i in range(i64(len(set_joker))):
            if set_joker[i] > self.most_joker:
                self.most_joker = set_joker[i]

    def plus(self, more: i64) -> Weights:
        """The same weights with more for every card, jokers too."""
        return Weights(
            raised(self.natural, more),
            raised(self.joker, more),
            raised(self.set_natural, more),
            raised(self.set_joker, more),
        )


def raised(old: vec[i64], more: i64) -> vec[i64]:
    """A copy of an array with every item raised."""
    new = zeros(i64(len(old)))
    for i in range(i64(len(old))):
        new[i] = old[i] + more
    return new


def grown(old: vec[i64], n: i64) -> vec[i64]:
    """A copy of an array with n items, the new ones 0."""
    new = zeros(n)
    for i in range(i64(len(old))):
        new[i] = old[i]
    return new


class StudiedHand:
    """A hand without the cards that fit no meld, and its jokers."""

    def __init__(self, rules: MeldRules) -> None:
        self.rules = rules
        self.suits: i64 = rules.suits
        self.ranks: i64 = rules.ranks
        self.wide: i64 = rules.last + 1
        # The hand: naturals by position and suit, the next held position of each suit.
        self.cnt = zeros(self.wide * self.suits)
        self.next_at = zeros(self.wide * self.suits)
        self.full = zeros(self.suits)
        self.high = zeros(self.suits)
        self.set_at = zeros(self.wide)
        self.rest = zeros(self.wide + 1)
        self.jokers: i64 = 0
        self.joker_set: i64 = 0
        self.per_meld: i64 = 0
        self.limited: bool = False
        self.spare: i64 = 0  # the most a joker may add to a run that does not need it
        self.weights = Weights(zeros(1), zeros(1), zeros(1), zeros(1))

    def take(self, held: vec[i64], base: i64, jokers: i64, weights: Weights) -> i64:
        """Read a hand and drop cards that fit no meld; returns what all the rest would weigh.

        jokers: how many, or in a coloured pack the mask of the colours to be had.
        """
        rules = self.rules
        suits = self.suits
        copies = rules.copies
        self.weights = weights
        self.joker_set = jokers if rules.coloured else i64(0)
        self.jokers = pop(jokers) if rules.coloured else jokers
        if rules.max_jokers == 0:
            self.jokers = 0
            self.joker_set = 0
        self.per_meld = min(self.jokers, rules.max_jokers)
        self.limited = not rules.coloured and (rules.majority or rules.max_jokers < self.jokers)
        once: i64 = 0
        twice: i64 = 0
        thrice: i64 = 0
        for s in range(suits):
            word = held[base + s * copies]
            thrice |= twice & word
            twice |= once & word
            once |= word
        need = max(rules.min_naturals, rules.set_min - self.per_meld)
        if self.per_meld == 0 or need > 3:
            need = 3
        in_sets = once if need <= 1 else (twice if need == 2 else thrice)
        if rules.set_min > 3 and self.per_meld == 0:
            in_sets = thrice
        for p in range(self.wide):
            self.set_at[p] = 1 if p < self.ranks and in_sets & BIT[p] else 0
        for s in range(suits):
            self._take_suit(s, held, base + s * copies, in_sets)
        return self._sum_rest()

    def _take_suit(self, s: i64, held: vec[i64], at: i64, in_sets: i64) -> None:
        rules = self.rules
        suits = self.suits
        word = held[at]
        line = word
        if rules.last == self.ranks and word & 1:
            line |= BIT[self.ranks]
        if rules.first == 1:
            line -= line & 1
        jokers = self.per_meld
        if jokers == 0:
            ends = line & (line >> 1) & (line >> 2)
            near = ends | (ends << 1) | (ends << 2)
        elif rules.min_naturals <= 1 and jokers >= rules.run_min - 1:
            near = line
        else:
            near = 0
            for d in range(1, jokers + 2):
                near |= line & ((line << d) | (line >> d))
        self.high[s] = 0
        distinct: i64 = 0
        following: i64 = 1000
        p = self.wide
        while p > 0:
            p -= 1
            self.next_at[p * suits + s] = following
            n: i64 = 0
            bit = BIT[p]
            if near & bit or (p < self.ranks and word & bit & in_sets):
                rank = p if p < self.ranks else p - self.ranks
                copy: i64 = 0
                while copy < rules.copies and held[at + copy] & BIT[rank]:
                    copy += 1
                n = copy
            self.cnt[p * suits + s] = n
            if near & bit:
                following = p
                distinct += 1
                if p == self.ranks:
                    self.high[s] = 1
        if self.high[s] == 1:
            # Low aces are kept for the high end though they fit nothing at the low one.
            self.cnt[s] = self.cnt[self.ranks * suits + s]
        both = rules.last == self.ranks and rules.first == 0 and not rules.both_aces
        self.full[s] = 1 if both and distinct + self.jokers > self.ranks else 0

    def _sum_rest(self) -> i64:
        """What the cards above each position could weigh; returns the same for the whole hand."""
        w = self.weights
        rest = self.rest
        total: i64 = 0
        aces: i64 = 0
        rest[self.wide] = 0
        p = self.wide
        while p > 0:
            p -= 1
            rest[p] = total + aces
            each = w.natural[p]
            if p < self.ranks and self.set_at[p] and w.set_natural[p] > each:
                each = w.set_natural[p]
            if p == 0 and self.rules.first == 1:
                each = w.set_natural[0]
            if each < 0:
                each = 0
            for s in range(self.suits):
                n = self.cnt[p * self.suits + s]
                if p == self.ranks:
                    aces += n * each
                elif p == 0 and self.high[s]:
                    total += n * max(each - w.natural[self.ranks], 0)
                else:
                    total += n * each
        return total + aces + self.jokers * self.weights.most_joker

    def kept_cards(self) -> i64:
        """How many cards `take` kept because they might be melded, jokers included."""
        n: i64 = 0 if self.rules.coloured else self.jokers
        for i in range(self.suits * self.ranks):
            n += self.cnt[i]
        return n
