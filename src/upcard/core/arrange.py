"""Stand-in until the solver lands."""
from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from upcard.core.finder import Buffer, find_melds
from upcard.core.hand import BIT, add, remove
from upcard.core.meld import RUN, MeldRules, jokers_of, length_of, low_of, places_of, suit_of


def _move(rules: MeldRules, held: vec[i64], base: i64, w: i64, sign: i64) -> None:
    low = low_of(w); places = places_of(w)
    cards = []
    if w & 3 == RUN:
        for i in range(length_of(w)):
            if not places & BIT[i]:
                cards.append((suit_of(w), (low + i) % rules.ranks))
    else:
        for s in range(rules.suits):
            if places & BIT[s]:
                cards.append((s, low))
    for s, r in cards:
        if sign < 0:
            remove(held, base, rules.copies, s, r)
        else:
            add(held, base, rules.copies, s, r)


def _search(rules: MeldRules, held: vec[i64], base: i64, jokers: i64, run: vec[i64], sets: vec[i64], floor: i64, out: bool) -> i64:
    left = jokers
    for s in range(rules.suits * rules.copies):
        left += bin(held[base + s]).count("1")
    best: i64 = 0 if not out or left == 0 else -1
    b = Buffer()
    find_melds(rules, held, base, jokers, b)
    for i in range(b.n):
        w = b.items[i]
        if w < floor:
            continue
        p: i64 = 0
        for k in range(length_of(w)):
            p += run[low_of(w) + k] if w & 3 == RUN else sets[low_of(w)]
        _move(rules, held, base, w, -1)
        v = _search(rules, held, base, jokers - jokers_of(w), run, sets, w, out)
        _move(rules, held, base, w, 1)
        if v >= 0 and v + p > best:
            best = v + p
    return best


def most_points(rules: MeldRules, held: vec[i64], base: i64, jokers: i64, run: vec[i64], sets: vec[i64], target: i64) -> i64:
    return _search(rules, held, base, jokers, run, sets, 0, False)


def most_points_out(rules: MeldRules, held: vec[i64], base: i64, jokers: i64, run: vec[i64], sets: vec[i64]) -> i64:
    return _search(rules, held, base, jokers, run, sets, 0, True)
