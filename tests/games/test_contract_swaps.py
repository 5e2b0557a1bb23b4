"""Under joker_exchange=laydown_now a joker is displaced only if that leads to the contract."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from tests.games.small_cases import Position, at, check, refused
from upcard.core.deal import Deal
from upcard.text.position import deal_from_position

THREE_JOKERS = ((1, "Qc Qd X=Q"), (1, "5c 5d X=5"), (2, "8c 8d X=8"))


def hand(cards: str, *table: tuple[int, str], number: int, **rules: object) -> Position:
    """Seat 0 of three has drawn and is not down; the other two are."""
    rules = {"joker_exchange": "laydown_now", **rules}
    return at("contract", [cards, "2c", "2d"], deal=number, table=table,
              opened=[False, True, True], rules=rules)  # fmt: skip


def test_two_of_three_jokers_are_enough() -> None:
    """Two books: 9 9 X and J J X, whichever jokers are displaced."""
    cards = "Qh 5h 8h 9c 9d Jc Jd 2s"
    position = hand(cards, *THREE_JOKERS, number=1, joker_limit="max_one")
    check(position, legal_has=["swap Qh on 1", "swap 5h on 2", "swap 8h on 3"])
    # With one pair two books would need two jokers in one of them.
    cards = "Qh 5h 8h 9c 9d Jc 2s"
    refused(hand(cards, *THREE_JOKERS, number=1, joker_limit="max_one"), "swap Qh on 1")
    check(hand(cards, *THREE_JOKERS, number=1), legal_has=["swap Qh on 1"])


def test_a_card_the_contract_needs_is_not_swapped_away() -> None:
    """Three books of three with one joker each at most: Q Q X, J J X, 9 9 9."""
    table = ((1, "Qc Qd X=Q"), (1, "5c 5d X=5"))
    position = hand("Qh Qs 5h Jc Jd 9c 9d 9h 2s", *table, number=4, joker_limit="max_one")
    check(position, legal_lacks=["swap Qh on 1", "swap 5h on 2"])
    third = (2, "8c 8d X=8")
    position = hand("Qh Qs 5h 8h Jc Jd 9c 9d 9h 2s", *table, third, number=4, joker_limit="max_one")
    check(position, legal_has=["swap 5h on 2", "swap 8h on 3"], legal_lacks=["swap Qh on 1"])


def test_ten_jokers_on_the_table() -> None:
    """Trying every order of ten swaps would never end: T T T, J J X and 7 7 X take two."""
    table = (
        (1, "Ac Ah X=A"), (1, "Th Th X=T"), (1, "Td Td X=T"), (1, "6h 6h X=6"), (1, "7d 7h X=7"),
        (2, "3s 3s X=3"), (2, "9c 9h X=9"), (2, "Tc Ts X=T"), (2, "9d 9s X=9"), (2, "Jh Js X=J"),
    )  # fmt: skip
    cards = "6c 8c Tc Jc Jc Kc 3d 4d 9d Td 7h 7h 9h Ts"
    table_rules = {"joker_limit": "max_one", "jokers_per_pack": 4}
    position = at("contract", [cards, "2c", "2c", "2d", "2d", "2h", "2h"], deal=4, table=table,
                  opened=[False, *[True] * 6],
                  rules={"joker_exchange": "laydown_now", **table_rules})  # fmt: skip
    check(position, legal_has=["swap 6c on 4", "swap 3d on 6", "swap Tc on 2", "swap Jc on 10"])


TEMPLATES = (
    "Qc Qd X=Q",
    "5c 5d X=5",
    "8c 8d X=8",
    "5h X=6h 7h 8h",
    "9s Ts Js X=Qs",
    "3c 3c X=3",
)
# Melds with two jokers.
MORE = (*TEMPLATES, "Ac Ad X=A X=A", "7c X=8c 9c X=Tc")


def random_position(rng: random.Random, exchange: str) -> Position:
    limit = rng.choice(["none", "one_natural", "not_majority", "max_one"])
    melds = rng.sample(TEMPLATES if limit == "max_one" else MORE, rng.randint(1, 3))
    table = [(rng.randint(1, 2), cards) for cards in melds]
    faces = [f"{rank}{suit}" for rank in "A356789TJQK" for suit in "cdhs"]
    wanted = ["Qh", "Qs", "5h", "5s", "8h", "8s", "6h", "Qs", "Ks", "3d"]
    cards = rng.sample(wanted, rng.randint(2, 4)) + ["X"] * rng.randint(0, 1)
    ranks = rng.sample("A3679TJK", 3)
    cards += [f"{rank}{suit}" for rank in ranks for suit in rng.sample("cdhs", rng.randint(1, 3))]
    cards += rng.sample(faces, rng.randint(0, 2))
    # Two packs: what lies already twice is not in the hand, too.
    lying = Counter(" ".join(meld for _, meld in table).split())
    cards = [card for i, card in enumerate(cards)
             if card == "X" or lying[card] + cards[: i + 1].count(card) < 3]  # fmt: skip
    rules = {
        "joker_exchange": exchange,
        "jokers_per_pack": 4,
        "joker_limit": limit,
        "laydown_size": rng.choice(["at_least", "exact"]),
        "same_rank_books": rng.choice(["allow", "forbid"]),
        "last_hand": rng.choice(["all_cards", "normal"]),
        "book_joker": rng.choice(["any_suit", "missing_suit"]),
    }
    return at("contract", [" ".join(cards), "2c", "2d"], deal=rng.randint(1, 5), table=table,
              opened=[False, True, True], rules=rules)  # fmt: skip


def leads_to_the_contract(deal: Deal) -> bool:
    """By trying every order of swaps, where a displaced joker may be kept."""
    texts = [action.text for action in deal.legal_actions()]
    if any(text.startswith("meld") for text in texts):
        return True
    for text in texts:
        if text.startswith("swap"):
            after = deal.copy()
            after.apply(text)
            if leads_to_the_contract(after):
                return True
    return False


@pytest.mark.parametrize("seed", range(4))
def test_as_when_every_order_is_tried(seed: int) -> None:
    yes = no = 0
    for number in range(60):
        free = deal_from_position(random_position(random.Random(f"{seed} {number}"), "to_hand"))
        bound = deal_from_position(
            random_position(random.Random(f"{seed} {number}"), "laydown_now")
        )
        for action in free.legal_actions():
            if action.kind == "swap":
                after = free.copy()
                after.apply(action)
                leads = leads_to_the_contract(after)
                assert bound.is_legal(action.text) == leads, (seed, number, action.text)
                yes += leads
                no += not leads
    assert yes > 10, "too few swaps lead on"
    assert no > 10, "too few do not"
