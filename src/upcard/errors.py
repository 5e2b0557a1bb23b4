"""What can go wrong, as one small family of exceptions.

Every error has a stable ``code`` for programs, a sentence for people (``str(error)``), and the
offending ``text`` where there is one.
"""

from __future__ import annotations

import re
from typing import Final

# A sentence never repeats more than so much of what was typed or read.
ECHO: Final = 60


def short(text: str) -> str:
    """A text cut to what a sentence may repeat of it, with nothing that would move the cursor.

    >>> short("9s"), short("x" * 500) == "x" * 59 + "…"
    ('9s', True)
    """
    cut = text if len(text) <= ECHO else text[: ECHO - 1] + "…"
    return "".join(char if char.isprintable() else "?" for char in cut)


def quoted(text: str) -> str:
    """A text in quotes, without what would move the cursor, and cut to what may be repeated.

    >>> quoted("1z"), quoted("x" * 500) == repr("x" * 58 + "…")
    ("'1z'", True)
    """
    shown = repr(text)
    if len(shown) <= ECHO + 2:
        return shown
    # An escape is never cut in two.
    cut = re.sub(r"\\(x.?|u.{0,3}|U.{0,7})?$", "", shown[: ECHO - 1])
    return cut + "…" + shown[-1]



class UpcardError(Exception):
    """Base of every error upcard raises on purpose.

    >>> error = ParseError("no_such_card", "'1z' is no card of this pack", "1z")
    >>> error.code, str(error), error.text
    ('no_such_card', "'1z' is no card of this pack", '1z')
    """

    def __init__(self, code: str, sentence: str, text: str = "") -> None:
        if len(text) > ECHO // 5 and len(repr(text)) > ECHO + 2:
            sentence = sentence.replace(repr(text), quoted(text))
        super().__init__(code, sentence, text)
        self.code = code
        self.sentence = sentence
        self.text = text

    def __str__(self) -> str:
        return self.sentence


class ParseError(UpcardError):
    """Text that cannot be read: a card, an action, a position, a record, a rules file."""


class AmbiguousError(ParseError):
    """Text that can be read in more than one way; the sentence says how to tell them apart."""


class RulesError(UpcardError):
    """House rules that are unknown, out of range or contradict one another."""


class PositionError(UpcardError):
    """A position or a record that cannot be: a card too often, a seat that does not exist."""


class FileError(UpcardError):
    """A file that cannot be read or written; what was in it is as it was."""


class IllegalActionError(UpcardError):
    """An action that reads well but is not allowed now. Nothing has changed.

    ``paragraph`` names the part of the game's rules the refusal comes from.
    """

    def __init__(self, code: str, sentence: str, text: str = "", paragraph: str = "") -> None:
        super().__init__(code, sentence.replace(f"{text}: ", f"{short(text)}: ", 1), text)
        self.args = (code, self.sentence, text, paragraph)
        self.paragraph = paragraph
