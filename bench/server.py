"""How many tables a server holds: clients over real sockets, each table one action a second.

    python bench/server.py --tables 100 --seconds 20 --game basic

One process serves, this one plays both seats of every table by the first legal action it is told
of. Printed: the time from a command to its acknowledgement and to the other seat's event, CPU time
and bytes an action, memory a table. `--database` takes the URL of an empty database.
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
from websockets.asyncio.client import ClientConnection, connect


class Seat:
    """One client."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.state: dict[str, Any] = {}
        self.table: dict[str, Any] = {}
        self.heard: dict[int, float] = {}
        self.answers: dict[str, asyncio.Future[dict[str, Any]]] = {}
        self.bytes = 0
        self.ids = itertools.count()
        self.reader = asyncio.create_task(self.read_on())

    async def read_on(self) -> None:
        async for text in self.socket:
            now = time.perf_counter()
            self.bytes += len(text)
            message = msgspec.json.decode(text)
            kind = message["t"]
            if kind in ("snapshot", "update"):
                self.state = message["state"] or {}
                for event in message["events"]:
                    self.heard[event["seq"]] = now
            if kind in ("snapshot", "table"):
                self.table = message["table"]
            waiting = self.answers.pop(message.get("id") or "", None)
            if waiting is not None and not waiting.done():
                waiting.set_result(message)

    async def ask(self, **command: object) -> dict[str, Any]:
        key = f"{next(self.ids)}"
        self.answers[key] = asyncio.get_running_loop().create_future()
        waiting = self.answers[key]
        await self.socket.send(msgspec.json.encode({"id": key, **command}).decode())
        return await asyncio.wait_for(waiting, 30)


async def join(url: str, game: str) -> list[Seat]:
    """A table with both seats here."""
    maker = await connect(url, compression=None, max_size=None)
    options = {"window": 0, "pace": 0, "next": 0}
    made = {"t": "create", "id": "c", "game": game, "options": options,
            "seats": [{"kind": "me"}, {"kind": "here"}], "rules": {"target": 100000}}  # fmt: skip
    await maker.send(msgspec.json.encode(made).decode())
    answer = msgspec.json.decode(await maker.recv())
    seats = []
    for n, one in enumerate(answer["seats"]):
        socket = maker if n == 0 else await connect(url, compression=None, max_size=None)
        seats.append(Seat(socket))
        await seats[-1].ask(t="hello", token=one["token"])
    return seats


async def play(seats: list[Seat], until: float, acks: list[float], events: list[float]) -> None:
    """One action a second."""
    await asyncio.sleep(random.random())
    while time.perf_counter() < until:
        began = time.perf_counter()
        for n, seat in enumerate(seats):
            may = seat.state.get("may")
            if seat.table.get("stage") in ("between", "over"):
                await seat.ask(t="next" if seat.table["stage"] == "between" else "rematch")
                continue
            if not may:
                continue
            plain = [text for text in ("draw", "take", "pass") if text in may["plain"]]
            action = plain[0] if plain else f"discard {may['discards'][-1]}"
            sent = time.perf_counter()
            answer = await seat.ask(t="act", actions=[action], rev=seat.state["rev"])
            if answer["t"] == "ack":
                acks.append(time.perf_counter() - sent)
                other = seats[1 - n]
                while answer["seq"] not in other.heard:
                    await asyncio.sleep(0)
                events.append(other.heard[answer["seq"]] - sent)
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


async def measure(args: argparse.Namespace, url: str, pid: int) -> None:
    """All tables at once."""
    _, empty = cpu_and_memory(pid)
    tables = []
    for _ in range(args.tables):
        tables.append(await join(url, args.game))
    cpu, memory = cpu_and_memory(pid)
    sent = sum(seat.bytes for seats in tables for seat in seats)
    acks: list[float] = []
    events: list[float] = []
    until = time.perf_counter() + args.seconds
    await asyncio.gather(*(play(seats, until, acks, events) for seats in tables))
    used = cpu_and_memory(pid)[0] - cpu
    sent = sum(seat.bytes for seats in tables for seat in seats) - sent
    n = len(acks)
    print(f"{args.tables} tables of {args.game}, {n} actions in {args.seconds} s")
    print(f"command to ack     p50 {share(acks, 0.5)}, p99 {share(acks, 0.99)}")
    print(f"command to event   p50 {share(events, 0.5)}, p99 {share(events, 0.99)}")
    print(f"server CPU         {used / n * 1000:.2f} ms an action, {used / args.seconds:.0%} busy")
    print(f"sent               {sent / n:.0f} bytes an action, both seats")
    print(f"memory             {(memory - empty) / args.tables * 1000:.0f} kB a table")


def main() -> None:
    """Start a server, measure, stop it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--game", default="basic")
    parser.add_argument("--database", default="")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        database = args.database or f"sqlite:///{folder}/tables.db"
        serve = [sys.executable, "-c", SERVE, database]
        with subprocess.Popen(serve, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            address = process.stdout.readline().split("http")[1].split(" ")[0]
            try:
                asyncio.run(measure(args, f"ws{address}ws", process.pid))
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
