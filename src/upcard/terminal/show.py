"""What a seat is shown: its view, and nothing that is not in it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from upcard.core.pack import Pack
from upcard.core.rules import Rules
from upcard.core.view import View
from upcard.terminal.ink import Printer, card, cards
from upcard.terminal.words import count, listed, meld_text

OPENING: Final = 30


def title_of(rules: Rules) -> str:
    """What a game is called."""
    return str(getattr(rules, "title", rules.game))


class Hand:
    """The order in which a hand is shown: sorted by suit or rank, or kept as its owner likes."""

    def __init__(self) -> None:
        self.mode = "suit"
        self.order: list[str] = []

    def arrange(self, hand: Sequence[str], pack: Pack) -> list[str]:
        """The hand in its order; in a kept order new cards come last."""
        left = list(hand)
        kept: list[str] = []
        for token in self.order:
            if token in left:
                left.remove(token)
                kept.append(token)
        if self.mode == "keep":
            self.order = kept + left
            return self.order
        ranks = int(pack.n_ranks)

        def key(token: str) -> tuple[int, int]:
            face = int(pack.face(token))
            if face >= pack.n_faces:
                return (99, 0)
            suit, rank = face // ranks, face % ranks
            return (suit, rank) if self.mode == "suit" else (rank, suit)

        self.order = sorted(hand, key=key)
        return self.order

    def set_order(self, first: Sequence[str], hand: Sequence[str], pack: Pack) -> None:
        """An order of one's own: these cards first, the others after them as they are."""
        rest = self.arrange(hand, pack)[:]
        for token in first:
            rest.remove(token)
        self.mode = "keep"
        self.order = [*first, *rest]


def table_lines(view: View, names: Sequence[str], suits: str) -> list[str]:
    """The melds of the table, numbered."""
    if not view.table:
        return [] if view.game == "gin" else ["Table: no melds yet."]
    lines = ["Table:"]
    for i, meld in enumerate(view.table):
        lines.append(
            f"  {i + 1}  {meld_text(meld, suits)}, laid by {_who(view, names, meld.owner)}"
        )
    laid_off = view.extra.get("laid_off")
    if isinstance(laid_off, list) and laid_off:
        lines.append(f"  laid off: {cards(laid_off)}")
    return lines


def _who(view: View, names: Sequence[str], seat: int) -> str:
    return "you" if seat == view.seat else names[seat]


def piles_line(view: View) -> str:
    """The top of the pile and the sizes of pile and stock."""
    if view.discard:
        under = f", {len(view.discard) - 1} below it" if len(view.discard) > 1 else ""
        pile = f"Pile: {card(view.discard[0])} on top{under}."
    else:
        pile = "Pile: empty."
    return f"{pile} Stock: {count(view.stock_size, 'card')}."


def others_line(view: View, names: Sequence[str]) -> str:
    """How many cards the others hold, and who has laid melds."""
    parts = []
    for seat in range(view.seats):
        if seat != view.seat:
            opened = " and has laid melds" if view.opened[seat] else ""
            parts.append(f"{names[seat]} holds {count(view.hand_sizes[seat], 'card')}{opened}")
    return listed(parts) + "."


def owed_line(view: View) -> str:
    """What must still be done in this turn, or nothing."""
    if view.owed and view.game == "romme":
        if view.rules["opening"] == "single":
            return f"Your opening still needs one meld worth {OPENING} points."
        return f"{OPENING - view.owed} of {OPENING} points laid: lay {view.owed} more to open."
    if view.owed:
        return "You have begun to go out: lay the rest."
    if view.freed is not None:
        return f"The freed joker {card(view.freed)} must be played at once."
    return ""


def now_line(view: View) -> str:
    """Whose turn it is and what to do."""
    phase = view.phase
    top = card(view.discard[0]) if view.discard else ""
    if view.turn != view.seat:
        return "Another seat is in turn: claim the card, or pass."
    if phase == "draw":
        take = f", or take {top}" if top else ""
        return f"Your turn: draw from the stock{take}."
    if phase == "upcard":
        passes = view.extra.get("passes")
        return "Both passed: draw." if passes == 2 else f"Your turn: take {top}, or pass."
    if phase == "wall":
        return f"The stock is down to its last two cards: pass, unless you can knock with {top}."
    if phase == "knock":
        if not view.table and view.hand_sizes[view.turn] == 11:
            return "You knocked. First discard, then lay your melds, then pass."
        return "You knocked: lay your melds one by one, then pass to end the laying."
    if phase == "layoff":
        if view.extra.get("layoffs_done"):
            return "Now lay your own melds, then pass: the deal is counted."
        return "The other side knocked: lay off cards on its melds, then pass."
    return _play_line(view)


def _play_line(view: View) -> str:
    owed = owed_line(view)
    if owed:
        return owed
    if view.game == "gin":
        return "Your turn: discard."
    mine = view.seat is not None and view.opened[view.seat]
    if view.game == "romme" and not mine:
        return f"Your turn: lay {OPENING} points to open, or discard."
    return "Your turn: lay what you like, then discard."


def show_state(
    printer: Printer, view: View, names: Sequence[str], hand: Sequence[str], suits: str
) -> None:
    """The table as the seat sees it."""
    for line in table_lines(view, names, suits):
        printer.say(line, 5)
    printer.say(f"{others_line(view, names)} {piles_line(view)}")
    printer.say(f"Your hand, {count(len(hand), 'card')}: {cards(list(hand))}", 2)
    printer.say(now_line(view))
