"""Random valid house rules, and what a game needs for random play: decks, and how to be eager."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Final

from tests.games import gin_decks, romme_decks
from tests.properties import decks
from upcard.core.deal import Deal
from upcard.core.rules import Option, Value
from upcard.core.shuffle import SeededShuffler
from upcard.errors import RulesError
from upcard.games.basic import OPTIONS as BASIC_OPTIONS
from upcard.games.basic import BasicDeal
from upcard.games.contract import ContractDeal
from upcard.games.contract_rules import OPTIONS as CONTRACT_OPTIONS
from upcard.games.gin import PACK as GIN_PACK
from upcard.games.gin import GinDeal
from upcard.games.gin_melds import deadwood
from upcard.games.gin_rules import OPTIONS as GIN_OPTIONS
from upcard.games.romme import OPTIONS as ROMME_OPTIONS
from upcard.games.romme import PACK as ROMME_PACK
from upcard.games.romme import PENALTY, RommeDeal
from upcard.games.rummy17 import Rummy17Deal
from upcard.games.rummy17_rules import OPTIONS as RUMMY17_OPTIONS
from upcard.games.seven_card import OPTIONS as SEVEN_OPTIONS
from upcard.games.seven_card import SevenCardDeal


class Kit:
    """What random play of one game needs."""

    def __init__(
        self,
        name: str,
        kind: type[Deal],
        options: tuple[Option, ...],
        decks: tuple[str, ...],
        deck: Callable[[str, random.Random, Deal], list[int]],
        regret: Callable[[Deal, int, str], float],
        seats: tuple[int, ...] = (2,),
    ) -> None:
        self.name = name
        self.seats = seats
        self.kind = kind
        self.options = options
        self.decks = decks
        self.deck = deck
        # How much worse a hand is once it has discarded a card: an eager seat takes the least.
        self.regret = regret


def gin_deck(kind: str, rng: random.Random, deal: Deal) -> list[int]:
    """A stacked deck of gin as faces."""
    tokens = [gin_decks.token(number) for number in gin_decks.deck(kind, rng)]
    return [int(GIN_PACK.face(token)) for token in tokens]


def romme_deck(kind: str, rng: random.Random, deal: Deal) -> list[int]:
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


def regret(deal: Deal, seat: int, card: str) -> float:
    """Dear cards without neighbours go first, whatever the game."""
    face = int(deal.pack.face(card))
    if face == deal.pack.joker:
        return 100.0
    ranks = int(deal.pack.n_ranks)
    hand = [other for other in deal.hand(seat) if other != deal.pack.joker]
    near = sum(1 for f in hand if f // ranks == face // ranks and 0 < abs(f - face) < 3)
    same = sum(1 for f in hand if f % ranks == face % ranks) - 1
    return 12 * (near + same) - float(deal.cost(face))


def stacked(name: str, kind: type[Deal], options: tuple[Option, ...], most: int, least: int) -> Kit:
    """The kit of a game with decks that are stacked by its melds."""
    seats = tuple(range(least, most + 1))
    return Kit(name, kind, options, decks.KINDS, decks.deck, regret, seats)


KITS: Final = {
    "romme": Kit("romme", RommeDeal, ROMME_OPTIONS, romme_decks.KINDS, romme_deck, romme_regret),
    "gin": Kit("gin", GinDeal, GIN_OPTIONS, gin_decks.KINDS, gin_deck, gin_regret),
    "rummy17": stacked("rummy17", Rummy17Deal, RUMMY17_OPTIONS, 6, 2),
    "contract": stacked("contract", ContractDeal, CONTRACT_OPTIONS, 8, 3),
    "seven_card": stacked("seven_card", SevenCardDeal, SEVEN_OPTIONS, 6, 2),
    "basic": stacked("basic", BasicDeal, BASIC_OPTIONS, 6, 2),
}
# Numbers are drawn from here; what is not listed is drawn from the whole range of the option.
RANGES: Final = {
    "turn_limit": (10, 60),
    "target": (20, 400),
    "deals": (1, 4),
    "gin_bonus": (0, 60),
    "undercut_bonus": (0, 60),
    "max_knocks": (0, 3),
    "max_claims": (0, 3),
    "stall_limit": (0, 9),
}


class Drawer:
    """Draws house rules so that every value of every option soon has its turn."""

    def __init__(self, kit: Kit, rng: random.Random) -> None:
        self.kit = kit
        self.rng = rng
        self.bags: dict[str, list[Value]] = {}

    def value(self, option: Option) -> Value:
        """A value of an option: every choice before any comes again."""
        if option.choices:
            bag = self.bags.setdefault(option.name, [])
            if not bag:
                bag.extend(self.rng.sample(option.choices, len(option.choices)))
            return bag.pop()
        low, high = RANGES.get(option.name, (option.low, option.high))
        return self.rng.randint(low, high)

    def rules(self) -> dict[str, Value]:
        """Random valid house rules: in some deals all options are drawn, in others a few."""
        rng = self.rng
        share = rng.choice((0.2, 0.9, 0.9))
        drawn = {
            option.name: self.value(option)
            for option in self.kit.options
            if option.name == "turn_limit" or rng.random() < share
        }
        while True:
            try:
                self.kit.kind.make_rules(drawn)
                return drawn
            except RulesError as error:
                # A contradiction: what was drawn of it goes back.
                name = error.text
                if name in self.bags:
                    self.bags[name].append(drawn[name])
                del drawn[name]


def new_deal(
    kit: Kit, rng: random.Random, long: bool = False, drawer: Drawer | None = None
) -> Deal:
    """A dealt deal under random rules, from a random kind of deck.

    One deal a game is `long`: it has the default `turn_limit`.
    """
    values = (drawer or Drawer(kit, rng)).rules()
    if long:
        values.pop("turn_limit", None)
    seats = rng.choice(kit.seats)
    if "first_dealer" in values:
        values["first_dealer"] = rng.randrange(seats)
    dealer = 1 if kit.name == "gin" else rng.randrange(seats)
    deal = kit.kind.make(kit.kind.make_rules(values), seats, dealer, rng.randint(1, 9))
    deal.totals = [rng.randint(0, 99) for _ in range(seats)]
    deal.shuffler = SeededShuffler.from_seed(rng.randrange(10**6))
    deal.begin(kit.deck(rng.choice(kit.decks), rng, deal))
    if kit.name != "gin" and rng.random() < 0.2:
        decks.bury(deal, rng)
    return deal
