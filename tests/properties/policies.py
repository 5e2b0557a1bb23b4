"""How random deals are played: uniformly, eagerly, or patiently to the end of the stock."""

from __future__ import annotations

import random
from typing import Final

from tests.properties.house_rules import Kit
from upcard.core.action import DISCARD, KINDS, Action
from upcard.core.deal import Deal

POLICIES: Final = ("uniform", "eager", "eager", "patient")
# What an eager seat does first, where it may; the rest it does as it comes.
EAGER: Final = ("knock", "claim", "meld", "lay", "swap")
# A claim may bar the way out by its penalty cards.
OFTEN: Final = {"swap": 0.35, "claim": 0.3}


def choose(
    policy: str, kit: Kit, deal: Deal, seat: int, actions: list[Action], rng: random.Random
) -> Action:
    """One of the legal actions of a seat."""
    kinds: dict[str, list[Action]] = {}
    for action in actions:
        kinds.setdefault(action.kind, []).append(action)
    if policy == "patient" and "draw" in kinds:
        return kinds["draw"][0]
    if policy == "patient" and "discard" in kinds and "knock" in kinds:
        del kinds["knock"]
    if policy != "uniform":
        for action in kinds.get("meld", []) + kinds.get("lay", []):
            # Going out without a discard is rare enough.
            if len(action.cards) == deal.size(seat) and rng.random() < 0.8:
                return action
        for kind in EAGER:
            if kind in kinds and rng.random() < OFTEN.get(kind, 0.9):
                return rng.choice(kinds[kind])
        if list(kinds) == ["discard"] and rng.random() < 0.85:
            cards = kinds["discard"]
            for action in cards:
                if action.text.endswith("rummy") and rng.random() < 0.7:
                    return action
            loose: Action = min(
                cards, key=lambda a: (kit.regret(deal, seat, a.cards[0]), rng.random())
            )
            return loose
    return rng.choice(kinds[rng.choice(sorted(kinds))])


def choose_packed(deal: Deal, actions: list[int], rng: random.Random) -> int:
    """An eager choice among packed actions, without writing any of them out."""
    kinds: dict[int, list[int]] = {}
    for action in actions:
        kinds.setdefault(action & 15, []).append(action)
    for kind in EAGER:
        number = KINDS.index(kind)
        if number in kinds and rng.random() < OFTEN.get(kind, 0.9):
            return rng.choice(kinds[number])
    if len(kinds) == 1 and DISCARD in kinds and rng.random() < 0.85:
        return min(kinds[DISCARD], key=lambda action: regret(deal, action) + rng.random())
    return rng.choice(kinds[rng.choice(list(kinds))])


def regret(deal: Deal, action: int) -> int:
    """How much worse a hand is without the card of a discard, roughly: dear loose cards go."""
    face = action >> 4 & 127
    ranks = int(deal.pack.n_ranks)
    if face == deal.pack.joker:
        return 100
    near = 0
    for other in deal.hand(deal.turn):
        if other != face and (other % ranks == face % ranks or -3 < other - face < 3):
            near += 1
    return 12 * near - int(deal.cost(face))
