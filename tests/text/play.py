"""Matches played at random, for the tests of what is written down about them."""

from __future__ import annotations

import random
from collections.abc import Iterator

import upcard
from upcard.core.rules import Rules, Value
from upcard.errors import RulesError
from upcard.games.registry import deal_class


def any_rules(game: str, chance: random.Random) -> Rules:
    """Random house rules that do not contradict one another, with short deals."""
    kind = deal_class(game)
    while True:
        values: dict[str, Value] = {}
        for option in kind.make_rules({}).options:
            if option.choices and chance.random() < 0.5:
                values[option.name] = chance.choice(option.choices)
            if option.name == "turn_limit":
                values[option.name] = chance.randint(10, 60)
        try:
            return kind.make_rules(values)
        except RulesError:
            continue


EAGER = ("meld", "lay", "swap", "knock", "claim")


def act(match: upcard.Match, chance: random.Random) -> None:
    """One random action of a seat that may act: first its kind, then which.

    Mostly something is laid, called or knocked where that is legal.
    """
    seat = chance.choice(match.deal.to_act)
    kinds: dict[str, list[upcard.Action]] = {}
    for action in match.legal_actions(seat):
        kinds.setdefault(action.kind, []).append(action)
    eager = [kind for kind in EAGER if kind in kinds]
    chosen = eager if eager and chance.random() < 0.8 else sorted(kinds)
    match.apply(chance.choice(kinds[chance.choice(chosen)]))


def play(match: upcard.Match, chance: random.Random, deals: int = 2) -> Iterator[upcard.Match]:
    """The match after each action, and after each deal that is dealt."""
    yield match
    while True:
        while not match.deal.is_over:
            act(match, chance)
            yield match
        if match.is_over or len(match.deals) == deals:
            return
        match.next_deal()
        yield match


def played(game: str, seed: int, deals: int = 2, rules: Rules | None = None) -> upcard.Match:
    """A match played for some deals."""
    match = upcard.new_match(game, seed=seed, rules=rules)
    for _ in play(match, random.Random(seed), deals):
        pass
    return match
