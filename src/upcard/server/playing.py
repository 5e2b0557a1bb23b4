"""Moves nobody typed: those of bots, and the safe move when a player's time is over."""

from __future__ import annotations

import logging
import secrets
from typing import Final

from upcard.bots.levels import make_bot
from upcard.bots.random_bot import RandomBot
from upcard.core.action import Action
from upcard.core.shuffle import FastShuffler
from upcard.core.view import View
from upcard.core.world import world
from upcard.errors import UpcardError

log = logging.getLogger("upcard.server")

SITTER: Final = "beginner"


def bot_move(level: str, view: View) -> str:
    """What a bot of a level does, from the view of its seat; should it fail, any legal action."""
    source = FastShuffler(secrets.randbits(60))
    try:
        return make_bot(level or SITTER).act(view, source).text
    except Exception:
        log.exception("a bot failed")
        return RandomBot().act(view, source).text


def safe_move(view: View) -> str:
    """Draw; then throw what was drawn, where that is allowed; else what a bot would do."""
    assert view.seat is not None
    made = world(view, FastShuffler(0))
    tried = ["draw"] if view.phase == "draw" else ["pass"] if view.phase != "play" else []
    drawn = _drawn(view)
    if drawn is not None:
        tried.append(f"discard {drawn}")
    for text in tried:
        try:
            if made.why_not(Action(text, view.seat)) is None:
                return text
        except UpcardError:
            continue
    return bot_move(SITTER, view)


def _drawn(view: View) -> str | None:
    """The card that came into the own hand in this turn."""
    for event in reversed(view.log):
        if event.text in ("draw", "take") and event.seat == view.seat:
            gains = [card for seat, card in event.hidden + event.shown if seat == view.seat]
            return gains[-1] if gains else None
        if event.text.startswith("discard"):
            return None
    return None
