"""The bots in Rummy 17, contract, seven-card and basic rummy."""

from __future__ import annotations

import random

import pytest

import upcard
from upcard.bots.base import Bot
from upcard.bots.levels import make_bot
from upcard.bots.policies_contract import ContractPlayer, contract_gap
from upcard.core.action import Action
from upcard.core.deal import Deal
from upcard.core.rules import Value
from upcard.core.shuffle import FastShuffler
from upcard.core.view import View
from upcard.core.world import world
from upcard.errors import RulesError
from upcard.games.contract import ContractDeal
from upcard.games.registry import GAMES
from upcard.text.position import deal_from_position


def play(deal: Deal, bots: list[Bot], seed: int) -> list[str]:
    """Play a deal to its end; what was done."""
    source = FastShuffler(seed)
    while not deal.is_over:
        seat = next((s for s in deal.to_act if s != deal.turn), deal.to_act[0])
        deal.apply(bots[seat].act(View(deal, seat), source))
    return [f"{event.seat} {event.text}" for event in deal.log]


def new_deal(
    game: str, seed: int, seats: int, rules: dict[str, Value], number: int = 1
) -> Deal:
    """A deal of a game; number says which hand of a contract match."""
    match = upcard.new_match(game, seed=seed, seats=seats, rules=rules)
    if number == 1:
        return match.deal
    deal = match.kind.make(match.rules, seats, int(match.deal.dealer), number)
    deal.shuffler = match.shuffler
    deal.begin(match.deal.deck)
    return deal


def answers(position: dict[str, object], seat: int = 0) -> str:
    """What the beginner does in a position."""
    deal = deal_from_position({"partial": True, **position})
    return make_bot("beginner").act(View(deal, seat), FastShuffler(1)).text


@pytest.mark.parametrize(
    ("game", "seats", "number", "deals", "least"),
    [
        # least: how many points a deal the beginner is better than the mean of the others.
        ("rummy17", 3, 1, 2, 8),
        ("contract", 3, 1, 2, 40),
        ("contract", 3, 3, 1, 40),
        ("contract", 3, 4, 1, 40),
        ("seven_card", 2, 1, 4, 40),
        ("basic", 2, 1, 6, 15),
    ],
)
def test_the_beginner_beats_chance(
    game: str, seats: int, number: int, deals: int, least: int
) -> None:
    """The same decks with the beginner at every seat."""
    total = 0.0
    for seed in range(deals):
        for mine in range(seats):
            bots = [make_bot("beginner" if seat == mine else "random") for seat in range(seats)]
            deal = new_deal(game, seed, seats, {"turn_limit": 150}, number)
            play(deal, bots, seed)
            others = (sum(deal.scores) - deal.scores[mine]) / (seats - 1)
            total += deal.scores[mine] - others
    per_deal = total / (deals * seats)
    assert (-per_deal if game == "contract" else per_deal) > least


@pytest.mark.parametrize("game", ["seven_card", "basic"])
def test_beginners_come_to_an_end(game: str) -> None:
    """A pile turned over unshuffled comes round and round; no two bots play for ever."""
    for seed in range(3):
        deal = new_deal(game, seed, 2, {"turn_limit": 400})
        play(deal, [make_bot("beginner"), make_bot("beginner")], seed)
        assert deal.out >= 0


def some_rules(game: str, rng: random.Random) -> dict[str, Value]:
    """Random house rules that go together."""
    kind = GAMES[game]
    while True:
        values: dict[str, Value] = {}
        for option in kind.make_rules({}).options:
            if rng.random() < 0.6:
                values[option.name] = (
                    rng.choice(option.choices)
                    if option.choices
                    else rng.randint(option.low, min(option.high, option.low + 3))
                )
        if game != "gin":
            values["turn_limit"] = 25
        values.pop("first_dealer", None)
        try:
            kind.make_rules(values)
        except RulesError:
            continue
        return values


@pytest.mark.parametrize("game", sorted(GAMES))
def test_bots_play_under_any_house_rules(game: str) -> None:
    """`Deal.apply` refuses what is not legal, so every answer was; and twice the same."""
    rng = random.Random(5)
    for seed in range(4):
        values = some_rules(game, rng)
        rules = GAMES[game].make_rules(values)
        seats = rng.randint(int(rules.min_seats), min(int(rules.max_seats), 4))
        number = rng.randint(1, 5) if game == "contract" else 1
        levels = [rng.choice(["random", "beginner"]) for _ in range(seats)]
        logs = [
            play(
                new_deal(game, seed, seats, values, number),
                [make_bot(level) for level in levels],
                seed,
            )
            for _ in range(2 if seed == 0 else 1)
        ]
        assert logs[0] == logs[-1]


@pytest.mark.parametrize("game", ["rummy17", "contract"])
def test_claims_are_answered_from_the_view_alone(game: str) -> None:
    """Twin deals that a seat cannot tell apart get the same answer, in turn and out of it."""
    claims = 0
    for seed in range(2):
        deal = new_deal(game, seed, 3, {"turn_limit": 15})
        source = FastShuffler(seed)
        n = 0
        while not deal.is_over:
            seat = next((s for s in deal.to_act if s != deal.turn), deal.to_act[0])
            view = View(deal, seat)
            twin = world(view, FastShuffler(1000 + n))
            twin.log = list(view.log)
            mine = make_bot("beginner").act(view, FastShuffler(n))
            other = make_bot("beginner").act(View(twin, seat), FastShuffler(n))
            assert mine == other
            claims += mine.kind == "claim"
            deal.apply(make_bot("beginner").act(view, source))
            n += 1
    assert claims > 0


# ---- Rummy 17

BONUS = ["most_cards", "most_sets", "most_runs", "longest_set", "longest_run"]


def rummy17(hand: list[str], **more: object) -> dict[str, object]:
    """Seat 0 in its turn of Rummy 17, after the draw."""
    return {
        "game": "rummy17", "turn": 0, "phase": "play", "hands": [hand, ["b1"], ["b2"], ["b3"]],
        "stock": ["g1", "g2", "g3"], "discard": ["p1"], "opened": [True] * 4, "bonus": BONUS,
        **more,
    }  # fmt: skip


def knock(hand: list[str], card: str, opened: bool, **rules: Value) -> str:
    """What the beginner says to a card on offer, seat 3 having drawn."""
    return answers({
        "game": "rummy17", "rules": rules, "turn": 3, "phase": "play", "claim": card,
        "hands": [hand, ["b1"], ["b2"], ["b3"]], "discard": [card], "discarded_by": 2,
        "stock": ["g1", "g2", "g3"], "opened": [opened, True, True, True], "bonus": BONUS,
        "table": [{"owner": 1, "cards": ["y1", "y2", "y3"]}],
    })  # fmt: skip


def test_knocks_are_for_cards_that_fit() -> None:
    assert knock(["r5", "r6", "b17", "g9"], "r7", False) == "claim"
    assert knock(["r5", "r6", "b17", "g9"], "r9", False) == "pass"
    # The table is of use only to who has a meld, and a penalty card is too dear for it.
    assert knock(["r5", "b17", "g9"], "y4", True) == "claim"
    assert knock(["r5", "b17", "g9"], "y4", False) == "pass"
    assert knock(["r5", "b17", "g9"], "y4", True, knock_penalty=1) == "pass"
    assert knock(["r5", "r6", "b17", "g9"], "r7", True, knock_penalty=1) == "claim"


def test_side_jokers_are_used_where_cards_go_with_them() -> None:
    assert answers(rummy17(["r5", "r6", "r8", "b17", "g9"])) == "meld r5 r6 Xr=r7 r8"
    assert answers(rummy17(["r5", "r6", "r7", "b17", "g9"])) == "meld r5 r6 r7"


def test_exchanges_and_going_out() -> None:
    table = [{"owner": 1, "cards": ["r5", "r6", "Xr=r7", "r8"]}]
    first = answers(rummy17(["r7", "r10", "r11", "b16"], table=table))
    assert first == "swap r7 on 1"
    deal = deal_from_position(
        {"partial": True, **rummy17(["r7", "r10", "r11", "b16"], table=table)}
    )
    play(deal, [make_bot("beginner") for _ in range(4)], 1)
    assert deal.out == 0


# ---- contract


def contract(hand: list[str], number: int = 1, **more: object) -> dict[str, object]:
    """Seat 0 in its turn of a contract hand, after the draw."""
    return {
        "game": "contract", "deal": number, "turn": 0, "phase": "play",
        "hands": [hand, ["2c"], ["2d"], ["2h"]], "stock": ["3c", "3d", "3h"], "discard": ["9c"],
        **more,
    }  # fmt: skip


def test_the_contract_is_laid_when_it_can_be() -> None:
    hand = ["5c", "5d", "5h", "8c", "8d", "8h", "Kd", "2s"]
    assert answers(contract(hand)) in ("meld 5c 5d 5h", "meld 8c 8d 8h")
    deal = deal_from_position({"partial": True, **contract(hand)})
    bot = make_bot("beginner")
    done = []
    while deal.turn == 0:
        action = bot.act(View(deal, 0), FastShuffler(1))
        done.append(action.text)
        deal.apply(Action(action.text, 0))
    assert done[2] == "discard Kd"


def test_what_serves_the_contract_is_kept() -> None:
    straight = ["5c", "6c", "8c", "Kd", "Kh", "2s"]
    assert answers(contract(straight, 2)) in ("discard Kd", "discard Kh")
    books = ["5c", "6c", "8c", "Kd", "Kh", "2s"]
    assert answers(contract(books, 1)).split()[1] not in ("Kd", "Kh")


def call(hand: list[str], card: str, number: int = 1, down: bool = False) -> str:
    """What the beginner says to a card on offer, seat 3 being in turn."""
    return answers({
        "game": "contract", "deal": number, "turn": 3, "phase": "draw", "claim": card,
        "hands": [hand, ["2c"], ["2d"], ["2h"]], "stock": ["3c", "3d", "3h"], "discard": [card],
        "discarded_by": 2, "opened": [down, False, False, False],
    })  # fmt: skip


def test_calls_are_for_the_contract() -> None:
    hand = ["5c", "5d", "8c", "8d", "8h", "Kd", "2s"]
    assert call(hand, "5h") == "claim"
    assert call(hand, "9h") == "pass"
    assert call(hand, "X") == "claim"
    assert call(hand, "5h", down=True) == "pass"
    # In the last hand every card must go: a call with its penalty is no step nearer.
    assert call(hand, "5h", number=5) == "pass"


def test_the_gap_of_a_contract() -> None:
    deal = deal_from_position({"partial": True, **contract(["5c", "6c", "8c", "Kd"], 2)})
    assert isinstance(deal, ContractDeal)
    assert ContractPlayer().gap(deal, 0) == 1
    counts = [0] * 52
    assert contract_gap(deal.melds, counts, 0, 2, 1) == 10
    assert contract_gap(deal.melds, counts, 4, 2, 1) == 6


# ---- one pack


def test_seven_card_goes_out_for_most() -> None:
    hand = ["2c", "2d", "2h", "2s", "5s", "6s", "7s", "8s"]
    deal = deal_from_position({
        "game": "seven_card", "partial": True, "turn": 0, "phase": "play",
        "hands": [hand, ["Kc"]], "stock": ["9c"], "discard": ["9d"],
    })  # fmt: skip
    play(deal, [make_bot("beginner")] * 2, 1)
    assert deal.scores == (34, -34)


def test_seven_card_keeps_what_is_nearest_to_out() -> None:
    hand = ["2c", "2d", "2h", "5s", "6s", "Kd", "9h", "Jc"]
    assert answers({
        "game": "seven_card", "turn": 0, "phase": "play", "hands": [hand, ["Kc"]],
        "stock": ["9c"], "discard": ["9d"],
    }) in ("discard Kd", "discard 9h", "discard Jc")  # fmt: skip


def test_basic_lays_off_before_it_has_melded() -> None:
    assert answers({
        "game": "basic", "turn": 0, "phase": "play", "hands": [["9d", "Kc", "2h"], ["4c"]],
        "stock": ["9c"], "discard": ["As"],
        "table": [{"owner": 1, "cards": ["6d", "7d", "8d"]}], "opened": [False, True],
    }) == "lay 9d on 1"  # fmt: skip
