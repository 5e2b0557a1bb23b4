"""Playing deals out at random without leaving compiled code.

The random policy, here and everywhere: first one of the kinds of action that are legal, each
with the same chance, then one of its actions.
"""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from upcard.core.deal import Deal
from upcard.core.hand import BIT, lowest, zeros
from upcard.core.places import NONE, PHASE_OVER
from upcard.core.shuffle import FastShuffler, Shuffler


def random_action(deal: Deal, seat: i64, source: Shuffler) -> i64:
    """A random legal action of a seat that has one."""
    deal.find(seat)
    group = source.below(deal.groups_n)
    first: i64 = 0
    if group > 0:
        first = deal.groups[group - 1]
    return deal.found.items[first + source.below(deal.groups[group] - first)]


def random_actor(deal: Deal, source: Shuffler) -> i64:
    """One of the seats that may act, each with the same chance."""
    sole = deal.sole_actor()
    if sole != NONE:
        return sole
    n: i64 = 0
    actors: i64 = 0
    for seat in range(deal.seats):
        if deal.may_act(seat):
            actors |= BIT[seat]
            n += 1
    k: i64 = 0
    if n > 1:
        k = source.below(n)
    while k > 0:
        actors &= actors - 1
        k -= 1
    return lowest(actors)


def play_out(deal: Deal, source: Shuffler) -> i64:
    """Play a deal to its end at random; how many decisions it took."""
    n: i64 = 0
    while deal.phase != PHASE_OVER:
        seat = random_actor(deal, source)
        deal.do(seat, random_action(deal, seat, source))
        n += 1
    return n


class Tally:
    """What a batch of playouts came to: deals, decisions, points a seat, deals gone out."""

    def __init__(self, seats: int) -> None:
        self.deals = 0
        self.decisions = 0
        self.gone_out = 0
        self.points = [0] * seats

    def __repr__(self) -> str:
        return (
            f"<Tally: {self.deals} deals, {self.decisions} decisions, "
            f"{self.gone_out} gone out, points {self.points}>"
        )


def playouts(kind: type[Deal], template: Deal, deals: int, seed: int) -> Tally:
    """Play so many deals like the template at random, each from a deck of its own.

    The same seed gives the same tally, compiled or not.

    >>> from upcard.games.gin import GinDeal
    >>> from upcard.games.gin_rules import GinRules
    >>> playouts(GinDeal, GinDeal(GinRules()), 2, seed=1).deals
    2
    """
    source = FastShuffler(seed)
    cards = vec[i64](template.pack.faces())
    n = len(cards)
    seats = int(template.seats)
    tally = Tally(seats)
    points = zeros(seats)
    decisions: i64 = 0
    out: i64 = 0
    for _ in range(deals):
        deal = kind.make(template.rules, seats, int(template.dealer), int(template.number))
        deal.shuffler = source
        source.shuffle(cards, n)
        deal.start(cards)
        decisions += play_out(deal, source)
        if deal.out >= 0:
            out += 1
        if not deal.void:
            for seat in range(seats):
                points[seat] = points[seat] + deal.score(seat)
    tally.deals = deals
    tally.decisions = int(decisions)
    tally.gone_out = int(out)
    tally.points = [int(points[seat]) for seat in range(seats)]
    return tally
