"""House rules of Rummy 17."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64, mypyc_attr

from upcard.core.meld import GROUP, MeldRules
from upcard.core.places import NONE
from upcard.core.rules import Option, Rules, Value
from upcard.games.bonus import BonusRules

# A meld with a joker from the side has at least four cards.
SIDE_JOKER_MIN: Final = 4

OPTIONS: Final = (
    Option("deals", 1, "deals in a match", "The match", low=1),
    Option("knock_priority", "clockwise",
           "who gets the card: the nearest clockwise, or whoever knocked first",
           "Knocking", choices=("clockwise", "first")),
    Option("knock_close", "active_acts",
           "knocking ends when the player in turn melds or discards, or when all have answered",
           "Knocking", choices=("active_acts", "all_answer")),
    Option("knock_penalty", 0, "stock cards a knock costs", "Knocking", choices=(0, 1)),
    Option("max_knocks", 0, "knocks served to one player in a deal; 0: no limit", "Knocking"),
    Option("discarder_knocks", False, "whoever discarded the card may knock for it",
           "Knocking", choices=(False, True)),
    Option("discard_taken", "allow", "the open card just taken may be discarded at once",
           "The turn", choices=("allow", "forbid")),
    Option("exchanged_joker_min", 3, "cards in the meld made with an exchanged joker",
           "Jokers", choices=(3, 4)),
    Option("side_joker_layoff", False, "a side joker may be added to a meld on the table",
           "Jokers", choices=(False, True)),
    Option("exchange_same_turn", True, "jokers may be exchanged in the turn of the first meld",
           "Jokers", choices=(True, False)),
    Option("fresh_joker", "later_turn", "when a joker laid in this turn may be exchanged",
           "Jokers", choices=("later_turn", "same_turn")),
    Option("joker_counts_as", "represented",
           "a joker counts as its card, by its colour alone, or only as a card and a joker",
           "Scoring", choices=("represented", "colour_only", "blank")),
    Option("layoff_credit", "meld_owner",
           "cards put on another player's meld count for its owner, or for nobody",
           "Scoring", choices=("meld_owner", "none")),
    Option("zero_most", "nobody", "who is paid for the most of something nobody has",
           "Scoring", choices=("nobody", "all_tied")),
    Option("fewest_needs_meld", False, "only players with a meld can have the fewest",
           "Scoring", choices=(False, True)),
    Option("wrap", False, "a run may go on from 17 to 1", "Melds", choices=(False, True)),
    Option("rummy17", "double", "a 17 as the last discard doubles all points",
           "Scoring", choices=("double", "off")),
    Option("rummy17_declare", "automatic", "the doubling happens by itself, or must be said",
           "Scoring", choices=("automatic", "spoken")),
    Option("win_tie", "shared", "equal best totals share the win, or fewest penalty points wins",
           "The match", choices=("shared", "fewest_pp")),
    Option("stall_limit", 0, "turns in a row without a stock draw that end a deal; 0: off",
           "The stock"),
    Option("turn_limit", 1000, "finished turns after which a deal ends", "The stock", low=1),
)  # fmt: skip


@mypyc_attr(allow_interpreted_subclasses=True)
class Rummy17Rules(Rules):
    """House rules of Rummy 17.

    >>> Rummy17Rules(deals=3, wrap=True)
    Rummy17Rules(deals=3, wrap=True)
    """

    title: ClassVar[str] = "Rummy 17"

    def __init__(self, **chosen: Value) -> None:
        super().__init__("rummy17", OPTIONS, chosen)
        self.max_seats = 6
        self.default_seats = 4
        self.all_answer = self.is_set("knock_close", "all_answer")
        self.penalty = self.number("knock_penalty")
        self.max_knocks = self.number("max_knocks")
        self.discarder_knocks = self.is_set("discarder_knocks")
        self.exchanged_min = self.number("exchanged_joker_min")
        self.side_layoff = self.is_set("side_joker_layoff")
        self.same_turn = self.is_set("exchange_same_turn")
        self.fresh_later = self.is_set("fresh_joker", "later_turn")
        self.spoken = self.is_set("rummy17_declare", "spoken")
        self.doubles = self.is_set("rummy17", "double")
        self.stall_limit = self.number("stall_limit")
        self.bonus = BonusRules(
            value=self.is_set("joker_counts_as", "represented"),
            colour=not self.is_set("joker_counts_as", "blank"),
            guests_count=self.is_set("layoff_credit", "meld_owner"),
            zero=self.is_set("zero_most", "all_tied"),
            fewest_needs_meld=self.is_set("fewest_needs_meld"),
        )
        if self.spoken and not self.doubles:
            raise self.contradiction(
                "rummy17_declare=spoken says nothing while rummy17 is off", "rummy17_declare"
            )
        self.melds = self._melds(2)
        # What can be laid with a joker from the side.
        self.side_melds = self._melds(SIDE_JOKER_MIN - 1)

    def _melds(self, naturals: int) -> MeldRules:
        return MeldRules(
            suits=5, ranks=17, copies=1, set_kind=GROUP, set_max=5, run_min=3, run_max=17,
            min_naturals=naturals, max_jokers=1, coloured=True, wrap=self.is_set("wrap"),
        )  # fmt: skip

    def first_dealer(self) -> i64:
        """By lot."""
        return NONE

    def match_over(self, totals: list[int], deals: int) -> bool:
        """After the agreed number of deals."""
        return deals >= self.number("deals")
