"""The rank sweep: the best melds of any hand, with copies and jokers.

The positions of runs are walked upwards once. Between two positions a run is known only by its
length and naturals as far as rules ask for them, so few states differ; groups never leave their
rank and are settled there from the cards the runs left over. What the walk relies on:

* A run starts with a natural and ends with one; jokers beyond its last natural are paid when it
  closes and take no part in later states. Jokers below its first natural are only needed where the
  run cannot grow upwards, since a joker weighs no less on a higher position; with other weights
  they are tried everywhere.
* States that differ in the jokers left share one node with a column for each number of jokers.
* A node whose value cannot pass the best arrangement seen is dropped (`_settle`).
* If a layer outgrows the width, its best nodes are kept and the walk starts again, wider, until
  nothing was cut or the value reaches what all cards together could give. At the last width the
  answer may be cut; `exact` says so.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from upcard.core.arrange_steps import FROM_ACE, NEVER, Steps, Weights, grown
from upcard.core.hand import BIT, pop, zeros
from upcard.core.meld import (
    RUN,
    MeldRules,
    group_word,
    kind_of,
    length_of,
    low_of,
    places_of,
    run_word,
    suit_of,
)

WIDTHS: Final = (200, 3000, 20000)
HAS_RUN: Final = 1 << 20  # in a node's second key: a run has been laid or begun


class Sweep(Steps):
    """The walk and its buffers for one set of rules; not to be shared between threads.

    `take` reads a hand, `run` finds the value, `trace` then gives the melds.
    """

    def __init__(self, rules: MeldRules) -> None:
        super().__init__(rules)
        self.cfg_bits: i64 = 60 // self.suits
        self.cfg_mask: i64 = BIT[self.cfg_bits] - 1
        self.exact: bool = True
        self.best: i64 = 0
        self.best_at: i64 = 0
        self.best_step: i64 = 0
        self.counted: bool = False
        self.target: i64 = 0
        self.floor: i64 = 0
        # What a joker is worth to a bound; what every joker counts from the start (see `run`).
        self.most_joker: i64 = 0
        self.free: i64 = 0
        self.priced: bool = False
        self.set_rest = zeros(self.wide + 2)
        # Nodes, one layer after the other: keys, and a value and an origin for each column.
        self.cols: i64 = 1
        self.k0 = zeros(1024)
        self.k1 = zeros(1024)
        self.val = zeros(4096)
        self.frm = zeros(4096)
        self.lo: i64 = 0
        self.hi: i64 = 0
        self.hash = zeros(4096)
        self.hash_mask: i64 = 4095
        self.serial: i64 = 1
        self.cut: bool = False
        # Steps of the walk: position * 8 + suit, suit 7 for the sets, and their layers' first node.
        self.step_of = zeros(256)
        self.steps: i64 = 0

    def run(self, weights: Weights, counted: bool, target: i64, ceiling: i64) -> i64:
        """The largest value of the hand taken last; may stop at target, or at ceiling.

        counted keeps the best values for each number of naturals laid apart, and drops what cannot
        reach the target; `fewest` reads them.
        """
        self.weights = weights
        self.counted = counted
        self.target = target
        if self.rules.coloured:
            self.cols = BIT[self.suits]
        else:
            self.cols = self.jokers + 1
            if counted:
                n: i64 = 0
                for i in range(self.suits * self.ranks):
                    n += self.cnt[i]
                self.cols *= n + 1
        if self.opt_jokers != (self.joker_set if self.rules.coloured else self.jokers):
            self.clear_options()
        self._free_jokers()
        self.most_joker = self.weights.most_joker
        self.floor = NEVER
        self.priced = False
        self.tables()
        for width in WIDTHS:
            self._walk(width, target)
            self.exact = not self.cut
            if self.exact or (not counted and (self.best >= ceiling or self.best >= target)):
                self.exact = True
                break
            if not counted:
                self.floor = self.best
                if self._price() <= self.best:
                    self.exact = True
                    break
        return self.best

    def _free_jokers(self) -> None:
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

    def _price(self) -> i64:
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

    def _walk(self, width: i64, target: i64) -> None:
        self._root()
        opened = zeros(self.suits)
        suits = self.suits
        ranks = self.ranks
        for p in range(self.wide):
            sets = p < ranks and self.set_at[p] == 1
            touched = False
            for s in range(suits):
                n = self.cnt[p * suits + s]
                if n == 0 and opened[s] == 0:
                    continue
                keep = sets or (p == 0 and self.high[s] == 1)
                opened[s] = self._runs(p, s, n, keep)
                touched = True
                if self.priced:
                    self._prune(s + 1, p, p)
                if self.hi - self.lo > 4 * width:
                    self._narrow(width)
            if not touched:
                continue
            if sets or p == 0:
                self._sets(p)
            self._settle(p)
            if self.hi - self.lo > width:
                self._narrow(width)
            if self.hi == self.lo or (self.best >= target and not self.counted):
                return

    def _root(self) -> None:
        self.serial += self.hi + 1
        self.steps = 0
        self.cut = False
        self.best_at = self.jokers
        self.best_step = 0
        self.k0[0] = 0
        self.k1[0] = 0
        self._room(1)
        for i in range(self.cols):
            self.val[i] = NEVER
        if self.rules.coloured:
            self.best_at = self.joker_set
        self.val[self.best_at] = self.jokers * self.free
        self.best = 0
        self.lo = 0
        self.hi = 1

    def _room(self, more: i64) -> None:
        """Make room for more nodes after the last."""
        need = self.hi + more
        if need > i64(len(self.k0)):
            self.k0 = grown(self.k0, need * 2)
            self.k1 = grown(self.k1, need * 2)
        if need * self.cols > i64(len(self.val)):
            self.val = grown(self.val, need * self.cols * 2)
            self.frm = grown(self.frm, need * self.cols * 2)

    def _node(self, k0: i64, k1: i64, start: i64) -> i64:
        """The node with these keys in the layer that begins at start, made if need be."""
        bits = self.cfg_mask
        h = (k0 & bits) * 1000003 + ((k0 >> 12) & 4095) * 40503 + ((k0 >> 24) & 4095) * 2654435
        h += (k0 >> 36) * 97 + (k0 >> 45) * 69069 + k1 * 131071
        h = (h ^ (h >> 13)) & self.hash_mask
        first = self.serial + start
        table = self.hash
        while table[h] >= first:
            node = table[h] - self.serial
            if self.k0[node] == k0 and self.k1[node] == k1:
                return node
            h = (h + 1) & self.hash_mask
        node = self.hi
        self._room(1)
        table[h] = self.serial + node
        self.k0[node] = k0
        self.k1[node] = k1
        val = self.val
        for i in range(node * self.cols, (node + 1) * self.cols):
            val[i] = NEVER
        self.hi = node + 1
        if (self.hi - start) * 2 > self.hash_mask:
            self._rehash(start)
        return node

    def _rehash(self, start: i64) -> None:
        self.hash_mask = self.hash_mask * 4 + 3
        self.hash = zeros(self.hash_mask + 1)
        bits = self.cfg_mask
        for node in range(start, self.hi):
            k0 = self.k0[node]
            h = (k0 & bits) * 1000003 + ((k0 >> 12) & 4095) * 40503 + ((k0 >> 24) & 4095) * 2654435
            h += (k0 >> 36) * 97 + (k0 >> 45) * 69069 + self.k1[node] * 131071
            h = (h ^ (h >> 13)) & self.hash_mask
            while self.hash[h] != 0:
                h = (h + 1) & self.hash_mask
            self.hash[h] = self.serial + node

    def _relax(self, node: i64, to: i64, cost: i64, gain: i64, used: i64, colours: i64) -> None:
        """Carry a node's columns over to another, with the jokers and weight of a choice."""
        cols = self.cols
        val = self.val
        frm = self.frm
        at = node * cols
        out = to * cols
        if self.rules.coloured:
            for mask in range(cols):
                if mask & colours == colours and val[at + mask] > NEVER:
                    new = val[at + mask] + gain
                    if new > val[out + (mask ^ colours)]:
                        val[out + (mask ^ colours)] = new
                        frm[out + (mask ^ colours)] = at + mask
            return
        if not self.counted:
            for j in range(cost, cols):
                if val[at + j] > NEVER:
                    new = val[at + j] + gain
                    if new > val[out + j - cost]:
                        val[out + j - cost] = new
                        frm[out + j - cost] = at + j
            return
        wide = self.jokers + 1
        shift = used * wide - cost
        for c in range(cols):
            if val[at + c] > NEVER and c % wide >= cost:
                new = val[at + c] + gain
                if new > val[out + c + shift]:
                    val[out + c + shift] = new
                    frm[out + c + shift] = at + c

    def _runs(self, p: i64, s: i64, n: i64, keep: bool) -> i64:
        """One suit's step at a position; returns whether any run of the suit is still open."""
        lo = self.lo
        start = self.hi
        shift = s * self.cfg_bits
        field = self.cfg_mask << shift
        carry = 10 + 2 * s
        aces = BIT[carry] * 3
        colour = BIT[s]
        first = self.tab[s * (self.wide + 1) + p]
        still: i64 = 0
        for node in range(lo, start):
            k0 = self.k0[node]
            k1 = self.k1[node]
            cfg = (k0 & field) >> shift
            if p == self.ranks:
                n = (k1 >> carry) & 3
                k1 &= ~aces
            k0 &= ~field
            entry = (first + cfg) * 4 + n
            for i in range(self.e_from[entry], self.e_to[entry]):
                new_cfg = self.ch_cfg[i]
                used = self.ch_used[i]
                if new_cfg:
                    still = 1
                left = ((n - used) << (2 * s)) if keep else 0
                if used:
                    left |= HAS_RUN
                cost = self.ch_cost[i]
                to = self._node(k0 | (new_cfg << shift), k1 | left, start)
                self._relax(node, to, cost, self.ch_val[i], used, colour if cost else 0)
        self._step(p * 8 + s, start)
        return still

    def _sets(self, p: i64) -> None:
        """Lay sets from what the runs left of this rank."""
        start = self.hi
        aces = p == 0 and self.wide > self.ranks
        low = BIT[2 * self.suits] - 1
        each = self.weights.set_natural[p]
        joker = self.weights.set_joker[p]
        coloured = self.rules.coloured
        set_here = self.set_at[p] == 1
        for node in range(self.lo, start):
            k0 = self.k0[node]
            left = self.k1[node] & low
            k1 = self.k1[node] - left
            kept = self._kept(left) << 10 if aces else i64(0)
            self._relax(node, self._node(k0, k1 | kept, start), 0, 0, 0, 0)
            if left == 0 or not set_here:
                continue
            if self.opt_from[left] == 0:
                self.options(left)
            for i in range(self.opt_from[left], self.opt_to[left]):
                kept = self._kept(self.opt_after[i]) << 10 if aces else i64(0)
                to = self._node(k0, k1 | kept, start)
                cost = self.opt_cost[i]
                n = pop(cost) if coloured else cost
                gain = self.opt_nat[i] * each + n * joker
                self._relax(node, to, cost, gain, self.opt_nat[i], cost)
        self._step(p * 8 + 7, start)

    def _kept(self, left: i64) -> i64:
        """Aces of the suits whose runs may end high."""
        for s in range(self.suits):
            if self.high[s] == 0:
                left -= left & (BIT[2 * s] * 3)
        return left

    def _step(self, what: i64, start: i64) -> None:
        self.step_of[self.steps] = what
        self.steps += 1
        self.lo = start

    def _settle(self, p: i64) -> None:
        """After a position: remember the best finished node, drop what cannot pass it."""
        cols = self.cols
        val = self.val
        best = self.best
        wide = self.jokers + 1
        free = self.free
        for node in range(self.lo, self.hi):
            if self.k0[node] == 0:
                short = 0 if self.k1[node] & HAS_RUN else free
                for j in range(cols):
                    v = val[node * cols + j] - short * (j % wide)
                    if v > best:
                        best = v
                        self.best_at = node * cols + j
                        self.best_step = self.steps
        self.best = best
        self._prune(self.suits, p, p + 1)

    def _prune(self, done: i64, p: i64, sets: i64) -> None:
        """Drop what cannot pass the best.

        done suits have taken their step at this position; sets are still to come from this rank on.
        """
        cols = self.cols
        val = self.val
        wide = self.jokers + 1
        each = self.most_joker
        coloured = self.rules.coloured
        floor = self.target - 1 if self.counted else max(self.best, self.floor - 1)
        kept = self.lo
        finished = self.best_at // cols
        for node in range(self.lo, self.hi):
            top: i64 = NEVER
            least = floor - self._rest_of(node, done, p, sets)
            lasting = self.k1[node] & HAS_RUN or self.free == 0
            for j in range(cols - 1, -1, -1):
                v = val[node * cols + j]
                if v == NEVER:
                    continue
                left = pop(j) if coloured else j % wide
                if v + left * each <= least or (
                    v <= top and lasting and not coloured and not self.counted
                ):
                    if node * cols + j != self.best_at:
                        val[node * cols + j] = NEVER
                    continue
                top = max(top, v)
            if top > NEVER or node == finished:
                self._move(node, kept)
                kept += 1
        self._end_layer(kept)

    def _rest_of(self, node: i64, done: i64, p: i64, sets: i64) -> i64:
        """At most this can a node still gain, beside what its jokers are priced at."""
        if not self.priced:
            return self.rest[p]
        k0 = self.k0[node]
        total = self.set_rest[sets]
        bits = self.cfg_bits
        mask = self.cfg_mask
        for s in range(self.suits):
            at = s * (self.wide + 1) + p
            if s < done:
                at += 1
            total += self.e_bound[self.tab[at] + (k0 & mask)]
            k0 >>= bits
        return total

    def _end_layer(self, end: i64) -> None:
        # The hash may still name nodes from here on: number the coming ones higher.
        self.serial += self.hi - end
        self.hi = end

    def _move(self, node: i64, to: i64) -> None:
        if node == to:
            return
        cols = self.cols
        if self.best_at // cols == node:
            self.best_at += (to - node) * cols
        self.k0[to] = self.k0[node]
        self.k1[to] = self.k1[node]
        for j in range(cols):
            self.val[to * cols + j] = self.val[node * cols + j]
            self.frm[to * cols + j] = self.frm[node * cols + j]

    def _narrow(self, width: i64) -> None:
        """Keep the width most promising nodes of the layer."""
        self.cut = True
        cols = self.cols
        n = self.hi - self.lo
        score = zeros(n)
        low: i64 = -NEVER
        high: i64 = NEVER
        for i in range(n):
            best: i64 = NEVER
            for j in range(cols):
                v = self.val[(self.lo + i) * cols + j]
                if v > NEVER:
                    v += (0 if self.counted or self.rules.coloured else j) * self.weights.most_joker
                    if v > best:
                        best = v
            score[i] = best
            if best > NEVER and best < low:
                low = best
            high = max(high, best)
        while low < high:
            middle = low + (high - low + 1) // 2
            above: i64 = 0
            for i in range(n):
                if score[i] >= middle:
                    above += 1
            if above >= width:
                low = middle
            else:
                high = middle - 1
        kept = self.lo
        finished = self.best_at // cols
        room = width
        for i in range(n):
            if score[i] > low or (score[i] == low and room > 0) or self.lo + i == finished:
                room -= 1
                self._move(self.lo + i, kept)
                kept += 1
        self._end_layer(kept)

    def fewest(self) -> i64:
        """After a counted run: the column that reaches the target with fewest cards, then jokers.

        -1 if none does.
        """
        wide = self.jokers + 1
        found: i64 = -1
        least: i64 = 1 << 40
        for node in range(self.lo, self.hi):
            if self.k0[node] != 0:
                continue
            for c in range(self.cols):
                spent = self.jokers - c % wide
                rank = (c // wide + spent) * 64 + spent
                if self.val[node * self.cols + c] >= self.target and rank < least:
                    least = rank
                    found = node * self.cols + c
        return found

    # The melds.

    def trace(self) -> list[int]:
        """The melds of the best arrangement found by the last `run`, as words."""
        return self.trace_from(self.best_at, self.best_step)

    def trace_from(self, at: i64, steps: i64) -> list[int]:
        """The melds of the arrangement that ends at this column after so many steps."""
        path = [int(at)]
        for _ in range(steps):
            at = self.frm[at]
            path.append(int(at))
        path.reverse()
        melds: list[int] = []
        open_runs: list[list[list[int]]] = [[] for _ in range(self.suits)]
        for i in range(steps):
            what = self.step_of[i]
            if what & 7 == 7:
                self._trace_sets(path[i], path[i + 1], what >> 3, melds)
            else:
                runs = open_runs[what & 7]
                self._find_choice(path[i], path[i + 1], what >> 3, what & 7)
                open_runs[what & 7] = self._trace_runs(runs, melds)
        if self.free > 0 and self.k1[path[steps] // self.cols] & HAS_RUN:
            self._spread(melds, path[steps] % self.cols)
        return melds

    def _spread(self, melds: list[int], jokers: i64) -> None:
        """Add the jokers that are left to the runs; a full run is split first."""
        i = 0
        while jokers > 0:
            word = melds[i % len(melds)]
            low = low_of(word)
            length = length_of(word)
            top = self.wide - 1 if self.rules.both_aces or low > 0 else self.ranks - 1
            top = min(top, self.wide - 1)
            if kind_of(word) != RUN:
                i += 1
            elif low + length - 1 < top and length < self.rules.run_max:
                places = places_of(word) | BIT[length]
                melds[i % len(melds)] = int(run_word(suit_of(word), low, length + 1, places))
                jokers -= 1
            elif low > self.rules.first and length < self.rules.run_max:
                places = (places_of(word) * 2) | 1
                melds[i % len(melds)] = int(run_word(suit_of(word), low - 1, length + 1, places))
                jokers -= 1
            elif i < len(melds):
                i += 1
            else:
                self._split(melds, i % len(melds))
                i = 0

    def _split(self, melds: list[int], i: int) -> None:
        """Cut a long run in two, each with naturals enough."""
        word = melds[i]
        places = places_of(word)
        length = length_of(word)
        low = low_of(word)
        least = self.rules.run_min
        for cut in range(least, length - least + 1):
            lower = places & (BIT[cut] - 1)
            upper = places >> cut
            need = self.rules.min_naturals
            if cut - pop(lower) >= need and length - cut - pop(upper) >= need:
                melds[i] = int(run_word(suit_of(word), low, cut, lower))
                melds.append(int(run_word(suit_of(word), low + cut, length - cut, upper)))
                return

    def _cost(self, a: i64, b: i64) -> i64:
        """Jokers spent between two columns; their mask where they have colours."""
        if self.rules.coloured:
            return (a % self.cols) ^ (b % self.cols)
        wide = self.jokers + 1
        return a % self.cols % wide - b % self.cols % wide

    def _used(self, a: i64, b: i64) -> i64:
        """Naturals laid between two columns, -1 if that is not known."""
        if not self.counted:
            return -1
        wide = self.jokers + 1
        return b % self.cols // wide - a % self.cols // wide

    def _trace_sets(self, a: i64, b: i64, p: i64, melds: list[int]) -> None:
        left = self.k1[a // self.cols] & (BIT[2 * self.suits] - 1)
        kept = self.k1[b // self.cols] >> 10
        aces = p == 0 and self.wide > self.ranks
        cost = self._cost(a, b)
        used = self._used(a, b)
        gain = self.val[b] - self.val[a]
        if gain == 0 and cost == 0 and used <= 0 and not (aces and self._kept(left) != kept):
            return
        for i in range(self.opt_from[left], self.opt_to[left]):
            n = pop(cost) if self.rules.coloured else cost
            nat = self.opt_nat[i]
            worth = nat * self.weights.set_natural[p] + n * self.weights.set_joker[p]
            if self.opt_cost[i] != cost or worth != gain or (used >= 0 and used != nat):
                continue
            if not aces or self._kept(self.opt_after[i]) == kept:
                self._split_sets(left, self.opt_after[i], cost, p, melds)
                return

    def _split_sets(self, left: i64, after: i64, cost: i64, p: i64, melds: list[int]) -> bool:
        """Find sets that lead from one stock of naturals to another; adds them to melds."""
        if left == after and cost == 0:
            return True
        rules = self.rules
        for mask in range(1, BIT[self.suits]):
            rest = self.without(left, mask)
            if rest < 0:
                continue
            n = pop(mask)
            for k in range(self.jokers + 1):
                if n + k < rules.set_min or n + k > min(rules.set_max, self.suits):
                    continue
                if k > 0 and (n < rules.min_naturals or k > self.per_meld):
                    continue
                if k > n and rules.majority:
                    continue
                if not rules.coloured:
                    if k <= cost and self._split_sets(rest, after, cost - k, p, melds):
                        melds.append(int(group_word(p, mask, n + k, 0)))
                        return True
                    continue
                for s in range(self.suits if k == 1 else 1):
                    colour = BIT[s] if k else i64(0)
                    if k > 1 or colour & mask or colour & cost != colour:
                        continue
                    if self._split_sets(rest, after, cost - colour, p, melds):
                        melds.append(int(group_word(p, mask, n + k, colour)))
                        return True
        return False

    def _find_choice(self, a: i64, b: i64, p: i64, s: i64) -> None:
        """Find again what the runs of a suit did between two columns."""
        shift = s * self.cfg_bits
        k1 = self.k1[a // self.cols]
        n = (k1 >> (10 + 2 * s)) & 3 if p == self.ranks else self.cnt[p * self.suits + s]
        used = self._used(a, b)
        if p < self.ranks and (self.set_at[p] == 1 or (p == 0 and self.high[s] == 1)):
            used = n - ((self.k1[b // self.cols] >> (2 * s)) & 3)
        cost = self._cost(a, b)
        self.want_cfg = (self.k0[b // self.cols] >> shift) & self.cfg_mask
        self.want_used = used
        self.want_cost = pop(cost) if self.rules.coloured else cost
        self.want_val = self.val[b] - self.val[a]
        self.at = p
        self.suit = s
        self.line = s * (self.wide + 1) + p
        self.ahead = self.next_at[p * self.suits + s] - p - 1 <= self.jokers
        self.acts = 0
        word = self.e_word[self.tab[self.line] + ((self.k0[a // self.cols] >> shift) & self.cfg_mask)]
        self.want_word = 0
        if self.want_cfg:
            self.want_word = self.e_word[self.tab[self.line + 1] + self.want_cfg]
        self._go_on(word, n, 0, 0, 0, 0)
        self.want_cfg = -1

    def _trace_runs(self, runs: list[list[int]], melds: list[int]) -> list[list[int]]:
        """Let the runs under way, each [code, lowest position, joker places, length], go on."""
        going: list[list[int]] = []
        for i in range(self.n_found):
            act = self.found[i]
            kind = act & 3
            if kind == 3:
                lead = (act >> 6) & 63
                code = self._longer(0, 1, lead)
                if self.full[self.suit] and self.at == lead:
                    code |= FROM_ACE
                run = [int(code), int(self.at - lead), int(BIT[lead] - 1), int(lead + 1)]
            else:
                run = runs[i]
                run[0] = int(self._longer(run[0], kind & 1, kind >> 1))
                if kind == 2:
                    run[2] |= int(BIT[run[3]])
                run[3] += 1
            if act & 4:
                k = act >> 12
                places = run[2] + (BIT[k] - 1) * BIT[run[3]]
                melds.append(int(run_word(self.suit, run[1], run[3] + k, places)))
            else:
                going.append(run)
        going.sort(key=lambda run: run[0])
        return going
