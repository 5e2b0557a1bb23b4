"""A world made from a view: same legality, right sizes, cards conserved, same seed same world."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

import upcard
from upcard.core.deal import Deal
from upcard.core.match import Match
from upcard.core.playout import random_action
from upcard.core.rules import Value
from upcard.core.shuffle import FastShuffler
from upcard.core.view import View
from upcard.core.world import world

# Table rules that random play gets through within some dozen turns.
TABLES: list[tuple[str, dict[str, Value]]] = [
    ("romme", {"turn_limit": 40}),
    ("romme", {"turn_limit": 40, "final_discard": "optional", "taken_joker": "play_now"}),
    ("romme", {"turn_limit": 60, "opening": "single", "group_joker": "both_missing"}),
    ("romme", {"turn_limit": 30, "initial_upcard": False, "same_card_discard": True}),
    ("romme", {"turn_limit": 120, "stock_end": "turn_over", "joker_majority": "forbidden"}),
    ("seven_card", {"turn_limit": 60}),
    ("seven_card", {"turn_limit": 40, "open_melds": True}),
    ("basic", {"turn_limit": 40}),
    ("rummy17", {"turn_limit": 30}),
    ("contract", {"turn_limit": 30}),
    ("gin", {}),
    ("gin", {"throw_back": "forbidden", "layoff_depth": "unlimited"}),
    ("gin", {"auto_lay": True, "tie_is_undercut": True}),
]


def eager_action(deal: Deal, seat: int, source: FastShuffler) -> int:
    """A random action that knocks, melds, lays off and swaps whenever it can."""
    actions = list(deal.legal_actions(seat).packed())
    for kind in ("knock", "swap", "lay", "meld"):
        wanted = [a for a in actions if deal.text(a).split()[0] == kind]
        if wanted:
            return wanted[int(source.below(len(wanted)))]
    return int(random_action(deal, seat, source))


def states(game: str, rules: dict[str, Value], seed: int) -> Iterator[Match]:
    """One deal, eagerly played, from every state with a seat to act."""
    seats = 2 if game in ("romme", "gin") else 3 + seed % 3
    match = upcard.new_match(game, seed=seed, rules=rules, seats=seats)
    source = FastShuffler(seed)
    deal = match.deal
    while not deal.is_over:
        yield match
        seat = deal.to_act[0]
        match.apply(upcard.Action(deal.text(eager_action(deal, seat, source)), seat))


def superset(view: View) -> list[str]:
    """Actions worth trying, legal or not, named without asking the engine what is legal."""
    pack = view.kind.make(view.rules, view.seats, 0, 1).pack
    faces = sorted({pack.token(face) for face in pack.faces()})
    tried = ["draw", "take", "pass", "knock", "claim", "decline"]
    tried += [f"discard {face}" for face in faces]
    hand = list(dict.fromkeys(view.hand))
    for i in range(len(hand)):
        for length in (3, 4):
            tried.append("meld " + " ".join(hand[i : i + length]))
    if "X" in hand:
        tried += [f"meld {a} X {b}" for a in hand for b in hand]
    by_rank = sorted(hand, key=lambda card: card[0])
    for i in range(len(by_rank)):
        tried.append("meld " + " ".join(by_rank[i : i + 3]))
    if view.game == "gin":
        return tried + [f"lay {card}" for card in faces]
    for number in range(1, len(view.table) + 1):
        for card in faces:
            tried += [f"lay {card} on {number}", f"swap {card} on {number}"]
    return tried


def verdict(deal: Deal, seat: int, text: str) -> tuple[str, str, str] | None:
    """None where legal, else the refusal's code, sentence and paragraph."""
    try:
        error = deal.why_not(upcard.Action(text, seat))
    except upcard.ParseError as problem:
        return (problem.code, str(problem), "")
    return None if error is None else (error.code, str(error), error.paragraph)


def cards_of(deal: Deal) -> Counter[str]:
    """Every card of every place, as tokens."""
    token = deal.pack.token
    cards = [token(face) for seat in range(deal.seats) for face in deal.hand(seat)]
    cards += [token(deal.stock[i]) for i in range(deal.stock_n)]
    cards += [token(deal.pile[i]) for i in range(deal.pile_n)]
    cards += [token(face) for face in deal.cards_elsewhere()]
    view = View(deal, None)
    for meld in view.table:
        # Coloured jokers come from beside the table.
        natural = [card.partition("=")[0] for card in meld.cards]
        cards += [card for card in natural if not (deal.pack.coloured and card[0] == "X")]
    return Counter(cards)


@pytest.mark.parametrize(("game", "rules"), TABLES)
def test_a_world_is_legal_in_the_same_way(game: str, rules: dict[str, Value]) -> None:
    for seed in range(5):
        for number, match in enumerate(states(game, rules, seed)):
            deal = match.deal
            whole = Counter(deal.pack.token(face) for face in deal.pack.faces())
            for seat in range(match.seats):
                view = match.view(seat)
                made = world(view, FastShuffler(1000 * seed + number))
                assert list(made.legal_actions(seat)) == list(deal.legal_actions(seat))
                assert made.to_act_seen_by(seat) == deal.to_act_seen_by(seat)
                assert cards_of(made) == whole
                assert [int(made.size(s)) for s in range(match.seats)] == list(view.hand_sizes)
                facts, seen = view.facts(), View(made, seat).facts()
                del facts["log"], seen["log"]
                assert facts == seen
                if number % 29 == seat:
                    for text in superset(view):
                        assert verdict(made, seat, text) == verdict(deal, seat, text), text


@pytest.mark.parametrize("game", ["romme", "gin"])
def test_same_seed_same_world(game: str) -> None:
    match = upcard.new_match(game, seed=3)
    view = match.view(0)

    def hidden(seed: int) -> tuple[list[int], list[int]]:
        made = world(view, FastShuffler(seed))
        return made.hand(1), [int(made.stock[i]) for i in range(made.stock_n)]

    assert hidden(5) == hidden(5)
    assert hidden(5) != hidden(6)


def test_the_hidden_cards_are_drawn_evenly() -> None:
    match = upcard.new_match("gin", seed=3)
    view = match.view(0)
    counts: Counter[str] = Counter()
    for seed in range(3000):
        made = world(view, FastShuffler(seed))
        counts.update(made.pack.token(face) for face in made.hand(1))
    seen = set(view.hand) | set(view.discard)
    assert len(counts) == 41
    assert not set(counts) & seen
    # 3000 hands of 10 of 41 cards: 732 each, with a standard deviation of 24.
    assert all(600 < n < 864 for n in counts.values())


def test_cards_seen_taken_stay_until_played() -> None:
    match = upcard.new_match("romme", seed=7)
    taken = match.view(0).discard[0]
    match.apply("take")
    other = next(card for card in match.view(1).hand if card != taken)
    match.apply(f"discard {other}")
    for seed in range(20):
        made = world(match.view(0), FastShuffler(seed))
        assert taken in View(made, 1).hand
    # Where nobody saw it taken, the copy of a card is anywhere.
    fresh = upcard.new_match("romme", seed=7)
    fresh.apply("draw")
    card = fresh.view(1).log[0].hidden[0][1]
    assert card is not None
    assert not all(
        card in View(world(fresh.view(0), FastShuffler(seed)), 1).hand for seed in range(20)
    )


def test_a_played_copy_ends_what_is_known() -> None:
    """Seat 1 takes a card, then discards that face two turns later: nothing is known any more."""
    match = upcard.new_match("romme", seed=7, rules={"same_card_discard": True})
    taken = match.view(0).discard[0]
    match.apply("take")
    match.apply(f"discard {taken}")
    worlds = [world(match.view(0), FastShuffler(seed)) for seed in range(40)]
    assert not all(taken in View(made, 1).hand for made in worlds)


def test_a_world_does_not_know_the_table_generator() -> None:
    """A stock remade in a world is not the one the table would get."""
    match = upcard.new_match("romme", seed=1)
    made = world(match.view(0), FastShuffler(1))
    assert isinstance(made.shuffler, FastShuffler)


def test_no_world_of_a_finished_deal() -> None:
    match = upcard.new_match("romme", seed=1, rules={"turn_limit": 1})
    match.apply("draw")
    match.apply(f"discard {match.view(1).hand[0]}")
    with pytest.raises(upcard.PositionError) as caught:
        world(match.view(0), FastShuffler(1))
    assert caught.value.code == "deal_over"
