"""Plays sessions from lists of lines, or by following the hints."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import upcard
from upcard.bots.advice import suggested
from upcard.bots.levels import make_bot
from upcard.core.match import Match
from upcard.core.rules import Value
from upcard.terminal.ink import Printer, plain
from upcard.terminal.lines import Lines
from upcard.terminal.save import Saver
from upcard.terminal.session import Session

SOURCE = Path(upcard.__file__).parent.parent


class Typed(Lines):
    """Lines from a list; ``HINT`` is what the hint suggests; keeps what was typed."""

    def __init__(self, lines: Iterable[str], printer: Printer) -> None:
        super().__init__(io.StringIO(), printer)
        self.left: Iterator[str] = iter(lines)
        self.session: Session | None = None
        self.typed: list[str] = []

    def read(self, prompt: str) -> str:
        line = next(self.left, None)
        if line is None:
            raise EOFError
        if line == "HINT":
            assert self.session is not None
            match = self.session.match
            seat = next((s for s in match.deal.to_act if s in self.session.humans), 0)
            line = "next" if match.deal.is_over else "; ".join(suggested(match.view(seat)))
        self.typed.append(line)
        return line


def hints() -> Iterator[str]:
    """Follow the hints for ever."""
    while True:
        yield "HINT"


class Game:
    """A session in memory, with what it printed."""

    def __init__(
        self,
        lines: Iterable[str],
        game: str = "romme",
        seed: int = 7,
        rules: dict[str, Value] | None = None,
        path: str = "/nonexistent/save.json",
        match: Match | None = None,
        bots: str | None = "beginner",
        seats: int = 2,
    ) -> None:
        self.out = io.StringIO()
        printer = Printer(self.out)
        self.lines = Typed(lines, printer)
        if match is None:
            names = ["You", "Beginner"] if bots else ["Ann", "Ben"]
            if seats > 2:
                names = ["You", *[f"Beginner {letter}" for letter in "ABCDEFG"[: seats - 1]]]
            match = upcard.new_match(game, seed=seed, seats=seats, rules=rules, names=names)
        players = [None, *[make_bot(bots) if bots else None for _ in range(int(match.seats) - 1)]]
        self.session = Session(match, players, seed, printer, self.lines, Saver(path))
        self.lines.session = self.session
        self.code = self.session.play()

    @property
    def text(self) -> str:
        """All that was printed."""
        return plain(self.out.getvalue())

    @property
    def match(self) -> Match:
        """The match."""
        return self.session.match


def run(
    arguments: list[str], typed: str, folder: Path, code: str = ""
) -> subprocess.CompletedProcess[str]:
    """Run ``upcard play`` in a pipe; code is Python to run before it."""
    return subprocess.run(
        [sys.executable, "-c", f"{code}\nfrom upcard.cli import main\nmain()", "play", *arguments],
        input=typed,
        capture_output=True,
        text=True,
        env=environment(folder),
        timeout=120,
    )


def environment(folder: Path) -> dict[str, str]:
    """Where the package is found, and where saves go."""
    path = os.environ.get("PYTHONPATH")
    return {
        **os.environ,
        "PYTHONPATH": str(SOURCE) + (os.pathsep + path if path else ""),
        "XDG_STATE_HOME": str(folder),
        "PYTHONIOENCODING": "utf-8",
        "TERM": "xterm",
    }
