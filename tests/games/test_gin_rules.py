"""Gin by its rules page: readings and options, expected values worked out by hand.

The worked examples G1 to G32 are cases (tests/cases/gin.json); the default rules as a whole are
compared with OpenSpiel's in test_gin_mirror.py.
"""

from __future__ import annotations

from typing import Any, Final

import pytest

import upcard
from tests.positions import code, hand, legal, places, set_up, table
from upcard.core.deal import Deal
from upcard.core.rules import Value
from upcard.games.gin import GinDeal
from upcard.games.gin_rules import GinRules
from upcard.text.position import match_from_position

NINE: Final = "2c 3c 4c 8d 8h 8s Jc Jd Jh"


def gin(mine: str, theirs: str = "", *, rules: dict[str, Value] | None = None, **more: Any) -> Deal:
    """A position in which player 0 is to act, some turns into the deal."""
    more.setdefault("turn_count", 4)
    return set_up("gin", hands=[mine, theirs], rules=rules, **more)


def test_the_deal() -> None:
    """Ten cards to player 0, the next ten to player 1, the 21st face up, 31 in the stock."""
    deal = GinDeal(GinRules())
    deal.begin(list(range(52)))
    assert deal.hand(0) == list(range(10))
    assert deal.hand(1) == list(range(10, 20))
    assert (deal.pile[0], int(deal.stock_n), deal.phase_name, deal.to_act) == (
        20,
        31,
        "upcard",
        (0,),
    )
    assert set(places(deal).values()) == {1}


@pytest.mark.parametrize("seats", [1, 3, 4])
def test_exactly_two_players(seats: int) -> None:
    with pytest.raises(upcard.RulesError, match="exactly 2"):
        upcard.new_match("gin", seats=seats)


def test_the_first_upcard() -> None:
    """Reading 1: player 0, player 1, then player 0 draws; the upcard is then out of play."""
    match = upcard.new_match("gin", seed=1)
    deal = match.deal
    first = deal.pack.token(deal.pile[0])
    seen = []
    for action in ("pass", "pass"):
        seen.append((deal.to_act, legal(deal)))
        deal.apply(action)
    assert seen == [((0,), ["pass", "take"]), ((1,), ["pass", "take"])]
    assert (deal.to_act, legal(deal)) == ((0,), ["draw"])
    deal.apply("draw")
    deal.apply(next(a for a in deal.legal_actions() if a.kind == "discard"))
    assert deal.phase_name == "draw"
    assert first not in (deal.pack.token(deal.pile[deal.pile_n - 1]), *hand(deal, 0).split())


def test_only_the_latest_discard_can_be_taken() -> None:
    """Drawing from the stock sends the upcard to the dead pile for good."""
    deal = gin(NINE + " 7s", "2d 3d", phase="draw", discard="Kd Qs", stock="5h 6h 7h 8c")
    deal.apply("draw")
    deal.apply("discard 5h")
    deal.apply("take")
    assert hand(deal, 1) == "2d 3d 5h"
    deal.apply("discard 2d")
    deal.apply("take")
    assert "2d" in hand(deal, 0).split()


def test_throwing_back() -> None:
    """Reading 2: legal; twice in succession ends the deal, a stock draw between does not count."""
    deal = gin(NINE + " 7s", "2d 3d", phase="draw", discard="Kd Qs", stock="5h 6h 7h 8c")
    deal.apply("take")
    deal.apply("discard Kd")
    assert not deal.is_over
    deal.apply("take")
    deal.apply("discard Kd")
    assert (deal.is_over, deal.void, deal.scores) == (True, True, (0, 0))
    between = gin(NINE + " 7s", "2d 3d", phase="draw", discard="Kd Qs", stock="5h 6h 7h 8c")
    for text in ("take", "discard Kd", "draw", "discard 5h", "take", "discard 5h"):
        between.apply(text)
    assert not between.is_over


def test_throw_back_forbidden_also_for_a_knock() -> None:
    """The taken card may not be the discard of a knock either; without another, no knock."""
    rules: dict[str, Value] = {"throw_back": "forbidden"}
    eights = "2c 3c 4c 5c 8d 8h 8s 8c 4d 5h"
    deal = gin(eights, phase="draw", discard="Kd Qs", stock="6h 7h 9h", rules=rules)
    deal.apply("take")
    # Only without the king ten or less are left, and it was just taken.
    assert code(deal, "knock") == "taken_card"
    free = gin(eights, phase="draw", discard="Kd Qs", stock="6h 7h 9h")
    free.apply("take")
    free.apply("knock")
    assert legal(free) == ["discard Kd"]


def test_which_cards_a_knock_may_discard() -> None:
    """Exactly those without which ten or less are left (B005, G21)."""
    deal = gin("2c 3c 4c 5c 8d 8h 8s Jc Jd Jh Js")
    deal.apply("knock")
    # Without 3c or 4c the 2c and one or two others are loose; without an eight 16 are.
    # 3c gone: 2c 4c 5c = 11; 4c gone: 2c 3c 5c = 10; an eight gone: 16.
    expected = ["2c", "4c", "5c", "Jc", "Jd", "Jh", "Js"]
    assert legal(deal) == [f"discard {card}" for card in expected]


def test_the_knocker_lays_and_passes() -> None:
    """Readings 5 and 12: pass only with ten or less in hand; what is not laid counts."""
    deal = gin("5s 6s 7s Kc Kd Kh Ac Ad Ah 2d 2s", "9c 9d 9h Tc")
    deal.apply("knock")
    deal.apply("discard 2d")
    assert legal(deal) == ["meld 5s 6s 7s", "meld Ac Ad Ah", "meld Kc Kd Kh"]
    assert code(deal, "pass") == "too_much_deadwood"
    deal.apply("meld Kc Kd Kh")
    deal.apply("meld 5s 6s 7s")
    # Three aces and a two: five points, which may be kept.
    assert "pass" in legal(deal)
    deal.apply("pass")
    deal.apply("pass")
    deal.apply("pass")
    # 5 against 37.
    assert deal.scores == (32, -32)


def test_gin_is_what_was_laid_not_what_could_be() -> None:
    """Three aces kept in hand are three points and no gin; under `auto_lay` they are."""
    for auto, scores in ((False, (-3 + 10, 3 - 10)), (True, (35, -35))):
        deal = gin("5s 6s 7s Kc Kd Kh Ac Ad Ah 2d 2h 2s", "Tc", rules={"auto_lay": auto})
        assert isinstance(deal, GinDeal)
        deal.pick(0, deal.pack.face("2h"))
        deal.apply("knock")
        deal.apply("discard 2d")
        deal.apply("meld Kc Kd Kh")
        deal.apply("meld 5s 6s 7s")
        deal.pick(0, deal.pack.face("2s"))
        deal.apply("pass")
        for _ in range(1 if auto else 2):
            deal.apply("pass")
        assert deal.scores == scores


def laid(theirs: str, mine: str = "2d", melds: tuple[str, ...] = (), **rules: Value) -> Deal:
    """Player 1 is to lay off on these melds of player 0."""
    return gin(
        mine, theirs, rules=rules, table=melds, turn=1, phase="layoff", knocker=0
    )  # fmt: skip


def test_lay_offs() -> None:
    """Reading 4: the missing card of a three-card set, the ends of runs, two cards an end."""
    deal = laid("4s 3s 2s 8s 9s Ts Ks", melds=("5s 6s 7s", "Kc Kd Kh"))
    assert legal(deal) == ["lay 4s", "lay 8s", "lay Ks", "pass"]
    for card in ("8s", "9s", "4s", "3s", "Ks"):
        deal.apply(f"lay {card}")
    assert legal(deal) == ["pass"]
    assert (code(deal, "lay Ts"), code(deal, "lay 2s")) == ("does_not_fit", "does_not_fit")
    free = laid("4s 3s 2s 8s 9s Ts Ks", melds=("5s 6s 7s",), layoff_depth="unlimited")
    for card in ("8s", "9s", "Ts", "4s", "3s", "2s"):
        free.apply(f"lay {card}")
    assert legal(free) == ["pass"]


def test_one_card_serves_a_set_and_a_run() -> None:
    """G24: the ten laid off on the tens also lengthens the run; the nine follows."""
    deal = laid("Td 9d", melds=("Jd Qd Kd", "Tc Th Ts"))
    deal.apply("lay Td")
    assert "lay 9d" in legal(deal)
    sets_only = laid("Td 9d", melds=("Tc Th Ts",))
    sets_only.apply("lay Td")
    assert legal(sets_only) == ["pass"]


def test_runs_laid_as_two_melds_are_two_targets() -> None:
    """Each end of each laid meld takes two cards: the same card may fit both inner ends."""
    deal = laid("4s 9s", melds=("5s 6s 7s", "Ts Js Qs"))
    assert legal(deal) == ["lay 4s", "lay 9s", "pass"]
    deal = laid("8s 9s 2s", melds=("5s 6s 7s", "Ts Js Qs"))
    deal.apply("lay 8s")
    deal.apply("lay 9s")
    assert legal(deal) == ["pass"]


def test_no_lay_offs_on_gin() -> None:
    """Readings 6 and 7: no lay-offs, 25 for gin, eleven melded cards earn no more."""
    deal = gin("2c 3c 4c 5c 8d 8h 8s Jc Jd Jh Js", "6c 7d 7h 7s")
    for text in (
        "knock",
        "discard Js",
        "meld 2c 3c 4c 5c",
        "meld 8d 8h 8s",
        "meld Jc Jd Jh",
        "pass",
    ):
        deal.apply(text)
    assert deal.phase_name == "layoff"
    assert legal(deal) == ["meld 7d 7h 7s", "pass"]
    assert code(deal, "lay 6c") == "not_now"
    deal.apply("meld 7d 7h 7s")
    deal.apply("pass")
    assert deal.scores == (31, -31)


def test_the_other_side_may_lay_what_it_likes() -> None:
    """Its own melds in any number and without a limit; lay-offs may break them up."""
    deal = laid("8s 8d 8h 4s Kc", mine="9c", melds=("5s 6s 7s",))
    deal.apply("lay 8s")
    deal.apply("lay 4s")
    deal.apply("pass")
    assert legal(deal) == ["pass"]
    deal.apply("pass")
    assert deal.scores == (26 - 9, 9 - 26)


@pytest.mark.parametrize(
    ("mine", "theirs", "rules", "scores"),
    [
        ("9d", "8h", {}, (-26, 26)),
        ("9d", "9h", {}, (0, 0)),
        ("9d", "9h", {"tie_is_undercut": True}, (-25, 25)),
        ("9d", "", {}, (-34, 34)),
        ("", "", {}, (25, -25)),
        ("", "", {"tie_is_undercut": True}, (25, -25)),
        ("9d", "8h", {"undercut_bonus": 10}, (-11, 11)),
        ("", "9d", {"gin_bonus": 20}, (29, -29)),
        ("Ad", "Ts Js Qs Ks", {}, (39, -39)),
    ],
)
def test_scores(mine: str, theirs: str, rules: dict[str, Value], scores: tuple[int, int]) -> None:
    """Readings 3 and 9, B020: 27 go to the undercutter, though the knocker ended the play."""
    deal = gin(
        mine, theirs, rules=rules, table=["2c 3c 4c"], turn=1, phase="layoff", knocker=0,
        layoffs_done=True,
    )  # fmt: skip
    deal.apply("pass")
    assert deal.scores == scores


def test_the_wall() -> None:
    """Reading 8, B048: with three cards the drawer may still take the third; then pass or knock."""
    deal = gin("Kc Qd", NINE + " 9c", phase="draw", discard="5h 6h", stock="Js 2h 3h")
    deal.apply("draw")
    deal.apply("discard Js")
    assert (deal.phase_name, legal(deal)) == ("wall", ["knock", "pass"])
    assert code(deal, "draw") == "not_now"
    deal.apply("knock")
    assert "Js" in hand(deal, 1).split()
    assert "discard 9c" in legal(deal)
    quiet = gin("Kc Qd 9d", "2s 5d 8c Kh", phase="draw", discard="5h 6h", stock="Js 2h 3h")
    quiet.apply("draw")
    quiet.apply("discard Js")
    assert legal(quiet) == ["pass"]
    quiet.apply("pass")
    assert (quiet.is_over, quiet.void, quiet.scores) == (True, True, (0, 0))


def test_fifty_takings() -> None:
    """The 50th taking ends the deal before the card moves; the first upcard does not count."""
    deal = gin("2d 3d", "4d 5d", phase="draw", discard="Kd Qs", stock="5h 6h 7h 8c", takings=48)
    deal.apply("take")
    deal.apply("discard 2d")
    deal.apply("take")
    assert (deal.is_over, deal.scores, hand(deal, 1)) == (True, (0, 0), "4d 5d")
    first = set_up("gin", hands=["2d 3d", "4d 5d"], phase="upcard", discard="Kd", stock="5h")
    first.apply("take")
    assert isinstance(first, GinDeal)
    assert first.takings == 0


def test_a_knock_needs_ten_or_less() -> None:
    """B065: eleven is refused, the sentence names the limit of the table, play goes on."""
    for limit in (10, 5):
        deal = gin(NINE + " Kd Qs", rules={"knock_card": limit})
        error = deal.why_not("knock")
        # The queen or king goes, ten are left.
        assert (error is None) == (limit == 10)
        if error:
            assert (error.code, f"at most {limit}" in str(error)) == ("too_much_deadwood", True)
    deal = gin("2c 3c 4c 8d 8h 8s Jc Qc 9d As 9s")
    # Jc Qc 9d 9s As: 39 less the dearest 10 is 29.
    assert code(deal, "knock") == "too_much_deadwood"
    deal.apply("discard 9d")
    assert (deal.phase_name, deal.to_act) == ("draw", (1,))


def test_the_match() -> None:
    """Reading 11: one deal by default; with a target deals go on until a total reaches it."""

    def after(rules: dict[str, Value], scores: list[int]) -> upcard.Match:
        match = match_from_position(
            {
                "game": "gin", "rules": rules, "scores": scores, "turn": 1, "phase": "layoff",
                "knocker": 0, "hands": [["2d"], ["4h", "Kd"]], "stock": ["5s", "6s"],
                "discard": ["7s"], "layoffs_done": True, "partial": True,
            }
        )  # fmt: skip
        match.apply("pass")
        return match

    assert after({}, [0, 0]).winners == (0,)
    on = after({"target": 100}, [80, -80])
    assert (on.is_over, on.totals) == (False, (92, -92))
    assert on.next_deal().phase_name == "upcard"
    over = after({"target": 100}, [88, -88])
    assert (over.is_over, over.winners, over.totals) == (True, (0,), (100, -100))
    tied = after({"deals": 1}, [-12, 12])
    # B021: equal totals share the win.
    assert (tied.totals, tied.winners) == ((0, 0), (0, 1))


def test_tables_of_other_seats_are_told_apart() -> None:
    """Melds lie with their owner, in the order they were laid."""
    deal = gin("5s 6s 7s Kc Kd Kh Ac Ad Ah 2d 2s", "9c 9d 9h Tc")
    for text in ("knock", "discard 2d", "meld Kc Kd Kh", "meld 5s 6s 7s", "pass", "pass"):
        deal.apply(text)
    deal.apply("meld 9c 9d 9h")
    assert table(deal) == ["Kc Kd Kh", "5s 6s 7s", "9c 9d 9h"]
    owners = [meld.owner for meld in upcard.View.of(deal, None).table]
    assert owners == [0, 0, 1]
