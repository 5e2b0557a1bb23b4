"""What each command of a seat does. Commands that make or enter a table are the house's."""

from __future__ import annotations

import asyncio
import functools
import time
from collections.abc import Awaitable, Callable
from typing import Any, Final

from upcard.bots.levels import make_bot
from upcard.errors import UpcardError
from upcard.server.asking import answer
from upcard.server.clock import MOST_EXTENSIONS
from upcard.server.deciding import Refused, decide_act, refusal
from upcard.server.facts import (
    Answers,
    Dealt,
    Done,
    Fact,
    Host,
    Paused,
    Ready,
    Seat,
    SeatFact,
    Shared,
)
from upcard.server.finished import Past, checked, past_of, replayed
from upcard.server.room import Room
from upcard.server.showing import show_step
from upcard.server.wire import PHRASES, Ack, Message, Pong, RecordText, Rejected, Said
from upcard.server.wire_commands import (
    Act,
    Ask,
    Back,
    Check,
    Command,
    GetRecord,
    GetSnapshot,
    Keep,
    Leave,
    More,
    NextDeal,
    Pause,
    Ping,
    Rematch,
    Replay,
    Say,
    SetSeat,
    ShareBytes,
    Sit,
    Standing,
    Start,
)

OPEN: Final = SeatFact("open", "")


def rejected(key: str, refused: Refused) -> Rejected:
    """A refusal as a message."""
    return Rejected(key, refused.code, refused.sentence, refused.arguments, refused.paragraph)


async def run(room: Room, seat: int | None, command: Command) -> Message:
    """Do a command of a seat (None: a spectator) and answer it, whatever happens."""
    began = time.perf_counter()
    try:
        message = await _run(room, seat, command)
        result = "ok"
    except Refused as refused:
        message = rejected(command.id, refused)
        result = refused.code
    kind = str(command.__struct_config__.tag)
    room.metrics.command(kind, result, time.perf_counter() - began)
    return message


async def _run(room: Room, seat: int | None, command: Command) -> Message:
    room.used = room.loop.time()
    if isinstance(command, Ping):
        return Pong(command.id, room.table.seq)
    if isinstance(command, GetSnapshot):
        async with room.lock:
            return room.snapshot(seat, command.id)
    if isinstance(command, GetRecord | Replay | Check):
        if not room.table.tells_all(seat):
            raise Refused("watching")
        return await _past(room, seat, command)
    if seat is None:
        raise Refused("watching")
    if isinstance(command, Ask):
        return await _ask(room, seat, command)
    handler: Callable[[Room, int, Any], Awaitable[None]] | None = HANDLERS.get(type(command))
    if handler is None:
        raise Refused("malformed")
    async with room.lock:
        if room.closed:
            raise Refused("no_such_table")
        known = room.table.done[seat].get(command.id)
        if known is None:
            await handler(room, seat, command)
            if isinstance(command, Sit):
                seat = command.seat
            known = room.table.done[seat].get(command.id)
            message = _ack(room, command.id, known)
            await room.settle()
            return message
        return _ack(room, command.id, known)


def _ack(room: Room, key: str, done: Done | None) -> Ack:
    if done is None:
        return Ack(key, room.table.seq, room.table.rev)
    return Ack(key, done.seq, done.rev, done.waiting)


async def _past(room: Room, seat: int | None, command: GetRecord | Replay | Check) -> Message:
    """What there is of matches and deals that are over."""
    table = room.table
    if isinstance(command, GetRecord):
        record = table.record(command.match)
        if record is None:
            raise Refused("no_record")
        return RecordText(command.id, record)
    past: Past | None = None
    in_pool = functools.partial(asyncio.get_running_loop().run_in_executor, room.pool)
    if command.match in (None, table.match_number):
        past = table.past(command.deal)
    else:
        record = table.record(command.match)
        if record is not None:
            past = await in_pool(past_of, record, command.match, command.deal)
    if past is None:
        raise Refused("no_deal")
    if isinstance(command, Check):
        return await in_pool(checked, past, command.id)
    show = functools.partial(show_step, seat, past.proof.commit)
    return await in_pool(replayed, past, command.first, show, command.id)


async def _ask(room: Room, seat: int, command: Ask) -> Message:
    table = room.table
    if table.match is None:
        raise Refused("not_started")
    view, rev = table.view(seat), table.rev
    return await asyncio.get_running_loop().run_in_executor(
        room.pool, answer, view, command, rev
    )


async def _act(room: Room, seat: int, command: Act) -> None:
    found = decide_act(room.table, seat, command.actions, command.rev, room.closable())
    await room.put([found], seat, command.id)


async def _standing(room: Room, seat: int, command: Standing) -> None:
    await room.put([Answers(seat, command.answer, command.until)], seat, command.id)


async def _share(room: Room, seat: int, command: ShareBytes) -> None:
    seal = room.table.seal
    if seal is None or seal.deal != command.deal:
        raise Refused("share_late")
    if seat in seal.by_seat:
        raise Refused("share_given")
    await room.put([Shared(command.share)], seat, command.id)


def _lobby(room: Room) -> None:
    if room.table.stage != "lobby":
        raise Refused("not_in_lobby")


def _level(level: str) -> str:
    try:
        return make_bot(level).level
    except UpcardError as error:
        raise refusal(error) from None


async def _sit(room: Room, seat: int, command: Sit) -> None:
    _lobby(room)
    seats = room.table.seats
    if command.seat >= len(seats):
        raise Refused("no_such_seat")
    if seats[command.seat].kind != "open":
        raise Refused("seat_taken")
    if room.table.seal is not None and seat in room.table.seal.by_seat:
        # Bytes are given once a seat: whoever has given them keeps the seat.
        raise Refused("share_given")
    facts: list[Fact] = [Seat(seat, OPEN, "left"), Seat(command.seat, seats[seat], "moved")]
    if room.table.host == seat:
        facts.insert(1, Host(command.seat))
    await room.put(facts, command.seat, command.id)
    kept = room.kept.pop(seat, None)
    if kept is not None:
        room.kept[command.seat] = kept
    line = room.lines.pop(seat, None)
    if line is not None:
        room.lines[command.seat] = line
        room.listeners.send(line, room.snapshot(command.seat))


async def _set_seat(room: Room, seat: int, command: SetSeat) -> None:
    _lobby(room)
    if room.table.host != seat:
        raise Refused("not_host")
    if command.seat >= len(room.table.seats):
        raise Refused("no_such_seat")
    if room.table.seats[command.seat].kind == "person":
        raise Refused("seat_taken")
    fact = OPEN
    if command.kind == "bot":
        fact = SeatFact("bot", bot_name(room.table.seats, command.seat), _level(command.level))
    await room.put([Seat(command.seat, fact, "set")], seat, command.id)


async def _start(room: Room, seat: int, command: Start) -> None:
    _lobby(room)
    if room.table.host != seat:
        raise Refused("not_host")
    facts: list[Fact] = []
    seats = list(room.table.seats)
    for at, fact in enumerate(seats):
        if fact.kind == "open":
            seats[at] = SeatFact("bot", bot_name(seats, at), _level(command.level))
            facts.append(Seat(at, seats[at], "set"))
    if facts:
        # Told before the deal begins, from which on news are counted anew.
        await room.put(facts)
    await room.put([Dealt(True)], seat, command.id)


async def _next(room: Room, seat: int, command: NextDeal) -> None:
    if room.table.stage != "between":
        raise Refused("deal_runs" if room.table.stage == "deal" else "match_over"
                      if room.table.stage == "over" else "not_started")  # fmt: skip
    await _ready(room, seat, command.id)


async def _rematch(room: Room, seat: int, command: Rematch) -> None:
    if room.table.stage != "over":
        raise Refused("match_runs")
    await _ready(room, seat, command.id)


async def _ready(room: Room, seat: int, key: str) -> None:
    if seat not in room.table.ready:
        await room.put([Ready(seat)], seat, key)


async def _leave(room: Room, seat: int, command: Leave) -> None:
    table = room.table
    fact = table.seats[seat]
    if table.stage == "lobby":
        await room.put([Seat(seat, OPEN, "left")], seat, command.id)
        room.lines.pop(seat, None)
        return
    if fact.bot_plays:
        raise Refused("away")
    gone = SeatFact(fact.kind, fact.name, fact.level, fact.digest, True)
    await room.put([Seat(seat, gone, "left")], seat, command.id)


async def _back(room: Room, seat: int, command: Back) -> None:
    fact = room.table.seats[seat]
    if not fact.bot_plays:
        raise Refused("not_away")
    back = SeatFact(fact.kind, fact.name, fact.level, fact.digest, False)
    await room.put([Seat(seat, back, "back")], seat, command.id)
    if room.table.match is not None and int(room.table.match.deal.turn) == seat:
        room.clock.start_turn(room.table, room.loop.time())


async def _more(room: Room, seat: int, command: More) -> None:
    match = room.table.match
    clock = room.clock
    if match is None or not clock.runs or int(match.deal.turn) != seat:
        raise Refused("no_timer")
    if clock.extended >= MOST_EXTENSIONS:
        raise Refused("no_timer")
    clock.extended += 1
    clock.start_turn(room.table, room.loop.time())
    room.tell(seat)


async def _pause(room: Room, seat: int, command: Pause) -> None:
    table = room.table
    if table.host != seat:
        raise Refused("not_host")
    options = table.made.options
    if options.turn is None or not options.pause:
        raise Refused("no_pause")
    if table.paused != command.on:
        await room.put([Paused(command.on)], seat, command.id)


async def _say(room: Room, seat: int, command: Say) -> None:
    if command.phrase not in PHRASES:
        raise Refused("no_such_phrase")
    room.listeners.send_all(Said(seat, command.phrase))


async def _keep(room: Room, seat: int, command: Keep) -> None:
    await room.store.keep(room.table.key, seat, command.note)
    room.kept[seat] = command.note


def bot_name(seats: list[SeatFact], at: int) -> str:
    """A name for a bot that nobody at the table has."""
    taken = {fact.name for i, fact in enumerate(seats) if i != at}
    for name in ("Anna", "Ben", "Clara", "David", "Ella", "Felix", "Greta", "Hugo", "Ida"):
        if name not in taken:
            return name
    return f"Bot {at + 1}"


HANDLERS: Final[dict[type, Callable[[Room, int, Any], Awaitable[None]]]] = {
    Act: _act,
    Standing: _standing,
    ShareBytes: _share,
    Sit: _sit,
    SetSeat: _set_seat,
    Start: _start,
    NextDeal: _next,
    Rematch: _rematch,
    Leave: _leave,
    Back: _back,
    More: _more,
    Pause: _pause,
    Say: _say,
    Keep: _keep,
}
