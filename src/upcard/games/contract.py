"""Contract rummy of books and straights: five hands, "I want it", displaced jokers."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from upcard.core.action import swap_action
from upcard.core.arrange import Terms
from upcard.core.deal import Deal
from upcard.core.facts import bad_value, flag, items, whole
from upcard.core.hand import BIT
from upcard.core.meld import (
    BOOK,
    BOOK_MISSING,
    RUN,
    TOO_SHORT,
    kind_of,
    length_of,
    low_of,
    suit_of,
)
from upcard.core.places import (
    CLAIMED,
    FACTS,
    JOKERS,
    NONE,
    OPENED,
    PASSED,
    PHASE_DRAW,
    Places,
)
from upcard.core.reasons import (
    DOES_NOT_FIT,
    JOKER_FIRST,
    JOKER_USELESS,
    LEGAL,
    MELD_REASONS,
    NO_JOKER_THERE,
    NO_OFFER,
    NO_SUCH_MELD,
    NOT_HELD,
    NOT_OPENED,
    STOCK_EMPTY,
    WINDOW_OPEN,
)
from upcard.core.rules import Rules, Value
from upcard.core.table import NO_FIT, entry, owner_at, word_at
from upcard.games.contract_offer import OFFER_GONE, Offer
from upcard.games.contract_rules import HANDS, JOKER_PENALTY, PENALTY, ContractRules

HAND: Final = 13
# Books and straights of the five hands.
BOOKS: Final = (2, 0, 2, 3, 1)
STRAIGHTS: Final = (0, 1, 1, 0, 2)

NO_MORE_MELDS: Final = 100
NOT_IN_CONTRACT: Final = 101
CONTRACT_IMPOSSIBLE: Final = 102
CONTRACT_FIRST: Final = 103
SAME_RANK: Final = 104
ADJACENT: Final = 105
EXACT_LENGTH: Final = 106
LAY_OFF_LATER: Final = 107
OTHERS_ONLY: Final = 108
MAY_NOT_DISPLACE: Final = 109
OWN_REASONS: Final[dict[int, tuple[str, str]]] = {
    TOO_SHORT: ("too_short", "a book needs at least three cards, a straight at least four"),
    NO_MORE_MELDS: ("no_more_melds", "the contract lies; from now on only single cards are laid"),
    NOT_IN_CONTRACT: ("not_in_contract", "this hand's contract is {contract}"),
    CONTRACT_IMPOSSIBLE: (
        "contract_impossible",
        "with this meld the rest of the hand could not complete {contract}",
    ),
    CONTRACT_FIRST: ("contract_first", "lay the whole contract first: {contract}"),
    SAME_RANK: ("same_rank", "two books of one contract must differ in rank"),
    ADJACENT: ("adjacent", "two straights of one suit may not touch or overlap"),
    EXACT_LENGTH: ("exact_length", "a contract has books of three and straights of four"),
    LAY_OFF_LATER: ("lay_off_later", "lay off from the next turn on"),
    OTHERS_ONLY: ("others_only", "only melds of other players may be used for this"),
    MAY_NOT_DISPLACE: ("may_not_displace", "this seat may not displace that joker"),
    OFFER_GONE: ("offer_gone", "this card is no longer on offer"),
}


@mypyc_attr(allow_interpreted_subclasses=True)
class ContractDeal(Offer):
    """One hand of contract rummy; `number` says which of the five.

    ``owed`` is what a contract being laid still lacks: its books, plus 8 for each straight.
    ``freed`` is a displaced joker that a seat which is down has to place at once.
    """

    def __init__(
        self, rules: ContractRules, seats: i64 = 4, dealer: i64 = 0, number: i64 = 1
    ) -> None:
        packs = int(max(2, min(4, (seats + 1) // 2)))
        super().__init__(rules, packs, seats, dealer, number)
        self.lay_rules = rules.lay_rules[packs]
        self.solver = rules.solvers[packs]
        self.turn_limit = rules.number("turn_limit")
        self.taken_locked = rules.is_set("discard_taken", "forbid")
        self.first_claim_wins = rules.is_set("claim_priority", "first_call")
        hand = (number - 1) % HANDS
        self.books: i64 = BOOKS[hand]
        self.straights: i64 = STRAIGHTS[hand]
        self.whole_hand = hand == HANDS - 1 and rules.all_cards
        self.exact = rules.exact and not self.whole_hand
        self.free_books = rules.same_rank and rules.is_set("joker_limit", "none") and (
            not rules.is_set("book_joker", "missing_suit")
        )
        # Under joker_exchange=laydown_now the contract has to be laid in this turn.
        self.must_lay = False
        # Whether the hand in turn can lay its contract: -1 not looked yet, 0 no, 1 yes.
        self.ready: i64 = -1

    @classmethod
    def make_rules(cls, values: dict[str, Value]) -> Rules:
        return ContractRules(**values)

    @classmethod
    def make(cls, rules: Rules, seats: int, dealer: int, number: int) -> Deal:
        assert isinstance(rules, ContractRules)
        return ContractDeal(rules, seats, dealer, number)

    def copy_into(self, twin: Places) -> None:
        super().copy_into(twin)
        assert isinstance(twin, ContractDeal)
        twin.must_lay = self.must_lay
        twin.ready = self.ready

    def hand_size(self) -> i64:
        return HAND

    def turn_begins(self) -> None:
        self.must_lay = False
        self.ready = -1
        super().turn_begins()

    # ---- the contract

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

    def melds_possible(self, seat: i64) -> bool:
        if self.opened(seat) or self.freed != NONE:
            return False
        if self.owed > 0:
            return True
        if self.ready < 0:
            self.ready = 1 if self.can_lay(seat, self.wanted()) else 0
        return self.ready == 1

    def melded(self, seat: i64, word: i64) -> None:
        self.owed = self.wanted() - (1 if word & 3 == BOOK else 8)
        if self.owed == 0:
            self.must_lay = False
            self.seat_facts[seat * FACTS + OPENED] = 1

    def played(self, seat: i64) -> None:
        if self.freed == NONE and self.owed == 0:
            super().played(seat)

    # ---- laying off

    def may_lay(self, seat: i64, card: i64, target: i64) -> i64:
        if self.owed > 0 or self.must_lay:
            return CONTRACT_FIRST
        if not self.opened(seat):
            return NOT_OPENED
        if not self.house.same_turn and self.turn_melds > 0:
            return LAY_OFF_LATER
        own = target < self.table_n and owner_at(self.table[target]) == seat
        if self.freed != NONE:
            if card != self.pack.joker:
                return JOKER_FIRST
            return OTHERS_ONLY if own and not self.house.place_on_own else LEGAL
        return OTHERS_ONLY if own and not self.house.lay_on_own else LEGAL

    def lays_possible(self, seat: i64) -> bool:
        return self.owed == 0

    def check_lay(self, seat: i64, card: i64, target: i64, stands: i64) -> i64:
        if self.freed == NONE or card != self.pack.joker:
            return super().check_lay(seat, card, target, stands)
        code = self.may_lay(seat, card, target)
        if code != LEGAL:
            return code
        return LEGAL if self.grown(card, target, stands) != NO_FIT else DOES_NOT_FIT

    def find_lays(self, seat: i64) -> None:
        if not self.opened(seat):
            return
        if self.freed == NONE:
            super().find_lays(seat)
            return
        # The freed joker lies in no hand; the list looks for jokers in the hand.
        at = seat * FACTS + JOKERS
        self.seat_facts[at] = self.seat_facts[at] + 1
        super().find_lays(seat)
        self.seat_facts[at] = self.seat_facts[at] - 1

    def do_lay(self, seat: i64, card: i64, target: i64, stands: i64) -> None:
        if self.freed != NONE:
            self.freed = NONE
            self.give(seat, card)
        super().do_lay(seat, card, target, stands)

    # ---- displacing jokers

    def check_swap(self, seat: i64, card: i64, target: i64, second: i64) -> i64:
        if second or self.copies_held(seat, card) == 0:
            return NOT_HELD
        if self.owed > 0:
            return CONTRACT_FIRST
        if self.freed != NONE:
            return JOKER_FIRST
        house = self.house
        word = word_at(self.table[target])
        down = self.opened(seat)
        own = owner_at(self.table[target]) == seat
        if house.no_swaps or (down and not house.down_swaps) or (own and not house.swap_own):
            return MAY_NOT_DISPLACE
        if word & 3 == BOOK and not house.book_swaps:
            return MAY_NOT_DISPLACE
        if self.swapped(card, target) == NO_FIT or not self.suit_missing(word, card):
            return NO_JOKER_THERE
        if down and not house.same_turn and self.turn_melds > 0:
            return LAY_OFF_LATER
        if not down and not house.lay_now:
            return LEGAL
        twin = self.copy()
        twin.do(seat, swap_action(card, target, second))
        assert isinstance(twin, ContractDeal)
        if (not down and twin.melds_possible(seat)) or twin.find(seat) > 0:
            return LEGAL
        return JOKER_USELESS if down else CONTRACT_IMPOSSIBLE

    def suit_missing(self, word: i64, card: i64) -> bool:
        """Under book_joker=missing_suit whether a book lacks the suit of a card."""
        if word & 3 != BOOK or self.melds.book_joker != BOOK_MISSING:
            return True
        return (word >> (16 + 3 * (card // 13))) & 7 == 0

    def do_swap(self, seat: i64, card: i64, target: i64, second: i64) -> None:
        owner = owner_at(self.table[target])
        self.table[target] = entry(self.swapped(card, target), owner)
        self.pick(seat, card)
        self.ready = -1
        if self.opened(seat):
            self.freed = self.pack.joker
            return
        self.give(seat, self.pack.joker)
        if self.taken == self.pack.joker:
            self.taken_copy = True
        if self.house.lay_now:
            self.must_lay = True

    def cards_elsewhere(self) -> list[int]:
        return [] if self.freed == NONE else [int(self.freed)]

    # ---- the end

    def barred(self, card: i64) -> bool:
        """Under discard_taken=forbid the card taken, unless a copy is held or it is the last."""
        return super().barred(card) and self.size(self.turn) > 1

    def may_discard(self, seat: i64) -> i64:
        if self.freed != NONE:
            return JOKER_FIRST
        return CONTRACT_FIRST if self.owed > 0 or self.must_lay else LEGAL

    def cost(self, face: i64) -> i64:
        return JOKER_PENALTY if face == self.pack.joker else PENALTY[face % 13]

    def score(self, seat: i64) -> i64:
        """What is left in hand."""
        return self.hand_worth(seat)

    def winners(self, totals: list[int]) -> list[int]:
        """The lowest total."""
        best = [seat for seat, total in enumerate(totals) if total == min(totals)]
        if self.house.is_set("win_tie", "shared"):
            return best
        won = list(self.deals_won)
        if self.out != NONE:
            won[self.out] += 1
        most = max(won[seat] for seat in best)
        return [seat for seat in best if won[seat] == most]

    # ---- positions and words

    def extra(self) -> dict[str, object]:
        return {
            **self.claim_facts(),
            "served": bool(self.served),
            "owed": [int(self.owed & 7), int(self.owed >> 3)] if self.owed > 0 else None,
            "must_lay": bool(self.must_lay),
            "deals_won": list(self.deals_won),
        }

    def set_extra(self, facts: dict[str, object]) -> None:
        self.served = flag(facts, "served")
        self.must_lay = flag(facts, "must_lay")
        owed = facts.get("owed")
        if owed is not None:
            left = items(facts, "owed", 2)
            books = whole({"owed": left[0]}, "owed", high=int(self.books))
            self.owed = books + 8 * whole({"owed": left[1]}, "owed", high=int(self.straights))
        if "deals_won" in facts:
            won = items(facts, "deals_won", int(self.seats))
            self.deals_won = [whole({"deals_won": n}, "deals_won") for n in won]
        self.claim = NONE
        if self.phase != PHASE_DRAW:
            facts = {**facts, "claim": None}
        elif "claim" not in facts and self.pile_n > 0 and self.can_pay() and not self.served:
            facts = {**facts, "claim": self.pack.token(self.pile[self.pile_n - 1])}
        self.set_claim_facts(facts)
        if not self.can_pay():
            self.shut_window()
        self.declined = self.phase == PHASE_DRAW and self.answer(self.turn) == PASSED
        if self.answer(self.turn) == CLAIMED:
            raise bad_value("answers", "a pass of the seat in turn", "claim")

    def own_reason(self, code: i64) -> tuple[str, str]:
        found = OWN_REASONS.get(int(code))
        return super().own_reason(code) if found is None else found

    def reason_facts(self, seat: i64, action: i64, code: i64) -> dict[str, str]:
        parts = []
        if self.books:
            parts.append(f"{self.books} book{'s' if self.books > 1 else ''}")
        if self.straights:
            parts.append(f"{self.straights} straight{'s' if self.straights > 1 else ''}")
        every = ", every card of the hand used" if self.whole_hand else ""
        return {"contract": " and ".join(parts) + every}

    def paragraph(self, code: i64) -> str:
        return PARAGRAPHS.get(
            int(code), "The turn" if code > MELD_REASONS else "Books and straights"
        )


def fewest_gaps(mask: i64) -> i64:
    """The fewest cards a straight of four lacks, given a suit's positions as a mask."""
    least: i64 = 4
    for low in range(13):
        four = (mask >> low) & 15
        gaps = 4 - ((four & 1) + ((four >> 1) & 1) + ((four >> 2) & 1) + (four >> 3))
        if gaps < least:
            least = gaps
    return least


PARAGRAPHS: Final[dict[int, str]] = {
    NO_MORE_MELDS: "The contract",
    NOT_IN_CONTRACT: "The contract",
    CONTRACT_IMPOSSIBLE: "The contract",
    CONTRACT_FIRST: "The contract",
    SAME_RANK: "The contract",
    ADJACENT: "The contract",
    EXACT_LENGTH: "The contract",
    LAY_OFF_LATER: "Laying off",
    OTHERS_ONLY: "Laying off",
    NOT_OPENED: "Laying off",
    DOES_NOT_FIT: "Laying off",
    NO_SUCH_MELD: "Laying off",
    MAY_NOT_DISPLACE: "Jokers",
    NO_JOKER_THERE: "Jokers",
    JOKER_FIRST: "Jokers",
    JOKER_USELESS: "Jokers",
    OFFER_GONE: "I want it",
    NO_OFFER: "I want it",
    WINDOW_OPEN: "I want it",
    STOCK_EMPTY: "The stock",
}
