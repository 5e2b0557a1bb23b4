"""What no page would send: it is refused clearly and harms nobody."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import random
import tracemalloc

import pytest

from tests.server.clients import FAST, FREE, Player, a_house, http_client, new_table, run
from upcard.server import wire
from upcard.server.app import MOST_BYTES
from upcard.server.house import Settings

FRAMES = int(os.environ.get("UPCARD_RANDOM_FRAMES", "2000"))
TWO = [{"kind": "me"}, {"kind": "here"}]
ODD = (
    "", "null", "[]", "{}", "7", '"act"', "{", '{"t":"act"}', '{"t":"nothing","id":"1"}',
    '{"t":"act","id":"1","actions":[]}', '{"t":"act","id":"1","actions":"draw"}',
    '{"t":"act","id":7,"actions":["draw"]}', '{"t":"act","id":"","actions":["draw"]}',
    '{"t":"act","id":"1","actions":["draw"],"seat":1}',
    '{"t":"act","id":"1","actions":["' + "x" * 300 + '"]}',
    '{"t":"act","id":"1","actions":["draw"],"rev":1e999}',
    '{"t":"hello","id":"1"}', '{"t":"hello","id":"1","token":"' + "a" * 500 + '"}',
    '{"t":"ask","id":"1","what":"deck"}', '{"t":"share","id":"1","deal":1,"share":"zz"}',
    '{"t":"undo","id":"1"}', "[" * 10_000, '{"t":"say","id":"1","phrase":{}}', "\x00", "\ud800x",
    '{"t":"welcome","id":"1"}', '{"t":"act","t":"act","id":"1"}',
)  # fmt: skip


async def hear(player: Player, text: str) -> dict[str, object]:
    """Send any text at all and wait for the answer."""
    before = len(player.heard)
    await player.session.hear(text)
    await player.until(lambda: len(player.heard) > before)
    answer: dict[str, object] = player.heard[-1]
    return answer


def test_malformed_frames_are_refused_without_a_traceback() -> None:
    async def work() -> None:
        async with a_house() as house:
            _, (player, other) = await new_table(house, "gin", TWO, options=FAST)
            before = other.frames[:]
            for text in ODD:
                answer = await hear(player, text)
                assert answer["t"] == "rejected", text
                assert answer["code"] == "malformed", text
                assert "Traceback" not in json.dumps(answer)
            answer = await hear(player, '{"t":"keep","id":"9","note":"' + "x" * 20_000 + '"}')
            assert answer["code"] == "too_big"
            assert other.frames == before
            async with http_client(house) as client:
                for text in ODD[:-4]:
                    got = await client.post("/api/command", content=text.encode())
                    assert (got.status_code, got.json()["code"]) == (400, "malformed"), text
                got = await client.post("/api/command", content=b"x" * (MOST_BYTES + 1))
                assert got.status_code == 413

    run(work)


def test_random_frames_do_nothing(caplog: pytest.LogCaptureFixture) -> None:
    """Frames made of pieces of real ones: each is answered, nothing fails, memory stays."""
    caplog.set_level(logging.WARNING, "upcard.server")

    async def work() -> None:
        async with a_house() as house:
            _, (player, other) = await new_table(house, "romme", TWO, options=FAST)
            calm = other.state
            rng = random.Random(5)
            tags = ["act", "ask", "say", "sit", "share", "record", "next", "start", "standing", "x"]
            values: list[object] = [
                None, 1, -1, 2**70, "draw", ["draw"], ["lay 9h on 3"], {}, "X", True, "\u202e", 0.5,
            ]  # fmt: skip
            fields = ["actions", "what", "cards", "seat", "deal", "share", "rev", "phrase", "t"]
            sizes = []
            tracemalloc.start()
            for n in range(FRAMES):
                made: dict[str, object] = {"t": rng.choice(tags), "id": f"r{n}"}
                for _ in range(rng.randrange(4)):
                    made[rng.choice(fields)] = rng.choice(values)
                if made.get("actions") == ["draw"]:
                    continue
                text = json.dumps(made)
                if rng.random() < 0.3:
                    at = rng.randrange(len(text))
                    text = text[:at] + chr(rng.randrange(32, 300)) + text[at + rng.randrange(3) :]
                answer = await hear(player, text)
                assert answer["t"] in ("rejected", "answer", "ack")
                assert answer.get("code") != "server_error", text
                player.heard.clear()
                player.frames.clear()
                player.answers.clear()
                if n in (FRAMES // 4, FRAMES - 1):
                    sizes.append(tracemalloc.get_traced_memory()[0])
            tracemalloc.stop()
            assert sizes[1] - sizes[0] < 300_000
            assert other.state == calm

    run(work, 1200)
    assert not [record for record in caplog.records if record.exc_info]


def test_floods_are_slowed_and_then_cut() -> None:
    async def work() -> None:
        settings = FREE._replace(messages_most=20, messages_rate=5)
        async with a_house(settings=settings) as house:
            _, (player, other) = await new_table(house, "gin", TWO, options=FAST)
            codes = [(await player.do("ping")).get("code") for _ in range(30)]
            assert codes[:15] == [None] * 15
            assert codes[-1] == "flood"
            assert player.answers[next(reversed(player.answers))]["arguments"]["retry_in"] > 0
            for _ in range(60):
                await player.session.hear('{"t":"ping","id":"p"}')
            await player.until(lambda: player.ended)
            assert player.socket.closed == wire.CLOSE_FLOOD
            assert (await other.do("ping"))["t"] == "pong"

    run(work)


def test_an_address_cannot_make_or_guess_tables_for_ever() -> None:
    async def work() -> None:
        async with a_house(settings=Settings(tables_most=5, tables_rate=0.01)) as house:
            player = Player(house)
            codes = [(await player.do("look", code=f"AAAA{n}")).get("code") for n in range(8)]
            assert codes == ["no_such_table"] * 5 + ["too_many_tables"] * 3
            assert (await player.do("create", game="gin"))["code"] == "too_many_tables"

    run(work)


def test_other_origins_are_kept_out() -> None:
    async def work() -> None:
        async with a_house() as house, http_client(house) as client:
            body = {"t": "create", "id": "1", "game": "gin"}
            for origin, status in (
                ("https://evil.example", 409), ("http://test", 200),
                ("https://cards.example.org", 200), ("null", 409),
            ):  # fmt: skip
                got = await client.post("/api/command", json=body, headers={"Origin": origin})
                assert got.status_code == status, origin
                assert "access-control-allow-origin" not in got.headers

    run(work)


def test_a_foreign_token_and_a_foreign_command_id_give_nothing() -> None:
    async def work() -> None:
        async with a_house() as house:
            made, (one, two) = await new_table(house, "romme", TWO, options=FAST)
            assert one.state is not None
            turn = one if one.state["turn"] == one.seat else two
            other = two if turn is one else one
            assert (await turn.do("act", id="mine", actions=["draw"]))["t"] == "ack"
            assert (await other.do("act", id="mine", actions=["draw"]))["code"] == "not_your_turn"
            stranger, (third, _) = await new_table(house, "romme", TWO, options=FAST)
            assert stranger["code"] != made["code"]
            assert third.state is not None
            assert third.state["hand"] != one.state["hand"]
            tokens = [t["token"] for t in made["seats"] + stranger["seats"]]
            assert len(set(tokens)) == 4

    run(work)


def test_logs_hold_no_token_code_or_card(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)

    async def work() -> None:
        async with a_house() as house:
            made, (one, _) = await new_table(house, "gin", TWO, options=FAST)
            await one.do("act", actions=["pass"])
            await one.do("leave")
            await asyncio.sleep(0)
            words = [seat["token"] for seat in made["seats"]] + [made["code"]]
            (room,) = house.rooms.values()
            words += [seal.secret for seal in room.table.seals]
            for record in caplog.records:
                if record.name.startswith("upcard"):
                    assert not [word for word in words if word in str(record.__dict__)]

    run(work)
