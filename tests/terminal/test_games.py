"""What the terminal shows of Rummy 17, contract, seven-card and basic rummy."""

from __future__ import annotations

import re

import pytest

import upcard
from tests.terminal.driver import Game
from upcard.core.match import Match
from upcard.core.rules import Value
from upcard.text.position import match_from_position

BONUS = ["most_cards", "longest_run", "most_red", "least_jokers", "game_over"]


def joined(game: Game) -> str:
    """What was printed, its lines as one."""
    return " ".join(game.text.split())


def position(**facts: object) -> Match:
    """A match set up in the middle."""
    match = match_from_position({"partial": True, **facts})
    match.names = ["You", "Anna", "Ben", "Cem"][: match.seats]
    return match


def rummy17(hand: list[str], **more: object) -> Match:
    """Seat 0 in its turn of Rummy 17."""
    return position(**{
        "game": "rummy17", "turn": 0, "phase": "play", "bonus": BONUS,
        "hands": [hand, ["b1", "b12"], ["b2"], ["b3"]], "stock": ["g1", "g2"], "discard": ["p1"],
        "opened": [True] * 4,
        "table": [
            {"owner": 0, "cards": ["y1", "y2", "y3"]},
            {"owner": 1, "cards": ["r5", "r6", "Xr=r7", "r8"]},
        ],
        **more,
    })  # fmt: skip


def test_the_bonus_strip() -> None:
    text = joined(Game(["table"], match=rummy17(["r1", "b17"])))
    assert "At the side: jokers Xb Xg Xy Xp." in text
    assert "Most cards: you 3, Anna 4, Ben 0, Cem 0. For Anna now." in text
    assert "Most red: you 0, Anna 4, Ben 0, Cem 0. For Anna now." in text
    assert "Fewest jokers: you 0, Anna 1, Ben 0, Cem 0. For you, Ben and Cem now." in text
    assert "Game over: for whoever goes out." in text
    assert "r5 r6 Xr=r7 r8, laid by Anna" in text


def test_rummy_17_is_announced_and_counted() -> None:
    """The sheet has bonus cards, a tie, penalty points, the doubling and the result."""
    game = Game(["discard b17"], match=rummy17(["b17"]))
    text = joined(game)
    assert game.match.deal.scores == (12, 12, 4, 4)
    assert 'You went out with b17: "Rummy 17"! All points count double.' in text
    assert "You: Fewest jokers, Game over: 2 x 3 = 6; nothing left in hand. 6 - 0 = 6" in text
    assert (
        "Anna: Most cards, Longest run, Most red: 3 x 3 = 9; left in hand b1 1 + b12 2 = 3. "
        "9 - 3 = 6, doubled 12."
    ) in text
    for name, score in zip(game.match.names, game.match.deal.scores, strict=True):
        assert f"{name} {score:+d}" in text


def knocking(**rules: Value) -> Match:
    """Seat 2 has drawn; seats 0 and 3 may knock, seat 1 has discarded."""
    return position(
        game="rummy17", turn=2, phase="play", bonus=BONUS, rules=rules, claim="r7",
        hands=[["r5", "r6", "b17"], ["b1"], ["b2", "b4"], ["b3"]], stock=["g1", "g2", "g3", "g4"],
        discard=["r7"], discarded_by=1,
    )  # fmt: skip


def test_the_knock_is_asked_with_all_that_matters() -> None:
    game = Game(["hint", "legal", "why knock", "knock", "undo"], match=knocking())
    text = joined(game)
    assert "Do you knock for r7? It costs nothing" in text
    assert "so before you: Cem." in text
    assert "either is final" in text
    assert "Perhaps: knock." in text
    assert "You knocked for the open card." in text
    assert any(event.text == "claim" for event in game.match.deal.log)
    text = joined(Game([], match=knocking(knock_penalty=1, knock_priority="first")))
    assert "It costs 1 card of the stock" in text
    assert "whoever asks first gets it" in text


def contract(hand: list[str], number: int = 1, **more: object) -> Match:
    """Seat 0 in its turn of a contract hand."""
    return position(**{
        "game": "contract", "deal": number, "turn": 0, "phase": "play",
        "hands": [hand, ["2c"], ["2d"], ["2h"]], "stock": ["3c", "3d", "3h"], "discard": ["9c"],
        **more,
    })  # fmt: skip


def test_the_contract_is_shown_while_it_is_laid() -> None:
    hand = ["5c", "5d", "5h", "9c", "9d", "9h", "Tc", "Jc", "Qc", "Kc", "2s", "3s"]
    text = joined(Game(["meld 5c 5d 5h", "dis 2s", "hint"], match=contract(hand, 3)))
    assert "Hand 3 of 5: 2 books and 1 straight. Nobody is down yet." in text
    assert "Laid of the contract: 1 book. Still to lay: 1 book and 1 straight." in text
    assert "lay the whole contract first: 2 books and 1 straight" in text
    assert "meld Tc Jc Qc Kc" in text


def test_large_hands_are_grouped() -> None:
    hand = [rank + suit for suit in "cdhs" for rank in "23456"] + ["X", "X"]
    text = Game(["sort rank"], match=contract(hand, hands=[hand, ["9c"], ["9d"], ["9h"]],
                stock=["8c", "8d"], discard=["8h"])).text  # fmt: skip
    assert "Your hand, 22 cards:\n  2c 3c 4c 5c 6c\n  2d 3d 4d 5d 6d\n" in text
    assert "  2c 2d 2h 2s | 3c 3d 3h 3s | " in text
    assert all(len(line) <= 80 for line in text.splitlines())


def test_a_displaced_joker_must_be_placed() -> None:
    table = [
        {"owner": 1, "cards": ["5h", "X=6h", "7h", "8h"]}, {"owner": 2, "cards": ["Kc", "Kd", "Kh"]}
    ]  # fmt: skip
    match = contract(["6h", "2s", "3s"], 2, table=table, opened=[True, True, True, False])
    text = joined(Game(["swap 6h on 1", "dis 2s", "lay x on 2"], match=match))
    assert "The displaced joker must be placed now" in text
    assert "the joker just freed must be played at once" in text
    assert "You laid off X on meld 2" in text


def test_i_want_it_is_asked() -> None:
    match = position(
        game="contract", deal=1, turn=2, phase="draw", claim="Qh", discarded_by=1,
        hands=[["Qc", "Qd", "2s", "8d", "Jh"], ["2c"], ["2d", "7c", "9s"], ["2h"]],
        stock=["3c", "3d", "3h", "4c"], discard=["Qh"], answers={"3": "claim"},
    )  # fmt: skip
    text = joined(Game(["hint"], match=match))
    assert "Qh is on offer: do you want it, with 1 card of the stock as a penalty?" in text
    assert "Ben, in turn, may take it as the draw." in text
    assert "Cem asked for it already." in text
    assert "Perhaps: claim." in text


def test_seven_card_says_how_far_from_out() -> None:
    hand = ["2c", "2d", "2h", "2s", "5s", "6s", "7s", "Kd"]
    match = position(
        game="seven_card", turn=0, phase="play", hands=[hand, ["9c"]], stock=["9d"], discard=["9h"]
    )
    text = joined(Game(["?", "m 2c 2d 2h 2s; m 5s 6s 7s; dis kd"], match=match))
    assert "You can go out" in text
    assert "swap" not in text
    assert "lay 9h" not in text
    assert "Worth of the cards laid: 2c 2 + 2d 2 + 2h 2 + 2s 2 + 5s 5 + 6s 6 + 7s 7 = 26." in text
    assert "Anna pays you 26." in text


def test_basic_lists_what_is_paid_and_doubles_rummy() -> None:
    match = position(
        game="basic", seats=3, turn=0, phase="play", stock=["9c"], discard=["9h"],
        hands=[["4c", "4d", "4h"], ["Kc", "9d"], ["As"]],
    )  # fmt: skip
    game = Game(["?", "meld 4c 4d 4h"], match=match)
    text = joined(game)
    assert "rummy. Everybody pays double." in text
    assert "Anna pays for Kc 10 + 9d 9 = 19, doubled 38." in text
    assert "swap" not in text
    assert "joker" not in text
    assert game.match.deal.scores == (40, -38, -2)


@pytest.mark.parametrize("game", ["rummy17", "contract", "seven_card", "basic"])
def test_the_rules_in_short(game: str) -> None:
    text = Game(["rules"], game, seats=3).text
    assert len(re.findall(r"^\S.*\.$", text, re.M)) > 3
    title = str(getattr(upcard.new_match(game).rules, "title", game))
    assert f"{title}, the house rules of this table:" in text
