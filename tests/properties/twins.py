"""Twin worlds: deals that differ only in what a seat cannot know must look the same to it."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Final

from tests.properties import superset
from upcard.bots.levels import make_bot
from upcard.core.action import Action
from upcard.core.deal import Deal
from upcard.core.event import Event
from upcard.core.places import ANSWER, ARRIVED, CLAIMED, FACTS, NONE, PASSED
from upcard.core.shuffle import FastShuffler, SeededShuffler
from upcard.core.view import View
from upcard.errors import UpcardError
from upcard.games.contract import ContractDeal
from upcard.terminal.answers import legal_lines
from upcard.terminal.hints import hint
from upcard.terminal.ink import plain
from upcard.terminal.show import now_lines, others_line, piles_line, table_lines
from upcard.terminal.status import asked, status_lines


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
    for cache in ("openable", "ready"):
        if hasattr(twin, cache):
            setattr(twin, cache, -1)
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
    if deal.claim != NONE:
        change_passes(deal, twin, seat, rng)
    return twin


Said = list[tuple[int, int]]


def answers(deal: Deal) -> Said:
    """What was said in an open window, in order of arrival: seat and answer."""
    facts = deal.seat_facts
    arrived = [(int(facts[s * FACTS + ARRIVED]), int(s)) for s in range(deal.seats)]
    return [(s, int(facts[s * FACTS + ANSWER])) for k, s in sorted(arrived) if k > 0]


def told(deal: Deal, seat: int | None) -> set[int]:
    """The seats whose passes, or silence, this seat can tell in an open window."""
    known = {int(deal.turn)} if seat is None else {int(deal.turn), seat}
    if not (isinstance(deal, ContractDeal) and deal.house.all_answer and seat == deal.turn):
        return known
    # Where all must answer, the seat in turn is told when it is settled who gets the card.
    winner = int(deal.winning_claim(False))
    k = 1
    while winner != NONE and (deal.turn + k) % deal.seats != winner:
        known.add(int((deal.turn + k) % deal.seats))
        k += 1
    return known


def change_passes(deal: Deal, twin: Deal, seat: int | None, rng: random.Random) -> None:
    """Let others have passed, or not, in an open window: a pass is seen by nobody else yet."""
    old = answers(deal)
    known = told(deal, seat)
    free = [
        int(s)
        for s in range(deal.seats)
        if s not in known and deal.may_claim(s) and deal.answer(s) != CLAIMED
    ]
    kept = [(s, said) for s, said in old if s not in free]
    for _ in range(8):
        new = list(kept)
        for s in free:
            if rng.random() < 0.5:
                new.insert(rng.randint(0, len(new)), (s, PASSED))
        say(twin, new)
        if still_open(deal, twin, seat):
            break
    else:
        new = old
        say(twin, new)
    window = len(old) if len(deal.log) >= len(old) else 0
    words = {PASSED: "pass", CLAIMED: "claim"}
    if window == len(old):
        twin.log[len(twin.log) - window :] = [
            Event(s, "decline" if s == deal.turn else words[said]) for s, said in new
        ]


def say(twin: Deal, said: Said) -> None:
    """Set what has been said in the window."""
    for seat in range(twin.seats):
        twin.forget_answer(seat)
    twin.answers_n = 0
    for seat, what in said:
        twin.note_answer(seat, what)


def still_open(deal: Deal, twin: Deal, seat: int | None) -> bool:
    """Whether the window could be open with these answers, and looks the same to the seat."""
    winner = twin.winning_claim(False)
    if twin.all_passed() or (twin.may_serve() and winner != NONE):
        return False
    if isinstance(deal, ContractDeal) and deal.house.all_answer and seat == deal.turn:
        return bool(winner == deal.winning_claim(False))
    return True


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
    texts = [*superset.SIMPLE, *rng.sample(superset.UNREADABLE, 2)]
    texts += [f"discard {card}" for card in rng.sample(tokens.with_joker(), 4)]
    texts += ["meld " + " ".join(superset.from_hand(tokens, rng)) for _ in range(4)]
    return texts + [text for text in superset.some(deal, rng, 8, seat) if not text[:1].isdigit()]


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
    level = "beginner" if rng.random() < 0.9 else "random"
    source = FastShuffler(rng.randrange(10**9))
    action = make_bot(level).act(View.of(deal, seat), source)
    assert deal.why_not(Action(action.text, seat)) is None, (level, action)
    return (level, action, int(source.word()))


def shown(deal: Deal, seat: int | None, rng: random.Random) -> object:
    """What the terminal shows to the seat."""
    view = View.of(deal, seat)
    names = [f"S{number}" for number in range(view.seats)]
    lines = [*status_lines(view, names), *table_lines(view, names, deal.pack.suits)]
    lines += [others_line(view, names), piles_line(view)]
    if seat is not None and seat in deal.to_act:
        lines += now_lines(view, asked(view), names)
        lines += legal_lines(deal, seat)
    return [plain(line) for line in lines]


Observer = Callable[[Deal, int | None, random.Random], object]
# Whatever is told to a seat, or decided for it, belongs here.
OBSERVERS: Final[list[Observer]] = [seen, legal, refused, hinted, played, shown]


def check(deal: Deal, seed: int, most: int = 9) -> None:
    """Compare what some seats, or a spectator, are told of this deal and of a twin of it."""
    rng = random.Random(seed)
    seats: list[int | None] = [*range(int(deal.seats)), None]
    if len(seats) > most:
        acting = list(deal.to_act)
        first = rng.choice(acting) if acting and rng.random() < 0.7 else rng.choice(seats)
        others = [seat for seat in seats if seat != first]
        seats = [first, *rng.sample(others, most - 1)]
    for seat in seats:
        twin = twin_of(deal, seat, random.Random(seed))
        for observer in OBSERVERS:
            ours = observer(deal, seat, random.Random(seed + 1))
            theirs = observer(twin, seat, random.Random(seed + 1))
            assert ours == theirs, (observer.__name__, seat, deal.phase_name)
