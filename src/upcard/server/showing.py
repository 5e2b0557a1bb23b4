"""What is shown: views, seats and news as messages. A seat gets what its view holds."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import Any

from upcard.core.action import CLAIM, LAY, SWAP, Action
from upcard.core.deal import Deal
from upcard.core.event import Event as CoreEvent
from upcard.core.places import PHASE_PLAY
from upcard.core.shuffle import FastShuffler
from upcard.core.view import View
from upcard.core.world import world
from upcard.games.bonus import BONUS_CARDS, BONUS_SHOWN, BONUS_WORTH, MEASURES, Measures
from upcard.games.contract import ContractDeal
from upcard.games.contract_hand import BOOKS, STRAIGHTS
from upcard.games.gin import GinDeal
from upcard.games.romme import OPENING_POINTS, RommeDeal
from upcard.games.rummy17 import Rummy17Deal
from upcard.server.clock import waits_for_all
from upcard.server.finished import score_of
from upcard.server.table import Note, Table
from upcard.server.wire import ReplayStep
from upcard.server.wire_state import (
    Clock,
    CommitInfo,
    Event,
    Gain,
    Goal,
    LayInfo,
    May,
    MeldInfo,
    SeatInfo,
    State,
    TableInfo,
    Window,
)
from upcard.text.show import title_of


class Times:
    """What only the clock knows, in ms: see `State` and `TableInfo`."""

    def __init__(
        self, window: float = 0.0, least: int = 0, clock: Clock | None = None,
        next_in: int | None = None,
    ) -> None:  # fmt: skip
        self.window = window
        self.least = least
        self.clock = clock
        self.next_in = next_in


def table_info(table: Table, times: Times, present: Sequence[bool]) -> TableInfo:
    """The table as everybody may know it."""
    made = table.made
    commit = None
    if (seal := table.seal) is not None:
        commit = CommitInfo(seal.deal, seal.commit, sorted(seal.by_seat))
    seats = [
        SeatInfo(
            fact.kind, fact.name, fact.level, present[seat], fact.bot_plays, seat in table.ready
        )
        for seat, fact in enumerate(table.seats)
    ]  # fmt: skip
    stage: Any = table.stage
    return TableInfo(
        code=shown_code(made.code), game=made.game, title=title_of(table.rules),
        rules=table.rules.all_values(), options=made.options, window=times.window, stage=stage,
        match=table.match_number, host=table.host, seats=seats,
        next_commit=commit,
        next_in=times.next_in, paused=table.paused,
    )  # fmt: skip


def shown_code(code: str) -> str:
    """A code as people read it: two groups of four."""
    return f"{code[:4]}-{code[4:]}"


def event_for(note: Note, seat: int | None) -> Event:
    """A piece of news as a seat may know it."""
    event = Event(note.seq, note.kind, note.seat, note.text)
    if note.event is not None:
        return _event(note.event.seen_by(seat), event)
    return event


def _event(seen: CoreEvent, event: Event) -> Event:
    event.shown = [Gain(s, card) for s, card in seen.shown]
    event.hidden = [Gain(s, card) for s, card in seen.hidden]
    event.remade = seen.remade
    return event


def state_of(table: Table, seat: int | None, times: Times) -> State | None:
    """The running deal as a seat may know it; None before the first."""
    return state_for(table, public_state(table, times), seat)


def public_state(table: Table, times: Times) -> State | None:
    """What everybody may know of the running deal: made once for all who are told."""
    match = table.match
    if match is None:
        return None
    view = table.view(None)
    seal = table.seals[-1]
    state = _seen(match.deal, view, table.rev, seal.commit)
    state.window = _window(table, view, times)
    state.clock = times.clock
    if view.is_over:
        state.hands = [None if hand is None else list(hand) for hand in view.hands]
        state.match_over = match.is_over
        state.winners = list(match.winners)
        state.score = table.sheet[-1]
        if table.tells_all(None):
            state.proof = seal.opened()
    return state


def state_for(table: Table, base: State | None, seat: int | None) -> State | None:
    """The public state with what a seat knows beside."""
    match = table.match
    if base is None or seat is None or match is None:
        return base
    state = copy.copy(base)
    state.you = seat
    state.hand_worth = int(match.deal.hand_worth(seat))
    if base.window is not None:
        # What was answered, and what the seat may answer, it is told by its own view.
        view = table.view(seat)
        state.hand = list(view.hand)
        state.extra = view.extra
        window = state.window = _window(table, view, Times(least=base.window.least))
        state.to_act = _to_act(table, view)
        if window is not None and not window.waiting and acts(table, state, seat):
            state.may = may_of(world(view, FastShuffler(0)), seat, window.answered)
    else:
        # Without a window what is legal follows from what the seat sees: the deal itself can
        # say it as well as a world made of the view, at a tenth of the time.
        state.hand = [match.deal.pack.token(face) for face in match.deal.hand(seat)]
        if acts(table, state, seat):
            state.may = may_of(match.deal, seat, False)
    if state.over and state.proof is None:
        state.proof = table.seals[-1].opened()
    return state


def acts(table: Table, state: State, seat: int) -> bool:
    """Whether a seat may act, and nobody sits in for it."""
    return seat in state.to_act and not table.seats[seat].bot_plays


def _seen(deal: Deal, view: View, rev: int, commit: str) -> State:
    """What a view holds, and what everybody may know beside."""
    return State(
        rev=rev, you=view.seat, deal=view.number, dealer=view.dealer, turn=view.turn,
        phase=view.phase, to_act=list(view.to_act),
        hand=None if view.seat is None else list(view.hand), hand_sizes=list(view.hand_sizes),
        hands=None, stock=view.stock_size, discard=list(view.discard),
        discarded_by=view.discarded_by,
        table=[MeldInfo(meld.owner, list(meld.cards)) for meld in view.table],
        opened=list(view.opened), taken=view.taken, drawn_last=view.drawn_last, owed=view.owed,
        freed=view.freed, extra=view.extra,
        totals=[a + b for a, b in zip(view.totals, view.scores)], over=view.is_over,
        scores=list(view.scores), match_over=False, winners=[], commit=commit,
        need=need_of(deal), goals=_goals(deal), contracts=_contracts(deal),
    )  # fmt: skip


def show_step(
    seat: int | None, commit: str, deal: Deal, event: CoreEvent | None, number: int
) -> ReplayStep:
    """A step of the replay of a finished deal: every card is told."""
    state = _seen(deal, View.of(deal, seat), number, commit)
    state.hands = [[deal.pack.token(face) for face in deal.hand(s)] for s in range(deal.seats)]
    if deal.is_over:
        state.score = score_of(deal)
    if event is None:
        return ReplayStep(None, state)
    return ReplayStep(_event(event, Event(number, "act", event.seat, event.text)), state)


def _to_act(table: Table, view: View) -> list[int]:
    """Who may act, as the seat may know it; who has passed knows that of itself."""
    return [
        seat for seat in view.to_act
        if seat != view.seat or seat == view.turn or not table.has_passed(seat)
    ]  # fmt: skip


def _window(table: Table, view: View, times: Times) -> Window | None:
    card = view.extra.get("claim")
    if not table.window_open or not isinstance(card, str):
        return None
    answers = view.extra.get("answers")
    assert isinstance(answers, dict)
    claimed = [int(seat) for seat, said in answers.items() if said == "claim"]
    waiting: list[str] = []
    answered = False
    if view.seat is not None:
        answered = str(view.seat) in answers or table.has_passed(view.seat)
        for held in table.held:
            if held.seat == view.seat and held.actions != ["pass"]:
                waiting = list(held.actions)
    return Window(card, times.least, claimed, answered, waiting, waits_for_all(table))


def may_of(deal: Deal, seat: int, answered: bool) -> May | None:
    """What a seat may do, in a deal or in a world made of its view."""
    if deal.phase == PHASE_PLAY and seat == deal.turn and not isinstance(deal, GinDeal):
        deal.found.n = 0
        deal.groups_n = 0
        deal.find_lays(seat)
        deal.find_swaps(seat)
        deal.find_discards(seat)
        deal.find_answers(seat)
        words = [int(deal.found.items[i]) for i in range(deal.found.n)]
        meld = bool(deal.melds_possible(seat))
    else:
        words = deal.legal_actions(seat).packed()
        meld = False
    may = May([], [], [], [], meld)
    for word in words:
        kind = word & 15
        action = Action(deal.text(word), seat)
        if action.kind == "meld":
            may.meld = True
        elif action.kind == "discard":
            if action.cards[0] not in may.discards:
                may.discards.append(action.cards[0])
        elif kind == LAY or kind == SWAP:
            where = may.lays if kind == LAY else may.swaps
            where.append(LayInfo(action.cards[0], action.target or 0, action.text))
        elif not (answered and (kind == CLAIM or action.kind == "pass")):
            may.plain.append(action.kind)
    if may.plain or may.discards or may.lays or may.swaps or may.meld:
        return may
    return None


def need_of(deal: Deal) -> int | list[int] | None:
    """What the first melds of a player must make up: points, or books and straights."""
    if isinstance(deal, RommeDeal):
        return int(OPENING_POINTS)
    if isinstance(deal, ContractDeal):
        return [int(deal.books), int(deal.straights)]
    return None


def _contracts(deal: Deal) -> list[list[int]] | None:
    """Books and straights of every hand of contract rummy."""
    if isinstance(deal, ContractDeal):
        return [list(hand) for hand in zip(BOOKS, STRAIGHTS)]
    return None


def _goals(deal: Deal) -> list[Goal] | None:
    """The bonus cards of Rummy 17, as the melds of the table make them."""
    if not isinstance(deal, Rummy17Deal):
        return None
    seen = Measures(deal.house.bonus, deal.seats, deal.table, deal.table_n, deal.laid_by)
    goals = []
    for i in range(BONUS_SHOWN):
        card = int(deal.bonus[i])
        goals.append(
            Goal(
                BONUS_CARDS[card], int(BONUS_WORTH),
                [max(0, int(seen.of[seat * MEASURES + card])) for seat in range(deal.seats)],
                [seat for seat in range(deal.seats) if seen.fulfils(card, seat, deal.out)],
            )
        )  # fmt: skip
    return goals
