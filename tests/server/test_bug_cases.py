"""Faults met at the tables of other programs, each for its whole kind."""

from __future__ import annotations

import asyncio
import itertools
import random
from collections import Counter
from typing import Any

import pytest

from tests.positions import set_up
from tests.server.clients import (
    FAST,
    GAMES,
    Player,
    a_house,
    new_table,
    play_on,
    run,
)
from tests.server.test_seats import again
from tests.server.test_windows import events, opened, state_of
from upcard.core.deal import Deal
from upcard.core.view import View
from upcard.server.asking import answer
from upcard.server.house import House
from upcard.server.room import Room
from upcard.server.wire_commands import Ask
from upcard.text.position import cards_of

HERE = [{"kind": "me"}, {"kind": "here"}]
WINDOWED = ("contract", "rummy17")


def seats_of(game: str) -> list[dict[str, Any]]:
    return [*HERE, {"kind": "here"}] if game in WINDOWED else HERE


def room_of(house: House) -> Room:
    (room,) = house.rooms.values()
    return room


def in_turn(players: list[Player]) -> tuple[Player, list[Player]]:
    """Who is in turn, and the others."""
    turn = state_of(players[0])["turn"]
    return next(p for p in players if p.seat == turn), [p for p in players if p.seat != turn]


def first_discard(player: Player) -> str:
    """A card the player may throw; none where it must draw first."""
    may = state_of(player)["may"]
    return str(may["discards"][0]) if may and may["discards"] else ""


async def at_once(player: Player, *commands: dict[str, Any]) -> list[str]:
    """Commands sent without waiting for answers: acks and codes in order."""
    answers = await asyncio.gather(*(player.do("act", **command) for command in commands))
    return [said.get("code", said["t"]) for said in answers]


def test_b037_a_card_that_fits_two_melds_is_offered_both() -> None:
    deal = set_up(
        "romme", hands=["7c Kc Ks 2d", "2c 3c"], table=[(1, "7s 7h 7d"), (1, "4c 5c 6c")],
        stock="2s 2d", discard="8s",
    )  # fmt: skip
    asked = answer(View.of(deal, 0), Ask("q", "cards", [], ["7c"]), 1)
    assert [part.action for part in asked.parts] == ["lay 7c on 1", "lay 7c on 2"]


@pytest.mark.parametrize("game", ["contract", "romme", "rummy17"])
def test_b053_b086_no_card_is_there_twice_when_somebody_leaves(game: str) -> None:
    """Whoever is in turn leaves in mid-turn, a bot plays on, the stock runs out, they return."""

    async def work() -> None:
        async with a_house() as house:
            _, players = await new_table(house, game, seats_of(game), options=FAST)
            room = room_of(house)
            rng = random.Random(game)
            for n in range(6):
                match = room.table.match
                assert match is not None
                gone, others = in_turn(players)
                await gone.do("leave")
                # It is somebody's turn at once: the bot goes on with the hand that was left.
                was = room.table.turn_key()
                await others[0].until(lambda was=was: room.table.turn_key() != was, 60)  # type: ignore[misc]
                assert cards_of(match.deal) == Counter(match.deal.pack.faces())
                if n == 1:
                    run_out(match.deal)
                assert (await gone.do("back"))["t"] == "ack"
                if room.table.stage != "deal":
                    break
                turn = room.table.turn_key()

                def moved_on(_: Player, turn: tuple[int, ...] = turn) -> bool:
                    return room.table.turn_key() != turn or room.table.stage != "deal"

                player = next(p for p in players if p.seat == turn[2])
                await play_on(player, rng, moved_on)
                assert cards_of(match.deal) == Counter(match.deal.pack.faces())
                snap = await gone.do("snapshot")
                sizes = snap["state"]["hand_sizes"]
                assert len(snap["state"]["hand"]) == sizes[gone.seat or 0]
                if room.table.stage != "deal":
                    break

    run(work, 300)


def run_out(deal: Deal) -> None:
    """The stock is put on the pile, under its top card: it must be remade."""
    top = deal.pile[deal.pile_n - 1]
    for i in range(deal.stock_n):
        deal.pile[deal.pile_n - 1 + i] = deal.stock[i]
    deal.pile_n += deal.stock_n
    deal.pile[deal.pile_n - 1] = top
    deal.stock_n = 0


def test_b055_tables_made_together_are_dealt_differently() -> None:
    async def work() -> None:
        async with a_house() as house:
            makers = [Player(house, f"m{n}") for n in range(50)]
            made = await asyncio.gather(*(maker.do("create", game="gin") for maker in makers))
            assert all(answer["t"] == "seated" for answer in made)
            decks = set()
            for room in house.rooms.values():
                assert room.table.match is not None
                decks.add(tuple(room.table.match.deal.deck))
            assert len(decks) == 50
            assert all(len(set(column)) > 15 for column in zip(*decks))

    run(work)


@pytest.mark.parametrize("game", WINDOWED)
def test_b056_b064_of_claims_at_once_none_is_lost(game: str) -> None:
    async def work() -> None:
        async with a_house() as house:
            _, player, others = await opened(house, game, 1)
            rev, card = state_of(player)["rev"], first_discard(player)
            said = await asyncio.gather(
                *(other.do("act", actions=["claim"], rev=rev) for other in others)
            )
            # Both are taken, though the second was made before the first was known; but in
            # Rummy 17 a knock that no other can beat settles it, and the later one is told so.
            late = [answer.get("code") for answer in said if answer["t"] != "ack"]
            assert late in ([], ["no_offer"])
            assert not late or game == "rummy17"
            twice = await at_once(others[0], {"actions": ["claim"]}, {"actions": ["pass"]})
            assert set(twice) <= {"already_answered", "no_offer"}
            if game == "contract":
                await player.do("act", actions=["draw"])
            else:
                await player.do("act", actions=[f"discard {card}"])
            for other in others:
                await other.until(lambda p=other: not state_of(p)["window"])  # type: ignore[misc]
                # The loser is told: both claims are public, and so is who has the card.
                assert events(other).count("claim") == 2 - len(late)
            taken = [
                gain["seat"] for m in others[1].heard if m["t"] == "update"
                for e in m["events"] for gain in e["shown"] if e["text"] != "take"
            ]  # fmt: skip
            assert len(set(taken)) == 1

    run(work)


def test_b062_a_claim_before_the_draw_counts_and_one_after_it_is_late() -> None:
    async def work() -> None:
        async with a_house() as house:
            _, player, others = await opened(house, "contract", 0)
            assert (await others[0].do("act", actions=["claim"]))["t"] == "ack"
            assert (await player.do("act", actions=["draw"]))["t"] == "ack"
            seq = player.seq
            late = await others[1].do("act", actions=["claim"])
            assert late["code"] == "no_offer"
            assert (await player.do("ping"))["seq"] == seq

    run(work)


@pytest.mark.parametrize("ends", ["all pass", "a candidate is gone", "the winner leaves"])
@pytest.mark.parametrize("game", WINDOWED)
def test_b063_b090_after_a_window_the_seat_in_turn_can_act(game: str, ends: str) -> None:
    async def work() -> None:
        async with a_house() as house:
            _, player, others = await opened(house, game, 1, everybody=True, away=2)
            action = "draw" if game == "contract" else f"discard {first_discard(player)}"
            if ends == "all pass":
                for other in others:
                    await other.do("act", actions=["pass"])
            elif ends == "a candidate is gone":
                await others[0].leave()
                await others[1].do("act", actions=["pass"])
            else:
                await others[0].do("act", actions=["claim"])
                await others[0].do("leave")
                await others[1].do("act", actions=["pass"])
            said = await player.do("act", actions=[action])
            assert said["t"] == "ack", said
            async with asyncio.timeout(30):
                while state_of(player)["window"] or action not in events(player):
                    player.changed.clear()
                    await player.changed.wait()

    run(work)


@pytest.mark.parametrize("game", GAMES)
def test_b066_b067_of_a_double_click_one_counts(game: str) -> None:
    async def work() -> None:
        async with a_house() as house:
            _, players = await new_table(house, game, seats_of(game), options=FAST)
            player, others = in_turn(players)
            if game == "gin":
                await player.do("act", actions=["pass"])
                player, others = in_turn(players)
                await player.do("act", actions=["pass"])
                player, others = in_turn(players)
            rev = state_of(player)["rev"]
            size = state_of(player)["hand_sizes"][player.seat or 0]
            draw = {"actions": ["draw"], "rev": rev}
            said = await at_once(player, draw, draw, {"actions": ["draw"]})
            assert said[0] == "ack"
            assert "ack" not in said[1:]
            assert state_of(player)["hand_sizes"][player.seat or 0] == size + 1
            rev = state_of(player)["rev"]
            cards = state_of(player)["may"]["discards"]
            discards = [{"actions": [f"discard {card}"], "rev": rev} for card in cards[:2]]
            said = await at_once(player, *discards)
            assert said[0] == "ack"
            assert said[1] != "ack"
            assert state_of(player)["hand_sizes"][player.seat or 0] == size
            assert sum(1 for text in events(others[0]) if text.startswith("discard")) == 1

    run(work)


def test_b015_other_tables_answer_while_one_is_asked_hard_questions() -> None:
    async def work() -> None:
        async with a_house() as house:
            _, (asker, _) = await new_table(house, "romme", HERE, options=FAST)
            _, (other, _) = await new_table(house, "basic", HERE, options=FAST)
            questions = asyncio.gather(*(asker.do("ask", what="best") for _ in range(3)))
            slowest = 0.0
            for _ in range(20):
                began = asyncio.get_running_loop().time()
                assert (await other.do("ping"))["t"] == "pong"
                slowest = max(slowest, asyncio.get_running_loop().time() - began)
            await questions
            assert slowest < 1

    run(work)


@pytest.mark.parametrize("game", GAMES)
def test_b076_a_running_deal_has_no_replay(game: str) -> None:
    async def work() -> None:
        async with a_house() as house:
            options = {**FAST, "spectators": "replay"}
            made, players = await new_table(house, game, seats_of(game), options=options)
            watcher = Player(house, "w")
            await watcher.do("hello", watch=made["code"])
            for who, name in itertools.product((*players, watcher), ("replay", "check")):
                for fields in ({"deal": 1}, {"deal": 1, "match": 1}, {"deal": 2}):
                    assert (await who.do(name, **fields))["code"] == "no_deal"
            for who in (*players, watcher):
                assert (await who.do("record"))["code"] == "no_record"

    run(work)


def test_b080_b081_nothing_that_was_done_is_taken_back() -> None:
    async def work() -> None:
        async with a_house() as house:
            made, players = await new_table(house, "romme", HERE, options=FAST)
            player, _ = in_turn(players)
            await player.do("act", actions=["take"])
            hand = state_of(player)["hand"]
            for text in ("undo", "take back"):
                assert (await player.do("act", actions=[text]))["t"] == "rejected"
            assert (await player.do("undo"))["code"] == "malformed"
            # The order of the hand is a note of the seat's own and outlives everything.
            await player.do("keep", note="order")
            token = next(s["token"] for s in made["seats"] if s["seat"] == player.seat)
            back = await again(house, token)
            await back.until(lambda: back.state)
            assert state_of(back)["hand"] == hand
            assert back.kept["kept"] == "order"

    run(work)


def test_b093_a_move_made_offline_is_delivered_exactly_once() -> None:
    async def work() -> None:
        async with a_house() as house:
            made, players = await new_table(house, "basic", HERE, options=FAST)
            player, others = in_turn(players)
            token = next(s["token"] for s in made["seats"] if s["seat"] == player.seat)
            command = {"id": "offline", "actions": ["draw"], "rev": state_of(player)["rev"]}
            # It arrived, but the answer did not.
            await player.do("act", **command)
            await player.leave()
            back = await again(house, token)
            first = await back.do("act", **command)
            assert first["t"] == "ack"
            assert (await back.do("act", **command)) == first
            assert events(others[0]).count("draw") == 1

    run(work)


def test_b094_a_lost_event_is_noticed_and_made_up_for() -> None:
    async def work() -> None:
        async with a_house() as house:
            _, players = await new_table(house, "basic", HERE, options=FAST)
            player, (other,) = in_turn(players)
            seen = other.seq
            await player.do("act", actions=["draw"])
            await other.until(lambda: other.seq > seen)
            # As if that frame had never come: the next number, or a pong, tells.
            other.seq, other.state = seen, None
            assert (await other.do("ping"))["seq"] == seen + 1
            await other.do("snapshot")
            assert other.seq == seen + 1
            assert state_of(other)["phase"] == "play"

    run(work)


def test_b096_a_page_of_another_version_is_told_to_reload() -> None:
    async def work() -> None:
        async with a_house() as house:
            made, (one, _) = await new_table(house, "gin", HERE, options=FAST)
            old = Player(house, "old")
            token = made["seats"][0]["token"]
            for protocol in (0, 2):
                said = await old.do("hello", token=token, protocol=protocol)
                assert (said["code"], said["arguments"]) == ("protocol", {"protocol": 1})
            # The seat was not taken over; reloaded, the page comes to the same phase.
            assert not one.ended
            new = await again(house, token)
            await new.until(lambda: new.state)
            assert state_of(new)["phase"] == state_of(one)["phase"]

    run(work)


def test_b097_a_host_who_leaves_between_deals_does_not_end_the_match() -> None:
    async def work() -> None:
        async with a_house() as house:
            seats = [*HERE, {"kind": "bot"}]
            _, players = await new_table(house, "contract", seats, options=FAST)
            rng = random.Random(2)

            def between(player: Player) -> bool:
                return player.table.get("stage") == "between"

            await asyncio.gather(*(play_on(p, rng, between) for p in players))
            host = next(p for p in players if p.table["host"] == p.seat)
            other = next(p for p in players if p is not host)
            await host.do("leave")
            await other.until(lambda: other.table["host"] == other.seat)
            assert (await other.do("next"))["t"] == "ack"
            await other.until(lambda: other.table["stage"] == "deal")
            assert state_of(other)["deal"] == 2

    run(work)


def test_b098_b099_the_end_of_the_clock_counts_once_and_never_after_the_deal() -> None:
    async def work() -> None:
        async with a_house() as house:
            options = {**FAST, "turn": 5, "next": 60}
            _, players = await new_table(house, "basic", HERE, options=options)
            room = room_of(house)
            player, (other,) = in_turn(players)
            room.clock.turn_until = room.loop.time()
            # The clock rings from several sides at once; the player's own move comes just after.
            await asyncio.gather(room.on_time(), room.on_time(), room.on_time())
            late = await player.do("act", actions=["draw"])
            assert late["code"] == "not_your_turn"
            assert events(other).count("timeout") == 1
            clock = state_of(other)["clock"]
            assert 4000 < clock["left"] <= 5000
            rng = random.Random(3)

            def over(player: Player) -> bool:
                return player.table.get("stage") != "deal"

            await asyncio.gather(*(play_on(p, rng, over) for p in players))
            assert state_of(player)["clock"] is None
            assert room.clock.turn_until == 0
            seq = room.table.seq
            await room.on_time()
            assert room.table.seq == seq

    run(work)


def test_b087_what_was_drawn_before_the_break_is_thrown_and_never_both_act() -> None:
    async def work() -> None:
        async with a_house() as house:
            options = {**FAST, "turn": 60, "away": 3600}
            made, players = await new_table(house, "romme", HERE, options=options)
            room = room_of(house)
            player, (other,) = in_turn(players)
            await player.do("act", actions=["draw"])
            drawn = next(
                gain["card"] for m in player.heard if m["t"] == "update"
                for e in m["events"] for gain in e["hidden"] if e["text"] == "draw"
            )  # fmt: skip
            await player.leave()
            room.clock.turn_until = room.loop.time() + 0.05
            token = next(s["token"] for s in made["seats"] if s["seat"] == player.seat)
            back = await again(house, token)
            await other.until(lambda: "timeout" in events(other))
            assert events(other)[-1] == f"discard {drawn}"
            said = await back.do("act", actions=[f"discard {drawn}"])
            assert said["code"] == "not_your_turn"
            assert events(other).count(f"discard {drawn}") == 1

    run(work)


def test_b091_a_shared_link_opens_no_seat_that_is_taken() -> None:
    async def work() -> None:
        async with a_house() as house:
            seats = [{"kind": "me"}, {"kind": "open"}]
            made, (host,) = await new_table(house, "gin", seats, options=FAST)
            tokens = {made["seats"][0]["token"]}
            friend = await Player(house, "f").do("join", code=made["code"])
            tokens.add(friend["seats"][0]["token"])
            assert len(tokens) == 2
            # The same link once more: a newcomer, for whom there is no seat.
            third = await Player(house, "x").do("join", code=made["code"])
            assert third["code"] == "no_open_seat"
            for token, seat in ((made["seats"][0]["token"], 0), (friend["seats"][0]["token"], 1)):
                for _ in range(2):
                    assert (await Player(house).do("hello", token=token))["you"] == seat
            assert host.seat == 0

    run(work)


@pytest.mark.parametrize("name", ["<b>x</b><img src=x>", "\u202eabc\u200f", "a\x00\x1b[31mb", "🂡"])
def test_b116_names_hold_nothing_that_moves_a_cursor(name: str) -> None:
    async def work() -> None:
        async with a_house() as house:
            _, (one, _) = await new_table(house, "gin", HERE, options=FAST, name=name)
            shown = one.table["seats"][0]["name"]
            assert shown.isprintable()
            assert shown == " ".join("".join(c if c.isprintable() else " " for c in name).split())
            long = await Player(house).do("create", game="gin", name="x" * 200)
            assert long["code"] == "malformed"

    run(work)
