"""Contract rummy of books and straights: five hands, "I want it", displaced jokers."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from upcard.core.action import swap_action
from upcard.core.deal import Deal
from upcard.core.facts import bad_value, flag, items, whole
from upcard.core.meld import (
    BOOK,
    BOOK_MISSING,
    TOO_SHORT,
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
    NOT_NOW,
    NOT_OPENED,
    STOCK_EMPTY,
    WINDOW_OPEN,
)
from upcard.core.rules import Rules, Value
from upcard.core.table import NO_FIT, entry, owner_at, word_at
from upcard.games.contract_hand import (
    ADJACENT,
    CONTRACT_IMPOSSIBLE,
    EXACT_LENGTH,
    NO_MORE_MELDS,
    NOT_IN_CONTRACT,
    SAME_RANK,
    Laying,
)
from upcard.games.contract_offer import OFFER_GONE
from upcard.games.contract_rules import JOKER_PENALTY, PENALTY, ContractRules
from upcard.games.contract_swaps import SwapSearch

HAND: Final = 13

CONTRACT_FIRST: Final = 103
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
class ContractDeal(Laying):
    """One hand of contract rummy; `number` says which of the five.

    ``freed`` is a displaced joker that a seat which is down has to place at once.
    """

    def __init__(
        self, rules: ContractRules, seats: i64 = 4, dealer: i64 = 0, number: i64 = 1
    ) -> None:
        packs = int(max(2, min(4, (seats + 1) // 2)))
        super().__init__(rules, packs, seats, dealer, number)
        self.lay_rules = rules.lay_rules[packs]
        self.turn_limit = rules.number("turn_limit")
        self.taken_locked = rules.is_set("discard_taken", "forbid")
        self.first_claim_wins = rules.is_set("claim_priority", "first_call")
        # Under joker_exchange=laydown_now the contract has to be laid in this turn.
        self.must_lay = False

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

    def hand_size(self) -> i64:
        return HAND

    def turn_begins(self) -> None:
        self.must_lay = False
        self.ready = -1
        super().turn_begins()

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
        if self.whole_hand:
            return NOT_NOW
        if not self.house.same_turn and self.turn_melds > 0:
            return LAY_OFF_LATER
        own = target < self.table_n and owner_at(self.table[target]) == seat
        if self.freed != NONE:
            if card != self.pack.joker:
                return JOKER_FIRST
            return OTHERS_ONLY if own and not self.house.place_on_own else LEGAL
        return OTHERS_ONLY if own and not self.house.lay_on_own else LEGAL

    def lays_possible(self, seat: i64) -> bool:
        return self.owed == 0 and not self.whole_hand

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
        if second:
            return NOT_HELD
        code = self.check_displacing(seat, card, target)
        down = self.opened(seat)
        if code != LEGAL or not (down or self.house.lay_now):
            return code
        twin = self.copy()
        twin.do(seat, swap_action(card, target, 0))
        if down:
            return LEGAL if twin.find(seat) > 0 else JOKER_USELESS
        assert isinstance(twin, ContractDeal)
        return LEGAL if SwapSearch(seat).can_lay(twin) else CONTRACT_IMPOSSIBLE

    def check_displacing(self, seat: i64, card: i64, target: i64) -> i64:
        if self.copies_held(seat, card) == 0:
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
        if self.whole_hand:
            # Whoever lays the last contract is out, and nobody else lays or takes anything.
            return MAY_NOT_DISPLACE
        if word & 3 == BOOK and not house.book_swaps:
            return MAY_NOT_DISPLACE
        if self.swapped(card, target) == NO_FIT or not self.suit_missing(word, card):
            return NO_JOKER_THERE
        late = down and not house.same_turn and self.turn_melds > 0
        return LAY_OFF_LATER if late else LEGAL

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
