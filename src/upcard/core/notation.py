"""Melds as text, in both directions: the cards of a meld are tokens, a joker names its card."""

from __future__ import annotations

from mypy_extensions import i64

from upcard.core.hand import BIT, pop
from upcard.core.meld import (
    BOOK,
    FEW_NATURALS,
    GROUP,
    ROUND_THE_CORNER,
    RUN,
    TOO_LONG,
    TOO_SHORT,
    TWINS,
    TWO_ACES,
    MeldRules,
    book_word,
    group_word,
    jokers_of,
    length_of,
    low_of,
    places_of,
    run_word,
    suit_of,
)
from upcard.core.pack import Pack
from upcard.core.reasons import (
    JOKER_MISPLACED,
    JOKER_UNNAMED,
    NOT_A_MELD,
    SENTENCES,
    SUIT_IN_SET,
)
from upcard.errors import IllegalActionError, ParseError


class Named:
    """A card as named in a meld: its face, or a joker and what it was said to stand for.

    stands is a face and rank a rank, each -1 where not said; colour is a coloured joker's suit.
    """

    def __init__(self, token: str, face: i64, joker: bool, stands: i64, rank: i64) -> None:
        self.token = token
        self.face = face
        self.joker = joker
        self.stands = stands
        self.rank = rank
        self.colour: i64 = -1


def parse_named(pack: Pack, token: str) -> Named:
    """Read one card of a meld: ``7h``, ``X``, ``X=7h``, ``X=Q``, ``Xr=r7``."""
    left, equals, right = token.partition("=")
    if not left.startswith("X"):
        if equals:
            raise ParseError("no_such_card", f"{token!r}: only a joker stands for a card", token)
        return Named(token, pack.face(token), False, -1, -1)
    if pack.coloured:
        colour = pack.suits.find(left[1:]) if len(left) == 2 else -1
        if colour < 0 or not equals:
            raise ParseError("no_such_card", f"{token!r} is no joker: write Xr=r7", token)
        named = Named(token, pack.joker, True, pack.face(right), -1)
        named.colour = colour
        return named
    if left != "X":
        raise ParseError("no_such_card", f"{token!r} is no card of this pack", token)
    joker = pack.face("X")
    if not equals:
        return Named(token, joker, True, -1, -1)
    if len(right) == 1 and right in pack.ranks:
        return Named(token, joker, True, -1, pack.ranks.index(right))
    stands = pack.face(right)
    if stands == joker:
        raise ParseError("no_such_card", f"{token!r}: a joker stands for a natural card", token)
    return Named(token, joker, True, stands, -1)


def refusal(code: i64, text: str, paragraph: str = "") -> IllegalActionError:
    """The error for a reason whose sentence needs nothing filled in."""
    name, sentence = SENTENCES[int(code)]
    return IllegalActionError(name, f"{text}: {sentence}" if text else sentence, text, paragraph)


def parse_meld(pack: Pack, rules: MeldRules, tokens: list[str]) -> i64:
    """The word of a meld named by its cards.

    `ParseError` where a token is no card; `IllegalActionError` where the cards cannot be one
    meld. Whether the word is a legal meld is for `MeldRules.judge` to say.
    """
    text = " ".join(tokens)
    named = [parse_named(pack, token) for token in tokens]
    naturals = [card for card in named if not card.joker]
    jokers = [card for card in named if card.joker]
    if not named:
        raise ParseError("no_cards", "name the cards of the meld", text)
    ranks = {card.face % pack.n_ranks for card in naturals}
    suits = {card.face // pack.n_ranks for card in naturals}
    if len(naturals) < rules.min_naturals:
        raise refusal(FEW_NATURALS if jokers else TOO_SHORT, text)
    if _is_set(rules, naturals, jokers, ranks):
        return _parse_set(pack, rules, naturals, jokers, text)
    if len(named) > rules.ranks + 1:
        raise refusal(TOO_LONG, text)
    if len(suits) > 1 or (any(card.stands < 0 for card in jokers) and not rules.placed_jokers):
        raise refusal(NOT_A_MELD if len(suits) > 1 else JOKER_UNNAMED, text)
    if rules.placed_jokers and jokers:
        return _parse_placed_run(pack, rules, named, text)
    return _parse_run(pack, rules, named, text)


def _is_set(rules: MeldRules, naturals: list[Named], jokers: list[Named], ranks: set[i64]) -> bool:
    if len(ranks) > 1:
        return False
    if rules.set_kind == BOOK:
        if any(card.stands >= 0 for card in jokers):
            return False
        return len(naturals) > 0 or all(card.rank >= 0 for card in jokers)
    return len(naturals) > 1


def _parse_set(
    pack: Pack, rules: MeldRules, naturals: list[Named], jokers: list[Named], text: str
) -> i64:
    rank = naturals[0].face % pack.n_ranks if naturals else jokers[0].rank
    if rules.coloured:
        if any(card.stands != card.colour * pack.n_ranks + rank for card in jokers):
            raise refusal(NOT_A_MELD, text)
    elif any(card.stands >= 0 or (card.rank >= 0 and rules.set_kind == GROUP) for card in jokers):
        raise refusal(SUIT_IN_SET, text)
    elif any(card.rank not in (-1, rank) for card in jokers):
        raise refusal(NOT_A_MELD, text)
    length = len(naturals) + len(jokers)
    if length > 60:
        raise refusal(TOO_LONG, text)
    counts = [0] * int(pack.n_suits)
    for card in naturals:
        counts[card.face // pack.n_ranks] += 1
    if rules.set_kind == BOOK:
        if max(counts) > 7:
            raise refusal(TOO_LONG, text)
        return book_word(rank, sum(n << (3 * suit) for suit, n in enumerate(counts)), length)
    suits = sum(1 << suit for suit, n in enumerate(counts) if n)
    joker_suits = 0
    for card in jokers:
        if card.colour >= 0:
            joker_suits |= 1 << card.colour
    if max(counts) > 1 or (rules.coloured and pop(joker_suits) < len(jokers)):
        raise refusal(TWINS, text)
    return group_word(rank, suits, length, joker_suits)


def _parse_placed_run(pack: Pack, rules: MeldRules, named: list[Named], text: str) -> i64:
    """A run named in ascending order, each joker standing for the card of its place."""
    ranks = pack.n_ranks
    suit: i64 = -1
    for card in named:
        if not card.joker:
            suit = card.face // ranks
    for low in range(-1, ranks + 1):
        word = _placed_at(pack, named, suit, low)
        if word >= 0:
            return word
    raise refusal(JOKER_MISPLACED, text)


def _placed_at(pack: Pack, named: list[Named], suit: i64, low: i64) -> i64:
    """The run of these cards from position low upward, or -1 where a card is out of place."""
    ranks = pack.n_ranks
    jokers: i64 = 0
    for i, card in enumerate(named):
        rank = low + i
        if rank == ranks:
            rank = 0
        stands = card.stands if card.joker else card.face
        if card.joker:
            jokers |= BIT[i]
            if card.rank >= 0:
                return -1
        if stands >= 0 and (rank < 0 or stands != suit * ranks + rank):
            return -1
    if low < 0:
        raise refusal(ROUND_THE_CORNER, " ".join(card.token for card in named))
    return run_word(suit, low, len(named), jokers)


def _parse_run(pack: Pack, rules: MeldRules, named: list[Named], text: str) -> i64:
    """A run in any order, all of its jokers named."""
    ranks = pack.n_ranks
    faces = [card.stands if card.joker else card.face for card in named]
    if len({face // ranks for face in faces}) > 1:
        raise refusal(NOT_A_MELD, text)
    if any(card.colour >= 0 and card.colour != card.stands // ranks for card in named):
        raise refusal(7, text)
    suit = faces[0] // ranks
    low = _lowest(rules, [face % ranks for face in faces], text)
    jokers: i64 = 0
    aces: i64 = 0
    for card, face in sorted(zip(named, faces, strict=True), key=lambda pair: not pair[0].joker):
        place = (face % ranks - low) % ranks
        if face % ranks == 0 and low == 0 and rules.ace_high and aces > 0:
            place = ranks
        if face % ranks == 0:
            aces += 1
        if card.joker:
            jokers |= BIT[place]
    return run_word(suit, low, len(named), jokers)


def _lowest(rules: MeldRules, named: list[i64], text: str) -> i64:
    """The lowest position of a run of these ranks; `IllegalActionError` where they are none."""
    ranks = rules.ranks
    n = len(named)
    aces = named.count(0)
    others = sorted(rank for rank in named if rank > 0)
    if len(set(others)) < len(others) or aces > 2 or (aces == 2 and n != ranks + 1):
        raise refusal(NOT_A_MELD, text)
    if aces == 2:
        if not rules.both_aces:
            raise refusal(TWO_ACES, text)
        return 0
    if rules.wrap:
        for low in range(ranks):
            if {(low + i) % ranks for i in range(n)} == set(named):
                return low
        raise refusal(NOT_A_MELD, text)
    high = aces == 1 and rules.ranks == 13 and others != [] and others[-1] == ranks - 1
    if high and (rules.ace_high or others[0] != 1):
        others.append(ranks)
    elif aces == 1:
        others.insert(0, 0)
    if others[-1] - others[0] != n - 1:
        corner = any({(k + i) % ranks for i in range(n)} == set(named) for k in range(ranks))
        raise refusal(ROUND_THE_CORNER if corner else NOT_A_MELD, text)
    return others[0]


def meld_tokens(pack: Pack, rules: MeldRules, word: i64) -> list[str]:
    """The cards of a meld as tokens: a run from low to high, a set by suit, its jokers last."""
    ranks = pack.n_ranks
    low = low_of(word)
    places = places_of(word)
    tokens: list[str] = []
    if word & 3 == RUN:
        suit = suit_of(word)
        for i in range(length_of(word)):
            token = pack.token(suit * ranks + (low + i) % ranks)
            joker = "X" + (pack.suits[suit] if pack.coloured else "") + "="
            tokens.append(joker + token if places & BIT[i] else token)
        return tokens
    for suit in range(pack.n_suits):
        n = (places >> (3 * suit)) & 7 if word & 3 == BOOK else (places >> suit) & 1
        tokens.extend([pack.token(suit * ranks + low)] * int(n))
    if pack.coloured:
        for suit in range(pack.n_suits):
            if (places >> 5) & BIT[suit]:
                tokens.append(f"X{pack.suits[suit]}={pack.token(suit * ranks + low)}")
        return tokens
    joker = "X=" + pack.rank_token(low) if word & 3 == BOOK else "X"
    return tokens + [joker] * int(jokers_of(word))
