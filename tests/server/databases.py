"""Databases for tests: a file of SQLite, and a database of its own in PostgreSQL."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Iterator
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import create_async_engine

from tests.conftest import postgres_url, require
from upcard.server.store import async_url

KINDS = ("sqlite", "postgres")


async def _do(url: str, statement: str) -> None:
    engine = create_async_engine(async_url(url), isolation_level="AUTOCOMMIT")
    async with engine.connect() as connection:
        await connection.execute(sa.text(statement))
    await engine.dispose()


def databases(kind: str, folder: Path) -> Iterator[str]:
    """The URL of an empty database, removed afterwards."""
    if kind == "sqlite":
        yield f"sqlite:///{folder / 'tables.db'}"
        return
    require("postgres")
    server = postgres_url()
    assert server is not None
    name = f"upcard_test_{secrets.token_hex(6)}"
    asyncio.run(_do(server, f"CREATE DATABASE {name}"))
    try:
        yield server.rpartition("/")[0] + "/" + name
    finally:
        asyncio.run(_do(server, f"DROP DATABASE {name} WITH (FORCE)"))
