"""Deals that are over: their scores line by line, their replay face up, their shuffles."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64

from upcard.core.action import Action
from upcard.core.deal import Deal
from upcard.core.event import Event as CoreEvent
from upcard.core.match import Match
from upcard.core.places import NONE
from upcard.core.rules import Rules
from upcard.core.shuffle import SeededShuffler, Shuffler, deck
from upcard.games.bonus import BONUS_CARDS
from upcard.games.gin import GinDeal
from upcard.server.wire import Checked, Replayed, ReplayStep, Shuffle
from upcard.server.wire_state import DealScore, ProofInfo, ScorePart, SeatScore
from upcard.tally import Tally, tally
from upcard.text.record import Record
from upcard.text.replay import match_of

MOST_STEPS: Final = 100

ShowStep = Callable[[Deal, CoreEvent | None, int], ReplayStep]


def score_of(deal: Deal) -> DealScore:
    """A finished deal on the score sheet."""
    out = int(deal.knocker) if isinstance(deal, GinDeal) else int(deal.out)
    seats = []
    for seat in range(deal.seats):
        found = tally(deal, seat)
        why: Any = found.why
        total = deal.totals[seat] + found.points
        seats.append(SeatScore(found.points, total, _parts(found), found.times, why))
    return DealScore(
        int(deal.number), int(deal.dealer), None if out == NONE else out, bool(deal.void), seats
    )


def _parts(found: Tally) -> list[ScorePart]:
    parts = []
    for line in found.lines:
        reason: Any = line.reason
        seat = None if line.seat == NONE else line.seat
        cards, worth = list(line.cards), list(line.worth)
        parts.append(ScorePart(reason, line.points, seat, cards, worth, line.name))
    return parts


class Traced(Shuffler):
    """A generator that keeps what it was used for."""

    def __init__(self, inner: SeededShuffler) -> None:
        self.inner = inner
        self.used: list[tuple[int, str, list[int], list[int]]] = []
        self.begun = (0, "")

    def begin(self, deal: i64, purpose: str) -> None:
        self.begun = (int(deal), purpose)
        self.inner.begin(deal, purpose)

    def below(self, n: i64) -> i64:
        number = self.inner.below(n)
        self.used.append((*self.begun, [], [int(n), int(number)]))
        return number

    def shuffle(self, cards: vec[i64], n: i64) -> None:
        before = [int(cards[i]) for i in range(n)]
        self.inner.shuffle(cards, n)
        self.used.append((*self.begun, before, [int(cards[i]) for i in range(n)]))


class Past:
    """A finished deal, and all that it can be dealt and played from once more."""

    def __init__(self, match: int, rules: Rules, deal: Deal, proof: ProofInfo) -> None:
        self.match = match
        self.rules = rules
        self.number = int(deal.number)
        self.seats = int(deal.seats)
        self.dealer = int(deal.dealer)
        self.totals = list(deal.totals)
        self.won = list(deal.deals_won)
        self.kind: type[Deal] = type(deal)
        self.log = [(event.seat, event.text) for event in deal.log]
        self.proof = proof

    def again(self, shuffler: Shuffler) -> Iterator[tuple[Deal, CoreEvent | None]]:
        """The deal after each action, just dealt first. It is the same object each time."""
        deal = self.kind.make(self.rules, self.seats, self.dealer, self.number)
        deal.totals = self.totals
        deal.deals_won = self.won
        deal.shuffler = shuffler
        shuffler.begin(self.number, "deck")
        deal.begin([int(face) for face in deck(deal.pack.faces(), shuffler)])
        yield (deal, None)
        for seat, text in self.log:
            yield (deal, deal.apply(Action(text, seat)))

    def generator(self) -> SeededShuffler:
        """What the deal was shuffled by."""
        secret = bytes.fromhex(self.proof.secret)
        return SeededShuffler(secret, bytes.fromhex("".join(self.proof.shares)))


def past_of(record: object, match: int, number: int) -> Past | None:
    """A deal of the record of a whole match."""
    read = Record(record)
    deals = match_of(read).deals
    if number > len(deals):
        return None
    proof = read.deals[number - 1].proof or {}
    commit, secret, shares = (proof[part].hex() for part in ("commit", "secret", "shares"))
    opened = ProofInfo(number, commit, secret, [shares] if shares else [])
    return Past(match, read.rules, deals[number - 1], opened)


def replayed(past: Past, first: int, show: ShowStep, key: str) -> Replayed:
    """Some steps of a deal. show: a step as a message."""
    steps = []
    for number, (deal, event) in enumerate(past.again(past.generator())):
        if number >= first + MOST_STEPS:
            break
        if number >= first:
            steps.append(show(deal, event, number))
    return Replayed(key, past.match, past.number, len(past.log) + 1, first, steps)


def checked(past: Past, key: str) -> Checked:
    """Every shuffle of a deal, computed again."""
    traced = Traced(past.generator())
    if past.number == 1 and past.rules.first_dealer() == NONE:
        Match(past.kind, past.rules, past.seats, traced, []).first_dealer()
    for deal, _ in past.again(traced):
        pack = deal.pack
    shuffles = []
    for number, purpose, before, after in traced.used:
        if before:
            was, now = (
                [BONUS_CARDS[card] if purpose == "bonus" else pack.token(card) for card in order]
                for order in (before, after)
            )
            shuffles.append(Shuffle(number, purpose, was, now))
        else:
            shuffles.append(Shuffle(number, purpose, lot=after))
    return Checked(key, past.match, past.number, past.dealer, past.proof, shuffles)
