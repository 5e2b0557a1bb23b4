"""Random positions one action before the end of a deal, cheap to make; and that action."""

from __future__ import annotations

import random
from typing import Any

from upcard.games.bonus import BONUS_CARDS

Position = dict[str, Any]
Final = tuple[Position, str]
RANKS = "A23456789TJQK"
FRENCH = [rank + suit for suit in "cdhs" for rank in RANKS]
COLOURS = "rbgyp"
LIMIT = 3


def base(game: str, seats: int, rng: random.Random, rules: dict[str, Any]) -> Position:
    """What all the positions have."""
    return {
        "game": game, "seats": seats, "dealer": rng.randrange(seats), "turn": rng.randrange(seats),
        "phase": "play", "rules": rules, "partial": True, "table": [],
        "opened": [rng.random() < 0.5 for _ in range(seats)],
    }  # fmt: skip


def some(rng: random.Random, options: dict[str, tuple[Any, ...]]) -> dict[str, Any]:
    """Random values for some of the options."""
    return {name: rng.choice(values) for name, values in options.items() if rng.random() < 0.5}


def deal_out(position: Position, deck: list[str], most: int, rng: random.Random) -> None:
    """A card or more for every seat; the seat in turn has one, or the deal ends at its limit."""
    hands = []
    for _ in range(position["seats"]):
        n = rng.randint(1, min(most, len(deck) // (position["seats"] + 1)))
        hands.append([deck.pop() for _ in range(n)])
    turn = position["turn"]
    hands[turn] = hands[turn][: 1 if rng.random() < 0.7 else None]
    position["hands"] = hands
    if len(hands[turn]) > 1:
        position["turn_count"] = LIMIT - 1
        position["rules"] = {**position["rules"], "turn_limit": LIMIT}


def french_meld(deck: list[str], rng: random.Random, least: int = 3) -> list[str]:
    """A run or a set from a deck of one pack, which loses it; empty where none was found."""
    for _ in range(20):
        if rng.random() < 0.5:
            rank = rng.choice(RANKS)
            cards = [rank + suit for suit in rng.sample("cdhs", rng.randint(least, 4))]
        else:
            low = rng.randrange(11)
            suit = rng.choice("cdhs")
            cards = [rank + suit for rank in RANKS[low : low + rng.randint(3, 7)]]
        if len(cards) >= least and all(card in deck for card in cards):
            for card in cards:
                deck.remove(card)
            return cards
    return []


def basic(rng: random.Random) -> Final:
    """The last discard, or the last cards melded."""
    rules = some(rng, {"rummy_double": (True, False), "ace": ("low", "low_or_high")})
    position = base("basic", rng.randint(2, 6), rng, rules)
    deck = rng.sample(FRENCH, 52)
    meld = french_meld(deck, rng)
    deal_out(position, deck, 12, rng)
    turn = position["turn"]
    if meld and rng.random() < 0.4:
        position["hands"][turn] = meld
        return position, "meld " + " ".join(meld)
    return position, "discard " + rng.choice(position["hands"][turn])


def seven_card(rng: random.Random) -> Final:
    """The last discard, or the last meld; other melds of the winner lie."""
    opened = rng.random() < 0.5
    position = base("seven_card", rng.randint(2, 6), rng, {"open_melds": opened})
    turn, seats = position["turn"], position["seats"]
    deck = rng.sample(FRENCH, 52)
    for _ in range(rng.randint(1, 3)):
        meld = french_meld(deck, rng)
        if meld:
            owner = rng.randrange(seats) if opened else turn
            entry: dict[str, Any] = {"owner": owner, "cards": meld}
            if opened and rng.random() < 0.5:
                entry["laid_by"] = {card: rng.randrange(seats) for card in meld[:1] + meld[-1:]}
            position["table"].append(entry)
    last = french_meld(deck, rng)
    deal_out(position, deck, 8, rng)
    position["owed"] = bool(position["table"]) and not opened and len(position["hands"][turn]) == 1
    if last and rng.random() < 0.4:
        position["hands"][turn] = last
        return position, "meld " + " ".join(last)
    return position, "discard " + rng.choice(position["hands"][turn])


def contract(rng: random.Random) -> Final:
    """The last discard or lay-off of a seat that is down, or the turn limit."""
    seats = rng.randint(3, 8)
    packs = (seats + 1) // 2
    rules = some(rng, {"jokers_per_pack": (0, 1, 2, 3, 4)})
    position = base("contract", seats, rng, rules)
    deck = (FRENCH + ["X"] * rules.get("jokers_per_pack", 2)) * packs
    rng.shuffle(deck)
    deal_out(position, deck, 24, rng)
    turn = position["turn"]
    hand = position["hands"][turn]
    out = len(hand) == 1
    position["deal"] = rng.randint(1, 4 if out else 5)
    if out and position["deal"] < 5:
        position["opened"][turn] = True
    if out and hand[0] != "X" and rng.random() < 0.3 and packs > 1:
        rank = hand[0][0]
        book = [card for card in deck if card[0] == rank][:3]
        if len(book) == 3:
            position["table"] = [{"owner": (turn + 1) % seats, "cards": book}]
            return position, f"lay {hand[0]} on 1"
    return position, "discard " + rng.choice(hand)


def coloured_meld(deck: list[str], jokers: list[str], wrap: bool, rng: random.Random) -> list[str]:
    """A meld of Rummy 17 from a deck and the jokers, which lose it; empty where none was found."""
    for _ in range(20):
        if rng.random() < 0.5:
            value = rng.choice((rng.randint(1, 17), rng.choice((1, 2, 3, 8, 16))))
            faces = [f"{c}{value}" for c in rng.sample(COLOURS, rng.choice((3, 3, 3, 4, 5)))]
        else:
            low = rng.randint(1, 17 if wrap else 15)
            n = rng.choice((3, 3, 3, 4, 5, 7))
            values = [low + i for i in range(n)] if wrap else range(low, min(low + n, 18))
            colour = rng.choice(COLOURS + "rb")
            faces = [f"{colour}{(value - 1) % 17 + 1}" for value in values]
        joker = rng.choice(faces) if rng.random() < 0.4 else ""
        if joker and joker[0] not in jokers:
            continue
        if len(faces) >= 3 and all(face in deck for face in faces if face != joker):
            if joker:
                jokers.remove(joker[0])
            for face in faces:
                if face != joker:
                    deck.remove(face)
            return [f"X{face[0]}={face}" if face == joker else face for face in faces]
    return []


def rummy17(rng: random.Random) -> Final:
    """Melds before some seats, cards of guests among them; the last discard."""
    rules = some(
        rng,
        {
            "joker_counts_as": ("represented", "colour_only", "blank"),
            "layoff_credit": ("meld_owner", "none"), "zero_most": ("nobody", "all_tied"),
            "fewest_needs_meld": (False, True), "wrap": (False, True),
            "rummy17": ("double", "off"), "rummy17_declare": ("automatic", "spoken"),
        },
    )  # fmt: skip
    if rules.get("rummy17") == "off":
        rules.pop("rummy17_declare", None)
    seats = rng.randint(2, 6)
    position = base("rummy17", seats, rng, rules)
    deck = [f"{colour}{value}" for colour in COLOURS for value in range(1, 18)]
    rng.shuffle(deck)
    jokers = list(COLOURS)
    for _ in range(rng.choice((0, 1, 3, 6, 9))):
        meld = coloured_meld(deck, jokers, rules.get("wrap", False), rng)
        if meld:
            owner = rng.randrange(seats)
            entry = {"owner": owner, "cards": meld}
            guests = {card.partition("=")[0]: (owner + rng.randint(1, seats - 1)) % seats
                      for card in meld if rng.random() < 0.15}  # fmt: skip
            if guests:
                entry["laid_by"] = guests
            position["table"].append(entry)
    deal_out(position, deck, 14, rng)
    position["bonus"] = rng.sample(BONUS_CARDS, 5)
    turn = position["turn"]
    hand = position["hands"][turn]
    if len(hand) > 1 and rng.random() < 0.5:
        position["rules"].pop("turn_limit")
        position["turn_count"] = 0
        position["drawn_last"] = True
    elif len(hand) == 1:
        last = [card for card in deck if card.endswith("17")]
        if last and rng.random() < 0.4:
            hand[0] = last[0]
    card = rng.choice(hand)
    spoken = rules.get("rummy17_declare") == "spoken" and len(hand) == 1 and card.endswith("17")
    return position, f"discard {card}" + (" rummy" if spoken and rng.random() < 0.5 else "")


MAKERS = {
    "basic": basic,
    "contract": contract,
    "rummy17": rummy17,
    "seven_card": seven_card,
}
