"""Writing to the terminal: wrapped at 80 columns, cards in colour where that is wanted.

Cards go through `card`, which lifts their letters out of the alphabet; so they stay one word while
lines are wrapped, and are recognised when they are coloured.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
import textwrap
from typing import Final, TextIO

from rich.console import Console
from rich.text import Text

WIDTH: Final = 80
LIFT: Final = 0xE000
LIFTED: Final = re.compile("[\ue000-\ue07f]+")
SIGNS: Final = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
COLOURS: Final = {
    "h": "red", "d": "red", "c": "", "s": "",
    "r": "red", "b": "blue", "g": "green", "y": "yellow", "p": "magenta",
}  # fmt: skip


def card(token: str) -> str:
    """A card's token, marked as a card for the printer."""
    return "".join(chr(LIFT + ord(char)) for char in token)


def cards(tokens: tuple[str, ...] | list[str]) -> str:
    """Several cards, a space between them."""
    return " ".join(card(token) for token in tokens)


def plain(text: str) -> str:
    """A text with its cards as ordinary letters."""
    return "".join(chr(ord(c) - LIFT) if LIFT <= ord(c) < LIFT + 128 else c for c in text)


class Printer:
    """Prints paragraphs. Colour only on a terminal, and never with NO_COLOR or TERM=dumb."""

    def __init__(self, out: TextIO, symbols: bool = False) -> None:
        self.out = out
        self.symbols = symbols
        self.tty = out.isatty()
        dumb = os.environ.get("TERM") == "dumb"
        self.coloured = self.tty and not os.environ.get("NO_COLOR") and not dumb
        self._console = Console(file=out, highlight=False, soft_wrap=True) if self.tty else None

    @property
    def width(self) -> int:
        """How many columns are used."""
        return min(WIDTH, shutil.get_terminal_size().columns) if self.tty else WIDTH

    def say(self, text: str = "", indent: int = 0) -> None:
        """Print a paragraph; lines after the first are indented."""
        for line in text.split("\n"):
            for part in self._wrapped(line, indent):
                self._line(part)
        self.out.flush()

    def line(self, text: str) -> None:
        """Print a line that is to be copied: it is not wrapped."""
        self._line(text)
        self.out.flush()

    def _wrapped(self, line: str, indent: int) -> list[str]:
        if len(line) < self.width:
            return [line]
        return textwrap.wrap(
            line, self.width - 1, subsequent_indent=" " * indent, break_long_words=False,
            break_on_hyphens=False,
        )  # fmt: skip

    def _line(self, line: str) -> None:
        if self._console is None or not self.coloured:
            self.out.write(LIFTED.sub(lambda match: self._shown(match[0]), line) + "\n")
            return
        text = Text()
        at = 0
        for match in LIFTED.finditer(line):
            text.append(line[at : match.start()])
            text.append(self._shown(match[0]), self._style(plain(match[0])))
            at = match.end()
        text.append(line[at:])
        self._console.print(text)

    def _style(self, token: str) -> str:
        natural = token.partition("=")[2] or token
        colour = COLOURS.get(natural[-1]) or COLOURS.get(natural[0], "")
        return f"bold {colour}".strip()

    def _shown(self, lifted: str) -> str:
        token = plain(lifted)
        if self.symbols and token[-1] in SIGNS and len(token) > 1:
            return token[:-1] + SIGNS[token[-1]]
        return token

    def clear(self) -> None:
        """Hide what was shown: clear a terminal, or scroll it away."""
        if self.tty:
            self.out.write("\n" * shutil.get_terminal_size().lines + "\x1b[2J\x1b[3J\x1b[H")
            self.out.flush()

    def prompt(self, text: str) -> None:
        """Ask for a line, where somebody is there to see it."""
        if self.tty and sys.stdin.isatty():
            self.out.write(text)
            self.out.flush()
