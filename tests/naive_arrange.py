"""A deliberately simple search for the best melds, to check the solver by.

It knows cards as text (rank and suit, ``X`` a joker), writes down every meld the rules allow from
the cards held, and tries each first card in each of its melds or in none. It shares nothing with
the solver: no masks, no words, no pruning beyond remembering what it has seen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations, product

# One card of a meld: (position or rank, suit or "" for a joker of a set, whether it is a joker).
Place = tuple[int, str, bool]


@dataclass(frozen=True)
class Profile:
    """The rules of a game's melds, in words a rulebook would use."""

    suits: str = "cdhs"
    ranks: str = "A23456789TJQK"
    set_max: int = 4
    run_min: int = 3
    run_max: int = 13
    books: bool = False
    ace_low: bool = True
    ace_high: bool = False
    both_aces: bool = False
    wrap: bool = False
    min_naturals: int = 0
    max_jokers: int = 0
    majority: bool = False
    coloured: bool = False
    book_joker: str = "any_suit"


@dataclass(frozen=True)
class Meld:
    """A meld with the cards it takes from the hand (side jokers of a coloured pack as ``Xr``)."""

    kind: str
    places: tuple[Place, ...]
    takes: tuple[str, ...]

    @property
    def jokers(self) -> int:
        return sum(joker for _, _, joker in self.places)


def token(rank: int, suit: str, profile: Profile) -> str:
    return f"{suit}{rank + 1}" if profile.coloured else profile.ranks[rank] + suit


def joker_token(suit: str, profile: Profile) -> str:
    return "X" + suit if profile.coloured else "X"


def keeps_limits(naturals: int, jokers: int, profile: Profile) -> bool:
    if jokers == 0:
        return True
    if jokers > profile.max_jokers or naturals < profile.min_naturals:
        return False
    return not profile.majority or jokers <= naturals


def run_positions(profile: Profile) -> Iterator[list[int]]:
    """The stretches of positions a run may cover."""
    n = len(profile.ranks) if not profile.coloured else 17
    if profile.wrap:
        for low in range(n):
            for length in range(profile.run_min, min(profile.run_max, n) + 1):
                yield [(low + i) % n for i in range(length)]
        return
    first = 0 if profile.ace_low else 1
    last = n if profile.ace_high else n - 1
    for low in range(first, last + 1):
        for high in range(low + profile.run_min - 1, last + 1):
            length = high - low + 1
            if length > profile.run_max:
                continue
            if low == 0 and high == n and not profile.both_aces:
                continue
            yield list(range(low, high + 1))


def is_run(suit: str, places: tuple[Place, ...], profile: Profile) -> bool:
    positions = [p for p, _, _ in places]
    jokers = sum(joker for _, _, joker in places)
    return (
        positions in list(run_positions(profile))
        and all(s == suit for _, s, _ in places)
        and keeps_limits(len(places) - jokers, jokers, profile)
    )


def is_set(places: tuple[Place, ...], profile: Profile) -> bool:
    naturals = [s for _, s, joker in places if not joker]
    jokers = len(places) - len(naturals)
    if not 3 <= len(places) <= profile.set_max or len({r for r, _, _ in places}) != 1:
        return False
    if not profile.books:
        if len(set(naturals)) < len(naturals) or len(places) > len(profile.suits):
            return False
        if profile.coloured and {s for _, s, joker in places if joker} & set(naturals):
            return False
    elif jokers and profile.book_joker == "none":
        return False
    elif jokers and profile.book_joker == "missing_suit":
        if len(set(naturals)) + jokers > len(profile.suits):
            return False
    return keeps_limits(len(naturals), jokers, profile)


def runs(held: Counter[str], profile: Profile) -> Iterator[Meld]:
    n = len(profile.ranks) if not profile.coloured else 17
    for suit in profile.suits:
        for positions in run_positions(profile):
            yield from runs_on(suit, positions, held, profile, n)


def runs_on(
    suit: str, positions: list[int], held: Counter[str], profile: Profile, n: int
) -> Iterator[Meld]:
    joker = joker_token(suit, profile)
    options = [[False, True] if held[token(p % n, suit, profile)] else [True] for p in positions]
    if sum(len(o) == 1 for o in options) > held[joker]:
        return
    for marks in product(*options):
        if sum(marks) > held[joker]:
            continue
        places = tuple((p, suit, mark) for p, mark in zip(positions, marks, strict=True))
        takes = Counter(
            joker if mark else token(p % n, suit, profile)
            for p, mark in zip(positions, marks, strict=True)
        )
        if all(held[t] >= k for t, k in takes.items()):
            if keeps_limits(len(places) - sum(marks), sum(marks), profile):
                yield Meld("run", places, tuple(sorted(takes.elements())))


def sets(held: Counter[str], profile: Profile) -> Iterator[Meld]:
    n = len(profile.ranks) if not profile.coloured else 17
    for rank in range(n):
        counts = [range(held[token(rank, s, profile)] + 1) for s in profile.suits]
        if not profile.books:
            counts = [range(min(len(c), 2)) for c in counts]
        for taken in product(*counts):
            suits = [s for s, k in zip(profile.suits, taken, strict=True) for _ in range(k)]
            if profile.coloured:
                wild = [s for s in profile.suits if held["X" + s]]
                extra = [c for k in range(len(wild) + 1) for c in combinations(wild, k)]
            else:
                extra = [("",) * k for k in range(held["X"] + 1)]
            for colours in extra:
                places = [(rank, s, False) for s in suits] + [(rank, c, True) for c in colours]
                if is_set(tuple(places), profile):
                    takes = [token(rank, s, profile) for s in suits]
                    takes += [joker_token(c, profile) for c in colours]
                    yield Meld("set", tuple(places), tuple(sorted(takes)))


def all_melds(cards: list[str], profile: Profile) -> list[Meld]:
    held = Counter(cards)
    return [*runs(held, profile), *sets(held, profile)]


def best_value(cards: list[str], profile: Profile, worth: Callable[[Meld], int]) -> int:
    """The largest sum of melds' worth; every meld has a natural."""
    options: dict[str, dict[tuple[str, ...], int]] = {}
    for meld in all_melds(cards, profile):
        for card in set(meld.takes):
            if not card.startswith("X"):
                known = options.setdefault(card, {})
                known[meld.takes] = max(known.get(meld.takes, -(10**18)), worth(meld))
    memo: dict[tuple[str, ...], int] = {}

    def search(rest: tuple[str, ...]) -> int:
        if not rest or rest[0].startswith("X"):
            return 0
        if rest not in memo:
            value = search(rest[1:])
            for takes, gain in options.get(rest[0], {}).items():
                left = without(rest, takes)
                if left is not None:
                    value = max(value, gain + search(left))
            memo[rest] = value
        return memo[rest]

    return search(tuple(sorted(cards, key=lambda c: (c.startswith("X"), c))))


def without(rest: tuple[str, ...], takes: tuple[str, ...]) -> tuple[str, ...] | None:
    left = list(rest)
    for card in takes:
        if card not in left:
            return None
        left.remove(card)
    return tuple(left)


def fewest_for(
    cards: list[str], profile: Profile, points: Callable[[Meld], int], target: int
) -> tuple[int, int] | None:
    """The least (cards, jokers) of melds together worth target points or more."""
    found: dict[tuple[int, int], int] = {}
    melds = all_melds(cards, profile)
    seen: set[tuple[tuple[str, ...], int, int, int]] = set()

    def search(rest: tuple[str, ...], n: int, jokers: int, total: int) -> None:
        if (rest, n, jokers, total) in seen:
            return
        seen.add((rest, n, jokers, total))
        found[n, jokers] = max(found.get((n, jokers), 0), total)
        if total >= target:
            return
        for meld in melds:
            left = without(rest, meld.takes)
            if left is not None:
                search(left, n + len(meld.takes), jokers + meld.jokers, total + points(meld))

    search(tuple(sorted(cards)), 0, 0, 0)
    return min((key for key, total in found.items() if total >= target), default=None)


def best_contract(
    cards: list[str],
    profile: Profile,
    books: int,
    straights: int,
    worth: Callable[[Meld], int],
    *,
    allowed: Callable[[list[Meld]], bool] = lambda melds: True,
    all_cards: bool = False,
) -> int | None:
    """The largest worth of exactly so many books and straights, None if they cannot be laid."""
    melds = all_melds(cards, profile)
    groups = [m for m in melds if m.kind == "set"]
    lines = [m for m in melds if m.kind == "run"]
    best: list[int] = []

    def search(rest: tuple[str, ...], chosen: list[Meld], b: int, s: int, start: int) -> None:
        if b == 0 and s == 0:
            if allowed(chosen) and not (all_cards and rest):
                best[:] = [max([sum(map(worth, chosen)), *best])]
            return
        pool = lines if s else groups
        for i in range(start, len(pool)):
            left = without(rest, pool[i].takes)
            if left is not None:
                if s:
                    search(left, [*chosen, pool[i]], b, s - 1, i if s > 1 else 0)
                else:
                    search(left, [*chosen, pool[i]], b - 1, 0, i)

    search(tuple(sorted(cards)), [], books, straights, 0)
    return best[0] if best else None
