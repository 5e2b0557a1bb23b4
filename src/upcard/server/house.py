"""All tables of a server: made, found by code or token, loaded when wanted, removed in time."""

from __future__ import annotations

import asyncio
import gc
import hashlib
import logging
import secrets
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Final, NamedTuple

from upcard.bots.levels import make_bot
from upcard.core.match import Match
from upcard.core.shuffle import SeededShuffler
from upcard.errors import UpcardError
from upcard.games.registry import deal_class
from upcard.server.commands import bot_name
from upcard.server.database import Write
from upcard.server.deciding import Refused, refusal
from upcard.server.facts import Dealt, Entry, Fact, Made, Sealed, Seat, SeatFact, write_entry
from upcard.server.metrics import Bucket, Metrics
from upcard.server.room import Room
from upcard.server.store import ConflictError, Store, StoreError
from upcard.server.table import Table
from upcard.server.wire import Lobby, Seated, SeatToken
from upcard.server.wire_commands import Create, Join, Look, SeatWish

log = logging.getLogger("upcard.server")

# Codes are read aloud and typed: no letters or digits that look alike.
CODE_LETTERS: Final = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
CODE_LENGTH: Final = 8
MOST_DIGESTS: Final = 20_000
COLLECT_AFTER: Final = 500


class Settings(NamedTuple):
    """How a server is run. Times are seconds; tables_* limit what one address may make or join.

    Tables at which nobody is connected are kept in memory for unload_after, and no more than
    most_idle of them. At its start the server takes up the tables at which something happened
    within resume_within.
    """

    keep_ended: float = 86400.0
    keep_idle: float = 30 * 86400.0
    unload_after: float = 300.0
    most_idle: int = 1000
    resume_within: float = 300.0
    sweep_every: float = 30.0
    tables_most: float = 40.0
    tables_rate: float = 0.5
    messages_most: float = 40.0
    messages_rate: float = 20.0
    # A connection is asked for a sign of life so often, and given up without one for as long.
    ping: float = 15.0


class House:
    """The tables. One a process; several processes may share a database."""

    def __init__(self, store: Store, settings: Settings = Settings()) -> None:  # noqa: B008
        self.store = store
        self.settings = settings
        self.metrics = Metrics()
        self.pool = ThreadPoolExecutor(2, thread_name_prefix="upcard-bots")
        self.rooms: dict[str, Room] = {}
        self.loading: dict[str, asyncio.Task[Room | None]] = {}
        self.makers: dict[str, Bucket] = {}
        # Where tokens led of late; what they open is asked of the table each time.
        self.digests: dict[str, str] = {}
        self.resuming: asyncio.Task[None] | None = None
        self.unloaded = 0
        self.sweeper = asyncio.create_task(self._sweep_on())

    # ---- finding tables

    def resume(self) -> None:
        """Take up, one after the other, the tables at which people sat before a restart."""
        self.resuming = asyncio.create_task(self._resume_all())

    async def _resume_all(self) -> None:
        since = int(time.time() - self.settings.resume_within)
        try:
            keys = await self.store.recent(since, self.settings.most_idle)
            for key in keys:
                await self.room(key, expected=True)
        except StoreError as error:
            log.error("tables are not taken up", extra={"why": error.code})
            return
        log.info("tables taken up", extra={"events": len(keys)})

    async def room(self, key: str | None, expected: bool = False) -> Room | None:
        """The table of an id, loaded where it is not yet; expected: people will come to it."""
        if key is None:
            return None
        room = self.rooms.get(key)
        if room is not None:
            return room
        task = self.loading.get(key)
        if task is None:
            task = asyncio.create_task(self._load(key, expected))
            self.loading[key] = task
            task.add_done_callback(lambda _: self.loading.pop(key, None))
        return await asyncio.shield(task)

    async def _load(self, key: str, expected: bool = False) -> Room | None:
        lines = await self.store.load(key)
        if not lines:
            return None
        began = time.perf_counter()
        table = await asyncio.get_running_loop().run_in_executor(
            self.pool, Table.from_lines, key, lines
        )
        room = self._open(table)
        room.kept = await self.store.kept(key)
        async with room.lock:
            room.resume(expected)
            await room.settle()
        ms = round((time.perf_counter() - began) * 1000, 1)
        log.info("table loaded", extra={"table": key, "events": len(lines), "ms": ms})
        return room

    def _open(self, table: Table) -> Room:
        room = Room(table, self.store, self.pool, self.metrics, lambda: int(time.time() * 1000))
        self.rooms[table.key] = room
        if len(self.rooms) > self.settings.most_idle:
            self.unload(self.settings.unload_after)
        return room

    async def by_token(self, token: str) -> tuple[Room, int]:
        """The table and the seat a token opens."""
        digest = digest_of(token)
        key = self.digests.get(digest) or await self.store.by_token(digest)
        room = await self.room(key)
        seat = None if room is None else room.table.by_digest(digest)
        if room is None or seat is None:
            raise Refused("no_such_token")
        room.used = room.loop.time()
        if len(self.digests) >= MOST_DIGESTS:
            self.digests.clear()
        self.digests[digest] = room.table.key
        return (room, seat)

    async def by_code(self, code: str) -> Room:
        """The table of a code, however it is typed."""
        plain = "".join(char for char in code.upper() if char in CODE_LETTERS)
        room = await self.room(await self.store.by_code(plain))
        if room is None or room.closed:
            raise Refused("no_such_table")
        return room

    # ---- making and entering them

    def check_address(self, address: str) -> None:
        """Limit how many tables an address makes, joins or looks for."""
        now = time.monotonic()
        bucket = self.makers.get(address)
        if bucket is None:
            bucket = Bucket(self.settings.tables_most, self.settings.tables_rate, now)
            self.makers[address] = bucket
        if not bucket.take(now):
            raise Refused("too_many_tables", retry_in=bucket.wait())

    async def create(self, command: Create) -> Seated:
        """Make a table; it begins at once where no seat is open."""
        try:
            kind = deal_class(command.game)
            rules = kind.make_rules(dict(command.rules))
            n = len(command.seats) if command.seats else int(rules.default_seats)
            Match(kind, rules, n, SeededShuffler(b""), [])
            wishes = command.seats or [SeatWish("me"), *[SeatWish("bot")] * (n - 1)]
            for wish in wishes:
                make_bot(wish.level)
        except UpcardError as error:
            raise refusal(error) from None
        if [wish.kind for wish in wishes].count("me") != 1:
            raise Refused("seats_here")
        seats: list[SeatFact] = []
        tokens: list[SeatToken] = []
        for at, wish in enumerate(wishes):
            seats.append(self._seat(command, wish, at, tokens))
        for at, fact in enumerate(seats):
            if fact.kind == "bot" and not fact.name:
                fact.name = bot_name(seats, at)
        host = [wish.kind for wish in wishes].index("me")
        tokens.sort(key=lambda token: token.seat != host)
        key = secrets.token_hex(12)
        for _ in range(5):
            code = "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
            made = Made(code, command.game, rules.to_dict(), command.options, seats, host)
            facts: list[Fact] = [made, Sealed(1, secrets.token_hex(32))]
            if all(fact.kind != "open" for fact in seats):
                facts.append(Dealt(True))
            entries = [Entry(fact, int(time.time() * 1000)) for fact in facts]
            lines = [write_entry(entry) for entry in entries]
            digests = [fact.digest for fact in seats if fact.digest]
            try:
                await self.store.append(Write(key, 0, lines, code, digests))
                break
            except ConflictError:
                continue
            except StoreError:
                raise Refused("not_stored") from None
        else:
            raise Refused("not_stored")
        room = self._open(Table.from_lines(key, lines))
        async with room.lock:
            room.watch_clock()
            await room.settle()
        log.info("table made", extra={"table": key, "game": command.game})
        return Seated(command.id, f"{code[:4]}-{code[4:]}", tokens)

    def _seat(
        self, command: Create, wish: SeatWish, at: int, tokens: list[SeatToken]
    ) -> SeatFact:
        if wish.kind == "open":
            return SeatFact("open", "")
        if wish.kind == "bot":
            return SeatFact("bot", "" if wish.name is None else clean(wish.name), wish.level)
        token = secrets.token_urlsafe(24)
        tokens.append(SeatToken(at, token))
        name = wish.name or (command.name if wish.kind == "me" else f"Player {at + 1}")
        return SeatFact("person", clean(name), digest=digest_of(token))

    async def join(self, command: Join) -> Seated:
        """Take an open seat."""
        room = await self.by_code(command.code)
        async with room.lock:
            seats = room.table.seats
            free = [at for at, fact in enumerate(seats) if fact.kind == "open"]
            if not free:
                raise Refused("no_open_seat")
            at = free[0] if command.seat is None else command.seat
            if at not in free:
                raise Refused("seat_taken")
            token = secrets.token_urlsafe(24)
            fact = SeatFact("person", clean(command.name), digest=digest_of(token))
            await room.put([Seat(at, fact, "joined")])
            room.gone_at[at] = room.loop.time()
            await room.settle()
            return Seated(command.id, command.code, [SeatToken(at, token)])

    async def look(self, command: Look) -> Lobby:
        """The table of a code, for whoever thinks of joining."""
        return Lobby(command.id, (await self.by_code(command.code)).info())

    # ---- keeping house

    async def _sweep_on(self) -> None:
        while True:
            await asyncio.sleep(self.settings.sweep_every)
            try:
                await self.sweep()
            except StoreError:
                log.error("the store does not answer")
            except Exception:
                log.exception("keeping house failed")

    async def sweep(self) -> None:
        """Unload tables nobody is at, remove old ones, forget addresses."""
        self.unload(self.settings.unload_after)
        today = time.time()
        gone = ["?"]
        while gone:
            gone = await self.store.remove_older(
                int(today - self.settings.keep_ended), int(today - self.settings.keep_idle)
            )
            for key in gone:
                if key in self.rooms:
                    self._let_go(key, "gone", 4404)
        if self.unloaded >= COLLECT_AFTER:
            # A room and its tasks hold each other, and the collector is told to look seldom.
            self.unloaded = 0
            gc.collect()
        full = self.settings.tables_most
        moment = time.monotonic()
        for address, bucket in list(self.makers.items()):
            if bucket.left + (moment - bucket.at) * bucket.rate >= full:
                del self.makers[address]

    def unload(self, after: float) -> None:
        """Forget tables at which nobody is connected: those left alone long, and the most."""
        now = asyncio.get_running_loop().time()
        idle: list[tuple[float, str]] = []
        for key, room in self.rooms.items():
            if room.listeners.any() or room.lock.locked():
                room.used = now
            else:
                idle.append((room.used, key))
        idle.sort()
        # A tenth at a time, so that this is not done anew with each table.
        most = self.settings.most_idle
        extra = len(idle) - most * 9 // 10 if len(idle) > most else 0
        for at, (used, key) in enumerate(idle):
            if at < extra or now - used > after:
                self._let_go(key, "idle", 1000)

    def _let_go(self, key: str, reason: str, code: int) -> None:
        self.rooms.pop(key).close(reason, code)
        self.unloaded += 1

    def gauges(self) -> None:
        """Bring the gauges of the metrics up to date."""
        self.metrics.gauges["tables_loaded"] = len(self.rooms)
        lines = sum(len(room.lines) for room in self.rooms.values())
        watchers = sum(len(room.watchers) for room in self.rooms.values())
        self.metrics.gauges["seats_connected"] = lines
        self.metrics.gauges["spectators_connected"] = watchers

    async def close_rooms(self) -> None:
        """Stop all tables; nothing acknowledged is lost."""
        self.sweeper.cancel()
        if self.resuming is not None:
            self.resuming.cancel()
        for room in self.rooms.values():
            async with room.lock:
                room.close("restart", 1001)
        self.pool.shutdown(wait=False, cancel_futures=True)

    async def close(self) -> None:
        """Stop all tables and let go of the store."""
        await self.close_rooms()
        await self.store.close()


def digest_of(token: str) -> str:
    """What is kept of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def clean(name: str) -> str:
    """A name without what would move a cursor or hide in a text, never empty."""
    kept = "".join(char if char.isprintable() else " " for char in name)
    return " ".join(kept.split()) or "Player"


