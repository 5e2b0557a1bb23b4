"""Gin rummy as OpenSpiel's gin_rummy plays it; customary gin by options.

A knock is declared with eleven cards, then its discard and its melds are played one by one; the
other side lays off, lays its melds, and the deal is counted. Melds have at most five cards.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from upcard.core.action import (
    DISCARD,
    DRAW,
    KNOCK,
    LAY,
    MELD,
    PASS,
    TAKE,
    card_of,
    discard_action,
    kind_of_action,
    lay_action,
    meld_action,
    word_of,
)
from upcard.core.deal import Deal
from upcard.core.facts import faces_of, flag, seat_of, whole
from upcard.core.finder import Buffer, find_melds
from upcard.core.hand import BIT, lowest
from upcard.core.meld import GROUP, length_of, low_of, suit_of
from upcard.core.pack import Pack
from upcard.core.places import NONE, PHASE_DRAW, PHASE_OVER, PHASE_PLAY, Places
from upcard.core.reasons import (
    DEAL_OVER,
    DOES_NOT_FIT,
    LEGAL,
    MELD_REASONS,
    NOT_HELD,
    NOT_NOW,
    NOT_YOUR_TURN,
    PILE_EMPTY,
    STOCK_EMPTY,
    TAKEN_CARD,
    TOO_MUCH_DEADWOOD,
)
from upcard.core.rules import Rules, Value
from upcard.core.table import owner_at, word_at
from upcard.errors import ParseError, PositionError
from upcard.games.gin_melds import (
    SPLITS,
    deadwood,
    deadwood_of_eleven,
    meld_mask,
    worth,
)
from upcard.games.gin_rules import GinRules

PACK: Final = Pack("cdhs", "A23456789TJQK")
HAND: Final = 10
WALL_STOCK: Final = 2
MOST_TAKINGS: Final = 50

PHASE_UPCARD: Final = 10
PHASE_KNOCK: Final = 11
PHASE_LAYOFF: Final = 12
PHASE_WALL: Final = 13


@mypyc_attr(allow_interpreted_subclasses=True)
class GinDeal(Deal):
    """One deal of gin. Melds on the table do not grow: cards laid off are kept in `laid_off`."""

    def __init__(self, rules: GinRules, seats: i64 = 2, dealer: i64 = 1, number: i64 = 1) -> None:
        super().__init__(rules, PACK, rules.melds, seats, dealer, number)
        self.house = rules
        self.passes: i64 = 0
        self.takings: i64 = 0
        self.thrown_back = False
        self.knocker: i64 = NONE
        self.discard_due = False
        self.layoffs_done = False
        self.laid_off: i64 = 0

    @classmethod
    def make_rules(cls, values: dict[str, Value]) -> Rules:
        return GinRules(**values)

    @classmethod
    def make(cls, rules: Rules, seats: int, dealer: int, number: int) -> Deal:
        assert isinstance(rules, GinRules)
        return GinDeal(rules, seats, dealer, number)

    def copy_into(self, twin: Places) -> None:
        super().copy_into(twin)
        assert isinstance(twin, GinDeal)
        twin.passes = self.passes
        twin.takings = self.takings
        twin.thrown_back = self.thrown_back
        twin.knocker = self.knocker
        twin.discard_due = self.discard_due
        twin.layoffs_done = self.layoffs_done
        twin.laid_off = self.laid_off

    def extra(self) -> dict[str, object]:
        return {
            "passes": int(self.passes),
            "takings": int(self.takings),
            "thrown_back": bool(self.thrown_back),
            "knocker": None if self.knocker == NONE else int(self.knocker),
            "discard_due": bool(self.discard_due),
            "layoffs_done": bool(self.layoffs_done),
            "laid_off": [self.pack.token(card) for card in self.cards_elsewhere()],
        }

    def set_extra(self, facts: dict[str, object]) -> None:
        # The second offer follows a pass.
        second = self.phase == PHASE_UPCARD and self.turn == self.dealer
        self.passes = whole(facts, "passes", 1 if second else 0, high=2)
        self.takings = whole(facts, "takings", high=MOST_TAKINGS)
        self.thrown_back = flag(facts, "thrown_back")
        self.knocker = seat_of(facts, "knocker", 2, int(self.knocker_of_phase()))
        # Nothing is laid off on gin.
        gin = self.phase == PHASE_LAYOFF and self.knocker != NONE and self.size(self.knocker) == 0
        self.layoffs_done = flag(facts, "layoffs_done", gin)
        full = self.phase == PHASE_KNOCK and self.size(self.turn) + self.melded_by(self.turn) > HAND
        self.discard_due = flag(facts, "discard_due", full)
        self.laid_off = 0
        for card in faces_of(PACK, "laid_off", facts.get("laid_off", [])):
            self.laid_off |= BIT[card]
        self.check_set_up()

    def knocker_of_phase(self) -> i64:
        """Who must have knocked, given phase, turn and who went out."""
        if self.phase == PHASE_OVER:
            return self.out
        if self.phase == PHASE_LAYOFF:
            return self.other(self.turn)
        return self.turn if self.phase == PHASE_KNOCK else NONE

    def check_set_up(self) -> None:
        """Refuse what no play leads to and no play could go on from."""
        phase = self.phase
        wrong = ""
        if phase == PHASE_OVER:
            if (self.knocker == NONE) != bool(self.void):
                wrong = "knocker"
        elif self.knocker != self.knocker_of_phase():
            wrong = "knocker"
        elif phase == PHASE_DRAW or phase == PHASE_UPCARD or phase == PHASE_WALL:
            if self.taken != NONE:
                wrong = "taken"
            elif self.pile_n == 0 and (phase != PHASE_DRAW or self.stock_n == 0):
                wrong = "discard"
            elif self.stock_n == 0 and phase == PHASE_UPCARD:
                wrong = "stock"
        for seat in range(2):
            drawn = seat == self.turn and (phase == PHASE_PLAY or phase == PHASE_KNOCK)
            if self.size(seat) + self.melded_by(seat) > HAND + (1 if drawn else 0):
                wrong = "hands"
        if wrong:
            sentence = f"{wrong}: not possible in gin's phase {self.phase_name}"
            raise PositionError("bad_value", sentence, wrong)

    def cards_elsewhere(self) -> list[int]:
        return [card for card in range(52) if self.laid_off & BIT[card]]

    # ---- hands and places

    def cards(self, seat: i64) -> i64:
        """A hand, folded."""
        at = seat * 4
        held = self.held
        return held[at] | (held[at + 1] << 13) | (held[at + 2] << 26) | (held[at + 3] << 39)

    def melded_by(self, seat: i64) -> i64:
        """How many cards a seat has in melds on the table."""
        n: i64 = 0
        for i in range(self.table_n):
            if owner_at(self.table[i]) == seat:
                n += length_of(word_at(self.table[i]))
        return n

    def other(self, seat: i64) -> i64:
        """The other seat."""
        return 1 - seat

    def plausible(self) -> bool:
        """What a knocker keeps may not count more than a knock leaves."""
        if self.phase != PHASE_LAYOFF:
            return True
        return worth(self.cards(self.knocker)) <= self.house.knock_card

    # ---- dealing

    def deal_hands(self) -> None:
        """The first ten cards go to the seat that starts, the next ten to the other."""
        for k in range(2):
            for _ in range(HAND):
                self.give((self.dealer + 1 + k) % 2, self.pop_stock())

    def turn_begins(self) -> None:
        if self.turn_count == 0 and self.stock_n == 31:
            self.phase = PHASE_UPCARD

    def phase_text(self, phase: i64) -> str:
        if phase < PHASE_UPCARD:
            return super().phase_text(phase)
        return ("upcard", "knock", "layoff", "wall")[phase - PHASE_UPCARD]

    # ---- checks, phase by phase

    def check(self, seat: i64, action: i64) -> i64:
        if self.phase == PHASE_OVER:
            return DEAL_OVER
        if seat != self.turn:
            return NOT_YOUR_TURN
        kind = kind_of_action(action)
        phase = self.phase
        if phase == PHASE_PLAY:
            return self.check_play(seat, action, kind)
        if phase == PHASE_DRAW:
            if kind == TAKE:
                return LEGAL if self.pile_n > 0 else PILE_EMPTY
            if kind == DRAW:
                return LEGAL if self.stock_n > 0 else STOCK_EMPTY
            return NOT_NOW
        if phase == PHASE_UPCARD:
            if self.passes < 2:
                return LEGAL if kind == TAKE or kind == PASS else NOT_NOW
            return LEGAL if kind == DRAW else NOT_NOW
        if phase == PHASE_KNOCK:
            return self.check_knock_phase(seat, action, kind)
        if phase == PHASE_LAYOFF:
            return self.check_layoff_phase(seat, action, kind)
        if kind == KNOCK:
            return self.check_knock(self.cards(seat), self.pile[self.pile_n - 1])
        return LEGAL if kind == PASS else NOT_NOW

    def check_play(self, seat: i64, action: i64, kind: i64) -> i64:
        """Discard any card, or knock."""
        if kind == KNOCK:
            return self.check_knock(self.cards(seat), NONE)
        if kind != DISCARD:
            return NOT_NOW
        card = card_of(action)
        if self.copies_held(seat, card) == 0:
            return NOT_HELD
        return TAKEN_CARD if self.house.no_throw_back and card == self.taken else LEGAL

    def check_knock(self, cards: i64, upcard: i64) -> i64:
        """Eleven cards with few enough points outside melds; at the wall the upcard joins."""
        house = self.house
        taken = self.taken
        if upcard != NONE:
            cards |= BIT[upcard]
            taken = upcard
        if deadwood_of_eleven(cards, house.knock_card) > house.knock_card:
            return TOO_MUCH_DEADWOOD
        if house.no_throw_back and not self.knock_discards(cards, taken):
            return TAKEN_CARD
        return LEGAL

    def knock_discards(self, cards: i64, taken: i64) -> bool:
        """Whether some card but the taken one can be the discard of a knock."""
        for card in range(52):
            if card != taken and cards & BIT[card]:
                if deadwood(cards & ~BIT[card]) <= self.house.knock_card:
                    return True
        return False

    def check_knock_phase(self, seat: i64, action: i64, kind: i64) -> i64:
        """The knocker's discard, then melds, then pass."""
        limit = self.house.knock_card
        cards = self.cards(seat)
        if self.discard_due:
            if kind != DISCARD:
                return NOT_NOW
            card = card_of(action)
            if self.copies_held(seat, card) == 0:
                return NOT_HELD
            if self.house.no_throw_back and card == self.taken:
                return TAKEN_CARD
            return LEGAL if deadwood(cards & ~BIT[card]) <= limit else TOO_MUCH_DEADWOOD
        if kind == PASS:
            left = deadwood(cards) if self.house.auto_lay else worth(cards)
            return LEGAL if left <= limit else TOO_MUCH_DEADWOOD
        if kind != MELD:
            return NOT_NOW
        code = self.check_own_meld(seat, action)
        if code != LEGAL:
            return code
        SPLITS.solve_useful(cards, limit)
        return LEGAL if self.is_useful(word_of(action)) else TOO_MUCH_DEADWOOD

    def is_useful(self, word: i64) -> bool:
        """Whether the last `solve_useful` marked this meld."""
        mask = meld_mask(word)
        for i in range(SPLITS.n):
            if SPLITS.masks[i] == mask:
                return SPLITS.useful & BIT[i] != 0
        return False

    def check_own_meld(self, seat: i64, action: i64) -> i64:
        """A legal meld of held cards."""
        code = self.melds.judge(word_of(action))
        if code != LEGAL:
            return code
        return LEGAL if self.holds_meld(seat, word_of(action)) else NOT_HELD

    def check_layoff_phase(self, seat: i64, action: i64, kind: i64) -> i64:
        """Lay-offs, pass, own melds, pass."""
        if kind == PASS:
            return LEGAL
        if self.layoffs_done:
            return self.check_own_meld(seat, action) if kind == MELD else NOT_NOW
        if kind != LAY:
            return NOT_NOW
        card = card_of(action)
        if self.copies_held(seat, card) == 0:
            return NOT_HELD
        return LEGAL if self.fits_knock(card) else DOES_NOT_FIT

    def fits_knock(self, card: i64) -> bool:
        """Whether a card fits a meld of the knocker, with what has been laid off before."""
        for i in range(self.table_n):
            if self.fits_meld(card, word_at(self.table[i])):
                return True
        return False

    def fits_meld(self, card: i64, word: i64) -> bool:
        """Whether a card fits one meld of the knocker, with what has been laid off before."""
        suit = card // 13
        rank = card % 13
        low = low_of(word)
        if word & 3 == GROUP:
            return low == rank and length_of(word) == 3
        if suit_of(word) != suit:
            return False
        high = low + length_of(word) - 1
        if rank > high:
            near = rank - high <= self.house.layoff_depth
            return near and self.all_laid_off(suit, high + 1, rank)
        near = rank < low and low - rank <= self.house.layoff_depth
        return near and self.all_laid_off(suit, rank + 1, low)

    def all_laid_off(self, suit: i64, first: i64, end: i64) -> bool:
        """Whether the ranks from first up to end of a suit have been laid off."""
        for rank in range(first, end):
            if not self.laid_off & BIT[suit * 13 + rank]:
                return False
        return True

    # ---- listing

    def find(self, seat: i64) -> i64:
        self.found.n = 0
        self.groups_n = 0
        if self.phase == PHASE_OVER or seat != self.turn:
            return 0
        phase = self.phase
        if phase == PHASE_DRAW:
            if self.stock_n > 0:
                self.found.push(DRAW)
                self.close_group()
            if self.pile_n > 0:
                self.found.push(TAKE)
                self.close_group()
        elif phase == PHASE_PLAY:
            self.find_discards_held(seat)
            self.push_simple(seat, KNOCK)
        elif phase == PHASE_UPCARD:
            self.push_simple(seat, DRAW)
            self.push_simple(seat, TAKE)
            self.push_simple(seat, PASS)
        elif phase == PHASE_WALL:
            self.push_simple(seat, PASS)
            self.push_simple(seat, KNOCK)
        else:
            self.push_simple(seat, PASS)
            self.find_own_melds(seat)
            self.find_discards_held(seat)
        return self.found.n

    def push_simple(self, seat: i64, action: i64) -> None:
        """Push an action that stands alone, as a kind of its own, if it is legal."""
        if self.check(seat, action) == LEGAL:
            self.found.push(action)
            self.close_group()

    def find_own_melds(self, seat: i64) -> None:
        """Melds and lay-offs of the phases after a knock."""
        first = self.found.n
        find_melds(self.melds, self.held, seat * self.width, 0, self.found)
        keep = first
        for i in range(first, self.found.n):
            action = meld_action(self.found.items[i])
            if self.check(seat, action) == LEGAL:
                self.found.items[keep] = action
                keep += 1
        self.found.n = keep
        self.close_group()
        for card in range(52):
            if self.check(seat, lay_action(card, 0, 0)) == LEGAL:
                self.found.push(lay_action(card, 0, 0))
        self.close_group()

    def find_discards_held(self, seat: i64) -> None:
        """Every card that may be discarded."""
        free = self.phase == PHASE_PLAY and not self.house.no_throw_back
        for suit in range(4):
            mask = self.held[seat * 4 + suit]
            if free:
                self.found.push_discards(mask, suit * 13)
                continue
            while mask:
                action = discard_action(suit * 13 + lowest(mask))
                mask &= mask - 1
                if self.check(seat, action) == LEGAL:
                    self.found.push(action)
        self.close_group()

    # ---- carrying out

    def do_draw(self, seat: i64) -> None:
        self.gain(seat, self.pop_stock(), True)
        self.phase = PHASE_PLAY

    def do_take(self, seat: i64) -> None:
        if self.phase == PHASE_DRAW:
            self.takings += 1
            if self.takings == MOST_TAKINGS:
                self.stop()
                return
        super().do_take(seat)

    def do_discard(self, seat: i64, card: i64, action: i64) -> None:
        self.pick(seat, card)
        self.push_pile(card, seat)
        if self.phase == PHASE_KNOCK:
            self.discard_due = False
            return
        back = card == self.taken
        if back and self.thrown_back:
            self.stop()
            return
        self.thrown_back = back
        self.turn_count += 1
        self.begin_turn(self.other(seat))
        self.phase = PHASE_WALL if self.stock_n == WALL_STOCK else PHASE_DRAW

    def do_other(self, seat: i64, action: i64) -> None:
        """The knock; at the wall the upcard joins the hand."""
        if self.phase == PHASE_WALL:
            self.pile_n -= 1
            self.gain(seat, self.pile[self.pile_n], False)
            self.taken = self.pile[self.pile_n]
        self.knocker = seat
        self.discard_due = True
        self.phase = PHASE_KNOCK

    def do_pass(self, seat: i64) -> None:
        if self.phase == PHASE_UPCARD:
            self.passes += 1
            self.turn = self.other(seat)
        elif self.phase == PHASE_WALL:
            self.stop()
        elif self.phase == PHASE_KNOCK:
            self.end_knock(seat)
        elif not self.layoffs_done:
            self.layoffs_done = True
        else:
            self.lay_best(seat)
            self.go_out(self.knocker)

    def end_knock(self, seat: i64) -> None:
        """The knocker has laid what it wants: the other side lays off, but not on gin."""
        self.lay_best(seat)
        self.turn = self.other(seat)
        self.phase = PHASE_LAYOFF
        self.layoffs_done = self.size(seat) == 0

    def lay_best(self, seat: i64) -> None:
        """Under `auto_lay` meld what is left as well as possible."""
        if not self.house.auto_lay:
            return
        SPLITS.solve(self.cards(seat))
        melds = Buffer()
        find_melds(self.melds, self.held, seat * self.width, 0, melds)
        for k in range(SPLITS.best_n):
            for i in range(melds.n):
                if meld_mask(melds.items[i]) == SPLITS.best_path[k]:
                    self.move_meld(seat, melds.items[i], -1)
                    self.push_table(melds.items[i], seat)

    def played(self, seat: i64) -> None:
        """Laying the last card ends nothing here: pass does."""

    def do_lay(self, seat: i64, card: i64, target: i64, stands: i64) -> None:
        self.pick(seat, card)
        self.laid_off |= BIT[card]

    # ---- the result and its words

    def cost(self, face: i64) -> i64:
        return worth(BIT[face])

    def score(self, seat: i64) -> i64:
        """The knocker's points; the other seat has them with the other sign."""
        house = self.house
        knocker = worth(self.cards(self.knocker))
        value = worth(self.cards(self.other(self.knocker))) - knocker
        if knocker == 0:
            value += house.gin_bonus
        elif value < 0 or (value == 0 and house.tie_is_undercut):
            value -= house.undercut_bonus
        return value if seat == self.knocker else -value

    def text(self, action: i64) -> str:
        if kind_of_action(action) == LAY:
            return "lay " + self.pack.token(card_of(action))
        return super().text(action)

    def parse_lay(self, rest: list[str], text: str) -> i64:
        if len(rest) != 1:
            raise ParseError("bad_lay", f"{text!r}: name one card, as in lay 9h", text)
        return lay_action(self.pack.face(rest[0]), 0, 0)

    def reason_facts(self, seat: i64, action: i64, code: i64) -> dict[str, str]:
        return {"need": str(self.house.knock_card)}

    def paragraph(self, code: i64) -> str:
        return PARAGRAPHS.get(int(code), "The turn" if code > MELD_REASONS else "Melds")


PARAGRAPHS: Final[dict[int, str]] = {
    TOO_MUCH_DEADWOOD: "Knocking",
    DOES_NOT_FIT: "Laying off",
}
