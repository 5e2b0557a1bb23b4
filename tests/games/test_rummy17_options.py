"""Every option of Rummy 17 in a position where it changes the outcome."""

from __future__ import annotations

import pytest

from tests.games.small_cases import Row, at, row_name, uncovered
from upcard.games.rummy17_rules import OPTIONS

NOBODYS = ["most_sets", "longest_set", "most_8_16", "most_red", "game_over"]
# Seat 0 has drawn from the stock; seat 3 discarded y9.
WINDOW = at(
    "rummy17", ["r5 r6 r7 b2", "p1", "p2", "p3"], discard="y9 g4", discarded_by=3, claim="y9",
    stock="b5 b6 b7 b8",
)  # fmt: skip
# The stock has run out: with the next discard the deal ends, each seat left with 1 PP.
END = at("rummy17", ["g5 g6", "g7"], drawn_last=True, opened=[True, True])
JOKER_RUN = (1, "r5 r6 Xr=r7 r8")

ROWS = [
    Row(
        "deals", 2, at("rummy17", ["g5", "g7"]), ("discard g5",),
        {"match_over": True}, {"match_over": False, "next_dealer": 0},
    ),
    Row(
        "knock_priority", "first", WINDOW, ("2 claim",),
        {"hand_sizes": [4, 1, 1, 1], "claim": "y9"}, {"hand_sizes": [4, 1, 2, 1], "claim": None},
    ),
    Row(
        "knock_close", "all_answer", WINDOW, ("meld r5 r6 r7",),
        {"claim": None, "hand_sizes": [1, 1, 1, 1]}, {"legal": False, "to_act": [1, 2]},
    ),
    Row(
        "knock_penalty", 1, WINDOW, ("1 claim",), {"hand_sizes": [4, 2, 1, 1], "stock_size": 4},
        {"hands": [None, ["p1", "y9", "b5"], None, None], "stock_size": 3},
    ),
    Row(
        "max_knocks", 1, {**WINDOW, "claims_won": [0, 1, 0, 0]}, ("1 claim",),
        {"hand_sizes": [4, 2, 1, 1]}, {"legal": False, "to_act": [0, 2]},
    ),
    Row(
        "discarder_knocks", True, WINDOW, ("3 claim",),
        {"legal": False, "to_act": [0, 1, 2]}, {"legal": True, "to_act": [0, 1, 2]},
    ),
    Row(
        "discard_taken", "forbid", at("rummy17", ["y9 b2", "p1"], taken="y9"), ("discard y9",),
        {"turn": 1}, {"legal": False, "legal_has": ["discard b2"]},
    ),
    Row(
        "exchanged_joker_min", 4,
        at("rummy17", ["r7 r10 r11 b2", "p1"], table=[JOKER_RUN], opened=[True, True]),
        ("swap r7 on 1",), {"legal_has": ["meld r10 r11 Xr=r12"]}, {"legal": False},
    ),
    Row(
        "side_joker_layoff", True,
        at("rummy17", ["b2 b3", "p1"], table=[(0, "r5 r6 r7")], opened=[True, False]),
        ("lay Xr=r8 on 1",), {"legal": False},
        {"table": [{"owner": 0, "cards": ["r5", "r6", "r7", "Xr=r8"]}], "hand_sizes": [2, 1]},
    ),
    Row(
        "exchange_same_turn", False,
        at("rummy17", ["r1 r2 r3 r7 r10 r11 b2", "p1"], table=[JOKER_RUN], opened=[False, True]),
        ("meld r1 r2 r3", "swap r7 on 1"), {"hand_sizes": [3, 1]}, {"legal": False},
    ),
    Row(
        "fresh_joker", "same_turn", at("rummy17", ["r4 r5 r6 r7 r10 r11 b2", "p1"]),
        ("meld r4 r5 r6 Xr=r7", "swap r7 on 1"), {"legal": False},
        {"legal_has": ["meld r10 r11 Xr=r12", "meld r10 r11 Xr=r9"]},
    ),
    # Values 1 to 3: seat 0 has r1 r3 and the joker as r2, seat 1 has b2 b3.
    # Seat 0 scores most red and little blue as well.
    Row(
        "joker_counts_as", "colour_only",
        {**END, "table": [{"owner": 0, "cards": ["r1", "Xr=r2", "r3"]},
                          {"owner": 1, "cards": ["b2", "b3", "b4"]}],
         "bonus": ["most_123", "most_red", "little_blue", "most_sets", "game_over"]},
        ("discard g5",), {"deal_scores": [8, -1]}, {"deal_scores": [8, 2]},
    ),
    # Red cards: r1 r3 and the joker against r5 r6 r7. Values 1 to 3: seat 0.
    Row(
        "joker_counts_as", "blank",
        {**END, "table": [{"owner": 0, "cards": ["r1", "Xr=r2", "r3"]},
                          {"owner": 1, "cards": ["r5", "r6", "r7"]}],
         "bonus": ["most_123", "most_red", "longest_set", "most_sets", "game_over"]},
        ("discard g5",), {"deal_scores": [5, 2]}, {"deal_scores": [2, 2]},
    ),
    # Most cards: 4 against 3, or 3 each without b12; most 1/2/3: seat 1.
    Row(
        "layoff_credit", "none",
        {**END, "table": [{"owner": 0, "cards": ["b9", "b10", "b11", "b12"], "laid_by": {"b12": 1}},
                          {"owner": 1, "cards": ["r1", "r2", "r3"]}],
         "bonus": ["most_123", "most_cards", "longest_set", "most_sets", "game_over"]},
        ("discard g5",), {"deal_scores": [2, 2]}, {"deal_scores": [2, 5]},
    ),
    Row(
        "zero_most", "all_tied", {**END, "bonus": NOBODYS}, ("discard g5",),
        {"deal_scores": [-1, -1]}, {"deal_scores": [11, 11]},
    ),
    Row(
        "fewest_needs_meld", True,
        {**END, "table": [{"owner": 0, "cards": ["g1", "g2", "g3"]}],
         "bonus": ["little_blue", "least_jokers", "longest_set", "most_sets", "game_over"]},
        ("discard g5",), {"deal_scores": [5, 5]}, {"deal_scores": [5, -1]},
    ),
    Row(
        "wrap", True, at("rummy17", ["r16 r17 r1 b2", "p1"]), ("meld r16 r17 r1",),
        {"legal": False}, {"hand_sizes": [1, 1]},
    ),
    Row(
        "rummy17", "off", at("rummy17", ["g17", "g7 g10"], bonus=NOBODYS), ("discard g17",),
        {"deal_scores": [6, -6]}, {"deal_scores": [3, -3]},
    ),
    Row(
        "rummy17_declare", "spoken", at("rummy17", ["g17", "g7 g10"], bonus=NOBODYS),
        ("discard g17",), {"deal_scores": [6, -6]}, {"deal_scores": [3, -3]},
    ),
    # Totals -1 each: 0 - 1 and 1 - 2.
    Row(
        "win_tie", "fewest_pp",
        at("rummy17", ["g5 g6", "g10"], drawn_last=True, bonus=NOBODYS, scores=[0, 1]),
        ("discard g5",), {"winners": [0, 1]}, {"winners": [0]},
    ),
    Row(
        "stall_limit", 3,
        at("rummy17", ["y9 b2", "p1"], taken="y9", stall_count=2, stock="b5", bonus=NOBODYS),
        ("discard b2",), {"deal_over": False}, {"deal_over": True, "deal_scores": [-1, -1]},
    ),
    Row(
        "turn_limit", 7, at("rummy17", ["y9 b2", "p1"], turn_count=6, stock="b5", bonus=NOBODYS),
        ("discard b2",), {"deal_over": False}, {"deal_over": True, "deal_scores": [-1, -1]},
    ),
]  # fmt: skip


@pytest.mark.parametrize("row", ROWS, ids=row_name)
def test_the_option_changes_the_outcome(row: Row) -> None:
    assert row.failures() == []


def test_no_option_is_left_out() -> None:
    assert uncovered(OPTIONS, ROWS) == []
