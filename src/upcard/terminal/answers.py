"""Answers to a player's questions: help, what is legal, why not, which rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from upcard.core.action import Action
from upcard.core.deal import Deal
from upcard.core.rules import Rules, written
from upcard.core.view import View
from upcard.errors import ParseError
from upcard.terminal.read import Reader
from upcard.terminal.show import now_line, title_of
from upcard.terminal.words import written as marked

# Longer lists are cut unless their kind is asked for.
MOST_LISTED: Final = 12

HELP: Final = (
    "draw: the top card of the stock.   take: the top card of the pile.",
    "meld 5h 6h 7h: lay a new meld.   lay 9h on 3: add a card to meld 3.",
    "swap 7h on 2: put the card a joker stands for in its place, and get the joker.",
    "discard Ks: end your turn.   knock, pass: where the game has them.",
    "Cards: rank and suit (c d h s) in any order and case: 9s, Th or 10h; X is a joker. "
    "With a joker a run is named from low to high: meld 5h X 7h.",
    "Beginnings of words will do (dr, dis ks, m 5h 6h 7h, l 9h 3). Several actions on one line, "
    "with ; between them, are done as a whole or not at all.",
    "legal: what you may do.   legal meld: all of one kind.   hint: a suggestion.",
    "why discard Ks: whether and why (not).   rules: the house rules.   score: the totals.",
    "sort suit, sort rank, sort keep, sort 5h 6h: the order of your hand.   table: look again.",
    "undo: take back a play of this turn (never a draw or a take).",
    "save, save FILE: keep the match.   quit: save and leave.   symbols: suits as signs.",
)  # fmt: skip

GIN_HELP: Final = (
    "take: the upcard.   draw: from the stock.   pass: decline the upcard, or end a phase.",
    "discard Ks: end your turn.   knock: with 11 cards; then discard, meld and pass.",
    "meld 5h 6h 7h: after a knock, three to five cards.   lay 9h: add it to the knocker's melds.",
    "Cards: rank and suit (c d h s) in any order and case: 9s, Th or 10h.",
    *HELP[5:],
)  # fmt: skip


def help_lines(view: View, about: Sequence[str]) -> list[str]:
    """What can be typed."""
    lines = list(GIN_HELP if view.game == "gin" else HELP)
    if about:
        word = about[0].lower()
        lines = [line for line in lines if word in line.lower()] or lines
    if not view.is_over:
        lines.append(now_line(view))
    return lines


def legal_lines(deal: Deal, seat: int, kinds: Sequence[str] = ()) -> list[str]:
    """What a seat may do, kind by kind; long lists only in part unless their kind is asked for."""
    if deal.is_over or seat not in deal.to_act:
        return ["There is nothing for you to do now."]
    wanted = ""
    if kinds:
        wanted = Reader(deal, seat).verb(kinds[0] + " x")[0]
    groups: dict[str, list[Action]] = {}
    for action in deal.legal_actions(seat):
        groups.setdefault(action.kind, []).append(action)
    if wanted:
        found = groups.get(wanted, [])
        return [marked(action) for action in found] or [f"You cannot {wanted} now."]
    lines = []
    for kind, actions in groups.items():
        texts = [marked(action).removeprefix(kind).strip() for action in actions]
        if texts == [""]:
            lines.append(kind)
        elif len(texts) <= MOST_LISTED or kind == "discard":
            lines.append(f"{kind}: {', '.join(texts) if kind != 'discard' else ' '.join(texts)}")
        else:
            shown = ", ".join(texts[: MOST_LISTED // 2])
            lines.append(f"{kind}: {len(texts)} ways, such as {shown}. legal {kind} lists them.")
    return lines


def why_lines(deal: Deal, seat: int, text: str) -> list[str]:
    """Whether an action is legal; if not the reason, and the rules it comes from."""
    if not text:
        return ["Say what you would do: why discard 9s."]
    lines: list[str] = []
    for part in text.split(";"):
        for action in Reader(deal, seat).actions_in(part.strip()):
            try:
                error = deal.why_not(f"{seat} {action}")
            except ParseError as problem:
                lines.append(f"{problem.sentence}.")
                continue
            if error is None:
                lines.append(f"{marked(action)} is legal.")
            else:
                lines.append(f"{error.sentence}.")
                lines += paragraph_lines(deal.rules, error.paragraph)
    return lines


def paragraph_lines(rules: Rules, paragraph: str) -> list[str]:
    """What the house rules say in a paragraph of the rules."""
    if not paragraph:
        return []
    lines = [f"Rules of {title_of(rules)}, {paragraph}."]
    for option in rules.options:
        if option.paragraph == paragraph:
            lines.append(f"  {option.name} = {written(rules[option.name])}: {option.explanation}.")
    return lines


def rules_lines(rules: Rules) -> list[str]:
    """The house rules in force, those that were changed marked."""
    lines = [f"{title_of(rules)}, the house rules of this table:"]
    changed = rules.to_dict()
    for option in rules.options:
        mark = " (changed)" if option.name in changed else ""
        value = written(rules[option.name])
        lines.append(f"  {option.name} = {value}{mark}: {option.explanation}")
    return lines
