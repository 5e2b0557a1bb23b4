"""Five-card rummy: a small game of one's own, in one file.

Two to four players, five cards each from one pack, groups and runs. Whoever has no card left ends
the deal; the others count what they hold against themselves. After three deals the lowest total
wins. Play it with

    upcard play examples/my_rummy.py:MyRummy

docs/own_game.md tells how it is made.
"""

from __future__ import annotations

from typing import ClassVar

from upcard import Deal, Option, Rules, Value
from upcard.core.meld import GROUP, RUN, MeldRules, kind_of
from upcard.core.pack import Pack
from upcard.core.reasons import NOT_OPENED

PACK = Pack("cdhs", "A23456789TJQK")

OPTIONS = (
    Option("hand", 5, "cards dealt to each player", "The deal", low=5, high=10),
    Option("first_meld", "any", "what a player's first meld of a deal may be",
           "Melds", choices=("any", "run")),
    Option("going_out", 10, "points taken off whoever goes out", "Scoring", high=100),
    Option("deals", 3, "deals in a match", "The match", low=1),
)  # fmt: skip

# Reasons of a game's own have numbers from 100 on: a code for programs, a sentence for people.
RUN_FIRST = 100
OWN_REASONS = {RUN_FIRST: ("run_first", "at this table the first meld must be a run")}


class MyRules(Rules):
    """House rules of five-card rummy.

    >>> MyRules(first_meld="run")
    MyRules(first_meld='run')
    """

    title: ClassVar[str] = "Five-card rummy"

    def __init__(self, **chosen: Value) -> None:
        super().__init__("five_card", OPTIONS, chosen)
        self.max_seats = 4
        self.hand = self.number("hand")
        self.going_out = self.number("going_out")
        self.run_first = self.is_set("first_meld", "run")
        self.melds = MeldRules(
            suits=4, ranks=13, copies=1, set_kind=GROUP, set_max=4, run_min=3, run_max=13
        )

    def match_over(self, totals: list[int], deals: int) -> bool:
        """After so many deals."""
        return deals >= self.number("deals")


class MyRummy(Deal):
    """One deal of five-card rummy."""

    def __init__(self, rules: MyRules, seats: int, dealer: int, number: int) -> None:
        super().__init__(rules, PACK, rules.melds, seats, dealer, number)
        self.house = rules

    @classmethod
    def make_rules(cls, values: dict[str, Value]) -> Rules:
        return MyRules(**values)

    @classmethod
    def make(cls, rules: Rules, seats: int, dealer: int, number: int) -> Deal:
        assert isinstance(rules, MyRules)
        return MyRummy(rules, seats, dealer, number)

    def hand_size(self) -> int:
        return self.house.hand

    def check_held_meld(self, seat: int, word: int) -> int:
        """Under first_meld=run a player's first meld is a run."""
        if self.house.run_first and not self.opened(seat) and kind_of(word) != RUN:
            return RUN_FIRST
        return super().check_held_meld(seat, word)

    def may_lay(self, seat: int, card: int, target: int) -> int:
        """Lay off once a meld of one's own lies."""
        return super().may_lay(seat, card, target) if self.opened(seat) else NOT_OPENED

    def can_remake(self) -> bool:
        return self.pile_n > 1

    def remake(self) -> None:
        """Shuffle the pile but for its top card."""
        self.shuffle_pile(1)

    def cost(self, face: int) -> int:
        """Ace 1, court cards 10, others their number."""
        return min(face % 13 + 1, 10)

    def score(self, seat: int) -> int:
        """What is left in hand; going out is rewarded."""
        return -self.house.going_out if seat == self.out else self.hand_worth(seat)

    def winners(self, totals: list[int]) -> list[int]:
        """The lowest total."""
        return [seat for seat, total in enumerate(totals) if total == min(totals)]

    def own_reason(self, code: int) -> tuple[str, str]:
        return OWN_REASONS.get(code) or super().own_reason(code)

    def paragraph(self, code: int) -> str:
        return "Melds" if code == RUN_FIRST else super().paragraph(code)
