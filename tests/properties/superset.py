"""Actions of all kinds, legal or not, made from the pack and the table and not by the engine."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations, product

from upcard.core.deal import Deal

SIMPLE = ("draw", "take", "decline", "claim", "pass", "knock")
UNREADABLE = (
    "", "discard", "discard 1z", "discard 9s 9h", "meld", "meld X", "meld 5h 6h 7z", "lay 9h",
    "lay 9h on", "lay 9h on 0", "lay 9h on 99", "lay X=Z on 1", "swap 9h on 99", "swap on 1",
    "draw 9h", "Draw", "9s", "discard 9s now", "0", "7 draw", "lay 9h 8h on 1", "swap X on 1",
    "meld 5h=6h 6h 7h", "meld X=X 5h 6h", "discard \u0663s", "lay 9h on \u0661", "\u0660 draw",
)  # fmt: skip


class Tokens:
    """The cards of a pack as tokens."""

    def __init__(self, deal: Deal, seat: int) -> None:
        pack = deal.pack
        self.suits = pack.suits
        self.ranks = pack.ranks
        self.joker = pack.jokers > 0
        self.faces = [rank + suit for suit in self.suits for rank in self.ranks]
        self.hand = [pack.token(face) for face in deal.hand(seat)]

    def with_joker(self) -> list[str]:
        """Every face, the joker too."""
        return self.faces + (["X"] if self.joker else [])


def sets(tokens: Tokens, most_jokers: int) -> Iterator[list[str]]:
    """Every set pattern of up to five cards, twins included."""
    for rank in tokens.ranks:
        suits = [rank + suit for suit in tokens.suits]
        for size in range(5):
            for naturals in combinations(suits, size):
                for jokers in range(most_jokers + 1):
                    if 2 <= size + jokers <= 5:
                        yield [*naturals, *["X"] * jokers]
        for suit, other in product(suits, suits):
            yield [suit, suit, other]


def runs(tokens: Tokens, most_jokers: int, longest: int) -> Iterator[list[str]]:
    """Every run pattern up to a length, round the corner too, with jokers anywhere."""
    n = len(tokens.ranks)
    for suit in tokens.suits:
        for low in range(n):
            for length in range(2, longest + 1):
                cards = [tokens.ranks[(low + i) % n] + suit for i in range(length)]
                yield cards
                for jokers in range(1, most_jokers + 1):
                    for places in combinations(range(length), jokers):
                        yield ["X" if i in places else c for i, c in enumerate(cards)]


def from_hand(tokens: Tokens, rng: random.Random) -> list[str]:
    """Some cards of the hand, or nearly, in some order: what a player may try to meld."""
    pool = tokens.hand + rng.choices(tokens.with_joker(), k=2)
    cards = rng.sample(pool, min(len(pool), rng.choice((3, 3, 3, 4, 4, 5, 6))))
    if rng.random() < 0.6:
        cards.sort(key=lambda c: (c[-1], tokens.ranks.find(c[0])))
    if rng.random() < 0.5:
        rank = rng.choice(tokens.hand or ["7c"])[0]
        cards = [c for c in pool if c[0] == rank or c == "X"][:4] or cards
    return cards


def on_table(deal: Deal, tokens: Tokens) -> Iterator[str]:
    """Every lay-off and swap on every meld, and lay-offs as gin has them."""
    for card in tokens.with_joker():
        yield f"lay {card}"
    for target in range(1, int(deal.table_n) + 1):
        for card in tokens.with_joker():
            yield f"lay {card} on {target}"
            yield f"swap {card} on {target}"
            if tokens.joker and card != "X":
                yield f"lay X={card} on {target}"
                yield f"swap {card} X={card} on {target}"
        for rank in tokens.ranks:
            for one, other in combinations(tokens.suits, 2):
                yield f"swap {rank}{one} {rank}{other} on {target}"


def everything(deal: Deal) -> Iterator[str]:
    """The whole superset for a deal, as text; thousands of actions."""
    tokens = Tokens(deal, int(deal.turn))
    yield from SIMPLE
    for card in tokens.with_joker():
        yield f"discard {card}"
        yield f"discard {card} rummy"
    yield from on_table(deal, tokens)
    jokers = 2 if tokens.joker else 0
    for cards in sets(tokens, jokers + 1):
        yield "meld " + " ".join(cards)
    for cards in runs(tokens, jokers, 5):
        yield "meld " + " ".join(cards)
    for seat in range(deal.seats):
        for text in SIMPLE:
            yield f"{seat} {text}"


def some(deal: Deal, rng: random.Random, n: int, seat: int) -> list[str]:
    """A few actions of the superset, mostly near the hand of a seat and the table."""
    tokens = Tokens(deal, seat)
    faces = tokens.with_joker()
    found = []
    for _ in range(n):
        choice = rng.randrange(10)
        card = rng.choice(tokens.hand if tokens.hand and rng.random() < 0.7 else faces)
        if choice == 0:
            found.append(rng.choice(SIMPLE))
        elif choice < 3:
            found.append(f"discard {card}")
        elif choice < 6 or deal.table_n == 0:
            found.append("meld " + " ".join(from_hand(tokens, rng)))
        elif choice < 8:
            stands = f"={rng.choice(tokens.faces)}" if card == "X" and rng.random() < 0.7 else ""
            on = f" on {rng.randint(1, int(deal.table_n))}" if rng.random() < 0.7 else ""
            found.append(f"lay {card}{stands}{on}")
        elif choice < 9:
            second = f" {rng.choice(faces)}" if rng.random() < 0.2 else ""
            found.append(f"swap {card}{second} on {rng.randint(1, int(deal.table_n))}")
        else:
            found.append(f"{rng.randrange(int(deal.seats))} {rng.choice(SIMPLE)}")
    return found
