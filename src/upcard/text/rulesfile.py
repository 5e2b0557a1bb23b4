"""House rules as TOML files.

    game = "romme"
    target = 300
    opening = "single"

Options stand at the top or in a table ``[rules]``; "none" is the value of an option not set.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Sequence

from upcard.core.rules import Rules, Value
from upcard.errors import ParseError, RulesError, short
from upcard.games.registry import deal_class
from upcard.text.jsontext import read_text


def rules_from_toml(path: str, game: str | None = None) -> tuple[str, dict[str, Value]]:
    """The game a rules file is for, and the values it sets, checked.

    ``game`` is needed where the file names none, and must be the same where it does.
    `FileError`, `ParseError` or `RulesError` name the file and the line, or the option and the
    nearest valid one.
    """
    try:
        return rules_of_toml(read_text(path), game)
    except RulesError as error:
        raise RulesError(error.code, f"{path}: {error.sentence}", error.text) from None
    except ParseError as error:
        raise ParseError(error.code, f"{path}: {error.sentence}", path) from None


def rules_of_toml(text: str, game: str | None = None) -> tuple[str, dict[str, Value]]:
    """As `rules_from_toml`, from the text itself.

    >>> rules_of_toml('game = "romme"\\ntarget = 300')
    ('romme', {'target': 300})
    >>> rules_of_toml('game = "romme"\\ntraget = 300')
    Traceback (most recent call last):
    upcard.errors.RulesError: romme has no option 'traget'; did you mean target?
    """
    try:
        data = tomllib.loads(text)
    except RecursionError:
        sentence = "this file has too many lists and tables within one another"
        raise ParseError("bad_toml", sentence, text[:80]) from None
    except ValueError as error:
        raise ParseError("bad_toml", f"this is no TOML: {error}", text[:80]) from None
    named = data.pop("game", game)
    if not isinstance(named, str):
        raise RulesError("no_such_game", 'a rules file names its game: game = "romme"', "game")
    kind = deal_class(named)
    if game not in (None, named):
        raise RulesError("other_game", f"these rules are for {named}, not for {game}", named)
    table = data.pop("rules", {})
    if not isinstance(table, dict):
        raise RulesError("bad_option_value", "rules must be a table of options", "rules")
    twice = sorted(set(table) & set(data))
    if twice:
        raise RulesError("bad_option_value", f"{twice[0]} is set twice", twice[0])
    defaults = kind.make_rules({})
    values = {name: _value(defaults, name, v) for name, v in {**data, **table}.items()}
    kind.make_rules(values)
    return named, values


def _value(rules: Rules, name: str, value: object) -> Value:
    if value == "none":
        return rules.parse_option(name, "none")
    if isinstance(value, (bool, int, str)):
        return value
    # An unknown name is the first thing to say.
    allowed = next((o.allowed() for o in rules.options if o.name == name), "")
    if not allowed:
        rules.parse_option(name, "none")
    sentence = f"{name} cannot be {short(repr(value))}: it may be {allowed}"
    raise RulesError("bad_option_value", sentence, name)


def rules_to_toml(rules: Rules) -> str:
    """The file that `rules_of_toml` reads back to these rules: what differs from the defaults.

    >>> import upcard
    >>> print(rules_to_toml(upcard.GinRules(knock_card=5)), end="")
    game = "gin"
    knock_card = 5
    """
    lines = [f'game = "{rules.game}"']
    for name, value in rules.to_dict().items():
        lines.append(f"{name} = {json.dumps('none' if value is None else value)}")
    return "\n".join(lines) + "\n"


def house_rules(game: str, pairs: Sequence[str] = (), path: str | None = None) -> Rules:
    """The rules a command line asks for: a file, then options typed as ``option=value``.

    >>> house_rules("gin", ["knock_card=5"])
    GinRules(knock_card=5)
    """
    kind = deal_class(game)
    values: dict[str, Value] = rules_from_toml(path, game)[1] if path is not None else {}
    defaults = kind.make_rules({})
    typed: set[str] = set()
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals:
            raise RulesError("bad_option", f"{pair!r} sets no house rule: write option=value", pair)
        if name.strip() in typed:
            raise RulesError("option_twice", f"{name.strip()} is given twice", name.strip())
        typed.add(name.strip())
        values[name.strip()] = defaults.parse_option(name.strip(), value.strip())
    return kind.make_rules(values)
