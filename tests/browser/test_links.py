"""Links that lead nowhere say so, and leave a way on."""

from __future__ import annotations

import json

import pytest

from tests.browser.conftest import Opener
from tests.browser.screen import Screen
from tests.browser.tables import FOUR, Seat, new_table

NO_TABLE = "There is no table with this code."
NO_SEAT = "This seat is not known here."


@pytest.mark.parametrize(
    ("link", "says"),
    [
        ("#/seat/NOPE-NOPE/short", NO_SEAT),
        ("#/seat/NOPE-NOPE/a-token-that-no-seat-has", NO_SEAT),
        ("#/watch/NOPE-NOPE", NO_TABLE),
        ("#/t/NOPE-NOPE", NO_TABLE),
        ("#/t/%E0%A4%A", NO_TABLE),
    ],
)
def test_a_bad_link_says_what_is_wrong(
    screen: Opener, address: str, link: str, says: str
) -> None:
    [seat] = new_table(address, "gin")
    page = screen(360, 640).open(address + link).page
    page.get_by_text(says, exact=True).wait_for()
    if says == NO_TABLE:
        page.get_by_label("Table code").fill(seat.code)
        page.get_by_role("button", name="Go to the table").click()
        page.get_by_text("All seats of this table are taken.").wait_for()
    page.get_by_role("button", name="Back to the lobby").last.click()
    page.locator(".tiles").wait_for()


def test_an_address_of_nothing_opens_the_lobby(screen: Opener, address: str) -> None:
    page = screen().open(address + "#/xyz").page
    page.get_by_text("This link leads nowhere.").wait_for()
    assert page.locator(".tiles").is_visible()


def test_a_bad_token_leaves_the_good_one(screen: Opener, address: str) -> None:
    """The lobby goes back to a seat that came by its link, and a wrong link is forgotten."""
    [seat] = new_table(address, "gin")
    one = screen().at_table(seat.link)
    one.page.goto(f"{address}#/seat/{seat.code}/a-token-that-no-seat-has")
    one.page.get_by_text(NO_SEAT).wait_for()
    one.page.get_by_role("button", name="Back to the lobby").click()
    one.page.get_by_role("button", name="Back to the table").click()
    one.until(lambda seen: seen["hand"], "the table")


def test_a_code_is_typed_at_once_and_kept_when_it_is_wrong(screen: Opener, address: str) -> None:
    one = screen().open()
    one.page.get_by_role("button", name="Enter a code").click()
    one.page.keyboard.type("ZZZZ-ZZZZ")
    one.page.keyboard.press("Enter")
    one.page.get_by_text(NO_TABLE, exact=True).wait_for()
    assert one.page.get_by_label("Table code").input_value() == "ZZZZ-ZZZZ"


def test_the_lobby_leads_back_to_the_newest_tables(screen: Opener, address: str) -> None:
    one = screen().open()
    for game in ("seven_card", "gin"):
        one.page.locator(f'[data-play="{game}"]').click()
        one.until(lambda seen: seen["hand"], "the hand")
        one.page.get_by_role("button", name="Back to the lobby").click()
    one.page.get_by_role("button", name="Seven-card").first.wait_for()
    one.page.get_by_role("button", name="Back to the table").click()
    one.page.get_by_role("heading", name="Gin rummy").wait_for()


def at_one_device(screen: Opener, address: str, seats: list[Seat]) -> Screen:
    """Ada and Ben at one screen, which has been closed in between."""
    notes = [
        {"code": seat.code, "game": "basic", "seat": n, "token": seat.token, "name": name, "at": n}
        for n, (seat, name) in enumerate(zip(seats, ("Ada", "Ben")))
    ]
    one = screen()
    one.page.add_init_script(f"localStorage.setItem('upcard.seats', '{json.dumps(notes)}')")
    return one.open(f"{address}#/t/{seats[0].code}")


def test_a_shared_device_shows_the_table_while_a_friend_plays(
    screen: Opener, address: str
) -> None:
    """Piles, melds and players, and nothing of the hands that the device holds."""
    seats = new_table(address, "basic", "Ada", seats=FOUR[:3])
    while seats[0].state()["turn"] != 2:
        seats[seats[0].state()["turn"]].play_hint()
    one = at_one_device(screen, address, seats)
    one.page.get_by_text("Waiting for Cleo").wait_for()
    state = seats[2].state()
    assert one.page.get_by_role("button", name=f"Stock, {state['stock']} cards").is_visible()
    assert one.page.locator(".opps .seat").count() == 3
    shown = one.page.eval_on_selector_all("[data-card]", "all => all.map((c) => c.dataset.card)")
    laid = [card for meld in state["table"] for card in meld["cards"]]
    assert sorted(shown) == sorted([*laid, state["discard"][0]])
    assert not one.look()["hand"]


def test_at_a_shared_device_no_hand_is_open_before_its_owner_says_so(
    screen: Opener, address: str
) -> None:
    """At the beginning, after a turn, and after a reload at any of these."""
    seats = new_table(address, "basic", "Ada", seats=FOUR[:2])
    one = at_one_device(screen, address, seats)
    show = one.page.get_by_role("button", name="Show my cards")
    for _ in range(3):
        for reload in (False, True):
            if reload:
                # What is still on its way would be cut off, and that is a failed request.
                one.page.wait_for_load_state("networkidle")
                one.page.reload()
            show.wait_for()
            assert not one.look()["hand"]
        turn = seats[0].state()["turn"]
        assert one.page.get_by_text(f"{('Ada', 'Ben')[turn]}, it is your turn").is_visible()
        show.click()
        one.until(lambda seen: seen["hand"], "the hand")
        shown = sorted(card["card"] for card in one.look()["hand"])
        assert shown == sorted(seats[turn].state()["hand"])
        while seats[0].state()["turn"] == turn:
            seats[turn].play_hint()
