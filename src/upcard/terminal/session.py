"""A match at the terminal: whose turn it is, what a line does, what is shown after it."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from typing import Final

from upcard.bots.base import Bot
from upcard.core.action import Action
from upcard.core.deal import Deal
from upcard.core.event import Event
from upcard.core.match import Match
from upcard.core.places import PHASE_DRAW
from upcard.core.shuffle import FastShuffler
from upcard.core.view import View
from upcard.core.world import world
from upcard.errors import ParseError, UpcardError
from upcard.terminal.desk import Desk
from upcard.terminal.ink import Printer
from upcard.terminal.lines import Lines
from upcard.terminal.read import ACTIONS, Reader, parts_of, plays_in, read_verb
from upcard.terminal.save import Saver, program
from upcard.terminal.sheet import deal_lines, total_lines, what_of, winner_line
from upcard.terminal.show import title_of
from upcard.terminal.words import listed, written

# What a command line returns.
DONE: Final = 0
ENDED: Final = 1
INTERRUPTED: Final = 130
# The games in which a card is offered to seats that are not in turn.
OFFERS: Final = ("rummy17", "contract")
# Where the explanations of the help begin.
HELP_INDENT: Final = 18


class Leave(Exception):
    """The player leaves; the code is what the command returns."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


class Session:
    """One match at one terminal. players has None where a person sits."""

    def __init__(
        self,
        match: Match,
        players: Sequence[Bot | None],
        base: int,
        printer: Printer,
        lines: Lines,
        saver: Saver,
    ) -> None:
        self.match = match
        self.players = players
        self.names = match.names
        self.base = base
        self.printer = printer
        self.lines = lines
        self.saver = saver
        self.humans = [seat for seat, bot in enumerate(players) if bot is None]
        self.desk = Desk(printer, match.names, len(players))
        # How much of the deal's log a seat has been told.
        self.told = [0] * len(players)
        self.last_human = self.humans[0] if len(self.humans) == 1 else -1
        self.fresh = True
        # Who has seen the whole table in this deal; others see it with their first question.
        self.shown: set[int] = set()
        # Seats that want no card on offer any more in this deal.
        self.silent: set[int] = set()
        # Where in the deal's log the lines of this turn began: an undo takes back a whole line.
        self.begun: list[int] = []

    # ---- the loop

    def play(self) -> int:
        """Play on until the match is over or the player leaves; the exit code."""
        try:
            self.greet()
            while True:
                if not self.match.deal.is_over:
                    self.step()
                elif not self.end_of_deal():
                    return DONE
        except Leave as leave:
            return leave.code
        except EOFError:
            self.lines.fresh_line()
            return self.leave(ENDED, "The input has ended.")
        except KeyboardInterrupt:
            self.lines.fresh_line()
            return self.leave(INTERRUPTED, "Interrupted.")
        except OSError:
            # Nobody reads what is printed any more: keep the match, then say why it ended.
            self.saver.keep(self.match, self.notes())
            raise

    def greet(self) -> None:
        """What is being played, and where help is."""
        names = [self.names[seat] for seat in range(self.match.seats)]
        title = title_of(self.match.rules)
        self.printer.say(f"{title}: {listed(names)}. Type ? for help, rules for how it is played.")
        self.new_deal()

    def new_deal(self) -> None:
        """Announce the deal."""
        deal = self.match.deal
        self.told = [_last_of(self.told_of(seat), seat) for seat in range(len(self.players))]
        self.fresh = True
        self.shown.clear()
        self.silent.clear()
        self.begun.clear()
        self.printer.say()
        dealer = self.names[int(deal.dealer)]
        self.printer.say(f"{what_of(self.match)} {deal.number}. {dealer} dealt.")

    def step(self) -> None:
        """One bot acts, or a person is asked."""
        deal = self.match.deal
        turn = int(deal.turn)
        # Who may answer out of turn does so before the seat in turn goes on.
        waiting = [seat for seat in deal.to_act if seat != turn]
        if waiting and turn in deal.to_act and deal.phase == PHASE_DRAW and not deal.answers_n:
            # Nobody needs to be asked for a card that the seat in turn takes itself.
            bot = self.players[turn]
            action = None if bot is None else bot.act(self.match.view(turn), self.luck(turn))
            if action is not None and action.kind == "take":
                self.match.apply(action)
                return
        seat = min(waiting, key=self.lot) if waiting else turn
        bot = self.players[seat]
        if seat in self.silent and seat != turn:
            self.match.apply(Action("pass", seat))
        elif bot is None:
            self.ask(seat)
        else:
            self.match.apply(bot.act(self.match.view(seat), self.luck(seat)))

    def luck(self, seat: int) -> FastShuffler:
        """The chance of a bot's next action."""
        deal = self.match.deal
        number = (self.base * 16 + seat) * 1000 + int(deal.number)
        return FastShuffler(number * 1000000 + len(deal.log))

    def lot(self, seat: int) -> int:
        """Who is asked first whether they want a card is drawn by lot, anew in every turn."""
        deal = self.match.deal
        number = (self.base * 1000 + int(deal.number)) * 10000 + int(deal.turn_count)
        return int(FastShuffler(number * 16 + seat).below(1 << 30)) * 16 + seat

    def ask(self, seat: int) -> None:
        """Show a person what is new, and do what the next line says."""
        if seat != self.last_human:
            self.hand_over(seat)
        view = self.match.view(seat)
        if self.fresh:
            self.tell_news(view, seat)
            if view.turn == seat or seat not in self.shown:
                self.show(view, seat)
            else:
                self.desk.show_hand(view)
            self.fresh = False
        elif len(self.told_of(seat)) > self.told[seat]:
            self.tell_news(view, seat)
        self.obey(self.lines.read("> "), seat)

    def hand_over(self, seat: int) -> None:
        """At a shared terminal: hide the last hand before the next one is shown."""
        if self.last_human >= 0:
            self.printer.clear()
        self.last_human = seat
        self.fresh = True
        self.printer.say(f"--- {self.names[seat]} ---")
        if self.printer.tty:
            self.lines.read(f"{self.names[seat]}: press Enter when only you see the screen. ")

    def end_of_deal(self) -> bool:
        """Show the score sheet; whether the match goes on."""
        match = self.match
        seat = self.humans[0] if len(self.humans) == 1 else None
        if self.fresh or seat is None or self.told[seat] < len(self.told_of(seat)):
            view = match.view(seat)
            if seat is not None:
                self.tell_news(view, seat)
            self.printer.say()
            for line in deal_lines(view, self.names):
                self.printer.say(line, 2)
            self.say_totals()
            self.told = [len(self.told_of(s)) for s in range(len(self.players))]
            self.fresh = False
            if match.is_over:
                self.printer.say(winner_line(match, self.names))
                self.saver.finished(match, self.notes(), self.printer)
                return False
            self.printer.say(f"Type next (or just Enter) for the next {what_of(match).lower()}.")
        line = self.lines.read("> ")
        if not line.strip():
            self.begin_next()
        else:
            self.obey(line, seat if seat is not None else self.humans[0])
        return True

    def begin_next(self) -> None:
        """Deal again."""
        self.match.next_deal()
        self.last_human = self.humans[0] if len(self.humans) == 1 else -1
        self.new_deal()

    # ---- what is shown

    def tell_news(self, view: View, seat: int) -> None:
        """What the others did since this seat was last told."""
        events = self.told_of(seat)
        news = [event for event in events[self.told[seat] :] if event.seat != seat]
        self.told[seat] = len(events)
        self.desk.tell(news, view)

    def say_totals(self) -> None:
        """The points of every deal, and the totals."""
        for line in total_lines(self.match, self.names, self.printer.width):
            self.printer.say(line)

    def told_of(self, seat: int) -> list[Event]:
        """What a seat is told of: where cards are offered to all, nobody reads who passed."""
        log = self.match.deal.log_seen_by(seat)
        if self.match.rules.game not in OFFERS:
            return list(log)
        return [event for event in log if event.text != "pass" or event.shown]

    # ---- what a line does

    def obey(self, line: str, seat: int) -> None:
        """Do what a line says. Whatever is wrong with it is said, and nothing is changed."""
        parts = parts_of(line)
        if not parts:
            # Look again: at the whole table, also out of turn.
            self.shown.discard(seat)
            self.fresh = True
            return
        try:
            self.do_parts(parts, seat)
        except UpcardError as error:
            self.desk.refuse(error, self.match.view(seat))
            if len(parts) > 1:
                self.printer.say("Nothing of this line has been done.")

    def do_parts(self, parts: list[str], seat: int) -> None:
        """Commands, or actions that are done as a whole or not at all."""
        deal = self.match.deal
        if deal.is_over:
            verb, rest = between(parts[0])
            self.command(verb, rest, parts[0], seat)
            return
        reader = Reader(self.world(self.match.view(seat)), seat)
        verbs = [reader.verb(part) for part in parts]
        if verbs[0] == ("pass", ["all"]) and deal.rules.game in OFFERS:
            self.pass_all(seat)
            return
        if verbs[0][0] not in ACTIONS:
            if len(parts) > 1:
                raise ParseError("one_command", f"{verbs[0][0]} stands alone on its line", "")
            self.command(verbs[0][0], verbs[0][1], parts[0], seat)
            return
        self.act(plays_in(reader, parts), seat)

    def act(self, actions: list[str], seat: int) -> None:
        """Apply actions of a person and say what came of them."""
        match = self.match
        before = len(match.deal.log)
        if len(actions) == 1:
            events = [match.apply(Action(actions[0], seat))]
        else:
            events = match.apply_all([Action(action, seat) for action in actions])
        self.begun.append(before)
        self.desk.tell_own(events, self.match.view(seat))
        self.told[seat] = len(self.told_of(seat))
        if match.deal.is_over:
            self.fresh = True
        elif seat in match.deal.to_act:
            view = match.view(seat)
            self.desk.show_after(events, view)
        else:
            self.fresh = True

    def show(self, view: View, seat: int) -> None:
        """The whole table as the seat sees it."""
        self.shown.add(seat)
        self.desk.show(view)

    def world(self, view: View) -> Deal:
        """A deal to ask questions of, made from what the seat may know."""
        return world(view, FastShuffler(0))

    def command(self, verb: str, rest: list[str], line: str, seat: int) -> None:
        """Everything that is no action of the game."""
        view = self.match.view(seat)
        say = self.printer.say
        if self.desk.answer(verb, rest, line, view):
            if verb == "table":
                self.shown.add(seat)
        elif verb == "undo":
            self.undo(seat)
        elif verb == "score":
            self.say_totals()
        elif verb == "ask":
            self.silent.discard(seat)
            say("You are asked again whether you want a card on offer.")
        else:
            self.meta(verb, rest)

    def pass_all(self, seat: int) -> None:
        """No to every card on offer in this deal, this one included."""
        self.silent.add(seat)
        what = what_of(self.match).lower()
        self.printer.say(f"You pass for the rest of the {what}. To be asked again, type ask.")
        if seat != self.match.deal.turn and seat in self.match.deal.to_act:
            self.match.apply(Action("pass", seat))
            self.fresh = True

    def meta(self, verb: str, rest: list[str]) -> None:
        """Saving, leaving, going on."""
        if verb == "save":
            path = " ".join(rest) or self.saver.path_to_use(self.match)
            if self.saver.save(self.match, self.notes(), path, self.printer):
                # Later saves go where this one went; one that failed changes nothing.
                self.saver.path = path
                self.printer.say(f"Saved in {path}.")
        elif verb == "quit":
            if rest == ["now"] or self.leave(DONE, "") == DONE:
                raise Leave(DONE)
            self.printer.say("The game goes on; quit now leaves without saving.")
        elif self.match.deal.is_over:
            self.begin_next()
        else:
            self.printer.say("The deal is not over yet.")

    def undo(self, seat: int) -> None:
        """Take back the last play of this turn; never a draw, a take or a turn that has ended."""
        deal = self.match.deal
        last = deal.log[-1] if deal.log else None
        if deal.is_over or last is None or last.seat != seat or seat not in deal.to_act:
            self.printer.say("There is nothing of this turn to take back.")
            return
        kind = Action(last.text).kind
        if kind in ("draw", "take"):
            self.printer.say(f"What you {'drew' if kind == 'draw' else 'took'} stays in your hand.")
            return
        if kind in ("claim", "decline") or (kind == "pass" and self.match.rules.game in OFFERS):
            self.printer.say("An answer to an offer is final.")
            return
        # What was typed as one line is taken back as one, but for a card taken with it.
        begun = self.begun.pop() if self.begun else len(deal.log) - 1
        back = [self.match.undo().text]
        while len(self.match.deal.log) > begun:
            if Action(self.match.deal.log[-1].text).kind == "take":
                break
            back.insert(0, self.match.undo().text)
        self.told[seat] = len(self.told_of(seat))
        self.printer.say(f"Taken back: {'; '.join(written(text) for text in back)}.")
        self.show(self.match.view(seat), seat)

    # ---- leaving

    def notes(self) -> dict[str, object]:
        """What a save must know beside the match: who plays, and what their chance is made of."""
        levels = ["person" if bot is None else bot.level for bot in self.players]
        mine: dict[str, object] = {"players": levels, "base": self.base}
        if self.saver.own_game:
            mine["game"] = self.saver.own_game
        return {"terminal": mine}

    def leave(self, code: int, why: str) -> int:
        """Save and say how to go on; the code, or 1 where the match could not be saved."""
        path = self.saver.path_to_use(self.match)
        if not self.saver.save(self.match, self.notes(), path, self.printer, why):
            # Not where it should go: then where matches without a file of their own are kept.
            path = self.saver.new_path(self.match)
            if not self.saver.save(self.match, self.notes(), path, self.printer):
                return code or ENDED
        said = f"{why} " if why else ""
        self.printer.say(f"{said}The match is saved. To go on:")
        own = f"{shlex.quote(self.saver.own_game)} " if self.saver.own_game else ""
        self.printer.line(f"  {program()} play {own}--resume {shlex.quote(path)}")
        return code


def _last_of(log: Sequence[Event], seat: int) -> int:
    """How much of a log goes up to a seat's last action."""
    return max((i + 1 for i, event in enumerate(log) if event.seat == seat), default=0)


def between(part: str) -> tuple[str, list[str]]:
    """What a line means between two deals."""
    words = part.split()
    verb = read_verb(words[0], len(words) > 1)
    if verb in ACTIONS or verb in ("legal", "hint", "why", "table", "sort"):
        raise ParseError("deal_over", "that is over: type next to go on", part)
    return (verb, words[1:])
