"""Basic rummy by its rules page: readings and corner cases beside the sample cases."""

from __future__ import annotations

import pytest

from tests.games.small_cases import at, check, fresh, refused

TAKEN_KING = {"taken": "Kc", "discarded_by": 1}


@pytest.mark.parametrize(
    ("seats", "hand", "stock"), [(2, 10, 31), (3, 7, 30), (4, 7, 23), (5, 6, 21), (6, 6, 15)]
)
def test_the_deal(seats: int, hand: int, stock: int) -> None:
    check(
        fresh("basic", seats), hand_sizes=[hand] * seats, stock_size=stock, discard_size=1,
        turn=1, to_act=[1], legal_has=["draw", "take"],
    )  # fmt: skip


@pytest.mark.parametrize("seats", [1, 7])
def test_other_numbers_of_seats_are_refused(seats: int) -> None:
    check(fresh("basic", seats), setup_error=True)


def test_the_first_dealer_is_one_of_the_seats() -> None:
    check(fresh("basic", 3, rules={"first_dealer": 2}), turn=0)
    check(fresh("basic", 3, rules={"first_dealer": 3}), setup_error=True)


# ---- the stock


def test_the_whole_pile_is_turned_over_its_oldest_card_on_top() -> None:
    empty = at("basic", ["4c", "5c"], phase="draw", discard="2d Jc 6h", discarded_by=1)
    check(
        empty, "draw", hands=[["4c", "6h"], ["5c"]], stock_size=2, discard_size=0,
        legal_has=["discard 6h"],
    )  # fmt: skip
    check(empty, "draw", "discard 6h", "draw", hands=[["4c"], ["5c", "Jc"]])
    # Taking the top card does not turn the rest.
    check(empty, "take", stock_size=0, discard=["Jc", "6h"], hands=[["4c", "2d"], None])


def test_a_pile_of_one_card_is_turned_too() -> None:
    one = at("basic", ["4c", "5c"], phase="draw", discard="2d", discarded_by=1)
    check(one, "draw", hands=[["4c", "2d"], ["5c"]], stock_size=0, discard_size=0)
    # It came from the stock, so it may be thrown; the next player has both choices again.
    check(one, "draw", "discard 2d", turn=1, legal_has=["draw", "take"])
    check(one, "draw", "discard 2d", "draw", hands=[["4c"], ["5c", "2d"]])


# ---- the turn


def test_one_draw_a_turn_and_nobody_else_acts() -> None:
    start = at("basic", ["4c 5c 6c", "7c"], phase="draw", stock="2h 3h", discard="9d")
    refused(start, "meld 4c 5c 6c")
    refused(start, "discard 4c")
    refused(start, "1 draw")
    refused(start, "draw", "draw")
    refused(start, "draw", "take")
    refused(start, "take", "draw")
    refused(start, "draw", "1 discard 7c")
    refused(start, "pass")
    refused(start, "claim")


def test_a_meld_may_not_leave_only_the_taken_card() -> None:
    position = at("basic", ["3c 3d 3h Kc", "7c"], **TAKEN_KING)
    refused(position, "meld 3c 3d 3h")
    # It goes on the table as it stands: then it may be what is left.
    fits = at("basic", ["3c 3d 3h Kc", "7c"], table=[(1, "Tc Jc Qc")], **TAKEN_KING)
    check(fits, "meld 3c 3d 3h", hand_sizes=[1, 1], legal_has=["lay Kc on 1"],
          legal_lacks=["discard Kc"])  # fmt: skip
    check(fits, "meld 3c 3d 3h", "lay Kc on 1", deal_over=True)
    # The meld just laid is on the table too.
    own = at("basic", ["3c 3d 3h 3s", "7c"], taken="3s", discarded_by=1)
    check(own, "meld 3c 3d 3h", "lay 3s on 1", deal_over=True)


def test_a_lay_off_may_not_leave_only_the_taken_card() -> None:
    position = at("basic", ["7d Kc", "7c"], table=[(1, "8d 9d Td")], **TAKEN_KING)
    refused(position, "lay 7d on 1")
    # The lay-off makes the place for it.
    chain = at("basic", ["Qc Kc", "7c"], table=[(1, "9c Tc Jc")], **TAKEN_KING)
    check(chain, "lay Qc on 1", "lay Kc on 1", deal_over=True)
    # With another card left there is something to discard.
    check(at("basic", ["7d 2s Kc", "7c"], table=[(1, "8d 9d Td")], **TAKEN_KING),
          "lay 7d on 1", legal_has=["discard 2s"], legal_lacks=["discard Kc"])  # fmt: skip


def test_with_the_last_discard_required_something_must_be_left_for_it() -> None:
    rules: dict[str, object] = {"rules": {"final_discard": "required"}}
    check({**at("basic", ["3c 3d 3h 3s", "7c"]), **rules}, "meld 3c 3d 3h", "discard 3s",
          deal_over=True)  # fmt: skip
    refused({**at("basic", ["7d", "7c"], table=[(1, "8d 9d Td")]), **rules}, "lay 7d on 1")
    # Only the taken card would be left, and laying it off would empty the hand.
    fits = at("basic", ["3c 3d 3h Kc", "7c"], table=[(1, "Tc Jc Qc")], **TAKEN_KING)
    refused({**fits, **rules}, "meld 3c 3d 3h")


# ---- melds and lay-offs


@pytest.mark.parametrize(
    ("cards", "good"),
    [
        ("3c 3d 3h", True), ("3c 3d 3h 3s", True), ("3c 3d", False), ("3c 3d 4h", False),
        ("Ac 2c 3c", True), ("Kc Ac 2c", False), ("Qc Kc Ac", False), ("3c 5c 4c", True),
        ("3c 4c 5d", False), ("3c 4c 6c", False), ("Tc Jc Qc Kc", True),
        ("Ac 2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc", True),
    ],
)  # fmt: skip
def test_what_is_a_meld(cards: str, good: bool) -> None:
    check(at("basic", [f"{cards} 9s", "7h"]), f"meld {cards}", legal=good)


def test_with_a_high_ace_no_run_goes_round_the_corner() -> None:
    rules: dict[str, object] = {"rules": {"ace": "low_or_high"}}
    refused({**at("basic", ["Kc Ac 2c 9s", "7h"]), **rules}, "meld Kc Ac 2c")
    high = {**at("basic", ["Ac 2c 9s", "7h"], table=[(1, "Jc Qc Kc")]), **rules}
    check(high, "lay Ac on 1", table=[{"owner": 1, "cards": ["Jc", "Qc", "Kc", "Ac"]}])
    refused(high, "lay Ac on 1", "lay 2c on 1")
    check({**at("basic", ["Ac 9s", "7h"], table=[(1, "2c 3c 4c")]), **rules}, "lay Ac on 1",
          hand_sizes=[1, 1])  # fmt: skip
    refused(at("basic", ["Ac 9s", "7h"], table=[(1, "Jc Qc Kc")]), "lay Ac on 1")


def test_an_ace_that_fits_both_ends_goes_above_the_king() -> None:
    run = "2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc"
    both = at("basic", ["Ac 9s", "7h"], table=[(1, run)], rules={"ace": "low_or_high"})
    check(both, "lay Ac on 1", table=[{"owner": 1, "cards": [*run.split(), "Ac"]}])


def test_lay_offs_on_anybodys_meld_without_one_of_ones_own() -> None:
    table = [(1, "8d 9d Td"), (1, "3c 3d 3h"), (0, "5s 6s 7s 8s")]
    position = at("basic", ["7d Jd 3s 4s 9s Kh", "7h"], table=table)
    check(position, "lay 7d on 1", "lay Jd on 1", "lay 3s on 2", "lay 4s on 3", "lay 9s on 3",
          hand_sizes=[1, 1])  # fmt: skip
    refused(position, "lay Kh on 1")
    refused(position, "lay 4s on 4")


def test_nothing_on_the_table_moves() -> None:
    position = at("basic", ["4s 9h Kh", "7h"], table=[(0, "5s 6s 7s"), (0, "4c 4d 4h")])
    refused(position, "meld 4s 5s 6s")
    refused(position, "swap 4s on 1")


# ---- one meld a turn

ONE: dict[str, object] = {"rules": {"melds_per_turn": "one"}}
NINES = "9s Ts Js"
FIVES = "5c 5d 5h"


def test_one_meld_a_turn_unless_the_hand_goes_out() -> None:
    out = {**at("basic", [f"{NINES} {FIVES} 2c", "7h"]), **ONE}
    check(out, f"meld {NINES}", f"meld {FIVES}", "discard 2c", deal_over=True)
    check({**at("basic", [f"{NINES} {FIVES}", "7h"]), **ONE}, f"meld {NINES}", f"meld {FIVES}",
          deal_over=True)  # fmt: skip
    check({**at("basic", [f"{NINES} {FIVES} 2c 7d", "7h"]), **ONE}, f"meld {NINES}",
          legal_lacks=[f"meld {FIVES}"], legal_has=["discard 2c"])  # fmt: skip


def test_one_meld_a_turn_lay_offs_help_to_go_out() -> None:
    position = {**at("basic", [f"{NINES} {FIVES} 5s Kd", "7h"]), **ONE}
    check(position, f"meld {NINES}", f"meld {FIVES}", hand_sizes=[2, 1],
          legal_has=["lay 5s on 2"], legal_lacks=["discard 5s", "discard Kd"])  # fmt: skip
    check(position, f"meld {NINES}", f"meld {FIVES}", "lay 5s on 2", "discard Kd", deal_over=True)


def test_one_meld_a_turn_lay_offs_are_not_counted() -> None:
    table = [(1, "8d 9d Td")]
    position = {**at("basic", [f"7d Jd {NINES} 2c 4h", "7h"], table=table), **ONE}
    check(position, "lay 7d on 1", f"meld {NINES}", "lay Jd on 1", "discard 2c", turn=1)


def test_one_meld_a_turn_the_taken_card_cannot_be_the_last_discard() -> None:
    position = {**at("basic", [f"{NINES} {FIVES} Kc", "7h"], **TAKEN_KING), **ONE}
    refused(position, f"meld {NINES}", f"meld {FIVES}")
    later = at("basic", [f"{FIVES} 2c 7d", "7h"], stock="2h", table=[(0, NINES)])
    check({**later, **ONE}, f"meld {FIVES}", "discard 2c", turn=1)


# ---- scoring


def test_everybody_pays_what_is_left_matched_or_not() -> None:
    # 10 + 9 + 9 + 9 = 37 and 1 + 2 = 3.
    hands = ["9s", "Kc 9d 9h 9c", "Ac 2c"]
    check(at("basic", hands, opened=[True, False, False]), "discard 9s",
          deal_scores=[40, -37, -3])  # fmt: skip
    check(at("basic", hands), "discard 9s", deal_scores=[80, -74, -6])


def test_what_spoils_rummy_is_only_an_earlier_turn() -> None:
    table = [(1, "8d 9d Td")]
    # Melds, a lay-off and a discard in the one last turn: doubled, 2 x 7.
    check(at("basic", ["3c 3d 3h 7d Ks", "7h"], table=table), "meld 3c 3d 3h", "lay 7d on 1",
          "discard Ks", deal_scores=[14, -14])  # fmt: skip


def test_an_earlier_lay_off_spoils_rummy() -> None:
    table = [(1, "8d 9d Td"), (1, "4s 5s 6s")]
    position = at("basic", ["7d Ks 7s", "7h Qh"], table=table, stock="2h 8s")
    # Turn 1: lay off 7d, keep 7s. Turn 2: 8s drawn, both go on the run. Seat 1 holds 7h Qh or so.
    check(position, "lay 7d on 1", "discard Ks", "draw", "discard 2h", "draw", "lay 7s on 2",
          "lay 8s on 2", deal_scores=[17, -17])  # fmt: skip


def test_an_earlier_discard_does_not_spoil_rummy() -> None:
    position = at("basic", ["Ks 7s", "7h Qh"], table=[(1, "4s 5s 6s")], stock="2h 8s")
    check(position, "discard Ks", "draw", "discard 2h", "draw", "lay 7s on 1", "lay 8s on 1",
          deal_scores=[34, -34])  # fmt: skip


# ---- dealers, the end of a match


def test_who_deals_next() -> None:
    two = at("basic", ["9s", "7h"], dealer=1, rules={"deals": 5})
    check(two, "discard 9s", next_dealer=0)
    three = at("basic", ["9s", "7h", "8h"], dealer=2, rules={"deals": 5})
    check(three, "discard 9s", next_dealer=0)
    check({**three, "dealer": 0}, "discard 9s", next_dealer=1)
    void: dict[str, object] = {"rules": {"deals": 5, "turn_limit": 1}}
    check({**at("basic", ["9s 2s", "7h"], dealer=1), **void}, "discard 9s", deal_over=True,
          next_dealer=1, deal_scores=[0, 0])  # fmt: skip
    check({**at("basic", ["9s 2s", "7h", "8h"], dealer=2), **void}, "discard 9s", next_dealer=0)


def test_going_out_in_the_last_turn_before_the_limit_counts() -> None:
    position = at("basic", ["9s", "7h"], turn_count=999)
    check(position, "discard 9s", deal_over=True, deal_scores=[14, -14])
    check(at("basic", ["9s 2s", "7h"], turn_count=998), "discard 9s", deal_over=False)
    check(at("basic", ["9s 2s", "7h"], turn_count=999), "discard 9s", deal_over=True,
          deal_scores=[0, 0])  # fmt: skip


def test_a_void_deal_is_one_of_the_deals() -> None:
    position = at("basic", ["9s 2s", "7h"], turn_count=999, deal=2, scores=[4, -4])
    check({**position, "rules": {"deals": 2}}, "discard 9s", match_over=True, winners=[0])


def test_ends_of_a_match() -> None:
    # Rummy: 2 x 7 = 14.
    out = at("basic", ["9s", "7h"], scores=[-14, 14], deal=3)
    check({**out, "rules": {"deals": 3}}, "discard 9s", winners=[0, 1], scores=[0, 0])
    check({**out, "rules": {"target": 14}}, "discard 9s", match_over=False)
    close = {**out, "scores": [86, -86]}
    check({**close, "rules": {"target": 100}}, "discard 9s", match_over=True, winners=[0])
    check({**close, "rules": {"target": 101}}, "discard 9s", match_over=False)
    # Whichever comes first.
    check({**close, "rules": {"target": 101, "deals": 3}}, "discard 9s", match_over=True)
    check({**close, "rules": {"target": 100, "deals": 9}}, "discard 9s", match_over=True)
