"""Random valid house rules, and what a game needs for random play: decks, and how to be eager."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Final

from tests.games import gin_decks, romme_decks
from upcard.core.deal import Deal
from upcard.core.rules import Option, Value
from upcard.games.gin import PACK as GIN_PACK
from upcard.games.gin import GinDeal
from upcard.games.gin_melds import deadwood
from upcard.games.gin_rules import OPTIONS as GIN_OPTIONS
from upcard.games.romme import OPTIONS as ROMME_OPTIONS
from upcard.games.romme import PACK as ROMME_PACK
from upcard.games.romme import PENALTY, RommeDeal


class Kit:
    """What random play of one game needs."""

    def __init__(
        self,
        name: str,
        kind: type[Deal],
        options: tuple[Option, ...],
        decks: tuple[str, ...],
        deck: Callable[[str, random.Random], list[int]],
        regret: Callable[[Deal, int, str], float],
    ) -> None:
        self.name = name
        self.kind = kind
        self.options = options
        self.decks = decks
        self.deck = deck
        # How much worse a hand is once it has discarded a card: an eager seat takes the least.
        self.regret = regret


def gin_deck(kind: str, rng: random.Random) -> list[int]:
    """A stacked deck of gin as faces."""
    tokens = [gin_decks.token(number) for number in gin_decks.deck(kind, rng)]
    return [int(GIN_PACK.face(token)) for token in tokens]


def romme_deck(kind: str, rng: random.Random) -> list[int]:
    """A stacked deck of Rommé as faces."""
    return [int(ROMME_PACK.face(token)) for token in romme_decks.deck(kind, rng)]


def gin_regret(deal: Deal, seat: int, card: str) -> float:
    """The deadwood without the card."""
    assert isinstance(deal, GinDeal)
    return float(deadwood(deal.cards(seat) & ~(1 << int(deal.pack.face(card)))))


def romme_regret(deal: Deal, seat: int, card: str) -> float:
    """Dear cards without neighbours go first."""
    if card == "X":
        return 100.0
    face = int(deal.pack.face(card))
    near = [
        other for other in deal.hand(seat) if other // 13 == face // 13 and 0 < other - face < 3
    ]
    same = [other for other in deal.hand(seat) if other % 13 == face % 13 and other != face]
    return 12 * len(near) + 12 * len(same) - float(PENALTY[face % 13])


KITS: Final = {
    "romme": Kit("romme", RommeDeal, ROMME_OPTIONS, romme_decks.KINDS, romme_deck, romme_regret),
    "gin": Kit("gin", GinDeal, GIN_OPTIONS, gin_decks.KINDS, gin_deck, gin_regret),
}
# Numbers are drawn from here; what is not listed is drawn from the whole range of the option.
RANGES: Final = {
    "turn_limit": (10, 60),
    "target": (20, 400),
    "deals": (1, 4),
    "gin_bonus": (0, 60),
    "undercut_bonus": (0, 60),
}


def some_rules(kit: Kit, rng: random.Random) -> dict[str, Value]:
    """Random valid house rules: each option keeps its default half of the time."""
    rules: dict[str, Value] = {}
    for option in kit.options:
        if rng.random() < 0.5 and option.name != "turn_limit":
            continue
        if option.choices:
            rules[option.name] = rng.choice(option.choices)
        else:
            low, high = RANGES.get(option.name, (option.low, option.high))
            rules[option.name] = rng.randint(low, high)
    return rules


def new_deal(kit: Kit, rng: random.Random, long: bool = False) -> Deal:
    """A dealt deal under random rules, from a random kind of deck.

    One deal a game is `long`: it has the default `turn_limit`.
    """
    from upcard.core.shuffle import SeededShuffler

    values = some_rules(kit, rng)
    if long:
        values.pop("turn_limit", None)
    dealer = rng.randrange(2) if kit.name == "romme" else 1
    deal = kit.kind.make(kit.kind.make_rules(values), 2, dealer, rng.randint(1, 9))
    deal.totals = [rng.randint(0, 99), rng.randint(0, 99)]
    deal.shuffler = SeededShuffler.from_seed(rng.randrange(10**6))
    deal.begin(kit.deck(rng.choice(kit.decks), rng))
    return deal
