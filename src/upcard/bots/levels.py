"""Bots by the name of their level."""

from __future__ import annotations

import difflib
from typing import Final

from upcard.bots.base import Bot
from upcard.bots.beginner import BeginnerBot
from upcard.bots.random_bot import RandomBot
from upcard.errors import RulesError

LEVELS: Final[dict[str, type[Bot]]] = {"random": RandomBot, "beginner": BeginnerBot}


def make_bot(level: str) -> Bot:
    """A bot of a level by name; `RulesError` suggests the nearest name.

    >>> make_bot("beginner").level
    'beginner'
    """
    found = LEVELS.get(level)
    if found is None:
        near = difflib.get_close_matches(level, LEVELS, 1)
        hint = f"did you mean {near[0]}?" if near else "there are " + ", ".join(LEVELS)
        raise RulesError("no_such_level", f"there is no bot called {level!r}; {hint}", level)
    return found()
