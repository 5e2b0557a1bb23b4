"""Frames past ASGI, at the end of a connection."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

from websockets.frames import Frame, Opcode
from websockets.protocol import State
from websockets.server import ServerProtocol

from upcard.server.direct import DirectLine


async def nothing(message: Any) -> None:
    """The way by ASGI, which is not used here."""


def test_nothing_is_sent_once_the_client_has_closed() -> None:
    """Its closing frame has come, but the application does not know yet."""

    async def run() -> list[bytes]:
        written: list[bytes] = []
        writable = asyncio.Event()
        writable.set()
        conn = ServerProtocol(state=State.OPEN)
        protocol: Any = SimpleNamespace(
            conn=conn, close_sent=False, disconnected=False, writable=writable,
            transport=SimpleNamespace(write=written.append),
        )  # fmt: skip
        line = DirectLine(protocol, nothing)
        line.put(b"before")
        await asyncio.sleep(0)
        line.put(b"after")
        conn.receive_data(Frame(Opcode.CLOSE, b"\x03\xe8").serialize(mask=True))
        line.flush()
        return written

    [frame] = asyncio.run(run())
    assert frame.endswith(b"before")
