"""The offer and its calls in contract rummy: who may, in which order, what it costs."""

from __future__ import annotations

from itertools import permutations, product

import pytest

from tests.games.small_cases import Position, at, check, fresh, refused
from upcard.text.position import deal_from_position

# Seat 3 discarded Qh; 4s lies below it; seat 0 has not drawn.
OFFER = at(
    "contract", ["2c", "3c", "4c", "6c"], phase="draw", discard="Qh 4s 8s", discarded_by=3,
    stock="5c 9d Kd Jd",
)  # fmt: skip


def under(position: Position, **rules: object) -> Position:
    """The position under house rules."""
    return {**position, "rules": rules}


# ---- setup


@pytest.mark.parametrize(
    ("seats", "stock"), [(3, 68), (4, 55), (5, 96), (6, 83), (7, 124), (8, 111)]
)
def test_the_deal(seats: int, stock: int) -> None:
    check(
        fresh("contract", seats, dealer=0), hand_sizes=[13] * seats, stock_size=stock,
        discard_size=1, turn=1, to_act=list(range(seats)), legal_has=["draw", "take", "decline"],
    )  # fmt: skip


@pytest.mark.parametrize(("seats", "packs"), [(3, 2), (4, 2), (5, 3), (6, 3), (7, 4), (8, 4)])
@pytest.mark.parametrize("jokers", [0, 1, 3, 4])
def test_packs_and_jokers(seats: int, packs: int, jokers: int) -> None:
    check(fresh("contract", seats, rules={"jokers_per_pack": jokers}),
          stock_size=packs * (52 + jokers) - 13 * seats - 1)  # fmt: skip


@pytest.mark.parametrize("seats", [2, 9])
def test_other_numbers_of_seats_are_refused(seats: int) -> None:
    check(fresh("contract", seats), setup_error=True)


def test_the_first_dealer_is_drawn_by_lot() -> None:
    dealers = {
        int(deal_from_position({"game": "contract", "seats": 3, "seed": seed}).dealer)
        for seed in range(40)
    }
    assert dealers == {0, 1, 2}


def test_a_joker_as_the_start_card_stays() -> None:
    start = at("contract", ["2c", "3c", "4c"], phase="draw", discard="X", stock="5c 9d Kd")
    check(start, claim="X", to_act=[0, 1, 2], legal_has=["take", "1 claim", "2 claim"])
    check(start, "2 claim", "draw", hands=[["2c", "9d"], ["3c"], ["4c", "X", "5c"]])


# ---- who may call


def test_all_but_the_seat_in_turn_and_the_discarder() -> None:
    check(OFFER, to_act=[0, 1, 2], claim="Qh", legal_lacks=["0 claim", "3 claim", "3 pass"],
          legal_has=["1 claim", "1 pass", "2 claim", "0 decline", "0 draw", "0 take"])  # fmt: skip
    refused(OFFER, "0 pass")
    check({**OFFER, "discarded_by": None}, to_act=[0, 1, 2, 3])
    check(under(OFFER, own_discard_claim=True), "3 claim", "draw",
          hands=[["2c", "9d"], ["3c"], ["4c"], ["6c", "Qh", "5c"]])  # fmt: skip


def test_a_seat_that_is_down() -> None:
    down = {**OFFER, "opened": [False, True, False, False]}
    check(down, "1 claim", "draw", hand_sizes=[2, 3, 1, 1])
    no = under(down, down_may_claim=False)
    refused(no, "1 claim")
    refused(no, "1 pass")
    check(no, to_act=[0, 2])
    nobody = under({**OFFER, "opened": [False, True, True, True]}, down_may_claim=False)
    check(nobody, claim=None, to_act=[0], legal_has=["draw", "take", "decline"])
    # Nobody to wait for.
    closed = {**nobody, "rules": {"down_may_claim": False, "claim_close": "all_answer"}}
    check(closed, "draw", phase="play")


def test_max_claims_counts_served_calls() -> None:
    position = under({**OFFER, "claims_won": [0, 1, 0, 0]}, max_claims=1)
    refused(position, "1 claim")
    refused(position, "1 pass")
    check(position, "2 claim", "draw", hand_sizes=[2, 1, 3, 1])
    # A call that lapses is not counted.
    lapsed = under(OFFER, max_claims=1)
    check(lapsed, "2 claim", "take", "discard 2c", "2 claim", legal=True)
    served = under({**OFFER, "stock": ["5c", "9d", "Kd", "Jd", "Js", "Jh"]}, max_claims=1)
    refused(served, "2 claim", "draw", "discard 2c", "2 claim")


# ---- whose is the card


def test_the_seat_in_turn_comes_first() -> None:
    check(OFFER, "2 claim", "take", hands=[["2c", "Qh"], ["3c"], ["4c"], ["6c"]], stock_size=4,
          claim=None)  # fmt: skip
    check(OFFER, "2 claim", claim="Qh", hand_sizes=[1, 1, 1, 1], to_act=[0, 1])
    refused(OFFER, "2 claim", "take", "1 claim")


def test_a_refusal_is_final() -> None:
    check(OFFER, "decline", legal_lacks=["take", "decline"], legal_has=["draw", "1 claim"],
          to_act=[0, 1, 2])  # fmt: skip
    refused(OFFER, "decline", "take")
    refused(OFFER, "decline", "decline")
    # The earliest call is served with the refusal; then the seat in turn draws.
    check(OFFER, "2 claim", "1 claim", "decline", claim=None, phase="draw", to_act=[0],
          hands=[["2c"], ["3c"], ["4c", "Qh", "5c"], ["6c"]], discard=["4s", "8s"])  # fmt: skip
    check(OFFER, "2 claim", "decline", "draw", hands=[["2c", "9d"], None, None, None])
    refused(OFFER, "2 claim", "decline", "take")
    refused(OFFER, "2 claim", "decline", "decline")
    refused(OFFER, "2 claim", "decline", "1 claim")
    # The first to come after the refusal gets it at once.
    check(OFFER, "decline", "2 claim", claim=None, hand_sizes=[1, 1, 3, 1], to_act=[0])


def served_seat(position: Position, actions: list[str]) -> int:
    """Who has Qh after these actions, those that are refused left out."""
    deal = deal_from_position(position)
    for action in actions:
        if deal.is_legal(action):
            deal.apply(action)
    queen = int(deal.pack.face("Qh"))
    return next((s for s in range(deal.seats) if deal.copies_held(s, queen)), -1)


@pytest.mark.parametrize("close", ["on_draw", "all_answer"])
def test_every_order_of_answers_and_the_refusal(close: str) -> None:
    """Three seats answer, seat 0 declines somewhere in between, then it draws."""
    position = {**OFFER, "discarded_by": None}
    for said in product(("claim", "pass"), repeat=3):
        words = [f"{seat} {said[seat - 1]}" for seat in (1, 2, 3)] + ["decline"]
        callers = [seat for seat in (1, 2, 3) if said[seat - 1] == "claim"]
        for order in permutations(words):
            actions = [*order, "draw"]
            first = next((int(w[0]) for w in order if w.endswith("claim")), -1)
            rules = {"claim_close": close}
            assert served_seat(under(position, **rules), actions) == first, actions
            rules["claim_priority"] = "turn_order"
            nearest = min(callers, default=-1)
            assert served_seat(under(position, **rules), actions) == nearest, actions


def test_turn_order_waits_for_the_nearer_seat_or_the_draw() -> None:
    near = under(OFFER, claim_priority="turn_order")
    check(near, "decline", "2 claim", claim="Qh", hand_sizes=[1, 1, 1, 1], to_act=[0, 1])
    check(near, "decline", "2 claim", "1 pass", claim=None, hand_sizes=[1, 1, 3, 1])
    check(near, "decline", "2 claim", "1 claim", hand_sizes=[1, 3, 1, 1])
    check(near, "decline", "2 claim", "draw", hand_sizes=[2, 1, 3, 1])
    check(near, "2 claim", "1 claim", "draw", hand_sizes=[2, 3, 1, 1])


def test_an_answer_is_final() -> None:
    refused(OFFER, "1 pass", "1 claim")
    refused(OFFER, "1 pass", "decline", "1 claim")
    refused(OFFER, "1 claim", "1 pass")
    refused(OFFER, "1 claim", "1 claim")


def test_when_all_have_passed_the_offer_is_still_the_seats_own() -> None:
    check(OFFER, "1 pass", "2 pass", claim=None, to_act=[0],
          legal_has=["take", "draw", "decline"], legal_lacks=["1 claim"])  # fmt: skip
    check(OFFER, "1 pass", "2 pass", "decline", legal_has=["draw"], legal_lacks=["take"])


def test_after_the_draw_the_offer_is_dead() -> None:
    for action in ("1 claim", "1 pass", "take", "decline"):
        refused(OFFER, "draw", action)
    check(OFFER, "draw", claim=None, discard=["Qh", "4s"], to_act=[0])
    # So is the card below one that was called or taken.
    refused(OFFER, "1 claim", "draw", "2 claim")
    check(OFFER, "take", "discard 2c", claim="2c", turn=1, to_act=[1, 2, 3])
    # A card taken and thrown again is a fresh offer.
    check(OFFER, "take", "discard Qh", claim="Qh", turn=1, to_act=[1, 2, 3])


def test_a_caller_has_no_turn() -> None:
    called = ("1 claim", "draw")
    for action in ("1 discard 3c", "1 meld 3c Qh 5c", "1 draw"):
        refused(OFFER, *called, action)
    check(OFFER, *called, turn=0, to_act=[0])
    check(OFFER, *called, "discard 2c", turn=1, claim="2c", to_act=[1, 2, 3])


# ---- all must answer


def test_all_answer_holds_up_the_draw_alone() -> None:
    position = under(OFFER, claim_close="all_answer")
    check(position, legal_lacks=["draw"], legal_has=["take", "decline"], to_act=[0, 1, 2])
    check(position, "1 pass", legal_lacks=["draw"])
    check(position, "1 pass", "2 pass", legal_has=["draw", "take", "decline"], to_act=[0])
    # The first call decides.
    check(position, "2 claim", legal_has=["draw", "take", "decline"])
    check(position, "2 claim", "draw", hand_sizes=[2, 1, 3, 1])
    check(position, "decline", legal_lacks=["draw", "take", "decline"], to_act=[1, 2])
    check(position, "decline", "2 claim", hand_sizes=[1, 1, 3, 1], to_act=[0], legal_has=["draw"])
    near = {**position, "rules": {"claim_close": "all_answer", "claim_priority": "turn_order"}}
    check(near, "2 claim", legal_lacks=["draw"], legal_has=["take", "decline"])
    check(near, "2 claim", "decline", to_act=[1], legal_lacks=["draw"])
    check(near, "2 claim", "1 pass", "draw", hand_sizes=[2, 1, 3, 1])
    check(near, "1 claim", "draw", hand_sizes=[2, 3, 1, 1])


# ---- what a call costs, and whether it can be paid


@pytest.mark.parametrize(
    ("penalty", "caller", "drawn"),
    [(0, ["3c", "Qh"], "5c"), (1, ["3c", "Qh", "5c"], "9d"), (2, ["3c", "Qh", "5c", "9d"], "Kd")],
)
def test_penalty_cards_come_before_the_draw(penalty: int, caller: list[str], drawn: str) -> None:
    position = under(OFFER, claim_penalty=penalty)
    check(position, "1 claim", "draw", hands=[["2c", drawn], caller, ["4c"], ["6c"]])


@pytest.mark.parametrize("penalty", [0, 1, 2])
@pytest.mark.parametrize("stock", [0, 1, 2, 3])
@pytest.mark.parametrize("pile", [1, 2, 3, 4, 5])
@pytest.mark.parametrize(
    ("exhausted", "reshuffles"),
    [("reshuffle", 7), ("reshuffle_once", 0), ("reshuffle_once", 1), ("end_hand", 0)],
)
def test_a_call_needs_its_penalty_and_a_card_for_the_seat_in_turn(
    penalty: int, stock: int, pile: int, exhausted: str, reshuffles: int
) -> None:
    position = at(
        "contract", ["2c", "3c", "4c", "6c"], phase="draw", discarded_by=3, reshuffles=reshuffles,
        discard=" ".join(["Qh", "4s", "8s", "9s", "Ts"][:pile]),
        stock=" ".join(["5c", "9d", "Kd"][:stock]),
        rules={"claim_penalty": penalty, "stock_exhausted": exhausted},
    )  # fmt: skip
    # Below the offer one card would stay; the others can be shuffled where that is still left.
    left = exhausted == "reshuffle" or (exhausted == "reshuffle_once" and reshuffles == 0)
    cards = stock + (max(0, pile - 2) if left else 0)
    good = cards >= penalty + 1
    check(position, "1 claim", legal=good)
    check(position, claim="Qh" if good else None)
    if good:
        check(position, "1 claim", "draw", hand_sizes=[2, 2 + penalty, 1, 1], phase="play")
    # The seat in turn needs one card for itself: the whole pile but the offer.
    drawable = stock + (max(0, pile - 1) if left else 0) > 0
    check(position, legal_has=["take", "decline"])
    check(position, "draw", legal=drawable)
    if not drawable:
        check(position, "decline", deal_over=True, deal_scores=[5, 5, 5, 5])


def test_a_penalty_card_that_empties_the_stock() -> None:
    """C15: the pile but its top card is shuffled when the seat in turn draws."""
    position = at("contract", ["2c", "3c", "4c", "6c"], phase="draw", discarded_by=3, stock="5c",
                  discard="Qh 4s 8s 9s Ts")  # fmt: skip
    check(position, "1 claim", "decline", hands=[None, ["3c", "Qh", "5c"], None, None],
          stock_size=0, discard=["4s", "8s", "9s", "Ts"])  # fmt: skip
    check(position, "1 claim", "draw", stock_size=2, discard=["4s"], discard_size=1,
          hand_sizes=[2, 3, 1, 1])  # fmt: skip


def test_a_reshuffle_between_two_penalty_cards() -> None:
    position = at("contract", ["2c", "3c", "4c", "6c"], phase="draw", discarded_by=3, stock="5c",
                  discard="Qh 4s 8s 9s", rules={"claim_penalty": 2})  # fmt: skip
    # 5c, then the pile below 4s is shuffled: one of 8s 9s for the caller, the other to draw.
    check(position, "1 claim", "draw", stock_size=0, discard=["4s"], discard_size=1,
          hand_sizes=[2, 4, 1, 1])  # fmt: skip
    check({**position, "discard": ["Qh", "4s", "8s"]}, "1 claim", legal=False)


def test_drawing_shuffles_all_but_the_top_card() -> None:
    position = at("contract", ["2c", "3c", "4c"], phase="draw", discard="Qh 4s", discarded_by=2)
    check(position, "draw", hands=[["2c", "4s"], None, None], discard=["Qh"], stock_size=0)
    # Decline first, then the same.
    check(position, "decline", "draw", hands=[["2c", "4s"], None, None])
    # Nothing but the offer: it is taken, or the hand ends.
    only = {**position, "discard": ["Qh"]}
    check(only, claim=None, legal_has=["take", "decline"], legal_lacks=["draw", "1 claim"])
    check(only, "take", "discard 2c", turn=1)
    check(only, "decline", deal_over=True, deal_scores=[5, 5, 5])


def test_one_reshuffle_only() -> None:
    once = at("contract", ["2c 3d", "3c", "4c"], phase="draw", discard="Qh 4s", discarded_by=2,
              rules={"stock_exhausted": "reshuffle_once"})  # fmt: skip
    check(once, "draw", "discard 2c", turn=1, legal_has=["take", "decline"], legal_lacks=["draw"])
    check(once, "draw", "discard 2c", "decline", deal_over=True)


# ---- positions in the middle


def test_answers_in_a_position() -> None:
    check({**OFFER, "answers": {"2": "claim", "1": "claim"}}, "draw", hand_sizes=[2, 1, 3, 1])
    check({**OFFER, "answers": {"0": "pass"}}, legal_lacks=["take", "decline"])
    check({**OFFER, "answers": {"0": "pass"}}, "2 claim", hand_sizes=[1, 1, 3, 1])
    check({**OFFER, "claim": None}, legal_lacks=["1 claim"], legal_has=["take"])
    check({**OFFER, "answers": {"1": "pass", "2": "pass"}}, claim=None, to_act=[0])
    check({**OFFER, "discard": ["4s"], "claim": None, "served": True},
          legal_lacks=["take", "decline", "1 claim"], legal_has=["draw"])  # fmt: skip


def test_a_claim_that_cannot_be() -> None:
    """What a position names is the top of the pile; a call that cannot be paid is none."""
    check({**OFFER, "claim": "4s"}, setup_error=True)
    check({**OFFER, "claim": "Qh", "discard": []}, setup_error=True)
    poor = {**OFFER, "claim": "Qh", "discard": ["Qh"], "stock": ["5c"]}
    check(poor, claim=None, to_act=[0], legal_lacks=["1 claim"], legal_has=["draw", "take"])


# ---- the card just taken


def test_the_offer_taken_may_not_be_thrown_again() -> None:
    forbid: dict[str, object] = {"rules": {"discard_taken": "forbid"}}
    refused({**OFFER, **forbid}, "take", "discard Qh")
    check({**OFFER, **forbid}, "take", "discard 2c", turn=1)
    # Another copy was held.
    copy = {**OFFER, **forbid, "hands": [["2c", "Qh"], ["3c"], ["4c"], ["6c"]]}
    check(copy, "take", "discard Qh", turn=1)
    # The last card may go.
    last = at("contract", ["Qh 9c", "3c", "4c"], table=[(1, "9d 9h 9s")], taken="Qh",
              opened=[True, True, False], **forbid)  # fmt: skip
    check(last, "lay 9c on 1", "discard Qh", deal_over=True)
    refused(last, "discard Qh")


def test_the_taken_card_of_a_position() -> None:
    forbid: dict[str, object] = {"rules": {"discard_taken": "forbid"}, "taken": "Qh"}
    refused(at("contract", ["Qh 2c", "3c", "4c"], **forbid), "discard Qh")
    check(at("contract", ["Qh Qh 2c", "3c", "4c"], **forbid), "discard Qh", turn=1)
    check(at("contract", ["Qh 2c", "3c", "4c"], taken_copy=True, **forbid), "discard Qh", turn=1)


def test_a_taken_joker_may_go_once_another_is_won() -> None:
    position = at("contract", ["X 6h 2c", "3c", "4c"], table=[(1, "5h X=6h 7h 8h")], taken="X",
                  opened=[False, True, False], rules={"discard_taken": "forbid"})  # fmt: skip
    refused(position, "discard X")
    check(position, "swap 6h on 1", "discard X", turn=1)
