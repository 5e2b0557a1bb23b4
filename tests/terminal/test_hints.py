"""The command ``hint``: legal advice for who may act, a refusal for who may not."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import upcard
from tests.terminal.driver import Game
from upcard.bots.levels import make_bot
from upcard.core.action import Action
from upcard.core.deal import Deal
from upcard.core.match import Match
from upcard.core.playout import random_action
from upcard.core.rules import Value
from upcard.core.shuffle import FastShuffler
from upcard.core.world import world
from upcard.terminal.hints import hint
from upcard.terminal.ink import plain
from upcard.terminal.read import Reader, parts_of, plays_in
from upcard.terminal.words import OUT_OF_TURN

TABLES: list[tuple[str, int, dict[str, Value]]] = [
    ("romme", 2, {"turn_limit": 30}),
    ("rummy17", 3, {"turn_limit": 30}),
    ("contract", 4, {"turn_limit": 30}),
    ("gin", 2, {}),
    ("gin", 2, {"auto_lay": True, "throw_back": "forbidden"}),
    ("seven_card", 3, {"turn_limit": 30}),
    ("seven_card", 3, {"turn_limit": 30, "open_melds": True}),
    ("basic", 3, {"turn_limit": 30}),
]


def states(game: str, seats: int, rules: dict[str, Value], seed: int) -> Iterator[Match]:
    """One deal, half played well and half by chance, from its first state to its last."""
    match = upcard.new_match(game, seed=seed, rules=rules, seats=seats)
    source = FastShuffler(seed)
    bot = make_bot("beginner")
    deal = match.deal
    while not deal.is_over:
        yield match
        seat = deal.to_act[int(source.below(len(deal.to_act)))]
        if source.below(3):
            match.apply(bot.act(match.view(seat), source))
        else:
            match.apply(Action(deal.text(random_action(deal, seat, source)), seat))
    yield match


def advised(lines: list[str], deal: Deal, seat: int) -> list[str]:
    """The plays that the lines of a hint advise, as they would be typed."""
    head = plain(lines[0])
    assert head.startswith("Perhaps: ")
    plays = parts_of(head.removeprefix("Perhaps: ").partition(".")[0])
    return plays_in(Reader(deal, seat), plays)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(("game", "seats", "rules"), TABLES)
def test_a_hint_is_legal_or_a_refusal(
    game: str, seats: int, rules: dict[str, Value], seed: int
) -> None:
    for match in states(game, seats, rules, seed):
        deal = match.deal
        for seat in range(seats):
            view = match.view(seat)
            lines = hint(view)
            if seat not in deal.to_act:
                assert lines == [OUT_OF_TURN]
                continue
            trial = deal.copy()
            for action in advised(lines, world(view, FastShuffler(0)), seat):
                trial.apply(Action(action, seat))


@pytest.mark.parametrize("lines", [["hint"], ["legal"]])
def test_a_hint_after_the_deal_is_refused_like_other_questions(lines: list[str]) -> None:
    *_, match = states("basic", 2, {"deals": 2, "turn_limit": 30}, 1)
    match.names = ["You", "Beginner"]
    assert "That is over: type next to go on." in Game(lines, match=match).text
