"""What a seat is shown: its view, and nothing that is not in it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from upcard.core.deal import Deal
from upcard.core.pack import Pack
from upcard.core.rules import Rules
from upcard.core.view import View
from upcard.terminal.ink import Printer, card, cards, plain
from upcard.terminal.offers import offer_lines, waiting_line
from upcard.terminal.status import (
    asked,
    contract_of,
    laid_of_contract,
    out_line,
    status_lines,
    whole_hand,
)
from upcard.terminal.words import count, listed, meld_text

OPENING: Final = 30
# Larger hands are shown in groups, by suit or by rank.
LONG_HAND: Final = 14
LINE: Final = 76


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


def hand_lines(hand: Sequence[str], mode: str, pack: Pack) -> list[str]:
    """The hand; a large one that is sorted a suit to a line, or in groups of a rank."""
    head = f"Your hand, {count(len(hand), 'card')}:"
    if len(hand) <= LONG_HAND or mode == "keep":
        return [f"{head} {cards(list(hand))}"]
    groups: dict[int, list[str]] = {}
    for token in hand:
        face = int(pack.face(token))
        key = 99
        if face < pack.n_faces:
            key = face // int(pack.n_ranks) if mode == "suit" else face % int(pack.n_ranks)
        groups.setdefault(key, []).append(token)
    parts = [cards(group) for group in groups.values()]
    if mode == "suit":
        return [head, *[f"  {part}" for part in parts]]
    lines = [head]
    line = ""
    for part in parts:
        if line and len(plain(line)) + 3 + len(plain(part)) > LINE:
            lines.append(f"  {line}")
            line = ""
        line = f"{line} | {part}" if line else part
    return [*lines, f"  {line}"]


def table_lines(view: View, names: Sequence[str], suits: str) -> list[str]:
    """The melds of the table, numbered."""
    if not view.table:
        closed = view.game == "gin" or (
            view.game == "seven_card" and not view.rules.is_set("open_melds")
        )
        return [] if closed else ["Table: no melds yet."]
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
    """How many cards the others hold, and who has laid any."""
    parts = []
    owners = {meld.owner for meld in view.table}
    others = [seat for seat in range(view.seats) if seat != view.seat]
    for seat in others:
        said = "has laid melds" if seat in owners else "has laid cards off"
        if view.game == "contract":
            said = "is down"
        opened = f" and {said}" if view.opened[seat] else ""
        parts.append(f"{names[seat]} holds {count(view.hand_sizes[seat], 'card')}{opened}")
    # What is said of several needs more than commas between them.
    return ("; ".join(parts) if any(view.opened[seat] for seat in others) else listed(parts)) + "."


def owed_line(view: View) -> str:
    """What must still be done in this turn, or nothing."""
    if view.owed and view.game == "romme":
        if view.rules["opening"] == "single":
            return f"Your opening still needs one meld worth {OPENING} points."
        return f"{OPENING - view.owed} of {OPENING} points laid: lay {view.owed} more to open."
    if view.owed and view.game == "contract":
        return laid_of_contract(view)
    if view.owed:
        return "You have begun to go out: lay the rest."
    if view.freed is not None and view.game == "rummy17":
        least = view.rules["exchanged_joker_min"]
        return f"You hold the joker {card(view.freed)}: lay a new meld of {least} or more with it."
    if view.freed is not None and view.game == "contract":
        return "The displaced joker must be placed now: lay X on a meld, or undo."
    if view.extra.get("must_lay"):
        return "You have displaced a joker: lay the contract in this turn."
    if view.freed is not None:
        return f"The freed joker {card(view.freed)} must be played at once."
    return ""


def now_lines(view: View, deal: Deal, names: Sequence[str]) -> list[str]:
    """What to do now, with all that bears on an answer to an offer."""
    if view.turn != view.seat and view.extra.get("claim") is not None:
        return offer_lines(view, deal, names)
    return [line for line in (waiting_line(view, names), now_line(view), out_line(view)) if line]


def now_line(view: View) -> str:
    """Whose turn it is and what to do."""
    phase = view.phase
    top = card(view.discard[0]) if view.discard else ""
    if view.turn != view.seat:
        ask = "knock" if view.game == "rummy17" else "claim"
        return f"{top} is on offer to you: {ask}, or pass."
    if phase == "draw" and view.game == "contract":
        return _offer_line(view, top)
    if phase == "draw":
        take = f", or take {top}" if top else ""
        if not view.stock_size:
            return _empty_stock_line(view, take)
        return f"Your turn: draw from the stock{take}."
    if phase == "upcard":
        passes = view.extra.get("passes")
        return "Both passed: draw." if passes == 2 else f"Your turn: take {top}, or pass."
    if phase == "wall":
        return f"The stock is down to its last two cards: pass, unless you can knock with {top}."
    if phase == "knock":
        if not view.table and view.hand_sizes[view.turn] == 11:
            return "Your knock: first discard, then lay your melds, then pass."
        if only_pass(view):
            return "Your knock: there is no more to lay, so pass."
        return "Your knock: lay your melds one by one, then pass to end the laying."
    if phase == "layoff":
        if view.extra.get("layoffs_done"):
            if only_pass(view):
                return "There is no more to lay: pass, and the deal is counted."
            return "Now lay your own melds, then pass: the deal is counted."
        if only_pass(view):
            return "The other side knocked. You can lay nothing off on its melds: pass."
        return "The other side knocked: lay off cards on its melds, then pass."
    return _play_line(view)


def only_pass(view: View) -> bool:
    """Whether there is nothing to do but to pass."""
    return [action.kind for action in asked(view).legal_actions(view.seat)] == ["pass"]


def _empty_stock_line(view: View, take: str) -> str:
    """What a draw does where the stock has run out, if it can still be made."""
    if "draw" not in asked(view).legal_actions(view.seat):
        return f"Your turn: the stock is empty{take}."
    return f"Your turn: draw (the stock is empty: the pile is made the stock first){take}."


def _offer_line(view: View, top: str) -> str:
    """What a seat in turn may do with the card on offer."""
    declined = (str(view.seat), "pass") in _answers(view)
    if view.extra.get("served"):
        return "Your turn: the card on offer has gone. Draw from the stock."
    if declined or not top:
        return "Your turn: draw from the stock."
    if view.rules["claim_close"] == "all_answer":
        return f"Your turn: take {top}, or decline it; draw once all have said if they want it."
    return f"Your turn: take {top}, or draw from the stock."


def _answers(view: View) -> list[tuple[object, object]]:
    answers = view.extra.get("answers")
    return list(answers.items()) if isinstance(answers, dict) else []


def _play_line(view: View) -> str:
    owed = owed_line(view)
    if owed:
        return owed
    if view.game == "gin":
        return "Your turn: discard. Melds stay in your hand until somebody knocks."
    mine = view.seat is not None and view.opened[view.seat]
    if view.game == "romme" and not mine:
        return f"Your turn: lay {OPENING} points to open, or discard."
    if view.game == "rummy17":
        return "Your turn: lay what you like, then discard; one card must be left for that."
    if view.game == "contract" and not mine:
        if whole_hand(view):
            return f"Your turn: lay all your cards as {contract_of(view.number)}, or discard."
        return f"Your turn: lay your contract, {contract_of(view.number)}, or discard."
    if view.game == "contract":
        return "Your turn: lay cards off, then discard. Your last card may be laid or discarded."
    if view.game == "seven_card" and not view.rules.is_set("open_melds"):
        return "Your turn: discard. Nothing is laid before the whole hand can go."
    return "Your turn: lay what you like, then discard."


def show_state(
    printer: Printer, view: View, names: Sequence[str], hand: Sequence[str], mode: str, pack: Pack
) -> None:
    """The table as the seat sees it."""
    for line in [*status_lines(view, names), *table_lines(view, names, pack.suits)]:
        printer.say(line, 5)
    printer.say(f"{others_line(view, names)} {piles_line(view)}", 2)
    show_hand(printer, view, names, hand, mode, pack)


def show_hand(
    printer: Printer, view: View, names: Sequence[str], hand: Sequence[str], mode: str, pack: Pack
) -> None:
    """The hand, and what to do now."""
    for line in hand_lines(hand, mode, pack):
        printer.say(line, 4)
    for line in now_lines(view, asked(view), names):
        printer.say(line, 2)
