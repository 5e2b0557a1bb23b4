"""Positions: every state reads back the same and goes on the same; what cannot be is refused."""

from __future__ import annotations

import json
import random
from collections import Counter

import pytest

import upcard
from tests.text.play import act, any_rules, play
from upcard.core.deal import Deal
from upcard.errors import ParseError, PositionError, RulesError, UpcardError
from upcard.games.registry import GAMES
from upcard.text.position import deal_from_position, match_from_position, position_of

SEEDS = range(6)


def view_facts(deal: Deal, seat: int) -> dict[str, object]:
    facts = upcard.View.of(deal, seat).facts()
    del facts["log"]
    return facts


def assert_same(one: Deal, other: Deal, seed: int) -> None:
    assert position_of(one, seed) == position_of(other, seed)
    assert one.to_act == other.to_act
    assert one.scores == other.scores
    for seat in range(int(one.seats)):
        assert view_facts(one, seat) == view_facts(other, seat)
        assert list(one.legal_actions(seat)) == list(other.legal_actions(seat))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", SEEDS)
def test_reads_back_and_goes_on_the_same(game: str, seed: int) -> None:
    chance = random.Random(seed)
    rules = any_rules(game, chance)
    match = upcard.new_match(game, seed=seed, rules=rules)
    phases: Counter[str] = Counter()
    for n, _ in enumerate(play(match, chance)):
        phase = match.deal.phase_name
        phases[phase] += 1
        if phases[phase] > 3 and n % 10:
            continue
        text = json.dumps(position_of(match.deal, seed))
        twin = match_from_position(json.loads(text))
        assert twin.totals == match.totals
        assert twin.is_over == match.is_over
        assert_same(match.deal, twin.deal, seed)
        original = match_from_position(json.loads(text))
        original.deals[-1] = match.deal.copy()
        for _ in range(8):
            if original.deal.is_over:
                break
            state = chance.getstate()
            act(original, chance)
            chance.setstate(state)
            act(twin, chance)
            assert_same(original.deal, twin.deal, seed)


def test_a_fresh_deal_is_that_of_its_seed() -> None:
    match = match_from_position({"game": "romme", "seed": 7})
    again = upcard.new_match("romme", seed=7)
    assert match.deal.deck == again.deal.deck
    assert match.deal.phase_name == "draw"
    assert (match.deal.dealer, match.deal.turn) == (0, 1)


def test_deal_dealer_and_scores_place_it_in_its_match() -> None:
    position = {"game": "romme", "deal": 4, "dealer": 1, "scores": [499, 20], "phase": "over",
                "hands": [["2c"], []], "out": 1, "partial": True}  # fmt: skip
    match = match_from_position(position)
    assert match.totals == (501, 20)
    assert match.is_over
    assert match.winners == (1,)
    match = match_from_position({**position, "scores": [498, 20]})
    assert match.totals == (500, 20)
    assert not match.is_over
    assert match.next_deal().number == 5
    assert (match.deal.dealer, match.deal.totals) == (0, [500, 20])


def test_left_out_keys_have_start_values() -> None:
    deal = deal_from_position(
        {"game": "romme", "dealer": 1, "hands": [["2c"], ["3c"]], "partial": True}
    )
    assert (deal.turn, deal.phase_name, deal.opened(0)) == (0, "draw", False)
    # Gin begins with the offer of the upcard, as long as nothing has been drawn.
    cards = upcard.new_match("gin", seed=1).deal
    position = position_of(cards)
    del position["phase"], position["turn"]
    assert deal_from_position(position).phase_name == "upcard"


def test_melds_keep_their_order_and_number() -> None:
    table = [
        {"owner": 1, "cards": ["X=5h", "6h", "7h"]},
        {"owner": 0, "cards": ["Kc", "Kd", "X"]},
        {"owner": 1, "cards": ["As", "2s", "3s"]},
    ]
    position = {"game": "romme", "turn": 0, "phase": "play", "hands": [["8h", "2c"], ["3c"]],
                "opened": [True, True], "table": table, "partial": True}  # fmt: skip
    deal = deal_from_position(position)
    assert position_of(deal)["table"] == table
    assert deal.is_legal("lay 8h on 1")
    assert not deal.is_legal("lay 8h on 3")


def test_an_open_debt_is_kept() -> None:
    position = {"game": "romme", "turn": 0, "phase": "play", "owed": 9, "turn_melds": 1,
                "hands": [["2s", "3s", "4s", "9d"], ["Kc"]],
                "table": [{"owner": 0, "cards": ["7c", "7d", "7h"]}], "partial": True}  # fmt: skip
    deal = deal_from_position(position)
    # 21 of 30 points lie: only the other 9 may follow.
    assert [str(action) for action in deal.legal_actions()] == ["meld 2s 3s 4s"]


def test_a_freed_joker_must_be_played_at_once() -> None:
    position = {"game": "romme", "rules": {"taken_joker": "play_now"}, "turn": 0, "phase": "play",
                "opened": [True, True], "freed": "X", "hands": [["X", "2c", "3c"], ["Kc"]],
                "table": [{"owner": 1, "cards": ["7c", "7d", "7h"]}], "partial": True}  # fmt: skip
    deal = deal_from_position(position)
    assert position_of(deal)["freed"] == "X"
    assert [str(action) for action in deal.legal_actions()] == ["lay X on 1"]


def test_the_taken_card_is_barred_unless_another_copy_was_held() -> None:
    position = {"game": "romme", "turn": 0, "phase": "play", "taken": "9d",
                "hands": [["9d", "2c"], ["Kc"]], "partial": True}  # fmt: skip
    assert not deal_from_position(position).is_legal("discard 9d")
    assert deal_from_position({**position, "taken_copy": True}).is_legal("discard 9d")


def test_gin_after_a_knock() -> None:
    position = {"game": "gin", "turn": 1, "phase": "layoff", "stock": ["2d", "2h"],
                "hands": [["9c"], ["8h", "7h", "Ks"]], "laid_off": ["6h"],
                "table": [{"owner": 0, "cards": ["3h", "4h", "5h"]}], "partial": True}  # fmt: skip
    deal = deal_from_position(position)
    # 6h has been laid off; 7h is the second and last card at that end.
    assert deal.is_legal("lay 7h")
    deal.apply("lay 7h")
    assert not deal.is_legal("lay 8h")
    assert position_of(deal)["laid_off"] == ["6h", "7h"]
    assert position_of(deal)["knocker"] == 0


ROMME = {"game": "romme", "hands": [["2c"], ["3c"]], "partial": True}
GIN = {"game": "gin", "hands": [["2c"], ["3c"]], "partial": True, "phase": "play"}

BAD: list[tuple[dict[str, object], str, str]] = [
    ({}, "missing_key", "game"),
    ({"game": 5}, "bad_value", "game"),
    ({"game": "rome"}, "no_such_game", "rome"),
    ({"game": "romme", "hand": []}, "unknown_key", "hand"),
    ({"game": "romme", "passes": 1}, "unknown_key", "passes"),
    ({"game": "romme", "rules": []}, "bad_value", "rules"),
    ({"game": "romme", "rules": {"traget": 3}}, "unknown_option", "traget"),
    ({"game": "romme", "rules": {"target": 1.5}}, "bad_value", "rules: target"),
    ({"game": "romme", "rules": {"target": 0}}, "bad_option_value", "target"),
    ({"game": "romme", "seats": 3}, "bad_seats", "3"),
    ({"game": "romme", "seats": "2"}, "bad_value", "seats"),
    ({"game": "romme", "seats": True}, "bad_value", "seats"),
    ({"game": "romme", "seed": "xyz"}, "bad_value", "seed"),
    ({"game": "romme", "seed": 1.0}, "bad_value", "seed"),
    ({"game": "romme", "deal": 0}, "bad_value", "deal"),
    ({"game": "romme", "dealer": 2}, "no_such_seat", "dealer"),
    ({"game": "romme", "dealer": -1}, "no_such_seat", "dealer"),
    ({"game": "romme", "scores": [1]}, "bad_value", "scores"),
    ({"game": "romme", "scores": [1, "2"]}, "bad_value", "scores"),
    ({"game": "romme", "scores": [1, 10**9]}, "bad_value", "scores"),
    ({**ROMME, "turn": 2}, "no_such_seat", "turn"),
    ({**ROMME, "turn": "0"}, "bad_value", "turn"),
    ({**ROMME, "phase": "wall"}, "no_such_phase", "phase"),
    ({**ROMME, "phase": 1}, "no_such_phase", "phase"),
    ({**ROMME, "hands": [["2c"]]}, "bad_value", "hands"),
    ({**ROMME, "hands": "2c"}, "bad_value", "hands"),
    ({**ROMME, "hands": ["2c", "3c"]}, "bad_value", "hands[0]"),
    ({**ROMME, "hands": [["2c"], ["1z"]]}, "no_such_card", "1z"),
    ({**ROMME, "hands": [["2c"], [3]]}, "bad_value", "hands[1]"),
    ({**ROMME, "hands": [["X=2c"], []]}, "no_such_card", "X=2c"),
    ({**ROMME, "stock": ["2c", "2c"]}, "card_too_often", "2c"),
    ({**ROMME, "discard": ["X"] * 7}, "card_too_often", "X"),
    ({**ROMME, "partial": "yes"}, "bad_value", "partial"),
    ({"game": "romme", "hands": [["2c"], ["3c"]]}, "cards_missing", "Ac"),
    ({"game": "gin", "phase": "play", "stock": ["X"]}, "no_such_card", "X"),
    ({**ROMME, "opened": [True]}, "bad_value", "opened"),
    ({**ROMME, "opened": [1, 0]}, "bad_value", "opened"),
    ({**ROMME, "taken": "2c"}, "bad_value", "taken"),
    ({**ROMME, "phase": "play", "taken": "Zc"}, "no_such_card", "Zc"),
    ({**ROMME, "owed": 9}, "bad_value", "owed"),
    ({**ROMME, "turn_count": -1}, "bad_value", "turn_count"),
    ({**ROMME, "drawn_last": 1}, "bad_value", "drawn_last"),
    ({**ROMME, "table": [{"cards": ["7c", "7d", "7h"]}]}, "missing_key", "table[0]"),
    ({**ROMME, "table": [{"owner": 4, "cards": []}]}, "no_such_seat", "table[0]"),
    ({**ROMME, "table": [{"owner": 0, "cards": ["7c", "7d"]}]}, "bad_meld", "7c 7d"),
    ({**ROMME, "table": [{"owner": 0, "cards": ["7c", "7d", "8h"]}]}, "bad_meld", "7c 7d 8h"),
    ({**ROMME, "table": [{"owner": 0, "cards": ["7c", "7q", "7h"]}]}, "no_such_card", "7q"),
    ({**ROMME, "table": [{"owner": 0, "cards": [7]}]}, "bad_value", "table[0]: cards"),
    ({**ROMME, "table": [{"owner": 0, "card": []}]}, "unknown_key", "card"),
    ({**GIN, "stock": ["4c", "5c"], "passes": 3}, "bad_value", "passes"),
    ({**GIN, "stock": ["4c", "5c"], "knocker": 0}, "bad_value", "knocker"),
    ({**GIN, "stock": ["4c", "5c"], "laid_off": ["2c"]}, "card_too_often", "2c"),
    ({**GIN, "phase": "draw", "stock": []}, "bad_value", "discard"),
    ({**GIN, "phase": "wall", "stock": ["4c", "5c"]}, "bad_value", "discard"),
    ({**GIN, "phase": "upcard", "stock": [], "discard": ["6c"]}, "bad_value", "stock"),
]


@pytest.mark.parametrize(("position", "code", "text"), BAD)
def test_what_cannot_be_is_refused(position: dict[str, object], code: str, text: str) -> None:
    with pytest.raises((PositionError, ParseError, RulesError)) as caught:
        match_from_position(position)
    assert (caught.value.code, caught.value.text) == (code, text)
    assert text in caught.value.sentence
    assert "\n" not in caught.value.sentence


def test_a_near_key_is_suggested() -> None:
    with pytest.raises(UpcardError, match="did you mean discarded_by"):
        match_from_position({"game": "romme", "discardedby": 1})
