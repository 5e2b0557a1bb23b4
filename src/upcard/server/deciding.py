"""What a command leads to: facts to be stored, or a refusal. Nothing is changed here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from upcard.core.action import Action
from upcard.core.deal import Deal
from upcard.core.places import SILENT
from upcard.errors import IllegalActionError, UpcardError
from upcard.server.facts import Acted, Held
from upcard.server.table import Table

# Refusals of the server itself; those about the game come from the engine.
SENTENCES: Final[dict[str, str]] = {
    "alone": "an answer to a claim window stands alone",
    "away": "a bot plays for you: take your seat back first",
    "conflict": "the table was changed elsewhere: look again",
    "deal_runs": "the deal is not over yet",
    "draft": "what would show a card cannot be part of a draft",
    "draw_last": "a draw or a claim shows a card and cannot be taken back: it must be the last",
    "flood": "too many messages: wait a little",
    "hello_first": "say hello first, with the token of a seat or the code of a table to watch",
    "malformed": "this is no message of the protocol",
    "match_over": "the match is over: ask for a rematch",
    "match_runs": "the match is not over yet",
    "no_deal": "there is no such finished deal here",
    "no_open_seat": "there is no open seat at this table",
    "no_record": "there is no record yet: a match must be over first",
    "no_spectators": "this table is not open to spectators",
    "no_such_phrase": "there is no such phrase",
    "no_such_seat": "there is no such seat at this table",
    "no_such_table": "there is no table with this code",
    "no_such_token": "this token opens no seat",
    "no_pause": "the timer of this table cannot be stopped",
    "no_timer": "no timer runs for your turn, or it was extended often enough",
    "not_away": "you sit at your seat already",
    "not_host": "only the host of the table may do this",
    "not_in_lobby": "this can only be done before the first deal",
    "not_started": "the first deal has not begun yet",
    "not_stored": "this could not be stored and has not been done: try again",
    "protocol": "this page is out of date: reload it",
    "seat_taken": "this seat is not open",
    "seats_here": "exactly one seat of a new table is yours",
    "share_given": "your bytes for this deal are in already",
    "share_late": "bytes are taken only for the coming deal",
    "stale": "the table has moved on since this was sent",
    "too_big": "the message is too big",
    "too_many_tables": "too many tables were made from here: wait a little",
    "waiting": "what you sent before still waits for the claim window",
    "watching": "spectators cannot do this",
}


class Refused(Exception):
    """A command is refused; see `upcard.server.wire.Rejected`."""

    def __init__(
        self, code: str, sentence: str = "", paragraph: str = "", **arguments: Any
    ) -> None:
        super().__init__(code)
        self.code = code
        self.sentence = sentence or SENTENCES[code]
        self.paragraph = paragraph
        self.arguments = arguments


def refusal(error: UpcardError, **arguments: Any) -> Refused:
    """The refusal for an error of the engine."""
    paragraph = error.paragraph if isinstance(error, IllegalActionError) else ""
    return Refused(error.code, error.sentence, paragraph, text=str(error.text), **arguments)


def decide_act(
    table: Table,
    seat: int,
    actions: Sequence[str],
    rev: int | None,
    closable: bool,
    bot: bool = False,
) -> Acted | Held:
    """Whether a seat may act like this. closable: a claim window has been open long enough.

    bot: a bot acts, which may sit in for the player.
    """
    if table.match is None:
        raise Refused("not_started")
    if table.seats[seat].bot_plays and not bot:
        raise Refused("away")
    texts = [" ".join(action.split()) for action in actions]
    deal = table.match.deal
    check_order(texts)
    if table.window_open:
        if len(texts) > 1 and any(text in ("claim", "pass", "decline") for text in texts):
            raise Refused("alone")
        if texts[0] in ("claim", "pass") and table.has_passed(seat):
            raise Refused("already_answered", "this seat has answered; an answer is final")
    if any(held.seat == seat and held.actions != ["pass"] for held in table.held):
        raise Refused("waiting")
    waits = table.window_open and not closable and _ends_window(table, seat, texts[0])
    blocked = False
    try:
        check_legal(deal, seat, texts)
    except Refused as refused:
        # Where all must answer, a draw waits for the last of them.
        blocked = waits and refused.code == "window_open"
        if not blocked:
            raise
    if rev is not None and rev != table.rev:
        raise Refused("stale", rev=table.rev)
    return Held(seat, texts) if waits or blocked else Acted(seat, texts)


def check_order(texts: Sequence[str]) -> None:
    """No list may show a card before its end: who sees one might wish to step back."""
    for i, text in enumerate(texts[:-1]):
        if text in ("draw", "claim"):
            raise Refused("draw_last", text=text, index=i)


def check_legal(deal: Deal, seat: int, texts: Sequence[str]) -> None:
    """Whether all of a list can be done, tried on a copy; the refusal says which cannot."""
    if len(texts) > 1:
        deal = deal.copy()
    for i, text in enumerate(texts):
        try:
            error = deal.why_not(Action(text, seat))
        except UpcardError as problem:
            raise refusal(problem, index=i) from None
        if error is not None:
            raise refusal(error, index=i)
        if len(texts) > 1:
            deal.apply(Action(text, seat))


def _ends_window(table: Table, seat: int, text: str) -> bool:
    """Whether an action would end an open claim window, or must not be seen before it ends."""
    assert table.match is not None
    if text == "pass":
        return True
    return seat == int(table.match.deal.turn) and text not in ("claim", "take", "decline")


def silent(table: Table) -> list[int]:
    """Who may still answer the open window, the seat in turn left out."""
    if not table.window_open:
        return []
    assert table.match is not None
    deal = table.match.deal
    return [
        seat for seat in range(len(table.seats))
        if seat != deal.turn and deal.may_claim(seat) and deal.answer(seat) == SILENT
        and not table.has_passed(seat)
    ]  # fmt: skip
