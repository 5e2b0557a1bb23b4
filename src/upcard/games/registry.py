"""Which games there are."""

from __future__ import annotations

import difflib
from typing import Final

from upcard.core.deal import Deal
from upcard.errors import RulesError
from upcard.games.basic import BasicDeal
from upcard.games.contract import ContractDeal
from upcard.games.gin import GinDeal
from upcard.games.romme import RommeDeal
from upcard.games.rummy17 import Rummy17Deal
from upcard.games.seven_card import SevenCardDeal

GAMES: Final[dict[str, type[Deal]]] = {
    "romme": RommeDeal,
    "rummy17": Rummy17Deal,
    "contract": ContractDeal,
    "gin": GinDeal,
    "seven_card": SevenCardDeal,
    "basic": BasicDeal,
}


def deal_class(game: str) -> type[Deal]:
    """The deal class of a game by name; `RulesError` suggests the nearest name."""
    found = GAMES.get(game)
    if found is None:
        near = difflib.get_close_matches(game, GAMES, 1)
        hint = f"did you mean {near[0]}?" if near else "there are " + ", ".join(GAMES)
        raise RulesError("no_such_game", f"there is no game {game!r}; {hint}", game)
    return found

