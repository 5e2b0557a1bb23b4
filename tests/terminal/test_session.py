"""Sessions in memory: what is shown, refused, taken back, saved."""

from __future__ import annotations

import re
from itertools import chain, islice, repeat
from pathlib import Path

import pytest

import upcard
from tests.terminal.driver import Game, hints
from upcard.bots.policies_lay import HINT_BUDGET, Layer, Search
from upcard.core.match import Match
from upcard.core.rules import Value
from upcard.core.shuffle import FastShuffler
from upcard.core.world import world
from upcard.text.position import match_from_position
from upcard.text.record import read_record
from upcard.text.replay import match_of


def position(hand: list[str], **more: object) -> Match:
    """A match in the middle of seat 0's turn."""
    start: dict[str, object] = {
        "game": "romme", "partial": True, "turn": 0, "phase": "play",
        "hands": [hand, ["2c", "3d"]], "stock": ["8s", "9s"], "discard": ["4c"],
    }  # fmt: skip
    match = match_from_position({**start, **more})
    match.names = ["You", "Beginner"]
    return match


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize(
    ("game", "rules"),
    [
        ("romme", {"target": 60}), ("gin", {"target": 60}), ("seven_card", {"turn_limit": 60}),
        ("romme", {"target": 60, "opening": "single", "taken_joker": "play_now"}),
        ("romme", {"target": 60, "final_discard": "optional", "group_joker": "both_missing"}),
        ("gin", {"auto_lay": True, "throw_back": "forbidden"}),
    ],
)  # fmt: skip
def test_following_the_hints_plays_whole_matches(
    game: str, rules: dict[str, Value], seed: int
) -> None:
    """Every hint is legal; every line fits the screen; the totals shown are the engine's."""
    played = Game(islice(hints(), 3000), game, seed, rules)
    assert played.code == 0
    assert played.match.is_over
    assert "Nothing of this line has been done" not in played.text
    assert len(played.lines.typed) < 3000
    assert all(len(line) <= 80 for line in played.text.splitlines())
    assert "The match is over." in played.text
    assert not re.search(r"[^\x00-\x7fé]", played.text)
    total = re.findall(r"^Total +(-?\d+) +(-?\d+)$", played.text, re.M)[-1]
    assert tuple(int(n) for n in total) == played.match.totals


def test_only_what_the_seat_may_know_is_shown() -> None:
    """Two deals that differ in what seat 0 cannot see look the same, help and hints included."""
    asked = ["?", "legal", "hint", "why discard 2c", "table", "score", "rules", "m 2c 3c 4c"]
    texts = []
    for other in (["2c", "3d", "9h"], ["Ks", "Kd", "X"]):
        stock = ["Qd", "Jc"] if other[0] == "2c" else ["9h", "2c"]
        match = position(["5h", "7h", "X", "Kc", "Kd", "Ks"], hands=[
            ["5h", "7h", "X", "Kc", "Kd", "Ks"], other], stock=stock)  # fmt: skip
        texts.append(Game(asked, match=match).text)
    assert texts[0] == texts[1]


def test_refusals_are_explained() -> None:
    match = position(["9s", "9h", "X", "2c", "3c", "5h", "7h", "Kd"])
    text = Game(["m 9s 9h x", "why m 9s 9h x", "m x 5h 7h", "lay 9s", "dis As"], match=match).text
    assert "27 of 30 points" in text
    assert "Rules of Rommé, The opening." in text
    assert "opening = sum" in text
    assert "There is no meld on the table yet." in text
    assert "You cannot discard As: your hand does not hold As." in text


def test_a_joker_in_the_wrong_place_is_explained() -> None:
    match = position(["5h", "7h", "X", "2c", "Kd"], opened=[True, True])
    text = " ".join(Game(["m x 7h 5h"], match=match).text.split())
    assert "named from low to high" in text
    assert "Perhaps you mean meld 5h X 7h." in text


def test_what_is_owed_is_said() -> None:
    match = position(["4c", "4d", "4h", "6s", "6d", "6h", "2c", "Kd"])
    text = Game(["m 4c 4d 4h", "dis kd", "m 6s 6d 6h"], match=match).text
    assert "12 of 30 points laid: lay 18 more to open." in text
    assert "finish what was begun first" in text
    assert "Your turn: lay what you like, then discard." in text


def test_a_list_is_done_as_a_whole_or_not_at_all() -> None:
    game = Game(["draw", "m 2c 3c 4c; dis 5c"], seed=11)
    assert [event.text for event in game.match.deal.log if event.seat == 0] == ["draw"]
    assert "Nothing of this line has been done." in game.text
    # Nothing may be learnt from a list that fails: a draw ends it.
    first = Game(["draw; dis Kh"], seed=11)
    assert "draw first, then play" in first.text
    assert not [event for event in first.match.deal.log if event.seat == 0]


def test_undo_takes_back_plays_of_this_turn_only() -> None:
    """Seed 11 deals two jokers and an opening to seat 0."""
    plays = ["take", "meld Td Jd Qd", "meld 8s X=9s Ts"]
    game = Game([*plays, "undo", "undo", "undo", "legal"], seed=11)
    assert [event.text for event in game.match.deal.log if event.seat == 0] == ["take"]
    assert "What you took stays in your hand." in game.text
    again = Game([*plays, "undo", "meld 8s X=9s Ts", "dis Kh", "undo"], seed=11)
    assert "There is nothing of this turn to take back." in again.text
    straight = Game([*plays, "dis Kh"], seed=11)
    assert [e.text for e in again.match.deal.log] == [e.text for e in straight.match.deal.log]


def test_a_knock_can_be_taken_back() -> None:
    """Until the other side answers; the hand is then what it was."""
    match = upcard.new_match("gin", seed=5, names=["You", "Beginner"])
    for seed in range(60):
        lines = [*repeat("HINT", 40)]
        played = Game(lines, "gin", seed)
        log = played.match.deal.log
        at = next((i for i, e in enumerate(log) if e.text == "knock" and e.seat == 0), None)
        if at is not None:
            break
    assert at is not None
    own = sum(1 for event in log[: at + 1] if event.seat == 0)
    undone = Game([*repeat("HINT", own - 1), "knock", "undo", "undo"], "gin", seed)
    assert "Taken back: knock." in undone.text
    assert "stays in your hand" in undone.text
    assert match.deal.phase_name == "upcard"


@pytest.mark.parametrize("cut", [0, 1, 2, 5, 9, 14, 20])
@pytest.mark.parametrize("game", ["romme", "gin"])
def test_going_on_with_a_saved_match_changes_nothing(game: str, cut: int, tmp_path: Path) -> None:
    rules: dict[str, Value] = {"target": 60}
    whole = Game(islice(hints(), 3000), game, 3, rules)
    path = str(tmp_path / "save.json")
    first = Game(islice(hints(), cut), game, 3, rules, path)
    assert first.code == 1
    assert "upcard play --resume" in first.text
    record = read_record(path)
    rest = Game(islice(hints(), 3000), seed=3, match=match_of(record))
    assert rest.code == 0
    assert [[e.text for e in deal.log] for deal in rest.match.deals] == [
        [e.text for e in deal.log] for deal in whole.match.deals
    ]
    assert rest.match.totals == whole.match.totals


def test_the_order_of_the_hand() -> None:
    match = position(["Kc", "5h", "7h", "X", "2s", "2c"])
    lines = ["sort rank", "sort suit", "sort X 2s", "sort keep", "sort Kc Kc", "sort 9s"]
    text = Game(lines, match=match).text
    hands = re.findall(r"^Your hand, 6 cards: (.*)$", text, re.M)
    assert hands[1:] == [
        "2c 2s 5h 7h Kc X", "2c Kc 5h 7h 2s X", "X 2s 2c Kc 5h 7h", "X 2s 2c Kc 5h 7h",
    ]  # fmt: skip
    assert "Your hand does not hold Kc." in text


def test_a_kept_order_stays_and_new_cards_come_last() -> None:
    game = Game(["sort Ts 4h", "draw", "undo"], seed=11)
    hands = re.findall(r"^Your hand, 1[34] cards: (.*)$", game.text, re.M)
    assert hands[1].startswith("Ts 4h ")
    assert hands[2].startswith(hands[1])


def test_the_other_can_sit_at_the_same_terminal() -> None:
    game = Game(["draw", "HINT", "draw", "HINT", "draw"], seed=11, bots=None)
    assert "--- Ben ---" in game.text
    assert "--- Ann ---" in game.text
    assert game.text.index("--- Ben ---") < game.text.index("--- Ann ---")
    assert "Ben drew a card from the stock" in game.text


def test_between_deals() -> None:
    game = Game([*repeat("HINT", 4), "draw", "score", "?"], "gin", 5, {"target": 100})
    text = game.text
    assert "Type next (or just Enter)" in text or "Deal 1" in text


def test_the_opening_is_hinted_with_what_follows() -> None:
    """Queens open, then 8c goes on the run in the same turn, and the last card out."""
    match = position(
        ["Qs", "Qh", "Qd", "8c", "2d"], table=[{"owner": 1, "cards": ["5c", "6c", "7c"]}],
        opened=[False, True],
    )  # fmt: skip
    text = Game(["hint"], match=match).text
    assert "meld Qd Qh Qs; lay 8c on 1; discard 2d. That goes out." in text


@pytest.mark.parametrize(
    ("hand", "table", "plays"),
    [
        (["9d", "X", "Kc"], [["5d", "6d", "7d"]], ["lay X=8d on 1", "lay 9d on 1", "discard Kc"]),
        (
            ["8d", "9d", "Kc"],
            [["5d", "6d", "7d"], ["8h", "8c", "8s"]],
            ["lay 8d on 1", "lay 9d on 1", "discard Kc"],
        ),
    ],
)
def test_hints_look_two_steps_ahead(
    hand: list[str], table: list[list[str]], plays: list[str]
) -> None:
    melds = [{"owner": 1, "cards": cards} for cards in table]
    match = position(hand, table=melds, opened=[True, True])
    text = " ".join(Game(["hint"], match=match).text.split())
    assert "; ".join(plays) in text


def test_hints_with_many_jokers_come_at_once() -> None:
    match = position(["X", "X", "X", "X", "X", "X", "7d", "Ks", "3c"])
    assert "Perhaps: discard" in Game(["hint"], match=match).text


def test_a_huge_hand_is_hinted_after_few_positions() -> None:
    """The search of a turn is bounded by the positions it looks at, whatever the hand."""
    hand = [rank + suit for rank in "5678" for suit in "cdhs"] * 2 + ["X"] * 6
    match = position(hand, stock=["Kc", "Kd"])
    search = Search(Layer(), 0, HINT_BUDGET)
    search.look(world(match.view(0), FastShuffler(1)), [])
    assert 0 < len(search.met) <= HINT_BUDGET
    assert search.left > -HINT_BUDGET
    assert "Perhaps: meld" in Game(["hint"], match=match).text


@pytest.mark.parametrize(
    ("game", "rules", "says"),
    [
        ("romme", {}, ["must together be worth 30", "11 in a group", "comes above 500"]),
        ("romme", {"opening": "single", "target": 300, "target_hit": "reach"},
         ["must include one that is worth 30", "reaches 300", "target = 300 (changed)"]),
        ("romme", {"ace_in_group": 1, "final_discard": "optional", "same_card_discard": True},
         ["1 in a group", "may be laid, too", "discard a card."]),
        ("gin", {"knock_card": 5, "gin_bonus": 20}, ["at most 5 points", "20 more for gin"]),
        ("gin", {"auto_lay": True, "tie_is_undercut": True}, ["by itself", "less or as much"]),
        ("seven_card", {}, ["the house rules of this table"]),
    ],
)  # fmt: skip
def test_the_rules_follow_the_table(game: str, rules: dict[str, Value], says: list[str]) -> None:
    text = " ".join(Game(["rules"], game, rules=rules).text.split())
    for part in says:
        assert part in text


def test_infinite_nonsense_is_survived() -> None:
    lines = ["", ";", "; ;", "m", "l", "\x00", "é", "draw;;", "?" * 500, "why", "why why", "undo",
             "sort", "sort zz", "save /nonexistent/x/y", "next", "meld " + "X " * 60]  # fmt: skip
    game = Game(chain(lines, ["quit now"]), seed=11)
    assert game.code == 0
    assert "Not saved" in game.text
