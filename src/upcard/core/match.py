"""Deals in a row: totals, dealers, the end, winners, undo."""

from __future__ import annotations

from collections.abc import Callable

from upcard.core.action import Action
from upcard.core.deal import Deal, LegalActions
from upcard.core.event import Event
from upcard.core.places import NONE
from upcard.core.rules import Rules
from upcard.core.shuffle import RecordedShuffler, SeededShuffler, Shuffler, deck
from upcard.core.view import View
from upcard.errors import IllegalActionError, PositionError, RulesError


class Match:
    """A whole match of one game. `upcard.new_match` makes one.

    >>> import upcard
    >>> match = upcard.new_match("gin", seed=1)
    >>> match.apply("pass")
    Event(0, 'pass')
    >>> match.undo()
    Event(0, 'pass')
    >>> match.deal.to_act, match.totals, match.is_over
    ((0,), (0, 0), False)
    """

    def __init__(
        self, kind: type[Deal], rules: Rules, seats: int, shuffler: Shuffler, names: list[str]
    ) -> None:
        if not rules.min_seats <= seats <= rules.max_seats:
            allowed = f"{rules.min_seats} to {rules.max_seats}"
            if rules.min_seats == rules.max_seats:
                allowed = f"exactly {rules.min_seats}"
            raise RulesError(
                "bad_seats", f"{rules.game} is played by {allowed}, not by {seats}", str(seats)
            )
        if rules.first_dealer() >= seats:
            raise RulesError(
                "no_such_seat",
                f"first_dealer cannot be {rules.first_dealer()}: the seats are 0 to {seats - 1}",
                "first_dealer",
            )
        self.kind = kind
        self.rules = rules
        self.seats = seats
        self.shuffler = shuffler
        self.names = names
        self.deals: list[Deal] = []
        self.start_totals = [0] * seats
        self.start_number = 1

    @property
    def deal(self) -> Deal:
        """The deal being played, or the last one once the match is over."""
        return self.deals[-1]

    @property
    def totals(self) -> tuple[int, ...]:
        """The running totals, the current deal's result included once it is over."""
        deal = self.deal
        return tuple(a + b for a, b in zip(deal.totals, deal.scores, strict=True))

    @property
    def is_over(self) -> bool:
        """Whether the match has ended."""
        deal = self.deal
        return deal.is_over and self.rules.match_over(list(self.totals), int(deal.number))

    @property
    def winners(self) -> tuple[int, ...]:
        """Who has won, several where they share it; empty while the match runs."""
        return tuple(self.deal.winners(list(self.totals))) if self.is_over else ()

    def first_dealer(self) -> int:
        """The seat that deals first, by rule or by lot."""
        fixed = int(self.rules.first_dealer())
        if fixed >= 0:
            return fixed
        self.shuffler.begin(0, "first dealer")
        return int(self.shuffler.below(self.seats))

    def begin_deal(self, dealer: int, order: list[int] | None = None) -> Deal:
        """Deal number one, or the next one, from a given deck (top first) or a shuffled one."""
        number = self.start_number + len(self.deals)
        totals = list(self.totals) if self.deals else list(self.start_totals)
        deal = self.kind.make(self.rules, self.seats, dealer, number)
        deal.totals = totals
        deal.deals_won = self.deals_won()
        deal.shuffler = self.shuffler
        if order is None:
            self.shuffler.begin(number, "deck")
            order = [int(face) for face in deck(deal.pack.faces(), self.shuffler)]
        deal.begin(order)
        self.deals.append(deal)
        return deal

    def deals_won(self) -> list[int]:
        """How many finished deals each seat has gone out in."""
        won = list(self.deal.deals_won) if self.deals else [0] * self.seats
        if self.deals and self.deal.out != NONE:
            won[self.deal.out] += 1
        return won

    def next_deal(self) -> Deal:
        """Deal again once a deal is over; `IllegalActionError` while it runs or at the end."""
        if not self.deal.is_over:
            raise IllegalActionError("deal_runs", "the deal is not over yet")
        if self.is_over:
            raise IllegalActionError("match_over", "the match is over")
        return self.begin_deal(int(self.deal.next_dealer()))

    def legal_actions(self, seat: int | None = None) -> LegalActions:
        """What a seat may do in the current deal."""
        return self.deal.legal_actions(seat)

    def apply(self, action: Action | str) -> Event:
        """Carry out an action in the current deal; see `Deal.apply`."""
        return self.deal.apply(action)

    def apply_all(self, actions: list[Action | str]) -> list[Event]:
        """Carry out a list of actions as a whole: where one is refused, none has happened."""
        twin = self.deal.copy()
        for action in actions:
            twin.apply(action)
        return [self.deal.apply(action) for action in actions]

    def undo(self) -> Event:
        """Take the last action of the current deal back and return it.

        The deal is played again from its deck, so `deal` is a new object afterwards.
        """
        log = self.deal.log
        if not log:
            raise IllegalActionError("nothing_to_undo", "nothing has been done in this deal yet")
        self._replay(log[:-1])
        return log[-1]

    def _replay(self, log: list[Event]) -> None:
        old = self.deals.pop()
        if not old.deck:
            self.deals.append(old)
            raise PositionError("no_deck", "a deal set up from a position cannot be taken back")
        deal = self.begin_deal(int(old.dealer), old.deck)
        deal.shuffler = RecordedShuffler(old.remakes)
        for event in log:
            deal.apply(Action(event.text, event.seat))
        deal.shuffler = self.shuffler

    def view(self, seat: int | None) -> View:
        """What a seat may know; None: a spectator. `PositionError` names a seat that is none."""
        if seat is not None and not 0 <= seat < self.seats:
            raise PositionError("no_such_seat", f"there is no seat {seat}", str(seat))
        return View.of(self.deal, seat)

    def __reduce__(self) -> tuple[Callable[..., Match], tuple[object, ...]]:
        made = (self.kind, self.rules, self.seats, self.shuffler, self.names)
        return (match_of_state, (*made, self.deals, self.start_totals, self.start_number))


def match_of_state(
    kind: type[Deal],
    rules: Rules,
    seats: int,
    shuffler: Shuffler,
    names: list[str],
    deals: list[Deal],
    start_totals: list[int],
    start_number: int,
) -> Match:
    """The match with these deals: what unpickling and `copy.deepcopy` call."""
    match = Match(kind, rules, seats, shuffler, names)
    match.deals = deals
    match.start_totals = start_totals
    match.start_number = start_number
    return match


def new_match_of(
    kind: type[Deal],
    rules: Rules,
    seats: int | None,
    shuffler: Shuffler,
    names: list[str] | None = None,
    dealer: int | None = None,
) -> Match:
    """A match with its first deal dealt."""
    n = int(rules.default_seats) if seats is None else seats
    called = names or [f"Seat {seat}" for seat in range(n)]
    match = Match(kind, rules, n, shuffler, called)
    match.begin_deal(match.first_dealer() if dealer is None else dealer)
    return match


def seeded(seed: int | None) -> SeededShuffler:
    """The generator of a seed, or of fresh randomness of the operating system."""
    if seed is None:
        import secrets

        return SeededShuffler(secrets.token_bytes(32))
    return SeededShuffler.from_seed(seed)
