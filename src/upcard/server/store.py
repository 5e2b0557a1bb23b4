"""Where tables are kept: append-only events with numbers, in SQLite or PostgreSQL.

A write names the number it follows, so of two writers only one can win. Writes of all tables that
wait at the same time go into one transaction; `append` returns when it is committed.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple, Protocol

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from upcard.errors import UpcardError

META: Final = sa.MetaData()
TABLES: Final = sa.Table(
    "tables", META,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("code", sa.String(16)),
    sa.Column("touched", sa.BigInteger),
    sa.Column("ended", sa.Boolean),
)  # fmt: skip
EVENTS: Final = sa.Table(
    "events", META,
    sa.Column("table_id", sa.String(32), primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("data", sa.Text),
)  # fmt: skip
TOKENS: Final = sa.Table(
    "tokens", META,
    sa.Column("digest", sa.String(64), primary_key=True),
    sa.Column("table_id", sa.String(32)),
)  # fmt: skip
NOTES: Final = sa.Table(
    "notes", META,
    sa.Column("table_id", sa.String(32), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("note", sa.Text),
)  # fmt: skip
MIGRATIONS: Final = Path(__file__).parent / "migrations"
MOST_IN_ONE: Final = 200


class StoreError(UpcardError):
    """The store cannot be opened, read or written."""


class ConflictError(StoreError):
    """Another writer was first: the events of this one are not stored."""


class Write(NamedTuple):
    """Events of one table to be stored after a number, or nothing of it.

    code makes the table; tokens are digests that lead to it from now on.
    """

    table: str
    after: int
    events: Sequence[str]
    code: str | None = None
    tokens: Sequence[str] = ()
    ended: bool | None = None


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

    async def remove_older(self, ended_before: int, idle_before: int) -> list[str]:
        """Remove tables not touched since (seconds since 1970); their ids."""

    async def check(self) -> None:
        """Raise where the database does not answer."""

    async def close(self) -> None:
        """Write what is waiting and let go of the database."""


def async_url(url: str) -> str:
    """The URL with the driver that is used: sqlite:///FILE or postgresql://…"""
    for scheme, driver in (
        ("sqlite://", "sqlite+aiosqlite://"),
        ("postgresql://", "postgresql+asyncpg://"),
        ("postgres://", "postgresql+asyncpg://"),
    ):
        if url.startswith(scheme):
            return driver + url[len(scheme) :]
    if url.startswith(("sqlite+aiosqlite://", "postgresql+asyncpg://")):
        return url
    raise StoreError("bad_database", "a database is sqlite:///FILE or postgresql://HOST/NAME", "")


class SqlStore:
    """A store in an SQL database; `open_store` makes one."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine
        self._waiting: list[tuple[Write, asyncio.Future[None]]] = []
        self._more = asyncio.Event()
        self._writer = asyncio.create_task(self._write_on())
        self._closed = False

    async def append(self, write: Write) -> None:
        if self._closed:
            raise StoreError("not_stored", "the server is stopping", "")
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((write, done))
        self._more.set()
        # Whoever waits may be gone before it is written; written it is all the same.
        await asyncio.shield(done)

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
        try:
            await self._store([write for write, _ in batch])
        except Exception as error:
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

    async def _store(self, writes: list[Write]) -> None:
        now = int(time.time())
        made = [
            {"id": w.table, "code": w.code, "touched": now, "ended": False}
            for w in writes if w.code is not None
        ]  # fmt: skip
        rows = [
            {"table_id": w.table, "seq": w.after + 1 + i, "data": data}
            for w in writes for i, data in enumerate(w.events)
        ]  # fmt: skip
        tokens = [{"digest": d, "table_id": w.table} for w in writes for d in w.tokens]
        touched = [{"b_id": w.table, "b_now": now} for w in writes if w.code is None]
        ended = [{"b_id": w.table, "b_ended": w.ended} for w in writes if w.ended is not None]
        async with self.engine.begin() as connection:
            if made:
                await connection.execute(sa.insert(TABLES), made)
            if rows:
                await connection.execute(sa.insert(EVENTS), rows)
            if tokens:
                await connection.execute(sa.insert(TOKENS), tokens)
            at = TABLES.c.id == sa.bindparam("b_id")
            if touched:
                # In one order everywhere, so that two servers cannot wait for each other.
                touched.sort(key=lambda row: str(row["b_id"]))
                change = sa.update(TABLES).where(at).values(touched=sa.bindparam("b_now"))
                await connection.execute(change, touched)
            if ended:
                ended.sort(key=lambda row: str(row["b_id"]))
                change = sa.update(TABLES).where(at).values(ended=sa.bindparam("b_ended"))
                await connection.execute(change, ended)

    async def load(self, table: str) -> list[str]:
        query = sa.select(EVENTS.c.seq, EVENTS.c.data).where(EVENTS.c.table_id == table)
        async with self.engine.connect() as connection:
            rows = (await connection.execute(query.order_by(EVENTS.c.seq))).all()
        for i, row in enumerate(rows):
            if row.seq != i + 1:
                raise StoreError("events_missing", f"event {i + 1} of the table is missing", table)
        return [str(row.data) for row in rows]

    async def by_code(self, code: str) -> str | None:
        return await self._one(sa.select(TABLES.c.id).where(TABLES.c.code == code))

    async def by_token(self, digest: str) -> str | None:
        return await self._one(sa.select(TOKENS.c.table_id).where(TOKENS.c.digest == digest))

    async def _one(self, query: sa.Select[Any]) -> str | None:
        async with self.engine.connect() as connection:
            found = (await connection.execute(query)).scalar_one_or_none()
        return None if found is None else str(found)

    async def keep(self, table: str, seat: int, note: str) -> None:
        at = (NOTES.c.table_id == table) & (NOTES.c.seat == seat)
        async with self.engine.begin() as connection:
            await connection.execute(sa.delete(NOTES).where(at))
            await connection.execute(sa.insert(NOTES).values(table_id=table, seat=seat, note=note))

    async def kept(self, table: str) -> dict[int, str]:
        query = sa.select(NOTES.c.seat, NOTES.c.note).where(NOTES.c.table_id == table)
        async with self.engine.connect() as connection:
            return {int(row.seat): str(row.note) for row in await connection.execute(query)}

    async def remove_older(self, ended_before: int, idle_before: int) -> list[str]:
        old = (TABLES.c.ended & (TABLES.c.touched < ended_before)) | (
            TABLES.c.touched < idle_before
        )
        async with self.engine.begin() as connection:
            found = await connection.execute(sa.select(TABLES.c.id).where(old).limit(500))
            ids = [str(row.id) for row in found]
            for part in (EVENTS, TOKENS, NOTES):
                await connection.execute(sa.delete(part).where(part.c.table_id.in_(ids)))
            await connection.execute(sa.delete(TABLES).where(TABLES.c.id.in_(ids)))
        return ids

    async def check(self) -> None:
        async with self.engine.connect() as connection:
            await connection.execute(sa.text("SELECT 1"))

    async def close(self) -> None:
        self._closed = True
        self._more.set()
        await self._writer
        await self.engine.dispose()


def _upgrade(connection: sa.Connection) -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def _pragmas(connection: Any, _: object) -> None:
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=10000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


async def _migrate(connection: AsyncConnection) -> None:
    if connection.dialect.name == "postgresql":
        # Two servers started together: one after the other.
        await connection.execute(sa.text("SELECT pg_advisory_xact_lock(7714221)"))
    await connection.run_sync(_upgrade)


async def open_store(url: str) -> SqlStore:
    """The store at a URL, its schema brought up to date; `StoreError` where it cannot be opened."""
    address = async_url(url)
    if address in ("sqlite+aiosqlite://", "sqlite+aiosqlite:///", "sqlite+aiosqlite:///:memory:"):
        raise StoreError("bad_database", "name a file: tables in memory would be lost", "")
    if address.startswith("sqlite"):
        engine = create_async_engine(address)
        sa.event.listen(engine.sync_engine, "connect", _pragmas)
    else:
        engine = create_async_engine(address, pool_size=8, max_overflow=8, pool_pre_ping=True)
    try:
        async with engine.begin() as connection:
            await _migrate(connection)
    except (DBAPIError, OSError) as error:
        await engine.dispose()
        # The driver's own words may hold the password of the URL.
        why = type(getattr(error, "orig", error)).__name__
        raise StoreError("no_database", f"the database cannot be opened ({why})", "") from None
    return SqlStore(engine)
