"""The ASGI application: sockets and HTTP in, messages out. See docs/protocol.md."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final, Protocol
from urllib.parse import urlsplit

import msgspec
from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from upcard.bots.levels import LEVELS
from upcard.build_info import __version__
from upcard.core.rules import Option
from upcard.games.registry import GAMES
from upcard.server.commands import rejected, run
from upcard.server.deciding import SENTENCES, Refused
from upcard.server.direct import Receive, Send, line_for
from upcard.server.house import House
from upcard.server.listeners import Line
from upcard.server.metrics import Bucket
from upcard.server.page import invited, page
from upcard.server.qr import qr_code
from upcard.server.room import Room
from upcard.server.wire import (
    CLOSE_FLOOD,
    CLOSE_REFUSED,
    CLOSE_TAKEN_OVER,
    PHRASES,
    Message,
    Welcome,
    decode_command,
    encode,
)
from upcard.server.wire_commands import PROTOCOL, Ask, Command, Create, Hello, Join, Look
from upcard.text.show import title_of

log = logging.getLogger("upcard.server")

MOST_BYTES: Final = 16384
MOST_REFUSED: Final = 60
HEARTBEAT: Final = 10_000
ASK_COST: Final = 2.0

Application = Callable[[Any, Receive, Send], Awaitable[None]]


class EndedLine(Line, Protocol):
    """A line that knows whether it has ended."""

    ended: bool


class Session:
    """What one socket says, and what it is told."""

    def __init__(self, house: House, line: EndedLine, address: str) -> None:
        self.house = house
        self.address = address
        self.line = line
        self.room: Room | None = None
        settings = house.settings
        self.bucket = Bucket(settings.messages_most, settings.messages_rate, time.monotonic())

    def send(self, message: Message) -> None:
        """Send one message."""
        data = encode(message)
        self.house.metrics.sent(len(data))
        self.line.put(data)

    async def hear(self, text: str | bytes) -> None:
        """Answer one frame, whatever it is."""
        key = ""
        try:
            if len(text) > MOST_BYTES:
                raise Refused("too_big")
            command = read_command(text)
            key = command.id
            if not self.bucket.take(time.monotonic(), ASK_COST if isinstance(command, Ask) else 1):
                raise Refused("flood", retry_in=self.bucket.wait())
            message = await self.do(command)
        except Refused as refused:
            if refused.code in ("malformed", "too_big"):
                key = key_in(text)
                self.bucket.take(time.monotonic())
            message = rejected(key, refused)
            self.house.metrics.command("none", refused.code, 0.0)
        except Exception:
            log.exception("a command failed")
            message = rejected(key, Refused("server_error", "something went wrong here"))
        if message is not None:
            self.send(message)
        if self.bucket.refused > MOST_REFUSED:
            self.line.hang_up("flood", CLOSE_FLOOD)

    async def do(self, command: Command) -> Message | None:
        """Do a command; None where it has been answered already, or nobody listens any more."""
        if isinstance(command, Create | Join | Look):
            return await enter(self.house, command, self.address)
        if isinstance(command, Hello):
            await self.hello(command)
            return None
        room = self.room
        if room is None:
            raise Refused("hello_first")
        if self.line.ended:
            return None
        if self.line in room.watchers:
            return await run(room, None, command)
        seat = room.listeners.seat_of(self.line)
        if seat is None:
            # The seat was given up before the first deal.
            self.room = None
            raise Refused("hello_first")
        return await run(room, seat, command)

    async def hello(self, hello: Hello) -> None:
        """Take a seat's place, or watch."""
        if self.room is not None or (hello.token is None) == (hello.watch is None):
            raise Refused("malformed")
        if hello.protocol != PROTOCOL:
            raise Refused("protocol", protocol=PROTOCOL)
        seat: int | None = None
        try:
            if hello.token is not None:
                room, seat = await self.house.by_token(hello.token)
            else:
                self.house.check_address(self.address)
                room = await self.house.by_code(hello.watch or "")
                if room.table.made.options.spectators == "none":
                    raise Refused("no_spectators")
        except Refused as refused:
            self.send(rejected(hello.id, refused))
            self.line.hang_up("refused", CLOSE_REFUSED)
            return
        async with room.lock:
            if room.closed:
                raise Refused("conflict")
            self.room = room
            if seat is None:
                room.watchers.add(self.line)
            else:
                old = room.lines.pop(seat, None)
                if old is not None:
                    old.hang_up("taken_over", CLOSE_TAKEN_OVER)
                room.lines[seat] = self.line
            self.send(
                Welcome(hello.id, seat, PROTOCOL, __version__, HEARTBEAT, list(PHRASES))
            )
            for message in room.missed(seat, hello.after):
                self.send(message)
            room.used = room.loop.time()
            room.tell_table()
            await room.settle()

    async def leave(self) -> None:
        """The socket is gone."""
        room = self.room
        if room is None:
            return
        async with room.lock:
            room.watchers.discard(self.line)
            seat = room.listeners.seat_of(self.line)
            if seat is not None:
                del room.lines[seat]
                room.gone_at[seat] = room.loop.time()
            room.used = room.loop.time()
            if not room.closed:
                room.tell_table()
                await room.settle()


def read_command(text: str | bytes) -> Command:
    """A frame as a command, or `Refused`."""
    try:
        return decode_command(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        # What msgspec says names fields and types, never values.
        raise Refused("malformed", reason=str(error)[:200]) from None


def key_in(text: str | bytes) -> str:
    """The id of a message that is otherwise wrong, so that its sender knows which it was."""
    try:
        found = msgspec.json.decode(text[:MOST_BYTES])
    except (msgspec.DecodeError, RecursionError, UnicodeError):
        return ""
    key = found.get("id") if isinstance(found, dict) else None
    return key if isinstance(key, str) and 0 < len(key) <= 64 else ""


async def enter(house: House, command: Create | Join | Look, address: str) -> Message:
    """Make, join or look at a table."""
    house.check_address(address)
    if isinstance(command, Create):
        return await house.create(command)
    if isinstance(command, Join):
        return await house.join(command)
    return await house.look(command)


def allowed_origin(headers: Any, origins: Sequence[str]) -> bool:
    """Whether a browser's page may talk to this server: its own, or one that was named."""
    origin = headers.get("origin")
    if origin is None or origin in origins:
        return True
    return bool(urlsplit(origin).netloc == headers.get("host"))


def address_of(scope: Any) -> str:
    """Where a client comes from."""
    client = scope.get("client")
    return str(client[0]) if client else ""


def answer_response(message: Message) -> Response:
    """A message as an HTTP response."""
    status = 200
    code = getattr(message, "code", "") if message.__struct_config__.tag == "rejected" else ""
    if code:
        status = {"no_such_token": 401, "flood": 429, "too_many_tables": 429, "too_big": 413,
                  "malformed": 400, "server_error": 500}.get(code, 409)  # fmt: skip
    headers = {"Cache-Control": "no-store"}
    return Response(encode(message), status, headers, "application/json")


class Doors:
    """The ways in; `make_app` puts them together."""

    def __init__(self, house: House, origins: Sequence[str]) -> None:
        self.house = house
        self.origins = origins
        self.buckets: dict[str, Bucket] = {}

    async def socket(self, scope: Any, receive: Receive, send: Send) -> None:
        """One WebSocket, from hello to the end."""
        await receive()
        if scope["path"] != "/ws" or not allowed_origin(Headers(scope=scope), self.origins):
            await send({"type": "websocket.close", "code": 1008})
            return
        await send({"type": "websocket.accept"})
        line = line_for(scope, receive, send)
        session = Session(self.house, line, address_of(scope))
        try:
            while (text := await line.next()) is not None:
                await session.hear(text)
            await line.close()
        except (RuntimeError, OSError):
            pass
        finally:
            line.ended = True
            await session.leave()

    def limit(self, request: Request) -> None:
        """Limit what one address sends by HTTP."""
        now = time.monotonic()
        address = address_of(request.scope)
        settings = self.house.settings
        if len(self.buckets) > 10_000:
            self.buckets.clear()
        if address not in self.buckets:
            self.buckets[address] = Bucket(
                settings.messages_most * 4, settings.messages_rate * 4, now
            )
        bucket = self.buckets[address]
        if not bucket.take(now):
            raise Refused("flood", retry_in=bucket.wait())

    async def seat_of(self, request: Request) -> tuple[Room, int]:
        """The seat of the request's token."""
        kind, _, token = request.headers.get("authorization", "").partition(" ")
        if kind.lower() != "bearer" or not token:
            raise Refused("no_such_token")
        room, seat = await self.house.by_token(token.strip())
        was = room.present(seat)
        room.http_at[seat] = room.loop.time()
        if not was:
            async with room.lock:
                room.tell_table()
                await room.settle()
        return (room, seat)

    async def command(self, request: Request) -> Response:
        """One command by HTTP."""
        key = ""
        try:
            self.limit(request)
            if not allowed_origin(request.headers, self.origins):
                raise Refused("origin", "this page may not talk to this server")
            command = read_command(await body_of(request))
            key = command.id
            if isinstance(command, Hello):
                raise Refused("malformed", reason="hello is for sockets")
            if isinstance(command, Create | Join | Look):
                address = address_of(request.scope)
                return answer_response(await enter(self.house, command, address))
            room, seat = await self.seat_of(request)
            return answer_response(await run(room, seat, command))
        except Refused as refused:
            return answer_response(rejected(key, refused))
        except Exception:
            log.exception("a command failed")
            wrong = Refused("server_error", "something went wrong here")
            return answer_response(rejected(key, wrong))

    async def snapshot(self, request: Request) -> Response:
        """The snapshot of a seat."""
        try:
            self.limit(request)
            room, seat = await self.seat_of(request)
            async with room.lock:
                return answer_response(room.snapshot(seat))
        except Refused as refused:
            return answer_response(rejected("", refused))

    async def qr(self, request: Request) -> Response:
        """The QR code of a link; a body, for a private link must not stand in an address."""
        try:
            self.limit(request)
            if not allowed_origin(request.headers, self.origins):
                raise Refused("origin", "this page may not talk to this server")
            return Response(qr_code(await body_of(request)), media_type="image/svg+xml")
        except Refused as refused:
            return answer_response(rejected("", refused))

    async def healthz(self, request: Request) -> Response:
        """Whether the server and its database answer."""
        try:
            await asyncio.wait_for(self.house.store.check(), 5)
        except Exception:
            return PlainTextResponse("the database does not answer\n", 503)
        return PlainTextResponse("ok\n")

    async def metrics(self, request: Request) -> Response:
        """Counters for Prometheus."""
        self.house.gauges()
        return Response(self.house.metrics.text(), media_type="text/plain; version=0.0.4")


async def body_of(request: Request) -> bytes:
    """The body, as far as it is allowed to go."""
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > MOST_BYTES:
            raise Refused("too_big")
    return bytes(body)


def option_info(option: Option) -> dict[str, object]:
    """A house-rule option, for the form in which a table is made."""
    return {
        "name": option.name, "default": option.default, "explanation": option.explanation,
        "paragraph": option.paragraph, "choices": list(option.choices), "low": option.low,
        "high": option.high, "none_ok": option.none_ok,
    }  # fmt: skip


def games_info() -> dict[str, object]:
    """The games, their options and seats, and what else a lobby needs."""
    games = []
    for name, kind in GAMES.items():
        rules = kind.make_rules({})
        games.append(
            {
                "game": name, "title": title_of(rules), "min_seats": int(rules.min_seats),
                "max_seats": int(rules.max_seats), "default_seats": int(rules.default_seats),
                "options": [option_info(option) for option in rules.options],
            }
        )  # fmt: skip
    return {"games": games, "levels": list(LEVELS), "phrases": list(PHRASES),
            "protocol": PROTOCOL, "version": __version__,
            "refusals": SENTENCES}  # fmt: skip


async def games(request: Request) -> Response:
    """The games with their options."""
    return Response(encode(games_info()), media_type="application/json")


def make_app(house: House, origins: Sequence[str] = ()) -> Application:
    """The application over a house; origins: pages of other hosts that may talk to it."""
    doors = Doors(house, origins)
    over_http = Starlette(
        routes=[
            Route("/api/command", doors.command, methods=["POST"]),
            Route("/api/snapshot", doors.snapshot),
            Route("/api/games", games),
            Route("/api/qr", doors.qr, methods=["POST"]),
            Route("/healthz", doors.healthz),
            Route("/metrics", doors.metrics),
            Route("/t/{code}", invited),
            Route("/{path:path}", page),
        ]
    )

    async def app(scope: Any, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await doors.socket(scope, receive, send)
        else:
            await over_http(scope, receive, send)

    return app
