"""A server in a process of its own, for tests that start many."""

from __future__ import annotations

import asyncio
import socket
from multiprocessing.connection import Connection

from upcard.server.house import Settings
from upcard.server.running import run_server, set_up_logs


def serve_here(database: str, port: int, told: Connection, ping: float = 15.0) -> None:
    """Serve until killed; the port is told when connections are taken."""
    set_up_logs("error")
    listening = socket.create_server(("127.0.0.1", port), backlog=2048)
    told.send(listening.getsockname()[1])
    told.close()
    settings = Settings(tables_most=1e6, tables_rate=1e6, ping=ping)
    asyncio.run(run_server(listening, database, (), settings))
