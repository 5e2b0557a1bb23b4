"""The tables in the database, what is asked of them, and the two ways to run that.

SQLite is used from threads of its own, a whole transaction at a time: nothing of it runs between
the server's other work. PostgreSQL is asked over the network by connections of a pool.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Collection, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final, NamedTuple, Protocol, TypeVar

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from sqlalchemy.ext.asyncio import create_async_engine

T = TypeVar("T")
Work = Callable[[sa.Connection], T]

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
READERS: Final = 2
MOST_REMOVED: Final = 500
# SQLite takes 32,766 values in one statement.
MOST_ROWS: Final = 5000


class Write(NamedTuple):
    """Events of one table to be stored after a number, or nothing of it.

    code makes the table; tokens are digests that lead to it from now on; note replaces the
    private note of a seat.
    """

    table: str
    after: int
    events: Sequence[str]
    code: str | None = None
    tokens: Sequence[str] = ()
    ended: bool | None = None
    note: tuple[int, str] | None = None


class Database(Protocol):
    """Runs work in a transaction of its own."""

    async def read(self, work: Work[T]) -> T:
        """Run what only reads."""

    async def write(self, work: Work[T]) -> T:
        """Run what writes; it is committed when this returns."""

    async def close(self) -> None:
        """Let go of it."""


class SqliteFile:
    """SQLite: one thread writes, others read, as WAL allows."""

    def __init__(self, url: str) -> None:
        self.engine = sa.create_engine(url)
        sa.event.listen(self.engine, "connect", _pragmas)
        self.writer = ThreadPoolExecutor(1, thread_name_prefix="upcard-write")
        self.readers = ThreadPoolExecutor(READERS, thread_name_prefix="upcard-read")

    def _run(self, work: Work[T]) -> T:
        with self.engine.begin() as connection:
            return work(connection)

    async def read(self, work: Work[T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self.readers, self._run, work)

    async def write(self, work: Work[T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self.writer, self._run, work)

    async def close(self) -> None:
        for threads in (self.writer, self.readers):
            threads.shutdown()
        self.engine.dispose()


class PostgresPool:
    """PostgreSQL, over asyncpg."""

    def __init__(self, url: str) -> None:
        self.engine = create_async_engine(url, pool_size=8, max_overflow=8, pool_pre_ping=True)

    async def read(self, work: Work[T]) -> T:
        return await self.write(work)

    async def write(self, work: Work[T]) -> T:
        async with self.engine.begin() as connection:
            return await connection.run_sync(work)

    async def close(self) -> None:
        await self.engine.dispose()


def _pragmas(connection: Any, _: object) -> None:
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=10000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


# ---- what is asked


def upgrade(connection: sa.Connection) -> None:
    """Bring the schema up to date."""
    if connection.dialect.name == "postgresql":
        # Two servers started together: one after the other.
        connection.execute(sa.text("SELECT pg_advisory_xact_lock(7714221)"))
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


_AT: Final = TABLES.c.id == sa.bindparam("b_id")
_END: Final = sa.update(TABLES).where(_AT).values(ended=sa.bindparam("b_ended"))
_FORGET: Final = sa.delete(NOTES).where(
    (NOTES.c.table_id == sa.bindparam("b_id")) & (NOTES.c.seat == sa.bindparam("b_seat"))
)


def store_all(writes: Sequence[Write], touch: Collection[str], connection: sa.Connection) -> None:
    """Store writes of several tables. touch: tables at which something happened."""
    now = int(time.time())
    made = [
        {"id": w.table, "code": w.code, "touched": now, "ended": False}
        for w in writes if w.code is not None
    ]  # fmt: skip
    rows = [
        (w.table, w.after + 1 + i, data) for w in writes for i, data in enumerate(w.events)
    ]  # fmt: skip
    tokens = [{"digest": d, "table_id": w.table} for w in writes for d in w.tokens]
    ended = {w.table: w.ended for w in writes if w.ended is not None}
    notes = {(w.table, w.note[0]): w.note[1] for w in writes if w.note is not None}
    if made:
        connection.execute(sa.insert(TABLES), made)
    _insert_events(rows, connection)
    if tokens:
        connection.execute(sa.insert(TOKENS), tokens)
    # Updates in one order everywhere, so that two servers cannot wait for each other.
    if touch and connection.dialect.name == "postgresql":
        rows_of = sa.select(TABLES.c.id).where(TABLES.c.id.in_(touch))
        connection.execute(rows_of.order_by(TABLES.c.id).with_for_update())
    if touch:
        connection.execute(sa.update(TABLES).where(TABLES.c.id.in_(touch)).values(touched=now))
    if ended:
        connection.execute(_END, [{"b_id": t, "b_ended": ended[t]} for t in sorted(ended)])
    if notes:
        keys = sorted(notes)
        connection.execute(_FORGET, [{"b_id": table, "b_seat": seat} for table, seat in keys])
        connection.execute(
            sa.insert(NOTES),
            [{"table_id": key[0], "seat": key[1], "note": notes[key]} for key in keys],
        )


def _insert_events(rows: Sequence[tuple[str, int, str]], connection: sa.Connection) -> None:
    if connection.dialect.name != "sqlite":
        if rows:
            named = [{"table_id": t, "seq": seq, "data": data} for t, seq, data in rows]
            connection.execute(sa.insert(EVENTS), named)
        return
    # One statement for many rows: Python's lock is given up, and waited for, once a statement.
    for at in range(0, len(rows), MOST_ROWS):
        part = rows[at : at + MOST_ROWS]
        values = ",".join(["(?,?,?)"] * len(part))
        connection.exec_driver_sql(
            f"INSERT INTO events (table_id, seq, data) VALUES {values}",
            tuple(value for row in part for value in row),
        )


def events_of(table: str, connection: sa.Connection) -> list[tuple[int, str]]:
    """The events of a table with their numbers, in order."""
    query = sa.select(EVENTS.c.seq, EVENTS.c.data).where(EVENTS.c.table_id == table)
    return [(int(n), str(data)) for n, data in connection.execute(query.order_by(EVENTS.c.seq))]


def table_of_code(code: str, connection: sa.Connection) -> str | None:
    """The table of a code."""
    query = sa.select(TABLES.c.id).where(TABLES.c.code == code)
    return connection.execute(query).scalar_one_or_none()


def table_of_token(digest: str, connection: sa.Connection) -> str | None:
    """The table of a token."""
    query = sa.select(TOKENS.c.table_id).where(TOKENS.c.digest == digest)
    return connection.execute(query).scalar_one_or_none()


def notes_of(table: str, connection: sa.Connection) -> dict[int, str]:
    """The private notes of a table."""
    query = sa.select(NOTES.c.seat, NOTES.c.note).where(NOTES.c.table_id == table)
    return {int(seat): str(note) for seat, note in connection.execute(query)}


def touched_since(moment: int, most: int, connection: sa.Connection) -> list[str]:
    """Tables at which something has happened since, the latest first."""
    query = sa.select(TABLES.c.id).where((TABLES.c.touched >= moment) & ~TABLES.c.ended)
    return list(connection.execute(query.order_by(TABLES.c.touched.desc()).limit(most)).scalars())


def remove_older(ended_before: int, idle_before: int, connection: sa.Connection) -> list[str]:
    """Remove some tables not touched since; their ids."""
    old = (TABLES.c.ended & (TABLES.c.touched < ended_before)) | (TABLES.c.touched < idle_before)
    ids = list(connection.execute(sa.select(TABLES.c.id).where(old).limit(MOST_REMOVED)).scalars())
    for part in (EVENTS, TOKENS, NOTES):
        connection.execute(sa.delete(part).where(part.c.table_id.in_(ids)))
    connection.execute(sa.delete(TABLES).where(TABLES.c.id.in_(ids)))
    return ids
