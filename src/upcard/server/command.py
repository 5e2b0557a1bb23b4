"""The commands ``upcard serve`` and ``upcard table``."""

from __future__ import annotations

import asyncio
import os
import socket
import sys
import webbrowser
from collections.abc import Coroutine
from typing import Final

import click

BAD_INPUT: Final = 2
# A browser keeps seats and settings by address: the table at home has the same one if it can.
HOME_PORT: Final = 8717
# What webbrowser starts in the terminal itself when there is nothing else.
TEXT_BROWSERS: Final = ("www-browser", "links", "elinks", "lynx", "w3m")


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
        return _until_stopped(run_server(listening, database, origins, settings))


@click.command(epilog="Exit codes: 0 stopped, 2 bad usage, no page, or the port is taken.")
@click.option(
    "--port", type=int,
    help=f"The port; without one {HOME_PORT}, or any that is free where that is taken.",
)  # fmt: skip
@click.option("--no-open", is_flag=True, help="Only print the address.")
def table(port: int | None, no_open: bool) -> int:
    """Play in your browser, against bots or with others at this machine.

    Starts a server that only this machine can reach, prints its address and opens it. Tables are
    kept beside the terminal's matches, so a match goes on where it was left. For friends elsewhere
    see upcard serve.

    \b
    Examples:
      upcard table
      upcard table --port 9000 --no-open
    """
    from upcard.server.house import Settings
    from upcard.server.page import is_built
    from upcard.server.running import run_server, set_up_logs
    from upcard.terminal.save import state_folder

    if not is_built():
        click.echo(
            "upcard: this checkout's page has not been built. `make play` builds it where Node.js "
            "is; `upcard play` plays in the terminal.", err=True,
        )  # fmt: skip
        return BAD_INPUT
    set_up_logs("warning")
    try:
        listening = _listen(port)
    except OSError as error:
        click.echo(f"upcard: port {port} cannot be used: {error.strerror or error}", err=True)
        return BAD_INPUT
    folder = state_folder()
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    database = f"sqlite:///{folder / 'tables.db'}"
    ready = None if no_open else _show
    with listening:
        return _until_stopped(run_server(listening, database, (), Settings(), ready))


def _until_stopped(server: Coroutine[object, object, None]) -> int:
    """Run a server; Ctrl-C is how it is meant to end."""
    try:
        asyncio.run(server)
    except KeyboardInterrupt:
        click.echo()
    return 0


def _listen(port: int | None) -> socket.socket:
    if port is not None:
        return socket.create_server(("127.0.0.1", port))
    try:
        return socket.create_server(("127.0.0.1", HOME_PORT))
    except OSError:
        return socket.create_server(("127.0.0.1", 0))


def _show(address: str) -> None:
    """Open the page, or say that it has to be opened by hand."""
    if not open_browser(address):
        click.echo("No browser could be opened from here: open this address in one.")


def open_browser(address: str) -> bool:
    """Open an address in the browser of this desktop, never in the terminal."""
    desktop = sys.platform in ("darwin", "win32") or any(
        os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")
    )
    if not desktop:
        return False
    try:
        browser = webbrowser.get()
        if os.path.basename(str(getattr(browser, "name", ""))) in TEXT_BROWSERS:
            return False
        return browser.open(address)
    except (webbrowser.Error, OSError):
        return False
