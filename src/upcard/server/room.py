"""One table at work: commands in order, what happens by itself, who is told.

Every command runs under the table's lock from the decision to the last frame, so all see the same
order. An action is applied and acknowledged only when it is stored.
"""

from __future__ import annotations

import asyncio
import logging
import random
import secrets
from collections.abc import Callable, Coroutine
from concurrent.futures import Executor
from typing import Any, Final, Protocol

from upcard.core.places import SILENT
from upcard.server.database import Write
from upcard.server.deciding import Refused, check_legal, decide_act, silent
from upcard.server.facts import (
    Acted,
    Dealt,
    Dropped,
    Entry,
    Fact,
    Held,
    Host,
    Sealed,
    Seat,
    SeatFact,
    write_entry,
)
from upcard.server.metrics import Metrics
from upcard.server.playing import bot_move, safe_move
from upcard.server.showing import Times, event_for, state_of, table_info
from upcard.server.store import ConflictError, Store, StoreError
from upcard.server.table import Note, Table
from upcard.server.wire import (
    Clock,
    Message,
    Snapshot,
    State,
    TableInfo,
    TableUpdate,
    Update,
    encode,
)

log = logging.getLogger("upcard.server")

SHORTEST_ALONE: Final = 1.2
SHORTEST: Final = 3.0
HTTP_PRESENT: Final = 60.0
MOST_EXTENSIONS: Final = 10
RETRY: Final = 1.0


class Line(Protocol):
    """A client that listens: one socket."""

    def put(self, data: bytes) -> None:
        """Send a frame, soon."""

    def hang_up(self, reason: str, code: int) -> None:
        """Say why, and close."""


class Room:
    """A table with its clock and its listeners."""

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
        self.lines: dict[int, Line] = {}
        self.watchers: set[Line] = set()
        self.kept: dict[int, str] = {}
        self.closed = False
        self.told = table.seq
        self.told_table: bytes = b""
        self.used = self.loop.time()
        self.ready: set[int] = set()
        self.next_at: float | None = None
        self.gone_at: dict[int, float] = dict.fromkeys(range(len(table.seats)), self.used)
        self.http_at: dict[int, float] = {}
        self.window_seen = -1
        self.window_from = 0.0
        self.window_until = 0.0
        self.turn_key: tuple[int, ...] = ()
        self.turn_until = 0.0
        # What is left of a turn whose timer the host has stopped.
        self.turn_left = 0.0
        self.turn_whole = 0.0
        self.extended = 0
        self.bots: dict[int, tuple[tuple[object, ...], asyncio.Task[None]]] = {}
        self.rest = 0.0
        self.timer: asyncio.TimerHandle | None = None
        self.tasks: set[asyncio.Task[None]] = set()

    # ---- who is there

    def present(self, seat: int) -> bool:
        """Whether the seat's player is connected, or has sent something of late."""
        if seat in self.lines:
            return True
        return self.loop.time() - self.http_at.get(seat, -1e9) < HTTP_PRESENT

    def seat_of(self, line: Line) -> int | None:
        """The seat a socket speaks for."""
        for seat, other in self.lines.items():
            if other is line:
                return seat
        return None

    def people(self) -> list[int]:
        """The seats of people."""
        return [seat for seat, fact in enumerate(self.table.seats) if fact.kind == "person"]

    def here(self) -> list[int]:
        """The people who are present and play their own seat."""
        return [
            seat for seat in self.people()
            if self.present(seat) and not self.table.seats[seat].bot_plays
        ]  # fmt: skip

    def attended(self) -> bool:
        """Whether anybody at the table is there; an empty table stands still."""
        return any(self.present(seat) for seat in self.people())

    # ---- time

    @property
    def window_length(self) -> float:
        """The shortest length of a claim window, whatever anybody holds."""
        chosen = self.table.made.options.window
        if chosen is not None:
            return chosen
        return SHORTEST_ALONE if len(self.people()) <= 1 else SHORTEST

    def closable(self) -> bool:
        """Whether the open window may shut now."""
        if self.loop.time() < self.window_until:
            return False
        return not (self.table.made.options.everybody and silent(self.table))

    def times(self) -> Times:
        """What the clock says, for messages."""
        now = self.loop.time()
        clock = None
        if self.turn_until > 0 or self.turn_left > 0:
            left = self.turn_left if self.table.paused else max(0.0, self.turn_until - now)
            ends = None if self.table.paused else self.now_ms() + int(left * 1000)
            more = MOST_EXTENSIONS - self.extended
            clock = Clock(int(left * 1000), int(self.turn_whole * 1000), ends, more)
        next_in = None if self.next_at is None else max(0, int((self.next_at - now) * 1000))
        least = max(0, int((self.window_until - now) * 1000)) if self.table.window_open else 0
        return Times(self.window_length, least, clock, next_in)

    # ---- messages

    def info(self) -> TableInfo:
        """The table as everybody may know it."""
        present = [self.present(seat) for seat in range(len(self.table.seats))]
        return table_info(self.table, self.times(), present, sorted(self.ready))

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

    def send(self, line: Line, message: Message) -> None:
        """Send one message to one listener."""
        data = encode(message)
        self.metrics.sent(len(data))
        line.put(data)

    def tell(self, only: int | None = None) -> None:
        """Send what is new to everybody; only: where nothing is, that seat's own state."""
        notes: list[Note] = [note for note in self.table.feed if note.seq > self.told]
        self.told = self.table.seq
        for seat, line in list(self.lines.items()):
            if notes or seat == only:
                events = [event_for(note, seat) for note in notes]
                self.send(line, Update(self.table.seq, events, self.state(seat)))
        if notes and self.watchers:
            events = [event_for(note, None) for note in notes]
            data = encode(Update(self.table.seq, events, self.state(None)))
            for line in self.watchers:
                self.metrics.sent(len(data))
                line.put(data)
        self.tell_table()

    def tell_table(self) -> None:
        """Send the table where it has changed."""
        if not self.lines and not self.watchers:
            return
        info = self.info()
        data = encode(TableUpdate(info))
        info.next_in = None if info.next_in is None else 0
        if (plain := encode(info)) == self.told_table:
            return
        self.told_table = plain
        for line in [*self.lines.values(), *self.watchers]:
            self.metrics.sent(len(data))
            line.put(data)

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
        if table.stage != stage:
            await self.mark(stage)
            self.ready.clear()
            self.next_at = None
            if table.stage == "over":
                log.info("match over", extra={"table": table.key, "game": table.made.game})
        self.watch_clock()
        last = facts[-1]
        self.tell(last.seat if isinstance(last, Held) else None)

    async def mark(self, stage: str) -> None:
        """Let the store know that a match is over, or that another has begun."""
        over = self.table.stage == "over"
        if over or stage == "over":
            try:
                await self.store.append(Write(self.table.key, self.table.stored, [], ended=over))
            except StoreError:
                log.error("the end of a match is not marked", extra={"table": self.table.key})

    async def reload(self) -> None:
        """Another server has written: take up its events."""
        self.table = Table.from_lines(self.table.key, await self.store.load(self.table.key))
        self.told = self.table.seq
        for seat, line in self.lines.items():
            self.send(line, self.snapshot(seat))

    def watch_clock(self) -> None:
        """Note when a window opened and when a turn began."""
        table = self.table
        now = self.loop.time()
        if table.paused and self.turn_until > 0:
            self.turn_left = max(0.0, self.turn_until - now)
            self.turn_until = 0.0
        elif not table.paused and self.turn_left > 0:
            self.turn_until = now + self.turn_left
            self.turn_left = 0.0
        if table.window_open and table.window != self.window_seen:
            self.window_seen = table.window
            self.window_from = now
            self.window_until = now + self.window_length
        if table.match is None or table.stage != "deal":
            self.turn_key = ()
            self.turn_until = self.turn_left = self.turn_whole = 0.0
            return
        deal = table.match.deal
        key = (table.match_number, int(deal.number), int(deal.turn), int(deal.turn_count))
        if key != self.turn_key:
            if self.turn_key[:2] != key[:2]:
                self.extended = 0
            self.turn_key = key
            self.start_turn()

    def start_turn(self) -> None:
        """The turn timer begins anew, where there is one."""
        seconds = self.table.made.options.turn
        self.turn_until = self.turn_left = self.turn_whole = 0.0
        if seconds is not None and self.table.match is not None:
            if not self.table.is_bot(int(self.table.match.deal.turn)):
                length = self.window_length if self.table.window_open else 0.0
                self.turn_whole = seconds + length
                if self.table.paused:
                    self.turn_left = self.turn_whole
                else:
                    self.turn_until = self.loop.time() + self.turn_whole

    # ---- what happens by itself

    async def settle(self) -> None:
        """Do all that is due at once; then set the clock for what comes later."""
        self.rest = 0.0
        try:
            while not self.closed and await self.step():
                pass
        except Refused as refused:
            # Whatever it was, such as a full disk, is tried again, but not at once.
            self.rest = RETRY
            log.warning("a step was refused", extra={"table": self.table.key, "why": refused.code})
        self.plan()

    async def step(self) -> bool:
        """One thing that is due; False where nothing is."""
        table = self.table
        if table.held and (not table.window_open or self.closable()):
            if await self.release():
                return True
        for seat in silent(table):
            if seat in table.standing and not table.is_bot(seat):
                await self.put([decide_act(table, seat, ["pass"], None, self.closable())])
                return True
        if table.seal is None and table.stage != "deal":
            number = 1
            if table.match is not None and table.stage == "between":
                number = int(table.match.deal.number) + 1
            await self.put([Sealed(number, secrets.token_hex(32))])
            return True
        if table.host is None or not self.can_host(table.host):
            for seat in self.here():
                await self.put([Host(seat)])
                return True
        now = self.loop.time()
        if self.next_at is not None:
            if now >= self.next_at or (self.here() and set(self.here()) <= self.ready):
                await self.put([Dealt(table.stage == "over")])
                return True
        if self.attended() and table.stage == "deal":
            return await self.step_deal(now)
        return False

    def can_host(self, seat: int) -> bool:
        """Whether a host is there, or nobody else is."""
        fact = self.table.seats[seat]
        if fact.kind != "person":
            return False
        if not self.here():
            return True
        absent = not self.present(seat) and self.loop.time() >= self.away_at(seat)
        return not fact.bot_plays and not (absent and self.table.stage == "lobby")

    async def step_deal(self, now: float) -> bool:
        """Players who are away, and a turn whose time is over."""
        table = self.table
        for seat in self.people():
            fact = table.seats[seat]
            if not fact.bot_plays and not self.present(seat):
                if now >= self.away_at(seat):
                    sits = SeatFact(fact.kind, fact.name, fact.level, fact.digest, True)
                    await self.put([Seat(seat, sits, "bot_in")])
                    return True
        if 0 < self.turn_until <= now:
            return await self.time_over()
        return False

    def away_at(self, seat: int) -> float:
        """When a bot sits in for a player who is away."""
        since = max(self.gone_at.get(seat, 0.0), self.http_at.get(seat, -1e9) + HTTP_PRESENT)
        return since + self.table.made.options.away

    async def release(self) -> bool:
        """Apply the first thing that has waited for the window; False where it must wait on."""
        table = self.table
        assert table.match is not None
        for held in table.held:
            try:
                check_legal(table.match.deal, held.seat, held.actions)
            except Refused as refused:
                if refused.code == "window_open":
                    continue
                await self.put([Dropped(held.seat, refused.code)])
                return True
            await self.put([Acted(held.seat, held.actions, "held")])
            return True
        return False

    async def time_over(self) -> bool:
        """A safe move for the seat in turn; where others hold it up, they pass."""
        table = self.table
        assert table.match is not None
        deal = table.match.deal
        seat = int(deal.turn)
        self.turn_until = 0.0
        if table.window_open and not self.closable():
            for other in silent(table):
                if deal.answer(other) == SILENT and self.loop.time() >= self.window_until:
                    await self.put([Acted(other, ["pass"], "timeout")])
            if not self.closable():
                self.turn_until = max(self.window_until, self.loop.time() + 0.05)
                return False
        if table.is_bot(seat) or table.match.deal.is_over or int(deal.turn) != seat:
            return True
        number = (int(deal.number), int(deal.turn_count))
        why = "timeout"
        while table.stage == "deal" and int(deal.turn) == seat and table.match.deal is deal:
            if (int(deal.number), int(deal.turn_count)) != number:
                break
            text = await self.loop.run_in_executor(self.pool, safe_move, table.view(seat))
            found = decide_act(table, seat, [text], None, True)
            if isinstance(found, Held):
                for other in silent(table):
                    await self.put([Acted(other, ["pass"], "timeout")])
                continue
            await self.put([Acted(seat, [text], why)])
            why = "bot"
        return True

    # ---- the clock

    def plan(self) -> None:
        """Set the one timer of the room to what is due next, and let bots think."""
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None
        if self.closed:
            return
        self.plan_bots()
        now = self.loop.time()
        due: list[float] = []
        if self.table.window_open and self.window_until > now:
            due.append(self.window_until)
        if self.next_at is not None:
            due.append(self.next_at)
        host = self.table.host
        if self.table.stage == "lobby" and host is not None and self.here():
            if not self.present(host):
                due.append(self.away_at(host))
        if self.attended() and self.table.stage == "deal":
            if self.turn_until > 0:
                due.append(self.turn_until)
            for seat in self.people():
                if not self.table.seats[seat].bot_plays and not self.present(seat):
                    due.append(self.away_at(seat))
        if due:
            self.timer = self.loop.call_at(max(min(due), now + self.rest) + 0.001, self.ring)

    def ring(self) -> None:
        """Something is due."""
        self.timer = None
        self.spawn(self.on_time())

    async def on_time(self) -> None:
        async with self.lock:
            await self.settle()

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

    # ---- bots

    def plan_bots(self) -> None:
        """Let each bot that is to act think now, and act after a delay that tells nothing."""
        wanted: dict[int, tuple[tuple[object, ...], float]] = {}
        table = self.table
        if table.stage == "deal" and table.match is not None and self.attended():
            deal = table.match.deal
            turn = int(deal.turn)
            for seat in silent(table):
                if table.is_bot(seat):
                    wanted[seat] = (("answer", table.window), -1.0)
            waiting = any(held.seat == turn for held in table.held)
            if table.is_bot(turn) and not waiting:
                if not table.window_open or self.closable():
                    wanted[turn] = (("turn", table.seq), -1.0)
        for seat, (key, task) in list(self.bots.items()):
            if seat not in wanted or wanted[seat][0] != key:
                del self.bots[seat]
                if task is not asyncio.current_task():
                    task.cancel()
        for seat, (key, _) in wanted.items():
            if seat not in self.bots:
                self.bots[seat] = (key, self.spawn(self.bot_acts(seat, key, self.bot_time(key))))

    def bot_time(self, key: tuple[object, ...]) -> float:
        """When a bot acts: by chance alone."""
        pace = self.table.made.options.pace
        if key[0] == "answer":
            span = self.window_until - self.window_from
            return self.window_from + span * random.uniform(0.15, 0.85)
        return self.loop.time() + pace * random.uniform(0.6, 1.4)

    async def bot_acts(self, seat: int, key: tuple[object, ...], at: float) -> None:
        """A bot thinks at once and acts at its time, whatever it has thought."""
        table = self.table
        fact = table.seats[seat]
        level = fact.level if fact.kind == "bot" else ""
        view = table.view(seat)
        text = await self.loop.run_in_executor(self.pool, bot_move, level, view)
        await asyncio.sleep(max(0.0, at - self.loop.time()))
        async with self.lock:
            if self.closed or self.bots.get(seat, ((), None))[0] != key:
                return
            del self.bots[seat]
            try:
                found = decide_act(self.table, seat, [text], None, self.closable(), True)
                if isinstance(found, Acted):
                    found.why = "bot"
                await self.put([found])
            except Refused as refused:
                why = {"table": self.table.key, "why": refused.code}
                log.warning("a bot was refused", extra=why)
            await self.settle()

    # ---- the end

    def close(self, reason: str, code: int) -> None:
        """Stop; everybody is told why."""
        self.closed = True
        if self.timer is not None:
            self.timer.cancel()
        for task in list(self.tasks):
            task.cancel()
        for line in [*self.lines.values(), *self.watchers]:
            line.hang_up(reason, code)
        self.lines.clear()
        self.watchers.clear()
