"""The case runner itself: it must fail where it should."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from upcard.errors import ParseError, RulesError
from upcard.text.case import parse_case, read_cases, run_case

# Seat 0 has an open hand of Rommé and has drawn.
POSITION = {
    "game": "romme", "turn": 0, "phase": "play", "dealer": 1, "scores": [10, 20],
    "hands": [["7c", "7d", "7h", "2s"], ["Kd", "X"]], "stock": ["5c", "9d"], "discard": ["4h"],
    "opened": [True, True], "partial": True,
}  # fmt: skip
MELD = ["0 meld 7c 7d 7h"]
TABLE = [{"owner": 0, "cards": ["7h", "7c", "7d"]}]

RIGHT: list[tuple[list[str], dict[str, object]]] = [
    ([], {"turn": 0, "phase": "play", "to_act": [0], "hand_sizes": [4, 2]}),
    ([], {"hands": [["2s", "7h", "7d", "7c"], None], "stock_size": 2}),
    ([], {"legal_has": ["meld 7h 7d 7c", "discard 2s"], "legal_lacks": ["draw", "1 draw"]}),
    (MELD, {"table": TABLE, "hand_sizes": [1, 2]}),
    (MELD, {"legal": True, "table": [{"owner": 0, "cards": ["7c", "7d", "7h"]}]}),
    ([*MELD, "0 discard 2s"], {"deal_over": True, "deal_scores": [0, 40], "scores": [10, 60]}),
    ([*MELD, "0 discard 2s"], {"match_over": False, "next_dealer": 0, "winners": []}),
    ([*MELD, "0 discard 2s"], {"discard": ["2s", "4h"], "discard_size": 2, "to_act": []}),
    (["0 draw"], {"legal": False, "stock_size": 2}),
    (["0 lay 7c on 1"], {"legal": False}),
    (["0 meld 7c 7d 7h 2s"], {"legal": False, "table": []}),
]
WRONG: list[tuple[list[str], dict[str, object], str]] = [
    ([], {"turn": 1}, "turn: expected 1, got 0"),
    ([], {"phase": "draw"}, "phase: expected draw, got play"),
    ([], {"to_act": []}, "to_act: expected nothing, got 0"),
    ([], {"hand_sizes": [4, 3]}, "hand_sizes: expected 4 3, got 4 2"),
    ([], {"hands": [["2s", "7h", "7d", "7d"], None]}, "hands: "),
    ([], {"hands": [["2s", "7h", "7d", "7c"]]}, "hands: "),
    ([], {"stock_size": 3}, "stock_size: expected 3, got 2"),
    ([], {"discard": ["5c"]}, "discard: expected 5c, got 4h"),
    ([], {"discard": ["4h", "5c"]}, "discard: expected 4h 5c, got 4h"),
    ([], {"discard_size": 0}, "discard_size: expected 0, got 1"),
    ([], {"deal_over": True}, "deal_over: expected true, got false"),
    ([], {"match_over": True}, "match_over: expected true, got false"),
    ([], {"winners": [0]}, "winners: expected 0, got nothing"),
    ([], {"next_dealer": 0}, "next_dealer: expected 0, got none"),
    ([], {"legal_has": ["draw"]}, "legal_has: expected draw, got draw: a card has been drawn"),
    ([], {"legal_lacks": ["discard 2s"]}, "legal_lacks: expected discard 2s, got legal"),
    ([], {"setup_error": True}, "setup_error: expected true, got false"),
    ([], {"scores": [0, 0]}, "scores: expected 0 0, got 10 20"),
    (MELD, {"legal": False}, "legal: expected false, got true"),
    (MELD, {"table": []}, "table: expected nothing, got "),
    (MELD, {"table": [{"owner": 1, "cards": ["7c", "7d", "7h"]}]}, "table: "),
    (MELD, {"table": [{"owner": 0, "cards": ["7c", "7d", "7s"]}]}, "table: "),
    (["0 draw"], {"turn": 0}, "legal: expected true, got draw: a card has been drawn already"),
    (["0 draw", *MELD], {"turn": 0}, "action 1: expected legal, got draw: "),
    ([*MELD, "0 discard 2s"], {"deal_scores": [0, 39]}, "deal_scores: expected 0 39, got 0 40"),
]
MALFORMED: list[tuple[object, str]] = [
    ([], "is no object"),
    ({"position": {}, "expect": {"turn": 0}}, "has no name"),
    ({"name": "a", "expect": {"turn": 0}}, "a position and an expect"),
    ({"name": "a", "position": {}, "expect": {}}, "nothing is expected"),
    ({"name": "a", "position": {}, "expect": {"trun": 0}}, "did you mean turn"),
    ({"name": "a", "position": {}, "expect": {"hands": 3}}, "hands must be a list"),
    ({"name": "a", "position": {}, "expect": {"legal": 1}}, "must be true or false"),
    ({"name": "a", "position": {}, "expect": {"legal": False}}, "legal is about the last action"),
    ({"name": "a", "position": {}, "do": "draw", "expect": {"turn": 0}}, "a list of actions"),
    ({"name": "a", "position": {}, "do": ["0 drew"], "expect": {"legal": False}}, "'0 drew' is no"),
    ({"name": "a", "position": {}, "expect": {"legal_lacks": ["medl 7c"]}}, "'medl 7c' is no"),
    ({"name": "a", "position": {}, "odd": 1, "expect": {"turn": 0}}, "has no key 'odd'"),
    ({"name": "a", "position": {}, "expect": {"setup_error": True, "turn": 0}}, "nothing else"),
]


def case(do: list[str], expect: dict[str, object]) -> dict[str, object]:
    return {"name": "a", "position": POSITION, "do": do, "expect": expect}


@pytest.mark.parametrize(("do", "expect"), RIGHT)
def test_right_expectations_pass(do: list[str], expect: dict[str, object]) -> None:
    assert run_case(parse_case(case(do, expect))) is None


@pytest.mark.parametrize(("do", "expect", "text"), WRONG)
def test_wrong_expectations_fail(do: list[str], expect: dict[str, object], text: str) -> None:
    failure = run_case(parse_case(case(do, expect)))
    assert failure is not None
    assert str(failure).startswith(f"a: {text}")
    assert "\n" not in str(failure)


def test_an_illegal_action_changes_nothing() -> None:
    failure = run_case(parse_case(case(["0 meld 7c 7d 2s"], {"legal": False, "hand_sizes": [1]})))
    assert failure is not None
    assert [mismatch.got for mismatch in failure.mismatches] == [[4, 2]]


def test_every_mismatch_is_told() -> None:
    failure = run_case(parse_case(case([], {"turn": 1, "stock_size": 9})))
    assert str(failure) == "a: turn: expected 1, got 0; stock_size: expected 9, got 2"


def test_a_position_that_is_refused_fails_unless_expected() -> None:
    data = {"name": "a", "position": {"game": "gin", "seats": 9}, "expect": {"turn": 0}}
    failure = run_case(parse_case(data))
    refusal = "gin is played by exactly 2, not by 9"
    assert str(failure) == f"a: position: expected no error, got {refusal}"
    assert run_case(parse_case({**data, "expect": {"setup_error": True}})) is None


@pytest.mark.parametrize(("data", "text"), MALFORMED)
def test_malformed_cases_are_errors(data: object, text: str) -> None:
    with pytest.raises(ParseError, match=text):
        parse_case(data)


def test_facts_a_game_does_not_have_are_errors() -> None:
    with pytest.raises(ParseError, match="romme knows no side_jokers"):
        run_case(parse_case(case([], {"side_jokers": []})))


def test_a_game_not_known_names_the_case() -> None:
    data = {"name": "B1", "position": {"game": "canasta"}, "expect": {"setup_error": True}}
    with pytest.raises(RulesError, match="B1: there is no game 'canasta'"):
        run_case(parse_case(data))


def test_files(tmp_path: Path) -> None:
    file = tmp_path / "cases.json"
    file.write_text(json.dumps({"cases": [case([], {"turn": 0})]}))
    assert [read.name for read in read_cases(str(file))] == ["a"]
    for text in ("[]", '{"cases": 3}', '{"cases": [], "more": 1}'):
        file.write_text(text)
        with pytest.raises(ParseError, match="is no file of cases"):
            read_cases(str(file))
    file.write_text('{"cases": [], "cases": []}')
    with pytest.raises(ParseError, match="names 'cases' twice"):
        read_cases(str(file))
