"""Simple play for contract rummy: get nearer to the contract, lay it, get rid of the rest."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from upcard.bots.policies_lay import OUT, Layer, Search
from upcard.core.action import card_of, meld_action
from upcard.core.deal import Deal
from upcard.core.meld import RUN, MeldRules, length_of, low_of, suit_of
from upcard.core.reasons import LEGAL
from upcard.core.table import word_at
from upcard.games.contract import ContractDeal

# How many straights are tried as the first of two, the nearest ones.
NEAREST: Final = 8
# A card that must wait for so many others will hardly be laid off any more.
FAR: Final = 4
# Nobody calls a card into a larger hand than this.
LARGE_HAND: Final = 18


class ContractPlayer(Layer):
    """Counts the cards a hand lacks for its contract, and keeps those that serve it."""

    def gap(self, deal: Deal, seat: i64) -> int:
        """How many cards the hand lacks; in a hand that must go whole, also those too many."""
        assert isinstance(deal, ContractDeal)
        counts = [0] * 52
        for face in deal.hand(seat):
            if face < 52:
                counts[face] += 1
        wanted = int(deal.wanted())
        jokers = usable(deal.melds, int(deal.jokers(seat)), wanted & 7, wanted >> 3)
        if deal.whole_hand:
            return whole_gap(deal.melds, counts, jokers, wanted & 7, wanted >> 3)
        return contract_gap(deal.melds, counts, jokers, wanted & 7, wanted >> 3)

    def gap_with(self, deal: Deal, seat: i64, card: i64) -> int:
        """The gap with one more card."""
        twin = deal.copy()
        twin.give(seat, card)
        return self.gap(twin, seat)

    # ---- drawing and calling

    def wants(self, deal: Deal, seat: i64) -> bool:
        """A card that brings the contract nearer, or one for the table; a joker in any case."""
        if deal.check_take() != LEGAL:
            return False
        card = deal.pile[deal.pile_n - 1]
        if deal.opened(seat):
            return card != deal.pack.joker and self.fits(deal, card)
        return card == deal.pack.joker or self.gap_with(deal, seat, card) < self.gap(deal, seat)

    def claims(self, deal: Deal, seat: i64) -> bool:
        """A card that brings the contract nearer, while the hand is not too large for it."""
        assert isinstance(deal, ContractDeal)
        if deal.opened(seat) or deal.size(seat) >= LARGE_HAND:
            return False
        before = self.gap(deal, seat)
        # Where every card has to go, the penalty cards are as many steps back.
        penalty = int(deal.house.penalty) if deal.whole_hand else 0
        return self.gap_with(deal, seat, deal.claim) + penalty < before

    # ---- laying

    def plan(self, deal: Deal, seat: i64, budget: int) -> list[int]:
        """The contract, or a joker for it; once it lies, the plays that leave least in hand."""
        assert isinstance(deal, ContractDeal)
        path: list[int] = []
        start = deal.copy()
        if not deal.opened(seat):
            if not deal.melds_possible(seat):
                return self.displace(deal, seat)
            for word in deal.contract_melds(seat, deal.wanted()) or []:
                if start.check(seat, meld_action(word)) == LEGAL:
                    start.do(seat, meld_action(word))
                    path.append(int(meld_action(word)))
            if not start.is_over and start.may_discard(seat) != LEGAL:
                return path
        search = Search(self, seat, budget)
        search.look(start, path)
        return search.best

    def displace(self, deal: Deal, seat: i64) -> list[int]:
        """A joker of the table that brings the contract nearer."""
        if deal.table_n == 0:
            return []
        deal.found.n = 0
        deal.find_swaps(seat)
        swaps = [int(deal.found.items[i]) for i in range(deal.found.n)]
        before = self.gap(deal, seat)
        for action in swaps:
            twin = deal.copy()
            twin.do(seat, action)
            if self.gap(twin, seat) < before:
                return [action]
        return []

    # ---- the discard

    def discard(self, deal: Deal, seat: i64) -> i64:
        """Down: the dearest of what fits the table last. Before: what the contract misses least."""
        deal.found.n = 0
        deal.find_discards(seat)
        actions = [deal.found.items[i] for i in range(deal.found.n)]
        down = deal.opened(seat)
        hand = deal.hand(seat)
        best = actions[0]
        least = int(OUT)
        for action in actions:
            card = card_of(action)
            value = -int(deal.cost(card))
            if down:
                value -= 1000 * self.missing_before(deal, hand, int(card))
            elif card == deal.pack.joker:
                value += 1000000
            else:
                twin = deal.copy()
                twin.pick(seat, card)
                value += 1000 * self.gap(twin, seat) + 20 * self.partners(deal, hand, int(card))
            if value < least:
                best, least = action, value
        return best

    def missing_before(self, deal: Deal, hand: list[int], card: int) -> int:
        """How many cards must come before this one can be laid off, FAR at most.

        A second copy waits for another meld, which may never come.
        """
        if hand.count(card) > 1:
            return FAR
        if card == deal.pack.joker:
            return 0
        least = FAR
        for target in range(deal.table_n):
            word = word_at(deal.table[target])
            if word & 3 != RUN:
                if low_of(word) == card % 13:
                    return 0
                continue
            if suit_of(word) != card // 13:
                continue
            first = int(low_of(word))
            last = first + int(length_of(word)) - 1
            for place in (card % 13, 13) if card % 13 == 0 else (card % 13,):
                between = range(last + 1, place) if place > last else range(place + 1, first)
                if not first <= place <= last:
                    lacking = [p for p in between if card // 13 * 13 + p % 13 not in hand]
                    least = min(least, len(lacking))
        return least

    def partners(self, deal: Deal, hand: list[int], card: int) -> int:
        """How many cards of the hand a card could lie with, in what the contract asks for."""
        assert isinstance(deal, ContractDeal)
        total = 0
        seen = [card]
        for other in hand:
            if other >= 52:
                continue
            if deal.books > 0 and other % 13 == card % 13:
                total += 2
            if deal.straights > 0 and other // 13 == card // 13 and other not in seen:
                seen.append(other)
                apart = abs(other % 13 - card % 13)
                if apart < 4 or (apart > 9 and (card % 13 == 0 or other % 13 == 0)):
                    total += 2
        return total - (2 if deal.books > 0 else 0)


def usable(rules: MeldRules, jokers: int, books: int, straights: int) -> int:
    """How many jokers the rules let into the least melds of a contract."""
    most = 3 * books + 4 * straights
    if rules.max_jokers == 1:
        most = books + straights
    elif rules.majority:
        most = books + 2 * straights
    elif rules.min_naturals > 0:
        most = 2 * books + 3 * straights
    return min(jokers, most)


def lines_of(rules: MeldRules, counts: list[int], length: int) -> list[tuple[int, int, int]]:
    """Straights of a length as (cards lacking, suit, low)."""
    found: list[tuple[int, int, int]] = []
    ranks = int(rules.ranks)
    last = ranks - 1 if rules.wrap else int(rules.last) - length + 1
    for suit in range(4):
        base = suit * ranks
        for low in range(int(rules.first), last + 1):
            lacking = 0
            for position in range(low, low + length):
                if counts[base + position % ranks] == 0:
                    lacking += 1
            found.append((lacking, suit, low))
    return found


def without(counts: list[int], suit: int, low: int, length: int) -> list[int]:
    """The counts once a straight has taken what it finds."""
    left = counts[:]
    for position in range(low, low + length):
        at = suit * 13 + position % 13
        if left[at] > 0:
            left[at] -= 1
    return left


def books_gap(counts: list[int], books: int) -> int:
    """How many cards the nearest books lack."""
    if books == 0:
        return 0
    lacking: list[int] = [3] * books
    for rank in range(13):
        n = counts[rank] + counts[13 + rank] + counts[26 + rank] + counts[39 + rank]
        while n > 0:
            lacking.append(max(0, 3 - n))
            n -= 3
    lacking.sort()
    return sum(lacking[:books])


def contract_gap(
    rules: MeldRules, counts: list[int], jokers: int, books: int, straights: int
) -> int:
    """How many cards a hand lacks for so many books and straights."""
    if straights == 0:
        return max(0, books_gap(counts, books) - jokers)
    lines = lines_of(rules, counts, 4)
    lines.sort()
    nearest = lines[0][0]
    best = 100
    for lacking, suit, low in lines[: NEAREST if straights > 1 else 2 * NEAREST]:
        if lacking > nearest + 2 or lacking >= best:
            break
        left = without(counts, suit, low, 4)
        if straights > 1:
            rest = contract_gap(rules, left, 0, books, straights - 1)
        else:
            rest = books_gap(left, books)
        best = min(best, lacking + rest)
    return max(0, best - jokers)


def whole_gap(rules: MeldRules, counts: list[int], jokers: int, books: int, straights: int) -> int:
    """How many cards are too many or lacking, every card having to lie in one of the melds."""
    if straights == 0:
        covered, lacking = _book(counts, books)
        return sum(counts) - covered + max(0, lacking - jokers)
    found: list[tuple[int, int, int, int]] = []
    for length in range(4, int(rules.run_max) + 1):
        for lacking, suit, low in lines_of(rules, counts, length):
            if 2 * lacking <= length + jokers:
                # A joker for a lacking card costs nothing; it takes no card that is too many.
                missed = max(0, lacking - jokers)
                found.append((missed + lacking - length, suit, low, length))
    found.sort()
    best = sum(counts) + 3 * books + 4 * straights
    for _, suit, low, length in found[: NEAREST if straights > 1 else 1]:
        left = without(counts, suit, low, length)
        lacking = length - (sum(counts) - sum(left))
        filled = min(lacking, jokers)
        rest = whole_gap(rules, left, jokers - filled, books, straights - 1)
        best = min(best, lacking - filled + rest)
    return best


def _book(counts: list[int], books: int) -> tuple[int, int]:
    """The cards the largest books take, and how many they lack."""
    sizes = sorted(sum(counts[rank::13]) for rank in range(13))
    largest = sizes[len(sizes) - books :] if books > 0 else []
    return sum(largest), sum(max(0, 3 - size) for size in largest)
