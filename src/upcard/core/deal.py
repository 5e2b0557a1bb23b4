"""One deal: the machine, the list of what is legal, and the face shown to programs.

A deal knows all cards. What one seat may know is `upcard.core.view.View`, and nothing else is
given to players or bots.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from upcard.core.action import (
    CLAIM,
    DRAW,
    PASS,
    TAKE,
    Action,
    discard_action,
    lay_action,
    meld_action,
    swap_action,
)
from upcard.core.digits import is_number
from upcard.core.event import Event
from upcard.core.finder import find_melds
from upcard.core.hand import BIT
from upcard.core.meld import (
    RUN,
    MeldRules,
    jokers_of,
    length_of,
    low_of,
    places_of,
    suit_of,
)
from upcard.core.pack import Pack
from upcard.core.places import (
    CARDS,
    CLAIMED,
    COUNTERS,
    NONE,
    PHASE_DRAW,
    PHASE_OVER,
    PHASE_PLAY,
)
from upcard.core.reasons import LEGAL
from upcard.core.rules import Rules, Value
from upcard.core.table import word_at
from upcard.core.wording import Wording
from upcard.errors import IllegalActionError, ParseError, UpcardError

ANSWERS: Final = ("pass", "claim", "decline")
# What a deal keeps for its record and its match.
HISTORY: Final = ("log", "deck", "remakes", "totals", "deals_won")


@mypyc_attr(allow_interpreted_subclasses=True)
class Deal(Wording):
    """A running deal. Games subclass it; `upcard.new_match` makes one ready to play.

    >>> import upcard
    >>> deal = upcard.new_match("romme", seed=7).deal
    >>> deal.to_act, deal.phase_name
    ((1,), 'draw')
    >>> deal.apply("take")
    Event(1, 'take', shown=((1, '7s'),))
    """

    def __init__(
        self, rules: Rules, pack: Pack, melds: MeldRules, seats: i64, dealer: i64, number: i64
    ) -> None:
        super().__init__(rules, pack, melds, seats, dealer, number)
        self.log: list[Event] = []
        # The deck it was dealt from, and each stock made anew, top first.
        self.deck: list[int] = []
        self.remakes: list[list[int]] = []
        # What the seats had before this deal, and how many deals they had gone out in.
        self.totals: list[int] = [0] * int(seats)
        self.deals_won: list[int] = [0] * int(seats)

    def begin(self, deck: list[int]) -> None:
        """Deal from a deck listed top first, and keep it for the record."""
        self.deck = deck
        self.start(vec[i64](deck))

    # ---- copying -------------------------------------------------------------------------

    @classmethod
    def make_rules(cls, values: dict[str, Value]) -> Rules:
        """Hook: the house rules of this game, from option values by name."""
        raise TypeError(f"{cls.__name__} must say what its rules are")

    @classmethod
    def make(cls, rules: Rules, seats: int, dealer: int, number: int) -> Deal:
        """Hook: an undealt deal of this game."""
        raise TypeError(f"{cls.__name__} must say how a deal of it is made")

    def copy(self) -> Deal:
        """A deal that goes on from here on its own. It starts with an empty log of its own."""
        twin = self.make(self.rules, int(self.seats), int(self.dealer), int(self.number))
        self.copy_into(twin)
        twin.totals = self.totals
        twin.deals_won = self.deals_won
        return twin

    def state(self) -> dict[str, object]:
        """All that is not said by rules, seats, dealer and number, as values that can be pickled.

        What a game adds of its own is what `extra` gives.
        """
        state: dict[str, object] = {name: getattr(self, name) for name in COUNTERS}
        for name in CARDS:
            state[name] = [int(card) for card in getattr(self, name)]
        for name in HISTORY:
            state[name] = list(getattr(self, name))
        state["extra"] = self.extra()
        state["shuffler"] = self.shuffler
        return state

    def set_state(self, state: dict[str, object]) -> None:
        """Take back what `state` gave."""
        own = state["extra"]
        assert isinstance(own, dict)
        self._set_places(state)
        self.set_extra(own)
        # A game may have concluded more from its own facts than was so.
        self._set_places(state)

    def _set_places(self, state: dict[str, object]) -> None:
        for name in (*COUNTERS, *HISTORY, "shuffler"):
            setattr(self, name, state[name])
        for name in CARDS:
            cards = state[name]
            assert isinstance(cards, list)
            setattr(self, name, vec[i64](cards))

    def __reduce__(self) -> tuple[Callable[..., Deal], tuple[object, ...]]:
        made = (type(self), self.rules, int(self.seats), int(self.dealer), int(self.number))
        return (deal_of_state, (*made, self.state()))

    # ---- the face shown to programs ------------------------------------------------------

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that may act now."""
        return tuple(int(seat) for seat in range(self.seats) if self.may_act(seat))

    def to_act_seen_by(self, seat: int | None) -> tuple[int, ...]:
        """The seats that may act, as far as a seat can know: a pass is seen by nobody yet."""
        if self.claim == NONE:
            return self.to_act
        acting = []
        for s in range(self.seats):
            if s == self.turn or s == seat:
                if self.may_act(s):
                    acting.append(int(s))
            elif self.may_claim(s) and self.answer(s) != CLAIMED:
                acting.append(int(s))
        return tuple(acting)

    def extra_seen_by(self, seat: int | None) -> dict[str, object]:
        """What `extra` holds without the passes of others in an open window."""
        facts = self.extra()
        answers = facts.get("answers")
        if isinstance(answers, dict):
            seen = (str(seat), str(self.turn))
            facts["answers"] = {s: a for s, a in answers.items() if a != "pass" or s in seen}
        return facts

    def log_seen_by(self, seat: int | None) -> tuple[Event, ...]:
        """The log as a seat saw it, without the passes of others in an open window."""
        first = len(self.log)
        while self.claim != NONE and first > 0 and self.log[first - 1].text in ANSWERS:
            first -= 1
        return tuple(
            event.seen_by(seat)
            for i, event in enumerate(self.log)
            if i < first or event.text != "pass" or event.seat == seat
        )

    @property
    def phase_name(self) -> str:
        """The phase, as positions write it."""
        return self.phase_text(self.phase)

    @property
    def is_over(self) -> bool:
        """Whether the deal has ended."""
        return self.phase == PHASE_OVER

    @property
    def scores(self) -> tuple[int, ...]:
        """What this deal gives each seat; zeros while it runs."""
        if self.phase != PHASE_OVER or self.void:
            return (0,) * int(self.seats)
        return tuple(int(self.score(seat)) for seat in range(self.seats))

    def winners(self, totals: list[int]) -> list[int]:
        """Hook: who wins a match that ends with this deal and these totals."""
        return [seat for seat, total in enumerate(totals) if total == max(totals)]

    def legal_actions(self, seat: int | None = None) -> LegalActions:
        """What a seat may do now (default: the seat in turn)."""
        return LegalActions(self, self.turn if seat is None else seat)

    def is_legal(self, action: Action | str) -> bool:
        """Whether the action may be done now. Text that cannot be read raises `ParseError`."""
        try:
            return self.why_not(action) is None
        except IllegalActionError:
            return False

    def why_not(self, action: Action | str) -> IllegalActionError | None:
        """Why the action is refused, or None where it is legal. Nothing changes."""
        seat, text = self.seat_and_text(action)
        try:
            packed = self.parse(seat, text)
        except IllegalActionError as error:
            return error
        code = self.check(seat, packed)
        return None if code == LEGAL else self.refuse(seat, packed, code)

    def apply(self, action: Action | str) -> Event:
        """Carry out an action (``"discard 9s"``, ``"2 claim"``) and log it.

        `IllegalActionError` says why it is refused, `ParseError` why it cannot be read;
        both leave everything as it was.
        """
        seat, text = self.seat_and_text(action)
        packed = self.parse(seat, text)
        code = self.check(seat, packed)
        if code != LEGAL:
            raise self.refuse(seat, packed, code)
        canonical = self.text(packed)
        self.do(seat, packed)
        if self.remade:
            self.remakes.append([int(face) for face in self.remade_stock][::-1])
        event = self.event(seat, canonical)
        self.log.append(event)
        return event

    def extra(self) -> dict[str, object]:
        """Hook: what a position of this game holds beyond the common keys, as JSON values.

        All of it is public; `set_extra` takes it back.
        """
        return {}

    def set_extra(self, facts: dict[str, object]) -> None:
        """Hook: set what `extra` gave; a key that is missing has its start value."""

    def freed_token(self) -> str | None:
        """Hook: the joker just freed that must be played at once, None if there is none."""
        return None if self.freed == NONE else self.pack.token(self.freed)

    def plausible(self) -> bool:
        """Hook: whether hands that were made up could be so, by what everybody knows."""
        return True

    def event(self, seat: i64, text: str) -> Event:
        """The last action as an event."""
        shown: list[tuple[int, str]] = []
        hidden: list[tuple[int, str]] = []
        for i in range(self.moves_n):
            move = (int(self.moves[3 * i]), self.pack.token(self.moves[3 * i + 1]))
            (hidden if self.moves[3 * i + 2] else shown).append(move)
        return Event(seat, text, tuple(shown), tuple(hidden), self.remade)

    def seat_and_text(self, action: Action | str) -> tuple[i64, str]:
        """Who acts, and what: a leading number names the seat."""
        if isinstance(action, Action):
            seat = self.turn if action.seat is None else action.seat
            return (seat, action.text)
        given: object = action
        if not isinstance(given, str):
            kind = type(given).__name__
            raise TypeError(f"an action is an Action or its text, as in 'draw', not {kind}")
        text = " ".join(action.split())
        first, _, rest = text.partition(" ")
        if is_number(first) and len(first) < 4:
            if int(first) >= self.seats:
                raise ParseError("no_such_seat", f"there is no seat {first}", action)
            return (int(first), rest)
        return (self.turn, text)

    # ---- listing what is legal -----------------------------------------------------------

    def find(self, seat: i64) -> i64:
        """List every legal action of the seat into `found`, kind by kind; how many there are."""
        self.found.n = 0
        self.groups_n = 0
        if self.phase == PHASE_OVER:
            return 0
        if seat == self.turn:
            if self.phase == PHASE_DRAW:
                self.find_draws(seat)
            elif self.phase == PHASE_PLAY:
                self.find_plays(seat)
            else:
                self.find_other(seat)
        self.find_answers(seat)
        return self.found.n

    def close_group(self) -> None:
        """What was pushed since the last group is all of one kind."""
        last: i64 = 0
        if self.groups_n > 0:
            last = self.groups[self.groups_n - 1]
        if self.found.n > last:
            self.groups[self.groups_n] = self.found.n
            self.groups_n += 1

    def find_draws(self, seat: i64) -> None:
        """Draw and take."""
        if self.check_draw() == LEGAL:
            self.found.push(DRAW)
            self.close_group()
        if self.check_take() == LEGAL:
            self.found.push(TAKE)
            self.close_group()

    def find_answers(self, seat: i64) -> None:
        """Claim and pass, while a window is open for the seat."""
        if self.claim != NONE and self.check_answer(seat) == LEGAL:
            self.found.push(CLAIM)
            self.close_group()
            self.found.push(PASS)
            self.close_group()

    def find_other(self, seat: i64) -> None:
        """Hook: the actions of a phase only this game has."""

    def find_plays(self, seat: i64) -> None:
        """Melds, lay-offs, swaps and discards."""
        if self.melds_possible(seat):
            self.find_meld_actions(seat)
            self.close_group()
        if self.table_n > 0 and self.lays_possible(seat):
            self.find_lays(seat)
            self.close_group()
            self.find_swaps(seat)
            self.close_group()
        self.find_discards(seat)
        self.close_group()

    def melds_possible(self, seat: i64) -> bool:
        """Hook: a cheap test that saves listing melds where none can be legal."""
        return True

    def lays_possible(self, seat: i64) -> bool:
        """Hook: a cheap test that saves looking at the table where nothing may be put on it."""
        return True

    def find_meld_actions(self, seat: i64) -> None:
        """Every meld of the hand after which the turn can be completed."""
        first = self.found.n
        find_melds(self.melds, self.held, seat * self.width, self.jokers(seat), self.found)
        keep = first
        for i in range(first, self.found.n):
            word = self.found.items[i]
            if self.check_held_meld(seat, word) == LEGAL:
                self.found.items[keep] = meld_action(word)
                keep += 1
        self.found.n = keep

    def find_lays(self, seat: i64) -> None:
        """Every card that can be laid off, on every meld it fits."""
        ranks = self.pack.n_ranks
        copies = self.pack.copies
        base = seat * self.width
        for target in range(self.table_n):
            word = word_at(self.table[target])
            low = low_of(word)
            if word & 3 == RUN:
                suit = suit_of(word)
                mask = self.held[base + suit * copies]
                below = low - 1 if low > 0 else ranks - 1
                above = low + length_of(word)
                if above >= ranks:
                    above -= ranks
                if mask & BIT[below]:
                    self.push_lay(seat, suit * ranks + below, target, 0)
                if above != below and mask & BIT[above]:
                    self.push_lay(seat, suit * ranks + above, target, 0)
            else:
                for suit in range(self.pack.n_suits):
                    if self.held[base + suit * copies] & BIT[low]:
                        self.push_lay(seat, suit * ranks + low, target, 0)
            if self.jokers(seat) > 0:
                ends = self.joker_places(target)
                if ends[0] != NONE:
                    self.push_lay(seat, self.pack.joker, target, ends[0])
                if ends[1] != NONE:
                    self.push_lay(seat, self.pack.joker, target, ends[1])

    def push_lay(self, seat: i64, card: i64, target: i64, stands: i64) -> None:
        """Push a lay-off if it is legal."""
        if self.check_lay(seat, card, target, stands) == LEGAL:
            self.found.push(lay_action(card, target, stands))

    def find_swaps(self, seat: i64) -> None:
        """Every natural card that can free a joker."""
        ranks = self.pack.n_ranks
        copies = self.pack.copies
        base = seat * self.width
        for target in range(self.table_n):
            word = word_at(self.table[target])
            if word & 3 == RUN:
                suit = suit_of(word)
                places = places_of(word)
                if length_of(word) > ranks and places & 1:
                    # Jokers for both aces of a run: the same card frees either, the low one first.
                    places &= ~BIT[ranks]
                position = low_of(word)
                while places:
                    if places & 1:
                        rank = position if position < ranks else position - ranks
                        if self.held[base + suit * copies] & BIT[rank]:
                            self.push_swap(seat, suit * ranks + rank, target, 0)
                    places >>= 1
                    position += 1
            elif jokers_of(word) > 0:
                rank = low_of(word)
                for s in range(self.pack.n_suits):
                    if self.held[base + s * copies] & BIT[rank]:
                        self.push_swap(seat, s * ranks + rank, target, 0)

    def push_swap(self, seat: i64, card: i64, target: i64, second: i64) -> None:
        """Push a swap if it is legal."""
        if self.check_swap(seat, card, target, second) == LEGAL:
            self.found.push(swap_action(card, target, second))

    def find_discards(self, seat: i64) -> None:
        """Every card that may be discarded, each face once."""
        if self.may_discard(seat) != LEGAL:
            return
        ranks = self.pack.n_ranks
        copies = self.pack.copies
        base = seat * self.width
        locked = self.taken
        if locked != NONE and not self.barred(locked):
            locked = NONE
        for suit in range(self.pack.n_suits):
            mask = self.held[base + suit * copies]
            if locked >= suit * ranks and locked < (suit + 1) * ranks:
                mask &= ~BIT[locked - suit * ranks]
            self.found.push_discards(mask, suit * ranks)
        joker = self.pack.joker
        if self.jokers(seat) > 0 and joker != locked:
            self.found.push(discard_action(joker))


def deal_of_state(
    kind: type[Deal], rules: Rules, seats: int, dealer: int, number: int, state: dict[str, object]
) -> Deal:
    """The deal in this state: what unpickling and `copy.deepcopy` call."""
    deal = kind.make(rules, seats, dealer, number)
    deal.set_state(state)
    return deal


class LegalActions:
    """What a seat may do, lazily: ``in`` judges one action, iterating lists them in a fixed order.

    >>> import upcard
    >>> deal = upcard.new_match("romme", seed=7).deal
    >>> list(deal.legal_actions()), "take" in deal.legal_actions()
    ([Action('draw', seat=1), Action('take', seat=1)], True)
    """

    def __init__(self, deal: Deal, seat: int) -> None:
        self._deal = deal
        self._seat = seat

    def __contains__(self, action: object) -> bool:
        if isinstance(action, Action):
            if action.seat is not None and action.seat != self._seat:
                return False
            action = action.text
        if not isinstance(action, str):
            return False
        deal = self._deal
        try:
            return deal.check(self._seat, deal.parse(self._seat, action)) == LEGAL
        except UpcardError:
            return False

    def __iter__(self) -> Iterator[Action]:
        return iter([Action(self._deal.text(a), self._seat) for a in self.packed()])

    def packed(self) -> list[int]:
        """The actions as words, for programs inside upcard."""
        n = self._deal.find(self._seat)
        return [int(self._deal.found.items[i]) for i in range(n)]

    def __len__(self) -> int:
        return int(self._deal.find(self._seat))

    def __bool__(self) -> bool:
        return len(self) > 0

    def __repr__(self) -> str:
        return f"<LegalActions seat {self._seat}: {', '.join(str(a) for a in self)}>"
