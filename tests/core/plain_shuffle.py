"""Both generators a second time, written from their descriptions alone and without the engine."""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Iterator


def blocks(secret: bytes, shares: bytes, deal: int, purpose: str) -> Iterator[int]:
    """The 32-bit numbers of SHA-256 in counter mode over what a shuffle is keyed by."""
    name = purpose.encode()
    key = b"".join(
        [
            struct.pack(">I", len(secret)), secret,
            struct.pack(">I", len(shares)), shares,
            struct.pack(">I", deal),
            struct.pack(">I", len(name)), name,
        ]
    )  # fmt: skip
    k = 0
    while True:
        yield from struct.unpack(">8I", hashlib.sha256(key + struct.pack(">I", k)).digest())
        k += 1


def below(numbers: Iterator[int], n: int) -> int:
    """The next number below n without bias: what is past the largest multiple of n is skipped."""
    most = (1 << 32) // n * n
    return next(number for number in numbers if number < most) % n


def shuffled(cards: list[int], numbers: Iterator[int]) -> list[int]:
    """Fisher-Yates from the last place down."""
    order = list(cards)
    for i in reversed(range(1, len(order))):
        j = below(numbers, i + 1)
        order[i], order[j] = order[j], order[i]
    return order


def secret_of(seed: int) -> bytes:
    """The secret of an integer seed: the hash of its decimal digits."""
    return hashlib.sha256(str(seed).encode("ascii")).digest()


def fast_words(seed: int) -> Iterator[int]:
    """The playout generator's numbers: a xoroshiro step on two words, one of them scrambled."""
    digest = hashlib.sha256(b"upcard playout%d" % seed).digest()
    a, b = struct.unpack(">II", digest[:8])
    b |= 1

    def rotate(x: int, by: int) -> int:
        return (x << by | x >> (32 - by)) % (1 << 32)

    while True:
        out = a * 0x21F0AAAD % (1 << 32)
        yield out ^ out >> 15
        b ^= a
        a = rotate(a, 26) ^ b ^ b * 512 % (1 << 32)
        b = rotate(b, 13)
