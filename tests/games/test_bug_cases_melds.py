"""Faults of other programs in melds, jokers and laying off, each tested for its whole kind."""

from __future__ import annotations

from itertools import permutations

import pytest

import upcard
from tests.games.small_cases import Position, at, check, refused
from upcard.core.rules import Value
from upcard.errors import UpcardError
from upcard.text.position import deal_from_position, position_of


def contract(number: int, cards: str, *table: tuple[int, str], down: bool = False,
             **more: object) -> Position:  # fmt: skip
    """Seat 0 of three has drawn; the others are down where melds lie."""
    return at("contract", [cards, "2c", "2d"], deal=number, table=table,
              opened=[down, bool(table), bool(table)], **more)  # fmt: skip


def test_the_long_run_does_not_eat_the_set() -> None:
    """B001."""
    result = upcard.arrange("rummy17", "r4 r5 r6 r7 r8 b7 p7", objective="cards")
    assert (result.cards_left, result.left) == (1, ("r8",))
    position = at("rummy17", ["r4 r5 r6 r7 r8 b7 p7", "g1"])
    check(position, "meld r4 r5 r6", "meld r7 b7 p7", "discard r8", deal_over=True)


def test_the_order_of_naming_never_matters() -> None:
    """B002: all orders give the same verdict and the same meld."""
    position = at("rummy17", ["r7 b7 g7 b8 b9 p1", "g1"])
    for cards, code in (
        (("r7", "b7", "g7"), ""), (("b7", "b8", "b9"), ""), (("r7", "b8", "b9"), "not_a_meld"),
        (("r7", "b7", "b7"), "twins"),
    ):  # fmt: skip
        for order in permutations(cards):
            error = deal_from_position(position).why_not("meld " + " ".join(order))
            assert ("" if error is None else error.code) == code, order
    # Contract's books may hold a card twice, in any order.
    book = contract(1, "Kh Ks Kd Kd 6c 6d 6h 9s")
    tables = set()
    for kings in set(permutations(("Kh", "Ks", "Kd", "Kd"))):
        deal = deal_from_position(book)
        deal.apply("meld " + " ".join(kings))
        tables.add(str(position_of(deal)["table"]))
    assert len(tables) == 1


def test_no_card_is_used_twice() -> None:
    """B003: after the first meld its cards are gone."""
    hand = "7c 8c 9c Tc Jc Jh Jd 8s 2h"
    refused(contract(3, f"{hand} 8d 8h"), "meld 7c 8c 9c Tc Jc")
    check(contract(3, f"{hand} 8d 8h"), "meld 7c 8c 9c Tc", "meld Jc Jh Jd", "meld 8s 8d 8h",
          hand_sizes=[1, 1, 1])  # fmt: skip
    refused(at("rummy17", ["r5 r6 r7 r8 r9 p1 p2", "g1"]), "meld r5 r6 r7", "meld r7 r8 r9")


def test_melds_of_jokers_alone() -> None:
    """B008: three jokers have a meaning if it is named; asking never fails."""
    nines = "X X X 6c 6d 6h 2h"
    check(contract(1, nines), "meld X=9 X=9 X=9", hand_sizes=[4, 1, 1])
    refused(contract(1, nines), "meld X X X")
    refused(contract(1, nines, rules={"joker_limit": "one_natural"}), "meld X=9 X=9 X=9")
    for number in range(1, 6):
        result = upcard.arrange(
            "contract", "X X X X 7d Ks 3c", objective=f"contract={number}"
        )  # fmt: skip
        assert result.reached == (number in (1, 2))


def test_a_joker_in_a_longer_straight() -> None:
    """B010: not only in runs of the least length."""
    assert upcard.arrange("contract", "5h X 7h 8h 9h 2c", objective="contract=2").left == ("2c",)
    check(contract(2, "5h X 7h 8h 9h 2c"), "meld 5h X=6h 7h 8h 9h", hand_sizes=[1, 1, 1])


def test_beyond_an_ace() -> None:
    """B018: a straight that ends in an ace does not grow there."""
    table = ((1, "Ac 2c 3c 4c"), (2, "Jd Qd Kd Ad"), (1, "2s 3s 4s 5s"))
    position = contract(2, "Kc 2d As Ks X 9h", *table, down=True)
    for action in ("lay Kc on 1", "lay 2d on 2", "lay X=Kc on 1", "lay X=2d on 2", "lay Ks on 3"):
        refused(position, action)
    refused(position, "lay As on 3", "lay Ks on 3")
    refused(position, "lay As on 3", "lay X=Ks on 3")
    check(position, "lay As on 3", "lay X on 3", hand_sizes=[4, 1, 1])


# ---- jokers


def test_may_a_freed_joker_be_kept() -> None:
    """B028."""
    run = (1, "5h X=6h 7h 8h")
    check(contract(2, "6h 9s 2h", run), "swap 6h on 1", "discard 9s", turn=1,
          hands=[["2h", "X"], None, None])  # fmt: skip
    down = contract(2, "6h 9s 2h", run, down=True)
    check(down, "swap 6h on 1", legal_lacks=["discard 9s", "discard X"],
          legal_has=["lay X=9h on 1"])  # fmt: skip
    joker = at("rummy17", ["r7 r10 r11 b2", "g1"], table=[(1, "r5 r6 Xr=r7 r8")],
               opened=[True, True])  # fmt: skip
    check(joker, "swap r7 on 1", legal_lacks=["discard b2", "lay Xr=r9 on 1"],
          legal_has=["meld r10 r11 Xr=r12"])  # fmt: skip
    refused({**joker, "rules": {"exchanged_joker_min": 4}}, "swap r7 on 1")


def test_a_joker_makes_the_step_to_a_further_card() -> None:
    """B031: the joker next, then the card two steps away."""
    position = contract(2, "9d X Kc", (1, "4d 5d 6d 7d"), down=True)
    check(position, "lay X=8d on 1", "lay 9d on 1", "discard Kc", deal_over=True)
    refused(position, "lay 9d on 1")


def test_one_card_two_places() -> None:
    """B032, B037: a card that fits a set and a run goes where it is said, and stays."""
    table = ((1, "4d 5d 6d 7d"), (2, "8s 8h 8c"))
    position = contract(2, "8d 9d Kc", *table, down=True)
    check(position, "lay 8d on 1", "lay 9d on 1", "discard Kc", deal_over=True)
    check(position, "lay 8d on 2", legal_lacks=["lay 9d on 1", "lay 8d on 1"], hand_sizes=[2, 1, 1])
    both = at("rummy17", ["g7 p1", "g1"], table=[(0, "r7 b7 y7"), (1, "g4 g5 g6")],
              opened=[True, True])  # fmt: skip
    for target, cards in ((1, ["r7", "b7", "g7", "y7"]), (2, ["g4", "g5", "g6", "g7"])):
        deal = deal_from_position(both)
        deal.apply(f"lay g7 on {target}")
        assert sorted(deal.tokens_at(target - 1)) == sorted(cards)
        assert not deal.is_legal("lay g7 on 1")
    with pytest.raises(UpcardError):
        deal_from_position(both).apply("lay g7")


def test_a_joker_laid_three_times() -> None:
    """B033: one joker, one card on the table, however often it is said."""
    deal = deal_from_position(contract(2, "X 9s", (0, "5h 6h 7h 8h"), down=True))
    deal.apply("lay X=9h on 1")
    for again in ("lay X=9h on 1", "lay X=Th on 1", "lay X=4h on 1"):
        assert not deal.is_legal(again)
    assert deal.tokens_at(0) == ["5h", "6h", "7h", "8h", "X=9h"]
    assert (deal.size(0), deal.jokers(0)) == (1, 0)


def test_the_real_card_for_a_joker_inside_a_straight() -> None:
    """B034."""
    run = (1, "4s 5s X=6s 7s")
    check(contract(2, "6s 9d Kc", run), "swap 6s on 1", hands=[["9d", "Kc", "X"], None, None])
    down = contract(2, "6s 8s Kc", run, down=True)
    check(down, "swap 6s on 1", "lay X=3s on 1", hand_sizes=[2, 1, 1])
    check(down, "lay 8s on 1", hand_sizes=[2, 1, 1])
    for is_down in (False, True):
        none = contract(2, "6s 8s Kc", run, down=is_down, rules={"joker_exchange": "none"})
        refused(none, "swap 6s on 1")
        error = deal_from_position(none).why_not("swap 6s on 1")
        assert error is not None
        assert error.code == "may_not_displace"


def test_a_joker_has_no_memory() -> None:
    """B035: what it was said to be in a refused meld does not bind it."""
    deal = deal_from_position(contract(2, "7h 7d X 8h 9h 2c"))
    assert not deal.is_legal("meld 7h 7d X")
    assert deal.is_legal("meld X=6h 7h 8h 9h")
    assert deal.is_legal("meld 7h 8h 9h X=Th")
    deal.apply("meld 7h 8h 9h X=Th")
    assert deal.tokens_at(0) == ["7h", "8h", "9h", "X=Th"]


# ---- laying off


@pytest.mark.parametrize(
    ("game", "run", "cards"),
    [("contract", "6d 7d 8d 9d", ("5d", "4d")), ("rummy17", "y6 y7 y8 y9", ("y5", "y4"))],
)
def test_a_run_grows_again_on_the_same_side(game: str, run: str, cards: tuple[str, str]) -> None:
    """B038."""
    other = "2c" if game == "contract" else "p1"
    last = "Kc" if game == "contract" else "p9"
    hands = [" ".join([*cards, last]), other] + (["2h"] if game == "contract" else [])
    position = at(game, hands, table=[(0, run)], opened=[True] * len(hands))
    near, far = cards
    check(position, f"lay {near} on 1", f"lay {far} on 1", turn=0)
    refused(position, f"lay {far} on 1")


def test_laying_off_in_the_turn_of_laying_down() -> None:
    """B041."""
    table = ((2, "5d 6d 7d 8d"),)
    position = contract(1, "Kc Kd Kh 4c 4s 4h 9d 3s", *table)
    contract_laid = ("meld Kc Kd Kh", "meld 4c 4s 4h")
    check(position, *contract_laid, "lay 9d on 1", hand_sizes=[1, 1, 1])
    refused(position, "lay 9d on 1")
    later: dict[str, object] = {"rules": {"layoff_same_turn": False}}
    refused({**position, **later}, *contract_laid, "lay 9d on 1")
    refused({**position, **later}, "lay 9d on 1")
    check({**contract(1, "9d 3s", *table, down=True), **later}, "lay 9d on 1", turn=0)


@pytest.mark.parametrize(
    ("game", "cards", "meld", "foreign"),
    [
        ("contract", "9c Tc 2d", "9c Tc Jc Qc", ["2c", "Ks", "4s", "Ad"]),
        ("rummy17", "r9 r10 y2", "r9 r10 r11", ["p1", "b5", "p16", "g13"]),
        ("seven_card", "9c Tc 2d", "9c Tc Jc", ["2c", "Ks", "4s", "Ad"]),
        ("basic", "9c Tc 2d", "9c Tc Jc", ["2c", "Ks", "4s", "Ad"]),
    ],
)
def test_cards_one_does_not_hold(game: str, cards: str, meld: str, foreign: list[str]) -> None:
    """B042, B043: cards of others, of the stock, of the pile, of nowhere: refused all alike."""
    opponent, stock, buried = foreign[:3]
    hands = [cards, opponent] + (["3d"] if game == "contract" else [])
    top = "8h" if game != "rummy17" else "y8"
    position = at(game, hands, stock=stock, discard=f"{top} {buried}", deal=2,
                  table=[(1, "8s 9s Ts Js" if game == "contract" else "8s 9s Ts")]
                  if game in ("contract", "basic") else [], opened=[True] * len(hands))  # fmt: skip
    deal = deal_from_position(position)
    before = position_of(deal)
    actions = [f"meld {meld}"] + [f"discard {card}" for card in foreign]
    sentences = set()
    for action in actions:
        error = deal.why_not(action)
        assert error is not None, action
        if action.startswith("discard"):
            card = action.removeprefix("discard ")
            sentences.add((error.code, str(error).replace(card, "CARD")))
    assert sentences == {("not_held", "discard CARD: the hand does not hold CARD")}
    if game in ("contract", "basic"):
        for card in foreign:
            assert not deal.is_legal(f"lay {card} on 1")
    assert position_of(deal) == before
    assert deal.turn == 0


def test_the_first_card_up_is_a_joker() -> None:
    """B036: it stays and can be taken or called; nothing breaks."""
    rules: dict[str, Value] = {"jokers_per_pack": 4}
    seen = 0
    for seed in range(60):
        match = upcard.new_match("contract", seats=3, seed=seed, rules=rules)
        if match.deal.pile[0] != match.deal.pack.joker:
            continue
        seen += 1
        turn = int(match.deal.turn)
        assert match.deal.is_legal("take")
        match.apply(f"{(turn + 1) % 3} claim")
        match.apply("draw")
        assert match.deal.jokers((turn + 1) % 3) >= 1
    assert seen > 1
