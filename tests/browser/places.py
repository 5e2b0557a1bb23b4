"""Every screen and dialog of the page, one after the other."""

from __future__ import annotations

import json
from collections.abc import Iterator

from tests.browser.hands import CORNER
from tests.browser.screen import Screen
from tests.browser.tables import SMALL, THREE, Seat, draw_by_hints, new_table, play_out, to_window

SEATS = [{"kind": "me"}, {"kind": "open"}]
# Deals in which something lies on the table, or is about to.
MAKERS = {
    "romme": "Jo", "rummy17": "Dora", "contract": "Xenia", "gin": "Yann", "seven_card": "Eli",
    "basic": "Gil",
}  # fmt: skip


def settings(one: Screen, **wanted: object) -> None:
    """The settings of the device, as the page keeps them."""
    one.context.add_init_script(
        f"localStorage.setItem('upcard.settings', JSON.stringify({json.dumps(wanted)}))"
    )


def of_the_start(one: Screen) -> Iterator[str]:
    """The start page and its dialogs, the room where players are waited for."""
    one.open()
    one.page.locator(".tiles").wait_for()
    one.page.locator(".seg label").first.wait_for()
    yield "start"
    for number, name in enumerate(("new table", "code")):
        one.page.locator(".invite-p button").nth(number).click()
        one.page.locator("dialog[open] .field").first.wait_for()
        yield name
        close(one)
    one.page.locator(".who-btn").click()
    one.page.locator("dialog[open] .settings").wait_for()
    yield "settings"
    close(one)


def of_the_room(one: Screen, address: str) -> Iterator[str]:
    """Before the first deal: for the host, and for who has the code."""
    [seat] = new_table(address, "contract", "Ada", seats=[{"kind": "me"}, *[{"kind": "open"}] * 3])
    one.open(seat.link)
    one.page.locator(".seatlist li").nth(3).wait_for()
    one.page.locator(".chips, .room .quiet").first.wait_for()
    yield "waiting room"
    one.open(f"{address}#/t/{new_table(address, 'gin', 'Ada', seats=SEATS)[0].code}")
    one.page.locator("main .btn.primary").first.wait_for()
    yield "joining"


def of_the_table(one: Screen, seat: Seat, game: str) -> Iterator[str]:
    """A table in the middle of a deal: a picked card, what is staged, every dialog."""
    one.at_table(seat.link)
    yield "table"
    state = seat.state()
    one.card(0).click(position=CORNER)
    one.until(lambda seen: seen["hand"][0]["picked"], "a picked card")
    yield "picked"
    one.page.keyboard.press("Escape")
    keys = {"rules": "?", "scores": "p", "phrases": "t"}
    if state["may"]:
        keys["hint"] = "i"
    if game == "rummy17":
        keys["goals"] = "b"
    for name, key in keys.items():
        one.page.keyboard.press(key)
        one.until(lambda seen: seen["dialog"], name)
        if name == "rules":
            one.page.locator("dialog .rules section h3").nth(4).wait_for()
        yield name
        close(one)
    menu = one.page.locator("nav.bar-r button").last
    menu.click()
    one.until(lambda seen: seen["dialog"], "the menu")
    yield "menu"
    buttons = one.page.locator("dialog .menu > button")
    # The hint has been seen, and comes a moment after its button.
    skipped = 1 if "hint" in keys else None
    for number in range(buttons.count() - 2):
        if number == skipped:
            continue
        if number:
            menu.click()
        title = one.until(lambda seen: seen["dialog"], "the menu")["dialog"]
        buttons.nth(number).click()
        one.until(lambda seen: seen["dialog"] != title, "what the menu opens")  # noqa: B023
        if one.look()["dialog"]:
            yield f"menu {number}"
            close(one)
    one.page.locator("footer.acts button[aria-haspopup]").first.click()
    one.until(lambda seen: seen["dialog"], "the ways to sort")
    yield "sort"
    close(one)


def of_the_end(one: Screen, seat: Seat) -> Iterator[str]:
    """The end of a match: the sheet, a replay, the check of a deal."""
    one.at_table(seat.link)
    one.until(lambda seen: seen["over"], "the end")
    yield "score sheet"
    one.page.locator('[data-do="replay"]').click()
    one.page.locator("dialog .rp-hands li").first.wait_for()
    one.page.keyboard.press("End")
    yield "replay"
    close(one)
    one.page.locator(".checkbtn, [data-do='checkdeal']").first.click()
    one.page.locator("dialog [data-do='check']").click()
    one.page.locator("dialog .checks li").first.wait_for()
    yield "check"
    close(one)


def close(one: Screen) -> None:
    one.page.keyboard.press("Escape")
    one.until(lambda seen: not seen["dialog"], "the page behind the dialog")


def in_play(address: str, game: str) -> Seat:
    """A table at which it is the maker's to play."""
    [seat] = new_table(address, game, MAKERS[game], everybody=True)
    draw_by_hints(seat)
    return seat


def played_out(address: str, game: str) -> Seat:
    """A table whose match is over."""
    [seat] = new_table(address, game, MAKERS[game], rules=SMALL[game])
    play_out([seat])
    return seat


def of_a_claim(one: Screen, seat: Seat) -> Iterator[str]:
    """The sheet that asks who wants a card."""
    one.at_table(seat.link)
    one.until(lambda seen: seen["claim"], "the sheet")
    yield "claim"


def offered(address: str, game: str) -> Seat:
    """A table at which the maker is asked whether she wants a card."""
    seats = new_table(address, game, "Ada", seats=THREE)
    to_window(seats)
    return seats[0]
