"""House rules of gin."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64, mypyc_attr

from upcard.core.match_end import deals_or_target
from upcard.core.meld import GROUP, MeldRules
from upcard.core.rules import Option, Rules, Value

OPTIONS: Final = (
    Option("knock_card", 10, "the most deadwood a knock may leave", "Knocking", high=10),
    Option("gin_bonus", 25, "the bonus for going gin", "Scoring", high=1000),
    Option("undercut_bonus", 25, "the bonus for an undercut", "Scoring", high=1000),
    Option("throw_back", "allowed", "the upcard just taken may be discarded at once",
           "The turn", choices=("allowed", "forbidden")),
    Option("tie_is_undercut", False, "equal deadwood counts as an undercut",
           "Scoring", choices=(False, True)),
    Option("layoff_depth", 2, "how many cards may be laid off at one end of a run",
           "Laying off", choices=(2, "unlimited")),
    Option("auto_lay", False, "what is left in hand is melded as well as possible by itself",
           "Melds", choices=(False, True)),
    Option("deals", None, "deals in a match: 1, or no limit once a target is set",
           "The match", low=1, none_ok=True),
    Option("target", None, "the total that ends a match", "The match", low=1, none_ok=True),
)  # fmt: skip


@mypyc_attr(allow_interpreted_subclasses=True)
class GinRules(Rules):
    """House rules of gin.

    >>> GinRules(knock_card=5, throw_back="forbidden")
    GinRules(knock_card=5, throw_back='forbidden')
    """

    title: ClassVar[str] = "Gin rummy"

    def __init__(self, **chosen: Value) -> None:
        super().__init__("gin", OPTIONS, chosen)
        self.knock_card = self.number("knock_card")
        self.gin_bonus = self.number("gin_bonus")
        self.undercut_bonus = self.number("undercut_bonus")
        self.no_throw_back = self.is_set("throw_back", "forbidden")
        self.tie_is_undercut = self.is_set("tie_is_undercut")
        self.layoff_depth: i64 = 13 if self.is_set("layoff_depth", "unlimited") else 2
        self.auto_lay = self.is_set("auto_lay")
        self.melds = MeldRules(
            suits=4, ranks=13, copies=1, set_kind=GROUP, set_max=4, run_min=3, run_max=5
        )

    def first_dealer(self) -> i64:
        """Seat 0 always starts the first deal."""
        return 1

    def match_over(self, totals: list[int], deals: int) -> bool:
        """After the last deal, or once a total has reached the target."""
        return deals_or_target(self, totals, deals)
