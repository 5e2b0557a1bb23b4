"""Lines for people: what a replay shows, and the options of a game. At most 80 columns."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from typing import Final

from upcard.core.deal import Deal
from upcard.core.match import Match
from upcard.core.rules import Option, Rules, written
from upcard.text.position import table_of
from upcard.text.replay import Step

WIDTH: Final = 80
NAME_WIDTH: Final = 12


def plain(text: str) -> str:
    """A name without what would move the cursor or colour the terminal."""
    return "".join(char if char.isprintable() else "?" for char in text)


def short(text: str, width: int = NAME_WIDTH) -> str:
    """A name cut to a column's width."""
    name = plain(text)
    return name if len(name) <= width else name[: width - 1] + "…"


def wrapped(head: str, words: Sequence[str] | str) -> list[str]:
    """Lines that begin with a head and go on under its end."""
    text = words if isinstance(words, str) else " ".join(words)
    indent = " " * len(head)
    return textwrap.wrap(head + text, WIDTH, subsequent_indent=indent, break_long_words=False) or [
        head.rstrip()
    ]


def replay_lines(
    steps: Iterator[Step], only: int | None = None, states: bool = False
) -> Iterator[str]:
    """The lines of a replay: one an action, and what lies where at each deal's beginning and end.

    ``only`` shows one deal; ``states`` shows what lies where after every turn.
    """
    for step in steps:
        if only is not None and step.number != only:
            continue
        deal = step.deal
        if step.event is None:
            yield from deal_head(step.match, step.number)
            continue
        yield action_line(step)
        if deal.is_over:
            yield from deal_end(step.match)
        elif states and step.event.text.startswith(("discard", "pass")):
            yield from state_lines(step.match)


def deal_head(match: Match, number: int) -> Iterator[str]:
    """What a deal begins with."""
    deal = match.deal
    if number > 1:
        yield ""
    yield f"Deal {number}, dealer {short(match.names[deal.dealer], 40)}"
    yield from state_lines(match)


def state_lines(match: Match) -> Iterator[str]:
    """Hands, stock, pile and table."""
    deal = match.deal
    token = deal.pack.token
    for seat in range(match.seats):
        hand = [token(face) for face in deal.hand(seat)]
        yield from wrapped(f"    {short(match.names[seat]):{NAME_WIDTH}}  ", hand or ["no cards"])
    pile = token(deal.pile[deal.pile_n - 1]) if deal.pile_n else "empty"
    yield f"    {'stock':{NAME_WIDTH}}  {deal.stock_n} cards; pile {pile}"
    for i, meld in enumerate(table_of(deal)):
        cards = meld["cards"]
        text = " ".join(cards) if isinstance(cards, list) else ""
        yield from wrapped(f"    {f'meld {i + 1}':{NAME_WIDTH}}  ", text)


def action_line(step: Step) -> str:
    """One action, with the cards it brought."""
    event = step.event
    assert event is not None
    name = short(step.match.names[event.seat])
    gained = [f"{_to(step, event.seat, seat)}{card}" for seat, card in event.shown + event.hidden]
    if event.remade:
        gained.append("(stock remade)")
    text = event.text + (f"  {' '.join(gained)}" if gained else "")
    return f"{step.action:4d}  {name:{NAME_WIDTH}}  {text}"


def _to(step: Step, actor: int, seat: int) -> str:
    return "" if actor == seat else f"{short(step.match.names[seat])}: "


def deal_end(match: Match) -> Iterator[str]:
    """What a finished deal leaves and gives."""
    deal = match.deal
    yield from state_lines(match)
    yield "    This deal is void." if deal.void else f"    {_went_out(match, deal)}"
    for seat in range(match.seats):
        name = short(match.names[seat])
        signed = f"{deal.scores[seat]:+d}" if deal.scores[seat] else "0"
        yield f"    {name:{NAME_WIDTH}}  {signed:>6}  total {match.totals[seat]}"
    if match.is_over:
        names = " and ".join(plain(match.names[seat]) for seat in match.winners)
        yield from wrapped("", f"The match is over: {names} won.")


def _went_out(match: Match, deal: Deal) -> str:
    if deal.out < 0:
        return "The deal is over."
    return f"The deal is over: {short(match.names[deal.out], 40)} ended it."


def title_of(rules: Rules) -> str:
    """What a game is called."""
    return str(getattr(rules, "title", rules.game))


def option_lines(rules: Rules) -> Iterator[str]:
    """The options of a game as a table for people."""
    for option in rules.options:
        yield from wrapped(f"  {option.name:20}  ", f"{_choices(option)}")
        text = f"{option.explanation} ({option.paragraph})"
        yield from wrapped(" " * 24, text)


def _choices(option: Option) -> str:
    default = written(option.default)
    if not option.choices:
        return f"{default}  [{option.allowed()}]"
    others = [written(choice) for choice in option.choices if choice != option.default]
    return f"{default}  [or {', '.join(others)}]"


def option_rows(rules: Rules) -> list[list[str]]:
    """Name, default, values, explanation and paragraph of each option.

    >>> import upcard
    >>> option_rows(upcard.GinRules())[0]
    ['knock_card', '10', '0 to 10', 'the most deadwood a knock may leave', 'Knocking']
    """
    return [
        [o.name, written(o.default), o.allowed(), o.explanation, o.paragraph] for o in rules.options
    ]
