"""Saving a match as a record, and going on with one."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from collections.abc import Collection, Mapping
from pathlib import Path

from upcard.core.match import Match
from upcard.errors import FileError, ParseError, UpcardError
from upcard.terminal.ink import Printer
from upcard.text.record import Record, record_of, write_record


def state_folder() -> Path:
    """Where matches are kept that were given no file of their own."""
    home = os.environ.get("XDG_STATE_HOME") or "~/.local/state"
    return Path(home).expanduser() / "upcard"


def program() -> str:
    """What to type to start this program again: its path where the shell would not find it."""
    started = sys.argv[0]
    if os.path.basename(started) != "upcard" or shutil.which("upcard"):
        return "upcard"
    near = os.path.relpath(started)
    return shlex.quote(near if len(near) < len(started) else started)


def refuse_taken(path: str, own: Collection[str] = ()) -> None:
    """`FileError` where a path is no place for a new file: nothing else is ever replaced."""
    target = os.path.realpath(path)
    if not path.strip():
        raise FileError("cannot_save", "name the file to save in", path)
    if os.path.isdir(target) or (os.path.exists(target) and not os.path.isfile(target)):
        raise FileError("cannot_save", f"{path} cannot be saved: it is no ordinary file", path)
    if os.path.exists(target) and target not in own:
        raise FileError(
            "file_exists",
            f"{path} is there already: take another name, or go on with it by --resume",
            path,
        )


class Saver:
    """Knows the file of a match: the one asked for, the one resumed, or a new one."""

    def __init__(self, path: str | None = None, wanted: bool = False) -> None:
        self.path = path
        # Whether a finished match is to be kept, too.
        self.wanted = wanted
        # The files this match has been written to, or was read from: only these are replaced.
        self.own: set[str] = set()
        # FILE.py:CLASS of a game of the player's own: without it the match cannot be read again.
        self.own_game = ""

    def path_to_use(self, match: Match) -> str:
        """The file of this match; a new one gets the first free number."""
        if self.path is None:
            self.path = self.new_path(match)
        return self.path

    def new_path(self, match: Match) -> str:
        """A free name in the folder of matches without a file of their own."""
        folder = state_folder()
        number = 1
        while (folder / f"{match.rules.game}-{number}.json").exists():
            number += 1
        return str(folder / f"{match.rules.game}-{number}.json")

    def write(self, match: Match, notes: Mapping[str, object], path: str) -> None:
        """Write the match whole or not at all; `FileError` says why not.

        While it runs only its owner may read it: whoever does knows all cards.
        """
        refuse_taken(path, self.own)
        if Path(path).parent == state_folder():
            state_folder().mkdir(mode=0o700, parents=True, exist_ok=True)
        record = record_of(match, private=True, notes=dict(notes))
        write_record(record, path, private=not match.is_over)
        self.own.add(os.path.realpath(path))

    def keep(self, match: Match, notes: Mapping[str, object]) -> None:
        """Save without a word, in the folder of matches where the file does not do."""
        try:
            self.write(match, notes, self.path_to_use(match))
        except (UpcardError, OSError):
            self.write(match, notes, self.new_path(match))

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
            self.write(match, notes, path)
        except (UpcardError, OSError) as error:
            reason = error.sentence if isinstance(error, UpcardError) else error.strerror
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
