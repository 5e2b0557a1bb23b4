"""Deadwood: the least worth of unmelded cards, for one pack without jokers.

Sets are few in a hand, and once they are chosen each suit stands alone: the most that runs can take
from a mask of ranks is looked up in a table. So the search is over the sets only.
"""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from upcard.core.hand import BIT, zeros
from upcard.core.meld import MeldRules, group_word, run_word


class Deadwood:
    """The deadwood of hands under one set of rules and one worth of cards.

    rules: one copy of each card, four suits, no jokers, groups of 3 or 4. worth: what a card of
    each rank counts, 0 or more, the same in runs and sets. Building it fills a table of 8,192
    entries (some 20 ms in plain Python), so keep it.
    """

    def __init__(self, rules: MeldRules, worth: vec[i64]) -> None:
        if rules.copies != 1 or rules.suits != 4 or rules.ranks != 13:
            raise ValueError("deadwood tables are for one pack of four suits and thirteen ranks")
        self.rules = rules
        self.worth = worth
        self.twin_sets = rules.set_max > 3
        # For each mask of ranks: its whole worth, and the most runs can take of it.
        self._sum = zeros(1 << 13)
        self._runs = zeros(1 << 13)
        for mask in range(1, 1 << 13):
            r: i64 = 0
            while not mask & BIT[r]:
                r += 1
            self._sum[mask] = self._sum[mask & (mask - 1)] + worth[r]
            self._runs[mask] = self._worth_of(run_line(rules, mask, worth))

    def _worth_of(self, line: i64) -> i64:
        return self._sum[line & 8191] + (self.worth[0] if line & BIT[13] else i64(0))

    def of(self, held: vec[i64], base: i64) -> i64:
        """The deadwood of the hand at base."""
        total = self._sum
        a = held[base]
        b = held[base + 1]
        c = held[base + 2]
        d = held[base + 3]
        whole = total[a] + total[b] + total[c] + total[d]
        threes = (a & b & (c | d)) | (c & d & (a | b))
        if threes == 0:
            runs = self._runs
            return whole - runs[a] - runs[b] - runs[c] - runs[d]
        return whole - self._most(a, b, c, d, threes)

    def _most(self, a: i64, b: i64, c: i64, d: i64, threes: i64) -> i64:
        """The most worth melds take from these suits, with sets of the ranks in threes or none."""
        runs = self._runs
        if threes == 0:
            return runs[a] + runs[b] + runs[c] + runs[d]
        bit = threes & -threes
        threes -= bit
        na = a & bit
        nb = b & bit
        nc = c & bit
        nd = d & bit
        worth = self._sum[bit]
        near = self._runs_near(a, bit) or self._runs_near(b, bit)
        if not (near or self._runs_near(c, bit) or self._runs_near(d, bit)):
            n: i64 = 3 if na == 0 or nb == 0 or nc == 0 or nd == 0 or not self.twin_sets else 4
            return worth * n + self._most(a - na, b - nb, c - nc, d - nd, threes)
        best = self._most(a, b, c, d, threes)
        if na and nb and nc and nd:
            if self.twin_sets:
                best = max(best, 4 * worth + self._most(a - bit, b - bit, c - bit, d - bit, threes))
            best = max(best, 3 * worth + self._most(a, b - bit, c - bit, d - bit, threes))
            best = max(best, 3 * worth + self._most(a - bit, b, c - bit, d - bit, threes))
            best = max(best, 3 * worth + self._most(a - bit, b - bit, c, d - bit, threes))
            return max(best, 3 * worth + self._most(a - bit, b - bit, c - bit, d, threes))
        return max(best, 3 * worth + self._most(a - na, b - nb, c - nc, d - nd, threes))

    def _runs_near(self, suit: i64, bit: i64) -> bool:
        """Whether a run of the suit could hold this rank."""
        if suit & bit == 0:
            return False
        line = suit | (suit & 1) << 13
        ends = line & (line >> 1) & (line >> 2)
        near = ends | (ends << 1) | (ends << 2)
        return near & bit != 0 or (bit == 1 and near & BIT[13] != 0)

    def melds(self, held: vec[i64], base: i64) -> list[int]:
        """Melds that leave the least deadwood, as words."""
        suits = [int(held[base + s]) for s in range(4)]
        best: list[list[int]] = []
        most = -1
        threes = 0
        for r in range(13):
            if sum(suit >> r & 1 for suit in suits) >= 3:
                threes |= 1 << r
        stack: list[tuple[int, list[list[int]]]] = [(threes, [])]
        while stack:
            left, sets = stack.pop()
            if left:
                rank = (left & -left).bit_length() - 1
                left &= left - 1
                stack.append((left, sets))
                owners = [s for s in range(4) if suits[s] >> rank & 1]
                for drop in [-1, *owners]:
                    chosen = [s for s in owners if s != drop]
                    if 3 <= len(chosen) <= self.rules.set_max:
                        stack.append((left, [*sets, [rank, *chosen]]))
                continue
            value = self._value(suits, sets)
            if value > most:
                most = value
                best = sets
        rest = list(suits)
        words: list[int] = []
        for rank, *chosen in best:
            words.append(int(group_word(rank, sum(1 << s for s in chosen), len(chosen), 0)))
            for s in chosen:
                rest[s] -= 1 << rank
        for s in range(4):
            words.extend(run_words(self.rules, s, run_line(self.rules, rest[s], self.worth)))
        return words

    def _value(self, suits: list[int], sets: list[list[int]]) -> int:
        rest = list(suits)
        total: i64 = 0
        for rank, *chosen in sets:
            total += self.worth[rank] * len(chosen)
            for s in chosen:
                rest[s] -= 1 << rank
        for mask in rest:
            total += self._runs[mask]
        return int(total)



def _stretches(rules: MeldRules, line: i64) -> i64:
    """The positions of a line that lie in runs long enough."""
    taken: i64 = 0
    p = rules.first
    while p <= rules.last:
        q = p
        while q <= rules.last and line & BIT[q]:
            q += 1
        if q - p >= rules.run_min:
            taken |= BIT[q] - BIT[p]
        p = q + 1
    return taken


def _sum_line(line: i64, worth: vec[i64]) -> i64:
    total: i64 = 0
    for p in range(14):
        if line & BIT[p]:
            total += worth[p % 13]
    return total


def run_line(rules: MeldRules, mask: i64, worth: vec[i64]) -> i64:
    """The positions runs take of one suit's ranks for the most worth; the ace takes one end."""
    low = _stretches(rules, mask)
    if rules.last < rules.ranks or mask & 1 == 0:
        return low
    high = _stretches(rules, mask - 1 + BIT[rules.ranks])
    return high if _sum_line(high, worth) > _sum_line(low, worth) else low


def run_words(rules: MeldRules, suit: i64, line: i64) -> list[int]:
    """The runs of one suit on these positions."""
    words: list[int] = []
    p: i64 = 0
    while p <= rules.last:
        q = p
        while q <= rules.last and line & BIT[q]:
            q += 1
        if q > p:
            words.append(int(run_word(suit, p, q - p, 0)))
        p = q + 1
    return words
