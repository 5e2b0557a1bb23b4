"""The game of one's own: played to the end, legal, cards conserved, the same compiled and pure."""

from __future__ import annotations

import importlib.util
import random
import sys
from collections import Counter
from types import ModuleType

import pytest

import upcard
from tests.docs.pages import ROOT
from upcard.core.places import NONE
from upcard.core.playout import playouts
from upcard.core.shuffle import FastShuffler
from upcard.core.world import world
from upcard.errors import RulesError, UpcardError
from upcard.tally import Line, tally
from upcard.text.position import cards_of, match_from_position, position_of
from upcard.text.record import Record, record_of
from upcard.text.replay import verify


def load() -> ModuleType:
    path = ROOT / "examples" / "my_rummy.py"
    spec = importlib.util.spec_from_file_location("my_rummy", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["my_rummy"] = module
    spec.loader.exec_module(module)
    return module


EXAMPLE = load()
RULES: list[dict[str, upcard.Value]] = [
    {},
    {"first_meld": "run"},
    {"hand": 10, "going_out": 0, "deals": 1},
]


@pytest.fixture
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    """The game among those that files can name."""
    monkeypatch.setitem(upcard.GAMES, "five_card", EXAMPLE.MyRummy)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("rules", RULES, ids=str)
def test_matches_are_played_to_the_end(seats: int, rules: dict[str, upcard.Value]) -> None:
    source = random.Random(f"{seats} {rules}")
    for seed in range(3):
        match = upcard.new_match(EXAMPLE.MyRummy, seats=seats, seed=seed, rules=rules)
        while True:
            deal = match.deal
            while not deal.is_over:
                actions = list(deal.legal_actions())
                assert actions
                assert all(deal.is_legal(action) for action in actions)
                # Melds first, so that deals end.
                melds = [a for a in actions if a.kind in ("meld", "lay")]
                deal.apply(source.choice(melds or actions))
                assert cards_of(deal) == Counter(deal.pack.faces())
            bonus = -int(rules.get("going_out", 10) or 0)
            held = [deal.hand(seat) for seat in range(seats)]
            for seat, score in enumerate(deal.scores):
                worth = sum(min(face % 13 + 1, 10) for face in held[seat])
                assert score == (bonus if seat == deal.out else worth) or deal.void
            if match.is_over:
                break
            match.next_deal()
        assert len(match.deals) == rules.get("deals", 3)
        lowest = min(match.totals)
        assert match.winners == tuple(s for s, t in enumerate(match.totals) if t == lowest)


def test_legal_is_what_is_accepted() -> None:
    deal = upcard.new_match(EXAMPLE.MyRummy, seed=4, rules={"first_meld": "run"}).deal
    source = random.Random(4)
    tried = 0
    while not deal.is_over:
        actions = {str(action) for action in deal.legal_actions()}
        tokens = [deal.pack.token(face) for face in deal.pack.faces()]
        texts = [f"discard {token}" for token in tokens] + ["draw", "take", "pass", "knock"]
        texts += [f"lay {token} on {i + 1}" for token in tokens for i in range(deal.table_n)]
        for text in texts:
            assert (deal.why_not(text) is None) == (text in actions), text
            tried += 1
        deal.apply(source.choice(sorted(actions)))
    assert tried > 1000


def test_the_own_option_and_its_refusal(registered: None) -> None:
    hands = [["3c", "3d", "3h", "5s", "6s", "7s"], ["Kc"]]
    position: dict[str, object] = {
        "game": "five_card", "turn": 0, "phase": "play", "partial": True, "hands": hands,
    }  # fmt: skip
    deal = match_from_position({**position, "rules": {"first_meld": "run"}}).deal
    error = deal.why_not("meld 3c 3d 3h")
    assert error is not None
    assert (error.code, error.paragraph) == ("run_first", "Melds")
    assert str(error) == "meld 3c 3d 3h: at this table the first meld must be a run"
    deal.apply("meld 5s 6s 7s")
    deal.apply("meld 3c 3d 3h")
    assert deal.scores == (-10, 10)
    # What no rule of the six games explains is a line of its own.
    assert tally(deal, 0).lines == (Line("other", -10, NONE),)
    assert tally(deal, 1).lines == (Line("hand", 10, 1, ("Kc",), (10,)),)
    assert match_from_position(position).deal.is_legal("meld 3c 3d 3h")


def test_options_are_checked() -> None:
    with pytest.raises(RulesError, match="did you mean hand"):
        upcard.new_match(EXAMPLE.MyRummy, rules={"hands": 6})
    with pytest.raises(UpcardError, match="2 to 4"):
        upcard.new_match(EXAMPLE.MyRummy, seats=5)


def test_positions_records_views_and_worlds(registered: None) -> None:
    match = upcard.new_match(EXAMPLE.MyRummy, seed=9, rules={"deals": 1})
    source = random.Random(9)
    while not match.deal.is_over:
        deal = match.deal
        if source.random() < 0.9:
            match.apply(source.choice(list(deal.legal_actions())))
            continue
        assert position_of(match_from_position(position_of(deal)).deal) == position_of(deal)
        made = world(match.view(int(deal.turn)), FastShuffler(1))
        assert isinstance(made, EXAMPLE.MyRummy)
        assert list(made.legal_actions()) == list(deal.legal_actions())
        twin = deal.copy()
        action = source.choice(list(deal.legal_actions()))
        twin.apply(action)
        match.apply(action)
        assert position_of(twin) == position_of(match.deal)
    assert verify(Record(record_of(match, seed=9))).actions == len(match.deal.log)


def test_playouts_are_the_same_compiled_and_pure() -> None:
    template = EXAMPLE.MyRummy.make(EXAMPLE.MyRules(), 2, 0, 1)
    tally = playouts(EXAMPLE.MyRummy, template, 5, seed=1)
    assert (tally.deals, tally.decisions, tally.points) == (5, 1644, [34, -2])
