"""The best a turn can come to: every order of melds, lay-offs and swaps, within a bound."""

from __future__ import annotations

from mypy_extensions import i64

from upcard.core.action import DISCARD, LAY, MELD, SWAP, kind_of_action
from upcard.core.deal import Deal
from upcard.core.places import PHASE_PLAY


class Turn:
    """Plays of one turn and what they leave in hand, the coming discard included.

    exact is False where the bound on states was reached before everything had been looked at.
    """

    def __init__(self, cards: i64, points: i64) -> None:
        self.cards: i64 = cards
        self.points: i64 = points
        self.actions: list[int] = []
        self.exact = True


class TurnSearch:
    """Searches the plays of the seat in turn after its draw, at most so many states."""

    def __init__(self, by_points: bool, most_states: int = 20_000) -> None:
        self.by_points = by_points
        self.most_states = most_states
        self._seen: set[tuple[int, ...]] = set()
        self._path: list[int] = []
        self._best = Turn(0, 0)

    def best(self, deal: Deal) -> Turn:
        """The plays that leave fewest cards (or points) in hand; the deal is not changed.

        Of equal ones the first found, fewest plays first in each order.
        """
        seat = deal.turn
        self._seen = set()
        self._path = []
        self._best = Turn(deal.size(seat), deal.hand_worth(seat))
        if deal.phase == PHASE_PLAY:
            self._search(deal, seat)
        return self._best

    def _search(self, deal: Deal, seat: i64) -> None:
        key = turn_key(deal, seat)
        if key in self._seen:
            return
        if len(self._seen) >= self.most_states:
            self._best.exact = False
            return
        self._seen.add(key)
        n = deal.find(seat)
        actions = [int(deal.found.items[i]) for i in range(n)]
        if deal.phase != PHASE_PLAY or any(kind_of_action(a) == DISCARD for a in actions):
            self._keep(deal, seat)
        for action in actions:
            kind = kind_of_action(action)
            if kind == MELD or kind == LAY or kind == SWAP:
                after = deal.copy()
                after.do(seat, action)
                self._path.append(action)
                self._search(after, seat)
                self._path.pop()

    def _keep(self, deal: Deal, seat: i64) -> None:
        cards = deal.size(seat)
        points = deal.hand_worth(seat)
        best = self._best
        if self.by_points:
            better = points < best.points or (points == best.points and cards < best.cards)
        else:
            better = cards < best.cards or (cards == best.cards and points < best.points)
        if better:
            best.cards = cards
            best.points = points
            best.actions = list(self._path)


def turn_key(deal: Deal, seat: i64) -> tuple[int, ...]:
    """What of a deal says which plays a seat has left in its turn: equal keys, equal plays."""
    base = seat * deal.width
    words = [int(deal.held[base + i]) for i in range(deal.width)]
    words.append(int(deal.jokers(seat)))
    words.append(int(deal.freed))
    words.append(int(deal.owed))
    words.extend(sorted(int(deal.table[i]) for i in range(deal.table_n)))
    return tuple(words)
