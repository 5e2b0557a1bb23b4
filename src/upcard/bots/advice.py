"""Advice from the view alone: what a sensible player would do, in notation."""

from __future__ import annotations

from upcard.bots.policies import layer_for
from upcard.bots.policies_gin import GinPlayer
from upcard.bots.policies_lay import HINT_BUDGET, Layer
from upcard.core.action import KNOCK, Action
from upcard.core.deal import Deal
from upcard.core.places import PHASE_PLAY
from upcard.core.shuffle import FastShuffler
from upcard.core.view import View
from upcard.core.world import world
from upcard.games.gin import PHASE_KNOCK, PHASE_LAYOFF, GinDeal


def suggested(view: View) -> list[str]:
    """Actions to suggest: the rest of the turn, or what to do now."""
    assert view.seat is not None
    source = FastShuffler(0)
    deal = world(view, source)
    if isinstance(deal, GinDeal):
        return _gin(deal, view.seat)
    layer = layer_for(deal)
    if view.seat != deal.turn or deal.phase != PHASE_PLAY:
        return [deal.text(layer.act(deal, view.seat, source))]
    return [text for text, _ in good_turn(deal, view.seat, layer)]


def _gin(deal: GinDeal, seat: int) -> list[str]:
    """What to do now; of a knock and of what follows one, all that is left to do."""
    player = GinPlayer()
    done: list[str] = []
    while not deal.is_over and deal.turn == seat:
        action = int(player.act(deal, seat))
        done.append(deal.text(action))
        if deal.phase not in (PHASE_KNOCK, PHASE_LAYOFF) and action != KNOCK:
            break
        deal.do(seat, action)
    return done


def good_turn(deal: Deal, seat: int, layer: Layer) -> list[tuple[str, bool]]:
    """The plays of a good turn in notation with its discard, and whether each ends the deal."""
    deal = deal.copy()
    done: list[tuple[str, bool]] = []
    while not deal.is_over and deal.turn == seat and deal.phase == PHASE_PLAY:
        plan = layer.plan(deal, seat, HINT_BUDGET)
        for action in plan or [int(layer.discard(deal, seat))]:
            text = deal.text(action)
            deal.do(seat, action)
            done.append((text, int(deal.out) == seat))
        if not plan and Action(text).kind == "discard":
            break
    return done
