"""Positions that no play need have led to: what is left out follows from what is there."""

from __future__ import annotations

from typing import Any

import pytest

from upcard.text.case import parse_case, run_case

MINE = ["5s", "6s", "7s", "Kc", "Kd", "Kh", "Ac", "Ad", "Ah", "2d"]
THEIRS = ["8s", "Ts", "Js", "4s", "9h", "9s", "9c", "2h", "3h", "Qd"]
LAID = [
    {"owner": 0, "cards": ["5s", "6s", "7s"]},
    {"owner": 0, "cards": ["Kc", "Kd", "Kh"]},
    {"owner": 0, "cards": ["Ac", "Ad", "Ah", "As"]},
]
STRAIGHT = {"owner": 1, "cards": ["5h", "X=6h", "7h", "8h"]}
RUN = {"owner": 0, "cards": ["r1", "r2", "Xr=r3"]}
LAST = {"game": "contract", "seats": 4, "deal": 5, "dealer": 3, "turn": 0, "phase": "play"}


def holds(position: dict[str, Any], do: list[str], expect: dict[str, Any]) -> None:
    """The case holds; the position need not have all cards."""
    case = {"name": "case", "position": {"partial": True, **position}, "do": do, "expect": expect}
    assert run_case(parse_case(case)) is None


def test_gin_knocks_with_any_stock() -> None:
    position = {"game": "gin", "phase": "play", "hands": [[*MINE, "2s"], THEIRS[:9]]}
    holds(position, ["knock"], {"phase": "knock", "legal_has": ["discard 2d", "discard 2s"]})
    holds({**position, "stock": ["3c"]}, ["discard 2s"], {"phase": "draw", "turn": 1})


def test_gin_knocks_with_a_short_hand_and_discards_first() -> None:
    """Rule 4a, whatever the hand holds."""
    position = {"game": "gin", "phase": "play", "hands": [["5s", "6s", "7s", "Kh"], ["8s"]]}
    lacks = {"legal_lacks": ["meld 5s 6s 7s", "pass"]}
    holds(position, ["knock"], {"legal_has": ["discard Kh"], **lacks})
    holds(position, ["knock", "discard Kh"], {"legal_has": ["meld 5s 6s 7s"]})


def test_gin_draws_what_is_there() -> None:
    position = {"game": "gin", "phase": "draw", "hands": [MINE, THEIRS]}
    holds({**position, "stock": ["3c"]}, [], {"legal_has": ["draw"], "legal_lacks": ["take"]})
    holds({**position, "discard": ["3c"]}, [], {"legal_has": ["take"], "legal_lacks": ["draw"]})


def test_nothing_is_laid_off_on_gin() -> None:
    """Rule 5a: the knocker has no card left."""
    position = {"game": "gin", "turn": 1, "phase": "layoff", "hands": [[], THEIRS], "table": LAID}
    holds(position, ["1 lay 8s"], {"legal": False})
    holds(position, ["1 meld 9h 9s 9c"], {})


def test_the_second_offer_of_gin_follows_a_pass() -> None:
    position = {"game": "gin", "turn": 1, "phase": "upcard", "hands": [MINE, THEIRS]}
    position |= {"stock": ["2c", "3c", "4c"], "discard": ["9d"]}
    expect = {"turn": 0, "legal_has": ["draw"], "legal_lacks": ["take", "pass"]}
    holds(position, ["1 pass"], expect)


@pytest.mark.parametrize("opened", [False, True])
def test_nobody_displaces_or_lays_off_in_the_last_hand(opened: bool) -> None:
    position = {
        **LAST, "hands": [["6h", "9h", "2c"], [], [], []], "opened": [opened, True, False, False],
        "table": [STRAIGHT],
    }  # fmt: skip
    holds(position, ["0 swap 6h on 1"], {"legal": False})
    holds(position, ["0 lay 9h on 1"], {"legal": False})
    if opened:
        holds({**position, "rules": {"last_hand": "normal"}}, ["0 lay 9h on 1"], {})


def test_an_empty_hand_went_out() -> None:
    """Contract: 2 counts 5, a joker 25; whoever is out counts nothing."""
    position = {"game": "contract", "seats": 3, "deal": 5, "dealer": 2, "phase": "over"}
    position |= {"hands": [["2c"], ["X"], []], "discard": ["3c"]}
    holds(position, [], {"deal_scores": [5, 25, 0], "winners": [2]})
    melds = [{"owner": 0, "cards": ["4c", "4d", "4h"]}]
    seven = {"game": "seven_card", "phase": "over", "hands": [[], ["2c"]], "table": melds}
    holds(seven, [], {"deal_scores": [12, -12]})


def test_a_deal_that_nobody_won_counts_where_the_game_says_so() -> None:
    position = {"game": "contract", "seats": 3, "deal": 2, "dealer": 2, "phase": "over"}
    holds({**position, "hands": [["2c"], ["X"], ["Kc"]]}, [], {"deal_scores": [5, 25, 10]})
    romme = {"game": "romme", "phase": "over", "hands": [["2c"], ["3c"]]}
    holds(romme, [], {"deal_scores": [0, 0]})


@pytest.mark.parametrize(
    "wrong",
    [
        {"table": [RUN], "side_jokers": ["Xr"]},
        {"table": [RUN, {"owner": 1, "cards": ["r5", "r6", "Xr=r7"]}]},
        {"side_jokers": ["Xg", "Xg"]},
        {"freed": "Xr", "side_jokers": ["Xr", "Xb"]},
    ],
)
def test_there_is_one_joker_of_a_colour(wrong: dict[str, Any]) -> None:
    position = {"game": "rummy17", "seats": 3, "phase": "play", "hands": [["b1"], ["b2"], ["b3"]]}
    holds({**position, **wrong}, [], {"setup_error": True})


def test_a_freed_joker_does_not_lie_at_the_side() -> None:
    position = {
        "game": "rummy17", "seats": 3, "turn": 0, "phase": "play", "freed": "Xr",
        "hands": [["r10", "r11", "b2"], ["b3"], ["b4"]],
        "table": [{"owner": 0, "cards": ["g1", "g2", "g3"]}], "opened": [True, False, False],
    }  # fmt: skip
    side = {"side_jokers": ["Xb", "Xg", "Xy", "Xp"]}
    holds(position, [], side)
    holds(position, ["0 meld r10 r11 Xr=r12"], side)


def test_whoever_discarded_has_not_claimed() -> None:
    position = {
        "game": "rummy17", "seats": 4, "turn": 0, "phase": "play", "discard": ["y9"],
        "discarded_by": 3,
        "hands": [["r5", "r6"], ["b1"], ["b2"], ["b3"]], "stock": ["g1", "g2"], "claim": "y9",
        "rules": {"knock_priority": "first"},
    }  # fmt: skip
    holds({**position, "answers": {"3": "claim"}}, [], {"setup_error": True})
    holds({**position, "answers": {"2": "claim"}}, [], {"turn": 0})


def test_the_joker_of_a_group_is_bare() -> None:
    position = {
        "game": "romme", "turn": 0, "phase": "play", "hands": [["7h", "7d", "X", "2d"], ["3c"]],
        "opened": [True, False], "table": [{"owner": 1, "cards": ["8h", "8d", "8s"]}],
    }  # fmt: skip
    holds(position, ["0 meld 7h 7d X=7"], {"legal": False})
    holds(position, ["0 lay X=8 on 1"], {"legal": False})
    holds(position, ["0 meld 7h 7d X"], {})
    holds(position, ["0 lay X on 1"], {})
