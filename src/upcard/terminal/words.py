"""What happened and what may be done, in words."""

from __future__ import annotations

from collections.abc import Sequence

from upcard.core.action import Action
from upcard.core.event import Event
from upcard.core.view import Meld
from upcard.terminal.ink import card, cards


def listed(parts: Sequence[str], last: str = "and") -> str:
    """``a, b and c``."""
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {last} {parts[-1]}"


def count(n: int, noun: str) -> str:
    """``1 card``, ``2 cards``."""
    return f"{n} {noun}{'' if n == 1 else 's'}"


def happened(event: Event) -> str:
    """What a seat did, without its name: ``took 7s``, ``drew a card``."""
    action = Action(event.text)
    gained = [token for seat, token in (*event.shown, *event.hidden) if seat == event.seat]
    seen = cards([token for token in gained if token is not None])
    kind = action.kind
    if kind == "draw":
        remade = " (the stock had run out and was made anew)" if event.remade else ""
        return f"drew {seen or 'a card'} from the stock{remade}"
    if kind == "take":
        return f"took {seen} from the pile" if seen else "took the top of the pile"
    if kind == "meld":
        return f"laid {cards(action.cards)}"
    if kind == "lay":
        where = "" if action.target is None else f" on meld {action.target}"
        return f"laid off {cards(action.cards)}{where}"
    if kind == "swap":
        what = cards([token for token in action.cards if not token.startswith("X")])
        return f"put {what} in the place of the joker of meld {action.target} and got the joker"
    if kind == "discard":
        said = ' and said "rummy"' if event.text.endswith(" rummy") else ""
        return f"discarded {cards(action.cards)}{said}"
    if kind == "knock":
        return f"knocked with {seen}" if seen else "knocked"
    return {"pass": "passed", "claim": "claimed the card", "decline": "declined the card"}[kind]


def story(events: Sequence[Event], names: Sequence[str], you: int | None) -> list[str]:
    """Events in words, one sentence for each seat's stretch of them."""
    sentences: list[str] = []
    parts: list[str] = []
    for i, event in enumerate(events):
        parts.append(happened(event))
        if i + 1 == len(events) or events[i + 1].seat != event.seat:
            who = "You" if event.seat == you else names[event.seat]
            sentences.append(f"{who} {listed(parts)}.")
            parts = []
    return sentences


def written(action: Action | str) -> str:
    """An action in notation, its cards marked as cards."""
    value = Action(action) if isinstance(action, str) else action
    words = value.text.split(" ")
    named = set(value.cards)
    return " ".join(card(word) if word in named else word for word in words)


def meld_text(meld: Meld, suits: str) -> str:
    """A meld of the table, with what the joker of a set stands for."""
    text = cards(meld.cards)
    naturals = [token for token in meld.cards if not token.startswith("X")]
    if "X" not in meld.cards or not naturals:
        return text
    rank = naturals[0][0]
    missing = [rank + suit for suit in suits if rank + suit not in naturals]
    jokers = len(meld.cards) - len(naturals)
    stands = listed([card(token) for token in missing], "or" if jokers < len(missing) else "and")
    return f"{text} (the joker{'s stand' if jokers > 1 else ' stands'} for {stands})"
