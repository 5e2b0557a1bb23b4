"""Whatever is in a position, a case or a record: it is read, or refused in one sentence."""

from __future__ import annotations

import copy
import json
import random
from typing import Any

import pytest

import upcard
from tests.text.play import play
from tests.text.test_record import KNOCK
from upcard.errors import UpcardError
from upcard.games.registry import GAMES
from upcard.text.case import parse_case, run_case
from upcard.text.position import match_from_position, position_of
from upcard.text.record import Record, record_of
from upcard.text.replay import verify

JUNK: list[Any] = [
    None, True, False, 0, 1, 2, -1, 10**9, 10**30, 1.5, "", "X", "7h", "Xr", "zz", "0", "draw",
    "\x00", [], {}, [[]], [None], ["7h"], {"0": "pass"}, {"owner": 0, "cards": ["X", "X", "X"]},
    [1, 2], {"owner": 1, "cards": ["Ac", "2c", "3c"], "laid_by": {"Ac": 9}}, ["most_cards"] * 5,
]  # fmt: skip


def spoilt(value: Any, chance: random.Random) -> Any:
    """The value with one part of it, however deep, replaced by junk, doubled or taken away."""
    twin = copy.deepcopy(value)
    place = twin
    while True:
        keys = list(place) if isinstance(place, dict) else list(range(len(place)))
        key = chance.choice(keys)
        inner = place[key]
        if isinstance(inner, (dict, list)) and inner and chance.random() < 0.6:
            place = inner
            continue
        if chance.random() < 0.2:
            del place[key]
        elif isinstance(place, list) and chance.random() < 0.3:
            place.append(inner)
        else:
            place[key] = chance.choice(JUNK)
        return twin


def one_sentence(error: UpcardError) -> None:
    assert error.code
    assert str(error)
    assert "\n" not in str(error)


@pytest.mark.parametrize("game", GAMES)
def test_spoilt_positions(game: str) -> None:
    chance = random.Random(game)
    read = 0
    match = upcard.new_match(game, seed=4)
    for n, _ in enumerate(play(match, chance, 1)):
        if n % 7 and n > 20:
            continue
        for _ in range(12):
            position = spoilt(json.loads(json.dumps(position_of(match.deal))), chance)
            if chance.random() < 0.5:
                position["partial"] = True
            try:
                other = match_from_position(position)
            except UpcardError as error:
                one_sentence(error)
                continue
            read += 1
            # What is read can be written, looked at and asked.
            position_of(other.deal)
            assert other.view(0).seat == 0
            assert other.winners is not None
            for seat in other.deal.to_act:
                list(other.legal_actions(seat))
        if n > 300:
            break
    assert read > 20


def test_spoilt_records() -> None:
    chance = random.Random(1)
    records = [KNOCK, json.loads(json.dumps(record_of(upcard.new_match("romme", seed=1))))]
    refused = 0
    for _ in range(1500):
        try:
            verify(Record(spoilt(chance.choice(records), chance)))
        except UpcardError as error:
            one_sentence(error)
            refused += 1
    assert refused > 500


def test_spoilt_cases() -> None:
    chance = random.Random(1)
    case = {
        "name": "a",
        "position": position_of(upcard.new_match("romme", seed=1).deal),
        "do": ["1 draw"],
        "expect": {
            "turn": 1, "hands": [["7h"], None], "table": [{"owner": 0, "cards": ["7h"]}],
            "legal_has": ["discard 7h"], "winners": [0], "discard": ["7h"], "bonus": ["a"],
        },
    }  # fmt: skip
    for _ in range(800):
        try:
            run_case(parse_case(spoilt(case, chance)))
        except UpcardError as error:
            one_sentence(error)
