"""The choices of the rank sweep at one step: what runs can do, and ways to lay sets.

A run under way is a code of its length and naturals, as far as rules ask for them, with its jokers
where they are limited and whether it began with an ace where it might become too long. The codes of
one suit are packed into a word, and the words are numbered.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from upcard.core.arrange_hand import StudiedHand, grown
from upcard.core.hand import BIT, pop, zeros
from upcard.core.meld import MeldRules

MOST_OPEN: Final = 5  # runs of one suit that may be under way at one position
SLOT: Final = 10  # bits of a run under way: length 0-2, naturals 3-5, jokers 6-8, from-ace 9
FROM_ACE: Final = 1 << 9


def with_slot(slots: i64, code: i64) -> i64:
    """Runs under way, one more; kept in falling order so that equal sets are equal words."""
    low: i64 = 0
    shift: i64 = 0
    while slots & 1023 and (slots & 1023) < code:
        low |= (slots & 1023) << shift
        shift += SLOT
        slots >>= SLOT
    return low | (code << shift) | (slots << (shift + SLOT))


class Steps(StudiedHand):
    """The choices of each step for the hand under study; `Sweep` walks over them."""

    def __init__(self, rules: MeldRules) -> None:
        super().__init__(rules)
        # Sets of runs under way, for each suit and position; 0 is none. Their choices.
        self.tab = zeros(self.suits * (self.wide + 1) + 1)
        self.line: i64 = 0
        self.most_entries: i64 = min(BIT[60 // self.suits] - 1, 8000)
        self.word_at = zeros(1 << 14)
        self.mark: i64 = 1
        self.n_entry: i64 = 0
        self.e_word = zeros(512)
        self.e_bound = zeros(512)
        self.e_spent = zeros(512)  # fewest jokers that lead to it
        self.e_from = zeros(2048)
        self.e_to = zeros(2048)
        self.ch_cfg = zeros(1024)
        self.ch_used = zeros(1024)
        self.ch_cost = zeros(1024)
        self.ch_val = zeros(1024)
        self.n_ch: i64 = 0
        self.gen_from: i64 = 0
        self.most_naturals: i64 = 0  # as far as rules ask for them
        self.at: i64 = 0
        self.suit: i64 = 0
        self.spend: i64 = 0  # jokers that runs of the suit may take
        self.spent: i64 = 0  # fewest of them in the runs under way
        self.ahead: bool = False  # jokers reach to the suit's next natural
        self.finish = zeros(MOST_OPEN + 1)  # fewest jokers to end so many runs above
        # What each run does in a choice, and the choice a trace looks for.
        self.act = zeros(32)
        self.acts: i64 = 0
        self.found = zeros(32)
        self.n_found: i64 = -1
        self.want_cfg: i64 = -1
        self.want_word: i64 = 0
        self.want_used: i64 = 0
        self.want_cost: i64 = 0
        self.want_val: i64 = 0
        # Ways to lay sets, by the jokers at hand and the naturals left of a rank (two bits a suit).
        self.opt_from = zeros(1 << 10)
        self.opt_to = zeros(1 << 10)
        self.opt_after = zeros(256)
        self.opt_cost = zeros(256)
        self.opt_nat = zeros(256)
        self.n_opt: i64 = 1
        self.opt_line: i64 = 0

    # Runs.

    def _number(self, word: i64) -> i64:
        """The number of a set of runs under way among those the next position may see."""
        h = (word ^ (word >> 20) * 40503 ^ (word >> 10) * 9973 ^ (word >> 40) * 69069) & 16383
        first = self.tab[self.line + 1]
        while self.word_at[h] >= first + self.mark:
            entry = self.word_at[h] - self.mark
            if self.e_word[entry] == word:
                return entry - first
            h = (h + 1) & 16383
        entry = self.n_entry
        if entry - first > self.most_entries:
            return -1
        self.word_at[h] = entry + self.mark
        self._add_entry(word)
        return entry - first

    def _add_entry(self, word: i64) -> None:
        n = self.n_entry
        if n == i64(len(self.e_word)):
            self.e_word = grown(self.e_word, n * 2)
            self.e_bound = grown(self.e_bound, n * 2)
            self.e_spent = grown(self.e_spent, n * 2)
            self.e_from = grown(self.e_from, n * 8)
            self.e_to = grown(self.e_to, n * 8)
        self.e_word[n] = word
        self.e_spent[n] = self.spend if word else i64(0)
        self.n_entry = n + 1

    def tables(self) -> None:
        """List, for each suit and position, the runs that may be under way and their choices.

        Entry 0 of each is the empty set. At the high ace choices are listed for any number of aces.
        """
        need: i64 = 1
        if self.rules.majority:
            need = self.jokers
        self.most_naturals = min(max(need, self.rules.min_naturals), 7)
        self.mark += self.n_entry + 1
        self.n_entry = 0
        self.n_ch = 0
        for s in range(self.suits):
            self.tab[s * (self.wide + 1)] = self.n_entry
            self._add_entry(0)
            for p in range(self.wide):
                self._stand_at(p, s)
                last = self.n_entry
                self.tab[self.line + 1] = last
                self._add_entry(0)
                if self.ahead and (self.cnt[p * self.suits + s] or last > self.tab[self.line] + 1):
                    self._look_ahead()
                for entry in range(self.tab[self.line], last):
                    self.spent = self.e_spent[entry]
                    n = self.cnt[p * self.suits + s]
                    for aces in range(n if p < self.ranks else i64(0), n + 1):
                        self.gen_from = self.n_ch
                        self.acts = 0
                        self._go_on(self.e_word[entry], aces, 0, 0, 0, 0)
                        self.e_from[entry * 4 + aces] = self.gen_from
                        self.e_to[entry * 4 + aces] = self.n_ch

    def _stand_at(self, p: i64, s: i64) -> None:
        """Make a position and suit the current ones."""
        self.at = p
        self.suit = s
        self.line = s * (self.wide + 1) + p
        self.spend = self.jokers
        if self.rules.coloured:
            self.spend = (self.joker_set >> s) & 1
        self.ahead = self.next_at[p * self.suits + s] - p - 1 <= self.spend

    def _look_ahead(self) -> None:
        """Count the jokers that runs under way here cannot do without.

        Each run ends with a natural; whoever gets none at a position needs a joker there.
        """
        most = self.spend
        for k in range(1, MOST_OPEN + 1):
            open_runs: i64 = k
            cost: i64 = 0
            for q in range(self.at + 1, self.wide):
                open_runs -= self.cnt[q * self.suits + self.suit]
                if open_runs <= 0 or cost > most:
                    break
                cost += open_runs
            self.finish[k] = cost if open_runs <= 0 else most + 1

    def _emit(self, word: i64, used: i64, cost: i64, gain: i64) -> None:
        if self.want_cfg >= 0:
            if (
                word == self.want_word
                and (used == self.want_used or self.want_used < 0)
                and cost == self.want_cost
                and gain == self.want_val
            ):
                self.n_found = self.acts
                for k in range(self.acts):
                    self.found[k] = self.act[k]
            return
        cfg: i64 = 0
        if word:
            open_runs: i64 = 1
            while word >> (SLOT * open_runs):
                open_runs += 1
            spent = self.spent + cost
            if spent + self.finish[open_runs] > self.spend:
                return
            cfg = self._number(word)
            if cfg < 0:
                return
            entry = self.tab[self.line + 1] + cfg
            self.e_spent[entry] = min(self.e_spent[entry], spent)
        for i in range(self.gen_from, self.n_ch):
            if self.ch_cfg[i] == cfg and self.ch_used[i] == used and self.ch_cost[i] == cost:
                if gain > self.ch_val[i]:
                    self.ch_val[i] = gain
                return
        i = self.n_ch
        if i == i64(len(self.ch_cfg)):
            self.ch_cfg = grown(self.ch_cfg, i * 2)
            self.ch_used = grown(self.ch_used, i * 2)
            self.ch_cost = grown(self.ch_cost, i * 2)
            self.ch_val = grown(self.ch_val, i * 2)
        self.ch_cfg[i] = cfg
        self.ch_used[i] = used
        self.ch_cost[i] = cost
        self.ch_val[i] = gain
        self.n_ch = i + 1

    def _go_on(self, slots: i64, n: i64, out: i64, used: i64, cost: i64, gain: i64) -> None:
        """Carry the lowest run under way one position further, then the others."""
        if slots == 0:
            self._begin(n, out, used, cost, gain)
            return
        code = slots & 1023
        rest = slots >> SLOT
        depth = self.acts
        self.acts = depth + 1
        if self.at == self.ranks and code & FROM_ACE:
            self.acts = depth
            return
        if n > 0:
            longer = self._longer(code, 1, 0)
            gain_here = gain + self.weights.natural[self.at]
            self._natural(longer, rest, n - 1, out, used + 1, cost, gain_here, depth, 1)
        if self.ahead and cost < self.spend:
            longer = self._longer(code, 0, 1)
            if longer:
                self.act[depth] = 2
                gain_here = gain + self.weights.joker[self.at]
                self._go_on(rest, n, with_slot(out, longer), used, cost + 1, gain_here)
        self.acts = depth

    def _begin(self, n: i64, out: i64, used: i64, cost: i64, gain: i64) -> None:
        """Start runs with some of the naturals that are left."""
        self._emit(out, used, cost, gain)
        at = self.at
        if n == 0 or at < self.rules.first:
            return
        depth = self.acts
        self.acts = depth + 1
        low = at - self.rules.first
        w = self.weights
        most: i64 = 0
        if self.spend > cost:
            most = min(min(self.per_meld, self.spend - cost), low)
            if w.rising and self._gaps_above() + 1 > self.spend - cost:
                most = 0
        worth = gain + w.natural[at]
        for lead in range(most + 1):
            if lead > 0:
                worth += w.joker[at - lead]
            code = self._longer(0, 1, lead)
            if code:
                if self.full[self.suit] and at == lead:
                    code |= FROM_ACE
                kind = 3 + 64 * lead
                self._natural(code, 0, n - 1, out, used + 1, cost + lead, worth, depth, kind)
        self.acts = depth

    def _gaps_above(self) -> i64:
        """How many positions above this one have no natural of the suit."""
        gaps: i64 = 0
        for p in range(self.at + 1, self.wide):
            if self.next_at[(p - 1) * self.suits + self.suit] != p:
                gaps += 1
        return gaps

    def _natural(
        self,
        code: i64,
        rest: i64,
        n: i64,
        out: i64,
        used: i64,
        cost: i64,
        gain: i64,
        depth: i64,
        kind: i64,
    ) -> None:
        """A run has just been given a natural: let it go on, or close it with jokers above."""
        more = kind & 63 != 3
        if self.ahead and (out >> (SLOT * (MOST_OPEN - 1))) == 0:
            self.act[depth] = kind
            self.acts = depth + 1
            if more:
                self._go_on(rest, n, with_slot(out, code), used, cost, gain)
            else:
                self._begin(n, with_slot(out, code), used, cost, gain)
        rules = self.rules
        least = rules.run_min - (code & 7)
        if (code >> 3) & 7 < rules.min_naturals:
            return
        above = self.wide - 1 - self.at
        if code & FROM_ACE:
            above -= 1
        k: i64 = 0
        w = self.weights.joker
        while True:
            if k >= least and self._may_hold(code, k):
                self.act[depth] = kind + 4 + 4096 * k
                self.acts = depth + 1
                if more:
                    self._go_on(rest, n, out, used, cost + k, gain)
                else:
                    self._begin(n, out, used, cost + k, gain)
            k += 1
            if k > above or cost + k > self.spend:
                break
            if k > least and self.spare <= 0:
                break
            gain += w[self.at + k]

    def _longer(self, code: i64, naturals: i64, jokers: i64) -> i64:
        """A run's code with more cards, 0 if it may not have them."""
        rules = self.rules
        length = min((code & 7) + naturals + jokers, rules.run_min)
        nat = min(((code >> 3) & 7) + naturals, self.most_naturals)
        jok = (code >> 6) & 7
        if self.limited:
            jok += jokers
            if jok > self.per_meld or jok > 7:
                return 0
        return length | (nat << 3) | (jok << 6) | (code & FROM_ACE)

    def _may_hold(self, code: i64, jokers: i64) -> bool:
        """Whether a run that closes with these jokers keeps to the limits."""
        if not self.limited:
            return True
        jok = ((code >> 6) & 7) + jokers
        return jok <= self.per_meld and (not self.rules.majority or jok <= (code >> 3) & 7)

    # Sets.

    def use_options(self) -> None:
        """Turn to the ways to lay sets with the jokers at hand; they are kept for later hands."""
        self.opt_line = (self.joker_set if self.rules.coloured else self.jokers) << 10
        if self.opt_line + 1024 > i64(len(self.opt_from)):
            self.opt_from = grown(self.opt_from, self.opt_line + 1024)
            self.opt_to = grown(self.opt_to, self.opt_line + 1024)

    def options(self, left: i64) -> None:
        """List all ways to lay sets from the naturals left of a rank."""
        self.opt_from[self.opt_line + left] = self.n_opt
        self._lay_sets(left, 0, left, 1)
        self.opt_to[self.opt_line + left] = self.n_opt

    def _lay_sets(self, left: i64, cost: i64, whole: i64, first: i64) -> None:
        for i in range(self.opt_from[self.opt_line + whole], self.n_opt):
            if self.opt_after[i] == left and self.opt_cost[i] == cost:
                return
        if left != whole:
            self._add_option(left, cost, whole)
        rules = self.rules
        for mask in range(first, BIT[self.suits]):
            after = self.without(left, mask)
            if after < 0:
                continue
            n = pop(mask)
            if n >= rules.set_min and n <= rules.set_max:
                self._lay_sets(after, cost, whole, mask)
            if rules.coloured:
                if n >= max(rules.min_naturals, rules.set_min - 1) and n < rules.set_max:
                    for s in range(self.suits):
                        if BIT[s] & self.joker_set and not BIT[s] & (mask | cost):
                            self._lay_sets(after, cost | BIT[s], whole, mask)
                continue
            for k in range(1, min(self.per_meld, self.jokers - cost) + 1):
                if n + k >= rules.set_min and n + k <= min(rules.set_max, self.suits):
                    if n >= rules.min_naturals and not (rules.majority and k > n):
                        self._lay_sets(after, cost + k, whole, mask)

    def without(self, left: i64, mask: i64) -> i64:
        """What is left of a rank's naturals without one of each suit, -1 if one is not there."""
        for s in range(self.suits):
            if mask & BIT[s]:
                if not (left >> (2 * s)) & 3:
                    return -1
                left -= BIT[2 * s]
        return left

    def _add_option(self, left: i64, cost: i64, whole: i64) -> None:
        i = self.n_opt
        if i == i64(len(self.opt_after)):
            self.opt_after = grown(self.opt_after, i * 2)
            self.opt_cost = grown(self.opt_cost, i * 2)
            self.opt_nat = grown(self.opt_nat, i * 2)
        nat: i64 = 0
        for s in range(self.suits):
            nat += ((whole >> (2 * s)) & 3) - ((left >> (2 * s)) & 3)
        self.opt_after[i] = left
        self.opt_cost[i] = cost
        self.opt_nat[i] = nat
        self.n_opt = i + 1
