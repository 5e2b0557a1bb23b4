"""Simple play for games in which melds are laid as one goes, like Rommé.

Everything is worked out on a world (`upcard.core.world`), whose hidden cards are never looked at
one by one: only how many copies of a card are not seen.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from upcard.core.action import (
    CLAIM,
    DECLINE,
    DRAW,
    PASS,
    SAID,
    TAKE,
    card_of,
    meld_action,
    word_of,
)
from upcard.core.arrange import Arranger, Weights
from upcard.core.deal import Deal
from upcard.core.finder import Buffer, find_melds
from upcard.core.hand import zeros
from upcard.core.meld import BOOK, MeldRules, jokers_of, length_of
from upcard.core.places import NONE, PHASE_DRAW, PHASE_PLAY
from upcard.core.playout import random_action
from upcard.core.reasons import LEGAL, WINDOW_OPEN
from upcard.core.shuffle import Shuffler
from upcard.core.table import NO_FIT
from upcard.core.world import cards_seen
from upcard.games.romme import RommeRules
from upcard.games.romme_opening import RUN_POINTS
from upcard.games.rummy17 import Rummy17Deal

# How much of its turn a bot looks through, and a hint: about so many positions of a small hand.
BOT_BUDGET: Final = 100
HINT_BUDGET: Final = 1000
# More than any hand costs.
OUT: Final[i64] = 100000000
# What a card laid is worth beside what it would cost: fewer cards come before cheaper ones.
CARD: Final[i64] = 1000
# What a card costs that is thrown before all others if it has no partner. Of 1400 deals of Rommé
# this and a point of cost for each out wrote 24 % fewer points than throwing the dearest card.
DEAR: Final = 8
# A pile turned over as it lies comes in the same order for ever: from the second time on every
# third discard is left to chance, or two bots would never end.
TURNED_OFTEN: Final = 2
ONE_IN: Final = 3


class Layer:
    """Plans turns: draws, melds, lay-offs, swaps and discards. It keeps the solver's buffers."""

    def __init__(self) -> None:
        self._rules: MeldRules | None = None
        self._arranger: Arranger | None = None
        self._cheapest: Weights | None = None
        self._opening: Weights | None = None

    def act(self, deal: Deal, seat: i64, source: Shuffler) -> i64:
        """The action of a seat that may act."""
        if seat == deal.turn and deal.phase == PHASE_DRAW:
            return self.draw(deal, seat)
        if seat == deal.turn and deal.phase == PHASE_PLAY:
            plan = self.plan(deal, seat, BOT_BUDGET)
            if plan:
                return plan[0]
            if deal.reshuffles >= TURNED_OFTEN and deal.pack.jokers == 0:
                if source.below(ONE_IN) == 0:
                    return self.stray(deal, seat, source)
            return self.discard(deal, seat)
        if deal.check(seat, CLAIM) == LEGAL:
            return CLAIM if self.claims(deal, seat) else PASS
        return random_action(deal, seat, source)

    # ---- the solver

    def forget(self) -> None:
        """Weigh anew: what cards count for has changed."""
        self._rules = None

    def get_ready(self, deal: Deal) -> None:
        """Make the solver and the weights for the rules of a deal, once."""
        if self._rules is deal.melds:
            return
        rules = deal.melds
        self._rules = rules
        kind = rules
        if isinstance(deal, Rummy17Deal):
            kind = deal.house.side_melds
        self._arranger = None if rules.set_kind == BOOK or rules.wrap else Arranger(kind)
        self._cheapest = self.weights(deal, rules)
        house = deal.rules
        self._opening = None
        if isinstance(house, RommeRules):
            self._opening = Weights(RUN_POINTS, RUN_POINTS, house.set_points, house.set_points)

    def weights(self, deal: Deal, rules: MeldRules) -> Weights:
        """What each card counts where it lies: what it would cost in hand, and being a card."""
        joker: i64 = 0
        if rules.max_jokers > 0 and not rules.coloured:
            joker = CARD + deal.cost(deal.pack.joker)
        elif rules.coloured:
            # A joker from beside the table is used where a card goes with it, and not otherwise.
            joker = -1
        natural = zeros(rules.last + 1)
        placed = zeros(rules.last + 1)
        in_set = zeros(rules.ranks)
        for position in range(rules.last + 1):
            natural[position] = CARD + deal.cost(position % rules.ranks)
            placed[position] = joker
        for rank in range(rules.ranks):
            in_set[rank] = joker
        return Weights(natural, placed, natural, in_set)

    def value(self, deal: Deal, seat: i64) -> i64:
        """How good it is to end the turn here; OUT for going out."""
        return hand_value(deal, seat)

    def leaning(self, deal: Deal, card: int) -> int:
        """How many outs more a card counts than others that are as good."""
        return 0

    def melds(self, deal: Deal, seat: i64, opening: bool = False) -> list[int]:
        """The melds of the hand that leave least in it, or with most points for an opening."""
        self.get_ready(deal)
        base = seat * deal.width
        jokers = deal.jokers(seat)
        arranger = self._arranger
        weights = self._opening if opening and self._opening is not None else self._cheapest
        assert weights is not None
        if arranger is None:
            return _greedy(deal, seat)
        if isinstance(deal, Rummy17Deal):
            jokers = deal.side
        if opening or deal.pack.coloured:
            return arranger.best_keeping_one(deal.held, base, jokers, weights).melds
        return arranger.best(deal.held, base, jokers, weights).melds

    # ---- the turn

    def plan(self, deal: Deal, seat: i64, budget: int) -> list[int]:
        """Melds, lay-offs and swaps, in order, that leave the seat with least to count.

        Empty where nothing can or should be laid. With a small budget a better one may be missed.
        """
        if not deal.opened(seat) and deal.may_lay(seat, 0, 0) != LEGAL:
            return self._open(deal, seat, budget) if deal.melds_possible(seat) else []
        search = Search(self, seat, budget)
        search.look(deal, [])
        return search.best

    def _open(self, deal: Deal, seat: i64, budget: int) -> list[int]:
        """The melds of an opening, and all that can follow it."""
        for opening in (False, True):
            twin = deal.copy()
            path: list[int] = []
            words = self.melds(twin, seat, opening)
            for word in sorted(words, key=lambda word: -self._points(deal, word)):
                if twin.check(seat, meld_action(word)) == LEGAL:
                    twin.do(seat, meld_action(word))
                    path.append(int(meld_action(word)))
            if path and (twin.is_over or twin.may_discard(seat) == LEGAL):
                search = Search(self, seat, budget)
                search.look(twin, path)
                return search.best
        return self._any_meld(deal, seat) if deal.owed > 0 else []

    def _points(self, deal: Deal, word: int) -> int:
        """What a meld brings an opening."""
        house = deal.rules
        return int(house.points(word)) if isinstance(house, RommeRules) else int(length_of(word))

    def _any_meld(self, deal: Deal, seat: i64) -> list[int]:
        """The dearest meld that may be laid, where one must be laid."""
        best: list[int] = []
        most = -1
        for action in deal.legal_actions(int(seat)).packed():
            points = self._points(deal, int(word_of(action)))
            if points > most:
                best, most = [action], points
        return best

    def children(self, deal: Deal, seat: i64) -> list[list[int]]:
        """What is worth trying in mid-turn: all melds, each lay-off, each swap."""
        found: list[list[int]] = []
        if deal.freed != NONE and deal.pack.coloured:
            return [[action] for action in deal.legal_actions(int(seat)).packed()]
        if deal.melds_possible(seat):
            twin = deal.copy()
            melds: list[int] = []
            for word in self.melds(deal, seat):
                if twin.check(seat, meld_action(word)) == LEGAL:
                    twin.do(seat, meld_action(word))
                    melds.append(int(meld_action(word)))
            if melds:
                found.append(melds)
        if deal.table_n > 0:
            deal.found.n = 0
            deal.find_lays(seat)
            deal.find_swaps(seat)
            found.extend([[int(deal.found.items[i])] for i in range(deal.found.n)])
        if not found and deal.may_discard(seat) != LEGAL:
            found.extend([[action] for action in deal.legal_actions(int(seat)).packed()])
        return found

    # ---- the draw

    def draw(self, deal: Deal, seat: i64) -> i64:
        """Take the top of the pile where it is wanted, else draw."""
        if self.wants(deal, seat):
            return TAKE
        code = deal.check_draw()
        if code == WINDOW_OPEN:
            return DECLINE
        return DRAW if code == LEGAL else TAKE

    def claims(self, deal: Deal, seat: i64) -> bool:
        """Whether a card on offer is worth its penalty: it melds at once, or fits the table."""
        card = deal.claim
        penalty = 0
        if isinstance(deal, Rummy17Deal):
            penalty = int(deal.house.penalty)
        before = len(self.loose(deal, seat))
        twin = deal.copy()
        twin.give(seat, card)
        if len(self.loose(twin, seat)) + penalty <= before:
            return True
        return penalty == 0 and deal.opened(seat) and self.fits(twin, card)

    def fits(self, deal: Deal, card: i64) -> bool:
        """Whether a card can be laid off on a meld of the table as it stands."""
        for target in range(deal.table_n):
            if deal.grown(card, target, 0) != NO_FIT:
                return True
        return False

    def wants(self, deal: Deal, seat: i64) -> bool:
        """Whether the top of the pile is worth taking: all of it finds a place at once."""
        if deal.check_take() != LEGAL:
            return False
        card = deal.pile[deal.pile_n - 1]
        if card == deal.pack.joker:
            return True
        before = self.loose(deal, seat)
        twin = deal.copy()
        twin.do(seat, TAKE)
        after = self.loose(twin, seat)
        if deal.opened(seat):
            # What fits the table goes at once, and leaves the hand as it was.
            twin.found.n = 0
            twin.find_lays(seat)
            for i in range(twin.found.n):
                if card_of(twin.found.items[i]) == card:
                    return True
        return len(after) <= len(before)

    def loose(self, deal: Deal, seat: i64) -> list[int]:
        """The natural cards of the hand that its best melds leave over."""
        twin = deal.copy()
        for word in self.melds(deal, seat):
            twin.move_meld(seat, word, -1)
        return [face for face in twin.hand(seat) if face != deal.pack.joker]

    # ---- the discard

    def stray(self, deal: Deal, seat: i64, source: Shuffler) -> i64:
        """A discard by chance among the cards outside melds."""
        deal.found.n = 0
        deal.find_discards(seat)
        actions = [deal.found.items[i] for i in range(deal.found.n)]
        loose = self.loose(deal, seat)
        free = [action for action in actions if int(card_of(action)) in loose]
        return free[source.below(len(free))] if free else self.discard(deal, seat)

    def discard(self, deal: Deal, seat: i64) -> i64:
        """The discard that hurts least.

        Dear cards without a partner go first; then what its cost and its outs weigh least.
        """
        deal.found.n = 0
        deal.find_discards(seat)
        actions = [int(deal.found.items[i]) for i in range(deal.found.n)]
        if not actions:
            # Something must be laid first, and no plan was found for it.
            return deal.legal_actions(int(seat)).packed()[0]
        loose = self.loose(deal, seat)
        unseen = not_seen(deal, seat)
        hand = sorted(set(deal.hand(seat)))
        best = actions[len(actions) - 1]
        if best & SAID:
            return best if leads_after(deal, seat, best) else actions[0]
        least = int(OUT)
        for action in actions:
            card = int(card_of(action))
            cost = int(deal.cost(card))
            value = outs(deal, hand, loose, unseen, card) - cost
            if value == -cost and cost >= DEAR:
                value -= 1000
            value += self.leaning(deal, card)
            if value < least:
                best, least = action, value
        return best


class Search:
    """Looks through the plays of a turn, the obvious ones first."""

    def __init__(self, layer: Layer, seat: i64, budget: int) -> None:
        self.layer = layer
        self.seat: i64 = seat
        self.left = budget
        self.best: list[int] = []
        self.best_value: i64 = -OUT
        self.met: set[tuple[tuple[int, ...], tuple[int, ...]]] = set()

    def look(self, deal: Deal, path: list[int]) -> None:
        """Judge a position of the turn and those that can be reached from it."""
        hand = tuple(deal.hand(self.seat))
        table = tuple([int(deal.table[i]) for i in range(deal.table_n)])
        if (hand, table) in self.met or self.left <= 0:
            return
        self.met.add((hand, table))
        jokers = int(deal.jokers(self.seat))
        self.left -= 1 + len(hand) * (1 + jokers) * (1 + jokers) // 50
        value = self.layer.value(deal, self.seat)
        if value > self.best_value and (deal.is_over or deal.may_discard(self.seat) == LEGAL):
            self.best, self.best_value = path, value
        if deal.is_over or self.best_value >= OUT:
            return
        for actions in self.layer.children(deal, self.seat):
            twin = deal.copy()
            for action in actions:
                twin.do(self.seat, action)
            self.look(twin, path + actions)
            if self.best_value >= OUT:
                return


def leads_after(deal: Deal, seat: i64, action: i64) -> bool:
    """Whether a last discard leaves the seat at least as well off as everybody else."""
    twin = deal.copy()
    twin.do(seat, action)
    mine = twin.score(seat)
    for other in range(twin.seats):
        if twin.score(other) > mine:
            return False
    return True


def hand_value(deal: Deal, seat: i64) -> i64:
    """How good it is to end the turn here: OUT for going out, else less what the hand costs."""
    if deal.is_over:
        return OUT
    cards = deal.hand(seat)
    if len(cards) == 1 and deal.may_discard(seat) == LEGAL and not deal.barred(cards[0]):
        return OUT
    total: i64 = 0
    for face in cards:
        total += CARD + deal.cost(face)
    return -total


def not_seen(deal: Deal, seat: i64) -> list[int]:
    """How many copies of each face the seat does not see: they lie in the stock or in hands."""
    pack = deal.pack
    counts = [int(pack.copies_of(face)) for face in range(pack.n_faces + 1)]
    for face in cards_seen(deal) + deal.hand(seat):
        counts[face] -= 1
    return counts


def outs(deal: Deal, hand: list[int], loose: list[int], unseen: list[int], card: int) -> int:
    """How many cards would make a meld of this card and another one of the hand.

    A second copy of a card adds nothing. Cards in the hand's melds and jokers count high.
    """
    copies = loose.count(card)
    if copies != 1:
        return 0 if copies > 1 else 1000
    ranks = int(deal.pack.n_ranks)
    suit, rank = card // ranks, card % ranks
    total = 0
    for other in hand:
        if other == card or other == deal.pack.joker:
            continue
        if other % ranks == rank:
            for third in range(int(deal.pack.n_suits)):
                if third != suit and third != other // ranks:
                    total += unseen[third * ranks + rank]
        elif other // ranks == suit:
            total += _run_outs(deal.melds, unseen, suit * ranks, rank, other % ranks)
    return total


def _run_outs(rules: MeldRules, unseen: list[int], base: int, rank: int, other: int) -> int:
    """How many cards make a run of three of two ranks of a suit; an ace may stand high."""
    ranks = int(rules.ranks)
    most = 0
    for a in (rank, rank + ranks) if rank == 0 else (rank,):
        for b in (other, other + ranks) if other == 0 else (other,):
            low, high = min(a, b), max(a, b)
            if high - low > 2 or low < rules.first or high > rules.last:
                continue
            total = 0
            third = (low + 1,) if high - low == 2 else (low - 1, high + 1)
            for position in third:
                if rules.first <= position <= rules.last:
                    total += unseen[base + position % ranks]
            most = max(most, total)
    return most


def _greedy(deal: Deal, seat: i64) -> list[int]:
    """Melds one after the other, the longest first, for games the solver does not know."""
    twin = deal.copy()
    words: list[int] = []
    melds = Buffer()
    while True:
        melds.n = 0
        find_melds(deal.melds, twin.held, seat * twin.width, twin.jokers(seat), melds)
        best: i64 = NONE
        most: i64 = 0
        for i in range(melds.n):
            word = melds.items[i]
            value = 10 * length_of(word) - jokers_of(word)
            if value > most:
                best, most = word, value
        if best == NONE:
            return words
        twin.move_meld(seat, best, -1)
        words.append(int(best))
