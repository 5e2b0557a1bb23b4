"""Every refusal has a code, a sentence and a paragraph, also where the cards are no meld at all."""

from __future__ import annotations

import pytest

import upcard
from upcard.core import meld, reasons
from upcard.errors import IllegalActionError
from upcard.games.registry import GAMES
from upcard.text.position import deal_from_position

KINDS_OF_RUMMY = sorted(GAMES)


def test_every_reason_has_a_sentence() -> None:
    for module in (meld, reasons):
        for name in dir(module):
            number = getattr(module, name)
            if name.isupper() and isinstance(number, int) and name in REASONS_OF_MELDS:
                assert number in reasons.SENTENCES, name


REASONS_OF_MELDS = (
    "TOO_SHORT", "TOO_LONG", "ROUND_THE_CORNER", "TWO_ACES", "FEW_NATURALS", "MANY_JOKERS",
    "JOKER_COLOUR", "NO_JOKERS", "TWINS", "JOKER_SUIT", "JOKER_UNNAMED", "JOKER_MISPLACED",
    "SUIT_IN_SET", "NOT_A_MELD",
)  # fmt: skip


def test_too_many_jokers_for_the_suits_a_book_lacks() -> None:
    deal = deal_from_position(
        {
            "game": "contract", "rules": {"book_joker": "missing_suit"}, "phase": "play",
            "turn": 0, "hands": [["Kc", "Kd", "Kh", "Ks", "X", "2c"], [], [], []], "partial": True,
        }
    )  # fmt: skip
    error = deal.why_not("meld Kc Kd Kh Ks X")
    assert error is not None
    assert (error.code, error.paragraph) == ("joker_suit", "Books and straights")


@pytest.mark.parametrize("game", KINDS_OF_RUMMY)
def test_cards_that_are_no_meld_are_refused_with_a_paragraph(game: str) -> None:
    deal = deal_from_position({"game": game, "seed": 1})
    text = "meld r1 b2 g3" if deal.pack.coloured else "meld 2c 3d 4h"
    error = deal.why_not(text)
    assert error is not None
    assert error.code == "not_a_meld"
    assert error.text == text
    assert error.paragraph in ("Melds", "Books and straights")
    with pytest.raises(IllegalActionError) as raised:
        deal.apply(text)
    assert raised.value.paragraph == error.paragraph


@pytest.mark.parametrize(
    ("game", "hand", "action", "why"),
    [
        ("romme", "9c 9d X", "meld 9c 9d 9h", "the hand does not hold 9h"),
        ("romme", "9c Tc", "meld 9c Tc X Qc", "the hand does not hold X Qc"),
        ("romme", "9c 2d", "discard X", "the hand does not hold X"),
        ("contract", "9c 2d 9h", "meld 9c 9c 9h", "the hand does not hold 9c twice"),
        ("contract", "9h 2d", "meld 9c 9c 9h", "the hand does not hold 9c twice"),
        ("contract", "9h X", "meld 9h X X", "the hand does not hold X twice"),
        ("rummy17", "r5 r6 b2", "meld r5 r6 Xr=r7 r8", "the hand does not hold r8"),
        ("basic", "9c 2d", "discard 3d", "the hand does not hold 3d"),
    ],
)
def test_what_is_not_held_is_named(game: str, hand: str, action: str, why: str) -> None:
    seats = 2 if game == "romme" else 3
    deal = deal_from_position(
        {
            "game": game, "phase": "play", "turn": 0, "seats": seats, "partial": True,
            "hands": [hand.split()] + [[]] * (seats - 1),
        }
    )  # fmt: skip
    error = deal.why_not(action)
    assert error is not None
    assert (error.code, str(error).partition(": ")[2]) == ("not_held", why)


def test_whose_turn_it_is_is_said() -> None:
    deal = deal_from_position({"game": "contract", "seats": 4, "dealer": 1, "seed": 1})
    error = deal.why_not("0 draw")
    assert error is not None
    assert str(error) == "draw: it is the turn of seat 2"


@pytest.mark.parametrize("action", [None, 5, ["draw"]])
def test_what_is_no_action_at_all_is_a_type_error(action: object) -> None:
    match = upcard.new_match("gin", seed=1)
    with pytest.raises(TypeError, match=r"Action|str"):
        match.apply(action)  # type: ignore[arg-type]
    assert not match.deal.log
