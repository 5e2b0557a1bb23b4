"""Melds, side jokers, exchanges and the end of a deal in Rummy 17."""

from __future__ import annotations

import pytest

from tests.games.small_cases import Position, at, check, refused
from upcard.core.shuffle import FastShuffler
from upcard.core.view import View
from upcard.core.world import world
from upcard.terminal.ink import card
from upcard.terminal.show import owed_line
from upcard.text.position import deal_from_position

JOKER_RUN = (2, "r5 r6 Xr=r7 r8")


def hand(cards: str, *table: tuple[int, str], own: bool = True, **more: object) -> Position:
    """Seat 0 of three has drawn; `own`: it has melded in an earlier turn."""
    return at("rummy17", [cards, "p1", "p2"], table=table, opened=[own, True, True], **more)


# ---- melds


@pytest.mark.parametrize(
    ("cards", "good"),
    [
        ("r7 b7 g7", True), ("r7 b7 g7 y7", True), ("r7 b7 g7 y7 p7", True), ("r7 b7", False),
        ("r5 r6 r7", True), ("r7 r5 r6", True), ("r5 r6 r8", False), ("r5 b6 r7", False),
        ("r16 r17 r1", False), ("r17 r1 r2", False), ("r15 r16 r17", True), ("r1 r2 r3", True),
        ("r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 r13 r14 r15 r16 r17", True),
    ],
)  # fmt: skip
def test_what_is_a_meld(cards: str, good: bool) -> None:
    check(hand(f"{cards} p17", own=False), f"meld {cards}", legal=good)


def test_round_the_corner() -> None:
    wrap: dict[str, object] = {"rules": {"wrap": True}}
    for cards in ("r16 r17 r1", "r17 r1 r2", "r17 r16 r1", "r15 r16 r17 r1 r2 r3"):
        check({**hand(f"{cards} p17"), **wrap}, f"meld {cards}", hand_sizes=[1, 1, 1])
    refused({**hand("r16 r1 r2 p17"), **wrap}, "meld r16 r1 r2")
    # A joker counts as the card of its place, also as the 1 above 17 or the 17 below 1.
    check({**hand("r15 r16 r17 p17"), **wrap}, "meld r15 r16 r17 Xr=r1", hand_sizes=[1, 1, 1])
    check({**hand("r1 r2 r3 p17"), **wrap}, "meld Xr=r17 r1 r2 r3", hand_sizes=[1, 1, 1])
    corner = {**hand("r2 r14 p17 p16", (1, "r15 r16 r17 r1")), **wrap}
    check(corner, "lay r2 on 1", "lay r14 on 1", hand_sizes=[2, 1, 1])
    every = " ".join(f"r{value}" for value in range(1, 18))
    check({**hand(f"{every} p17"), **wrap}, f"meld {every}", hand_sizes=[1, 1, 1])
    refused({**hand(f"{every} p17"), **wrap}, f"meld {every} Xr=r1")


def test_a_card_must_be_left_to_discard() -> None:
    refused(hand("r5 r6 r7"), "meld r5 r6 r7")
    refused(hand("r5 r6 r7"), "meld r5 r6 r7 Xr=r8")
    refused(hand("r5", (1, "r6 r7 r8")), "lay r5 on 1")
    check(hand("r5 r6 r7 r8"), "meld r5 r6 r7", "discard r8", deal_over=True)
    refused(hand("r5 r6 r7 r8"), "meld r5 r6 r7 r8")
    refused(hand("r5 r6 r7 r8"), "meld r5 r6 r7", "lay r8 on 1")
    check(hand("r5 p9", (1, "r6 r7 r8")), "lay r5 on 1", "discard p9", deal_over=True)


def test_the_taken_card_as_the_discard() -> None:
    forbid: dict[str, object] = {"rules": {"discard_taken": "forbid"}, "taken": "y9"}
    # Melding may leave the taken card alone: as the last one it may go.
    left = {**hand("r5 r6 r7 y9"), **forbid}
    check(left, "meld r5 r6 r7", "discard y9", deal_over=True)
    check({**hand("y9 p9"), **forbid}, legal_lacks=["discard y9"], legal_has=["discard p9"])


# ---- jokers from the side


def test_a_side_joker_needs_three_cards_of_the_hand() -> None:
    for cards, joker in (("r5 r6", "Xr=r7"), ("r7 b7", "Xg=g7"), ("r5 r7", "Xr=r6")):
        refused(hand(f"{cards} p9 p17", own=False), f"meld {cards} {joker}")
    for cards, joker in (
        ("r5 r6 r7", "Xr=r8"), ("r5 r6 r7", "Xr=r4"), ("r5 r6 r8", "Xr=r7"), ("r7 b7 g7", "Xy=y7"),
        ("r7 b7 g7", "Xp=p7"), ("r7 b7 g7 y7", "Xp=p7"), ("r15 r16 r17", "Xr=r14"),
        ("r1 r2 r3", "Xr=r4"),
    ):  # fmt: skip
        check(hand(f"{cards} p17", own=False), f"meld {cards} {joker}", hand_sizes=[1, 1, 1])


def test_a_joker_stands_for_a_missing_card_of_its_own_colour() -> None:
    for cards, joker in (
        ("r5 r6 r7", "Xb=b8"), ("r5 r6 r7", "Xb=r8"), ("r7 b7 g7", "Xr=r7"), ("r7 b7 g7", "Xy=y8"),
        ("r15 r16 r17", "Xr=r1"), ("r1 r2 r3", "Xr=r17"), ("r5 r6 r8", "Xr=r9"),
        ("r7 b7 g7 y7 p7", "Xp=p7"), ("r5 r6 r7", "Xr=r6"),
    ):  # fmt: skip
        refused(hand(f"{cards} p17"), f"meld {cards} {joker}")


def test_one_joker_a_meld_several_melds_a_turn() -> None:
    refused(hand("r7 b7 g7 p17"), "meld r7 b7 g7 Xy=y7 Xp=p7")
    position = hand("r5 r6 r7 b9 g9 p9 p17", own=False)
    check(position, "meld r5 r6 r7 Xr=r8", "meld b9 g9 p9 Xy=y9", "discard p17",
          side_jokers=["Xb", "Xg", "Xp"], deal_over=True)  # fmt: skip
    # The red joker is gone.
    refused(position, "meld r5 r6 r7 Xr=r8", "meld b9 g9 p9 Xr=r9")
    refused(hand("r5 r6 r7 p17", side_jokers=["Xb", "Xy"]), "meld r5 r6 r7 Xr=r8")


def test_a_joker_may_copy_a_card_that_is_elsewhere() -> None:
    copy = hand("r5 r6 r8 r7 p17", (1, "b4 b5 b6"))
    check(copy, "meld r5 r6 Xr=r7 r8", hand_sizes=[2, 1, 1])
    check(hand("r5 r6 r8 p17", (1, "r7 b7 g7")), "meld r5 r6 Xr=r7 r8", hand_sizes=[1, 1, 1])


def test_side_jokers_are_not_laid_off() -> None:
    refused(hand("p9 p17", (0, "r5 r6 r7")), "lay Xr=r8 on 1")
    layoff: dict[str, object] = {"rules": {"side_joker_layoff": True}}
    own = {**hand("p9 p17", (0, "r5 r6 r7"), (1, "g4 b4 y4")), **layoff}
    check(own, "lay Xr=r8 on 1", "lay Xp=p4 on 2", side_jokers=["Xb", "Xg", "Xy"],
          hand_sizes=[2, 1, 1])  # fmt: skip
    check(own, "lay Xr=r4 on 1", "lay Xr=r4 on 2", legal=False, hand_sizes=[2, 1, 1])
    refused(own, "lay Xb=b8 on 1")
    refused(own, "lay Xr=r9 on 1")
    refused(own, "lay Xg=g4 on 2")
    # One joker a meld, and each joker once.
    refused(own, "lay Xr=r8 on 1", "lay Xr=r4 on 1")
    check(own, "lay Xr=r4 on 2", hand_sizes=[2, 1, 1])
    refused(own, "lay Xr=r4 on 2", "lay Xr=r8 on 1")
    refused({**hand("p9 p17", (0, "r5 r6 r7"), (1, "g4 Xy=y4 b4")), **layoff}, "lay Xp=p4 on 2")
    refused({**hand("p9", (2, "r5 r6 r7"), own=False), **layoff}, "lay Xr=r8 on 1")


# ---- laying off


def test_laying_off_needs_an_own_meld() -> None:
    table = (1, "g5 g6 g7")
    refused(hand("g8 r1 r2 r3 p17", table, own=False), "lay g8 on 1")
    check(hand("g8 r1 r2 r3 p17", table, own=False), "meld r1 r2 r3", "lay g8 on 1", "discard p17",
          table=[{"owner": 1, "cards": ["g5", "g6", "g7", "g8"], "laid_by": {"g8": 0}},
                 {"owner": 0, "cards": ["r1", "r2", "r3"]}])  # fmt: skip


def test_what_fits_what_lies() -> None:
    table = [(1, "r7 b7 g7 Xy=y7"), (0, "g15 g16 g17"), (1, "b1 b2 b3"), (2, "r4 b4 g4 y4 p4")]
    position = hand("y7 p7 g1 g14 b17 r1", *table)
    for action in ("lay y7 on 1", "lay g1 on 2", "lay b17 on 3", "lay r1 on 4", "lay p7 on 5"):
        refused(position, action)
    check(position, "lay p7 on 1", "lay g14 on 2", hand_sizes=[4, 1, 1])
    refused(hand("p7 p9", (1, "r7 b7 g7 y7 Xp=p7")), "lay p7 on 1")


# ---- exchanging a joker


def test_an_exchange_and_what_must_follow() -> None:
    position = hand("r7 r10 r11 r12 b2", JOKER_RUN, (1, "r13 r14 r15"), (1, "b3 b4 b5"))
    check(position, "swap r7 on 1",
          legal_has=["meld r10 r11 Xr=r12", "meld r10 r11 r12 Xr=r13", "meld r10 r11 r12 Xr=r9",
                     "meld r10 Xr=r11 r12"],
          legal_lacks=["meld r10 r11 r12", "lay r12 on 2", "lay b2 on 3", "discard b2",
                       "swap r7 on 1", "lay Xr=r9 on 1", "lay Xr=r12 on 2"])  # fmt: skip
    check(position, "swap r7 on 1", "meld r10 r11 r12 Xr=r13", "discard b2", deal_over=True)
    check(position, "swap r7 on 1", "meld r10 r11 r12 Xr=r13", "lay b2 on 3", legal=False)


def test_an_exchanged_joker_in_a_set() -> None:
    # The set keeps its owner; the yellow joker helps a yellow run or a set without yellow.
    position = hand("y7 y8 y9 b2 g2", (1, "r7 b7 g7 Xy=y7"))
    check(position, "swap y7 on 1", "meld y8 y9 Xy=y10",
          table=[{"owner": 1, "cards": ["r7", "b7", "g7", "y7"], "laid_by": {"y7": 0}},
                 {"owner": 0, "cards": ["y8", "y9", "Xy=y10"]}], hand_sizes=[2, 1, 1])  # fmt: skip
    check(position, "swap y7 on 1", legal_has=["meld b2 g2 Xy=y2", "meld Xy=y7 y8 y9"])
    refused(position, "swap y8 on 1")
    refused(hand("p7 p8 p9 b2", (1, "r7 b7 g7 Xy=y7")), "swap p7 on 1")


@pytest.mark.parametrize(
    ("cards", "least", "good"),
    [
        ("r7 r10 r11 b2", 3, True), ("r7 r10 r11 b2", 4, False), ("r7 b9 g9 b2", 3, True),
        ("r7 b9 g9 b2", 4, False), ("r7 r10 b2", 3, False), ("r7 r10 b2 g4", 3, False),
        ("r7 r10 r11", 3, False), ("r7 r10 r11 r12", 3, True), ("r7 r10 r11 r12", 4, False),
        ("r7 r10 r11 r12 b2", 4, True), ("r7 b9 g9 y9 b2", 4, True), ("r7 b2", 3, False),
        ("r7 r10 r13 b2", 3, False), ("r7 r9 b9 b2", 3, False), ("r7 r1 r17 b2", 3, False),
        ("r7 r10 r12 b2", 3, True),
    ],
)  # fmt: skip
def test_an_exchange_needs_a_new_meld_and_a_card_to_discard(
    cards: str, least: int, good: bool
) -> None:
    position = hand(cards, JOKER_RUN, rules={"exchanged_joker_min": least})
    check(position, "swap r7 on 1", legal=good)


def test_round_the_corner_an_exchanged_joker_has_more_homes() -> None:
    position = hand("r7 r1 r17 b2", JOKER_RUN, rules={"wrap": True})
    check(position, "swap r7 on 1", legal_has=["meld r17 r1 Xr=r2", "meld Xr=r16 r17 r1"])


def test_exchanges_need_an_own_meld() -> None:
    cards = "r1 r2 r3 r7 r10 r11 b2"
    refused(hand(cards, JOKER_RUN, own=False), "swap r7 on 1")
    check(hand(cards, JOKER_RUN, own=False), "meld r1 r2 r3", "swap r7 on 1", hand_sizes=[3, 1, 1])
    later: dict[str, object] = {"rules": {"exchange_same_turn": False}}
    refused({**hand(cards, JOKER_RUN, own=False), **later}, "meld r1 r2 r3", "swap r7 on 1")
    # A meld of an earlier turn is enough; one more of this turn does no harm.
    early = {**hand(cards, JOKER_RUN, (0, "b10 b11 b12")), **later}
    check(early, "meld r1 r2 r3", "swap r7 on 1", hand_sizes=[3, 1, 1])


def test_the_joker_of_an_own_meld() -> None:
    position = hand("r7 r10 r11 b2", (0, "r5 r6 Xr=r7 r8"))
    check(position, "swap r7 on 1", "meld r10 r11 Xr=r12", "discard b2", deal_over=True,
          table=[{"owner": 0, "cards": ["r5", "r6", "r7", "r8"]},
                 {"owner": 0, "cards": ["r10", "r11", "Xr=r12"]}])  # fmt: skip


def test_the_replacing_card_comes_from_the_hand() -> None:
    position = hand("r10 r11 b2", JOKER_RUN, (0, "r7 b7 g7"))
    refused(position, "swap r7 on 1")


def test_a_joker_laid_in_this_turn_stays() -> None:
    fresh = "r4 r5 r6 r7 r10 r11 b2"
    refused(hand(fresh), "meld r4 r5 r6 Xr=r7", "swap r7 on 1")
    # Also one that came by an exchange.
    twice = "r7 r12 r10 r11 r14 r15 b2 b3"
    refused(hand(twice, JOKER_RUN), "swap r7 on 1", "meld r10 r11 Xr=r12", "swap r12 on 2")
    same: dict[str, object] = {"rules": {"fresh_joker": "same_turn"}}
    check({**hand(fresh), **same}, "meld r4 r5 r6 Xr=r7", "swap r7 on 1", "meld r10 r11 Xr=r12",
          "discard b2", deal_over=True)  # fmt: skip
    check({**hand(twice, JOKER_RUN), **same}, "swap r7 on 1", "meld r10 r11 Xr=r12",
          "swap r12 on 2", "meld r14 r15 Xr=r16", hand_sizes=[2, 1, 1])  # fmt: skip
    # A joker put on a meld by side_joker_layoff is as fresh.
    laid = hand("r8 r10 r11 b2", (0, "r5 r6 r7"), rules={"side_joker_layoff": True})
    refused(laid, "lay Xr=r8 on 1", "swap r8 on 1")


def test_in_the_next_turn_anybody_may_exchange_it() -> None:
    position = at("rummy17", ["r4 r5 r6 g1 g2", "r7 r10 r11 b2", "p2"], stock="y1 y2",
                  opened=[False, True, True])  # fmt: skip
    check(position, "meld r4 r5 r6 Xr=r7", "discard g1", "draw", "swap r7 on 1",
          "meld r10 r11 Xr=r12", hand_sizes=[1, 2, 1])  # fmt: skip
    noted = hand("r7 r10 r11 b2", JOKER_RUN, fresh=[1])
    refused(noted, "swap r7 on 1")


def test_two_exchanges_in_a_turn() -> None:
    position = hand("r7 r10 r11 b4 b10 b11 y1", JOKER_RUN, (1, "b3 Xb=b4 b5"))
    refused(position, "swap r7 on 1", "swap b4 on 2")
    check(position, "swap r7 on 1", "meld r10 r11 Xr=r12", "swap b4 on 2", "meld b10 b11 Xb=b12",
          "discard y1", deal_over=True)  # fmt: skip


def test_a_freed_joker_in_a_position() -> None:
    position = hand("r10 r11 b2", (2, "r5 r6 r7 r8"), freed="Xr", side_jokers=["Xb"])
    check(position, legal_has=["meld r10 r11 Xr=r12"], legal_lacks=["discard b2", "lay b2 on 1"])
    check(position, "meld r10 r11 Xr=r12", "discard b2", deal_over=True, side_jokers=["Xb"])


def test_a_freed_joker_is_named_by_its_colour() -> None:
    """Where it is looked at, not only in the position: it is no card of the pack."""
    deal = deal_from_position(hand("r7 r10 r11 r12 b2", JOKER_RUN))
    deal.apply("swap r7 on 1")
    view = View(deal, 0)
    assert view.freed == "Xr"
    assert card("Xr") in owed_line(view)
    assert world(view, FastShuffler(1)).freed_token() == "Xr"
    deal.apply("meld r10 r11 r12 Xr=r13")
    assert View(deal, 0).freed is None
