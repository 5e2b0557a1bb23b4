"""How many tables a server holds: clients over real sockets, each table one action a second.

    python bench/server.py --tables 100 --seconds 20 --game basic

One process serves, this one plays both seats of every table by the first legal action it is told
of. Printed: the time from a command to its acknowledgement and to the other seat's event, CPU time
and bytes an action, memory a table. Where other programs need the processors too, the CPU time is
what can be compared. `--database` takes the URL of an empty database; `--idle` only makes tables,
which nobody plays at.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import os
import random
import subprocess
import sys
import tempfile
import time
from typing import Any

import msgspec


class May(msgspec.Struct):
    """Of what may be done, what is tried here."""

    plain: list[str]
    discards: list[str]


class State(msgspec.Struct):
    """Of a state, what is needed to act."""

    rev: int
    may: May | None = None


class TableInfo(msgspec.Struct):
    """Of a table, how far it is."""

    stage: str


class Event(msgspec.Struct):
    """Of an event, its number."""

    seq: int


class Message(msgspec.Struct):
    """Of a message, what is needed; the rest is skipped unread."""

    t: str
    id: str = ""
    seq: int = 0
    state: State | None = None
    table: TableInfo | None = None
    events: list[Event] = []
    seats: list[dict[str, Any]] = []


decode = msgspec.json.Decoder(Message).decode


class Seat(asyncio.Protocol):
    """One client: as much of the WebSocket protocol as this needs, so that it costs little."""

    def __init__(self) -> None:
        self.open: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.buffer = b""
        self.state: State | None = None
        self.stage = ""
        self.answers: dict[str, asyncio.Future[Message]] = {}
        self.heard_at: dict[int, float] = {}
        self.bytes = 0
        self.ids = itertools.count()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.write(
            b"GET /ws HTTP/1.1\r\nHost: bench\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
        )

    def data_received(self, data: bytes) -> None:
        now = time.perf_counter()
        self.buffer += data
        if not self.open.done():
            head, end, rest = self.buffer.partition(b"\r\n\r\n")
            if not end:
                return
            assert b" 101 " in head, head
            self.buffer = rest
            self.open.set_result(None)
        while (frame := self.frame()) is not None:
            kind, body = frame
            if kind == 1:
                self.bytes += len(body)
                self.take(decode(body), now)
            elif kind == 9:
                self.send(body, 0x8A)

    def frame(self) -> tuple[int, bytes] | None:
        """The next whole frame: its kind and its body."""
        buffer = self.buffer
        if len(buffer) < 2:
            return None
        n, at = buffer[1], 2
        if n >= 126:
            at = 4 if n == 126 else 10
            n = int.from_bytes(buffer[2:at], "big")
        if len(buffer) < at + n:
            return None
        self.buffer = buffer[at + n :]
        return (buffer[0] & 15, buffer[at : at + n])

    def send(self, body: bytes, kind: int = 0x81) -> None:
        """Send a frame; its mask is zero."""
        n = len(body)
        size = bytes([0x80 | n]) if n < 126 else b"\xfe" + n.to_bytes(2, "big")
        self.transport.write(bytes([kind]) + size + bytes(4) + body)

    def take(self, message: Message, now: float) -> None:
        """Take in one message."""
        if message.t in ("snapshot", "update"):
            self.state = message.state
            for event in message.events:
                self.heard_at[event.seq] = now
        if message.table is not None:
            self.stage = message.table.stage
        waiting = self.answers.pop(message.id, None)
        if waiting is not None:
            waiting.set_result(message)

    async def ask(self, **command: object) -> tuple[Message, float]:
        """Send a command; its answer, and how long that took."""
        key = f"{next(self.ids)}"
        waiting: asyncio.Future[Message] = asyncio.get_running_loop().create_future()
        self.answers[key] = waiting
        began = time.perf_counter()
        self.send(msgspec.json.encode({"id": key, **command}))
        answer = await waiting
        return (answer, time.perf_counter() - began)


async def connect(port: int) -> Seat:
    """A client that is connected."""
    loop = asyncio.get_running_loop()
    _, seat = await loop.create_connection(Seat, "127.0.0.1", port)
    await seat.open
    return seat


async def join(port: int, args: argparse.Namespace) -> list[Seat]:
    """A table with both seats here."""
    maker = await connect(port)
    options = {"window": 0, "pace": 0, "next": 0}
    rules = {"deals": 1000, "target": 1_000_000} if args.game == "basic" else {}
    made, _ = await maker.ask(
        t="create", game=args.game, options=options, rules=rules,
        seats=[{"kind": "me"}, {"kind": "here"}],
    )  # fmt: skip
    assert made.t == "seated", made
    if args.idle:
        maker.transport.close()
        return []
    seats = []
    for n, one in enumerate(made.seats):
        seats.append(maker if n == 0 else await connect(port))
        await seats[-1].ask(t="hello", token=one["token"])
    return seats


async def play(seats: list[Seat], until: float, acks: list[float], events: list[float]) -> None:
    """One action a second."""
    await asyncio.sleep(random.random())
    while time.perf_counter() < until:
        began = time.perf_counter()
        for n, seat in enumerate(seats):
            if seat.stage in ("between", "over"):
                await seat.ask(t="next" if seat.stage == "between" else "rematch")
                continue
            if seat.state is None or seat.state.may is None:
                continue
            may = seat.state.may
            plain = [text for text in ("draw", "take", "pass") if text in may.plain]
            action = plain[0] if plain else f"discard {may.discards[-1]}"
            sent = time.perf_counter()
            answer, took = await seat.ask(t="act", actions=[action], rev=seat.state.rev)
            if answer.t == "ack":
                acks.append(took)
                heard = seats[1 - n].heard_at
                while answer.seq not in heard:
                    await asyncio.sleep(0.002)
                events.append(heard[answer.seq] - sent)
                heard.clear()
            break
        await asyncio.sleep(max(0.0, began + 1 - time.perf_counter()))


def cpu_and_memory(pid: int) -> tuple[float, float]:
    """Seconds of CPU and MB of memory of a process."""
    with open(f"/proc/{pid}/stat") as file:
        parts = file.read().rpartition(")")[2].split()
    ticks = os.sysconf("SC_CLK_TCK")
    return (
        (int(parts[11]) + int(parts[12])) / ticks,
        int(parts[21]) * os.sysconf("SC_PAGE_SIZE") / 1e6,
    )


def share(times: list[float], part: float) -> str:
    """A quantile in ms."""
    return f"{sorted(times)[min(len(times) - 1, int(len(times) * part))] * 1000:.1f} ms"


async def measure(args: argparse.Namespace, port: int, pid: int) -> None:
    """All tables at once."""
    _, empty = cpu_and_memory(pid)
    tables = []
    for _ in range(args.tables):
        tables.append(await join(port, args))
    cpu, memory = cpu_and_memory(pid)
    print(f"{args.tables} tables of {args.game} made", flush=True)
    if args.idle:
        print(f"memory             {(memory - empty) / args.tables * 1000:.0f} kB a table")
        return
    sent = sum(seat.bytes for seats in tables for seat in seats)
    acks: list[float] = []
    events: list[float] = []
    own = time.process_time()
    until = time.perf_counter() + args.seconds
    await asyncio.gather(*(play(seats, until, acks, events) for seats in tables))
    used = cpu_and_memory(pid)[0] - cpu
    sent = sum(seat.bytes for seats in tables for seat in seats) - sent
    n = len(acks)
    print(f"{n} actions in {args.seconds} s")
    print(f"command to ack     p50 {share(acks, 0.5)}, p99 {share(acks, 0.99)}")
    print(f"command to event   p50 {share(events, 0.5)}, p99 {share(events, 0.99)}")
    print(f"server CPU         {used / n * 1000:.2f} ms an action, {used / args.seconds:.0%} busy")
    print(f"clients' CPU       {(time.process_time() - own) / n * 1000:.2f} ms an action")
    print(f"sent               {sent / n:.0f} bytes an action, both seats")
    print(f"memory             {(memory - empty) / args.tables * 1000:.0f} kB a table")


def main() -> None:
    """Start a server, measure, stop it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--game", default="basic")
    parser.add_argument("--database", default="")
    parser.add_argument("--idle", action="store_true")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        database = args.database or f"sqlite:///{folder}/tables.db"
        serve = [sys.executable, "-c", SERVE, database]
        with subprocess.Popen(serve, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            address = process.stdout.readline().split("http://")[1].split("/")[0]
            try:
                asyncio.run(measure(args, int(address.rpartition(":")[2]), process.pid))
            finally:
                process.kill()


# The server, without the limit on how many tables one address may make.
SERVE = """
import asyncio, socket, sys
from upcard.server.house import Settings
from upcard.server.running import run_server, set_up_logs
set_up_logs("error")
free = Settings(tables_most=1e9, tables_rate=1e9)
asyncio.run(run_server(socket.create_server(("127.0.0.1", 0)), sys.argv[1], (), free))
"""

if __name__ == "__main__":
    main()
