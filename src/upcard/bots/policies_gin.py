"""Simple play for gin: cut deadwood, knock when it can, give no points away after a knock."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from upcard.bots.policies_lay import not_seen, outs
from upcard.core.action import (
    DISCARD,
    DRAW,
    KNOCK,
    LAY,
    MELD,
    PASS,
    TAKE,
    card_of,
    discard_action,
    kind_of_action,
    word_of,
)
from upcard.core.deal import Deal
from upcard.core.hand import BIT
from upcard.core.places import NONE, PHASE_PLAY
from upcard.core.reasons import LEGAL
from upcard.games.gin import PHASE_KNOCK, PHASE_LAYOFF, GinDeal
from upcard.games.gin_melds import deadwood, meld_mask, worth

# How much deadwood a card must cut to be taken without making a meld.
WORTH_TAKING: Final = 4


class GinPlayer:
    """Plays gin on a world."""

    def act(self, deal: Deal, seat: i64) -> i64:
        """The action of the seat in turn."""
        assert isinstance(deal, GinDeal)
        if deal.phase == PHASE_LAYOFF:
            return self.lay_off(deal, seat)
        if deal.phase == PHASE_KNOCK:
            return self.lay_out(deal, seat)
        if deal.check(seat, KNOCK) == LEGAL:
            return KNOCK
        if deal.phase == PHASE_PLAY:
            return self.discard(deal, seat)
        if deal.check(seat, TAKE) == LEGAL and self.wants(deal, seat):
            return TAKE
        return DRAW if deal.check(seat, DRAW) == LEGAL else PASS

    def wants(self, deal: GinDeal, seat: i64) -> bool:
        """Whether the upcard makes a meld or cuts deadwood."""
        cards = deal.cards(seat)
        upcard = deal.pile[deal.pile_n - 1]
        before = deadwood(cards)
        after: i64 = 1000
        for card in range(52):
            if cards & BIT[card]:
                after = min(after, deadwood((cards | BIT[upcard]) & ~BIT[card]))
        if after > before - WORTH_TAKING:
            # It helps a little: only where it melds.
            return after < before and deadwood(cards | BIT[upcard]) <= before
        return True

    def discard(self, deal: GinDeal, seat: i64) -> i64:
        """The discard that leaves least deadwood, a card's partners weighed against it."""
        cards = deal.cards(seat)
        hand = deal.hand(seat)
        unseen = not_seen(deal, seat)
        least = deadwood(cards)
        loose = [face for face in hand if deadwood(cards & ~BIT[face]) < least]
        best: i64 = NONE
        best_value: i64 = 100000
        for face in hand:
            if deal.check(seat, discard_action(face)) != LEGAL:
                continue
            value = 2 * deadwood(cards & ~BIT[face])
            if face in loose:
                value += min(outs(deal, hand, loose, unseen, face), 4)
            if value < best_value:
                best, best_value = discard_action(face), value
        return best

    def lay_out(self, deal: GinDeal, seat: i64) -> i64:
        """After the own knock: the best discard, then every meld that cuts deadwood."""
        cards = deal.cards(seat)
        best: i64 = PASS
        best_value: i64 = 100000
        for action in deal.legal_actions(int(seat)).packed():
            if kind_of_action(action) == DISCARD:
                value = 100 * deadwood(cards & ~BIT[card_of(action)]) - card_of(action) % 13
                if value < best_value:
                    best, best_value = action, value
        return best if best != PASS else self.next_meld(deal, seat)

    def next_meld(self, deal: GinDeal, seat: i64) -> i64:
        """A legal meld of a best arrangement of the hand, else pass."""
        cards = deal.cards(seat)
        least = deadwood(cards)
        if least == worth(cards):
            return PASS
        for action in deal.legal_actions(int(seat)).packed():
            if kind_of_action(action) == MELD:
                if deadwood(cards & ~meld_mask(word_of(action))) == least:
                    return action
        return PASS

    def lay_off(self, deal: GinDeal, seat: i64) -> i64:
        """After the other's knock: the lay-offs that leave least deadwood, then the melds."""
        if deal.layoffs_done:
            return self.next_meld(deal, seat)
        least = deadwood(deal.cards(seat))
        best: i64 = PASS
        for action in deal.legal_actions(int(seat)).packed():
            if kind_of_action(action) == LAY:
                twin = deal.copy()
                twin.do(seat, action)
                assert isinstance(twin, GinDeal)
                left = self.after_layoffs(twin, seat)
                if left < least:
                    best, least = action, left
        return best

    def after_layoffs(self, deal: GinDeal, seat: i64) -> i64:
        """The least deadwood to be reached by laying off and melding."""
        least = deadwood(deal.cards(seat))
        for action in deal.legal_actions(int(seat)).packed():
            if kind_of_action(action) == LAY:
                twin = deal.copy()
                twin.do(seat, action)
                assert isinstance(twin, GinDeal)
                least = min(least, self.after_layoffs(twin, seat))
        return least
