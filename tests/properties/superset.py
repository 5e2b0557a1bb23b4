"""Actions of all kinds, legal or not, made from the pack and the table and not by the engine."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement, product

from upcard.core.deal import Deal
from upcard.core.meld import BOOK

SIMPLE = ("draw", "take", "decline", "claim", "pass", "knock")
UNREADABLE = (
    "", "discard", "discard 1z", "discard 9s 9h", "meld", "meld X", "meld 5h 6h 7z", "lay 9h",
    "lay 9h on", "lay 9h on 0", "lay 9h on 99", "lay X=Z on 1", "swap 9h on 99", "swap on 1",
    "draw 9h", "Draw", "9s", "discard 9s now", "0", "7 draw", "lay 9h 8h on 1", "swap X on 1",
    "meld 5h=6h 6h 7h", "meld X=X 5h 6h", "discard \u0663s", "lay 9h on \u0661", "\u0660 draw",
    "meld Xr r7 r8 r9", "meld Xz=r7 r8 r9", "lay Xr on 1", "discard Xr", "99 draw",
)  # fmt: skip


class Tokens:
    """The cards of a pack as tokens, and how its jokers are written."""

    def __init__(self, deal: Deal, seat: int) -> None:
        pack = deal.pack
        self.n = len(pack.ranks)
        self.suits = range(len(pack.suits))
        self.letters = pack.suits
        self.coloured = pack.coloured
        self.books = deal.melds.set_kind == BOOK
        self.joker = pack.jokers > 0
        self.copies = int(pack.copies)
        self.faces = [pack.token(face) for face in range(pack.n_faces)]
        self.ranks = [pack.rank_token(rank) for rank in range(self.n)]
        self.held = deal.hand(seat)
        self.hand = [pack.token(face) for face in self.held]

    def card(self, suit: int, rank: int) -> str:
        """A natural card."""
        return self.faces[suit * self.n + rank % self.n]

    def stand_in(self, suit: int, rank: int) -> str:
        """A joker standing for a card of a run."""
        card = self.card(suit, rank)
        if self.coloured:
            return f"X{self.letters[suit]}={card}"
        return f"X={card}" if self.books else "X"

    def with_joker(self) -> list[str]:
        """Every face, the joker too."""
        return self.faces + (["X"] if self.joker else [])

    def jokers_of_set(self, rank: int) -> list[str]:
        """How a joker may be written in a set."""
        if self.coloured:
            return [self.stand_in(suit, rank) for suit in self.suits]
        if self.books:
            return ["X=" + self.ranks[rank]]
        return ["X"] if self.joker else []


def sets(tokens: Tokens, most_jokers: int) -> Iterator[list[str]]:
    """Every set pattern of up to five cards, twins included."""
    pick = combinations_with_replacement if tokens.books else combinations
    for rank in range(tokens.n):
        suits = [tokens.card(suit, rank) for suit in tokens.suits]
        written = tokens.jokers_of_set(rank)
        for size in range(6):
            for naturals in pick(suits, size):
                for jokers in range(most_jokers + 1):
                    if 2 <= size + jokers <= 5:
                        for joker in written if jokers else [""]:
                            yield [*naturals, *[joker] * jokers]
        for suit, other in product(suits, suits):
            yield [suit, suit, other]


def runs(tokens: Tokens, most_jokers: int, longest: int) -> Iterator[list[str]]:
    """Every run pattern up to a length, round the corner too, with jokers anywhere."""
    for suit in tokens.suits:
        for low in range(tokens.n):
            for length in range(2, longest + 1):
                yield [tokens.card(suit, low + i) for i in range(length)]
                for jokers in range(1, most_jokers + 1):
                    for places in combinations(range(length), jokers):
                        yield run(tokens, suit, low, length, set(places))


def run(tokens: Tokens, suit: int, low: int, length: int, jokers: set[int]) -> list[str]:
    """A run with jokers at some of its places."""
    return [
        tokens.stand_in(suit, low + i) if i in jokers else tokens.card(suit, low + i)
        for i in range(length)
    ]


def from_hand(tokens: Tokens, rng: random.Random) -> list[str]:
    """Some cards of the hand, or nearly, in some order: what a player may try to meld."""
    choice = rng.random()
    naturals = [face for face in tokens.held if face < len(tokens.faces)]
    if choice < 0.2 or not naturals:
        pool = tokens.hand + rng.choices(tokens.with_joker(), k=2)
        return rng.sample(pool, min(len(pool), rng.choice((3, 3, 3, 4, 4, 5, 6))))
    suit, rank = divmod(rng.choice(naturals), tokens.n)
    jokers = tokens.hand.count("X") if not tokens.coloured else rng.randrange(2)
    if rng.random() < 0.05:
        jokers += 1
    if choice < 0.6:
        return set_from_hand(tokens, rank, jokers, rng)
    return run_from_hand(tokens, suit, rank, jokers, rng)


def set_from_hand(tokens: Tokens, rank: int, jokers: int, rng: random.Random) -> list[str]:
    """Cards of one rank and perhaps jokers."""
    same = [t for t, face in zip(tokens.hand, tokens.held, strict=True) if face % tokens.n == rank]
    same = [token for token in same if token != "X"]
    if not tokens.books and rng.random() < 0.9:
        same = sorted(set(same))
    if rng.random() < 0.4:
        same = rng.sample(same, min(len(same), 3))
    written = tokens.jokers_of_set(rank)
    used = rng.choice((0, 0, 1, 2, 3)) if len(same) > 2 else 3 - len(same)
    if written and used <= jokers:
        same += rng.choices(written, k=used)
    return same or [tokens.card(0, rank)]


def run_from_hand(
    tokens: Tokens, suit: int, rank: int, jokers: int, rng: random.Random
) -> list[str]:
    """A run around a card, jokers where the hand has gaps, and sometimes where it has none."""
    length = rng.choice((3, 3, 4, 4, 4, 5, 5, 6, 7, 14))
    low = rank - rng.randrange(min(length, 4))
    places: set[int] = set()
    for i in range(length):
        gap = tokens.card(suit, low + i) not in tokens.hand
        if (
            (gap or rng.random() < 0.05)
            and len(places) < jokers
            and not (tokens.coloured and places)
        ):
            places.add(i)
    cards = run(tokens, suit, low, length, places)
    if rng.random() < 0.1:
        rng.shuffle(cards)
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
            if tokens.coloured:
                yield f"lay X{card[0]}={card} on {target}"
        for rank in tokens.ranks if not tokens.coloured else ():
            for one, other in combinations(tokens.letters, 2):
                yield f"swap {rank}{one} {rank}{other} on {target}"


def everything(deal: Deal) -> Iterator[str]:
    """The whole superset for a deal, as text; thousands of actions."""
    tokens = Tokens(deal, int(deal.turn))
    yield from SIMPLE
    for card in tokens.with_joker():
        yield f"discard {card}"
        yield f"discard {card} rummy"
    yield from on_table(deal, tokens)
    jokers = 2 if tokens.joker else 1 if tokens.coloured else 0
    for cards in sets(tokens, jokers + 1 if tokens.joker else jokers):
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
        choice = rng.randrange(11)
        card = rng.choice(tokens.hand if tokens.hand and rng.random() < 0.7 else faces)
        if choice == 0:
            found.append(rng.choice(SIMPLE))
        elif choice < 3:
            found.append(f"discard {card}" + (" rummy" if rng.random() < 0.15 else ""))
        elif choice < 6 or deal.table_n == 0:
            found.append("meld " + " ".join(from_hand(tokens, rng)))
        elif choice < 8:
            on = f" on {rng.randint(1, int(deal.table_n))}" if rng.random() < 0.9 else ""
            found.append(f"lay {laid(deal, tokens, card, rng)}{on}")
        elif choice < 9:
            second = f" {rng.choice(faces)}" if rng.random() < 0.2 else ""
            found.append(f"swap {card}{second} on {rng.randint(1, int(deal.table_n))}")
        else:
            found.append(f"{rng.randrange(int(deal.seats))} {rng.choice(SIMPLE)}")
    return found


def laid(deal: Deal, tokens: Tokens, card: str, rng: random.Random) -> str:
    """What is laid off: a card, or a joker for some card, mostly one next to a meld."""
    if card != "X" and not (tokens.coloured and rng.random() < 0.3):
        return card
    if rng.random() < 0.3 and not tokens.coloured:
        return "X"
    near = rng.choice(tokens.faces)
    if rng.random() < 0.7:
        end = rng.choice(deal.tokens_at(rng.randrange(int(deal.table_n)))).rpartition("=")[2]
        if end in tokens.faces:
            face = tokens.faces.index(end) + rng.choice((-2, -1, 1, 2))
            near = tokens.faces[face % len(tokens.faces)]
    return f"X{near[0]}={near}" if tokens.coloured else f"X={near}"


def in_superset(tokens: Tokens, text: str) -> bool:
    """Whether a meld as the engine writes it is a set or a run by its cards alone."""
    cards = text.split()[1:]
    places: list[tuple[int, int]] = []
    jokers = 0
    rank_only = -1
    for i, card in enumerate(cards):
        left, equals, right = card.partition("=")
        jokers += left.startswith("X")
        name = right if equals else left
        if name in tokens.ranks and equals:
            rank_only = tokens.ranks.index(name)
        elif name in tokens.faces:
            places.append((i, tokens.faces.index(name)))
            if tokens.coloured and equals and left[1] != name[0]:
                return False
    ranks = {face % tokens.n for _, face in places}
    if rank_only >= 0 or (len(ranks) == 1 and len(places) + jokers >= 3 and len(places) > 1):
        return len(ranks | ({rank_only} - {-1})) == 1
    suits = {face // tokens.n for _, face in places}
    lows = {(face - i) % tokens.n for i, face in ((i, face % tokens.n) for i, face in places)}
    return len(suits) == 1 and len(lows) == 1 and len(cards) >= 3
