"""A table as its facts make it. No clock, no network, no chance: the same facts, the same table.

`decide` functions (upcard.server.deciding) say which facts a command leads to; only `Table.apply`
changes a table, and it does so after they are stored.
"""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Sequence
from typing import Final

from upcard.core.action import Action
from upcard.core.event import Event as CoreEvent
from upcard.core.match import Match
from upcard.core.places import NONE
from upcard.core.rules import Rules
from upcard.core.shuffle import SeededShuffler
from upcard.core.view import View
from upcard.errors import PositionError
from upcard.games.registry import deal_class
from upcard.server.facts import (
    Acted,
    Answers,
    Dealt,
    Done,
    Dropped,
    Entry,
    Fact,
    Held,
    Host,
    Made,
    Paused,
    Ready,
    Sealed,
    Seat,
    SeatFact,
    Shared,
    read_entry,
)
from upcard.server.finished import Past, score_of
from upcard.server.wire_state import DealScore, ProofInfo
from upcard.text.record import record_of

REMEMBERED: Final = 200
ANSWERS: Final = ("claim", "pass", "decline")
KEPT_MATCHES: Final = 5


class Note:
    """One public thing that has happened; an action is shown to each seat in its own way."""

    def __init__(self, seq: int, kind: str, seat: int | None, text: str) -> None:
        self.seq = seq
        self.kind = kind
        self.seat = seat
        self.text = text
        self.event: CoreEvent | None = None


class Seal:
    """The secret of a deal, and the players' bytes that go into it."""

    def __init__(self, deal: int, secret: str) -> None:
        self.deal = deal
        self.secret = secret
        self.commit = hashlib.sha256(bytes.fromhex(secret)).hexdigest()
        self.by_seat: dict[int, str] = {}

    def shares(self) -> list[str]:
        """The players' bytes in order of seats."""
        return [self.by_seat[seat] for seat in sorted(self.by_seat)]

    def shuffler(self) -> SeededShuffler:
        """The generator of this deal."""
        return SeededShuffler(bytes.fromhex(self.secret), bytes.fromhex("".join(self.shares())))

    def opened(self) -> ProofInfo:
        """All of it, for those who were at the deal."""
        return ProofInfo(
            self.deal, self.commit, self.secret, self.shares(), sorted(self.by_seat)
        )  # fmt: skip

    def proof(self) -> dict[str, object]:
        """All of it, for the record of a deal that is over."""
        return {"commit": self.commit, "secret": self.secret, "shares": self.shares()}


class Table:
    """One table: its seats, its running match, what waits, and the news of the running deal."""

    def __init__(self, key: str, entries: Sequence[Entry]) -> None:
        made = entries[0].fact if entries else None
        if not isinstance(made, Made):
            raise PositionError("bad_table", "the events of the table do not begin with its making")
        self.key = key
        self.made = made
        self.kind = deal_class(made.game)
        self.rules: Rules = self.kind.make_rules(dict(made.rules))
        self.seats: list[SeatFact] = list(made.seats)
        self.host: int | None = made.host
        self.stored = 0
        self.seq = 0
        self.rev = 0
        self.match_number = 0
        self.match: Match | None = None
        self.seal: Seal | None = None
        self.seals: list[Seal] = []
        self.feed: list[Note] = []
        self.held: list[Held] = []
        self.standing: dict[int, Answers] = {}
        self.window = 0
        self.paused = False
        # Who has asked for the next deal, and when the first did; when the turn began. In ms.
        self.ready: set[int] = set()
        self.ready_at = 0
        self.turn_at = 0
        self._turn_key: tuple[int, ...] = ()
        self.sheet: list[DealScore] = []
        self.done: list[OrderedDict[str, Done]] = [OrderedDict() for _ in self.seats]
        self.finished: list[dict[str, object]] = []
        self.finished_n = 0
        self._unseen: list[int] = []
        self._read = 0
        for entry in entries:
            self.apply(entry)

    @staticmethod
    def from_lines(key: str, lines: Sequence[str]) -> Table:
        """The table of stored events."""
        return Table(key, [read_entry(line) for line in lines])

    # ---- how it stands

    @property
    def stage(self) -> str:
        """lobby, deal, between or over."""
        if self.match is None:
            return "lobby"
        if not self.match.deal.is_over:
            return "deal"
        return "over" if self.match.is_over else "between"

    @property
    def window_open(self) -> bool:
        """Whether a card is on offer to others."""
        return self.stage == "deal" and self.match is not None and self.match.deal.claim != NONE

    def view(self, seat: int | None) -> View:
        """What a seat may know of the deal; None: a spectator."""
        assert self.match is not None
        return self.match.view(seat)

    def has_passed(self, seat: int) -> bool:
        """Whether a pass of the seat waits for the window to shut."""
        return any(held.seat == seat and held.actions == ["pass"] for held in self.held)

    def is_bot(self, seat: int) -> bool:
        """Whether a bot plays the seat now."""
        return self.seats[seat].kind == "bot" or self.seats[seat].bot_plays

    def bots_play(self) -> bool:
        """Whether a bot plays any seat."""
        return any(fact.kind == "bot" or fact.bot_plays for fact in self.seats)

    def turn_key(self) -> tuple[int, ...]:
        """Another one for each turn of the table's matches."""
        if self.match is None:
            return ()
        deal = self.match.deal
        return (self.match_number, int(deal.number), int(deal.turn), int(deal.turn_count))

    def by_digest(self, digest: str) -> int | None:
        """The seat a token opens."""
        for seat, fact in enumerate(self.seats):
            if fact.digest and fact.digest == digest:
                return seat
        return None

    def tells_all(self, seat: int | None) -> bool:
        """Whether finished deals are told whole: to players, and to spectators if allowed."""
        return seat is not None or self.made.options.spectators == "replay"

    def record(self, number: int | None) -> dict[str, object] | None:
        """The record of a finished match, where it is kept; None: of the last one."""
        first = self.finished_n - len(self.finished) + 1
        number = self.finished_n if number is None else number
        if not first <= number <= self.finished_n or number < 1:
            return None
        return self.finished[number - first]

    def past(self, number: int) -> Past | None:
        """A deal of the running match, once it is over."""
        deals = [] if self.match is None else self.match.deals
        if not 1 <= number <= len(deals) or not deals[number - 1].is_over:
            return None
        seal = self.seals[number - 1]
        return Past(self.match_number, self.rules, deals[number - 1], seal.opened())

    # ---- what changes it

    def apply(self, entry: Entry) -> None:
        """Take in one stored fact."""
        fact: Fact = entry.fact
        waiting = False
        if isinstance(fact, Acted):
            self._act(fact)
        elif isinstance(fact, Held):
            self.held.append(fact)
            waiting = fact.actions != ["pass"]
        elif isinstance(fact, Dropped):
            self._unhold(fact.seat)
            if fact.code:
                self._note("dropped", fact.seat, fact.code)
        elif isinstance(fact, Dealt):
            self._deal(fact.new)
        elif isinstance(fact, Sealed):
            self.seal = Seal(fact.deal, fact.secret)
        elif isinstance(fact, Shared):
            if self.seal is not None and entry.by is not None:
                self.seal.by_seat[entry.by] = fact.share
        elif isinstance(fact, Seat):
            self._seat(fact)
        elif isinstance(fact, Host):
            self.host = fact.at
            self._note("seat", fact.at, "host")
        elif isinstance(fact, Ready):
            if not self.ready:
                self.ready_at = entry.at
            self.ready.add(fact.seat)
        elif isinstance(fact, Paused):
            self.paused = fact.on
            self._note("seat", self.host, "paused" if fact.on else "resumed")
        elif isinstance(fact, Answers):
            self.standing.pop(fact.seat, None)
            if fact.answer == "pass":
                self.standing[fact.seat] = fact
        self.stored += 1
        if (key := self.turn_key()) != self._turn_key:
            self._turn_key = key
            self.turn_at = entry.at
        if entry.by is not None and entry.id is not None:
            known = self.done[entry.by]
            known[entry.id] = Done(self.seq, self.rev, waiting)
            while len(known) > REMEMBERED:
                known.popitem(last=False)

    def _note(self, kind: str, seat: int | None = None, text: str = "") -> Note:
        self.seq += 1
        note = Note(self.seq, kind, seat, text)
        self.feed.append(note)
        return note

    def _seat(self, fact: Seat) -> None:
        before = self.seats[fact.at]
        if fact.seat.digest != before.digest or not fact.seat.digest:
            # Another person: what the last one had is not theirs.
            self.done[fact.at] = OrderedDict()
            self.standing.pop(fact.at, None)
        self.seats[fact.at] = fact.seat
        self.ready.discard(fact.at)
        if self.match is not None:
            self.match.names[fact.at] = fact.seat.name
        self._note("seat", fact.at, fact.why)

    def _deal(self, new: bool) -> None:
        assert self.seal is not None
        seal = self.seal
        self.seal = None
        self.ready = set()
        self.feed = []
        self.held = []
        if new:
            self.match_number += 1
            self.seals = []
            self.sheet = []
            self.match = Match(
                self.kind, self.rules, len(self.seats), seal.shuffler(),
                [fact.name for fact in self.seats],
            )  # fmt: skip
            self.match.begin_deal(self.match.first_dealer())
            self._note("match", None, str(self.match_number))
        else:
            assert self.match is not None
            self.match.shuffler = seal.shuffler()
            self.match.next_deal()
        self.seals.append(seal)
        self._read = 0
        self._unseen = []
        self.rev += 1
        self._note("deal", int(self.match.deal.dealer), str(int(self.match.deal.number)))
        self._settle(True)

    def _act(self, fact: Acted) -> None:
        assert self.match is not None
        if fact.why == "held":
            self._unhold(fact.seat)
        opened = False
        for text in fact.actions:
            deal = self.match.deal
            answer = deal.claim != NONE and text in ANSWERS
            deal.apply(Action(text, fact.seat))
            if not answer:
                self.rev += 1
            opened = deal.claim != NONE and not answer
        if fact.why == "timeout":
            self._note("seat", fact.seat, "timeout")
        self._settle(opened)

    def _unhold(self, seat: int) -> None:
        for i, held in enumerate(self.held):
            if held.seat == seat:
                del self.held[i]
                return

    def _settle(self, opened: bool) -> None:
        """After the deal has changed: what has become public, what no longer waits."""
        assert self.match is not None
        deal = self.match.deal
        self._unseen += range(self._read, len(deal.log))
        self._read = len(deal.log)
        shut = deal.claim == NONE
        for i in list(self._unseen):
            event = deal.log[i]
            # A pass is seen by nobody until the window shuts.
            if shut or event.text != "pass":
                self._note("act", event.seat, event.text).event = event
                self._unseen.remove(i)
        if opened and not shut:
            self.window += 1
        if shut:
            self.held = [held for held in self.held if held.actions != ["pass"]]
        turn = int(deal.turn)
        answers = self.standing.get(turn)
        if answers is not None and answers.until == "turn" and shut:
            del self.standing[turn]
        if deal.is_over:
            self._over()

    def _over(self) -> None:
        match = self.match
        assert match is not None
        self.held = []
        for seat in [s for s, a in self.standing.items() if a.until != "always"]:
            del self.standing[seat]
        self.sheet.append(score_of(match.deal))
        self._note("deal_over", None, str(int(match.deal.number)))
        if match.is_over:
            self._note("match_over", None, str(self.match_number))
            self.finished_n += 1
            self.finished.append(record_of(match, proofs=[seal.proof() for seal in self.seals]))
            del self.finished[:-KEPT_MATCHES]
