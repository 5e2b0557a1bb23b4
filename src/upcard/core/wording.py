"""Actions and refusals in words: notation read and written, reasons told."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from upcard.core.action import (
    DISCARD,
    KINDS,
    LAY,
    MELD,
    SAID,
    SWAP,
    card_of,
    discard_action,
    kind_of_action,
    lay_action,
    meld_action,
    swap_action,
    target_of,
    third_of,
    word_of,
)
from upcard.core.digits import is_number
from upcard.core.machine import Machine
from upcard.core.meld import GROUP, JOKER_COLOUR, RUN, low_of
from upcard.core.notation import meld_tokens, parse_meld, parse_named, refusal
from upcard.core.places import NONE
from upcard.core.reasons import (
    DOES_NOT_FIT,
    NO_JOKER_THERE,
    NOT_A_MELD,
    NOT_IN_THIS_GAME,
    NUMBERS,
    SENTENCES,
    SUIT_IN_SET,
)
from upcard.core.table import word_at
from upcard.errors import AmbiguousError, IllegalActionError, ParseError

TIMES: Final = ("", "", "twice", "three times", "so often")


@mypyc_attr(allow_interpreted_subclasses=True)
class Wording(Machine):
    """A machine that reads and writes notation, and says why it refuses."""

    def phase_text(self, phase: i64) -> str:
        """Hook: the name of a phase only this game has."""
        return ("draw", "play", "over")[phase]

    def refuse(self, seat: i64, action: i64, code: i64) -> IllegalActionError:
        """The error for a refused action: code, sentence and paragraph of the rules."""
        name, sentence = self.own_reason(code)
        facts = self.reason_facts(seat, action, code)
        facts.setdefault("card", self.pack.token(self.taken) if self.taken != NONE else "")
        facts.setdefault("claim", self.pack.token(self.claim) if self.claim != NONE else "")
        facts.setdefault("phase", self.phase_text(self.phase))
        facts.setdefault("turn", str(int(self.turn)))
        facts.setdefault("lacking", self.lacking(seat, action))
        text = self.text(action)
        return IllegalActionError(
            name, f"{text}: {sentence.format(**facts)}", text, self.paragraph(code)
        )

    def own_reason(self, code: i64) -> tuple[str, str]:
        """Hook: the stable code and the sentence of a reason only this game has."""
        return SENTENCES[int(code)]

    def reason_facts(self, seat: i64, action: i64, code: i64) -> dict[str, str]:
        """Hook: what fills a sentence: have, need."""
        return {}

    def paragraph(self, code: i64) -> str:
        """Hook: the part of the game's rules a reason comes from."""
        return "The turn"

    def lacking(self, seat: i64, action: i64) -> str:
        """Which cards of an action the seat does not have, in words."""
        kind = kind_of_action(action)
        wanted: list[str] = []
        if kind == MELD:
            wanted = meld_tokens(self.pack, self.melds, word_of(action))
        elif kind == LAY or kind == SWAP or kind == DISCARD:
            wanted = [self.pack.token(card_of(action))]
            if kind == SWAP and third_of(action):
                wanted.append(self.pack.token(third_of(action) - 1))
        short: list[str] = []
        side: list[str] = []
        need: dict[str, int] = {}
        for token in wanted:
            card = token.partition("=")[0]
            if self.pack.coloured and card.startswith("X"):
                side.append(card)
                continue
            need[card] = need.get(card, 0) + 1
            if need[card] > self.copies_held(seat, self.pack.face(card)):
                name = card if need[card] == 1 else f"{card} {TIMES[min(need[card], 4)]}"
                short = [other for other in short if other.partition(" ")[0] != card] + [name]
        if short:
            return f"the hand does not hold {' '.join(short)}"
        if side:
            return f"{' '.join(side)} is not at the side any more"
        return "name one card to put in the joker's place"

    def tokens_at(self, index: i64) -> list[str]:
        """The cards of a table meld, counted from 0."""
        return meld_tokens(self.pack, self.melds, word_at(self.table[index]))

    def text(self, action: i64) -> str:
        """An action in notation."""
        kind = kind_of_action(action)
        verb = KINDS[kind]
        token = self.pack.token
        if kind == MELD:
            tokens = meld_tokens(self.pack, self.melds, word_of(action))
            return f"{verb} {' '.join(tokens)}"
        if kind == LAY:
            stands = third_of(action)
            named = "=" + token(stands - 1) if stands else ""
            if stands and self.pack.coloured:
                named = self.pack.suits[(stands - 1) // self.pack.n_ranks] + named
            return f"{verb} {token(card_of(action))}{named} on {target_of(action) + 1}"
        if kind == SWAP:
            second = third_of(action)
            named = " " + token(second - 1) if second else ""
            return f"{verb} {token(card_of(action))}{named} on {target_of(action) + 1}"
        if kind == DISCARD:
            said = " rummy" if action & SAID else ""
            return f"{verb} {token(card_of(action))}{said}"
        return verb

    def parse(self, seat: i64, text: str) -> i64:
        """Read an action of a seat. See docs/notation for what each kind may name.

        `ParseError`, `AmbiguousError`, or `IllegalActionError` for cards that are no meld.
        """
        try:
            return self.read(seat, text)
        except IllegalActionError as error:
            number = NUMBERS.get(error.code, NOT_A_MELD)
            sentence = f"{text}: {self.own_reason(number)[1]}"
            raise IllegalActionError(error.code, sentence, text, self.paragraph(number)) from None

    def read(self, seat: i64, text: str) -> i64:
        """As `parse`; what is refused here names no paragraph yet."""
        words = text.split()
        if not words or words[0] not in KINDS:
            verbs = ", ".join(KINDS)
            raise ParseError("no_such_action", f"{text!r} is no action: use {verbs}", text)
        kind = KINDS.index(words[0])
        rest = words[1:]
        if kind == MELD:
            return meld_action(parse_meld(self.pack, self.melds, rest))
        if kind == LAY:
            return self.parse_lay(rest, text)
        if kind == SWAP:
            return self.parse_swap(rest, text)
        if kind == DISCARD:
            said = rest[1:] == ["rummy"]
            if len(rest) != 2 if said else len(rest) != 1:
                raise ParseError("bad_discard", f"{text!r}: name one card to discard", text)
            face = self.pack.face(rest[0])
            if said and not self.discard_speaks:
                raise refusal(NOT_IN_THIS_GAME, text)
            return discard_action(face) | (SAID if said else 0)
        if rest:
            raise ParseError("bad_action", f"{text!r}: {words[0]} stands alone", text)
        return kind

    def parse_target(self, rest: list[str], text: str) -> tuple[list[str], i64]:
        """The cards before ``on`` and the table meld after it, counted from 0."""
        if len(rest) < 3 or rest[-2] != "on" or not is_number(rest[-1]) or len(rest[-1]) > 3:
            raise ParseError("bad_target", f"{text!r}: name a card and a meld, as in 9h on 3", text)
        target = int(rest[-1]) - 1
        if not 0 <= target < self.table_n:
            raise ParseError("no_such_meld", f"there is no meld {rest[-1]} on the table", text)
        return (rest[:-2], target)

    def parse_lay(self, rest: list[str], text: str) -> i64:
        """``9h on 3``, ``X=4h on 3``, ``X on 3``."""
        cards, target = self.parse_target(rest, text)
        if len(cards) != 1:
            raise ParseError("bad_lay", f"{text!r}: lay one card at a time", text)
        named = parse_named(self.pack, cards[0])
        if not named.joker:
            return lay_action(named.face, target, 0)
        word = word_at(self.table[target])
        if named.rank >= 0:
            if word & 3 == GROUP:
                raise refusal(SUIT_IN_SET, text)
            if word & 3 == RUN or named.rank != low_of(word):
                raise refusal(NOT_A_MELD if word & 3 == RUN else DOES_NOT_FIT, text)
            return lay_action(named.face, target, 0)
        if named.colour >= 0 and named.stands // self.pack.n_ranks != named.colour:
            raise refusal(JOKER_COLOUR, text)
        if named.stands >= 0:
            return lay_action(named.face, target, named.stands + 1)
        if word & 3 != RUN:
            return lay_action(named.face, target, 0)
        below, above = self.joker_places(target)
        if below != NONE and above != NONE:
            low, high = self.pack.token(below - 1), self.pack.token(above - 1)
            raise AmbiguousError(
                "which_end", f"{text!r}: say X={low} or X={high}, both ends are open", text
            )
        if below == NONE and above == NONE:
            raise refusal(DOES_NOT_FIT, text)
        return lay_action(named.face, target, below if below != NONE else above)

    def parse_swap(self, rest: list[str], text: str) -> i64:
        """``7h on 2``, ``7h X=7h on 2``, ``7c 7s on 2``."""
        cards, target = self.parse_target(rest, text)
        named = [parse_named(self.pack, card) for card in cards]
        if not 1 <= len(named) <= 2 or named[0].joker:
            raise ParseError("bad_swap", f"{text!r}: name the card that takes the place", text)
        second: i64 = 0
        if len(named) == 2:
            joker = named[1]
            if not joker.joker:
                first, other = sorted((int(named[0].face), int(joker.face)))
                return swap_action(first, target, other + 1)
            if joker.stands >= 0 and joker.stands != named[0].face:
                raise refusal(NO_JOKER_THERE, text)
            if joker.rank >= 0 and joker.rank != named[0].face % self.pack.n_ranks:
                raise refusal(NO_JOKER_THERE, text)
        return swap_action(named[0].face, target, second)
