"""The solver: the best melds of a hand.

`Arranger` is for hands of any number of copies and jokers, `Deadwood` for one pack without jokers,
`Contracts` for a fixed number of books and straights. A caller says by weights what is best:

* fewest points left: ``points * BIG + 1`` a card (ties by fewest cards); fewest cards left:
  ``BIG + points`` a card; most meld points: ``points * BIG - 1`` a card;
* going out: 1 a card, and compare the value with the cards held.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from upcard.core.arrange_contracts import Contracts, Terms
from upcard.core.arrange_deadwood import Deadwood
from upcard.core.arrange_hand import Weights
from upcard.core.arrange_trace import Tracer
from upcard.core.hand import BIT, pop, zeros
from upcard.core.meld import GROUP, MeldRules, length_of, naturals_of

__all__ = [
    "Arrangement",
    "Arranger",
    "Contracts",
    "Deadwood",
    "Terms",
    "Weights",
    "most_points",
    "most_points_out",
    "uniform",
]

FAR: Final = 1 << 60
OUT: Final = 1_000_000  # above all points of a hand


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

    It owns buffers that grow with the hardest hand met (2 MB for hands of 30 cards, bounded by some
    100 MB for 46 cards of six ranks); use one a thread. A meld needs a natural: melds of jokers
    only are not looked for. jokers is everywhere the number of jokers in the hand or, in a
    coloured pack, the mask of the side jokers' colours that may be taken.

    `ValueError` if the rules are beyond it.
    """

    def __init__(self, rules: MeldRules) -> None:
        if rules.wrap or rules.set_kind != GROUP:
            raise ValueError("the arranger knows groups and runs that do not turn the corner")
        if rules.copies > 3 or rules.suits > 5 or rules.run_max < rules.ranks:
            raise ValueError("the arranger knows up to three packs, five suits and whole runs")
        if rules.min_naturals > rules.run_min:
            raise ValueError("a meld cannot need more naturals than the shortest run has cards")
        self.rules = rules
        self._sweep = Tracer(rules)
        self._light: Weights | None = None
        self._heavy: Weights | None = None

    def widths(self, *widths: int) -> None:
        """How many states a position may have in the first walk, and when that was too few."""
        self._sweep.widths = list(widths)
        self._sweep.joker_widths = list(widths)

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

    def most_points_out(self, held: vec[i64], base: i64, jokers: i64, points: Weights) -> i64:
        """The most points of melds that take every card of the hand, -1 if none do.

        An empty hand has 0. Points are 0 to 9,999 a card.
        """
        sweep = self._sweep
        cards = self._cards(held, base, jokers)
        sweep.take(held, base, jokers, points)
        if sweep.kept_cards() < cards:
            return -1
        heavy = self._heavy
        if heavy is None or self._light is not points:
            heavy = points.plus(OUT)
            self._heavy = heavy
            self._light = points
        ceiling = sweep.take(held, base, jokers, heavy)
        value = sweep.run(heavy, False, FAR, ceiling)
        return value - OUT * cards if value >= OUT * cards else -1

    def _cards(self, held: vec[i64], base: i64, jokers: i64) -> i64:
        cards: i64 = 0 if self.rules.coloured else jokers
        for i in range(self.rules.suits * self.rules.copies):
            cards += pop(held[base + i])
        return cards

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
        cards = self._cards(held, base, jokers)
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


class _Kept:
    """An arranger and opening points kept for the next call."""

    def __init__(self, rules: MeldRules, run: vec[i64], sets: vec[i64]) -> None:
        self.arranger = Arranger(rules)
        self.points = Weights(run, run, sets, sets)


_kept: list[_Kept] = []


def _kept_for(rules: MeldRules, run: vec[i64], sets: vec[i64]) -> _Kept:
    for kept in _kept:
        if kept.arranger.rules is rules and same(kept.points.natural, run):
            if same(kept.points.set_natural, sets):
                return kept
    if len(_kept) == 8:
        del _kept[0]
    _kept.append(_Kept(rules, run, sets))
    return _kept[len(_kept) - 1]


def same(a: vec[i64], b: vec[i64]) -> bool:
    """Whether two arrays hold the same numbers."""
    if i64(len(a)) != i64(len(b)):
        return False
    for i in range(i64(len(a))):
        if a[i] != b[i]:
            return False
    return True


def most_points(
    rules: MeldRules,
    held: vec[i64],
    base: i64,
    jokers: i64,
    run: vec[i64],
    sets: vec[i64],
    target: i64,
) -> i64:
    """The most points of melds, or any number from target up that melds reach.

    run and sets say what a card or the joker in its place is worth at a position and in a set.
    """
    kept = _kept_for(rules, run, sets)
    return kept.arranger.most_points(held, base, jokers, kept.points, target)


def most_points_out(
    rules: MeldRules, held: vec[i64], base: i64, jokers: i64, run: vec[i64], sets: vec[i64]
) -> i64:
    """The most points of melds that take every card of the hand, -1 if none do."""
    kept = _kept_for(rules, run, sets)
    return kept.arranger.most_points_out(held, base, jokers, kept.points)
