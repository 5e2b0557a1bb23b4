"""The command ``upcard serve``."""

from __future__ import annotations

import asyncio
import json
import logging
import socket
import sys
from typing import Final

import click
import uvicorn

from upcard.server.app import MOST_BYTES, make_app
from upcard.server.house import House, Settings
from upcard.server.store import open_store

BAD_INPUT: Final = 2
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


@click.command(epilog="Exit codes: 0 stopped, 2 bad usage, no database, or the port is taken.")
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen at.")
@click.option("--port", default=8000, show_default=True, help="The port; 0 takes a free one.")
@click.option(
    "--database", metavar="URL", default="sqlite:///upcard.db", show_default=True,
    help="Where tables are kept: sqlite:///FILE or postgresql://USER@HOST/NAME.",
)  # fmt: skip
@click.option(
    "--origin", "origins", metavar="ORIGIN", multiple=True,
    help="Another address at which browsers find the page, as in https://cards.example.org.",
)  # fmt: skip
@click.option("--keep", metavar="HOURS", type=float, default=24.0, show_default=True,
              help="How long tables stay whose match is over.")  # fmt: skip
@click.option("--idle", metavar="DAYS", type=float, default=30.0, show_default=True,
              help="How long tables stay at which nothing happens.")  # fmt: skip
@click.option("--log-level", type=click.Choice(["debug", "info", "warning", "error"]),
              default="info", show_default=True, help="What is logged, as JSON lines.")  # fmt: skip
def serve(
    host: str, port: int, database: str, origins: tuple[str, ...], keep: float, idle: float,
    log_level: str,
) -> int:  # fmt: skip
    """Serve tables to browsers and programs.

    What is acknowledged is stored: stop the server in any way, start it again, and every table
    goes on. See docs/hosting.md and docs/protocol.md.

    \b
    Examples:
      upcard serve
      upcard serve --port 8080 --database postgresql://upcard@db/upcard \\
          --origin https://cards.example.org
    """
    set_up_logs(log_level)
    try:
        listening = socket.create_server((host, port), backlog=2048)
    except OSError as error:
        click.echo(f"upcard: {host}:{port} cannot be used: {error.strerror or error}", err=True)
        return BAD_INPUT
    settings = Settings(keep_ended=keep * 3600, keep_idle=idle * 86400)
    with listening:
        asyncio.run(run_server(listening, database, origins, settings))
    return 0


async def run_server(
    listening: socket.socket, database: str, origins: tuple[str, ...], settings: Settings
) -> None:
    """Serve until told to stop."""
    store = await open_store(database)
    house = House(store, settings)
    config = uvicorn.Config(
        make_app(house, origins), ws_max_size=MOST_BYTES, ws_ping_interval=10, ws_ping_timeout=10,
        ws_per_message_deflate=False, access_log=False, log_config=None, lifespan="off",
        server_header=False, timeout_graceful_shutdown=3,
    )  # fmt: skip
    host, port = listening.getsockname()[:2]
    shown = f"[{host}]" if ":" in host else host
    click.echo(f"upcard is at http://{shown}:{port}/ (Ctrl-C stops it)")
    sys.stdout.flush()
    try:
        await uvicorn.Server(config).serve(sockets=[listening])
    finally:
        await house.close()
