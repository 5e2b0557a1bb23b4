"""Every refusal has a code, a sentence and a paragraph, also where the cards are no meld at all."""

from __future__ import annotations

import pytest

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
