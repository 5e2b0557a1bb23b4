"""The solver: the best melds of a hand.

`Arranger` is for hands of any number of copies and jokers, `Deadwood` for one pack without jokers,
`contract` for a fixed number of books and straights. A caller says by `Weights` what is best.
"""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from upcard.core.arrange_steps import Weights
from upcard.core.arrange_sweep import Sweep
from upcard.core.finder import Buffer, find_melds
from upcard.core.hand import BIT, add, pop, remove, zeros
from upcard.core.meld import (
    RUN,
    MeldRules,
    jokers_of,
    length_of,
    low_of,
    naturals_of,
    places_of,
    suit_of,
)

__all__ = ["Arrangement", "Arranger", "Weights", "uniform"]

FAR: i64 = 1 << 60


class Arrangement:
    """Melds that can be laid together: their value in the weights asked for, and their words.

    exact is False only if the search had to drop arrangements that might have been better.
    """

    def __init__(self, value: i64, melds: list[int], exact: bool) -> None:
        self.value: i64 = value
        self.melds = melds
        self.exact = exact


def uniform(rules: MeldRules, worth: vec[i64], joker: i64) -> Weights:
    """Weights by rank alone: worth of each rank's naturals, and one weight for every joker."""
    natural = zeros(rules.last + 1)
    jokers = zeros(rules.last + 1)
    set_jokers = zeros(rules.ranks)
    for p in range(rules.last + 1):
        natural[p] = worth[p % rules.ranks]
        jokers[p] = joker
    for r in range(rules.ranks):
        set_jokers[r] = joker
    return Weights(natural, jokers, worth, set_jokers)


class Arranger:
    """Arranges hands under one set of rules whose runs do not turn the corner and have no books.

    It owns buffers that grow to the hardest hand met (some 10 MB); use one a thread. A meld needs a
    natural: melds of jokers only are not looked for. jokers is everywhere the number of jokers in
    the hand or, in a coloured pack, the mask of the side jokers' colours that may be taken.
    """

    def __init__(self, rules: MeldRules) -> None:
        self.rules = rules
        self._sweep = Sweep(rules)

    def value(self, held: vec[i64], base: i64, jokers: i64, weights: Weights) -> i64:
        """The largest weight of cards that can be laid from the hand at base."""
        ceiling = self._sweep.take(held, base, jokers, weights)
        return self._sweep.run(weights, False, FAR, ceiling)

    def best(self, held: vec[i64], base: i64, jokers: i64, weights: Weights) -> Arrangement:
        """Melds of the hand at base with the largest weight."""
        value = self.value(held, base, jokers, weights)
        return Arrangement(value, self._sweep.trace(), self._sweep.exact)

    def most_points(
        self, held: vec[i64], base: i64, jokers: i64, points: Weights, target: i64
    ) -> i64:
        """The most points of melds, or any number from target up that melds reach."""
        ceiling = self._sweep.take(held, base, jokers, points)
        if ceiling < target:
            return 0
        return self._sweep.run(points, False, target, ceiling)

    def fewest(
        self, held: vec[i64], base: i64, jokers: i64, points: Weights, target: i64
    ) -> Arrangement | None:
        """Melds worth target points or more, with fewest cards, then fewest jokers."""
        sweep = self._sweep
        if sweep.take(held, base, jokers, points) < target:
            return None
        sweep.run(points, True, target, FAR)
        at = sweep.fewest()
        if at < 0:
            return None
        return Arrangement(sweep.val[at], sweep.trace_from(at, sweep.steps), sweep.exact)

    def best_keeping_one(
        self, held: vec[i64], base: i64, jokers: i64, weights: Weights
    ) -> Arrangement:
        """As `best`, but at least one card of the hand (side jokers do not count) stays in it."""
        found = self.best(held, base, jokers, weights)
        rules = self.rules
        size = rules.suits * rules.copies
        cards: i64 = 0
        for i in range(size):
            cards += pop(held[base + i])
        if not rules.coloured:
            cards += jokers
        if cards == 0 or laid_cards(found.melds, rules.coloured) < cards:
            return found
        rest = zeros(size)
        best: Arrangement | None = None
        for i in range(size):
            rest[i] = held[base + i]
        for i in range(size):
            upper = rest[i + 1] if (i + 1) % rules.copies else i64(0)
            for r in range(rules.ranks):
                bit = BIT[r]
                if rest[i] & bit and not upper & bit:
                    rest[i] -= bit
                    tried = self.best(rest, 0, jokers, weights)
                    if best is None or tried.value > best.value:
                        best = tried
                    rest[i] += bit
        if jokers > 0 and not rules.coloured:
            tried = self.best(rest, 0, jokers - 1, weights)
            if best is None or tried.value > best.value:
                best = tried
        assert best is not None
        return best


def laid_cards(melds: list[int], naturals_only: bool) -> i64:
    """How many cards lie in melds, jokers included unless only naturals are asked for."""
    n: i64 = 0
    for word in melds:
        n += naturals_of(word) if naturals_only else length_of(word)
    return n


def _move(rules: MeldRules, held: vec[i64], base: i64, w: i64, sign: i64) -> None:
    low = low_of(w); places = places_of(w)
    cards = []
    if w & 3 == RUN:
        for i in range(length_of(w)):
            if not places & BIT[i]:
                cards.append((suit_of(w), (low + i) % rules.ranks))
    else:
        for s in range(rules.suits):
            if places & BIT[s]:
                cards.append((s, low))
    for s, r in cards:
        if sign < 0:
            remove(held, base, rules.copies, s, r)
        else:
            add(held, base, rules.copies, s, r)


def _search(rules: MeldRules, held: vec[i64], base: i64, jokers: i64, run: vec[i64], sets: vec[i64], floor: i64, out: bool) -> i64:
    left = jokers
    for s in range(rules.suits * rules.copies):
        left += bin(held[base + s]).count("1")
    best: i64 = 0 if not out or left == 0 else -1
    b = Buffer()
    find_melds(rules, held, base, jokers, b)
    for i in range(b.n):
        w = b.items[i]
        if w < floor:
            continue
        p: i64 = 0
        for k in range(length_of(w)):
            p += run[low_of(w) + k] if w & 3 == RUN else sets[low_of(w)]
        _move(rules, held, base, w, -1)
        v = _search(rules, held, base, jokers - jokers_of(w), run, sets, w, out)
        _move(rules, held, base, w, 1)
        if v >= 0 and v + p > best:
            best = v + p
    return best


def most_points(rules: MeldRules, held: vec[i64], base: i64, jokers: i64, run: vec[i64], sets: vec[i64], target: i64) -> i64:
    return _search(rules, held, base, jokers, run, sets, 0, False)


def most_points_out(rules: MeldRules, held: vec[i64], base: i64, jokers: i64, run: vec[i64], sets: vec[i64]) -> i64:
    return _search(rules, held, base, jokers, run, sets, 0, True)
