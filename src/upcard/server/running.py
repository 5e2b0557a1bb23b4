"""A running server: its sockets, its logs, its end."""

from __future__ import annotations

import gc
import json
import logging
import socket
import sys
from collections.abc import Callable
from typing import Final

import click
import uvicorn

from upcard.server.app import MOST_BYTES, make_app
from upcard.server.direct import protocol_class
from upcard.server.house import House, Settings
from upcard.server.store import open_store

# How long a bot that thinks in a thread may keep the event loop from going on, in seconds.
SWITCH: Final = 0.001
# A thousand tables are some million objects, and looking through all of them stops the server for
# a tenth of a second: what is kept must have grown by many objects before that happens.
COLLECT: Final = (50_000, 20, 50)
FIELDS: Final = ("table", "game", "events", "ms", "why")


class JsonLines(logging.Formatter):
    """One JSON object a line. Nothing a client sent is ever part of it."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "time": self.formatTime(record, "%Y-%m-%dT%H:%M:%S"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        for name in FIELDS:
            if name in record.__dict__:
                line[name] = record.__dict__[name]
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def set_up_logs(level: str) -> None:
    """Structured logs on the standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    for name in ("upcard.server", "uvicorn", "uvicorn.error"):
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.propagate = False
        logger.setLevel(level.upper())
    logging.getLogger("uvicorn").setLevel("WARNING")
    logging.getLogger("uvicorn.error").setLevel("WARNING")


async def run_server(
    listening: socket.socket,
    database: str,
    origins: tuple[str, ...],
    settings: Settings,
    ready: Callable[[str], None] | None = None,
) -> None:
    """Serve until told to stop; ready is told the address."""
    sys.setswitchinterval(SWITCH)
    gc.set_threshold(*COLLECT)
    store = await open_store(database)
    house = House(store, settings)
    house.resume()
    config = uvicorn.Config(
        make_app(house, origins), ws_max_size=MOST_BYTES, ws_ping_interval=settings.ping,
        ws_ping_timeout=settings.ping,
        ws=protocol_class(), ws_per_message_deflate=False, access_log=False, log_config=None,
        lifespan="off", server_header=False, timeout_graceful_shutdown=3,
    )  # fmt: skip
    host, port = listening.getsockname()[:2]
    shown = f"[{host}]" if ":" in host else host
    address = f"http://{shown}:{port}/"
    click.echo(f"upcard is at {address} (Ctrl-C stops it)")
    if ready is not None:
        ready(address)
    sys.stdout.flush()
    try:
        await uvicorn.Server(config).serve(sockets=[listening])
    finally:
        await house.close()
