"""Reading facts by name from JSON values, strictly: each function names the key it refuses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from upcard.core.pack import Pack
from upcard.core.places import NONE
from upcard.core.rules import MOST
from upcard.errors import ParseError, PositionError

Facts = Mapping[str, object]


def bad_value(key: str, wanted: str, value: object) -> PositionError:
    """The error for a key whose value is not what it may be."""
    shown = repr(value)
    if len(shown) > 40:
        shown = shown[:37] + "..."
    return PositionError("bad_value", f"{key} must be {wanted}, not {shown}", key)


def whole(facts: Facts, key: str, default: int = 0, low: int = 0, high: int = MOST) -> int:
    """A number from low to high; default where the key is missing.

    >>> whole({"turn": 1}, "turn", high=1)
    1
    """
    value = facts.get(key, default)
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise bad_value(key, f"a number from {low} to {high}", value)
    return value


def flag(facts: Facts, key: str, default: bool = False) -> bool:
    """true or false."""
    value = facts.get(key, default)
    if not isinstance(value, bool):
        raise bad_value(key, "true or false", value)
    return value


def seat_of(facts: Facts, key: str, seats: int, default: int = NONE) -> int:
    """A seat; null and (without a default) a missing key are NONE."""
    value = facts.get(key, default)
    if value is None or (isinstance(value, int) and value == int(NONE) and key not in facts):
        return NONE
    if not isinstance(value, int) or isinstance(value, bool):
        raise bad_value(key, f"a seat from 0 to {seats - 1}", value)
    if not 0 <= value < seats:
        raise PositionError("no_such_seat", f"{key}: there is no seat {value}", key)
    return value


def items(facts: Facts, key: str, length: int = NONE) -> Sequence[object]:
    """A list, of so many items where a length is given; empty where the key is missing."""
    value = facts.get(key)
    if value is None and key not in facts:
        return []
    if not isinstance(value, list):
        raise bad_value(key, "a list", value)
    if length != NONE and len(value) != length:
        raise PositionError("bad_value", f"{key} must have one entry a seat, {length} in all", key)
    return value


def face_of(pack: Pack, key: str, token: object) -> int:
    """The card a token names."""
    if not isinstance(token, str):
        raise bad_value(key, "a card", token)
    try:
        return int(pack.face(token))
    except ParseError as error:
        raise ParseError(error.code, f"{key}: {error.sentence}", token) from None


def faces_of(pack: Pack, key: str, tokens: object) -> list[int]:
    """The cards of a list of tokens."""
    if not isinstance(tokens, list):
        raise bad_value(key, "a list of cards", tokens)
    return [face_of(pack, key, token) for token in tokens]


def card_of(facts: Facts, key: str, pack: Pack) -> int:
    """One card, or NONE where the key is null or missing."""
    token = facts.get(key)
    return NONE if token is None else face_of(pack, key, token)
