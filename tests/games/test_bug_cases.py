"""Faults met in other rummy programs, each tested for its whole kind and not for one input.

Names and numbers are those of the list the cases come from: A melds, B scores, C jokers, D laying
off, E stock and deal, F turns, G hidden information, H undo. Rommé and gin; what is about solver
arrangements alone is in tests/core, what is about shuffles in tests/core/test_shuffle.py.
"""

from __future__ import annotations

import random
from collections import Counter
from itertools import permutations
from typing import Any

import pytest

import upcard
from tests.games import gin_decks, romme_decks
from tests.positions import code, hand, legal, places, set_up, table
from tests.properties.dump import dump
from upcard.core.deal import Deal
from upcard.core.rules import Value
from upcard.core.view import View
from upcard.games.gin import GinDeal
from upcard.games.gin_rules import GinRules
from upcard.text.position import match_from_position


def romme(mine: str, theirs: str = "4c", *melds: str, **more: Any) -> Deal:
    """An opened seat 0 after its draw."""
    return set_up("romme", hands=[mine, theirs], table=list(melds), **more)


def some_deals(game: str, n: int, seed: int = 1) -> list[Deal]:
    """Deals in the middle of random play, after a different number of actions each."""
    rng = random.Random(seed)
    deals = []
    for number in range(n):
        match = upcard.new_match(game, seed=seed * 1000 + number)
        for _ in range(rng.randint(0, 40)):
            if match.deal.is_over:
                break
            match.apply(rng.choice(list(match.legal_actions())))
        deals.append(match.deal)
    return deals


def discard(deal: Deal) -> str:
    """A discard of the seat in turn, jokers and high cards first."""
    return str([action for action in deal.legal_actions() if action.kind == "discard"][-1])


def refused(deal: Deal, text: str) -> upcard.UpcardError:
    """The error of an action that must be refused and change nothing."""
    before = dump(deal)
    with pytest.raises(upcard.UpcardError) as raised:
        deal.apply(text)
    assert dump(deal) == before
    return raised.value


# ---- A. Finding and judging melds


@pytest.mark.parametrize("cards", ["Kh Ks Kd Kd", "7c 7c 7d", "Ac Ac Ah As", "7c 7c X", "5c 5c 6c"])
def test_b002_twins_are_refused_in_every_order(cards: str) -> None:
    """The same code and reason, whatever the order of the cards."""
    deal = romme(cards + " 9s 2d")
    found = set()
    for order in permutations(cards.split()):
        error = deal.why_not("meld " + " ".join(order))
        assert error is not None
        found.add((error.code, str(error).partition(": ")[2]))
    assert len(found) == 1
    fine = romme("Kh Ks Kd 9s")
    assert all(fine.is_legal("meld " + " ".join(o)) for o in permutations(["Kh", "Ks", "Kd"]))


@pytest.mark.parametrize("seed", range(2))
def test_b005_the_discards_of_a_knock_are_exact(seed: int) -> None:
    """Every card is tried by itself against a plain search, in many knocks."""
    from tests.games.plain_scores import gin_deadwood

    rng = random.Random(seed)
    knocks = 0
    while knocks < 25:
        cards = [gin_decks.token(n) for n in gin_decks.deck("near", rng)[:11]]
        if len(set(cards)) < 11:
            continue
        deal = set_up("gin", hands=[" ".join(cards), ""], turn_count=3)
        if code(deal, "knock"):
            continue
        knocks += 1
        deal.apply("knock")
        rest = {card: [other for other in cards if other != card] for card in cards}
        fine = {f"discard {card}" for card in cards if gin_deadwood(rest[card]) <= 10}
        assert set(legal(deal)) == fine


def test_b008_jokers_alone_are_no_meld_and_no_crash() -> None:
    """Any number of jokers, in any meld or hand."""
    for n in range(1, 7):
        deal = romme(" ".join(["X"] * n + ["7d", "Ks", "3c"]))
        assert code(deal, "meld " + " ".join(["X"] * n)) in ("few_naturals", "too_short")
        melds = [text for text in legal(deal) if text.startswith("meld")]
        assert melds == []
        best = upcard.arrange("romme", " ".join(["X"] * n + ["7d", "Ks", "3c"]))
        assert best.melds == ()


def test_b010_runs_with_jokers_have_any_length() -> None:
    """Every run from three to thirteen cards with a joker in every place is legal and listed."""
    ladder = "A23456789TJQKA"
    for length in range(3, 14):
        for start in range(15 - length):
            for place in range(length):
                cards = [rank + "h" for rank in ladder[start : start + length]]
                cards[place] = "X"
                deal = romme(" ".join([*cards, "2c", "4s"]))
                named = ["X=" + ladder[start + place] + "h" if c == "X" else c for c in cards]
                if length < 6:
                    assert "meld " + " ".join(named) in legal(deal)
                assert code(deal, "meld " + " ".join(cards)) == ""


# ---- B. Aces, points and scoring


def test_b016_an_ace_counts_by_its_end() -> None:
    """1 below a two, 11 above a king and in groups, 15 in hand."""
    deal = set_up("romme", hands=["As 2s 3s 8h 8d 8c Kd", "As"], opened=(False, False))
    deal.apply("meld As 2s 3s")
    assert deal.owed == 24
    deal.apply("meld 8h 8d 8c")
    assert deal.owed == 0
    deal.apply("discard Kd")
    assert deal.is_over
    assert deal.scores == (0, 15)
    high = set_up("romme", hands=["Qs Ks As Kd", ""], opened=(False, False))
    high.apply("meld Qs Ks As")
    assert high.opened(0)


@pytest.mark.parametrize("suit", "cdhs")
def test_b018_nothing_goes_beyond_an_ace(suit: str) -> None:
    """Neither a card nor a joker, on either side, whatever the length of the run."""
    ladder = "A23456789TJQK"
    other = "h" if suit == "s" else "s"
    for length in range(3, 13):
        low = " ".join(rank + suit for rank in ladder[:length])
        high = " ".join(rank + suit for rank in (ladder + "A")[14 - length :])
        deal = romme(f"K{suit} 2{suit} X 9{other} 7{other}", "4" + other, low, high)
        if length < 12:
            assert code(deal, f"lay K{suit} on 1") == "does_not_fit"
            assert code(deal, f"lay X=K{suit} on 1") == "does_not_fit"
            assert code(deal, f"lay 2{suit} on 2") == "does_not_fit"
            assert code(deal, f"lay X=2{suit} on 2") == "does_not_fit"
        ends = [text for text in legal(deal) if text.startswith("lay X")]
        assert len(ends) == 2
    then = romme(f"A{suit} K{suit} 9{other}", "4" + other, f"2{suit} 3{suit} 4{suit}")
    then.apply(f"lay A{suit} on 1")
    assert code(then, f"lay K{suit} on 1") == "does_not_fit"


@pytest.mark.parametrize("opening", ["sum", "single"])
@pytest.mark.parametrize("ace", [11, 1])
def test_b019_refusals_and_scores_follow_the_table(opening: str, ace: int) -> None:
    """The opening counts an ace as the table says; the end of a deal never changes."""
    rules: dict[str, Value] = {"opening": opening, "ace_in_group": ace, "target": 300}
    deal = set_up("romme", hands=["Ac Ad Ah 9c", ""], opened=(False, False), rules=rules)
    error = deal.why_not("meld Ac Ad Ah")
    assert (error is None) == (ace == 11)
    assert error is None or "3 of 30" in str(error)
    end = set_up("romme", hands=["4c", "As X 9d"], rules=rules)
    end.apply("discard 4c")
    assert end.scores == (0, 54)


def test_b024_every_deal_has_a_whole_score() -> None:
    """All seats have one; gin sums to zero; in Rommé one seat writes, or none in a void deal."""
    rng = random.Random(24)
    for number in range(60):
        for game in ("gin", "romme"):
            rules: dict[str, Value] = {"turn_limit": 60} if game == "romme" else {}
            deal = upcard.new_match(game, seed=number, rules=rules).deal
            while not deal.is_over:
                actions = list(deal.legal_actions())
                laid = [a for a in actions if a.kind in ("knock", "meld", "lay")]
                deal.apply(rng.choice(laid or actions))
            assert len(deal.scores) == 2
            if game == "gin":
                assert sum(deal.scores) == 0
            else:
                assert len([s for s in deal.scores if s > 0]) == (0 if deal.void else 1)
                assert min(deal.scores) == 0


# ---- C. Jokers


def test_b027_a_swap_needs_a_card_of_the_hand() -> None:
    """Neither copy on the table helps, and either copy in the hand does."""
    deal = romme("Kc 2d", "9c", "8c X=9c Tc", "9s 9h 9d 9c")
    assert code(deal, "swap 9c on 1") == "not_held"
    other = romme("9c Kc", "4c", "8c X=9c Tc", "9s 9h 9d 9c")
    other.apply("swap 9c on 1")
    assert hand(other, 0) == "Kc X"


def test_b028_a_freed_joker() -> None:
    """It is kept by default; under `play_now` the next action uses it, or the swap is refused."""
    deal = romme("6h 2c 9d", "4c", "5h X=6h 7h")
    deal.apply("swap 6h on 1")
    assert "discard 2c" in legal(deal)
    now: dict[str, Value] = {"taken_joker": "play_now"}
    due = romme("6h 2c 9d", "4c", "5h X=6h 7h", rules=now)
    due.apply("swap 6h on 1")
    assert legal(due) == ["lay X=4h on 1", "lay X=8h on 1"]
    useless = romme("9c 2d 5h", "4c", "9s 9h 9d X", rules=now)
    assert code(useless, "swap 9c on 1") == "joker_useless"


@pytest.mark.parametrize("majority", ["allowed", "forbidden"])
def test_b030_how_many_jokers(majority: str) -> None:
    """One natural never; as many jokers as naturals always; more by option, lay-offs included."""
    rules: dict[str, Value] = {"joker_majority": majority}
    free = majority == "allowed"
    for cards, fine in (
        ("9c X X", False), ("3h X X 6h", True), ("X X 3h 4h", True), ("9c 9h X X", True),
        ("4c X X X 8c", free), ("4c X 6c X X", free), ("4c X X 7c X 9c", True),
    ):  # fmt: skip
        deal = romme(cards + " 2s 4s", rules=rules)
        assert (code(deal, f"meld {cards}") == "") == fine, cards
    lay = romme("X 2s", "4c", "5h X=6h X=7h 8h", rules=rules)
    assert code(lay, "lay X=9h on 1") == ("" if free else "does_not_fit")


def test_b031_b032_a_joker_and_cards_go_on_in_steps() -> None:
    """A joker beside the end lets the next card follow; the run takes both, the set only one."""
    deal = romme("9d X Kc", "4c", "5d 6d 7d")
    for text in ("lay X=8d on 1", "lay 9d on 1", "discard Kc"):
        deal.apply(text)
    assert deal.is_over
    both = romme("8d 9d Kc", "4c", "5d 6d 7d", "8s 8h 8c")
    set_first = both.copy()
    for text in ("lay 8d on 1", "lay 9d on 1", "discard Kc"):
        both.apply(text)
    assert both.is_over
    set_first.apply("lay 8d on 2")
    assert code(set_first, "lay 9d on 1") == "does_not_fit"
    best = upcard.arrange("romme", "8d 9d Kc", objective="cards", table=["5d 6d 7d", "8s 8h 8c"])
    assert best.left == ("Kc",)


def test_b033_a_card_laid_three_times_goes_down_once() -> None:
    """The same lay-off, meld or swap sent again is refused when the card is gone."""
    deal = romme("X 2c 9d", "4c", "5d 6d 7d")
    deal.apply("lay X=8d on 1")
    refused(deal, "lay X=8d on 1")
    refused(deal, "lay X=9d on 1")
    assert (places(deal)["X"], hand(deal, 0)) == (1, "2c 9d")
    melds = romme("2c 3c 4c 9d 8d", "4c")
    melds.apply("meld 2c 3c 4c")
    refused(melds, "meld 2c 3c 4c")
    swaps = romme("6h 9d 8d", "4c", "5h X=6h 7h")
    swaps.apply("swap 6h on 1")
    refused(swaps, "swap 6h on 1")


def test_b035_a_joker_has_no_memory() -> None:
    """What a joker was in one refused or asked-about meld binds it to nothing."""
    deal = romme("7h 7d X 8h 9h 2c 3d")
    assert code(deal, "meld 7h 7d X") == ""
    assert code(deal, "meld X 7h 8h 9h") == ""
    assert code(deal, "meld 7h 8h 9h X") == ""
    refused(deal, "meld 7h X=7c 7d")
    deal.apply("meld 7h 8h 9h X")
    assert table(deal) == ["7h 8h 9h X=Th"]


def test_b036_a_joker_turned_up() -> None:
    """Whatever the first face-up card is, the deal starts and it may be taken."""
    for seed in range(200):
        deal = upcard.new_match("romme", seed=seed).deal
        assert legal(deal) == ["draw", "take"]
        if deal.pile[0] == deal.pack.joker:
            deal.apply("take")
            assert code(deal, "discard X") in ("", "taken_card")
            return
    raise AssertionError("no deal of these seeds turns up a joker")


# ---- D. Laying off


@pytest.mark.parametrize("where", [1, 2])
def test_b037_a_card_goes_where_it_is_told(where: int) -> None:
    """A card that fits a set and a run goes on the one named, and stays there."""
    deal = romme("7c 2d 9h", "4c", "7s 7h 7d", "4c 5c 6c")
    before = table(deal)
    deal.apply(f"lay 7c on {where}")
    changed = [i + 1 for i, (a, b) in enumerate(zip(before, table(deal))) if a != b]
    assert changed == [where]
    refused(deal, f"lay 7c on {3 - where}")


def test_b038_runs_grow_again_and_again() -> None:
    """Card by card on the same side until the ace; never past a gap."""
    deal = romme("5d 4d 3d 2d Ad Kd 9h", "4c", "6d 7d 8d 9d")
    for card in ("4d", "3d", "2d", "Ad", "Kd"):
        assert code(deal, f"lay {card} on 1") == "does_not_fit"
    for card in ("5d", "4d", "3d", "2d", "Ad"):
        deal.apply(f"lay {card} on 1")
    assert table(deal) == ["Ad 2d 3d 4d 5d 6d 7d 8d 9d"]


def test_b039_an_opening_goes_on_in_the_same_turn() -> None:
    """Queens for 30, the eight on the opponent's run, the deuce discarded: out."""
    deal = set_up(
        "romme", hands=["Qs Qh Qd 8c 2d", "4c"], table=[(1, "5c 6c 7c")], opened=(False, True)
    )
    for text in ("meld Qs Qh Qd", "lay 8c on 1", "discard 2d"):
        deal.apply(text)
    assert deal.is_over


@pytest.mark.parametrize("game", ["romme", "gin"])
def test_b042_b043_cards_that_are_not_held(game: str) -> None:
    """Discards, melds and lay-offs with cards of others, of the stock, of the pile: all refused.

    The refusal is the same wherever the card lies, so that it tells nothing.
    """
    for deal in some_deals(game, 25):
        if deal.is_over or deal.phase_name not in ("play", "knock", "layoff"):
            continue
        seat = deal.to_act[0]
        mine = set(hand(deal, seat).split())
        sentences = set()
        for face in range(deal.pack.n_faces):
            card = deal.pack.token(face)
            if card not in mine:
                error = refused(deal, f"discard {card}")
                sentences.add((error.code, str(error).replace(card, "?")))
                rank = card[0]
                refused(deal, f"meld {rank}c {rank}d {rank}h {rank}s")
        assert len(sentences) == 1
    deal = romme("9c Tc 4d", "Jc")
    assert refused(deal, "meld 9c Tc Jc").code == "not_held"
    assert (deal.to_act, code(deal, "discard 4d")) == ((0,), "")


# ---- E. Stock, discard pile and deal


def test_b044_an_empty_stock_is_remade() -> None:
    """All discards but the top one, again and again, and the log says so."""
    deal = upcard.new_match("romme", seed=44).deal
    before = places(deal)
    while len(deal.remakes) < 3:
        empty = deal.stock_n == 0
        pile = [deal.pack.token(deal.pile[i]) for i in range(deal.pile_n)]
        event = deal.apply("draw")
        assert event.remade == empty
        if empty:
            stock = [deal.pack.token(face) for face in deal.remakes[-1]]
            assert Counter(stock) == Counter(pile[:-1])
            assert [deal.pack.token(deal.pile[i]) for i in range(deal.pile_n)] == pile[-1:]
            assert View.of(deal, 0).log[-1].remade
        assert places(deal) == before
        deal.apply(discard(deal))
    assert int(deal.reshuffles) == 3


def test_b046_nothing_to_shuffle() -> None:
    """One card in the pile, none in the stock: it must be taken, and play goes on for ever."""
    deal = set_up("romme", hands=["9s 8d", "4c 5d"], discard="2h", phase="draw")
    for _ in range(40):
        assert legal(deal) == ["take"]
        deal.apply("take")
        assert any(text.startswith("discard") for text in legal(deal))
        deal.apply(discard(deal))
    assert not deal.is_over


@pytest.mark.parametrize("limit", [1, 7, 200])
def test_b047_no_endless_deals(limit: int) -> None:
    """Players that never lay anything: the deal is void after exactly so many turns."""
    deal = upcard.new_match("romme", seed=47, rules={"turn_limit": limit}).deal
    turns = 0
    while not deal.is_over:
        deal.apply("take" if "take" in legal(deal) and turns % 3 else "draw")
        deal.apply(discard(deal))
        turns += 1
    assert (turns, deal.void, deal.scores) == (limit, True, (0, 0))


def test_b048_when_gin_dies() -> None:
    """Three stock cards: a card may be drawn; at two the wall, never another draw."""
    deal = GinDeal(GinRules())
    deal.begin(list(range(52)))
    while deal.phase_name != "wall":
        assert int(deal.stock_n) > (1 if deal.phase_name == "play" else 2)
        text = "pass" if deal.phase_name == "upcard" and deal.passes < 2 else "draw"
        if deal.phase_name == "play":
            text = discard(deal)
        deal.apply(text)
    assert int(deal.stock_n) == 2
    assert set(legal(deal)) <= {"pass", "knock"}
    refused(deal, "draw")
    refused(deal, "take")
    deal.apply("pass")
    assert (deal.is_over, deal.scores) == (True, (0, 0))


@pytest.mark.parametrize("locked", [True, False])
def test_b049_the_taken_card_romme(locked: bool) -> None:
    """Every face, jokers too: refused while locked, allowed by the switch; a drawn card always."""
    rules: dict[str, Value] = {"same_card_discard": not locked}
    for card in sorted(set(romme_decks.PACK)):
        other, *rest = [filler for filler in ("3c", "4d", "5h", "6s") if filler != card][:3]
        theirs = " ".join(rest)
        more: dict[str, Any] = {"phase": "draw", "stock": card, "discard": card, "rules": rules}
        taken = set_up("romme", hands=[other, theirs], **more)
        taken.apply("take")
        assert code(taken, f"discard {card}") == ("taken_card" if locked else "")
        drawn = set_up("romme", hands=[other, theirs], **more)
        drawn.apply("draw")
        assert code(drawn, f"discard {card}") == ""


@pytest.mark.parametrize("locked", [True, False])
def test_b049_the_taken_card_gin(locked: bool) -> None:
    """Allowed by default, refused by the switch; a card drawn from the stock always."""
    rules: dict[str, Value] = {"throw_back": "forbidden" if locked else "allowed"}
    for number in range(52):
        card = gin_decks.token(number)
        rest = [gin_decks.token(n) for n in range(52) if n != number]
        deal = set_up(
            "gin", hands=[" ".join(rest[:10]), " ".join(rest[10:20])], phase="draw", discard=card,
            stock=" ".join(rest[20:]), turn_count=3, rules=rules,
        )  # fmt: skip
        drawn = deal.copy()
        deal.apply("take")
        assert code(deal, f"discard {card}") == ("taken_card" if locked else "")
        drawn.apply("draw")
        assert code(drawn, f"discard {rest[20]}") == ""


@pytest.mark.parametrize("game", ["romme", "gin"])
def test_b052_seats_and_options_are_checked_at_once(game: str) -> None:
    """The refusal names what is allowed."""
    for seats in (-1, 0, 1, 3, 9, 1000):
        with pytest.raises(upcard.RulesError, match="exactly 2"):
            upcard.new_match(game, seats=seats)
    assert upcard.new_match(game, seats=2, seed=1).seats == 2
    name = "turn_limit" if game == "romme" else "knock_card"
    wrong: list[Any] = [-5, -1, 10**9, "many", None, True]
    for value in wrong:
        with pytest.raises(upcard.RulesError, match=name):
            upcard.new_match(game, rules={name: value})
    with pytest.raises(upcard.RulesError, match="did you mean romme"):
        upcard.new_match("rome")


# ---- F. Turns


@pytest.mark.parametrize("game", ["romme", "gin"])
def test_b066_b067_the_same_command_twice(game: str) -> None:
    """Drawing, taking or discarding again at once is refused, for either seat; one turn passes."""
    match = upcard.new_match(game, seed=66)
    deal = match.deal
    if game == "gin":
        deal.apply("pass")
        deal.apply("pass")
    first = deal.to_act[0]
    before = len(deal.hand(first))
    deal.apply(f"{first} draw")
    for text in (f"{first} draw", f"{first} take", f"{1 - first} draw", f"{1 - first} take"):
        refused(deal, text)
    assert len(deal.hand(first)) == before + 1
    card = hand(deal, first).split()[0]
    deal.apply(f"{first} discard {card}")
    assert deal.to_act == (1 - first,)
    for text in (f"{first} discard {card}", f"{first} discard {hand(deal, first).split()[0]}"):
        assert refused(deal, text).code == "not_your_turn"
    assert deal.to_act == (1 - first,)


@pytest.mark.parametrize("game", ["romme", "gin"])
def test_b068_hands_have_their_size_after_every_turn(game: str) -> None:
    """A discard without a card is refused; nobody ends a turn with a card too many or too few."""
    for deal in some_deals(game, 30, seed=68):
        for text in ("discard", "discard ", "discard nothing", "discard X X"):
            with pytest.raises(upcard.UpcardError):
                deal.apply(text)
    deal = upcard.new_match(game, seed=68).deal
    size = 13 if game == "romme" else 10
    rng = random.Random(68)
    for _ in range(60):
        if deal.phase_name == "draw":
            assert [len(deal.hand(seat)) for seat in range(2)] == [size, size]
        plain = [a for a in deal.legal_actions() if a.kind not in ("meld", "knock", "take")]
        if deal.is_over or not plain:
            break
        deal.apply(rng.choice(plain))


def test_b069_is_a_discard_needed_to_go_out() -> None:
    """Four cards of one run: not all four, but three and the discard; by option all four."""
    cards = "7h 8h 9h Th"
    assert code(romme(cards), f"meld {cards}") == "no_discard_left"
    for three, last in (("7h 8h 9h", "Th"), ("8h 9h Th", "7h")):
        deal = romme(cards)
        deal.apply(f"meld {three}")
        deal.apply(f"discard {last}")
        assert (deal.is_over, deal.scores) == (True, (0, 4))
    free = romme(cards, rules={"final_discard": "optional"})
    free.apply(f"meld {cards}")
    assert (free.is_over, free.scores) == (True, (0, 4))


# ---- G. Hidden information


@pytest.mark.parametrize("game", ["romme", "gin"])
def test_b070_b074_b075_nothing_hidden_in_views_and_logs(game: str) -> None:
    """No text of a view or a log holds a card, a deck or a seed that its seat has not seen.

    A pack of renamed cards cannot be dealt; so each card that nobody but one seat has seen is
    looked for in all that others are told.
    """
    for deal in some_deals(game, 40, seed=70):
        for viewer in (0, 1, None):
            view = View.of(deal, viewer)
            told = repr((view.facts(), view, view.log))
            for event, seen in zip(deal.log, view.log):
                for (owner, card), (seat, shown) in zip(event.hidden, seen.hidden):
                    assert seat == owner
                    assert shown == (card if viewer == owner else None)
                assert seen.shown == event.shown
            for other in range(2):
                if other != viewer and not (deal.is_over and not deal.void):
                    assert view.hands[other] is None
            for word in ("seed", "secret", "deck", "stock=", "shuffler"):
                assert word not in told
            assert view.stock_size == deal.stock_n


# ---- H. Undo


@pytest.mark.parametrize("game", ["romme", "gin"])
def test_b080_b082_undo_leads_exactly_back(game: str) -> None:
    """After any number of steps back everything is as it was, drawn cards and remakes included."""
    rng = random.Random(80)
    for seed in range(12):
        rules: dict[str, Value] = {"turn_limit": 80} if game == "romme" else {}
        match = upcard.new_match(game, seed=seed, rules=rules)
        states = [dump(match.deal)]
        while not match.deal.is_over and len(states) < 120:
            actions = list(match.legal_actions())
            laid = [a for a in actions if a.kind in ("meld", "lay", "swap", "knock")]
            match.apply(rng.choice(laid or actions))
            states.append(dump(match.deal))
        for _ in range(min(10, len(states) - 1)):
            later = states.pop()
            event = match.undo()
            now = dump(match.deal)
            for name in ("moves", "moves_n", "remade", "remade_stock"):
                now.pop(name)
                states[-1].pop(name, None)
            assert now == states[-1]
            # The same action leads to the same state again: no other card is drawn.
            match.apply(upcard.Action(event.text, event.seat))
            again = dump(match.deal)
            assert again["held"] == later["held"]
            assert again["stock"] == later["stock"]
            match.undo()
        assert match.deal.legal_actions()


def test_b080_undo_across_a_remade_stock() -> None:
    """Taken back and played again, a remade stock is the same one."""
    match = upcard.new_match("romme", seed=81)
    while not match.deal.remakes:
        match.apply("draw")
        match.apply(discard(match.deal))
    stock = match.deal.remakes[0]
    for _ in range(2):
        for _ in range(4):
            match.undo()
        while not match.deal.remakes:
            match.apply("draw")
            match.apply(discard(match.deal))
        assert match.deal.remakes[0] == stock


def test_b082_undo_everything_then_play_on() -> None:
    """Two melds laid and taken back: the phase before the first meld, and all of it open again."""
    position = {
        "game": "romme", "seed": 5, "turn": 0, "partial": True, "phase": "play",
        "hands": [["7h", "7d", "7c", "2s", "3s", "4s", "Kc"], ["4d"]],
        "opened": [True, True],
    }  # fmt: skip
    match = match_from_position(position)
    with pytest.raises(upcard.UpcardError):
        match.undo()
    before = legal(match.deal)
    with pytest.raises(upcard.UpcardError):
        match.apply_all(["meld 7c 7d 7h", "meld 2s 3s 4s", "discard 9d"])
    assert legal(match.deal) == before


def test_b084_a_refused_list_leaves_everything() -> None:
    """A list of actions whose last is refused has not happened, whatever it began with."""
    rng = random.Random(84)
    for seed in range(20):
        match = upcard.new_match("gin" if seed % 2 else "romme", seed=seed)
        for _ in range(rng.randint(0, 12)):
            match.apply(rng.choice(list(match.legal_actions())))
        before = dump(match.deal)
        trial = match.deal.copy()
        actions: list[upcard.Action | str] = []
        for _ in range(3):
            if not trial.is_over:
                action = rng.choice(list(trial.legal_actions()))
                trial.apply(action)
                actions.append(action)
        with pytest.raises(upcard.IllegalActionError):
            match.apply_all([*actions, "swap 9c on 1" if trial.table_n else "claim"])
        after = dump(match.deal)
        for name in ("moves", "moves_n", "remade", "remade_stock"):
            before.pop(name)
            after.pop(name)
        assert after == before


def test_decks_of_these_tests_are_whole_packs() -> None:
    """The stacked decks hold every card as often as the pack does."""
    rng = random.Random(0)
    for kind in gin_decks.KINDS:
        assert sorted(gin_decks.deck(kind, rng)) == list(range(52))
    for kind in romme_decks.KINDS:
        assert Counter(romme_decks.deck(kind, rng)) == Counter(romme_decks.PACK)
