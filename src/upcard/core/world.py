"""A whole deal made from what one seat may know, its hidden cards drawn at random.

What a program wants to try out, it tries in a world, never in the running deal. A world gives
the seat whose view it was made from the same legal actions and the same refusals as the deal.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from upcard.core.action import Action
from upcard.core.deal import Deal
from upcard.core.hand import zeros
from upcard.core.notation import meld_tokens
from upcard.core.places import FACTS, NONE, OPENED
from upcard.core.shuffle import FastShuffler, Shuffler
from upcard.core.table import word_at
from upcard.core.view import View
from upcard.errors import PositionError

# How often hidden cards are drawn anew while a game finds them impossible.
TRIES: Final = 100
SEEDS: Final[i64] = 1073741824
# What takes no card out of a hand.
SILENT_PLAYS: Final = ("draw", "take", "pass", "claim", "decline", "knock")


def world(view: View, source: Shuffler) -> Deal:
    """A deal that could be the one seen: the hidden cards are drawn from those not seen.

    Cards that everybody saw another seat take stay in its hand until it has played as many. The
    same view and a source in the same state give the same world. Its stock is remade by a
    generator of its own, never by the table's. `PositionError` for a deal that is over, and
    where the cards seen do not leave enough for the others.

    What a seat in the middle of its turn still owes is not thought of when its cards are drawn:
    the world of a view answers for its own seat.

    >>> import upcard
    >>> from upcard.core.shuffle import FastShuffler
    >>> match = upcard.new_match("romme", seed=7)
    >>> made = world(match.view(1), FastShuffler(1))
    >>> list(made.legal_actions()) == list(match.legal_actions())
    True
    """
    if view.is_over:
        raise PositionError("deal_over", "the deal is over: there is nothing hidden to make up")
    deal = seen_deal(view)
    left = _unseen(view, deal)
    _give_known(view, deal, left)
    kept = [deal.hand(seat) for seat in range(view.seats)]
    hidden: list[int] = []
    for face in range(deal.pack.n_faces + 1):
        hidden.extend([int(face)] * left[face])
    missing = sum(view.hand_sizes) - sum(len(hand) for hand in kept)
    if missing + view.stock_size > len(hidden):
        raise PositionError("cards_missing", "the cards seen do not leave enough for the rest")
    cards = vec[i64](hidden)
    at: i64 = 0
    for attempt in range(TRIES):
        if attempt > 0:
            _take_back(view, deal, kept)
        source.shuffle(cards, len(hidden))
        at = _fill(view, deal, cards)
        if deal.plausible():
            break
    for i in range(view.stock_size):
        deal.stock[i] = cards[at + i]
    if view.taken_copy is None and deal.taken != NONE:
        deal.taken_copy = _had_copy(view, deal)
    deal.shuffler = FastShuffler(int(source.below(SEEDS)))
    return deal


def seen_deal(view: View) -> Deal:
    """An undealt deal brought to where the view is, with the hands it sees and no others."""
    deal = view.kind.make(view.rules, view.seats, view.dealer, view.number)
    pack = deal.pack
    deal.totals = list(view.totals)
    deal.turn = view.turn
    deal.phase = view.phase_code
    deal.stock = zeros(int(pack.size))
    deal.stock_n = view.stock_size
    deal.pile = zeros(int(pack.size))
    for i in range(len(view.discard)):
        deal.pile[len(view.discard) - 1 - i] = pack.face(view.discard[i])
    deal.pile_n = len(view.discard)
    deal.discarded_by = NONE if view.discarded_by is None else view.discarded_by
    for seat in range(view.seats):
        for token in view.hands[seat] or ():
            deal.give(seat, pack.face(token))
        if view.opened[seat]:
            deal.seat_facts[seat * FACTS + OPENED] = 1
    for word in view.entries:
        deal.push_entry(word)
    deal.taken = NONE if view.taken is None else pack.face(view.taken)
    deal.taken_copy = view.taken_copy is True
    deal.drawn_last = view.drawn_last
    deal.turn_melds = view.turn_melds
    deal.owed = view.owed
    deal.freed = NONE if view.freed is None else _joker_or_face(deal, view.freed)
    deal.turn_count = view.turn_count
    deal.stall_count = view.stall_count
    deal.reshuffles = view.reshuffles
    deal.set_extra(view.extra)
    return deal


def _joker_or_face(deal: Deal, token: str) -> i64:
    return deal.pack.joker if token.startswith("X") else deal.pack.face(token)


def cards_seen(deal: Deal) -> list[int]:
    """The cards that everybody sees: the pile, the melds of the table, what lies elsewhere."""
    pack = deal.pack
    seen = [int(face) for face in deal.cards_elsewhere()]
    for i in range(deal.pile_n):
        seen.append(int(deal.pile[i]))
    for i in range(deal.table_n):
        for token in meld_tokens(pack, deal.melds, word_at(deal.table[i])):
            # Jokers from beside the table are no cards of the pack.
            if not token.startswith("X"):
                seen.append(int(pack.face(token)))
            elif not pack.coloured:
                seen.append(int(pack.joker))
    return seen


def _unseen(view: View, deal: Deal) -> list[int]:
    """How many copies of each face the view does not see, jokers last."""
    pack = deal.pack
    left = [int(pack.copies_of(face)) for face in range(pack.n_faces + 1)]
    seen = cards_seen(deal)
    for seat in range(view.seats):
        seen.extend(deal.hand(seat))
    for face in seen:
        left[face] -= 1
        if left[face] < 0:
            name = pack.token(face)
            raise PositionError("card_too_often", f"{name} is seen more often than it is", name)
    return left


def _give_known(view: View, deal: Deal, left: list[int]) -> None:
    """Give the other seats what everybody saw them take and they cannot all have played."""
    pack = deal.pack
    known = [[0] * len(left) for _ in range(view.seats)]
    # Which cards a seat has been seen to take: all others need not be followed.
    taken: list[set[str]] = [set() for _ in range(view.seats)]
    for event in view.log:
        seat = event.seat
        text = event.text
        if taken[seat] and text not in SILENT_PLAYS:
            # Most are discards: no need to read them as actions.
            short = text.startswith("discard ") and text.count(" ") == 1
            for token in (text[8:],) if short else Action(text).cards:
                if token in taken[seat]:
                    face = _joker_or_face(deal, token)
                    known[seat][face] = max(0, known[seat][face] - 1)
                elif "=" in token and not pack.coloured and not text.startswith("swap"):
                    # A named joker; that of a swap comes from the table.
                    known[seat][pack.joker] = max(0, known[seat][pack.joker] - 1)
        for other, shown in event.shown:
            known[other][_joker_or_face(deal, shown or "")] += 1
            taken[other].add(shown or "")
    for seat in range(view.seats):
        if view.hands[seat] is not None:
            continue
        for face in range(len(left)):
            room = view.hand_sizes[seat] - int(deal.size(seat))
            for _ in range(min(known[seat][face], left[face], room)):
                deal.give(seat, face)
                left[face] -= 1


def _fill(view: View, deal: Deal, cards: vec[i64]) -> i64:
    """Fill the hands not seen from the cards; how many that took."""
    at: i64 = 0
    for seat in range(view.seats):
        for _ in range(view.hand_sizes[seat] - deal.size(seat)):
            deal.give(seat, cards[at])
            at += 1
    return at


def _take_back(view: View, deal: Deal, kept: list[list[int]]) -> None:
    """Leave the hands not seen with what is known of them."""
    for seat in range(view.seats):
        if view.hands[seat] is None:
            for face in deal.hand(seat):
                deal.pick(seat, face)
            for face in kept[seat]:
                deal.give(seat, face)


def _had_copy(view: View, deal: Deal) -> bool:
    """Whether the seat in turn, in this world, held another copy of the card it took."""
    copies = int(deal.copies_held(view.turn, deal.taken))
    for event in reversed(view.log):
        if event.seat != view.turn:
            continue
        if event.text == "take":
            break
        cards = [token.split("=")[0] for token in Action(event.text).cards]
        copies += cards.count(view.taken or "")
        if view.taken == "X" and Action(event.text).kind == "swap":
            return True
    return copies > 1
