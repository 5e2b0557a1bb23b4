"""The command ``upcard serve``."""

from __future__ import annotations

import asyncio
import socket
from typing import Final

import click

BAD_INPUT: Final = 2


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
    # What a server needs is not loaded for other commands.
    from upcard.server.house import Settings
    from upcard.server.running import run_server, set_up_logs

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
