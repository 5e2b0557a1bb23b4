"""A real server over real sockets, killed at any moment: nothing acknowledged is lost."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import multiprocessing
import os
import random
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
import websockets
from websockets.asyncio.client import ClientConnection, connect
from websockets.client import ClientProtocol
from websockets.uri import parse_uri

from tests.server.clients import FAST, GAMES, SMALL, run
from tests.server.databases import KINDS, databases
from tests.server.serving import serve_here
from upcard import Record, verify

KILLED_MATCHES = int(os.environ.get("UPCARD_KILLED_MATCHES", "1"))
ROOT = Path(__file__).resolve().parents[2]


class Server:
    """`upcard serve` in a process of its own, always at the same port."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.port = 0
        self.process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        command = [sys.executable, "-m", "upcard", "serve", "--port", str(self.port)]
        command += ["--database", self.url, "--log-level", "error"]
        paths = [str(ROOT / "src"), *os.environ.get("PYTHONPATH", "").split(os.pathsep)]
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(reversed(paths))}
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, text=True, env=environment
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert "upcard is at http://127.0.0.1:" in line, line
        self.port = int(line.split(":")[2].split("/")[0])

    def stop(self, how: int = signal.SIGKILL) -> int:
        assert self.process is not None
        self.process.send_signal(how)
        code = self.process.wait(10)
        assert self.process.stdout is not None
        self.process.stdout.close()
        return code


class ForkedServer(Server):
    """The same, forked from a process that has everything loaded: for hundreds of kills."""

    ping = 15.0

    def start(self) -> None:
        context = multiprocessing.get_context("forkserver")
        context.set_forkserver_preload(["tests.server.serving"])
        here, there = context.Pipe()
        child = context.Process(
            target=serve_here, args=(self.url, self.port, there, self.ping), daemon=True
        )
        child.start()
        there.close()
        assert here.poll(60), "the server does not start"
        self.port = here.recv()
        self.child = child

    def stop(self, how: int = signal.SIGKILL) -> int:
        assert self.child.pid is not None
        os.kill(self.child.pid, how)
        self.child.join(10)
        assert self.child.exitcode is not None
        return self.child.exitcode


@pytest.fixture(params=KINDS)
def server(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Server]:
    for url in databases(request.param, tmp_path):
        found = ForkedServer(url) if KILLED_MATCHES > 1 else Server(url)
        found.start()
        yield found
        found.stop()


class Client:
    """A player over a real socket that comes back whenever the line is cut."""

    def __init__(self, server: Server, token: str, rng: random.Random) -> None:
        self.server = server
        self.token = token
        self.rng = rng
        self.state: dict[str, Any] | None = None
        self.table: dict[str, Any] = {}
        self.seq: int | None = None
        self.acknowledged: list[tuple[str, ...]] = []
        self.events: dict[int, dict[str, Any]] = {}
        self.ids = itertools.count()
        self.unsure: dict[str, Any] | None = None
        self.socket: ClientConnection | None = None
        self.record: dict[str, Any] | None = None

    async def play(self) -> None:
        """Play until the match is over."""
        while self.record is None:
            try:
                url = f"ws://127.0.0.1:{self.server.port}/ws"
                async with connect(url, open_timeout=5) as self.socket:
                    await self.ask({"t": "hello", "id": "h", "token": self.token,
                                    "after": self.seq})  # fmt: skip
                    await self.play_on()
            except (OSError, websockets.WebSocketException, TimeoutError):
                await asyncio.sleep(0.05)

    def take(self, message: dict[str, Any]) -> None:
        if message["t"] == "snapshot":
            self.state, self.table, self.seq = message["state"], message["table"], message["seq"]
        elif message["t"] == "update":
            self.state = message["state"]
        elif message["t"] == "table":
            self.table = message["table"]
        for event in message.get("events", []):
            known = self.events.setdefault(event["seq"], event)
            assert known == event, "history has changed"
            self.seq = max(self.seq or 0, event["seq"])

    async def ask(self, command: dict[str, Any]) -> dict[str, Any]:
        """Send a command and take in everything up to its answer."""
        assert self.socket is not None
        await self.socket.send(msgspec.json.encode(command).decode())
        while True:
            message = await self.hear(5)
            if message.get("id") == command["id"]:
                return message

    async def hear(self, seconds: float) -> dict[str, Any]:
        assert self.socket is not None
        async with asyncio.timeout(seconds):
            message: dict[str, Any] = msgspec.json.decode(await self.socket.recv())
        self.take(message)
        return message

    async def act(self, command: dict[str, Any]) -> None:
        """Send it until it is answered, with the same id; note what was acknowledged."""
        self.unsure = command
        answer = await self.ask(command)
        self.unsure = None
        if answer["t"] == "ack" and command["t"] == "act":
            self.acknowledged.append(tuple(command["actions"]))

    async def play_on(self) -> None:
        if self.unsure is not None:
            await self.act(self.unsure)
        while True:
            state = self.state
            if state is None:
                await self.hear(5)
                continue
            if self.table["stage"] == "over":
                answer = await self.ask({"t": "record", "id": f"r{next(self.ids)}"})
                self.record = answer["record"]
                return
            if self.table["stage"] == "between":
                await self.ask({"t": "next", "id": f"n{next(self.ids)}"})
            elif state["may"] is not None:
                key = f"{next(self.ids)}"
                asked = await self.ask({"t": "ask", "id": "q" + key, "what": "hint"})
                if asked["t"] == "answer" and asked["parts"]:
                    actions = [part["action"] for part in asked["parts"]]
                    await self.act(
                        {"t": "act", "id": "a" + key, "actions": actions, "rev": asked["rev"]}
                    )
                    continue
            with contextlib.suppress(TimeoutError):
                await self.hear(0.2)


async def played_with_kills(server: Server, game: str, seed: int, kills: int) -> None:
    """One match, the server killed at any moment, and all that was acknowledged checked."""
    rng = random.Random(seed)
    n = 3 if game in ("contract", "rummy17") else 2
    seats = [{"kind": "me"}, *[{"kind": "here"}] * (n - 1)]
    async with connect(f"ws://127.0.0.1:{server.port}/ws") as socket:
        made = {"t": "create", "id": "c", "game": game, "seats": seats, "rules": SMALL[game],
                "options": {**FAST, "window": 0.02}}  # fmt: skip
        await socket.send(msgspec.json.encode(made).decode())
        answer = msgspec.json.decode(await socket.recv())
    clients = [Client(server, seat["token"], rng) for seat in answer["seats"]]
    players = [asyncio.create_task(client.play()) for client in clients]
    for _ in range(kills):
        await asyncio.sleep(rng.uniform(0.1, 0.6))
        if all(player.done() for player in players):
            break
        server.stop()
        await asyncio.to_thread(server.start)
    await asyncio.gather(*players)
    record = clients[0].record
    assert record is not None
    assert all(client.record == record for client in clients)
    assert verify(Record(record)).sealed == 0
    for seat, client in zip([s["seat"] for s in answer["seats"]], clients):
        done = [
            text.split(" ", 1)[1] for deal in record["deals"] for text in deal["actions"]
            if text.startswith(f"{seat} ")
        ]  # fmt: skip
        # All that was acknowledged is there, once and in order; a pass may have come too late.
        at = 0
        for actions in client.acknowledged:
            for action in actions:
                if action in ("pass", "claim"):
                    continue
                assert action in done[at:], (action, done[at:])
                at = done.index(action, at) + 1
    seen: dict[int, tuple[Any, ...]] = {}
    for client in clients:
        for seq, event in client.events.items():
            public = (event["kind"], event["seat"], event["text"])
            assert seen.setdefault(seq, public) == public


@pytest.mark.parametrize("seed", range(KILLED_MATCHES))
def test_kill_at_any_moment(server: Server, seed: int) -> None:
    game = random.Random(f"{seed} {server.url[:6]}").choice(GAMES)

    async def work() -> None:
        await played_with_kills(server, game, seed, 3)

    run(work, 600)


@pytest.mark.parametrize("wakes", [False, True])
def test_a_connection_that_has_gone_silent_is_given_up(tmp_path: Path, wakes: bool) -> None:
    """Half open, or a laptop that sleeps: others are told, and who wakes comes back."""
    server = ForkedServer(f"sqlite:///{tmp_path / 'x.db'}")
    server.ping = 0.5
    server.start()

    async def work() -> None:
        url = f"ws://127.0.0.1:{server.port}/ws"
        async with connect(url) as awake:
            seats = [{"kind": "me"}, {"kind": "here"}]
            made = {"t": "create", "id": "c", "game": "gin", "seats": seats, "options": FAST}
            await awake.send(msgspec.json.encode(made).decode())
            tokens = [s["token"] for s in msgspec.json.decode(await awake.recv())["seats"]]
            hello = [{"t": "hello", "id": "h", "token": token} for token in tokens]
            await awake.send(msgspec.json.encode(hello[0]).decode())
            # The other reads no more after its first words, and answers no ping.
            silent = ClientProtocol(parse_uri(url))
            reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
            silent.send_request(silent.connect())
            writer.write(b"".join(silent.data_to_send()))
            silent.receive_data(await reader.readuntil(b"\r\n\r\n"))
            silent.send_text(msgspec.json.encode(hello[1]))
            writer.write(b"".join(silent.data_to_send()))
            assert await presence(awake, True)
            assert await presence(awake, False)
            if wakes:
                # It finds its connection closed and comes back by another one.
                while await reader.read(65536):
                    pass
                async with connect(url) as again:
                    await again.send(msgspec.json.encode(hello[1]).decode())
                    assert msgspec.json.decode(await again.recv())["you"] == 1
                    assert await presence(awake, True)
            writer.close()

    try:
        run(work)
    finally:
        server.stop()


async def presence(socket: ClientConnection, wanted: bool) -> bool:
    """Wait until the second player is there, or is not."""
    async with asyncio.timeout(30):
        while True:
            message = msgspec.json.decode(await socket.recv())
            seats = (message.get("table") or {}).get("seats")
            if seats and seats[1]["present"] == wanted:
                return True


def test_stopping_in_peace(tmp_path: Path) -> None:
    server = Server(f"sqlite:///{tmp_path / 'x.db'}")
    server.start()

    async def work() -> None:
        async with connect(f"ws://127.0.0.1:{server.port}/ws") as socket:
            await socket.send('{"t":"create","id":"1","game":"gin"}')
            token = msgspec.json.decode(await socket.recv())["seats"][0]["token"]
            hello = {"t": "hello", "id": "2", "token": token}
            await socket.send(msgspec.json.encode(hello).decode())
            assert msgspec.json.decode(await socket.recv())["t"] == "welcome"
            assert await asyncio.to_thread(server.stop, signal.SIGTERM) in (0, -signal.SIGTERM)
            with contextlib.suppress(websockets.ConnectionClosed):
                while await socket.recv():
                    pass
            assert socket.close_code == 1012

    run(work)


def test_real_frames_that_are_too_big_or_from_elsewhere(tmp_path: Path) -> None:
    server = Server(f"sqlite:///{tmp_path / 'x.db'}")
    server.start()

    async def work() -> None:
        url = f"ws://127.0.0.1:{server.port}/ws"
        async with connect(url) as socket:
            await socket.send("x" * 100_000)
            with pytest.raises(websockets.ConnectionClosed):
                await socket.recv()
        for origin in ("https://evil.example", "http://127.0.0.1:1"):
            with pytest.raises(websockets.InvalidStatus):
                async with connect(url, origin=origin):  # type: ignore[arg-type]
                    pass
        async with connect(url) as socket:
            await socket.send(b"\xff\xfe\x00binary")
            answer = msgspec.json.decode(await socket.recv())
            assert answer["code"] == "malformed"

    try:
        run(work)
    finally:
        server.stop()
