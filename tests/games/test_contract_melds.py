"""Contracts, books and straights, going out and the ends of a hand in contract rummy."""

from __future__ import annotations

import pytest

from tests.games.small_cases import Position, at, check, refused


def hand(number: int, cards: str, *table: tuple[int, str], down: bool = False,
         **more: object) -> Position:  # fmt: skip
    """Hand `number`, seat 0 of three has drawn; the others are down where melds lie."""
    return at("contract", [cards, "2c", "2d"], deal=number, table=table,
              opened=[down, bool(table), bool(table)], **more)  # fmt: skip


def meld(*melds: str) -> list[str]:
    """The actions that lay these melds."""
    return [f"meld {cards}" for cards in melds]


# ---- the five contracts

NINES = "9c 9d 9h"
SIXES = "6c 6d 6h"
FOURS = "4c 4d 4h"
HEARTS = "Th Jh Qh Kh"
CLUBS = "Tc Jc Qc Kc"


@pytest.mark.parametrize(
    ("number", "melds"),
    [
        (1, [NINES, SIXES]), (2, [HEARTS]), (3, [NINES, SIXES, HEARTS]),
        (3, [HEARTS, NINES, SIXES]), (3, [NINES, HEARTS, SIXES]), (4, [NINES, SIXES, FOURS]),
    ],
)  # fmt: skip
def test_the_contracts(number: int, melds: list[str]) -> None:
    cards = " ".join(melds)
    # A card over: it may be kept, thrown, or laid off.
    check(hand(number, f"{cards} 3s 5s"), *meld(*melds), deal_over=False, hand_sizes=[2, 1, 1],
          legal_has=["discard 3s"])  # fmt: skip
    check(hand(number, f"{cards} 3s"), *meld(*melds), "discard 3s", deal_scores=[0, 5, 5])
    # Without a discard.
    check(hand(number, cards), *meld(*melds), deal_over=True, deal_scores=[0, 5, 5])
    # All at once, and nothing else in between.
    for i in range(1, len(melds)):
        check(hand(number, f"{cards} 3s 5s 9s 6s"), *meld(*melds[:i]),
              legal_has=meld(*melds[i:]), legal_lacks=["discard 3s", "lay 9s on 1", "draw"],
              to_act=[0])  # fmt: skip
        short = " ".join(melds[:-1])
        refused(hand(number, f"{short} 3s 5s 7s"), *meld(melds[0]))


@pytest.mark.parametrize(
    ("number", "cards", "first"),
    [
        (1, f"{HEARTS} {NINES} {SIXES} 3s", HEARTS), (2, f"{HEARTS} {NINES} 3s", NINES),
        (4, f"{HEARTS} {NINES} {SIXES} {FOURS}", HEARTS), (3, f"{HEARTS} {CLUBS} {NINES}", HEARTS),
        (1, f"{NINES} 6c 6d 5s", NINES), (2, "Th Jh Qh 3s", "Th Jh Qh"),
        (5, f"{HEARTS} {CLUBS} {NINES} 3s", HEARTS), (5, f"{HEARTS} {NINES} {SIXES}", HEARTS),
    ],
)  # fmt: skip
def test_what_is_not_of_the_contract(number: int, cards: str, first: str) -> None:
    refused(hand(number, cards), f"meld {first}")


def test_no_more_melds_once_down() -> None:
    refused(hand(1, f"{NINES} {SIXES} {FOURS} 3s"), *meld(NINES, SIXES, FOURS))
    refused(hand(2, f"{HEARTS} {CLUBS} 3s"), *meld(HEARTS, CLUBS))
    refused(hand(4, f"{NINES} 3s", (0, SIXES), down=True), f"meld {NINES}")


def test_the_rest_of_the_contract_must_be_there() -> None:
    # The fourth nine may not go: a second book needs three of these six.
    nines = "9c 9d 9h 9s 9c 9d"
    check(hand(1, f"{nines} 3s"), *meld("9c 9d 9h", "9s 9c 9d"), hand_sizes=[1, 1, 1])
    refused(hand(1, f"{nines} 3s"), "meld 9c 9d 9h 9s")
    # A ten can be in the straight or in the book.
    both = "Tc Td Th Jh Qh Kh 9c 9d 9h 3s"
    refused(hand(3, both), "meld Tc Td Th")
    check(hand(3, f"{both} Ts"), *meld("Tc Td Ts", HEARTS, NINES), hand_sizes=[1, 1, 1])
    refused(hand(3, f"{both} Ts"), "meld Tc Td Th Ts")
    # A joker does one thing at a time.
    refused(hand(1, "9c 9d X 6c 6d 3s"), "meld 9c 9d X")
    check(hand(1, "9c 9d X 6c 6d X 3s"), *meld("9c 9d X", "6c 6d X"), hand_sizes=[1, 1, 1])
    refused(hand(1, "9c 9d X 6c 6d X 3s"), "meld 9c 9d X X")


# ---- books and straights


@pytest.mark.parametrize(
    ("cards", "good"),
    [
        ("5h 6h 7h 8h", True), ("8h 6h 5h 7h", True), ("5h 6h 7h", False), ("5h 6h 7h 8d", False),
        ("5h 6h 8h 9h", False), ("Ac 2c 3c 4c", True), ("Jc Qc Kc Ac", True),
        ("Qc Kc Ac 2c", False), ("Kc Ac 2c 3c", False), ("5h 6h 7h 7h", False),
        ("5h 6h X=7h 8h", True), ("5h 6h 7h X", False), ("5h 6h 7h X=8h", True),
        ("5h 6h 7h X=4h", True), ("5h 6h 7h X=9h", False), ("5h X=6h X=7h X=8h", True),
        ("X=5h X=6h X=7h X=8h", True), ("Qs Ks As X=Js", True), ("Qs Ks As X=2s", False),
        ("5h 6h 7h X=8d", False), ("Ac 2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc", True),
        ("Ac 2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc Ac", True),
        ("Ac 2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc X=Ac", True),
        ("X=Ac 2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc X=Ac", True),
    ],
)  # fmt: skip
def test_straights(cards: str, good: bool) -> None:
    held = " ".join("X" if card[0] == "X" else card for card in cards.split())
    check(hand(2, f"{held} 9s"), f"meld {cards}", legal=good)


@pytest.mark.parametrize(
    ("cards", "good"),
    [
        ("Kc Kd Kh", True), ("Kc Kc Kd", True), ("Kc Kc Kd Kd Kh", True), ("Kc Kd", False),
        ("Kc Kd Qh", False), ("Kc Kd X", True), ("Kc X X", True), ("X=K X=K X=K", True),
        ("X=K X=K X=K X=K", True), ("Kc Kd X=K", True), ("Kc Kd X=Kh", False), ("X X X", False),
        ("Kc Kd X=Q", False),
    ],
)  # fmt: skip
def test_books(cards: str, good: bool) -> None:
    held = " ".join("X" if card[0] == "X" else card for card in cards.split())
    check(hand(1, f"{held} 6c 6d 6h 9s", seats=3), f"meld {cards}", legal=good)


def test_a_contract_of_jokers_alone() -> None:
    six = at("contract", ["X X X X X X 9s", "2c", "2d", "2h", "2s"], deal=1)
    check(six, *meld("X=A X=A X=A", "X=K X=K X=K"), "discard 9s", deal_over=True)


@pytest.mark.parametrize(
    ("limit", "book", "good"),
    [
        ("one_natural", "X=K X=K X=K", False), ("one_natural", "Kc X X", True),
        ("not_majority", "Kc X X", False), ("not_majority", "Kc Kd X X", True),
        ("not_majority", "Kc Kd X", True), ("max_one", "Kc Kd X", True),
        ("max_one", "Kc Kd X X", False), ("max_one", "Kc X X", False),
        ("none", "X=K X=K X=K", True),
    ],
)  # fmt: skip
def test_joker_limits(limit: str, book: str, good: bool) -> None:
    held = " ".join("X" if card[0] == "X" else card for card in book.split())
    rules = {"joker_limit": limit}
    check(hand(1, f"{held} {SIXES} 9s", rules=rules), f"meld {book}", legal=good)


def test_joker_limits_after_the_meld_lies() -> None:
    # Only max_one is about lay-offs, too.
    table = ((1, "Kc Kd X=K"), (2, "5h 6h 7h 8h"))
    for limit in ("none", "one_natural", "not_majority"):
        rules = {"joker_limit": limit}
        check(hand(1, "X X 9s", *table, down=True, rules=rules), "lay X on 1", "lay X on 1",
              hand_sizes=[1, 1, 1])  # fmt: skip
    one = hand(1, "X X 9s", *table, down=True, rules={"joker_limit": "max_one"})
    refused(one, "lay X on 1")
    check(one, "lay X=9h on 2", hand_sizes=[2, 1, 1])
    refused(one, "lay X=9h on 2", "lay X=4h on 2")
    # A freed joker may fill the place of the one that was displaced.
    freed = hand(1, "Kh 9s", *table, down=True, rules={"joker_limit": "max_one"})
    check(freed, "swap Kh on 1", "lay X on 1", hand_sizes=[1, 1, 1])
    full = hand(1, "Kh 9s", (1, "Kc Kd X=K"), (2, "5h X=6h 7h 8h"), down=True,
                rules={"joker_limit": "max_one"})  # fmt: skip
    refused(full, "swap Kh on 1", "lay X=9h on 2")


@pytest.mark.parametrize(
    ("book", "good"),
    [
        ("Kc Kd X", True), ("Kc Kd X X", True), ("Kc Kd Kh X", True), ("Kc Kd Kh X X", False),
        ("Kc Kd Kh Ks X", False), ("Kc Kc Kd X X", True), ("Kc Kc X X X", True),
        ("X=K X=K X=K X=K", True),
    ],
)  # fmt: skip
def test_a_joker_for_a_missing_suit(book: str, good: bool) -> None:
    held = " ".join("X" if card[0] == "X" else card for card in book.split())
    rules = {"book_joker": "missing_suit"}
    check(hand(1, f"{held} {SIXES} 9s", rules=rules), f"meld {book}", legal=good)


def test_a_full_book_takes_no_joker_for_a_missing_suit() -> None:
    rules = {"book_joker": "missing_suit"}
    table = ((1, "Kc Kd Kh Ks"), (2, "Qc Qd Qh"))
    position = hand(1, "X X Qc Kc 9s", *table, down=True, rules=rules)
    refused(position, "lay X on 1")
    check(position, "lay X on 2", "lay Kc on 1", "lay Qc on 2", hand_sizes=[2, 1, 1])
    refused(position, "lay X on 2", "lay X on 2")


def test_aces() -> None:
    low = {"ace": "low_only"}
    high = {"ace": "high_only"}
    every = "Ac 2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc"
    for rules, cards, good in (
        (low, "Ac 2c 3c 4c", True), (low, "Jc Qc Kc Ac", False), (low, f"{every} Ac", False),
        (high, "Ac 2c 3c 4c", False), (high, "Jc Qc Kc Ac", True), (high, f"{every} Ac", False),
        (low, "Jc Qc Kc X=Ac", False), (high, "X=Ac 2c 3c 4c", False), (low, every, True),
    ):  # fmt: skip
        held = " ".join("X" if card[0] == "X" else card for card in cards.split())
        check(hand(2, f"{held} 9s", rules=rules), f"meld {cards}", legal=good)
    top = (1, "9c Tc Jc Qc Kc")
    refused(hand(2, "Ac 9s", top, down=True, rules=low), "lay Ac on 1")
    check(hand(2, "Ac 9s", top, down=True, rules=high), "lay Ac on 1", hand_sizes=[1, 1, 1])
    bottom = (1, "2s 3s 4s 5s")
    refused(hand(2, "As 9s", bottom, down=True, rules=high), "lay As on 1")
    refused(hand(2, "X 9s", bottom, down=True, rules=high), "lay X=As on 1")
    check(hand(2, "X 9s", bottom, down=True, rules=high), "lay X on 1",
          table=[{"owner": 1, "cards": ["2s", "3s", "4s", "5s", "X=6s"]}])  # fmt: skip


def test_round_the_corner() -> None:
    wrap = {"wrap": True}
    for cards in ("Qc Kc Ac 2c", "Kc Ac 2c 3c", "Jc Qc Kc Ac", "Qc X=Kc Ac 2c"):
        held = " ".join("X" if card[0] == "X" else card for card in cards.split())
        check(hand(2, f"{held} 9s", rules=wrap), f"meld {cards}", hand_sizes=[1, 1, 1])
    around = "Kc Ac 2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc"
    check(hand(2, f"{around} 9s", rules=wrap), f"meld {around}", hand_sizes=[1, 1, 1])
    refused(hand(2, f"{around} Kc 9s", rules=wrap), f"meld {around} Kc")
    refused(hand(2, "Ac Kc 9s", (1, around), down=True, rules=wrap), "lay Kc on 1")
    check(hand(2, "3c Jc 9s", (1, "Qc Kc Ac 2s".replace("2s", "2c")), down=True, rules=wrap),
          "lay 3c on 1", "lay Jc on 1", hand_sizes=[1, 1, 1])  # fmt: skip


# ---- two melds of a kind


@pytest.mark.parametrize(
    ("first", "second", "touch"),
    [
        ("3c 4c 5c 6c", "7c 8c 9c Tc", True), ("7c 8c 9c Tc", "3c 4c 5c 6c", True),
        ("3c 4c 5c 6c", "6c 7c 8c 9c", True), ("3c 4c 5c 6c", "3c 4c 5c 6c", True),
        ("3c 4c 5c 6c", "8c 9c Tc Jc", False), ("3c 4c 5c 6c", "7h 8h 9h Th", False),
        ("Ac 2c 3c 4c", "Jc Qc Kc Ac", False), ("2c 3c 4c 5c", "Jc Qc Kc Ac", False),
        ("3c 4c 5c 6c", "X=7c 8c 9c Tc", True),
    ],
)  # fmt: skip
def test_straights_that_touch_or_overlap(first: str, second: str, touch: bool) -> None:
    held = f"{first} {second} 9d 9h 9s".replace("X=7c", "X")
    actions = [f"meld {cards}" for cards in (first, second, "9d 9h 9s")]
    for number, extra in ((5, {}), (5, {"last_hand": "normal"})):
        check(hand(number, held, rules=dict(extra)), *actions, deal_over=True)
        rules = {**extra, "adjacent_straights": "forbid"}
        if touch and "X" not in held:
            refused(hand(number, held, rules=rules), actions[0])
        elif not touch:
            check(hand(number, held, rules=rules), *actions, deal_over=True)
    if "X" in held:
        # The joker has another home, so the first straight may lie; the second not so.
        rules = {"adjacent_straights": "forbid"}
        refused(hand(5, held, rules=rules), actions[0], actions[1])
        check(hand(5, held, rules=rules), actions[0], "meld 8c 9c Tc X=Jc", deal_over=False)


def test_round_the_corner_straights_touch_there_too() -> None:
    rules: dict[str, object] = {"wrap": True, "adjacent_straights": "forbid"}
    melds = meld("Tc Jc Qc Kc", "Ac 2c 3c 4c", "9d 9h 9s")
    cards = "Tc Jc Qc Kc Ac 2c 3c 4c 9d 9h 9s"
    refused(hand(5, cards, rules=rules), melds[0])
    check(hand(5, cards, rules={"wrap": True}), *melds, deal_over=True)
    apart = meld("Tc Jc Qc Kc", "2c 3c 4c 5c", "9d 9h 9s")
    check(hand(5, "Tc Jc Qc Kc 2c 3c 4c 5c 9d 9h 9s", rules=rules), *apart, deal_over=True)


def test_books_of_one_rank() -> None:
    cards = "Kc Kd Kh Ks Kc Kd 3s"
    check(hand(1, cards), *meld("Kc Kd Kh", "Ks Kc Kd"), hand_sizes=[1, 1, 1])
    forbid = {"same_rank_books": "forbid"}
    refused(hand(1, cards, rules=forbid), "meld Kc Kd Kh")
    # Jokers may be a book of another rank.
    check(hand(1, "Kc Kd Kh X X X 3s", rules=forbid), *meld("Kc Kd Kh", "X=Q X=Q X=Q"),
          hand_sizes=[1, 1, 1])  # fmt: skip
    refused(hand(1, "Kc Kd Kh X X X 3s", rules=forbid), *meld("Kc Kd Kh", "X=K X=K X=K"))
    # Books of different players may be of one rank.
    check(hand(1, f"Kc Kd Kh {NINES} 3s", (1, "Ks Kc Kd"), rules=forbid),
          *meld("Kc Kd Kh", NINES), hand_sizes=[1, 1, 1])  # fmt: skip


def test_exact_sizes() -> None:
    exact = {"laydown_size": "exact"}
    refused(hand(1, f"9c 9d 9h 9s {SIXES} 3s", rules=exact), "meld 9c 9d 9h 9s")
    check(hand(1, f"9c 9d 9h 9s {SIXES} 3s", rules=exact), *meld(NINES, SIXES), "lay 9s on 1",
          "discard 3s", deal_over=True)  # fmt: skip
    long = hand(2, "5h 6h 7h 8h 9h 3s", rules=exact)
    refused(long, "meld 5h 6h 7h 8h 9h")
    check(long, "meld 5h 6h 7h 8h", "lay 9h on 1", "discard 3s", deal_over=True)
    # The last hand is always at least, unless it is like the others.
    cards = "3c 4c 5c 6c 7c 9h Th Jh Qh 8s 8d 8h"
    melds = meld("3c 4c 5c 6c 7c", "9h Th Jh Qh", "8s 8d 8h")
    check(hand(5, cards, rules=exact), *melds, deal_over=True)
    normal = {**exact, "last_hand": "normal"}
    refused(hand(5, cards, rules=normal), melds[0])
    check(hand(5, cards, rules=normal), "meld 3c 4c 5c 6c", *melds[1:], "lay 7c on 1",
          deal_over=True)  # fmt: skip


# ---- the last hand


def test_the_last_hand_goes_down_whole() -> None:
    fourteen = "3c 4c 5c 6c 7c 9h Th Jh Qh Kh 8s 8d 8h 8c"
    melds = meld("3c 4c 5c 6c 7c", "9h Th Jh Qh Kh", "8s 8d 8h 8c")
    check(hand(5, fourteen), *melds, deal_over=True, match_over=True, deal_scores=[0, 5, 5])
    # Begun, it must be finished with every card.
    check(hand(5, fourteen), melds[0], legal_lacks=["discard 8c", "meld 9h Th Jh Qh",
          "meld 8s 8d 8h"], legal_has=[melds[1], melds[2]])  # fmt: skip
    refused(hand(5, fourteen), "meld 3c 4c 5c 6c")
    # Sixteen after a call; a card that fits nowhere.
    refused(hand(5, f"{fourteen} 2h 2s"), melds[0])
    check(hand(5, f"{fourteen} 8s 8d"), melds[0], melds[1], "meld 8s 8s 8d 8d 8h 8c",
          deal_over=True)  # fmt: skip
    # A joker fits anywhere.
    check(hand(5, f"{fourteen} X"), "meld 3c 4c 5c 6c 7c X=8c", *melds[1:], deal_over=True)
    check(hand(5, f"{fourteen} X"), *melds[:2], "meld 8s 8d 8h 8c X", deal_over=True)


def test_the_last_hand_like_the_others() -> None:
    normal = {"last_hand": "normal"}
    cards = "3c 4c 5c 6c 9h Th Jh Qh 8s 8d 8h 7c 2d"
    melds = meld("3c 4c 5c 6c", "9h Th Jh Qh", "8s 8d 8h")
    check(hand(5, cards, rules=normal), *melds, "lay 7c on 1", "discard 2d", deal_over=True)
    check(hand(5, cards, rules=normal), *melds, "discard 2d", turn=1)


# ---- laying off


def test_who_may_lay_off_and_where() -> None:
    table = ((1, "9d 9h 9s"), (0, "5h 6h 7h 8h"), (2, "Jd Qd Kd Ad"))
    down = hand(2, "9c 9h 4h Td 2d 3s", *table, down=True)
    check(down, "lay 9c on 1", "lay 9h on 2", "lay 4h on 2", "lay Td on 3", "discard 2d",
          hand_sizes=[1, 1, 1])  # fmt: skip
    refused(down, "lay 2d on 3")
    refused(down, "lay 3s on 1")
    refused(hand(2, "9c 3s", *table), "lay 9c on 1")
    refused(down, "1 lay 9c on 1")
    others = hand(2, "9c 9h 3s", *table, down=True, rules={"layoff_target": "others_only"})
    refused(others, "lay 9h on 2")
    check(others, "lay 9c on 1", hand_sizes=[2, 1, 1])


def test_laying_off_in_the_turn_of_the_contract() -> None:
    table = ((1, "9d 9h 9s"), (1, "5d X=6d 7d 8d"))
    cards = "Th Jh Qh Kh 9c Ah 6d 3s"
    check(hand(2, cards, *table), "meld Th Jh Qh Kh", "lay 9c on 1", "lay Ah on 3",
          "swap 6d on 2", "lay X on 1", "discard 3s", deal_over=True)  # fmt: skip
    later = hand(2, cards, *table, rules={"layoff_same_turn": False})
    for action in ("lay 9c on 1", "lay Ah on 3", "swap 6d on 2"):
        refused(later, "meld Th Jh Qh Kh", action)
    check(later, "meld Th Jh Qh Kh", "discard 3s", turn=1)
    # Before the contract lies a joker may be displaced all the same.
    check(later, "swap 6d on 2", "meld Th Jh Qh Kh", hand_sizes=[4, 1, 1])
    down = hand(2, "9c 3s", *table, down=True, rules={"layoff_same_turn": False})
    check(down, "lay 9c on 1", hand_sizes=[1, 1, 1])


def test_where_a_laid_joker_stands() -> None:
    table = ((1, "Jd Qd Kd Ad"), (2, "5h 6h 7h 8h"), (2, "9d 9h 9s"), (2, "Ac 2c 3c 4c"))
    down = hand(2, "X X 3s", *table, down=True)
    check(down, "lay X on 1", "lay X on 4", hand_sizes=[1, 1, 1])
    check(down, "lay X on 1", legal_has=["lay X=9d on 1"], legal_lacks=["lay X=Td on 1"])
    refused(down, "lay X on 2")
    check(down, "lay X=4h on 2", "lay X=3h on 2", hand_sizes=[1, 1, 1])
    check(down, "lay X on 3", "lay X=9 on 3", hand_sizes=[1, 1, 1])
    refused(down, "lay X=9c on 3")
    refused(down, "lay X=2d on 1")
    refused(down, "lay X=9h on 3")


def test_an_ace_that_fits_both_ends() -> None:
    run = "2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc"
    position = hand(2, "Ac Ac 9s", (1, run), down=True)
    check(position, "lay Ac on 1", table=[{"owner": 1, "cards": [*run.split(), "Ac"]}])
    check(position, "lay Ac on 1", "lay Ac on 1",
          table=[{"owner": 1, "cards": ["Ac", *run.split(), "Ac"]}])  # fmt: skip
    joker = hand(2, "X X 9s", (1, run), down=True)
    check(joker, "lay X on 1", "lay X on 1",
          table=[{"owner": 1, "cards": ["X=Ac", *run.split(), "X=Ac"]}])  # fmt: skip


# ---- the end of a hand


def test_ways_of_going_out() -> None:
    table = ((1, "9d 9h 9s"), (2, "5h X=6h 7h 8h"))
    check(hand(2, "9c", *table, down=True), "lay 9c on 1", deal_over=True, deal_scores=[0, 5, 5])
    check(hand(2, "Kc", *table, down=True), "discard Kc", deal_over=True)
    check(hand(2, "6h", *table, down=True), "swap 6h on 2", deal_over=False, to_act=[0],
          legal_has=["lay X on 1", "lay X=9h on 2", "lay X=4h on 2"])  # fmt: skip
    check(hand(2, "6h", *table, down=True), "swap 6h on 2", "lay X=9h on 2", deal_over=True,
          deal_scores=[0, 5, 5])  # fmt: skip


def test_what_is_left_counts() -> None:
    # Joker 25, ace 15, court cards and ten 10, others 5.
    position = at("contract", ["3s", "X Ah Kd 9c 2s", "Th Jc Qd 5s"], deal=2)
    check(position, "discard 3s", deal_scores=[0, 60, 35], scores=[0, 60, 35])
    more = {**position, "scores": [10, 20, 30]}
    check(more, "discard 3s", scores=[10, 80, 65], match_over=False, next_dealer=0)


def test_the_turn_limit() -> None:
    position = at("contract", ["3s Kc", "X", "As"], deal=2, turn_count=999)
    check(position, "discard 3s", deal_over=True, deal_scores=[10, 25, 15], match_over=False)
    check(at("contract", ["3s", "X", "As"], deal=2, turn_count=999), "discard 3s",
          deal_scores=[0, 25, 15])  # fmt: skip
    check(at("contract", ["3s Kc", "X", "As"], deal=2, turn_count=998, stock="2h 3h"),
          "discard 3s", deal_over=False)  # fmt: skip


def test_the_end_of_a_game() -> None:
    end = at("contract", ["3s", "2c", "2d"], deal=5, rules={"last_hand": "normal"},
             opened=[True, False, False], scores=[15, 10, 20])  # fmt: skip
    check(end, "discard 3s", match_over=True, winners=[0, 1], scores=[15, 15, 25])
    won: dict[str, object] = {"rules": {"last_hand": "normal", "win_tie": "most_hands_won"}}
    # Seat 0 has just won its first hand.
    check({**end, **won}, "discard 3s", winners=[0])
    check({**end, **won, "deals_won": [0, 1, 3]}, "discard 3s", winners=[0, 1])
    check({**end, **won, "deals_won": [0, 2, 1]}, "discard 3s", winners=[1])
    for number in (1, 2, 3, 4):
        check({**end, "deal": number}, "discard 3s", match_over=False, winners=[])
    for dealer in (0, 1, 2):
        check({**end, "deal": 1, "dealer": dealer}, "discard 3s", next_dealer=(dealer + 1) % 3)


def test_a_contract_being_laid_as_a_position() -> None:
    position = hand(3, f"{SIXES} {HEARTS} 3s", (0, NINES), owed=[1, 1], turn_melds=1)
    position["opened"] = [False, False, False]
    check(position, legal_has=meld(SIXES, HEARTS), legal_lacks=["discard 3s", "lay 3s on 1"])
    check(position, *meld(HEARTS, SIXES), "discard 3s", deal_over=True)
