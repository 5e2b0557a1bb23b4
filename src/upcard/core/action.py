"""Actions: packed into one word inside, a value with a text outside.

The word holds the kind in bits 0-3. A meld's word follows in bits 4-37. A lay-off or swap has
the card in bits 4-10, the table meld in 11-18, and in 19-25 one more than the face a joker is
laid for (lay-off) or the second natural (swap); 0 is none. A discard has the card and, in
bit 38, whether something is said with it.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

DRAW: Final = 0
TAKE: Final = 1
DECLINE: Final = 2
CLAIM: Final = 3
PASS: Final = 4
MELD: Final = 5
LAY: Final = 6
SWAP: Final = 7
DISCARD: Final = 8
KNOCK: Final = 9

KINDS: Final = (
    "draw", "take", "decline", "claim", "pass", "meld", "lay", "swap", "discard", "knock",
)  # fmt: skip
SAID: Final[i64] = 274877906944  # bit 38


def meld_action(word: i64) -> i64:
    """Lay a new meld."""
    return MELD | (word << 4)


def word_of(action: i64) -> i64:
    """The meld of a meld action."""
    return (action >> 4) & 0x3FFFFFFFF


def lay_action(card: i64, target: i64, stands: i64) -> i64:
    """Lay card off on table meld target; stands is one more than the face a joker stands for."""
    return LAY | (card << 4) | (target << 11) | (stands << 19)


def swap_action(card: i64, target: i64, second: i64) -> i64:
    """Put card in a joker's place; second is one more than the second natural, or 0."""
    return SWAP | (card << 4) | (target << 11) | (second << 19)


def discard_action(card: i64) -> i64:
    """Discard a card."""
    return DISCARD | (card << 4)


def kind_of_action(action: i64) -> i64:
    """DRAW to KNOCK."""
    return action & 15


def card_of(action: i64) -> i64:
    """The card laid off, swapped in or discarded."""
    return (action >> 4) & 127


def target_of(action: i64) -> i64:
    """The table meld of a lay-off or swap, counted from 0."""
    return (action >> 11) & 255


def third_of(action: i64) -> i64:
    """What stands in bits 19-25: see lay_action and swap_action."""
    return (action >> 19) & 127


class Action:
    """One action of one seat, as a value. Its text is the notation's; equal texts are equal.

    >>> action = Action("meld 5h X=6h 7h", seat=0)
    >>> action.kind, action.cards, str(action)
    ('meld', ('5h', 'X=6h', '7h'), 'meld 5h X=6h 7h')
    """

    def __init__(self, text: str, seat: int | None = None) -> None:
        self._text = " ".join(text.split())
        self._seat = seat

    @property
    def text(self) -> str:
        """The action in notation, without its seat."""
        return self._text

    @property
    def seat(self) -> int | None:
        """Who acts; None: the seat in turn."""
        return self._seat

    @property
    def kind(self) -> str:
        """The first word: draw, take, decline, claim, pass, meld, lay, swap, discard or knock."""
        return self._text.split(" ", 1)[0]

    @property
    def cards(self) -> tuple[str, ...]:
        """The cards named, as tokens."""
        words = self._text.split(" ")[1:]
        if "on" in words:
            words = words[: words.index("on")]
        return tuple(word for word in words if word != "rummy")

    @property
    def target(self) -> int | None:
        """The table meld a lay-off or swap names, counted from 1."""
        words = self._text.split(" ")
        return int(words[-1]) if "on" in words[:-1] else None

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        seat = "" if self._seat is None else f", seat={self._seat}"
        return f"Action({self._text!r}{seat})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Action):
            return NotImplemented
        return self._text == other._text and self._seat == other._seat

    def __hash__(self) -> int:
        return hash((self._text, self._seat))

    def __reduce__(self) -> tuple[type[Action], tuple[str, int | None]]:
        return (Action, (self._text, self._seat))
