"""Whole matches over the protocol, and what each seat is told in them."""

from __future__ import annotations

import asyncio
import copy
import random
from typing import Any

import msgspec
import pytest

from tests.properties import twins
from tests.server.clients import (
    FAST,
    GAMES,
    SMALL,
    Player,
    a_house,
    match_over,
    new_table,
    play_on,
    run,
)
from upcard import Record, verify
from upcard.core.action import Action
from upcard.errors import UpcardError
from upcard.server import wire
from upcard.server.asking import answer
from upcard.server.commands import run as run_command
from upcard.server.deciding import Refused, decide_act
from upcard.server.house import House
from upcard.server.room import Room
from upcard.server.showing import Times, event_for, state_of
from upcard.server.table import Table
from upcard.server.wire_commands import Act, Ask

SEATS = {
    2: [{"kind": "me"}, {"kind": "here"}],
    3: [{"kind": "me"}, {"kind": "here"}, {"kind": "bot"}],
}


def seats_of(game: str) -> list[dict[str, Any]]:
    return SEATS[3 if game in ("contract", "rummy17") else 2]


@pytest.mark.parametrize("game", GAMES)
def test_a_match_ends_verifies_and_can_be_rebuilt(game: str) -> None:
    async def work() -> None:
        async with a_house() as house:
            options = {**FAST, "spectators": "public"}
            made, players = await new_table(
                house, game, seats_of(game), rules=SMALL[game], options=options
            )
            watcher = Player(house, "w")
            await watcher.do("hello", watch=made["code"])
            rng = random.Random(3)
            await asyncio.gather(*(play_on(player, rng, match_over) for player in players))
            await watcher.until(lambda: match_over(watcher))
            everybody = [*players, watcher]
            for player in everybody:
                await player.until(lambda p=player: p.seq == players[0].seq)  # type: ignore[misc]
                assert player.gaps == 0
            record = (await players[0].do("record"))["record"]
            assert verify(Record(record)).sealed == 0
            (room,) = house.rooms.values()
            for player in everybody:
                check_frames(player, record)
            lines = await house.store.load(room.table.key)
            again = Table.from_lines(room.table.key, lines)
            for seat in (*range(len(again.seats)), None):
                assert state_of(again, seat, Times()) == state_of(room.table, seat, Times())
                assert [event_for(note, seat) for note in again.feed] == [
                    event_for(note, seat) for note in room.table.feed
                ]
            assert again.done == room.table.done

    run(work)


def check_frames(player: Player, record: dict[str, Any]) -> None:
    """No frame may hold a foreign card, or a secret of a deal that is not over."""
    secrets = [deal["proof"]["secret"] for deal in record["deals"]]
    over = 0
    for text in player.frames:
        message = msgspec.json.decode(text)
        state = message.get("state") or {}
        if state.get("over"):
            over = max(over, state["deal"])
        for n, secret in enumerate(secrets, 1):
            assert secret not in text or n <= over or message["t"] == "record"
        if message["t"] == "record":
            continue
        if player.seat is None:
            assert state.get("hand") is None
        if state and not state["over"]:
            assert state["hands"] is None
        for event in message.get("events", []):
            for gain in event["hidden"]:
                assert (gain["card"] is None) == (gain["seat"] != player.seat)
        for word in ("deck", "stock_order", "seed", "token"):
            assert f'"{word}"' not in text or message["t"] == "seated"


async def act(room: Room, seat: int, text: str, key: str) -> wire.Message:
    """One action, as a client would send it."""
    return await run_command(room, seat, Act(key, [text], room.table.rev))


def told(room: Room, seat: int | None, seed: int) -> list[object]:
    """All that a seat could be sent now: frames, answers to questions, refusals."""
    table = room.table
    said: list[object] = [wire.encode(room.snapshot(seat))]
    said += [wire.encode(message) for message in room.missed(seat, table.seq - 3)]
    if seat is None or table.match is None:
        return said
    rng = random.Random(seed)
    texts = twins.attempts(table.match.deal, seat, rng)
    asks = [Ask("q", "hint"), Ask("q", "best"), Ask("q", "legal")]
    asks += [Ask("q", "staged", rng.sample(texts, 3)) for _ in range(3)]
    asks += [Ask("q", "cards", list(Action(text).cards)) for text in rng.sample(texts, 3)]
    drafts = ("hint", "best", "legal", "cards")
    asks += [
        Ask("q", rng.choice(drafts), rng.sample(texts, rng.randint(1, 2)), ["X"])  # type: ignore[arg-type]
        for _ in range(6)
    ]
    assert table.past(int(table.match.deal.number)) is None
    for ask in asks:
        try:
            said.append(wire.encode(answer(table.view(seat), ask, table.rev)))
        except Refused as refused:
            said.append((refused.code, refused.sentence, refused.paragraph, refused.arguments))
    for text in texts:
        for actions in ([text], [text, rng.choice(texts)]):
            for closable in (False, True):
                try:
                    found = decide_act(table, seat, actions, None, closable)
                    said.append((type(found).__name__, found.actions))
                except Refused as refused:
                    said.append((refused.code, refused.sentence, refused.arguments))
    return said


def check_twins(room: Room, seed: int) -> None:
    """Swap all that a seat cannot know; what it is told must stay the same."""
    table = room.table
    assert table.match is not None
    deal = table.match.deal
    feed, held = table.feed, table.held
    for seat in (*range(len(table.seats)), None):
        ours = told(room, seat, seed)
        twin = twins.twin_of(deal, seat, random.Random(seed))
        notes = []
        for note in feed:
            note = copy.copy(note)
            if note.event is not None:
                note.event = twin.log[deal.log.index(note.event)]
            notes.append(note)
        table.match.deals[-1] = twin
        table.feed = notes
        # What others have passed or hold back, this seat cannot know either.
        table.held = [h for h in held if h.seat == seat]
        try:
            assert told(room, seat, seed) == ours, (table.made.game, seat, deal.phase_name)
        finally:
            table.match.deals[-1] = deal
            table.feed, table.held = feed, held


async def walk(house: House, game: str, seed: int, window: float) -> int:
    """Random play of one table, twins compared on the way; how often they were."""
    n = 3 if game in ("contract", "rummy17") else 2
    seats = [{"kind": "me"}] + [{"kind": "here"}] * (n - 1)
    player = Player(house)
    options = {**FAST, "window": window}
    await player.do("create", game=game, seats=seats, rules=SMALL[game], options=options)
    (room,) = house.rooms.values()
    room.times = Times  # type: ignore[method-assign]
    rng = random.Random(seed)
    compared = 0
    for i in range(110):
        table = room.table
        assert table.match is not None
        deal = table.match.deal
        if deal.is_over:
            break
        if i % 20 == 5 + seed % 3 * 5 or (table.held and rng.random() < 0.3):
            check_twins(room, seed * 1000 + i)
            compared += 1
        seat = rng.choice(deal.to_act)
        if table.has_passed(seat) or any(h.seat == seat for h in table.held):
            await asyncio.sleep(window)
            async with room.lock:
                await room.settle()
            continue
        kinds: dict[str, list[str]] = {}
        for action in deal.legal_actions(seat):
            kinds.setdefault(action.kind, []).append(action.text)
        text = rng.choice(kinds[rng.choice(sorted(kinds))])
        said = await act(room, seat, text, f"k{i}")
        assert isinstance(said, wire.Ack | wire.Rejected), said
        if isinstance(said, wire.Rejected):
            # Two may act in a window; what one does can shut it.
            assert said.code in ("no_offer", "waiting"), said
    await player.leave()
    return compared


@pytest.mark.parametrize("game", GAMES)
def test_nothing_a_seat_is_told_depends_on_what_it_may_not_know(game: str) -> None:
    async def work() -> None:
        for window in (0.0, 0.03):
            compared, seed = 0, 0
            while compared < 3:  # a deal may be over after a few actions
                seed += 1
                async with a_house() as house:
                    compared += await walk(house, game, seed, window)

    run(work)


def test_bots_take_their_time_by_chance_alone() -> None:
    """The same chance gives the same moment, whatever the bot holds and does."""

    async def work() -> None:
        async with a_house() as house:
            moments = set()
            for _ in range(12):
                player = Player(house)
                await player.do("create", game="rummy17", options={"pace": 1, "window": 3})
                room = list(house.rooms.values())[-1]
                room.clock.window_from, room.clock.window_until = 100.0, 103.0
                random.seed(4)
                moments.add(room.bot_time(("answer", 1)))
                await player.leave()
            assert len(moments) == 1
            assert all(100.45 <= at <= 102.55 for at in moments)

    run(work)


def test_refusals_of_the_engine_keep_their_words() -> None:
    async def work() -> None:
        async with a_house() as house:
            _, (player, _) = await new_table(house, "gin", SEATS[2], options=FAST)
            said = await player.do("act", actions=["knock"])
            (room,) = house.rooms.values()
            assert room.table.match is not None
            try:
                error: UpcardError | None = room.table.match.deal.why_not(
                    Action("knock", player.seat)
                )
            except UpcardError as raised:
                error = raised
            assert error is not None
            assert (said["code"], said["sentence"]) == (error.code, str(error))

    run(work)
