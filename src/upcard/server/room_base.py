"""A table with its listeners: who is there, what they are told, how facts are stored.

An action is applied and acknowledged only when it is stored.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from concurrent.futures import Executor
from typing import Any, Final

from upcard.server.clock import TableClock, waits_for_all, window_length
from upcard.server.database import Write
from upcard.server.deciding import Refused, silent
from upcard.server.facts import (
    Acted,
    Answers,
    Dropped,
    Entry,
    Fact,
    Held,
    Seat,
    write_entry,
)
from upcard.server.listeners import Listeners
from upcard.server.metrics import Metrics
from upcard.server.showing import Times, event_for, state_of, table_info
from upcard.server.store import ConflictError, Store, StoreError
from upcard.server.table import Note, Table
from upcard.server.wire import Message, Snapshot, TableUpdate, Update
from upcard.server.wire_state import State, TableInfo

log = logging.getLogger("upcard.server")

HTTP_PRESENT: Final = 60.0
# Facts that leave the table as everybody sees it unchanged, while its stage does not change.
QUIET: Final = (Acted, Held, Dropped, Answers)


class RoomBase:
    """What a table needs to be played at; `upcard.server.room.Room` is one at work."""

    def __init__(
        self,
        table: Table,
        store: Store,
        pool: Executor,
        metrics: Metrics,
        now_ms: Callable[[], int],
    ) -> None:
        self.table = table
        self.store = store
        self.pool = pool
        self.metrics = metrics
        self.now_ms = now_ms
        self.loop = asyncio.get_running_loop()
        self.lock = asyncio.Lock()
        self.listeners = Listeners(metrics)
        self.lines = self.listeners.lines
        self.watchers = self.listeners.watchers
        self.clock = TableClock()
        self.kept: dict[int, str] = {}
        self.closed = False
        self.told = table.seq
        self.used = self.loop.time()
        self.next_at: float | None = None
        self.gone_at: dict[int, float] = {}
        self.http_at: dict[int, float] = {}
        self.opened_at = self.used
        # Until then the players are expected back, as after a restart of the server.
        self.expected_until = 0.0
        self.tasks: set[asyncio.Task[None]] = set()

    # ---- who is there

    def present(self, seat: int) -> bool:
        """Whether the seat's player is connected, or has sent something of late."""
        if seat in self.lines:
            return True
        at = self.http_at.get(seat)
        return at is not None and self.loop.time() - at < HTTP_PRESENT

    def people(self) -> list[int]:
        """The seats of people."""
        return [seat for seat, fact in enumerate(self.table.seats) if fact.kind == "person"]

    def here(self) -> list[int]:
        """The people who are present and play their own seat."""
        return [
            seat for seat, fact in enumerate(self.table.seats)
            if fact.kind == "person" and not fact.bot_plays and self.present(seat)
        ]  # fmt: skip

    def attended(self) -> bool:
        """Whether anybody at the table is there or expected; an empty table stands still."""
        if self.loop.time() < self.expected_until:
            return True
        return any(self.present(seat) for seat in self.people())

    def away_at(self, seat: int) -> float:
        """When a bot sits in for a player who is away."""
        since = self.gone_at.get(seat, self.opened_at)
        if seat in self.http_at:
            since = max(since, self.http_at[seat] + HTTP_PRESENT)
        return since + self.table.made.options.away

    # ---- time

    def closable(self) -> bool:
        """Whether the open window may shut now."""
        if self.loop.time() < self.clock.window_until:
            return False
        return not (waits_for_all(self.table) and silent(self.table))

    def times(self) -> Times:
        """What the clock says, for messages."""
        table = self.table
        now = self.loop.time()
        clock = self.clock.shown(table.paused, now, self.now_ms()) if self.clock.runs else None
        next_in = None if self.next_at is None else max(0, int((self.next_at - now) * 1000))
        least = max(0, int((self.clock.window_until - now) * 1000)) if table.window_open else 0
        return Times(window_length(table), least, clock, next_in)

    def watch_clock(self) -> None:
        """Note what has begun to run since the last fact."""
        now = self.loop.time()
        self.clock.watch(self.table, now)
        self.watch_next(now)

    def watch_next(self, now: float) -> None:
        """The countdown to the next deal runs from the first who asked for it."""
        table = self.table
        if not table.ready:
            self.next_at = None
        elif self.next_at is None:
            passed = max(0.0, (self.now_ms() - table.ready_at) / 1000)
            self.next_at = now + max(0.0, table.made.options.next - passed)

    def resume(self, expected: bool) -> None:
        """After the table was loaded: its timers go on; expected: its players will come."""
        now = self.loop.time()
        behind = max(0.0, (self.now_ms() - self.table.turn_at) / 1000)
        self.clock.watch(self.table, now, behind)
        self.watch_next(now)
        if expected:
            self.expected_until = now + min(self.table.made.options.away, HTTP_PRESENT)

    # ---- messages

    def info(self) -> TableInfo:
        """The table as everybody may know it."""
        present = [self.present(seat) for seat in range(len(self.table.seats))]
        return table_info(self.table, self.times(), present)

    def state(self, seat: int | None) -> State | None:
        """The deal as a seat may know it."""
        return state_of(self.table, seat, self.times())

    def snapshot(self, seat: int | None, answer_to: str = "") -> Snapshot:
        """Everything a seat may know."""
        standing = self.table.standing.get(seat) if seat is not None else None
        return Snapshot(
            self.table.seq, self.info(), self.state(seat),
            [event_for(note, seat) for note in self.table.feed], self.table.sheet,
            self.kept.get(seat, "") if seat is not None else "",
            "ask" if standing is None else standing.until, answer_to,
        )  # fmt: skip

    def missed(self, seat: int | None, after: int | None) -> list[Message]:
        """What a client needs that knows everything up to a number."""
        feed = self.table.feed
        if after is None or not feed or not feed[0].seq - 1 <= after <= self.table.seq:
            return [self.snapshot(seat)]
        events = [event_for(note, seat) for note in feed if note.seq > after]
        return [TableUpdate(self.info()), Update(self.table.seq, events, self.state(seat))]

    def tell(self, only: int | None = None, quiet: bool = False) -> None:
        """Send what is new to everybody; only: where nothing is, that seat's own state.

        quiet: the table itself is as it was.
        """
        new = min(self.table.seq - self.told, len(self.table.feed))
        notes: list[Note] = self.table.feed[-new:] if new > 0 else []
        self.told = self.table.seq
        if not self.listeners.any():
            return
        self.listeners.tell(self.table, self.times(), notes, only)
        # Who sends by HTTP is no longer there without anything happening.
        if not quiet or self.http_at:
            self.tell_table()

    def tell_table(self) -> None:
        """Send the table where it has changed."""
        if self.listeners.any():
            self.listeners.tell_table(self.info())

    # ---- storing and applying

    async def put(self, facts: list[Fact], by: int | None = None, key: str | None = None) -> None:
        """Store facts and apply them, then tell everybody. The last one answers the command."""
        if self.closed:
            raise Refused("no_such_table")
        entries = [Entry(fact, self.now_ms(), by) for fact in facts]
        entries[-1].id = key
        table = self.table
        tokens = [
            fact.seat.digest for fact in facts
            if isinstance(fact, Seat) and fact.why == "joined" and fact.seat.digest
        ]  # fmt: skip
        write = Write(table.key, table.stored, [write_entry(e) for e in entries], tokens=tokens)
        try:
            await self.store.append(write)
        except ConflictError:
            await self.reload()
            raise Refused("conflict") from None
        except StoreError as error:
            log.error("not stored", extra={"table": table.key, "why": repr(error.__cause__)})
            raise Refused("not_stored") from None
        stage = table.stage
        for entry in entries:
            table.apply(entry)
        changed = table.stage != stage
        if changed and "over" in (stage, table.stage):
            await self.mark(table.stage == "over")
        self.watch_clock()
        last = facts[-1]
        quiet = not changed and all(isinstance(fact, QUIET) for fact in facts)
        # A pass is news to nobody else, whether it waits or is done already.
        self.tell(last.seat if isinstance(last, (Held, Acted)) else None, quiet)

    async def mark(self, over: bool) -> None:
        """Let the store know that a match is over, or that another has begun."""
        if over:
            log.info("match over", extra={"table": self.table.key, "game": self.table.made.game})
        try:
            await self.store.append(Write(self.table.key, self.table.stored, [], ended=over))
        except StoreError:
            log.error("the end of a match is not marked", extra={"table": self.table.key})

    async def reload(self) -> None:
        """Another server has written: take up its events."""
        self.table = Table.from_lines(self.table.key, await self.store.load(self.table.key))
        self.told = self.table.seq
        for seat, line in self.lines.items():
            self.listeners.send(line, self.snapshot(seat))

    def spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Run something beside, and keep hold of it."""
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self._spawned)
        return task

    def _spawned(self, task: asyncio.Task[None]) -> None:
        self.tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.error("a table failed", extra={"table": self.table.key}, exc_info=task.exception())


