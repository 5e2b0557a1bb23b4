"""The view of a seat, made from what a server has told it."""

from __future__ import annotations

from collections.abc import Sequence

from upcard.core.action import Action
from upcard.core.deal import Deal
from upcard.core.event import Event
from upcard.core.notation import parse_meld
from upcard.core.shuffle import FastShuffler
from upcard.core.table import entry
from upcard.core.view import Meld, View, view_of_facts
from upcard.core.world import world
from upcard.errors import UpcardError
from upcard.games.registry import deal_class
from upcard.join.line import NoTableError
from upcard.server.wire_state import Event as WireEvent
from upcard.server.wire_state import State, TableInfo
from upcard.text.position import as_named, phase_names


def event_of(event: WireEvent) -> Event:
    """An action, as the engine's logs have it."""
    assert event.seat is not None
    return Event(
        event.seat, Action(event.text).text,
        shown=tuple((gain.seat, gain.card) for gain in event.shown),
        hidden=tuple((gain.seat, gain.card) for gain in event.hidden),
        remade=event.remade,
    )  # fmt: skip


def view_of(table: TableInfo, state: State, log: Sequence[Event]) -> View:
    """The view a state tells; `NoTableError` where it is none that could be."""
    try:
        view = _view(table, state, log)
        if not view.is_over:
            # Questions are put to such a deal: whether there is one shows here, not in an answer.
            world(view, FastShuffler(0))
        return view
    except (UpcardError, ValueError, LookupError, TypeError, OverflowError) as error:
        raise NoTableError("no_server", f"the server tells of no deal: {error}", "") from None


def _view(table: TableInfo, state: State, log: Sequence[Event]) -> View:
    kind = deal_class(table.game)
    rules = kind.make_rules(dict(table.rules))
    seats = len(state.hand_sizes)
    deal = kind.make(rules, seats, state.dealer, state.deal)
    known = state.hands if state.over and state.hands else [None] * seats
    hands = [None if hand is None else tuple(hand) for hand in known]
    if state.you is not None and state.hand is not None:
        hands[state.you] = tuple(state.hand)
    for token in [*(t for hand in hands for t in hand or ()), *state.discard]:
        deal.pack.face(token)
    for event in log:
        for token in Action(event.text).cards:
            if not token.startswith("X"):
                deal.pack.face(token.partition("=")[0])
    for seat in (state.turn, *state.to_act, *(meld.owner for meld in state.table)):
        range(seats)[seat]
    return view_of_facts({
        "kind": kind, "rules": rules, "game": rules.game, "seat": state.you, "seats": seats,
        "number": state.deal, "dealer": state.dealer, "turn": state.turn, "phase": state.phase,
        "phase_code": phase_names(deal)[state.phase],
        "entries": tuple(_entry(deal, meld.cards, meld.owner) for meld in state.table),
        "to_act": tuple(state.to_act), "hands": tuple(hands),
        "hand_sizes": tuple(state.hand_sizes), "stock_size": state.stock,
        "discard": tuple(state.discard), "discarded_by": state.discarded_by,
        "table": tuple(Meld(meld.owner, tuple(meld.cards)) for meld in state.table),
        "opened": tuple(state.opened), "taken": state.taken, "taken_copy": None,
        "drawn_last": state.drawn_last, "turn_melds": _turn_melds(log, state.turn),
        "owed": state.owed, "freed": state.freed,
        "turn_count": sum(event.text.startswith("discard") for event in log), "stall_count": 0,
        "reshuffles": sum(event.remade for event in log), "extra": state.extra,
        "totals": tuple(a - b for a, b in zip(state.totals, state.scores)),
        "is_over": state.over, "scores": tuple(state.scores), "log": tuple(log),
    })  # fmt: skip


def _entry(deal: Deal, tokens: list[str], owner: int) -> int:
    """A meld as the engine holds it."""
    word = parse_meld(deal.pack, deal.melds, tokens)
    return int(entry(as_named(deal, int(word), tokens), owner))


def _turn_melds(log: Sequence[Event], turn: int) -> int:
    """How many new melds the seat in turn has laid in this turn."""
    n = 0
    for event in reversed(log):
        kind = Action(event.text).kind
        if event.seat != turn or kind in ("draw", "take", "discard"):
            break
        n += kind == "meld"
    return n
