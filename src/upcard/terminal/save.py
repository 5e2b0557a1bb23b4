"""Saving a match as a record, and going on with one."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from upcard.core.match import Match
from upcard.errors import ParseError, UpcardError
from upcard.terminal.ink import Printer
from upcard.text.record import Record, record_of, write_record


def state_folder() -> Path:
    """Where matches are kept that were given no file of their own."""
    home = os.environ.get("XDG_STATE_HOME") or "~/.local/state"
    return Path(home).expanduser() / "upcard"


class Saver:
    """Knows the file of a match: the one asked for, the one resumed, or a new one."""

    def __init__(self, path: str | None = None, wanted: bool = False) -> None:
        self.path = path
        # Whether a finished match is to be kept, too.
        self.wanted = wanted
        # FILE.py:CLASS of a game of the player's own: without it the match cannot be read again.
        self.own_game = ""

    def path_to_use(self, match: Match) -> str:
        """The file of this match; a new one gets the first free number."""
        if self.path is None:
            folder = state_folder()
            number = 1
            while (folder / f"{match.rules.game}-{number}.json").exists():
                number += 1
            self.path = str(folder / f"{match.rules.game}-{number}.json")
        return self.path

    def save(
        self,
        match: Match,
        notes: Mapping[str, object],
        path: str,
        printer: Printer,
        why: str = "",
    ) -> bool:
        """Write the match whole or not at all; where that fails, say so in one sentence."""
        try:
            if self.path == path and Path(path).parent == state_folder():
                Path(path).parent.mkdir(parents=True, exist_ok=True)
            write_record(record_of(match, private=True, notes=dict(notes)), path)
        except (UpcardError, OSError) as error:
            reason = error.sentence if isinstance(error, UpcardError) else str(error)
            said = f"{why} " if why else ""
            printer.say(f"{said}Not saved, what was saved before is untouched: {reason}.")
            return False
        return True

    def finished(self, match: Match, notes: Mapping[str, object], printer: Printer) -> None:
        """Keep a finished match where a file was asked for."""
        if self.path is not None and self.wanted:
            if self.save(match, notes, self.path, printer):
                printer.say(f"The whole match is in {self.path}; upcard replay shows it.")


def players_of(record: Record) -> tuple[list[str], int]:
    """Who played a saved match, by level or ``person``, and what the bots' chance is made of."""
    notes = record.notes
    mine = notes.get("terminal") if isinstance(notes, dict) else None
    if isinstance(mine, dict):
        players, base = mine.get("players"), mine.get("base")
        if isinstance(players, list) and isinstance(base, int) and len(players) == record.seats:
            if all(isinstance(player, str) for player in players) and "person" in players:
                return (players, base)
    raise ParseError(
        "no_save", f"{record.name} is a record, but not of a match left in the terminal", ""
    )
