"""Lines of several plays, short forms, and what is said of them."""

from __future__ import annotations

import pytest

from tests.terminal.driver import Game
from upcard.bots.policies_contract import ContractPlayer
from upcard.core.match import Match
from upcard.games.contract import ContractDeal
from upcard.terminal.brief import brief
from upcard.terminal.command import new_table
from upcard.terminal.words import happened
from upcard.text.position import match_from_position

NOTHING = "Nothing of this line has been done."


def said(lines: list[str], match: Match) -> str:
    """What was printed, its lines as one."""
    return " ".join(Game(lines, match=match).text.split())


def turn(game: str, hand: str, seats: int = 2, **more: object) -> Match:
    """Seat 0's turn after its draw."""
    start: dict[str, object] = {
        "game": game, "seats": seats, "turn": 0, "phase": "play", "partial": True,
        "hands": [hand.split(), ["2c"], ["3c"]][:seats], "stock": ["8c", "9c"], "discard": ["5c"],
    }  # fmt: skip
    match = match_from_position({**start, **more})
    match.names = ["You", "Anna", "Ben"][:seats]
    return match


def contract(hand: str) -> Match:
    """Two books are asked for; on the table 7 8 9 T of diamonds and two books, one with a joker."""
    table = [
        {"owner": 1, "cards": ["7d", "8d", "9d", "Td"]}, {"owner": 1, "cards": ["2c", "2d", "2h"]},
        {"owner": 1, "cards": ["Ks", "Kh", "X=K"]},
    ]  # fmt: skip
    return turn("contract", hand, 3, table=table, opened=[False, True, False])


def test_a_lay_is_read_at_the_table_its_line_has_made() -> None:
    """The melds of the line open, and one of them is what the 4s fits."""
    match = contract("4c 4d 4h 5c 5d 5h Jd 4s Qs 9s")
    text = said(["m 4c 4d 4h; m 5c 5d 5h; lay jd; lay 4s; dis qs"], match)
    assert "You laid 4c 4d 4h and 5c 5d 5h, laid off Jd on meld 1 and 4s on meld 4" in text
    assert match.view(0).hand == ("9s",)


def test_a_joker_got_in_a_line_can_be_laid_in_it() -> None:
    match = turn("romme", "7h 9c Kd", opened=[True, True], table=[
        {"owner": 1, "cards": ["6h", "X=7h", "8h"]}, {"owner": 1, "cards": ["2s", "3s", "4s"]},
        {"owner": 1, "cards": ["Qc", "Qd", "Qh", "Qs"]},
    ])  # fmt: skip
    text = said(["swap 7h; lay x=5s; dis kd"], match)
    assert "got the joker" in text
    assert "laid off X=5s on meld 2" in text


def test_the_first_wrong_play_of_a_line_is_told() -> None:
    """Before the contract lies nothing is laid off; the lay after it is not to blame."""
    match = contract("4c 4d 4h 5c 5d 5h Jd Jh")
    text = said(["lay jd on 1; m 4c 4d 4h; m 5c 5d 5h; lay 9h"], match)
    assert f"You cannot lay Jd on 1: lay the whole contract first: 2 books. {NOTHING}" in text
    assert "open first" not in text
    assert match.deal.log == []


@pytest.mark.parametrize("last", ["lay jd on 8", "lay jh", "hint", "foo", "dis zz"])
def test_that_nothing_was_done_is_said_whatever_is_wrong(last: str) -> None:
    match = contract("4c 4d 4h 5c 5d 5h Jd Jh")
    assert NOTHING in said([f"m 4c 4d 4h; m 5c 5d 5h; {last}"], match)
    assert match.deal.log == []


def test_why_asks_about_every_play_it_names() -> None:
    text = said(["why dis 9c; dis 4h"], turn("romme", "9c Kd"))
    assert "You can discard 9c. You cannot discard 4h: your hand does not hold 4h." in text
    assert NOTHING not in text


def test_short_forms_are_told() -> None:
    text = said(["?"], turn("romme", "9c Kd"))
    assert (
        "One letter plays at once: d draw, t take; before cards d discard, l lay, m meld, s swap."
    ) in text
    assert "could be take or table" in said(["ta"], turn("romme", "9c Kd"))


def test_who_has_only_laid_off_has_laid_no_melds() -> None:
    table = [{"owner": 1, "cards": ["Kc", "Kd", "Kh", "Ks"]}]
    text = said(["table"], turn("basic", "7c 4d", 3, table=table, opened=[False, True, True]))
    assert "Anna holds 1 card and has laid melds; Ben holds 1 card and has laid cards off." in text


@pytest.mark.parametrize(
    ("typed", "action"),
    [("I want it", "claim"), ("want", "claim"), ("yes", "claim"), ("y", "claim"), ("no", "pass"),
     ("knock", "claim")],
)  # fmt: skip
def test_a_card_on_offer_is_asked_for_in_one_s_own_words(typed: str, action: str) -> None:
    match = match_from_position({
        "game": "contract", "partial": True, "deal": 1, "turn": 2, "phase": "draw", "claim": "Qh",
        "hands": [["Qc", "2s"], ["2c"], ["2d"], ["2h"]], "stock": ["3c", "3d", "3h"],
        "discard": ["Qh"], "discarded_by": 1, "answers": {"3": "pass"},
    })  # fmt: skip
    match.names = ["You", "Anna", "Ben", "Cem"]
    text = said([typed], match)
    assert "Ben, in turn, may take it as the draw. Otherwise whoever asks first gets it" in text
    assert match.deal.log[0].text == action
    assert happened(match.deal.log[0]) in text


def gin(hand: str) -> Match:
    """Seat 0 may knock."""
    other = ["Kc", "Qd", "Jh", "9h", "Th", "Qs", "6s", "Ad", "6d", "9d"]
    hands = [hand.split(), other]
    return turn("gin", hand, hands=hands, stock=["9c", "Tc"], discard=["Ks"])


def test_a_knock_is_said_with_its_discard() -> None:
    text = said(["knock 7d"], gin("7d 2c 3c 5c As 2s 3s 4s 8s 9s Ts"))
    assert "You knocked and discarded 7d." in text
    assert "Your knock: lay your melds one by one" in text
    text = said(["k"], gin("7d 2c 3c 5c As 2s 3s 4s 8s 9s Ts"))
    assert text.count("You knocked") == 1


def test_a_run_too_long_for_gin_is_told_the_limit() -> None:
    hand = "2h 3h 4h 5h 6h 7h 8s 8d 8c Ac Kd"
    text = said(["knock kd", "m 2h 3h 4h 5h 6h 7h"], gin(hand))
    assert "five cards are the most, a longer run is laid as two" in text


def test_a_joker_with_too_few_cards_is_no_matter_of_its_place() -> None:
    text = said(["m x", "m x 9c"], turn("romme", "9c Kd X"))
    assert text.count("A meld needs at least three cards.") == 2
    assert "stands for" not in text


def test_symbols_shows_the_hand_again() -> None:
    match = turn("romme", "9c Kd 2s")
    assert "Your hand, 3 cards: 9♣ K♦ 2♠" in said(["symbols"], match)


def test_clear_looks_again() -> None:
    match = turn("romme", "9c Kd 2s")
    assert said(["clear"], match).count("Your hand, 3 cards:") == 2


def test_a_hand_of_contract_is_called_a_hand() -> None:
    match = contract("4c 4d 4h 5c 5d 5h Jd")
    text = said(["m 4c 4d 4h; m 5c 5d 5h; lay jd"], match)
    assert "This hand: " in text
    assert "for the next hand." in text
    assert "this deal" not in text.lower()


@pytest.mark.parametrize("game", ["gin", "basic", "seven_card"])
def test_the_rules_say_how_a_match_ends(game: str) -> None:
    one = " ".join(brief(new_table(game, 2, (), None, 1).rules))
    assert "A match is one deal. The highest total wins it" in one
    five = brief(new_table(game, 2, ("deals=5",), None, 1).rules)
    assert five[-1].startswith("A match is 5 deals. ")
    target = brief(new_table(game, 2, ("target=90", "deals=5"), None, 1).rules)
    assert "ends when a total reaches 90, and at the latest with deal 5." in target[-1]


def test_a_house_rule_is_told_with_what_else_it_could_be() -> None:
    text = said(["rules"], turn("basic", "7c Kd"))
    assert "ace = low (or low_or_high): the ace stands below the two" in text


def test_a_joker_takes_no_card_that_is_too_many() -> None:
    """Hand 5 goes down whole: JJJ, 2d to 8d with the joker, 4s to Ts; the second 9s is too many."""
    hand = "Jc Jd Jh 2d 3d 4d 5d 6d 8d X 4s 5s 6s 7s 8s 9s Ts 9s"
    match = turn("contract", hand, 3, deal=5)
    assert isinstance(match.deal, ContractDeal)
    assert ContractPlayer().gap(match.deal, 0) == 1
    text = said(["hint"], match)
    assert "Perhaps: discard 9s. Your hand is 1 card away" in text
    whole = turn("contract", hand.rpartition(" ")[0], 3, deal=5)
    assert ContractPlayer().gap(whole.deal, 0) == 0
