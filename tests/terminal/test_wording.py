"""What the terminal says: whole sentences, to the player, about the player's own table."""

from __future__ import annotations

import io
import re
from itertools import islice

import pytest

import upcard
from tests.terminal.driver import Game, hints
from upcard.core.match import Match
from upcard.core.rules import Value
from upcard.errors import RulesError
from upcard.terminal.command import seat_names, seat_players
from upcard.terminal.ink import Printer
from upcard.terminal.refusals import marked
from upcard.terminal.words import signed
from upcard.text.position import match_from_position

JUNK = (
    "zzz" * 400, "\x1b[2J\x00" * 300, "dis " + "9" * 900, "m " + "5h " * 300, "why " + "q" * 999,
)  # fmt: skip


def joined(text: str) -> str:
    """The text without its line breaks."""
    return " ".join(text.split())


def claim_match(game: str) -> Match:
    """A deal in which seat 0 is asked first: seat 2 is in turn."""
    rules: dict[str, object] = {"game": game, "seats": 3, "dealer": 1, "seed": 5}
    match = match_from_position(rules)
    match.names = ["You", "Anna", "Berta"]
    return match


@pytest.mark.parametrize("game", ["romme", "gin", "rummy17", "contract", "seven_card", "basic"])
def test_long_and_binary_lines_are_cut_in_refusals(game: str) -> None:
    text = Game([*JUNK, *[f"sort {line}" for line in JUNK]], game, seats=3 if game in (
        "rummy17", "contract") else 2).text  # fmt: skip
    assert "\x1b" not in text
    assert "\x00" not in text
    longest = max(len(word) for word in re.split(r"[ \n]", text))
    assert longest <= 64
    assert len(text) < 8000


def test_refusals_speak_to_the_player() -> None:
    match = match_from_position(
        {
            "game": "romme", "partial": True, "turn": 0, "phase": "play", "taken": "Kd",
            "hands": [["9s", "Kd", "2c"], ["2d"]], "stock": ["8s"], "discard": ["4c"],
        }
    )  # fmt: skip
    match.names = ["You", "Beginner"]
    lines = ["dis 4h", "dis kd", "draw", "m 9s 9h 9d", "dis 77", "sort 5h"]
    text = joined(Game(lines, match=match).text)
    assert "You cannot discard 4h: your hand does not hold 4h." in text
    assert "You cannot discard Kd: Kd was taken from the pile and may not" in text
    assert "You cannot draw: a card has been drawn already." in text
    assert "You cannot meld 9d 9h 9s: your hand does not hold 9d 9h." in text
    assert "'77' is no card: cards are written as 9s, Th (or 10h), Qd, X for a joker." in text
    assert "Your hand does not hold 5h." in text


def test_suits_as_signs_in_refusals_too() -> None:
    game = Game(["symbols", "dis Ah", "why dis Ah"], "romme", seed=11)
    out = io.StringIO()
    printer = Printer(out, symbols=True)
    printer.say(marked("You cannot discard Th: X=9s is no Q.", game.match.deal.pack))
    assert out.getvalue() == "You cannot discard T♥: X=9♠ is no Q.\n"
    # As a word it is none of the cards of Rummy 17.
    rummy17 = upcard.new_match("rummy17", seed=1).deal.pack
    assert marked("As r17", rummy17) == "As " + marked("r17", rummy17)
    assert marked("r17", rummy17) != "r17"
    signs = [line for line in game.out.getvalue().splitlines() if "discard A♥" in line]
    assert len(signs) == 2


def test_out_of_turn_it_is_said_whose_turn_it_is() -> None:
    for game, word in (("contract", "claim"), ("rummy17", "knock")):
        match = claim_match(game)
        if game == "rummy17":
            match.apply("draw")
        text = joined(Game(["draw"], match=match).text)
        top = match.deal.pack.token(match.deal.claim)
        assert f"It is Berta's turn. You are only asked whether you want {top}: {word}," in text


@pytest.mark.parametrize(
    ("game", "wanted"),
    [
        ("contract", ["Hand 1 of 5: 2 books. Nobody is down yet.", "Anna holds 13 cards"]),
        ("rummy17", ["At the side: jokers", "Bonus cards, 3 points each", "Anna holds 10 cards"]),
    ],
)
def test_the_first_question_shows_what_is_needed_to_decide(game: str, wanted: list[str]) -> None:
    match = claim_match(game)
    if game == "rummy17":
        match.apply("draw")
    text = Game([], match=match).text
    question = text.index("either is final")
    for part in wanted:
        assert part in text[:question], part


def test_hints_have_one_shape() -> None:
    for game in ("romme", "gin", "rummy17", "contract", "seven_card", "basic"):
        lines = [line for _ in range(12) for line in ("hint", "HINT")]
        seats = 3 if game in ("rummy17", "contract") else 2
        played = Game(lines, game, 2, seats=seats)
        asked = [i for i, line in enumerate(played.lines.typed) if line == "hint"]
        text = played.text
        assert len(asked) == 12
        assert text.count("Perhaps: ") >= 12 - played.lines.typed.count("next"), game
        assert not re.search(r"^(Take|Draw|Decline)\b", text, re.M), game


def test_a_line_of_plays_is_taken_back_as_it_was_typed() -> None:
    plays = ["take", "meld Td Jd Qd; meld 8s X=9s Ts", "undo"]
    game = Game(plays, seed=11)
    assert [event.text for event in game.match.deal.log if event.seat == 0] == ["take"]
    assert "Taken back: meld Td Jd Qd; meld 8s X=9s Ts." in game.text
    # Another line before it stays, and so does a card that was taken on the same line.
    game = Game(["take", "meld Td Jd Qd", "meld 8s X=9s Ts", "undo"], seed=11)
    assert [e.text for e in game.match.deal.log if e.seat == 0] == ["take", "meld Td Jd Qd"]
    game = Game(["take; meld Td Jd Qd; meld 8s X=9s Ts", "undo", "undo"], seed=11)
    assert [event.text for event in game.match.deal.log if event.seat == 0] == ["take"]
    assert "What you took stays in your hand." in game.text


@pytest.mark.parametrize("game", ["contract", "rummy17"])
def test_pass_all_answers_for_the_rest_of_the_deal(game: str) -> None:
    """Whoever says it is not asked again before the next deal, nor if the card would help."""
    seen = 0
    for seed in range(4):
        played = Game(
            islice(("pass all" if i == 0 else "HINT" for i in range(400)), 400), game, seed,
            {"turn_limit": 30}, seats=4,
        )  # fmt: skip
        first = played.match.deals[0]
        mine = [event.text for event in first.log if event.seat == 0]
        assert "claim" not in mine
        deal = played.text.split("Type next ")[0]
        assert "To be asked again, type ask." in deal
        asked = deal.count("either is final")
        assert asked <= 1
        seen += mine.count("pass")
    assert seen > 4


def test_ask_ends_a_standing_answer() -> None:
    match = claim_match("contract")
    game = Game(["pass all", "ask"], match=match)
    assert "You are asked again whether you want a card on offer." in game.text
    assert not game.session.silent
    assert next(event.text for event in game.match.deal.log if event.seat == 0) == "pass"


def test_pass_all_is_for_games_with_offers() -> None:
    text = Game(["pass all"], "gin", seed=3).text
    assert "pass stands alone" in text.lower()


def test_why_names_only_the_house_rule_that_matters() -> None:
    match = match_from_position(
        {
            "game": "contract", "seats": 3, "deal": 2, "turn": 0, "phase": "play", "partial": True,
            "rules": {"laydown_size": "exact"}, "stock": ["8c"], "discard": ["5c"],
            "hands": [["4h", "5h", "6h", "7h", "8h", "2c"], ["2d"], ["3c"]],
        }
    )  # fmt: skip
    match.names = ["You", "Anna", "Berta"]
    text = Game(["why m 4h 5h 6h 7h 8h"], match=match).text
    assert "laydown_size = exact" in text
    for other in ("same_rank_books", "adjacent_straights", "last_hand"):
        assert other not in text


def test_one_thing_is_not_called_several() -> None:
    assert [signed(n) for n in (5, -5, 0)] == ["+5", "-5", "0"]
    with pytest.raises(RulesError, match=r"2 seats have room for 1 bot$"):
        seat_players("beginner,random", 2)
    with pytest.raises(RulesError, match="there is 1 person to name"):
        seat_names(seat_players("beginner", 2), ("Ann", "Ben"))


def test_the_state_of_several_players_is_kept_apart() -> None:
    match = match_from_position(
        {
            "game": "contract", "seats": 4, "deal": 1, "turn": 0, "phase": "play", "partial": True,
            "hands": [["2c", "3c"], ["2d"], ["3d"], ["4d", "5d"]], "stock": ["8c"],
            "opened": [False, True, False, True], "discard": ["5c"],
            "table": [{"owner": 1, "cards": ["9c", "9d", "9h"]}],
        }
    )  # fmt: skip
    match.names = ["You", "Anna", "Berta", "Carla"]
    text = joined(Game(["table"], match=match).text)
    assert "Anna holds 1 card and is down; Berta holds 1 card; Carla holds 2 cards and" in text


@pytest.mark.parametrize("game", ["romme", "gin", "rummy17", "contract", "seven_card", "basic"])
def test_nothing_is_plus_nought_or_one_points(game: str) -> None:
    rules: dict[str, Value] = {"turn_limit": 40} if game != "gin" else {}
    played = Game(islice(hints(), 500), game, 3, rules, seats=3 if game in (
        "rummy17", "contract") else 2)  # fmt: skip
    assert not re.search(r"[+-]0\b", played.text)
    assert not re.search(r"\b1 (points|cards|deals)\b", played.text)
    assert not re.search(r"(and|,) [.,]", played.text)


def turn(game: str, hand: str, **more: object) -> Match:
    """Seat 0's turn after its draw, two seats."""
    seats = 3 if game == "contract" else 2
    start: dict[str, object] = {
        "game": game, "seats": seats, "turn": 0, "phase": "play", "partial": True,
        "hands": [hand.split(), ["2c"], ["3c"]][:seats], "stock": ["8c", "9c"], "discard": ["5c"],
    }  # fmt: skip
    match = match_from_position({**start, **more})
    match.names = ["You", "Anna", "Berta"][:seats]
    return match


def test_a_card_that_fits_nowhere() -> None:
    table = [{"owner": 1, "cards": ["4h", "5h", "6h"]}, {"owner": 1, "cards": ["9c", "9d", "X"]}]
    opened = turn("romme", "Kd 2s 3s", opened=[True, True], table=table)
    text = joined(Game(["lay Kd", "lay 7h", "swap Kd"], match=opened).text)
    assert "You cannot lay Kd: it fits no meld of the table." in text
    assert "You cannot lay 7h: your hand does not hold 7h." in text
    assert "You cannot swap Kd: it is what no joker there stands for." in text
    before = turn("romme", "7h 2s 3s", opened=[False, True], table=table)
    text = joined(Game(["lay 7h"], match=before).text)
    assert "You cannot lay 7h: open first: your own melds must lie before you do this." in text


def test_an_empty_line_shows_the_whole_table_out_of_turn_too() -> None:
    text = Game([""], match=claim_match("contract")).text
    assert text.count("Hand 1 of 5: 2 books. Nobody is down yet.") == 2


def test_ones_own_turn_needs_no_claim() -> None:
    match = claim_match("contract")
    for seat in (0, 1):
        match.apply(f"{seat} pass")
    match.apply("2 draw")
    match.apply(f"2 discard {match.view(2).hand[0]}")
    for seat in (1, 2):
        if match.deal.is_legal(f"{seat} pass"):
            match.apply(f"{seat} pass")
    top = match.view(0).discard[0]
    text = joined(Game(["claim"], match=match).text)
    assert f"It is your own turn: take {top}, or draw." in text


def test_an_empty_stock_is_explained() -> None:
    match = turn("basic", "Kd 2s 3s", phase="draw", stock=[], discard=["5c", "9d", "Jh"])
    text = joined(Game([], match=match).text)
    assert "draw (the stock is empty: the pile is made the stock first), or take 5c." in text


def test_a_knock_against_which_nothing_can_be_laid_off() -> None:
    position: dict[str, object] = {
        "phase": "layoff", "knocker": 1, "stock": ["8c", "9c", "Tc"],
        "table": [{"owner": 1, "cards": ["4h", "5h", "6h"]}],
    }  # fmt: skip
    assert "You can lay nothing off on its melds: pass." in Game(
        [], match=turn("gin", "Kd 2s 3s", **position)).text  # fmt: skip
    assert "lay off cards on its melds, then pass." in Game(
        [], match=turn("gin", "7h 2s 3s", **position)).text  # fmt: skip


def test_totals_add_up_where_only_the_last_deals_are_listed() -> None:
    """Every deal of gin that is stopped by nobody gives points; fifteen are more than are shown."""
    played = Game(islice(hints(), 3000), "gin", 1, {"deals": 15})
    table = played.text.rsplit("Beginner\n", 1)[1]
    rows = re.findall(r"^(1 to 3|Deal \d+) +([+-]?\d+) +([+-]?\d+)", table, re.M)
    assert [name for name, _, _ in rows] == ["1 to 3", *[f"Deal {n}" for n in range(4, 16)]]
    sums = tuple(sum(int(row[k]) for row in rows) for k in (1, 2))
    assert sums == played.match.totals


@pytest.mark.parametrize(("deals", "more"), [(1, True), (2, False)])
def test_who_wins_with_what(deals: int, more: bool) -> None:
    played = Game(islice(hints(), 900), "gin", 6, {"deals": deals})
    best = max(played.match.totals)
    assert f"with {best} points." in joined(played.text)
    assert ("\nIt was one deal; for a match of five: --rule deals=5\n" in played.text) == more


def test_the_winner_is_spoken_to_within_a_sentence() -> None:
    hand = "5c 5d 5h 5s 8h 9h Th 9d"
    match = turn("seven_card", hand, seats=3, discard=["Kd"], hands=[hand.split(), ["2c"], ["3c"]])
    match.names = ["You", "Anna", "Berta"]
    text = joined(Game(["m 5c 5d 5h 5s; m 8h 9h th; dis 9d"], match=match).text)
    assert "Each of the others pays 47: you get 47 x 2 = 94." in text


def test_what_cannot_be_done_yet_is_answered_with_what_can() -> None:
    text = joined(Game(["draw"], "gin", seed=15).text)
    assert "You cannot draw now. Your turn: take Js, or pass." in text
    assert "phase" not in text


def test_passing_twice_is_said_once() -> None:
    """After a knock the other side passes its lay-offs, then its melds."""
    knocker = ["7d", "2c", "3c", "5c", "As", "2s", "3s", "4s", "8s", "9s", "Ts"]
    other = ["Kc", "Qd", "Jh", "8d", "6h", "4h", "2h", "Ad", "6d", "9d"]
    match = turn("gin", "", hands=[knocker, other], stock=["8c", "9c", "Tc"], discard=["Ks"])
    lines = ["knock", "dis 7d", "m as 2s 3s 4s", "m 8s 9s ts", "pass"]
    text = joined(Game(lines, match=match).text)
    assert "Your knock: there is no more to lay, so pass." in text
    assert "Anna passed. You, deadwood" in text


def test_a_joker_before_the_draw_is_told_to_draw() -> None:
    """Not which end of the run it should go to: that comes after the draw."""
    table = [{"owner": 1, "cards": ["4h", "5h", "6h"]}, {"owner": 1, "cards": ["9c", "9d", "9s"]}]
    facts: dict[str, object] = {"opened": [True, True], "table": table}
    match = turn("romme", "X 2s", phase="draw", **facts)
    assert "You cannot lay X: draw a card first." in joined(Game(["lay x"], match=match).text)
    facts["table"] = table[:1]
    text = joined(Game(["lay x"], match=turn("romme", "X 2s Kd", **facts)).text)
    assert "say X=3h or X=7h, both ends are open" in text


def test_a_straight_typed_in_another_order_is_offered_in_the_right_one() -> None:
    match = turn("contract", "5h 7h 8h X X 2c 2d Kd", deal=2)
    lines = ["m 7h x 5h 8h", "m 2c 2d kd", "m x 7h 8h 9h", "m 2c 2c 2d 2h"]
    text = joined(Game(lines, match=match).text)
    assert "Perhaps you mean meld 5h X=6h 7h 8h." in text
    assert "these cards are neither a book nor a straight." in text
    assert "your hand does not hold 9h." in text
    assert "your hand does not hold 2c twice, 2h." in text
