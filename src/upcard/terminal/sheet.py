"""The score sheet: what a deal came to, with its arithmetic, and the totals."""

from __future__ import annotations

from collections.abc import Sequence

from upcard.core.deal import Deal
from upcard.core.match import Match
from upcard.core.view import View
from upcard.games.gin_rules import GinRules
from upcard.terminal.ink import card
from upcard.terminal.words import listed


def sum_of(deal: Deal, hand: Sequence[str]) -> tuple[str, int]:
    """The sum of a hand's cards, written out, and its value."""
    costs = [int(deal.cost(deal.pack.face(token))) for token in hand]
    terms = [f"{card(token)} {cost}" for token, cost in zip(hand, costs)]
    if not terms:
        return ("no cards, 0", 0)
    return (f"{' + '.join(terms)} = {sum(costs)}" if len(terms) > 1 else terms[0], sum(costs))


def deal_lines(view: View, names: Sequence[str]) -> list[str]:
    """How a finished deal ended and what it gives each seat."""
    if any(hand is None for hand in view.hands):
        return ["The deal is over without a result: it is void, and nobody scores."]
    deal = view.kind.make(view.rules, view.seats, view.dealer, view.number)
    rules = view.rules
    if isinstance(rules, GinRules):
        return _gin_lines(view, names, deal, rules)
    lines = []
    for seat in range(view.seats):
        hand = view.hands[seat] or ()
        if not hand:
            lines.append(f"{names[seat]} went out: {view.scores[seat]:+d}.")
        elif sum_of(deal, hand)[1]:
            lines.append(f"{names[seat]} is left with {sum_of(deal, hand)[0]}.")
        else:
            held = " ".join(card(token) for token in hand)
            lines.append(f"{names[seat]} is left with {held}.")
    scores = [f"{names[seat]} {view.scores[seat]:+d}" for seat in range(view.seats)]
    return [*lines, f"This deal: {listed(scores)}."]


def _gin_lines(view: View, names: Sequence[str], deal: Deal, rules: GinRules) -> list[str]:
    """Both deadwoods, the difference, and the bonus."""
    knocker = view.extra.get("knocker")
    if not isinstance(knocker, int):
        return ["The deal is over without a knock: nobody scores."]
    other = 1 - knocker
    lines = []
    left = {}
    for seat in (knocker, other):
        text, left[seat] = sum_of(deal, view.hands[seat] or ())
        lines.append(f"{names[seat]}, deadwood: {text}.")
    value = left[other] - left[knocker]
    sums = f"{left[other]} - {left[knocker]} = {value}"
    points = view.scores[knocker]
    if left[knocker] == 0:
        why = f"{sums}, and {points - value} for gin: {points}"
    elif points != value:
        why = f"{sums}, and {value - points} against the knocker for the undercut: {points}"
    else:
        why = sums
    lines.append(f"{names[knocker]} knocked. {why}.")
    scores = [f"{names[seat]} {view.scores[seat]:+d}" for seat in range(view.seats)]
    return [*lines, f"This deal: {listed(scores)}."]


def total_lines(match: Match, names: Sequence[str]) -> list[str]:
    """The points of every finished deal, and the totals."""
    done = [deal for deal in match.deals if deal.is_over]
    width = max(6, *(len(name) for name in names))
    head = "  ".join(f"{name:>{width}}" for name in names)
    lines = [f"{'':8}{head}"]
    for deal in done[-12:]:
        row = "  ".join(f"{score:>+{width}d}" for score in deal.scores)
        void = "  void" if deal.void else ""
        lines.append(f"{f'Deal {deal.number}':8}{row}{void}")
    row = "  ".join(f"{total:>{width}d}" for total in match.totals)
    lines.append(f"{'Total':8}{row}")
    return lines


def winner_line(match: Match, names: Sequence[str]) -> str:
    """Who has won the match."""
    won = [names[seat] for seat in match.winners]
    if len(won) > 1:
        return f"The match is over. {listed(won)} share the win."
    verb = "win" if won == ["You"] else "wins"
    return f"The match is over. {listed(won)} {verb}."
