"""Where lines come from: a keyboard or a pipe."""

from __future__ import annotations

import sys
from typing import TextIO

from upcard.terminal.ink import Printer


class Lines:
    """Reads lines; `EOFError` where there are no more. It prompts only somebody who is there."""

    def __init__(self, source: TextIO, printer: Printer) -> None:
        self.source = source
        self.printer = printer
        self.keyboard = source is sys.stdin and source.isatty() and printer.tty
        if self.keyboard:
            try:
                import readline  # noqa: F401  # line editing and history
            except ImportError:
                pass

    def read(self, prompt: str) -> str:
        """The next line without its end."""
        if self.keyboard:
            return input(prompt)
        self.printer.out.flush()
        line = self.source.readline()
        if not line:
            raise EOFError
        return line.rstrip("\r\n")

    def fresh_line(self) -> None:
        """After Ctrl-C or Ctrl-D the cursor stands behind what was typed."""
        if self.keyboard:
            self.printer.say()
