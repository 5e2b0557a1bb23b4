"""A whole deal of each game through the page: by mouse, by touch, by keys; a short match."""

from __future__ import annotations

import pytest

from tests.browser.conftest import Opener
from tests.browser.driver import Player
from tests.browser.hands import Keys, Mouse, Touch
from tests.browser.tables import GAMES, SMALL, new_table

# Deals in which there is something to lay down for whoever follows the hints.
MAKERS = {
    "romme": "Jo", "rummy17": "Dora", "contract": "Finn", "gin": "Yann", "seven_card": "Eli",
    "basic": "Gil",
}  # fmt: skip


def player(screen: Opener, address: str, game: str, hands: Mouse | Touch | Keys) -> Player:
    [seat] = new_table(address, game, MAKERS[game], rules=SMALL[game], everybody=True)
    if isinstance(hands, Touch):
        one = screen(360, 640, has_touch=True, is_mobile=True)
    else:
        one = screen()
    return Player(one.at_table(seat.link), seat, hands)


@pytest.mark.parametrize("game", GAMES)
def test_a_deal_by_mouse(screen: Opener, address: str, game: str) -> None:
    one = player(screen, address, game, Mouse())
    one.play_deal()
    assert not one.missed, one.done


@pytest.mark.parametrize("game", GAMES)
def test_a_deal_by_taps_alone_on_a_phone(screen: Opener, address: str, game: str) -> None:
    one = player(screen, address, game, Touch())
    one.play_deal()
    assert not one.missed, one.done


@pytest.mark.parametrize("game", GAMES)
def test_a_deal_by_keys_alone_never_loses_the_focus(
    screen: Opener, address: str, game: str
) -> None:
    keys = Keys()
    one = player(screen, address, game, keys)
    assert one.play_deal()["focus"] != "body"
    one.go_on()
    assert not one.missed, one.done
    assert not keys.lost, keys.lost
