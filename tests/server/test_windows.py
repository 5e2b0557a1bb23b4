"""Claim windows: how long they last, what waits, who is told what."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import pytest

from tests.server.clients import Player, a_house, new_table, run
from upcard.server.house import House

HERE = [{"kind": "me"}, {"kind": "here"}, {"kind": "here"}]


async def opened(
    house: House, game: str, window: float, people: int = 3, **options: Any
) -> tuple[list[Player], Player, list[Player]]:
    """A table with a window open: all players, the seat in turn, the others who may answer."""
    options = {"window": window, "pace": 0, "next": 0, **options}
    here = HERE + HERE[1:] * (people - len(HERE))
    _, players = await new_table(house, game, here[:people], options=options)
    by_seat = sorted(players, key=lambda player: player.seat or 0)
    for _ in range(20):
        turn = state_of(by_seat[0])["turn"]
        player = by_seat[turn]
        # Whoever threw the card may not have it.
        others = [p for p in by_seat if p is not player and state_of(p)["may"]]
        state = state_of(player)
        if state["window"] and len(others) == 2:
            return by_seat, player, others
        if state["phase"] == "draw":
            await player.do("act", actions=["draw"])
        else:
            card = state["may"]["discards"][0]
            await player.do("act", actions=[f"discard {card}"])
        seq = max(p.seq for p in by_seat)
        for p in by_seat:
            await p.until(lambda p=p, seq=seq: p.seq >= seq)  # type: ignore[misc]
        await asyncio.sleep(0.02)
    raise AssertionError("no window opened for both others")


def state_of(player: Player) -> dict[str, Any]:
    assert player.state is not None
    return player.state


def events(player: Player) -> list[str]:
    return [e["text"] for m in player.heard if m["t"] == "update" for e in m["events"]]


def test_a_draw_waits_for_the_shortest_length_whatever_others_hold() -> None:
    async def work() -> None:
        lengths = []
        for passes in (0, 1, 2):
            async with a_house() as house:
                _, player, others = await opened(house, "contract", 0.4)
                began = time.monotonic()
                left = state_of(player)["window"]["least"] / 1000
                seq = player.seq
                for other in others[:passes]:
                    said = await other.do("act", actions=["pass"])
                    assert (said["t"], said["waiting"]) == ("ack", False)
                    assert state_of(other)["window"]["answered"]
                    assert state_of(other)["may"] is None
                said = await player.do("act", actions=["draw"])
                assert said["waiting"] is True
                assert state_of(player)["window"]["waiting"] == ["draw"]
                assert (await player.do("act", actions=["draw"]))["code"] == "waiting"
                for other in others:
                    # Neither the passes nor what waits can be seen.
                    assert state_of(other)["window"]["waiting"] == []
                    assert state_of(other)["window"]["claimed"] == []
                    assert "pass" not in events(other)[-3:]
                    assert other.seq == seq
                await player.until(lambda p=player: state_of(p)["phase"] == "play")  # type: ignore[misc]
                lengths.append(time.monotonic() - began - left)
                assert events(player)[-1 - passes :] == ["pass"] * passes + ["draw"]
        assert max(lengths) - min(lengths) < 0.15, lengths
        assert min(lengths) > -0.05

    run(work)


@pytest.mark.parametrize("game", ["contract", "rummy17"])
def test_a_pass_is_told_to_its_seat_alone_in_a_window_that_may_shut(game: str) -> None:
    """After the shortest length, too: the seat has answered, and nobody else hears of it."""

    async def work() -> None:
        async with a_house() as house:
            _, player, others = await opened(house, game, 0, people=4)
            one, other = others[:2]
            seq = one.seq
            assert (await one.do("act", actions=["pass"]))["t"] == "ack"
            await one.until(lambda: state_of(one)["window"]["answered"])
            assert state_of(one)["may"] is None
            for p in (player, other):
                assert not state_of(p)["window"]["answered"]
                assert p.seq == seq

    run(work)


def test_a_claim_is_public_at_once_and_final() -> None:
    async def work() -> None:
        async with a_house() as house:
            everybody, player, others = await opened(house, "contract", 0.3)
            one = others[0]
            rev = state_of(one)["rev"]
            assert (await one.do("act", actions=["claim"], rev=rev))["t"] == "ack"
            assert (await one.do("act", actions=["pass"]))["code"] == "already_answered"
            # Another answer made for the same state is not stale.
            late = await others[1].do("act", actions=["pass"], rev=rev)
            assert late["t"] == "ack"
            assert (await others[1].do("act", actions=["claim"]))["code"] == "already_answered"
            for p in everybody:
                await p.until(lambda p=p: "claim" in events(p))  # type: ignore[misc]
            assert state_of(player)["window"]["claimed"] == [one.seat]
            await player.do("act", actions=["draw"])
            await player.until(lambda: state_of(player)["phase"] == "play")
            await one.until(lambda: state_of(one)["phase"] == "play")
            assert state_of(one)["hand_sizes"][one.seat] > 13
            said = await others[1].do("act", actions=["claim"])
            assert said["code"] in ("no_offer", "not_now", "may_not_claim")

    run(work)


def test_a_standing_pass_answers_until_the_own_turn() -> None:
    async def work() -> None:
        async with a_house() as house:
            _, player, others = await opened(house, "contract", 0.2, everybody=True)
            await others[0].do("standing", answer="pass", until="turn")
            assert state_of(others[0])["window"]["answered"]
            await player.do("act", actions=["draw"])
            # Everybody is waited for: the other has not answered yet.
            await asyncio.sleep(0.35)
            assert state_of(player)["phase"] == "draw"
            await others[1].do("act", actions=["pass"])
            await player.until(lambda: state_of(player)["phase"] == "play")

    run(work)


def test_knocking_beats_a_play_that_waits() -> None:
    async def work() -> None:
        async with a_house() as house:
            _, player, others = await opened(house, "rummy17", 0.3)
            card = state_of(player)["may"]["discards"][0]
            said = await player.do("act", actions=[f"discard {card}"])
            assert said["waiting"] is True
            knocked = await others[0].do("act", actions=["claim"])
            assert knocked["t"] == "ack"
            await player.until(lambda: state_of(player)["turn"] != player.seat)
            seen = events(player)
            assert seen.index("claim") < len(seen) - 1
            assert seen[-1] == f"discard {card}"

    run(work)


def test_a_window_whose_time_runs_out_unseen_shuts_all_the_same() -> None:
    """Between the look whether it may shut and the setting of the timer."""

    async def work() -> None:
        async with a_house() as house:
            _, player, _ = await opened(house, "contract", 0.4)
            [room] = house.rooms.values()
            look = room.closable

            def slow() -> bool:
                seen = look()
                while room.table.held and room.loop.time() < room.clock.window_until:
                    time.sleep(0.001)
                return seen

            room.closable = slow  # type: ignore[method-assign]
            assert (await player.do("act", actions=["draw"]))["waiting"] is True
            await player.until(lambda: state_of(player)["phase"] == "play")

    run(work)


def test_what_waits_survives_a_restart() -> None:
    async def work() -> None:
        async with a_house() as house:
            _, player, others = await opened(house, "contract", 0.6)
            await others[0].do("act", actions=["pass"])
            assert (await player.do("act", actions=["draw"]))["waiting"]
            (room,) = house.rooms.values()
            key = room.table.key
            del house.rooms[key]
            room.close("restart", 1001)
            again = await house.room(key)
            assert again is not None
            assert again.table.has_passed(others[0].seat or 0)
            async with asyncio.timeout(5):
                while again.table.held:
                    await asyncio.sleep(0.05)
            assert again.table.match is not None
            assert again.table.match.deal.phase_name == "play"

    run(work)


def test_bots_wait_for_the_answer_of_one_person() -> None:
    """No seconds run for somebody who plays with bots."""

    async def work() -> None:
        async with a_house() as house:
            seats = [{"kind": "me"}, {"kind": "bot"}, {"kind": "bot"}]
            _, (player,) = await new_table(house, "contract", seats, options={"pace": 0})
            for _ in range(20):
                await player.until(lambda: state_of(player)["may"] is not None)
                state = state_of(player)
                if state["turn"] != player.seat:
                    break
                may = state["may"]
                text = "draw" if may["plain"] else f"discard {may['discards'][0]}"
                await player.do("act", actions=[text])
            before = state_of(player)
            assert before["window"]["waits"]
            await asyncio.sleep(2)  # the shortest length is 1.2 s
            after = state_of(player)
            # That a bot wants the card is told at once; the deal stands still all the same.
            for field in ("turn", "phase", "stock", "hand_sizes", "discard"):
                assert after[field] == before[field], field
            assert after["window"]["waits"]
            assert "claim" in after["may"]["plain"]
            seq = player.seq
            await player.do("act", actions=["pass"])
            await player.until(lambda: player.seq > seq)

    run(work)
