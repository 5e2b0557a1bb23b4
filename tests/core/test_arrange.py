"""The solver against known optima, a naive search, and itself on changed hands."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from tests.core.arranging import (
    GIN_POINTS,
    PENALTY,
    POINTS_LEFT,
    PROFILES,
    check_melds,
    flat,
    numbers,
    random_hand,
    random_weights,
    read_hand,
    rules_of,
    weights_for,
    worth_of,
)
from tests.core.meld_cases import CASES, GOING_OUT
from tests.naive_arrange import Meld, Profile, best_value, fewest_for
from upcard.core.arrange import Arranger, Deadwood, Weights

MOST_JOKERS = {"rummy17": 5, "romme_one_natural": 4}
FREE = [name for name in PROFILES if name != "contract"]


def points_left(card: str, profile: Profile) -> int:
    if profile.coloured:
        return PENALTY[int(card[1:]) - 1]
    if card == "X":
        return 30
    return (POINTS_LEFT if profile.max_jokers else GIN_POINTS)[profile.ranks.index(card[0])]


@pytest.mark.parametrize(("case", "name", "text", "aim", "best"), CASES)
def test_known_optimum(case: str, name: str, text: str, aim: str, best: tuple[int, ...]) -> None:
    profile, copies = PROFILES[name]
    rules = rules_of(profile, copies)
    arranger = Arranger(rules)
    cards = text.split()
    held, jokers = read_hand(cards, profile, copies)
    if aim == "O30":
        points = weights_for("P", profile, rules.last)
        opening = arranger.fewest(held, 0, jokers, points, best[2])
        assert opening is not None
        melds = check_melds(opening.melds, cards, profile, copies)
        laid = sum(len(meld.takes) for meld in melds), sum(meld.jokers for meld in melds)
        assert laid == best[:2]
        assert sum(worth_of(meld, points) for meld in melds) == opening.value >= best[2]
        return
    weights = weights_for(aim, profile, rules.last)
    find = arranger.best_keeping_one if aim == "R" else arranger.best
    found = find(held, 0, jokers, weights)
    melds = check_melds(found.melds, cards, profile, copies)
    assert found.exact
    assert sum(worth_of(meld, weights) for meld in melds) == found.value
    hand = [card for card in cards if not (profile.coloured and card.startswith("X"))]
    left = Counter(hand) - Counter(card for meld in melds for card in meld.takes)
    points_kept = sum(points_left(card, profile) for card in left.elements())
    spent = sum(meld.jokers for meld in melds)
    if aim == "V":
        points_laid = sum(worth_of(meld, weights_for("P", profile, rules.last)) for meld in melds)
        assert (points_laid, len(hand) - left.total()) == best
    elif aim == "N":
        natural = sum(points_left(card, profile) for card in left.elements() if card != "X")
        assert (natural, spent) == best
    else:
        numbers_found = {
            "D": (points_kept, left.total()),
            "C": (left.total(), points_kept),
            "R": (left.total(), points_kept, spent),
        }
        assert numbers_found[aim] == best


def compare(name: str, rng: random.Random, arranger: Arranger, size: int) -> None:
    """One random hand and aim: the value and the melds."""
    profile, copies = PROFILES[name]
    rules = arranger.rules
    most = MOST_JOKERS.get(name, 6) if profile.max_jokers else 0
    cards = random_hand(rng, profile, copies, rng.randint(3, size), most)
    aim = rng.choice(["D", "C", "N", "V", "random"])
    if aim == "random":
        weights = random_weights(rng, int(rules.ranks), int(rules.last))
    else:
        weights = weights_for(aim, profile, int(rules.last))
    held, jokers = read_hand(cards, profile, copies)
    found = arranger.best(held, 0, jokers, weights)

    def worth(meld: Meld) -> int:
        return worth_of(meld, weights)

    assert found.value == best_value(cards, profile, worth), (aim, cards)
    melds = check_melds(found.melds, cards, profile, copies)
    assert sum(map(worth, melds)) == found.value, (aim, cards)
    assert found.exact


@pytest.mark.parametrize("name", FREE)
def test_equals_naive_search(name: str) -> None:
    profile, copies = PROFILES[name]
    arranger = Arranger(rules_of(profile, copies))
    rng = random.Random(f"{name} 1")
    for _ in range(250):
        compare(name, rng, arranger, 9)


@pytest.mark.parametrize("name", FREE)
def test_narrow_layers_lose_nothing_when_layers_are_narrow(name: str) -> None:
    # A narrow first walk forces the bounds of the later ones into use on small hands.
    profile, copies = PROFILES[name]
    arranger = Arranger(rules_of(profile, copies))
    arranger.widths(2, 3, 400, 20000)
    rng = random.Random(f"{name} 2")
    for _ in range(250):
        compare(name, rng, arranger, 9)


@pytest.mark.parametrize("name", ["romme", "romme_majority", "romme_max_one", "gin"])
def test_opening_equals_naive_search(name: str) -> None:
    profile, copies = PROFILES[name]
    rules = rules_of(profile, copies)
    arranger = Arranger(rules)
    points = weights_for("P", profile, int(rules.last))
    rng = random.Random(f"{name} 3")

    def worth(meld: Meld) -> int:
        return worth_of(meld, points)

    for _ in range(150):
        cards = random_hand(rng, profile, copies, rng.randint(3, 8), 4 if profile.max_jokers else 0)
        held, jokers = read_hand(cards, profile, copies)
        target = rng.choice([15, 30, 40])
        found = arranger.fewest(held, 0, jokers, points, target)
        expected = fewest_for(cards, profile, worth, target)
        best = best_value(cards, profile, worth)
        most = arranger.most_points(held, 0, jokers, points, target)
        assert most == best or most >= target <= best or (most == 0 and best < target)
        if expected is None:
            assert found is None, cards
            continue
        assert found is not None, cards
        melds = check_melds(found.melds, cards, profile, copies)
        laid = sum(len(meld.takes) for meld in melds), sum(meld.jokers for meld in melds)
        assert laid == expected, (cards, target)
        assert sum(map(worth, melds)) == found.value >= target


def test_going_out_with_points() -> None:
    profile, copies = PROFILES["romme"]
    rules = rules_of(profile, copies)
    arranger = Arranger(rules)
    points = weights_for("P", profile, int(rules.last))
    rng = random.Random(4)
    reached = 0
    for _ in range(400):
        cards = random_hand(rng, profile, copies, rng.randint(3, 8), 4)
        held, jokers = read_hand(cards, profile, copies)
        out = best_value(
            cards, profile, lambda meld: worth_of(meld, points) + 1000 * len(meld.takes)
        )
        expected = out - 1000 * len(cards) if out >= 1000 * len(cards) else -1
        assert arranger.most_points_out(held, 0, jokers, points) == expected, cards
        reached += expected >= 0
    assert reached > 20


def test_rummy_17_keeps_a_card() -> None:
    profile, copies = PROFILES["rummy17"]
    rules = rules_of(profile, copies)
    arranger = Arranger(rules)
    weights = weights_for("R", profile, int(rules.last))
    rng = random.Random(5)
    kept = 0
    for _ in range(200):
        cards = random_hand(rng, profile, copies, rng.randint(3, 9), 3)
        hand = [card for card in cards if not card.startswith("X")]
        held, jokers = read_hand(cards, profile, copies)
        found = arranger.best_keeping_one(held, 0, jokers, weights)
        check_melds(found.melds, cards, profile, copies)
        expected = max(
            best_value([*cards[:i], *cards[i + 1 :]], profile, lambda m: worth_of(m, weights))
            for i in range(len(hand))
        )
        assert found.value == expected, cards
        kept += found.value != arranger.best(held, 0, jokers, weights).value
    assert kept > 0


@pytest.mark.parametrize("name", ["gin", "gin_ace_high", "gin_ace_only_high"])
def test_deadwood_equals_naive_search(name: str) -> None:
    profile, copies = PROFILES[name]
    rules = rules_of(profile, copies)
    deadwood = Deadwood(rules, numbers(GIN_POINTS))
    weights = flat(GIN_POINTS, 0, int(rules.last))
    rng = random.Random(f"{name} 6")
    for _ in range(400):
        cards = random_hand(rng, profile, copies, rng.randint(3, 13), 0)
        held, _ = read_hand(cards, profile, copies)
        whole = sum(points_left(card, Profile()) for card in cards)
        expected = whole - best_value(cards, profile, lambda meld: worth_of(meld, weights))
        assert deadwood.of(held, 0) == expected, cards
        melds = check_melds(deadwood.melds(held, 0), cards, profile, copies)
        assert whole - sum(worth_of(meld, weights) for meld in melds) == expected, cards


@pytest.mark.parametrize(("text", "discards", "whole"), GOING_OUT)
def test_going_out_at_once(text: str, discards: dict[str, int], whole: int | None) -> None:
    profile, copies = PROFILES["gin"]
    rules = rules_of(profile, copies)
    cards = text.split()
    held, _ = read_hand(cards, profile, copies)
    ones = Deadwood(rules, numbers([1] * 13))
    found: set[str] = set()
    for card in set(cards):
        rest = [*cards]
        rest.remove(card)
        if ones.of(read_hand(rest, profile, copies)[0], 0) == 0:
            found.add(card)
    assert found == set(discards)
    worth = {card: points_left(card, Profile()) for card in cards}
    assert {card: sum(worth.values()) - worth[card] for card in found} == discards
    assert (ones.of(held, 0) == 0) == (whole is not None)
    if whole is not None:
        assert sum(worth.values()) == whole


@pytest.mark.parametrize("name", ["gin", "romme", "romme_max_one", "rummy17"])
def test_changed_hands(name: str) -> None:
    # Suits are alike; a card that fits nothing changes nothing; a joker leaves no more cards.
    profile, copies = PROFILES[name]
    rules = rules_of(profile, copies)
    arranger = Arranger(rules)
    rng = random.Random(f"{name} 7")
    fewest = flat([1] * int(rules.ranks), 1, int(rules.last))
    weights = weights_for("D", profile, int(rules.last))

    def value(cards: list[str], aim: Weights) -> int:
        held, jokers = read_hand(cards, profile, copies)
        return int(arranger.value(held, 0, jokers, aim))

    for _ in range(60):
        cards = random_hand(
            rng, profile, copies, rng.randint(8, 16), 2 if profile.max_jokers else 0
        )
        order = list(profile.suits)
        rng.shuffle(order)
        swap = dict(zip(profile.suits, order, strict=True))
        if profile.coloured:
            other = [
                "X" + swap[card[1]] if card.startswith("X") else swap[card[0]] + card[1:]
                for card in cards
            ]
        else:
            other = ["X" if card == "X" else card[0] + swap[card[1]] for card in cards]
        assert value(cards, weights) == value(other, weights), cards
        if profile.coloured or not profile.max_jokers:
            continue
        laid = value(cards, fewest)
        assert len(cards) + 1 - value([*cards, "X"], fewest) <= len(cards) - laid + 1
        assert value([*cards, "X"], fewest) >= laid
        alone = [card for card in cards if card != "X" and card[0] in "23456789"]
        assert value([*alone, "Kc"], weights) == value(alone, weights), alone


def test_two_runs_of_a_colour_share_no_side_joker() -> None:
    # Red 3 and 5 twice: the red joker makes one run 3 4 5, and blue's is no help.
    twice = Profile("rbgyp", "", 5, 3, 17, min_naturals=2, max_jokers=1, coloured=True)
    cards = ["r3", "r3", "r5", "r5", "Xr", "Xb"]
    held, jokers = read_hand(cards, twice, 2)
    found = Arranger(rules_of(twice, 2)).best(held, 0, jokers, flat([1] * 17, 0, 17))
    assert (found.value, len(found.melds)) == (2, 1)


def test_one_arranger_for_many_hands() -> None:
    # Buffers of earlier hands leave no trace.
    profile, copies = PROFILES["romme"]
    rules = rules_of(profile, copies)
    kept = Arranger(rules)
    weights = weights_for("D", profile, int(rules.last))
    rng = random.Random(8)
    for _ in range(60):
        cards = random_hand(rng, profile, copies, rng.randint(3, 18), 4)
        held, jokers = read_hand(cards, profile, copies)
        fresh = Arranger(rules).best(held, 0, jokers, weights)
        again = kept.best(held, 0, jokers, weights)
        assert (again.value, again.melds) == (fresh.value, fresh.melds)


def test_rules_beyond_the_arranger_are_refused() -> None:
    profile, copies = PROFILES["contract"]
    with pytest.raises(ValueError, match="groups"):
        Arranger(rules_of(profile, copies))
    gin, _ = PROFILES["gin"]
    with pytest.raises(ValueError, match="three packs"):
        Arranger(rules_of(gin, 4))
    with pytest.raises(ValueError, match="one pack"):
        Deadwood(rules_of(gin, 2), numbers(GIN_POINTS))
