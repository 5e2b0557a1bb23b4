"""The hand is its player's: dragging, sorting, an order that lasts."""

from __future__ import annotations

import time
from typing import Any

import pytest

from tests.browser.conftest import Opener
from tests.browser.fingers import Finger, corner, middle
from tests.browser.hands import CORNER
from tests.browser.tables import GAMES, new_table


def test_a_finger_moves_a_card_in_the_hand(screen: Opener, address: str) -> None:
    [seat] = new_table(address, "gin")
    one = screen(390, 844, has_touch=True, is_mobile=True).at_table(seat.link)
    before = one.hand()
    Finger(one).drag(corner(one, 0), corner(one, 3))
    after = one.hand()
    assert sorted(after) == sorted(before)
    assert after != before
    assert after.index(before[0]) in (2, 3)
    assert [card for card in after if card != before[0]] == before[1:]


def test_three_picked_cards_are_dragged_into_the_tray(screen: Opener, address: str) -> None:
    """Jo's first hand of Rommé holds a meld of its hint; a bad three goes back with a reason."""
    [seat] = new_table(address, "romme", "Jo")
    melds: list[dict[str, Any]] = []
    while not melds:
        parts = seat.hint()
        melds = [part for part in parts if part["action"].startswith("meld")]
        if parts and not melds:
            seat.play_hint()
    meld = melds[-1]
    one = screen(390, 844, has_touch=True, is_mobile=True).at_table(seat.link)
    finger = Finger(one)

    def drag(tokens: list[str]) -> None:
        one.page.keyboard.press("Escape")
        places: list[int] = []
        for token in tokens:
            hand = one.hand()
            places.append(next(at for at, c in enumerate(hand) if c == token and at not in places))
        for at in places:
            one.card(at).tap(position=CORNER)
        finger.drag(corner(one, places[0]), middle(one, ".tray"))

    hand = one.hand()
    odd: list[str] = []  # of three ranks and three suits: no meld
    for card in hand:
        if card != "X" and all(card[0] != other[0] and card[1] != other[1] for other in odd):
            odd.append(card)
    drag(odd[:3])
    assert one.until(lambda seen: seen["toast"], "a reason")["staged"] == 0
    assert one.hand() == hand
    drag([card.partition("=")[0] for card in meld["cards"]])
    one.until(lambda seen: seen["staged"] == 1, "the staged meld")


def test_cards_dragged_into_the_tray_one_by_one_become_a_meld(screen: Opener, address: str) -> None:
    [seat] = new_table(address, "romme", "Jo")
    cards: list[str] = []
    while not cards:
        for part in seat.hint():
            tokens = [card.partition("=")[0] for card in part["cards"]]
            if part["action"].startswith("meld") and len(set(tokens)) == len(tokens):
                cards = tokens
        if not cards:
            seat.play_hint()
    one = screen(390, 844, has_touch=True, is_mobile=True).at_table(seat.link)
    finger = Finger(one)
    for n, card in enumerate(cards[:2], 1):
        finger.drag(corner(one, one.hand().index(card)), middle(one, ".tray"))
        seen = one.until(lambda seen: sum(c["picked"] for c in seen["hand"]) == n, "picked")  # noqa: B023
        assert seen["staged"] == 0
        assert not seen["toast"]
    for card in cards[2:]:
        finger.drag(corner(one, one.hand().index(card)), middle(one, ".tray"))
    one.until(lambda seen: seen["staged"] == 1, "the staged meld")


@pytest.mark.parametrize("how", ["touchCancel", "escape", "outside"])
def test_a_drag_that_is_called_off_changes_nothing(
    screen: Opener, address: str, how: str
) -> None:
    [seat] = new_table(address, "romme", "Jo")
    seat.play_hint()
    one = screen(390, 844, has_touch=True, is_mobile=True).at_table(seat.link)
    one.card(2).tap(position=CORNER)
    one.until(lambda seen: seen["hand"][2]["picked"], "a picked card")
    before = one.look()
    finger = Finger(one)
    if how == "touchCancel":
        finger.drag(corner(one, 2), (200, 300), end="touchCancel")
    elif how == "escape":
        finger.drag(corner(one, 2), (200, 300), end="")
        one.page.keyboard.press("Escape")
        finger.event("touchEnd")
    else:
        finger.drag(corner(one, 2), (380, 60))
    one.page.wait_for_timeout(150)
    after = one.look()
    for what in ("hand", "staged"):
        assert after[what] == before[what]
    assert one.page.locator(".is-drag, .lifted").count() == 0


def test_an_order_made_by_hand_lasts(screen: Opener, address: str) -> None:
    """Over the own draw, the others' turns, a reload, and on a second device."""
    [seat] = new_table(address, "basic", "Gil")
    for _ in range(40):
        if "draw" in (seat.state()["may"] or {"plain": []})["plain"]:
            break
        time.sleep(0.05)
    one = screen().at_table(seat.link)
    one.card(0).focus()
    one.page.keyboard.press("Alt+End")
    one.page.keyboard.press("Home")
    one.page.keyboard.press("Alt+ArrowRight")
    made = one.hand()
    one.page.keyboard.press("d")
    seen = one.until(lambda seen: len(seen["hand"]) == len(made) + 1, "the card drawn")
    drawn = [card["card"] for card in seen["hand"]]
    assert drawn[:-1] == made
    assert "new" in seen["hand"][-1]["name"]
    one.card(0).focus()
    one.page.keyboard.press("Space")
    one.until(lambda seen: any(d["id"] == "discard" and not d["off"] for d in seen["doing"]))
    one.page.keyboard.press("x")
    one.until(lambda seen: len(seen["hand"]) == len(made), "the discard")
    one.until(lambda seen: any(d["id"] == "draw" and not d["off"] for d in seen["doing"]))
    assert one.hand() == drawn[1:]
    one.page.wait_for_timeout(900)  # the note of the order is kept after a moment
    one.page.reload()
    one.until(lambda seen: seen["hand"], "the hand after a reload")
    assert one.hand() == drawn[1:]
    other = screen(390, 844).at_table(seat.link)
    assert other.hand() == drawn[1:]
    one.page.get_by_text("This seat was opened elsewhere.").wait_for()


TWO_FRAMES = """new Promise(
  (done) => requestAnimationFrame(() => requestAnimationFrame(done)))"""


def rank_of(card: str) -> int:
    coloured = card[0] in "rbgyp" and card[1:].isdigit()
    return int(card[1:]) if coloured else "A23456789TJQK".index(card[0])


def suit_of(card: str) -> str:
    return card[0] if card[0] in "rbgyp" and card[1:].isdigit() else card[1]


@pytest.mark.parametrize("game", GAMES)
def test_sorting_is_right_stable_and_quick(screen: Opener, address: str, game: str) -> None:
    """By suit: suits together, ranks rising; by rank: ranks rising; my order comes back."""
    [seat] = new_table(address, game, "Ada")
    one = screen().at_table(seat.link)
    one.card(0).focus()
    one.page.keyboard.press("Alt+End")
    mine = one.hand()
    for key in ("s", "r"):
        began = time.monotonic()
        one.page.keyboard.press(key)
        one.page.evaluate(TWO_FRAMES)
        took = time.monotonic() - began
        cards = one.hand()
        assert sorted(cards) == sorted(mine)
        plain = [card for card in cards if not card.startswith("X")]
        assert cards[: len(plain)] == plain, "jokers come last"
        if key == "r":
            ranks = [rank_of(card) for card in plain]
            assert_runs(ranks)
        else:
            suits = [suit_of(card) for card in plain]
            assert len(set(suits)) == sum(a != b for a, b in zip(suits, ["", *suits]))
            for suit in set(suits):
                assert_runs([rank_of(card) for card in plain if suit_of(card) == suit])
        one.page.keyboard.press(key)
        assert one.hand() == cards
        assert took < 1.0
    one.page.keyboard.press("o")
    assert one.hand() == mine


def assert_runs(ranks: list[int]) -> None:
    """Ranks rise, or all fall; aces may stand at either end."""
    low = [rank for rank in ranks if rank]
    assert low in (sorted(low), sorted(low, reverse=True)), ranks


def test_a_look_is_what_a_player_reads(screen: Opener, address: str) -> None:
    """The hand shown is the server's, card for card, and each card says its name and place."""
    [seat] = new_table(address, "rummy17", "Dora")
    one = screen().at_table(seat.link)
    hand: list[dict[str, Any]] = one.look()["hand"]
    assert sorted(card["card"] for card in hand) == sorted(seat.state()["hand"])
    for at, card in enumerate(hand):
        assert f"{at + 1} of {len(hand)}" in card["name"]
