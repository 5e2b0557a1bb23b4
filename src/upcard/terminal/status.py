"""What a game shows beside the table: bonus cards, the contract, how far a hand is from out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from upcard.bots.policies_out import OutPlayer
from upcard.core.deal import Deal
from upcard.core.places import NONE
from upcard.core.shuffle import FastShuffler
from upcard.core.view import View
from upcard.core.world import seen_deal, world
from upcard.games.bonus import BONUS_CARDS, GAME_OVER, HIGHEST_TRIPLE, MEASURES, Measures
from upcard.games.contract_hand import BOOKS, STRAIGHTS
from upcard.games.contract_rules import HANDS
from upcard.games.rummy17 import Rummy17Deal
from upcard.games.seven_card import SevenCardRules
from upcard.terminal.ink import cards
from upcard.terminal.words import count, listed

BONUS_WORDS: Final = {
    "most_cards": "Most cards", "most_sets": "Most sets", "most_runs": "Most runs",
    "longest_set": "Longest set", "longest_run": "Longest run", "most_123": "Most 1/2/3",
    "most_8_16": "Most 8/16", "most_red": "Most red", "little_blue": "Fewest blue",
    "least_jokers": "Fewest jokers", "highest_triple": "Highest triple",
    "game_over": "Game over",
}  # fmt: skip


def status_lines(view: View, names: Sequence[str]) -> list[str]:
    """The lines a game has beside its table."""
    if view.game == "rummy17":
        return [*side_lines(view), *bonus_lines(view, names)]
    if view.game == "contract":
        return contract_lines(view, names)
    return []


# ---- Rummy 17


def side_lines(view: View) -> list[str]:
    """The jokers still at the side."""
    side = view.extra.get("side_jokers")
    if not isinstance(side, list) or not side:
        return ["At the side: no joker is left."]
    return [f"At the side: {'jokers' if len(side) > 1 else 'joker'} {cards(side)}."]


def bonus_lines(view: View, names: Sequence[str]) -> list[str]:
    """Each shown bonus card: who would get it now, and what everybody has of it."""
    deal = seen_deal(view)
    assert isinstance(deal, Rummy17Deal)
    rules = deal.house.bonus
    measures = Measures(rules, deal.seats, deal.table, deal.table_n, deal.laid_by)
    lines = ["Bonus cards, 3 points each, with what lies before each player:"]
    for number in deal.bonus:
        name = BONUS_WORDS[BONUS_CARDS[number]]
        if number == GAME_OVER:
            lines.append(f"  {name}: for whoever goes out.")
            continue
        order = [view.seat] if view.seat is not None else []
        order += [seat for seat in range(view.seats) if seat != view.seat]
        parts = []
        for seat in order:
            amount = int(measures.of[seat * MEASURES + int(number)])
            shown = "none" if number == HIGHEST_TRIPLE and amount == NONE else str(amount)
            parts.append(f"{'you' if seat == view.seat else names[seat]} {shown}")
        leaders = [
            "you" if seat == view.seat else names[seat]
            for seat in order
            if measures.fulfils(number, seat, NONE)
        ]
        leading = f"{listed(leaders)} now" if leaders else "nobody yet"
        if len(leaders) == view.seats:
            leading = "all now"
        lines.append(f"  {name}: {', '.join(parts)}. For {leading}.")
    return lines


# ---- contract rummy


def contract_text(books: int, straights: int) -> str:
    """``2 books and 1 straight``."""
    parts = [count(n, noun) for n, noun in ((books, "book"), (straights, "straight")) if n]
    return listed(parts)


def contract_of(number: int) -> str:
    """The contract of a hand."""
    hand = (number - 1) % HANDS
    return contract_text(BOOKS[hand], STRAIGHTS[hand])


def whole_hand(view: View) -> bool:
    """Whether the hand goes down only with every card."""
    return view.number == HANDS and view.rules.is_set("last_hand", "all_cards")


def contract_lines(view: View, names: Sequence[str]) -> list[str]:
    """Which hand it is, what it asks for, who is down."""
    every = ", every card of the hand used" if whole_hand(view) else ""
    down = [
        "you" if seat == view.seat else names[seat]
        for seat in range(view.seats)
        if view.opened[seat]
    ]
    said = f"Down: {listed(down)}." if down else "Nobody is down yet."
    return [f"Hand {view.number} of {HANDS}: {contract_of(view.number)}{every}. {said}"]


def laid_of_contract(view: View) -> str:
    """What of a contract being laid lies, and what is still to come."""
    books, straights = view.owed & 7, view.owed >> 3
    hand = (view.number - 1) % HANDS
    laid = contract_text(BOOKS[hand] - books, STRAIGHTS[hand] - straights)
    return f"Laid of the contract: {laid}. Still to lay: {contract_text(books, straights)}."


# ---- seven-card rummy


def out_line(view: View) -> str:
    """How far a hand that goes out only as a whole is from that; nothing in other games."""
    rules = view.rules
    if not isinstance(rules, SevenCardRules) or rules.open_melds or view.is_over:
        return ""
    if view.seat is None or view.owed or view.seat not in view.to_act:
        return ""
    deal = asked(view)
    player = OutPlayer()
    if view.phase == "play" and player.plan(deal, view.seat, 0):
        return "You can go out: lay your melds; hint shows them."
    left = len(player.loose(deal, view.seat))
    are = "is" if left == 1 else "are"
    return f"{count(left, 'card')} {are} in no meld. You go out with none, or with one to discard."


def asked(view: View) -> Deal:
    """A deal to ask questions of, made from what the seat may know."""
    return world(view, FastShuffler(0))
