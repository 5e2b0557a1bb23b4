"""The best split of a hand, for people and programs: `upcard.arrange` and ``upcard arrange``."""

from __future__ import annotations

import difflib
from collections import Counter
from collections.abc import Sequence
from typing import Final

from mypy_extensions import i64

from upcard.core.arrange import Arranger, Deadwood, Weights, uniform
from upcard.core.deal import Deal
from upcard.core.hand import zeros
from upcard.core.meld import RUN, length_of, low_of, run_word, suit_of
from upcard.core.notation import meld_tokens, parse_meld, refusal
from upcard.core.places import OPENED, PHASE_PLAY
from upcard.core.reasons import LEGAL
from upcard.core.rules import Value
from upcard.core.turn_search import TurnSearch
from upcard.errors import ParseError, RulesError
from upcard.games.contract import ContractDeal
from upcard.games.registry import deal_class
from upcard.games.romme import OPENING_POINTS, RommeRules
from upcard.games.romme_opening import RUN_POINTS
from upcard.games.rummy17 import ALL_SIDE_JOKERS
from upcard.games.rummy17_rules import Rummy17Rules
from upcard.text.position import times

BIG: Final = 10_000
KEPT: Final = "One card is kept for the discard that must end the turn."


class Arranged:
    """A hand split into melds and what is left of it.

    melds and plays are texts (``5h X=6h 7h``; with a table the plays in their order); left are
    tokens. points_left counts them as the game does at the end of a deal; meld_points is what
    the melds are worth for an opening in Rommé, and in the other games what their cards count.
    reached says whether the objective was met. exact is False only where a search was cut short.
    note says what is special about the result, if anything is.
    """

    def __init__(
        self,
        melds: tuple[str, ...],
        left: tuple[str, ...],
        points_left: int,
        meld_points: tuple[int, ...],
        reached: bool = True,
        exact: bool = True,
        plays: tuple[str, ...] = (),
    ) -> None:
        self.melds = melds
        self.left = left
        self.points_left = points_left
        self.meld_points = meld_points
        self.reached = reached
        self.exact = exact
        self.plays = plays
        self.note = ""
        # Whether the plays of a turn were searched, and not just the melds of a hand.
        self.played = False

    @property
    def cards_left(self) -> int:
        """How many cards are in no meld."""
        return len(self.left)

    def __repr__(self) -> str:
        return (
            f"<Arranged: {' / '.join(self.melds or self.plays) or 'no meld'}; "
            f"left {' '.join(self.left) or 'nothing'}, {self.points_left} points>"
        )


def arrange(
    game: str | type[Deal],
    cards: str | Sequence[str],
    *,
    objective: str = "points",
    table: Sequence[str] = (),
    rules: dict[str, Value] | None = None,
) -> Arranged:
    """The best split of a hand of a game.

    objective: ``points`` (fewest points left, then fewest cards), ``cards`` (fewest cards, then
    points), ``opening`` (Rommé: 30 points with fewest cards, then fewest jokers), ``out`` (every
    card, or every card but one) or ``contract=1`` to ``contract=5`` (contract rummy, fewest
    points left). table: melds that lie, to lay off on and to swap jokers from; then the plays of
    a whole turn are searched. `ParseError` names a card that does not exist or is there too
    often, `RulesError` an objective the game does not have.

    >>> arrange("romme", "4s 5s 6s 7s 8s 7h 7d").left
    ('8s',)
    >>> arrange("romme", "9d X Kc", objective="cards", table=["5d 6d 7d"]).plays
    ('lay X=8d on 1', 'lay 9d on 1')
    """
    kind = deal_class(game) if isinstance(game, str) else game
    house = kind.make_rules(rules or {})
    number = _contract_number(objective, house.game, bool(table))
    deal = kind.make(house, int(house.default_seats), 0, number)
    tokens = cards.split() if isinstance(cards, str) else list(cards)
    _hold(deal, tokens)
    if table or (deal.pack.coloured and deal.melds.wrap):
        # The arranger knows no runs round the corner; the search of a turn does.
        return _with_table(deal, table, objective)
    if house.game == "contract":
        return _contract(deal)
    if objective == "opening":
        return _opening(deal)
    return _best(deal, objective)


def _contract_number(objective: str, game: str, table: bool) -> int:
    """Which hand of contract rummy is meant, 1 in other games; refuses what does not go."""
    kind, _, number = objective.partition("=")
    fits = ["points", "cards", "out"]
    if game == "romme" and not table:
        fits.append("opening")
    if game == "contract" and not table:
        fits = [f"contract={n}" for n in range(1, 6)]
    if objective not in fits:
        where = f"{game} with melds on the table" if table else game
        near = difflib.get_close_matches(objective, fits, 1)
        hint = f"; did you mean {near[0]}?" if near else ""
        raise RulesError(
            "bad_objective",
            f"{where} has no objective {objective!r}{hint or ';'} it has {', '.join(fits)}",
            objective,
        )
    return int(number) if kind == "contract" else 1


def _hold(deal: Deal, tokens: list[str]) -> None:
    """Put the cards into seat 0's hand."""
    pack = deal.pack
    for token, n in Counter(tokens).items():
        face = pack.face(token)
        if n > pack.copies_of(face):
            most = times(int(pack.copies_of(face)))
            sentence = f"{token} is there {times(n)}, but the pack has it {most}"
            raise ParseError("card_too_often", sentence, token)
        for _ in range(n):
            deal.give(0, face)
    deal.turn = 0
    deal.phase = PHASE_PLAY


def _weights(deal: Deal, objective: str) -> Weights:
    """Weights by what a card costs in hand, or first by being a card at all."""
    by_cards = objective != "points"
    worth = zeros(int(deal.pack.n_ranks))
    for rank in range(deal.pack.n_ranks):
        points = deal.cost(rank)
        worth[rank] = BIG + points if by_cards else BIG * points + 1
    joker: i64 = -1
    if not deal.pack.coloured:
        points = deal.cost(deal.pack.joker) if deal.pack.jokers else i64(0)
        joker = BIG + points if by_cards else BIG * points + 1
    return uniform(deal.melds, worth, joker)


def _best(deal: Deal, objective: str) -> Arranged:
    """Fewest points or cards left; Rummy 17 always keeps a card to discard."""
    weights = _weights(deal, objective)
    note = ""
    if deal.pack.copies == 1 and not deal.pack.coloured:
        melds = Deadwood(deal.melds, weights.set_natural).melds(deal.held, 0)
        result = _arranged(deal, [part for word in melds for part in _parts(deal, word)], True)
    else:
        house = deal.rules
        if isinstance(house, Rummy17Rules):
            arranger = Arranger(house.side_melds)
            found = arranger.best_keeping_one(deal.held, 0, ALL_SIDE_JOKERS, weights)
            note = KEPT
        else:
            found = Arranger(deal.melds).best(deal.held, 0, deal.jokers(0), weights)
        result = _arranged(deal, found.melds, found.exact)
    # Nothing was held back where more than that card is left.
    result.note = note if result.cards_left == 1 else ""
    if objective == "out":
        result.reached = result.cards_left <= 1
    return result


def _parts(deal: Deal, word: int) -> list[int]:
    """A run in pieces no longer than the game lays (five cards in gin)."""
    most = int(deal.melds.run_max)
    pieces: list[int] = []
    low, left = int(low_of(word)), int(length_of(word))
    if word & 3 != RUN or left <= most:
        return [word]
    while left > 0:
        length = left if left <= most else min(most, left - 3)
        pieces.append(int(run_word(suit_of(word), low, length, 0)))
        low += length
        left -= length
    return pieces


def _opening(deal: Deal) -> Arranged:
    """Rommé's 30 points with fewest cards, or the most points there are."""
    rules = deal.rules
    assert isinstance(rules, RommeRules)
    arranger = Arranger(deal.melds)
    points = Weights(RUN_POINTS, RUN_POINTS, rules.set_points, rules.set_points)
    found = arranger.fewest(deal.held, 0, deal.jokers(0), points, OPENING_POINTS)
    if found is not None:
        return _arranged(deal, found.melds, found.exact)
    most = arranger.best(deal.held, 0, deal.jokers(0), points)
    result = _arranged(deal, most.melds, most.exact)
    result.reached = False
    return result


def _contract(deal: Deal) -> Arranged:
    """The contract of the hand that leaves fewest points."""
    assert isinstance(deal, ContractDeal)
    found = deal.solver.best_contract(
        deal.held, 0, deal.jokers(0), deal.terms(deal.wanted())
    )
    result = _arranged(deal, found[1] if found else [], True)
    result.reached = found is not None
    return result


def _arranged(deal: Deal, words: Sequence[int], exact: bool) -> Arranged:
    """The result of laying these melds from seat 0's hand, which they leave."""
    for word in words:
        deal.move_meld(0, word, -1)
    return Arranged(
        tuple(" ".join(meld_tokens(deal.pack, deal.melds, word)) for word in words),
        tuple(deal.pack.token(face) for face in deal.hand(0)),
        int(deal.hand_worth(0)),
        tuple(meld_points(deal, word) for word in words),
        exact=exact,
    )


def meld_points(deal: Deal, word: int) -> int:
    """What a meld is worth on the table, a joker as the card it stands for."""
    rules = deal.rules
    return int(rules.points(word) if isinstance(rules, RommeRules) else deal.meld_worth(word))


def _with_table(deal: Deal, table: Sequence[str], objective: str) -> Arranged:
    """The best plays of a turn of a player who has opened."""
    for meld in table:
        word = parse_meld(deal.pack, deal.lay_rules, meld.split())
        code = deal.lay_rules.judge(word)
        if code != LEGAL:
            raise refusal(code, meld)
        deal.push_table(word, 1)
    deal.seat_facts[OPENED] = 1
    turn = TurnSearch(objective == "points").best(deal)
    plays: list[str] = []
    for action in turn.actions:
        plays.append(deal.text(action))
        deal.do(0, action)
    result = _arranged(deal, [], turn.exact)
    result.plays = tuple(plays)
    result.played = True
    result.note = KEPT if deal.last_discard_needed and result.cards_left == 1 else ""
    result.reached = objective != "out" or result.cards_left <= 1
    return result


def arranged_lines(result: Arranged) -> list[str]:
    """The result as lines of text: the melds or plays, what is left, and what could not be met."""
    lines = list(result.plays)
    for meld, points in zip(result.melds, result.meld_points, strict=True):
        lines.append(f"{meld:45} {points:4} point{'' if points == 1 else 's'}")
    if not lines:
        lines.append("nothing to lay, lay off or swap" if result.played else "no meld")
    cards = "1 card" if result.cards_left == 1 else f"{result.cards_left} cards"
    left = " ".join(result.left) or "nothing"
    worth = "1 point" if result.points_left == 1 else f"{result.points_left} points"
    lines.append(f"left: {left} ({cards}, {worth})")
    if result.note:
        lines.append(result.note)
    if not result.reached:
        lines.append("The objective cannot be met with this hand.")
    if not result.exact:
        lines.append("The search was cut short: there may be better.")
    return lines
