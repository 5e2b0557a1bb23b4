"""Seven-card rummy: nothing is laid until the whole hand can go at once."""

from __future__ import annotations

from typing import ClassVar, Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from upcard.core.facts import flag, items
from upcard.core.hand import zeros
from upcard.core.places import Places
from upcard.core.reasons import (
    CANNOT_GO_OUT,
    DOES_NOT_FIT,
    LEGAL,
    MELD_REASONS,
    MUST_GO_OUT,
    NO_SUCH_MELD,
    NOT_IN_THIS_GAME,
)
from upcard.core.rules import Option, Rules, Value
from upcard.core.table import owner_at
from upcard.games.one_pack import (
    ACE_OPTION,
    MATCH_OPTIONS,
    PACK,
    OnePackDeal,
    OnePackRules,
    card_worth,
)

HAND: Final = 7

OPTIONS: Final = (
    ACE_OPTION,
    Option("open_melds", False, "melds may be laid and added to before going out",
           "Going out", choices=(False, True)),
    *MATCH_OPTIONS,
)  # fmt: skip


@mypyc_attr(allow_interpreted_subclasses=True)
class SevenCardRules(OnePackRules):
    """House rules of seven-card rummy.

    >>> SevenCardRules(target=100)
    SevenCardRules(target=100)
    """

    title: ClassVar[str] = "Seven-card rummy"

    def __init__(self, **chosen: Value) -> None:
        super().__init__("seven_card", OPTIONS, chosen)
        self.open_melds = self.is_set("open_melds")


@mypyc_attr(allow_interpreted_subclasses=True)
class SevenCardDeal(OnePackDeal):
    """One deal of seven-card rummy. ``owed`` is 1 once a going-out has been begun."""

    def __init__(
        self, rules: SevenCardRules, seats: i64 = 2, dealer: i64 = 0, number: i64 = 1
    ) -> None:
        super().__init__(rules, seats, dealer, number)
        self.house = rules
        self.lays_allowed = rules.open_melds
        # Whether the hand in turn can go out: -1 not looked yet, 0 no, 1 yes.
        self.ready: i64 = -1
        # Who laid a card on another's meld, plus one, by face.
        self.laid_by: vec[i64] = zeros(int(PACK.n_faces))

    @classmethod
    def make_rules(cls, values: dict[str, Value]) -> Rules:
        return SevenCardRules(**values)

    @classmethod
    def make(cls, rules: Rules, seats: int, dealer: int, number: int) -> SevenCardDeal:
        assert isinstance(rules, SevenCardRules)
        return SevenCardDeal(rules, seats, dealer, number)

    def copy_into(self, twin: Places) -> None:
        super().copy_into(twin)
        assert isinstance(twin, SevenCardDeal)
        twin.ready = self.ready
        twin.laid_by = self.laid_by[:]

    def hand_size(self) -> i64:
        return HAND

    def turn_begins(self) -> None:
        self.ready = -1

    # ---- playing

    def melds_possible(self, seat: i64) -> bool:
        if self.house.open_melds or self.owed > 0:
            return self.holds_a_meld(seat)
        if self.ready < 0:
            self.ready = 1 if self.holds_a_meld(seat) and self.can_empty(seat) else 0
        return self.ready == 1

    def after_meld(self, seat: i64, word: i64) -> i64:
        if self.house.open_melds:
            return self.rest(seat)
        return LEGAL if self.can_empty(seat) else CANNOT_GO_OUT

    def may_lay(self, seat: i64, card: i64, target: i64) -> i64:
        return LEGAL if self.house.open_melds else NOT_IN_THIS_GAME

    def lays_possible(self, seat: i64) -> bool:
        return self.house.open_melds

    def may_discard(self, seat: i64) -> i64:
        return MUST_GO_OUT if self.owed > 0 and self.size(seat) > 1 else LEGAL

    def melded(self, seat: i64, word: i64) -> None:
        self.owed = 0 if self.house.open_melds else 1

    def laid(self, seat: i64, card: i64, target: i64) -> None:
        if owner_at(self.table[target]) != seat:
            self.laid_by[card] = seat + 1

    # ---- the result and its words

    def score(self, seat: i64) -> i64:
        """Every opponent pays the winner the worth of the cards the winner has laid."""
        each: i64 = 0
        for target in range(self.table_n):
            owner = owner_at(self.table[target])
            for token in self.tokens_at(target):
                face = PACK.face(token)
                by = self.laid_by[face]
                if (owner if by == 0 else by - 1) == self.out:
                    each += card_worth(face % 13)
        return each * (self.seats - 1) if seat == self.out else -each

    def extra(self) -> dict[str, object]:
        return {
            "owed": self.owed > 0,
            "laid_by": [self.guests(target) for target in range(self.table_n)],
        }

    def guests(self, target: i64) -> dict[str, int]:
        """The cards of a table meld that others than its owner put there, and who."""
        cards: dict[str, int] = {}
        for token in self.tokens_at(target):
            by = self.laid_by[PACK.face(token)]
            if by > 0:
                cards[token] = int(by) - 1
        return cards

    def set_extra(self, facts: dict[str, object]) -> None:
        self.owed = 1 if flag(facts, "owed") else 0
        for target, guests in enumerate(items(facts, "laid_by")):
            assert isinstance(guests, dict)
            for card, by in guests.items():
                if by != owner_at(self.table[target]):
                    self.laid_by[PACK.face(card)] = by + 1

    def paragraph(self, code: i64) -> str:
        return PARAGRAPHS.get(int(code), "The turn" if code > MELD_REASONS else "Melds")


PARAGRAPHS: Final[dict[int, str]] = {
    MUST_GO_OUT: "Going out",
    CANNOT_GO_OUT: "Going out",
    NOT_IN_THIS_GAME: "Going out",
    DOES_NOT_FIT: "Laying off",
    NO_SUCH_MELD: "Laying off",
}
