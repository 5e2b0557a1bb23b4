"""Links that lead nowhere say so, and leave a way on."""

from __future__ import annotations

import pytest

from tests.browser.conftest import Opener
from tests.browser.tables import new_table

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
