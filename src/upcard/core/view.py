"""What one seat may know of a deal, built up from allowed facts and nothing else.

A view holds no reference to its deal. Whatever is shown to a player, a bot, a log or a client is
made from a view.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from upcard.core.deal import Deal
from upcard.core.event import Event
from upcard.core.notation import meld_tokens
from upcard.core.places import NONE
from upcard.core.rules import Rules
from upcard.core.table import owner_at, word_at


class Meld:
    """A meld on the table: whose it is, and its cards as tokens.

    >>> Meld(0, ("5h", "X=6h", "7h")).cards
    ('5h', 'X=6h', '7h')
    """

    def __init__(self, owner: int, cards: tuple[str, ...]) -> None:
        self.owner = owner
        self.cards = cards

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Meld):
            return NotImplemented
        return self.owner == other.owner and self.cards == other.cards

    def __hash__(self) -> int:
        return hash((self.owner, self.cards))

    def __str__(self) -> str:
        return " ".join(self.cards)

    def __repr__(self) -> str:
        return f"Meld({self.owner}, {self.cards!r})"

    def __reduce__(self) -> tuple[type[Meld], tuple[int, tuple[str, ...]]]:
        return (Meld, (self.owner, self.cards))


FACTS: Final = (
    "rules", "game", "seat", "seats", "number", "dealer", "turn", "phase", "to_act", "hands",
    "hand_sizes", "stock_size", "discard", "discarded_by", "table", "opened", "taken",
    "taken_copy", "drawn_last", "turn_melds", "owed", "freed", "turn_count", "stall_count",
    "reshuffles", "extra", "totals", "is_over", "scores", "log",
)  # fmt: skip


class View:
    """What a seat may know; seat None is a spectator, who sees no hand.

    Hands are tokens, sorted; ``discard`` is the pile, top first (every card of it was seen when
    it was discarded). ``hands`` holds the own hand, and every hand once the deal has been
    counted; others are None.
    """

    def __init__(self, deal: Deal | None, seat: int | None) -> None:
        if deal is None:
            # A pickle is being read: see view_of_facts.
            return
        pack = deal.pack
        seats = range(deal.seats)
        counted = deal.is_over and not deal.void
        self.kind = type(deal)
        self.rules: Rules = deal.rules
        self.game = deal.rules.game
        self.seat = seat
        self.seats = int(deal.seats)
        self.number = int(deal.number)
        self.dealer = int(deal.dealer)
        self.turn = int(deal.turn)
        self.phase = deal.phase_name
        # The phase and the melds as the engine holds them, for upcard.core.world.
        self.phase_code = int(deal.phase)
        self.entries = tuple(int(deal.table[i]) for i in range(deal.table_n))
        self.to_act = deal.to_act_seen_by(seat)
        self.hands: tuple[tuple[str, ...] | None, ...] = tuple(
            tuple(pack.token(face) for face in deal.hand(s)) if s == seat or counted else None
            for s in seats
        )
        self.hand_sizes = tuple(int(deal.size(s)) for s in seats)
        self.stock_size = int(deal.stock_n)
        self.discard = tuple(
            pack.token(deal.pile[deal.pile_n - 1 - i]) for i in range(deal.pile_n)
        )
        self.discarded_by = None if deal.discarded_by == NONE else int(deal.discarded_by)
        self.table = tuple(
            Meld(
                int(owner_at(deal.table[i])),
                tuple(meld_tokens(pack, deal.melds, word_at(deal.table[i]))),
            )
            for i in range(deal.table_n)
        )
        self.opened = tuple(bool(deal.opened(s)) for s in seats)
        self.taken = None if deal.taken == NONE else pack.token(deal.taken)
        # Whether another copy of the taken card is held is the business of its holder alone.
        self.taken_copy = bool(deal.taken_copy) if seat == deal.turn else None
        self.drawn_last = bool(deal.drawn_last)
        self.turn_melds = int(deal.turn_melds)
        self.owed = int(deal.owed)
        self.freed = deal.freed_token()
        self.turn_count = int(deal.turn_count)
        self.stall_count = int(deal.stall_count)
        self.reshuffles = int(deal.reshuffles)
        self.extra = deal.extra_seen_by(seat)
        self.totals = tuple(deal.totals)
        self.is_over = bool(deal.is_over)
        self.scores = deal.scores
        self.log: tuple[Event, ...] = deal.log_seen_by(seat)

    @staticmethod
    def of(deal: Deal, seat: int | None) -> View:
        """The view of a seat."""
        return View(deal, seat)

    @property
    def hand(self) -> tuple[str, ...]:
        """The own hand; empty for a spectator."""
        mine = None if self.seat is None else self.hands[self.seat]
        return mine or ()

    def facts(self) -> dict[str, object]:
        """Everything the view holds, by name."""
        return {name: getattr(self, name) for name in FACTS}

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, View):
            return NotImplemented
        return self.facts() == other.facts()

    def __hash__(self) -> int:
        return hash((self.game, self.seat, self.hands, self.log))

    def __reduce__(self) -> tuple[Callable[..., View], tuple[dict[str, object]]]:
        # What a world is made of goes along, so that bots can play from a view sent to them.
        made = {"kind": self.kind, "phase_code": self.phase_code, "entries": self.entries}
        return (view_of_facts, ({**self.facts(), **made},))

    def __repr__(self) -> str:
        return f"<View of {self.game}, seat {self.seat}: {self.phase}, hand {' '.join(self.hand)}>"


def view_of_facts(facts: dict[str, object]) -> View:
    """The view that holds these facts: what unpickling calls."""
    view = View(None, None)
    for name, value in facts.items():
        setattr(view, name, value)
    return view
