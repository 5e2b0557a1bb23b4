"""Seven-card rummy by its rules page: readings and corner cases beside the sample cases."""

from __future__ import annotations

import pytest

from tests.games.small_cases import Position, at, check, fresh, refused
from upcard.text.position import deal_from_position, position_of

OPEN: dict[str, object] = {"open_melds": True}


def seven(hand: str, other: str = "3s", **more: object) -> Position:
    """Seat 0 has drawn the last card of its hand from the stock."""
    return at("seven_card", [hand, other], **more)


@pytest.mark.parametrize(("seats", "stock"), [(2, 37), (3, 30), (4, 23), (5, 16), (6, 9)])
def test_the_deal(seats: int, stock: int) -> None:
    check(
        fresh("seven_card", seats), hand_sizes=[7] * seats, stock_size=stock, discard_size=1,
        turn=1, to_act=[1], legal_has=["draw", "take"],
    )  # fmt: skip


@pytest.mark.parametrize("seats", [1, 7])
def test_other_numbers_of_seats_are_refused(seats: int) -> None:
    check(fresh("seven_card", seats), setup_error=True)


def test_the_first_dealer_is_one_of_the_seats() -> None:
    check(fresh("seven_card", 2, rules={"first_dealer": 1}), turn=0)
    check(fresh("seven_card", 2, rules={"first_dealer": 2}), setup_error=True)
    check(fresh("seven_card", 6, rules={"first_dealer": 5}), turn=0)


# ---- going out


def test_once_begun_a_going_out_must_be_finished() -> None:
    position = seven("2c 2d 2h 5s 6s 7s 8s Kd")
    check(position, "meld 2c 2d 2h", legal_has=["meld 5s 6s 7s 8s"],
          legal_lacks=["meld 5s 6s 7s", "discard Kd", "discard 8s", "pass"])  # fmt: skip
    check(position, "meld 2c 2d 2h", "meld 5s 6s 7s 8s", deal_over=False,
          legal_has=["discard Kd"])  # fmt: skip
    check(position, "meld 2c 2d 2h", "meld 5s 6s 7s 8s", "discard Kd", deal_scores=[32, -32])
    refused(position, "meld 5s 6s 7s")
    # Nothing but discards where the hand cannot go.
    check(seven("2c 2d 2h 5s 6s 7s Qd Kd"), legal_lacks=["meld 2c 2d 2h", "meld 5s 6s 7s"],
          legal_has=["discard 2c", "discard Kd"])  # fmt: skip


def test_the_same_seven_cards_two_ways() -> None:
    # 3 + 4 one way or the other, one card over: each is a win with its own worth.
    position = seven("4d 4h 4s 4c 5c 6c 7c 9d")
    # 4 + 4 + 4 and 4 + 5 + 6 + 7; 16 and 5 + 6 + 7: the nine is over in both.
    check(position, "meld 4d 4h 4s", "meld 4c 5c 6c 7c", "discard 9d", deal_scores=[34, -34])
    check(position, "meld 4c 4d 4h 4s", "meld 5c 6c 7c", "discard 9d", deal_scores=[34, -34])
    check(position, "meld 4d 4h 4s", legal_has=["meld 4c 5c 6c 7c"],
          legal_lacks=["meld 5c 6c 7c", "meld 4c 5c 6c"])  # fmt: skip


@pytest.mark.parametrize(
    ("hand", "melds", "worth"),
    [
        ("4c 5c 6c 7c 8c 9c Tc 2d", ["4c 5c 6c 7c 8c 9c Tc"], 49),
        ("3h 4h 5h 6h 6s 6d 6c 9d", ["3h 4h 5h", "6h 6s 6d 6c"], 36),
        ("5d 6d 7d 8d 8s 8h 8c 9d", ["5d 6d 7d 8d 9d", "8s 8h 8c"], 59),
        ("Jh Qh Kh Jc Jd Js Td 2d", [], 0),
    ],
)
def test_worths(hand: str, melds: list[str], worth: int) -> None:
    rest = [card for card in hand.split() if card not in " ".join(melds).split()]
    actions = [f"meld {meld}" for meld in melds]
    if not melds:
        # Three court cards of hearts and three jacks: only six can be melded.
        check(seven(hand), legal_lacks=["meld Jh Qh Kh", "meld Jc Jd Js"])
        return
    if rest:
        actions.append(f"discard {rest[0]}")
    check(seven(hand), *actions, deal_scores=[worth, -worth], deal_over=True)


def test_eight_matched_cards_may_leave_any_card_that_leaves_seven_matched() -> None:
    # Bug case B005: 7c beside 4c 5c 6c and four nines.
    position = seven("4c 5c 6c 9s 9h 9d 9c 7c")
    check(position, "meld 4c 5c 6c 7c", "meld 9s 9h 9d 9c", deal_scores=[58, -58])
    check(position, "meld 5c 6c 7c", "meld 9s 9h 9d 9c", "discard 4c", deal_scores=[54, -54])
    check(position, "meld 4c 5c 6c", "meld 9s 9h 9d 9c", "discard 7c", deal_scores=[51, -51])
    check(position, "meld 4c 5c 6c 7c", "meld 9s 9h 9d", "discard 9c", deal_scores=[49, -49])


def test_the_taken_card_may_not_be_the_last_discard() -> None:
    position = seven("2c 2d 2h 5s 6s 7s 8s Kd", taken="Kd", discarded_by=1)
    check(position, legal_lacks=["meld 2c 2d 2h", "meld 5s 6s 7s 8s", "discard Kd"],
          legal_has=["discard 8s"])  # fmt: skip
    # With the taken card in a meld the eighth may be another one.
    other = seven("2c 2d 2h 5s 6s 7s Kd 8s", taken="8s", discarded_by=1)
    check(other, "meld 5s 6s 7s 8s", "meld 2c 2d 2h", "discard Kd", deal_scores=[32, -32])
    refused(other, "meld 5s 6s 7s")
    # All eight matched, one way only with the taken card in place: 7 + 1 would throw it.
    eight = seven("2c 2d 2h 5s 6s 7s 8s 9s", taken="9s", discarded_by=1)
    refused(eight, "meld 2c 2d 2h", "meld 5s 6s 7s 8s")
    check(eight, "meld 2c 2d 2h", "meld 6s 7s 8s 9s", "discard 5s", deal_scores=[36, -36])


def test_a_card_drawn_from_a_stock_just_turned_may_be_thrown() -> None:
    empty = at("seven_card", ["4c", "5c"], phase="draw", discard="5s Kd 2c 9h", discarded_by=1)
    check(empty, "draw", hands=[["4c", "9h"], None], stock_size=3, discard_size=0,
          legal_has=["discard 9h"])  # fmt: skip
    check(empty, "draw", "discard 9h", "take", "discard 5c", "draw", hands=[["4c", "2c"], ["9h"]])
    # Seat 0 has been without a pile to take from; the next player has one again.
    check(empty, "draw", "discard 9h", legal_has=["take", "draw"])


def test_a_high_ace_is_worth_one() -> None:
    position = seven("Qc Kc Ac 7d 7h 7s 7c 2d", rules={"ace": "low_or_high"})
    check(position, "meld Qc Kc Ac", "meld 7c 7d 7h 7s", "discard 2d", deal_scores=[49, -49])
    corner = seven("Kc Ac 2c 7d 7h 7s 7c 2d", rules={"ace": "low_or_high"})
    refused(corner, "meld Kc Ac 2c")


def test_every_opponent_pays_and_nothing_is_doubled() -> None:
    six = at("seven_card", ["Ac Ad Ah As 2c 2d 2h 9h", "Kc", "Kd", "Kh", "Ks", "Qc"])
    check(six, "meld Ac Ad Ah As", "meld 2c 2d 2h", "discard 9h",
          deal_scores=[50, -10, -10, -10, -10, -10])  # fmt: skip


def test_nobody_plays_after_the_end() -> None:
    position = seven("2c 2d 2h 5s 6s 7s 8s Kd", "9s")
    out = ("meld 2c 2d 2h", "meld 5s 6s 7s 8s", "discard Kd")
    check(position, *out, to_act=[], phase="over")
    refused(position, *out, "1 lay 9s on 2")
    refused(position, *out, "1 draw")


# ---- open melds


def opened(hand: str, **more: object) -> Position:
    """A position under open_melds."""
    other = str(more.pop("other", "7h"))
    return at("seven_card", [hand, other], rules=dict(OPEN), **more)


def test_open_melds_count_what_the_winner_has_laid_in_the_whole_deal() -> None:
    position = opened("3c 3d 3h Jd Ks", other="7h 2h", table=[(1, "8d 9d Td")], stock="4h 2s Qd")
    # 9 for the threes; J and Q on the other's run: 10 + 10; the discard Ks and later 2h: nothing.
    check(position, "meld 3c 3d 3h", "lay Jd on 1", "discard Ks", deal_over=True,
          deal_scores=[19, -19])  # fmt: skip
    longer = opened("3c 3d 3h Jd Ks 4s", other="7h 2h", table=[(1, "8d 9d Td")], stock="4h Qd")
    check(longer, "meld 3c 3d 3h", "lay Jd on 1", "discard Ks", "draw", "discard 4h", "draw",
          "lay Qd on 1", "discard 4s", deal_scores=[29, -29])  # fmt: skip


def test_open_melds_what_others_laid_counts_for_nobody_else() -> None:
    # 5 and the ten in earlier turns and 12 now; the other's cards are nothing to anybody.
    table = [(1, "8d 9d Td Jd", {"Jd": 0}), (0, "4c 5c 6c 7c", {"4c": 1, "6c": 1, "7c": 1})]
    position = opened("3c 3d 3h 3s", table=table)
    check(position, "meld 3c 3d 3h 3s", deal_scores=[27, -27])


def test_open_melds_a_lay_off_needs_no_meld_of_ones_own() -> None:
    table = [(1, "8d 9d Td"), (1, "4c 4d 4h")]
    position = opened("7d Jd 4s 2c 2h", table=table)
    check(position, "lay Jd on 1", "lay 7d on 1", "lay 4s on 2", "discard 2c", turn=1)
    refused(position, "lay 2c on 2")
    refused(opened("5d 2c", table=[(1, "4c 4d 4h 4s")]), "lay 5d on 1")


def test_open_melds_only_the_taken_card_may_not_be_left() -> None:
    taken: dict[str, object] = {"taken": "Kc", "discarded_by": 1}
    refused(opened("3c 3d 3h Kc", **taken), "meld 3c 3d 3h")
    check(opened("3c 3d 3h Kc", table=[(1, "Tc Jc Qc")], **taken), "meld 3c 3d 3h", "lay Kc on 1",
          deal_scores=[19, -19])  # fmt: skip
    refused(opened("7d Kc", table=[(1, "8d 9d Td")], **taken), "lay 7d on 1")


def test_open_melds_runs_and_sets_grow_but_are_not_joined() -> None:
    table = [(0, "3c 4c 5c"), (1, "7c 8c 9c")]
    check(opened("6c Kh", table=table), "lay 6c on 1", legal_lacks=["lay 7c on 1"],
          table=[{"owner": 0, "cards": ["3c", "4c", "5c", "6c"]},
                 {"owner": 1, "cards": ["7c", "8c", "9c"]}])  # fmt: skip


# ---- dealers, the end of a match


def test_who_deals_next() -> None:
    rules = {"deals": 9}
    out = ("meld 2c 2d 2h 2s", "meld 5s 6s 7s 8s")
    hand = "2c 2d 2h 2s 5s 6s 7s 8s"
    for dealer in (0, 1):
        check(seven(hand, dealer=dealer, rules=rules), *out, next_dealer=0)
    three = at("seven_card", [hand, "4c", "4d"], rules={"deals": 9})
    for dealer in (0, 1, 2):
        check({**three, "dealer": dealer}, *out, next_dealer=(dealer + 1) % 3)
    void = seven("9s 2s", rules={"deals": 9}, turn_count=999)
    for dealer in (0, 1):
        check({**void, "dealer": dealer}, "discard 9s", next_dealer=dealer, deal_scores=[0, 0])


def test_ends_of_a_match() -> None:
    out = ("meld 2c 2d 2h 2s", "meld 5s 6s 7s 8s")
    # V = 8 + 26 = 34.
    start = seven("2c 2d 2h 2s 5s 6s 7s 8s", scores=[-34, 34], deal=2)
    check({**start, "rules": {"deals": 2}}, *out, match_over=True, winners=[0, 1])
    check({**start, "rules": {"deals": 3}}, *out, match_over=False, winners=[])
    check({**start, "rules": {"target": 35}}, *out, match_over=False)
    near = {**start, "scores": [66, -66]}
    check({**near, "rules": {"target": 100}}, *out, match_over=True, winners=[0])
    check({**near, "rules": {"target": 101, "deals": 2}}, *out, match_over=True, winners=[0])
    # A void deal uses up the last one; the target is not asked for then.
    void = seven("9s 2s", turn_count=999, deal=3, scores=[12, -12])
    check({**void, "rules": {"deals": 3}}, "discard 9s", match_over=True, winners=[0])


# ---- positions in the middle of a turn


def test_a_begun_going_out_as_a_position() -> None:
    begun = at("seven_card", ["5s 6s 7s 8s Kd", "4c"], table=[(0, "2c 2d 2h")], owed=True,
               turn_melds=1)  # fmt: skip
    check(begun, legal_has=["meld 5s 6s 7s 8s"], legal_lacks=["discard Kd", "meld 5s 6s 7s"])
    check(begun, "meld 5s 6s 7s 8s", "discard Kd", deal_scores=[32, -32])


def test_who_laid_a_card_is_kept_in_a_position() -> None:
    deal = deal_from_position(opened("Jd 2c 2h", table=[(1, "8d 9d Td"), (0, "4c 4d 4h")]))
    deal.apply("lay Jd on 1")
    table = position_of(deal)["table"]
    assert isinstance(table, list)
    assert [meld.get("laid_by") for meld in table] == [{"Jd": 0}, None]
    for guests in ({"Qd": 0}, {"8d": 2}, {"8d": None}, [0]):
        wrong = {"owner": 1, "cards": ["8d", "9d", "Td"], "laid_by": guests}
        check({**opened("2c 2h"), "table": [wrong]}, setup_error=True)
    # Where it means nothing it may be said all the same.
    other = at("basic", ["7d 2c", "3c"], table=[(1, "8d 9d Td", {"Td": 0})])
    check(other, "lay 7d on 1", hand_sizes=[1, 1])
