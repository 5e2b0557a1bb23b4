"""Positions as JSON values, in both directions: any state of a deal, whole and exact.

The keys are those of docs/notation.md. What a game keeps beyond the common keys it gives and takes
through `Deal.extra` and `Deal.set_extra`; a key that a game gives there is its own, even where it
is also a common one. `extra` always gives every key of the game.
"""

from __future__ import annotations

import difflib
from collections import Counter
from collections.abc import Mapping
from typing import Final

from upcard.core.deal import Deal
from upcard.core.facts import (
    bad_value,
    card_of,
    faces_of,
    flag,
    items,
    seat_of,
    whole,
)
from upcard.core.hand import zeros
from upcard.core.match import Match
from upcard.core.meld import FITS, RUN, length_of, low_of, places_of, run_word, suit_of
from upcard.core.notation import meld_tokens, parse_meld
from upcard.core.places import FACTS, NONE, OPENED, PHASE_DRAW, PHASE_OVER
from upcard.core.rules import MOST, Rules, Value
from upcard.core.shuffle import SeededShuffler
from upcard.core.table import owner_at, word_at
from upcard.errors import IllegalActionError, ParseError, PositionError
from upcard.games.registry import deal_class

# Keys that say which deal it is; with these alone a position is a fresh deal.
SETTING: Final = ("game", "rules", "seats", "deal", "dealer", "scores", "seed", "partial")
PLACES: Final = ("hands", "stock", "discard", "table")
STATE: Final = (
    "turn", "phase", "opened", "taken", "discarded_by", "taken_copy", "drawn_last", "turn_melds",
    "owed", "freed", "turn_count", "stall_count", "reshuffles", "out", "void",
)  # fmt: skip
# What only a turn after its draw can have.
IN_TURN: Final = ("taken", "taken_copy", "drawn_last", "turn_melds", "owed", "freed")
# The phases of every game, and the first number of those only some have.
COMMON_PHASES: Final = 3
OWN_PHASES: Final = 10


def deal_from_position(position: Mapping[str, object]) -> Deal:
    """The deal a position describes; see `match_from_position`.

    >>> deal = deal_from_position({"game": "romme", "seed": 7})
    >>> deal.to_act, deal.phase_name
    ((1,), 'draw')
    """
    return match_from_position(position).deal


def match_from_position(position: Mapping[str, object]) -> Match:
    """A match whose running deal is the one a position describes.

    A position that names no hands, stock, discard and table is a fresh deal of its ``seed`` (0
    where there is none). `PositionError`, `ParseError` or `RulesError` name the key, the card or
    the option that cannot be.

    >>> match = match_from_position({"game": "gin", "scores": [30, 0], "deal": 4, "seed": 1})
    >>> match.totals, match.deal.number
    ((30, 0), 4)
    >>> match_from_position({"game": "gin", "hand": []})
    Traceback (most recent call last):
    upcard.errors.PositionError: a position of gin has no key 'hand'; did you mean hands?
    """
    facts = dict(position)
    match, deal = _undealt(facts)
    own = deal.extra()
    _refuse_unknown(facts, own, deal.rules.game)
    if any(key in facts for key in PLACES):
        match.deals.append(deal)
        _place(deal, facts)
        _set_state(deal, facts, own)
        _set_own(deal, facts, own, {})
        _count(deal, flag(facts, "partial"))
        return match
    deal = match.begin_deal(int(deal.dealer))
    if any(key in facts and key not in SETTING for key in (*STATE, *own)):
        # It is no longer what its deck alone makes of it.
        deal.deck = []
        _set_state(deal, facts, own)
        _set_own(deal, facts, own, deal.extra())
    return match


def _undealt(facts: dict[str, object]) -> tuple[Match, Deal]:
    """The match of a position, and its deal before any card lies anywhere."""
    rules, kind = _rules_of(facts)
    seats = whole(facts, "seats", int(rules.default_seats))
    shuffler = shuffler_of(facts.get("seed", 0))
    match = Match(kind, rules, seats, shuffler, [f"Seat {seat}" for seat in range(seats)])
    match.start_number = whole(facts, "deal", 1, 1)
    match.start_totals = _scores(facts, seats)
    dealer = seat_of(facts, "dealer", seats)
    if dealer == NONE:
        dealer = match.first_dealer()
    deal = kind.make(rules, seats, dealer, match.start_number)
    deal.totals = match.start_totals
    deal.shuffler = shuffler
    return match, deal


def shuffler_of(seed: object) -> SeededShuffler:
    """The generator of a seed: of an integer, or of its secret in hexadecimal digits.

    `PositionError` for anything else.

    >>> shuffler_of("00ff").secret
    b'\\x00\\xff'
    """
    if isinstance(seed, int) and not isinstance(seed, bool):
        return SeededShuffler.from_seed(seed)
    if isinstance(seed, str):
        try:
            return SeededShuffler(bytes.fromhex(seed))
        except ValueError:
            pass
    raise bad_value("seed", "a whole number or hexadecimal digits", seed)


def _rules_of(facts: dict[str, object]) -> tuple[Rules, type[Deal]]:
    game = facts.get("game")
    if not isinstance(game, str):
        if "game" not in facts:
            raise PositionError("missing_key", 'a position names its "game"', "game")
        raise bad_value("game", "the name of a game", game)
    kind = deal_class(game)
    return kind.make_rules(rule_values(facts.get("rules", {}))), kind


def rule_values(values: object) -> dict[str, Value]:
    """Option values by name, as read from a file; `PositionError` where they cannot be such."""
    if not isinstance(values, dict):
        raise bad_value("rules", "an object of options", values)
    checked: dict[str, Value] = {}
    for name, value in values.items():
        if not isinstance(value, (int, str, type(None))):
            raise bad_value(f"rules: {name}", "a number, a word, true or false", value)
        checked[str(name)] = value
    return checked


def _scores(facts: dict[str, object], seats: int) -> list[int]:
    if "scores" not in facts:
        return [0] * seats
    scores = items(facts, "scores", seats)
    return [whole({"scores": score}, "scores", 0, -MOST, MOST) for score in scores]


def _refuse_unknown(facts: dict[str, object], own: dict[str, object], game: str) -> None:
    known = [*SETTING, *PLACES, *STATE, *own]
    for key in facts:
        if key not in known:
            near = difflib.get_close_matches(str(key), known, 1)
            hint = f"; did you mean {near[0]}?" if near else ""
            sentence = f"a position of {game} has no key {key!r}{hint}"
            raise PositionError("unknown_key", sentence, str(key))


def _place(deal: Deal, facts: dict[str, object]) -> None:
    """Put the cards where the position has them."""
    pack = deal.pack
    size = int(pack.size)
    hands = items(facts, "hands", int(deal.seats)) if "hands" in facts else []
    held = [faces_of(pack, f"hands[{seat}]", hand) for seat, hand in enumerate(hands)]
    stock = faces_of(pack, "stock", facts.get("stock", []))
    pile = faces_of(pack, "discard", facts.get("discard", []))
    melds = [_meld(deal, meld, f"table[{i}]") for i, meld in enumerate(items(facts, "table"))]
    everything = [face for hand in held for face in hand] + stock + pile
    everything += [face for _, _, faces in melds for face in faces]
    _refuse_doubles(deal, Counter(everything))
    for seat, hand in enumerate(held):
        for face in hand:
            deal.give(seat, face)
    deal.stock = zeros(size)
    deal.pile = zeros(size)
    for face in reversed(stock):
        deal.stock[deal.stock_n] = face
        deal.stock_n += 1
    for face in reversed(pile):
        deal.push_pile(face, NONE)
    for owner, word, _ in melds:
        deal.push_table(word, owner)


def _meld(deal: Deal, meld: object, key: str) -> tuple[int, int, list[int]]:
    """Owner, word and cards of a meld of the table."""
    if not isinstance(meld, dict):
        raise bad_value(key, "an owner and cards", meld)
    for name in meld:
        if name not in ("owner", "cards", "laid_by"):
            raise PositionError("unknown_key", f"{key} has no key {name!r}", str(name))
    owner = seat_of({key: meld.get("owner")}, key, int(deal.seats))
    if owner == NONE:
        raise PositionError("missing_key", f"{key} names no owner", key)
    tokens = meld.get("cards")
    if not isinstance(tokens, list) or not all(isinstance(token, str) for token in tokens):
        raise bad_value(f"{key}: cards", "a list of cards", tokens)
    _check_guests(f"{key}: laid_by", meld.get("laid_by", {}), tokens, int(deal.seats))
    try:
        word = parse_meld(deal.pack, deal.melds, tokens)
    except ParseError as error:
        raise ParseError(error.code, f"{key}: {error.sentence}", error.text) from None
    except IllegalActionError as error:
        raise PositionError("bad_meld", f"{key}: {error.sentence}", error.text) from None
    if FITS not in (deal.melds.judge(word), deal.lay_rules.judge(word)):
        text = " ".join(tokens)
        raise PositionError("bad_meld", f"{key}: {text} is no meld of {deal.rules.game}", text)
    word = as_named(deal, int(word), tokens)
    return owner, word, meld_faces(deal, word)


def _check_guests(key: str, guests: object, tokens: list[str], seats: int) -> None:
    """Refuse guests of a meld that are none of its cards, and seats there are not."""
    if not isinstance(guests, dict):
        raise bad_value(key, "cards and seats", guests)
    for card in guests:
        if card not in [token.partition("=")[0] for token in tokens]:
            raise bad_value(key, "cards of the meld", card)
        if seat_of(guests, card, seats) == NONE:
            raise bad_value(key, "cards and seats", guests)


def as_named(deal: Deal, word: int, tokens: list[str]) -> int:
    """The meld with its ace, or the joker for one, at that end of a whole suit where it is named.

    Read by itself such an ace stands above the king; on a table it may have come to lie below the
    two.
    """
    ranks = int(deal.pack.n_ranks)
    length = int(length_of(word))
    if word & 3 != RUN or length < ranks or deal.melds.wrap:
        return word
    places = int(places_of(word))
    top = length - 1
    if length == ranks and low_of(word) == 1:
        places = (places << 1 | places >> top) & (1 << ranks) - 1
    elif length > ranks:
        ends = places & 1 << top | places & 1
        places = places - ends + (ends >> top | (ends & 1) << top)
    other = int(run_word(suit_of(word), 0, length, places))
    return other if meld_tokens(deal.pack, deal.melds, other) == tokens else word


def meld_faces(deal: Deal, word: int) -> list[int]:
    """The cards of the pack that lie in a meld; jokers from beside the table are none."""
    pack = deal.pack
    tokens = [token.partition("=")[0] for token in meld_tokens(pack, deal.melds, word)]
    naturals = [token for token in tokens if not (pack.coloured and token.startswith("X"))]
    return [int(pack.face(token)) for token in naturals]


def _set_state(deal: Deal, facts: dict[str, object], own: dict[str, object]) -> None:
    """Set turn, phase and counters; keys the game has as its own are left to it."""
    given = {key: value for key, value in facts.items() if key not in own}
    seats = int(deal.seats)
    deal.turn = seat_of(given, "turn", seats, int(deal.turn))
    if "phase" in given:
        deal.phase = _phase(deal, given["phase"])
    elif any(key in facts for key in PLACES):
        deal.begin_turn(deal.turn)
    if deal.phase == PHASE_DRAW:
        for key in IN_TURN:
            if given.get(key) not in (None, False, 0):
                sentence = f"{key}: there is none before the draw, in the phase draw"
                raise PositionError("bad_value", sentence, key)
    if "opened" in given:
        for seat, opened in enumerate(items(given, "opened", seats)):
            at = seat * FACTS + OPENED
            deal.seat_facts[at] = 1 if flag({"opened": opened}, "opened") else 0
    deal.taken = card_of(given, "taken", deal.pack)
    deal.freed = card_of(given, "freed", deal.pack)
    deal.discarded_by = seat_of(given, "discarded_by", seats)
    # Who holds two copies held one before the other was taken.
    two = deal.taken != NONE and deal.copies_held(deal.turn, deal.taken) > 1
    deal.taken_copy = flag(given, "taken_copy", two)
    deal.drawn_last = flag(given, "drawn_last")
    deal.turn_melds = whole(given, "turn_melds")
    deal.owed = whole(given, "owed")
    deal.turn_count = whole(given, "turn_count")
    deal.stall_count = whole(given, "stall_count")
    deal.reshuffles = whole(given, "reshuffles")
    deal.out = seat_of(given, "out", seats)
    deal.void = flag(given, "void")
    if deal.phase == PHASE_OVER and "out" not in given and "void" not in given:
        _end(deal)


def _end(deal: Deal) -> None:
    """How a deal ended that is only said to be over: the one empty hand went out, or nobody."""
    empty = [seat for seat in range(deal.seats) if deal.size(seat) == 0]
    if len(empty) == 1:
        deal.out = empty[0]
    else:
        deal.stop()


def phase_names(deal: Deal) -> dict[str, int]:
    """The phases of a game by name."""
    names = {deal.phase_text(phase): phase for phase in range(COMMON_PHASES)}
    phase = OWN_PHASES
    while True:
        try:
            names[deal.phase_text(phase)] = phase
        except IndexError:
            return names
        phase += 1


def _phase(deal: Deal, name: object) -> int:
    names = phase_names(deal)
    if not isinstance(name, str) or name not in names:
        allowed = ", ".join(names)
        sentence = f"phase: {deal.rules.game} has no phase {name!r}, only {allowed}"
        raise PositionError("no_such_phase", sentence, "phase")
    return names[name]


def _set_own(
    deal: Deal, facts: dict[str, object], own: dict[str, object], start: dict[str, object]
) -> None:
    """Hand the game its own facts; start holds those that a key left out keeps."""
    given = {key: value for key, value in facts.items() if key in own}
    if "laid_by" in own:
        melds = items(facts, "table")
        given["laid_by"] = [m.get("laid_by", {}) if isinstance(m, dict) else {} for m in melds]
    deal.set_extra({**start, **given})


def cards_of(deal: Deal) -> Counter[int]:
    """Every card of a deal, wherever it lies."""
    cards = Counter(int(deal.stock[i]) for i in range(deal.stock_n))
    cards.update(int(deal.pile[i]) for i in range(deal.pile_n))
    for seat in range(deal.seats):
        cards.update(deal.hand(seat))
    for i in range(deal.table_n):
        cards.update(meld_faces(deal, word_at(deal.table[i])))
    cards.update(int(face) for face in deal.cards_elsewhere())
    return cards


def _refuse_doubles(deal: Deal, cards: Counter[int]) -> None:
    for face, n in sorted(cards.items()):
        most = int(deal.pack.copies_of(face))
        if n > most:
            token = deal.pack.token(face)
            sentence = f"{token} is there {n} times, but the pack has it {times(most)}"
            raise PositionError("card_too_often", sentence, token)


def times(n: int) -> str:
    """How often, in words."""
    return ("never", "once", "twice")[n] if n < 3 else f"{n} times"


def _count(deal: Deal, partial: bool) -> None:
    """Refuse cards that the pack does not have, and unless partial also missing ones."""
    cards = cards_of(deal)
    _refuse_doubles(deal, cards)
    missing = list((Counter(deal.pack.faces()) - cards).elements())
    if missing and not partial:
        tokens = " ".join(deal.pack.token(face) for face in missing[:5])
        more = f" and {len(missing) - 5} more" if len(missing) > 5 else ""
        sentence = f'the position lacks {tokens}{more}; say "partial": true if that is meant'
        raise PositionError("cards_missing", sentence, deal.pack.token(missing[0]))


def position_of(deal: Deal, seed: int | str | None = None) -> dict[str, object]:
    """The position of a deal, which `deal_from_position` reads back to the same state.

    It tells every card: what one seat may know is its `View`. The coming shuffles of a remade
    stock are only in it where seed is given.

    >>> position = position_of(deal_from_position({"game": "gin", "seed": 3}))
    >>> position["turn"], position["phase"], position["discard"]
    (0, 'upcard', ['Qd'])
    """
    pack = deal.pack
    position: dict[str, object] = {"game": deal.rules.game}
    if deal.rules.to_dict():
        position["rules"] = deal.rules.to_dict()
    position["seats"] = int(deal.seats)
    position["deal"] = int(deal.number)
    position["dealer"] = int(deal.dealer)
    position["scores"] = list(deal.totals)
    position["turn"] = int(deal.turn)
    position["phase"] = deal.phase_name
    hands = [[pack.token(face) for face in deal.hand(seat)] for seat in range(deal.seats)]
    position["hands"] = hands
    position["stock"] = [pack.token(deal.stock[i]) for i in range(deal.stock_n)][::-1]
    position["discard"] = [pack.token(deal.pile[i]) for i in range(deal.pile_n)][::-1]
    position["table"] = table_of(deal)
    position["opened"] = [bool(deal.opened(seat)) for seat in range(deal.seats)]
    position.update(_rarely_needed(deal))
    extra = deal.extra()
    extra.pop("laid_by", None)
    position.update(extra)
    if seed is not None:
        position["seed"] = seed
    if cards_of(deal) != Counter(pack.faces()):
        position["partial"] = True
    return position


def table_of(deal: Deal) -> list[dict[str, object]]:
    """The melds of the table, as a position lists them."""
    laid_by = deal.extra().get("laid_by")
    melds: list[dict[str, object]] = []
    for i in range(deal.table_n):
        entry = deal.table[i]
        cards = meld_tokens(deal.pack, deal.melds, word_at(entry))
        meld: dict[str, object] = {"owner": int(owner_at(entry)), "cards": cards}
        if isinstance(laid_by, list) and laid_by[i]:
            meld["laid_by"] = laid_by[i]
        melds.append(meld)
    return melds


def _rarely_needed(deal: Deal) -> dict[str, object]:
    """The common facts that have their start value most of the time, where they do not."""
    facts: dict[str, object] = {
        "taken": None if deal.taken == NONE else deal.pack.token(deal.taken),
        "discarded_by": None if deal.discarded_by == NONE else int(deal.discarded_by),
        "taken_copy": bool(deal.taken_copy),
        "drawn_last": bool(deal.drawn_last),
        "turn_melds": int(deal.turn_melds),
        "owed": int(deal.owed),
        "freed": None if deal.freed == NONE else deal.pack.token(deal.freed),
        "turn_count": int(deal.turn_count),
        "stall_count": int(deal.stall_count),
        "reshuffles": int(deal.reshuffles),
        "out": None if deal.out == NONE else int(deal.out),
        "void": bool(deal.void),
    }
    shown = {key: value for key, value in facts.items() if value not in (None, False, 0)}
    for key in ("discarded_by", "out"):
        if facts[key] is not None:
            shown[key] = facts[key]
    if deal.is_over:
        shown["void"] = facts["void"]
    return shown
