"""How long one question to the rules takes on hard contract hands.

    python bench/legality.py [hands]        with PYTHONPATH=build/compiled or src

Hands of 20 cards and 6 jokers from three packs (five players), before the contract is laid, in
each of the five hands: "can I lay down?", one membership test, and a whole listing. Seeds are
fixed; the listing is not bounded by a goal, since programs ask for membership instead.
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from collections.abc import Callable
from functools import partial

import upcard
from upcard.core.deal import Deal
from upcard.games.contract import ContractDeal

CARDS = 20
JOKERS = 6


def hand(number: int, seed: int) -> ContractDeal:
    """A deal in which seat 0 is to play with a random hand of 20 cards and 6 jokers."""
    deal = ContractDeal.make(ContractDeal.make_rules({}), 5, 0, number)
    assert isinstance(deal, ContractDeal)
    naturals = [face for face in deal.pack.faces() if face != deal.pack.joker]
    for face in random.Random(seed).sample(naturals, CARDS):
        deal.give(0, face)
    for _ in range(JOKERS):
        deal.give(0, deal.pack.joker)
    deal.turn = 0
    deal.phase = 1
    return deal


def timed(call: Callable[[], object]) -> float:
    """Milliseconds of processor time of one call."""
    start = time.process_time()
    call()
    return 1000 * (time.process_time() - start)


def is_listed(deal: Deal, action: str) -> bool:
    """Whether an action is legal, without listing."""
    return action in deal.legal_actions(0)


def an_action(deal: Deal) -> str:
    """Some meld of the hand in notation: a book of two naturals and a joker."""
    tokens = [deal.pack.token(face) for face in deal.hand(0)]
    ranks = [token[0] for token in tokens]
    rank = max(ranks, key=ranks.count)
    return "meld " + " ".join([token for token in tokens if token[0] == rank][:2] + ["X"])


def show(name: str, times: list[float]) -> None:
    """One line: median, 99th percentile, maximum."""
    times.sort()
    p99 = times[min(len(times) - 1, int(0.99 * len(times)))]
    print(f"{name:40} p50 {statistics.median(times):8.3f}  p99 {p99:8.3f}  max {times[-1]:8.3f} ms")


def main() -> None:
    hands = int(sys.argv[1]) if len(sys.argv) > 1 else 300
    print(f"contract, {CARDS} cards and {JOKERS} jokers, {hands} hands each; {upcard.__file__}")
    for number in range(1, 6):
        deals = [hand(number, seed) for seed in range(hands)]
        asked = [timed(partial(deal.melds_possible, 0)) for deal in deals]
        show(f"hand {number}: can I lay down?", asked)
        asked = [timed(partial(is_listed, deal, an_action(deal))) for deal in deals]
        show(f"hand {number}: one action in legal_actions()", asked)


if __name__ == "__main__":
    main()
