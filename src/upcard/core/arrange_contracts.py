"""Contracts: exactly so many books and straights from one hand, for the most weight.

At most three melds are asked for, so they are enumerated: the ranks of the books first, then the
straights in the order of their naturals' weight, cut as soon as even all jokers beside them could
not beat the best. A joker stands in a straight where no natural is left, or where a book of the
same rank or an overlapping straight could use the natural, or where it weighs more than the
natural and the length is fixed.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from upcard.core.arrange_books import Books
from upcard.core.hand import BIT, count, pop, zeros
from upcard.core.meld import MeldRules, run_word

NEVER: Final = -(1 << 60)


class Terms:
    """What a contract asks for: books and straights (three melds at most), and how.

    all_cards: the whole hand has to go. exact: books have just their least length and straights
    too. same_rank_books, adjacent_straights: whether two books may share a rank, and two straights
    of a suit overlap or touch.
    """

    def __init__(
        self,
        books: int,
        straights: int,
        *,
        all_cards: bool = False,
        exact: bool = False,
        same_rank_books: bool = True,
        adjacent_straights: bool = True,
    ) -> None:
        if books < 0 or straights < 0 or not 1 <= books + straights <= 3 or straights > 2:
            raise ValueError("a contract has one to three melds, at most two of them straights")
        self.books: i64 = books
        self.straights: i64 = straights
        self.all_cards = all_cards
        self.exact = exact
        self.same_rank_books = same_rank_books
        self.adjacent_straights = adjacent_straights
        # What melds that lie already keep the others from: ranks of books, positions by suit.
        self.banned_ranks: i64 = 0
        self.banned_positions = zeros(8)

    def ban_rank(self, rank: i64) -> None:
        """No book of this rank."""
        self.banned_ranks |= BIT[rank]

    def ban_positions(self, suit: i64, positions: i64) -> None:
        """No straight of the suit over any of these positions (a mask)."""
        self.banned_positions[suit] = self.banned_positions[suit] | positions


class Contracts:
    """Finds contracts under one set of rules; one a thread.

    worth: the weight of a natural of each rank; joker: that of a joker; both 0 or more.
    """

    def __init__(self, rules: MeldRules, worth: vec[i64], joker: i64) -> None:
        self.rules = rules
        self._worth = worth
        self._joker = joker
        self._ones = zeros(rules.ranks)
        for r in range(rules.ranks):
            self._ones[r] = 1
        self.worth = worth
        self.joker: i64 = joker
        self.cnt = zeros(rules.suits * rules.ranks)
        self.jokers: i64 = 0
        self.books = Books(rules)
        self.terms = Terms(1, 0)
        # Straights that could be laid, most weight of naturals first.
        self.n_lines: i64 = 0
        self.line_suit = zeros(1024)
        self.line_low = zeros(1024)
        self.line_length = zeros(1024)
        self.line_gaps = zeros(1024)
        self.line_weight = zeros(1024)
        # The books' ranks under study, and the best contract so far.
        self.picked = zeros(3)
        self.pick_mask: i64 = 0
        self.pick_weight: i64 = 0
        # What these books could weigh with up to so many jokers, had they all cards of the hand.
        self.pick_most = zeros(64)
        self.best: i64 = NEVER
        self.used_line = zeros(2)
        self.used_jokers = zeros(2)
        self.found: list[int] = []

    def best_contract(
        self, held: vec[i64], base: i64, jokers: i64, terms: Terms
    ) -> tuple[int, list[int]] | None:
        """The most weight the contract can take from the hand at base, and its melds; or None."""
        rules = self.rules
        self.terms = terms
        self.jokers = jokers if rules.max_jokers > 0 else 0
        self.worth = self._ones if terms.all_cards else self._worth
        self.joker = 1 if terms.all_cards else self._joker
        total = jokers * self.joker
        for s in range(rules.suits):
            for r in range(rules.ranks):
                n = count(held, base + s * rules.copies, rules.copies, 0, r)
                self.cnt[s * rules.ranks + r] = n
                total += n * self.worth[r]
        self.best = total - 1 if terms.all_cards else NEVER
        self.found = []
        self.books.start(self.worth, self.joker, terms.exact)
        if terms.straights:
            self._list_lines()
        self._pick_books()
        if not self.found:
            return None
        if terms.all_cards:
            return int(self._whole_worth()), self.found
        return int(self.best), self.found

    def _whole_worth(self) -> i64:
        total = self.jokers * self._joker
        for i in range(self.rules.suits * self.rules.ranks):
            total += self.cnt[i] * self._worth[i % self.rules.ranks]
        return total

    # Books.

    def _pick_books(self) -> None:
        """Try the ranks of the books, those with most weight first."""
        ranks = self.rules.ranks
        n = self.terms.books
        order: list[tuple[int, int, int, int]] = []
        weight = zeros(ranks)
        for r in range(ranks):
            for s in range(self.rules.suits):
                weight[r] += self.cnt[s * ranks + r] * self.worth[r]
            if self.terms.exact:
                weight[r] = min(weight[r], self.rules.set_min * self.worth[r])
        apart = 0 if self.terms.same_rank_books else 1
        for a in range(ranks if n > 0 else 1):
            for b in range(a + apart, ranks) if n > 1 else [a]:
                for c in range(b + apart, ranks) if n > 2 else [b]:
                    total = weight[a] if n > 0 else i64(0)
                    if n > 1 and (b != a or self.terms.exact):
                        total += weight[b]
                    if n > 2 and (c != b or self.terms.exact):
                        total += weight[c]
                    order.append((-int(total), int(a), int(b), int(c)))
        order.sort()
        banned = self.terms.banned_ranks if n > 0 else i64(0)
        for total_, a_, b_, c_ in order:
            if banned & (BIT[a_] | BIT[b_] | BIT[c_]):
                continue
            self.picked[0] = a_
            self.picked[1] = b_
            self.picked[2] = c_
            self.pick_weight = -total_
            self.pick_mask = (BIT[a_] | BIT[b_] | BIT[c_]) if n > 0 else i64(0)
            if self.terms.straights == 0 or self._study_pick():
                self._straight(0, 0, 0, self.jokers)

    def _study_pick(self) -> bool:
        """What the picked books could weigh at most beside straights; whether they can be laid."""
        n = self.terms.books
        for jokers in range(self.jokers + 1):
            self.pick_most[jokers] = self.books.most(self.cnt, self.picked, n, jokers)
        return self.pick_most[self.jokers] >= 0

    def _finish(self, value: i64, jokers: i64) -> None:
        """Lay the books from what is left, and keep the contract if it is the best."""
        if self.terms.books > 0:
            gain = self.books.most(self.cnt, self.picked, self.terms.books, jokers)
            if gain < 0 or value + gain <= self.best:
                return
            value += gain
        elif value <= self.best:
            return
        self.best = value
        melds: list[int] = []
        if self.terms.books > 0:
            melds = self.books.words(self.cnt, self.picked, self.terms.books, jokers)
        for k in range(self.terms.straights):
            i = self.used_line[k]
            length = self.line_length[i]
            low = self.line_low[i]
            melds.append(int(run_word(self.line_suit[i], low, length, self.used_jokers[k])))
        self.found = melds

    # Straights.

    def _list_lines(self) -> None:
        rules = self.rules
        lines: list[tuple[int, int, int, int, int]] = []
        self.n_lines = 0
        top = min(rules.run_min, rules.run_max) if self.terms.exact else rules.run_max
        most = min(self.jokers, rules.max_jokers)
        for s in range(rules.suits):
            for low in range(rules.first, rules.ranks if rules.wrap else rules.last + 1):
                weight: i64 = 0
                gaps: i64 = 0
                for n in range(1, top + 1):
                    p = low + n - 1
                    if rules.wrap and (n > rules.ranks):
                        break
                    if not rules.wrap and p > rules.last:
                        break
                    if n > rules.ranks and not rules.both_aces:
                        break
                    r = p % rules.ranks
                    if self.cnt[s * rules.ranks + r] > (1 if n > rules.ranks else 0):
                        weight += self.worth[r]
                    else:
                        gaps += 1
                    if gaps > most or self.terms.banned_positions[s] & BIT[r if rules.wrap else p]:
                        break
                    if n >= rules.run_min:
                        lines.append((-int(weight), int(gaps), int(s), int(low), int(n)))
        lines.sort()
        n_lines: i64 = 0
        for weight_, gaps_, suit_, low_, length_ in lines:
            self.line_weight[n_lines] = -weight_
            self.line_gaps[n_lines] = gaps_
            self.line_suit[n_lines] = suit_
            self.line_low[n_lines] = low_
            self.line_length[n_lines] = length_
            n_lines += 1
        self.n_lines = n_lines

    def _straight(self, level: i64, start: i64, value: i64, jokers: i64) -> None:
        """Choose the next straight, in the order of the list; then lay the books."""
        want = self.terms.straights
        if level == want:
            self._finish(value, jokers)
            return
        beside = value + self.pick_weight + jokers * self.joker
        if self.terms.exact and value + self._most_exact(level, jokers) <= self.best:
            return
        for i in range(start, self.n_lines):
            reach = beside + self.line_weight[i]
            if level + 1 < want:
                reach += self.line_weight[i]
            if reach <= self.best:
                return
            if self.line_gaps[i] > jokers or (level == 1 and not self._apart(i)):
                continue
            self.used_line[level] = i
            self._fill(level, i, value, jokers)

    def _most_exact(self, level: i64, jokers: i64) -> i64:
        """What the melds still to come could weigh when their lengths are fixed."""
        rules = self.rules
        cards = self.terms.books * rules.set_min + (self.terms.straights - level) * rules.run_min
        wild = min(jokers, cards)
        top: i64 = 0
        for r in range(rules.ranks):
            top = max(top, self.worth[r])
        return max(wild * self.joker, wild * top) + (cards - wild) * top

    def _apart(self, i: i64) -> bool:
        """Whether a straight may lie beside the first one."""
        j = self.used_line[0]
        if self.terms.adjacent_straights or self.line_suit[i] != self.line_suit[j]:
            return True
        a = self._cover(i)
        b = self._cover(j)
        ranks = self.rules.ranks
        near = (a << 1) | (a >> 1) | a
        if self.rules.wrap:
            near |= (a >> (ranks - 1)) | ((a & 1) << (ranks - 1))
        return near & b == 0

    def _cover(self, i: i64) -> i64:
        cover: i64 = 0
        for n in range(self.line_length[i]):
            p = self.line_low[i] + n
            cover |= BIT[p % self.rules.ranks if self.rules.wrap else p]
        return cover

    def _fill(self, level: i64, i: i64, value: i64, jokers: i64) -> None:
        """Say where jokers stand in a straight: at its gaps, and where they set naturals free."""
        rules = self.rules
        ranks = rules.ranks
        length = self.line_length[i]
        base = self.line_suit[i] * ranks
        gaps: i64 = 0
        free: i64 = 0
        rest: i64 = 0
        for n in range(length):
            r = (self.line_low[i] + n) % ranks
            if self.cnt[base + r] <= (1 if n >= ranks else 0):
                gaps |= BIT[n]
            elif self._may_free(level, i, r):
                free |= BIT[n]
            elif self.joker > self.worth[r]:
                rest |= BIT[n]
        if length < min(rules.run_max, ranks if rules.wrap else rules.last - rules.first + 1):
            rest = 0  # a straight with room takes jokers at its ends
        while True:
            sub = free
            while True:
                self._lay(level, i, gaps | sub, value, jokers)
                if sub == 0:
                    break
                sub = (sub - 1) & free
            if rest == 0 or pop(gaps) >= jokers:
                return
            cheapest = self._cheapest(i, rest)
            rest -= cheapest
            gaps |= cheapest

    def _cheapest(self, i: i64, marks: i64) -> i64:
        """The bit of the lightest natural of a straight among the marked ones."""
        found: i64 = 0
        least: i64 = 0
        for n in range(self.line_length[i]):
            weight = self.worth[(self.line_low[i] + n) % self.rules.ranks]
            if marks & BIT[n] and (found == 0 or weight < least):
                found = BIT[n]
                least = weight
        return found

    def _may_free(self, level: i64, i: i64, r: i64) -> bool:
        """Whether a natural of the straight might be better used elsewhere, or a joker here."""
        if self.pick_mask & BIT[r] or (self.terms.exact and self.joker > self.worth[r]):
            return True
        if level == 0 and self.terms.straights == 2 and self.limits():
            return self.cnt[self.line_suit[i] * self.rules.ranks + r] == 1
        return False

    def limits(self) -> bool:
        """Whether rules limit the jokers of one meld."""
        rules = self.rules
        return rules.majority or rules.min_naturals > 0 or rules.max_jokers < self.jokers

    def _lay(self, level: i64, i: i64, marks: i64, value: i64, jokers: i64) -> None:
        """Take a straight's cards out of the hand, go on, and put them back."""
        rules = self.rules
        n = pop(marks)
        length = self.line_length[i]
        if n > jokers or n > rules.max_jokers:
            return
        if n > 0 and (length - n < rules.min_naturals or (rules.majority and n > length - n)):
            return
        base = self.line_suit[i] * rules.ranks
        value += n * self.joker
        for k in range(length):
            if not marks & BIT[k]:
                value += self.worth[(self.line_low[i] + k) % rules.ranks]
        if level + 1 == self.terms.straights:
            books = self.pick_most[jokers - n]
            if books < 0 or value + books <= self.best:
                return
        for k in range(length):
            if not marks & BIT[k]:
                self.cnt[base + (self.line_low[i] + k) % rules.ranks] -= 1
        self.used_jokers[level] = marks
        self._straight(level + 1, i, value, jokers - n)
        for k in range(length):
            if not marks & BIT[k]:
                self.cnt[base + (self.line_low[i] + k) % rules.ranks] += 1
