"""`upcard.arrange` and ``upcard arrange``: splits worked out by hand."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

import upcard
from upcard.cli import upcard as command
from upcard.games.registry import GAMES

OWN = f"{Path(__file__).parent.parent / 'examples' / 'my_rummy.py'}:MyRummy"


@pytest.mark.parametrize(
    ("table", "hand", "left"),
    [
        (["5d 6d 7d", "8s 8h 8c"], "8d 9d Kc", 1),
        (["5d 6d 7d"], "9d X Kc", 1),
        (["4h X=5h 6h"], "5h Qc Qd 9s", 1),
        (["4h X=5h 6h"], "5h 9s", 1),
        (["7d 8d X=9d", "Qh Qs X"], "9d Td Qc Kh Ks 2c", 1),
        # Nothing fits: the nine is two ranks away and there is no joker.
        (["5d 6d 7d"], "9d Kc", 2),
        # A run that ends in an ace does not grow beyond it.
        (["Qd Kd Ad"], "2d 9s", 2),
    ],
)
def test_a_turn_with_melds_on_the_table(table: list[str], hand: str, left: int) -> None:
    result = upcard.arrange("romme", hand, objective="cards", table=table)
    assert result.cards_left == left
    assert result.exact


def test_the_plays_of_a_turn_are_legal_in_their_order() -> None:
    result = upcard.arrange(
        "romme", "9d Td Qc Kh Ks 2c", objective="cards", table=["7d 8d X=9d", "Qh Qs X"]
    )
    assert result.left == ("2c",)
    assert sorted(play.split()[0] for play in result.plays) == ["lay", "lay", "meld", "swap"]


@pytest.mark.parametrize(
    ("game", "hand", "objective", "left", "points"),
    [
        # Both sevens need the seven of spades: 15 + 21 laid, the eight stays.
        ("romme", "4s 5s 6s 7s 8s 7h 7d", "points", "8s", 8),
        # Three aces leave 2 3 2 3 9 T; two runs leave Ad 9d Td.
        ("romme", "As 2s 3s Ah 2h 3h Ad 9d Td", "points", "2s 3s 2h 3h 9d Td", 29),
        ("romme", "As 2s 3s Ah 2h 3h Ad 9d Td", "cards", "Ad 9d Td", 34),
        ("gin", "8s 6h 7h 8h 9h Th 8d Td 8c Tc", "points", "", 0),
        ("gin", "9s 6h 7h 8h 9h 6d 7d 8d 8c 9c", "points", "8c", 8),
        ("basic", "Qh Kh Ah 2c", "cards", "Qh Kh Ah 2c", 23),
        ("rummy17", "r4 r5 r6 r7 r8 b7 p7", "points", "r8", 1),
        # Six jokers and one natural: no meld has two naturals.
        ("romme", "X X X X X X 7d", "cards", "X X X X X X 7d", 187),
    ],
)
def test_hands_alone(game: str, hand: str, objective: str, left: str, points: int) -> None:
    result = upcard.arrange(game, hand, objective=objective)
    assert sorted(result.left) == sorted(left.split())
    assert result.points_left == points


def test_an_opening_takes_the_place_of_the_joker_that_reaches_thirty() -> None:
    result = upcard.arrange("romme", "Td Jd X 4s 5s 7c", objective="opening")
    assert (result.melds, result.meld_points, result.reached) == (("Td Jd X=Qd",), (30,), True)


def test_an_opening_that_cannot_be_says_so() -> None:
    result = upcard.arrange("romme", "9s 9h X 2c", objective="opening")
    assert not result.reached
    assert sum(result.meld_points) == 27


def test_a_contract_leaves_fewest_points() -> None:
    result = upcard.arrange(
        "contract", "2s 4s Ah 3h 6h 7h 8h 9h 2d 3d 8d 2c X X", objective="contract=3"
    )
    assert (len(result.melds), result.points_left) == (3, 20)


def test_house_rules_change_the_answer() -> None:
    # With the ace high as well, Q K A of hearts is a run and only the two stays.
    result = upcard.arrange(
        "basic", "Qh Kh Ah 2c", objective="cards", rules={"ace": "low_or_high"}
    )
    assert result.left == ("2c",)


@pytest.mark.parametrize(
    ("game", "hand", "objective", "words"),
    [
        ("romme", "9s 9s 9s", "points", "9s is there 3 times"),
        ("romme", "1z", "points", "'1z' is no card"),
        ("gin", "9s X", "points", "'X' is no card"),
        ("gin", "9s", "pionts", "did you mean points?"),
        ("contract", "9s", "points", "contract=1"),
        ("romme", "9s", "contract=1", "no objective"),
    ],
)
def test_bad_input_is_named(game: str, hand: str, objective: str, words: str) -> None:
    with pytest.raises(upcard.UpcardError) as caught:
        upcard.arrange(game, hand, objective=objective)
    assert words in str(caught.value)


def test_the_command_prints_jokers_and_points() -> None:
    done = CliRunner().invoke(command, ["arrange", "romme", "Td", "Jd", "X", "4s"])
    assert done.exit_code == 0
    assert "Td Jd X=Qd" in done.output
    assert "left: 4s (1 card, 4 points)" in done.output


@pytest.mark.parametrize(
    ("arguments", "lines"),
    [
        (  # Four in a row would leave nothing to discard, so the dearest three are laid.
            ["rummy17", "r9", "r10", "r11", "r12"],
            ["r10 r11 r12                                      6 points",
             "left: r9 (1 card, 1 point)",
             "One card is kept for the discard that must end the turn."],
        ),
        (  # Two are left anyway.
            ["rummy17", "r5", "r6", "r7", "b1", "b4"],
            ["r5 r6 r7                                         3 points",
             "left: b1 b4 (2 cards, 2 points)"],
        ),
        (["romme", "9c", "2d"], ["no meld", "left: 9c 2d (2 cards, 11 points)"]),
        (  # With melds on the table more than a meld is looked for.
            ["romme", "9c", "2d", "--table", "5d 6d 7d"],
            ["nothing to lay, lay off or swap", "left: 9c 2d (2 cards, 11 points)"],
        ),
        (  # 8d would fit the run, but the last card must be discarded.
            ["romme", "8d", "7s", "7h", "7c", "--table", "5d 6d 7d"],
            ["meld 7c 7h 7s", "left: 8d (1 card, 8 points)",
             "One card is kept for the discard that must end the turn."],
        ),
        (
            [OWN, "7d", "7s", "7h", "2c"],
            ["7d 7h 7s                                        21 points",
             "left: 2c (1 card, 2 points)"],
        ),
    ],
)  # fmt: skip
def test_what_is_kept_and_what_is_missing_is_said(arguments: list[str], lines: list[str]) -> None:
    done = CliRunner().invoke(command, ["arrange", *arguments])
    GAMES.pop("my_rummy", None)
    assert done.output.splitlines() == lines
