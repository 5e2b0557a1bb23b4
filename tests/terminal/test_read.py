"""What a player types, read leniently."""

from __future__ import annotations

import pytest

import upcard
from upcard.core.deal import Deal
from upcard.errors import ParseError
from upcard.games.romme import PACK
from upcard.terminal.read import Reader, read_card, read_verb
from upcard.text.position import deal_from_position


def romme(hand: list[str], table: list[list[str]], opened: bool = True) -> Deal:
    """A turn of Rommé after the draw."""
    return deal_from_position(
        {
            "game": "romme", "partial": True, "turn": 0, "phase": "play",
            "hands": [hand, ["2c", "3d"]], "opened": [opened, True],
            "table": [{"owner": 1, "cards": cards} for cards in table],
        }
    )  # fmt: skip


@pytest.mark.parametrize(
    ("typed", "card"),
    [
        ("9s", "9s"), ("9S", "9s"), ("s9", "9s"), ("S9", "9s"), ("10h", "Th"), ("h10", "Th"),
        ("TH", "Th"), ("th", "Th"), ("as", "As"), ("sA", "As"), ("kd", "Kd"), ("dk", "Kd"),
        ("Q♥", "Qh"), ("♠10", "Ts"), ("x", "X"), ("joker", "X"), ("*", "X"), ("X=9H", "X=9h"),
        ("x=10h", "X=Th"), ("joker=h9", "X=9h"), ("9s,", "9s"),
    ],
)  # fmt: skip
def test_cards(typed: str, card: str) -> None:
    assert read_card(PACK, typed) == card


@pytest.mark.parametrize("typed", ["1s", "11h", "9x", "ss", "9", "h", "", "kk", "9s9", "x=x=9h"])
def test_no_cards(typed: str) -> None:
    with pytest.raises(upcard.ParseError):
        read_card(PACK, typed)


@pytest.mark.parametrize(
    ("word", "rest", "verb"),
    [
        ("draw", False, "draw"), ("dr", False, "draw"), ("d", False, "draw"),
        ("D", True, "discard"), ("dis", True, "discard"), ("di", True, "discard"),
        ("t", False, "take"), ("m", True, "meld"), ("l", True, "lay"), ("l", False, "legal"),
        ("s", True, "swap"), ("sw", True, "swap"), ("so", True, "sort"), ("w", True, "why"),
        ("?", False, "help"), ("h", False, "hint"), ("he", False, "help"), ("u", False, "undo"),
        ("q", False, "quit"), ("exit", False, "quit"), ("k", False, "knock"), ("n", False, "next"),
        ("LEG", False, "legal"), ("sc", False, "score"), ("sa", True, "save"),
    ],
)  # fmt: skip
def test_verbs(word: str, rest: bool, verb: str) -> None:
    assert read_verb(word, rest) == verb


def test_ambiguous_and_unknown_verbs() -> None:
    with pytest.raises(upcard.AmbiguousError, match="swap or sort or score or save or symbols"):
        read_verb("s", False)
    with pytest.raises(upcard.ParseError, match="did you mean discard"):
        read_verb("dsicard", True)
    with pytest.raises(upcard.ParseError, match="type \\? for help"):
        read_verb("xyzzy", False)


@pytest.mark.parametrize(
    ("typed", "actions"),
    [
        ("m 7H 5h h6", ["meld 7h 5h 6h"]),
        ("meld 5h x 7h", ["meld 5h X 7h"]),
        ("dis 10S", ["discard Ts"]),
        ("l 9h 1", ["lay 9h on 1"]),
        ("lay 9h on 1", ["lay 9h on 1"]),
        ("lay 9h on meld 1", ["lay 9h on 1"]),
        ("lay 9h #1", ["lay 9h on 1"]),
        ("lay 9h", ["lay 9h on 1"]),
        ("lay 9h 10h 1", ["lay 9h on 1", "lay Th on 1"]),
        ("swap 4d 2", ["swap 4d on 2"]),
        ("swap d4", ["swap 4d on 2"]),
        ("lay x=5h 1", ["lay X=5h on 1"]),
    ],
)
def test_actions(typed: str, actions: list[str]) -> None:
    table = [["6h", "7h", "8h"], ["3d", "X=4d", "5d"]]
    deal = romme(["5h", "9h", "Th", "4d", "7h", "X", "Ts", "6h", "Kc"], table)
    assert Reader(deal, 0).actions_in(typed) == actions


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("lay 7c", "lay 7c on 1 or lay 7c on 2"),
        ("lay Kc", "it fits no meld of the table"),
        ("discard", "name the card"),
        ("discard 7c Kc", "one card"),
        ("meld", "name the cards"),
        ("draw 7c", "stands alone"),
        ("7c", "discard 7c, or meld 7c"),
        ("lay 7c 8c", "say on which meld"),
    ],
)
def test_what_is_unclear_is_said(typed: str, says: str) -> None:
    # A card that fits a set and a run is not put anywhere by itself.
    deal = romme(["7c", "8c", "Kc", "Qd"], [["7s", "7h", "7d"], ["4c", "5c", "6c"]])
    with pytest.raises(upcard.ParseError, match=says):
        Reader(deal, 0).actions_in(typed)


def test_orders_of_a_run_with_a_joker() -> None:
    deal = romme(["5h", "7h", "X", "Kc"], [])
    reader = Reader(deal, 0)
    assert reader.orders("meld X 7h 5h") == ["meld 5h X 7h"]
    assert reader.orders("meld 7h 5h Kc") == []


@pytest.mark.parametrize(
    ("game", "hand", "typed", "read"),
    [
        ("rummy17", "r5 r6 r8 b2", "m r5 r6 xr r8", "meld r5 r6 Xr=r7 r8"),
        ("rummy17", "r5 r6 r7 b2", "m xr r5 r6 r7", "meld Xr=r4 r5 r6 r7"),
        ("rummy17", "r7 b7 g7 b2", "m r7 b7 g7 xy", "meld r7 b7 g7 Xy=y7"),
        ("rummy17", "r5 r6 r8 b2", "m r5 r6 xr=r7 r8", "meld r5 r6 Xr=r7 r8"),
        ("contract", "5h 7h X X 2c", "m 5h x 7h x", "meld 5h X=6h 7h X=8h"),
        ("contract", "Qh Kh X X 2c", "m x qh kh x", "meld X=Jh Qh Kh X=Ah"),
        ("contract", "5h 5c X 2c", "m 5h x 5c", "meld 5h X 5c"),
        # Where a place is none, the game says what is wrong.
        ("contract", "Ah 2h X X 2c", "m x x ah 2h", "meld X X Ah 2h"),
    ],
)
def test_a_joker_is_named_by_its_place(game: str, hand: str, typed: str, read: str) -> None:
    deal = deal_from_position(
        {
            "game": game, "seats": 3, "turn": 0, "phase": "play", "partial": True,
            "hands": [hand.split(), [], []],
        }
    )  # fmt: skip
    assert Reader(deal, 0).actions_in(typed) == [read]


def test_a_side_joker_out_of_place_is_asked_for() -> None:
    deal = deal_from_position(
        {
            "game": "rummy17", "seats": 3, "turn": 0, "phase": "play", "partial": True,
            "hands": [["r5", "r6", "r8", "b2"], [], []],
        }
    )  # fmt: skip
    with pytest.raises(ParseError, match="as in meld r5 r6 Xr=r7 r8"):
        Reader(deal, 0).actions_in("m xr r5 r6 r8")
