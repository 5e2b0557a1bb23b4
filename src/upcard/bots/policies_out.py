"""Simple play where nothing is laid until the whole hand can go: seven-card rummy."""

from __future__ import annotations

from mypy_extensions import i64

from upcard.bots.policies_lay import OUT, Layer, not_seen, outs
from upcard.core.action import MELD, card_of, kind_of_action, meld_action, word_of
from upcard.core.deal import Deal
from upcard.core.reasons import LEGAL


class OutPlayer(Layer):
    """Goes out for most points when it can; until then keeps what is nearest to going out."""

    def plan(self, deal: Deal, seat: i64, budget: int) -> list[int]:
        """The melds of a hand that goes out; else nothing."""
        if not deal.melds_possible(seat):
            return []
        twin = deal.copy()
        path: list[int] = []
        for word in self.melds(deal, seat):
            if twin.check(seat, meld_action(word)) == LEGAL:
                twin.do(seat, meld_action(word))
                path.append(int(meld_action(word)))
        if path and (twin.is_over or twin.may_discard(seat) == LEGAL):
            return path
        # The best melds leave what cannot be discarded: some other way there is.
        best: list[int] = []
        most: i64 = -1
        for action in deal.legal_actions(int(seat)).packed():
            if kind_of_action(action) == MELD and deal.meld_worth(word_of(action)) > most:
                best, most = [action], deal.meld_worth(word_of(action))
        return best

    def discard(self, deal: Deal, seat: i64) -> i64:
        """The discard after which fewest cards lie outside melds and most cards would help.

        Of equal ones the cheapest: what is left is what the others pay.
        """
        deal.found.n = 0
        deal.find_discards(seat)
        actions = [deal.found.items[i] for i in range(deal.found.n)]
        unseen = not_seen(deal, seat)
        best = actions[0]
        least = int(OUT)
        for action in actions:
            card = card_of(action)
            twin = deal.copy()
            twin.pick(seat, card)
            loose = self.loose(twin, seat)
            helps = 0
            hand = twin.hand(seat)
            for other in loose:
                helps += outs(twin, hand, loose, unseen, other)
            value = 10000 * len(loose) - 10 * helps + int(deal.cost(card))
            if value < least:
                best, least = action, value
        return best
