"""Suggestions: what a sensible player would do, from the view alone."""

from __future__ import annotations

from upcard.bots.advice import good_turn
from upcard.bots.policies import layer_for
from upcard.bots.policies_contract import ContractPlayer
from upcard.bots.policies_gin import GinPlayer
from upcard.bots.policies_lay import Layer
from upcard.core.action import CLAIM, DECLINE, DRAW, TAKE
from upcard.core.deal import Deal
from upcard.core.notation import meld_tokens
from upcard.core.places import PHASE_DRAW, PHASE_PLAY
from upcard.core.reasons import LEGAL
from upcard.core.shuffle import FastShuffler
from upcard.core.view import View
from upcard.core.world import world
from upcard.games.contract import ContractDeal
from upcard.games.gin import GinDeal
from upcard.games.gin_melds import deadwood
from upcard.games.romme import RommeRules
from upcard.terminal.ink import card, cards
from upcard.terminal.words import OUT_OF_TURN, count, listed, written


def hint(view: View) -> list[str]:
    """Lines of advice for the seat of a view; out of turn, that it is not in turn."""
    assert view.seat is not None
    if view.seat not in view.to_act:
        return [OUT_OF_TURN]
    source = FastShuffler(0)
    deal = world(view, source)
    seat = view.seat
    if isinstance(deal, GinDeal):
        return _gin(deal, seat)
    layer = layer_for(deal)
    if seat == deal.turn and deal.phase == PHASE_DRAW:
        return [_draw(deal, seat, layer)]
    if seat == deal.turn and deal.phase == PHASE_PLAY:
        return _play(deal, seat, layer)
    if deal.check(seat, CLAIM) == LEGAL:
        return [_answer(deal, seat, layer)]
    return [f"Perhaps: {written(deal.text(layer.act(deal, seat, source)))}."]


def _answer(deal: Deal, seat: int, layer: Layer) -> str:
    """Whether to ask for a card on offer."""
    top = card(deal.pack.token(deal.claim))
    word = "knock" if deal.rules.game == "rummy17" else "claim"
    near = isinstance(layer, ContractPlayer)
    if layer.claims(deal, seat):
        why = "it brings your contract nearer" if near else "it fits your melds or the table"
        return f"Perhaps: {word}. You could use {top}: {why}."
    if near and deal.opened(seat):
        return f"Perhaps: pass. You are down: {top} and its penalty would be more to get rid of."
    why = "does not bring your contract nearer" if near else "would be one more loose card"
    return f"Perhaps: pass. {top} {why}."


def _draw(deal: Deal, seat: int, layer: Layer) -> str:
    action = int(layer.draw(deal, seat))
    if isinstance(layer, ContractPlayer) and deal.check_take() == LEGAL:
        top = card(deal.pack.token(deal.pile[deal.pile_n - 1]))
        if action == TAKE:
            why = f" {top} helps you." if layer.wants(deal, seat) else ""
            return f"Perhaps: take.{why}"
        word = "decline" if action == DECLINE else "draw"
        return f"Perhaps: {word}. {top} does not help you."
    if deal.check_take() != LEGAL:
        return "Perhaps: draw. There is no card to take."
    top = card(deal.pack.token(deal.pile[deal.pile_n - 1]))
    if deal.check_draw() != LEGAL:
        return f"Perhaps: take. {top} is all there is: the stock is empty."
    if layer.wants(deal, seat):
        return f"Perhaps: take. {top} fits your melds or the table at once."
    return f"Perhaps: draw. {top} would be one more loose card."


def _play(deal: Deal, seat: int, layer: Layer) -> list[str]:
    turn = good_turn(deal, seat, layer)
    plays = "; ".join(written(text) for text, _ in turn)
    lines = [f"Perhaps: {plays}" + (". That goes out." if turn[-1][1] else ".")]
    if len(turn) == 1 and not deal.opened(seat):
        lines.append(_not_yet(deal, seat, layer))
    return [line for line in lines if line]


def _not_yet(deal: Deal, seat: int, layer: Layer) -> str:
    """What an unopened hand has, and what it lacks."""
    if isinstance(deal, ContractDeal):
        assert isinstance(layer, ContractPlayer)
        gap = count(layer.gap(deal, seat), "card")
        if deal.whole_hand:
            return f"Your hand is {gap} away from the contract: those it lacks and those too many."
        return f"Your contract lacks {gap}."
    words = layer.melds(deal, seat)
    if not words:
        return "There is no meld in your hand yet."
    texts = [cards(meld_tokens(deal.pack, deal.melds, word)) for word in words]
    house = deal.rules
    if not isinstance(house, RommeRules):
        return f"Your hand holds {listed(texts)}."
    best = layer.melds(deal, seat, True)
    points = sum(int(house.points(word)) for word in best)
    texts = [cards(meld_tokens(deal.pack, deal.melds, word)) for word in best]
    return f"Your best melds, {listed(texts)}, are worth {points} of the 30 points to open."


def _gin(deal: GinDeal, seat: int) -> list[str]:
    action = int(GinPlayer().act(deal, seat))
    why = ""
    if action == TAKE:
        why = " The card helps your hand."
    elif action == DRAW and deal.check(seat, TAKE) == LEGAL:
        why = " The card on the pile does not help."
    points = int(deadwood(deal.cards(seat)))
    return [
        f"Perhaps: {written(deal.text(action))}.{why}",
        f"Outside the best melds of your hand: {count(points, 'point')}.",
    ]
