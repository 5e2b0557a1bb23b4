"""The rules dialog and its kin: what they say, where the focus is, how they are left."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import WebSocketRoute

from tests.browser.conftest import Opener
from tests.browser.hands import offers
from tests.browser.screen import Screen
from tests.browser.tables import GAMES, new_table

# Where the focus is: in the open dialog, on the page behind it, or with the browser itself.
FOCUS = """() => {
  const at = document.activeElement;
  if (at === null || at === document.body) return 'browser';
  return at.closest('dialog[open]') ? 'dialog' : `${at.tagName} ${at.ariaLabel ?? at.innerText}`;
}"""
HOUSE: dict[str, dict[str, object]] = {
    "romme": {"target": 123, "opening": "single"}, "gin": {"knock_card": 7},
    "rummy17": {"knock_penalty": 1}, "contract": {"max_claims": 3},
    "seven_card": {"turn_limit": 77}, "basic": {"turn_limit": 66},
}  # fmt: skip


def open_by(one: Screen, key: str) -> None:
    one.page.keyboard.press(key)
    one.until(lambda seen: seen["dialog"], f"the dialog of {key}")


@pytest.mark.parametrize("game", GAMES)
def test_the_rules_dialog_is_of_this_table(screen: Opener, address: str, game: str) -> None:
    """It names the game and just those house rules that were changed, and has the game's page."""
    [seat] = new_table(address, game, rules=HOUSE[game])
    one = screen().at_table(seat.link)
    title = one.page.locator("header.bar h1").inner_text()
    one.card(0).focus()
    open_by(one, "?")
    assert title in one.look()["dialog"]
    house = one.page.locator("dialog .house li")
    house.first.wait_for()
    assert house.count() == len(HOUSE[game])
    said = " ".join(house.all_inner_texts())
    for value in HOUSE[game].values():
        if isinstance(value, int):
            assert str(value) in said
    assert one.page.locator("dialog .rules section h3").count() > 5


@pytest.mark.parametrize("key", ["?", "p", "t"])
def test_a_dialog_keeps_the_focus_and_gives_it_back(
    screen: Opener, address: str, key: str
) -> None:
    """Tab, both ways, stays inside; Escape goes back to the card that had the focus."""
    [seat] = new_table(address, "romme", "Ada")
    one = screen().at_table(seat.link)
    one.card(3).focus()
    card = one.card(3).get_attribute("aria-label")
    open_by(one, key)
    inside = 0
    for way in ["Tab"] * 12 + ["Shift+Tab"] * 15:
        one.page.keyboard.press(way)
        where = one.page.evaluate(FOCUS)
        assert where in ("dialog", "browser"), where
        inside += where == "dialog"
    assert inside > 15
    one.page.keyboard.press("Escape")
    one.until(lambda seen: not seen["dialog"], "the table")
    focused = "document.activeElement.ariaLabel"
    one.until(lambda seen: one.page.evaluate(focused) == card, f"the focus on {card}")


def test_a_dialog_opened_by_a_button_gives_the_focus_back_to_it(
    screen: Opener, address: str
) -> None:
    """By each way of closing: Escape, its button, a click beside it."""
    [seat] = new_table(address, "gin", "Ada")
    one = screen().at_table(seat.link)
    for name in ("Rules of this table", "Settings", "Menu"):
        button = one.page.get_by_role("button", name=name, exact=True)
        for how in ("Escape", "button", "beside"):
            button.click()
            one.until(lambda seen: seen["dialog"], name)
            if how == "Escape":
                one.page.keyboard.press("Escape")
            elif how == "button":
                one.page.locator("dialog[open] .dlg-h button").click()
            else:
                one.page.mouse.click(5, 400)
            one.until(lambda seen: not seen["dialog"], f"{name} closed by {how}")
            one.until(
                lambda seen: button.evaluate("(one) => one === document.activeElement"),  # noqa: B023
                f"the focus on {name} after {how}",
            )


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("game", ["romme", "rummy17", "contract", "basic"])
def test_a_refusal_leads_to_its_paragraph(
    screen: Opener, address: str, game: str, lang: str
) -> None:
    """The draw is turned into a discard on its way; the server's refusal names the paragraph."""
    [seat] = new_table(address, game, "Ada")
    refused: list[dict[str, Any]] = []

    def on_the_way(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def up(frame: str | bytes) -> None:
            command = json.loads(frame)
            if command["t"] == "act":
                command["actions"] = [f"discard {seat.state()['hand'][0]}"]
            server.send(json.dumps(command))

        def down(frame: str | bytes) -> None:
            message = json.loads(frame)
            if message["t"] == "rejected":
                refused.append(message)
            socket.send(frame)

        socket.on_message(up)
        server.on_message(down)

    one = screen(locale=lang)
    one.page.route_web_socket("**/ws", on_the_way)
    one.at_table(seat.link)
    one.until(lambda seen: "draw" in offers(seen), "the own turn")
    one.page.keyboard.press("d")
    one.until(lambda seen: seen["toast"], "the refusal")
    link = one.page.locator(".toast .linkbtn")
    paragraph = refused[0]["paragraph"]
    assert paragraph
    if lang == "en":
        assert paragraph in link.inner_text()
    link.click()
    heading = one.page.locator(f'dialog h3[data-title="{paragraph}"]')
    heading.wait_for()
    one.until(
        lambda seen: heading.evaluate("(one) => one === document.activeElement"), "the paragraph"
    )
    assert one.page.locator("dialog section.hit h3").inner_text() == heading.inner_text()
    box, body = heading.bounding_box(), one.page.locator("dialog .dlg-b").bounding_box()
    assert box is not None
    assert body is not None
    assert body["y"] - 1 <= box["y"] <= body["y"] + body["height"] - box["height"]
