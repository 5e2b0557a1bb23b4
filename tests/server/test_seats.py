"""Coming, going and coming back: tabs, breaks, bots that sit in, timers, hosts, old tables."""

from __future__ import annotations

import asyncio
import gc
import os
import random
import tracemalloc
from typing import Any

import pytest

from tests.server.clients import FAST, FREE, Player, a_house, match_over, new_table, play_on, run
from upcard.server import wire
from upcard.server.house import House
from upcard.server.table import Table

ABANDONED = int(os.environ.get("UPCARD_ABANDONED", "150"))
TWO = [{"kind": "me"}, {"kind": "here"}]


async def again(house: House, token: str, after: int | None = None) -> Player:
    """Another device with the same seat."""
    player = Player(house, "again")
    if after is not None:
        player.seq = after
    assert (await player.do("hello", token=token, after=after))["t"] == "welcome"
    return player


def plain_state(player: Player) -> dict[str, Any]:
    assert player.state is not None
    return player.state


def test_the_newest_tab_wins_and_one_action_counts_once() -> None:
    async def work() -> None:
        async with a_house() as house:
            made, (one, _) = await new_table(house, "romme", TWO, options=FAST)
            tab = await again(house, made["seats"][0]["token"])
            await one.until(lambda: one.ended)
            assert one.socket.closed == wire.CLOSE_TAKEN_OVER
            assert one.heard[-1] == {"t": "closing", "reason": "taken_over"}
            await tab.until(lambda: tab.state is not None)
            assert plain_state(tab) == plain_state(one)
            frames = len(one.frames)
            await tab.do("keep", note="x")
            await one.leave()
            await asyncio.sleep(0.05)
            assert tab.table["seats"][tab.seat]["present"]
            assert len(one.frames) == frames

    run(work)


def test_a_break_is_made_up_for() -> None:
    async def work() -> None:
        async with a_house() as house:
            made, (one, two) = await new_table(house, "basic", TWO, options=FAST)
            tokens = {seat["seat"]: seat["token"] for seat in made["seats"]}
            rng = random.Random(2)
            for _ in range(3):
                cut = rng.choice([one, two])
                at = cut.seq
                await cut.leave()
                other = two if cut is one else one
                await play_on(other, rng, lambda p: plain_state(p)["to_act"] != [p.seat])
                assert cut.seat is not None
                new = await again(house, tokens[cut.seat], at)
                await new.until(lambda p=new, o=other: p.seq == o.seq)  # type: ignore[misc]
                assert new.gaps == 0
                snap = await new.do("snapshot")
                assert snap["state"] == new.state
                one, two = (new, two) if cut is one else (one, new)
                # What is drawn stays drawn, and the first click works.
                await play_on(new, rng, lambda p: plain_state(p)["to_act"] != [p.seat])
            far = await again(house, tokens[0], 10**6)
            await far.until(lambda: far.kept)
            assert far.kept["t"] == "snapshot"

    run(work)


def test_a_bot_sits_in_for_who_is_away_and_gives_the_seat_back() -> None:
    async def work() -> None:
        async with a_house() as house:
            options = {**FAST, "away": 0.1}
            made, players = await new_table(house, "basic", TWO, options=options)
            turn = plain_state(players[0])["turn"]
            by_seat = sorted(players, key=lambda p: p.seat or 0)
            gone, stays = by_seat[turn], by_seat[1 - turn]
            await gone.do("act", actions=["draw"])
            await gone.leave()
            await stays.until(lambda: plain_state(stays)["turn"] == stays.seat)
            assert stays.table["seats"][turn]["bot_plays"]
            token = next(s["token"] for s in made["seats"] if s["seat"] == turn)
            back = await again(house, token)
            assert (await back.do("act", actions=["draw"]))["code"] == "away"
            assert (await back.do("back"))["t"] == "ack"
            await stays.until(lambda: not stays.table["seats"][turn]["bot_plays"])
            rng = random.Random(1)
            await asyncio.gather(*(play_on(p, rng, match_over) for p in (back, stays)))

    run(work)


def test_an_empty_table_stands_still() -> None:
    async def work() -> None:
        async with a_house() as house:
            made, (one,) = await new_table(house, "basic", options={**FAST, "away": 0.05})
            while plain_state(one)["turn"] != one.seat:
                await asyncio.sleep(0.01)
            seq = one.seq
            await one.leave()
            await asyncio.sleep(0.3)
            back = await again(house, made["seats"][0]["token"], seq)
            await asyncio.sleep(0.05)
            assert not back.table["seats"][0]["bot_plays"]
            assert plain_state(back)["turn"] == back.seat

    run(work)


def test_a_safe_move_is_played_once_when_the_time_is_over() -> None:
    async def work() -> None:
        async with a_house() as house:
            _, players = await new_table(house, "romme", TWO, options={**FAST, "turn": 5})
            by_seat = sorted(players, key=lambda p: p.seat or 0)
            turn = plain_state(by_seat[0])["turn"]
            slow, other = by_seat[turn], by_seat[1 - turn]
            assert 0 < plain_state(slow)["clock"]["left"] <= 5000
            (room,) = house.rooms.values()
            assert (await other.do("more"))["code"] == "no_timer"
            room.clock.turn_until -= 4
            assert (await slow.do("more"))["t"] == "ack"
            assert plain_state(slow)["clock"]["left"] > 4000
            drawn = (await slow.do("act", actions=["draw"]))["seq"]
            card = next(
                e["hidden"][0]["card"] for m in slow.heard if m["t"] == "update"
                for e in m["events"] if e["seq"] == drawn
            )  # fmt: skip
            room.clock.turn_until = room.loop.time()
            async with room.lock:
                await room.settle()
            assert (await slow.do("act", actions=[f"discard {card}"]))["code"] == "not_your_turn"
            done = [e for m in other.heard if m["t"] == "update" for e in m["events"]][-3:]
            assert [e["text"] for e in done] == ["draw", "timeout", f"discard {card}"]
            assert plain_state(other)["turn"] == other.seat
            assert plain_state(other)["clock"]["left"] > 4000

    run(work)


def test_the_host_stops_the_turn_timer() -> None:
    async def work() -> None:
        async with a_house() as house:
            _, players = await new_table(house, "romme", TWO, options={**FAST, "turn": 60})
            host, other = players
            assert (await other.do("pause", on=True))["code"] == "not_host"
            (room,) = house.rooms.values()
            room.clock.turn_until -= 20
            assert (await host.do("pause", on=True))["t"] == "ack"
            assert host.table["paused"]
            clock = plain_state(host)["clock"]
            assert 39_000 < clock["left"] <= 40_000
            assert (clock["whole"], clock["ends"], clock["more"]) == (60_000, None, 10)
            seq = host.seq
            assert (await host.do("pause", on=True))["seq"] == seq
            by_seat = sorted(players, key=lambda p: p.seat or 0)
            turn = by_seat[plain_state(host)["turn"]]
            # Stopped for the coming turn as well; whoever is to act may act.
            card = await draw_and_discard(turn)
            assert card
            clock = plain_state(host)["clock"]
            assert (clock["left"], clock["ends"]) == (60_000, None)
            assert room.clock.turn_until == 0
            again_at = await house.store.load(room.table.key)
            assert Table.from_lines("k", again_at).paused
            assert (await host.do("pause", on=False))["t"] == "ack"
            clock = plain_state(host)["clock"]
            assert 59_000 < clock["left"] <= 60_000
            assert abs(clock["ends"] - room.now_ms() - clock["left"]) < 1000
            texts = [e["text"] for m in other.heard if m["t"] == "update" for e in m["events"]]
            assert [t for t in texts if t in ("paused", "resumed")] == ["paused", "resumed"]

    run(work)


@pytest.mark.parametrize("options", [{}, {"turn": 60, "pause": False}])
def test_a_timer_that_cannot_be_stopped(options: dict[str, Any]) -> None:
    async def work() -> None:
        async with a_house() as house:
            _, (host, _) = await new_table(house, "gin", TWO, options={**FAST, **options})
            assert (await host.do("pause", on=True))["code"] == "no_pause"

    run(work)


async def draw_and_discard(player: Player) -> str:
    """A whole turn: the card that was thrown."""
    await player.do("act", actions=["draw"])
    card = str(plain_state(player)["may"]["discards"][0])
    assert (await player.do("act", actions=[f"discard {card}"]))["t"] == "ack"
    return card


def test_a_host_who_leaves_passes_the_table_on() -> None:
    async def work() -> None:
        async with a_house() as house:
            seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]
            made, (host,) = await new_table(house, "contract", seats, options=FAST)
            guest = Player(house, "g")
            joined = await guest.do("join", code=made["code"], name="Bo")
            await guest.do("hello", token=joined["seats"][0]["token"])
            assert guest.table["host"] == 0
            await host.do("leave")
            assert (await host.do("start"))["code"] == "hello_first"
            await guest.until(lambda: guest.table["host"] == 1)
            assert (await guest.do("start"))["t"] == "ack"
            await guest.until(lambda: guest.state is not None)
            old = await Player(house).do("hello", token=made["seats"][0]["token"])
            assert old["code"] == "no_such_token"

    run(work)


def test_a_host_who_does_not_come_back_passes_the_table_on() -> None:
    async def work() -> None:
        async with a_house() as house:
            seats = [{"kind": "me"}, {"kind": "open"}]
            options = {**FAST, "away": 0.2}
            made, (host,) = await new_table(house, "gin", seats, options=options)
            guest = Player(house, "g")
            joined = await guest.do("join", code=made["code"], name="Bo")
            await guest.do("hello", token=joined["seats"][0]["token"])
            await host.leave()
            assert (await guest.do("start"))["code"] == "not_host"
            await guest.until(lambda: guest.table["host"] == 1)
            assert (await guest.do("start"))["t"] == "ack"

    run(work)


def test_spectators_only_where_they_are_welcome() -> None:
    async def work() -> None:
        async with a_house() as house:
            made, _ = await new_table(house, "gin", TWO, options=FAST)
            watcher = Player(house)
            assert (await watcher.do("hello", watch=made["code"]))["code"] == "no_spectators"
            options = {**FAST, "spectators": "public"}
            made, _ = await new_table(house, "gin", TWO, options=options)
            watcher = Player(house)
            assert (await watcher.do("hello", watch=made["code"]))["you"] is None
            assert (await watcher.do("act", actions=["draw"]))["code"] == "watching"
            assert (await watcher.do("ask", what="hint"))["code"] == "watching"
            assert plain_state(watcher)["hand"] is None
            assert plain_state(watcher)["may"] is None

    run(work)


def test_tables_are_unloaded_and_removed_and_memory_comes_back() -> None:
    async def work() -> None:
        settings = FREE._replace(
            unload_after=0.0, keep_ended=-5, keep_idle=86400, most_idle=ABANDONED + 3
        )  # fmt: skip
        async with a_house(settings=settings) as house:
            sizes = []
            tracemalloc.start()
            # The first round warms up; memory is compared after the others.
            for _ in range(3):
                await abandon(house, ABANDONED // 3)
                assert len(house.rooms) == ABANDONED // 3
                await house.sweep()
                assert not house.rooms
                gc.collect()
                sizes.append(tracemalloc.get_traced_memory()[0])
            tracemalloc.stop()
            assert sizes[2] - sizes[1] < 200_000 + 100 * ABANDONED // 3, sizes
            made, players = await new_table(house, "gin", TWO, options=FAST)
            rng = random.Random(1)
            await asyncio.gather(*(play_on(p, rng, match_over) for p in players))
            await house.sweep()
            await players[0].until(lambda: players[0].ended)
            assert players[0].socket.closed == wire.CLOSE_GONE
            assert not house.rooms
            lost = await Player(house).do("hello", token=made["seats"][0]["token"])
            assert lost["code"] == "no_such_token"

    run(work, 1800)


async def abandon(house: House, tables: int) -> None:
    """Tables that are made and left at once, by somebody who sat there or did not."""
    for n in range(tables):
        maker = Player(house, "t")
        made = await maker.do("create", game="gin", options=FAST)
        if n % 2:
            await maker.do("hello", token=made["seats"][0]["token"])
        await maker.leave()


def test_two_servers_over_one_database_do_not_both_win() -> None:
    async def work() -> None:
        async with a_house() as house:
            made, (one, two) = await new_table(house, "romme", TWO, options=FAST)
            other = House(house.store, FREE)
            tokens = [seat["token"] for seat in made["seats"]]
            turn = plain_state(one)["turn"]
            here = next(p for p in (one, two) if p.seat == turn)
            there = await again(other, next(
                s["token"] for s in made["seats"] if s["seat"] == turn
            ))  # fmt: skip
            assert len(tokens) == 2
            assert (await here.do("act", actions=["draw"]))["t"] == "ack"
            assert (await there.do("act", actions=["draw"]))["code"] == "conflict"
            assert (await there.do("act", actions=["draw"]))["code"] == "already_drawn"
            assert plain_state(there)["hand"] == plain_state(here)["hand"]
            other.sweeper.cancel()
            for room in other.rooms.values():
                room.close("restart", 1001)

    run(work)
