"""Stacked decks for any game: hands of melds, whole contracts, crowded ranks, cards that fit."""

from __future__ import annotations

import random
from collections import Counter
from typing import Final

from upcard.core.deal import Deal
from upcard.core.meld import BOOK
from upcard.games.contract import ContractDeal

KINDS: Final = ("fair", "melds", "melds", "ready", "ready", "crowded")


class Deck:
    """The cards of a pack being put in order."""

    def __init__(self, deal: Deal, rng: random.Random) -> None:
        self.deal = deal
        self.rng = rng
        self.ranks = int(deal.pack.n_ranks)
        self.suits = int(deal.pack.n_suits)
        self.left = Counter(deal.pack.faces())
        # What could be laid on the melds that were dealt.
        self.fits: list[int] = []

    def take(self, faces: list[int]) -> bool:
        """Take these cards out of the pack, all or none."""
        if any(n > self.left[face] for face, n in Counter(faces).items()):
            return False
        self.left.subtract(faces)
        return True

    def meld(self, a_set: bool, length: int) -> list[int]:
        """A meld of the cards that are left, perhaps with a joker; empty where none was found."""
        rng = self.rng
        for _ in range(30):
            rank = rng.randrange(self.ranks)
            suit = rng.randrange(self.suits)
            if a_set and self.deal.melds.set_kind == BOOK:
                faces = [rng.randrange(self.suits) * self.ranks + rank for _ in range(length)]
            elif a_set:
                suits = rng.sample(range(self.suits), min(length, self.suits))
                faces = [s * self.ranks + rank for s in suits]
            else:
                highest = self.ranks - length + (1 if rng.random() < 0.7 else 2)
                low = rng.randrange(max(1, highest))
                faces = [suit * self.ranks + (low + i) % self.ranks for i in range(length)]
                around = (faces[0] % self.ranks - 1, faces[-1] % self.ranks + 1)
                self.fits += [suit * self.ranks + r for r in around if 0 <= r < self.ranks]
            if a_set:
                self.fits += [s * self.ranks + rank for s in range(self.suits)]
            if self.deal.pack.jokers and rng.random() < 0.35:
                faces[rng.randrange(length)] = int(self.deal.pack.joker)
            if self.take(faces):
                return faces
        return []

    def any_card(self) -> int:
        """A random card of those left."""
        face = self.rng.choice([f for f, n in self.left.items() if n > 0])
        self.left[face] -= 1
        return face

    def hand(self, kind: str, size: int) -> list[int]:
        """The hand of one seat."""
        rng = self.rng
        hand: list[int] = []
        if kind == "crowded":
            width = rng.choice((3, 4, 5))
            low = rng.randrange(self.ranks - width)
            near = [
                f for f, n in self.left.items() if n > 0 and low <= f % self.ranks < low + width
            ]
            for face in rng.sample(near, min(size, len(near))):
                hand += [face] if self.take([face]) else []
        elif kind != "fair":
            for a_set, length in self.wishes(kind, size):
                if len(hand) + length <= size:
                    hand += self.meld(a_set, length)
        if kind == "ready" and self.deal.pack.coloured and len(hand) < size:
            last = rng.randrange(self.suits) * self.ranks + self.ranks - 1
            hand += [last] if self.take([last]) else []
        while len(hand) < size:
            hand.append(self.any_card())
        return hand

    def wishes(self, kind: str, size: int) -> list[tuple[bool, int]]:
        """Which melds a hand should have: whether a set, and how long."""
        rng = self.rng
        if isinstance(self.deal, ContractDeal):
            melds = [(True, 3)] * int(self.deal.books) + [(False, 4)] * int(self.deal.straights)
            if self.deal.whole_hand and kind == "ready":
                return [(False, 5), (False, 5), (True, 3)]
            return melds if kind == "ready" else melds[:-1]
        if kind == "melds":
            return [(rng.random() < 0.5, rng.choice((3, 3, 4))) for _ in range(2)]
        lengths = rng.choice(((3, 4), (4, 3))) if size == 7 else (3,) * (size // 3)
        return [(rng.random() < 0.5, length) for length in lengths]

    def rest(self, sorted_: bool) -> list[int]:
        """What has not been dealt; sorted: what fits the melds and the jokers lie on top."""
        rest = list((+self.left).elements())
        self.rng.shuffle(rest)
        if sorted_:
            joker = int(self.deal.pack.joker)
            near = set(self.rng.sample(self.fits, min(12, len(self.fits)))) | {joker}
            top = [face for face in rest if face in near][:12]
            for face in top:
                rest.remove(face)
            rest = top + rest
        return rest


def deck(kind: str, rng: random.Random, deal: Deal) -> list[int]:
    """A deck for an undealt deal, top card first: a hand for each seat, then the rest."""
    made = Deck(deal, rng)
    size = int(deal.hand_size())
    hands = []
    for _ in range(int(deal.seats)):
        own = kind if rng.random() < 0.7 else "fair"
        hands.append(made.hand(own, size))
        rng.shuffle(hands[-1])
    dealt = [hand[i] for i in range(size) for hand in hands]
    return dealt + made.rest(kind != "fair" and rng.random() < 0.7)


def bury(deal: Deal, rng: random.Random) -> None:
    """Leave only a few cards in the stock of a deal that begins: the others lie in the pile."""
    keep = rng.randint(1, min(9, int(deal.stock_n)))
    pile = [int(deal.pile[i]) for i in range(deal.pile_n)]
    buried = [int(deal.stock[i]) for i in range(deal.stock_n - keep)]
    kept = [int(deal.stock[i]) for i in range(deal.stock_n - keep, deal.stock_n)]
    for i, face in enumerate(buried + pile):
        deal.pile[i] = face
    deal.pile_n = len(buried) + len(pile)
    for i, face in enumerate(kept):
        deal.stock[i] = face
    deal.stock_n = keep
    deal.begin_turn(deal.turn)
