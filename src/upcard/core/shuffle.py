"""The two generators, both exactly defined so that the same seed gives the same deal for ever.

`SeededShuffler` deals at tables: SHA-256 in counter mode. `FastShuffler` serves playouts and
search, never a table: what a seat sees must not let the rest be worked out.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from upcard.core.hand import zeros

MASK32: Final[i64] = 0xFFFFFFFF


@mypyc_attr(allow_interpreted_subclasses=True)
class Shuffler:
    """Puts cards into a random order. Subclasses answer `below`; this one has no numbers."""

    def below(self, n: i64) -> i64:
        """A number from 0 to n - 1."""
        raise TypeError("give the deal a shuffler before it has to shuffle")

    def begin(self, deal: i64, purpose: str) -> None:
        """Say what the coming shuffle is for; a generator keyed by purpose starts afresh."""

    def shuffle(self, cards: vec[i64], n: i64) -> None:
        """Fisher-Yates on the first n cards: for i from n - 1 down to 1 swap i and below(i + 1)."""
        i = n - 1
        while i > 0:
            j = self.below(i + 1)
            card = cards[i]
            cards[i] = cards[j]
            cards[j] = card
            i -= 1

    def copy(self) -> Shuffler:
        """A generator that goes on like this one."""
        return self

    def __reduce__(self) -> tuple[Callable[..., Shuffler], tuple[object, ...]]:
        return (type(self), ())


class SeededShuffler(Shuffler):
    """SHA-256 in counter mode over the secret, the players' bytes, the deal and the purpose.

    Block k is SHA-256(len(secret) || secret || len(shares) || shares || deal || len(purpose) ||
    purpose || k), each number as four bytes, most significant first; its 32 bytes are eight
    32-bit numbers, most significant byte first. ``below(n)`` takes the next number, discards it
    while it is not less than the largest multiple of n that fits 2**32, and answers its remainder.

    >>> generator = SeededShuffler.from_seed(7)
    >>> generator.begin(1, "deck")
    >>> [generator.below(100) for _ in range(3)] == [generator.below(100) for _ in range(3)]
    False
    """

    def __init__(self, secret: bytes, shares: bytes = b"") -> None:
        self.secret = secret
        self.shares = shares
        self._prefix = b""
        self._block = b""
        self._counter = 0
        self._at = 0
        self.begin(0, "")

    @staticmethod
    def from_seed(seed: int) -> SeededShuffler:
        """The generator of an integer seed: its secret is SHA-256 of the decimal digits."""
        return SeededShuffler(hashlib.sha256(str(seed).encode()).digest())

    def begin(self, deal: i64, purpose: str) -> None:
        self._prefix = (
            _sized(self.secret)
            + _sized(self.shares)
            + int(deal).to_bytes(4, "big")
            + _sized(purpose.encode())
        )
        self._block = b""
        self._counter = 0
        self._at = 0

    def __reduce__(self) -> tuple[Callable[..., Shuffler], tuple[object, ...]]:
        at = (self._prefix, self._block, self._counter, self._at)
        return (seeded_at, (self.secret, self.shares, *at))

    def _word(self) -> int:
        if self._at == len(self._block):
            counter = self._counter.to_bytes(4, "big")
            self._block = hashlib.sha256(self._prefix + counter).digest()
            self._counter += 1
            self._at = 0
        word = int.from_bytes(self._block[self._at : self._at + 4], "big")
        self._at += 4
        return word

    def below(self, n: i64) -> i64:
        limit = 4294967296 - 4294967296 % n
        word: i64 = self._word()
        while word >= limit:
            word = self._word()
        return word % n


def seeded_at(
    secret: bytes, shares: bytes, prefix: bytes, block: bytes, counter: int, at: int
) -> SeededShuffler:
    """A generator in the middle of a shuffle: what unpickling calls."""
    made = SeededShuffler(secret, shares)
    made._prefix = prefix
    made._block = block
    made._counter = counter
    made._at = at
    return made


def _sized(data: bytes) -> bytes:
    return len(data).to_bytes(4, "big") + data


class FastShuffler(Shuffler):
    """A small generator for playouts: xoroshiro64's two 32-bit words with a short scrambler.

    ``below`` scales the 32-bit number (bias under n / 2**32, immaterial for sampling).
    """

    def __init__(self, seed: int) -> None:
        digest = hashlib.sha256(b"upcard playout" + str(seed).encode()).digest()
        self._a: i64 = int.from_bytes(digest[:4], "big")
        self._b: i64 = int.from_bytes(digest[4:8], "big") | 1

    def word(self) -> i64:
        """The next 32-bit number."""
        a = self._a
        b = self._b
        # The factor is below 2**30, so that the product fits a signed 64-bit word.
        out = (a * 0x21F0AAAD) & MASK32
        out = out ^ (out >> 15)
        b = b ^ a
        self._a = (((a << 26) | (a >> 6)) & MASK32) ^ b ^ ((b << 9) & MASK32)
        self._b = ((b << 13) | (b >> 19)) & MASK32
        return out

    def below(self, n: i64) -> i64:
        return (self.word() * n) >> 32

    def copy(self) -> Shuffler:
        twin = FastShuffler(0)
        twin._a = self._a
        twin._b = self._b
        return twin

    def __reduce__(self) -> tuple[Callable[..., Shuffler], tuple[object, ...]]:
        return (fast_at, (int(self._a), int(self._b)))


def fast_at(a: int, b: int) -> FastShuffler:
    """A generator with these words: what unpickling calls."""
    made = FastShuffler(0)
    made._a = a
    made._b = b
    return made


class RecordedShuffler(Shuffler):
    """Gives back the remade stocks that were written down, top first: a replay asks no luck.

    Other shuffles leave the cards as they are.
    """

    def __init__(self, orders: list[list[int]]) -> None:
        self.orders = orders
        self._purpose = ""

    def begin(self, deal: i64, purpose: str) -> None:
        self._purpose = purpose

    def shuffle(self, cards: vec[i64], n: i64) -> None:
        kind, _, number = self._purpose.partition(" ")
        if kind == "stock":
            order = self.orders[int(number) - 1]
            for i in range(n):
                cards[n - 1 - i] = order[i]

    def __reduce__(self) -> tuple[Callable[..., Shuffler], tuple[object, ...]]:
        return (recorded_at, (self.orders, self._purpose))


def recorded_at(orders: list[list[int]], purpose: str) -> RecordedShuffler:
    """A shuffler that was last told this purpose: what unpickling calls."""
    made = RecordedShuffler(orders)
    made._purpose = purpose
    return made


def deck(cards: list[int], shuffler: Shuffler) -> vec[i64]:
    """The cards in the shuffler's order, bottom first."""
    shuffled = vec[i64](cards)
    shuffler.shuffle(shuffled, len(cards))
    return shuffled if len(cards) else zeros(0)
