"""Stacked decks for Rommé: hands that open early, jokers, useful piles, short stocks."""

from __future__ import annotations

import random
from typing import Final

SUITS: Final = "cdhs"
RANKS: Final = "A23456789TJQK"
PACK: Final = [rank + suit for suit in SUITS for rank in RANKS] * 2 + ["X"] * 6
KINDS: Final = ("fair", "melds", "out", "jokers", "table")


def meld(rng: random.Random, jokers: float) -> list[str]:
    """A random meld, its cards replaced by jokers now and then."""
    if rng.random() < 0.5:
        rank = rng.choice(RANKS)
        cards = [rank + suit for suit in rng.sample(SUITS, rng.choice((3, 3, 4)))]
    else:
        length = rng.choice((3, 3, 4, 5))
        start = rng.randrange(15 - length)
        suit = rng.choice(SUITS)
        cards = [(RANKS + "A")[start + i] + suit for i in range(length)]
    return ["X" if i > 1 and rng.random() < jokers else card for i, card in enumerate(cards)]


def take(pack: list[str], cards: list[str]) -> bool:
    """Take the cards out of the pack if it has them all."""
    for i, card in enumerate(cards):
        if card not in pack:
            pack.extend(cards[:i])
            return False
        pack.remove(card)
    return True


def hand(rng: random.Random, pack: list[str], kind: str) -> list[str]:
    """Thirteen cards of this kind out of the pack."""
    cards: list[str] = []
    most = {"fair": 0, "melds": 9, "out": 13, "jokers": 4, "table": 12}[kind]
    if kind == "jokers":
        cards += ["X"] * rng.choice((1, 2, 2))
        if not take(pack, cards):
            return hand(rng, pack, "melds")
    for _ in range(8):
        found = meld(rng, 0.15 if kind != "jokers" else 0.0)
        if len(cards) + len(found) <= most and take(pack, found):
            cards += found
    while len(cards) < 13:
        cards.append(pack.pop(rng.randrange(len(pack))))
    return cards


def deck(kind: str, rng: random.Random) -> list[str]:
    """A whole deck, top card first, dealt card by card from the seat after the dealer."""
    pack = list(PACK)
    first, second = hand(rng, pack, kind), hand(rng, pack, kind)
    rng.shuffle(pack)
    if kind == "table":
        # What fits the melds comes soon: neighbours of the dealt cards lie on top.
        near = [card for card in pack if any(card[0] == other[0] for other in first + second)]
        pack.sort(key=lambda card: card in near[:20], reverse=True)
    return [card for pair in zip(first, second, strict=True) for card in pair] + pack
