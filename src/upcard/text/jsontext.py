"""JSON read strictly: no key twice, no numbers that are none, and one sentence where it fails."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from upcard.errors import FileError, ParseError, quoted


def parse_json(text: str, name: str = "the text") -> object:
    """The value of a JSON text; `ParseError` names where it breaks off or goes wrong.

    >>> parse_json('{"a": 1}')
    {'a': 1}
    >>> parse_json('{"a": ', "game.json")
    Traceback (most recent call last):
    upcard.errors.ParseError: game.json breaks off in the middle, at line 1, column 7
    """
    try:
        value: object = json.loads(
            text, object_pairs_hook=_no_key_twice, parse_constant=_no_such_number
        )
        return value
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        if error.pos >= len(text.rstrip()) or error.msg.startswith("Unterminated string"):
            sentence = f"{name} breaks off in the middle, at {place}"
        else:
            sentence = f"{name} is no JSON: at {place}, {error.msg[0].lower()}{error.msg[1:]}"
        raise ParseError("bad_json", sentence, name) from None
    except RecursionError:
        sentence = f"{name} has too many lists and objects within one another"
        raise ParseError("bad_json", sentence, name) from None
    except ValueError as error:
        raise ParseError("bad_json", f"{name} is no JSON: {error}", name) from None


def _no_key_twice(pairs: list[tuple[str, object]]) -> dict[str, object]:
    values = dict(pairs)
    if len(values) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise ValueError(f"it names {quoted(twice)} twice")
    return values


def _no_such_number(text: str) -> object:
    raise ValueError(f"{text} is no number")


def read_text(path: str) -> str:
    """The text of a file; ``-`` is the standard input. `FileError` says why it cannot be read."""
    name = "the standard input" if path == "-" else path
    try:
        if path == "-":
            return sys.stdin.read()
        return Path(path).read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise FileError("not_text", f"{name} is no text in UTF-8", path) from None
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise FileError("cannot_read", f"{name} cannot be read: {why}", path) from None


def read_json(path: str) -> object:
    """The value in a JSON file, as `read_text` and `parse_json` read it."""
    return parse_json(read_text(path), "the standard input" if path == "-" else path)
