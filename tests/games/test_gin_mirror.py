"""Gin against OpenSpiel: the same decks and actions give the same play, step by step."""

from __future__ import annotations

import importlib
import random
from typing import Any, Final

import pytest

from tests.conftest import require
from tests.coverage import PROPERTY, Coverage
from tests.games import gin_decks
from tests.games.gin_decks import card, token
from upcard.core.action import Action
from upcard.core.rules import Value
from upcard.games.gin import PACK, GinDeal
from upcard.games.gin_melds import deadwood, deadwood_of_eleven
from upcard.games.gin_rules import GinRules

SHARDS: Final = 8
GAMES: Final = 250
TAKE, DRAW, PASS, KNOCK, MELDS = 52, 53, 54, 55, 56
SIMPLE: Final = {"take": TAKE, "draw": DRAW, "pass": PASS, "knock": KNOCK}

PHASES: Final = {
    "FirstUpcard": "upcard",
    "Draw": "draw",
    "Discard": "play",
    "Knock": "knock",
    "Layoff": "layoff",
    "Wall": "wall",
    "GameOver": "over",
}
ENDS: Final = (
    "knock", "gin", "undercut", "tie", "wall pass", "wall knock", "throw-backs", "50 takings",
)  # fmt: skip


def meld_numbers() -> dict[frozenset[int], int]:
    """OpenSpiel's numbers of melds: sets by the absent suit, then runs of 3, 4 and 5 cards."""
    melds = []
    for rank in range(13):
        suits = [suit * 13 + rank for suit in range(4)]
        melds += [frozenset(suits[:i] + suits[i + 1 :]) for i in range(4)]
        melds.append(frozenset(suits))
    for length in (3, 4, 5):
        for suit in range(4):
            lows = range(suit * 13, suit * 13 + 14 - length)
            melds += [frozenset(range(low, low + length)) for low in lows]
    return {meld: MELDS + i for i, meld in enumerate(melds)}


NUMBERS: Final = meld_numbers()
MELD_CARDS: Final = {number: meld for meld, number in NUMBERS.items()}


def number_of(action: Action) -> int:
    """OpenSpiel's number of an action."""
    if action.kind in SIMPLE:
        return SIMPLE[action.kind]
    if action.kind == "meld":
        return NUMBERS[frozenset(card(name) for name in action.cards)]
    return card(action.cards[0])


class Policy:
    """One way to play a game, drawn by lot: eager to take, to knock, to lay, or none of it."""

    def __init__(self, rng: random.Random, utils: Any, style: str) -> None:
        self.rng = rng
        self.utils = utils
        self.style = style
        self.take = rng.choice((0.1, 0.5, 0.9))
        self.knock = 1.0
        self.best_discard = 0.9
        self.throw_back = rng.choice((0.0, 0.1))
        self.lay_off = rng.choice((0.0, 0.5, 1.0))
        self.meld = rng.choice((0.5, 1.0))
        if style == "plain":
            # Knocks at once and lays all it has, but lays nothing off: equal hands stay equal.
            self.lay_off, self.meld, self.best_discard = 0.0, 1.0, 1.0
        elif style == "taker":
            self.take, self.throw_back, self.knock = 1.0, 0.0, 0.0
        elif style == "thrower":
            self.take, self.throw_back, self.knock = 0.9, 0.7, 0.1
        elif style == "waller":
            self.take, self.throw_back, self.knock = 0.0, 0.0, 0.0

    def choose(self, legal: list[int], hand: list[int], phase: str, taken: int | None) -> int:
        """One of the legal actions."""
        rng = self.rng
        if self.style == "uniform":
            return rng.choice(legal)
        if KNOCK in legal and rng.random() < (0.8 if phase == "wall" else self.knock):
            return KNOCK
        if phase in ("upcard", "draw"):
            return TAKE if TAKE in legal and rng.random() < self.take else legal[-1]
        if phase in ("knock", "layoff"):
            melds = [a for a in legal if a >= MELDS]
            loose = [a for a in legal if a < TAKE]
            if phase == "layoff" and loose and rng.random() < self.lay_off:
                return rng.choice(loose)
            if melds and (PASS not in legal or rng.random() < self.meld):
                return rng.choice(melds)
            if PASS in legal:
                return PASS
        discards = [a for a in legal if a < TAKE]
        if not discards:
            return PASS
        if taken in discards:
            if rng.random() < self.throw_back:
                return taken
            discards.remove(taken)
        if rng.random() > self.best_discard or not discards:
            return rng.choice(discards or legal)
        rng.shuffle(discards)
        return min(discards, key=lambda c: self.utils.min_deadwood([h for h in hand if h != c]))


STYLES: Final = ("uniform", "eager", "eager", "taker", "thrower", "waller")


class Mirror:
    """One game played by both at once."""

    def __init__(self, game: Any, deck: list[int], values: dict[str, Value]) -> None:
        self.deck = deck
        self.state = game.new_initial_state()
        for number in deck[:21]:
            self.state.apply_action(number)
        self.next_card = 21
        self.deal = GinDeal(GinRules(**values))
        self.deal.begin([int(PACK.face(token(number))) for number in deck])
        self.done: list[str] = []
        self.taken: int | None = None

    def legal(self) -> list[int]:
        """What is legal, after comparing phase, player and legal actions on both sides."""
        state, deal = self.state, self.deal
        phase = str(state).split("Phase: ", 1)[1].split("\n", 1)[0]
        assert PHASES[phase] == deal.phase_name, self.story()
        assert deal.to_act == (() if state.is_terminal() else (state.current_player(),))
        theirs = [] if state.is_terminal() else list(state.legal_actions())
        listed = list(deal.legal_actions())
        ours = sorted(number_of(action) for action in listed)
        assert ours == sorted(theirs), self.story()
        return ours

    def hand(self) -> list[int]:
        """The hand of the player to act, in OpenSpiel's numbers."""
        return [card(PACK.token(face)) for face in self.deal.hand(self.deal.turn)]

    def text(self, action: int, phase: str) -> str:
        """An action in notation."""
        for name, number in SIMPLE.items():
            if number == action:
                return name
        if action >= MELDS:
            return "meld " + " ".join(token(c) for c in sorted(MELD_CARDS[action]))
        return ("lay " if phase == "layoff" else "discard ") + token(action)

    def apply(self, action: int) -> None:
        """Play an action on both sides."""
        text = self.text(action, self.deal.phase_name)
        self.done.append(text)
        if text in ("take", "knock") and self.deal.phase_name in ("upcard", "draw", "wall"):
            self.taken = card(PACK.token(self.deal.pile[self.deal.pile_n - 1]))
        elif text == "draw":
            self.taken = None
        self.deal.apply(text)
        self.state.apply_action(action)
        while self.state.is_chance_node():
            self.state.apply_action(self.deck[self.next_card])
            self.next_card += 1

    def finish(self) -> tuple[int, ...]:
        """The result, the same on both sides."""
        assert tuple(self.state.returns()) == self.deal.scores, self.story()
        return self.deal.scores

    def story(self) -> str:
        """The whole game, to play it again by hand."""
        deck = " ".join(token(number) for number in self.deck)
        return f"deck {deck}; actions {', '.join(self.done)}"


def play(mirror: Mirror, policy: Policy, coverage: Coverage) -> None:
    """Play a game to its end, counting what it meets."""
    deal = mirror.deal
    walled = False
    while True:
        legal = mirror.legal()
        phase = deal.phase_name
        coverage.add("phase", phase)
        if not legal:
            break
        action = policy.choose(legal, mirror.hand(), phase, mirror.taken)
        walled = walled or (phase == "wall" and action == KNOCK)
        coverage.add("action", f"{phase}: {mirror.text(action, phase).split()[0]}")
        count_layoff(mirror, action, phase, coverage)
        mirror.apply(action)
    coverage.add("end", end_of(mirror, walled))
    if walled:
        coverage.add("end", "wall knock")


def count_layoff(mirror: Mirror, action: int, phase: str, coverage: Coverage) -> None:
    """Count a second card at one end of a run, and third ones that are not offered."""
    if phase != "layoff" or action >= TAKE:
        return
    laid = {card(text.split()[1]) for text in mirror.done if text.startswith("lay ")}
    for step in (1, -1):
        if action - step in laid and action % 13 - step in range(13):
            coverage.add("lay-offs", "second at an end")
            third = action + step
            if third in mirror.hand() and action % 13 + step in range(13):
                coverage.add("lay-offs", "third held")


def end_of(mirror: Mirror, walled: bool) -> str:
    """How a game ended, told from its actions and result."""
    first, second = mirror.finish()
    knocks = [i for i, text in enumerate(mirror.done) if text == "knock"]
    if knocks:
        deal = mirror.deal
        knocker = int(deal.knocker)
        if first == second == 0:
            return "tie"
        if not deal.hand(knocker):
            return "gin"
        return "knock" if deal.scores[knocker] > 0 else "undercut"
    assert first == second == 0
    if mirror.done[-1] == "pass":
        return "wall pass"
    return "50 takings" if mirror.done[-1] == "take" else "throw-backs"


def run_games(seed: int, games: int, values: dict[str, Value] | None = None) -> Coverage:
    """Play so many mirrored games, of all styles and kinds of decks in turn."""
    pyspiel = importlib.import_module("pyspiel")
    game = pyspiel.load_game("gin_rummy", values or {})
    utils = pyspiel.gin_rummy.GinRummyUtils(13, 4, 10)
    coverage = Coverage()
    rng = random.Random(seed)
    for i in range(games):
        kind = gin_decks.KINDS[i % len(gin_decks.KINDS)]
        style = STYLES[i % len(STYLES)]
        if kind == "pairs" and style == "eager":
            style = "plain"
        mirror = Mirror(game, gin_decks.deck(kind, rng), values or {})
        play(mirror, Policy(rng, utils, style), coverage)
        coverage.add("deck", kind)
    return coverage


@pytest.mark.parametrize("shard", range(SHARDS))
def test_mirror(shard: int, record_property: Any) -> None:
    """Phase, player, legal actions and returns agree at every step."""
    require("openspiel")
    coverage = run_games(shard, GAMES)
    record_property(PROPERTY, coverage.written("gin mirror"))
    assert not coverage.holes("end", ENDS)
    assert not coverage.holes("phase", PHASES.values(), 20)
    assert not coverage.holes("lay-offs", ("second at an end", "third held"))


@pytest.mark.parametrize("knock_card", [0, 1, 5, 9])
def test_mirror_with_other_numbers(knock_card: int, record_property: Any) -> None:
    """The options that OpenSpiel has, too, do the same there."""
    require("openspiel")
    values: dict[str, Value] = {
        "knock_card": knock_card,
        "gin_bonus": 20 + knock_card,
        "undercut_bonus": 10 + knock_card,
    }
    coverage = run_games(50 + knock_card, 120, values)
    record_property(PROPERTY, coverage.written("gin mirror, other numbers"))
    assert not coverage.holes("phase", PHASES.values())


def folded(hand: list[int]) -> int:
    """Cards as the gin module's masks: 13 bits a suit, in the order c, d, h, s."""
    return sum(1 << int(PACK.face(token(number))) for number in hand)


def test_eleven_cards(record_property: Any) -> None:
    """The deadwood of eleven cards equals OpenSpiel's, ties between best ways included."""
    require("openspiel")
    utils = importlib.import_module("pyspiel").gin_rummy.GinRummyUtils(13, 4, 10)
    rng = random.Random(11)
    hands = [gin_decks.cards(text) for text in gin_decks.TIES]
    hands += [gin_decks.deck("crowded", rng)[:11] for _ in range(6000)]
    hands += [gin_decks.deck("eleven", rng)[:10] + [rng.randrange(52)] for _ in range(2000)]
    hands += [rng.sample(range(52), 11) for _ in range(2000)]
    coverage = Coverage()
    for hand in hands:
        if len(set(hand)) < 11:
            continue
        theirs = utils.min_deadwood(hand)
        names = " ".join(map(token, hand))
        assert deadwood_of_eleven(folded(hand), 200) == theirs, names
        for limit in (0, 5, 10):
            ours = deadwood_of_eleven(folded(hand), limit)
            assert (ours if ours <= limit else limit + 1) == min(theirs, limit + 1), names
        for number in hand:
            ten = [other for other in hand if other != number]
            assert deadwood(folded(ten)) == utils.min_deadwood(ten)
        coverage.add("deadwood of eleven", "10 or less" if theirs <= 10 else "more than 10")
    record_property(PROPERTY, coverage.written("gin, eleven cards"))
    assert not coverage.holes("deadwood of eleven", ("10 or less", "more than 10"), 500)


@pytest.mark.parametrize(
    ("hands", "offered"),
    [
        (gin_decks.REFUSED_TIES, False),
        (gin_decks.LOST_KNOCKS, False),
        (gin_decks.OFFERED_TIES, True),
    ],
)
def test_ties_decide_a_knock(hands: tuple[str, ...], offered: bool) -> None:
    """Known hands in which the order of equally good ways decides whether a knock is offered."""
    for text in hands:
        hand = gin_decks.cards(text)
        rest = [number for number in range(52) if number not in hand]
        deal = GinDeal(GinRules())
        deck = hand[:10] + rest[:10] + hand[10:] + rest[10:]
        deal.begin([int(PACK.face(token(number))) for number in deck])
        deal.apply("take")
        assert ("knock" in deal.legal_actions()) is offered, text


if __name__ == "__main__":
    import sys
    import time

    import upcard.games.gin

    started = time.perf_counter()
    print(upcard.games.gin.__file__)
    print(run_games(int(sys.argv[1]), int(sys.argv[2])))
    print(f"{time.perf_counter() - started:.1f} s")
