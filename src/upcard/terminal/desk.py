"""What a terminal shows and answers from a view alone.

Where the view comes from plays no part: a match in this process, or a table that is served.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from upcard.core.action import Action
from upcard.core.event import Event
from upcard.core.pack import Pack
from upcard.core.shuffle import FastShuffler
from upcard.core.view import View
from upcard.core.world import world
from upcard.errors import ParseError, UpcardError
from upcard.terminal.answers import help_lines, legal_lines, rules_lines, why_lines
from upcard.terminal.hints import hint
from upcard.terminal.ink import Printer, cards
from upcard.terminal.read import Reader, read_card
from upcard.terminal.refusals import told
from upcard.terminal.show import Hand, hand_lines, show_hand, show_state, table_lines
from upcard.terminal.words import awarded, happened, listed, run_on, story, written

# Where the explanations of the help begin.
HELP_INDENT: Final = 18


class Desk:
    """A terminal's place at a table: its printer, the names, and how each hand is sorted."""

    def __init__(self, printer: Printer, names: Sequence[str], seats: int) -> None:
        self.printer = printer
        self.names = names
        self.hands = [Hand() for _ in range(seats)]

    # ---- what is shown

    def show(self, view: View) -> None:
        """The whole table as the seat sees it."""
        pack, hand = pack_of(view), self.hand_of(view)
        order = hand.arrange(view.hand, pack)
        show_state(self.printer, view, self.names, order, hand.mode, pack)
        self.show_note(view)

    def show_hand(self, view: View) -> None:
        """The hand, and what to do now."""
        pack, hand = pack_of(view), self.hand_of(view)
        order = hand.arrange(view.hand, pack)
        show_hand(self.printer, view, self.names, order, hand.mode, pack)
        self.show_note(view)

    def show_after(self, events: Sequence[Event], view: View) -> None:
        """What there is to see after own actions: the table where it has changed, and the hand."""
        if any(Action(event.text).kind in ("meld", "lay", "swap") for event in events):
            for text in table_lines(view, self.names, pack_of(view).suits):
                self.printer.say(text, 5)
        self.show_hand(view)

    def show_note(self, view: View) -> None:
        """What may not be discarded in this turn; whether one can knock."""
        if view.turn != view.seat or view.phase not in ("play", "wall"):
            return
        deal = world(view, FastShuffler(0))
        if view.game == "gin":
            if "knock" in deal.legal_actions():
                self.printer.say("You can knock.")
        elif view.taken is not None and view.taken in view.hand:
            if deal.barred(deal.taken):
                self.printer.say(f"{cards([view.taken])} was taken: it cannot be discarded now.")

    def hand_of(self, view: View) -> Hand:
        """How the hand of a view's seat is sorted."""
        assert view.seat is not None
        return self.hands[view.seat]

    # ---- what is told

    def tell(self, news: Sequence[Event], view: View) -> None:
        """What the others did."""
        news = self.seen(news, view)
        if news:
            self.printer.say()
        for sentence in story(news, self.names, view.seat, view.game):
            self.printer.say(sentence, 2)

    def tell_own(self, events: Sequence[Event], view: View) -> None:
        """What a person has just done, and who got a card by that."""
        events = self.seen(events, view)
        did = [happened(event, view.game) for event in events]
        self.printer.say(f"You {run_on(did)}.", 2)
        for event in events:
            award = awarded(event, self.names, view.seat)
            if award:
                self.printer.say(award, 2)

    def seen(self, events: Sequence[Event], view: View) -> list[Event]:
        """Events as the seat saw them: an own action may bring another a card from the stock."""
        return [event.seen_by(view.seat) for event in events]

    def refuse(self, error: UpcardError, view: View) -> None:
        """Say why an action is not allowed, and how it would be."""
        assert view.seat is not None
        self.printer.say(told(error, view, self.names, pack_of(view)))
        if error.code in ("joker_misplaced", "joker_unnamed", "not_a_meld", "round_the_corner"):
            text = error.text if error.text.startswith("meld") else f"meld {error.text}"
            orders = Reader(world(view, FastShuffler(0)), view.seat).orders(text)
            if orders:
                said = listed([written(order) for order in orders], "or")
                self.printer.say(f"Perhaps you mean {said}.")

    # ---- what is asked

    def answer(self, verb: str, rest: Sequence[str], line: str, view: View) -> bool:
        """Answer a question that takes no more than the view; False where it is none."""
        assert view.seat is not None
        say = self.printer.say
        if verb == "help":
            for text in help_lines(view, rest):
                say(text, HELP_INDENT)
        elif verb == "table":
            self.show(view)
        elif verb == "legal":
            for text in legal_lines(world(view, FastShuffler(0)), view.seat, rest):
                say(text, 4)
        elif verb == "hint":
            for text in hint(view):
                say(text, 2)
        elif verb == "why":
            why = line.split(None, 1)[1] if rest else ""
            for text in why_lines(view, world(view, FastShuffler(0)), self.names, why):
                say(text, 4)
        elif verb == "sort":
            self.sort(rest, view)
        elif verb == "rules":
            for text in rules_lines(view.rules):
                say(text, 4)
        elif verb == "symbols":
            self.printer.symbols = not self.printer.symbols
            say("Suits are shown as signs." if self.printer.symbols else "Suits are letters.")
            self.say_hand(view)
        else:
            return False
        return True

    def sort(self, rest: Sequence[str], view: View) -> None:
        """Sort by suit or rank, keep the order, or put named cards first."""
        pack, hand = pack_of(view), self.hand_of(view)
        word = rest[0].lower() if rest else "suit"
        modes = [mode for mode in ("suit", "rank", "keep") if mode.startswith(word)]
        if len(rest) <= 1 and modes:
            hand.mode = modes[0]
        else:
            named = [read_card(pack, text) for text in rest]
            for token in set(named):
                if named.count(token) > view.hand.count(token):
                    raise ParseError("not_held", f"your hand does not hold {token}", token)
            hand.set_order(named, view.hand, pack)
        self.say_hand(view)

    def say_hand(self, view: View) -> None:
        """The cards of the hand, and no more."""
        pack, hand = pack_of(view), self.hand_of(view)
        for line in hand_lines(hand.arrange(view.hand, pack), hand.mode, pack):
            self.printer.say(line, 4)


def pack_of(view: View) -> Pack:
    """The pack a view's game is played with."""
    return view.kind.make(view.rules, view.seats, view.dealer, view.number).pack
