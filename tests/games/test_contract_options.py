"""Every option of contract rummy in a position where it changes the outcome."""

from __future__ import annotations

import pytest

from tests.games.small_cases import Row, at, fresh, row_name, uncovered
from upcard.games.contract_rules import OPTIONS

# Seat 3 discarded Qh, seat 0 has not drawn.
OFFER = at(
    "contract", ["2c", "3c", "4c", "6c"], phase="draw", discard="Qh 4s", discarded_by=3,
    stock="5c 9d Kd Jd",
)  # fmt: skip
STRAIGHT = (1, "5h X=6h 7h 8h")
NINES = (2, "9c 9d 9h")
# Seat 0 is down, as are the seats whose melds lie.
DOWN = at(
    "contract", ["6h 9s 2d", "2c", "3c"], deal=1, opened=[True, True, True],
    table=[STRAIGHT, NINES],
)  # fmt: skip
NOT_DOWN = {**DOWN, "opened": [False, True, True]}
TURNED = at("contract", ["2c", "3c", "4c"], phase="draw", discard="9c 8c 7c", discarded_by=2)

ROWS = [
    Row("jokers_per_pack", 0, fresh("contract", 4), (), {"stock_size": 55}, {"stock_size": 51}),
    Row("jokers_per_pack", 1, fresh("contract", 4), (), {"stock_size": 55}, {"stock_size": 53}),
    Row("jokers_per_pack", 3, fresh("contract", 4), (), {"stock_size": 55}, {"stock_size": 57}),
    Row("jokers_per_pack", 4, fresh("contract", 4), (), {"stock_size": 55}, {"stock_size": 59}),
    Row(
        "claim_priority", "turn_order", OFFER, ("2 claim", "1 claim", "draw"),
        {"hands": [["2c", "9d"], ["3c"], ["4c", "Qh", "5c"], ["6c"]]},
        {"hands": [["2c", "9d"], ["3c", "Qh", "5c"], ["4c"], ["6c"]]},
    ),
    Row(
        "claim_close", "all_answer", OFFER, ("draw",),
        {"phase": "play"}, {"legal": False, "legal_has": ["take", "decline"]},
    ),
    Row(
        "claim_penalty", 0, OFFER, ("1 claim", "draw"),
        {"hands": [["2c", "9d"], ["3c", "Qh", "5c"], None, None]},
        {"hands": [["2c", "5c"], ["3c", "Qh"], None, None]},
    ),
    Row(
        "claim_penalty", 2, OFFER, ("1 claim", "draw"),
        {"hands": [["2c", "9d"], ["3c", "Qh", "5c"], None, None]},
        {"hands": [["2c", "Kd"], ["3c", "Qh", "5c", "9d"], None, None]},
    ),
    Row(
        "max_claims", 1, {**OFFER, "claims_won": [0, 1, 0, 0]}, ("1 claim",),
        {"to_act": [0, 2]}, {"legal": False, "to_act": [0, 2]},
    ),
    Row(
        "own_discard_claim", True, OFFER, ("3 claim",), {"legal": False}, {"to_act": [0, 1, 2]},
    ),
    Row(
        "down_may_claim", False, {**OFFER, "opened": [False, True, False, False]}, ("1 claim",),
        {"to_act": [0, 2]}, {"legal": False, "to_act": [0, 2]},
    ),
    Row(
        "discard_taken", "forbid", at("contract", ["Qh 2c", "3c", "4c"], taken="Qh"),
        ("discard Qh",), {"turn": 1}, {"legal": False, "legal_has": ["discard 2c"]},
    ),
    Row(
        "laydown_size", "exact", at("contract", ["5h 6h 7h 8h 9h 2c", "3c", "4c"], deal=2),
        ("meld 5h 6h 7h 8h 9h",), {"hand_sizes": [1, 1, 1]},
        {"legal": False, "legal_has": ["meld 5h 6h 7h 8h", "meld 6h 7h 8h 9h"]},
    ),
    Row(
        "layoff_same_turn", False,
        at("contract", ["5h 6h 7h 8h 9c 2c", "3c", "4c"], deal=2, opened=[False, True, True],
           table=[(1, "9d 9h 9s")]),
        ("meld 5h 6h 7h 8h", "lay 9c on 1"), {"hand_sizes": [1, 1, 1]}, {"legal": False},
    ),
    Row(
        "layoff_target", "others_only",
        at("contract", ["9c 2c", "3c", "4c"], table=[(0, "9d 9h 9s")], opened=[True] * 3),
        ("lay 9c on 1",), {"hand_sizes": [1, 1, 1]}, {"legal": False},
    ),
    Row(
        "same_rank_books", "forbid", at("contract", ["Kc Kd Kh Ks Kc Kd 2c", "3c", "4c"], deal=1),
        ("meld Kc Kd Kh",), {"legal_has": ["meld Ks Kc Kd"]}, {"legal": False},
    ),
    Row(
        "adjacent_straights", "forbid",
        at("contract", ["3c 4c 5c 6c 7c 8c 9c Tc 2s 2d 2h", "3s", "4s"], deal=5),
        ("meld 3c 4c 5c 6c",), {"legal_has": ["meld 7c 8c 9c Tc"]}, {"legal": False},
    ),
    Row(
        "joker_limit", "one_natural",
        at("contract", ["X X X 6c 6d 6h 2c", "3c", "4c"], deal=1), ("meld X=A X=A X=A",),
        {"legal_has": ["meld 6c 6d 6h"]}, {"legal": False},
    ),
    Row(
        "joker_limit", "not_majority",
        at("contract", ["4c X X 6c 6d 6h 2c", "3c", "4s"], deal=1), ("meld 4c X X",),
        {"legal_has": ["meld 6c 6d 6h"]}, {"legal": False},
    ),
    Row(
        "joker_limit", "max_one",
        at("contract", ["4c 4d X X 6c 6d 6h 2c", "3c", "4s"], deal=1), ("meld 4c 4d X X",),
        {"legal_has": ["meld 6c 6d 6h"]}, {"legal": False},
    ),
    Row(
        "joker_exchange", "laydown_now", NOT_DOWN, ("swap 6h on 1",),
        {"hands": [["9s", "2d", "X"], None, None]}, {"legal": False},
    ),
    Row(
        "joker_exchange", "not_down_only", DOWN, ("swap 6h on 1",),
        {"legal_has": ["lay X on 2"]}, {"legal": False},
    ),
    Row(
        "joker_exchange", "none", NOT_DOWN, ("swap 6h on 1",),
        {"hands": [["9s", "2d", "X"], None, None]}, {"legal": False},
    ),
    Row(
        "book_joker", "missing_suit",
        at("contract", ["Qc 2d", "3c", "4c"], table=[(1, "Qc Qd X=Q")], opened=[False, True, True]),
        ("swap Qc on 1",), {"hands": [["2d", "X"], None, None]}, {"legal": False},
    ),
    Row(
        "book_joker", "none",
        at("contract", ["Qh 2d", "3c", "4c"], table=[(1, "Qc Qd X=Q")], opened=[False, True, True]),
        ("swap Qh on 1",), {"hands": [["2d", "X"], None, None]}, {"legal": False},
    ),
    Row(
        "own_joker_exchange", False, {**DOWN, "table": [
            {"owner": 0, "cards": ["5h", "X=6h", "7h", "8h"]},
            {"owner": 2, "cards": ["9c", "9d", "9h"]}]},
        ("swap 6h on 1",), {"legal_has": ["lay X on 2"]}, {"legal": False},
    ),
    Row(
        "freed_joker_target", "others_only", {**DOWN, "table": [
            {"owner": 1, "cards": ["5h", "X=6h", "7h", "8h"]},
            {"owner": 0, "cards": ["9c", "9d", "9h"]}]},
        ("swap 6h on 1", "lay X on 2"), {"hand_sizes": [2, 1, 1]},
        {"legal": False, "legal_has": ["lay X=9h on 1", "lay X=4h on 1"]},
    ),
    Row(
        "ace", "low_only", at("contract", ["Jc Qc Kc Ac 2c", "3c", "4c"], deal=2),
        ("meld Jc Qc Kc Ac",), {"hand_sizes": [1, 1, 1]}, {"legal": False},
    ),
    Row(
        "ace", "high_only", at("contract", ["Ac 2c 3c 4c 9d", "3s", "4s"], deal=2),
        ("meld Ac 2c 3c 4c",), {"hand_sizes": [1, 1, 1]}, {"legal": False},
    ),
    Row(
        "wrap", True, at("contract", ["Qc Kc Ac 2c 9d", "3s", "4s"], deal=2),
        ("meld Qc Kc Ac 2c",), {"legal": False}, {"hand_sizes": [1, 1, 1]},
    ),
    Row(
        "stock_exhausted", "reshuffle_once", {**TURNED, "reshuffles": 1}, ("draw",),
        {"stock_size": 1, "discard": ["9c"], "discard_size": 1},
        {"legal": False, "legal_has": ["take", "decline"]},
    ),
    Row(
        "stock_exhausted", "end_hand", TURNED, ("draw",), {"stock_size": 1, "discard_size": 1},
        {"legal": False, "legal_has": ["take", "decline"]},
    ),
    Row(
        "last_hand", "normal",
        at("contract", ["3c 4c 5c 6c 9h Th Jh Qh 8s 8d 8h 2d", "3s", "4s"], deal=5),
        ("meld 3c 4c 5c 6c",), {"legal": False}, {"legal_has": ["meld 8s 8d 8h"]},
    ),
    # The hand ends at the turn limit; each seat is left with 5.
    Row(
        "win_tie", "most_hands_won",
        at("contract", ["2c 3c", "4c", "5c"], deal=5, turn_count=999, deals_won=[0, 2, 1]),
        ("discard 2c",), {"winners": [0, 1, 2]}, {"winners": [1], "scores": [5, 5, 5]},
    ),
    Row(
        "turn_limit", 7,
        at("contract", ["2c Kc", "X", "As 4c"], turn_count=6, stock="9d"), ("discard 2c",),
        {"deal_over": False}, {"deal_over": True, "deal_scores": [10, 25, 20]},
    ),
]  # fmt: skip


@pytest.mark.parametrize("row", ROWS, ids=row_name)
def test_the_option_changes_the_outcome(row: Row) -> None:
    assert row.failures() == []


def test_no_option_is_left_out() -> None:
    assert uncovered(OPTIONS, ROWS) == []
