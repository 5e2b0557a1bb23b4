"""An own action may bring another seat a hidden card: nobody is shown which."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.terminal.driver import Game
from upcard.core.event import Event
from upcard.core.match import Match
from upcard.join.seen import event_of
from upcard.server.showing import event_for
from upcard.server.table import Note
from upcard.text.position import match_from_position


def named(facts: dict[str, object]) -> Match:
    """A match set up in the middle."""
    match = match_from_position({"partial": True, **facts})
    match.names = ["You", "Anna", "Ben", "Cem"]
    return match


def contract(stock: list[str]) -> Match:
    """Seat 0 is in turn, and Ben wants the card on offer."""
    return named({
        "game": "contract", "deal": 1, "turn": 0, "phase": "draw", "claim": "Qh",
        "hands": [["Qc", "Qd", "2s", "8d", "Jh"], ["2c"], ["2d", "7c", "9s"], ["2h"]],
        "stock": stock, "discard": ["Qh"], "discarded_by": 3,
        "answers": {"1": "pass", "2": "claim", "3": "pass"},
    })  # fmt: skip


def rummy17(stock: list[str]) -> Match:
    """Ben has drawn and Cem has knocked for the open card; seat 0 is asked."""
    return named({
        "game": "rummy17", "turn": 2, "phase": "play", "claim": "r7", "discarded_by": 1,
        "bonus": ["most_cards", "longest_run", "most_red", "least_jokers", "game_over"],
        "rules": {"knock_penalty": 1}, "answers": {"3": "claim"}, "stock": stock,
        "hands": [["r5", "r6", "b17"], ["b1"], ["b2", "b4"], ["b3"]], "discard": ["r7"],
    })  # fmt: skip


@pytest.mark.parametrize(
    ("made", "line", "drawn", "hidden", "says"),
    [
        (contract, "draw", ["3d"], ["7s", "9d"], "Ben gets Qh and, as a penalty, 1 card from"),
        (contract, "decline", [], ["7s", "9d"], "Ben gets Qh and, as a penalty, 1 card from"),
        (rummy17, "pass", [], ["g1", "y4"], "Cem gets r7 and, as a penalty, 1 card from"),
        (rummy17, "knock", [], ["g1", "y4"], "Cem gets r7 and, as a penalty, 1 card from"),
    ],
)
def test_the_penalty_of_another_is_not_named(
    made: Callable[[list[str]], Match], line: str, drawn: list[str], hidden: list[str], says: str
) -> None:
    """Two stocks that differ in a card that goes to another look the same.

    Who asked gets the card and the penalty before the seat in turn draws.
    """
    texts = []
    for penalty, under in (hidden, hidden[::-1]):
        rest = ["g7", "g8", "g9"] if made is rummy17 else ["3h", "4c", "4d"]
        game = Game([line], match=made([penalty, *drawn, under, *rest]))
        gains = [event.hidden for event in game.match.deal.log if event.hidden]
        assert any(token == penalty for gain in gains for seat, token in gain if seat != 0)
        texts.append(" ".join(game.text.split()))
    assert says in texts[0]
    assert texts[0] == texts[1]


def test_a_served_table_tells_each_seat_its_own_cards_only() -> None:
    """On the wire and in what `upcard join` makes of it."""
    note = Note(7, "act", 0, "draw")
    note.event = Event(0, "draw", shown=((2, "Qh"),), hidden=((0, "3d"), (2, "7s")))
    seen = {seat: event_of(event_for(note, seat)).hidden for seat in (0, 1, 2, None)}
    assert seen == {
        0: ((0, "3d"), (2, None)), 1: ((0, None), (2, None)), 2: ((0, None), (2, "7s")),
        None: ((0, None), (2, None)),
    }  # fmt: skip
