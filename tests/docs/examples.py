"""The examples of the game pages: a position in short, and what may be done in it.

    game   romme opening=single
    hand   7h 7d 7c 2s 3s 4s Kd
    table  5h X=6h 7h by 1
    + meld 7h 7d 7c        legal, and carried out
    - discard Kd           refused; nothing changes
    = 0 17                 the deal is over, with these scores

Seat 0 is in turn and has drawn unless the example says otherwise. ``hand 1`` is the hand of seat
1. A remark stands after two spaces. Cards that do not matter are left out.
"""

from __future__ import annotations

import re

from upcard.core.rules import Value
from upcard.games.registry import deal_class
from upcard.text.position import deal_from_position

CARDS = ("stock", "discard", "side_jokers", "laid_off")
NUMBERS = ("deal", "seats", "dealer", "turn", "turn_melds", "discarded_by", "knocker")
WORDS = ("phase", "taken", "claim")


def run_example(text: str, place: str) -> None:
    """Run an example; an assertion says where it does not hold."""
    position, actions = read(text)
    deal = deal_from_position(position)
    for sign, action in actions:
        where = f"{place}: {sign} {action}"
        if sign == "=":
            assert deal.is_over, where
            assert [str(score) for score in deal.scores] == action.split(), (where, deal.scores)
            continue
        refused = deal.why_not(action)
        if sign == "-":
            assert refused is not None, f"{where} is legal"
            assert refused.paragraph, where
        else:
            assert refused is None, f"{where} is refused: {refused}"
            deal.apply(action)


def read(text: str) -> tuple[dict[str, object], list[tuple[str, str]]]:
    """The position of an example, and its lines of actions."""
    position: dict[str, object] = {"turn": 0, "phase": "play", "partial": True}
    hands: dict[int, list[str]] = {}
    table: list[object] = []
    actions: list[tuple[str, str]] = []
    for line in text.splitlines():
        if not line.strip():
            continue
        key, _, rest = line.strip().partition(" ")
        if key in ("+", "-", "="):
            actions.append((key, re.split(r" {2,}", rest.strip())[0]))
            continue
        assert not actions, f"{line!r}: the position comes first"
        value = rest.strip()
        words = value.split()
        if key == "game":
            position["game"] = words[0]
            position["rules"] = rule_values(words[0], words[1:])
        elif key == "hand":
            seat = int(words.pop(0)) if words[0].isdigit() else 0
            hands[seat] = words
        elif key == "table":
            table.append({"owner": int(words[-1]), "cards": words[:-2]})
        elif key == "opened" or key in CARDS:
            position[key] = words
        elif key in NUMBERS:
            position[key] = int(value)
        elif key == "bonus":
            position[key] = words
        else:
            assert key in WORDS, f"{key!r} is no part of an example"
            position[key] = value
    rules = deal_class(str(position["game"])).make_rules({})
    seats = position.setdefault("seats", max(int(rules.min_seats), len(hands)))
    assert isinstance(seats, int)
    position.setdefault("dealer", seats - 1)
    position["hands"] = [hands.get(seat, []) for seat in range(seats)]
    position["table"] = table
    if "opened" in position:
        opened = position["opened"]
        assert isinstance(opened, list)
        position["opened"] = [str(seat) in opened for seat in range(seats)]
    return position, actions


def rule_values(game: str, pairs: list[str]) -> dict[str, Value]:
    """House rules written as ``option=value``."""
    rules = deal_class(game).make_rules({})
    values: dict[str, Value] = {}
    for pair in pairs:
        name, _, value = pair.partition("=")
        values[name] = rules.parse_option(name, value)
    return values
