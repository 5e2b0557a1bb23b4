"""Every option of basic rummy in a position where it changes the outcome."""

from __future__ import annotations

import pytest

from tests.games.small_cases import Row, at, fresh, row_name, uncovered
from upcard.games.basic import OPTIONS

# Seat 0 goes out with three threes and a nine, nothing laid before; seat 1 holds 10 + 9.
OUT = at("basic", ["3c 3d 3h 9s", "Kc 9d"], discard="4c", stock="2c 2d")
GO_OUT = ("meld 3c 3d 3h", "discard 9s")

ROWS = [
    Row(
        "ace", "low_or_high", at("basic", ["Qh Kh Ah 2c", "4c"]), ("meld Qh Kh Ah",),
        {"legal": False}, {"table": [{"owner": 0, "cards": ["Qh", "Kh", "Ah"]}]},
    ),
    Row(
        "melds_per_turn", "one", at("basic", ["9s Ts Js 5c 5d 5h 2c 7d", "4c"]),
        ("meld 9s Ts Js", "meld 5c 5d 5h"), {"hand_sizes": [2, 1]}, {"legal": False},
    ),
    Row(
        "rummy_double", False, OUT, GO_OUT,
        {"deal_scores": [38, -38]}, {"deal_scores": [19, -19]},
    ),
    Row(
        "final_discard", "required", at("basic", ["3c 3d 3h 3s", "4c"]), ("meld 3c 3d 3h 3s",),
        {"deal_over": True}, {"legal": False},
    ),
    Row("deals", 2, OUT, GO_OUT, {"match_over": True}, {"match_over": False, "next_dealer": 0}),
    Row("target", 39, OUT, GO_OUT, {"match_over": True}, {"match_over": False, "next_dealer": 0}),
    Row(
        "target", 38, {**OUT, "rules": {"deals": 2}}, GO_OUT,
        {"match_over": False}, {"match_over": True, "winners": [0]},
    ),
    Row("first_dealer", 1, fresh("basic", 3), (), {"turn": 1}, {"turn": 2}),
    Row(
        "turn_limit", 7, at("basic", ["3c 9s", "4c"], turn_count=6, stock="2c"), ("discard 9s",),
        {"deal_over": False, "turn": 1}, {"deal_over": True, "deal_scores": [0, 0]},
    ),
]  # fmt: skip


@pytest.mark.parametrize("row", ROWS, ids=row_name)
def test_the_option_changes_the_outcome(row: Row) -> None:
    assert row.failures() == []


def test_no_option_is_left_out() -> None:
    assert uncovered(OPTIONS, ROWS) == []
