"""The beginner's eye for what a table asks for: bonus cards, and places that are about to open."""

from __future__ import annotations

import pytest

from upcard.bots.levels import make_bot
from upcard.core.shuffle import FastShuffler
from upcard.core.view import View
from upcard.text.position import deal_from_position


def answer(position: dict[str, object]) -> str:
    """What the beginner does at seat 0, after its draw."""
    deal = deal_from_position({"phase": "play", "turn": 0, "partial": True, **position})
    return make_bot("beginner").act(View(deal, 0), FastShuffler(1)).text


def rummy17(hand: str, *bonus: str) -> dict[str, object]:
    return {
        "game": "rummy17", "seats": 3, "hands": [hand.split(), ["b17"], ["g17"]],
        "bonus": list(bonus), "side_jokers": [], "discard": ["y1"], "stock": ["y2", "y3"],
    }  # fmt: skip


@pytest.mark.parametrize(
    ("bonus", "play"),
    [
        # Either meld leaves two cards of one point each.
        ("most_sets", "meld r5 b5 g5"), ("longest_set", "meld r5 b5 g5"),
        ("most_runs", "meld r5 r6 r7"), ("longest_run", "meld r5 r6 r7"),
    ],
)  # fmt: skip
def test_the_meld_that_a_bonus_asks_for(bonus: str, play: str) -> None:
    assert answer(rummy17("r5 b5 g5 r6 r7 p12 p15", bonus)) == play


def test_a_long_run_makes_two_where_the_most_runs_win() -> None:
    hand = "r1 r2 r3 r4 r5 r6 p12 p15"
    assert answer(rummy17(hand, "most_cards")) == "meld r1 r2 r3 r4 r5 r6"
    assert answer(rummy17(hand, "most_runs")) == "meld r1 r2 r3"
    assert answer(rummy17(hand, "most_runs", "longest_run")) == "meld r1 r2 r3 r4 r5 r6"


@pytest.mark.parametrize(
    ("bonus", "thrown"),
    [
        # Neither card has a partner, both count one point.
        ("most_cards", "r8"), ("most_red", "b4"), ("little_blue", "b4"), ("most_8_16", "b4"),
    ],
)  # fmt: skip
def test_what_serves_a_bonus_is_kept(bonus: str, thrown: str) -> None:
    assert answer(rummy17("r8 b4", bonus)) == f"discard {thrown}"


def test_a_bonus_never_keeps_a_meld_in_the_hand() -> None:
    assert answer(rummy17("b5 b6 b7 p12 p15", "little_blue")) == "meld b5 b6 b7"


@pytest.mark.parametrize(
    ("hand", "thrown"),
    [
        ("9h Ks 2d", "2d"),  # 9h waits for 8h, Ks for Qs; nothing leads to 2d
        ("2d Kc 9h", "Kc"),  # the dearer of two that wait for nothing
        ("9h Jh Ks", "Jh"),  # Jh waits for 8h and Th, the others for one card
        ("Th Th Ks", "Th"),  # a second Th would need another straight
        ("Ah Ks", "Ah"),  # Ah waits for 3h and 2h below 4h, Ks for Qs alone
    ],
)
def test_down_in_contract_what_will_fit_is_kept(hand: str, thrown: str) -> None:
    position: dict[str, object] = {
        "game": "contract", "seats": 3, "deal": 2, "hands": [hand.split(), ["2c"], ["3c"]],
        "opened": [True, True, False], "discard": ["5c"], "stock": ["7c", "8c", "9c"],
        "table": [
            {"owner": 0, "cards": ["8s", "9s", "Ts", "Js"]},
            {"owner": 1, "cards": ["4h", "5h", "6h", "7h"]},
        ],
    }  # fmt: skip
    assert answer(position) == f"discard {thrown}"
