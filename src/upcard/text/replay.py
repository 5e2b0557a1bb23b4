"""Playing a record again, and proving that what it says is true."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterator
from typing import NamedTuple

from librt.vecs import vec
from mypy_extensions import i64

from upcard.core.deal import Deal
from upcard.core.event import Event
from upcard.core.match import Match
from upcard.core.shuffle import SeededShuffler, Shuffler, deck
from upcard.errors import PositionError, UpcardError, quoted, short
from upcard.text.record import DealRecord, Record, read_record


class Step(NamedTuple):
    """Where a replay is: deal and action counted from 1; action 0 is the deal just dealt."""

    number: int
    action: int
    event: Event | None
    match: Match

    @property
    def deal(self) -> Deal:
        """The deal as it is now; it goes on with the next step."""
        return self.match.deal


class Verified(NamedTuple):
    """What a verification has looked at.

    ``decks`` and ``stocks`` were computed again from a seed or a proof; ``sealed`` counts the
    deals whose secret the record does not tell.
    """

    deals: int
    actions: int
    decks: int
    stocks: int
    sealed: int

    def __str__(self) -> str:
        text = f"{count(self.deals, 'deal')}, {count(self.actions, 'action')}: every score is right"
        if self.decks:
            text += f"; {count(self.decks, 'deck')}"
            if self.stocks:
                text += f" and {count(self.stocks, 'remade stock')}"
            text += " computed again and found the same"
        if self.sealed:
            text += f"; {count(self.sealed, 'deal')} without a seed or an open proof"
        return text


def count(n: int, noun: str) -> str:
    """A number of things, as in ``1 deal`` and ``2 deals``."""
    return f"{n} {noun}{'' if n == 1 else 's'}"


class RecordedStocks(Shuffler):
    """Gives back the stocks of a record, and refuses those the cards do not make."""

    def __init__(self, stocks: list[list[int]], served: int = 0, for_stock: bool = False) -> None:
        self.stocks = stocks
        self.next = served
        self.for_stock = for_stock

    def begin(self, deal: i64, purpose: str) -> None:
        self.for_stock = purpose.startswith("stock ")

    def below(self, n: i64) -> i64:
        # Whatever else a game draws when dealing, the record says what it was.
        return 0

    def shuffle(self, cards: vec[i64], n: i64) -> None:
        if not self.for_stock:
            return
        if self.next == len(self.stocks):
            raise PositionError("wrong_stock", "the stock is remade here, but not in the record")
        order = self.stocks[self.next]
        self.next += 1
        if Counter(order) != Counter(int(cards[i]) for i in range(n)):
            sentence = f"remade stock {self.next} of the record holds other cards than the pile"
            raise PositionError("wrong_stock", sentence)
        for i in range(n):
            cards[n - 1 - i] = order[i]

    def copy(self) -> Shuffler:
        return RecordedStocks(self.stocks, self.next, self.for_stock)

    def __reduce__(self) -> tuple[Callable[..., Shuffler], tuple[object, ...]]:
        return (RecordedStocks, (self.stocks, self.next, self.for_stock))


class NoGenerator(Shuffler):
    """Stands where a record does not say what its coming shuffles are made of."""

    def begin(self, deal: i64, purpose: str) -> None:
        sentence = "this record can be played again but not gone on with: it holds no secret"
        raise PositionError("no_generator", sentence)


def replay(record: Record) -> Iterator[Step]:
    """Play a record step by step; each step shows the match as it then was.

    `PositionError` names the deal and the action that cannot have been, a score that is wrong, or
    what is missing. Nothing is asked of a generator.
    """
    match = Match(record.kind, record.rules, record.seats, NoGenerator(), list(record.names))
    for i, deal in enumerate(record.deals):
        yield from _replay_deal(record, match, deal, i + 1)
    match.shuffler = record.generator or NoGenerator()
    match.deal.shuffler = match.shuffler
    result = {"scores": list(match.totals), "winners": list(match.winners)}
    if match.is_over != (record.result is not None):
        sentence = "the match is over" if match.is_over else "the match is not over"
        raise PositionError("wrong_result", f"{record.name}: {sentence}, unlike its result")
    if record.result is not None and record.result != result:
        sentence = f"{record.name}: the result is {result}, not {record.result}"
        raise PositionError("wrong_result", sentence)


def _replay_deal(record: Record, match: Match, data: DealRecord, number: int) -> Iterator[Step]:
    _check_begin(record, match, data)
    match.shuffler = RecordedStocks(data.remakes)
    deal = match.begin_deal(data.dealer, data.deck)
    if data.bonus is not None:
        try:
            deal.set_extra({**deal.extra(), "bonus": data.bonus})
        except UpcardError as error:
            raise PositionError("bad_record", f"{data.place}: {error.sentence}") from None
    yield Step(number, 0, None, match)
    for j, action in enumerate(data.actions):
        place = f"{data.place}, action {j + 1}"
        event = _apply(deal, action, place)
        if event.remade:
            k = len(deal.remakes) - 1
            if k >= len(data.remakes) or deal.remakes[k] != data.remakes[k]:
                raise PositionError("wrong_stock", f"{place}: the stock is not remade like this")
        yield Step(number, j + 1, event, match)
    if len(deal.remakes) != len(data.remakes):
        sentence = f"{data.place} has {len(data.remakes)} remade stocks, {len(deal.remakes)} came"
        raise PositionError("wrong_stock", sentence)
    if deal.is_over != (data.scores is not None):
        why = "is over but has no scores" if deal.is_over else "has scores but is not over"
        raise PositionError("wrong_scores", f"{data.place} {why}")
    if data.scores is not None and data.scores != list(deal.scores):
        sentence = f"{data.place}: the scores are {list(deal.scores)}, not {data.scores}"
        raise PositionError("wrong_scores", sentence)


def _check_begin(record: Record, match: Match, data: DealRecord) -> None:
    """Whether this deal can begin now, with this dealer."""
    if not match.deals:
        dealer = int(record.rules.first_dealer())
    else:
        if not match.deal.is_over:
            raise PositionError("bad_record", f"{data.place} begins before the last one is over")
        if match.is_over:
            raise PositionError("bad_record", f"{data.place} comes after the end of the match")
        dealer = int(match.deal.next_dealer())
    if dealer >= 0 and dealer != data.dealer:
        sentence = f"{data.place}: seat {dealer} deals, not seat {data.dealer}"
        raise PositionError("wrong_dealer", sentence)


def _apply(deal: Deal, action: str, place: str) -> Event:
    try:
        return deal.apply(action)
    except UpcardError as error:
        why = error.sentence.removeprefix(f"{short(error.text)}: ")
        raise PositionError("bad_action", f"{place}, {quoted(action)}: {why}", action) from None


def match_of(record: Record) -> Match:
    """The match of a record as it stood at its end, ready to go on where its secret is known."""
    for step in replay(record):
        match = step.match
    return match


def load_match(path: str) -> Match:
    """The match saved in a file; see `read_record` and `replay` for what can be wrong."""
    return match_of(read_record(path))


def verify(record: Record) -> Verified:
    """Play a record through, compare every score, and compute every shuffle again.

    `PositionError` names the first thing that is not as it should be. Shuffles can be computed
    where the record has a seed, or a deal a proof whose secret is told.
    """
    actions = decks = stocks = 0
    starts: list[list[int]] = []
    for step in replay(record):
        if step.action == 0:
            starts.append(list(step.deal.totals))
        else:
            actions += 1
    for i, deal in enumerate(record.deals):
        generator = record.generator if deal.proof is None else _proved(deal)
        if generator is not None:
            if i == 0:
                _check_lot(record, generator)
            _recompute(record, deal, i + 1, generator, starts[i])
            decks += 1
            stocks += len(deal.remakes)
    return Verified(len(record.deals), actions, decks, stocks, len(record.deals) - decks)


def _proved(deal: DealRecord) -> SeededShuffler | None:
    """The generator of a deal with a proof; None while its secret is kept."""
    proof = deal.proof or {}
    if "secret" not in proof:
        return None
    if hashlib.sha256(proof["secret"]).digest() != proof["commit"]:
        sentence = f"{deal.place}: the secret is not the one that was announced before the deal"
        raise PositionError("wrong_proof", sentence)
    return SeededShuffler(proof["secret"], proof["shares"])


def _check_lot(record: Record, generator: SeededShuffler) -> None:
    names = list(record.names)
    dealer = Match(record.kind, record.rules, record.seats, generator, names).first_dealer()
    if dealer != record.deals[0].dealer:
        sentence = f"{record.deals[0].place}: seat {dealer} was drawn to deal first"
        raise PositionError("wrong_dealer", sentence)


def _recompute(
    record: Record, data: DealRecord, number: int, generator: SeededShuffler, totals: list[int]
) -> None:
    """Shuffle again all that was shuffled in a deal, and compare."""
    deal = record.kind.make(record.rules, record.seats, data.dealer, number)
    deal.totals = totals
    deal.shuffler = generator
    generator.begin(number, "deck")
    order = [int(face) for face in deck(deal.pack.faces(), generator)]
    if order != data.deck:
        at = next(i for i in range(len(order)) if order[i] != data.deck[i])
        token, other = deal.pack.token(order[at]), deal.pack.token(data.deck[at])
        sentence = f"{data.place}: card {at + 1} of the deck is {token} by the seed, not {other}"
        raise PositionError("wrong_deck", sentence, other)
    deal.begin(order)
    if data.bonus is not None and deal.extra().get("bonus") != data.bonus:
        raise PositionError("wrong_deck", f"{data.place}: the seed draws other bonus cards")
    for j, action in enumerate(data.actions):
        place = f"{data.place}, action {j + 1}"
        event = _apply(deal, action, place)
        if event.remade and deal.remakes[-1] != data.remakes[len(deal.remakes) - 1]:
            raise PositionError("wrong_stock", f"{place}: the seed makes another stock")
