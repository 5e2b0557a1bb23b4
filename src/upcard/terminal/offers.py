"""A card on offer to others: what is asked, what it costs, who comes first."""

from __future__ import annotations

from collections.abc import Sequence

from upcard.core.deal import Deal
from upcard.core.view import View
from upcard.terminal.ink import card
from upcard.terminal.words import count, listed


def callers(view: View) -> list[int]:
    """The seats that have asked for the card, in the order in which they did."""
    answers = view.extra.get("answers")
    if not isinstance(answers, dict):
        return []
    return [int(seat) for seat, said in answers.items() if said == "claim"]


def offer_lines(view: View, deal: Deal, names: Sequence[str]) -> list[str]:
    """The question put to a seat that is not in turn, all of it."""
    top = card(str(view.extra.get("claim")))
    asks = _knock if view.game == "rummy17" else _call
    return asks(view, deal, names, top)


def _knock(view: View, deal: Deal, names: Sequence[str], top: str) -> list[str]:
    penalty = int(str(view.rules["knock_penalty"]))
    cost = "It costs nothing" if not penalty else f"It costs {count(penalty, 'card')} of the stock"
    return [
        f"Do you knock for {top}? {cost}; you keep the card, and may lay it in your next turn.",
        _first(view, deal, names, view.rules.is_set("knock_priority", "first")),
        "Type knock or pass (either is final), or pass all: no for the whole deal.",
    ]


def _call(view: View, deal: Deal, names: Sequence[str], top: str) -> list[str]:
    active = names[view.turn]
    penalty = int(str(view.rules["claim_penalty"]))
    cost = f", with {count(penalty, 'card')} of the stock as a penalty" if penalty else ""
    declined = _answers(view).get(str(view.turn)) == "pass"
    may = " has declined it" if declined else ", in turn, may take it as the draw"
    return [
        f"{top} is on offer: do you want it{cost}? {active}{may}.",
        _first(view, deal, names, view.rules.is_set("claim_priority", "first_call")),
        "Type claim or pass (either is final), or pass all: no for the whole hand.",
    ]


def _answers(view: View) -> dict[object, object]:
    answers = view.extra.get("answers")
    return answers if isinstance(answers, dict) else {}


def _first(view: View, deal: Deal, names: Sequence[str], by_time: bool) -> str:
    """Who has asked already, and who comes before this seat."""
    assert view.seat is not None
    asked = [seat for seat in callers(view) if seat != view.seat]
    said = f"{listed([names[seat] for seat in asked])} asked for it already. " if asked else ""
    if by_time:
        if asked:
            return f"{said}Whoever asked first gets it: you only if nothing comes of that."
        if view.game == "contract" and _answers(view).get(str(view.turn)) != "pass":
            return "Otherwise whoever asks first gets it; nobody has yet."
        return "Nobody has asked for it yet; whoever asks first gets it."
    nearer = []
    for k in range(1, view.seats):
        seat = (view.turn + k) % view.seats
        if seat == view.seat:
            break
        if deal.may_claim(seat):
            nearer.append(names[seat])
    if not nearer:
        return f"{said}You sit nearest to {names[view.turn]}'s left: it is yours if you ask."
    return f"{said}Nearer to {names[view.turn]}'s left, and so before you: {listed(nearer)}."


def waiting_line(view: View, names: Sequence[str]) -> str:
    """What a seat in turn should know of the calls for the card it may take."""
    asked = [names[seat] for seat in callers(view) if seat != view.seat]
    if view.phase != "draw" or not asked:
        return ""
    return f"{listed(asked)} want{'s' if len(asked) == 1 else ''} {card(view.discard[0])}."
