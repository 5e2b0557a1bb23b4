"""Plain scorers of four games, written from the rules alone: tokens in, points out.

Each takes a position as JSON in which one more action ends the deal, and that action, and gives
what the deal is worth to every seat. Nothing here is shared with the package.
"""

from __future__ import annotations

from typing import Any

Position = dict[str, Any]


def score(position: Position, last: str) -> list[int]:
    """What every seat gets when the seat in turn ends the deal with this action."""
    rules = position.get("rules", {})
    words = last.split()
    hands = [list(hand) for hand in position["hands"]]
    turn = position["turn"]
    played = []
    if words[0] == "discard":
        hands[turn].remove(words[1])
    elif words[0] == "lay":
        played = [words[1]]
    elif words[0] == "meld":
        played = words[1:]
    for card in played:
        hands[turn].remove(card.partition("=")[0])
    out = turn if not hands[turn] else None
    game = position["game"]
    if game == "basic":
        return basic(position, hands, out, rules)
    if game == "seven_card":
        return seven_card(position, hands, out, played)
    if game == "contract":
        return contract(hands)
    return rummy17(position, hands, out, rules, words)


# ---- games with a French pack


def worth(card: str) -> int:
    """Ace 1, ten and court cards 10, others their number."""
    rank = card[0]
    if rank == "A":
        return 1
    return 10 if rank in "TJQK" else int(rank)


def basic(
    position: Position, hands: list[list[str]], out: int | None, rules: dict[str, Any]
) -> list[int]:
    """The others pay what they hold, twice where all went in one turn."""
    if out is None:
        return [0] * len(hands)
    times = 1
    if rules.get("rummy_double", True) and not position["opened"][out]:
        times = 2
    points = [-times * sum(worth(card) for card in hand) for hand in hands]
    points[out] = -sum(points)
    return points


def seven_card(
    position: Position, hands: list[list[str]], out: int | None, played: list[str]
) -> list[int]:
    """Each of the others pays what the winner has put on the table."""
    if out is None:
        return [0] * len(hands)
    value = sum(worth(card) for card in played)
    for meld in position["table"]:
        for card in meld["cards"]:
            if meld.get("laid_by", {}).get(card, meld["owner"]) == out:
                value += worth(card)
    points = [-value] * len(hands)
    points[out] = value * (len(hands) - 1)
    return points


def contract(hands: list[list[str]]) -> list[int]:
    """Everybody counts what is held."""
    points = []
    for hand in hands:
        total = 0
        for card in hand:
            if card == "X":
                total += 25
            elif card[0] == "A":
                total += 15
            elif card[0] in "TJQK":
                total += 10
            else:
                total += 5
        points.append(total)
    return points


# ---- Rummy 17


class Before:
    """What lies before one player, counted for the bonus cards."""

    def __init__(self) -> None:
        self.sets: list[int] = []
        self.runs: list[int] = []
        self.triples: list[int] = []
        self.cards = 0
        self.jokers = 0
        self.low = 0
        self.eights = 0
        self.red = 0
        self.blue = 0


def lies_before(position: Position, seat: int, rules: dict[str, Any]) -> Before:
    """Count the melds of one owner."""
    mine = Before()
    jokers_as = rules.get("joker_counts_as", "represented")
    for meld in position["table"]:
        if meld["owner"] != seat:
            continue
        total = 0
        faces = []
        for token in meld["cards"]:
            name, _, stands = token.partition("=")
            face = stands or name
            colour, value = face[0], int(face[1:])
            faces.append(value)
            joker = name.startswith("X")
            with_value = not joker or jokers_as == "represented"
            with_colour = not joker or jokers_as != "blank"
            if with_value:
                total += value
            by = meld.get("laid_by", {}).get(name, seat)
            if by != seat and rules.get("layoff_credit", "meld_owner") == "none":
                continue
            mine.cards += 1
            mine.jokers += joker
            mine.low += with_value and value in (1, 2, 3)
            mine.eights += with_value and value in (8, 16)
            mine.red += with_colour and colour == "r"
            mine.blue += with_colour and colour == "b"
        (mine.sets if len(set(faces)) == 1 else mine.runs).append(len(faces))
        if len(faces) == 3:
            mine.triples.append(total)
    return mine


def fulfil(card: str, all_before: list[Before], out: int | None, rules: dict[str, Any]) -> set[int]:
    """The seats that get the points of a bonus card."""
    seats = range(len(all_before))
    if card == "game_over":
        return set() if out is None else {out}
    if card in ("little_blue", "least_jokers"):
        blue = card == "little_blue"
        counts = {s: b.blue if blue else b.jokers for s, b in enumerate(all_before)}
        if rules.get("fewest_needs_meld", False):
            counts = {s: n for s, n in counts.items() if all_before[s].sets or all_before[s].runs}
        return {s for s, n in counts.items() if n == min(counts.values())}
    if card == "highest_triple":
        sums = {s: max(b.triples) for s, b in enumerate(all_before) if b.triples}
        return {s for s, n in sums.items() if n == max(sums.values())}
    measure = {
        "most_cards": [b.cards for b in all_before],
        "most_sets": [len(b.sets) for b in all_before],
        "most_runs": [len(b.runs) for b in all_before],
        "longest_set": [max(b.sets, default=0) for b in all_before],
        "longest_run": [max(b.runs, default=0) for b in all_before],
        "most_123": [b.low for b in all_before],
        "most_8_16": [b.eights for b in all_before],
        "most_red": [b.red for b in all_before],
    }[card]
    most = max(measure)
    if most == 0 and rules.get("zero_most", "nobody") == "nobody":
        return set()
    return {s for s in seats if measure[s] == most}


def rummy17(
    position: Position,
    hands: list[list[str]],
    out: int | None,
    rules: dict[str, Any],
    last: list[str],
) -> list[int]:
    """Three points for each bonus card, less the penalty points; twice for Rummy 17."""
    all_before = [lies_before(position, seat, rules) for seat in range(len(hands))]
    points = []
    for seat, hand in enumerate(hands):
        bonus = sum(seat in fulfil(card, all_before, out, rules) for card in position["bonus"])
        penalty = sum(1 if int(card[1:]) < 10 else 2 for card in hand)
        points.append(3 * bonus - penalty)
    said = "rummy" in last or rules.get("rummy17_declare", "automatic") == "automatic"
    if out is not None and last[1][1:] == "17" and said and rules.get("rummy17") != "off":
        points = [2 * n for n in points]
    return points
