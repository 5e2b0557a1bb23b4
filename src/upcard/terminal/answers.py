"""Answers to a player's questions: help, what is legal, why not, which rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from upcard.core.action import Action
from upcard.core.deal import Deal
from upcard.core.rules import Rules
from upcard.core.view import View
from upcard.errors import IllegalActionError, ParseError, UpcardError
from upcard.terminal.brief import brief
from upcard.terminal.read import ALONE, WITH_CARDS, Reader, actions_of
from upcard.terminal.refusals import option_line, paragraph_lines, told
from upcard.terminal.show import now_line, title_of
from upcard.terminal.status import asked
from upcard.terminal.words import written as marked

# Longer lists are cut unless their kind is asked for.
MOST_LISTED: Final = 12
MOST_LINES: Final = 18

HELP: Final = (
    "draw              the top card of the stock",
    "take              the top card of the pile",
    "meld 5h 6h 7h     lay a new meld",
    "lay 9h on 3       add a card to meld 3",
    "swap 7h on 2      put the card a joker stands for in its place, get the joker",
    "discard Ks        end your turn",
)
BASIC_HELP: Final = tuple(line for line in HELP if not line.startswith("swap"))
SEVEN_HELP: Final = (
    *HELP[:2],
    "meld 5h 6h 7h     lay a meld; only when the whole hand can go in this turn",
    "discard Ks        end your turn, or go out with your last card",
)
RUMMY17_HELP: Final = (
    "draw              the top card of the stock",
    "take              the open card",
    "knock, pass       answer whether you want the open card when another has drawn",
    "pass all          the same answer for the rest of the deal; ask: be asked again",
    "meld r5 r6 r7     lay a new meld; with a side joker: meld r5 r6 Xr=r7 r8",
    "lay r8 on 3       add a card to meld 3",
    "swap r7 on 2      put the card a joker stands for in its place, then meld the joker",
    "discard b12       end your turn, or go out with your last card",
)
CONTRACT_HELP: Final = (
    "take              the card on offer, as your draw",
    "draw              the top card of the stock; who called then gets the card on offer",
    "decline           give the card on offer up before you draw",
    "claim, pass       answer whether you want the card on offer when another is in turn",
    "pass all          the same answer for the rest of the hand; ask: be asked again",
    "meld 5h 6h 7h 8h  lay a meld of your contract; then at once the rest of it",
    "lay 9h on 3       add a card to meld 3 once you are down; a joker: lay X=9h on 3",
    "swap 7h on 2      put the card a joker stands for in its place, get the joker",
    "discard Ks        end your turn, or go out with your last card",
)
GIN_HELP: Final = (
    "take, draw        the upcard, or the top card of the stock",
    "pass              decline the upcard, or end laying melds or laying off",
    "discard Ks        end your turn",
    "knock             with 11 cards; then discard, lay your melds and pass",
    "meld 5h 6h 7h     after a knock: three to five cards",
    "lay 9h            after the other's knock: add it to the melds it fits",
)
COMMON_HELP: Final = (
    "table             look again (so does an empty line)",
    "legal             what you may do; legal meld lists all melds",
    "hint              a suggestion",
    "why discard Ks    whether it is allowed, and by which rule not",
    "sort suit         or sort rank, sort keep, or an order: sort 5h 6h",
    "undo              take back the last line of plays, never a draw or a take",
    "score, rules      the totals; the house rules of this table",
    "save, save FILE   keep the match and play on",
    "quit              keep the match and leave",
    "symbols           suits as signs or as letters",
    "Cards are rank and suit in any order and case: 9s, Th or 10h, kd. X is a joker. "
    "A run with a joker is named from low to high: meld 5h X 7h.",
    "The beginning of a word will do: dr, dis ks, m 5h 6h 7h, l 9h 3. Several plays on a line, "
    "with ; between them, are done all or not at all.",
)
COLOURED_CARDS: Final = (
    "Cards are colour and number: r5, b17 (or 5r); r is red, b blue, g green, y yellow, p purple. "
    "Jokers are Xr, Xb, Xg, Xy, Xp; Xr=r7 is the red joker as r7. A run with a joker is named from "
    "low to high: meld r5 r6 Xr r8."
)
PLAIN_CARDS: Final = "Cards are rank and suit in any order and case: 9s, Th or 10h, kd."


def help_lines(view: View, about: Sequence[str]) -> list[str]:
    """What can be typed."""
    lines = [*_own_help(view), *_common_help(view), _letters(view)]
    if about:
        word = about[0].lower()
        lines = [line for line in lines if word in line.lower()] or lines
    if not view.is_over:
        lines.append(now_line(view))
    return lines


def _own_help(view: View) -> tuple[str, ...]:
    if view.game == "gin":
        return GIN_HELP
    if view.game == "rummy17":
        return RUMMY17_HELP
    if view.game == "contract":
        return CONTRACT_HELP
    if view.game == "seven_card" and not view.rules.is_set("open_melds"):
        return SEVEN_HELP
    return BASIC_HELP if view.game in ("basic", "seven_card") else HELP


def _letters(view: View) -> str:
    """The short forms that are plays of the game, though other words may begin with them."""
    actions = actions_of(asked(view))
    alone = [f"{letter} {verb}" for letter, verb in ALONE.items() if verb in actions and
             len(letter) == 1]  # fmt: skip
    before = [f"{letter} {verb}" for letter, verb in WITH_CARDS.items() if verb in actions and
              len(letter) == 1 and verb not in ("take", "knock")]  # fmt: skip
    return f"One letter plays at once: {', '.join(alone)}; before cards {', '.join(before)}."


def _common_help(view: View) -> list[str]:
    """The commands; examples and jokers as the game has them."""
    lines = []
    for line in COMMON_HELP:
        if view.game == "rummy17":
            line = line.replace("discard Ks ", "discard r9 ").replace("sort 5h 6h", "sort r5 r6")
            line = line.replace("dis ks, m 5h 6h 7h, l 9h 3", "dis r9, m r5 r6 r7, l r8 3")
        if line.startswith("Cards are "):
            if view.game == "rummy17":
                line = COLOURED_CARDS
            elif view.game in ("gin", "basic", "seven_card"):
                line = PLAIN_CARDS
        if line.startswith("symbols") and view.game == "rummy17":
            continue
        lines.append(line)
    return lines


def legal_lines(deal: Deal, seat: int, kinds: Sequence[str] = ()) -> list[str]:
    """What a seat may do, kind by kind; long lists only in part unless their kind is asked for."""
    if deal.is_over or seat not in deal.to_act:
        return ["There is nothing for you to do now."]
    wanted = ""
    reader = Reader(deal, seat)
    if kinds:
        wanted = reader.verb(kinds[0] + " x")[0]
    named = reader.cards(list(kinds[1:]), "") if kinds[1:] else []
    groups: dict[str, list[Action]] = {}
    for action in deal.legal_actions(seat):
        groups.setdefault(action.kind, []).append(action)
    if wanted:
        found = [
            action
            for action in groups.get(wanted, [])
            if all(token in action.cards for token in named)
        ]
        if not found:
            return [f"You cannot {wanted}{' that' if named else ''} now."]
        lines = [marked(action) for action in found[:MOST_LINES]]
        if len(found) > MOST_LINES:
            more = f"{len(found) - MOST_LINES} more; name a card to see those with it"
            lines.append(f"{more}: legal {wanted} {marked(found[-1]).split()[1]}.")
        return lines
    lines = []
    for kind, actions in groups.items():
        if kind == "claim" and deal.rules.game == "rummy17":
            lines.append("knock")
            continue
        texts = [marked(action).removeprefix(kind).strip() for action in actions]
        if texts == [""]:
            lines.append(kind)
        elif len(texts) <= MOST_LISTED or kind == "discard":
            lines.append(f"{kind}: {', '.join(texts) if kind != 'discard' else ' '.join(texts)}")
        else:
            shown = ", ".join(texts[: MOST_LISTED // 2])
            lines.append(f"{kind}: {len(texts)} ways, such as {shown}. legal {kind} lists them.")
    return lines


def why_lines(view: View, deal: Deal, names: Sequence[str], text: str) -> list[str]:
    """Whether an action is legal; if not the reason, and the rules it comes from."""
    if not text:
        return ["Say what you would do, as in why discard 9s."]
    assert view.seat is not None
    lines: list[str] = []
    for part in text.split(";"):
        for action in Reader(deal, view.seat).actions_in(part.strip()):
            try:
                error: UpcardError | None = deal.why_not(f"{view.seat} {action}")
            except ParseError as problem:
                error = problem
            if error is None:
                lines.append(f"You can {marked(action)}.")
                continue
            lines.append(told(error, view, names, deal.pack))
            if isinstance(error, IllegalActionError):
                lines += paragraph_lines(deal.rules, error.code, error.paragraph)
    return lines


def rules_lines(rules: Rules) -> list[str]:
    """The game in short, and the house rules in force, those that were changed marked."""
    lines = [*brief(rules), f"{title_of(rules)}, the house rules of this table:"]
    changed = rules.to_dict()
    for option in rules.options:
        mark = ", changed" if option.name in changed else ""
        lines.append(f"  {option_line(rules, option, mark)}")
    return lines
