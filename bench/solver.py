"""Times of the solver on random hands: `python bench/solver.py [hands a class]`, seeds fixed.

Prints median, 99th percentile and maximum for each class, in microseconds of processor time, and
the bound where one is promised. Run it against the compiled package for the numbers that count.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable

from librt.vecs import vec
from mypy_extensions import i64

from upcard.core import arrange_sweep, hand
from upcard.core.arrange import Arranger, Contracts, Deadwood, Terms, Weights, uniform
from upcard.core.meld import BOOK, BOOK_ANY, BOOK_MISSING, GROUP, MeldRules

LEFT = vec[i64]([15, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10])
CONTRACT_LEFT = vec[i64]([15, 5, 5, 5, 5, 5, 5, 5, 5, 10, 10, 10, 10])
PIPS = vec[i64]([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10])
RUN = vec[i64]([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 11])
SET = vec[i64]([11, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10])


def romme(max_jokers: int = 20, majority: bool = False) -> MeldRules:
    return MeldRules(
        suits=4, ranks=13, copies=2, set_kind=GROUP, set_max=4, run_min=3, run_max=13,
        ace_high=True, min_naturals=2, max_jokers=max_jokers, majority=majority,
    )  # fmt: skip


def contract_rules(majority: bool = False, book_joker: int = BOOK_ANY) -> MeldRules:
    return MeldRules(
        suits=4, ranks=13, copies=4, set_kind=BOOK, set_max=63, run_min=4, run_max=14,
        ace_high=True, both_aces=True, max_jokers=63, majority=majority, book_joker=book_joker,
    )  # fmt: skip


def gin() -> MeldRules:
    return MeldRules(suits=4, ranks=13, copies=1, set_kind=GROUP, set_max=4, run_min=3, run_max=13)


def points_left(rules: MeldRules) -> Weights:
    """Fewest points left, ties by fewest cards."""
    return uniform(rules, vec[i64]([1000 * n + 1 for n in LEFT]), 30_001)


def hands(copies: int, cards: int, n: int, seed: int, ranks: range = range(13)) -> list[vec[i64]]:
    """Random hands of naturals."""
    rng = random.Random(seed)
    faces = [(suit, rank) for suit in range(4) for rank in ranks] * copies
    found = []
    for _ in range(n):
        held = hand.zeros(4 * copies)
        for suit, rank in rng.sample(faces, cards):
            hand.add(held, 0, copies, suit, rank)
        found.append(held)
    return found


def measure(
    name: str,
    held: list[vec[i64]],
    call: Callable[[vec[i64]], object],
    bound: str,
    repeat: int = 1,
) -> None:
    """Time each hand; repeat says how often, where one call is no longer than reading the clock."""
    call(held[0])
    times = []
    for one in held:
        start = time.thread_time_ns()
        for _ in range(repeat):
            call(one)
        times.append((time.thread_time_ns() - start) / 1000 / repeat)
    times.sort()
    p99 = times[min(len(times) - 1, len(times) * 99 // 100)]
    print(f"{name:58} {times[len(times) // 2]:10.1f} {p99:10.1f} {times[-1]:10.1f}   {bound}")


def arranged(jokers: int, rules: MeldRules) -> Callable[[vec[i64]], object]:
    arranger = Arranger(rules)
    weights = points_left(rules)
    return lambda held: arranger.best(held, 0, jokers, weights)


def worth(jokers: int, target: int) -> Callable[[vec[i64]], object]:
    arranger = Arranger(romme())
    points = Weights(RUN, RUN, SET, SET)
    return lambda held: arranger.most_points(held, 0, jokers, points, target)


def laid(jokers: int, terms: Terms, rules: MeldRules) -> Callable[[vec[i64]], object]:
    solver = Contracts(rules, CONTRACT_LEFT, 25)
    return lambda held: solver.best_contract(held, 0, jokers, terms)


def from_text(text: str) -> vec[i64]:
    held = hand.zeros(8)
    for card in text.split():
        hand.add(held, 0, 2, "cdhs".index(card[1]), "A23456789TJQK".index(card[0]))
    return held


ALL_GAPS = "2s 4s 6s 8s Ts Qs 3h 5h 7h 9h Jh Kh 2d 5d 8d Jd 4c 7c Tc Kc"


def main() -> None:
    n = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    few = max(n // 10, 10)
    built = "plain Python" if arrange_sweep.__file__.endswith(".py") else "compiled"
    print(f"{built + ', microseconds a hand':58} {'p50':>10} {'p99':>10} {'max':>10}   bound")
    rules = romme()
    deadwood = Deadwood(gin(), PIPS)
    measure("deadwood, 11 cards", hands(1, 11, n, 1), lambda h: deadwood.of(h, 0), "p50 0.2", 100)
    measure("arrange, 14 cards", hands(2, 14, n, 2), arranged(0, rules), "")
    measure("arrange, 12 cards + 2 jokers", hands(2, 12, n, 3), arranged(2, rules), "p99 200")
    measure("arrange, 14 cards + 2 jokers", hands(2, 14, n, 4), arranged(2, rules), "p99 200")
    measure("opening of 30, 14 cards + 1 joker", hands(2, 14, n, 5), worth(1, 30), "")
    measure("arrange, 16 cards + 6 jokers", hands(2, 16, few, 6), arranged(6, rules), "p99 5000")
    measure("arrange, 22 cards + 6 jokers", hands(2, 22, few, 7), arranged(6, rules), "p99 5000")
    crowded = hands(2, 22, few, 8, range(4, 10))
    measure("arrange, 22 cards of six ranks + 6 jokers", crowded, arranged(6, rules), "")
    measure(
        "arrange, 22 cards + 6 jokers, never more than naturals",
        hands(2, 22, few, 9),
        arranged(6, romme(majority=True)),
        "",
    )
    measure("arrange, all gaps + 6 jokers", [from_text(ALL_GAPS)] * 5, arranged(6, rules), "1 s")
    block = from_text(" ".join(f"{r}{s} {r}{s}" for r in "5678" for s in "cdhs"))
    measure("arrange, block of twins + 6 jokers", [block] * 5, arranged(6, rules), "1 s")
    more = from_text(" ".join(f"{r}{s} {r}{s}" for r in "5678" for s in "cdhs") + " 2s Jd")
    measure("the same, one joker a meld", [more] * 5, arranged(6, romme(1)), "1 s")
    for books, straights, last in (
        (2, 0, False), (0, 1, False), (2, 1, False), (3, 0, False), (1, 2, False), (1, 2, True),
    ):  # fmt: skip
        terms = Terms(books, straights, all_cards=last)
        name = f"contract, {books} books {straights} straights" + (", all cards" if last else "")
        for ranks, kind in ((range(13), ""), (range(4, 10), " of six ranks")):
            measure(
                f"{name}, 32 cards{kind} + 8 jokers",
                hands(4, 32, few, 10, ranks),
                laid(8, terms, contract_rules()),
                "50000",
            )
            measure(
                f"{name}, the same, jokers never more",
                hands(4, 32, few, 10, ranks),
                laid(8, terms, contract_rules(True)),
                "50000",
            )
    missing = contract_rules(book_joker=BOOK_MISSING)
    for terms in (Terms(3, 0), Terms(2, 1), Terms(2, 1, exact=True)):
        measure(
            f"contract, {terms.books} books {terms.straights} straights"
            + (" as short as can be" if terms.exact else "")
            + ", jokers for missing suits",
            hands(4, 32, few, 10),
            laid(8, terms, missing),
            "50000",
        )


if __name__ == "__main__":
    main()
