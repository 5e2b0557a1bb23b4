"""What a hand of contract rummy has to lay, and whether cards in hand can."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from upcard.core.arrange import Terms
from upcard.core.hand import BIT
from upcard.core.meld import BOOK, RUN, kind_of, length_of, low_of, suit_of
from upcard.core.places import NONE, Places
from upcard.core.reasons import JOKER_FIRST, LEGAL
from upcard.core.table import owner_at, word_at
from upcard.games.contract_offer import Offer
from upcard.games.contract_rules import HANDS, ContractRules

# Books and straights of the five hands.
BOOKS: Final = (2, 0, 2, 3, 1)
STRAIGHTS: Final = (0, 1, 1, 0, 2)

NO_MORE_MELDS: Final = 100
NOT_IN_CONTRACT: Final = 101
CONTRACT_IMPOSSIBLE: Final = 102
SAME_RANK: Final = 104
ADJACENT: Final = 105
EXACT_LENGTH: Final = 106


@mypyc_attr(allow_interpreted_subclasses=True)
class Laying(Offer):
    """The part of a turn in which the contract is laid.

    ``owed`` is what a contract being laid still lacks: its books, plus 8 for each straight.
    """

    def __init__(
        self, rules: ContractRules, packs: int, seats: i64, dealer: i64, number: i64
    ) -> None:
        super().__init__(rules, packs, seats, dealer, number)
        self.solver = rules.solvers[packs]
        hand = (number - 1) % HANDS
        self.books: i64 = BOOKS[hand]
        self.straights: i64 = STRAIGHTS[hand]
        self.whole_hand = hand == HANDS - 1 and rules.all_cards
        self.exact = rules.exact and not self.whole_hand
        self.free_books = rules.same_rank and rules.is_set("joker_limit", "none") and (
            not rules.is_set("book_joker", "missing_suit")
        )
        # Whether the hand in turn can lay its contract: -1 not looked yet, 0 no, 1 yes.
        self.ready: i64 = -1

    def copy_into(self, twin: Places) -> None:
        super().copy_into(twin)
        assert isinstance(twin, Laying)
        twin.ready = self.ready

    def wanted(self) -> i64:
        """What is still to be laid: books, plus 8 for each straight."""
        return self.owed if self.owed > 0 else self.books + 8 * self.straights

    def check_held_meld(self, seat: i64, word: i64) -> i64:
        if self.freed != NONE:
            return JOKER_FIRST
        if self.opened(seat):
            return NO_MORE_MELDS
        code = self.clash(seat, word)
        return self.try_meld(seat, word) if code == LEGAL else code

    def clash(self, seat: i64, word: i64) -> i64:
        """Whether the meld is part of the contract and goes with its melds that lie."""
        wanted = self.wanted()
        book = word & 3 == BOOK
        if (wanted & 7 if book else wanted >> 3) == 0:
            return NOT_IN_CONTRACT
        if self.exact and length_of(word) != (3 if book else 4):
            return EXACT_LENGTH
        if self.owed == 0:
            return LEGAL
        for i in range(self.table_n):
            other = word_at(self.table[i])
            if owner_at(self.table[i]) != seat or other & 3 != word & 3:
                continue
            if book and not self.house.same_rank and low_of(other) == low_of(word):
                return SAME_RANK
            if not book and not self.house.adjacent and suit_of(other) == suit_of(word):
                if self.reach(other) & self.cover(word):
                    return ADJACENT
        return LEGAL

    def cover(self, word: i64) -> i64:
        """The positions of a straight, as a mask."""
        mask: i64 = 0
        for i in range(length_of(word)):
            position = low_of(word) + i
            mask |= BIT[position % 13 if self.melds.wrap else position]
        return mask

    def reach(self, word: i64) -> i64:
        """The positions of a straight and those next to it, as a mask."""
        mask = self.cover(word)
        wide = mask | (mask << 1) | (mask >> 1)
        if self.melds.wrap:
            wide |= (mask >> 12) | ((mask & 1) << 12)
        return wide

    def after_meld(self, seat: i64, word: i64) -> i64:
        wanted = self.wanted() - (1 if word & 3 == BOOK else 8)
        if wanted == 0:
            return LEGAL if not self.whole_hand or self.size(seat) == 0 else CONTRACT_IMPOSSIBLE
        return LEGAL if self.can_lay(seat, wanted) else CONTRACT_IMPOSSIBLE

    def can_lay(self, seat: i64, wanted: i64) -> bool:
        """Whether the hand has the melds still wanted, beside those of this turn on the table."""
        if not self.could_lay(seat, wanted):
            return False
        if wanted < 8 and self.free_books and not self.whole_hand:
            # Nothing but books, and no rule that keeps jokers or ranks apart: the bound is exact.
            return True
        return self.contract_melds(seat, wanted) is not None

    def contract_melds(self, seat: i64, wanted: i64) -> list[int] | None:
        """The melds still wanted that take most points from the hand; None where it lacks them."""
        terms = self.terms(wanted)
        if wanted != self.books + 8 * self.straights:
            for i in range(self.table_n):
                word = word_at(self.table[i])
                if owner_at(self.table[i]) == seat:
                    if kind_of(word) == BOOK and not self.house.same_rank:
                        terms.ban_rank(low_of(word))
                    elif kind_of(word) == RUN and not self.house.adjacent:
                        terms.ban_positions(suit_of(word), self.reach(word))
        base = seat * self.width
        found = self.solver.best_contract(self.held, base, self.jokers(seat), terms)
        return None if found is None else found[1]

    def terms(self, wanted: i64) -> Terms:
        """What the solver is asked for: the melds still wanted, and the table's house rules."""
        return Terms(
            int(wanted & 7), int(wanted >> 3), all_cards=self.whole_hand, exact=self.exact,
            same_rank_books=self.house.same_rank, adjacent_straights=self.house.adjacent,
        )  # fmt: skip

    def could_lay(self, seat: i64, wanted: i64) -> bool:
        """A cheap bound: whether jokers could fill the gaps of the nearest melds wanted.

        Each meld's gaps are counted as if no other meld wanted its cards.
        """
        jokers = self.jokers(seat)
        books = wanted & 7
        straights = wanted >> 3
        base = seat * self.width
        copies = self.pack.copies
        if books > 0:
            jokers -= self.book_gaps(base, books)
        if straights > 0 and jokers >= 0:
            least: i64 = 4
            for suit in range(4):
                mask = self.held[base + suit * copies]
                if not self.melds.wrap:
                    mask |= (mask & 1) << 13
                    if not self.melds.ace_low:
                        mask &= ~1
                    if not self.melds.ace_high:
                        mask &= 8191
                else:
                    mask |= (mask & 7) << 13
                gaps = fewest_gaps(mask)
                if gaps < least:
                    least = gaps
            jokers -= least * straights
        return jokers >= 0

    def book_gaps(self, base: i64, books: i64) -> i64:
        """How many cards the nearest books lack: copies of a rank are counted over all suits."""
        copies = self.pack.copies
        lacking: i64 = 0
        # How many books lack 0, 1, 2 and 3 cards.
        n0: i64 = 0
        n1: i64 = 0
        n2: i64 = 0
        for rank in range(13):
            bit = BIT[rank]
            n: i64 = 0
            for i in range(4 * copies):
                if self.held[base + i] & bit:
                    n += 1
            n0 += n // 3
            if n % 3 == 2:
                n1 += 1
            elif n % 3 == 1:
                n2 += 1
        left = books
        left -= n0 if n0 < left else left
        part = n1 if n1 < left else left
        lacking += part
        left -= part
        part = n2 if n2 < left else left
        lacking += 2 * part
        left -= part
        return lacking + 3 * left

    def check_displacing(self, seat: i64, card: i64, target: i64) -> i64:
        """Hook: whether a card may displace a joker, what comes of it left aside."""
        raise TypeError(f"{type(self).__name__} must say who may displace jokers")

    def melds_possible(self, seat: i64) -> bool:
        if self.opened(seat) or self.freed != NONE:
            return False
        if self.owed > 0:
            return True
        if self.ready < 0:
            self.ready = 1 if self.can_lay(seat, self.wanted()) else 0
        return self.ready == 1


def fewest_gaps(mask: i64) -> i64:
    """The fewest cards a straight of four lacks, given a suit's positions as a mask."""
    least: i64 = 4
    for low in range(13):
        four = (mask >> low) & 15
        gaps = 4 - ((four & 1) + ((four >> 1) & 1) + ((four >> 2) & 1) + (four >> 3))
        if gaps < least:
            least = gaps
    return least
