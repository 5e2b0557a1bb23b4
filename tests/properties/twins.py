"""Twin worlds: deals that differ only in what a seat cannot know must look the same to it."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Final

from tests.properties import superset
from upcard.bots.levels import LEVELS, make_bot
from upcard.core.action import Action
from upcard.core.deal import Deal
from upcard.core.event import Event
from upcard.core.shuffle import FastShuffler, SeededShuffler
from upcard.core.view import View
from upcard.errors import UpcardError
from upcard.terminal.hints import hint


def twin_of(deal: Deal, seat: int | None, rng: random.Random) -> Deal:
    """The deal with everything dealt anew that the seat cannot see (None: a spectator)."""
    twin = deal.copy()
    twin.totals = list(deal.totals)
    pack = deal.pack
    counted = deal.is_over and not deal.void
    others = [] if counted else [s for s in range(deal.seats) if s != seat]
    hidden = [int(twin.stock[i]) for i in range(twin.stock_n)]
    sizes = {other: int(twin.size(other)) for other in others}
    for other in others:
        for face in deal.hand(other):
            twin.pick(other, face)
            hidden.append(face)
    rng.shuffle(hidden)
    for other in others:
        for _ in range(sizes[other]):
            twin.give(other, hidden.pop())
    for i in range(twin.stock_n):
        twin.stock[i] = hidden[i]
    if deal.turn != seat and not deal.is_over:
        twin.taken_copy = not deal.taken_copy
        if hasattr(twin, "openable"):
            twin.openable = -1
    # What others drew unseen, the deck and the coming shuffles were otherwise, too.
    faces = [pack.token(face) for face in pack.faces()]
    twin.log = [
        Event(
            event.seat,
            event.text,
            event.shown,
            tuple((s, t if s == seat else rng.choice(faces)) for s, t in event.hidden),
            event.remade,
        )
        for event in deal.log
    ]
    twin.deck = rng.sample(deal.deck, len(deal.deck))
    twin.remakes = [rng.sample(stock, len(stock)) for stock in deal.remakes]
    twin.shuffler = SeededShuffler.from_seed(rng.randrange(10**9))
    return twin


def seen(deal: Deal, seat: int | None, rng: random.Random) -> object:
    """The view of a seat: its facts, its text and its hash."""
    view = View.of(deal, seat)
    return (view.facts(), repr(view), hash(view))


def legal(deal: Deal, seat: int | None, rng: random.Random) -> object:
    """What the seat may do."""
    return [] if seat is None else [str(action) for action in deal.legal_actions(seat)]


def refused(deal: Deal, seat: int | None, rng: random.Random) -> object:
    """What the seat is told about actions of its own, legal or not."""
    if seat is None:
        return []
    return [answer(deal, f"{seat} {text}") for text in attempts(deal, seat, rng)]


def attempts(deal: Deal, seat: int, rng: random.Random) -> list[str]:
    """Actions a seat may try, which depend on nothing hidden from it."""
    tokens = superset.Tokens(deal, seat)
    texts = [*superset.SIMPLE, *rng.sample(superset.UNREADABLE, 3)]
    texts += [f"discard {card}" for card in rng.sample(tokens.with_joker(), 8)]
    texts += ["meld " + " ".join(superset.from_hand(tokens, rng)) for _ in range(6)]
    return texts + [text for text in superset.some(deal, rng, 12, seat) if not text[:1].isdigit()]


def answer(deal: Deal, text: str) -> tuple[str, ...]:
    """Code, sentence, text and paragraph of a refusal; nothing where there is none."""
    try:
        error: UpcardError | None = deal.why_not(text)
    except UpcardError as raised:
        error = raised
    if error is None:
        return ()
    return (error.code, str(error), error.text, str(getattr(error, "paragraph", "")))


def hinted(deal: Deal, seat: int | None, rng: random.Random) -> object:
    """What the terminal suggests to the seat."""
    if seat is None or seat not in deal.to_act:
        return []
    return hint(View.of(deal, seat))


def played(deal: Deal, seat: int | None, rng: random.Random) -> object:
    """What a bot does at this seat, given the same luck."""
    if seat is None or seat not in deal.to_act:
        return []
    level = rng.choice(sorted(LEVELS))
    source = FastShuffler(rng.randrange(10**9))
    action = make_bot(level).act(View.of(deal, seat), source)
    assert deal.why_not(Action(action.text, seat)) is None, (level, action)
    return (level, action, int(source.word()))


Observer = Callable[[Deal, int | None, random.Random], object]
# Whatever is told to a seat, or decided for it, belongs here. Of the slow ones each check uses one.
OBSERVERS: Final[list[Observer]] = [seen, legal, refused]
SLOW_OBSERVERS: Final[list[Observer]] = [hinted, played]


def check(deal: Deal, seed: int) -> None:
    """Compare what every seat, and a spectator, is told of this deal and of a twin of it."""
    for seat in (*range(int(deal.seats)), None):
        twin = twin_of(deal, seat, random.Random(seed))
        for observer in [*OBSERVERS, SLOW_OBSERVERS[seed % len(SLOW_OBSERVERS)]]:
            ours = observer(deal, seat, random.Random(seed + 1))
            theirs = observer(twin, seat, random.Random(seed + 1))
            assert ours == theirs, (observer.__name__, seat, deal.phase_name)
