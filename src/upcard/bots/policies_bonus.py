"""Simple play for Rummy 17: as in other games of laying, with an eye on the bonus cards shown.

A card laid always counts for more than a bonus card; among plays that lay as many, the one is
chosen that brings or keeps a bonus. What others hold is never guessed: all of it lies on the table.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from upcard.bots.policies_lay import CARD, Layer, hand_value
from upcard.core.arrange import Weights
from upcard.core.deal import Deal
from upcard.core.hand import zeros
from upcard.core.meld import RUN, MeldRules, length_of, low_of, places_of, run_word, suit_of
from upcard.core.places import NONE
from upcard.games.bonus import (
    BLUE,
    LEAST_JOKERS,
    LITTLE_BLUE,
    LONGEST_RUN,
    LONGEST_SET,
    MOST_8_16,
    MOST_123,
    MOST_RED,
    MOST_RUNS,
    MOST_SETS,
    RED,
    Measures,
)
from upcard.games.rummy17 import Rummy17Deal

# A bonus held now; it weighs less than a card, which nobody can take away again.
HELD: Final[i64] = 600
# What a kind of meld, and a value, weigh for the bonus cards that ask for it.
KIND: Final[i64] = 20
VALUE: Final[i64] = 100
# What a joker costs where the fewest jokers win.
JOKER: Final[i64] = -600
# How many outs it is worth that a card serves, or hinders, a bonus.
LEANING: Final = 3
# A run that is long enough makes two.
TWO_RUNS: Final = 6


class BonusPlayer(Layer):
    """Leans to what the bonus cards of the deal ask for."""

    def __init__(self) -> None:
        super().__init__()
        self.shown: set[int] = set()

    def get_ready(self, deal: Deal) -> None:
        assert isinstance(deal, Rummy17Deal)
        shown = {int(deal.bonus[i]) for i in range(len(deal.bonus))}
        if shown != self.shown:
            self.shown = shown
            self.forget()
        super().get_ready(deal)

    def asks(self, *cards: int) -> bool:
        """Whether one of these bonus cards is shown."""
        return any(card in self.shown for card in cards)

    def weights(self, deal: Deal, rules: MeldRules) -> Weights:
        """What a card counts where it lies: a little more in the melds that are asked for."""
        joker = JOKER if self.asks(LEAST_JOKERS) else i64(-1)
        in_run = KIND if self.asks(MOST_RUNS, LONGEST_RUN) else i64(0)
        in_set = KIND if self.asks(MOST_SETS, LONGEST_SET) else i64(0)
        natural = zeros(rules.last + 1)
        placed = zeros(rules.last + 1)
        set_natural = zeros(rules.ranks)
        set_joker = zeros(rules.ranks)
        for position in range(rules.last + 1):
            rank = position % rules.ranks
            worth = CARD + deal.cost(rank) + (VALUE if self.asked_value(rank) else 0)
            natural[position] = worth + in_run
            placed[position] = joker
            set_natural[rank] = worth + in_set
            set_joker[rank] = joker
        return Weights(natural, placed, set_natural, set_joker)

    def asked_value(self, rank: i64) -> bool:
        """Whether a bonus card counts cards of this value (0 is the 1)."""
        if rank < 3:
            return self.asks(MOST_123)
        return (rank == 7 or rank == 15) and self.asks(MOST_8_16)

    def melds(self, deal: Deal, seat: i64, opening: bool = False) -> list[int]:
        """The best melds; long runs as two where the most runs win."""
        words = super().melds(deal, seat, opening)
        if not self.asks(MOST_RUNS) or self.asks(LONGEST_RUN):
            return words
        split: list[int] = []
        for word in words:
            length = length_of(word)
            if word & 3 == RUN and length >= TWO_RUNS and places_of(word) == 0:
                suit, low = suit_of(word), low_of(word)
                split.append(int(run_word(suit, low, 3, 0)))
                split.append(int(run_word(suit, low + 3, length - 3, 0)))
            else:
                split.append(word)
        return split

    def value(self, deal: Deal, seat: i64) -> i64:
        """Less for what is left in hand, more for each bonus card fulfilled."""
        value = hand_value(deal, seat)
        assert isinstance(deal, Rummy17Deal)
        measures = Measures(deal.house.bonus, deal.seats, deal.table, deal.table_n, deal.laid_by)
        for card in self.shown:
            if measures.fulfils(card, seat, deal.out if deal.is_over else NONE):
                value += HELD
        return value

    def leaning(self, deal: Deal, card: int) -> int:
        """How much rather a card is kept than thrown, for the bonus cards shown."""
        suit, rank = card // 17, card % 17
        lean = LEANING if self.asked_value(rank) else 0
        if suit == RED and self.asks(MOST_RED):
            lean += LEANING
        if suit == BLUE and self.asks(LITTLE_BLUE):
            lean -= LEANING
        return lean
