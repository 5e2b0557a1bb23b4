"""Displacing jokers in contract rummy: who, where, and what becomes of the joker."""

from __future__ import annotations

from itertools import product

import pytest

from tests.games.small_cases import Position, at, check, refused
from upcard.text.position import deal_from_position

# Melds of others and of seat 0, each with a joker that the hand can displace.
OTHERS = {"book": (1, "Qc Qd X=Q", "Qh"), "straight": (1, "5h X=6h 7h 8h", "6h")}
OWN = {"book": (0, "Jc Jd X=J", "Jh"), "straight": (0, "9s X=Ts Js Qs", "Ts")}
# Something to put a joker on that is neither.
OTHER_PLACE = (2, "4c 4d 4h")
OWN_PLACE = (0, "3c 3d 3h")


def hand(cards: str, *table: tuple[int, str], down: bool, number: int = 2,
         **more: object) -> Position:  # fmt: skip
    """Seat 0 of three has drawn; the other two are down."""
    return at("contract", [cards, "2c", "2d"], deal=number, table=table,
              opened=[down, True, True], **more)  # fmt: skip


# ---- every value of joker_exchange, down or not, on books and straights, own or others'


@pytest.mark.parametrize("exchange", ["to_hand", "laydown_now", "not_down_only", "none"])
@pytest.mark.parametrize("kind", ["book", "straight"])
@pytest.mark.parametrize("own", [False, True])
@pytest.mark.parametrize("swap_own", [True, False])
@pytest.mark.parametrize("in_books", ["any_suit", "missing_suit", "none"])
def test_who_may_displace(
    exchange: str, kind: str, own: bool, swap_own: bool, in_books: str
) -> None:
    owner, cards, card = (OWN if own else OTHERS)[kind]
    rules = {"joker_exchange": exchange, "own_joker_exchange": swap_own, "book_joker": in_books}
    table = ((owner, cards), OTHER_PLACE)
    barred = exchange == "none" or (kind == "book" and in_books == "none")
    if own:
        # A seat with melds of its own is down.
        good = not barred and exchange != "not_down_only" and swap_own
        down = hand(f"{card} 9d 2s", *table, down=True, rules=rules)
        check(down, f"swap {card} on 1", legal=good)
        return
    good = not barred and exchange != "not_down_only"
    down = hand(f"{card} 9d 2s", *table, down=True, rules=rules)
    check(down, f"swap {card} on 1", legal=good)
    # Not down: with laydown_now the joker has to make the contract possible.
    poor = hand(f"{card} 9d 2s", *table, down=False, rules=rules)
    check(poor, f"swap {card} on 1", legal=not barred and exchange != "laydown_now")
    rich = hand(f"{card} 9d Td Jd 2s", *table, down=False, rules=rules)
    check(rich, f"swap {card} on 1", legal=not barred)


def test_not_down_the_joker_goes_to_the_hand() -> None:
    table = ((1, "5h X=6h 7h 8h"), (2, "Qc Qd X=Q"))
    position = hand("6h Qh Kc", *table, down=False)
    check(position, "swap 6h on 1", hands=[["Qh", "Kc", "X"], None, None],
          table=[{"owner": 1, "cards": ["5h", "6h", "7h", "8h"]},
                 {"owner": 2, "cards": ["Qc", "Qd", "X=Q"]}])  # fmt: skip
    # Several in a turn; the joker may be kept or thrown.
    check(position, "swap 6h on 1", "swap Qh on 2", hands=[["Kc", "X", "X"], None, None],
          legal_has=["discard X", "discard Kc"])  # fmt: skip
    check(position, "swap 6h on 1", "discard Kc", turn=1, hands=[["Qh", "X"], None, None])
    # It does not make a lay-off possible.
    refused(position, "swap 6h on 1", "lay X=9h on 1")
    refused(position, "swap Kc on 2")


def test_not_down_the_joker_helps_with_the_contract() -> None:
    position = hand("6h 9d Td Jd 2s", (1, "5h X=6h 7h 8h"), down=False)
    check(position, "swap 6h on 1", "meld 9d Td Jd X=Qd", "discard 2s", deal_over=True)


def test_laydown_now() -> None:
    table = ((1, "5h X=6h 7h 8h"), (2, "Qc Qd X=Q"))
    now = {"joker_exchange": "laydown_now"}
    position = hand("6h 9d Td Jd 2s", *table, down=False, rules=now)
    check(position, "swap 6h on 1", legal_has=["meld 9d Td Jd X=Qd", "meld X=8d 9d Td Jd"],
          legal_lacks=["discard 2s", "discard X", "lay X on 2"])  # fmt: skip
    check(position, "swap 6h on 1", "meld 9d Td Jd X=Qd", "discard 2s", deal_over=True)
    # Two jokers are needed: the second must be displaced, too, and then the contract laid.
    two = hand("6h Qh 9d Td 2s", *table, down=False, rules=now)
    check(two, "swap 6h on 1", legal_has=["swap Qh on 2"], legal_lacks=["discard 2s", "lay X on 2"])
    check(two, "swap 6h on 1", "swap Qh on 2", "meld 9d Td X=Jd X=Qd", hand_sizes=[1, 1, 1])
    refused(hand("6h Qh 9d 2s", *table, down=False, rules=now), "swap 6h on 1")
    # A hand that is ready may displace one more.
    more = hand("6h Qh 9d Td Jd 2s", *table, down=False, rules=now)
    listed = deal_from_position(more)
    listed.apply("swap 6h on 1")
    assert "swap Qh on 2" in [action.text for action in listed.legal_actions()]
    check(more, "swap 6h on 1", "swap Qh on 2", "meld 9d Td Jd X=Qd X=Kd", hand_sizes=[1, 1, 1])
    # Down: as by default.
    down = hand("6h 2s", *table, down=True, rules=now)
    check(down, "swap 6h on 1", "lay X on 2", "discard 2s", deal_over=True)
    noted = hand("X 9d Td Jd 2s", (1, "5h 6h 7h 8h"), down=False, rules=now, must_lay=True)
    check(noted, legal_lacks=["discard 2s"], legal_has=["meld 9d Td Jd X=Qd"])


def test_down_the_joker_is_placed_at_once() -> None:
    table = ((1, "5h X=6h 7h 8h"), (2, "Kc Kd Kh"), (0, "3c 3d 3h"))
    position = hand("6h 9h 2s", *table, down=True)
    check(position, "swap 6h on 1", hands=[["9h", "2s"], None, None],
          legal_has=["lay X on 2", "lay X on 3", "lay X=4h on 1", "lay X=9h on 1"],
          legal_lacks=["discard 9h", "discard X", "lay 9h on 1", "meld 9h 2s X", "lay X=6h on 1",
                       "lay X on 1"])  # fmt: skip
    check(position, "swap 6h on 1", "lay X=9h on 1", hand_sizes=[2, 1, 1],
          legal_lacks=["lay 9h on 1"])  # fmt: skip
    refused(position, "swap 6h on 1", "swap 9h on 1")


def test_where_a_freed_joker_may_go() -> None:
    table = ((1, "5h X=6h 7h 8h"), OTHER_PLACE, OWN_PLACE)
    others = hand("6h 2s 9s", *table, down=True, rules={"freed_joker_target": "others_only"})
    check(others, "swap 6h on 1", legal_has=["lay X on 2", "lay X=9h on 1"],
          legal_lacks=["lay X on 3"])  # fmt: skip
    # It is another matter than where cards may be laid off.
    lay = hand("6h 2s 3s", *table, down=True, rules={"layoff_target": "others_only"})
    check(lay, "swap 6h on 1", "lay X on 3", hand_sizes=[2, 1, 1], legal_lacks=["lay 3s on 3"])
    # No place: no displacing.
    ring = "Ah 2h 3h 4h 5h X=6h 7h 8h 9h Th Jh Qh Kh Ah"
    refused(hand("6h 2s 9s", (1, ring), down=True), "swap 6h on 1")
    own = hand("6h 2s 9s", (1, ring), OWN_PLACE, down=True)
    check(own, "swap 6h on 1", "lay X on 2", hand_sizes=[2, 1, 1])
    rules = {"freed_joker_target": "others_only"}
    refused(hand("6h 2s 9s", (1, ring), OWN_PLACE, down=True, rules=rules), "swap 6h on 1")
    # Not down it goes to the hand whatever lies.
    check(hand("6h 2s 9s", (1, ring), down=False), "swap 6h on 1", hand_sizes=[3, 1, 1])


def test_what_fits_a_joker() -> None:
    table = ((1, "5h X=6h 7h X=8h"), (2, "Qc Qd X=Q X=Q"))
    position = hand("6h 6d 8h Qc Qs 9h", *table, down=False)
    for action in ("swap 6d on 1", "swap 9h on 1", "swap 6h on 2"):
        refused(position, action)
    check(position, "swap 8h on 1", "swap 6h on 1", "swap Qc on 2", "swap Qs on 2",
          hands=[["6d", "9h", "X", "X", "X", "X"], None, None])  # fmt: skip
    refused(position, "swap 8h on 1", "swap 8h on 1")
    # Only a suit the book lacks, where its joker stands for one.
    missing = hand("Qc Qs Qh 9h", (2, "Qc Qd X=Q"), down=False,
                   rules={"book_joker": "missing_suit"})  # fmt: skip
    refused(missing, "swap Qc on 1")
    check(missing, "swap Qs on 1", hand_sizes=[4, 1, 1])


def test_two_jokers_for_one_card_the_lower_goes_first() -> None:
    ring = "X=Ah 2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh X=Ah"
    position = hand("Ah 9s", (1, ring), down=False)
    check(position, "swap Ah on 1", hand_sizes=[2, 1, 1],
          table=[{"owner": 1, "cards": ["Ah", *ring.split()[1:]]}])  # fmt: skip


def test_going_out_by_displacing() -> None:
    """C39: the last card takes the joker's place, the joker a new one."""
    table = ((1, "5h X=6h 7h 8h"), (2, "Qc Qd X=Q"))
    check(hand("6h", *table, down=True), "swap 6h on 1", "lay X=9h on 1", deal_over=True,
          deal_scores=[0, 5, 5])  # fmt: skip
    check(hand("6h 9s", *table, down=True), "swap 6h on 1", "lay X on 2", deal_over=False)
    check(hand("6h Qh", *table, down=True), "swap 6h on 1", "lay X on 2", "swap Qh on 2",
          "lay X=4h on 1", deal_over=True)  # fmt: skip
    # Not down nobody goes out so: the joker comes to the hand.
    check(hand("6h", *table, down=False), "swap 6h on 1", deal_over=False,
          legal_has=["discard X"])  # fmt: skip


def test_only_in_ones_own_turn_after_the_draw() -> None:
    table = ((2, "5h X=6h 7h 8h"),)
    position = at("contract", ["9s", "6h 9d", "2d"], deal=2, table=table, opened=[True] * 3,
                  stock="Kc Ks", discard="Kd")  # fmt: skip
    refused(position, "1 swap 6h on 1")
    refused({**position, "turn": 1, "phase": "draw"}, "swap 6h on 1")
    check({**position, "turn": 1, "phase": "draw"}, "draw", "swap 6h on 1", "lay X=4h on 1",
          hand_sizes=[1, 2, 1])  # fmt: skip


def test_with_the_card_just_drawn_or_taken() -> None:
    position = at("contract", ["9s 9d", "2c", "2d"], deal=2, table=[(2, "5h X=6h 7h 8h")],
                  opened=[False, True, True], phase="draw", discard="6h", stock="6h Ks",
                  rules={"discard_taken": "forbid"})  # fmt: skip
    check(position, "take", "swap 6h on 1", hands=[["9s", "9d", "X"], None, None])
    check(position, "draw", "swap 6h on 1", hands=[["9s", "9d", "X"], None, None])


def test_not_between_the_melds_of_a_contract() -> None:
    cards = "Qc Qd Qh X 5c 5d 5s 9d"
    position = hand(cards, down=False, number=1)
    refused(position, "meld Qc Qd X", "swap Qh on 1")
    check(position, "meld Qc Qd X", "meld 5c 5d 5s", "swap Qh on 1", "lay X on 2",
          hand_sizes=[1, 1, 1])  # fmt: skip
    # Once down the joker does not come to the hand.
    refused(position, "meld Qc Qd X", "meld 5c 5d 5s", "swap Qh on 1", "discard X")


def test_never_in_the_last_hand() -> None:
    # Nothing can lie there before somebody is out.
    normal = {"last_hand": "normal"}
    position = hand("6h 9s", (1, "5h X=6h 7h 8h"), down=False, number=5, rules=normal)
    check(position, "swap 6h on 1", hand_sizes=[2, 1, 1])


def test_a_freed_joker_in_a_position() -> None:
    for target, own in product(("any", "others_only"), (False, True)):
        place = OWN_PLACE if own else OTHER_PLACE
        position = hand("9s 2s", (1, "5h 6h 7h 8h"), place, down=True, freed="X",
                        rules={"freed_joker_target": target})  # fmt: skip
        check(position, legal_has=["lay X=9h on 1"], legal_lacks=["discard 9s"])
        check(position, "lay X on 2", legal=target == "any" or not own)


def test_jokers_of_six_copies() -> None:
    """Six jokers in three packs; a book of one rank takes as many as there are."""
    six = at("contract", ["X X X X 9s", "2c", "2d", "2h", "2s"], deal=1, opened=[True] * 5,
             table=[(1, "Qc Qd X=Q X=Q")])  # fmt: skip
    check(six, "lay X on 1", "lay X on 1", "lay X on 1", "lay X on 1", "discard 9s",
          deal_over=True)  # fmt: skip
