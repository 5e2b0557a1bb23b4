"""Faults of other programs in turns, claims and knocking, each tested for its whole kind."""

from __future__ import annotations

from itertools import permutations

import pytest

from tests.games.small_cases import Position, at, check, refused
from upcard.errors import IllegalActionError
from upcard.text.position import deal_from_position, match_from_position, position_of

# Seat 1 discarded, seat 2 is in turn; seats 3, 4 and 0 may claim.
FIVE = ["2c", "3c", "4c", "6c", "7c"]
CALL = at("contract", FIVE, phase="draw", turn=2, dealer=1, discard="Qh 4s 8s", discarded_by=1,
          stock="5c 9d Kd Jd 5d")  # fmt: skip
HANDS = ["r1", "r2", "r5 r6 r7 b2", "r10", "r14"]
KNOCK = at("rummy17", HANDS, turn=2, dealer=1, discard="y9 p16", discarded_by=1, claim="y9",
           stock="b5 b6 b7 b8")  # fmt: skip


def under(position: Position, **rules: object) -> Position:
    """The position under house rules."""
    return {**position, "rules": rules}


def test_a_claim_is_never_lost_in_a_race() -> None:
    """B056: several claims in one batch or one after the other."""
    # One after the other: the earliest, or the nearest.
    check(CALL, "4 claim", "3 claim", "draw", hand_sizes=[1, 1, 2, 1, 3])
    check(CALL, "3 claim", "4 claim", "draw", hand_sizes=[1, 1, 2, 3, 1])
    near = under(CALL, claim_priority="turn_order")
    for order in permutations((3, 4, 0)):
        claims = [f"{seat} claim" for seat in order]
        check(near, *claims, "draw", hand_sizes=[1, 1, 2, 3, 1])
    # In Rummy 17 the nearest in any case, and no answer is refused before it is decided.
    check(KNOCK, "4 claim", "3 claim", hand_sizes=[1, 1, 4, 2, 1])
    check(KNOCK, "0 claim", "4 claim", "3 pass", hand_sizes=[1, 1, 4, 1, 2])
    first = under(KNOCK, knock_priority="first")
    check(first, "4 claim", hand_sizes=[1, 1, 4, 1, 2], claim=None)


def test_nothing_but_the_offer_can_be_claimed() -> None:
    """B059: a card below, a card laid off, an offer taken or passed over, one's own discard."""
    refused(CALL, "1 claim")
    refused(CALL, "take", "3 claim")
    refused(CALL, "draw", "3 claim")
    refused(CALL, "3 claim", "draw", "4 claim")
    # Passed over a turn ago: the next offer is another card.
    check(CALL, "draw", "discard 4c", claim="4c", to_act=[0, 1, 3, 4])
    laid = at("contract", ["9c 2d", "3c", "4c"], table=[(1, "9d 9h 9s")], opened=[True] * 3,
              discard="Kd", stock="5c 6c 7c")  # fmt: skip
    refused(laid, "lay 9c on 1", "1 claim")
    refused(KNOCK, "1 claim")
    refused(KNOCK, "3 claim", "4 claim")
    refused(KNOCK, "meld r5 r6 r7", "3 claim")
    for position in (CALL, KNOCK):
        deal = deal_from_position(position)
        before = position_of(deal)
        with pytest.raises(IllegalActionError):
            deal.apply("1 claim")
        assert position_of(deal) == before


@pytest.mark.parametrize(("priority", "winner"), [("first_call", 4), ("turn_order", 3)])
@pytest.mark.parametrize("penalty", [0, 1, 2])
def test_calls_after_the_refusal(priority: str, winner: int, penalty: int) -> None:
    """B060: seat 2 declines, seat 4 calls, then seat 3; the caller pays and has no turn."""
    position = under(CALL, claim_priority=priority, claim_penalty=penalty)
    calls = ["decline", "4 claim"] + ([] if winner == 4 else ["3 claim"])
    sizes = [1, 1, 1, 1, 1]
    sizes[winner] = 2 + penalty
    check(position, *calls, hand_sizes=sizes, turn=2, phase="draw", to_act=[2],
          stock_size=5 - penalty)  # fmt: skip
    deal = deal_from_position(position)
    event = None
    for action in calls:
        event = deal.apply(action)
    assert event is not None
    # The offer is seen by all, the penalty cards by the caller alone.
    assert event.shown == ((winner, "Qh"),)
    assert [seat for seat, _ in event.hidden] == [winner] * penalty
    assert event.seen_by(0).hidden == ((winner, None),) * penalty
    sizes[2] += 1
    check(position, *calls, "draw", hand_sizes=sizes)


def test_a_seat_that_is_down_and_the_last_hand() -> None:
    """B061."""
    down = {**CALL, "opened": [False, False, False, True, False]}
    check(down, "3 claim", "draw", hand_sizes=[1, 1, 2, 3, 1])
    refused(under(down, down_may_claim=False), "3 claim")
    fourteen = "3c 4c 5c 6c 7c 9h Th Jh Qh Kh 8s 8d 8h 8c"
    melds = ["meld 3c 4c 5c 6c 7c", "meld 9h Th Jh Qh Kh", "meld 8s 8d 8h 8c"]
    check(at("contract", [fourteen, "Kc", "Kd"], deal=5), *melds, deal_over=True,
          deal_scores=[0, 10, 10])  # fmt: skip
    refused(at("contract", [f"{fourteen} 2s", "Kc", "Kd"], deal=5), melds[0])


def test_too_late_is_too_late_and_changes_nothing() -> None:
    """B062: just before and just after the act that closes the window."""
    check(CALL, "3 claim", "draw", hands=[None, None, ["4c", "9d"], ["6c", "Qh", "5c"], None])
    check(CALL, "draw", "3 claim", legal=False, hands=[None, None, ["4c", "5c"], ["6c"], None])
    check(KNOCK, "3 claim", "meld r5 r6 r7", hand_sizes=[1, 1, 1, 2, 1])
    check(KNOCK, "4 claim", "meld r5 r6 r7", hand_sizes=[1, 1, 1, 1, 2])
    check(KNOCK, "meld r5 r6 r7", "3 claim", legal=False, hand_sizes=[1, 1, 1, 1, 1])


@pytest.mark.parametrize("close", ["active_acts", "all_answer"])
def test_after_a_window_the_seat_in_turn_goes_on(close: str) -> None:
    """B063: all pass, one claims, nobody may: each time the seat in turn can act."""
    position = under(KNOCK, knock_close=close)
    check(position, "3 pass", "4 pass", "0 pass", to_act=[2], legal_has=["meld r5 r6 r7"])
    check(position, "3 claim", to_act=[2], legal_has=["discard b2"])
    check(position, "4 pass", "0 claim", "3 pass", to_act=[2], legal_has=["discard b2"])
    call = under(CALL, claim_close="all_answer" if close == "all_answer" else "on_draw")
    check(call, "3 pass", "4 pass", "0 pass", to_act=[2], legal_has=["draw", "take", "decline"])
    check(call, "decline", "3 pass", "4 pass", "0 pass", to_act=[2], legal_has=["draw"])
    check(call, "decline", "3 claim", to_act=[2], legal_has=["draw"])


def test_the_first_answer_stands() -> None:
    """B064: claim and pass in quick succession, and claim twice."""
    for position in (CALL, KNOCK):
        for first in ("claim", "pass"):
            for second in ("claim", "pass"):
                # Seat 4 waits for seat 3 in Rummy 17, for the draw in contract.
                refused(position, f"4 {first}", f"4 {second}")


def test_a_going_out_that_is_none() -> None:
    """B065: a hand that is no finished one; nothing is laid and nobody learns of it."""
    position = at("seven_card", ["5c 6c 8c Kh Kd Ks Qs 2c", "4h"], stock="3h 3s")
    for action in ("meld Kh Kd Ks", "meld 5c 6c 8c", "meld 5c 6c 8c Kh"):
        check(position, action, legal=False, hand_sizes=[8, 1], turn=0, phase="play")
    deal = deal_from_position(position)
    with pytest.raises(IllegalActionError):
        deal.apply("meld Kh Kd Ks")
    assert deal.log == []
    deal.apply("discard 2c")
    assert deal.turn == 1


@pytest.mark.parametrize("game", ["contract", "rummy17", "seven_card", "basic"])
def test_the_same_command_twice(game: str) -> None:
    """B066, B067: two draws, two discards: one counts, the turn moves on once."""
    match = match_from_position({"game": game, "seats": 3, "seed": 11, "dealer": 2})
    match.apply("0 draw")
    for again in ("0 draw", "0 take"):
        with pytest.raises(IllegalActionError) as second:
            match.apply(again)
        assert second.value.code in ("already_drawn", "window_open")
    card = match.deal.pack.token(match.deal.hand(0)[0])
    size = int(match.deal.size(0))
    match.apply(f"0 discard {card}")
    for late in (f"0 discard {card}", "0 draw"):
        with pytest.raises(IllegalActionError) as third:
            match.apply(late)
        assert third.value.code == "not_your_turn"
    assert (match.deal.turn, match.deal.size(0)) == (1, size - 1)


def test_a_discard_names_its_card() -> None:
    """B068: no selection, no discard."""
    for position in (KNOCK, at("seven_card", ["5c 6c", "4h"])):
        for action in ("discard", "discard r5 r6", "discard X"):
            check(position, action, legal=False, turn=position["turn"])


def test_is_a_last_discard_needed() -> None:
    """B069."""
    four = at("rummy17", ["r7 r8 r9 r10", "g5"], opened=[True, True])
    refused(four, "meld r7 r8 r9 r10")
    check(four, "meld r7 r8 r9", "discard r10", deal_over=True)
    down = at("contract", ["9c 9h", "2c", "2d"], opened=[True] * 3,
              table=[(1, "9d 9d 9s"), (2, "5h 6h 7h 8h")])  # fmt: skip
    check(down, "lay 9c on 1", "lay 9h on 2", deal_over=True)
    check(down, "lay 9c on 1", "discard 9h", deal_over=True)
    eight = at("seven_card", ["2c 2d 2h 2s 5s 6s 7s 8s", "Kc"])
    check(eight, "meld 2c 2d 2h 2s", "meld 5s 6s 7s 8s", deal_over=True)
    check(eight, "meld 2c 2d 2h 2s", "meld 5s 6s 7s", "discard 8s", deal_over=True)
