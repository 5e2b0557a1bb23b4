"""What a bot is."""

from __future__ import annotations

from upcard.core.action import Action
from upcard.core.shuffle import Shuffler
from upcard.core.view import View


class Bot:
    """A player that gets what its seat may know, and a random source, and answers an action.

    The same view and a source in the same state get the same answer. A bot of your own subclasses
    this; what is legal it asks a world made from the view (`upcard.core.world`).

    >>> import upcard
    >>> from upcard.bots.levels import make_bot
    >>> from upcard.core.shuffle import FastShuffler
    >>> match = upcard.new_match("gin", seed=3)
    >>> make_bot("beginner").act(match.view(0), FastShuffler(1))
    Action('pass', seat=0)
    """

    level = ""

    def act(self, view: View, source: Shuffler) -> Action:
        """What the seat of the view does now; it must be one of the seats that may act."""
        raise TypeError(f"{type(self).__name__} must say how it acts")
