"""Answers to a player's questions, told from the player's view; nothing changes."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace
from mypy_extensions import i64

from upcard.arranging import arrange, meld_points
from upcard.bots.advice import suggested
from upcard.core.action import (
    LAY,
    SWAP,
    Action,
    card_of,
    kind_of_action,
    meld_action,
    word_of,
)
from upcard.core.deal import Deal
from upcard.core.finder import find_coloured, find_melds
from upcard.core.hand import BIT
from upcard.core.meld import BOOK, RUN
from upcard.core.places import NONE, PHASE_PLAY
from upcard.core.shuffle import FastShuffler
from upcard.core.table import word_at
from upcard.core.view import View
from upcard.core.world import world
from upcard.errors import IllegalActionError, RulesError, UpcardError
from upcard.games.contract import ContractDeal
from upcard.games.gin import GinDeal
from upcard.games.gin_melds import worth
from upcard.games.rummy17 import Rummy17Deal
from upcard.games.rummy17_rules import SIDE_JOKER_MIN
from upcard.server.deciding import Refused, check_order, refusal
from upcard.server.showing import need_of
from upcard.server.wire import Answer, Part
from upcard.server.wire_commands import Ask

MOST_LISTED: Final = 400
MOST_READINGS: Final = 40


def answer(view: View, ask: Ask, rev: int) -> Answer:
    """The answer to a question; `Refused` where there is none."""
    seat = view.seat
    assert seat is not None
    result = Answer(ask.id, rev, False, [])
    if view.is_over:
        raise Refused("deal_over", "the deal is over")
    try:
        deal = world(view, FastShuffler(0))
        if ask.what == "staged":
            _staged(deal, seat, ask.actions, result)
            return result
        if ask.what == "best" and isinstance(deal, GinDeal):
            result.knocks = _knocks(view, seat, ask.actions)
        view = _drafted(deal, view, ask.actions)
        if ask.what == "best":
            _best(view, ask.objective, result)
        elif ask.what == "cards":
            _cards(deal, view, ask.cards, result)
        elif ask.what == "legal":
            _legal(deal, seat, result)
        elif seat in view.to_act and not view.is_over:
            for text in suggested(view):
                result.parts.append(_part(deal, text, True))
            result.ok = True
    except UpcardError as error:
        raise refusal(error) from None
    return result


def _drafted(deal: Deal, view: View, actions: list[str]) -> View:
    """What the seat would see after the actions of its draft, which are done in its world."""
    seat = view.seat
    if not actions:
        return view
    for i, action in enumerate(actions):
        text = " ".join(action.split())
        if text in ("draw", "claim"):
            raise Refused("draft", text=text, index=i)
        try:
            deal.apply(Action(text, seat))
        except UpcardError as error:
            raise refusal(error, index=i) from None
    after = View.of(deal, seat)
    # The world's own log begins with the draft.
    after.log = view.log + after.log
    return after


def _part(deal: Deal, text: str, legal: bool) -> Part:
    """An action with its kind, its cards and what it is worth."""
    action = Action(text)
    part = Part(text, action.kind, list(action.cards), legal=legal)
    if action.kind == "meld":
        try:
            word = word_of(deal.parse(deal.turn, text))
        except UpcardError:
            part.kind = ""
            return part
        part.kind = _meld_kind(deal, word)
        part.points = meld_points(deal, word)
    return part


def _meld_kind(deal: Deal, word: i64) -> str:
    if word & 3 == RUN:
        return "straight" if isinstance(deal, ContractDeal) else "run"
    return "book" if word & 3 == BOOK else "set"


def _refuse(part: Part, error: UpcardError) -> None:
    part.code = error.code
    part.sentence = error.sentence
    if isinstance(error, IllegalActionError):
        part.paragraph = error.paragraph


def _staged(deal: Deal, seat: int, actions: list[str], result: Answer) -> None:
    """Each action in its place of the list, the whole, and what an opening still lacks."""
    texts = [" ".join(action.split()) for action in actions]
    check_order(texts)
    opened = bool(deal.opened(seat))
    need = None if opened else need_of(deal)
    lacking = [need] if isinstance(need, int) else list(need or [])
    kinds = ("book", "straight")
    result.ok = bool(texts)
    for text in texts:
        part = _part(deal, text, False)
        result.parts.append(part)
        if part.points:
            result.points += part.points
        if isinstance(need, int):
            lacking[0] = max(0, lacking[0] - part.points)
        elif need is not None and part.kind in kinds:
            at = kinds.index(part.kind)
            lacking[at] = max(0, lacking[at] - 1)
        try:
            event = deal.apply(Action(text, seat))
            part.action = event.text
            part.legal = True
        except UpcardError as error:
            _refuse(part, error)
            result.ok = False
    if isinstance(deal, GinDeal):
        result.deadwood = int(worth(deal.cards(seat)))
    result.need = need
    if need is not None:
        result.lacking = lacking[0] if isinstance(need, int) else lacking


def _knocks(view: View, seat: int, actions: list[str]) -> bool | None:
    """Gin: whether the discard asked about can end the deal; None where none is."""
    if len(actions) != 1 or Action(actions[0]).kind != "discard":
        return None
    deal = world(view, FastShuffler(0))
    if deal.why_not(Action("knock", seat)) is not None:
        return False
    deal.apply(Action("knock", seat))
    return deal.why_not(Action(actions[0], seat)) is None


def _cards(deal: Deal, view: View, cards: list[str], result: Answer) -> None:
    """Every reading of the cards as one meld, and where each can be laid off or swapped in."""
    seat = view.seat
    assert seat is not None
    faces = [deal.pack.face(card) for card in cards if not card.startswith("X")]
    jokers = sum(1 for card in cards if card.startswith("X"))
    for word in _readings(deal, view, faces, jokers)[:MOST_READINGS]:
        text = deal.text(meld_action(word))
        part = _part(deal, text, True)
        why = deal.why_not(Action(text, seat))
        if why is not None:
            part.legal = False
            _refuse(part, why)
        result.parts.append(part)
    if len(cards) == 1 and seat == view.turn:
        for word in _lays_and_swaps(deal, seat):
            text = deal.text(word)
            if Action(text).cards[0].partition("=")[0] == cards[0].partition("=")[0]:
                result.parts += _places(deal, word, _part(deal, text, True))
    result.ok = any(part.legal for part in result.parts)


def _places(deal: Deal, word: i64, part: Part) -> list[Part]:
    """A lay-off or swap; in gin once for each meld the card fits."""
    if not isinstance(deal, GinDeal):
        return [part]
    fitting = [
        at for at in range(deal.table_n)
        if deal.fits_meld(card_of(word), word_at(deal.table[at]))
    ]  # fmt: skip
    return [replace(part, meld=at + 1) for at in fitting]


def _lays_and_swaps(deal: Deal, seat: int) -> list[int]:
    """What can be done now with a card and a meld of the table."""
    if isinstance(deal, GinDeal):
        # Gin lays off when a deal has ended, in a phase of its own, and has few actions.
        words = deal.legal_actions(seat).packed()
    elif deal.phase == PHASE_PLAY:
        deal.found.n = 0
        deal.groups_n = 0
        deal.find_lays(seat)
        deal.find_swaps(seat)
        words = [int(deal.found.items[i]) for i in range(deal.found.n)]
    else:
        words = []
    return [word for word in words if kind_of_action(word) in (LAY, SWAP)]


def _readings(deal: Deal, view: View, faces: list[i64], jokers: int) -> list[int]:
    """The melds that consist of just these cards, with Rummy 17's jokers from the side added."""
    own = view.kind.make(view.rules, view.seats, view.dealer, view.number)
    for face in faces:
        own.give(0, face)
    found = own.found
    found.n = 0
    if not deal.pack.coloured:
        for _ in range(jokers):
            own.give(0, own.pack.joker)
        find_melds(own.melds, own.held, 0, jokers, found)
    else:
        find_melds(own.melds, own.held, 0, 0, found)
        if isinstance(deal, Rummy17Deal):
            # A joker that was just exchanged is the only one that can be used.
            least = SIDE_JOKER_MIN if deal.freed == NONE else deal.house.exchanged_min
            jokers_there = deal.side if deal.freed == NONE else BIT[deal.freed]
            find_coloured(own.melds, own.held, 0, jokers_there, least, found)
    wanted = sorted(int(face) for face in faces)
    words = []
    for i in range(found.n):
        word = int(found.items[i])
        tokens = own.text(meld_action(word)).split()[1:]
        naturals = [own.pack.face(t) for t in tokens if not t.startswith("X")]
        if sorted(int(face) for face in naturals) == wanted:
            if deal.pack.coloured or len(tokens) == len(faces) + jokers:
                words.append(word)
    return words


def _legal(deal: Deal, seat: int, result: Answer) -> None:
    """All that is legal, cut where it is too much to send."""
    words = deal.legal_actions(seat).packed() if seat in deal.to_act else []
    for word in words[:MOST_LISTED]:
        result.parts.append(_part(deal, deal.text(word), True))
    result.more = len(words) > MOST_LISTED
    result.ok = bool(words)


def _best(view: View, objective: str | None, result: Answer) -> None:
    """The best grouping of the hand and what is left outside it."""
    if objective is None:
        objective = f"contract={view.number}" if view.game == "contract" else "points"
    hand = list(view.hand)
    try:
        found = arrange(view.kind, hand, objective=objective, rules=dict(view.rules.to_dict()))
    except RulesError:
        if view.game != "contract":
            raise
        found = arrange(view.kind, hand, objective="contract=5", rules=view.rules.to_dict())
    result.ok = found.reached
    result.points = found.points_left
    result.left = list(found.left)
    for meld, points in zip(found.melds, found.meld_points):
        result.parts.append(Part(f"meld {meld}", "meld", meld.split(), points, True))
