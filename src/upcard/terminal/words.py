"""What happened and what may be done, in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from upcard.core.action import Action
from upcard.core.event import Event
from upcard.core.view import Meld
from upcard.terminal.ink import card, cards

REPEATED: Final = ("laid off ", "laid ")
OUT_OF_TURN: Final = "It is not your turn. What others do is told as it happens."


def listed(parts: Sequence[str], last: str = "and") -> str:
    """``a, b and c``."""
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {last} {parts[-1]}"


def run_on(parts: Sequence[str]) -> str:
    """What a seat did, a verb said once: ``laid 5c 5d 5h and 6c 7c 8c, and discarded Ks``."""
    groups: list[list[str]] = []
    last = ""
    for part in parts:
        verb = next((verb for verb in REPEATED if part.startswith(verb)), part)
        if part == last:
            # The same again, with nothing more to say of it.
            continue
        if verb == last:
            groups[-1].append(part.removeprefix(verb))
        else:
            groups.append([part])
        last = verb
    said = [listed(group) for group in groups]
    if len(said) > 1 and any(len(group) > 1 for group in groups):
        return f"{', '.join(said[:-1])}, and {said[-1]}"
    return listed(said)


def does(name: str, verb: str) -> str:
    """``Anna pays``, ``You pay``."""
    own = {"is": "are", "goes": "go"}.get(verb, verb.removesuffix("s"))
    return f"{name} {own if name == 'You' else verb}"


def signed(points: int) -> str:
    """``+5``, ``-5``, ``0``."""
    return f"{points:+d}" if points else "0"


def count(n: int, noun: str) -> str:
    """``1 card``, ``2 cards``."""
    return f"{n} {noun}{'' if n == 1 else 's'}"


def happened(event: Event, game: str = "") -> str:
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
    if kind == "swap" and game == "rummy17":
        return f"exchanged the joker of meld {action.target} for {cards(action.cards)}"
    if kind == "swap":
        what = cards([token for token in action.cards if not token.startswith("X")])
        return f"put {what} in the place of the joker of meld {action.target} and got the joker"
    if kind == "discard":
        said = ' and said "rummy"' if event.text.endswith(" rummy") else ""
        return f"discarded {cards(action.cards)}{said}"
    if kind == "knock":
        return f"knocked with {seen}" if seen else "knocked"
    asked = "knocked for the open card" if game == "rummy17" else 'said "I want it"'
    return {"pass": "passed", "claim": asked, "decline": "declined the card on offer"}[kind]


def awarded(event: Event, names: Sequence[str], you: int | None) -> str:
    """Who got a card that was on offer, where this action settled it."""
    for seat, token in event.shown:
        if seat != event.seat or event.text in ("claim", "pass", "decline"):
            extra = [hidden for other, hidden in event.hidden if other == seat]
            more = ""
            if extra:
                drawn = cards([hidden for hidden in extra if hidden is not None])
                cost = count(len(extra), "card")
                more = f" and, as a penalty, {drawn or cost} from the stock"
            who = "You get" if seat == you else f"{names[seat]} gets"
            return f"{who} {card(token or '')}{more}."
    return ""


def story(
    events: Sequence[Event], names: Sequence[str], you: int | None, game: str = ""
) -> list[str]:
    """Events in words, one sentence for each seat's stretch of them."""
    sentences: list[str] = []
    parts: list[str] = []
    for i, event in enumerate(events):
        told = event.text != "pass" or game not in ("rummy17", "contract")
        if event.seat != you and told:
            parts.append(happened(event, game))
        award = awarded(event, names, you)
        if award or i + 1 == len(events) or events[i + 1].seat != event.seat:
            if parts:
                sentences.append(f"{names[event.seat]} {run_on(parts)}.")
            parts = []
        if award:
            sentences.append(award)
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
