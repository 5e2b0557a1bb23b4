"""What a score is made of: worked out by hand, and adding up in random final positions."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.games import final_positions
from tests.positions import set_up
from upcard.core.deal import Deal
from upcard.tally import Line, Tally, tally
from upcard.text.position import match_from_position


def ended(position: dict[str, Any], last: str) -> Any:
    match = match_from_position({**position, "partial": True})
    match.apply(last)
    return match.deal


def test_basic_pays_double_for_rummy() -> None:
    deal = ended(
        {"game": "basic", "seats": 3, "hands": [["5h"], ["9s", "Kc"], ["Ad"]], "turn": 0,
         "phase": "play", "opened": [False, True, False]},
        "discard 5h",
    )  # fmt: skip
    kings = ("Kc", "9s")
    assert tally(deal, 0) == Tally(
        40, (Line("hand", 19, 1, kings, (10, 9)), Line("hand", 1, 2, ("Ad",), (1,))), 2, "rummy"
    )
    assert tally(deal, 1) == Tally(-38, (Line("hand", -19, 1, kings, (10, 9)),), 2, "rummy")


def test_seven_card_counts_what_the_winner_laid_wherever_it_lies() -> None:
    deal = ended(
        {"game": "seven_card", "seats": 3, "hands": [["2d"], ["9s"], ["Ad"]], "turn": 0,
         "phase": "play", "rules": {"open_melds": True}, "opened": [True, True, False],
         "table": [
             {"owner": 0, "cards": ["4h", "5h", "6h", "7h"], "laid_by": {"7h": 1}},
             {"owner": 1, "cards": ["Ks", "Kc", "Kd", "Kh"], "laid_by": {"Kh": 0}},
         ]},
        "discard 2d",
    )  # fmt: skip
    mine = Line("laid", 15, 0, ("4h", "5h", "6h"), (4, 5, 6))
    there = Line("laid", 10, 0, ("Kh",), (10,))
    assert tally(deal, 0) == Tally(50, (mine, there), 2, "payers")
    assert tally(deal, 2) == Tally(
        -25, (mine._replace(points=-15), there._replace(points=-10)), 1, ""
    )


def test_gin_and_the_undercut_are_lines_of_their_own() -> None:
    def knocked(mine: str) -> Deal:
        deal = set_up("gin", hands=[mine, "5h Ac"], turn=1, phase="layoff", knocker=0,
                      layoffs_done=True)  # fmt: skip
        deal.apply("pass")
        return deal

    theirs, mine = Line("hand", 6, 1, ("Ac", "5h"), (1, 5)), Line("hand", -3, 0, ("3s",), (3,))
    assert tally(knocked("3s"), 0) == Tally(3, (theirs, mine))
    assert tally(knocked(""), 0) == Tally(31, (theirs, Line("gin", 25, 0)))
    ours = Line("hand", 9, 0, ("9s",), (9,))
    theirs = theirs._replace(points=-6)
    assert tally(knocked("9s"), 1) == Tally(28, (theirs, ours, Line("undercut", 25, 1)))


def test_rummy17_names_bonus_cards_and_the_doubling() -> None:
    deal = ended(
        {"game": "rummy17", "seats": 2, "hands": [["r17"], ["b9", "g10"]], "turn": 0,
         "phase": "play", "opened": [True, False],
         "bonus": ["game_over", "most_cards", "most_sets", "little_blue", "most_8_16"],
         "table": [{"owner": 0, "cards": ["r3", "g3", "y3"]}]},
        "discard r17",
    )  # fmt: skip
    won = [Line("bonus", 3, 0, name=n) for n in ("game_over", "most_cards", "most_sets")]
    # Nobody has a blue card on the table, so both have the fewest; nobody has an 8 or a 16.
    won.append(Line("bonus", 3, 0, name="little_blue"))
    assert tally(deal, 0) == Tally(24, tuple(won), 2, "rummy17")
    assert tally(deal, 1) == Tally(
        0,
        (Line("bonus", 3, 1, name="little_blue"), Line("hand", -3, 1, ("b9", "g10"), (1, 2))),
        2,
        "rummy17",
    )


def test_bad_points_are_the_hand() -> None:
    deal = ended(
        {"game": "romme", "seats": 2, "hands": [["5h"], ["X", "Ac", "Ac"]], "turn": 0,
         "phase": "play", "opened": [True, True]},
        "discard 5h",
    )  # fmt: skip
    assert tally(deal, 0) == Tally(0, ())
    assert tally(deal, 1) == Tally(60, (Line("hand", 60, 1, ("Ac", "Ac", "X"), (15, 15, 30)),))


@pytest.mark.parametrize("game", sorted(final_positions.MAKERS))
def test_the_lines_add_up(game: str) -> None:
    rng = random.Random(5)
    for _ in range(400):
        position, last = final_positions.MAKERS[game](rng)
        deal = ended(position, last)
        for seat in range(deal.seats):
            found = tally(deal, seat)
            assert found.times * sum(line.points for line in found.lines) == found.points
            assert found.points == deal.scores[seat]
            for line in found.lines:
                assert line.reason != "other"
                if line.cards:
                    assert abs(line.points) == sum(line.worth)
                    assert len(line.worth) == len(line.cards)


