"""Where the cards of a deal lie, and how they are moved. No rule is decided here."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from upcard.core.finder import Buffer
from upcard.core.hand import BIT, add, count, remove, zeros
from upcard.core.meld import BOOK, RUN, MeldRules, jokers_of, length_of, low_of, places_of, suit_of
from upcard.core.pack import Pack
from upcard.core.rules import Rules
from upcard.core.shuffle import Shuffler
from upcard.core.table import entry

# Phases. A game may add its own from 10 upward, with its names in `phase_name`.
PHASE_DRAW: Final = 0
PHASE_PLAY: Final = 1
PHASE_OVER: Final = 2

# What `seat_facts` holds for each seat, at seat * FACTS + one of these.
SIZE: Final = 0
JOKERS: Final = 1
OPENED: Final = 2
ANSWER: Final = 3
ARRIVED: Final = 4
CLAIMS: Final = 5
FACTS: Final = 8

# What a seat has said in a claim window.
SILENT: Final = 0
PASSED: Final = 1
CLAIMED: Final = 2

# No action moves more cards into hands: an offer, two penalty cards, a draw.
MOST_MOVES: Final = 4

NONE: Final[i64] = -1

# The state of a deal beside its rules, seats, dealer and number.
COUNTERS: Final = (
    "turn", "phase", "stock_n", "pile_n", "table_n", "taken", "taken_copy", "discarded_by",
    "drawn_last", "moves_n", "remade", "turn_melds", "owed", "freed", "claim", "answers_n",
    "turn_count", "stall_count", "reshuffles", "out", "void",
)  # fmt: skip
CARDS: Final = ("stock", "pile", "held", "seat_facts", "table", "moves", "remade_stock")

# Until a deal is given a source of luck it has none.
NO_SHUFFLER: Final = Shuffler()


@mypyc_attr(allow_interpreted_subclasses=True)
class Places:
    """The cards and counters of one deal.

    number counts the deals of the match from 1.
    """

    def __init__(
        self, rules: Rules, pack: Pack, melds: MeldRules, seats: i64, dealer: i64, number: i64
    ) -> None:
        self.rules = rules
        self.pack = pack
        self.melds = melds
        # Lay-offs may be judged more freely than new melds.
        self.lay_rules = melds
        self.seats: i64 = seats
        self.dealer: i64 = dealer
        self.number: i64 = number
        self.turn: i64 = (dealer + 1) % seats
        self.phase: i64 = PHASE_DRAW
        self.stock: vec[i64] = zeros(0)
        self.stock_n: i64 = 0
        self.pile: vec[i64] = zeros(0)
        self.pile_n: i64 = 0
        self.width: i64 = pack.n_suits * pack.copies
        self.held: vec[i64] = zeros(int(seats * self.width))
        self.seat_facts: vec[i64] = zeros(int(seats * FACTS))
        self.table: vec[i64] = zeros(16)
        self.table_n: i64 = 0
        self.taken: i64 = NONE
        self.taken_copy = False
        self.discarded_by: i64 = NONE
        self.drawn_last = False
        # What the last action moved into hands: seat, face and whether only the seat saw it.
        self.moves: vec[i64] = zeros(3 * MOST_MOVES)
        self.moves_n: i64 = 0
        # Whether the last action made the stock anew, and what it then was, bottom first.
        self.remade = False
        self.remade_stock: vec[i64] = zeros(0)
        self.turn_melds: i64 = 0
        self.owed: i64 = 0
        self.freed: i64 = NONE
        # The card others may claim, while a window is open, and how many have answered.
        self.claim: i64 = NONE
        self.answers_n: i64 = 0
        self.turn_count: i64 = 0
        self.stall_count: i64 = 0
        self.reshuffles: i64 = 0
        self.out: i64 = NONE
        self.void = False
        self.shuffler: Shuffler = NO_SHUFFLER
        self.found = Buffer()
        self.groups: vec[i64] = zeros(16)
        self.groups_n: i64 = 0
        # Settings a game fixes in its constructor.
        self.turn_limit: i64 = 1000
        self.taken_locked = True
        self.last_discard_needed = False
        self.upcard = True
        self.first_claim_wins = False
        # Whether "rummy" may be said with a discard.
        self.discard_speaks = False

    def copy_into(self, twin: Places) -> None:
        """Give twin this deal's state; a game adds its own fields."""
        twin.dealer = self.dealer
        twin.number = self.number
        twin.turn = self.turn
        twin.phase = self.phase
        twin.stock = self.stock[:]
        twin.stock_n = self.stock_n
        twin.pile = self.pile[:]
        twin.pile_n = self.pile_n
        twin.held = self.held[:]
        twin.seat_facts = self.seat_facts[:]
        twin.table = self.table[:]
        twin.table_n = self.table_n
        twin.taken = self.taken
        twin.taken_copy = self.taken_copy
        twin.discarded_by = self.discarded_by
        twin.drawn_last = self.drawn_last
        twin.turn_melds = self.turn_melds
        twin.owed = self.owed
        twin.freed = self.freed
        twin.claim = self.claim
        twin.answers_n = self.answers_n
        twin.turn_count = self.turn_count
        twin.stall_count = self.stall_count
        twin.reshuffles = self.reshuffles
        twin.out = self.out
        twin.void = self.void
        twin.shuffler = self.shuffler.copy()

    def give(self, seat: i64, face: i64) -> None:
        """Put a card into a hand."""
        at = seat * FACTS
        self.seat_facts[at + SIZE] = self.seat_facts[at + SIZE] + 1
        if face == self.pack.joker:
            self.seat_facts[at + JOKERS] = self.seat_facts[at + JOKERS] + 1
        else:
            pack = self.pack
            suit = pack.suit_of[face]
            add(self.held, seat * self.width, pack.copies, suit, pack.rank_of[face])

    def gain(self, seat: i64, face: i64, hidden: bool) -> None:
        """Put a card into a hand and note it, seen by all or by the seat alone."""
        self.give(seat, face)
        at = 3 * self.moves_n
        self.moves[at] = seat
        self.moves[at + 1] = face
        self.moves[at + 2] = 1 if hidden else 0
        self.moves_n += 1

    def pick(self, seat: i64, face: i64) -> None:
        """Take a held card out of a hand."""
        at = seat * FACTS
        self.seat_facts[at + SIZE] = self.seat_facts[at + SIZE] - 1
        if face == self.pack.joker:
            self.seat_facts[at + JOKERS] = self.seat_facts[at + JOKERS] - 1
        else:
            pack = self.pack
            suit = pack.suit_of[face]
            remove(self.held, seat * self.width, pack.copies, suit, pack.rank_of[face])

    def copies_held(self, seat: i64, face: i64) -> i64:
        """How many copies of a card a hand holds."""
        if face == self.pack.joker:
            return self.seat_facts[seat * FACTS + JOKERS]
        pack = self.pack
        suit = pack.suit_of[face]
        return count(self.held, seat * self.width, pack.copies, suit, pack.rank_of[face])

    def size(self, seat: i64) -> i64:
        """How many cards a hand has."""
        return self.seat_facts[seat * FACTS + SIZE]

    def jokers(self, seat: i64) -> i64:
        """How many jokers a hand has."""
        return self.seat_facts[seat * FACTS + JOKERS]

    def opened(self, seat: i64) -> bool:
        """Whether the seat has melded in this deal (opened, laid its contract)."""
        return self.seat_facts[seat * FACTS + OPENED] != 0

    def hand(self, seat: i64) -> list[int]:
        """The faces of a hand, sorted, copies together, jokers last."""
        faces: list[int] = []
        for face in range(self.pack.n_faces + 1):
            for _ in range(self.copies_held(seat, face)):
                faces.append(int(face))
        return faces

    def cards_elsewhere(self) -> list[int]:
        """Hook: the cards that lie in no hand, stock, pile or meld of the table."""
        return []

    def holds_meld(self, seat: i64, word: i64) -> bool:
        """Whether the hand has the cards of a meld."""
        base = seat * self.width
        copies = self.pack.copies
        if not self.has_jokers_for(seat, word):
            return False
        low = low_of(word)
        places = places_of(word)
        kind = word & 3
        if kind == RUN:
            ranks = self.pack.n_ranks
            suit = suit_of(word)
            length = length_of(word)
            for i in range(length):
                if places & BIT[i]:
                    continue
                rank = low + i if low + i < ranks else low + i - ranks
                if not self.held[base + suit * copies] & BIT[rank]:
                    return False
            if length > ranks and not places & 1 and not places & BIT[ranks]:
                return count(self.held, base, copies, suit, 0) >= 2
            return True
        for suit in range(self.pack.n_suits):
            need = (places >> (3 * suit)) & 7 if kind == BOOK else (places >> suit) & 1
            if need and count(self.held, base, copies, suit, low) < need:
                return False
        return True

    def move_meld(self, seat: i64, word: i64, sign: i64) -> None:
        """Take the cards of a meld out of a hand (sign -1) or put them back (sign 1)."""
        low = low_of(word)
        places = places_of(word)
        kind = word & 3
        ranks = self.pack.n_ranks
        if kind == RUN:
            suit = suit_of(word)
            for i in range(length_of(word)):
                if not places & BIT[i]:
                    rank = low + i if low + i < ranks else low + i - ranks
                    self.move_card(seat, suit * ranks + rank, sign)
        else:
            for suit in range(self.pack.n_suits):
                need = (places >> (3 * suit)) & 7 if kind == BOOK else (places >> suit) & 1
                while need > 0:
                    self.move_card(seat, suit * ranks + low, sign)
                    need -= 1
        self.move_jokers(seat, word, sign)

    def has_jokers_for(self, seat: i64, word: i64) -> bool:
        """Hook: whether the jokers of a meld are at hand; by default in the hand."""
        return jokers_of(word) <= self.jokers(seat)

    def move_jokers(self, seat: i64, word: i64, sign: i64) -> None:
        """Hook: take the jokers of a meld from where they come (sign -1), or back (sign 1)."""
        left = jokers_of(word)
        while left > 0:
            self.move_card(seat, self.pack.joker, sign)
            left -= 1

    def move_card(self, seat: i64, face: i64, sign: i64) -> None:
        """Take a card out of a hand (sign -1) or put it back (sign 1)."""
        if sign < 0:
            self.pick(seat, face)
        else:
            self.give(seat, face)

    def push_pile(self, face: i64, by: i64) -> None:
        """Put a card on top of the discard pile."""
        self.pile[self.pile_n] = face
        self.pile_n += 1
        self.discarded_by = by

    def push_table(self, word: i64, owner: i64) -> None:
        """Put a new meld on the table."""
        self.push_entry(entry(word, owner))

    def push_entry(self, meld: i64) -> None:
        """Put a table entry, a meld with its owner, after the others."""
        if self.table_n == len(self.table):
            larger = zeros(2 * int(self.table_n))
            for i in range(self.table_n):
                larger[i] = self.table[i]
            self.table = larger
        self.table[self.table_n] = meld
        self.table_n += 1
