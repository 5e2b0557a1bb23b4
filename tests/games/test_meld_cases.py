"""Hard hands with known optima, asked as a player asks: by `upcard.arrange` and at the table."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import upcard
from tests.games.small_cases import at
from upcard.core.deal import Deal
from upcard.core.rules import Value
from upcard.text.position import deal_from_position


@pytest.mark.parametrize("objective", ["cards", "points"])
@pytest.mark.parametrize(
    ("hand", "cards", "points", "jokers"),
    [
        # M25: g4 g5 g6 g7 / r5 b5 p5 / r8 g8 p8; more jokers bring nothing, so none is taken.
        ("r1 r5 r8 b1 b4 b5 g4 g5 g6 g7 g8 p3 p5 p7 p8", 5, 5, 0),
        # M27: r8 Xr r10 r11 r12 / y10 y11 Xy y13 y14 / b11 g11 p11.
        ("r8 r10 r11 r12 b9 b11 b14 g11 y10 y11 y13 y14 p9 p11", 3, 4, 2),
    ],
)
def test_side_jokers_or_not(
    hand: str, cards: int, points: int, jokers: int, objective: str
) -> None:
    result = upcard.arrange("rummy17", hand, objective=objective)
    assert (result.cards_left, result.points_left) == (cards, points)
    assert sum(meld.count("X") for meld in result.melds) == jokers
    # Every meld can be laid as it stands.
    deal = deal_from_position(at("rummy17", [hand, "y17"]))
    for meld in result.melds:
        deal.apply(f"meld {meld}")


def test_a_side_joker_needs_three_cards_of_the_hand() -> None:
    result = upcard.arrange("rummy17", "r1 r2 b9 g9 p4", objective="cards")
    assert (result.melds, result.cards_left) == ((), 5)


def test_round_the_corner() -> None:
    rules: dict[str, Value] = {"wrap": True}
    result = upcard.arrange("rummy17", "r16 r17 r1 r2 b9", objective="cards", rules=rules)
    assert result.left == ("b9",)


def ends(deal: Deal, last: str = "") -> Iterator[tuple[str, int]]:
    """Every way to go out in this turn: the last discard, or nothing, and what it brings."""
    if deal.is_over:
        yield last, deal.scores[0]
        return
    for action in deal.legal_actions():
        verb, _, rest = action.text.partition(" ")
        if verb == "meld" or (verb == "discard" and deal.size(0) == 1):
            twin = deal.copy()
            twin.apply(action.text)
            yield from ends(twin, rest if verb == "discard" else "")


@pytest.mark.parametrize(
    ("hand", "discards", "whole"),
    [
        # M33 and B005.
        ("3h 4h 5h 6h 6s 6d 6c 9d", {"9d": 36}, 0),
        ("3h 4h 5h 6h 6s 6d 9c 9d", {}, 0),
        ("4c 5c 6c 7c 8c 9c Tc 2d", {"2d": 49}, 0),
        ("4c 4d 4h 5c 6c 7c 7d 7h", {}, 0),
        ("As 2s 3s Qs Ks Kh Kd Ad", {}, 0),
        ("5d 6d 7d 8d 8s 8h 8c 9d", {"5d": 54, "9d": 50}, 59),
        ("4c 5c 6c 7c 9s 9h 9d 9c",
         {"4c": 54, "7c": 51, "9s": 49, "9h": 49, "9d": 49, "9c": 49}, 58),
        ("4c 5c 6c 9s 9h 9d 9c 2d", {"2d": 51}, 0),
        ("4c 5c 6c 9s 9h 9d 9c Jc", {"Jc": 51}, 0),
    ],
)  # fmt: skip
def test_out_at_once_or_not_at_all(hand: str, discards: dict[str, int], whole: int) -> None:
    position = at("seven_card", [hand, "Qc"])
    best: dict[str, int] = {}
    for last, points in ends(deal_from_position(position)):
        best[last] = max(points, best.get(last, 0))
    assert best == {**discards, **({"": whole} if whole else {})}
    # The card taken from the pile may not be the discard.
    for card in discards:
        taken = deal_from_position({**position, "taken": card, "discarded_by": 1})
        assert card not in {last for last, _ in ends(taken)}


@pytest.mark.parametrize(
    ("hand", "none", "fewer", "majority"),
    [
        # M35. With one joker fewer: one joker less in the hand.
        ("2s 4s Ah 3h 6h 7h 8h 9h 2d 3d 8d 2c X X", 20, 25, 25),
        ("4s 5s 7s 4h 4d 5d 6d 4c 8c 9c Tc Jc X X", 10, 10, 10),
    ],
)
def test_contract_three(hand: str, none: int, fewer: int, majority: int) -> None:
    three = "contract=3"
    assert upcard.arrange("contract", hand, objective=three).points_left == none
    assert upcard.arrange("contract", hand[:-2], objective=three).points_left == fewer
    rules: dict[str, Value] = {"joker_limit": "not_majority"}
    result = upcard.arrange("contract", hand, objective=three, rules=rules)
    assert result.points_left == majority
    deal = deal_from_position(at("contract", [hand, "Kc", "Kd"], deal=3, rules=rules))
    for meld in result.melds:
        deal.apply(f"meld {meld}")


def test_a_straight_from_ace_to_ace() -> None:
    # M11: contract rummy has it as one straight.
    every = "Ah Ah 2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh"
    result = upcard.arrange("contract", every, objective="contract=2")
    assert (len(result.melds), result.points_left) == (1, 0)
