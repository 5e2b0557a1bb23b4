"""Deals that are over: the score sheet, the replay face up, the shuffles computed again."""

from __future__ import annotations

import asyncio
import hashlib
import random
from typing import Any

import pytest

from tests.server.clients import (
    FAST,
    GAMES,
    SMALL,
    Player,
    a_house,
    http_client,
    match_over,
    new_table,
    play_on,
    run,
)
from upcard.server.finished import MOST_STEPS


def seats_of(game: str) -> list[dict[str, Any]]:
    here = [{"kind": "me"}, {"kind": "here"}]
    return [*here, {"kind": "bot"}] if game in ("contract", "rummy17") else here


def code(answer: dict[str, Any]) -> str:
    return str(answer["code"]) if answer["t"] == "rejected" else str(answer["t"])


def two_deals_done(player: Player) -> bool:
    return match_over(player) or len(player.kept["sheet"]) > 1


def check_score(score: dict[str, Any], scores: list[int], totals: list[int]) -> None:
    """A line of the sheet adds up to what the deal gave and to what the totals became."""
    assert [seat["points"] for seat in score["seats"]] == scores
    assert [seat["total"] for seat in score["seats"]] == totals
    for seat in score["seats"]:
        assert seat["times"] * sum(part["points"] for part in seat["parts"]) == seat["points"]


async def whole_replay(player: Player, deal: int) -> list[dict[str, Any]]:
    """All steps of a deal, asked for as often as needed."""
    steps: list[dict[str, Any]] = []
    while True:
        answer = await player.do("replay", deal=deal, first=len(steps))
        assert answer["t"] == "replay", answer
        assert answer["first"] == len(steps)
        assert len(answer["steps"]) <= MOST_STEPS
        steps += answer["steps"]
        if len(steps) == answer["count"]:
            return steps


def shuffled(check: dict[str, Any], shuffle: dict[str, Any]) -> list[str] | list[int]:
    """A shuffle done again from docs/protocol.md alone."""
    secret = bytes.fromhex(check["proof"]["secret"])
    shares = bytes.fromhex("".join(check["proof"]["shares"]))
    purpose = shuffle["purpose"].encode()
    prefix = b""
    for part in (secret, shares):
        prefix += len(part).to_bytes(4, "big") + part
    prefix += shuffle["deal"].to_bytes(4, "big") + len(purpose).to_bytes(4, "big") + purpose
    words: list[int] = []
    k = 0

    def below(n: int) -> int:
        nonlocal k
        while True:
            if not words:
                block = hashlib.sha256(prefix + k.to_bytes(4, "big")).digest()
                words.extend(int.from_bytes(block[i : i + 4], "big") for i in range(0, 32, 4))
                k += 1
            word = words.pop(0)
            if word < 2**32 - 2**32 % n:
                return word % n

    if shuffle["lot"] is not None:
        return [shuffle["lot"][0], below(shuffle["lot"][0])]
    cards = list(shuffle["before"])
    for i in range(len(cards) - 1, 0, -1):
        j = below(i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    return cards


@pytest.mark.parametrize("game", GAMES)
def test_a_finished_deal_is_told_whole(game: str) -> None:
    async def work() -> None:
        async with a_house() as house:
            options = {**FAST, "spectators": "replay"}
            made, players = await new_table(
                house, game, seats_of(game), rules=SMALL[game], options=options
            )
            rng = random.Random(8)
            one = players[0]
            for name in ("replay", "check"):
                assert code(await one.do(name, deal=1)) == "no_deal"
            await asyncio.gather(*(play_on(p, rng, match_over) for p in players))
            state = one.state
            assert state is not None
            snap = await one.do("snapshot")
            sheet = snap["sheet"]
            assert [score["deal"] for score in sheet] == list(range(1, state["deal"] + 1))
            assert sheet[-1] == state["score"]
            check_score(sheet[-1], state["scores"], state["totals"])
            assert code(await one.do("replay", deal=len(sheet) + 1)) == "no_deal"
            record = (await one.do("record"))["record"]
            watcher = Player(house, "w")
            await watcher.do("hello", watch=made["code"])
            for number, (score, deal) in enumerate(zip(sheet, record["deals"]), 1):
                before = sheet[number - 2]["seats"] if number > 1 else [{"total": 0}] * 8
                totals = [a + b["total"] for a, b in zip(deal["scores"], before)]
                check_score(score, deal["scores"], totals)
                await check_replay(one, number, deal, state)
                check = await watcher.do("check", deal=number)
                assert check["shuffles"]
                for shuffle in check["shuffles"]:
                    assert shuffled(check, shuffle) == (shuffle["lot"] or shuffle["after"])
                by_purpose = {shuffle["purpose"]: shuffle for shuffle in check["shuffles"]}
                assert by_purpose["deck"]["after"] == deal["deck"]
                for n, stock in enumerate(deal.get("remakes", []), 1):
                    # A pile that is only turned over is not shuffled.
                    if f"stock {n}" in by_purpose:
                        assert by_purpose[f"stock {n}"]["after"][::-1] == stock
                if "bonus" in deal:
                    assert by_purpose["bonus"]["after"][:5] == deal["bonus"]
                if "first dealer" in by_purpose:
                    assert by_purpose["first dealer"]["lot"][1] == check["dealer"]
                assert check["dealer"] == deal["dealer"]
                proof = deal["proof"]
                assert {key: check["proof"][key] for key in proof} == proof

    run(work)


async def check_replay(
    player: Player, number: int, deal: dict[str, Any], end: dict[str, Any]
) -> None:
    """The steps of a deal are its actions, face up, no card lost, and end as it ended."""
    steps = await whole_replay(player, number)
    assert [f"{s['event']['seat']} {s['event']['text']}" for s in steps[1:]] == deal["actions"]
    assert steps[0]["event"] is None
    for n, step in enumerate(steps):
        state = step["state"]
        assert state["rev"] == n
        assert [len(hand) for hand in state["hands"]] == state["hand_sizes"]
        assert state["hand"] == state["hands"][player.seat]
        assert state["may"] is None
        for gain in (step["event"] or {"hidden": []})["hidden"]:
            assert gain["card"] in state["hands"][gain["seat"]]
    assert steps[-1]["state"]["over"]
    assert steps[-1]["state"]["scores"] == deal["scores"]
    if number == end["deal"]:
        for key in ("discard", "table", "stock", "score", "totals", "opened", "extra", "hand"):
            assert steps[-1]["state"][key] == end[key]
        if end["hands"] is not None and not end["score"]["void"]:
            assert steps[-1]["state"]["hands"] == end["hands"]


def test_deals_of_earlier_matches_and_who_may_see_them() -> None:
    async def work() -> None:
        async with a_house() as house, http_client(house) as client:
            options = {**FAST, "spectators": "public"}
            made, (one, two) = await new_table(house, "gin", seats_of("gin"), options=options)
            watcher = Player(house, "w")
            await watcher.do("hello", watch=made["code"])
            rng = random.Random(1)
            await asyncio.gather(*(play_on(p, rng, match_over) for p in (one, two)))
            await watcher.until(lambda: match_over(watcher))
            for name, fields in (("replay", {"deal": 1}), ("check", {"deal": 1}), ("record", {})):
                assert code(await watcher.do(name, **fields)) == "watching"
            assert watcher.state is not None
            assert watcher.state["proof"] is None
            steps, check = await whole_replay(one, 1), await one.do("check", deal=1)
            assert (check["match"], check["deal"]) == (1, 1)
            await one.do("rematch")
            await two.do("rematch")
            await one.until(lambda: one.table["match"] == 2)
            assert (await one.do("snapshot"))["sheet"] == []
            for name in ("replay", "check"):
                assert code(await one.do(name, deal=1)) == "no_deal"
                assert code(await one.do(name, deal=1, match=3)) == "no_deal"
                assert code(await one.do(name, deal=2, match=1)) == "no_deal"
                assert code(await one.do(name, deal=0)) == "malformed"
            old = await one.do("replay", deal=1, match=1)
            assert old["steps"] == steps[: len(old["steps"])]
            late = await one.do("replay", deal=1, match=1, first=len(steps) - 1)
            assert late["steps"] == steps[-1:]
            assert (await one.do("replay", deal=1, match=1, first=99999))["steps"] == []
            was = await one.do("check", deal=1, match=1)
            assert {**was, "id": ""} == {**check, "id": ""}
            token = made["seats"][0]["token"]
            headers = {"Authorization": f"Bearer {token}"}
            body = {"t": "replay", "id": "h", "deal": 1, "match": 1}
            by_http = (await client.post("/api/command", json=body, headers=headers)).json()
            assert by_http["steps"] == old["steps"]

    run(work)


def test_contracts_of_all_hands() -> None:
    async def work() -> None:
        async with a_house() as house:
            _, (one, _) = await new_table(house, "contract", seats_of("contract"), options=FAST)
            assert one.state is not None
            assert one.state["need"] == [2, 0]
            assert one.state["contracts"] == [[2, 0], [0, 1], [2, 1], [3, 0], [1, 2]]

    run(work)
