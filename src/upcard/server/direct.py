"""Sockets: messages in, frames out, by ASGI or past it.

The handshake and the end of a connection go through ASGI like everything else. In between, where
the server under the application is uvicorn, text frames go from its protocol to the table's side
and back without it: reading need not stop and start again with each message, and frames that are
sent together go out in one piece. Under another server, or where uvicorn's class is not as it is
known here, the ASGI way serves.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any, Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State

from upcard.server.wire import Closing, encode

EXTENSION: Final = "upcard.direct"
# Messages that wait to be answered; beyond that nothing more is read from the socket.
MOST_UNREAD: Final = 16
# Frames that wait for a client which does not read them; beyond that it is cut off.
MOST_QUEUED: Final = 1000
CLOSE_SLOW: Final = 1013
CLOSE_WAIT: Final = 5.0
USED: Final = ("send_receive_event_to_app", "resume_writing", "connection_lost", "handle_connect")

Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]
Text = str | bytes


class AsgiLine:
    """A socket by ASGI: frames are queued, so that a slow client holds nobody up."""

    def __init__(self, receive: Receive, send: Send) -> None:
        self.receive = receive
        self.send = send
        self.queue: asyncio.Queue[bytes | tuple[str, int]] = asyncio.Queue()
        self.ended = False
        self.writer = asyncio.create_task(self._write_on())

    def put(self, data: bytes) -> None:
        """Send a frame, soon."""
        if self.ended:
            return
        if self.queue.qsize() >= MOST_QUEUED:
            self.hang_up("slow", CLOSE_SLOW)
        else:
            self.queue.put_nowait(data)

    def hang_up(self, reason: str, code: int) -> None:
        """Say why, and close."""
        if not self.ended:
            self.ended = True
            self.queue.put_nowait((reason, code))

    async def next(self) -> Text | None:
        """The next message; None at the end."""
        while not self.ended:
            received = await self.receive()
            if received["type"] == "websocket.disconnect":
                return None
            if received["type"] == "websocket.receive":
                text: Text = received.get("text") or received.get("bytes") or ""
                return text
        return None

    async def close(self) -> None:
        """Send what is still to be sent."""
        if self.ended:
            await asyncio.wait([self.writer], timeout=CLOSE_WAIT)
        self.ended = True
        self.writer.cancel()

    async def _write_on(self) -> None:
        try:
            while True:
                item = await self.queue.get()
                if isinstance(item, tuple):
                    await say_goodbye(self.send, *item)
                    return
                await self.send({"type": "websocket.send", "text": item.decode()})
        except (RuntimeError, OSError):
            self.ended = True


async def say_goodbye(send: Send, reason: str, code: int) -> None:
    """The last words on a socket."""
    text = encode(Closing(reason)).decode()
    await send({"type": "websocket.send", "text": text})
    await send({"type": "websocket.close", "code": code})


class DirectLine:
    """A socket past ASGI."""

    def __init__(self, protocol: DirectProtocol, send: Send) -> None:
        self.protocol = protocol
        self.send = send
        self.loop = asyncio.get_running_loop()
        self.unread: deque[Text | None] = deque()
        self.waiting: asyncio.Future[None] | None = None
        self.paused = False
        self.out: list[bytes] = []
        self.planned = False
        self.ended = False
        self.goodbye: tuple[str, int] | None = None

    # ---- in

    def arrived(self, message: Text | None) -> None:
        """A message came; None: the connection is at its end."""
        self.unread.append(message)
        if self.waiting is not None and not self.waiting.done():
            self.waiting.set_result(None)
        if not self.paused and len(self.unread) > MOST_UNREAD:
            self.paused = True
            self.protocol.transport.pause_reading()

    async def next(self) -> Text | None:
        """The next message; None at the end."""
        while not self.unread and not self.ended:
            self.waiting = self.loop.create_future()
            await self.waiting
        if self.paused and len(self.unread) <= 1:
            self.paused = False
            self.protocol.transport.resume_reading()
        return None if self.ended else self.unread.popleft()

    # ---- out

    def put(self, data: bytes) -> None:
        """Send a frame, with all others of this round of the loop."""
        if self.ended:
            return
        self.out.append(data)
        if len(self.out) > MOST_QUEUED:
            self.hang_up("slow", CLOSE_SLOW)
        elif not self.planned:
            self.planned = True
            self.loop.call_soon(self.flush)

    def hang_up(self, reason: str, code: int) -> None:
        """Say why, and close."""
        if not self.ended:
            self.ended = True
            self.goodbye = (reason, code)
            self.arrived(None)

    def flush(self) -> None:
        """Write what is there, unless the client does not keep up."""
        self.planned = False
        protocol = self.protocol
        if protocol.close_sent or protocol.disconnected or not protocol.writable.is_set():
            return
        if protocol.conn.state is not State.OPEN:
            return  # the client has closed it, which uvicorn has not told yet
        for data in self.out:
            protocol.conn.send_text(data)
        self.out.clear()
        protocol.transport.write(b"".join(protocol.conn.data_to_send()))

    async def close(self) -> None:
        """Send what is still to be sent."""
        self.ended = True
        protocol = self.protocol
        if self.goodbye is None or protocol.close_sent or protocol.disconnected:
            return
        try:
            self.flush()
            async with asyncio.timeout(CLOSE_WAIT):
                await say_goodbye(self.send, *self.goodbye)
        except TimeoutError:
            protocol.transport.abort()


class DirectProtocol(WebSocketsSansIOProtocol):
    """uvicorn's protocol with a way past ASGI."""

    line: DirectLine | None = None

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        if hasattr(self, "scope"):
            extensions: Any = self.scope.get("extensions")
            extensions[EXTENSION] = self

    def take_over(self, send: Send) -> DirectLine:
        """From now on messages go by the line; those that came before are in it."""
        line = self.line = DirectLine(self, send)
        while not self.queue.empty():
            event: Any = self.queue.get_nowait()
            if event["type"] == "websocket.receive":
                line.arrived(event.get("text") or event.get("bytes") or "")
            else:
                line.arrived(None)
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()
        return line

    def send_receive_event_to_app(self) -> None:
        if self.line is None:
            super().send_receive_event_to_app()
            return
        data = b"".join(bytes(frame) for frame in self.frames)
        self.frames = []
        if not self.close_sent:
            self.line.arrived(data)

    def _over(self) -> None:
        if self.line is not None:
            self.line.arrived(None)

    def handle_close(self, event: Any) -> None:
        super().handle_close(event)
        self._over()

    def handle_parser_exception(self) -> None:
        super().handle_parser_exception()
        self._over()

    def shutdown(self) -> None:
        super().shutdown()
        self._over()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._over()

    def resume_writing(self) -> None:
        super().resume_writing()
        if self.line is not None:
            self.line.flush()


def protocol_class() -> Any:
    """What uvicorn is to use for WebSockets: the class above where it fits this uvicorn."""
    fits = all(callable(getattr(WebSocketsSansIOProtocol, name, None)) for name in USED)
    return DirectProtocol if fits else "auto"


def line_for(scope: Any, receive: Receive, send: Send) -> AsgiLine | DirectLine:
    """The line of a socket that was accepted."""
    protocol = (scope.get("extensions") or {}).get(EXTENSION)
    if isinstance(protocol, DirectProtocol):
        return protocol.take_over(send)
    return AsgiLine(receive, send)
