"""House rules: documented options, validated when rules are made, never later."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Mapping
from typing import Final

from mypy_extensions import i64, mypyc_attr

from upcard.core.digits import is_number
from upcard.errors import RulesError, short

Value = int | str | bool | None

# Numbers in rules, scores and positions stay below this, so that they fit a machine word.
MOST: Final = 1_000_000


class Option:
    """One house-rule option: its name, what it may be, its default, and what it does.

    Either ``choices`` lists every value, or the option is a number from low to high;
    ``none_ok`` also allows None ("not set"). ``paragraph`` names the part of the rules it is in.
    """

    def __init__(
        self,
        name: str,
        default: Value,
        explanation: str,
        paragraph: str,
        *,
        choices: tuple[Value, ...] = (),
        low: int = 0,
        high: int = MOST,
        none_ok: bool = False,
    ) -> None:
        self.name = name
        self.default = default
        self.explanation = explanation
        self.paragraph = paragraph
        self.choices = choices
        self.low = low
        self.high = high
        self.none_ok = none_ok

    def allowed(self) -> str:
        """What the option may be, for people: ``over, reach`` or ``1 to 1000000``."""
        if self.choices:
            return ", ".join(written(choice) for choice in self.choices)
        numbers = f"{self.low} to {self.high}"
        return numbers + ", none" if self.none_ok else numbers

    def check(self, value: object) -> Value:
        """The value, or a `RulesError` that names the option and what it may be."""
        if self.choices:
            for choice in self.choices:
                if value == choice and type(value) is type(choice):
                    return choice
        elif value is None:
            if self.none_ok:
                return None
        elif isinstance(value, int) and not isinstance(value, bool):
            if self.low <= value <= self.high:
                return value
        hint = ""
        if self.choices and isinstance(value, str):
            near = difflib.get_close_matches(value, [written(c) for c in self.choices], 1)
            hint = f"; did you mean {near[0]}?" if near else ""
        elif isinstance(value, str) and is_number(value.removeprefix("-")):
            hint = "; a number is written without quotes"
        raise RulesError(
            "bad_option_value",
            f"{self.name} cannot be {short(written(value))}: it may be {self.allowed()}{hint}",
            self.name,
        )

    def parse(self, text: str) -> Value:
        """The value a text stands for, as typed after ``--rule name=``."""
        for choice in self.choices:
            if written(choice) == text or (isinstance(choice, bool) and text in BOOLS[choice]):
                return choice
        if not self.choices:
            if self.none_ok and text == "none":
                return None
            if is_number(text.removeprefix("-")):
                return self.check(int(text))
        return self.check(text)


BOOLS: Final[dict[bool, tuple[str, ...]]] = {
    True: ("true", "yes", "on"),
    False: ("false", "no", "off"),
}


def written(value: object) -> str:
    """How a value is typed and shown: ``true``, ``none``, ``11``, ``over``."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)


@mypyc_attr(allow_interpreted_subclasses=True)
class Rules:
    """The house rules of one table. A game subclasses it with its own options and seat limits.

    Values are given by name; unknown names, wrong values and contradictions raise `RulesError`
    with the nearest valid name.
    """

    def __init__(
        self, game: str, options: tuple[Option, ...], chosen: Mapping[str, object]
    ) -> None:
        self.game = game
        self.options = options
        self.min_seats: i64 = 2
        self.max_seats: i64 = 2
        self.default_seats: i64 = 2
        self._values: dict[str, Value] = {option.name: option.default for option in options}
        for name, value in chosen.items():
            self._values[name] = self._option(name).check(value)

    def _option(self, name: str) -> Option:
        for option in self.options:
            if option.name == name:
                return option
        names = [option.name for option in self.options]
        near = difflib.get_close_matches(name, names, 1)
        hint = f"did you mean {near[0]}?" if near else "its options are " + ", ".join(names)
        raise RulesError("unknown_option", f"{self.game} has no option {name!r}; {hint}", name)

    def parse_option(self, name: str, text: str) -> Value:
        """The value of an option typed as text; `RulesError` where there is no such option."""
        return self._option(name).parse(text)

    def __getitem__(self, name: str) -> Value:
        self._option(name)
        return self._values[name]

    def number(self, name: str) -> i64:
        """The value of an option that is a number."""
        value = self._values[name]
        if not isinstance(value, int):
            raise RulesError("not_a_number", f"{name} is not a number", name)
        return value

    def is_set(self, name: str, value: Value = True) -> bool:
        """Whether an option has this value."""
        return self._values[name] == value

    def to_dict(self) -> dict[str, Value]:
        """The options that differ from their defaults; the constructor takes them back."""
        return {
            option.name: self._values[option.name]
            for option in self.options
            if self._values[option.name] != option.default
        }

    def all_values(self) -> dict[str, Value]:
        """Every option with its value."""
        return dict(self._values)

    def contradiction(self, why: str, name: str) -> RulesError:
        """The error for options that exclude one another."""
        return RulesError("contradictory_options", f"{self.game}: {why}", name)

    def first_dealer(self) -> i64:
        """Hook: the seat that deals first; -1 where it is drawn by lot."""
        return 0

    def match_over(self, totals: list[int], deals: int) -> bool:
        """Hook: whether the match ends with these totals after so many deals."""
        return deals >= 1

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Rules):
            return NotImplemented
        return self.game == other.game and self._values == other._values

    def __hash__(self) -> int:
        return hash((self.game, tuple(sorted((k, written(v)) for k, v in self._values.items()))))

    def __reduce__(self) -> tuple[Callable[..., Rules], tuple[type[Rules], dict[str, Value]]]:
        return (remade, (type(self), self.to_dict()))

    def __repr__(self) -> str:
        values = ", ".join(f"{name}={value!r}" for name, value in self.to_dict().items())
        return f"{type(self).__name__}({values})"


def remade(kind: type[Rules], values: dict[str, Value]) -> Rules:
    """Rules of this class with these options: what unpickling calls."""
    make: Callable[..., Rules] = kind
    return make(**values)
