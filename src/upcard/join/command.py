"""The command ``upcard join``."""

from __future__ import annotations

import getpass
import io
import signal
import sys
from types import FrameType

import click

EPILOG = """\
Exit codes: 0 played to the end or left with quit, 1 the input ended or the seat was opened
elsewhere, 2 bad usage, no such table or no server, 130 stopped by Ctrl-C.
"""


@click.command(epilog=EPILOG)
@click.argument("url")
@click.argument("code", required=False)
@click.option("--name", help="What you are called at the table; without it your login name.")
@click.option("--symbols", is_flag=True, help="Show suits as signs.")
def join(url: str, code: str | None, name: str | None, symbols: bool) -> int:
    """Play at a served table, in the terminal.

    URL is an invite link, the private link of a seat, or the address of a server with the CODE of
    a table beside it. What is typed is the same as in upcard play. Who leaves with quit or Ctrl-C
    is told the link back; until then a bot plays.

    \b
    Examples:
      upcard join 'https://cards.example.org/#/t/K7MP-3XQD' --name Ann
      upcard join cards.example.org K7MP-3XQD
    """
    # What a socket needs is not loaded for other commands.
    from upcard.join.line import NoTableError, ask_once
    from upcard.join.place import place_of
    from upcard.join.session import Served
    from upcard.join.typed import Typed
    from upcard.server.wire import Rejected, Seated
    from upcard.terminal.ink import Printer

    for number in (signal.SIGTERM, getattr(signal, "SIGHUP", signal.SIGTERM)):
        signal.signal(number, _hang_up)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")
    place = place_of(url, code or "")
    token = place.token
    if not token:
        wish = {"t": "join", "code": place.code, "name": (name or login())[:24]}
        answer = ask_once(place.socket, wish)
        if isinstance(answer, Rejected):
            raise NoTableError(answer.code, answer.sentence, place.code)
        if not isinstance(answer, Seated) or not answer.seats:
            raise NoTableError("no_server", "the server gave no seat", "")
        token = answer.seats[0].token
    played = Served(place, token, Printer(sys.stdout, symbols))
    typed = Typed(sys.stdin, played.inbox.put)
    typed.start()
    status = played.play(typed)
    if status:
        raise click.exceptions.Exit(status)
    return 0


def login() -> str:
    """The login name, or what a player without one is called."""
    try:
        return getpass.getuser() or "Player"
    except (OSError, KeyError):
        return "Player"


def _hang_up(number: int, frame: FrameType | None) -> None:
    """The terminal is gone or the machine shuts down: leave as if the input had ended."""
    raise EOFError
