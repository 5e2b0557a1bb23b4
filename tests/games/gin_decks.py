"""Stacked decks for gin: the rare ends and the crowded hands that fair shuffles seldom give.

Cards are numbered as OpenSpiel does: suit * 13 + rank, suits in the order s, c, d, h, ace 0.
"""

from __future__ import annotations

import random
from typing import Final

SUITS: Final = "scdh"
RANKS: Final = "A23456789TJQK"
KINDS: Final = ("fair", "crowded", "eleven", "ends", "pairs", "near", "ties")


def card(token: str) -> int:
    """The number of a card."""
    return SUITS.index(token[1]) * 13 + RANKS.index(token[0])


def token(number: int) -> str:
    """The card of a number."""
    return RANKS[number % 13] + SUITS[number // 13]


def cards(text: str) -> list[int]:
    """The numbers of cards written with blanks between them."""
    return [card(name) for name in text.split()]


# Eleven cards whose best ways to meld leave different dearest cards: OpenSpiel reckons with the
# first way it finds, which refuses a knock that another would allow, or allows it.
REFUSED_TIES: Final = (
    "5s 4c 5c 6c 3d 4d 5d 6d 2h 3h 6h",
    "3s 4s 5s 6s 6c 4d 5d 6d 2h 3h 5h",
    "5s 6s 2c 2d 4d 5d 6d 3h 4h 5h 6h",
    "4s 5s 6s 3c 4c 5c 6c 2d 5d 6d 2h",
    "3s 2c 5c 6c 4d 5d 6d 3h 4h 5h 6h",
    "5s 6s 3c 4c 5c 6c 2d 2h 4h 5h 6h",
    "2s 5s 6s 3c 4c 5c 6c 2h 4h 5h 6h",
    "5s 2c 4c 5c 6c 3d 6d 3h 4h 5h 6h",
    "4s 5s 6s 5c 6c 3d 4d 5d 6d 2h 3h",
    "6s 3c 4c 5c 6c 3d 5d 2h 4h 5h 6h",
    "2s 3c 4c 5c 6c 5d 6d 2h 4h 5h 6h",
    "2c 4c 5c 6c 3d 5d 6d 3h 4h 5h 6h",
)
OFFERED_TIES: Final = (
    "2s 4s 3c 4c 6c 2d 6d 3h 4h 5h 6h",
    "2s 6s 3c 4c 5c 6c 3d 4d 2h 4h 6h",
    "2s 4s 7s 2c 7c 3d 4d 7d 3h 4h 5h",
    "3s 5s 7s 5c 7c Ah 2h 4h 5h 6h 7h",
    "4s 5s 2c 4c 5c 6c 5d 3h 4h 5h 6h",
    "2s 4s 6s 2c 4c 6c 3d 4d 5d 3h 6h",
    "2s 3s 4s 4c 5c 2d 5d 3h 4h 5h 6h",
    "2s 4s 5s 6s 7s 4c 7c 5d 7d 5h 7h",
    "3s 4s 5s 2c 4c 6c 4d 6d 2h 3h 6h",
    "4s 6s 2c 4c 6c 2d 3d 6d 3h 4h 5h",
    "3s 4s 5s 2c 4c 2d 4d 5d 6d 3h 4h",
    "As 2s 4s Ac 3c Ad 3d 4d 5d 2h 4h",
)
# All best ways agree and a knock is refused, though a poorer way with a clever discard allows it.
LOST_KNOCKS: Final = (
    "5s 6s 4c 5c 6c 7c 3d 6d 3h 5h 6h",
    "3s 5s 6s 4c 5c 6c 7c 6d 3h 5h 6h",
)
TIES: Final = REFUSED_TIES + OFFERED_TIES + LOST_KNOCKS


def melds_of(rng: random.Random, free: set[int], lengths: tuple[int, ...]) -> list[int] | None:
    """Disjoint random melds of these lengths from the free cards, or None where none fit."""
    chosen: list[int] = []
    for length in lengths:
        for _ in range(60):
            if length <= 4 and rng.random() < 0.5:
                rank = rng.randrange(13)
                suits = rng.sample(range(4), length)
                meld = [suit * 13 + rank for suit in suits]
            else:
                low = rng.randrange(14 - length)
                suit = rng.randrange(4)
                meld = [suit * 13 + low + i for i in range(length)]
            if free.issuperset(meld):
                free.difference_update(meld)
                chosen += meld
                break
        else:
            return None
    return chosen


def deck(kind: str, rng: random.Random) -> list[int]:
    """A whole deck, top card first: ten for player 0, ten for player 1, the upcard, the stock."""
    while True:
        first = _first_cards(kind, rng)
        if first is not None:
            rest = [number for number in range(52) if number not in set(first)]
            rng.shuffle(rest)
            return first + rest


def _first_cards(kind: str, rng: random.Random) -> list[int] | None:
    """The first cards of a deck of this kind; the rest of it is fair."""
    free = set(range(52))
    if kind == "crowded":
        # All suits of a few neighbouring ranks: sets and runs cross everywhere.
        width = rng.choice((5, 6, 7))
        low = rng.randrange(14 - width)
        window = [suit * 13 + low + i for suit in range(4) for i in range(width)]
        rng.shuffle(window)
        return window
    if kind == "eleven":
        # Player 0 has eleven melded cards with the upcard.
        hand = melds_of(rng, free, rng.choice(((3, 4, 4), (3, 3, 5), (4, 4, 3))))
        other = melds_of(rng, free, (3, 3)) if hand else None
        if hand is None or other is None:
            return None
        rng.shuffle(hand)
        rest = rng.sample(sorted(free), 4)
        return hand[:10] + other + rest + hand[10:]
    if kind == "ends":
        return _run_ends(rng, free)
    if kind == "pairs":
        # Nine melded cards each and a loose one of the same worth.
        melds = melds_of(rng, free, (3,) * 6)
        if melds is None:
            return None
        by_worth = {w: [n for n in free if min(n % 13 + 1, 10) == w] for w in range(1, 11)}
        worth = rng.choice([w for w, found in by_worth.items() if len(found) > 1] or [0])
        if worth == 0:
            return None
        ours, theirs = rng.sample(by_worth[worth], 2)
        return [*melds[:9], ours, *melds[9:], theirs]
    if kind == "near":
        # Both hands are mostly melded; who knocks first is open.
        melds = melds_of(rng, free, (3, 3, rng.choice((3, 4)), 3))
        if melds is None:
            return None
        loose = sorted(free)
        rng.shuffle(loose)
        half = len(melds) // 2
        mine, yours = melds[:half], melds[half:]
        mine += [loose.pop() for _ in range(10 - len(mine))]
        yours += [loose.pop() for _ in range(10 - len(yours))]
        return mine + yours
    if kind == "ties":
        hand = cards(rng.choice(TIES))
        rng.shuffle(hand)
        rest = [number for number in range(52) if number not in hand]
        rng.shuffle(rest)
        return hand[:10] + rest[:10] + hand[10:]
    return []  # a fair deck


def _run_ends(rng: random.Random, free: set[int]) -> list[int] | None:
    """Player 0 knocks with a run; player 1 holds three cards at each of its ends, if there are."""
    length = rng.choice((3, 4, 5))
    suit = rng.randrange(4)
    low = rng.randrange(14 - length)
    run = [suit * 13 + low + i for i in range(length)]
    places = (-3, -2, -1, length, length + 1, length + 2)
    ends = [suit * 13 + low + i for i in places if 0 <= low + i < 13]
    free.difference_update(run + ends)
    melds = melds_of(rng, free, (3, 3) if length < 5 else (3,))
    if melds is None:
        return None
    small = [number for number in free if number % 13 < 3]
    loose = rng.sample(small, 10 - length - len(melds)) if len(small) > 4 else []
    if len(run) + len(melds) + len(loose) != 10:
        return None
    free.difference_update(loose)
    return run + melds + loose + ends + rng.sample(sorted(free), 10 - len(ends))
