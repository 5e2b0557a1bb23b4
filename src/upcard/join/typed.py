"""Lines of a person or a pipe, read in a thread of their own: news do not wait for them."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from typing import TextIO


class Typed:
    """Hands over each line, and None where there are no more.

    It reads the file itself: a thread that waits inside Python's own reader would hold up the end
    of the program.
    """

    def __init__(self, source: TextIO, hear: Callable[[str | None], None]) -> None:
        self.descriptor = source.fileno()
        self.keyboard = source.isatty()
        self.hear = hear

    def start(self) -> None:
        """Read."""
        threading.Thread(target=self._run, daemon=True).start()

    def _run(self) -> None:
        rest = b""
        while True:
            try:
                more = os.read(self.descriptor, 4096)
            except OSError:
                more = b""
            *lines, rest = (rest + more).split(b"\n")
            if not more and rest:
                lines.append(rest)
            for line in lines:
                self.hear(line.decode(errors="replace").rstrip("\r"))
            if not more:
                self.hear(None)
                return
