"""Where tables are kept: append-only events with numbers, in SQLite or PostgreSQL.

A write names the number it follows, so of two writers only one can win. Writes of all tables that
wait at the same time go into one transaction; `append` returns when it is committed.
"""

from __future__ import annotations

import asyncio
import functools
import time
from typing import Final, Protocol

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError, IntegrityError

from upcard.errors import UpcardError
from upcard.server.database import (
    Database,
    PostgresPool,
    SqliteFile,
    Write,
    events_of,
    notes_of,
    remove_older,
    store_all,
    table_of_code,
    table_of_token,
    touched_since,
    upgrade,
)

MOST_IN_ONE: Final = 400
# How exactly it is known when something last happened at a table, in seconds.
TOUCH_EVERY: Final = 30.0
MOST_TOUCHED: Final = 50_000


class StoreError(UpcardError):
    """The store cannot be opened, read or written."""


class ConflictError(StoreError):
    """Another writer was first: the events of this one are not stored."""


class Store(Protocol):
    """What the server needs of a store."""

    async def append(self, write: Write) -> None:
        """Store events, numbered from ``after + 1``; `ConflictError` where the numbers exist."""

    async def load(self, table: str) -> list[str]:
        """The events of a table in order; none where there is no such table."""

    async def by_code(self, code: str) -> str | None:
        """The table of a code."""

    async def by_token(self, digest: str) -> str | None:
        """The table of a seat's token, given its digest."""

    async def keep(self, table: str, seat: int, note: str) -> None:
        """Replace the private note of a seat."""

    async def kept(self, table: str) -> dict[int, str]:
        """The private notes of a table."""

    async def recent(self, since: int, most: int) -> list[str]:
        """Tables whose match runs and at which something happened since, the latest first.

        since: seconds since 1970, exact to `TOUCH_EVERY`.
        """

    async def remove_older(self, ended_before: int, idle_before: int) -> list[str]:
        """Remove tables not touched since (seconds since 1970); their ids."""

    async def check(self) -> None:
        """Raise where the database does not answer."""

    async def close(self) -> None:
        """Write what is waiting and let go of the database."""


def async_url(url: str) -> str:
    """The URL with the driver that is used: sqlite:///FILE or postgresql://…"""
    for scheme, driver in (
        ("sqlite://", "sqlite+pysqlite://"),
        ("postgresql://", "postgresql+asyncpg://"),
        ("postgres://", "postgresql+asyncpg://"),
    ):
        if url.startswith(scheme):
            return driver + url[len(scheme) :]
    if url.startswith(("sqlite+pysqlite://", "postgresql+asyncpg://")):
        return url
    raise StoreError("bad_database", "a database is sqlite:///FILE or postgresql://HOST/NAME", "")


class SqlStore:
    """A store in an SQL database; `open_store` makes one."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self._waiting: list[tuple[Write, asyncio.Future[None]]] = []
        self._more = asyncio.Event()
        self._writer = asyncio.create_task(self._write_on())
        self._closed = False
        self._touched: dict[str, float] = {}

    async def append(self, write: Write) -> None:
        if self._closed:
            raise StoreError("not_stored", "the server is stopping", "")
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((write, done))
        self._more.set()
        # Whoever waits may be gone before it is written; written it is all the same.
        await asyncio.shield(done)

    async def keep(self, table: str, seat: int, note: str) -> None:
        await self.append(Write(table, 0, [], note=(seat, note)))

    async def _write_on(self) -> None:
        while True:
            await self._more.wait()
            batch, self._waiting = self._waiting[:MOST_IN_ONE], self._waiting[MOST_IN_ONE:]
            if not self._waiting:
                self._more.clear()
            if batch:
                await self._write_batch(batch)
            elif self._closed:
                return

    async def _write_batch(self, batch: list[tuple[Write, asyncio.Future[None]]]) -> None:
        writes = [write for write, _ in batch]
        try:
            work = functools.partial(store_all, writes, self._to_touch(writes))
            await self.database.write(work)
        except Exception as error:
            self._touched.clear()
            if len(batch) > 1:
                for one in batch:
                    await self._write_batch([one])
                return
            failure: StoreError
            if isinstance(error, IntegrityError):
                failure = ConflictError("conflict", "somebody else was first", "")
            else:
                failure = StoreError("not_stored", "this could not be stored", "")
                failure.__cause__ = error
            if not batch[0][1].done():
                batch[0][1].set_exception(failure)
            return
        for _, done in batch:
            if not done.done():
                done.set_result(None)

    def _to_touch(self, writes: list[Write]) -> set[str]:
        """The tables whose time of the last event must be brought up to date."""
        now = time.monotonic()
        if len(self._touched) > MOST_TOUCHED:
            self._touched.clear()
        old: set[str] = set()
        for write in writes:
            due = now - self._touched.get(write.table, -TOUCH_EVERY) >= TOUCH_EVERY
            if write.code is None and (due or write.ended is not None):
                old.add(write.table)
                self._touched[write.table] = now
        return old

    async def load(self, table: str) -> list[str]:
        rows = await self.database.read(functools.partial(events_of, table))
        for i, (number, _) in enumerate(rows):
            if number != i + 1:
                raise StoreError("events_missing", f"event {i + 1} of the table is missing", table)
        return [data for _, data in rows]

    async def by_code(self, code: str) -> str | None:
        return await self.database.read(functools.partial(table_of_code, code))

    async def by_token(self, digest: str) -> str | None:
        return await self.database.read(functools.partial(table_of_token, digest))

    async def kept(self, table: str) -> dict[int, str]:
        return await self.database.read(functools.partial(notes_of, table))

    async def recent(self, since: int, most: int) -> list[str]:
        return await self.database.read(functools.partial(touched_since, since, most))

    async def remove_older(self, ended_before: int, idle_before: int) -> list[str]:
        work = functools.partial(remove_older, ended_before, idle_before)
        return await self.database.write(work)

    async def check(self) -> None:
        await self.database.read(lambda connection: connection.execute(sa.text("SELECT 1")).all())

    async def close(self) -> None:
        self._closed = True
        self._more.set()
        await self._writer
        await self.database.close()


async def open_store(url: str) -> SqlStore:
    """The store at a URL, its schema brought up to date; `StoreError` where it cannot be opened."""
    address = async_url(url)
    if address in ("sqlite+pysqlite://", "sqlite+pysqlite:///", "sqlite+pysqlite:///:memory:"):
        raise StoreError("bad_database", "name a file: tables in memory would be lost", "")
    database: Database
    if address.startswith("sqlite"):
        database = SqliteFile(address)
    else:
        database = PostgresPool(address)
    try:
        await database.write(upgrade)
    except (DBAPIError, OSError) as error:
        await database.close()
        # The driver's own words may hold the password of the URL.
        why = type(getattr(error, "orig", error)).__name__
        raise StoreError("no_database", f"the database cannot be opened ({why})", "") from None
    return SqlStore(database)
