"""Contracts against known optima and a naive search."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from tests.core.arranging import (
    PROFILES,
    check_melds,
    numbers,
    planted_hand,
    random_hand,
    read_hand,
    rules_of,
)
from tests.core.meld_cases import CONTRACTS
from tests.naive_arrange import Meld, Profile, best_contract
from upcard.core.arrange import Contracts, Terms

WORTH = [15, 5, 5, 5, 5, 5, 5, 5, 5, 10, 10, 10, 10]
CONTRACT = PROFILES["contract"][0]
OPTIONS = {
    "none": CONTRACT,
    "one_natural": replace(CONTRACT, min_naturals=1),
    "not_majority": replace(CONTRACT, majority=True),
    "max_one": replace(CONTRACT, max_jokers=1),
    "wrap": replace(CONTRACT, wrap=True, ace_high=False, both_aces=False, run_max=13),
    "missing_suit": replace(CONTRACT, book_joker="missing_suit"),
    "no_book_joker": replace(CONTRACT, book_joker="none"),
    "ace_low": replace(CONTRACT, ace_high=False, both_aces=False, run_max=13),
    "ace_high": replace(CONTRACT, ace_low=False, both_aces=False, run_max=13),
}


def worth_in(meld: Meld, joker: int) -> int:
    return sum(joker if wild else WORTH[place % 13] for place, _, wild in meld.places)


def allowed(melds: list[Meld], terms: Terms, profile: Profile) -> bool:
    """What the terms say beyond the numbers of books and straights."""
    ranks = [meld.places[0][0] for meld in melds if meld.kind == "set"]
    lines = [meld for meld in melds if meld.kind == "run"]
    if not terms.same_rank_books and len(set(ranks)) < len(ranks):
        return False
    if terms.exact and any(len(m.places) != (3 if m.kind == "set" else 4) for m in melds):
        return False
    if terms.adjacent_straights or len(lines) < 2:
        return True
    if lines[0].places[0][1] != lines[1].places[0][1]:
        return True
    a, b = ({place for place, _, _ in line.places} for line in lines)
    near = a | {place + 1 for place in a} | {place - 1 for place in a}
    if profile.wrap:
        near = {place % 13 for place in near}
    return not near & b


@pytest.mark.parametrize(("text", "limit", "left"), CONTRACTS)
def test_known_optimum(text: str, limit: str, left: int) -> None:
    profile = OPTIONS[limit]
    cards = text.split()
    held, jokers = read_hand(cards, profile, 2)
    found = Contracts(rules_of(profile, 2), numbers(WORTH), 25).best_contract(
        held, 0, jokers, Terms(2, 1)
    )
    assert found is not None
    value, words = found
    melds = check_melds(words, cards, profile, 2)
    assert [meld.kind for meld in melds].count("set") == 2
    assert len(melds) == 3
    whole = sum(25 if card == "X" else WORTH[profile.ranks.index(card[0])] for card in cards)
    assert whole - value == left


@pytest.mark.parametrize("option", OPTIONS)
def test_equals_naive_search(option: str) -> None:
    profile = OPTIONS[option]
    rng = random.Random(option)
    reached = 0
    for _ in range(70):
        copies = rng.choice([1, 2, 4])
        books, straights = rng.choice(
            [(2, 0), (0, 1), (2, 1), (3, 0), (1, 2), (1, 0), (0, 2), (1, 1)]
        )
        terms = Terms(
            books,
            straights,
            exact=rng.random() < 0.3,
            same_rank_books=rng.random() < 0.6,
            adjacent_straights=rng.random() < 0.6,
            all_cards=rng.random() < 0.2,
        )
        joker = rng.choice([25, 25, 3, 7])
        if rng.random() < 0.8:
            cards = planted_hand(rng, profile, copies, books, straights, 10)
        else:
            cards = random_hand(rng, profile, copies, rng.randint(5, 8), 3)
        held, jokers = read_hand(cards, profile, copies)
        solver = Contracts(rules_of(profile, copies), numbers(WORTH), joker)
        found = solver.best_contract(held, 0, jokers, terms)
        expected = best_contract(
            cards,
            profile,
            books,
            straights,
            lambda meld, joker=joker: worth_in(meld, joker),  # type: ignore[misc]
            allowed=lambda melds, terms=terms: allowed(melds, terms, profile),  # type: ignore[misc]
            all_cards=terms.all_cards,
        )
        if found is None:
            assert expected is None, cards
            continue
        reached += 1
        value, words = found
        assert value == expected, cards
        melds = check_melds(words, cards, profile, copies)
        assert sum(worth_in(meld, joker) for meld in melds) == value
        assert [meld.kind for meld in melds].count("set") == books
        assert len(melds) == books + straights
        assert allowed(melds, terms, profile)
        if terms.all_cards:
            assert sum(len(meld.takes) for meld in melds) == len(cards)
    assert reached > 10


def test_terms_ask_for_one_to_three_melds() -> None:
    with pytest.raises(ValueError, match="three melds"):
        Terms(2, 2)
    with pytest.raises(ValueError, match="three melds"):
        Terms(0, 0)
