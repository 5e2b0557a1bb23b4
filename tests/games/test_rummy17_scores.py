"""The twelve bonus cards of Rummy 17 with ties and zeros, and how a deal and a match end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import pytest

from tests.games.small_cases import Position, at, check, refused
from upcard.games.bonus import BONUS_CARDS
from upcard.games.rummy17 import Rummy17Deal
from upcard.text.position import deal_from_position, position_of

NOBODYS = ["most_sets", "longest_set", "most_8_16", "most_red", "game_over"]


class Bonus(NamedTuple):
    """What lies before three seats, and who fulfils a bonus card under some rules."""

    card: str
    table: Sequence[tuple[object, ...]]
    who: list[int]
    rules: Mapping[str, object] | None = None
    out: int | None = None


ALL = [0, 1, 2]
REDS: list[tuple[object, ...]] = [
    (0, "r1 r2 r3 Xr=r4"), (1, "r8 r9 r10"), (1, "r15 g15 b15"), (2, "p8 g8 y8"),
]  # fmt: skip
GUEST: list[tuple[object, ...]] = [
    (0, "b1 b2 b3 b4", {"b3": 1, "b4": 2}), (1, "r1 r2 r3"), (2, "g14 y14 Xp=p14", {"g14": 0}),
]  # fmt: skip
TIED = {"zero_most": "all_tied"}
NONE = {"layoff_credit": "none"}
COLOUR = {"joker_counts_as": "colour_only"}
BLANK = {"joker_counts_as": "blank"}
MELDS = {"fewest_needs_meld": True}

BONUSES = [
    # Cards: 4, 6, 3.
    Bonus("most_cards", REDS, [1]),
    Bonus("most_cards", REDS, [1], BLANK),
    Bonus("most_cards", [(0, "r1 r2 r3 Xr=r4"), (1, "b1 b2 b3 b4")], [0, 1], BLANK),
    Bonus("most_cards", [], []),
    Bonus("most_cards", [], ALL, TIED),
    # 4, 3, 3; without the cards of guests 2, 3, 2.
    Bonus("most_cards", GUEST, [0]),
    Bonus("most_cards", GUEST, [1], NONE),
    # Sets: 0, 1, 1. Runs: 1, 1, 0.
    Bonus("most_sets", REDS, [1, 2]),
    Bonus("most_runs", REDS, [0, 1]),
    Bonus("most_sets", [(0, "r1 r2 r3")], []),
    Bonus("most_sets", [(0, "r1 r2 r3")], ALL, TIED),
    Bonus("most_runs", [(0, "r1 b1 g1")], []),
    Bonus("most_runs", [(0, "r1 b1 g1")], ALL, TIED),
    Bonus("most_runs", [(0, "r1 r2 r3"), (0, "r5 r6 r7"), (1, "b1 b2 b3 b4 b5 b6 b7")], [0]),
    Bonus("longest_set", REDS, [1, 2]),
    Bonus("longest_set", [(0, "r1 b1 g1 y1"), (1, "r2 b2 g2 Xy=y2"), (2, "r3 b3 g3")], [0, 1]),
    Bonus(
        "longest_set", [(0, "r1 b1 g1 y1"), (1, "r2 b2 g2 Xy=y2"), (2, "r3 b3 g3")], [0, 1], BLANK
    ),
    Bonus("longest_set", [(0, "r1 b1 g1 y1", {"y1": 1}), (1, "r2 b2 g2")], [0], NONE),
    Bonus("longest_set", [(2, "r1 r2 r3")], []),
    Bonus("longest_set", [(2, "r1 r2 r3")], ALL, TIED),
    Bonus("longest_run", REDS, [0]),
    Bonus("longest_run", [(0, "r1 r2 r3"), (0, "r4 r5 r6"), (2, "g1 g2 g3 g4")], [2]),
    Bonus("longest_run", [(0, "r1 b1 g1")], []),
    Bonus("longest_run", [(0, "r1 b1 g1")], ALL, TIED),
    # Values 1 to 3: 3, 0, 0; a joker as the 2 counts by default only.
    Bonus("most_123", REDS, [0]),
    Bonus("most_123", [(0, "r1 Xr=r2 r3"), (1, "b1 g1 y1"), (2, "b3 b4 b5")], [0, 1]),
    Bonus("most_123", [(0, "r1 Xr=r2 r3"), (1, "b1 g1 y1"), (2, "b3 b4 b5")], [1], COLOUR),
    Bonus("most_123", [(0, "r1 Xr=r2 r3"), (1, "b1 g1 y1"), (2, "b3 b4 b5")], [1], BLANK),
    # 3, 3, 0; without b3, laid by another: 2, 3, 0.
    Bonus("most_123", GUEST, [0, 1]),
    Bonus("most_123", GUEST, [1], NONE),
    Bonus("most_123", [(0, "r4 r5 r6")], []),
    Bonus("most_123", [(0, "r4 r5 r6")], ALL, TIED),
    # Values 8 and 16 together: 0, 1, 3.
    Bonus("most_8_16", REDS, [2]),
    Bonus("most_8_16", [(0, "r7 r8 r9"), (0, "b15 b16 b17"), (1, "g16 y16 Xp=p16")], [1]),
    Bonus(
        "most_8_16", [(0, "r7 r8 r9"), (0, "b15 b16 b17"), (1, "g16 y16 Xp=p16")], [0, 1], COLOUR
    ),
    Bonus("most_8_16", [(0, "r4 r5 r6")], []),
    Bonus("most_8_16", [(0, "r4 r5 r6")], ALL, TIED),
    # Red cards: 4, 4, 0; the joker keeps its colour unless it is blank.
    Bonus("most_red", REDS, [0, 1]),
    Bonus("most_red", REDS, [0, 1], COLOUR),
    Bonus("most_red", REDS, [1], BLANK),
    Bonus("most_red", [(0, "b4 b5 b6")], []),
    Bonus("most_red", [(0, "b4 b5 b6")], ALL, TIED),
    # Blue cards: 0, 1, 0.
    Bonus("little_blue", REDS, [0, 2]),
    Bonus("little_blue", [], ALL),
    Bonus("little_blue", [], [], MELDS),
    Bonus("little_blue", [(0, "b1 b2 b3")], [1, 2]),
    Bonus("little_blue", [(0, "b1 b2 b3")], [0], MELDS),
    Bonus("little_blue", [(0, "Xb=b1 r1 g1"), (1, "b2 y2 p2"), (2, "b4 r4 y4")], ALL),
    Bonus("little_blue", [(0, "Xb=b1 r1 g1"), (1, "b2 y2 p2"), (2, "b4 r4 y4")], ALL, COLOUR),
    Bonus("little_blue", [(0, "Xb=b1 r1 g1"), (1, "b2 y2 p2"), (2, "b4 r4 y4")], [0], BLANK),
    # 4, 0, 0; without b3 and b4 2, 0, 0; under melds seat 1 and 2 have one, too.
    Bonus("little_blue", GUEST, [1, 2], NONE),
    Bonus("little_blue", [(0, "r1 g1 b1", {"b1": 1}), (1, "b2 b3 b4")], [0], {**NONE, **MELDS}),
    Bonus("least_jokers", REDS, [1, 2]),
    Bonus("least_jokers", [], ALL),
    Bonus("least_jokers", [], [], MELDS),
    Bonus("least_jokers", [(0, "r1 Xr=r2 r3")], [1, 2]),
    Bonus("least_jokers", [(0, "r1 Xr=r2 r3")], [0], MELDS),
    Bonus("least_jokers", [(0, "r1 Xr=r2 r3"), (1, "b1 b2 b3")], [1], MELDS),
    Bonus("least_jokers", [(0, "r1 Xr=r2 r3")], [1, 2], BLANK),
    # A joker another put there by side_joker_layoff counts for nobody.
    Bonus("least_jokers", [(0, "r1 r2 r3 Xr=r4", {"Xr": 1})], [1, 2]),
    Bonus("least_jokers", [(0, "r1 r2 r3 Xr=r4", {"Xr": 1})], ALL, NONE),
    # Exactly three cards: 45 of seat 1 (r15 g15 b15), 24 of seat 2.
    Bonus("highest_triple", REDS, [1]),
    Bonus("highest_triple", [(0, "r1 r2 r3 r4")], []),
    Bonus("highest_triple", [(0, "r1 r2 r3 r4")], [], TIED),
    Bonus("highest_triple", [], [], TIED),
    Bonus("highest_triple", [(0, "r1 r2 r3"), (1, "g2 y2 p2")], [0, 1]),
    Bonus("highest_triple", [(0, "r14 r15 Xr=r16"), (1, "p13 p14 p15")], [0]),
    Bonus("highest_triple", [(0, "r14 r15 Xr=r16"), (1, "p13 p14 p15")], [1], COLOUR),
    Bonus("highest_triple", [(0, "r14 r15 Xr=r16"), (1, "p13 p14 p15")], [1], BLANK),
    # 29 as long as the joker adds nothing, 27 for the other.
    Bonus("highest_triple", [(0, "r14 r15 Xr=r16"), (1, "p8 p9 p10")], [0], BLANK),
    # The sum includes what others laid; best single meld, not the sum of several.
    Bonus("highest_triple", GUEST, [2], NONE),
    Bonus("highest_triple", [(0, "r10 r11 r12"), (0, "b10 b11 b12"), (1, "g15 g16 g17")], [1]),
    Bonus("highest_triple", [(0, "r17 b17 g17"), (1, "r14 r15 r16")], [0]),
    Bonus("highest_triple", [(0, "r16 r17 r1"), (1, "g10 g11 g12")], [0], {"wrap": True}),
    Bonus("game_over", REDS, []),
    Bonus("game_over", REDS, [], TIED),
    Bonus("game_over", [], [1], None, 1),
]


def bonus_name(bonus: Bonus) -> str:
    """The test's name."""
    rules = "".join(f", {name}={value}" for name, value in (bonus.rules or {}).items())
    return f"{bonus.card}{rules}"


@pytest.mark.parametrize("bonus", BONUSES, ids=bonus_name)
def test_who_fulfils_a_bonus_card(bonus: Bonus) -> None:
    shown = [bonus.card, *[card for card in BONUS_CARDS if card != bonus.card][:4]]
    position = at("rummy17", ["", "", ""], table=bonus.table, bonus=shown, phase="over",
                  rules=dict(bonus.rules or {}), out=bonus.out)  # fmt: skip
    deal = deal_from_position(position)
    assert isinstance(deal, Rummy17Deal)
    assert [seat for seat in range(3) if bonus.card in deal.bonuses(seat)] == bonus.who


def test_every_bonus_card_is_there() -> None:
    assert {bonus.card for bonus in BONUSES} == set(BONUS_CARDS)


# ---- penalty points and doubling


def end(mine: str, other: str, **more: object) -> Position:
    """Seat 0 is to discard; nothing lies on the table."""
    return at("rummy17", [mine, other], bonus=NOBODYS, **more)


def test_penalty_points() -> None:
    # 1 each up to 9, 2 each above.
    over: dict[str, object] = {"drawn_last": True}
    check(end("p1 b3 g9 y10 p17", "r1 r9", **over), "discard p1", deal_scores=[-6, -2])
    check(end("p1 b8", "r10 r16 r17", **over), "discard p1", deal_scores=[-1, -6])


@pytest.mark.parametrize(
    ("rules", "last", "scores"),
    [
        ({}, "discard g17", [6, -6]),
        ({}, "discard r17", [6, -6]),
        ({"rummy17": "off"}, "discard g17", [3, -3]),
        ({"rummy17_declare": "spoken"}, "discard g17", [3, -3]),
        ({"rummy17_declare": "spoken"}, "discard g17 rummy", [6, -6]),
    ],
)
def test_rummy_17(rules: dict[str, object], last: str, scores: list[int]) -> None:
    # 3 for game over; the other holds 1 + 2.
    card = last.split()[1]
    position = at("rummy17", [card, "g7 g10"], bonus=NOBODYS, rules=rules)
    check(position, last, deal_scores=scores)


def test_rummy_17_is_said_only_where_it_means_something() -> None:
    spoken: dict[str, object] = {"rules": {"rummy17_declare": "spoken"}}
    refused(end("g17", "g7"), "discard g17 rummy")
    refused({**end("g16", "g7"), **spoken}, "discard g16 rummy")
    refused({**end("g17 g4", "g7"), **spoken}, "discard g17 rummy")
    check({**end("g17", "g7"), **spoken}, legal_has=["discard g17", "discard g17 rummy"])


def test_a_17_kept_company_doubles_nothing() -> None:
    check(end("g17 g4", "g7", drawn_last=True), "discard g17", deal_scores=[-1, -1])
    check(end("g4", "g7"), "discard g4", deal_scores=[3, -1])


# ---- how a deal ends


def test_the_last_stock_card() -> None:
    position = end("g5 g6", "g7", phase="draw", stock="y1", discard="y9")
    check(position, "draw", "discard y1", deal_over=True, deal_scores=[-2, -1])
    check(position, "draw", "discard y1", winners=[1])
    check(position, "take", "discard g5", deal_over=False, turn=1, stock_size=1)
    # Going out in that turn counts as going out.
    check(end("g5", "g7", drawn_last=True), "discard g5", deal_scores=[3, -1])
    check(end("g17", "g7", drawn_last=True), "discard g17", deal_scores=[6, -2])


def test_the_stock_is_never_rebuilt() -> None:
    pile = "y9 y8 y7 y6"
    position = end("g5 g6", "g7", phase="draw", stock="y1", discard=pile)
    check(position, "draw", "discard y1", deal_over=True, stock_size=0, discard_size=5)


def test_turns_without_a_stock_draw() -> None:
    stall: dict[str, object] = {"rules": {"stall_limit": 2}}
    position = {**end("g5 g6", "g7 g8", phase="draw", stock="y1 y2 y3", discard="y9"), **stall}
    check(position, "take", "discard g5", "take", "discard g7", deal_over=True,
          deal_scores=[-2, -2])  # fmt: skip
    check(position, "take", "discard g5", "draw", "discard g7", "take", "discard g6",
          deal_over=False, turn=1)  # fmt: skip
    out = {**end("g5", "g7", taken="g5", stall_count=1, stock="y1"), **stall}
    check(out, "discard g5", deal_scores=[3, -1])


def test_the_turn_limit_ends_a_deal_as_the_stock_does() -> None:
    for count, over in ((998, False), (999, True)):
        check(end("g5 g6", "g7", turn_count=count, stock="y1"), "discard g5", deal_over=over)
    check(end("g5 g6", "g7", turn_count=999, stock="y1"), "discard g5", deal_scores=[-1, -1])
    check(end("g5", "g7", turn_count=999, stock="y1"), "discard g5", deal_scores=[3, -1])


# ---- matches


def test_a_match_of_several_deals() -> None:
    position = end("g5", "g7", scores=[-8, 0], deal=1)
    check({**position, "rules": {"deals": 2}}, "discard g5", match_over=False, next_dealer=0,
          scores=[-5, -1])  # fmt: skip
    check({**position, "rules": {"deals": 2}, "deal": 2}, "discard g5", match_over=True,
          winners=[1])  # fmt: skip
    for dealer in range(3):
        three = at("rummy17", ["g5", "g7", "g8"], dealer=dealer, rules={"deals": 2}, bonus=NOBODYS)
        check(three, "discard g5", next_dealer=(dealer + 1) % 3)


def test_equal_results() -> None:
    # -1 - 1, 0 - 2 and 0 - 2: shared by all, or by the seat with the fewest penalty points.
    tie = at("rummy17", ["g5 g6", "g10", "g11"], drawn_last=True, bonus=NOBODYS, scores=[-1, 0, 0])
    check(tie, "discard g5", winners=[0, 1, 2])
    check({**tie, "rules": {"win_tie": "fewest_pp"}}, "discard g5", winners=[0])
    still = at("rummy17", ["g5 g16", "g10", "g11"], drawn_last=True, bonus=NOBODYS)
    check({**still, "rules": {"win_tie": "fewest_pp"}}, "discard g5", winners=[0, 1, 2])
    # Fewest penalty points say nothing about a worse total.
    worse = at("rummy17", ["g5 g6", "g10", "g11"], drawn_last=True, bonus=NOBODYS,
               scores=[-2, 0, 0], rules={"win_tie": "fewest_pp"})  # fmt: skip
    check(worse, "discard g5", winners=[1, 2])


def test_bonus_cards_of_a_position() -> None:
    """Those it names are shown; left out there are none."""
    table = [(0, "r1 r2 r3")]
    position = at("rummy17", ["g5 g6", "g7"], drawn_last=True, table=table)
    check(position, "discard g5", deal_scores=[-1, -1], bonus=[])
    check({**position, "bonus": ["most_cards"]}, "discard g5", deal_scores=[2, -1])
    check({**position, "bonus": list(BONUS_CARDS[:5])}, "discard g5", bonus=list(BONUS_CARDS[:5]))
    for wrong in (["most_cards"] * 2, ["most"], list(BONUS_CARDS[:6]), "most_cards"):
        check({**position, "bonus": wrong}, setup_error=True)
    deal = deal_from_position(position)
    assert deal_from_position(position_of(deal)).extra() == deal.extra()
