"""What basic and seven-card rummy share: one pack, the pile turned over, going out in one turn."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from upcard.core.deal import Deal
from upcard.core.finder import Buffer, find_melds
from upcard.core.match_end import deals_or_target
from upcard.core.meld import GROUP, MeldRules
from upcard.core.pack import Pack
from upcard.core.places import NONE
from upcard.core.rules import Option, Rules, Value
from upcard.core.table import NO_FIT, entry, owner_at

PACK: Final = Pack("cdhs", "A23456789TJQK")

ACE_OPTION: Final = Option(
    "ace", "low", "the ace stands below the two, or also above the king in Q K A",
    "Melds", choices=("low", "low_or_high"),
)  # fmt: skip
MATCH_OPTIONS: Final = (
    Option("deals", None, "deals in a match: 1, or no limit once a target is set",
           "The match", low=1, none_ok=True),
    Option("target", None, "the total that ends a match", "The match", low=1, none_ok=True),
    Option("first_dealer", 0, "the seat that deals first", "The deal", high=5),
    Option("turn_limit", 1000, "finished turns after which a deal is void", "The stock", low=1),
)  # fmt: skip


def card_worth(rank: i64) -> i64:
    """Ace 1, court cards 10, others their number."""
    return rank + 1 if rank < 9 else 10


@mypyc_attr(allow_interpreted_subclasses=True)
class OnePackRules(Rules):
    """House rules both games have: the ace, and how long a match is."""

    def __init__(self, game: str, options: tuple[Option, ...], chosen: dict[str, Value]) -> None:
        super().__init__(game, options, chosen)
        self.max_seats = 6
        self.melds = MeldRules(
            suits=4, ranks=13, copies=1, set_kind=GROUP, set_max=4, run_min=3, run_max=13,
            ace_high=self.is_set("ace", "low_or_high"),
        )  # fmt: skip

    def first_dealer(self) -> i64:
        return self.number("first_dealer")

    def match_over(self, totals: list[int], deals: int) -> bool:
        """After the last deal, or once a total has reached the target."""
        return deals_or_target(self, totals, deals)


@mypyc_attr(allow_interpreted_subclasses=True)
class OnePackDeal(Deal):
    """A deal of one pack without jokers."""

    def __init__(self, rules: OnePackRules, seats: i64, dealer: i64, number: i64) -> None:
        super().__init__(rules, PACK, rules.melds, seats, dealer, number)
        self.turn_limit = rules.number("turn_limit")
        # Lay-offs a hand may use while it goes out in one turn.
        self.lays_allowed = True

    def can_remake(self) -> bool:
        """The whole pile is turned over as it lies, its top card too."""
        return self.pile_n > 0

    def remake(self) -> None:
        self.turn_pile_over(0)

    def next_dealer(self) -> i64:
        """Two players: whoever won deals (a void deal is dealt again); more: the next seat."""
        if self.seats > 2:
            return (self.dealer + 1) % self.seats
        return self.dealer if self.out == NONE else self.out

    def cost(self, face: i64) -> i64:
        return card_worth(face % 13)

    def can_empty(self, seat: i64) -> bool:
        """Whether the rest of the hand can go in this turn by melds, lay-offs and a discard."""
        size = self.size(seat)
        if size == 0:
            return not self.last_discard_needed
        if size == 1 and self.ends_with_discard(seat):
            return True
        melds = Buffer()
        find_melds(self.melds, self.held, seat * self.width, 0, melds)
        for i in range(melds.n):
            self.move_meld(seat, melds.items[i], -1)
            self.push_table(melds.items[i], seat)
            done = self.can_empty(seat)
            self.table_n -= 1
            self.move_meld(seat, melds.items[i], 1)
            if done:
                return True
        return self.lays_allowed and self.can_empty_by_laying(seat)

    def ends_with_discard(self, seat: i64) -> bool:
        """Whether a hand's one card may be discarded."""
        return not (self.taken != NONE and self.barred(self.taken)) or (
            self.copies_held(seat, self.taken) == 0
        )

    def can_empty_by_laying(self, seat: i64) -> bool:
        """Whether the hand can go, some card being laid off next."""
        for target in range(self.table_n):
            old = self.table[target]
            for face in range(PACK.n_faces):
                if self.copies_held(seat, face) == 0:
                    continue
                grown = self.grown(face, target, 0)
                if grown == NO_FIT:
                    continue
                self.pick(seat, face)
                self.table[target] = entry(grown, owner_at(old))
                done = self.can_empty(seat)
                self.table[target] = old
                self.give(seat, face)
                if done:
                    return True
        return False

    def holds_a_meld(self, seat: i64) -> bool:
        """Whether the hand has any meld at all: a cheap test before a search."""
        base = seat * self.width
        a = self.held[base]
        b = self.held[base + 1]
        c = self.held[base + 2]
        d = self.held[base + 3]
        if (a & b & (c | d)) | (c & d & (a | b)):
            return True
        for suit in range(4):
            mask = self.held[base + suit]
            if self.melds.ace_high:
                mask |= (mask & 1) << 13
            if mask & (mask >> 1) & (mask >> 2):
                return True
        return False

    def melds_possible(self, seat: i64) -> bool:
        return self.holds_a_meld(seat)
