"""Faults of other programs in scoring, stock, pile and deal, each tested for its whole kind."""

from __future__ import annotations

from collections import Counter

import pytest

import upcard
from tests.games.small_cases import at, check, fresh
from upcard.core.match import Match
from upcard.core.rules import Value
from upcard.core.shuffle import SeededShuffler
from upcard.errors import UpcardError
from upcard.text.position import cards_of

GAMES = ["rummy17", "contract", "seven_card", "basic"]


def play_on(match: Match, most: int = 3000) -> None:
    """Draw and throw the first card that may go, until the deal is over."""
    for _ in range(most):
        deal = match.deal
        if deal.is_over:
            return
        actions = [action.text for action in deal.legal_actions()]
        if "draw" in actions:
            match.apply("draw")
        elif "take" in actions:
            match.apply("take")
        else:
            match.apply(next(text for text in actions if text.startswith("discard")))


# ---- scoring


def test_equal_totals_share_the_place() -> None:
    """B021: lowest totals 85 twice, seat 1 and seat 3 in any order of seats."""
    for totals in ([80, 115, 80, 140], [140, 80, 115, 80]):
        # The last turn of the limit adds 5 to each seat.
        position = at("contract", ["2c 3c", "4c", "5c", "6c"], deal=5, turn_count=999,
                      scores=totals)  # fmt: skip
        best = [seat for seat, total in enumerate(totals) if total == 80]
        check(position, "discard 2c", winners=best, match_over=True)


@pytest.mark.parametrize("game", GAMES)
def test_every_deal_ends_with_scores(game: str) -> None:
    """B024: whoever plays, and where nobody ever goes out."""
    for seed in range(6):
        match = upcard.new_match(game, seed=seed, rules={"turn_limit": 60})
        play_on(match)
        scores = match.deal.scores
        assert match.deal.is_over
        assert len(scores) == match.seats
        if game in ("seven_card", "basic"):
            assert sum(scores) == 0
        elif game == "contract":
            assert min(scores) > 0
        else:
            assert all(isinstance(score, int) for score in scores)


def test_cards_of_a_served_call_count() -> None:
    """B025: seat 2 called in this turn; before its own turn seat 0 goes out."""
    position = at("contract", ["9s", "2c", "3c"], deal=2, phase="draw", discard="Ac Ks",
                  discarded_by=1, stock="X 9c 4c", table=[(0, "9d 9h 9s")], turn=0,
                  opened=[True, False, False])  # fmt: skip
    # Seat 2 holds 3c, Ac and the joker: 5 + 15 + 25.
    check(position, "2 claim", "draw", "lay 9c on 1", "lay 9s on 1", deal_over=True,
          deal_scores=[0, 5, 45])  # fmt: skip


# ---- the stock


def test_what_an_empty_stock_does_in_each_game() -> None:
    """B044: shuffled but the top card, turned over whole, or the end."""
    pile = "9c 8c 7c 6c"
    contract = at("contract", ["2c", "3c", "4c"], phase="draw", discard=pile, discarded_by=2)
    check(contract, "draw", stock_size=2, discard=["9c"], discard_size=1)
    for game in ("seven_card", "basic"):
        turned = at(game, ["2c", "3c"], phase="draw", discard=pile, discarded_by=1)
        check(turned, "draw", hands=[["2c", "6c"], None], stock_size=3, discard_size=0)
        check(turned, "draw", "discard 2c", "draw", hands=[None, ["3c", "7c"]])
    end = at("rummy17", ["p1", "p2"], phase="draw", discard="b9 b8 b7", stock="b6",
             discarded_by=1)  # fmt: skip
    check(end, "draw", "discard p1", deal_over=True, stock_size=0)


@pytest.mark.parametrize("game", ["contract", "seven_card", "basic"])
def test_remade_again_and_again(game: str) -> None:
    """B044: no card is lost or doubled, however often the stock is made anew."""
    match = upcard.new_match(game, seed=3, rules={"turn_limit": 400})
    pack = Counter(match.deal.pack.faces())
    for _ in range(900):
        if match.deal.is_over:
            break
        actions = [action.text for action in match.legal_actions()]
        match.apply("draw" if "draw" in actions else actions[-1])
        assert cards_of(match.deal) == pack
    assert match.deal.reshuffles >= 3


def test_nothing_left_to_shuffle() -> None:
    """B046: the face-up card can still be taken; else the hand ends, and everybody counts."""
    only = at("contract", ["2c", "3c", "4c"], phase="draw", discard="Qh", discarded_by=2)
    check(only, to_act=[0], legal_has=["take", "decline"], legal_lacks=["draw", "1 claim"])
    check(only, "decline", deal_over=True, deal_scores=[5, 5, 5])
    check(only, "take", "discard 2c", turn=1, legal_has=["take", "decline"])
    # With a call: one card for the caller and one for the seat in turn are there.
    called = at("contract", ["2c", "3c", "4c"], phase="draw", discard="Qh", discarded_by=2,
                stock="Kd Ks")  # fmt: skip
    check(called, "1 claim", "draw", "discard 2c", turn=1, stock_size=0, discard=["2c"],
          legal_has=["take", "decline"], legal_lacks=["draw"], claim=None)  # fmt: skip


@pytest.mark.parametrize("game", ["seven_card", "basic"])
def test_a_deal_nobody_can_win_is_void(game: str) -> None:
    """B047: at the limit nobody scores, and the deal has been one."""
    match = upcard.new_match(game, seed=4, rules={"turn_limit": 50, "deals": 2})
    play_on(match)
    assert (match.deal.scores, match.is_over) == ((0, 0), False)
    match.next_deal()
    play_on(match)
    assert match.is_over


def test_all_take_the_open_card() -> None:
    """B047: under stall_limit the deal ends as if the stock had ended."""
    match = upcard.new_match("rummy17", seats=3, seed=4, rules={"stall_limit": 50})
    turns = 0
    while not match.deal.is_over:
        match.apply("take")
        match.apply("discard " + match.deal.pack.token(match.deal.hand(match.deal.turn)[0]))
        turns += 1
    assert turns == 50
    assert match.deal.stock_n == 54
    assert match.deal.out < 0
    assert match.is_over


def test_the_stock_never_ends_a_deal_of_seven_cards() -> None:
    """B048."""
    for stock in ("Kc", ""):
        position = at("seven_card", ["2c", "3c"], phase="draw", stock=stock, discard="9c 8c",
                      discarded_by=1)  # fmt: skip
        check(position, "draw", "discard 2c", deal_over=False, turn=1, legal_has=["draw", "take"])


@pytest.mark.parametrize(
    ("game", "card", "other", "option", "allowed"),
    [
        ("rummy17", "y9", "b2", "discard_taken", True),
        ("contract", "9d", "Ks", "discard_taken", True),
        ("seven_card", "9d", "Ks", "", False), ("basic", "9d", "Ks", "", False),
    ],
)  # fmt: skip
def test_throwing_the_taken_card(
    game: str, card: str, other: str, option: str, allowed: bool
) -> None:
    """B049: from the pile, and from the stock, where it is always allowed."""
    rest = "p1 p3" if game == "rummy17" else "2c 4c"
    hands = [rest, "p2" if game == "rummy17" else "3c"] + (["5c"] if game == "contract" else [])
    stock = f"{other} " + ("b10 b11" if game == "rummy17" else "Kd Kh")
    position = at(game, hands, phase="draw", discard=card, stock=stock,
                  discarded_by=len(hands) - 1)  # fmt: skip
    check(position, "take", f"discard {card}", legal=allowed)
    check(position, "draw", f"discard {other}", turn=1)
    if option:
        rules = {"rules": {option: "forbid"}}
        check({**position, **rules}, "take", f"discard {card}", legal=False)
        check({**position, **rules}, "draw", f"discard {other}", turn=1)


def test_the_card_shown_is_the_card_taken() -> None:
    """B051: after a call the pile shows what lies below, which is dead until covered."""
    position = at("contract", ["2c", "3c", "4c"], phase="draw", discard="Qh 4s", discarded_by=2,
                  stock="Kd Ks 9h 9c")  # fmt: skip
    check(position, "1 claim", "draw", discard=["4s"], legal_lacks=["take"])
    check(position, "1 claim", "draw", "discard 2c", "take", hands=[None, ["3c", "Qh", "Kd", "2c"],
          None], discard=["4s"])  # fmt: skip


# ---- the deal


@pytest.mark.parametrize(
    ("game", "low", "high"),
    [("rummy17", 2, 6), ("contract", 3, 8), ("seven_card", 2, 6), ("basic", 2, 6)],
)
def test_numbers_of_seats(game: str, low: int, high: int) -> None:
    """B052: refused at creation with what is allowed."""
    for seats in range(low, high + 1):
        assert upcard.new_match(game, seats=seats, seed=1).seats == seats
        check(fresh(game, seats), deal_over=False)
    for seats in (0, 1, low - 1, high + 1, 60, -1):
        with pytest.raises(UpcardError, match=f"{low} to {high}"):
            upcard.new_match(game, seats=seats, seed=1)


@pytest.mark.parametrize(
    ("game", "rules"),
    [
        ("rummy17", {"deals": 0}), ("rummy17", {"knock_penalty": 2}), ("rummy17", {"wrap": 1}),
        ("rummy17", {"turn_limit": -1}), ("rummy17", {"exchanged_joker_min": 5}),
        ("rummy17", {"max_knocks": -1}), ("rummy17", {"knock_close": "never"}),
        ("rummy17", {"rummy17": "off", "rummy17_declare": "spoken"}),
        ("contract", {"jokers_per_pack": 5}), ("contract", {"claim_penalty": 3}),
        ("contract", {"claim_penalty": -1}), ("contract", {"turn_limit": 0}),
        ("contract", {"max_claims": 10**9}), ("contract", {"ace": "both"}),
        ("contract", {"joker_limit": None}), ("contract", {"claims": 1}),
        ("seven_card", {"target": 0}), ("seven_card", {"deals": 0}),
        ("seven_card", {"first_dealer": 6}), ("seven_card", {"open_melds": "yes"}),
        ("basic", {"final_discard": True}), ("basic", {"melds_per_turn": 1}),
        ("basic", {"first_dealer": 2}), ("basic", {"turn_limit": 2.5}),
    ],
)  # fmt: skip
def test_absurd_options_are_refused(game: str, rules: dict[str, Value]) -> None:
    """B052."""
    with pytest.raises(UpcardError):
        upcard.new_match(game, seed=1, rules=rules)


def test_a_fair_shuffle() -> None:
    """B054: each card in each place equally often, one fixed point on average."""
    n, times = 20, 4000
    shuffler = SeededShuffler.from_seed(5)
    places = [[0] * n for _ in range(n)]
    fixed = 0
    from librt.vecs import vec
    from mypy_extensions import i64

    shuffler.begin(1, "deck")
    for _ in range(times):
        cards = vec[i64](range(n))
        shuffler.shuffle(cards, n)
        for place in range(n):
            places[place][cards[place]] += 1
            fixed += cards[place] == place
    expected = times / n
    chi = sum((count - expected) ** 2 / expected for row in places for count in row)
    # (n - 1)^2 = 361 degrees of freedom: mean 361, deviation 27; four of them.
    assert 361 - 108 < chi < 361 + 108
    assert 0.93 < fixed / times < 1.07


@pytest.mark.parametrize("game", GAMES)
def test_no_two_deals_alike(game: str) -> None:
    """B055: fifty tables at the same moment, and the deals of one match."""
    decks = [tuple(upcard.new_match(game).deal.deck) for _ in range(50)]
    assert len(set(decks)) == 50
    for place in range(len(decks[0])):
        assert len({deck[place] for deck in decks}) > 5
    assert len({tuple(upcard.new_match(game, seed=seed).deal.deck) for seed in range(50)}) == 50
