"""What can go wrong, as one small family of exceptions.

Every error has a stable ``code`` for programs, a sentence for people (``str(error)``), and the
offending ``text`` where there is one.
"""

from __future__ import annotations


class UpcardError(Exception):
    """Base of every error upcard raises on purpose.

    >>> error = ParseError("no_such_card", "'1z' is no card of this pack", "1z")
    >>> error.code, str(error), error.text
    ('no_such_card', "'1z' is no card of this pack", '1z')
    """

    def __init__(self, code: str, sentence: str, text: str = "") -> None:
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
        super().__init__(code, sentence, text)
        self.args = (code, sentence, text, paragraph)
        self.paragraph = paragraph
