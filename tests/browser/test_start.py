"""From the address to a hand of cards."""

from __future__ import annotations

import time

import pytest

from tests.browser.conftest import Opener
from tests.browser.tables import GAMES


def test_the_page_loads_clean_small_and_quickly(screen: Opener) -> None:
    """No fault, nothing from elsewhere (the fixture sees to that), and the promised sizes."""
    one = screen().open()
    began = time.monotonic()
    one.page.locator('[data-play="romme"]').click()
    one.until(lambda seen: len(seen["hand"]) >= 13, "the first hand")
    assert time.monotonic() - began <= 2
    script = sum(size for size, kind in one.sizes.values() if "javascript" in kind)
    assert 0 < script <= 80_000
    assert sum(size for size, kind in one.sizes.values()) <= 200_000


@pytest.mark.parametrize("game", GAMES)
def test_one_click_deals_a_hand_against_bots(screen: Opener, game: str) -> None:
    one = screen().open()
    one.page.locator(f'[data-play="{game}"]').click()
    seen = one.until(lambda seen: seen["table"] and seen["hand"], "a dealt hand")
    assert not seen["dialog"]
    assert one.page.locator("form").count() == 0


@pytest.mark.parametrize(
    ("game", "length", "says"), [("gin", "match", "to 100"), ("romme", "deal", "to 100")]
)
def test_a_match_to_a_hundred_is_one_click_away(
    screen: Opener, game: str, length: str, says: str
) -> None:
    """Long for gin, short for Rommé; the tile says how long."""
    one = screen().open()
    tile = one.page.locator(f"li:has([data-play={game}])")
    short = tile.inner_text()
    one.page.locator('input[name="length"][value="match"]').check()
    long = tile.inner_text()
    assert {"gin": "One deal" in short, "romme": "to 500" in long}[game]
    one.page.locator(f'input[name="length"][value="{length}"]').check()
    assert says in tile.inner_text()
    one.page.locator(f'[data-play="{game}"]').click()
    one.until(lambda seen: seen["table"] and seen["hand"], "a dealt hand")
    one.page.keyboard.press("?")
    one.until(lambda seen: seen["dialog"], "the rules")
    one.page.locator("dialog .house li").first.wait_for()
    assert "Target: 100" in one.page.locator("dialog .house").inner_text()
