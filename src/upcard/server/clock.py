"""The times of a table: claim windows and the turn timer. Nothing here looks at a hand."""

from __future__ import annotations

from typing import Final

from upcard.server.table import Table
from upcard.server.wire_state import Clock

SHORTEST_ALONE: Final = 1.2
SHORTEST: Final = 3.0
MOST_EXTENSIONS: Final = 10
# What a turn at least has left after the server was started anew, in seconds.
GRACE: Final = 30.0


def window_length(table: Table) -> float:
    """The shortest length of a claim window, whatever anybody holds."""
    chosen = table.made.options.window
    if chosen is not None:
        return chosen
    return SHORTEST_ALONE if _alone(table) else SHORTEST


def waits_for_all(table: Table) -> bool:
    """Whether a window stays open until everybody has answered: bots have time for one person."""
    options = table.made.options
    return options.everybody or (options.window is None and _alone(table))


def _alone(table: Table) -> bool:
    return sum(1 for fact in table.seats if fact.kind == "person") <= 1


class TableClock:
    """When the open window may shut, and when the turn is over (0: never)."""

    def __init__(self) -> None:
        self.window_seen = -1
        self.window_from = 0.0
        self.window_until = 0.0
        self.turn_key: tuple[int, ...] = ()
        self.turn_until = 0.0
        # What is left of a turn whose timer the host has stopped.
        self.turn_left = 0.0
        self.turn_whole = 0.0
        self.extended = 0

    @property
    def runs(self) -> bool:
        """Whether this turn has a timer, running or stopped."""
        return self.turn_until > 0 or self.turn_left > 0

    def watch(self, table: Table, now: float, behind: float = 0.0) -> None:
        """Note when a window opened and when a turn began. behind: it was so long ago."""
        if table.paused and self.turn_until > 0:
            self.turn_left = max(0.0, self.turn_until - now)
            self.turn_until = 0.0
        elif not table.paused and self.turn_left > 0:
            self.turn_until = now + self.turn_left
            self.turn_left = 0.0
        if table.window_open and table.window != self.window_seen:
            self.window_seen = table.window
            self.window_from = now
            self.window_until = now + window_length(table)
        if table.match is None or table.stage != "deal":
            self.turn_key = ()
            self.turn_until = self.turn_left = self.turn_whole = 0.0
            return
        key = table.turn_key()
        if key != self.turn_key:
            if self.turn_key[:2] != key[:2]:
                self.extended = 0
            self.turn_key = key
            self.start_turn(table, now, behind)

    def start_turn(self, table: Table, now: float, behind: float = 0.0) -> None:
        """The turn timer begins anew, where there is one."""
        seconds = table.made.options.turn
        self.turn_until = self.turn_left = self.turn_whole = 0.0
        if seconds is None or table.match is None or table.is_bot(int(table.match.deal.turn)):
            return
        self.turn_whole = seconds + (window_length(table) if table.window_open else 0.0)
        left = max(min(self.turn_whole, GRACE), self.turn_whole - behind)
        if table.paused:
            self.turn_left = left
        else:
            self.turn_until = now + left

    def shown(self, paused: bool, now: float, now_ms: int) -> Clock | None:
        """The turn timer as a message; None where none runs."""
        if not self.runs:
            return None
        left = self.turn_left if paused else max(0.0, self.turn_until - now)
        ends = None if paused else now_ms + int(left * 1000)
        more = MOST_EXTENSIONS - self.extended
        return Clock(int(left * 1000), int(self.turn_whole * 1000), ends, more)
