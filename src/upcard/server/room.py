"""One table at work: what happens by itself, and when.

Every command runs under the table's lock from the decision to the last frame, so all see the same
order.
"""

from __future__ import annotations

import asyncio
import logging
import random
import secrets
from collections.abc import Callable
from concurrent.futures import Executor
from typing import Final

from upcard.core.places import SILENT
from upcard.server.deciding import Refused, check_legal, decide_act, silent
from upcard.server.facts import Acted, Dealt, Dropped, Held, Host, Sealed, Seat, SeatFact
from upcard.server.metrics import Metrics
from upcard.server.playing import bot_move, safe_move
from upcard.server.room_base import RoomBase
from upcard.server.store import Store
from upcard.server.table import Table

log = logging.getLogger("upcard.server")

RETRY: Final = 1.0


class Room(RoomBase):
    """A table with its clock, its bots and its listeners."""

    def __init__(
        self,
        table: Table,
        store: Store,
        pool: Executor,
        metrics: Metrics,
        now_ms: Callable[[], int],
    ) -> None:
        super().__init__(table, store, pool, metrics, now_ms)
        self.bots: dict[int, tuple[tuple[object, ...], asyncio.Task[None]]] = {}
        self.rest = 0.0
        # When it was last seen what is due.
        self.looked = 0.0
        self.timer: asyncio.TimerHandle | None = None

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
        self.looked = self.loop.time()
        if table.held and (not table.window_open or self.closable()):
            if await self.release():
                return True
        for seat in silent(table):
            if seat in table.standing and not table.is_bot(seat):
                await self.put([decide_act(table, seat, ["pass"], None, self.closable())])
                return True
        stage = table.stage
        if table.seal is None and stage != "deal":
            number = 1
            if table.match is not None and stage == "between":
                number = int(table.match.deal.number) + 1
            await self.put([Sealed(number, secrets.token_hex(32))])
            return True
        here = self.here()
        if here and (table.host is None or not self.can_host(table.host)):
            await self.put([Host(here[0])])
            return True
        now = self.loop.time()
        if self.next_at is not None:
            if now >= self.next_at or (here and table.ready.issuperset(here)):
                await self.put([Dealt(stage == "over")])
                return True
        if stage == "deal" and self.attended():
            return await self.step_deal(now)
        return False

    def can_host(self, seat: int) -> bool:
        """Whether a host is there, while somebody is."""
        fact = self.table.seats[seat]
        if fact.kind != "person" or fact.bot_plays:
            return False
        if self.table.stage != "lobby" or self.present(seat):
            return True
        return self.loop.time() < self.away_at(seat)

    async def step_deal(self, now: float) -> bool:
        """Players who are away, and a turn whose time is over."""
        table = self.table
        people = self.people()
        # Where all are only expected, nobody sits in for them.
        if any(self.present(seat) for seat in people):
            for seat in people:
                fact = table.seats[seat]
                if not fact.bot_plays and not self.present(seat) and now >= self.away_at(seat):
                    sits = SeatFact(fact.kind, fact.name, fact.level, fact.digest, True)
                    await self.put([Seat(seat, sits, "bot_in")])
                    return True
        if 0 < self.clock.turn_until <= now:
            return await self.time_over()
        return False

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
        clock = self.clock
        assert table.match is not None
        deal = table.match.deal
        seat = int(deal.turn)
        clock.turn_until = 0.0
        if table.window_open and not self.closable():
            for other in silent(table):
                if deal.answer(other) == SILENT and self.loop.time() >= clock.window_until:
                    await self.put([Acted(other, ["pass"], "timeout")])
            if not self.closable():
                clock.turn_until = max(clock.window_until, self.loop.time() + 0.05)
                return False
        if table.is_bot(seat) or deal.is_over or int(deal.turn) != seat:
            return True
        key = table.turn_key()
        why = "timeout"
        while table.stage == "deal" and table.match.deal is deal and table.turn_key() == key:
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
        due = self.due()
        if due:
            at = max(min(due), self.loop.time() + self.rest) + 0.001
            self.timer = self.loop.call_at(at, self.ring)

    def due(self) -> list[float]:
        """When something may have to be done."""
        table = self.table
        stage = table.stage
        due: list[float] = []
        # Not whether it is open now: since the room looked, its time may have run out unseen.
        if table.window_open and self.clock.window_until > self.looked:
            due.append(self.clock.window_until)
        if self.next_at is not None:
            due.append(self.next_at)
        host = table.host
        if stage == "lobby" and host is not None and not self.present(host) and self.here():
            due.append(self.away_at(host))
        if stage == "deal" and self.attended():
            if self.clock.turn_until > 0:
                due.append(self.clock.turn_until)
            people = self.people()
            if any(self.present(seat) for seat in people):
                due += [
                    self.away_at(seat) for seat in people
                    if not table.seats[seat].bot_plays and not self.present(seat)
                ]  # fmt: skip
        return due

    def ring(self) -> None:
        """Something is due."""
        self.timer = None
        self.spawn(self.on_time())

    async def on_time(self) -> None:
        async with self.lock:
            await self.settle()

    # ---- bots

    def plan_bots(self) -> None:
        """Let each bot that is to act think now, and act after a delay that tells nothing."""
        wanted = self.bots_wanted()
        for seat, (key, task) in list(self.bots.items()):
            if wanted.get(seat) != key:
                del self.bots[seat]
                if task is not asyncio.current_task():
                    task.cancel()
        for seat, key in wanted.items():
            if seat not in self.bots:
                self.bots[seat] = (key, self.spawn(self.bot_acts(seat, key, self.bot_time(key))))

    def bots_wanted(self) -> dict[int, tuple[object, ...]]:
        """The bots that are to act, and what each of them is to act upon."""
        table = self.table
        wanted: dict[int, tuple[object, ...]] = {}
        if table.match is None or not table.bots_play() or not self.attended():
            return wanted
        if table.stage != "deal":
            return wanted
        for seat in silent(table):
            if table.is_bot(seat):
                wanted[seat] = ("answer", table.window)
        turn = int(table.match.deal.turn)
        waiting = any(held.seat == turn for held in table.held)
        if table.is_bot(turn) and not waiting:
            if not table.window_open or self.closable():
                wanted[turn] = ("turn", table.seq)
        return wanted

    def bot_time(self, key: tuple[object, ...]) -> float:
        """When a bot acts: by chance alone."""
        pace = self.table.made.options.pace
        if key[0] == "answer":
            span = self.clock.window_until - self.clock.window_from
            return self.clock.window_from + span * random.uniform(0.15, 0.85)
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
        self.listeners.hang_up(reason, code)
