"""Whether displacing jokers leads to the contract, where it has to be laid in the same turn."""

from __future__ import annotations

from mypy_extensions import i64

from upcard.core.action import swap_action
from upcard.core.meld import jokers_of
from upcard.core.places import FACTS, JOKERS
from upcard.core.reasons import LEGAL
from upcard.core.table import word_at
from upcard.core.turn_search import turn_key
from upcard.games.contract_hand import Laying


class SwapSearch:
    """Tries the sets of jokers a seat that is not down can displace, each once."""

    def __init__(self, seat: i64) -> None:
        self.seat = seat
        self.seen: set[tuple[int, ...]] = set()

    def can_lay(self, deal: Laying) -> bool:
        """Whether the seat can lay its contract, now or after more jokers."""
        if deal.melds_possible(self.seat):
            return True
        key = turn_key(deal, self.seat)
        if key in self.seen:
            return False
        self.seen.add(key)
        if deal.whole_hand:
            swaps = self.swaps(deal, deal)
        else:
            # More cards never hurt here: what a hand with all jokers cannot lay, no swap brings.
            richer = self.copy(deal)
            at = self.seat * FACTS + JOKERS
            for i in range(deal.table_n):
                richer.seat_facts[at] = richer.seat_facts[at] + jokers_of(word_at(deal.table[i]))
            melds = richer.contract_melds(self.seat, richer.wanted())
            if melds is None:
                return False
            for word in melds:
                richer.move_meld(self.seat, word, -1)
            swaps = self.swaps(deal, richer)
        for action in swaps:
            after = self.copy(deal)
            after.do(self.seat, action)
            if self.can_lay(after):
                return True
        return False

    def swaps(self, deal: Laying, spare: Laying) -> list[int]:
        """The swaps that may be tried, those of cards that the other deal still holds first."""
        wanted = deal.wanted()
        most = deal.melds.max_jokers * ((wanted & 7) + (wanted >> 3))
        if deal.jokers(self.seat) >= most:
            return []
        first: list[int] = []
        rest: list[int] = []
        for card in range(deal.pack.joker):
            if deal.copies_held(self.seat, card) == 0:
                continue
            for target in range(deal.table_n):
                if deal.check_displacing(self.seat, card, target) == LEGAL:
                    found = first if spare.copies_held(self.seat, card) > 0 else rest
                    found.append(int(swap_action(card, target, 0)))
        return first + rest

    def copy(self, deal: Laying) -> Laying:
        """A deal to try something on."""
        twin = deal.copy()
        assert isinstance(twin, Laying)
        return twin
