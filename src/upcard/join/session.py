"""A seat of a served table at a terminal: what is told, what a line does."""

from __future__ import annotations

import queue
import shlex
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from upcard.core.action import Action
from upcard.core.event import Event
from upcard.core.shuffle import FastShuffler
from upcard.core.view import View
from upcard.core.world import world
from upcard.errors import ParseError, UpcardError
from upcard.join.line import Closed, Lost, NoTableError, SeatLine
from upcard.join.place import Place
from upcard.join.seen import event_of, view_of
from upcard.join.typed import Typed
from upcard.server.wire import (
    CLOSE_GONE,
    CLOSE_TAKEN_OVER,
    Ack,
    Rejected,
    Said,
    Snapshot,
    TableUpdate,
    Update,
    Welcome,
)
from upcard.server.wire_state import Event as WireEvent
from upcard.server.wire_state import State, TableInfo
from upcard.terminal.desk import Desk
from upcard.terminal.ink import Printer
from upcard.terminal.read import ACTIONS, Reader, parts_of, plays_in, read_verb
from upcard.terminal.session import DONE, ENDED, INTERRUPTED, OFFERS, Leave, between
from upcard.terminal.sheet import called, deal_lines
from upcard.terminal.show import title_of
from upcard.terminal.words import OUT_OF_TURN, does, listed

HOW: Final = "Type ? for help, rules for how it is played, quit to leave."
PATIENCE: Final = 5.0
# What comes of numbers and cards that no deal has: a server is not to be trusted with more.
IMPOSSIBLE: Final = (LookupError, TypeError, ValueError, AttributeError, ArithmeticError)


@contextmanager
def told_by_server() -> Iterator[None]:
    """Where only the server can be at fault: what it tells is taken in and shown.

    What a line asks for is not done in here: a fault of ours must not be told as the server's.
    """
    try:
        yield
    except IMPOSSIBLE as error:
        raise NoTableError("no_server", "the server tells of what cannot be", "") from error


class Served:
    """One seat of a table on a server."""

    def __init__(self, place: Place, token: str, printer: Printer) -> None:
        self.place = place
        self.token = token
        self.printer = printer
        self.inbox: queue.SimpleQueue[object] = queue.SimpleQueue()
        self.lines: deque[str | None] = deque()
        self.line = SeatLine(place.socket, self.hello, self.inbox.put)
        self.typed: Typed | None = None
        self.seq = -1
        self.you = 0
        self.table: TableInfo | None = None
        self.state: State | None = None
        self.log: list[Event] = []
        self.numbers: list[int] = []
        # Up to which number the news have been told; whether the table has been shown since.
        self.told = -1
        self.desk: Desk | None = None
        self.mine = False
        # Own actions after which the table is still to be shown.
        self.acted: list[Event] = []
        self.prompted = False
        self.lost = False
        self.seated = ""
        self.sheet_of = 0
        self.answers: dict[str, Ack | Rejected] = {}

    def hello(self) -> dict[str, object]:
        """How a connection begins, the first and any other."""
        return {"token": self.token, "after": None if self.seq < 0 else self.seq}

    # ---- the loop

    def play(self, typed: Typed) -> int:
        """Play until the match is over or the player leaves; the exit code."""
        self.typed = typed
        self.line.start()
        try:
            while True:
                self.hear(self.inbox.get())
                while not self.inbox.empty():
                    self.hear(self.inbox.get())
                self.go_on()
        except Leave as leave:
            return leave.code
        except EOFError:
            self.leave("The input has ended.")
            return ENDED
        except KeyboardInterrupt:
            self.printer.say()
            self.leave("Interrupted.")
            return INTERRUPTED
        finally:
            self.line.stop()

    def hear(self, item: object) -> None:
        """Take in one thing: a message, a line, the end of the connection."""
        if item is None or isinstance(item, str):
            self.lines.append(item)
        elif isinstance(item, NoTableError):
            raise item
        elif isinstance(item, Closed):
            self.closed(item.code)
        elif isinstance(item, Lost):
            if not self.lost:
                self.printer.say("The connection is lost; trying again. Ctrl-C leaves.")
            self.lost = True
        else:
            self.take(item)

    def closed(self, code: int) -> None:
        """The server wants no more of this seat."""
        if code == CLOSE_TAKEN_OVER:
            self.printer.say("This seat was opened elsewhere. To take it back:")
            self.printer.line(f"  upcard join {shlex.quote(self.place.link(self.token))}")
            raise Leave(ENDED)
        gone = "this table is no more" if code == CLOSE_GONE else "this link opens no seat"
        raise NoTableError("no_table", gone, self.place.code)

    @told_by_server()
    def take(self, message: object) -> None:
        """Take in a message."""
        if isinstance(message, Welcome):
            if message.you is None:
                raise NoTableError("no_server", "the server gave no seat", "")
            self.you = message.you
            if self.lost:
                self.printer.say("Connected again.")
            self.lost = False
        elif isinstance(message, Snapshot):
            self.table, self.state, self.seq = message.table, message.state, message.seq
            self.log, self.numbers = [], []
            self.add(message.events)
        elif isinstance(message, Update):
            if message.events and message.events[0].seq > self.seq + 1:
                self.line.send("snapshot")
                return
            self.add([event for event in message.events if event.seq > self.seq])
            self.seq = max(self.seq, message.seq)
            self.state = message.state
        elif isinstance(message, TableUpdate):
            self.table = message.table
        elif isinstance(message, Said):
            who = self.names()[message.seat]
            self.printer.say(f"{who}: {message.phrase.replace('_', ' ')}")
        elif isinstance(message, Ack | Rejected):
            self.answers[message.id] = message

    def add(self, events: list[WireEvent]) -> None:
        """Keep what was done in the running deal."""
        for event in events:
            if event.kind == "deal":
                self.log, self.numbers = [], []
            elif event.kind == "act" and event.seat is not None:
                try:
                    self.log.append(event_of(event))
                except UpcardError as error:
                    raise NoTableError("no_server", f"not an action: {error}", "") from None
                self.numbers.append(event.seq)

    def names(self) -> list[str]:
        """What the seats are called here."""
        assert self.table is not None
        names = [seat.name or f"Seat {at + 1}" for at, seat in enumerate(self.table.seats)]
        names[self.you] = "You"
        return names

    def view(self) -> View:
        """What this seat may know."""
        assert self.table is not None
        assert self.state is not None
        return view_of(self.table, self.state, self.log)

    # ---- what is shown

    def go_on(self) -> None:
        """Tell what is new, and do the lines it is time for."""
        table = self.table
        if table is None:
            return
        if self.state is None:
            self.wait_for_deal(table)
            return
        view = self.catch_up()
        while self.lines and (self.may_type(view) or self.at_once(self.lines[0])):
            line = self.lines.popleft()
            if line is None:
                raise EOFError
            self.prompted = False
            self.obey(line, view)
            view = self.catch_up()
        if self.may_type(view) and not self.prompted:
            self.prompted = True
            self.printer.prompt("> ")

    @told_by_server()
    def catch_up(self) -> View:
        """Tell and show what is new; the view this has come to."""
        assert self.table is not None
        view = self.view()
        if self.desk is None:
            self.greet(view)
        assert self.desk is not None
        self.desk.names = self.names()
        if self.table.seats[self.you].bot_plays:
            self.line.send("back")
            self.table.seats[self.you].bot_plays = False
            self.printer.say("A bot has played for you. You take your seat back.")
        self.tell(view)
        if view.is_over:
            self.end_of_deal(view)
        else:
            self.show(view)
        return view

    @property
    def keyboard(self) -> bool:
        """Whether somebody types, who may do so at any time."""
        return self.typed is not None and self.typed.keyboard

    def at_once(self, line: str | None) -> bool:
        """Whether a line does not wait for one's turn: what a pipe says of the game does."""
        if self.keyboard or line is None:
            return self.keyboard
        try:
            verb = read_verb((line.split() or ["next"])[0], True)
        except UpcardError:
            return False
        return verb not in ACTIONS and verb != "next"

    def may_type(self, view: View) -> bool:
        """Whether a line is asked for."""
        if view.is_over:
            assert self.table is not None
            return self.table.stage == "between" and not self.table.seats[self.you].ready
        return self.may(view)

    def may(self, view: View) -> bool:
        """Whether this seat has something to do."""
        assert self.state is not None
        window = self.state.window
        if window is not None and (window.waiting or (window.answered and view.turn != self.you)):
            return False
        return self.state.may is not None and self.you in view.to_act

    @told_by_server()
    def wait_for_deal(self, table: TableInfo) -> None:
        """Before the first deal."""
        sits = [name for name, seat in zip(self.names(), table.seats) if seat.kind != "open"]
        free = sum(seat.kind == "open" for seat in table.seats)
        said = f"At the table: {listed(sits)}. Open seats: {free}."
        host = table.host == self.you
        said += " Type start to deal." if host else " The host deals when everybody is there."
        if said != self.seated:
            self.seated = said
            self.printer.say(said)
        if host or self.keyboard:
            while self.lines:
                line = self.lines.popleft()
                if line is None:
                    raise EOFError
                word = line.strip().lower()
                if word in ("quit", "q"):
                    self.leave("")
                    raise Leave(DONE)
                if word == "start" and host:
                    self.do("start")
                elif word:
                    self.printer.say("Type start to deal, or quit." if host else "Type quit.")

    def greet(self, view: View) -> None:
        """What is being played, and how."""
        self.desk = Desk(self.printer, self.names(), view.seats)
        self.printer.say(f"{title_of(view.rules)}: {listed(self.names())}. {HOW}")
        # What happened before is on the table to see.
        self.told = self.seq

    def tell(self, view: View) -> None:
        """What happened since: of the others, and of oneself."""
        assert self.desk is not None
        news = [event for event, n in zip(self.log, self.numbers) if n > self.told]
        self.told = max(self.told, self.seq)
        if view.game in OFFERS:
            news = [event for event in news if event.text != "pass" or event.shown]
        stretch: list[Event] = []
        for i, event in enumerate(news):
            stretch.append(event)
            own = event.seat == self.you
            if i + 1 == len(news) or (news[i + 1].seat == self.you) != own:
                if own:
                    self.desk.tell_own(stretch, view)
                    self.acted = stretch
                else:
                    self.desk.tell(stretch, view)
                    self.mine = False
                stretch = []
                self.prompted = False

    def show(self, view: View) -> None:
        """The table where it has become one's turn, the hand where it goes on."""
        assert self.desk is not None
        if not self.may(view):
            self.mine = False
        elif not self.mine:
            self.mine = True
            self.desk.show(view)
            self.acted = []
        elif self.acted:
            self.desk.show_after(self.acted, view)
            self.acted = []

    def end_of_deal(self, view: View) -> None:
        """The score sheet, once; and the end of the match."""
        assert self.state is not None
        assert self.table is not None
        if self.sheet_of == view.number:
            return
        self.sheet_of = view.number
        self.mine = False
        names = self.names()
        self.printer.say()
        for line in deal_lines(view, names):
            self.printer.say(line, 2)
        totals = [f"{name} {total}" for name, total in zip(names, self.state.totals)]
        self.printer.say(f"Totals: {listed(totals)}.")
        if self.state.match_over:
            won = [names[seat] for seat in self.state.winners if seat < len(names)]
            verb = f"{listed(won)} share the win" if len(won) > 1 else does(listed(won), "wins")
            self.printer.say(f"The match is over. {verb}.")
            raise Leave(DONE)
        self.printer.say(f"Type next (or just Enter) for the next {called(view.game).lower()}.")

    # ---- what a line does

    def obey(self, line: str, view: View) -> None:
        """Do what a line says. Whatever is wrong with it is said, and nothing is changed."""
        assert self.desk is not None
        parts = parts_of(line)
        if not parts and not view.is_over:
            self.desk.show(view)
            return
        try:
            self.do_parts(parts or ["next"], view)
        except UpcardError as error:
            if isinstance(error, NoTableError) or view.is_over:
                raise
            self.desk.refuse(error, view)
            if len(parts) > 1:
                self.printer.say("Nothing of this line has been done.")

    def do_parts(self, parts: list[str], view: View) -> None:
        """Commands, or actions that are done as a whole or not at all."""
        if view.is_over:
            try:
                verb, rest = between(parts[0])
            except UpcardError as error:
                self.printer.say(f"{error.sentence}.")
                return
            self.command(verb, rest, parts[0], view)
            return
        if not self.may(view):
            verb, *rest = parts[0].split()
            verb = read_verb(verb, bool(rest))
            if verb in ACTIONS or verb == "hint":
                self.printer.say(OUT_OF_TURN)
            else:
                self.command(verb, rest, parts[0], view)
            return
        reader = Reader(world(view, FastShuffler(0)), self.you)
        verbs = [reader.verb(part) for part in parts]
        if verbs[0] == ("pass", ["all"]) and view.game in OFFERS:
            if self.do("standing", answer="pass", until="deal"):
                self.printer.say(f"You pass for the rest of this {called(view.game).lower()}.")
            return
        if verbs[0][0] not in ACTIONS:
            if len(parts) > 1:
                raise ParseError("one_command", f"{verbs[0][0]} stands alone on its line", "")
            self.command(verbs[0][0], verbs[0][1], parts[0], view)
            return
        self.act(plays_in(reader, parts), view)

    def act(self, actions: list[str], view: View) -> None:
        """Send actions; a refusal in the terminal's own words where it can tell them."""
        assert self.desk is not None
        assert self.state is not None
        wrong: UpcardError | None = None
        trial = world(view, FastShuffler(0))
        try:
            for action in actions:
                trial.apply(Action(action, self.you))
        except UpcardError as error:
            wrong = error
        answer = self.ask("act", actions=actions, rev=self.state.rev)
        if isinstance(answer, Rejected):
            if wrong is not None and answer.code == wrong.code:
                self.desk.refuse(wrong, view)
            else:
                self.printer.say(f"{answer.sentence}.")
            if len(actions) > 1:
                self.printer.say("Nothing of this line has been done.")
        elif answer.waiting:
            self.printer.say("It is done when the others have had their time to answer.")

    def command(self, verb: str, rest: list[str], line: str, view: View) -> None:
        """Everything that is no action of the game."""
        assert self.desk is not None
        if verb == "quit":
            self.leave("")
            raise Leave(DONE)
        if verb == "next":
            if not view.is_over:
                self.printer.say("The deal is not over yet.")
            elif self.do("next"):
                self.printer.say("Waiting for the next deal.")
        elif verb == "undo":
            self.printer.say("At a served table everybody has seen it: what is done stays.")
        elif verb == "save":
            self.printer.say("The server keeps this table; quit says how to come back.")
        elif verb == "score":
            assert self.state is not None
            scores = zip(self.names(), self.state.totals)
            self.printer.say(f"Totals: {listed([f'{name} {n}' for name, n in scores])}.")
        elif verb == "ask":
            if self.do("standing", answer="ask"):
                self.printer.say("You are asked again whether you want a card on offer.")
        elif not self.desk.answer(verb, rest, line, view):
            self.printer.say("That is not possible here.")

    def do(self, command: str, /, **fields: object) -> bool:
        """Send a command; whether it was done. A refusal is told."""
        answer = self.ask(command, **fields)
        if isinstance(answer, Rejected):
            self.printer.say(f"{answer.sentence}.")
        return isinstance(answer, Ack)

    def ask(self, command: str, /, **fields: object) -> Ack | Rejected:
        """Send a command and wait for its answer, however often the connection is lost.

        A pipe may type faster than a server takes commands: what comes too soon is sent again.
        """
        while True:
            key = self.line.send(command, **fields)
            while key not in self.answers:
                self.hear(self.inbox.get())
            answer = self.answers.pop(key)
            if not isinstance(answer, Rejected) or answer.code != "flood":
                return answer
            wait = answer.arguments.get("retry_in")
            time.sleep(min(wait / 1000, PATIENCE) if isinstance(wait, int) else PATIENCE)

    # ---- leaving

    def leave(self, why: str) -> None:
        """A bot sits in; the way back is told."""
        table = self.table
        started = table is not None and table.stage != "lobby"
        if self.line.line is not None:
            key = self.line.send("leave")
            try:
                while key not in self.answers:
                    item = self.inbox.get(timeout=PATIENCE)
                    if not isinstance(item, Lost | Closed | NoTableError):
                        self.take(item)
                    else:
                        break
            except queue.Empty:
                pass
        said = f"{why} " if why else ""
        if not started:
            self.printer.say(f"{said}Your seat is free again.")
            return
        self.printer.say(f"{said}A bot plays on for you. To take your seat back:")
        self.printer.line(f"  upcard join {shlex.quote(self.place.link(self.token))}")
