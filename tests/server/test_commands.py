"""Every command: what is acknowledged, what is refused, and why."""

from __future__ import annotations

import asyncio
import hashlib
import random
from typing import Any

import msgspec
import pytest

from tests.server.clients import FAST, Player, a_house, http_client, match_over, new_table, run
from tests.server.clients import play_on as play
from upcard import Record, verify
from upcard.server import wire, wire_commands
from upcard.server.asking import answer
from upcard.text.position import match_from_position

PEOPLE = [{"kind": "me"}, {"kind": "open"}]


def code(answer: dict[str, Any]) -> str:
    return str(answer["code"]) if answer["t"] == "rejected" else str(answer["t"])


def test_making_a_table_is_refused_with_the_reason() -> None:
    async def work() -> None:
        async with a_house() as house:
            player = Player(house)
            for fields, why in (
                ({"game": "romy"}, "no_such_game"),
                ({"game": "romme", "rules": {"targt": 3}}, "unknown_option"),
                ({"game": "romme", "rules": {"target": "x"}}, "bad_option_value"),
                ({"game": "gin", "seats": [{"kind": "me"}] * 2}, "seats_here"),
                ({"game": "gin", "seats": [{"kind": "bot"}] * 2}, "seats_here"),
                ({"game": "gin", "seats": [{"kind": "me"}] + [{"kind": "bot"}] * 2}, "bad_seats"),
                ({"game": "gin", "seats": [{"kind": "me"}, {"kind": "bot", "level": "god"}]},
                 "no_such_level"),
                ({"game": "gin", "seats": [{"kind": "you"}]}, "malformed"),
                ({"game": "gin", "options": {"window": -1}}, "malformed"),
                ({"game": "gin", "colour": 1}, "malformed"),
            ):  # fmt: skip
                answer = await player.do("create", **fields)
                assert code(answer) == why, answer
                assert answer["sentence"]
            assert not house.rooms

    run(work)


def test_joining_sitting_and_starting() -> None:
    async def work() -> None:
        async with a_house() as house:
            seats = [{"kind": "me"}, *[{"kind": "open"}] * 3]
            made, (host,) = await new_table(house, "contract", seats, name="Ada", options=FAST)
            assert host.state is None
            assert host.table["stage"] == "lobby"
            guest = Player(house, "g")
            assert code(await guest.do("join", code="NOPE")) == "no_such_table"
            looked = await guest.do("look", code=made["code"].lower().replace("-", " "))
            assert looked["table"]["seats"][0]["name"] == "Ada"
            joined = await guest.do("join", code=made["code"], name="Bo\u202e\n b")
            assert joined["seats"][0]["seat"] == 1
            token = joined["seats"][0]["token"]
            assert code(await guest.do("act", actions=["draw"])) == "hello_first"
            assert code(await guest.do("hello", token=token)) == "welcome"
            await host.until(lambda: host.table["seats"][1]["present"])
            assert host.table["seats"][1]["name"] == "Bo b"
            other = Player(house, "o")
            assert code(await other.do("join", code=made["code"], seat=1)) == "seat_taken"
            assert code(await guest.do("sit", seat=0)) == "seat_taken"
            assert code(await guest.do("sit", seat=9)) == "no_such_seat"
            assert code(await guest.do("sit", seat=2)) == "ack"
            await guest.until(lambda: guest.table["seats"][2]["kind"] == "person")
            assert code(await guest.do("start")) == "not_host"
            assert code(await guest.do("set_seat", seat=1, kind="bot")) == "not_host"
            assert code(await host.do("set_seat", seat=2, kind="bot")) == "seat_taken"
            assert code(await host.do("set_seat", seat=7, kind="bot")) == "no_such_seat"
            assert code(await host.do("set_seat", seat=1, kind="bot", level="x")) == "no_such_level"
            assert code(await host.do("set_seat", seat=1, kind="bot", level="random")) == "ack"
            assert code(await host.do("act", actions=["draw"])) == "not_started"
            assert code(await host.do("ask", what="hint")) == "not_started"
            assert code(await host.do("next")) == "not_started"
            assert code(await host.do("rematch")) == "match_runs"
            assert code(await host.do("start")) == "ack"
            await guest.until(lambda: guest.state is not None)
            assert [s["kind"] for s in host.table["seats"]] == ["person", "bot", "person", "bot"]
            assert guest.state is not None
            assert guest.state["you"] == 2
            assert code(await other.do("join", code=made["code"])) == "no_open_seat"
            assert code(await host.do("start")) == "not_in_lobby"
            assert code(await host.do("sit", seat=1)) == "not_in_lobby"
            # The moved token still opens the seat it was moved to.
            again = Player(house, "a")
            assert (await again.do("hello", token=token))["you"] == 2

    run(work)


def test_acting() -> None:
    async def work() -> None:
        async with a_house() as house:
            seats = [{"kind": "me"}, {"kind": "here"}]
            _, players = await new_table(house, "romme", seats, options=FAST)
            state = players[0].state
            assert state is not None
            player, other = players[state["turn"]], players[1 - state["turn"]]
            assert player.state is not None
            assert set(player.state["may"]["plain"]) <= {"draw", "take"}
            assert other.state is not None
            assert other.state["may"] is None
            assert code(await other.do("act", actions=["draw"])) == "not_your_turn"
            assert code(await player.do("act", actions=["draw", "discard 2c"])) == "draw_last"
            assert code(await player.do("act", actions=["fold"])) == "no_such_action"
            assert code(await player.do("act", actions=[f"{other.seat} draw"])) == "no_such_action"
            assert code(await player.do("act", actions=["meld 2c 9d 5h"])) == "not_a_meld"
            assert code(await player.do("act", actions=["draw"], rev=player.rev + 1)) == "stale"
            asked = await player.do("act", actions=["discard 2c"])
            assert code(asked) == "draw_first"
            assert asked["paragraph"]
            assert asked["arguments"] == {"text": "discard 2c", "index": 0}
            rev, key = player.rev, "the-draw"
            first = await player.do("act", id=key, actions=["draw"], rev=rev)
            assert first["t"] == "ack"
            assert first["rev"] == rev + 1
            frames = len(other.frames)
            assert await player.do("act", id=key, actions=["draw"], rev=rev) == first
            assert len(other.frames) == frames
            assert code(await player.do("act", actions=["draw"], rev=rev)) == "already_drawn"
            drawn = player.heard[-1]
            updates = [m for m in player.heard if m["t"] == "update"]
            assert updates[-1]["events"][0]["hidden"][0]["card"] in player.state["hand"], drawn
            seen = [m for m in other.heard if m["t"] == "update"][-1]["events"][0]
            assert seen["text"] == "draw"
            assert seen["hidden"] == [{"seat": player.seat, "card": None}]
            card = player.state["may"]["discards"][0]
            whole = await player.do("act", actions=[f"discard {card}", "draw"])
            assert code(whole) in ("not_your_turn", "already_drawn", "draw_first")
            assert whole["arguments"]["index"] == 1
            assert code(await player.do("act", actions=[f"discard {card}"])) == "ack"
            await other.until(lambda: other.state and other.state["turn"] == other.seat)

    run(work)


def test_asking() -> None:
    async def work() -> None:
        async with a_house() as house:
            _, players = await new_table(
                house, "gin", [{"kind": "me"}, {"kind": "here"}], options=FAST
            )
            state = players[0].state
            assert state is not None
            player, other = players[state["turn"]], players[1 - state["turn"]]
            assert code(await player.do("ask", what="why")) == "malformed"
            legal = await player.do("ask", what="legal")
            assert [p["action"] for p in legal["parts"]] == ["take", "pass"]
            hint = await player.do("ask", what="hint")
            assert hint["parts"][0]["action"] in ("take", "pass")
            assert (await other.do("ask", what="legal"))["parts"] == []
            best = await player.do("ask", what="best")
            cards = [c for p in best["parts"] for c in p["cards"]] + best["left"]
            assert player.state is not None
            assert sorted(cards) == sorted(player.state["hand"])
            staged = await player.do("ask", what="staged", actions=["meld 5c 6c 7c", "meld 5c 6d"])
            assert staged["parts"][0]["kind"] == "run"
            assert staged["parts"][0]["points"] == 18
            assert not staged["ok"]
            assert staged["parts"][1]["code"]
            assert code(await player.do("ask", what="staged", actions=["draw", "draw"])) == (
                "draw_last"
            )
            read = await player.do("ask", what="cards", cards=["7c", "5c", "6c"])
            assert [p["action"] for p in read["parts"]] == ["meld 5c 6c 7c"]
            assert code(await player.do("ask", what="cards", cards=["1z"])) == "no_such_card"

    run(work)


def test_rommes_counter_and_readings_of_a_joker() -> None:
    async def work() -> None:
        async with a_house() as house:
            _, players = await new_table(
                house, "romme", [{"kind": "me"}, {"kind": "here"}], options=FAST
            )
            player = players[0]
            asked = await player.do("ask", what="staged", actions=["meld 5h 6h 7h"])
            assert (asked["need"], asked["lacking"], asked["points"]) == (30, 12, 18)
            asked = await player.do("ask", what="cards", cards=["X", "6h", "7h"])
            assert {p["action"] for p in asked["parts"]} == {"meld X=5h 6h 7h", "meld 6h 7h X=8h"}

    run(work)


def test_a_card_that_gin_lays_off_is_read_as_such() -> None:
    """Seat 0 knocks with 5s 6s 7s, kings and aces: of seat 1's cards 4s and 8s fit the run."""
    match = match_from_position({
        "game": "gin", "turn": 0, "phase": "play", "partial": True,
        "hands": [["5s", "6s", "7s", "Kc", "Kd", "Kh", "Ac", "Ad", "Ah", "2d", "2s"],
                  ["8s", "9s", "Ts", "Js", "4s", "3s", "2h", "3h", "9d", "Qd"]],
        "stock": ["5c", "Jd", "8c", "Qc", "Jc"], "discard": ["6h"],
    })  # fmt: skip
    match.apply_all(["knock", "discard 2d", "meld 5s 6s 7s", "meld Kc Kd Kh", "meld Ac Ad Ah"])
    match.apply("pass")
    for card, lays in (("4s", ["lay 4s"]), ("8s", ["lay 8s"]), ("9s", []), ("Qd", [])):
        answered = answer(match.view(1), wire_commands.Ask("q", "cards", cards=[card]), 0)
        assert [part.action for part in answered.parts] == lays


def test_small_commands() -> None:
    async def work() -> None:
        async with a_house() as house:
            _, (one, two) = await new_table(
                house, "gin", [{"kind": "me"}, {"kind": "here"}], options=FAST
            )
            assert code(await one.do("say", phrase="curse")) == "no_such_phrase"
            assert code(await one.do("say", phrase="hello")) == "ack"
            await two.until(lambda: two.heard[-1]["t"] == "said")
            assert two.heard[-1]["seat"] == one.seat
            assert code(await one.do("keep", note='{"order":["2c"]}')) == "ack"
            assert (await one.do("snapshot"))["kept"] == '{"order":["2c"]}'
            assert (await two.do("snapshot"))["kept"] == ""
            assert code(await one.do("record")) == "no_record"
            assert code(await one.do("next")) == "deal_runs"
            assert code(await one.do("back")) == "not_away"
            assert code(await one.do("more")) == "no_timer"
            assert code(await one.do("ping")) == "pong"
            assert code(await one.do("hello", token="x" * 20)) == "malformed"
            assert code(await one.do("standing", answer="pass", until="deal")) == "ack"
            assert (await one.do("snapshot"))["standing"] == "deal"
            assert code(await one.do("share", deal=1, share="0" * 32)) == "share_late"
            assert code(await one.do("leave")) == "ack"
            assert code(await one.do("leave")) == "away"
            assert code(await one.do("act", actions=["draw"])) == "away"
            assert code(await one.do("back")) == "ack"

    run(work)


@pytest.mark.parametrize("key", ["no-token-like-this", "x" * 128])
def test_a_token_that_opens_nothing(key: str) -> None:
    async def work() -> None:
        async with a_house() as house:
            player = Player(house)
            assert code(await player.do("hello", token=key)) == "no_such_token"
            await player.until(lambda: player.ended)
            assert player.socket.closed == wire.CLOSE_REFUSED

    run(work)


def test_the_same_by_http() -> None:
    async def work() -> None:
        async with a_house() as house, http_client(house) as client:

            async def post(key: str = "", **command: object) -> dict[str, Any]:
                headers = {"Authorization": f"Bearer {key}"} if key else {}
                response = await client.post("/api/command", json=command, headers=headers)
                answer: dict[str, Any] = response.json()
                wire.decode_message(response.content)
                assert (response.status_code == 200) == (answer["t"] != "rejected")
                return answer

            made = await post(t="create", id="1", game="gin", options=FAST)
            token = made["seats"][0]["token"]
            assert code(await post(t="act", id="2", actions=["pass"])) == "no_such_token"
            assert code(await post("wrong" * 5, t="act", id="2", actions=["x"])) == "no_such_token"
            assert code(await post(token, t="hello", id="2", token=token)) == "malformed"
            rng = random.Random(5)
            n = 0
            while True:
                got = await client.get(
                    "/api/snapshot", headers={"Authorization": f"Bearer {token}"}
                )
                table, state = got.json()["table"], got.json()["state"]
                if table["stage"] == "over":
                    break
                if state["may"] is None:
                    await asyncio.sleep(0.005)
                    continue
                asked = await post(token, t="ask", id=f"q{n}", what="hint")
                actions = [part["action"] for part in asked["parts"]]
                await post(token, t="act", id=f"a{n}", actions=actions, rev=state["rev"])
                n += 1 + rng.randrange(2)
            record = (await post(token, t="record", id="r"))["record"]
            assert verify(Record(record)).decks == 1
            games = (await client.get("/api/games")).json()
            assert games["games"][0]["game"] == "romme"
            assert (await client.get("/healthz")).text == "ok\n"
            metrics = (await client.get("/metrics")).text
            assert 'upcard_commands_total{command="act",result="ok"}' in metrics
            assert token not in metrics
            assert (await client.get("/api/snapshot")).status_code == 401

    run(work)


@pytest.mark.parametrize("game", ["gin", "rummy17"])
def test_a_state_says_what_the_own_hand_counts(game: str) -> None:
    """Gin: aces 1, pictures and tens 10; Rummy 17: up to nine 1, above 2. Nobody else is told."""

    def worth(card: str) -> int:
        if game == "rummy17":
            return 1 if int(card[1:]) < 10 else 2
        return {"A": 1, **dict.fromkeys("TJQK", 10)}.get(card[0]) or int(card[0])

    async def work() -> None:
        async with a_house() as house:
            options = {**FAST, "spectators": "public"}
            made, (one,) = await new_table(house, game, options=options)
            await one.until(lambda: one.state is not None)
            assert one.state is not None
            assert one.state["hand_worth"] == sum(worth(card) for card in one.state["hand"])
            watcher = Player(house)
            await watcher.do("hello", watch=made["code"])
            await watcher.until(lambda: watcher.state is not None)
            assert watcher.state is not None
            assert watcher.state["hand_worth"] is None

    run(work)


def test_a_link_becomes_a_qr_code() -> None:
    async def work() -> None:
        async with a_house() as house, http_client(house) as client:
            link = "https://cards.example/#/t/ABCD"
            got = await client.post("/api/qr", content=link)
            assert got.status_code == 200
            assert got.headers["content-type"] == "image/svg+xml"
            # 30 bytes at level M are version 3, 29 modules a side, and 4 of quiet zone around
            # (ISO/IEC 18004, table 7).
            assert 'viewBox="0 0 37 37"' in got.text
            assert "cards.example" not in got.text
            other = await client.post("/api/qr", content=link.replace("ABCD", "ABCE"))
            assert other.text != got.text
            for body, status, why in (
                (b"", 400, "malformed"), (b"\xff", 400, "malformed"), (b"x" * 501, 413, "too_big"),
            ):  # fmt: skip
                refused = await client.post("/api/qr", content=body)
                assert (refused.status_code, refused.json()["code"]) == (status, why)
            foreign = await client.post(
                "/api/qr", content=link, headers={"Origin": "https://elsewhere.example"}
            )
            assert foreign.json()["code"] == "origin"

    run(work)


def test_rematch_shares_and_proof() -> None:
    async def work() -> None:
        async with a_house() as house:
            _, (one, two) = await new_table(
                house, "gin", [{"kind": "me"}, {"kind": "here"}], options=FAST
            )
            for match in (1, 2):
                rng = random.Random(match)
                await asyncio.gather(*(play(p, rng, match_over) for p in (one, two)))
                record = (await one.do("record"))["record"]
                proof = record["deals"][0]["proof"]
                assert one.state is not None
                shown = one.state["proof"]
                assert shown["secret"] == proof["secret"]
                digest = hashlib.sha256(bytes.fromhex(proof["secret"])).hexdigest()
                assert digest == proof["commit"] == one.state["commit"]
                assert proof["shares"] == ([] if match == 1 else ["ab" * 16, "cd" * 16])
                assert verify(Record(record)).decks == 1
                bad = msgspec.json.decode(msgspec.json.encode(record))
                deck = bad["deals"][0]["deck"]
                # The last two cards of a gin stock are never drawn: the play is the same.
                deck[50], deck[51] = deck[51], deck[50]
                with pytest.raises(Exception, match="deck"):
                    verify(Record(bad))
                if match == 2:
                    break
                commit = one.table["next_commit"]
                assert commit["deal"] == 1
                assert code(await two.do("share", deal=1, share="cd" * 16)) == "ack"
                assert code(await one.do("share", deal=1, share="ab" * 16)) == "ack"
                assert code(await one.do("share", deal=1, share="ab" * 16)) == "share_given"
                assert code(await one.do("share", deal=2, share="ab" * 16)) == "share_late"
                assert code(await one.do("next")) == "match_over"
                assert code(await one.do("rematch")) == "ack"
                await one.until(lambda: one.table["stage"] == "deal")
                assert one.state["commit"] == commit["commit"]
                assert one.table["match"] == 2
                first = await one.do("record", match=1)
                assert first["record"] == record
                assert code(await one.do("record", match=2)) == "no_record"

    run(work)
