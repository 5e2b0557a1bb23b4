"""Deals, matches and generators survive pickling and deep copies, and go on as they would have."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable

import pytest

import upcard
from tests.properties.dump import dump
from upcard.bots.levels import make_bot
from upcard.core.match import Match
from upcard.core.shuffle import FastShuffler, RecordedShuffler, SeededShuffler, Shuffler
from upcard.games.registry import GAMES
from upcard.text.record import record_of


def pickled(value: Match) -> Match:
    back: Match = pickle.loads(pickle.dumps(value))
    return back


WAYS = pytest.mark.parametrize("way", [pickled, copy.deepcopy])


def play_on(match: Match, actions: int) -> None:
    """Let beginners play so many actions, deal after deal."""
    bot = make_bot("beginner")
    for i in range(actions):
        if match.is_over:
            return
        if match.deal.is_over:
            match.next_deal()
        seat = match.deal.to_act[0]
        match.apply(bot.act(match.view(seat), FastShuffler(i)))


@WAYS
@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_match_goes_on_after_it_as_it_would_have(
    game: str, way: Callable[[Match], Match]
) -> None:
    match = upcard.new_match(game, seed=5)
    play_on(match, 60)
    twin = way(match)
    assert dump(twin.deal) == dump(match.deal)
    assert twin.deal.shuffler is twin.shuffler
    before = dump(match.deal)
    play_on(twin, 200)
    # The twin is a match of its own.
    assert dump(match.deal) == before
    play_on(match, 200)
    assert record_of(twin) == record_of(match)


def test_undo_works_after_it() -> None:
    match = upcard.new_match("romme", seed=7)
    match.apply_all(["take", "meld Ac Ad X"])
    twin = pickled(match)
    assert twin.undo().text == "meld Ac Ad X"
    assert twin.deal.log == match.deal.log[:1]


@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_bot_plays_from_a_view_that_was_sent_to_it(game: str) -> None:
    match = upcard.new_match(game, seed=3)
    view = match.view(match.deal.to_act[0])
    sent = pickle.loads(pickle.dumps(view))
    bot = make_bot("beginner")
    assert bot.act(sent, FastShuffler(1)) == bot.act(view, FastShuffler(1))


def test_generators_go_on_where_they_were() -> None:
    seeded = SeededShuffler(b"secret", b"shares")
    seeded.begin(3, "deck")
    generators: list[Shuffler] = [seeded, FastShuffler(9)]
    for generator in generators:
        for _ in range(11):
            generator.below(52)
        twin = copy.deepcopy(generator)
        numbers = [int(generator.below(1000)) for _ in range(20)]
        assert [int(twin.below(1000)) for _ in range(20)] == numbers
    recorded = copy.deepcopy(RecordedShuffler([[1, 2, 3]]))
    assert recorded.orders == [[1, 2, 3]]
