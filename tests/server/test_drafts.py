"""Questions about a draft: as if its actions had been done, and nothing is."""

from __future__ import annotations

import pytest

from tests.games.small_cases import at
from tests.positions import set_up
from upcard.core.deal import Deal
from upcard.core.view import View
from upcard.server.asking import answer
from upcard.server.deciding import Refused
from upcard.server.wire import Answer
from upcard.server.wire_commands import Ask
from upcard.text.position import deal_from_position


def ask(deal: Deal, what: str, actions: list[str], cards: str = "") -> Answer:
    question = Ask("q", what, actions, cards.split())  # type: ignore[arg-type]
    return answer(View.of(deal, 0), question, 3)


def romme() -> Deal:
    """Opened; nothing of the hand fits the table, but once its meld lies."""
    return set_up(
        "romme", hands=["4h 5h 6h 7h Kc Ks", "2c 3c 9d"], table=[(1, "9c Tc Jc")],
        stock="2s 2d 4c 8d", discard="8s",
    )  # fmt: skip


def test_a_card_fits_a_meld_of_the_draft() -> None:
    deal = romme()
    assert ask(deal, "cards", [], "7h").parts == []
    read = ask(deal, "cards", ["meld 4h 5h 6h"], "7h")
    assert [part.action for part in read.parts if part.legal] == ["lay 7h on 2"]
    # A card that lies in the draft is no longer in hand.
    assert not ask(deal, "cards", ["meld 4h 5h 6h"], "6h").ok
    assert deal.size(0) == 6
    assert deal.table_n == 1


def test_what_is_legal_after_the_draft() -> None:
    deal = romme()
    before = {part.action for part in ask(deal, "legal", []).parts}
    after = {part.action for part in ask(deal, "legal", ["meld  4h 5h 6h"]).parts}
    assert "meld 4h 5h 6h" in before - after
    assert "lay 7h on 2" in after - before
    assert "discard Kc" in before & after
    ended = ask(deal, "legal", ["meld 4h 5h 6h 7h", "discard Kc"])
    assert (ended.ok, ended.parts) == (False, [])


def test_the_hint_goes_on_from_the_draft() -> None:
    deal = romme()
    whole = [part.action for part in ask(deal, "hint", []).parts]
    assert whole[0] == "meld 4h 5h 6h 7h"
    assert whole[1] in ("discard Kc", "discard Ks")
    rest = [part.action for part in ask(deal, "hint", ["meld 4h 5h 6h"]).parts]
    assert rest[0] == "lay 7h on 2"
    assert rest[-1].startswith("discard K")
    assert ask(deal, "hint", ["meld 4h 5h 6h 7h", "discard Kc"]).parts == []
    out = set_up("romme", hands=["4h 5h 6h Kc", "2c 3c"], stock="2s 2d", discard="8s")
    over = ask(out, "hint", ["meld 4h 5h 6h", "discard Kc"])
    assert (over.ok, over.parts) == (False, [])


def test_the_best_grouping_of_what_is_left() -> None:
    best = ask(romme(), "best", ["meld 4h 5h 6h"])
    assert sorted(best.left) == ["7h", "Kc", "Ks"]


@pytest.mark.parametrize(
    ("actions", "code", "index"),
    [
        (["meld 4h 5h 6h", "draw"], "draft", 1),
        (["claim"], "draft", 0),
        (["meld 4h 5h 6h", "lay 9c on 1"], "not_held", 1),
        (["fold"], "no_such_action", 0),
    ],
)
def test_a_draft_that_cannot_be(actions: list[str], code: str, index: int) -> None:
    with pytest.raises(Refused) as raised:
        ask(romme(), "legal", actions)
    assert (raised.value.code, raised.value.arguments["index"]) == (code, index)


def test_after_an_exchange_only_the_freed_joker_is_read() -> None:
    """Rummy 17: its colour is not at the side, and its meld may be shorter."""
    table = [(0, "g7 g8 g9 Xg=g10 g11")]
    deal = deal_from_position(
        at("rummy17", ["r12 b12 g10 p2 r5", "y1 y2"], table=table, opened=[True, False])
    )
    exchange = ["swap g10 on 1"]
    assert not ask(deal, "cards", [], "r12 b12 Xg").ok
    read = ask(deal, "cards", exchange, "r12 b12 Xg")
    assert [part.action for part in read.parts if part.legal] == ["meld r12 b12 Xg=g12"]
    assert ask(deal, "staged", [*exchange, "meld r12 b12 Xg=g12"]).ok


def gin_knock() -> Deal:
    """The other side of a knock: the four of spades fits two melds, the seven none."""
    return deal_from_position({
        "game": "gin", "partial": True, "turn": 0, "phase": "layoff", "dealer": 1,
        "hands": [["7s", "4s", "9c", "9d", "9h", "Kd"], ["2h"]], "stock": ["3c", "3d", "3h"],
        "table": [
            {"owner": 1, "cards": ["Jc", "Jd", "Jh"]}, {"owner": 1, "cards": ["4c", "4d", "4h"]},
            {"owner": 1, "cards": ["As", "2s", "3s"]},
        ],
    })  # fmt: skip


def test_a_lay_off_of_gin_names_the_melds_it_fits() -> None:
    read = ask(gin_knock(), "cards", [], "4s")
    assert [(part.action, part.meld) for part in read.parts] == [("lay 4s", 2), ("lay 4s", 3)]
    assert not ask(gin_knock(), "cards", [], "7s").parts


def test_what_a_hand_of_gin_would_count() -> None:
    """7 + 4 + 27 + 10 are 48; without the four 44; and once the nines lie, 17."""
    deal = gin_knock()
    assert ask(deal, "staged", ["pass"]).deadwood == 48
    assert ask(deal, "staged", ["lay 4s", "pass"]).deadwood == 44
    read = ask(deal, "staged", ["lay 4s", "pass", "meld 9c 9d 9h", "pass"])
    assert (read.ok, read.deadwood) == (True, 17)
    assert ask(romme(), "staged", ["discard Kc"]).deadwood is None


def test_the_hint_after_a_knock_is_all_there_is_to_do() -> None:
    said = [part.action for part in ask(gin_knock(), "hint", []).parts]
    assert said == ["lay 4s", "pass", "meld 9c 9d 9h", "pass"]


def test_a_discard_of_gin_says_whether_one_may_knock_with_it() -> None:
    """Three runs of three beside an ace and a nine, and five points may be left."""
    hand = ["2c", "3c", "4c", "Tc", "Jc", "Qc", "6h", "7h", "8h", "Ad", "9s"]
    deal = deal_from_position({
        "game": "gin", "partial": True, "turn": 0, "phase": "play", "hands": [hand, ["2h"]],
        "stock": ["3d", "3h", "3s"], "rules": {"knock_card": 5},
    })  # fmt: skip
    assert ask(deal, "best", ["discard 9s"]).knocks is True  # 1 is left
    assert ask(deal, "best", ["discard Ad"]).knocks is False  # 9
    assert ask(deal, "best", ["discard Tc"]).knocks is False  # 10 + 10 + 1 + 9
    assert ask(deal, "best", []).knocks is None
    hand[0] = "Kd"  # 3 + 4 + 10 + 1 + 9 lie outside: no knock at all
    deal = deal_from_position({
        "game": "gin", "partial": True, "turn": 0, "phase": "play", "hands": [hand, ["2h"]],
        "stock": ["3d", "3h", "3s"],
    })  # fmt: skip
    assert ask(deal, "best", ["discard Kd"]).knocks is False
    assert ask(romme(), "best", []).knocks is None
