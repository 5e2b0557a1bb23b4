"""The books of a contract: what up to three books can take from the cards of their ranks."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from upcard.core.hand import BIT, zeros
from upcard.core.meld import BOOK_ANY, BOOK_NO_JOKER, MeldRules, book_word

MOST_JOKERS: Final = 16
MOST_CARDS: Final = 24


class Books:
    """Lays given books from counts of cards; used by `Contracts`.

    For books of one rank only two numbers matter, naturals and jokers, unless jokers are bound to
    missing suits. `_fits` says with a bit for each number of jokers how n books of c naturals may
    be made.
    """

    def __init__(self, rules: MeldRules) -> None:
        self.rules = rules
        self.worth = zeros(rules.ranks)
        self.joker: i64 = 0
        self.exact: bool = False
        self._fits = zeros(4 * (MOST_CARDS + 1))
        self._listed: bool = False
        self._known: dict[int, int] = {}
        self._ways: dict[tuple[int, ...], list[tuple[list[int], int]] | None] = {}

    def start(self, worth: vec[i64], joker: i64, exact: bool) -> None:
        """Take the weights; exact: books have their least length."""
        self.worth = worth
        self.joker = joker
        if self._listed and self.exact == exact:
            return
        self.exact = exact
        self._listed = True
        self._known = {}
        self._ways = {}
        fits = self._fits
        wide: i64 = MOST_CARDS + 1
        for c in range(wide):
            fits[c] = 1 if c == 0 else 0
        for n in range(1, 4):
            for c in range(wide):
                mask: i64 = 0
                for own in range(c + 1):
                    one = self._one(own)
                    other = fits[(n - 1) * wide + c - own]
                    for k in range(MOST_JOKERS + 1):
                        if one & BIT[k]:
                            mask |= other << k
                fits[n * wide + c] = mask & (BIT[MOST_JOKERS + 1] - 1)

    def _one(self, naturals: i64) -> i64:
        """With how many jokers so many naturals make a book."""
        rules = self.rules
        mask: i64 = 0
        for k in range(MOST_JOKERS + 1):
            if naturals + k < rules.set_min or naturals + k > rules.set_max:
                continue
            if self.exact and naturals + k > rules.set_min:
                continue
            if k > 0 and not self.may_hold(naturals, k):
                continue
            mask |= BIT[k]
        return mask

    def may_hold(self, naturals: i64, jokers: i64) -> bool:
        """Whether a book of so many naturals may hold so many jokers, its suits aside."""
        rules = self.rules
        if jokers > rules.max_jokers or naturals < rules.min_naturals:
            return False
        if rules.book_joker == BOOK_NO_JOKER or (rules.majority and jokers > naturals):
            return jokers == 0
        return True

    def most(self, cnt: vec[i64], picked: vec[i64], books: i64, jokers: i64) -> i64:
        """The most weight of books of the picked ranks, -1 if they cannot all be laid."""
        return self._best_of(cnt, picked, books, jokers, 0)

    def _best_of(self, cnt: vec[i64], picked: vec[i64], books: i64, jokers: i64, i: i64) -> i64:
        if i == books:
            return 0
        n: i64 = 1
        while i + n < books and picked[i + n] == picked[i]:
            n += 1
        best: i64 = -1
        for k in range(jokers + 1):
            here = self._rank_worth(cnt, picked[i], n, k)
            if here < 0:
                continue
            rest = self._best_of(cnt, picked, books, jokers - k, i + n)
            if rest >= 0 and here + rest > best:
                best = here + rest
        return best

    def _rank_worth(self, cnt: vec[i64], rank: i64, n: i64, k: i64) -> i64:
        """The most weight of n books of a rank with just k jokers, -1 if there are none."""
        if k > MOST_JOKERS:
            return -1
        naturals: i64 = 0
        for s in range(self.rules.suits):
            naturals += cnt[s * self.rules.ranks + rank]
        most = self._naturals(cnt, rank, n, k, naturals)
        return -1 if most < 0 else most * self.worth[rank] + k * self.joker

    def _naturals(self, cnt: vec[i64], rank: i64, n: i64, k: i64, naturals: i64) -> i64:
        """How many naturals n books of a rank with just k jokers can take, -1 if none can be."""
        if self.rules.book_joker != BOOK_ANY and k > 0 and self.rules.book_joker != BOOK_NO_JOKER:
            return self._most_by_suits(cnt, rank, n, k)
        for c in range(min(naturals, MOST_CARDS), -1, -1):
            if self._fits[n * (MOST_CARDS + 1) + c] & BIT[k]:
                return c
        return -1

    def _most_by_suits(self, cnt: vec[i64], rank: i64, n: i64, k: i64) -> i64:
        """As `_naturals` where jokers stand for missing suits; each case is worked out once."""
        at: i64 = 0
        for s in range(self.rules.suits):
            at = at * 8 + cnt[s * self.rules.ranks + rank]
        key = int((at * 4 + n) * (MOST_JOKERS + 1) + k)
        if key not in self._known:
            found = self._by_suits(self._left(cnt, rank), int(n), int(k))
            self._known[key] = -1 if found is None else total_of(found)
        return self._known[key]

    def _left(self, cnt: vec[i64], rank: i64) -> list[int]:
        return [int(cnt[s * self.rules.ranks + rank]) for s in range(self.rules.suits)]

    # The words.

    def words(self, cnt: vec[i64], picked: vec[i64], books: i64, jokers: i64) -> list[int]:
        """The books that `most` counted, as words."""
        words: list[int] = []
        i: i64 = 0
        while i < books:
            n: i64 = 1
            while i + n < books and picked[i + n] == picked[i]:
                n += 1
            best: i64 = -1
            used: i64 = 0
            for k in range(jokers + 1):
                here = self._rank_worth(cnt, picked[i], n, k)
                rest = self._best_of(cnt, picked, books, jokers - k, i + n) if here >= 0 else -1
                if rest >= 0 and here + rest > best:
                    best = here + rest
                    used = k
            words.extend(self._rank_words(cnt, picked[i], n, used))
            jokers -= used
            i += n
        return words

    def _rank_words(self, cnt: vec[i64], rank: i64, n: i64, k: i64) -> list[int]:
        left = self._left(cnt, rank)
        if k > 0 and self.rules.book_joker != BOOK_ANY:
            found = self._by_suits(left, int(n), int(k)) or []
        else:
            found = self._share(left, rank, n, k, self._naturals(cnt, rank, n, k, sum(left)))
        return [
            int(book_word(rank, sum(c << 3 * s for s, c in enumerate(own)), sum(own) + extra))
            for own, extra in found
        ]

    def _share(
        self, left: list[int], rank: i64, n: i64, k: i64, naturals: i64
    ) -> list[tuple[list[int], int]]:
        """Deal naturals and jokers to n books."""
        if n == 0:
            return []
        wide: i64 = MOST_CARDS + 1
        for own in range(naturals + 1):
            for extra in range(k + 1):
                if self._one(own) & BIT[extra] and (
                    self._fits[(n - 1) * wide + naturals - own] & BIT[k - extra]
                ):
                    taken: list[int] = []
                    for s in range(len(left)):
                        taken.append(min(left[s], int(own) - sum(taken)))
                    rest = [a - b for a, b in zip(left, taken, strict=True)]
                    others = self._share(rest, rank, n - 1, k - extra, naturals - own)
                    return [(taken, int(extra)), *others]
        raise AssertionError("books were counted that cannot be shared out")

    def _by_suits(self, left: list[int], n: int, k: int) -> list[tuple[list[int], int]] | None:
        """As `_share` with most naturals, where a joker stands for a suit its book lacks."""
        order = sorted(range(len(left)), key=left.__getitem__)
        found = self._by_sorted([left[s] for s in order], n, k)
        if found is None:
            return None
        back = sorted(range(len(left)), key=order.__getitem__)
        return [([own[i] for i in back], extra) for own, extra in found]

    def _by_sorted(self, left: list[int], n: int, k: int) -> list[tuple[list[int], int]] | None:
        """The same for counts in rising order: which suit is which does not matter."""
        if n == 0:
            return [] if k == 0 else None
        key = (n, k, *left)
        if key in self._ways:
            return self._ways[key]
        most = sum(left)
        if self.exact:
            most = min(most, n * int(self.rules.set_min) - k)
        best: list[tuple[list[int], int]] | None = None
        for own in choices_of(left, int(self.rules.set_min) if self.exact else most):
            lacking = own.count(0)
            # What `_one` says of this book; the last one takes the jokers that are left.
            may = self._fits[MOST_CARDS + 1 + sum(own)]
            for extra in range(k if n == 1 else 0, min(k, lacking) + 1):
                if not may & BIT[extra]:
                    continue
                rest = [a - b for a, b in zip(left, own, strict=True)]
                others = self._by_suits(rest, n - 1, k - extra)
                if others is not None:
                    found = [(own, extra), *others]
                    if best is None or total_of(found) > total_of(best):
                        best = found
            if best is not None and total_of(best) == most:
                break
        self._ways[key] = best
        return best


def choices_of(left: list[int], most: int) -> list[list[int]]:
    """Every way to take some cards of each suit, most at all, those that take most first."""
    ways: list[list[int]] = [[]]
    for n in left:
        ways = [[*way, k] for way in ways for k in range(n + 1) if sum(way) + k <= most]
    return sorted(ways, key=sum, reverse=True)


def total_of(books: list[tuple[list[int], int]]) -> int:
    """How many naturals books have."""
    return sum(sum(own) for own, _ in books)
