"""House rules of contract rummy: its options, and the melds and packs they make."""

from __future__ import annotations

from typing import ClassVar, Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from upcard.core.arrange import Contracts
from upcard.core.meld import BOOK, BOOK_ANY, BOOK_MISSING, MeldRules
from upcard.core.pack import Pack
from upcard.core.places import NONE
from upcard.core.rules import Option, Rules, Value

SUITS: Final = "cdhs"
RANKS: Final = "A23456789TJQK"
HANDS: Final = 5
ANY_NUMBER: Final = 60

JOKER_PENALTY: Final = 25
PENALTY: Final = vec[i64]([15, 5, 5, 5, 5, 5, 5, 5, 5, 10, 10, 10, 10])

OPTIONS: Final = (
    Option("jokers_per_pack", 2, "jokers in each pack", "The deal", choices=(2, 0, 1, 3, 4)),
    Option("claim_priority", "first_call",
           "who gets the card: the first to call, or the nearest to the left",
           "I want it", choices=("first_call", "turn_order")),
    Option("claim_close", "on_draw", "calling ends with the draw, or when all have answered",
           "I want it", choices=("on_draw", "all_answer")),
    Option("claim_penalty", 1, "stock cards a call costs", "I want it", choices=(1, 0, 2)),
    Option("max_claims", 0, "calls served to one player in a hand; 0: no limit", "I want it"),
    Option("own_discard_claim", False, "whoever discarded the card may call it",
           "I want it", choices=(False, True)),
    Option("down_may_claim", True, "players who are down may call",
           "I want it", choices=(True, False)),
    Option("discard_taken", "allow", "the card just taken may be discarded at once",
           "The turn", choices=("allow", "forbid")),
    Option("laydown_size", "at_least",
           "melds of the contract may be longer, or have exactly three and four cards",
           "The contract", choices=("at_least", "exact")),
    Option("layoff_same_turn", True, "cards may be laid off in the turn of laying down",
           "Laying off", choices=(True, False)),
    Option("layoff_target", "any", "whose melds may be laid on",
           "Laying off", choices=("any", "others_only")),
    Option("same_rank_books", "allow", "two books of a contract may have the same rank",
           "The contract", choices=("allow", "forbid")),
    Option("adjacent_straights", "allow",
           "two straights of a contract may touch or overlap in one suit",
           "The contract", choices=("allow", "forbid")),
    Option("joker_limit", "none", "how many jokers a meld may have",
           "Jokers", choices=("none", "one_natural", "not_majority", "max_one")),
    Option("joker_exchange", "to_hand", "who may displace jokers, and what becomes of them",
           "Jokers", choices=("to_hand", "laydown_now", "not_down_only", "none")),
    Option("book_joker", "any_suit", "what a joker in a book stands for",
           "Jokers", choices=("any_suit", "missing_suit", "none")),
    Option("own_joker_exchange", True, "jokers of one's own melds may be displaced",
           "Jokers", choices=(True, False)),
    Option("freed_joker_target", "any", "whose melds a displaced joker may be put on",
           "Jokers", choices=("any", "others_only")),
    Option("ace", "high_low", "where an ace may stand in a straight",
           "Books and straights", choices=("high_low", "low_only", "high_only")),
    Option("wrap", False, "a straight may go round the corner",
           "Books and straights", choices=(False, True)),
    Option("stock_exhausted", "reshuffle",
           "an empty stock: shuffle the pile always, once, or the hand ends",
           "The stock", choices=("reshuffle", "reshuffle_once", "end_hand")),
    Option("last_hand", "all_cards", "hand 5 goes down only with every card, or like the others",
           "The contract", choices=("all_cards", "normal")),
    Option("win_tie", "shared", "equal lowest totals share the win, or most hands won decides",
           "The match", choices=("shared", "most_hands_won")),
    Option("turn_limit", 1000, "finished turns after which a hand ends", "The stock", low=1),
)  # fmt: skip


@mypyc_attr(allow_interpreted_subclasses=True)
class ContractRules(Rules):
    """House rules of contract rummy.

    >>> ContractRules(claim_penalty=2)
    ContractRules(claim_penalty=2)
    """

    title: ClassVar[str] = "Contract rummy"

    def __init__(self, **chosen: Value) -> None:
        super().__init__("contract", OPTIONS, chosen)
        self.min_seats = 3
        self.max_seats = 8
        self.default_seats = 4
        self.penalty = self.number("claim_penalty")
        self.max_claims = self.number("max_claims")
        self.own_discard = self.is_set("own_discard_claim")
        self.down_claims = self.is_set("down_may_claim")
        self.all_answer = self.is_set("claim_close", "all_answer")
        self.exact = self.is_set("laydown_size", "exact")
        self.same_rank = self.is_set("same_rank_books", "allow")
        self.adjacent = self.is_set("adjacent_straights", "allow")
        self.same_turn = self.is_set("layoff_same_turn")
        self.lay_on_own = self.is_set("layoff_target", "any")
        self.place_on_own = self.is_set("freed_joker_target", "any")
        self.swap_own = self.is_set("own_joker_exchange")
        self.book_swaps = not self.is_set("book_joker", "none")
        self.no_swaps = self.is_set("joker_exchange", "none")
        self.lay_now = self.is_set("joker_exchange", "laydown_now")
        self.down_swaps = not self.is_set("joker_exchange", "not_down_only")
        self.all_cards = self.is_set("last_hand", "all_cards")
        self.most_reshuffles: i64 = 0 if self.is_set("stock_exhausted", "end_hand") else 1_000_000
        if self.is_set("stock_exhausted", "reshuffle_once"):
            self.most_reshuffles = 1
        per_pack = int(self.number("jokers_per_pack"))
        packs = (2, 3, 4)
        self.packs = {n: Pack(SUITS, RANKS, copies=n, jokers=n * per_pack) for n in packs}
        self.meld_rules = {n: self._melds(n, True) for n in packs}
        self.lay_rules = {n: self._melds(n, False) for n in packs}
        self.solvers = {n: Contracts(self.meld_rules[n], PENALTY, JOKER_PENALTY) for n in packs}

    def _melds(self, packs: int, new: bool) -> MeldRules:
        """What a new meld may be, or (joker limits but max_one aside) what one may grow to."""
        limit = self["joker_limit"]
        wrap = self.is_set("wrap")
        low = not self.is_set("ace", "high_only")
        high = not self.is_set("ace", "low_only")
        return MeldRules(
            suits=4, ranks=13, copies=packs, set_kind=BOOK, set_max=ANY_NUMBER, run_min=4,
            run_max=13 if wrap else 14, ace_low=low, ace_high=high, both_aces=low and high,
            wrap=wrap, max_jokers=1 if limit == "max_one" else ANY_NUMBER,
            min_naturals=1 if new and limit == "one_natural" else 0,
            majority=new and limit == "not_majority",
            book_joker=BOOK_MISSING if self.is_set("book_joker", "missing_suit") else BOOK_ANY,
        )  # fmt: skip

    def first_dealer(self) -> i64:
        """By lot."""
        return NONE

    def match_over(self, totals: list[int], deals: int) -> bool:
        """After the fifth hand."""
        return deals >= HANDS
