"""Small cases in a few words, run as `upcard check` runs them; and tables of options."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from upcard.core.rules import Option, Value
from upcard.text.case import parse_case, run_case

Position = dict[str, object]


def at(game: str, hands: Sequence[str], **keys: object) -> Position:
    """A position: a hand for each seat, melds as (owner, cards) or (owner, cards, who laid what).

    Seat 0 has drawn and is to play unless `keys` say otherwise. Stock and discard are listed top
    first; the cards need not add up to a pack.
    """
    position: Position = {
        "game": game, "seats": len(hands), "dealer": len(hands) - 1, "turn": 0, "phase": "play",
        "hands": [hand.split() for hand in hands], "partial": True,
    }  # fmt: skip
    for key, value in keys.items():
        if isinstance(value, str) and key in ("stock", "discard"):
            position[key] = value.split()
        elif key == "table" and isinstance(value, Sequence):
            position[key] = [_meld(*entry) for entry in value]
        else:
            position[key] = value
    return position


def _meld(owner: int, cards: str, laid_by: dict[str, int] | None = None) -> dict[str, object]:
    meld: dict[str, object] = {"owner": owner, "cards": cards.split()}
    return meld if laid_by is None else {**meld, "laid_by": laid_by}


def fresh(game: str, seats: int, **more: object) -> Position:
    """A deal just dealt."""
    return {"game": game, "seats": seats, "seed": 5, **more}


def failed(position: Position, do: Sequence[str], expect: Mapping[str, object]) -> str:
    """What is wrong with a case; empty where all comes true."""
    data = {"name": "case", "position": position, "do": list(do), "expect": dict(expect)}
    failure = run_case(parse_case(data))
    return "" if failure is None else str(failure)


def check(position: Position, *do: str, **expect: object) -> None:
    """Play these actions, all but the last legal, and expect this."""
    __tracebackhide__ = True
    wrong = failed(position, do, expect)
    assert not wrong, wrong


def refused(position: Position, *do: str) -> None:
    """The last of these actions is illegal."""
    __tracebackhide__ = True
    check(position, *do, legal=False)


class Row(NamedTuple):
    """A position in which an option changes what comes of the same actions."""

    option: str
    value: Value
    position: Position
    do: tuple[str, ...]
    default: dict[str, object]
    changed: dict[str, object]

    def failures(self) -> list[str]:
        """What is wrong: under the rules as they are, and with the option set."""
        rules = self.position.get("rules", {})
        assert isinstance(rules, dict)
        assert self.option not in rules
        other = {**self.position, "rules": {**rules, self.option: self.value}}
        found = [failed(self.position, self.do, self.default)]
        found.append(failed(other, self.do, self.changed))
        return [text for text in found if text]


def row_name(row: Row) -> str:
    """The test's name."""
    return f"{row.option}={row.value}"


def uncovered(options: Sequence[Option], rows: Sequence[Row]) -> list[str]:
    """The values of options that no row tries, and the rows that cannot tell two values apart."""
    missing = []
    for option in options:
        tried = [row.value for row in rows if row.option == option.name]
        wanted: list[Value] = [value for value in option.choices if value != option.default]
        if not option.choices and not tried:
            missing.append(option.name)
        missing += [f"{option.name}={value}" for value in wanted if value not in tried]
    known = [option.name for option in options]
    missing += [f"{row.option}?" for row in rows if row.option not in known]
    missing += [f"{row_name(row)}: same" for row in rows if row.default == row.changed]
    return missing
