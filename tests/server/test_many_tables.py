"""Thousands of tables: a restart takes up those in play, idle ones cost nothing, old ones go."""

from __future__ import annotations

import asyncio
import os
import time
import tracemalloc
from typing import Any

import sqlalchemy as sa

from tests.server.clients import FAST, FREE, Player, a_house, new_table, run
from upcard.server.database import EVENTS, TABLES, TOKENS
from upcard.server.house import House, Settings, digest_of
from upcard.server.store import SqlStore

TABLES_MADE = int(os.environ.get("UPCARD_TABLES", "2000"))
IN_PLAY = 30
DAY = 86400


async def many(house: House, made: int, options: dict[str, Any]) -> list[str]:
    """Tables like one that is really made, by copying it in the store; the tokens of seat 0."""
    answer, _ = await new_table(house, "basic", [{"kind": "me"}, {"kind": "here"}], options=options)
    (key,) = house.rooms
    lines = await house.store.load(key)
    store = house.store
    assert isinstance(store, SqlStore)
    now = int(time.time())
    old = digest_of(answer["seats"][0]["token"])
    tokens = [f"token-of-table-{n:06}" for n in range(made)]

    def copy(connection: sa.Connection) -> None:
        connection.execute(
            sa.insert(TABLES),
            [{"id": f"t{n}", "code": f"C{n}", "ended": n % 10 == 9,
              "touched": now if n < IN_PLAY else now - DAY * (1 + n % 20)}
             for n in range(made)],
        )  # fmt: skip
        connection.execute(
            sa.insert(EVENTS),
            [{"table_id": f"t{n}", "seq": i + 1, "data": line.replace(old, digest_of(tokens[n]))}
             for n in range(made) for i, line in enumerate(lines)],
        )  # fmt: skip
        connection.execute(
            sa.insert(TOKENS),
            [{"digest": digest_of(tokens[n]), "table_id": f"t{n}"} for n in range(made)],
        )

    await store.database.write(copy)
    return tokens


def test_a_restart_takes_up_tables_in_play_and_others_when_somebody_comes() -> None:
    async def work() -> None:
        async with a_house() as first:
            tokens = await many(first, TABLES_MADE, {**FAST, "turn": 60, "away": 30})
            tracemalloc.start()
            empty = tracemalloc.get_traced_memory()[0]
            house = House(first.store, FREE._replace(most_idle=100))
            house.resume()
            assert house.resuming is not None
            await house.resuming
            # Those at which something happened of late and whose match runs; the first table too.
            expected = {f"t{n}" for n in range(IN_PLAY) if n % 10 != 9} | set(first.rooms)
            assert set(house.rooms) == expected
            # Their turn timers run although nobody is back yet.
            room = house.rooms["t0"]
            assert room.attended()
            assert 0 < room.clock.turn_until - room.loop.time() <= 60
            assert room.timer is not None
            player = Player(house)
            assert (await player.do("hello", token=tokens[IN_PLAY]))["t"] == "welcome"
            assert "t30" in house.rooms
            assert not Player(house).session.room
            # However many are looked into, only so many stay in memory.
            for n in range(TABLES_MADE):
                await house.by_token(tokens[n])
                assert len(house.rooms) <= 101 + 1
            used = tracemalloc.get_traced_memory()[0] - empty
            tracemalloc.stop()
            assert used < 100 * 150_000
            assert "t30" in house.rooms
            assert (await player.do("ping"))["t"] == "pong"
            await house.close_rooms()

    run(work, 600)


def test_players_expected_after_a_restart_are_waited_for_not_for_ever() -> None:
    async def work() -> None:
        async with a_house() as first:
            made, players = await new_table(
                first, "basic", [{"kind": "me"}, {"kind": "bot"}, {"kind": "bot"}],
                options={**FAST, "away": 0.3},
            )  # fmt: skip
            for player in players:
                await player.leave()
            await first.close_rooms()
            house = House(first.store, FREE)
            house.resume()
            assert house.resuming is not None
            await house.resuming
            (room,) = house.rooms.values()
            assert room.attended()
            await asyncio.sleep(0.5)
            # Nobody came: no bot has sat in, the table stands still.
            assert not room.attended()
            assert not room.table.seats[0].bot_plays
            assert not room.bots
            back = Player(house)
            assert (await back.do("hello", token=made["seats"][0]["token"]))["t"] == "welcome"
            await back.until(lambda: back.state and 0 in back.state["to_act"])
            await house.close_rooms()

    run(work)


def test_who_is_ready_and_how_long_is_left_outlive_a_restart() -> None:
    async def work() -> None:
        async with a_house() as first:
            seats = [{"kind": "me"}, {"kind": "here"}]
            options = {**FAST, "next": 100, "turn": 300}
            _, (one, two) = await new_table(first, "basic", seats, options=options)
            (room,) = first.rooms.values()
            clock = [1_000_000_000_000]
            room.now_ms = lambda: clock[0]
            table = room.table
            assert table.match is not None
            player = one if table.match.deal.turn == one.seat else two
            assert (await player.do("act", actions=["draw"]))["t"] == "ack"
            again = await reloaded(first, clock[0] + 100_000)
            left = again.clock.turn_until - again.loop.time()
            # The turn began on the true clock, long after this one: nothing has passed.
            assert 299 < left <= 300
            card = (player.state or {})["may"]["discards"][0]
            assert (await player.do("act", actions=[f"discard {card}"]))["t"] == "ack"
            again = await reloaded(first, clock[0] + 100_000)
            assert 199 < again.clock.turn_until - again.loop.time() <= 200
            again = await reloaded(first, clock[0] + 10_000_000)
            assert 29 < again.clock.turn_until - again.loop.time() <= 30
            # The deal ends (its last discard is made up) and one asks for the next.
            deal = table.match.deal
            deal.stop()
            assert table.stage in ("between", "over")
            assert (await one.do("next" if table.stage == "between" else "rematch"))["t"] == "ack"
            assert table.ready == {one.seat}
            assert 99 < (room.next_at or 0) - room.loop.time() <= 100

    run(work)


async def reloaded(house: House, now_ms: int) -> Any:
    """The table as a restarted server takes it up at a moment."""
    from upcard.server.room import Room
    from upcard.server.table import Table

    (old,) = house.rooms.values()
    table = Table.from_lines(old.table.key, await house.store.load(old.table.key))
    room = Room(table, house.store, house.pool, house.metrics, lambda: now_ms)
    room.resume(False)
    return room


def test_thousands_of_old_tables_are_removed_at_once() -> None:
    async def work() -> None:
        async with a_house() as house:
            await many(house, TABLES_MADE, FAST)
            house.settings = Settings(keep_ended=DAY / 2, keep_idle=10 * DAY, sweep_every=3600)
            began = time.monotonic()
            await house.sweep()
            assert time.monotonic() - began < 60
            store = house.store
            assert isinstance(store, SqlStore)

            def counts(connection: sa.Connection) -> list[int]:
                tables = (TABLES.c.id, TOKENS.c.table_id, EVENTS.c.table_id)
                asked = (sa.select(sa.func.count(sa.distinct(column))) for column in tables)
                return [connection.execute(query).scalar_one() for query in asked]

            left = sum(1 for n in range(TABLES_MADE)
                       if n < IN_PLAY or (n % 10 != 9 and 1 + n % 20 < 10))  # fmt: skip
            assert await store.database.read(counts) == [left + 1] * 3

    run(work, 300)
