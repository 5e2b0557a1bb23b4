"""Contract rummy's offer: who may take the card on the pile, who gets it, and what it costs."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from upcard.core.action import DECLINE, DRAW, TAKE
from upcard.core.deal import Deal
from upcard.core.places import CLAIMS, FACTS, NONE, PASSED, PHASE_DRAW, PHASE_OVER, Places
from upcard.core.reasons import ALREADY_DRAWN, LEGAL, STOCK_EMPTY, WINDOW_OPEN
from upcard.games.contract_rules import ContractRules

OFFER_GONE: Final = 110


@mypyc_attr(allow_interpreted_subclasses=True)
class Offer(Deal):
    """The part of a hand between a discard and the next player's draw."""

    def __init__(
        self, rules: ContractRules, packs: int, seats: i64, dealer: i64, number: i64
    ) -> None:
        super().__init__(rules, rules.packs[packs], rules.meld_rules[packs], seats, dealer, number)
        self.house = rules
        # The seat in turn has declined; the offer went to a caller.
        self.declined = False
        self.served = False

    def copy_into(self, twin: Places) -> None:
        super().copy_into(twin)
        assert isinstance(twin, Offer)
        twin.declined = self.declined
        twin.served = self.served

    def turn_begins(self) -> None:
        self.declined = False
        self.served = False
        self.claim = NONE
        self.answers_n = 0
        for seat in range(self.seats):
            self.forget_answer(seat)
        if self.pile_n > 0 and self.can_pay():
            self.open_window(self.pile[self.pile_n - 1])
        elif self.pile_n == 0 and self.check_draw() != LEGAL:
            self.stop()

    def can_pay(self) -> bool:
        """Whether the stock has the cards a call costs and one for the seat in turn."""
        cards = self.stock_n
        if self.pile_n > 2 and self.reshuffles < self.house.most_reshuffles:
            cards += self.pile_n - 2
        return cards > self.house.penalty

    def may_claim(self, seat: i64) -> bool:
        """Everybody but the seat in turn and whoever discarded the card."""
        house = self.house
        if seat == self.turn or (seat == self.discarded_by and not house.own_discard):
            return False
        if self.opened(seat) and not house.down_claims:
            return False
        return house.max_claims == 0 or self.seat_facts[seat * FACTS + CLAIMS] < house.max_claims

    def may_serve(self) -> bool:
        return self.declined

    def serve(self, seat: i64) -> None:
        """The caller takes the offer and the penalty cards; it gets no turn."""
        self.served = True
        self.pile_n -= 1
        self.discarded_by = NONE
        self.gain(seat, self.pile[self.pile_n], False)
        for _ in range(self.house.penalty):
            if self.stock_n == 0:
                self.remake()
            self.gain(seat, self.pop_stock(), True)
        at = seat * FACTS + CLAIMS
        self.seat_facts[at] = self.seat_facts[at] + 1

    def act_in_window(self, kind: i64) -> None:
        """Taking the offer lets all calls lapse; drawing serves the call that wins."""
        if kind == TAKE:
            self.shut_window()
        elif kind == DRAW:
            self.settle(True)

    def may_go_on(self, seat: i64) -> bool:
        return not self.declined or self.check_draw() == LEGAL

    def check_other(self, seat: i64, action: i64) -> i64:
        """Decline: the seat in turn gives the offer up before it draws."""
        if action != DECLINE:
            return super().check_other(seat, action)
        if self.phase != PHASE_DRAW:
            return ALREADY_DRAWN
        return LEGAL if self.offered() else OFFER_GONE

    def offered(self) -> bool:
        """Whether the seat in turn can still take the offer."""
        return self.phase == PHASE_DRAW and not self.declined and not self.served and (
            self.pile_n > 0
        )

    def do_other(self, seat: i64, action: i64) -> None:
        """Decline; the hand ends where nothing can be drawn then."""
        self.declined = True
        self.note_answer(seat, PASSED)
        if self.claim != NONE:
            self.settle(False)
        elif self.check_draw() != LEGAL:
            self.stop()

    def check_take(self) -> i64:
        return LEGAL if self.offered() else OFFER_GONE

    def check_draw(self) -> i64:
        if self.claim != NONE and self.house.all_answer and not self.decided():
            return WINDOW_OPEN
        return LEGAL if self.stock_n > 0 or self.can_remake() else STOCK_EMPTY

    def extra_seen_by(self, seat: int | None) -> dict[str, object]:
        """Where all must answer, the seat in turn is told once it is settled who gets the card.

        That says that everybody nearer than the winner has passed.
        """
        facts = super().extra_seen_by(seat)
        if self.claim != NONE and self.house.all_answer and seat == self.turn:
            winner = self.winning_claim(False)
            answers = facts["answers"]
            assert isinstance(answers, dict)
            k: i64 = 1
            while winner != NONE and (self.turn + k) % self.seats != winner:
                near = (self.turn + k) % self.seats
                if self.answer(near) == PASSED:
                    answers[str(int(near))] = "pass"
                k += 1
        return facts

    def find_draws(self, seat: i64) -> None:
        super().find_draws(seat)
        if self.offered():
            self.found.push(DECLINE)
            self.close_group()

    def do_draw(self, seat: i64) -> None:
        self.declined = False
        self.forget_answer(seat)
        super().do_draw(seat)

    # ---- the stock

    def can_remake(self) -> bool:
        return self.pile_n > 1 and self.reshuffles < self.house.most_reshuffles

    def remake(self) -> None:
        self.shuffle_pile(1)

    def stop(self) -> None:
        """Nobody went out, but everybody counts the cards held."""
        self.claim = NONE
        self.declined = False
        self.phase = PHASE_OVER
