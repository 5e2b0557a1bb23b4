"""The twelve bonus cards of Rummy 17: who fulfils one when a deal has ended."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from upcard.core.hand import BIT, zeros
from upcard.core.meld import RUN, length_of, low_of, places_of, suit_of
from upcard.core.places import NONE
from upcard.core.table import owner_at, word_at

BONUS_CARDS: Final = (
    "most_cards", "most_sets", "most_runs", "longest_set", "longest_run", "most_123",
    "most_8_16", "most_red", "little_blue", "least_jokers", "highest_triple", "game_over",
)  # fmt: skip
BONUS_SHOWN: Final = 5
BONUS_WORTH: Final = 3
MEASURES: Final = 12

MOST_CARDS: Final = 0
MOST_SETS: Final = 1
MOST_RUNS: Final = 2
LONGEST_SET: Final = 3
LONGEST_RUN: Final = 4
MOST_123: Final = 5
MOST_8_16: Final = 6
MOST_RED: Final = 7
LITTLE_BLUE: Final = 8
LEAST_JOKERS: Final = 9
HIGHEST_TRIPLE: Final = 10
GAME_OVER: Final = 11

RED: Final = 0
BLUE: Final = 1
FACES: Final = 85


class BonusRules:
    """How the bonus cards are counted at a table: see the options under Scoring."""

    def __init__(
        self, *, value: bool, colour: bool, guests_count: bool, zero: bool, fewest_needs_meld: bool
    ) -> None:
        # Whether a joker counts with the value, and the colour, of the card it stands for.
        self.value = value
        self.colour = colour
        # Whether cards others have put on a meld count for its owner.
        self.guests_count = guests_count
        self.zero = zero
        self.fewest_needs_meld = fewest_needs_meld


class Measures:
    """What every seat has before it, measured for every bonus card.

    laid_by names, plus one, who put a card on another's meld: by face, jokers at 85 + colour.
    """

    def __init__(
        self, rules: BonusRules, seats: i64, table: vec[i64], table_n: i64, laid_by: vec[i64]
    ) -> None:
        self.rules = rules
        self.seats = seats
        self.laid_by = laid_by
        self.of: vec[i64] = zeros(int(seats) * MEASURES)
        for seat in range(seats):
            self.of[seat * MEASURES + HIGHEST_TRIPLE] = NONE
        for i in range(table_n):
            self._meld(owner_at(table[i]) * MEASURES, word_at(table[i]))

    def _meld(self, at: i64, word: i64) -> None:
        length = length_of(word)
        run = word & 3 == RUN
        kind = MOST_RUNS if run else MOST_SETS
        self.of[at + kind] = self.of[at + kind] + 1
        longest = LONGEST_RUN if run else LONGEST_SET
        if length > self.of[at + longest]:
            self.of[at + longest] = length
        places = places_of(word)
        total: i64 = 0
        if run:
            for i in range(length):
                rank = (low_of(word) + i) % 17
                total += self._card(at, suit_of(word), rank, places & BIT[i] != 0)
        else:
            for suit in range(5):
                if (places | (places >> 5)) & BIT[suit]:
                    total += self._card(at, suit, low_of(word), places & BIT[suit] == 0)
        if length == 3 and total > self.of[at + HIGHEST_TRIPLE]:
            self.of[at + HIGHEST_TRIPLE] = total

    def _card(self, at: i64, suit: i64, rank: i64, joker: bool) -> i64:
        """Count one card of a meld; the value it adds to a triple."""
        rules = self.rules
        has_value = rules.value or not joker
        guest = self.laid_by[FACES + suit if joker else suit * 17 + rank] > 0
        if rules.guests_count or not guest:
            self._add(at + MOST_CARDS, True)
            self._add(at + LEAST_JOKERS, joker)
            self._add(at + MOST_123, has_value and rank < 3)
            self._add(at + MOST_8_16, has_value and (rank == 7 or rank == 15))
            self._add(at + MOST_RED, suit == RED and (rules.colour or not joker))
            self._add(at + LITTLE_BLUE, suit == BLUE and (rules.colour or not joker))
        return rank + 1 if has_value else 0

    def _add(self, at: i64, counts: bool) -> None:
        if counts:
            self.of[at] = self.of[at] + 1

    def fulfils(self, card: i64, seat: i64, out: i64) -> bool:
        """Whether a seat fulfils a bonus card; out is who went out, or NONE."""
        if card == GAME_OVER:
            return seat == out
        mine = self.of[seat * MEASURES + card]
        if card == LITTLE_BLUE or card == LEAST_JOKERS:
            return self._has_fewest(card, seat, mine)
        for other in range(self.seats):
            if self.of[other * MEASURES + card] > mine:
                return False
        if card == HIGHEST_TRIPLE:
            return mine != NONE
        return mine > 0 or self.rules.zero

    def _has_fewest(self, card: i64, seat: i64, mine: i64) -> bool:
        if not self._counts_for_fewest(seat):
            return False
        for other in range(self.seats):
            if self._counts_for_fewest(other) and self.of[other * MEASURES + card] < mine:
                return False
        return True

    def _counts_for_fewest(self, seat: i64) -> bool:
        if not self.rules.fewest_needs_meld:
            return True
        at = seat * MEASURES
        return self.of[at + MOST_SETS] + self.of[at + MOST_RUNS] > 0
