"""Positions made by hand for tests, in a few words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from upcard.core.deal import Deal
from upcard.core.hand import zeros
from upcard.core.meld import FITS
from upcard.core.notation import parse_meld
from upcard.core.places import FACTS, NONE, OPENED
from upcard.core.rules import Value
from upcard.core.shuffle import SeededShuffler
from upcard.games.registry import deal_class

PHASES = (0, 1, 2, 10, 11, 12, 13)


def set_up(
    game: str,
    *,
    hands: Sequence[str] = ("", ""),
    table: Sequence[str | tuple[int, str]] = (),
    discard: str = "",
    stock: str = "",
    turn: int = 0,
    phase: str = "play",
    opened: Sequence[bool] = (True, True),
    taken: str = "",
    dealer: int = 1,
    seed: int = 0,
    rules: dict[str, Value] | None = None,
    **more: object,
) -> Deal:
    """A deal in a given position; stock and discard are listed top first.

    A meld of the table is its cards, or its owner and its cards. `more` sets further attributes.
    The cards need not add up to the pack, but none may be there too often.
    """
    kind = deal_class(game)
    deal = kind.make(kind.make_rules(rules or {}), 2, dealer, 1)
    pack = deal.pack
    deal.shuffler = SeededShuffler.from_seed(seed)
    deal.stock = zeros(int(pack.size))
    deal.pile = zeros(int(pack.size))
    for seat, hand in enumerate(hands):
        for token in hand.split():
            deal.give(seat, pack.face(token))
    for token in reversed(stock.split()):
        deal.stock[deal.stock_n] = pack.face(token)
        deal.stock_n += 1
    for token in reversed(discard.split()):
        deal.push_pile(pack.face(token), NONE)
    for meld in table:
        owner, text = (0, meld) if isinstance(meld, str) else meld
        word = parse_meld(pack, deal.melds, text.split())
        assert deal.melds.judge(word) == FITS, text
        deal.push_table(word, owner)
    deal.begin_turn(turn)
    deal.phase = next(p for p in PHASES if deal.phase_text(p) == phase)
    for seat in range(2):
        deal.seat_facts[seat * FACTS + OPENED] = 1 if opened[seat] else 0
    if taken:
        deal.taken = pack.face(taken)
    for name, value in more.items():
        assert hasattr(deal, name), name
        setattr(deal, name, value)
    for token, n in places(deal).items():
        assert n <= pack.copies_of(pack.face(token)), f"{token} is there {n} times"
    return deal


def places(deal: Deal) -> Counter[str]:
    """Every card of a deal, wherever it lies, by token."""
    pack = deal.pack
    cards: Counter[str] = Counter()
    for seat in range(deal.seats):
        cards.update(pack.token(face) for face in deal.hand(seat))
    cards.update(pack.token(deal.stock[i]) for i in range(deal.stock_n))
    cards.update(pack.token(deal.pile[i]) for i in range(deal.pile_n))
    for i in range(deal.table_n):
        cards.update(token.partition("=")[0] for token in deal.tokens_at(i))
    side = int(getattr(deal, "side", 0))
    cards.update("X" + suit for i, suit in enumerate(pack.suits) if side >> i & 1)
    if deal.freed != NONE and deal.rules.game in ("rummy17", "contract"):
        # A joker on its way from one meld to another.
        cards["X" + pack.suits[deal.freed] if pack.coloured else "X"] += 1
    laid_off = int(getattr(deal, "laid_off", 0))
    cards.update(pack.token(face) for face in range(pack.n_faces) if laid_off >> int(face) & 1)
    return cards


def table(deal: Deal) -> list[str]:
    """The melds of the table."""
    from upcard.core.view import View

    return [" ".join(meld.cards) for meld in View.of(deal, None).table]


def legal(deal: Deal, seat: int | None = None) -> list[str]:
    """What a seat may do, as sorted texts."""
    return sorted(str(action) for action in deal.legal_actions(seat))


def code(deal: Deal, action: str) -> str:
    """The code of the refusal of an action; `""` where it is legal."""
    error = deal.why_not(action)
    return "" if error is None else error.code


def hand(deal: Deal, seat: int) -> str:
    """A hand as tokens with blanks between them."""
    return " ".join(deal.pack.token(face) for face in deal.hand(seat))
