"""Rommé by its rules page: readings and examples, expected values worked out by hand.

The worked examples R1 to R65 are cases (tests/cases/romme.json), but for R61, which is here.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import upcard
from tests.positions import code, hand, legal, places, set_up, table
from upcard.core.deal import Deal
from upcard.games.romme import RommeDeal, RommeRules
from upcard.text.position import match_from_position


def opening(hand: str, **more: Any) -> Deal:
    """An unopened hand after its draw."""
    return set_up("romme", hands=[hand, "4c"], opened=(False, False), **more)


def opened(hand: str, *melds: str, **more: Any) -> Deal:
    """An opened hand after its draw, with melds on the table."""
    return set_up("romme", hands=[hand, "4c"], table=list(melds), **more)


def test_the_pack_and_the_deal() -> None:
    """Readings 1, 2, 5, 6: 110 cards, every card twice, six jokers, 13 each, one turned up."""
    deal = upcard.new_match("romme", seed=5).deal
    cards = places(deal)
    assert cards.total() == 110
    assert Counter(cards.values()) == {2: 52, 6: 1}
    assert cards["X"] == 6
    assert [len(deal.hand(seat)) for seat in range(2)] == [13, 13]
    assert (int(deal.stock_n), int(deal.pile_n)) == (83, 1)


def test_cards_are_dealt_one_at_a_time_from_the_seat_that_did_not_deal() -> None:
    """The starter gets the first, third, fifth card; the 27th lies face up."""
    deal = RommeDeal(RommeRules(), 2, 0)
    faces = deal.pack.faces()
    deal.begin(faces)
    assert deal.hand(1) == sorted(faces[0:26:2])
    assert deal.hand(0) == sorted(faces[1:26:2])
    assert deal.pile[0] == faces[26]
    assert deal.to_act == (1,)


@pytest.mark.parametrize("seats", [0, 1, 3, 4, -1])
def test_exactly_two_seats(seats: int) -> None:
    with pytest.raises(upcard.RulesError, match="exactly 2"):
        upcard.new_match("romme", seats=seats)


def test_a_joker_turned_up_stays_and_may_be_taken() -> None:
    """Reading 7."""
    deal = RommeDeal(RommeRules(), 2, 0)
    faces = deal.pack.faces()
    joker = faces.pop()
    deal.begin([*faces[:26], joker, *faces[26:]])
    assert legal(deal) == ["draw", "take"]
    deal.apply("take")
    assert "X" in hand(deal, 1).split()
    assert code(deal, "discard X") == "taken_card"


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        ("Kh Ah 2h", "round_the_corner"),
        ("Qh Kh Ah 2h", "round_the_corner"),
        ("Kh Ah X", "round_the_corner"),
        ("X Ah 2h", "round_the_corner"),
        ("Ah X 3h", ""),
        ("Qh Kh X", ""),
        ("Qh X Ah", ""),
        ("9c X X", "few_naturals"),
        ("X X X", "few_naturals"),
        ("4c X X X 8c", ""),
        ("3h X X 6h", ""),
        ("X X 3h 4h", ""),
        ("X X 3h 2h", "joker_misplaced"),
        ("9c 9h X X", ""),
        ("9c 9h X X X", "too_long"),
        ("9c 9d 9h 9s X", "too_long"),
        ("7c X X 7c", "twins"),
        ("Tc Tc Td", "twins"),
        ("5s 6d 7s", "not_a_meld"),
        ("5s 6d 7d 8d", "not_a_meld"),
        ("7s 5s 6s", ""),
        ("5s 6s", "too_short"),
        ("9c 9d", "too_short"),
        ("5h X 7h", ""),
        ("5h X X=7h 8h", ""),
        ("5h X=7h 7h", "joker_misplaced"),
        ("9c 9d X=9h", "suit_in_set"),
        ("6h 7h X X Th", ""),
        ("X 6s 5s 4s", "joker_misplaced"),
        ("Th X 6h X 7h", "joker_misplaced"),
        ("7c X 7h 7d", ""),
        ("2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc Ac", ""),
        ("Ac 2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc", ""),
        ("Ac 2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc Ac", "two_aces"),
        ("X 2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc Ac", "two_aces"),
        ("Ac 2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc X", "two_aces"),
    ],
)
def test_melds(cards: str, expected: str) -> None:
    """Readings 16 to 23: what a meld is, held by an opened player with cards to spare."""
    named = [card.partition("=")[0] for card in cards.split()]
    deal = opened(" ".join([*named, "Jd", "4s"]))
    assert code(deal, f"meld {cards}") == expected


@pytest.mark.parametrize(
    ("cards", "melds", "points"),
    [
        ("Th Td Ts", ["Th Td Ts"], 30),
        ("Qs Ks As", ["Qs Ks As"], 31),
        ("As 2s 3s 8h 8d 8c", ["As 2s 3s", "8h 8d 8c"], 30),
        ("Ac Ad X", ["Ac Ad X"], 33),
        ("5h X X X 9h", ["5h X X X 9h"], 35),
        ("8c 8d X X", ["8c 8d X X"], 32),
        ("Td Jd X", ["Td Jd X"], 30),
        ("9h Th X", ["9h Th X"], 29),
        ("Td Jd X", ["X Td Jd"], 29),
        ("9h Th X", ["X 9h Th"], 27),
        ("7h 7d 7c", ["7h 7d 7c"], 21),
        ("Ac 2c 3c Td Jd", ["Ac 2c 3c"], 6),
        ("9s 9h X", ["9s 9h X"], 27),
        ("X Kh X Th", ["Th X X Kh"], 40),
    ],
)
def test_opening_points(cards: str, melds: list[str], points: int) -> None:
    """Readings 24 to 29: 30 are enough, 29 are not; a joker counts as what it stands for."""
    deal = opening(f"{cards} 2d 4s")
    if points < 30:
        error = deal.why_not(f"meld {melds[0]}")
        assert error is not None
        assert error.code == "opening_too_low"
        # A joker that could stand elsewhere would reach 30, but not from here.
        assert f"{points} of 30" in str(error)
        return
    for meld in melds:
        deal.apply(f"meld {meld}")
    assert deal.opened(0)
    assert deal.owed == 0
    assert "discard 2d" in legal(deal)


def test_an_opening_begun_must_be_finished_and_can_be() -> None:
    """Readings 25 and 29: 21 points may lie first where the rest is there; then nothing else."""
    deal = opening("7h 7d 7c 2s 3s 4s Kc", table=[(1, "8d 9d Td")])
    deal.apply("meld 7c 7d 7h")
    assert legal(deal) == ["meld 2s 3s 4s"]
    assert code(deal, "discard Kc") == "owed_first"
    assert code(deal, "lay Kc on 1") == "owed_first"
    deal.apply("meld 2s 3s 4s")
    assert legal(deal) == ["discard Kc"]


def test_the_last_card_of_an_opening_is_kept_for_the_discard() -> None:
    """33 points with every card of the hand leave none to discard: not an opening."""
    deal = opening("Ac Ad Ah")
    assert code(deal, "meld Ac Ad Ah") == "no_discard_left"
    deal = opening("Ac Ad Ah 2c", taken="2c")
    assert code(deal, "meld Ac Ad Ah") == "only_taken_left"
    # 21 and 9 points, but no card over: not even the first of both may lie.
    deal = opening("7h 7d 7c 2s 3s 4s")
    assert code(deal, "meld 7h 7d 7c") == "opening_too_low"
    deal = opening("Ac Ad Ah 2c", taken="Ac")
    assert code(deal, "meld Ac Ad Ah") == ""


def test_opening_first_then_anything_in_the_same_turn() -> None:
    """Readings 26, 30, 31, 47: lay-offs never count, but follow at once, on any meld."""
    deal = opening("Jh Jd Js Tc 2d", table=[(1, "7c 8c 9c")], turn_count=0)
    assert code(deal, "lay Tc on 1") == "not_opened"
    deal.apply("meld Jh Jd Js")
    deal.apply("lay Tc on 1")
    deal.apply("discard 2d")
    assert deal.is_over
    assert deal.scores == (0, 4)


def test_nothing_on_the_table_moves_but_jokers_by_swaps() -> None:
    """R61 and readings 17, 45: no word takes a card from the table."""
    deal = opened("2c 9c", "3h X=4h 5h 6h", "6s 6d 6c")
    before = (table(deal), hand(deal, 0))
    for text in ("swap X on 1", "take X", "meld 4h 5h 6h", "lay 6h on 2", "swap 4h on 1"):
        with pytest.raises(upcard.UpcardError):
            deal.apply(text)
    assert (table(deal), hand(deal, 0)) == before
    assert [text for text in legal(deal) if not text.startswith("discard")] == []


def test_a_joker_below_a_run_up_to_the_high_ace() -> None:
    """3 to ace is twelve cards: a two still fits below it, as a card and as a joker."""
    run = "3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh Ah"
    deal = opened("X 2h 9c", run)
    lays = [text for text in legal(deal) if text.startswith("lay")]
    assert lays == ["lay 2h on 1", "lay X=2h on 1"]
    deal.apply("lay X on 1")
    assert "lay 2h on 1" not in legal(deal)


def test_an_ace_that_fits_both_ends_stands_above_the_king() -> None:
    """2 to K: the ace goes high, and then nothing fits either end."""
    deal = opened("Ac Ac X 9d", "2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc")
    assert [text for text in legal(deal) if text.startswith("lay")] == [
        "lay Ac on 1",
        "lay X=Ac on 1",
    ]
    deal.apply("lay Ac on 1")
    assert table(deal)[0].endswith("Kc Ac")
    assert [text for text in legal(deal) if text.startswith("lay")] == []


def test_lay_offs_one_after_the_other() -> None:
    """Reading 33 and R29: the next card only, a suit only once."""
    deal = opened("4d 5d 9h X 2s", "6d 7d 8d", "9s 9d 9c")
    assert code(deal, "lay 4d on 1") == "does_not_fit"
    deal.apply("lay 5d on 1")
    deal.apply("lay 4d on 1")
    deal.apply("lay 9h on 2")
    assert code(deal, "lay X on 2") == "does_not_fit"
    with pytest.raises(upcard.AmbiguousError, match="X=3d or X=9d"):
        deal.apply("lay X on 1")
    deal.apply("lay X=9d on 1")
    assert table(deal) == ["4d 5d 6d 7d 8d X=9d", "9c 9d 9h 9s"]
    assert legal(deal) == ["discard 2s"]


def test_swaps() -> None:
    """Readings 34 to 37: opened players, the very card of a run, any missing suit of a group."""
    deal = opened("6h 6d 7c 7s 2c", "5h X=6h 7h", "7h 7d X")
    swaps = [text for text in legal(deal) if text.startswith("swap")]
    assert swaps == ["swap 6h on 1", "swap 7c on 2", "swap 7s on 2"]
    assert code(deal, "swap 6d on 1") == "no_joker_there"
    assert code(deal, "swap 6h X=7h on 1") == "no_joker_there"
    deal.apply("swap 6h X=6h on 1")
    deal.apply("swap 7c on 2")
    assert hand(deal, 0) == "2c 6d 7s X X"
    assert table(deal) == ["5h 6h 7h", "7c 7d 7h"]
    assert "discard X" in legal(deal)
    assert "lay X on 2" in legal(deal)
    unopened = opening("6h 2c 9d", table=[(1, "5h X=6h 7h")])
    assert code(unopened, "swap 6h on 1") == "not_opened"


def test_the_taken_card() -> None:
    """Readings 11 and 12: barred unless another copy was held; a swapped joker frees a joker."""
    deal = set_up("romme", hands=["9s 4c 9s", "2c"], discard="Ks", phase="draw", stock="3c")
    deal.apply("take")
    assert code(deal, "discard Ks") == "taken_card"
    both = set_up("romme", hands=["9s 4c", "2c"], discard="9s", phase="draw", stock="3c")
    both.apply("take")
    assert code(both, "discard 9s") == ""
    joker = set_up(
        "romme", hands=["6h 4c", "2c"], discard="X", phase="draw", stock="3c", table=["5h X=6h 7h"]
    )
    joker.apply("take")
    assert code(joker, "discard X") == "taken_card"
    joker.apply("swap 6h on 1")
    assert code(joker, "discard X") == ""


def test_something_must_be_left_to_discard() -> None:
    """Readings 15, 38, 39: no play may empty the hand or leave the taken card alone."""
    deal = opened("7h 8h 9h Th")
    assert code(deal, "meld 7h 8h 9h Th") == "no_discard_left"
    deal.apply("meld 7h 8h 9h")
    deal.apply("discard Th")
    assert deal.is_over
    taken = opened("4c 5c 6c 9d", taken="9d")
    assert code(taken, "meld 4c 5c 6c") == "only_taken_left"
    assert code(opened("9d Tc", "7c 8c 9c", taken="9d"), "lay Tc on 1") == "only_taken_left"


def test_final_discard_optional() -> None:
    """The last card may be laid; the taken card may be left where it can still go down."""
    rules: dict[str, upcard.Value] = {"final_discard": "optional"}
    deal = opened("7h 8h 9h Th", rules=rules)
    deal.apply("meld 7h 8h 9h Th")
    assert deal.is_over
    assert deal.scores == (0, 4)
    stuck = opened("4c 5c 6c 9d", taken="9d", rules=rules)
    assert code(stuck, "meld 4c 5c 6c") == "only_taken_left"
    fits = opened("4c 5c 6c 9d", "6d 7d 8d", taken="9d", rules=rules)
    fits.apply("meld 4c 5c 6c")
    assert legal(fits) == ["lay 9d on 1"]
    fits.apply("lay 9d on 1")
    assert fits.is_over
    frees = opened("4c 5c 6c 9d", "7d 8d X=9d", taken="9d", rules=rules)
    frees.apply("meld 4c 5c 6c")
    assert legal(frees) == ["swap 9d on 1"]
    frees.apply("swap 9d on 1")
    ends = ["lay X=3c on 2", "lay X=6d on 1", "lay X=7c on 2", "lay X=Td on 1"]
    assert legal(frees) == ["discard X", *ends]


def test_taken_joker_play_now() -> None:
    """After a swap a play with a joker is due; where none would be, the swap is refused."""
    rules: dict[str, upcard.Value] = {"taken_joker": "play_now"}
    useless = opened("6h 2c 9d", "5h X=6h 7h", rules={**rules, "joker_majority": "forbidden"})
    useless.apply("swap 6h on 1")
    assert legal(useless) == ["lay X=4h on 1", "lay X=8h on 1"]
    full = opened("7c 2d 9d", "7h 7d 7s X", rules=rules)
    assert code(full, "swap 7c on 1") == "joker_useless"


def test_both_missing() -> None:
    """A group of three gives its joker for both missing cards; other groups as by default."""
    rules: dict[str, upcard.Value] = {"group_joker": "both_missing"}
    deal = opened("7c 7s 9d", "7h 7d X", rules=rules)
    assert code(deal, "swap 7c on 1") == "both_needed"
    deal.apply("swap 7s 7c on 1")
    assert (table(deal), hand(deal, 0)) == (["7c 7d 7h 7s"], "9d X")
    four = opened("7c 7s 9d", "7h 7d X X", rules=rules)
    assert code(four, "swap 7c on 1") == ""
    assert code(four, "swap 7c 7s on 1") != ""


def test_bad_points() -> None:
    """Readings 40, 41, 44, 46 and R52 to R54: everything in hand, matched or not."""
    for cards, points in (("Kc Ah X 7d 7d", 69), ("Qh Kh Ah 2c 2d 2h", 41), ("X", 30), ("Tc", 10)):
        deal = set_up("romme", hands=["9c", cards])
        deal.apply("discard 9c")
        assert deal.scores == (0, points)


def test_the_stock_is_remade_but_for_the_top_card() -> None:
    """Reading 42: 19 of 20 cards are shuffled, one of them is drawn, the newest stays."""
    pile = "2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc Ac 2d 3d 4d 5d 6d 7d 8d"
    deal = set_up("romme", hands=["9s", "9h"], discard=pile, phase="draw")
    event = deal.apply("draw")
    assert event.remade
    assert (int(deal.stock_n), int(deal.pile_n), int(deal.reshuffles)) == (18, 1, 1)
    assert deal.pack.token(deal.pile[0]) == "2c"
    one = set_up("romme", hands=["9s", "9h"], discard="2c", phase="draw")
    assert legal(one) == ["take"]
    assert code(one, "draw") == "stock_empty"


def test_a_deal_stops_at_the_turn_limit() -> None:
    """Reading 43: nobody writes anything, and the next deal follows."""
    match = upcard.new_match("romme", seed=2, rules={"turn_limit": 3})
    for _ in range(3):
        match.apply("draw")
        match.apply(next(a for a in match.legal_actions() if a.kind == "discard"))
    assert match.deal.is_over
    assert match.deal.scores == (0, 0)
    assert not match.is_over
    assert match.next_deal().to_act == (0,)


@pytest.mark.parametrize(
    ("scores", "left", "totals", "winners"),
    [
        ([85, 0], "Kc 5h", (100, 0), ()),
        ([85, 0], "Ah Ac", (115, 0), (1,)),
        ([0, 100], "2c", (2, 100), ()),
    ],
)
def test_the_match(
    scores: list[int], left: str, totals: tuple[int, int], winners: tuple[int, ...]
) -> None:
    """Readings 3, 8 and 48, target 100: above it loses, seen after each deal; the deal passes."""
    match = match_from_position(
        {
            "game": "romme", "rules": {"target": 100}, "scores": scores, "turn": 1, "dealer": 0,
            "hands": [left.split(), ["9d"]], "opened": [True, True], "phase": "play",
            "partial": True,
        }
    )  # fmt: skip
    match.apply("discard 9d")
    assert (match.totals, match.winners, match.is_over) == (totals, winners, bool(winners))
    if winners:
        with pytest.raises(upcard.IllegalActionError, match="over"):
            match.next_deal()
    else:
        deal = match.next_deal()
        assert (int(deal.dealer), deal.to_act) == (1, (0,))
