"""Bounds for the rank sweep: what suits and ranks could give if each stood alone."""

from __future__ import annotations

from mypy_extensions import i64

from upcard.core.arrange_hand import NEVER, Weights
from upcard.core.arrange_steps import Steps
from upcard.core.hand import pop, zeros
from upcard.core.meld import MeldRules


class Bounds(Steps):
    """Prices a joker and bounds what is still to come after each position."""

    def __init__(self, rules: MeldRules) -> None:
        super().__init__(rules)
        # What a joker is worth to a bound; what each counts from the start (see `free_jokers`).
        self.most_joker: i64 = 0
        self.free: i64 = 0
        self.counted: bool = False  # values are kept apart for each number of naturals
        self.priced: bool = False
        self.set_rest = zeros(self.wide + 2)

    def free_jokers(self) -> None:
        """Where all jokers weigh the same and any run may take any number, count them as laid.

        They lose their weight in the walk then, and runs close with no more jokers than they need;
        `_spread` adds the others to the melds. Only arrangements without a run are charged for the
        jokers left. A full run can be split for more room while there are at most nine jokers.
        """
        w = self.weights
        self.free = 0
        rules = self.rules
        self.spare = w.most_joker
        if self.counted or self.jokers == 0 or self.jokers > 9:
            return
        if rules.coloured or self.limited or rules.min_naturals > 2:
            return
        each = w.joker[0]
        for i in range(i64(len(w.joker))):
            if w.joker[i] != each:
                return
        for i in range(i64(len(w.set_joker))):
            if w.set_joker[i] != each:
                return
        if each <= 0:
            return
        self.free = each
        self.spare = 0
        none = zeros(self.wide)
        self.weights = Weights(w.natural, none, w.set_natural, none)

    def price(self) -> i64:
        """Bound what each node can still gain by suits and ranks apart; returns the hand's bound.

        A joker costs a price in all of them, so that its use in one is weighed against the others;
        the price with the lowest bound for the hand is taken.
        """
        if self.rules.coloured:
            total = self._bound_at(0)
            self.priced = True
            return total
        low: i64 = -1
        high: i64 = 1
        for i in range(i64(len(self.weights.natural))):
            high = max(high, self.weights.natural[i] * 4)
        high += max(self.weights.most_joker, 0)
        step = high // 128 + 1
        while high - low > step:
            middle = (low + high) // 2
            if self._bound_at(middle) <= self._bound_at(middle + 1):
                high = middle
            else:
                low = middle
        self.priced = True
        return self._bound_at(high) + self.jokers * self.free

    def _bound_at(self, price: i64) -> i64:
        self.most_joker = price
        total = price * self.jokers
        for s in range(self.suits):
            line = s * (self.wide + 1)
            self.e_bound[self.tab[line + self.wide]] = 0
            for p in range(self.wide - 1, -1, -1):
                n = self.cnt[p * self.suits + s]
                following = self.tab[line + p + 1]
                for entry in range(self.tab[line + p], following):
                    best: i64 = NEVER // 8
                    for i in range(self.e_from[entry * 4 + n], self.e_to[entry * 4 + n]):
                        v = self.ch_val[i] - price * self.ch_cost[i]
                        v += self.e_bound[following + self.ch_cfg[i]]
                        best = max(best, v)
                    self.e_bound[entry] = best
            total += self.e_bound[self.tab[line]]
        return total + self._bound_sets(price)

    def _bound_sets(self, price: i64) -> i64:
        self.set_rest[self.wide] = 0
        self.set_rest[self.wide + 1] = 0
        for p in range(self.wide - 1, -1, -1):
            best: i64 = 0
            if p < self.ranks and self.set_at[p] == 1:
                whole: i64 = 0
                for s in range(self.suits):
                    whole |= self.cnt[p * self.suits + s] << (2 * s)
                if self.opt_from[whole] == 0:
                    self.options(whole)
                each = self.weights.set_natural[p]
                joker = self.weights.set_joker[p] - price
                for i in range(self.opt_from[whole], self.opt_to[whole]):
                    cost = self.opt_cost[i]
                    n = pop(cost) if self.rules.coloured else cost
                    best = max(best, self.opt_nat[i] * each + n * joker)
            self.set_rest[p] = self.set_rest[p + 1] + best
        return self.set_rest[0]
