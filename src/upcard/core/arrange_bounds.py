"""Bounds for the rank sweep: what suits and ranks could give if each stood alone."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from upcard.core.arrange_hand import NEVER, Weights
from upcard.core.arrange_steps import Steps
from upcard.core.hand import pop, zeros
from upcard.core.meld import MeldRules

ROUNDS: Final = 30


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
        self.set_pick = zeros(self.wide)
        # Prices of cards by suit and rank, and how much too often a bound uses them.
        self.lam = zeros(self.suits * self.ranks)
        self.uses = zeros(self.suits * self.ranks)
        self.used_jokers: i64 = 0

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

    def price(self, floor: i64) -> i64:
        """Bound what each node can still gain by suits and ranks apart; returns the hand's bound.

        Apart, runs and sets may both use a card, and all may use all jokers. So a joker gets a
        price, and a card one that each use pays and each copy brings back: any prices give a bound.
        They are raised where too much is used, lowered where too little, in steps that shrink with
        the distance from floor, a value known to be possible; the lowest bound met is kept.
        """
        faces = self.suits * self.ranks
        for i in range(faces):
            self.lam[i] = 0
        joker = self._start_price()
        kept = zeros(faces)
        kept_joker = joker
        best = -NEVER
        floor -= self.jokers * self.free
        share: i64 = 8  # eighths of the step
        for _ in range(ROUNDS):
            bound = self._bound_at(joker)
            if bound < best:
                best = bound
                kept_joker = joker
                for i in range(faces):
                    kept[i] = self.lam[i]
            else:
                share = max(share * 3 // 4, 1)
            if best <= floor:
                break
            self._count_uses(joker)
            total: i64 = self.used_jokers * self.used_jokers
            for i in range(faces):
                total += self.uses[i] * self.uses[i]
            if total == 0:
                break
            step = (bound - floor) * share // (8 * total)
            if step == 0:
                break
            if not self.rules.coloured:
                joker = max(joker + step * self.used_jokers, 0)
            for i in range(faces):
                self.lam[i] = max(self.lam[i] + step * self.uses[i], 0)
        for i in range(faces):
            self.lam[i] = kept[i]
        self.priced = True
        return self._bound_at(kept_joker) + self.jokers * self.free

    def _start_price(self) -> i64:
        """The joker's price with the lowest bound while cards are free; 0 for coloured jokers."""
        if self.rules.coloured:
            return 0
        low: i64 = -1
        high: i64 = 1
        for i in range(i64(len(self.weights.natural))):
            high = max(high, self.weights.natural[i] * 4)
        high += max(self.weights.most_joker, 0)
        step = high // 16 + 1
        while high - low > step:
            middle = (low + high) // 2
            self._bound_at(middle)
            self._count_uses(middle)
            if self.used_jokers > 0:
                low = middle
            else:
                high = middle
        return high

    def _bound_at(self, price: i64) -> i64:
        self.most_joker = price
        total = price * self.jokers
        # Read once: the loops below are the dearest of a hard hand.
        e_bound, e_from, e_to, tab = self.e_bound, self.e_from, self.e_to, self.tab
        ch_cfg, ch_used, ch_cost, ch_val = self.ch_cfg, self.ch_used, self.ch_cost, self.ch_val
        worst: i64 = NEVER // 8
        for s in range(self.suits):
            line = s * (self.wide + 1)
            e_bound[tab[line + self.wide]] = 0
            p = self.wide
            while p > 0:
                p -= 1
                n = self.cnt[p * self.suits + s]
                each = self.lam[s * self.ranks + (p if p < self.ranks else i64(0))]
                back = n * each if p < self.ranks else i64(0)
                following = tab[line + p + 1]
                for entry in range(tab[line + p], following):
                    best = worst
                    at = entry * 4 + n
                    for i in range(e_from[at], e_to[at]):
                        v = ch_val[i] - price * ch_cost[i] - each * ch_used[i]
                        v += e_bound[following + ch_cfg[i]]
                        if v > best:
                            best = v
                    e_bound[entry] = best + back
            total += e_bound[tab[line]]
        self.set_rest[self.wide] = 0
        self.set_rest[self.wide + 1] = 0
        rank = self.wide
        while rank > 0:
            rank -= 1
            self.set_pick[rank] = -1
            self.set_rest[rank] = self.set_rest[rank + 1]
            if rank < self.ranks and self.set_at[rank] == 1:
                self.set_rest[rank] += self._bound_sets(rank, price)
        return total + self.set_rest[0]

    def _bound_sets(self, p: i64, price: i64) -> i64:
        """The most the sets of a rank could give if no run took its cards."""
        whole: i64 = 0
        for s in range(self.suits):
            whole |= self.cnt[p * self.suits + s] << (2 * s)
        line = self.opt_line + whole
        if self.opt_from[line] == 0:
            self.options(whole)
        best: i64 = 0
        each = self.weights.set_natural[p]
        joker = self.weights.set_joker[p] - price
        coloured = self.rules.coloured
        for i in range(self.opt_from[line], self.opt_to[line]):
            cost = pop(self.opt_cost[i]) if coloured else self.opt_cost[i]
            v = self.opt_nat[i] * each + cost * joker
            if v > best:
                gone = whole - self.opt_after[i]
                for s in range(self.suits):
                    v -= ((gone >> (2 * s)) & 3) * self.lam[s * self.ranks + p]
                if v > best:
                    best = v
                    self.set_pick[p] = i
        return best

    def _count_uses(self, price: i64) -> None:
        """How much more of each card and of the jokers the last bound uses than there are."""
        uses = self.uses
        ranks = self.ranks
        spent: i64 = 0
        for s in range(self.suits):
            line = s * (self.wide + 1)
            for r in range(ranks):
                uses[s * ranks + r] = -self.cnt[r * self.suits + s]
            entry = self.tab[line]
            for p in range(self.wide):
                n = self.cnt[p * self.suits + s]
                face = s * ranks + (p if p < ranks else i64(0))
                each = self.lam[face]
                left = self.e_bound[entry] - (n * each if p < ranks else i64(0))
                following = self.tab[line + p + 1]
                for i in range(self.e_from[entry * 4 + n], self.e_to[entry * 4 + n]):
                    v = self.ch_val[i] - price * self.ch_cost[i] - each * self.ch_used[i]
                    if v + self.e_bound[following + self.ch_cfg[i]] == left:
                        uses[face] += self.ch_used[i]
                        spent += self.ch_cost[i]
                        entry = following + self.ch_cfg[i]
                        break
        for p in range(ranks):
            i = self.set_pick[p]
            if i >= 0:
                for s in range(self.suits):
                    n = self.cnt[p * self.suits + s]
                    uses[s * ranks + p] += n - ((self.opt_after[i] >> (2 * s)) & 3)
                spent += pop(self.opt_cost[i]) if self.rules.coloured else self.opt_cost[i]
        for i in range(self.suits * ranks):
            if uses[i] < 0 and self.lam[i] == 0:
                uses[i] = 0  # a price of 0 cannot fall
        self.used_jokers = 0 if self.rules.coloured else spent - self.jokers
