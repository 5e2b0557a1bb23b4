"""What the score of a finished deal is made of, line by line, for score sheets.

Nothing is counted by a rule of its own: cards are worth what the game says, and what the lines do
not explain of a score is itself a line.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from upcard.core.deal import Deal
from upcard.core.places import NONE
from upcard.core.table import owner_at
from upcard.games.basic import BasicDeal
from upcard.games.bonus import BONUS_WORTH
from upcard.games.gin import GinDeal
from upcard.games.rummy17 import Rummy17Deal
from upcard.games.seven_card import SevenCardDeal


class Line(NamedTuple):
    """One line of a score.

    reason: ``hand`` (cards left in a hand, deadwood in gin), ``laid`` (cards laid, in seven-card
    rummy), ``bonus`` (the bonus card ``name``), ``gin``, ``undercut`` (what the game adds for
    it) or ``other``. seat: whose cards; worth: of each of the cards, in their order.
    """

    reason: str
    points: int
    seat: int
    cards: tuple[str, ...] = ()
    worth: tuple[int, ...] = ()
    name: str = ""


class Tally(NamedTuple):
    """A seat's score: the points of the lines together, times a number.

    why: ``rummy``, ``rummy17`` (the points are doubled) or ``payers`` (each of the others pays).

    >>> import upcard
    >>> from upcard.text.position import match_from_position
    >>> match = match_from_position({"game": "basic", "seats": 2, "hands": [["5h"], ["9s", "Kc"]],
    ...     "turn": 0, "phase": "play", "opened": [True, False], "partial": True})
    >>> match.apply("discard 5h")
    Event(0, 'discard 5h')
    >>> tally(match.deal, 1)
    Tally(points=-19, lines=(Line(reason='hand', points=-19, seat=1, cards=('Kc', '9s'), \
worth=(10, 9), name=''),), times=1, why='')
    """

    points: int
    lines: tuple[Line, ...]
    times: int = 1
    why: str = ""


def tally(deal: Deal, seat: int) -> Tally:
    """What a finished deal gives a seat, and of what; no lines where it is void."""
    points = deal.scores[seat]
    if deal.void or not deal.is_over:
        return Tally(points, ())
    if isinstance(deal, GinDeal):
        return _gin(deal, seat, points)
    if isinstance(deal, Rummy17Deal):
        return _rummy17(deal, seat, points)
    if isinstance(deal, SevenCardDeal):
        return _seven_card(deal, seat, points)
    if isinstance(deal, BasicDeal):
        return _basic(deal, seat, points)
    return _whole(points, _hand(deal, seat, 1))


def _whole(points: int, lines: Sequence[Line], times: int = 1, why: str = "") -> Tally:
    """The lines, and one for what they leave unexplained."""
    rest = points - times * sum(line.points for line in lines)
    if rest:
        lines = [*lines, Line("other", rest // times, NONE)]
    return Tally(points, tuple(lines), times, why)


def _hand(deal: Deal, seat: int, sign: int) -> list[Line]:
    """What is left in a hand; no line for an empty one."""
    faces = [int(face) for face in deal.hand(seat)]
    worth = tuple(int(deal.cost(face)) for face in faces)
    if not faces:
        return []
    cards = tuple(deal.pack.token(face) for face in faces)
    return [Line("hand", sign * sum(worth), seat, cards, worth)]


def _gin(deal: GinDeal, seat: int, points: int) -> Tally:
    knocker = int(deal.knocker)
    sign = 1 if seat == knocker else -1
    lines = [*_hand(deal, 1 - knocker, sign), *_hand(deal, knocker, -sign)]
    rest = points - sum(line.points for line in lines)
    if rest:
        reason = "undercut" if deal.size(knocker) > 0 else "gin"
        lines.append(Line(reason, rest, knocker if reason == "gin" else 1 - knocker))
    return Tally(points, tuple(lines))


def _rummy17(deal: Rummy17Deal, seat: int, points: int) -> Tally:
    lines = [Line("bonus", int(BONUS_WORTH), seat, name=name) for name in deal.bonuses(seat)]
    lines += _hand(deal, seat, -1)
    if deal.doubled:
        return _whole(points, lines, 2, "rummy17")
    return _whole(points, lines)


def _basic(deal: BasicDeal, seat: int, points: int) -> Tally:
    out = int(deal.out)
    payers = [other for other in range(deal.seats) if other != out]
    sign = -1
    if seat == out:
        sign = 1
    else:
        payers = [seat]
    lines = [line for payer in payers for line in _hand(deal, payer, sign)]
    plain = sum(line.points for line in lines)
    doubled = plain != 0 and points == 2 * plain
    return _whole(points, lines, 2 if doubled else 1, "rummy" if doubled else "")


def _seven_card(deal: SevenCardDeal, seat: int, points: int) -> Tally:
    """A line for each meld of the table with cards that whoever went out has laid."""
    out = int(deal.out)
    sign = 1 if seat == out else -1
    lines = []
    for target in range(deal.table_n):
        owner = int(owner_at(deal.table[target]))
        guests = deal.guests(target)
        cards = tuple(
            token for token in deal.tokens_at(target) if guests.get(token, owner) == out
        )
        worth = tuple(int(deal.cost(deal.pack.face(token))) for token in cards)
        if cards:
            lines.append(Line("laid", sign * sum(worth), out, cards, worth))
    payers = int(deal.seats) - 1
    if seat == out and payers > 1:
        return _whole(points, lines, payers, "payers")
    return _whole(points, lines)
