"""Every option matters: for each one a position made by hand in which it changes the outcome."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pytest

import upcard
from tests.positions import code, hand, legal, set_up
from upcard.core.deal import Deal
from upcard.core.match import Match
from upcard.core.rules import Value
from upcard.games.gin_rules import OPTIONS as GIN_OPTIONS
from upcard.games.romme import OPTIONS as ROMME_OPTIONS
from upcard.text.position import match_from_position

# What an option does in one position, for a value of it.
Outcome = Callable[[Value], object]


def romme(option: str, value: Value, **position: object) -> Deal:
    """A Rommé position with one option set."""
    return set_up("romme", rules={option: value}, **position)  # type: ignore[arg-type]


def gin(option: str, value: Value, **position: object) -> Deal:
    """A gin position with one option set."""
    return set_up("gin", rules={option: value}, **position)  # type: ignore[arg-type]


# ---- Rommé


def ended_match(rules: dict[str, Value]) -> Match:
    """Seat 0 had 85 and is left with Kc 5h, 15 points: exactly 100."""
    position = {
        "game": "romme", "rules": rules, "scores": [85, 0], "turn": 1, "phase": "play",
        "hands": [["Kc", "5h"], ["9d"]], "opened": [False, True], "partial": True,
    }  # fmt: skip
    match = match_from_position(position)
    match.apply("discard 9d")
    return match


def target(value: Value) -> object:
    match = ended_match({"target": value})
    return (match.totals, match.is_over, match.winners)


def target_hit(value: Value) -> object:
    match = ended_match({"target": 100, "target_hit": value})
    return (match.is_over, match.winners)


def opening(value: Value) -> object:
    hand = "7h 7d 7c 2s 3s 4s Kc 9s"
    return code(romme("opening", value, hands=[hand, ""], opened=(False, False)), "meld 7c 7d 7h")


def ace_in_group(value: Value) -> object:
    deal = romme("ace_in_group", value, hands=["Ac Ad Ah 9c", ""], opened=(False, False))
    return code(deal, "meld Ac Ad Ah")


def initial_upcard(value: Value) -> object:
    deal = upcard.new_match("romme", seed=1, rules={"initial_upcard": value}).deal
    return (legal(deal), int(deal.stock_n))


def same_card_discard(value: Value) -> object:
    return code(romme("same_card_discard", value, hands=["9s 4c", ""], taken="9s"), "discard 9s")


def final_discard(value: Value) -> object:
    return code(romme("final_discard", value, hands=["4c 5c 6c", ""]), "meld 4c 5c 6c")


def taken_joker(value: Value) -> object:
    deal = romme("taken_joker", value, hands=["7c 9d 9h Kc", ""], table=["7h 7d X"])
    deal.apply("swap 7c on 1")
    return legal(deal)


def group_joker(value: Value) -> object:
    deal = romme("group_joker", value, hands=["7c 7s 9h", ""], table=["7h 7d X"])
    return [text for text in legal(deal) if text.startswith("swap")]


def joker_majority(value: Value) -> object:
    return code(romme("joker_majority", value, hands=["5h X X X 9h 2c", ""]), "meld 5h X X X 9h")


def stock_end(value: Value) -> object:
    deal = romme(
        "stock_end", value, hands=["9s 4c", "9h"], discard="2c 3c 4d 5c 6c 7c 8c Tc Jc", seed=3
    )
    deal.apply("discard 9s")
    if deal.is_over:
        return "void"
    event = deal.apply("draw")
    stock = " ".join(deal.pack.token(deal.stock[i]) for i in range(deal.stock_n))
    return (event.hidden, stock)


def first_dealer(value: Value) -> object:
    return upcard.new_match("romme", seed=1, rules={"first_dealer": value}).deal.to_act


def turn_limit(value: Value) -> object:
    deal = romme("turn_limit", value, hands=["9s 4c", "9h 8h"], stock="2c")
    deal.apply("discard 9s")
    return (deal.is_over, deal.void)


# ---- gin


NINE: Final = "2c 3c 4c 8d 8h 8s Jc Jd Jh"


def knock_card(value: Value) -> object:
    """7s and Kd are outside melds: 7 remain once the king goes."""
    return code(gin("knock_card", value, hands=[NINE + " 7s Kd", "2d"]), "knock")


def counted(option: str, value: Value, mine: str, theirs: str) -> object:
    """The scores after a knock with so much left on both sides, all melds laid."""
    deal = gin(
        option, value, hands=[mine, theirs], table=["2c 3c 4c"], turn=1, phase="layoff",
        knocker=0, layoffs_done=True, turn_count=5,
    )  # fmt: skip
    deal.apply("pass")
    return deal.scores


def gin_bonus(value: Value) -> object:
    return counted("gin_bonus", value, "", "Kd 5h")


def undercut_bonus(value: Value) -> object:
    return counted("undercut_bonus", value, "9d", "4h")


def tie_is_undercut(value: Value) -> object:
    return counted("tie_is_undercut", value, "9d", "9h")


def auto_lay(value: Value) -> object:
    return counted("auto_lay", value, "2d", "Kc Kd Kh 4h")


def throw_back(value: Value) -> object:
    deal = gin("throw_back", value, hands=[NINE + " 7s", "2d"], discard="Kd 5c", phase="draw",
               stock="3d 4d 5d", turn_count=2)  # fmt: skip
    deal.apply("take")
    return code(deal, "discard Kd")


def layoff_depth(value: Value) -> object:
    deal = gin(
        "layoff_depth", value, hands=["2d", "5c 6c 7c"], table=["2c 3c 4c"], turn=1,
        phase="layoff", knocker=0, turn_count=5,
    )  # fmt: skip
    deal.apply("lay 5c")
    deal.apply("lay 6c")
    return code(deal, "lay 7c")


def gin_match(rules: dict[str, Value]) -> object:
    """A first deal that seat 0 wins with 12."""
    position = {
        "game": "gin", "rules": rules, "turn": 1, "phase": "layoff", "knocker": 0,
        "hands": [["2d"], ["4h", "Kd"]], "table": [{"owner": 0, "cards": ["2c", "3c", "4c"]}],
        "stock": ["5s", "6s"], "discard": ["7s"], "layoffs_done": True, "partial": True,
    }  # fmt: skip
    match = match_from_position(position)
    match.apply("pass")
    assert match.totals == (12, -12)
    return (match.is_over, match.winners)


def deals(value: Value) -> object:
    return gin_match({"deals": value})


def gin_target(value: Value) -> object:
    return gin_match({"target": value})


# What each value must come to, worked out by hand; the default stands first.
JOKER_PLAYS: Final = ["lay X on 1", "meld 9d 9h X"]
HIGH: Final = ((85 + 15, 0), False, ())
CASES: Final[dict[str, dict[str, tuple[Outcome, list[tuple[Value, object]]]]]] = {
    "romme": {
        "target": (target, [(500, HIGH), (99, ((100, 0), True, (1,)))]),
        "target_hit": (target_hit, [("over", (False, ())), ("reach", (True, (1,)))]),
        "opening": (opening, [("sum", ""), ("single", "opening_too_low")]),
        "ace_in_group": (ace_in_group, [(11, ""), (1, "opening_too_low")]),
        "initial_upcard": (
            initial_upcard,
            [(True, (["draw", "take"], 83)), (False, (["draw"], 84))],
        ),
        "same_card_discard": (same_card_discard, [(False, "taken_card"), (True, "")]),
        "final_discard": (final_discard, [("required", "no_discard_left"), ("optional", "")]),
        "taken_joker": (
            taken_joker,
            [
                ("hand", [*(f"discard {card}" for card in ("9d", "9h", "Kc", "X")), *JOKER_PLAYS]),
                ("play_now", JOKER_PLAYS),
            ],
        ),
        "group_joker": (
            group_joker,
            [
                ("any_missing", ["swap 7c on 1", "swap 7s on 1"]),
                ("both_missing", ["swap 7c 7s on 1"]),
            ],
        ),
        "joker_majority": (joker_majority, [("allowed", ""), ("forbidden", "many_jokers")]),
        "first_dealer": (first_dealer, [(0, (1,)), (1, (0,))]),
        "turn_limit": (turn_limit, [(1000, (False, False)), (1, (True, True))]),
    },
    "gin": {
        "knock_card": (knock_card, [(10, ""), (7, ""), (6, "too_much_deadwood")]),
        "gin_bonus": (gin_bonus, [(25, (40, -40)), (20, (35, -35)), (0, (15, -15))]),
        "undercut_bonus": (undercut_bonus, [(25, (-30, 30)), (10, (-15, 15))]),
        "tie_is_undercut": (tie_is_undercut, [(False, (0, 0)), (True, (-25, 25))]),
        "auto_lay": (auto_lay, [(False, (32, -32)), (True, (2, -2))]),
        "throw_back": (throw_back, [("allowed", ""), ("forbidden", "taken_card")]),
        "layoff_depth": (layoff_depth, [(2, "does_not_fit"), ("unlimited", "")]),
        "deals": (deals, [(None, (True, (0,))), (2, (False, ()))]),
        "target": (gin_target, [(None, (True, (0,))), (13, (False, ())), (12, (True, (0,)))]),
    },
}  # fmt: skip


@pytest.mark.parametrize(
    ("game", "option"), [(game, option) for game, cases in CASES.items() for option in cases]
)
def test_option(game: str, option: str) -> None:
    """Each value comes to what was worked out, and not all values to the same."""
    outcome, values = CASES[game][option]
    assert len({repr(expected) for _, expected in values}) > 1
    for value, expected in values:
        assert outcome(value) == expected, value


def test_stock_end() -> None:
    """A shuffled stock, the oldest discard first, or a void deal."""
    # The pile is 9s (just discarded) on 2c 3c 4d 5c 6c 7c 8c Tc Jc, the oldest last.
    turned = stock_end("turn_over")
    assert turned == (((1, "Jc"),), "2c 3c 4d 5c 6c 7c 8c Tc")
    shuffled = stock_end("reshuffle")
    assert isinstance(shuffled, tuple)
    drawn = [shuffled[0][0][1], *shuffled[1].split()]
    assert sorted(drawn) == ["2c", "3c", "4d", "5c", "6c", "7c", "8c", "Jc", "Tc"]
    assert shuffled != turned
    assert stock_end("void") == "void"


def test_every_option_has_a_case() -> None:
    """The list above is complete, covers every choice, and begins with the defaults."""
    for game, options in (("romme", ROMME_OPTIONS), ("gin", GIN_OPTIONS)):
        cases = set(CASES[game]) | ({"stock_end"} if game == "romme" else set())
        assert cases == {option.name for option in options}
        for option in options:
            if option.name == "stock_end":
                assert option.choices == ("reshuffle", "turn_over", "void")
                continue
            values = [value for value, _ in CASES[game][option.name][1]]
            assert values[0] == option.default
            assert set(option.choices) <= set(values)


@pytest.mark.parametrize("game", ["romme", "gin"])
def test_wrong_options_are_refused_when_rules_are_made(game: str) -> None:
    """Unknown names, wrong values, wrong types and numbers out of range, each with a hint."""
    kind = upcard.GAMES[game]
    for option in ROMME_OPTIONS if game == "romme" else GIN_OPTIONS:
        wrong: list[Value] = ["wrong", -1, 10**7]
        if not option.none_ok:
            wrong.append(None)
        if not any(isinstance(choice, bool) for choice in option.choices):
            wrong += [True, False]
        for value in wrong:
            with pytest.raises(upcard.RulesError, match=option.name):
                kind.make_rules({option.name: value})
        near = option.name[:-1]
        with pytest.raises(upcard.RulesError, match=f"did you mean {option.name}"):
            kind.make_rules({near: option.default})
    with pytest.raises(upcard.RulesError):
        kind.make_rules({"no_such_thing_at_all": 1})


def test_hands_are_as_set_up() -> None:
    """The helper of these tests puts cards where it is told."""
    deal = set_up("gin", hands=["2d 3c", "5h"])
    assert (hand(deal, 0), hand(deal, 1)) == ("3c 2d", "5h")
