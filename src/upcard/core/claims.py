"""Claim windows: a card is on offer to others, who answer in any order; the game says who gets it.

Order of arrival matters only where the first claim wins. An answer is final.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from upcard.core.digits import is_number
from upcard.core.facts import Facts, bad_value, card_of, items, whole
from upcard.core.places import (
    ANSWER,
    ARRIVED,
    CLAIMED,
    CLAIMS,
    FACTS,
    NONE,
    PASSED,
    SILENT,
    Places,
)
from upcard.core.reasons import ALREADY_ANSWERED, LEGAL, MAY_NOT_CLAIM, NO_OFFER

# How an answer is written: nothing, PASSED, CLAIMED.
SAID: Final = ("", "pass", "claim")


@mypyc_attr(allow_interpreted_subclasses=True)
class Claims(Places):
    """Places with a claim window."""

    def open_window(self, card: i64) -> None:
        """Others may claim a card from now on; nothing opens where nobody may."""
        self.answers_n = 0
        for seat in range(self.seats):
            self.forget_answer(seat)
        self.claim = card
        for seat in range(self.seats):
            if self.may_claim(seat):
                return
        self.claim = NONE

    def shut_window(self) -> None:
        """No further answers: those given are forgotten, but what the seat in turn has said."""
        self.claim = NONE
        for seat in range(self.seats):
            if seat != self.turn:
                self.forget_answer(seat)

    def forget_answer(self, seat: i64) -> None:
        """The seat has said nothing."""
        self.seat_facts[seat * FACTS + ANSWER] = SILENT
        self.seat_facts[seat * FACTS + ARRIVED] = 0

    def may_claim(self, seat: i64) -> bool:
        """Hook: whether the seat is among those the open card is offered to."""
        return False

    def answer(self, seat: i64) -> i64:
        """SILENT, PASSED or CLAIMED."""
        return self.seat_facts[seat * FACTS + ANSWER]

    def check_answer(self, seat: i64) -> i64:
        """A claim or a pass: a window is open for the seat, which has not answered yet."""
        if self.claim == NONE:
            return NO_OFFER
        if not self.may_claim(seat):
            return MAY_NOT_CLAIM
        return LEGAL if self.answer(seat) == SILENT else ALREADY_ANSWERED

    def do_answer(self, seat: i64, said: i64) -> None:
        """Note what a seat has said; serve the card once nobody else could still get it."""
        self.note_answer(seat, said)
        self.settle(False)

    def note_answer(self, seat: i64, said: i64) -> None:
        """Keep what a seat has said, in order of arrival."""
        self.answers_n += 1
        self.seat_facts[seat * FACTS + ANSWER] = said
        self.seat_facts[seat * FACTS + ARRIVED] = self.answers_n

    def settle(self, closing: bool) -> None:
        """Serve the claim that wins and shut the window, or shut it when all have passed.

        closing: nobody may answer any more, so who is silent has passed.
        """
        winner = self.winning_claim(closing)
        if winner != NONE:
            if closing or self.may_serve():
                self.shut_window()
                self.serve(winner)
        elif closing or self.all_passed():
            self.shut_window()

    def all_passed(self) -> bool:
        """Whether everybody who may claim has passed."""
        for seat in range(self.seats):
            if self.may_claim(seat) and self.answer(seat) != PASSED:
                return False
        return True

    def decided(self) -> bool:
        """Whether it is settled who would get the card."""
        return self.winning_claim(False) != NONE or self.all_passed()

    def winning_claim(self, closing: bool) -> i64:
        """The seat whose claim no other answer can beat any more, or NONE."""
        if self.first_claim_wins:
            best: i64 = NONE
            for seat in range(self.seats):
                facts = seat * FACTS
                if self.seat_facts[facts + ANSWER] == CLAIMED and (
                    best == NONE
                    or self.seat_facts[facts + ARRIVED] < self.seat_facts[best * FACTS + ARRIVED]
                ):
                    best = seat
            return best
        for k in range(1, self.seats):
            seat = (self.turn + k) % self.seats
            if self.may_claim(seat):
                if self.answer(seat) == CLAIMED:
                    return seat
                if self.answer(seat) == SILENT and not closing:
                    return NONE
        return NONE

    def act_in_window(self, kind: i64) -> None:
        """Hook: the seat in turn acts while a window is open, which may shut it first."""

    def may_serve(self) -> bool:
        """Hook: whether a claim that wins is served at once, before the seat in turn acts."""
        return True

    def serve(self, seat: i64) -> None:
        """Hook: the seat gets the card it claimed."""

    # ---- positions -----------------------------------------------------------------------

    def claim_facts(self) -> dict[str, object]:
        """The window and its answers in order of arrival, and the claims won, for a position."""
        answers: dict[str, str] = {}
        for k in range(1, self.answers_n + 1):
            for seat in range(self.seats):
                if self.seat_facts[seat * FACTS + ARRIVED] == k:
                    answers[str(int(seat))] = SAID[self.answer(seat)]
        return {
            "claim": None if self.claim == NONE else self.pack.token(self.claim),
            "answers": answers,
            "claims_won": [int(self.seat_facts[s * FACTS + CLAIMS]) for s in range(self.seats)],
        }

    def set_claim_facts(self, facts: Facts) -> None:
        """Set what `claim_facts` gave."""
        for seat, won in enumerate(items(facts, "claims_won", int(self.seats))):
            self.seat_facts[seat * FACTS + CLAIMS] = whole({"claims_won": won}, "claims_won")
        card = card_of(facts, "claim", self.pack)
        if card != NONE:
            if self.pile_n == 0 or self.pile[self.pile_n - 1] != card:
                raise bad_value("claim", "the top of the pile", facts["claim"])
            self.open_window(card)
        answers = facts.get("answers", {})
        if not isinstance(answers, dict):
            raise bad_value("answers", "an object of seats and answers", answers)
        for name, said in answers.items():
            if not (isinstance(name, str) and is_number(name) and int(name) < self.seats):
                raise bad_value("answers", "an object of seats and answers", name)
            if said not in SAID[1:] or (self.claim == NONE and int(name) != self.turn):
                raise bad_value("answers", "claim or pass, while a window is open", said)
            if said == SAID[CLAIMED] and self.claim != NONE and not self.may_claim(int(name)):
                raise bad_value("answers", "claims of seats that may claim", name)
            self.note_answer(int(name), SAID.index(said))
        if self.claim != NONE and self.all_passed():
            self.shut_window()
