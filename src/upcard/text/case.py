"""Cases: a position, actions, and what must come of them.

Whoever writes rules down can write them as cases, and `upcard check` says which do not hold.
"""

from __future__ import annotations

import difflib
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from upcard.core.action import KINDS
from upcard.core.deal import Deal
from upcard.core.digits import is_number
from upcard.core.match import Match
from upcard.core.notation import meld_tokens, parse_meld
from upcard.core.table import word_at
from upcard.errors import ParseError, UpcardError
from upcard.text.jsontext import read_json
from upcard.text.position import as_named, match_from_position, table_of

# Facts that only some games have; they are read from the game's own.
OWN_FACTS: Final = ("side_jokers", "bonus", "claim")
LISTS: Final = (
    "side_jokers", "bonus", "hands", "hand_sizes", "discard", "table", "scores", "deal_scores",
    "winners", "legal_has", "legal_lacks", "to_act",
)  # fmt: skip
# Lists with an entry a seat; a null skips the seat.
BY_SEAT: Final = ("hand_sizes", "scores", "deal_scores")
OTHERS: Final = (
    "legal", "setup_error", "turn", "phase", "claim", "stock_size", "discard_size", "deal_over",
    "match_over", "next_dealer",
)  # fmt: skip


class Mismatch(NamedTuple):
    """One expectation that did not come true: its key, what was expected and what came."""

    key: str
    expected: object
    got: object

    def __str__(self) -> str:
        return f"{self.key}: expected {shown(self.expected)}, got {shown(self.got)}"


class Failure(NamedTuple):
    """A case that failed, and why."""

    name: str
    mismatches: tuple[Mismatch, ...]

    def __str__(self) -> str:
        return f"{self.name}: " + "; ".join(str(mismatch) for mismatch in self.mismatches)


class Case(NamedTuple):
    """A case that reads well."""

    name: str
    position: Mapping[str, object]
    actions: tuple[str, ...]
    expect: Mapping[str, object]


def shown(value: object) -> str:
    """A value on one line."""
    if value is None or isinstance(value, bool):
        return {None: "none", True: "true", False: "false"}[value]
    if isinstance(value, dict):
        return " ".join(f"{key}={shown(item)}" for key, item in value.items())
    if isinstance(value, (list, tuple)):
        if any(isinstance(item, (list, tuple, dict)) for item in value):
            return " ".join(f"[{shown(item)}]" for item in value) or "nothing"
        return " ".join(shown(item) for item in value) or "nothing"
    return str(value)


def read_cases(path: str) -> list[Case]:
    """The cases of a file. `ParseError` names the case and the key that cannot be read."""
    data = read_json(path)
    if not isinstance(data, dict) or set(data) != {"cases"} or not isinstance(data["cases"], list):
        raise ParseError("bad_case", f'{path} is no file of cases: {{"cases": [...]}}', path)
    return [parse_case(case, f"{path}, case {i + 1}") for i, case in enumerate(data["cases"])]


def parse_case(data: object, place: str = "the case") -> Case:
    """A case from JSON values.

    >>> parse_case({"name": "a", "position": {"game": "gin"}, "expect": {"turns": 0}})
    Traceback (most recent call last):
    upcard.errors.ParseError: a: there is no expectation 'turns'; did you mean turn?
    """
    if not isinstance(data, dict):
        raise ParseError("bad_case", f"{place} is no object", place)
    name = data.get("name")
    if not isinstance(name, str):
        raise ParseError("bad_case", f"{place} has no name", place)
    for key in data:
        if key not in ("name", "position", "do", "expect"):
            raise ParseError("bad_case", f"{name}: a case has no key {key!r}", str(key))
    position, expect = data.get("position"), data.get("expect")
    if not isinstance(position, dict) or not isinstance(expect, dict):
        raise ParseError("bad_case", f"{name}: a case has a position and an expect object", name)
    actions = data.get("do", [])
    if not isinstance(actions, list) or not all(isinstance(action, str) for action in actions):
        raise ParseError("bad_case", f"{name}: do must be a list of actions", name)
    _check_expectations(name, expect, actions)
    for action in [*actions, *expect.get("legal_has", []), *expect.get("legal_lacks", [])]:
        _check_verb(name, action)
    return Case(name, position, tuple(actions), expect)


def _check_expectations(name: str, expect: Mapping[str, object], actions: list[str]) -> None:
    if not expect and not actions:
        raise ParseError("bad_case", f"{name}: nothing is expected", name)
    known = (*LISTS, *OTHERS)
    for key, value in expect.items():
        if key not in known:
            near = difflib.get_close_matches(str(key), known, 1)
            hint = f"; did you mean {near[0]}?" if near else ""
            sentence = f"{name}: there is no expectation {key!r}{hint}"
            raise ParseError("unknown_expectation", sentence, str(key))
        if key in LISTS and not isinstance(value, list):
            raise ParseError("bad_case", f"{name}: {key} must be a list", key)
    for key in ("legal", "setup_error", "deal_over", "match_over"):
        if not isinstance(expect.get(key, True), bool):
            raise ParseError("bad_case", f"{name}: {key} must be true or false", key)
    if expect.get("setup_error") is True and len(expect) > 1:
        raise ParseError("bad_case", f"{name}: a setup_error leaves nothing else to expect", name)
    if expect.get("legal") is False and not actions:
        raise ParseError("bad_case", f"{name}: legal is about the last action of do", name)


def _check_verb(name: str, action: object) -> None:
    """A misspelt action would be refused, and so look as if the rules forbade it."""
    words = action.split() if isinstance(action, str) else []
    verb = words[1:2] if words and is_number(words[0]) else words[:1]
    if not verb or verb[0] not in KINDS:
        raise ParseError("no_such_action", f"{name}: {action!r} is no action", str(action))


def run_case(case: Case) -> Failure | None:
    """What is wrong with a case, or None where all that is expected comes true.

    >>> run_case(parse_case({"name": "a", "position": {"game": "gin"}, "expect": {"turn": 1}}))
    Failure(name='a', mismatches=(Mismatch(key='turn', expected=1, got=0),))
    """
    wants_error = case.expect.get("setup_error") is True
    try:
        match = match_from_position(case.position)
    except UpcardError as error:
        if error.code == "no_such_game":
            raise type(error)(error.code, f"{case.name}: {error.sentence}", error.text) from None
        if wants_error:
            return None
        return Failure(case.name, (Mismatch("position", "no error", error.sentence),))
    if wants_error:
        return Failure(case.name, (Mismatch("setup_error", True, False),))
    refused = ""
    for i, action in enumerate(case.actions):
        refused = _refusal(match.deal, action)
        if refused and i < len(case.actions) - 1:
            return Failure(case.name, (Mismatch(f"action {i + 1}", "legal", refused),))
        if not refused:
            match.apply(action)
    expect = {"legal": True, **case.expect}
    wrong = []
    for key, wanted in expect.items():
        if key == "legal":
            if wanted == bool(refused):
                wrong.append(Mismatch(key, wanted, refused or True))
        elif key != "setup_error":
            wrong.extend(_compare(match, key, wanted))
    return Failure(case.name, tuple(wrong)) if wrong else None


def _refusal(deal: Deal, action: str) -> str:
    """Why an action is refused, also where it cannot be read; empty where it is legal."""
    try:
        error: UpcardError | None = deal.why_not(action)
    except UpcardError as unreadable:
        error = unreadable
    return "" if error is None else error.sentence


def _compare(match: Match, key: str, wanted: object) -> list[Mismatch]:
    deal = match.deal
    if key in ("legal_has", "legal_lacks") and isinstance(wanted, list):
        has = key == "legal_has"
        off = [action for action in wanted if (_refusal(deal, action) == "") != has]
        return [Mismatch(key, action, _refusal(deal, action) or "legal") for action in off]
    got = fact(match, key)
    if key in ("winners", "to_act") and isinstance(wanted, list):
        same = sorted(map(str, wanted)) == sorted(map(str, got if isinstance(got, list) else []))
    elif key in ("side_jokers", "bonus") and isinstance(got, list):
        same = isinstance(wanted, list) and sorted(map(str, wanted)) == sorted(map(str, got))
    elif key == "hands" and isinstance(wanted, list):
        same = _same_hands(wanted, got)
    elif key in BY_SEAT and isinstance(wanted, list) and isinstance(got, list):
        same = len(wanted) == len(got) and all(
            w is None or w == g for w, g in zip(wanted, got, strict=True)
        )
    elif key == "table" and isinstance(wanted, list):
        same = _same_table(deal, wanted)
    elif key == "discard" and isinstance(wanted, list) and isinstance(got, list):
        same = got[: len(wanted)] == wanted
        got = got[: max(len(wanted), 1)]
    else:
        same = wanted == got and isinstance(wanted, bool) == isinstance(got, bool)
    return [] if same else [Mismatch(key, wanted, got)]


def fact(match: Match, key: str) -> object:
    """What an expectation is about, as JSON values; null where there is no such fact now."""
    deal = match.deal
    token = deal.pack.token
    seats = range(match.seats)
    if key in OWN_FACTS:
        own = deal.extra()
        if key == "claim" and key not in own:
            return None
        if key not in own:
            raise ParseError("unknown_expectation", f"{match.rules.game} knows no {key}", key)
        return own[key]
    if key == "hands":
        return [[token(face) for face in deal.hand(seat)] for seat in seats]
    if key == "discard":
        return [token(deal.pile[deal.pile_n - 1 - i]) for i in range(deal.pile_n)]
    if key == "table":
        return table_of(deal)
    if key == "next_dealer":
        return int(deal.next_dealer()) if deal.is_over and not match.is_over else None
    simple: dict[str, object] = {
        "turn": int(deal.turn),
        "phase": deal.phase_name,
        "hand_sizes": [int(deal.size(seat)) for seat in seats],
        "stock_size": int(deal.stock_n),
        "discard_size": int(deal.pile_n),
        "scores": list(match.totals),
        "deal_scores": list(deal.scores),
        "deal_over": bool(deal.is_over),
        "match_over": bool(match.is_over),
        "winners": list(match.winners),
        "to_act": list(deal.to_act),
    }
    return simple[key]


def _same_hands(wanted: Sequence[object], got: object) -> bool:
    if not isinstance(got, list) or len(wanted) != len(got):
        return False
    for cards, held in zip(wanted, got):
        if cards is None:
            continue
        if not isinstance(cards, list) or sorted(map(str, cards)) != sorted(held):
            return False
    return True


def _same_table(deal: Deal, wanted: Sequence[object]) -> bool:
    """Whether the table is as expected; how a meld's cards are ordered does not matter."""
    lying = table_of(deal)
    if len(wanted) != len(lying):
        return False
    for i, meld in enumerate(wanted):
        if not isinstance(meld, dict) or not isinstance(meld.get("cards"), list):
            return False
        others = {key: value for key, value in meld.items() if key != "cards"}
        if any(lying[i].get(key) != value for key, value in others.items()):
            return False
        try:
            word = int(parse_meld(deal.pack, deal.melds, meld["cards"]))
            word = as_named(deal, word, meld["cards"])
        except UpcardError:
            return False
        canonical = meld_tokens(deal.pack, deal.melds, word_at(deal.table[i]))
        if meld_tokens(deal.pack, deal.melds, word) != canonical:
            return False
    return True
