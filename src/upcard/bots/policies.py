"""Which simple player plays which game."""

from __future__ import annotations

from mypy_extensions import i64

from upcard.bots.policies_bonus import BonusPlayer
from upcard.bots.policies_contract import ContractPlayer
from upcard.bots.policies_gin import GinPlayer
from upcard.bots.policies_lay import Layer
from upcard.bots.policies_out import OutPlayer
from upcard.core.deal import Deal
from upcard.core.shuffle import Shuffler
from upcard.games.contract import ContractDeal
from upcard.games.gin import GinDeal
from upcard.games.rummy17 import Rummy17Deal
from upcard.games.seven_card import SevenCardDeal


def layer_for(deal: Deal) -> Layer:
    """The player of a game other than gin."""
    if isinstance(deal, ContractDeal):
        return ContractPlayer()
    if isinstance(deal, Rummy17Deal):
        return BonusPlayer()
    if isinstance(deal, SevenCardDeal) and not deal.house.open_melds:
        return OutPlayer()
    return Layer()


class Players:
    """The players of all games, made when they are needed; they keep the solver's buffers."""

    def __init__(self) -> None:
        self._gin = GinPlayer()
        self._layer: Layer | None = None
        self._of = ""

    def layer(self, deal: Deal) -> Layer:
        """The player of a game other than gin."""
        layer = self._layer
        if layer is None or self._of != repr(deal.rules):
            layer = layer_for(deal)
            self._layer = layer
            self._of = repr(deal.rules)
        return layer

    def act(self, deal: Deal, seat: i64, source: Shuffler) -> i64:
        """The action of a seat that may act, on a world."""
        if isinstance(deal, GinDeal):
            return self._gin.act(deal, seat)
        return self.layer(deal).act(deal, seat, source)
