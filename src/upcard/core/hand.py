"""Hands as masks: one word a suit and layer, in one array for all seats.

Bit r of layer k of a suit is set when the hand holds more than k copies of that rank
("thermometer" layers), so layer 0 alone decides runs and sets of distinct suits. The word of
seat, suit and layer stands at ``(seat * suits + suit) * copies + layer``; a hand is addressed by
its base, ``seat * suits * copies``. Jokers are counted elsewhere.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

# `i64(1) << n` is compiled to a 32-bit shift; a table has no such trap.
BIT: Final = vec[i64]([1 << n for n in range(62)])
# How many bits are set in a word of up to 13 bits.
POP13: Final = vec[i64]([bin(n).count("1") for n in range(1 << 13)])
# The lowest bit set in a word of up to 13 bits.
LOW13: Final = vec[i64]([0] + [(n & -n).bit_length() - 1 for n in range(1, 1 << 13)])

_ZEROS: Final = vec[i64]([0] * 512)


def zeros(n: int) -> vec[i64]:
    """An array of n zeros."""
    return _ZEROS[:n] if n <= 512 else vec[i64]([0] * n)


def pop(word: i64) -> i64:
    """How many bits of a word of up to 26 bits are set."""
    return POP13[word & 8191] + POP13[(word >> 13) & 8191]


def lowest(word: i64) -> i64:
    """Which bit of a word of 1 to 26 bits is the lowest that is set."""
    low = word & 8191
    return LOW13[low] if low else 13 + LOW13[(word >> 13) & 8191]


def add(held: vec[i64], base: i64, copies: i64, suit: i64, rank: i64) -> None:
    """Put a card into the hand at base."""
    bit = BIT[rank]
    at = base + suit * copies
    while held[at] & bit:
        at += 1
    held[at] = held[at] | bit


def remove(held: vec[i64], base: i64, copies: i64, suit: i64, rank: i64) -> None:
    """Take a held card out of the hand at base."""
    bit = BIT[rank]
    at = base + suit * copies + copies - 1
    while not held[at] & bit:
        at -= 1
    held[at] = held[at] & ~bit


def count(held: vec[i64], base: i64, copies: i64, suit: i64, rank: i64) -> i64:
    """How many copies of a card the hand at base holds."""
    bit = BIT[rank]
    at = base + suit * copies
    n: i64 = 0
    while n < copies and held[at + n] & bit:
        n += 1
    return n
