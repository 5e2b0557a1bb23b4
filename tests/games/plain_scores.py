"""Scores by the rules pages alone: deliberately plain, on tokens, with nothing of the engine."""

from __future__ import annotations

from itertools import combinations

RANKS = "A23456789TJQK"


def gin_worth(cards: list[str]) -> int:
    """Ace 1, two to nine their number, ten and court cards 10."""
    return sum(min(RANKS.index(card[0]) + 1, 10) for card in cards)


def gin_melds(cards: list[str]) -> list[frozenset[str]]:
    """Every meld of at most five cards."""
    found = []
    for size in (3, 4, 5):
        for chosen in combinations(cards, size):
            ranks = sorted(RANKS.index(card[0]) for card in chosen)
            suits = {card[1] for card in chosen}
            same = len(set(ranks)) == 1 and size < 5
            run = len(suits) == 1 and ranks == list(range(ranks[0], ranks[0] + size))
            if same or run:
                found.append(frozenset(chosen))
    return found


def gin_deadwood(cards: list[str]) -> int:
    """The least that is left over all ways to meld: every way is tried."""
    best = gin_worth(cards)
    for meld in gin_melds(cards):
        best = min(best, gin_deadwood([card for card in cards if card not in meld]))
    return best


def gin_scores(knocker: int, hands: list[list[str]], rules: dict[str, object]) -> tuple[int, int]:
    """What a deal gives both seats when these cards are left unmelded on both sides."""
    left = [gin_deadwood(hand) if rules.get("auto_lay") else gin_worth(hand) for hand in hands]
    mine, theirs = left[knocker], left[1 - knocker]
    value = theirs - mine
    if mine == 0:
        value += int(str(rules.get("gin_bonus", 25)))
    undercut = value < 0 or (value == 0 and bool(rules.get("tie_is_undercut")))
    if undercut and mine > 0:
        value -= int(str(rules.get("undercut_bonus", 25)))
    return (value, -value) if knocker == 0 else (-value, value)


def romme_scores(out: int, hands: list[list[str]]) -> tuple[int, int]:
    """Bad points: the seat that went out writes 0, the other all it holds."""
    points = [0, 0]
    for card in hands[1 - out]:
        if card == "X":
            points[1 - out] += 30
        elif card[0] == "A":
            points[1 - out] += 15
        elif card[0] in "TJQK":
            points[1 - out] += 10
        else:
            points[1 - out] += int(card[0])
    return (points[0], points[1])
