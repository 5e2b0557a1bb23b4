"""Rommé a second time, written from its rules page alone: plain lists of tokens, no cleverness.

It shares no code with the engine. A card is a token, a table meld is an owner and a list of cards
in which a run's joker is written `X=6h`; what is legal is found by trying.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from typing import Final

SUITS: Final = "cdhs"
RANKS: Final = "A23456789TJQK"
# Places of a run: the ranks in order, and the ace once more above the king.
LADDER: Final = RANKS + "A"
COUNTING: Final = dict(zip(RANKS, (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10), strict=True))
DEFAULTS: Final[dict[str, object]] = {
    "opening": "sum",
    "ace_in_group": 11,
    "initial_upcard": True,
    "same_card_discard": False,
    "final_discard": "required",
    "taken_joker": "hand",
    "group_joker": "any_missing",
    "joker_majority": "allowed",
    "stock_end": "reshuffle",
    "turn_limit": 1000,
}

Hand = tuple[str, ...]


def is_joker(card: str) -> bool:
    """Whether a card in a hand or on the table is a joker."""
    return card.startswith("X")


def bad_points(hand: Hand) -> int:
    """What a hand costs at the end of a deal."""
    total = 0
    for card in hand:
        if card == "X":
            total += 30
        elif card[0] == "A":
            total += 15
        else:
            total += COUNTING[card[0]]
    return total


def is_group(cards: list[str]) -> bool:
    """Naturals of one rank and different suits, three or four cards, jokers included."""
    naturals = [card for card in cards if not is_joker(card)]
    ranks = {card[0] for card in naturals}
    suits = {card[1] for card in naturals}
    return len(ranks) == 1 and len(suits) == len(naturals) >= 2 and 3 <= len(cards) <= 4


def run_starts(cards: list[str]) -> list[int]:
    """The places of LADDER at which a run named in ascending order may begin."""
    naturals = [card for card in cards if not is_joker(card)]
    if len({card[1] for card in naturals}) != 1 or not 3 <= len(cards) <= 13:
        return []
    found = []
    for start in range(15 - len(cards)):
        ladder = LADDER[start : start + len(cards)]
        wanted = [(rank, naturals[0][1]) for rank in ladder]
        named = [card[2:] if card.startswith("X=") else card for card in cards]
        if all(n == "X" or (n[0], n[1]) == w for n, w in zip(named, wanted, strict=True)):
            found.append(start)
    return found


class PlainRomme:
    """A deal of Rommé."""

    def __init__(self, rules: dict[str, object]) -> None:
        self.rules = {**DEFAULTS, **rules}
        self.stock: list[str] = []  # top first
        self.hands: list[list[str]] = [[], []]
        self.pile: list[str] = []  # top last
        self.table: list[tuple[int, list[str]]] = []
        self.opened = [False, False]
        self.turn = 0
        self.turns = 0
        self.phase = "draw"
        self.void = False
        self.taken: str | None = None
        self.other_copy = False
        self.owed = 0
        self.must_use_joker = False

    def deal(self, dealer: int, deck: list[str]) -> None:
        """Deal from a deck listed top first."""
        self.turn = 1 - dealer
        self.stock = list(deck)
        for _ in range(13):
            for seat in (1 - dealer, dealer):
                self.hands[seat].append(self.stock.pop(0))
        if self.rules["initial_upcard"]:
            self.pile.append(self.stock.pop(0))

    # ---- melds

    def judged(self, cards: list[str]) -> tuple[list[str], int] | None:
        """A meld of named cards as it will lie, and its opening points; None where it is none."""
        jokers = [card for card in cards if is_joker(card)]
        naturals = [card for card in cards if not is_joker(card)]
        if len(naturals) < 2:
            return None
        if self.rules["joker_majority"] == "forbidden" and len(jokers) > len(naturals):
            return None
        if is_group(cards) and all(card == "X" for card in jokers):
            rank = naturals[0][0]
            each = int(str(self.rules["ace_in_group"])) if rank == "A" else COUNTING[rank]
            lying = sorted(naturals, key=lambda card: SUITS.index(card[1]))
            return (lying + jokers, each * len(cards))
        if not jokers:
            orders = [sorted(cards, key=lambda card: RANKS.index(card[0]))]
            if orders[0][0][0] == "A":
                orders.append(orders[0][1:] + orders[0][:1])
        else:
            orders = [cards]
        for order in orders:
            for start in run_starts(order):
                suit = naturals[0][1]
                lying = [
                    "X=" + LADDER[start + i] + suit if is_joker(card) else card
                    for i, card in enumerate(order)
                ]
                points = sum(
                    11 if start + i == 13 else COUNTING[LADDER[start + i]]
                    for i in range(len(order))
                )
                return (lying, points)
        return None

    def melds(self, hand: Hand) -> Iterator[tuple[list[str], int, Hand]]:
        """Every meld a hand can lay: as it lies, its points, and the hand without it."""
        held = Counter(hand)
        jokers = held["X"]
        shapes: list[list[str]] = []
        for rank in RANKS:
            there = [rank + suit for suit in SUITS if held[rank + suit]]
            for size in (2, 3, 4):
                for naturals in combinations(there, size):
                    shapes += [[*naturals, *["X"] * n] for n in range(min(jokers, 4 - size) + 1)]
        for suit in SUITS:
            for start in range(14):
                shapes += self.runs(held, suit, start)
        for shape in shapes:
            judged = self.judged(shape)
            if judged is not None:
                rest = list(hand)
                for card in shape:
                    rest.remove(card.partition("=")[0])
                yield (judged[0], judged[1], tuple(rest))

    def runs(self, held: Counter[str], suit: str, start: int) -> list[list[str]]:
        """Every way to name three cards or more upward from a place, each natural or joker."""
        found: list[list[str]] = []
        partial: list[tuple[list[str], int]] = [([], held["X"])]
        for place in range(start, min(14, start + 13)):
            card = LADDER[place] + suit
            grown = []
            for cards, jokers in partial:
                if held[card]:
                    grown.append(([*cards, card], jokers))
                if jokers:
                    grown.append(([*cards, "X=" + card], jokers - 1))
            partial = grown
            found += [cards for cards, _ in partial if len(cards) >= 3]
        return found

    # ---- completing a turn

    def barred(self, card: str) -> bool:
        """Whether a card may not be discarded because it was taken from the pile."""
        locked = not self.rules["same_card_discard"]
        return locked and card == self.taken and not self.other_copy

    def can_end(self, hand: Hand, table: list[list[str]]) -> bool:
        """Whether the turn can be ended with this hand, or goes on by a last lay-off or swap."""
        optional = self.rules["final_discard"] == "optional"
        if not hand:
            return optional
        if any(not self.barred(card) for card in hand):
            return True
        # All that is left is the taken card, perhaps twice: only a single one can still be laid.
        return optional and len(hand) == 1 and self.can_go_on_table(hand[0], table)

    def can_go_on_table(self, card: str, table: list[list[str]]) -> bool:
        """Whether a hand's last card, the taken one, can be laid off or swapped in."""
        if any(self.laid_on(cards, card, None) for cards in table):
            return True
        if card == "X":
            return any(self.joker_ends(cards) for cards in table)
        for i, cards in enumerate(table):
            after = self.swapped(cards, [card])
            if after is None:
                continue
            if self.rules["taken_joker"] == "hand":
                return True
            # The joker must be laid at once; it is then the only card of the hand.
            new = [*table[:i], after, *table[i + 1 :]]
            if any(self.joker_ends(other) for other in new):
                return True
        return False

    def can_open(self, hand: Hand, owed: int, table: list[list[str]]) -> bool:
        """Whether melds of this hand can bring the points still owed and let the turn end."""
        seen: set[tuple[Hand, int]] = set()

        def search(hand: Hand, owed: int, laid: list[list[str]]) -> bool:
            if (hand, owed) in seen and self.rules["final_discard"] == "required":
                return False
            seen.add((hand, owed))
            for lying, points, rest in self.melds(hand):
                left = self.left(owed, points)
                if left <= 0:
                    if self.can_end(rest, [*table, *laid, lying]):
                        return True
                elif search(rest, left, [*laid, lying]):
                    return True
            return False

        return search(tuple(sorted(hand)), owed, [])

    def left(self, owed: int, points: int) -> int:
        """What an opening still lacks once a meld of so many points lies."""
        if self.rules["opening"] == "single":
            return 0 if points >= 30 else owed
        return owed - points

    # ---- the table

    def laid_on(self, cards: list[str], card: str, stands: str | None) -> list[str] | None:
        """A table meld with one more card of the hand, or None; a run's joker stands for stands."""
        naturals = [c for c in cards if not is_joker(c)]
        if len({c[0] for c in naturals}) == 1:
            if stands is not None:
                return None
            judged = self.judged([*cards, card])
            return judged[0] if judged else None
        if card == "X" and stands is None:
            return None
        named = card if card != "X" else f"X={stands}"
        # An ace that fits both ends goes above the king.
        for order in ([*cards, named], [named, *cards]):
            judged = self.judged(order) if any(is_joker(c) for c in order) else None
            if judged is None and not any(is_joker(c) for c in order) and run_starts(order):
                judged = (order, 0)
            if judged:
                return judged[0]
        return None

    def joker_ends(self, cards: list[str]) -> list[str | None]:
        """What a joker laid on this meld may stand for: a card, or None on a group."""
        if self.laid_on(cards, "X", None):
            return [None]
        faces = [rank + suit for rank in RANKS for suit in SUITS]
        return [face for face in faces if self.laid_on(cards, "X", face)]

    def swapped(self, cards: list[str], naturals: list[str]) -> list[str] | None:
        """A table meld with naturals in the place of one of its jokers, or None."""
        there = [card for card in cards if not is_joker(card)]
        if len({card[0] for card in there}) > 1:
            if len(naturals) != 1 or "X=" + naturals[0] not in cards:
                return None
            return [naturals[0] if card == "X=" + naturals[0] else card for card in cards]
        both = self.rules["group_joker"] == "both_missing" and len(cards) == 3 and len(there) == 2
        if len(naturals) != (2 if both else 1) or "X" not in cards:
            return None
        new = list(cards)
        new.remove("X")
        new += naturals
        judged = self.judged(new)
        return judged[0] if judged else None

    # ---- what is legal

    def legal(self) -> list[str]:
        """Every legal action of the seat in turn, as sorted texts."""
        if self.phase == "over":
            return []
        if self.phase == "draw":
            more = len(self.pile) > 1 and self.rules["stock_end"] != "void"
            found = ["draw"] if self.stock or more else []
            return sorted(found + (["take"] if self.pile else []))
        found = self.legal_melds()
        if self.opened[self.turn] and self.owed == 0:
            found += self.legal_lays()
            if not self.must_use_joker:
                found += self.legal_swaps()
        if self.owed == 0 and not self.must_use_joker:
            hand = set(self.hands[self.turn])
            found += ["discard " + card for card in hand if not self.barred(card)]
        return sorted(found)

    def legal_melds(self) -> list[str]:
        hand = tuple(sorted(self.hands[self.turn]))
        table = [cards for _, cards in self.table]
        found = set()
        for lying, points, rest in self.melds(hand):
            if self.must_use_joker and not any(is_joker(card) for card in lying):
                continue
            after = [*table, lying]
            if self.opened[self.turn]:
                fine = self.can_end(rest, after)
            else:
                left = self.left(self.owed or 30, points)
                fine = self.can_end(rest, after) if left <= 0 else self.can_open(rest, left, after)
            if fine:
                found.add("meld " + " ".join(lying))
        return list(found)

    def legal_lays(self) -> list[str]:
        hand = self.hands[self.turn]
        found = []
        for i, (_, cards) in enumerate(self.table):
            for card in sorted(set(hand)):
                ends = self.joker_ends(cards) if card == "X" else [None]
                for stands in ends:
                    after = self.laid_on(cards, card, stands)
                    if after is None or (self.must_use_joker and card != "X"):
                        continue
                    rest = list(hand)
                    rest.remove(card)
                    tables = [after if k == i else c for k, (_, c) in enumerate(self.table)]
                    if self.can_end(tuple(rest), tables):
                        named = f"X={stands}" if stands else card
                        found.append(f"lay {named} on {i + 1}")
        return found

    def legal_swaps(self) -> list[str]:
        found = []
        held = sorted(set(self.hands[self.turn]) - {"X"}, key=self.place)
        choices = [[card] for card in held] + [list(pair) for pair in combinations(held, 2)]
        for i, (_, cards) in enumerate(self.table):
            for naturals in choices:
                after = self.swapped(cards, naturals)
                if after is None:
                    continue
                if self.rules["taken_joker"] == "play_now" and not self.joker_usable(
                    i, after, naturals
                ):
                    continue
                found.append(f"swap {' '.join(naturals)} on {i + 1}")
        return found

    def joker_usable(self, i: int, after: list[str], naturals: list[str]) -> bool:
        """Whether a joker freed by this swap could be melded or laid off at once."""
        then = self.copy()
        then.free_joker(i, after, naturals)
        return bool(then.legal_melds() or then.legal_lays())

    @staticmethod
    def place(card: str) -> int:
        """Where a card stands in a sorted hand: by suit, then by rank."""
        return SUITS.index(card[1]) * 13 + RANKS.index(card[0])

    # ---- playing

    def copy(self) -> PlainRomme:
        """A deal that goes on on its own."""
        twin = PlainRomme.__new__(PlainRomme)
        twin.__dict__.update(self.__dict__)
        twin.hands = [list(hand) for hand in self.hands]
        twin.table = list(self.table)
        twin.stock, twin.pile, twin.opened = list(self.stock), list(self.pile), list(self.opened)
        return twin

    def apply(self, text: str, remade: list[str]) -> None:
        """Carry out a legal action; remade is the new stock, top first, where it was reshuffled."""
        kind, *words = text.split()
        hand = self.hands[self.turn]
        if kind == "draw":
            if not self.stock:
                if self.rules["stock_end"] == "turn_over":
                    self.stock = self.pile[:-1]
                else:
                    assert Counter(remade) == Counter(self.pile[:-1])
                    self.stock = list(remade)
                self.pile = self.pile[-1:]
            hand.append(self.stock.pop(0))
            self.phase = "play"
        elif kind == "take":
            self.taken = self.pile.pop()
            self.other_copy = self.taken in hand
            hand.append(self.taken)
            self.phase = "play"
        elif kind == "meld":
            judged = self.judged(words)
            assert judged is not None
            for card in judged[0]:
                hand.remove("X" if is_joker(card) else card)
            self.table.append((self.turn, judged[0]))
            if any(is_joker(card) for card in judged[0]):
                self.must_use_joker = False
            if not self.opened[self.turn]:
                self.owed = max(0, self.left(self.owed or 30, judged[1]))
                self.opened[self.turn] = self.owed == 0
        elif kind == "lay":
            card, _, stands = words[0].partition("=")
            i = int(words[-1]) - 1
            after = self.laid_on(self.table[i][1], card, stands or None)
            assert after is not None
            hand.remove(card)
            self.table[i] = (self.table[i][0], after)
            if card == "X":
                self.must_use_joker = False
        elif kind == "swap":
            i = int(words[-1]) - 1
            swapped = self.swapped(self.table[i][1], words[:-2])
            assert swapped is not None
            self.free_joker(i, swapped, words[:-2])
        if kind == "discard":
            hand.remove(words[0])
            self.pile.append(words[0])
            if hand:
                self.end_turn()
        if not hand:
            self.phase = "over"

    def free_joker(self, i: int, after: list[str], naturals: list[str]) -> None:
        """Put naturals in the place of a joker of a table meld and the joker in the hand."""
        hand = self.hands[self.turn]
        self.table[i] = (self.table[i][0], after)
        for card in naturals:
            hand.remove(card)
        hand.append("X")
        if self.taken == "X":
            self.other_copy = True
        self.must_use_joker = self.rules["taken_joker"] == "play_now"

    def end_turn(self) -> None:
        """The next seat's turn, or the end of a void deal."""
        self.turns += 1
        if self.turns >= int(str(self.rules["turn_limit"])):
            self.phase, self.void = "over", True
            return
        self.turn = 1 - self.turn
        self.phase = "draw"
        self.taken, self.other_copy = None, False
        if self.rules["stock_end"] == "void" and not self.stock:
            self.phase, self.void = "over", True

    def scores(self) -> tuple[int, int]:
        """Bad points of both seats once the deal is over."""
        if self.void:
            return (0, 0)
        return (bad_points(tuple(self.hands[0])), bad_points(tuple(self.hands[1])))
