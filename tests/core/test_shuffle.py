"""Same seed, same deal, for ever; and shuffles without bias."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from typing import Final

import pytest
from librt.vecs import vec
from mypy_extensions import i64

import upcard
from tests.core.plain_shuffle import blocks, fast_words, secret_of, shuffled
from upcard.core.shuffle import FastShuffler, SeededShuffler, Shuffler

# Worked out with plain_shuffle.py, not with the engine.
FAST_WORDS: Final = {
    0: "30779c31 5c153090 a5652755 2482ecf2 0644418c 8ff92676",
    7: "c4d3b92e a8c18d6b cb597181 c24c630c 7feb1f32 1b7c6e8d",
}
TABLE_WORDS: Final = "a043062b bbad0c73 5dc90c85 9d6f7c15 b27027d4 3e8ab428"
GIN_OF_SEED_7: Final = (
    "7s Ah As 8c Th 6h Ad 4s 9s Qh 6s 3d 5d 6d Jh Jd Qs Ac 6c 3s Kd Kc 9d 2h Tc Kh 8s 7d 5s 9h "
    "4h 2c Qc 5c Jc 5h Qd 4c Td Js 4d 7c 8h Ks 2s 7h Ts 3c 2d 8d 3h 9c"
)
ROMME_OF_SEED_7: Final = (
    "8d 3c Jh 2d 8h Qd Ad Tc Tc 6d Jh 5d 3h Kd 4c Ts 2d 6h 4h Ah Ac Kc Js As X 9h 7s 5c 2c Ad "
    "7c Kd Qs Ts 6c 2h X 2c Td 4c 7c Kh 8h 2h 8s 4s 3c 3d 6s 5d Td X 7d Ac 9d Qh 5h 5h Qd 9c Ks "
    "3h 9s 8s 5s Qh 8c 3d Js 6c Jc Qc 3s As X 8d Qs Qc Kc 8c 5c Jc 3s 4d 7d 4h 6d 5s 6h Th 2s 7s "
    "Jd 7h 9s 4s 7h 9h 4d 9d 2s 6s 9c Ks Th Kh Ah Jd X X"
)


@pytest.mark.parametrize("seed", FAST_WORDS)
def test_fast_generator(seed: int) -> None:
    """The playout generator gives the recorded numbers, and those of its plain twin for long."""
    generator = FastShuffler(seed)
    words = [int(generator.word()) for _ in range(5000)]
    assert words == list(islice(fast_words(seed), 5000))
    assert " ".join(f"{word:08x}" for word in words[:6]) == FAST_WORDS[seed]
    assert all(0 <= word < 2**32 for word in words)


def test_fast_generator_is_copied_whole() -> None:
    """A copy goes on like its original, and each on its own."""
    generator = FastShuffler(3)
    generator.below(10)
    twin = generator.copy()
    assert [int(twin.below(1000)) for _ in range(50)] == [
        int(generator.below(1000)) for _ in range(50)
    ]


def test_table_generator() -> None:
    """The table generator is keyed by secret, shares, deal and purpose, as its docstring says."""
    words = list(islice(blocks(b"\x01\x02", b"share", 3, "stock 2"), 6))
    assert " ".join(f"{word:08x}" for word in words) == TABLE_WORDS
    generator = SeededShuffler(b"\x01\x02", b"share")
    for deal, purpose in ((3, "stock 2"), (1, "deck"), (0, "first dealer"), (2**31, "é")):
        generator.begin(deal, purpose)
        cards = vec[i64](list(range(110)))
        generator.shuffle(cards, 110)
        plain = shuffled(list(range(110)), blocks(b"\x01\x02", b"share", deal, purpose))
        assert [int(card) for card in cards] == plain


def test_numbers_past_the_last_multiple_are_skipped() -> None:
    """`below` is exact: for n just above 2**31 nearly half of all numbers are skipped."""
    n = 2**31 + 1
    generator = SeededShuffler.from_seed(5)
    generator.begin(1, "x")
    numbers = blocks(secret_of(5), b"", 1, "x")
    plain = [number for number in islice(numbers, 400) if number < n]
    assert 100 < len(plain) < 300
    assert [int(generator.below(n)) for _ in plain] == plain


@pytest.mark.parametrize(("game", "deck"), [("gin", GIN_OF_SEED_7), ("romme", ROMME_OF_SEED_7)])
def test_deals_of_seed_7(game: str, deck: str) -> None:
    """The deal of a seed is the recorded one, top card first."""
    deal = upcard.new_match(game, seed=7).deal
    assert " ".join(deal.pack.token(face) for face in deal.deck) == deck


@pytest.mark.parametrize("game", ["gin", "romme"])
def test_every_deal_of_a_match_is_shuffled_alike(game: str) -> None:
    """Deal n of seed s is the plain shuffle keyed by n, for many seeds and deals."""
    rules: dict[str, upcard.Value] = {"deals": 3} if game == "gin" else {"turn_limit": 1}
    for seed in (0, 1, 99, 123456789012345678901234567890):
        match = upcard.new_match(game, seed=seed, rules=rules)
        for number in (1, 2, 3):
            deal = match.deal
            plain = shuffled(deal.pack.faces(), blocks(secret_of(seed), b"", number, "deck"))
            # The deck is kept top first; a shuffle has the bottom card first.
            assert deal.deck in (plain, plain[::-1])
            assert deal.deck == plain
            finish(match)


def finish(match: upcard.Match) -> None:
    """Play the shortest deal and begin the next."""
    while not match.deal.is_over:
        actions = [str(action) for action in match.legal_actions()]
        match.apply("take" if "take" in actions else actions[0])
    if not match.is_over:
        match.next_deal()


def test_a_remade_stock_is_shuffled_alike() -> None:
    """A remade stock is the plain shuffle of the pile, keyed by deal and number of the remake."""
    match = upcard.new_match("romme", seed=11, rules={"turn_limit": 400})
    deal = match.deal
    plain_stock: list[int] = []
    while not deal.remakes:
        pile = [int(deal.pile[i]) for i in range(deal.pile_n)]
        if deal.stock_n == 0:
            # The pile but its top card, turned over, then shuffled.
            plain_stock = shuffled(pile[:-1][::-1], blocks(secret_of(11), b"", 1, "stock 1"))
        deal.apply("draw")
        if not deal.remakes:
            actions = [str(action) for action in deal.legal_actions()]
            deal.apply(next(text for text in actions if text.startswith("discard")))
    assert deal.remakes == [plain_stock[::-1]]


SHUFFLES: Final = 3000
CARDS: Final = 110


@pytest.mark.parametrize(
    "generator", [SeededShuffler.from_seed(1), FastShuffler(1)], ids=["table", "fast"]
)
def test_no_bias(generator: Shuffler) -> None:
    """Each card is in each place equally often: chi-square at 0.1 %, one fixed point a shuffle."""
    counts = [[0] * CARDS for _ in range(CARDS)]
    fixed = 0
    for number in range(SHUFFLES):
        generator.begin(number, "deck")
        cards = vec[i64](list(range(CARDS)))
        generator.shuffle(cards, CARDS)
        for place in range(CARDS):
            card = int(cards[place])
            counts[card][place] += 1
            fixed += card == place
    expected = SHUFFLES / CARDS
    chi = sum((n - expected) ** 2 / expected for row in counts for n in row)
    freedom = (CARDS - 1) ** 2
    # The 0.1 % bound of a chi-square of so many degrees of freedom, as a normal deviation.
    assert abs(chi - freedom) < 3.3 * (2 * freedom) ** 0.5
    assert abs(fixed / SHUFFLES - 1) < 4 / SHUFFLES**0.5
    assert all(abs(row[0] - expected) < 6 * expected**0.5 for row in counts)


def test_biased_shuffles_would_be_noticed() -> None:
    """The bounds above refuse the two usual faults: swaps over the whole range, and Sattolo's."""
    generator = FastShuffler(1)
    naive = [[0] * CARDS for _ in range(CARDS)]
    for _ in range(SHUFFLES):
        cards = list(range(CARDS))
        for i in range(CARDS):
            j = int(generator.below(CARDS))
            cards[i], cards[j] = cards[j], cards[i]
        for place, card in enumerate(cards):
            naive[card][place] += 1
    expected = SHUFFLES / CARDS
    chi = sum((n - expected) ** 2 / expected for row in naive for n in row)
    freedom = (CARDS - 1) ** 2
    assert abs(chi - freedom) > 3.3 * (2 * freedom) ** 0.5
    cards = list(range(CARDS))
    for i in range(CARDS - 1, 0, -1):
        j = int(generator.below(i))
        cards[i], cards[j] = cards[j], cards[i]
    assert not any(card == place for place, card in enumerate(cards))


@pytest.mark.parametrize("game", ["gin", "romme"])
def test_tables_opened_at_once_differ(game: str) -> None:
    """Fifty tables without a seed: no two deals are equal and no place is constant (B055)."""
    decks = [tuple(upcard.new_match(game).deal.deck) for _ in range(50)]
    assert len(set(decks)) == 50
    assert all(len(set(column)) > 5 for column in zip(*decks))
    firsts = Counter(deck[:2] for deck in decks)
    assert firsts.most_common(1)[0][1] < 5


def test_seeds_and_deals_differ() -> None:
    """Neighbouring seeds, deals and purposes have nothing in common."""
    generators = [SeededShuffler.from_seed(seed) for seed in range(20)]
    decks = set()
    for generator in generators:
        for deal in range(5):
            for purpose in ("deck", "stock 1"):
                generator.begin(deal, purpose)
                cards = vec[i64](list(range(52)))
                generator.shuffle(cards, 52)
                decks.add(tuple(int(card) for card in cards))
    assert len(decks) == 200
