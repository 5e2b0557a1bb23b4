"""From a value back to melds: the way the rank sweep came."""

from __future__ import annotations

from mypy_extensions import i64

from upcard.core.arrange_steps import FROM_ACE
from upcard.core.arrange_sweep import HAS_RUN, Sweep
from upcard.core.hand import BIT, pop
from upcard.core.meld import (
    RUN,
    group_word,
    kind_of,
    length_of,
    low_of,
    places_of,
    run_word,
    suit_of,
)


class Tracer(Sweep):
    """A sweep that can tell the melds it found."""

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
        kept = (self.k1[b // self.cols] & (HAS_RUN - 1)) >> 10
        aces = p == 0 and self.wide > self.ranks
        cost = self._cost(a, b)
        used = self._used(a, b)
        gain = self.val[b] - self.val[a]
        if gain == 0 and cost == 0 and used <= 0 and not (aces and self.kept_aces(left) != kept):
            return
        for i in range(self.opt_from[self.opt_line + left], self.opt_to[self.opt_line + left]):
            n = pop(cost) if self.rules.coloured else cost
            nat = self.opt_nat[i]
            worth = nat * self.weights.set_natural[p] + n * self.weights.set_joker[p]
            if self.opt_cost[i] != cost or worth != gain or (used >= 0 and used != nat):
                continue
            if not aces or self.kept_aces(self.opt_after[i]) == kept:
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
        self._stand_at(p, s)
        self.acts = 0
        before = (self.k0[a // self.cols] >> shift) & self.cfg_mask
        word = self.e_word[self.tab[self.line] + before]
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
