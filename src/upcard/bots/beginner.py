"""The beginner: goes out when it can, lays what it can, throws its least useful card."""

from __future__ import annotations

from upcard.bots.base import Bot
from upcard.bots.policies_gin import GinPlayer
from upcard.bots.policies_lay import Layer
from upcard.core.action import Action
from upcard.core.shuffle import Shuffler
from upcard.core.view import View
from upcard.core.world import world
from upcard.games.gin import GinDeal


class BeginnerBot(Bot):
    """Plays sensibly and thinks no further than its own turn."""

    level = "beginner"

    def __init__(self) -> None:
        self._layer = Layer()
        self._gin = GinPlayer()

    def act(self, view: View, source: Shuffler) -> Action:
        assert view.seat is not None
        deal = world(view, source)
        if isinstance(deal, GinDeal):
            chosen = self._gin.act(deal, view.seat)
        else:
            chosen = self._layer.act(deal, view.seat, source)
        return Action(deal.text(chosen), view.seat)
