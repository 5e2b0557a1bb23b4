"""The random player: first a kind of action among the legal ones, then one action of that kind."""

from __future__ import annotations

from upcard.bots.base import Bot
from upcard.core.action import Action
from upcard.core.playout import random_action
from upcard.core.shuffle import Shuffler
from upcard.core.view import View
from upcard.core.world import world


class RandomBot(Bot):
    """Plays the random policy."""

    level = "random"

    def act(self, view: View, source: Shuffler) -> Action:
        assert view.seat is not None
        deal = world(view, source)
        return Action(deal.text(random_action(deal, view.seat, source)), view.seat)
