"""The score sheet: what a deal came to, with its arithmetic, and the totals."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import Final, NamedTuple

from upcard.core.deal import Deal
from upcard.core.match import Match
from upcard.core.view import View
from upcard.core.world import seen_deal
from upcard.games.basic import BasicRules
from upcard.games.bonus import BONUS_WORTH
from upcard.games.gin_rules import GinRules
from upcard.games.rummy17 import Rummy17Deal
from upcard.games.seven_card import SevenCardRules
from upcard.terminal.ink import WIDTH, card
from upcard.terminal.status import BONUS_WORDS, contract_of
from upcard.terminal.words import count, does, listed, signed


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
    if view.game == "rummy17":
        return _rummy17_lines(view, names)
    if isinstance(rules, SevenCardRules):
        return _seven_lines(view, names, deal, rules)
    if isinstance(rules, BasicRules):
        return _basic_lines(view, names, deal, rules)
    lines = []
    if all(view.hands):
        lines.append("Nobody went out; everybody counts what is left.")
    for seat in range(view.seats):
        hand = view.hands[seat] or ()
        if not hand:
            lines.append(f"{names[seat]} went out: {signed(view.scores[seat])}.")
        elif sum_of(deal, hand)[1]:
            lines.append(f"{does(names[seat], 'is')} left with {sum_of(deal, hand)[0]}.")
        else:
            held = " ".join(card(token) for token in hand)
            lines.append(f"{does(names[seat], 'is')} left with {held}.")
    return [*lines, _this_deal(view, names)]


def _out(view: View) -> int:
    """Who went out; -1 if nobody did."""
    return next((seat for seat in range(view.seats) if not view.hands[seat]), -1)


def _this_deal(view: View, names: Sequence[str]) -> str:
    scores = [f"{names[seat]} {signed(view.scores[seat])}" for seat in range(view.seats)]
    return f"This {called(view.game).lower()}: {listed(scores)}."


def _rummy17_lines(view: View, names: Sequence[str]) -> list[str]:
    """Bonus cards won, penalty points, the doubling, the result: seat by seat."""
    deal = seen_deal(view)
    assert isinstance(deal, Rummy17Deal)
    out = _out(view)
    deal.out = out
    doubled = view.extra.get("doubled") is True
    last = f" with {card(view.discard[0])}" if view.discard else ""
    if out < 0:
        lines = ["The deal has ended with nobody out."]
    elif doubled:
        lines = [f'{names[out]} went out{last}: "Rummy 17"! All points count double.']
    else:
        lines = [f"{names[out]} went out{last}."]
    for seat in range(view.seats):
        won = [BONUS_WORDS[name] for name in deal.bonuses(seat)]
        bonus = BONUS_WORTH * len(won)
        held, penalty = sum_of(deal, view.hands[seat] or ())
        gained = "no bonus card" if not won else f"{', '.join(won)}: "
        if won:
            gained += f"{len(won)} x {BONUS_WORTH} = {bonus}"
        sums = f"{bonus} - {penalty} = {bonus - penalty}"
        twice = f", doubled {2 * (bonus - penalty)}" if doubled else ""
        left = f"left in hand {held}" if penalty else "nothing left in hand"
        lines.append(f"{names[seat]}: {gained}; {left}. {sums}{twice}.")
    return [*lines, _this_deal(view, names)]


def _seven_lines(
    view: View, names: Sequence[str], deal: Deal, rules: SevenCardRules
) -> list[str]:
    """What the winner's cards are worth, and what that makes of everybody."""
    out = _out(view)
    worth = view.scores[out] // (view.seats - 1)
    tokens = [token for meld in view.table if meld.owner == out for token in meld.cards]
    sums = sum_of(deal, tokens)[0]
    if rules.open_melds:
        sums = f"{worth}, lay-offs included"
    others = view.seats - 1
    receiver = "you" if names[out] == "You" else names[out]
    gets = "you get" if names[out] == "You" else f"{names[out]} gets"
    gain = f"{worth} x {others} = {worth * others}" if others > 1 else str(worth)
    return [
        f"{names[out]} went out. Worth of the cards laid: {sums}.",
        f"Each of the others pays {worth}: {gets} {gain}."
        if others > 1
        else f"{does(names[1 - out], 'pays')} {receiver} {worth}.",
        _this_deal(view, names),
    ]


def _basic_lines(view: View, names: Sequence[str], deal: Deal, rules: BasicRules) -> list[str]:
    """What each payer holds, doubled for rummy."""
    out = _out(view)
    double = rules.rummy_double and not view.opened[out]
    lines = [f"{names[out]} went out."]
    if double:
        lines = [
            f"{names[out]} went out in one turn with nothing laid before: rummy. Everybody pays "
            "double."
        ]
    for seat in range(view.seats):
        if seat != out:
            text, worth = sum_of(deal, view.hands[seat] or ())
            twice = f", doubled {2 * worth}" if double else ""
            lines.append(f"{does(names[seat], 'pays')} for {text}{twice}.")
    return [*lines, _this_deal(view, names)]


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
    return [*lines, _this_deal(view, names)]


# So many deals have a line of their own in the totals.
SHOWN: Final = 12
# How wide the figures of the totals are, and how far those of a list are set in.
FIGURE: Final = 6
INDENT: Final = "  "


def called(game: str) -> str:
    """What a deal of a game is called."""
    return "Hand" if game == "contract" else "Deal"


def what_of(match: Match) -> str:
    """What a deal of the match is called."""
    return called(match.rules.game)


class Row(NamedTuple):
    """A row of the totals: what it is of, a figure for each seat, what else is to say of it."""

    label: str
    figures: list[str]
    remark: str = ""


def total_lines(match: Match, names: Sequence[str], width: int = WIDTH) -> list[str]:
    """The points of every finished deal, and the totals: a table, or a list where it is too wide.

    A line as long as the screen is wide is too long for it.
    """
    rows = _total_rows(match)
    table = _as_table(rows, names)
    return table if max(map(len, table)) < width else _as_list(rows, names, width - 1)


def _total_rows(match: Match) -> list[Row]:
    done = [deal for deal in match.deals if deal.is_over]
    rows = []
    if len(done) > SHOWN:
        earlier = [sum(deal.scores[seat] for deal in done[:-SHOWN]) for seat in range(match.seats)]
        rows.append(Row(f"1 to {len(done) - SHOWN}", [signed(score) for score in earlier]))
    for deal in done[-SHOWN:]:
        remark = "void" if deal.void else ""
        if match.rules.game == "contract":
            remark = contract_of(int(deal.number))
        label = f"{what_of(match)} {deal.number}"
        rows.append(Row(label, [signed(score) for score in deal.scores], remark))
    return [*rows, Row("Total", [str(total) for total in match.totals])]


def _as_table(rows: Sequence[Row], names: Sequence[str]) -> list[str]:
    """A column for each player."""
    wide = max(FIGURE, *(len(name) for name in names))
    lines = []
    for row in [Row("", list(names)), *rows]:
        line = f"{row.label:8}{'  '.join(f'{figure:>{wide}}' for figure in row.figures)}"
        lines.append(f"{line}  {row.remark}" if row.remark else line)
    return lines


def _as_list(rows: Sequence[Row], names: Sequence[str], room: int) -> list[str]:
    """A line for each player; a name that leaves its figure no room has a line of its own."""
    most = room - len(INDENT) - FIGURE - 1
    wide = max((len(name) for name in names if len(name) <= most), default=0)
    lines = []
    for row in rows:
        lines.append(f"{row.label}, {row.remark}:" if row.remark else f"{row.label}:")
        for name, figure in zip(names, row.figures):
            if len(name) > most:
                lines += [f"{INDENT}{part}" for part in textwrap.wrap(name, room - len(INDENT))]
                name = ""
            lines.append(f"{INDENT}{name:{wide}} {figure:>{FIGURE}}")
    return lines


def winner_line(match: Match, names: Sequence[str]) -> str:
    """Who has won the match, and how a longer one is had where this was but one deal."""
    won = [names[seat] for seat in match.winners]
    points = count(match.totals[match.winners[0]], "point")
    verb = f"{listed(won)} share the win" if len(won) > 1 else does(won[0], "wins")
    line = f"The match is over. {verb} with {points}."
    if len(match.deals) == 1 and any(option.name == "deals" for option in match.rules.options):
        line += "\nIt was one deal; for a match of five: --rule deals=5"
    return line
