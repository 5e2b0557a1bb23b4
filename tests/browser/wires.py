"""A network between page and server that a test can cut, silence or slow down."""

from __future__ import annotations

import socket
import threading
from types import TracebackType
from urllib.parse import urlsplit


class Wires:
    """Passes bytes on, and does not where that is wanted.

    mode: open; cut (connections end, new ones too); stalled (nothing comes through either way and
    nobody is told); deaf (what the page sends arrives, nothing comes back).
    """

    def __init__(self, address: str) -> None:
        where = urlsplit(address)
        self.target = (where.hostname or "", where.port or 80)
        self.mode = "open"
        self.held: list[socket.socket] = []
        self.door = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self.door.getsockname()[1]}/"
        threading.Thread(target=self._let_in, daemon=True).start()

    def __enter__(self) -> Wires:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:  # fmt: skip
        self.door.close()
        self.cut()

    def cut(self) -> None:
        """End all connections, and every new one until `mend`."""
        self.mode = "cut"
        held, self.held = self.held, []
        for one in held:
            hang_up(one)

    def mend(self) -> None:
        """Whatever was broken works again; what was silenced is gone."""
        if self.mode != "open":
            self.cut()
        self.mode = "open"

    def _let_in(self) -> None:
        while True:
            try:
                near, _ = self.door.accept()
            except OSError:
                return  # the test is over
            if self.mode == "cut":
                hang_up(near)
                continue
            far = socket.create_connection(self.target)
            self.held += [near, far]
            for pair, down in (((near, far), False), ((far, near), True)):
                threading.Thread(target=self._pump, args=(*pair, down), daemon=True).start()

    def _pump(self, source: socket.socket, goal: socket.socket, down: bool) -> None:
        try:
            while data := source.recv(65536):
                if self.mode == "open" or (self.mode == "deaf" and not down):
                    goal.sendall(data)
        except OSError:
            pass  # the other side has gone: so does this one
        hang_up(source)
        hang_up(goal)


def hang_up(one: socket.socket) -> None:
    """Close a socket that another thread may be reading."""
    try:
        one.shutdown(socket.SHUT_RDWR)
    except OSError:
        pass  # it is closed already
    one.close()
