"""Faults that other tables of cards have had, looked for in this page."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import Any

import pytest

from tests.browser.conftest import Opener
from tests.browser.hands import CORNER, Hands, Keys, Mouse, Touch, offers
from tests.browser.screen import Screen
from tests.browser.tables import Seat, new_table

PHONE = {"width": 390, "height": 844, "has_touch": True, "is_mobile": True}
WAYS: list[Any] = [
    pytest.param(Mouse, {}, id="mouse"),
    pytest.param(Touch, PHONE, id="touch"),
    pytest.param(Keys, {}, id="keys"),
]


def play_until(seat: Seat, ready: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
    """Play by the hints until a state of this seat's turn is as wished; that state."""
    for _ in range(600):
        state = seat.state()
        if state["over"]:
            break
        if state["may"] and state["you"] in state["to_act"]:
            if ready(state):
                return state
            seat.play_hint()
        else:
            time.sleep(0.02)
    raise AssertionError("the deal never comes to that")


def swapping(address: str) -> Seat:
    """Rommé, opened: 7c fits meld 5, 5c frees its joker, and that makes a set with two sixes."""
    [seat] = new_table(address, "romme", "S6")

    def wished(state: dict[str, Any]) -> bool:
        actions = [part["action"] for part in seat.hint()]
        return bool(state["may"]["swaps"]) and any(a.startswith("swap") for a in actions)

    play_until(seat, wished)
    return seat


def stage_three(one: Screen, hands: Hands) -> None:
    """A lay-off, a swap, and the joker it frees in a new meld."""
    plays = ((["7c"], "lay 7c on 5"), (["5c"], "swap 5c on 5"), (["6d", "6s"], "meld"))
    for at, (cards, action) in enumerate(plays):
        for card in cards:
            hands.pick(one, one.hand().index(card))
        if action == "meld":
            hands.side_joker(one, "X")
            one.until(lambda seen: "meld" in offers(seen), "the meld with the joker")
            hands.press(one, "meld")
        else:
            one.until(lambda seen: seen["targets"], "the lit meld")
            hands.target(one, action)
        one.page.wait_for_function(f"document.querySelectorAll('.staged').length === {at + 1}")


@pytest.mark.parametrize(("way", "options"), WAYS)
def test_a_freed_joker_is_staged_at_once_and_undone(
    screen: Opener, address: str, way: type[Hands], options: dict[str, Any]
) -> None:
    """Undo takes meld and swap back step by step; laid down, all goes as one."""
    seat = swapping(address)
    one = screen(**options).at_table(seat.link)
    hands = way()
    before = one.look()
    stage_three(one, hands)
    one.page.keyboard.press("u")
    freed = one.page.locator('.tray [data-freed="X"]')
    assert freed.get_attribute("aria-pressed") == "false"
    one.page.keyboard.press("u")
    one.until(lambda seen: seen["staged"] == 1, "the undone swap")
    assert freed.count() == 0
    one.page.keyboard.press("u")
    after = one.until(lambda seen: seen["staged"] == 0, "all undone")
    assert after["hand"] == before["hand"]
    for _ in range(3):
        one.page.keyboard.press("Shift+U")
    one.until(lambda seen: "lay_down" in offers(seen), "laying down")
    hands.press(one, "lay_down")
    one.until(lambda seen: seen["staged"] == 0, "the melds on the table")
    table = [meld["cards"] for meld in seat.state()["table"]]
    assert table[4:] == [["3c", "4c", "5c", "6c", "7c"], ["6d", "6s", "X"]]
    if isinstance(hands, Keys):
        assert not hands.lost


@pytest.mark.parametrize(("way", "options"), [WAYS[0], WAYS[2]])
def test_the_turn_goes_on_after_all_is_undone(
    screen: Opener, address: str, way: type[Hands], options: dict[str, Any]
) -> None:
    """B082: every button is as before the first meld, and works."""
    seat = swapping(address)
    one = screen(**options).at_table(seat.link)
    hands = way()
    before = one.look()
    stage_three(one, hands)
    for _ in range(3):
        one.page.keyboard.press("u")
    after = one.until(lambda seen: seen["staged"] == 0, "all undone")
    for what in ("hand", "doing", "prompt", "targets"):
        assert after[what] == before[what]
    hands.pick(one, one.hand().index("Th"))
    one.until(lambda seen: "discard" in offers(seen), "the discard")
    hands.press(one, "discard")
    one.until(lambda seen: len(seen["hand"]) == len(before["hand"]) - 1, "the card is gone")


def test_a_card_lies_in_one_draft_and_leaves_it_with_the_hand(screen: Opener, address: str) -> None:
    """B085: fast clicks stage a card twice; then it is discarded from another device."""
    seat = swapping(address)
    one = screen().at_table(seat.link)
    seven = one.card(one.hand().index("7c"))
    seven.click(position=CORNER)
    one.until(lambda seen: seen["targets"], "the lit meld")
    one.page.evaluate("for (let n = 0; n < 3; n++) document.querySelector('.target')?.click()")
    one.until(lambda seen: seen["staged"], "the staged card")
    seen = one.look()
    assert seen["staged"] == 1
    assert [card["card"] for card in seen["hand"] if card["away"]] == ["7c"]
    assert seat.do("act", actions=["discard 7c"])["t"] == "ack"
    seen = one.until(lambda seen: "7c" not in [card["card"] for card in seen["hand"]])
    assert seen["staged"] == 0
    assert not any(card["away"] for card in seen["hand"])


def test_a_knock_is_called_off(screen: Opener, address: str) -> None:
    """B084: the hand stays as it was set, nobody has seen anything, the turn goes on."""
    [seat] = new_table(address, "gin", "S2")
    play_until(seat, lambda state: state["phase"] == "play" and "knock" in state["may"]["plain"])
    one = screen().at_table(seat.link)
    one.card(0).focus()
    one.page.keyboard.press("Alt+End")
    one.card(2).click(position=CORNER)
    before = one.until(lambda seen: "knock" in offers(seen), "the knock")
    sequence = seat.snapshot()["seq"]
    one.doing("knock").click()
    one.until(lambda seen: seen["dialog"], "the question")
    one.page.keyboard.press("Escape")
    after = one.until(lambda seen: not seen["dialog"], "the table again")
    assert (after["hand"], offers(after)) == (before["hand"], offers(before))
    assert seat.snapshot()["seq"] == sequence
    one.until(lambda seen: "discard" in offers(seen))
    one.doing("discard").click()
    one.until(lambda seen: len(seen["hand"]) == len(before["hand"]) - 1, "the card is gone")


def test_others_see_nothing_of_a_drag(screen: Opener, address: str) -> None:
    """B077: a card is carried about over the table and back to its place."""
    first, second = new_table(address, "romme", "Ada", seats=[{"kind": "me"}, {"kind": "here"}])
    other = screen()
    heard: list[str] = []
    other.page.on(
        "websocket",
        lambda socket: socket.on("framereceived", lambda frame: heard.append(str(frame))),
    )
    other.at_table(second.link)
    one = screen().at_table(first.link)
    one.page.wait_for_timeout(300)
    before, seen = one.hand(), other.look()
    heard.clear()
    box = one.card(0).bounding_box()
    assert box is not None
    start = (box["x"] + CORNER["x"], box["y"] + CORNER["y"])
    one.page.mouse.move(*start)
    one.page.mouse.down()
    for place in ((640, 300), (200, 260), (640, 430), (900, 300), start):
        one.page.mouse.move(*place, steps=20)
    one.page.mouse.up()
    one.page.wait_for_timeout(300)
    assert one.hand() == before
    assert [frame for frame in heard if '"pong"' not in frame] == []
    assert other.look() == seen


NAMED = re.compile(r"\b(ace|king|queen|jack|joker)\b| of |(red|blue|green|yellow|purple) \d", re.I)


@pytest.mark.parametrize("game", ["romme", "rummy17", "gin"])
def test_cards_that_lie_face_down_say_nothing(screen: Opener, address: str, game: str) -> None:
    """B078: neither names for a screen reader nor attributes of the page tell a hidden card."""
    [seat] = new_table(address, game, "Ada")
    one = screen().at_table(seat.link)
    hidden = one.page.locator(".opps, .fan, [data-fly='stock']")
    assert hidden.count() >= 2
    for at in range(hidden.count()):
        part = hidden.nth(at)
        assert part.locator("[data-card]").count() == 0
        assert not NAMED.search(part.aria_snapshot())
    cards = one.page.locator("[data-card]")
    shown = {cards.nth(at).get_attribute("data-card") for at in range(cards.count())}
    state = seat.state()
    melds = [card.partition("=")[0] for meld in state["table"] for card in meld["cards"]]
    side = state["extra"].get("side_jokers", [])
    shown = {card.partition("=")[0] for card in shown if card}
    assert shown <= {*state["hand"], *state["discard"], *melds, *side}
