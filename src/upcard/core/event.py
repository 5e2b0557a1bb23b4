"""What happened, as a value: the public side of an action, and the side its seat alone saw."""

from __future__ import annotations

Gains = tuple[tuple[int, str | None], ...]


class Event:
    """One action and the cards it brought into hands.

    shown: cards everybody saw, as (seat, token); hidden: cards only that seat saw, their tokens
    None in the logs of others. remade: the stock was made anew first.

    >>> event = Event(0, "draw", hidden=((0, "9s"),))
    >>> event.seen_by(1)
    Event(0, 'draw', hidden=((0, None),))
    """

    def __init__(
        self,
        seat: int,
        text: str,
        shown: Gains = (),
        hidden: Gains = (),
        remade: bool = False,
    ) -> None:
        self.seat = seat
        self.text = text
        self.shown = shown
        self.hidden = hidden
        self.remade = remade

    def seen_by(self, seat: int | None) -> Event:
        """The event as a seat saw it; None: as a spectator."""
        if not self.hidden:
            return self
        hidden = tuple((s, token if s == seat else None) for s, token in self.hidden)
        return Event(self.seat, self.text, self.shown, hidden, self.remade)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Event):
            return NotImplemented
        return (self.seat, self.text, self.shown, self.hidden, self.remade) == (
            other.seat,
            other.text,
            other.shown,
            other.hidden,
            other.remade,
        )

    def __hash__(self) -> int:
        return hash((self.seat, self.text, self.shown, self.hidden))

    def __repr__(self) -> str:
        parts = [repr(self.seat), repr(self.text)]
        if self.shown:
            parts.append(f"shown={self.shown!r}")
        if self.hidden:
            parts.append(f"hidden={self.hidden!r}")
        if self.remade:
            parts.append("remade=True")
        return f"Event({', '.join(parts)})"

    def __reduce__(self) -> tuple[type[Event], tuple[int, str, Gains, Gains, bool]]:
        return (Event, (self.seat, self.text, self.shown, self.hidden, self.remade))
