"""What a player types, read leniently and turned into notation or a command.

Nothing is guessed that could be meant in two ways: then the answer says how to tell them apart.
"""

from __future__ import annotations

import difflib
import re
from itertools import permutations
from typing import Final

from upcard.core.action import Action
from upcard.core.deal import Deal
from upcard.core.digits import is_number
from upcard.core.meld import BOOK
from upcard.core.pack import Pack
from upcard.core.places import PHASE_DRAW
from upcard.errors import AmbiguousError, ParseError, UpcardError

ACTIONS: Final = (
    "draw", "take", "decline", "claim", "pass", "meld", "lay", "swap", "discard", "knock",
)  # fmt: skip
COMMANDS: Final = (
    "help", "table", "legal", "hint", "why", "sort", "undo", "score", "rules", "save", "quit",
    "next", "symbols", "ask",
)  # fmt: skip
# Which of two words a short form stands for, with cards after it and alone.
WITH_CARDS: Final = {
    "d": "discard", "l": "lay", "m": "meld", "s": "swap", "k": "knock", "t": "take",
    "w": "why", "dis": "discard", "throw": "discard",
}  # fmt: skip
ALONE: Final = {
    "?": "help", "d": "draw", "dr": "draw", "t": "take", "p": "pass", "k": "knock", "h": "hint",
    "l": "legal", "q": "quit", "u": "undo", "n": "next", "exit": "quit", "r": "rules",
    "show": "table", "hand": "table", "status": "table", "clear": "table",
}  # fmt: skip
SUIT_SIGNS: Final = {"♣": "c", "♦": "d", "♥": "h", "♠": "s", "♧": "c", "♢": "d", "♡": "h", "♤": "s"}
# What says yes and no to a card on offer, beside claim and pass.
YES: Final = ("i want it", "want it", "want", "yes", "y")
NO: Final = ("no",)
JOKERS: Final = ("x", "*", "joker", "jo", "jkr")


def read_card(pack: Pack, text: str) -> str:
    """A card as typed: any case, rank or suit first, ``10h``, suit signs, ``joker``, ``x=9h``.

    >>> from upcard.games.romme import PACK
    >>> [read_card(PACK, text) for text in ("10H", "s9", "q♥", "joker", "x=10h")]
    ['Th', '9s', 'Qh', 'X', 'X=Th']
    """
    left, equals, right = text.partition("=")
    if equals:
        joker = read_card(pack, left)
        if not joker.startswith("X") or "=" in right:
            raise ParseError("no_such_card", f"{text!r}: write X=9h for a joker as 9h", text)
        if len(right) == 1 and right.upper() in pack.ranks and not pack.coloured:
            return f"{joker}={right.upper()}"
        return f"{joker}={read_card(pack, right)}"
    low = left.strip(",").lower()
    for sign, suit in SUIT_SIGNS.items():
        low = low.replace(sign, suit)
    if pack.coloured:
        if low[:1] == "x" and len(low) == 2:
            return "X" + low[1]
        match = re.fullmatch(r"([a-z])(\d+)|(\d+)([a-z])", low)
        if match:
            return (match[1] or match[4]) + (match[2] or match[3])
        raise ParseError("no_such_card", f"{text!r} is no card: cards are written as r5", text)
    if low in JOKERS:
        return "X"
    low = low.replace("10", "t")
    for rank, suit in ((low[:1], low[1:]), (low[1:], low[:1])):
        if len(low) == 2 and rank.upper() in pack.ranks and suit in pack.suits:
            return rank.upper() + suit
    raise ParseError(
        "no_such_card",
        f"{text!r} is no card: cards are written as 9s, Th (or 10h), Qd"
        + (", X for a joker" if pack.jokers else ""),
        text,
    )


def is_card(pack: Pack, text: str) -> bool:
    """Whether a word reads as a card."""
    try:
        read_card(pack, text)
    except ParseError:
        return False
    return True


def read_verb(word: str, has_rest: bool, actions: tuple[str, ...] = ACTIONS) -> str:
    """The action or command a word stands for; any unambiguous beginning will do.

    >>> read_verb("dis", True), read_verb("?", False), read_verb("HI", False)
    ('discard', 'help', 'hint')
    """
    low = word.lower()
    short = (WITH_CARDS if has_rest else ALONE).get(low)
    if short is not None and (short in actions or short in COMMANDS):
        return short
    known = [*actions, *COMMANDS]
    if low in known:
        return low
    fits = [verb for verb in known if verb.startswith(low)] if low else []
    if len(fits) == 1:
        return fits[0]
    if fits:
        raise AmbiguousError(
            "which_verb", f"{word!r} could be {' or '.join(fits)}: type a letter more", word
        )
    near = difflib.get_close_matches(low, known, 1)
    hint = f"did you mean {near[0]}?" if near else "type ? for help"
    raise ParseError("no_such_verb", f"I do not know {word!r}; {hint}", word)


class Reader:
    """Reads actions for one seat, with a world of its view to ask what fits where."""

    def __init__(self, deal: Deal, seat: int) -> None:
        self.deal = deal
        self.seat = seat
        self.pack = deal.pack
        self.actions = actions_of(deal)

    def verb(self, line: str) -> tuple[str, list[str]]:
        """The verb of a line and the words after it."""
        words = line.replace(",", " ").split()
        if not words:
            return ("", [])
        if "claim" in self.actions and " ".join(words).lower() in YES + NO:
            return ("pass" if words[0].lower() in NO else "claim", [])
        if is_card(self.pack, words[0]):
            cards = " ".join(read_card(self.pack, w) for w in words if is_card(self.pack, w))
            raise ParseError(
                "verb_missing", f"say what to do with it: discard {cards}, or meld {cards}", line
            )
        verb = read_verb(words[0], len(words) > 1, self.actions)
        if verb == "knock" and self.deal.rules.game in ("rummy17", "contract"):
            # What Rummy 17 calls a knock is a claim in notation.
            verb = "claim"
        return (verb, words[1:])

    def actions_in(self, line: str) -> list[str]:
        """The actions of one part of a line, in notation. `ParseError` says what is unclear."""
        verb, rest = self.verb(line)
        if verb not in ACTIONS:
            raise ParseError("no_action", f"{verb!r} is no action", line)
        if verb == "meld":
            named = self.cards(rest, "name the cards, as in meld 5h 6h 7h")
            if len(named) < 3 and any(token.startswith("X") for token in named):
                # Before anybody asks what the joker stands for.
                raise ParseError("too_short", "a meld needs at least three cards", line)
            placed = self.placed(named)
            if self.pack.coloured:
                self.refuse_unnamed(placed)
            return ["meld " + " ".join(placed)]
        if verb == "discard":
            said = [word for word in rest if word.lower() == "rummy"]
            named = self.cards(
                [w for w in rest if w.lower() != "rummy"], "name the card to discard"
            )
            if len(named) != 1:
                raise ParseError("bad_discard", "discard one card: it ends your turn", line)
            return [f"discard {named[0]}" + (" rummy" if said else "")]
        if verb == "lay":
            return self.lays(rest)
        if verb == "swap":
            return [self.swap(rest)]
        if len(rest) == 1 and verb == "knock":
            return [verb, f"discard {read_card(self.pack, rest[0])}"]
        if rest and verb != "knock":
            raise ParseError("stands_alone", f"{verb} stands alone, without cards", line)
        if rest:
            raise ParseError(
                "stands_alone", "knock takes the discard alone; the melds come after it", line
            )
        return [verb]

    def cards(self, words: list[str], missing: str) -> list[str]:
        """Words as cards."""
        if not words:
            raise ParseError("no_cards", missing, "")
        return [read_card(self.pack, word) for word in words]

    def placed(self, tokens: list[str]) -> list[str]:
        """The cards of a meld, bare jokers named by their place where the game wants a name.

        A run is read from low to high, so its places say what they stand for: nothing is guessed.
        """
        bare = [i for i, token in enumerate(tokens) if token.startswith("X") and "=" not in token]
        naturals = [(i, token) for i, token in enumerate(tokens) if not token.startswith("X")]
        if not bare or not naturals or not (self.pack.coloured or self.deal.melds.set_kind == BOOK):
            return tokens
        ranks = int(self.pack.n_ranks)
        faces = [int(self.pack.face(token)) for _, token in naturals]
        first, at = faces[0], naturals[0][0]
        if len({face % ranks for face in faces}) == 1 and len(faces) > 1:
            # A set: the joker of a coloured pack is its own colour's card.
            if not self.pack.coloured:
                return tokens
            number = self.pack.token(first)[1:]
            return [f"{t}={t[1]}{number}" if i in bare else t for i, t in enumerate(tokens)]
        if any(face % ranks != (first % ranks + i - at) % ranks for face, (i, _) in zip(
            faces, naturals, strict=True
        )):  # fmt: skip
            # Not in ascending order: their places say nothing.
            return tokens
        named = list(tokens)
        for i in bare:
            place = first % ranks + i - at
            if not 0 <= place <= ranks:
                return tokens
            named[i] += "=" + self.pack.token(first - first % ranks + place % ranks)
        return named

    def refuse_unnamed(self, tokens: list[str]) -> None:
        """A joker whose place does not say what it stands for must be named."""
        for token in tokens:
            if token.startswith("X") and "=" not in token:
                orders = self.orders("meld " + " ".join(tokens))
                example = orders[0] if orders else f"{token}={token[1:]}7"
                sentence = f"say which card {token} stands for, as in {example}"
                raise ParseError("joker_unnamed", sentence, token)

    def target(self, words: list[str]) -> tuple[list[str], int | None]:
        """The words before ``on 3`` (or just ``3``), and the number of the meld."""
        if words and is_number(words[-1].removeprefix("#")):
            number = int(words[-1].removeprefix("#"))
            before = words[:-1]
            if before and before[-1].lower() in ("on", "to", "meld", "in"):
                before = before[:-1]
            if before and before[-1].lower() in ("on", "to", "in"):
                before = before[:-1]
            return (before, number)
        return ([w for w in words if w.lower() not in ("on", "to", "in")], None)

    def lays(self, rest: list[str]) -> list[str]:
        """``lay 9h on 3``, ``l 9h 3``, ``lay 8h 9h 3``; without a number where only one fits."""
        words, number = self.target(rest)
        named = self.cards(words, "name the card to lay off, as in lay 9h on 3")
        if self.deal.rules.game == "gin":
            return [f"lay {token}" for token in named]
        if number is not None:
            return [f"lay {token} on {number}" for token in named]
        if len(named) > 1:
            raise ParseError("no_target", "say on which meld: lay 8h 9h on 3", "")
        return [self.one_target("lay", named[0])]

    def swap(self, rest: list[str]) -> str:
        """``swap 7h on 2``, without a number where only one joker stands for the card."""
        words, number = self.target(rest)
        named = self.cards(words, "name the card that takes the joker's place: swap 7h on 2")
        text = " ".join(named)
        if number is not None:
            return f"swap {text} on {number}"
        return self.one_target("swap", text)

    def one_target(self, verb: str, text: str) -> str:
        """The action on the only meld where it is legal; an error that lists them otherwise."""
        n = int(self.deal.table_n)
        tried = [f"{verb} {text} on {number}" for number in range(1, n + 1)]
        fits = [action for action in tried if self.legal(action)]
        if len(fits) == 1:
            return fits[0]
        if fits:
            raise AmbiguousError("which_meld", f"say which: {' or '.join(fits)}", text)
        if not tried:
            raise ParseError("no_table", "there is no meld on the table yet", text)
        unclear: ParseError | None = None
        for action in tried:
            try:
                error = self.deal.why_not(f"{self.seat} {action}")
            except ParseError as problem:
                unclear = problem
                continue
            if error is not None and error.code not in ("does_not_fit", "no_joker_there"):
                # What forbids it is not the place: not held, not opened, not drawn yet.
                raise type(error)(
                    error.code,
                    error.sentence.replace(error.text, f"{verb} {text}", 1),
                    f"{verb} {text}",
                    error.paragraph,
                )
        if unclear is not None:
            raise unclear
        what = "fits no meld of the table" if verb == "lay" else "is what no joker there stands for"
        raise ParseError("no_target", f"you cannot {verb} {text}: it {what}", text)

    def legal(self, action: str) -> bool:
        """Whether an action is legal now, however badly it reads."""
        try:
            return self.deal.why_not(f"{self.seat} {action}") is None
        except UpcardError:
            return False

    def orders(self, action: str) -> list[str]:
        """Orders of a meld with jokers that would be legal, where the order typed is not."""
        tokens = action.split()[1:]
        jokers = [token for token in tokens if token.startswith("X")]
        if not jokers or len(tokens) > 7:
            return []
        found: list[str] = []
        for order in sorted(set(permutations([t.split("=")[0] for t in tokens]))):
            text = "meld " + " ".join(self.placed(list(order)))
            if self.legal(text):
                found.append(text)
        return found[:4]


def actions_of(deal: Deal) -> tuple[str, ...]:
    """The kinds of action a game has, so that short forms are no more ambiguous than needed."""
    game = deal.rules.game
    if game == "gin":
        return ("draw", "take", "pass", "meld", "lay", "discard", "knock")
    if game == "seven_card" and not deal.rules.is_set("open_melds"):
        return ("draw", "take", "meld", "discard")
    if game in ("seven_card", "basic"):
        return ("draw", "take", "meld", "lay", "discard")
    if game == "romme":
        return ("draw", "take", "meld", "lay", "swap", "discard")
    if game == "rummy17":
        return ("draw", "take", "claim", "knock", "pass", "meld", "lay", "swap", "discard")
    if game == "contract":
        return (
            "draw", "take", "decline", "claim", "knock", "pass", "meld", "lay", "swap", "discard",
        )  # fmt: skip
    return ACTIONS


def parts_of(line: str) -> list[str]:
    """The parts of a line; what follows ``why`` is one question, however many plays it names.

    >>> parts_of("m 5h 6h 7h; dis ks;"), parts_of("why m 5h 6h 7h; dis ks")
    (['m 5h 6h 7h', 'dis ks'], ['why m 5h 6h 7h; dis ks'])
    """
    words = line.split()
    if words and "why".startswith(words[0].lower()):
        return [line.strip()]
    return [part.strip() for part in line.split(";") if part.strip()]


def plays_in(reader: Reader, parts: list[str]) -> list[str]:
    """The actions of a line, each part read at the table that the parts before it leave.

    They are carried out in the reader's deal, so the first that is refused is the one told of.
    """
    actions: list[str] = []
    for i, part in enumerate(parts):
        found = reader.actions_in(part)
        actions += found
        if i + 1 == len(parts):
            break
        for action in found:
            if action == "draw" and reader.deal.phase == PHASE_DRAW:
                why = "draw shows you a new card and cannot be taken back: draw first, then play"
                raise ParseError("draw_first", why, "")
            reader.deal.apply(Action(action, reader.seat))
    return actions
