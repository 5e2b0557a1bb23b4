"""Every option of seven-card rummy in a position where it changes the outcome."""

from __future__ import annotations

import pytest

from tests.games.small_cases import Row, at, fresh, row_name, uncovered
from upcard.games.seven_card import OPTIONS

# V is 2 + 2 + 2 and 5 + 6 + 7 + 8, that is 32.
OUT = at("seven_card", ["2c 2d 2h 5s 6s 7s 8s Kd", "4c"], stock="3c 3d", discard="9c")
GO_OUT = ("meld 2c 2d 2h", "meld 5s 6s 7s 8s", "discard Kd")

ROWS = [
    Row(
        "ace", "low_or_high", at("seven_card", ["Qc Kc Ac 7d 7h 7s 7c 2d", "4c"]),
        ("meld Qc Kc Ac",), {"legal": False}, {"hand_sizes": [5, 1]},
    ),
    Row(
        "open_melds", True, at("seven_card", ["3c 3d 3h 4s 6s 8s Td Kd", "4c"]),
        ("meld 3c 3d 3h",), {"legal": False}, {"hand_sizes": [5, 1], "legal_has": ["discard Kd"]},
    ),
    Row("deals", 2, OUT, GO_OUT, {"match_over": True}, {"match_over": False, "next_dealer": 0}),
    Row(
        "target", 33, OUT, GO_OUT,
        {"match_over": True, "winners": [0]}, {"match_over": False, "scores": [32, -32]},
    ),
    Row("first_dealer", 1, fresh("seven_card", 3), (), {"turn": 1}, {"turn": 2}),
    Row(
        "turn_limit", 7, at("seven_card", ["3c 9s", "4c"], turn_count=6, stock="2c"),
        ("discard 9s",), {"deal_over": False, "turn": 1},
        {"deal_over": True, "deal_scores": [0, 0]},
    ),
]  # fmt: skip


@pytest.mark.parametrize("row", ROWS, ids=row_name)
def test_the_option_changes_the_outcome(row: Row) -> None:
    assert row.failures() == []


def test_no_option_is_left_out() -> None:
    assert uncovered(OPTIONS, ROWS) == []
