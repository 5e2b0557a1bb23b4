"""What the solver's tests share: profiles, hands from text, melds back to text, weights, hands."""

from __future__ import annotations

import random
from collections import Counter

from librt.vecs import vec
from mypy_extensions import i64

from tests.naive_arrange import Meld, Profile, is_run, is_set, joker_token, token
from upcard.core import hand
from upcard.core.arrange import Weights
from upcard.core.meld import (
    BOOK,
    BOOK_MISSING,
    BOOK_NO_JOKER,
    GROUP,
    RUN,
    MeldRules,
    kind_of,
    length_of,
    low_of,
    places_of,
    suit_of,
)

FRENCH = {"suits": 4, "ranks": 13, "run_min": 3, "run_max": 13}
# A profile for the naive search, and the number of packs.
PROFILES: dict[str, tuple[Profile, int]] = {
    "gin": (Profile(), 1),
    "gin_ace_high": (Profile(ace_high=True), 1),
    "gin_ace_only_high": (Profile(ace_high=True, ace_low=False), 1),
    "romme": (Profile(ace_high=True, min_naturals=2, max_jokers=20), 2),
    "romme_majority": (Profile(ace_high=True, min_naturals=2, max_jokers=20, majority=True), 2),
    "romme_max_one": (Profile(ace_high=True, min_naturals=2, max_jokers=1), 2),
    "romme_one_natural": (Profile(ace_high=True, min_naturals=1, max_jokers=20), 2),
    "romme_both_aces": (
        Profile(ace_high=True, both_aces=True, run_max=14, min_naturals=2, max_jokers=20),
        2,
    ),
    "rummy17": (
        Profile("rbgyp", "", 5, 3, 17, min_naturals=3, max_jokers=1, coloured=True),
        1,
    ),
    "contract": (
        Profile(
            set_max=63, run_min=4, run_max=14, books=True, ace_high=True, both_aces=True,
            max_jokers=63,
        ),
        4,
    ),
}  # fmt: skip


def rules_of(profile: Profile, copies: int) -> MeldRules:
    """The solver's rules for a profile."""
    jokers = {"any_suit": 0, "missing_suit": BOOK_MISSING, "none": BOOK_NO_JOKER}
    return MeldRules(
        suits=len(profile.suits),
        ranks=17 if profile.coloured else 13,
        copies=copies,
        set_kind=BOOK if profile.books else GROUP,
        set_max=profile.set_max,
        run_min=profile.run_min,
        run_max=profile.run_max,
        ace_low=profile.ace_low,
        ace_high=profile.ace_high,
        both_aces=profile.both_aces,
        wrap=profile.wrap,
        min_naturals=profile.min_naturals,
        max_jokers=profile.max_jokers,
        majority=profile.majority,
        coloured=profile.coloured,
        book_joker=jokers[profile.book_joker],
    )


def read_hand(cards: list[str], profile: Profile, copies: int) -> tuple[vec[i64], int]:
    """A hand's masks, and its jokers (a mask of colours in a coloured pack)."""
    held = hand.zeros(len(profile.suits) * copies)
    jokers = 0
    for card in cards:
        if card.startswith("X"):
            jokers += 1 << profile.suits.index(card[1]) if profile.coloured else 1
        elif profile.coloured:
            hand.add(held, 0, copies, profile.suits.index(card[0]), int(card[1:]) - 1)
        else:
            suit, rank = profile.suits.index(card[1]), profile.ranks.index(card[0])
            hand.add(held, 0, copies, suit, rank)
    return held, jokers


def read_meld(word: int, profile: Profile) -> Meld:
    """A meld word in the naive search's terms."""
    n = 17 if profile.coloured else 13
    places, length, low = places_of(word), length_of(word), low_of(word)
    rank = int(low)
    if kind_of(word) == RUN:
        suit = profile.suits[suit_of(word)]
        marks = [bool(places >> i & 1) for i in range(length)]
        cards = [
            joker_token(suit, profile) if mark else token((low + i) % n, suit, profile)
            for i, mark in enumerate(marks)
        ]
        line = [(low + i) % n if profile.wrap else low + i for i in range(length)]
        return Meld(
            "run",
            tuple((p, suit, mark) for p, mark in zip(line, marks, strict=True)),
            tuple(sorted(cards)),
        )
    if kind_of(word) == BOOK:
        suits = [s for i, s in enumerate(profile.suits) for _ in range(places >> (3 * i) & 7)]
    else:
        suits = [s for i, s in enumerate(profile.suits) if places >> i & 1]
    wild = [s for i, s in enumerate(profile.suits) if profile.coloured and places >> (5 + i) & 1]
    if not profile.coloured:
        wild = [""] * (length - len(suits))
    assert len(suits) + len(wild) == length
    cards = [token(rank, s, profile) for s in suits] + [joker_token(s, profile) for s in wild]
    spots = [(rank, s, False) for s in suits] + [(rank, s, True) for s in wild]
    return Meld("set", tuple(spots), tuple(sorted(cards)))


def check_melds(words: list[int], cards: list[str], profile: Profile, copies: int) -> list[Meld]:
    """The melds, after checking that each is legal and that the cards held suffice for all."""
    rules = rules_of(profile, copies)
    melds = [read_meld(word, profile) for word in words]
    for word, meld in zip(words, melds, strict=True):
        assert rules.judge(word) == 0, meld
        if meld.kind == "run":
            assert is_run(meld.places[0][1], meld.places, profile), meld
        else:
            assert is_set(meld.places, profile), meld
    assert not Counter(card for meld in melds for card in meld.takes) - Counter(cards), melds
    return melds


def worth_of(meld: Meld, weights: Weights) -> int:
    """A meld's weight, card by card."""
    total = 0
    for place, _, joker in meld.places:
        if meld.kind == "run":
            total += weights.joker[place] if joker else weights.natural[place]
        else:
            total += weights.set_joker[place] if joker else weights.set_natural[place]
    return total


def numbers(values: list[int]) -> vec[i64]:
    return vec[i64]([i64(value) for value in values])


BIG = 10_000
POINTS_LEFT = [15, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10]
GIN_POINTS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10]
OPENING = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 11]
PENALTY = [1] * 9 + [2] * 8


def flat(each: list[int], joker: int, last: int) -> Weights:
    """Weights by rank alone."""
    n = len(each)
    return Weights(
        numbers([each[p % n] for p in range(last + 1)]),
        numbers([joker] * (last + 1)),
        numbers(each),
        numbers([joker] * n),
    )


def weights_for(aim: str, profile: Profile, last: int) -> Weights:
    """D fewest points left, C fewest cards left, V most points, N naturals' points, P points."""
    left = PENALTY if profile.coloured else (POINTS_LEFT if profile.max_jokers else GIN_POINTS)
    if aim == "D":
        return flat([n * BIG + 1 for n in left], 30 * BIG + 1, last)
    if aim == "C":
        return flat([n + BIG for n in left], 30 + BIG, last)
    if aim == "N":
        return flat([n * BIG for n in left], -1, last)
    if aim == "R":
        return flat([BIG * 100 + n * 100 for n in left], -1, last)
    each = list(range(1, 18)) if profile.coloured else OPENING[: last + 1]
    group = each if profile.coloured else [11, *OPENING[1:13]]
    if aim == "V":
        each, group = [n * BIG - 1 for n in each], [n * BIG - 1 for n in group]
    return Weights(numbers(each), numbers(each), numbers(group), numbers(group))


def random_weights(rng: random.Random, ranks: int, last: int) -> Weights:
    """Weights without any order, to reach what games do not."""
    return Weights(
        numbers([rng.randrange(20) for _ in range(last + 1)]),
        numbers([rng.randrange(-5, 20) for _ in range(last + 1)]),
        numbers([rng.randrange(20) for _ in range(ranks)]),
        numbers([rng.randrange(-5, 20) for _ in range(ranks)]),
    )


def random_hand(
    rng: random.Random, profile: Profile, copies: int, size: int, most_jokers: int
) -> list[str]:
    """A hand from the whole pack, or crowded into a few ranks or suits."""
    n = 17 if profile.coloured else 13
    ranks, suits = list(range(n)), list(profile.suits)
    kind = rng.choice(["any", "ranks", "suits"])
    if kind == "ranks":
        low = rng.randrange(n)
        ranks = [(low + i) % n for i in range(rng.randint(3, 6))]
    elif kind == "suits":
        suits = rng.sample(suits, rng.randint(1, 2))
    deck = [token(r, s, profile) for r in ranks for s in suits] * copies
    rng.shuffle(deck)
    jokers = rng.randint(0, most_jokers)
    cards = deck[: max(1, size - jokers)]
    if profile.coloured:
        return cards + ["X" + s for s in rng.sample(profile.suits, jokers)]
    return cards + ["X"] * jokers


def planted_hand(
    rng: random.Random, profile: Profile, copies: int, books: int, straights: int, size: int
) -> list[str]:
    """A hand in which a contract can nearly or just be laid."""
    deck = [token(r, s, profile) for r in range(13) for s in profile.suits] * copies
    rng.shuffle(deck)
    centre = rng.randrange(13)
    suit = rng.choice(profile.suits)
    cards: list[str] = []
    for _ in range(books):
        rank = profile.ranks[(centre + rng.randint(-2, 2)) % 13]
        cards += [card for card in deck if card[0] == rank][: rng.randint(2, 4)]
    for _ in range(straights):
        if rng.random() < 0.4:
            suit = rng.choice(profile.suits)
        low = (centre + rng.randint(-4, 1)) % 13
        cards += [profile.ranks[(low + i) % 13] + suit for i in range(rng.choice([4, 4, 5]))]
    rng.shuffle(cards)
    jokers = rng.randint(0, 3)
    cards = cards[: len(cards) - rng.randint(0, jokers)]
    cards += [rng.choice(deck) for _ in range(rng.randint(0, 4))]
    held = Counter(cards)
    cards = [card for card, k in held.items() for _ in range(min(k, copies))]
    return cards[:size] + ["X"] * jokers
