"""Why something cannot be done, as whole sentences that speak to the player."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from upcard.core.notation import parse_named
from upcard.core.pack import Pack
from upcard.core.rules import Option, Rules, written
from upcard.core.view import View
from upcard.errors import IllegalActionError, ParseError, UpcardError, short
from upcard.terminal.ink import card
from upcard.terminal.show import now_line
from upcard.terminal.status import contract_of
from upcard.text.show import title_of

WORDS: Final = re.compile(r"[A-Za-z0-9=]+")
# The engine speaks of seats; the player is one.
SPOKEN: Final = (
    ("the hand does not hold", "your hand does not hold"),
    ("the rest of the hand", "the rest of your hand"),
    ("this seat has answered; an answer", "you have answered; an answer"),
    ("this seat may not", "you may not"),
)
# The house rules a refusal depends on, by its code; each game has some of them.
OPTIONS: Final = {
    "opening_too_low": ("opening", "ace_in_group"),
    "owed_first": ("opening",),
    "taken_card": ("same_card_discard", "throw_back", "discard_taken"),
    "only_taken_left": ("same_card_discard", "final_discard"),
    "no_discard_left": ("final_discard",),
    "many_jokers": ("joker_majority", "joker_limit"),
    "few_naturals": ("joker_limit",),
    "no_jokers": ("book_joker",),
    "joker_suit": ("book_joker",),
    "joker_first": ("taken_joker",),
    "joker_useless": ("taken_joker",),
    "both_needed": ("group_joker",),
    "stock_empty": ("stock_end", "stock_exhausted"),
    "too_much_deadwood": ("knock_card",),
    "must_lay": ("knock_card", "auto_lay"),
    "may_not_claim": (
        "discarder_knocks", "max_knocks", "own_discard_claim", "down_may_claim", "max_claims",
    ),
    "window_open": ("knock_close", "claim_close"),
    "joker_meld_short": ("exchanged_joker_min",),
    "own_meld_earlier": ("exchange_same_turn",),
    "joker_fresh": ("fresh_joker",),
    "nothing_said": ("rummy17_declare",),
    "exact_length": ("laydown_size",),
    "lay_off_later": ("layoff_same_turn",),
    "others_only": ("layoff_target", "own_joker_exchange", "freed_joker_target"),
    "may_not_displace": ("joker_exchange", "own_joker_exchange"),
    "same_rank": ("same_rank_books",),
    "adjacent": ("adjacent_straights",),
    "round_the_corner": ("ace", "wrap"),
    "two_aces": ("ace",),
    "not_in_this_game": ("open_melds",),
    "must_go_out": ("open_melds", "melds_per_turn"),
    "cannot_go_out": ("open_melds", "melds_per_turn"),
}  # fmt: skip


def sentence(text: str) -> str:
    """A text as a sentence: it begins with a capital and ends with a stop.

    >>> sentence("say which"), sentence("did you mean play?")
    ('Say which.', 'Did you mean play?')
    """
    stop = "" if text.endswith((".", "?", "!")) else "."
    return text[:1].upper() + text[1:] + stop


def marked(text: str, pack: Pack) -> str:
    """A text with its cards marked as cards, so that they are shown as such."""
    return WORDS.sub(lambda match: card(match[0]) if _is_card(pack, match[0]) else match[0], text)


def _is_card(pack: Pack, word: str) -> bool:
    try:
        parse_named(pack, word)
    except ParseError:
        return False
    return True


def told(error: UpcardError, view: View, names: Sequence[str], pack: Pack) -> str:
    """A refusal in a sentence or two."""
    if error.code == "not_your_turn":
        return _not_in_turn(view, names)
    if not isinstance(error, IllegalActionError):
        return marked(sentence(error.sentence), pack)
    if error.code in ("no_offer", "may_not_claim") and view.turn == view.seat:
        if view.phase == "draw" and view.discard:
            return f"It is your own turn: take {card(view.discard[0])}, or draw."
    reason = error.sentence.removeprefix(f"{short(error.text)}: ")
    for engine, player in SPOKEN:
        reason = reason.replace(engine, player)
    reason = re.sub(r" (twice|three times|so often) ", r" \1, ", reason)
    if view.game == "contract":
        reason = reason.replace("neither a set nor a run", "neither a book nor a straight")
        first = f"lay the whole contract first: {contract_of(view.number)}"
        reason = reason.replace("open first: your own melds must lie before you do this", first)
    if view.game == "gin" and error.code == "too_long":
        reason += ": five cards are the most, a longer run is laid as two"
    action = short(error.text)
    if view.game == "rummy17":
        action = re.sub("^claim", "knock", action)
    if error.code == "not_now":
        return f"You cannot {marked(action, pack)} now. {now_line(view)}"
    return marked(sentence(f"you cannot {action}: {reason}" if action else reason), pack)


def _not_in_turn(view: View, names: Sequence[str]) -> str:
    """Whose turn it is, and what somebody else may do meanwhile."""
    whose = f"It is {names[view.turn]}'s turn."
    if view.seat not in view.to_act or not view.discard:
        return whose
    word = "knock" if view.game == "rummy17" else "claim"
    return f"{whose} You are only asked whether you want {card(view.discard[0])}: {word}, or pass."


def paragraph_lines(rules: Rules, code: str, paragraph: str) -> list[str]:
    """Where a refusal comes from, and the house rules on which it depends."""
    if not paragraph:
        return []
    lines = [f"Rules of {title_of(rules)}, {paragraph}."]
    for option in rules.options:
        if option.name in OPTIONS.get(code, ()):
            lines.append(f"  {option_line(rules, option)}.")
    return lines


def option_line(rules: Rules, option: Option, mark: str = "") -> str:
    """The value in force, what else it could be, and what the option decides."""
    value = rules[option.name]
    others = ", ".join(written(choice) for choice in option.choices if choice != value)
    said = f" (or {others}{mark})" if others else f" ({mark[2:]})" if mark else ""
    return f"{option.name} = {written(value)}{said}: {option.explanation}"
