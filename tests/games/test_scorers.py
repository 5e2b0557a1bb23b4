"""The scores of four games against plain scorers, on random ends of deals."""

from __future__ import annotations

import json
import os
import random
from collections import Counter
from typing import Any

import pytest

from tests import scorers
from tests.games.final_positions import MAKERS
from upcard.text.position import deal_from_position

# A game; the variable asks for more.
POSITIONS = int(os.environ.get("UPCARD_FINAL_POSITIONS", "10000"))


@pytest.mark.slow
@pytest.mark.parametrize("game", sorted(MAKERS))
def test_both_scorers_agree(game: str) -> None:
    seen: Counter[str] = Counter()
    for seed in range(POSITIONS):
        position, last = MAKERS[game](random.Random(f"{game} {seed}"))
        deal = deal_from_position(position)
        deal.apply(last)
        where = f"{seed}: {last} in {json.dumps(position)}"
        assert deal.is_over, where
        assert list(deal.scores) == scorers.score(position, last), where
        seen["out" if deal.out >= 0 else "nobody out"] += 1
        seen["points"] += any(deal.scores)
    assert min(seen.values()) > POSITIONS // 50, seen


def test_the_worked_examples() -> None:
    """The plain scorers on the examples of the rules: R46 to R48, C47, B12, B13, S28."""
    bonus = ["most_cards", "most_sets", "longest_run", "little_blue", "game_over"]
    position: dict[str, Any] = {
        "game": "rummy17", "turn": 0, "bonus": bonus,
        "hands": [["b4"], ["g1", "y15"], ["g5", "y5", "p5", "r12", "b17"]],
        "table": [{"owner": 0, "cards": ["r5", "r6", "r7", "r8"]},
                  {"owner": 0, "cards": ["g2", "y2", "p2"]},
                  {"owner": 1, "cards": ["b9", "b10", "b11", "b12", "b13"]}],
    }  # fmt: skip
    assert scorers.score(position, "discard b4") == [12, 0, -4]
    doubled = {**position, "hands": [["g17"], *position["hands"][1:]]}
    assert scorers.score(doubled, "discard g17") == [24, 0, -8]
    needs = {**position, "rules": {"fewest_needs_meld": True}}
    assert scorers.score(needs, "discard b4") == [12, 0, -7]
    lost = ["X", "X", "Ac", "As", "7d", "7h", "Tc", "Qs", "Jd", "3c", "4h", "8s", "9s"]
    assert scorers.score({"game": "contract", "turn": 0, "hands": [["2c"], lost]},
                         "discard 2c") == [0, 140]  # fmt: skip
    hands = [["9s"], ["Kc", "9d", "9h", "9c"], ["Ac", "2c"]]
    for opened, points in ((True, [40, -37, -3]), (False, [80, -74, -6])):
        example = {"game": "basic", "turn": 0, "hands": hands, "opened": [opened, False, False]}
        assert scorers.score(example, "discard 9s") == points
    table = [{"owner": 0, "cards": ["8d", "9d", "Td", "Jd"]},
             {"owner": 0, "cards": ["3c", "3h", "3s"]}]  # fmt: skip
    seven = {"game": "seven_card", "turn": 0, "hands": [["Kc"], ["2c"], ["2d"]], "table": table}
    assert scorers.score(seven, "discard Kc") == [92, -46, -46]
