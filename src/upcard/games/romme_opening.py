"""What the opening of Rommé is counted by, and answers about it that need no search."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from upcard.core.hand import BIT, lowest, pop
from upcard.core.meld import MeldRules

# What a card in a run is worth on the table, by position; 13 is the high ace.
RUN_POINTS: Final = vec[i64]([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 11])
# The most a joker or an ace can be worth, and the most points of a suit's ranks.
HIGHEST: Final = 11
MOST: Final = (HIGHEST, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10)
MOST_POINTS: Final = vec[i64](
    [sum(MOST[rank] for rank in range(13) if mask >> rank & 1) for mask in range(8192)]
)


def most_reach(held: vec[i64], base: i64, jokers: i64) -> tuple[i64, i64]:
    """What melds of a hand could be worth at the very most, and how many cards are in none.

    A cheap bound: every card with a possible neighbour or partner, and every joker at its most.
    Two naturals of a meld share a rank, or a suit with no more ranks between them than there
    are jokers; without jokers three must.
    """
    in_one: i64 = 0
    in_two: i64 = 0
    in_three: i64 = 0
    for suit in range(4):
        mask = held[base + 2 * suit]
        in_three |= in_two & mask
        in_two |= in_one & mask
        in_one |= mask
    partners = in_three if jokers == 0 else in_two
    points = HIGHEST * jokers
    loose: i64 = 0
    for suit in range(4):
        mask = held[base + 2 * suit]
        high = mask | ((mask & 1) << 13)
        near = high & (high >> 1)
        if jokers == 0:
            near &= high >> 2
            near |= (near << 1) | (near << 2)
        else:
            gap: i64 = 1
            both: i64 = 0
            while gap <= jokers + 1:
                pair = high & (high >> gap)
                both |= pair | (pair << gap)
                gap += 1
            near = both
        near |= near >> 13
        useful = mask & (near | partners)
        points += MOST_POINTS[useful] + MOST_POINTS[useful & held[base + 2 * suit + 1]]
        loose += pop(mask & ~useful) + pop(held[base + 2 * suit + 1] & ~useful)
    return (points, loose)


def one_meld_for(
    rules: MeldRules, held: vec[i64], base: i64, jokers: i64, set_points: vec[i64], target: i64
) -> i64:
    """How many cards some meld of the hand has that is worth the target; 0 where none is.

    Another meld may do it with fewer cards.
    """
    in_one: i64 = 0
    in_two: i64 = 0
    in_three: i64 = 0
    in_four: i64 = 0
    for suit in range(4):
        mask = held[base + 2 * suit]
        in_four |= in_three & mask
        in_three |= in_two & mask
        in_two |= in_one & mask
        in_one |= mask
    three = in_three if jokers == 0 else in_two
    while three:
        if 3 * set_points[lowest(three)] >= target:
            return 3
        three &= three - 1
    four = in_two
    if jokers < 2:
        four = in_four if jokers == 0 else in_three
    while four:
        if 4 * set_points[lowest(four)] >= target:
            return 4
        four &= four - 1
    for suit in range(4):
        mask = held[base + 2 * suit]
        length = one_run_for(rules, mask | ((mask & 1) << 13), jokers, target)
        if length > 0:
            return length
    return 0


def one_run_for(rules: MeldRules, ranks: i64, jokers: i64, target: i64) -> i64:
    """How many cards some run of a suit has that is worth the target; 0 where none is.

    ranks has the ace at both its places.
    """
    starts: i64 = 4095
    if ranks == 0:
        return 0
    if jokers == 0:
        # Three in a row begin here.
        starts &= ranks & (ranks >> 1) & (ranks >> 2)
    elif jokers == 1:
        # Of the three ranks that begin here two are held.
        starts &= (ranks & ((ranks >> 1) | (ranks >> 2))) | ((ranks >> 1) & (ranks >> 2))
    while starts:
        low = lowest(starts)
        starts &= starts - 1
        points: i64 = 0
        naturals: i64 = 0
        spent: i64 = 0
        position = low
        # An ace stands at one end of a run only.
        while position < 14 and position - low < 13:
            if ranks & BIT[position]:
                naturals += 1
            elif spent < jokers:
                spent += 1
            else:
                break
            points += RUN_POINTS[position]
            position += 1
            if points >= target and naturals + spent >= 3 and naturals >= 2:
                if not rules.majority or spent <= naturals:
                    return naturals + spent
    return 0
