"""Basic rummy: draw, lay sets and runs, add to what lies on the table, discard."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64, mypyc_attr

from upcard.core.facts import flag
from upcard.core.places import FACTS, OPENED, Places
from upcard.core.reasons import (
    CANNOT_GO_OUT,
    DOES_NOT_FIT,
    LEGAL,
    MELD_REASONS,
    MUST_GO_OUT,
    NO_DISCARD_LEFT,
    NO_SUCH_MELD,
    ONLY_TAKEN_LEFT,
)
from upcard.core.rules import Option, Rules, Value
from upcard.games.one_pack import ACE_OPTION, MATCH_OPTIONS, OnePackDeal, OnePackRules

OPTIONS: Final = (
    ACE_OPTION,
    Option("melds_per_turn", "any",
           "new melds in one turn: any number, or one unless the hand goes out in that turn",
           "The turn", choices=("any", "one")),
    Option("rummy_double", True, "going out in one turn with nothing laid before pays double",
           "Scoring", choices=(True, False)),
    Option("final_discard", "optional", "the last card may be laid, or must be discarded",
           "Going out", choices=("optional", "required")),
    *MATCH_OPTIONS,
)  # fmt: skip

# Cards dealt, by number of seats.
HANDS: Final = (0, 0, 10, 7, 7, 6, 6)


@mypyc_attr(allow_interpreted_subclasses=True)
class BasicRules(OnePackRules):
    """House rules of basic rummy.

    >>> BasicRules(melds_per_turn="one")
    BasicRules(melds_per_turn='one')
    """

    title: ClassVar[str] = "Basic rummy"

    def __init__(self, **chosen: Value) -> None:
        super().__init__("basic", OPTIONS, chosen)
        self.one_meld = self.is_set("melds_per_turn", "one")
        self.rummy_double = self.is_set("rummy_double")


@mypyc_attr(allow_interpreted_subclasses=True)
class BasicDeal(OnePackDeal):
    """One deal of basic rummy. ``owed`` is 1 once a second meld binds the seat to go out."""

    def __init__(self, rules: BasicRules, seats: i64 = 2, dealer: i64 = 0, number: i64 = 1) -> None:
        super().__init__(rules, seats, dealer, number)
        self.house = rules
        self.last_discard_needed = rules.is_set("final_discard", "required")
        # Whether the seat in turn has melded or laid off in this turn.
        self.acted = False

    @classmethod
    def make_rules(cls, values: dict[str, Value]) -> Rules:
        return BasicRules(**values)

    @classmethod
    def make(cls, rules: Rules, seats: int, dealer: int, number: int) -> BasicDeal:
        assert isinstance(rules, BasicRules)
        return BasicDeal(rules, seats, dealer, number)

    def copy_into(self, twin: Places) -> None:
        super().copy_into(twin)
        assert isinstance(twin, BasicDeal)
        twin.acted = self.acted

    def hand_size(self) -> i64:
        return HANDS[self.seats]

    def turn_begins(self) -> None:
        self.acted = False

    def turn_ends(self) -> None:
        if self.acted:
            self.seat_facts[self.turn * FACTS + OPENED] = 1

    # ---- playing

    def after_meld(self, seat: i64, word: i64) -> i64:
        if not (self.house.one_meld and self.turn_melds > 0):
            return self.rest(seat)
        return LEGAL if self.can_empty(seat) else CANNOT_GO_OUT

    def after_lay(self, seat: i64, card: i64, target: i64) -> i64:
        if self.owed == 0:
            return self.rest(seat)
        return LEGAL if self.can_empty(seat) else CANNOT_GO_OUT

    def may_discard(self, seat: i64) -> i64:
        return MUST_GO_OUT if self.owed > 0 and self.size(seat) > 1 else LEGAL

    def melded(self, seat: i64, word: i64) -> None:
        self.acted = True
        if self.house.one_meld and self.turn_melds > 0:
            self.owed = 1

    def laid(self, seat: i64, card: i64, target: i64) -> None:
        self.acted = True

    # ---- the result and its words

    def score(self, seat: i64) -> i64:
        """The winner is paid what the others hold, double for rummy."""
        double: i64 = 1
        if self.house.rummy_double and not self.opened(self.out):
            double = 2
        if seat != self.out:
            return -double * self.hand_worth(seat)
        total: i64 = 0
        for other in range(self.seats):
            total += self.hand_worth(other)
        return double * total

    def extra(self) -> dict[str, object]:
        return {"acted": bool(self.acted)}

    def set_extra(self, facts: dict[str, object]) -> None:
        self.acted = flag(facts, "acted", self.turn_melds > 0)

    def paragraph(self, code: i64) -> str:
        return PARAGRAPHS.get(int(code), "The turn" if code > MELD_REASONS else "Melds")


PARAGRAPHS: Final[dict[int, str]] = {
    MUST_GO_OUT: "The turn",
    CANNOT_GO_OUT: "The turn",
    NO_DISCARD_LEFT: "Going out",
    ONLY_TAKEN_LEFT: "Going out",
    DOES_NOT_FIT: "Laying off",
    NO_SUCH_MELD: "Laying off",
}
