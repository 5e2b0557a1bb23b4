"""The turn machine every game shares: draw, play, discard, end, with hooks for what differs.

For every kind of action there is a ``check_...`` that answers LEGAL or a reason without changing
anything, and a ``do_...`` that carries it out.
"""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from upcard.core.action import (
    CLAIM,
    DISCARD,
    DRAW,
    LAY,
    MELD,
    PASS,
    SWAP,
    TAKE,
    card_of,
    kind_of_action,
    target_of,
    third_of,
    word_of,
)
from upcard.core.claims import Claims
from upcard.core.hand import zeros
from upcard.core.meld import RUN, length_of, low_of, suit_of
from upcard.core.places import (
    CLAIMED,
    FACTS,
    NONE,
    OPENED,
    PASSED,
    PHASE_DRAW,
    PHASE_OVER,
    PHASE_PLAY,
)
from upcard.core.reasons import (
    ALREADY_DRAWN,
    DEAL_OVER,
    DOES_NOT_FIT,
    DRAW_FIRST,
    LEGAL,
    NO_DISCARD_LEFT,
    NO_SUCH_MELD,
    NOT_HELD,
    NOT_IN_THIS_GAME,
    NOT_YOUR_TURN,
    ONLY_TAKEN_LEFT,
    PILE_EMPTY,
    STOCK_EMPTY,
    TAKEN_CARD,
)
from upcard.core.table import NO_FIT, entry, lay_on, owner_at, swap_in, word_at


@mypyc_attr(allow_interpreted_subclasses=True)
class Machine(Claims):
    """Claims and turns: what may be done, and what it does."""

    def hand_size(self) -> i64:
        """How many cards each seat is dealt."""
        return 0

    def start(self, deck: vec[i64]) -> None:
        """Deal from a deck listed top first, and begin the first turn."""
        n = len(deck)
        self.stock = zeros(int(n))
        self.pile = zeros(int(n))
        for i in range(n):
            self.stock[n - 1 - i] = deck[i]
        self.stock_n = n
        self.deal_hands()
        if self.upcard:
            self.push_pile(self.pop_stock(), NONE)
        self.begin_turn((self.dealer + 1) % self.seats)

    def deal_hands(self) -> None:
        """One card at a time, beginning with the seat after the dealer."""
        for _ in range(self.hand_size()):
            for k in range(self.seats):
                self.give((self.dealer + 1 + k) % self.seats, self.pop_stock())

    def pop_stock(self) -> i64:
        """The top card of a stock that has one."""
        self.stock_n -= 1
        return self.stock[self.stock_n]

    def begin_turn(self, seat: i64) -> None:
        """The seat's turn begins with its draw."""
        self.turn = seat
        self.phase = PHASE_DRAW
        self.taken = NONE
        self.taken_copy = False
        self.drawn_last = False
        self.turn_melds = 0
        self.freed = NONE
        self.owed = 0
        self.turn_begins()

    def turn_begins(self) -> None:
        """Hook: something happens before a seat draws."""

    def turn_ends(self) -> None:
        """Hook: the discard has been made and the hand is not empty."""

    def end_turn(self) -> None:
        """The turn is finished: the deal stops at its limit, or the next seat's turn begins."""
        self.turn_count += 1
        if self.taken != NONE:
            self.stall_count += 1
        else:
            self.stall_count = 0
        self.turn_ends()
        if self.phase == PHASE_OVER:
            return
        if self.turn_count >= self.turn_limit:
            self.stop()
        else:
            self.begin_turn((self.turn + 1) % self.seats)

    def stop(self) -> None:
        """The deal ends without anybody going out; by default it is void."""
        self.void = True
        self.phase = PHASE_OVER

    def go_out(self, seat: i64) -> None:
        """The seat has played its last card: the deal is over."""
        self.turn_count += 1
        self.out = seat
        self.phase = PHASE_OVER

    def can_remake(self) -> bool:
        """Hook: whether an empty stock can be made anew from the pile."""
        return False

    def remake(self) -> None:
        """Hook: make the empty stock anew."""

    def turn_pile_over(self, keep: i64) -> None:
        """Make the pile but its top `keep` cards the stock, oldest card on top."""
        self.reshuffles += 1
        self.remade = True
        n = self.pile_n - keep
        for i in range(n):
            self.stock[n - 1 - i] = self.pile[i]
        for i in range(keep):
            self.pile[i] = self.pile[n + i]
        self.pile_n = keep
        self.stock_n = n
        if keep == 0:
            self.discarded_by = NONE
        self.remade_stock = self.stock[:n]

    def shuffle_pile(self, keep: i64) -> None:
        """Shuffle the pile but its top `keep` cards and make them the stock."""
        self.turn_pile_over(keep)
        self.shuffler.begin(self.number, f"stock {self.reshuffles}")
        self.shuffler.shuffle(self.stock, self.stock_n)
        self.remade_stock = self.stock[: self.stock_n]

    def sole_actor(self) -> i64:
        """The seat in turn while nobody else may act; NONE while others may answer too.

        Hook: a game with claims answers NONE while a window is open, and overrides `may_act`.
        """
        return self.turn if self.claim == NONE else NONE

    def may_act(self, seat: i64) -> bool:
        """Whether the seat has something to decide now."""
        if self.phase == PHASE_OVER:
            return False
        if seat == self.turn:
            return self.claim == NONE or self.may_go_on(seat)
        return self.check_answer(seat) == LEGAL

    def may_go_on(self, seat: i64) -> bool:
        """Hook: whether the seat in turn has a choice while a window is open."""
        return True

    def check(self, seat: i64, action: i64) -> i64:
        """LEGAL, or the reason why the seat may not do this now. Changes nothing."""
        if self.phase == PHASE_OVER:
            return DEAL_OVER
        kind = kind_of_action(action)
        if kind == CLAIM or kind == PASS:
            return self.check_answer(seat)
        if seat != self.turn:
            return NOT_YOUR_TURN
        if kind == DRAW or kind == TAKE:
            if self.phase != PHASE_DRAW:
                return ALREADY_DRAWN
            return self.check_draw() if kind == DRAW else self.check_take()
        if kind < MELD or kind > DISCARD:
            return self.check_other(seat, action)
        if self.phase == PHASE_DRAW:
            return DRAW_FIRST
        if kind == MELD:
            return self.check_meld(seat, word_of(action))
        if kind == DISCARD:
            return self.check_discard(seat, card_of(action), action)
        target = target_of(action)
        if target >= self.table_n:
            return NO_SUCH_MELD
        if kind == LAY:
            return self.check_lay(seat, card_of(action), target, third_of(action))
        return self.check_swap(seat, card_of(action), target, third_of(action))

    def check_other(self, seat: i64, action: i64) -> i64:
        """Hook: a kind of action only this game has."""
        return NOT_IN_THIS_GAME

    def check_draw(self) -> i64:
        """The stock has a card, or can be made anew."""
        return LEGAL if self.stock_n > 0 or self.can_remake() else STOCK_EMPTY

    def check_take(self) -> i64:
        """The pile has a card."""
        return LEGAL if self.pile_n > 0 else PILE_EMPTY

    def check_meld(self, seat: i64, word: i64) -> i64:
        """A legal meld, held, after which the turn can still be completed."""
        code = self.melds.judge(word)
        if code != LEGAL:
            return code
        if not self.holds_meld(seat, word):
            return NOT_HELD
        return self.check_held_meld(seat, word)

    def check_held_meld(self, seat: i64, word: i64) -> i64:
        """Hook: whether a legal meld that is held may be laid now."""
        return self.try_meld(seat, word)

    def try_meld(self, seat: i64, word: i64) -> i64:
        """Whether the turn can be completed once this held meld lies."""
        self.move_meld(seat, word, -1)
        self.push_table(word, seat)
        code = self.after_meld(seat, word)
        self.table_n -= 1
        self.move_meld(seat, word, 1)
        return code

    def after_meld(self, seat: i64, word: i64) -> i64:
        """Hook: the meld has just gone from the hand to the table; can the turn be completed?"""
        return self.rest(seat)

    def grown(self, card: i64, target: i64, stands: i64) -> i64:
        """Table meld target with the card laid on, or NO_FIT."""
        word = word_at(self.table[target])
        pack = self.pack
        if card != pack.joker:
            return lay_on(self.lay_rules, word, pack.suit_of[card], pack.rank_of[card], False)
        if word & 3 != RUN:
            return lay_on(self.lay_rules, word, 0, low_of(word), True) if stands == 0 else NO_FIT
        if stands == 0:
            return NO_FIT
        face = stands - 1
        return lay_on(self.lay_rules, word, pack.suit_of[face], pack.rank_of[face], True)

    def check_lay(self, seat: i64, card: i64, target: i64, stands: i64) -> i64:
        """A held card that fits, by a seat that may lay off, with the turn completable after."""
        if self.copies_held(seat, card) == 0:
            return NOT_HELD
        grown = self.grown(card, target, stands)
        code = self.may_lay(seat, card, target)
        if code != LEGAL:
            return code
        if grown == NO_FIT:
            return DOES_NOT_FIT
        old = self.table[target]
        self.pick(seat, card)
        self.table[target] = entry(grown, owner_at(old))
        code = self.after_lay(seat, card, target)
        self.table[target] = old
        self.give(seat, card)
        return code

    def may_lay(self, seat: i64, card: i64, target: i64) -> i64:
        """Hook: whether the seat may lay off at all now."""
        return LEGAL

    def after_lay(self, seat: i64, card: i64, target: i64) -> i64:
        """Hook: the card has just been laid off; can the turn be completed?"""
        return self.rest(seat)

    def check_swap(self, seat: i64, card: i64, target: i64, second: i64) -> i64:
        """Hook: a natural card put in a joker's place."""
        return NOT_IN_THIS_GAME

    def swapped(self, card: i64, target: i64) -> i64:
        """Table meld target with the card in a joker's place, or NO_FIT."""
        pack = self.pack
        if card == pack.joker:
            return NO_FIT
        word = word_at(self.table[target])
        return swap_in(self.melds, word, pack.suit_of[card], pack.rank_of[card])

    def check_discard(self, seat: i64, card: i64, action: i64) -> i64:
        """A held card, but not the one taken from the pile this turn."""
        code = self.may_discard(seat)
        if code != LEGAL:
            return code
        if self.copies_held(seat, card) == 0:
            return NOT_HELD
        return TAKEN_CARD if self.barred(card) else LEGAL

    def may_discard(self, seat: i64) -> i64:
        """Hook: whether the turn may be ended now."""
        return LEGAL

    def barred(self, card: i64) -> bool:
        """Whether this is the taken card, which may not be discarded in the same turn."""
        return self.taken_locked and card == self.taken and not self.taken_copy

    def rest(self, seat: i64) -> i64:
        """Whether a turn can be ended with what the hand now has."""
        size = self.size(seat)
        if size == 0:
            return NO_DISCARD_LEFT if self.last_discard_needed else LEGAL
        if size == 1 and self.taken != NONE and self.barred(self.taken):
            if self.copies_held(seat, self.taken) == 1:
                if self.last_discard_needed or not self.can_place(seat, self.taken):
                    return ONLY_TAKEN_LEFT
        return LEGAL

    def can_place(self, seat: i64, card: i64) -> bool:
        """Whether a hand's last card can be put on the table as it stands."""
        if self.may_lay(seat, card, 0) != LEGAL:
            return False
        for target in range(self.table_n):
            if card != self.pack.joker:
                if self.grown(card, target, 0) != NO_FIT:
                    return True
            elif self.joker_fits(target):
                return True
        return False

    def joker_fits(self, target: i64) -> bool:
        """Whether a joker can be laid on this table meld."""
        ends = self.joker_places(target)
        return ends[0] != NONE or ends[1] != NONE

    def joker_places(self, target: i64) -> tuple[i64, i64]:
        """What a joker laid on this meld would stand for, plus one: at its low and its high end.

        (NONE, NONE) where it does not fit; (NONE, 0) on a set it fits.
        """
        word = word_at(self.table[target])
        if word & 3 != RUN:
            return (NONE, 0 if self.grown(self.pack.joker, target, 0) != NO_FIT else NONE)
        ranks = self.pack.n_ranks
        suit = suit_of(word)
        low = low_of(word) - 1
        high = low_of(word) + length_of(word)
        below = suit * ranks + (low if low >= 0 else low + ranks) + 1
        above = suit * ranks + (high if high < ranks else high - ranks) + 1
        joker = self.pack.joker
        up = self.grown(joker, target, above)
        down = self.grown(joker, target, below)
        if below == above:
            # One card fits both ends: an ace stands above the king.
            down = NO_FIT
        else:
            if up != NO_FIT and low_of(up) != low_of(word):
                up = NO_FIT
            if down != NO_FIT and low_of(down) == low_of(word):
                down = NO_FIT
        return (below if down != NO_FIT else NONE, above if up != NO_FIT else NONE)

    def do(self, seat: i64, action: i64) -> None:
        """Carry out an action known to be legal; `moves` then says what came into hands."""
        kind = kind_of_action(action)
        self.moves_n = 0
        self.remade = False
        if self.claim != NONE:
            self.act_in_window(kind)
        if kind == DRAW:
            self.do_draw(seat)
        elif kind == TAKE:
            self.do_take(seat)
        elif kind == MELD:
            self.do_meld(seat, word_of(action))
        elif kind == LAY:
            self.do_lay(seat, card_of(action), target_of(action), third_of(action))
        elif kind == SWAP:
            self.do_swap(seat, card_of(action), target_of(action), third_of(action))
        elif kind == DISCARD:
            self.do_discard(seat, card_of(action), action)
        elif kind == CLAIM:
            self.do_answer(seat, CLAIMED)
        elif kind == PASS:
            self.do_pass(seat)
        else:
            self.do_other(seat, action)

    def do_pass(self, seat: i64) -> None:
        """A no: to a claim window, or to what else a game lets a seat pass."""
        self.do_answer(seat, PASSED)

    def do_other(self, seat: i64, action: i64) -> None:
        """Hook: a kind of action only this game has."""

    def do_draw(self, seat: i64) -> None:
        """The top card of the stock, which is made anew first where it is empty."""
        if self.stock_n == 0:
            self.remake()
        self.gain(seat, self.pop_stock(), True)
        self.drawn_last = self.stock_n == 0
        self.phase = PHASE_PLAY

    def do_take(self, seat: i64) -> None:
        """The top card of the pile."""
        self.pile_n -= 1
        card = self.pile[self.pile_n]
        self.taken_copy = self.copies_held(seat, card) > 0
        self.gain(seat, card, False)
        self.taken = card
        self.phase = PHASE_PLAY

    def do_meld(self, seat: i64, word: i64) -> None:
        """A new meld lies before the seat."""
        self.move_meld(seat, word, -1)
        self.push_table(word, seat)
        self.melded(seat, word)
        self.turn_melds += 1
        self.played(seat)

    def melded(self, seat: i64, word: i64) -> None:
        """Hook: a meld has been laid."""
        self.seat_facts[seat * FACTS + OPENED] = 1

    def do_lay(self, seat: i64, card: i64, target: i64, stands: i64) -> None:
        """A card joins a meld of the table."""
        grown = self.grown(card, target, stands)
        self.pick(seat, card)
        self.table[target] = entry(grown, owner_at(self.table[target]))
        self.laid(seat, card, target)
        self.played(seat)

    def laid(self, seat: i64, card: i64, target: i64) -> None:
        """Hook: a card has been laid off."""

    def do_swap(self, seat: i64, card: i64, target: i64, second: i64) -> None:
        """Hook: a natural takes a joker's place."""

    def played(self, seat: i64) -> None:
        """After a meld, lay-off or swap: whoever has no card left goes out."""
        if self.size(seat) == 0:
            self.go_out(seat)

    def do_discard(self, seat: i64, card: i64, action: i64) -> None:
        """A card goes on the pile; the turn ends, and the deal where it was the last."""
        self.pick(seat, card)
        self.push_pile(card, seat)
        if self.size(seat) == 0:
            self.go_out(seat)
        else:
            self.end_turn()

    def cost(self, face: i64) -> i64:
        """Hook: what a card left in hand counts when a deal has ended."""
        return 1

    def meld_worth(self, word: i64) -> i64:
        """What the cards of a meld count together, a joker as the card it stands for."""
        low = low_of(word)
        if word & 3 != RUN:
            return length_of(word) * self.cost(low)
        total: i64 = 0
        for i in range(length_of(word)):
            rank = low + i
            total += self.cost(rank if rank < self.pack.n_ranks else rank - self.pack.n_ranks)
        return total

    def hand_worth(self, seat: i64) -> i64:
        """What the cards in a hand count together."""
        total: i64 = 0
        for face in range(self.pack.n_faces + 1):
            n = self.copies_held(seat, face)
            if n > 0:
                total += n * self.cost(face)
        return total

    def score(self, seat: i64) -> i64:
        """Hook: what the finished deal gives the seat."""
        return 0

    def next_dealer(self) -> i64:
        """Hook: who deals the next deal once this one is over."""
        return (self.dealer + 1) % self.seats
