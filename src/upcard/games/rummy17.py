"""Rummy 17: five colours from 1 to 17, knocking out of turn, side jokers, bonus cards."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from upcard.core.action import (
    DISCARD,
    LAY,
    MELD,
    SAID,
    SWAP,
    card_of,
    lay_action,
    meld_action,
)
from upcard.core.deal import Deal
from upcard.core.facts import bad_value, items
from upcard.core.finder import Buffer, find_coloured, find_melds
from upcard.core.hand import BIT, zeros
from upcard.core.meld import (
    MANY_JOKERS,
    RUN,
    jokers_of,
    length_of,
    naturals_of,
    places_of,
    suit_of,
)
from upcard.core.pack import Pack
from upcard.core.places import CLAIMS, FACTS, NONE, PHASE_OVER, PHASE_PLAY, Places
from upcard.core.reasons import (
    DOES_NOT_FIT,
    JOKER_FIRST,
    JOKER_USELESS,
    LEGAL,
    MELD_REASONS,
    NO_DISCARD_LEFT,
    NO_JOKER_THERE,
    NOT_HELD,
    NOT_OPENED,
    WINDOW_OPEN,
)
from upcard.core.rules import Rules, Value
from upcard.core.table import NO_FIT, entry, owner_at, word_at
from upcard.errors import PositionError
from upcard.games.bonus import BONUS_CARDS, BONUS_SHOWN, BONUS_WORTH, Measures
from upcard.games.rummy17_rules import SIDE_JOKER_MIN, Rummy17Rules

COLOURS: Final = "rbgyp"
PACK: Final = Pack(COLOURS, "1234567890ABCDEFG", coloured=True)
JOKER: Final[i64] = 85
HAND: Final = 10
ALL_SIDE_JOKERS: Final = 31
ALL_BONUS: Final = vec[i64](range(len(BONUS_CARDS)))
# In a table entry, the bit above its owner: its joker was laid in this turn.
FRESH: Final[i64] = 0x2000000000

JOKER_GONE: Final = 100
JOKER_FRESH: Final = 101
OWN_MELD_EARLIER: Final = 102
NOTHING_SAID: Final = 103
JOKER_MELD_SHORT: Final = 104
OWN_REASONS: Final[dict[int, tuple[str, str]]] = {
    JOKER_GONE: ("joker_gone", "the joker of this colour no longer lies at the side"),
    JOKER_FRESH: ("joker_fresh", "this joker was laid in this turn and stays until a later one"),
    OWN_MELD_EARLIER: ("own_meld_earlier", "your first meld must lie from an earlier turn"),
    JOKER_MELD_SHORT: (
        "joker_meld_short",
        "a meld with a joker from the side needs four cards, with an exchanged one as many as "
        "the table has agreed",
    ),
    NOTHING_SAID: ("nothing_said", '"Rummy 17" is said only with a 17 as the last card'),
}


@mypyc_attr(allow_interpreted_subclasses=True)
class Rummy17Deal(Deal):
    """One deal of Rummy 17. ``side`` is the mask of the colours whose joker lies at the side.

    ``freed`` is the colour of a joker just exchanged, which must make a new meld at once.
    """

    def __init__(
        self, rules: Rummy17Rules, seats: i64 = 4, dealer: i64 = 0, number: i64 = 1
    ) -> None:
        super().__init__(rules, PACK, rules.melds, seats, dealer, number)
        self.house = rules
        self.turn_limit = rules.number("turn_limit")
        self.taken_locked = rules.is_set("discard_taken", "forbid")
        self.last_discard_needed = True
        self.discard_speaks = True
        self.first_claim_wins = rules.is_set("knock_priority", "first")
        self.side: i64 = ALL_SIDE_JOKERS
        self.bonus: vec[i64] = zeros(0)
        # Who laid a card on another's meld, plus one; by face, and JOKER + colour for jokers.
        self.laid_by: vec[i64] = zeros(int(JOKER) + 5)
        self.from_freed = False
        self.doubled = False
        # What the seats had before them when the deal ended.
        self.measures: Measures | None = None

    @classmethod
    def make_rules(cls, values: dict[str, Value]) -> Rules:
        return Rummy17Rules(**values)

    @classmethod
    def make(cls, rules: Rules, seats: int, dealer: int, number: int) -> Deal:
        assert isinstance(rules, Rummy17Rules)
        return Rummy17Deal(rules, seats, dealer, number)

    def copy_into(self, twin: Places) -> None:
        super().copy_into(twin)
        assert isinstance(twin, Rummy17Deal)
        twin.side = self.side
        twin.bonus = self.bonus[:]
        twin.laid_by = self.laid_by[:]
        twin.doubled = self.doubled

    def hand_size(self) -> i64:
        return HAND

    def deal_hands(self) -> None:
        """The bonus cards are drawn, then the hands are dealt."""
        cards = ALL_BONUS[:]
        self.shuffler.begin(self.number, "bonus")
        self.shuffler.shuffle(cards, len(BONUS_CARDS))
        self.bonus = cards[:BONUS_SHOWN]
        super().deal_hands()

    # ---- knocking

    def may_claim(self, seat: i64) -> bool:
        """Everybody but the player in turn and whoever discarded the card."""
        if seat == self.turn or (seat == self.discarded_by and not self.house.discarder_knocks):
            return False
        most = self.house.max_knocks
        return most == 0 or self.seat_facts[seat * FACTS + CLAIMS] < most

    def may_go_on(self, seat: i64) -> bool:
        return not self.house.all_answer or self.decided()

    def do_draw(self, seat: i64) -> None:
        super().do_draw(seat)
        if self.pile_n > 0 and self.can_pay():
            self.open_window(self.pile[self.pile_n - 1])

    def can_pay(self) -> bool:
        """Whether a knock leaves a card in the stock, where it costs one."""
        penalty = self.house.penalty
        return penalty == 0 or self.stock_n > penalty

    def act_in_window(self, kind: i64) -> None:
        """Melding or discarding ends the knocking: the card is awarded first."""
        if kind == MELD or kind == LAY or kind == SWAP or kind == DISCARD:
            self.settle(True)

    def serve(self, seat: i64) -> None:
        """The knocker takes the card, and a penalty card where that is played."""
        self.pile_n -= 1
        self.discarded_by = NONE
        self.gain(seat, self.pile[self.pile_n], False)
        for _ in range(self.house.penalty):
            self.gain(seat, self.pop_stock(), True)
        at = seat * FACTS + CLAIMS
        self.seat_facts[at] = self.seat_facts[at] + 1

    def check(self, seat: i64, action: i64) -> i64:
        if seat == self.turn and self.claim != NONE and not self.may_go_on(seat):
            return WINDOW_OPEN
        return super().check(seat, action)

    def find_plays(self, seat: i64) -> None:
        if self.claim == NONE or self.may_go_on(seat):
            super().find_plays(seat)

    # ---- melds and jokers

    def joker_colour(self, word: i64) -> i64:
        """The mask of the colour of a meld's joker; 0 without one."""
        places = places_of(word)
        if word & 3 == RUN:
            return BIT[suit_of(word)] if places else i64(0)
        return places >> 5

    def has_jokers_for(self, seat: i64, word: i64) -> bool:
        colour = self.joker_colour(word)
        if self.freed != NONE:
            return colour == BIT[self.freed]
        return colour & ~self.side == 0

    def move_jokers(self, seat: i64, word: i64, sign: i64) -> None:
        colour = self.joker_colour(word)
        if colour == 0:
            return
        if sign < 0:
            self.from_freed = self.freed != NONE
            if self.from_freed:
                self.freed = NONE
            else:
                self.side &= ~colour
        elif self.from_freed:
            self.freed = self.colour_number(colour)
        else:
            self.side |= colour

    def colour_number(self, colour: i64) -> i64:
        """The colour of a mask with one bit."""
        number: i64 = 0
        while not colour & BIT[number]:
            number += 1
        return number

    def check_meld(self, seat: i64, word: i64) -> i64:
        code = self.melds.judge(word)
        if code != LEGAL:
            return code
        jokers = jokers_of(word)
        if self.freed != NONE and self.joker_colour(word) != BIT[self.freed]:
            return JOKER_FIRST
        if jokers > 0 and not self.has_jokers_for(seat, word):
            return JOKER_GONE
        least = SIDE_JOKER_MIN if self.freed == NONE else self.house.exchanged_min
        if jokers > 0 and length_of(word) < least:
            return JOKER_MELD_SHORT
        return self.try_meld(seat, word) if self.holds_meld(seat, word) else NOT_HELD

    def melded(self, seat: i64, word: i64) -> None:
        super().melded(seat, word)
        if jokers_of(word) > 0:
            last = self.table_n - 1
            self.table[last] = self.table[last] | FRESH

    def find_meld_actions(self, seat: i64) -> None:
        first = self.found.n
        base = seat * self.width
        if self.freed == NONE:
            find_melds(self.melds, self.held, base, 0, self.found)
            find_coloured(self.melds, self.held, base, self.side, SIDE_JOKER_MIN, self.found)
        else:
            least = self.house.exchanged_min
            find_coloured(self.melds, self.held, base, BIT[self.freed], least, self.found)
        size = self.size(seat)
        keep = first
        for i in range(first, self.found.n):
            word = self.found.items[i]
            # With two cards left one can be discarded.
            if size > naturals_of(word) + 1 or self.try_meld(seat, word) == LEGAL:
                self.found.items[keep] = meld_action(word)
                keep += 1
        self.found.n = keep

    def turn_begins(self) -> None:
        for i in range(self.table_n):
            self.table[i] = self.table[i] & ~FRESH

    def barred(self, card: i64) -> bool:
        """Under discard_taken=forbid the card taken, unless it is the last one."""
        return self.taken_locked and card == self.taken and self.size(self.turn) > 1

    # ---- laying off

    def may_lay(self, seat: i64, card: i64, target: i64) -> i64:
        if self.freed != NONE:
            return JOKER_FIRST
        return LEGAL if self.opened(seat) else NOT_OPENED

    def lays_possible(self, seat: i64) -> bool:
        return self.opened(seat) and self.freed == NONE

    def check_lay(self, seat: i64, card: i64, target: i64, stands: i64) -> i64:
        if card != JOKER:
            return super().check_lay(seat, card, target, stands)
        if not self.house.side_layoff:
            return DOES_NOT_FIT
        code = self.may_lay(seat, card, target)
        if code != LEGAL:
            return code
        colour = BIT[(stands - 1) // 17]
        if not self.side & colour:
            return JOKER_GONE
        if jokers_of(word_at(self.table[target])) > 0:
            return MANY_JOKERS
        return LEGAL if self.grown(card, target, stands) != NO_FIT else DOES_NOT_FIT

    def grown(self, card: i64, target: i64, stands: i64) -> i64:
        """Table meld target with the card laid on; a joker in a set takes its own colour."""
        word = word_at(self.table[target])
        if card != JOKER or word & 3 == RUN:
            return super().grown(card, target, stands)
        natural = super().grown(stands - 1, target, 0)
        if natural == NO_FIT or jokers_of(word) > 0:
            return NO_FIT
        colour = BIT[(stands - 1) // 17]
        places = places_of(word)
        return natural & ~((places | colour) << 16) | (places << 16) | (colour << 21)

    def do_lay(self, seat: i64, card: i64, target: i64, stands: i64) -> None:
        old = self.table[target]
        fresh = old & FRESH
        grown = self.grown(card, target, stands)
        owner = owner_at(old)
        at = card
        if card == JOKER:
            colour = (stands - 1) // 17
            self.side &= ~BIT[colour]
            fresh = FRESH
            at = JOKER + colour
        else:
            self.pick(seat, card)
        self.table[target] = entry(grown, owner) | fresh
        if owner != seat:
            self.laid_by[at] = seat + 1
        self.played(seat)

    def find_lays(self, seat: i64) -> None:
        super().find_lays(seat)
        if not self.house.side_layoff:
            return
        for target in range(self.table_n):
            for face in range(JOKER):
                if self.side & BIT[face // 17]:
                    if self.check_lay(seat, JOKER, target, face + 1) == LEGAL:
                        self.found.push(lay_action(JOKER, target, face + 1))

    # ---- exchanging jokers

    def check_swap(self, seat: i64, card: i64, target: i64, second: i64) -> i64:
        if second or self.copies_held(seat, card) == 0:
            return NOT_HELD
        code = self.may_lay(seat, card, target)
        if code != LEGAL:
            return code
        if not self.house.same_turn and self.own_melds(seat) <= self.turn_melds:
            return OWN_MELD_EARLIER
        if self.swapped(card, target) == NO_FIT:
            return NO_JOKER_THERE
        if self.house.fresh_later and self.table[target] & FRESH:
            return JOKER_FRESH
        self.pick(seat, card)
        useful = self.can_use_joker(seat, card // 17)
        self.give(seat, card)
        return LEGAL if useful else JOKER_USELESS

    def own_melds(self, seat: i64) -> i64:
        """How many melds a seat owns."""
        n: i64 = 0
        for i in range(self.table_n):
            if owner_at(self.table[i]) == seat:
                n += 1
        return n

    def can_use_joker(self, seat: i64, colour: i64) -> bool:
        """Whether the hand can make a new meld with an exchanged joker and keep a discard."""
        melds = Buffer()
        find_coloured(
            self.melds, self.held, seat * self.width, BIT[colour], self.house.exchanged_min, melds
        )
        for i in range(melds.n):
            if length_of(melds.items[i]) - 1 < self.size(seat):
                return True
        return False

    def do_swap(self, seat: i64, card: i64, target: i64, second: i64) -> None:
        owner = owner_at(self.table[target])
        self.table[target] = entry(self.swapped(card, target), owner)
        self.pick(seat, card)
        self.freed = card // 17
        self.laid_by[JOKER + self.freed] = 0
        if owner != seat:
            self.laid_by[card] = seat + 1

    # ---- the end

    def may_discard(self, seat: i64) -> i64:
        return JOKER_FIRST if self.freed != NONE else LEGAL

    def check_discard(self, seat: i64, card: i64, action: i64) -> i64:
        code = super().check_discard(seat, card, action)
        if code == LEGAL and action & SAID and not self.can_say(seat, card):
            return NOTHING_SAID
        return code

    def can_say(self, seat: i64, card: i64) -> bool:
        """Whether "Rummy 17" means something with this discard."""
        return self.house.spoken and card % 17 == 16 and self.size(seat) == 1

    def find_discards(self, seat: i64) -> None:
        first = self.found.n
        super().find_discards(seat)
        if self.house.spoken and self.found.n == first + 1:
            action = self.found.items[first]
            if self.can_say(seat, card_of(action)):
                self.found.push(action | SAID)

    def do_discard(self, seat: i64, card: i64, action: i64) -> None:
        if self.size(seat) == 1 and card % 17 == 16 and self.house.doubles:
            self.doubled = not self.house.spoken or action & SAID != 0
        super().do_discard(seat, card, action)

    def turn_ends(self) -> None:
        """The deal ends with the turn that took the last stock card, or when it stalls."""
        limit = self.house.stall_limit
        if self.drawn_last or (limit > 0 and self.stall_count >= limit):
            self.stop()

    def stop(self) -> None:
        """Nobody went out, but the deal is scored."""
        self.phase = PHASE_OVER

    def score(self, seat: i64) -> i64:
        """Bonus points less penalty points, both doubled by "Rummy 17"."""
        points = -self.hand_worth(seat)
        for i in range(len(self.bonus)):
            if self.fulfils(self.bonus[i], seat):
                points += BONUS_WORTH
        return 2 * points if self.doubled else points

    def fulfils(self, card: i64, seat: i64) -> bool:
        """Whether a seat fulfils a bonus card as the table stands."""
        # Kept once the deal is over, when every seat is asked; before that the table changes.
        measures = self.measures if self.phase == PHASE_OVER else None
        if measures is None:
            rules = self.house.bonus
            measures = Measures(rules, self.seats, self.table, self.table_n, self.laid_by)
            if self.phase == PHASE_OVER:
                self.measures = measures
        return measures.fulfils(card, seat, self.out)

    def bonuses(self, seat: i64) -> list[str]:
        """The shown bonus cards a seat fulfils, by name."""
        shown = [self.bonus[i] for i in range(len(self.bonus))]
        return [BONUS_CARDS[card] for card in shown if self.fulfils(card, seat)]

    def cost(self, face: i64) -> i64:
        """A penalty point for each card up to 9 in hand, two for each above."""
        return 1 if face % 17 < 9 else 2

    def winners(self, totals: list[int]) -> list[int]:
        best = super().winners(totals)
        if self.house.is_set("win_tie", "shared"):
            return best
        fewest = min(self.hand_worth(seat) for seat in best)
        return [seat for seat in best if self.hand_worth(seat) == fewest]

    # ---- text and positions

    def extra(self) -> dict[str, object]:
        return {
            **self.claim_facts(),
            "side_jokers": [f"X{c}" for i, c in enumerate(COLOURS) if self.side & BIT[i]],
            "bonus": [BONUS_CARDS[self.bonus[i]] for i in range(len(self.bonus))],
            "freed": self.freed_token(),
            "fresh": [i + 1 for i in range(self.table_n) if self.table[i] & FRESH],
            "laid_by": [self.guests(i) for i in range(self.table_n)],
            "doubled": bool(self.doubled),
        }

    def freed_token(self) -> str | None:
        return None if self.freed == NONE else f"X{COLOURS[self.freed]}"

    def guests(self, index: i64) -> dict[str, int]:
        """The cards of a table meld that others than its owner put there, and who."""
        cards: dict[str, int] = {}
        for token in self.tokens_at(index):
            by = self.laid_by[self.laid_at(token)]
            if by > 0:
                cards[token.partition("=")[0]] = int(by) - 1
        return cards

    def laid_at(self, token: str) -> i64:
        """Where `laid_by` keeps a card or a joker."""
        if token.startswith("X"):
            return JOKER + COLOURS.index(token[1])
        return PACK.face(token)

    def set_extra(self, facts: dict[str, object]) -> None:
        self.set_claim_facts(facts)
        token = facts.get("freed")
        self.freed = NONE if token is None else self.colour_of("freed", token)
        used: i64 = 0 if self.freed == NONE else BIT[self.freed]
        for i in range(self.table_n):
            used = self.once(used, self.joker_colour(word_at(self.table[i])))
        self.side = ALL_SIDE_JOKERS & ~used
        if "side_jokers" in facts:
            self.side = 0
            for token in items(facts, "side_jokers"):
                colour = BIT[self.colour_of("side_jokers", token)]
                used = self.once(used, colour)
                self.side |= colour
        if "bonus" in facts:
            names = items(facts, "bonus")
            self.bonus = zeros(len(names))
            for i, name in enumerate(names):
                if name not in BONUS_CARDS or names.index(name) != i or i == BONUS_SHOWN:
                    raise bad_value("bonus", "at most five different bonus cards", name)
                self.bonus[i] = BONUS_CARDS.index(str(name))
        for number in items(facts, "fresh"):
            if not isinstance(number, int) or not 1 <= number <= self.table_n:
                raise bad_value("fresh", "numbers of melds", number)
            self.table[number - 1] = self.table[number - 1] | FRESH
        for i, guests in enumerate(items(facts, "laid_by")):
            assert isinstance(guests, dict)
            for card, by in guests.items():
                if by != owner_at(self.table[i]):
                    self.laid_by[self.laid_at(card)] = by + 1
        self.doubled = facts.get("doubled") is True
        if self.phase != PHASE_PLAY or not self.can_pay():
            self.shut_window()

    def once(self, used: i64, colours: i64) -> i64:
        """The jokers used with these; there is one of each colour."""
        for colour in range(5):
            if used & colours & BIT[colour]:
                token = f"X{COLOURS[colour]}"
                sentence = f"{token} is there twice, but the pack has it once"
                raise PositionError("card_too_often", sentence, token)
        return used | colours

    def colour_of(self, key: str, token: object) -> i64:
        """The colour of a joker's token."""
        if not isinstance(token, str) or len(token) != 2 or token[1] not in COLOURS:
            raise bad_value(key, "jokers such as Xr", token)
        return COLOURS.index(token[1])

    def own_reason(self, code: i64) -> tuple[str, str]:
        found = OWN_REASONS.get(int(code))
        return super().own_reason(code) if found is None else found

    def paragraph(self, code: i64) -> str:
        return PARAGRAPHS.get(int(code), "The turn" if code > MELD_REASONS else "Melds")


PARAGRAPHS: Final[dict[int, str]] = {
    JOKER_GONE: "Jokers",
    JOKER_MELD_SHORT: "Jokers",
    JOKER_FRESH: "Jokers",
    JOKER_FIRST: "Jokers",
    JOKER_USELESS: "Jokers",
    OWN_MELD_EARLIER: "Jokers",
    NO_JOKER_THERE: "Jokers",
    NOTHING_SAID: "Scoring",
    NOT_OPENED: "Laying off",
    DOES_NOT_FIT: "Laying off",
    NO_DISCARD_LEFT: "The end of a deal",
    WINDOW_OPEN: "Knocking",
}
