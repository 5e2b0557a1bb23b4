"""Knocking in Rummy 17: who may, in which order, what ends it."""

from __future__ import annotations

from itertools import permutations, product

import pytest

from tests.games.small_cases import Position, at, check, fresh, refused
from upcard.text.position import deal_from_position

# Seat 0 of four has drawn from the stock; seat 3 discarded y9, p16 lies below it.
WINDOW = at(
    "rummy17", ["r5 r6 r7 b2", "p1", "p2", "p3"], discard="y9 p16", discarded_by=3, claim="y9",
    stock="b5 b6 b7 b8",
)  # fmt: skip


def under(position: Position, **rules: object) -> Position:
    """The position under house rules."""
    return {**position, "rules": rules}


def winner(position: Position, answers: list[tuple[int, str]]) -> int:
    """Who has y9 after these answers, until the window shuts; -1: nobody."""
    deal = deal_from_position(position)
    for seat, said in answers:
        if deal.is_legal(f"{seat} {said}"):
            deal.apply(f"{seat} {said}")
    y9 = int(deal.pack.face("y9"))
    return next((s for s in range(deal.seats) if deal.copies_held(s, y9)), -1)


# ---- setup


@pytest.mark.parametrize(("seats", "stock"), [(2, 64), (3, 54), (4, 44), (5, 34), (6, 24)])
def test_the_deal(seats: int, stock: int) -> None:
    check(
        fresh("rummy17", seats, dealer=0), hand_sizes=[10] * seats, stock_size=stock,
        discard_size=1, turn=1, to_act=[1], side_jokers=["Xr", "Xb", "Xg", "Xy", "Xp"],
        legal_has=["draw", "take"], legal_lacks=["claim", "pass", "0 claim"],
    )  # fmt: skip


def test_five_different_bonus_cards_drawn_anew_for_each_deal() -> None:
    shown = []
    for number in range(1, 9):
        deal = deal_from_position(fresh("rummy17", 4, deal=number, dealer=0))
        bonus = deal.extra()["bonus"]
        assert isinstance(bonus, list)
        assert len(set(bonus)) == 5
        shown.append(tuple(sorted(bonus)))
    assert len(set(shown)) > 3


def test_the_first_dealer_is_drawn_by_lot() -> None:
    dealers = {
        int(deal_from_position({"game": "rummy17", "seats": 3, "seed": seed}).dealer)
        for seed in range(40)
    }
    assert dealers == {0, 1, 2}


# ---- who may knock


def test_all_but_the_player_in_turn_and_the_discarder() -> None:
    check(WINDOW, to_act=[0, 1, 2], legal_has=["1 claim", "1 pass", "2 claim", "2 pass"],
          legal_lacks=["0 claim", "0 pass", "3 claim", "3 pass"])  # fmt: skip
    # Nobody discarded the start card: the dealer may knock, too.
    start = at("rummy17", ["r5", "p1", "p2", "p3"], phase="draw", discard="y9", stock="b5 b6")
    check(start, "draw", claim="y9", to_act=[0, 1, 2, 3])


def test_no_window_before_the_draw_or_after_taking() -> None:
    start = at("rummy17", ["r5", "p1", "p2", "p3"], phase="draw", discard="y9 g1",
               discarded_by=3, stock="b5 b6")  # fmt: skip
    refused(start, "1 claim")
    check(start, "take", claim=None, to_act=[0], legal_lacks=["1 claim", "1 pass", "2 claim"])
    check(start, "draw", claim="y9", to_act=[0, 1, 2])


def test_two_players_have_no_window_but_on_the_start_card() -> None:
    later = at("rummy17", ["r5", "p1"], phase="draw", discard="y9", discarded_by=1, stock="b5 b6")
    check(later, "draw", claim=None, to_act=[0], legal_lacks=["1 claim", "1 pass"])
    check(under(later, discarder_knocks=True), "draw", "1 claim", hand_sizes=[2, 2])
    start = {**later, "discarded_by": None}
    check(start, "draw", "1 claim", hands=[["r5", "b5"], ["p1", "y9"]])


def test_max_knocks_counts_served_knocks_of_the_deal() -> None:
    limited = under({**WINDOW, "claims_won": [0, 2, 0, 0]}, max_knocks=2)
    refused(limited, "1 claim")
    refused(limited, "1 pass")
    # Seat 1 has no say any more: seat 2 gets the card at once.
    check(limited, "2 claim", hand_sizes=[4, 1, 2, 1], claim=None)
    check(under({**WINDOW, "claims_won": [0, 1, 0, 0]}, max_knocks=2), "1 claim",
          hand_sizes=[4, 2, 1, 1])  # fmt: skip
    # A knock that was not served is not counted.
    turn = under(WINDOW, max_knocks=1)
    check(turn, "2 claim", "1 claim", "discard b2", "1 draw", "2 claim",
          hand_sizes=[3, 3, 2, 1])  # fmt: skip
    refused(turn, "2 claim", "1 claim", "discard b2", "draw", "discard b5", "draw", "1 claim")
    nobody = under({**WINDOW, "claims_won": [0, 1, 1, 0]}, max_knocks=1)
    check(nobody, claim=None, to_act=[0])
    # Nobody to wait for.
    rules: dict[str, object] = {"rules": {"max_knocks": 1, "knock_close": "all_answer"}}
    check({**nobody, **rules}, claim=None, to_act=[0], legal_has=["discard b2"])


# ---- who gets the card


def test_the_nearest_gets_it_whatever_the_order() -> None:
    for said in product(("claim", "pass"), repeat=3):
        position = {**WINDOW, "discarded_by": None}
        want = next((seat + 1 for seat, word in enumerate(said) if word == "claim"), -1)
        for order in permutations(range(3)):
            answers = [(k + 1, said[k]) for k in order]
            assert winner(position, answers) == want, answers


def test_under_first_the_earliest_knock_gets_it() -> None:
    position = under({**WINDOW, "discarded_by": None}, knock_priority="first")
    for said in product(("claim", "pass"), repeat=3):
        for order in permutations(range(3)):
            answers = [(k + 1, said[k]) for k in order]
            want = next((seat for seat, word in answers if word == "claim"), -1)
            assert winner(position, answers) == want, answers


def test_a_far_knock_waits_until_the_nearer_have_passed() -> None:
    check(WINDOW, "2 claim", claim="y9", hand_sizes=[4, 1, 1, 1], to_act=[0, 1])
    check(WINDOW, "2 claim", "1 pass", claim=None, hand_sizes=[4, 1, 2, 1], to_act=[0])
    check(WINDOW, "2 claim", "1 claim", hands=[None, ["p1", "y9"], ["p2"], None])
    check(WINDOW, "1 claim", claim=None, discard=["p16"], discard_size=1)


def test_an_answer_is_final() -> None:
    refused(WINDOW, "1 pass", "1 claim")
    refused(WINDOW, "1 pass", "1 pass")
    refused(WINDOW, "2 claim", "2 pass")
    refused(WINDOW, "2 claim", "2 claim")


def test_after_the_award_nothing_is_on_offer() -> None:
    refused(WINDOW, "1 claim", "2 claim")
    refused(WINDOW, "1 claim", "2 pass")
    check(WINDOW, "1 pass", "2 pass", claim=None, to_act=[0], discard=["y9", "p16"])
    refused(WINDOW, "1 pass", "2 pass", "1 claim")
    # The card below is covered by the discard before anybody may ask for it.
    check(WINDOW, "1 claim", "discard b2", "draw", claim="b2", discard=["b2", "p16"],
          to_act=[1, 2, 3])  # fmt: skip


# ---- what ends it


def test_a_meld_hands_the_card_over_first() -> None:
    check(WINDOW, "2 claim", "meld r5 r6 r7", hand_sizes=[1, 1, 2, 1], claim=None, to_act=[0])
    refused(WINDOW, "meld r5 r6 r7", "1 claim")
    refused(WINDOW, "meld r5 r6 r7", "1 pass")


def test_a_discard_hands_the_card_over_first() -> None:
    check(WINDOW, "2 claim", "discard b2", hands=[None, ["p1"], ["p2", "y9"], ["p3"]],
          discard=["b2", "p16"], turn=1)  # fmt: skip
    check(WINDOW, "discard b2", discard=["b2", "y9", "p16"], claim=None, turn=1)


def test_lay_offs_and_exchanges_end_it_too() -> None:
    table = [(0, "r8 r9 r10"), (1, "b2 b3 Xb=b4")]
    position = {**at("rummy17", ["r7 b4 b5 b6 g1", "p1", "p2", "p3"], table=table, discard="y9",
                     discarded_by=3, claim="y9", opened=[True, True, False, False])}  # fmt: skip
    check(position, "2 claim", "lay r7 on 1", hand_sizes=[4, 1, 2, 1], claim=None)
    check(position, "2 claim", "swap b4 on 2", hand_sizes=[4, 1, 2, 1], claim=None,
          legal_has=["meld b5 b6 Xb=b7"])  # fmt: skip


def test_a_refused_action_ends_nothing() -> None:
    for action in ("meld r5 r6 b2", "meld r5 r6", "discard g1", "lay r5 on 1", "draw", "take"):
        refused(WINDOW, action)
        check(WINDOW, action, legal=False, claim="y9", to_act=[0, 1, 2])


def test_the_knocker_gets_nothing_but_the_card() -> None:
    check(WINDOW, "1 claim", turn=0, hand_sizes=[4, 2, 1, 1], stock_size=4,
          legal_lacks=["1 discard p1", "1 draw", "1 meld p1 y9 p1"])  # fmt: skip


# ---- knock_close = all_answer


def test_all_must_answer_before_the_player_in_turn_goes_on() -> None:
    position = under(WINDOW, knock_close="all_answer")
    check(position, to_act=[1, 2], legal_lacks=["meld r5 r6 r7", "discard b2"])
    check(position, "1 pass", to_act=[2], legal_lacks=["discard b2"])
    check(position, "1 pass", "2 pass", to_act=[0], claim=None, legal_has=["discard b2"])
    # Decided: nobody has to answer any more.
    check(position, "1 claim", to_act=[0], claim=None, legal_has=["meld r5 r6 r7"])
    # Not decided: the nearer seat could still take it.
    check(position, "2 claim", to_act=[1], legal_lacks=["discard b2"])
    check(position, "2 claim", "1 pass", to_act=[0], hand_sizes=[4, 1, 2, 1])
    first = under(WINDOW, knock_close="all_answer", knock_priority="first")
    check(first, "2 claim", to_act=[0], hand_sizes=[4, 1, 2, 1])


def test_a_window_nobody_may_answer_holds_nobody_up() -> None:
    two = under(at("rummy17", ["r5", "p1"], phase="draw", discard="y9", discarded_by=1,
                   stock="b5 b6"), knock_close="all_answer")  # fmt: skip
    check(two, "draw", to_act=[0], legal_has=["discard r5"])


# ---- the penalty card


def test_only_who_gets_the_card_pays() -> None:
    position = under(WINDOW, knock_penalty=1)
    check(position, "2 claim", "1 pass", hands=[None, ["p1"], ["p2", "y9", "b5"], ["p3"]],
          stock_size=3)  # fmt: skip
    check(position, "2 claim", "discard b2", "draw", hands=[None, ["p1", "b6"], None, None])


def test_a_stock_too_short_for_the_penalty_opens_no_window() -> None:
    position = at("rummy17", ["r5", "p1", "p2", "p3"], phase="draw", discard="y9", discarded_by=3)
    for stock, opens in (("b5", False), ("b5 b6", False), ("b5 b6 b7", True)):
        card = "y9" if opens else None
        check(under({**position, "stock": stock.split()}, knock_penalty=1), "draw", claim=card)
        check({**position, "stock": stock.split()}, "draw", claim="y9")
    two = under({**position, "stock": ["b5", "b6", "b7"]}, knock_penalty=1)
    check(two, "draw", "1 claim", stock_size=1, deal_over=False)


# ---- the last stock card


def test_knocks_in_the_turn_of_the_last_stock_card() -> None:
    position = at("rummy17", ["r5 r6", "p1", "p2", "p3"], phase="draw", discard="y9",
                  discarded_by=3, stock="b5")  # fmt: skip
    check(position, "draw", "2 claim", "1 pass", "discard r5", deal_over=True,
          hand_sizes=[2, 1, 2, 1])  # fmt: skip
    check(position, "draw", "1 claim", "discard r5", deal_over=True, hand_sizes=[2, 2, 1, 1])
    # With the open card taken the last stock card is still there and the deal goes on.
    check(position, "take", "discard r5", deal_over=False, turn=1, stock_size=1)


# ---- positions in the middle of a window


def test_answers_in_a_position() -> None:
    given = {**WINDOW, "answers": {"2": "claim"}}
    check(given, to_act=[0, 1], claim="y9")
    check(given, "1 pass", hand_sizes=[4, 1, 2, 1])
    refused(given, "2 pass")
    check({**WINDOW, "answers": {"1": "pass"}}, "2 claim", hand_sizes=[4, 1, 2, 1])
    check({**WINDOW, "claim": None}, to_act=[0], legal_lacks=["1 claim"])
    # All have answered, though nothing was done about it: the turn goes on.
    all_answer: dict[str, object] = {"rules": {"knock_close": "all_answer"}}
    passed = {**WINDOW, **all_answer, "answers": {"1": "pass", "2": "pass"}}
    check(passed, claim=None, to_act=[0])
    check({**WINDOW, **all_answer, "answers": {"1": "pass", "2": "claim"}}, "discard b2",
          hands=[None, ["p1"], ["p2", "y9"], ["p3"]], turn=1)  # fmt: skip
    left_out = {key: value for key, value in WINDOW.items() if key != "claim"}
    check(left_out, to_act=[0], legal_lacks=["1 claim"])


def test_a_claim_that_cannot_be() -> None:
    check({**WINDOW, "claim": "p16"}, setup_error=True)
    check({**WINDOW, "discard": []}, setup_error=True)
    poor = under({**WINDOW, "stock": ["b5"]}, knock_penalty=1)
    check(poor, claim=None, to_act=[0], legal_lacks=["1 claim"])
