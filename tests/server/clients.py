"""Clients for tests: a server in this process, and players that speak the protocol to it."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import random
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import httpx
import msgspec

from upcard.server import wire
from upcard.server.app import Session, make_app
from upcard.server.house import House, Settings
from upcard.server.store import Store, open_store

FREE = Settings(
    tables_most=1e6, tables_rate=1e6, messages_most=1e6, messages_rate=1e6, sweep_every=3600
)
FAST = {"window": 0, "pace": 0, "next": 0}
GAMES = ("romme", "rummy17", "contract", "gin", "seven_card", "basic")
SMALL: dict[str, dict[str, object]] = {
    "romme": {"target": 60},
    "rummy17": {"turn_limit": 40},
    "contract": {"turn_limit": 30, "max_claims": 3},
    "gin": {},
    "seven_card": {"turn_limit": 60},
    "basic": {"turn_limit": 60},
}


class Wire:
    """Stands for a socket: keeps what is sent."""

    def __init__(self) -> None:
        self.frames: asyncio.Queue[str | None] = asyncio.Queue()
        self.closed: int | None = None
        self.ended = False

    def put(self, data: bytes) -> None:
        if not self.ended:
            self.frames.put_nowait(data.decode())

    def hang_up(self, reason: str, code: int) -> None:
        if not self.ended:
            self.put(wire.encode(wire.Closing(reason)))
            self.ended = True
            self.closed = code
            self.frames.put_nowait(None)


class Player:
    """A client of one seat, or a spectator, over a session in this process."""

    def __init__(self, house: House, name: str = "") -> None:
        self.socket = Wire()
        self.session = Session(house, self.socket, "test")
        self.frames: list[str] = []
        self.heard: list[Any] = []
        self.ids = (f"{name}{n}" for n in itertools.count(1))
        self.state: dict[str, Any] | None = None
        self.table: dict[str, Any] = {}
        self.kept: dict[str, Any] = {}
        self.seq = -1
        self.seat: int | None = None
        self.gaps = 0
        self.ended = False
        self.reader = asyncio.create_task(self._read_on())
        self.changed = asyncio.Event()
        self.answers: dict[str, dict[str, Any]] = {}

    async def _read_on(self) -> None:
        while (text := await self.socket.frames.get()) is not None:
            self.take(text)
        self.ended = True
        self.changed.set()

    def take(self, text: str) -> None:
        """Take in one frame, as the page would."""
        self.frames.append(text)
        wire.decode_message(text)
        message = msgspec.json.decode(text)
        self.heard.append(message)
        kind = message["t"]
        if kind == "welcome":
            self.seat = message["you"]
        elif kind == "snapshot":
            self.state, self.table = message["state"], message["table"]
            self.seq = message["seq"]
            self.kept = message
        elif kind == "update":
            for event in message["events"]:
                if event["seq"] != self.seq + 1:
                    self.gaps += 1
                self.seq = event["seq"]
            self.state = message["state"]
        elif kind == "table":
            self.table = message["table"]
        if message.get("id"):
            self.answers[message["id"]] = message
        self.changed.set()

    async def do(self, command: str, /, **fields: object) -> dict[str, Any]:
        """Send a command and wait for its answer."""
        key = str(fields.pop("id", None) or next(self.ids))
        self.answers.pop(key, None)
        await self.session.hear(msgspec.json.encode({"t": command, "id": key, **fields}).decode())
        await self.until(lambda: key in self.answers)
        return self.answers[key]

    async def until(self, ready: Callable[[], object], seconds: float = 20.0) -> None:
        """Wait for something to be true."""
        async with asyncio.timeout(seconds):
            while not ready():
                self.changed.clear()
                await self.changed.wait()

    @property
    def rev(self) -> int:
        """The revision of the state last seen."""
        return -1 if self.state is None else int(self.state["rev"])

    async def leave(self) -> None:
        """The connection is gone."""
        self.socket.ended = True
        await self.session.leave()
        self.reader.cancel()


@contextlib.asynccontextmanager
async def a_house(url: str = "", settings: Settings = FREE) -> AsyncIterator[House]:
    """A server's tables over a store (default: SQLite in a folder of its own)."""
    with tempfile.TemporaryDirectory() as folder:
        store: Store = await open_store(url or f"sqlite:///{folder}/tables.db")
        house = House(store, settings)
        try:
            yield house
        finally:
            await house.close()


async def new_table(
    house: House, game: str, seats: list[dict[str, Any]] | None = None, **fields: Any
) -> tuple[dict[str, Any], list[Player]]:
    """A table made by command, and a player for each of its tokens."""
    maker = Player(house, "m")
    made = await maker.do("create", game=game, seats=seats, **fields)
    assert made["t"] == "seated", made
    players = []
    for n, seat in enumerate(made["seats"]):
        player = maker if n == 0 else Player(house, f"p{n}-")
        await player.do("hello", token=seat["token"])
        await player.until(lambda p=player: p.seq >= 0)  # type: ignore[misc]
        players.append(player)
    return made, players


async def play_on(
    player: Player, rng: random.Random, stop: Callable[[Player], bool], eager: float = 0.7
) -> None:
    """Play a seat by chance until something is true: hints, or any legal action."""
    while not stop(player) and not player.ended:
        state = player.state
        stage = player.table.get("stage")
        me = player.seat
        if state is None or me is None:
            await player.until(lambda: player.state is not None)
            continue
        if stage in ("between", "over") and state["over"]:
            ready = player.table["seats"][me]["ready"]
            if not ready and stage == "between":
                await player.do("next")
                continue
        elif me in state["to_act"] and state["may"] is not None:
            before = player.seq
            what = "hint" if rng.random() < eager else "legal"
            asked = await player.do("ask", what=what)
            if asked["t"] == "answer" and asked["parts"] and asked["rev"] == player.rev:
                actions = [part["action"] for part in asked["parts"]]
                if what == "legal":
                    actions = [rng.choice(actions)]
                answer = await player.do("act", actions=actions, rev=asked["rev"])
                if answer["t"] == "ack" and player.seq > before:
                    continue
                if answer["t"] == "rejected":
                    REFUSED.append(answer)
                    await asyncio.sleep(0.001)
                    continue
            elif asked["t"] == "rejected":
                REFUSED.append(asked)
        if stop(player):
            return
        player.changed.clear()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(0.5):
                await player.changed.wait()


REFUSED: list[dict[str, Any]] = []


def match_over(player: Player) -> bool:
    """Whether the match of the player's table is over."""
    return player.table.get("stage") == "over"


def run(work: Callable[[], Awaitable[None]], seconds: float = 120.0) -> None:
    """Run an asynchronous test to its end."""

    async def limited() -> None:
        async with asyncio.timeout(seconds):
            await work()

    asyncio.run(limited())


def http_client(house: House) -> httpx.AsyncClient:
    """An HTTP client of the application in this process."""
    transport = httpx.ASGITransport(make_app(house, ["https://cards.example.org"]))
    return httpx.AsyncClient(transport=transport, base_url="http://test")
