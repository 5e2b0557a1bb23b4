"""The store, the same over SQLite and PostgreSQL."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.clients import run
from tests.server.databases import KINDS, databases
from upcard.server.database import Write
from upcard.server.store import ConflictError, SqlStore, StoreError, open_store


@pytest.fixture(params=KINDS)
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    yield from databases(request.param, tmp_path)


def test_events_come_back_in_order_after_opening_again(url: str) -> None:
    async def work() -> None:
        store = await open_store(url)
        await store.append(Write("t", 0, ["a", "b"], "CODE", ["digest"]))
        await store.append(Write("t", 2, ["c"], tokens=["other"]))
        await store.keep("t", 1, "first")
        await store.keep("t", 1, "second")
        await store.close()
        store = await open_store(url)
        assert await store.load("t") == ["a", "b", "c"]
        assert await store.load("none") == []
        assert await store.by_code("CODE") == "t"
        assert await store.by_token("digest") == await store.by_token("other") == "t"
        assert await store.by_code("NONE") is await store.by_token("none") is None
        assert await store.kept("t") == {1: "second"}
        await store.check()
        await store.close()

    run(work)


def test_of_two_writers_one_wins(url: str) -> None:
    async def work() -> None:
        one, two = await open_store(url), await open_store(url)
        await one.append(Write("t", 0, ["made"], "CODE"))
        for after in range(1, 30, 2):
            results = await asyncio.gather(
                one.append(Write("t", after, ["one", "one"])),
                two.append(Write("t", after, ["two", "two"])),
                return_exceptions=True,
            )
            assert [type(r) for r in results if r is not None] == [ConflictError]
        events = await one.load("t")
        assert len(events) == 31
        assert all(a == b for a, b in zip(events[1::2], events[2::2]))
        with pytest.raises(ConflictError):
            await one.append(Write("u", 0, ["made"], "CODE"))
        assert await one.load("u") == []
        await one.close()
        await two.close()

    run(work)


def test_a_conflict_does_not_hold_up_others_in_the_same_transaction(url: str) -> None:
    async def work() -> None:
        store = await open_store(url)
        await store.append(Write("t", 0, ["made"], "CODE"))
        writes = [Write(f"t{n}", 0, ["x"], f"C{n}") for n in range(20)]
        writes.insert(10, Write("t", 0, ["again"]))
        results = await asyncio.gather(*map(store.append, writes), return_exceptions=True)
        assert [type(r) for r in results if r is not None] == [ConflictError]
        assert await store.load("t") == ["made"]
        assert all([await store.load(f"t{n}") == ["x"] for n in range(20)])
        await store.close()

    run(work)


def test_old_tables_are_removed_with_all_they_had(url: str) -> None:
    async def work() -> None:
        store = await open_store(url)
        await store.append(Write("old", 0, ["a"], "OLD", ["d1"]))
        await store.append(Write("old", 1, ["b"], ended=True))
        await store.append(Write("new", 0, ["a"], "NEW", ["d2"]))
        await store.keep("old", 0, "note")
        now = int(time.time())
        assert await store.remove_older(now - 100, now - 100) == []
        assert await store.remove_older(now + 100, now - 100) == ["old"]
        assert await store.load("old") == []
        assert await store.by_token("d1") is None
        assert await store.kept("old") == {}
        assert await store.by_token("d2") == "new"
        assert await store.remove_older(0, now + 100) == ["new"]
        await store.close()

    run(work)


def test_what_cannot_be_opened_is_said_without_the_password() -> None:
    async def work() -> None:
        for url in ("mysql://a:hunter2@b/c", "sqlite://", "sqlite:///:memory:", "postgresql://a:hunter2@127.0.0.1:1/c",
                    "sqlite:////no/such/folder/at/all.db"):  # fmt: skip
            with pytest.raises(StoreError) as caught:
                await open_store(url)
            assert "hunter2" not in str(caught.value)
        # The driver's thread still has a word for the loop.
        await asyncio.sleep(0.1)

    run(work)


def test_a_lost_event_is_noticed(tmp_path: Path) -> None:
    async def work() -> None:
        store = await open_store(f"sqlite:///{tmp_path / 'x.db'}")
        assert isinstance(store, SqlStore)
        await store.append(Write("t", 0, ["a"], "CODE"))
        await store.append(Write("t", 2, ["c"]))
        with pytest.raises(StoreError, match="event 2"):
            await store.load("t")
        await store.close()

    run(work)
