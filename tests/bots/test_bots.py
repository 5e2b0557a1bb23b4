"""Bots: always legal, the same answer for the same view, and the beginner far above chance."""

from __future__ import annotations

import pytest

import upcard
from upcard.bots.base import Bot
from upcard.bots.levels import LEVELS, make_bot
from upcard.bots.policies_lay import Layer
from upcard.core.action import Action
from upcard.core.deal import Deal
from upcard.core.rules import Value
from upcard.core.shuffle import FastShuffler, Shuffler
from upcard.core.view import View
from upcard.core.world import world
from upcard.games.gin import GinDeal
from upcard.games.gin_melds import deadwood, worth
from upcard.text.position import deal_from_position

RULES: dict[str, dict[str, Value]] = {
    "romme": {"turn_limit": 60},
    "gin": {},
    "seven_card": {"turn_limit": 60},
    "basic": {"turn_limit": 60},
    "rummy17": {"turn_limit": 60},
    "contract": {"turn_limit": 40},
}


def romme(hand: list[str], **more: object) -> View:
    """The view of seat 0 in its turn of Rommé, after the draw."""
    position: dict[str, object] = {
        "game": "romme", "partial": True, "turn": 0, "phase": "play",
        "hands": [hand, ["2d"] * 2 + ["3d"] * 2], "stock": ["4d", "4d", "8d", "8d"],
    }  # fmt: skip
    return View(deal_from_position({**position, **more}), 0)


def answer(view: View, level: str = "beginner") -> str:
    """What a bot does."""
    return make_bot(level).act(view, FastShuffler(1)).text


def play_deal(deal: Deal, bots: list[Bot], seed: int) -> int:
    """Play a deal to its end; how many actions it took."""
    source = FastShuffler(seed)
    n = 0
    while not deal.is_over:
        # Who may answer out of turn does so before the seat in turn goes on.
        seat = next((s for s in deal.to_act if s != deal.turn), deal.to_act[0])
        deal.apply(bots[seat].act(View(deal, seat), source))
        n += 1
    return n


def points(game: str, first: str, second: str, deals: int) -> tuple[int, int]:
    """What two levels score on the same deals, each once from either seat."""
    total = [0, 0]
    for seed in range(deals):
        for swapped in (0, 1):
            bots = [make_bot(first), make_bot(second)]
            if swapped:
                bots.reverse()
            match = upcard.new_match(game, seed=seed)
            play_deal(match.deal, bots, seed)
            scores = match.deal.scores
            total[0] += scores[swapped]
            total[1] += scores[1 - swapped]
    return (total[0], total[1])


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("game", RULES)
def test_bots_play_deals_to_the_end(level: str, game: str) -> None:
    """`Deal.apply` refuses what is not legal, so every answer was."""
    for seed in range(4):
        match = upcard.new_match(game, seed=seed, rules=RULES[game])
        bots = [make_bot(level), *[make_bot("random") for _ in range(int(match.seats) - 1)]]
        assert play_deal(match.deal, bots, seed) > 0


def test_the_beginner_beats_chance_at_romme() -> None:
    """In Rommé points are bad: chance writes more than five times as many."""
    mine, others = points("romme", "beginner", "random", 40)
    assert 5 * mine < others


def test_the_beginner_beats_chance_at_gin() -> None:
    """Forty points a deal, and more; the sum is zero."""
    mine, others = points("gin", "beginner", "random", 40)
    assert mine == -others
    assert mine > 80 * 25


class PointsOnly(Bot):
    """A beginner that throws its dearest card outside melds, whatever could come of it."""

    def __init__(self) -> None:
        self._beginner = make_bot("beginner")
        self._layer = Layer()

    def act(self, view: View, source: Shuffler) -> Action:
        action = self._beginner.act(view, source)
        if action.kind != "discard":
            return action
        deal = world(view, source)
        loose = [deal.pack.token(face) for face in self._layer.loose(deal, view.turn)]

        def key(other: Action) -> tuple[bool, int]:
            card = other.cards[0]
            return (card in loose, -1 if card == "X" else int(deal.cost(deal.pack.face(card))))

        return max((a for a in deal.legal_actions() if a.kind == "discard"), key=key)


@pytest.mark.slow
def test_the_beginner_is_better_than_counting_points() -> None:
    """A quarter fewer points over many deals; on these few it is enough that there are fewer."""
    total = [0, 0]
    for seed in range(60):
        for swapped in (0, 1):
            bots = [make_bot("beginner"), PointsOnly()]
            if swapped:
                bots.reverse()
            match = upcard.new_match("romme", seed=seed)
            play_deal(match.deal, bots, seed)
            scores = match.deal.scores
            total[0] += scores[swapped]
            total[1] += scores[1 - swapped]
    assert total[0] < 0.9 * total[1]


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("game", ["romme", "gin"])
def test_bots_answer_the_view_and_nothing_else(level: str, game: str) -> None:
    """Twin deals that a seat cannot tell apart get the same answer, in every phase."""
    phases = set()
    for seed in range(5):
        match = upcard.new_match(game, seed=seed, rules=RULES[game])
        deal = match.deal
        source = FastShuffler(seed)
        bots = [make_bot("beginner"), make_bot("beginner")]
        for n in range(200):
            if deal.is_over:
                break
            seat = deal.to_act[0]
            view = View(deal, seat)
            phases.add(view.phase)
            twin = world(view, FastShuffler(1000 + n))
            twin.log = list(view.log)
            seen = View(twin, seat)
            assert seen == view
            mine = make_bot(level).act(view, FastShuffler(n))
            assert mine == make_bot(level).act(seen, FastShuffler(n))
            deal.apply(bots[seat].act(view, source))
    wanted = {"draw", "play"} if game == "romme" else {"upcard", "draw", "play", "knock", "layoff"}
    assert phases >= wanted


def test_the_second_copy_of_a_card_is_no_half_meld() -> None:
    hand = ["Jd", "Qd", "Qd", "3s", "4s", "5s", "8h", "8c", "Ah", "2h", "6c", "6d", "Ts", "Kc"]
    assert answer(romme(hand)) in ("discard Qd", "discard Kc", "discard Ts")


def test_lone_dear_cards_go_before_working_pairs() -> None:
    hand = ["8h", "9h", "5s", "5d", "Kc", "Qd", "2s", "3s", "Jh", "Ad", "7c", "6d", "4h", "9c"]
    assert answer(romme(hand)) in ("discard Kc", "discard Qd", "discard Ad")


def test_the_card_just_drawn_may_be_the_worst() -> None:
    hand = ["2c", "3c", "5c", "5d", "8h", "9h"]
    assert answer(romme([*hand, "Ks"])) == "discard Ks"
    assert answer(romme(["Ks"], opened=[True, True])) == "discard Ks"


def test_jokers_and_melds_are_kept() -> None:
    text = answer(romme(["X", "X", "4c", "5c", "9h", "Kd", "Js"], opened=[False, True]))
    assert text.split()[1] not in ("X", "4c", "5c")


def test_it_goes_out_when_it_can() -> None:
    view = romme(["4c", "5c", "6c", "9d"], opened=[True, True])
    deal = world(view, FastShuffler(1))
    bot = make_bot("beginner")
    while not deal.is_over:
        deal.apply(bot.act(View(deal, 0), FastShuffler(1)))
    assert deal.out == 0


def test_melds_to_lay_are_disjoint() -> None:
    view = romme(["7c", "8c", "9c", "Tc", "Jc", "Jh", "Jd", "8s", "2h"], opened=[True, True])
    deal = world(view, FastShuffler(1))
    bot = make_bot("beginner")
    while deal.turn == 0 and not deal.is_over:
        deal.apply(bot.act(View(deal, 0), FastShuffler(1)))
    laid = sorted(" ".join(meld.cards) for meld in View(deal, 0).table)
    assert laid in (
        ["7c 8c 9c Tc", "Jc Jd Jh"],
        ["7c 8c 9c Tc Jc"],
    )
    assert laid == ["7c 8c 9c Tc", "Jc Jd Jh"]


def test_after_a_knock_nothing_is_given_away() -> None:
    """Who knocked ends with the least deadwood its hand allows, the other side too."""
    bots = [make_bot("beginner"), make_bot("beginner")]
    source = FastShuffler(1)
    knocks = 0
    for seed in range(40):
        deal = upcard.new_match("gin", seed=seed).deal
        assert isinstance(deal, GinDeal)
        least = -1
        while not deal.is_over:
            seat = deal.to_act[0]
            if deal.phase_name == "knock" and least < 0 and deal.size(seat) == 10:
                least = int(deadwood(deal.cards(seat)))
            if deal.phase_name == "layoff" and not deal.layoffs_done:
                alone = int(deadwood(deal.cards(seat)))
                knocks += deal.laid_off == 0
                assert int(worth(deal.cards(1 - seat))) == least
                while deal.to_act == (seat,) and not deal.is_over:
                    deal.apply(bots[seat].act(View(deal, seat), source))
                assert int(worth(deal.cards(seat))) <= alone
                break
            deal.apply(bots[seat].act(View(deal, seat), source))
    assert knocks > 20


def test_lay_offs_may_serve_each_other() -> None:
    """Td fits the tens and the run, so 9d can follow: rules page, table D."""
    position = {
        "game": "gin", "turn": 1, "phase": "layoff", "partial": True,
        "hands": [["Ac"], ["Td", "9d", "5c", "5h", "5s", "6c", "6h", "6s", "As", "3h"]],
        "table": [
            {"owner": 0, "cards": ["Jd", "Qd", "Kd"]},
            {"owner": 0, "cards": ["Tc", "Th", "Ts"]},
            {"owner": 0, "cards": ["2c", "2h", "2s"]},
        ],
        "stock": ["7c"] * 1 + ["8c", "8d", "8h"], "discard": ["7h"],
    }  # fmt: skip
    deal = deal_from_position(position)
    bot = make_bot("beginner")
    while not deal.is_over:
        deal.apply(bot.act(View(deal, 1), FastShuffler(1)))
    assert deal.scores == (3, -3)


def test_levels_are_found_by_name() -> None:
    assert make_bot("random").level == "random"
    with pytest.raises(upcard.RulesError, match="did you mean beginner"):
        make_bot("begginer")
    with pytest.raises(upcard.RulesError, match="there are random, beginner"):
        make_bot("zzz")


def test_the_random_bot_gives_every_kind_the_same_chance() -> None:
    match = upcard.new_match("romme", seed=7)
    view = match.view(1)
    kinds = [make_bot("random").act(view, FastShuffler(seed)).kind for seed in range(400)]
    assert 150 < kinds.count("draw") < 250
    assert isinstance(make_bot("random").act(view, FastShuffler(1)), Action)
