"""Rommé for two: two packs and six jokers, 30 points to open, the last card is discarded."""

from __future__ import annotations

from typing import ClassVar, Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from upcard.core.action import swap_action, word_of
from upcard.core.arrange import most_points, most_points_out
from upcard.core.deal import Deal
from upcard.core.finder import Buffer, find_melds
from upcard.core.meld import GROUP, RUN, MeldRules, jokers_of, length_of, low_of
from upcard.core.pack import Pack
from upcard.core.places import FACTS, NONE, OPENED, Places
from upcard.core.reasons import (
    BOTH_NEEDED,
    DOES_NOT_FIT,
    JOKER_FIRST,
    JOKER_USELESS,
    LEGAL,
    MELD_REASONS,
    NO_DISCARD_LEFT,
    NO_JOKER_THERE,
    NO_SUCH_MELD,
    NOT_HELD,
    NOT_OPENED,
    ONLY_TAKEN_LEFT,
    OPENING_TOO_LOW,
    OWED_FIRST,
    STOCK_EMPTY,
)
from upcard.core.rules import Option, Rules, Value
from upcard.core.table import NO_FIT, entry, lay_on, owner_at, word_at
from upcard.games.romme_opening import RUN_POINTS, most_reach, one_meld_for

PACK: Final = Pack("cdhs", "A23456789TJQK", copies=2, jokers=6)
JOKER: Final[i64] = 52
OPENING_POINTS: Final = 30
HAND: Final = 13

# What a card left in hand costs, by rank; a joker costs JOKER_PENALTY.
PENALTY: Final = vec[i64]([15, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10])
JOKER_PENALTY: Final = 30

OPTIONS: Final = (
    Option("target", 500, "the agreed number of bad points", "The match", low=1),
    Option("target_hit", "over", "lose when above the target, or already when at it",
           "The match", choices=("over", "reach")),
    Option("opening", "sum", "the melds of the opening add up to 30, or one of them must reach it",
           "The opening", choices=("sum", "single")),
    Option("ace_in_group", 11, "what an ace in a group is worth when opening",
           "The opening", choices=(11, 1)),
    Option("initial_upcard", True, "a card is turned up to begin the discard pile",
           "The deal", choices=(True, False)),
    Option("same_card_discard", False, "the card taken from the pile may be discarded again",
           "The turn", choices=(False, True)),
    Option("final_discard", "required", "the last card must be discarded, or may also be laid",
           "Going out", choices=("required", "optional")),
    Option("taken_joker", "hand", "a swapped joker goes to the hand, or must be played at once",
           "Jokers", choices=("hand", "play_now")),
    Option("group_joker", "any_missing",
           "the joker of a group of three is freed by either missing card, or only by both",
           "Jokers", choices=("any_missing", "both_missing")),
    Option("joker_majority", "allowed", "a meld may hold more jokers than natural cards",
           "Melds", choices=("allowed", "forbidden")),
    Option("stock_end", "reshuffle",
           "an empty stock: shuffle the discards, turn them over, or the deal is void",
           "The stock", choices=("reshuffle", "turn_over", "void")),
    Option("first_dealer", 0, "the seat that deals first", "The deal", high=1),
    Option("turn_limit", 1000, "finished turns after which a deal is void", "The stock", low=1),
)  # fmt: skip


@mypyc_attr(allow_interpreted_subclasses=True)
class RommeRules(Rules):
    """House rules of Rommé.

    >>> RommeRules(target=300, opening="single")
    RommeRules(target=300, opening='single')
    """

    title: ClassVar[str] = "Rommé"

    def __init__(self, **chosen: Value) -> None:
        super().__init__("romme", OPTIONS, chosen)
        self.single = self.is_set("opening", "single")
        self.play_now = self.is_set("taken_joker", "play_now")
        self.both_missing = self.is_set("group_joker", "both_missing")
        self.reshuffle = self.is_set("stock_end", "reshuffle")
        self.void_at_end = self.is_set("stock_end", "void")
        ace = self.number("ace_in_group")
        self.set_points: vec[i64] = RUN_POINTS[:]
        self.set_points[0] = ace
        self.melds = MeldRules(
            suits=4, ranks=13, copies=2, set_kind=GROUP, set_max=4, run_min=3, run_max=13,
            ace_high=True, min_naturals=2, max_jokers=6,
            majority=self.is_set("joker_majority", "forbidden"), placed_jokers=True,
        )  # fmt: skip

    def points(self, word: i64) -> i64:
        """What a meld is worth for the opening; a joker counts as the card it stands for."""
        low = low_of(word)
        length = length_of(word)
        if word & 3 != RUN:
            return self.set_points[low] * length
        total: i64 = 0
        for i in range(length):
            total += RUN_POINTS[low + i]
        return total

    def first_dealer(self) -> i64:
        return self.number("first_dealer")

    def match_over(self, totals: list[int], deals: int) -> bool:
        """Somebody's bad points have crossed the target."""
        limit = self.number("target") + (0 if self.is_set("target_hit", "reach") else 1)
        return any(total >= limit for total in totals)


@mypyc_attr(allow_interpreted_subclasses=True)
class RommeDeal(Deal):
    """One deal of Rommé. ``owed`` is what an opening begun in this turn still lacks."""

    def __init__(
        self, rules: RommeRules, seats: i64 = 2, dealer: i64 = 0, number: i64 = 1
    ) -> None:
        super().__init__(rules, PACK, rules.melds, seats, dealer, number)
        self.house = rules
        self.turn_limit = rules.number("turn_limit")
        self.taken_locked = not rules.is_set("same_card_discard")
        self.last_discard_needed = rules.is_set("final_discard", "required")
        self.upcard = rules.is_set("initial_upcard")
        # Whether the unopened hand in turn can open: -1 not looked yet, 0 no, 1 yes.
        self.openable: i64 = -1

    @classmethod
    def make_rules(cls, values: dict[str, Value]) -> Rules:
        return RommeRules(**values)

    @classmethod
    def make(cls, rules: Rules, seats: int, dealer: int, number: int) -> Deal:
        assert isinstance(rules, RommeRules)
        return RommeDeal(rules, seats, dealer, number)

    def copy_into(self, twin: Places) -> None:
        super().copy_into(twin)
        assert isinstance(twin, RommeDeal)
        twin.openable = self.openable

    def hand_size(self) -> i64:
        return HAND

    # ---- the opening

    def points_left(self, word: i64) -> i64:
        """What the opening still lacks once this meld lies; 0 or less: nothing."""
        points = self.house.points(word)
        before = self.owed
        if before <= 0:
            before = OPENING_POINTS
        if not self.house.single:
            before -= points
        elif points >= OPENING_POINTS:
            before = 0
        return before

    def check_held_meld(self, seat: i64, word: i64) -> i64:
        if self.opened(seat) and self.freed == NONE and self.size(seat) > length_of(word) + 1:
            # With two cards left one can be discarded.
            return LEGAL
        return self.try_meld(seat, word)

    def after_meld(self, seat: i64, word: i64) -> i64:
        if self.freed != NONE and jokers_of(word) == 0:
            return JOKER_FIRST
        if not self.opened(seat):
            owed = self.points_left(word)
            if owed > 0:
                return LEGAL if self.can_reach(seat, owed) else OPENING_TOO_LOW
        return self.rest(seat)

    def can_reach(self, seat: i64, owed: i64) -> bool:
        """Whether melds of the hand can bring so many points and leave the turn completable."""
        if self.house.single:
            return self.single_reaches(seat)
        base = seat * self.width
        jokers = self.jokers(seat)
        most, loose = most_reach(self.held, base, jokers)
        if most < owed:
            return False
        kept: i64 = 1
        if self.taken != NONE and self.barred(self.taken):
            kept = 2
        # Mostly one meld pays for all, and leaves a card that may be discarded.
        cards = one_meld_for(self.melds, self.held, base, jokers, self.house.set_points, owed)
        if cards > 0 and cards + kept <= self.size(seat):
            return True
        if not self.melds_worth(seat, owed):
            return False
        if loose >= kept:
            # Some card that may be discarded is in no meld at all.
            return True
        for face in range(JOKER + 1):
            if self.copies_held(seat, face) > 0 and not self.barred(face):
                if self.worth_without(seat, face, owed):
                    return True
        if self.last_discard_needed:
            return False
        if self.all_melded(seat, owed):
            return True
        # The taken card may be all that is left if it then fits a meld that lay before; what
        # fits the new melds could as well have been laid with them.
        taken = self.taken
        if taken == NONE or not self.barred(taken) or not self.fits_table(taken):
            return False
        self.pick(seat, taken)
        enough = self.all_melded(seat, owed)
        self.give(seat, taken)
        return enough

    def melds_worth(self, seat: i64, target: i64) -> bool:
        """Whether melds of the hand add up to target points."""
        points = most_points(
            self.melds, self.held, seat * self.width, self.jokers(seat),
            RUN_POINTS, self.house.set_points, target,
        )  # fmt: skip
        return points >= target

    def worth_without(self, seat: i64, face: i64, target: i64) -> bool:
        """Whether the points are there although one copy of face stays in hand."""
        self.pick(seat, face)
        enough = self.melds_worth(seat, target)
        self.give(seat, face)
        return enough

    def all_melded(self, seat: i64, target: i64) -> bool:
        """Whether the whole hand can be melded, worth at least target points."""
        return most_points_out(
            self.melds, self.held, seat * self.width, self.jokers(seat),
            RUN_POINTS, self.house.set_points,
        ) >= target  # fmt: skip

    def single_reaches(self, seat: i64) -> bool:
        """Whether one meld of the hand is worth 30 and leaves the turn completable."""
        melds = Buffer()
        find_melds(self.melds, self.held, seat * self.width, self.jokers(seat), melds)
        for i in range(melds.n):
            word = melds.items[i]
            if self.house.points(word) >= OPENING_POINTS:
                self.move_meld(seat, word, -1)
                code = self.rest(seat)
                self.move_meld(seat, word, 1)
                if code == LEGAL:
                    return True
        return False

    def fits_table(self, card: i64) -> bool:
        """Whether a card can be laid off or swapped in as the table stands."""
        for target in range(self.table_n):
            if card == JOKER:
                if self.joker_fits(target):
                    return True
            elif self.grown(card, target, 0) != NO_FIT or self.frees_joker(card, target):
                return True
        return False

    def melds_possible(self, seat: i64) -> bool:
        if self.opened(seat) or self.owed > 0:
            return True
        if self.openable < 0:
            self.openable = 1 if self.can_reach(seat, OPENING_POINTS) else 0
        return self.openable == 1

    def turn_begins(self) -> None:
        self.openable = -1
        if self.house.void_at_end and self.stock_n == 0:
            self.stop()

    def melded(self, seat: i64, word: i64) -> None:
        if jokers_of(word) > 0:
            self.freed = NONE
        if self.opened(seat):
            return
        self.owed = max(self.points_left(word), 0)
        if self.owed == 0:
            self.seat_facts[seat * FACTS + OPENED] = 1

    # ---- laying off and swapping

    def lays_possible(self, seat: i64) -> bool:
        return self.opened(seat) and self.owed == 0

    def may_lay(self, seat: i64, card: i64, target: i64) -> i64:
        if self.owed > 0:
            return OWED_FIRST
        if not self.opened(seat):
            return NOT_OPENED
        return JOKER_FIRST if self.freed != NONE and card != JOKER else LEGAL

    def laid(self, seat: i64, card: i64, target: i64) -> None:
        if card == JOKER:
            self.freed = NONE

    def can_place(self, seat: i64, card: i64) -> bool:
        return self.fits_table(card)

    def frees_joker(self, card: i64, target: i64) -> bool:
        """Whether the card alone frees a joker of this table meld, and that joker can be used."""
        new = self.swapped(card, target)
        if new == NO_FIT or self.wants_both(target):
            return False
        if not self.house.play_now:
            return True
        old = self.table[target]
        self.table[target] = entry(new, owner_at(old))
        fits = False
        for other in range(self.table_n):
            if self.joker_fits(other):
                fits = True
        self.table[target] = old
        return fits

    def wants_both(self, target: i64) -> bool:
        """Whether the joker of this meld is given up only for both missing cards."""
        word = word_at(self.table[target])
        return (
            self.house.both_missing
            and word & 3 == GROUP
            and length_of(word) == 3
            and jokers_of(word) == 1
        )

    def check_swap(self, seat: i64, card: i64, target: i64, second: i64) -> i64:
        other = second - 1
        if self.copies_held(seat, card) == 0 or (second and self.copies_held(seat, other) == 0):
            return NOT_HELD
        if self.owed > 0:
            return OWED_FIRST
        if not self.opened(seat):
            return NOT_OPENED
        if self.freed != NONE:
            return JOKER_FIRST
        new = self.after_swap(card, target, second)
        if new == NO_FIT:
            return BOTH_NEEDED if self.swapped(card, target) != NO_FIT else NO_JOKER_THERE
        if not self.house.play_now:
            # The joker in the hand can always be discarded.
            return LEGAL
        twin = self.copy()
        twin.do(seat, swap_action(card, target, second))
        return LEGAL if twin.find(seat) > 0 else JOKER_USELESS

    def after_swap(self, card: i64, target: i64, second: i64) -> i64:
        """The table meld once card (and the second) has taken the joker's place, or NO_FIT."""
        new = self.swapped(card, target)
        if new == NO_FIT or self.wants_both(target) != (second > 0):
            return NO_FIT
        if second == 0:
            return new
        grown = lay_on(self.melds, new, (second - 1) // 13, (second - 1) % 13, False)
        return grown if second - 1 != JOKER else NO_FIT

    def push_swap(self, seat: i64, card: i64, target: i64, second: i64) -> None:
        super().push_swap(seat, card, target, second)
        if self.wants_both(target) and self.copies_held(seat, card) > 0:
            rank = low_of(word_at(self.table[target]))
            for suit in range(card // 13 + 1, 4):
                super().push_swap(seat, card, target, suit * 13 + rank + 1)

    def do_swap(self, seat: i64, card: i64, target: i64, second: i64) -> None:
        new = self.after_swap(card, target, second)
        self.table[target] = entry(new, owner_at(self.table[target]))
        self.pick(seat, card)
        if second:
            self.pick(seat, second - 1)
        self.gain(seat, JOKER, False)
        if self.taken == JOKER:
            self.taken_copy = True
        if self.house.play_now:
            self.freed = JOKER
        self.played(seat)

    def may_discard(self, seat: i64) -> i64:
        if self.owed > 0:
            return OWED_FIRST
        return JOKER_FIRST if self.freed != NONE else LEGAL

    # ---- the stock

    def can_remake(self) -> bool:
        return not self.house.void_at_end and self.pile_n > 1

    def remake(self) -> None:
        if self.house.reshuffle:
            self.shuffle_pile(1)
        else:
            self.turn_pile_over(1)

    # ---- the result and its words

    def cost(self, face: i64) -> i64:
        if face == JOKER:
            return JOKER_PENALTY
        return PENALTY[PACK.rank_of[face]]

    def score(self, seat: i64) -> i64:
        """Bad points: what is left in hand."""
        return self.hand_worth(seat)

    def winners(self, totals: list[int]) -> list[int]:
        """The seat with fewer bad points; only one can have crossed the target."""
        return [seat for seat, total in enumerate(totals) if total == min(totals)]

    def reason_facts(self, seat: i64, action: i64, code: i64) -> dict[str, str]:
        laid = OPENING_POINTS - self.owed if self.owed > 0 and not self.house.single else 0
        if code == OWED_FIRST:
            return {"need": f"{self.owed} point{'s' if self.owed > 1 else ''}"}
        if code == OPENING_TOO_LOW:
            have = laid + self.house.points(word_of(action))
            return {"have": str(have), "need": str(OPENING_POINTS)}
        return {}

    def paragraph(self, code: i64) -> str:
        return PARAGRAPHS.get(int(code), "The turn" if code > MELD_REASONS else "Melds")


PARAGRAPHS: Final[dict[int, str]] = {
    OPENING_TOO_LOW: "The opening",
    OWED_FIRST: "The opening",
    NOT_OPENED: "The opening",
    NO_DISCARD_LEFT: "Going out",
    ONLY_TAKEN_LEFT: "Going out",
    NO_JOKER_THERE: "Jokers",
    BOTH_NEEDED: "Jokers",
    JOKER_FIRST: "Jokers",
    JOKER_USELESS: "Jokers",
    DOES_NOT_FIT: "Laying off",
    NO_SUCH_MELD: "Laying off",
    STOCK_EMPTY: "The stock",
}
