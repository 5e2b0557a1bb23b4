"""The rank sweep: the best melds of any hand, with copies and jokers.

The positions of runs are walked upwards once. Between two positions a run is known only by its
length and naturals as far as rules ask for them, so few states differ; groups never leave their
rank and are settled there from the cards the runs left over. What the walk relies on:

* A run starts with a natural and ends with one; jokers beyond its last natural are paid when it
  closes and take no part in later states. Jokers below its first natural are only needed where the
  run cannot grow upwards, since a joker weighs no less on a higher position; with other weights
  they are tried everywhere.
* States that differ in the jokers left share one node with a column for each number of jokers.
* A node that cannot pass the best arrangement seen is dropped (`_prune`): by the weight of all
  cards to come in the first walk, later by bounds for suits and ranks apart (`Bounds`).
* If a layer outgrows the width, its most promising nodes are kept and the walk starts again, wider,
  until nothing was cut or the value reaches a bound for the whole hand. At the last width the
  answer may be cut; `exact` says so. It has been seen with 36 cards and more of six ranks only.
* Some runs of one suit may overlap beyond the number of packs, thanks to jokers: `MOST_OPEN`.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from upcard.core.arrange_bounds import Bounds
from upcard.core.arrange_hand import NEVER, Weights, grown
from upcard.core.hand import BIT, pop, zeros
from upcard.core.meld import MeldRules

HAS_RUN: Final = 1 << 20  # in a node's second key: a run has been laid or begun


class Sweep(Bounds):
    """The walk and its buffers for one set of rules; not to be shared between threads.

    `take` reads a hand, `run` finds the value; `Tracer` adds the melds.
    """

    def __init__(self, rules: MeldRules) -> None:
        super().__init__(rules)
        self.cfg_bits: i64 = 60 // self.suits
        self.cfg_mask: i64 = BIT[self.cfg_bits] - 1
        self.exact: bool = True
        # Nodes a layer may have in the first walk and in later ones. With many jokers the first
        # two only find a value: prices, and then pruning, are as good as the value at hand.
        self.widths: list[int] = [100, 40, 1000, 8000]
        self.joker_widths: list[int] = [20, 12, 60, 300, 1000, 8000]
        self.best: i64 = 0
        self.best_at: i64 = 0
        self.best_step: i64 = 0
        self.target: i64 = 0
        self.floor: i64 = 0
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
        self.use_options()
        self.free_jokers()
        self.most_joker = self.weights.most_joker
        self.floor = NEVER
        self.priced = False
        self.tables()
        for width in self.joker_widths if self.jokers > 2 and not counted else self.widths:
            self._walk(width, target)
            self.exact = not self.cut
            if self.exact or (not counted and (self.best >= ceiling or self.best >= target)):
                self.exact = True
                break
            if not counted:
                if self.priced and self.best <= self.floor:
                    continue
                self.floor = self.best
                if self.price(self.best) <= self.best:
                    self.exact = True
                    break
        return self.best

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
                    self._narrow(width, s + 1, p, p)
            if not touched:
                continue
            if sets or p == 0:
                self._sets(p)
            self._settle(p)
            if self.hi - self.lo > width:
                self._narrow(width, suits, p, p + 1)
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
        k0s = self.k0
        k1s = self.k1
        while table[h] >= first:
            node = table[h] - self.serial
            if k0s[node] == k0 and k1s[node] == k1:
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
        start = self.hi
        shift = s * self.cfg_bits
        field = self.cfg_mask << shift
        carry = 10 + 2 * s
        aces = BIT[carry] * 3
        colour = BIT[s]
        none: i64 = 0
        run: i64 = HAS_RUN
        first = self.tab[s * (self.wide + 1) + p]
        e_from, e_to = self.e_from, self.e_to
        ch_cfg, ch_used, ch_cost, ch_val = self.ch_cfg, self.ch_used, self.ch_cost, self.ch_val
        still: i64 = 0
        for node in range(self.lo, start):
            k0 = self.k0[node]
            k1 = self.k1[node]
            cfg = (k0 & field) >> shift
            if p == self.ranks:
                n = (k1 >> carry) & 3
                k1 &= ~aces
            k0 &= ~field
            entry = (first + cfg) * 4 + n
            for i in range(e_from[entry], e_to[entry]):
                new_cfg = ch_cfg[i]
                used = ch_used[i]
                still |= new_cfg
                key = k1
                if keep:
                    key |= (n - used) << (2 * s)
                if used:
                    key |= run
                cost = ch_cost[i]
                to = self._node(k0 | (new_cfg << shift), key, start)
                self._relax(node, to, cost, ch_val[i], used, colour if cost else none)
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
            kept = self.kept_aces(left) << 10 if aces else i64(0)
            self._relax(node, self._node(k0, k1 | kept, start), 0, 0, 0, 0)
            if left == 0 or not set_here:
                continue
            line = self.opt_line + left
            if self.opt_from[line] == 0:
                self.options(left)
            for i in range(self.opt_from[line], self.opt_to[line]):
                kept = self.kept_aces(self.opt_after[i]) << 10 if aces else i64(0)
                to = self._node(k0, k1 | kept, start)
                cost = self.opt_cost[i]
                n = pop(cost) if coloured else cost
                gain = self.opt_nat[i] * each + n * joker
                self._relax(node, to, cost, gain, self.opt_nat[i], cost)
        self._step(p * 8 + 7, start)

    def kept_aces(self, left: i64) -> i64:
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
                short = i64(0) if self.k1[node] & HAS_RUN else free
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
            lasting = self.k1[node] & HAS_RUN != 0 or self.free == 0
            j = cols
            while j > 0:
                j -= 1
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
        k1 = self.k1[node]
        lam = self.lam
        ranks = self.ranks
        bits = self.cfg_bits
        mask = self.cfg_mask
        for s in range(self.suits):
            at = s * (self.wide + 1) + p
            if s < done:
                at += 1
                if p < ranks:
                    total += lam[s * ranks + p] * ((k1 >> (2 * s)) & 3)
            total += lam[s * ranks] * ((k1 >> (10 + 2 * s)) & 3)
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

    def _narrow(self, width: i64, done: i64, p: i64, sets: i64) -> None:
        """Keep the width most promising nodes of the layer."""
        self.cut = True
        cols = self.cols
        n = self.hi - self.lo
        coloured = self.rules.coloured
        score = zeros(n)
        low: i64 = -NEVER
        high: i64 = NEVER
        for i in range(n):
            best: i64 = NEVER
            for j in range(cols):
                v = self.val[(self.lo + i) * cols + j]
                if v > NEVER:
                    v += (0 if self.counted or coloured else j) * self.most_joker
                    best = max(best, v)
            if self.priced and best > NEVER:
                best += self._rest_of(self.lo + i, done, p, sets)
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
