"""The beginner: goes out when it can, lays what it can, throws its least useful card."""

from __future__ import annotations

from upcard.bots.base import Bot
from upcard.bots.policies import Players
from upcard.core.action import Action
from upcard.core.shuffle import Shuffler
from upcard.core.view import View
from upcard.core.world import world


class BeginnerBot(Bot):
    """Plays sensibly and thinks no further than its own turn."""

    level = "beginner"

    def __init__(self) -> None:
        self._players = Players()

    def act(self, view: View, source: Shuffler) -> Action:
        assert view.seat is not None
        deal = world(view, source)
        return Action(deal.text(self._players.act(deal, view.seat, source)), view.seat)
