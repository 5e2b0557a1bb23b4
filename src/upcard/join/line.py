"""The socket of a seat, in a thread of its own: it comes back by itself, and hands over messages.

Whatever a server sends is foreign: it is decoded strictly, and every text loses what could move a
cursor before anything else sees it.
"""

from __future__ import annotations

import itertools
import json
import secrets
import threading
from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec
from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.sync.client import ClientConnection, connect

from upcard.errors import UpcardError
from upcard.server.wire import CLOSE_GONE, CLOSE_REFUSED, CLOSE_TAKEN_OVER, Message

FINAL: Final = (CLOSE_GONE, CLOSE_REFUSED, CLOSE_TAKEN_OVER)
MOST_BYTES: Final = 1 << 20
HEARTBEAT: Final = 8.0
FIRST_WAIT: Final = 0.25
LONGEST_WAIT: Final = 8.0


class NoTableError(UpcardError):
    """There is no table to join, or what is there is no server of tables."""


class Lost:
    """The connection is gone; it will be back."""


class Closed:
    """The server has closed the socket for good."""

    def __init__(self, code: int) -> None:
        self.code = code


def clean(value: Any) -> Any:
    """A decoded message in which every text can be printed."""
    if isinstance(value, str):
        return "".join(char if char.isprintable() else " " for char in value)
    if isinstance(value, list):
        return [clean(item) for item in value]
    if isinstance(value, dict):
        return {clean(key): clean(item) for key, item in value.items()}
    return value


def read_message(text: str | bytes) -> Message:
    """A frame of the server; `NoTableError` where it is none."""
    try:
        message: Message = msgspec.convert(clean(json.loads(text)), Message)
    except (ValueError, RecursionError, msgspec.ValidationError):
        raise NoTableError("no_server", "the server does not speak this protocol", "") from None
    return message


def ask_once(socket: str, command: Mapping[str, object]) -> Message:
    """Send one command that needs no seat; its answer."""
    try:
        with connect(socket, max_size=MOST_BYTES, open_timeout=10) as line:
            line.send(json.dumps({"id": "1", **command}))
            while True:
                message = read_message(line.recv(timeout=20))
                if getattr(message, "id", "") == "1":
                    return message
    except (OSError, TimeoutError, WebSocketException) as error:
        raise no_answer(socket, error) from None


def no_answer(socket: str, error: Exception) -> NoTableError:
    """Nobody is there."""
    why = getattr(error, "strerror", None) or str(error) or type(error).__name__
    return NoTableError("no_server", f"{socket} does not answer: {clean(why)}", socket)


class SeatLine:
    """Says hello whenever it is connected; hear gets each `Message`, `Lost` or `Closed`."""

    def __init__(
        self, socket: str, hello: Callable[[], dict[str, object]], hear: Callable[[object], None]
    ) -> None:
        self.socket = socket
        self.hello = hello
        self.hear = hear
        # The server answers an id it has seen from this seat without doing it again.
        client = secrets.token_hex(4)
        self.ids = (f"{client}-{n}" for n in itertools.count(1))
        # Commands without an answer yet: sent again after a break, and done once all the same.
        self.pending: dict[str, str] = {}
        self.line: ClientConnection | None = None
        self.stopped = threading.Event()
        self.thread = threading.Thread(target=self._run, daemon=True)

    def start(self) -> None:
        """Connect."""
        self.thread.start()

    def send(self, command: str, /, **fields: object) -> str:
        """Send a command, now or when connected again; its id."""
        key = next(self.ids)
        text = json.dumps({"t": command, "id": key, **fields})
        self.pending[key] = text
        if self.line is not None:
            try:
                self.line.send(text)
            except (OSError, WebSocketException):
                pass  # it is pending
        return key

    def stop(self) -> None:
        """Hang up."""
        self.stopped.set()
        line = self.line
        if line is not None:
            line.close()
        self.thread.join(3)

    def _run(self) -> None:
        wait = FIRST_WAIT
        while not self.stopped.is_set():
            code = 0
            try:
                with connect(self.socket, max_size=MOST_BYTES, open_timeout=10) as line:
                    line.send(json.dumps({"t": "hello", "id": "hello", **self.hello()}))
                    for text in list(self.pending.values()):
                        line.send(text)
                    self.line = line
                    wait = FIRST_WAIT
                    self._listen(line)
            except ConnectionClosed as closed:
                code = closed.rcvd.code if closed.rcvd else 0
            except NoTableError as error:
                self.hear(error)
                return
            except (OSError, TimeoutError, WebSocketException):
                pass
            finally:
                self.line = None
            if code in FINAL:
                self.hear(Closed(code))
                return
            if not self.stopped.is_set():
                self.hear(Lost())
                self.stopped.wait(wait)
                wait = min(LONGEST_WAIT, wait * 2)

    def _listen(self, line: ClientConnection) -> None:
        while True:
            try:
                text = line.recv(timeout=HEARTBEAT)
            except TimeoutError:
                line.send('{"t":"ping","id":"ping"}')
                # What does not answer a ping is gone, though the socket may not know it yet.
                text = line.recv(timeout=HEARTBEAT)
            message = read_message(text)
            self.pending.pop(getattr(message, "id", ""), None)
            self.hear(message)
