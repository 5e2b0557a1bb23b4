"""Who listens at a table, and what each of them is sent."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from upcard.server.metrics import Metrics
from upcard.server.showing import Times, event_for, public_state, state_for
from upcard.server.table import Note, Table
from upcard.server.wire import Message, TableUpdate, Update, encode
from upcard.server.wire_state import State, TableInfo


class Line(Protocol):
    """A client that listens: one socket."""

    def put(self, data: bytes) -> None:
        """Send a frame, soon."""

    def hang_up(self, reason: str, code: int) -> None:
        """Say why, and close."""


class Listeners:
    """The sockets of a table: at most one a seat, and those of spectators."""

    def __init__(self, metrics: Metrics) -> None:
        self.metrics = metrics
        self.lines: dict[int, Line] = {}
        self.watchers: set[Line] = set()
        self.told_table: bytes = b""

    def any(self) -> bool:
        """Whether anybody listens."""
        return bool(self.lines or self.watchers)

    def seat_of(self, line: Line) -> int | None:
        """The seat a socket speaks for."""
        for seat, other in self.lines.items():
            if other is line:
                return seat
        return None

    def send(self, line: Line, message: Message) -> None:
        """Send one message to one listener."""
        self._put(line, encode(message))

    def send_all(self, message: Message) -> None:
        """Send one message to everybody."""
        self._put_all(encode(message))

    def _put(self, line: Line, data: bytes) -> None:
        self.metrics.sent(len(data))
        line.put(data)

    def _put_all(self, data: bytes) -> None:
        for line in [*self.lines.values(), *self.watchers]:
            self._put(line, data)

    def tell(
        self, table: Table, times: Times, notes: Sequence[Note], only: int | None = None
    ) -> None:
        """Send what is new to everybody; only: where nothing is, that seat's own state."""
        if not notes and only not in self.lines:
            return
        base = public_state(table, times)
        for seat, line in list(self.lines.items()):
            if notes or seat == only:
                self._put(line, _update(table, base, notes, seat))
        if notes and self.watchers:
            data = _update(table, base, notes, None)
            for line in self.watchers:
                self._put(line, data)

    def tell_table(self, info: TableInfo) -> None:
        """Send the table where it has changed."""
        data = encode(TableUpdate(info))
        info.next_in = None if info.next_in is None else 0
        if (plain := encode(info)) != self.told_table:
            self.told_table = plain
            self._put_all(data)

    def hang_up(self, reason: str, code: int) -> None:
        """Everybody is told why, and closed."""
        for line in [*self.lines.values(), *self.watchers]:
            line.hang_up(reason, code)
        self.lines.clear()
        self.watchers.clear()


def _update(table: Table, base: State | None, notes: Sequence[Note], seat: int | None) -> bytes:
    events = [event_for(note, seat) for note in notes]
    return encode(Update(table.seq, events, state_for(table, base, seat)))
