"""Whole matches through the page; the sheet at their end is the server's record."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.browser.conftest import Opener
from tests.browser.driver import Player, play_together
from tests.browser.hands import Hands, Keys, Mouse, Touch
from tests.browser.sheets import check_sheet, record_of
from tests.browser.tables import GAMES, SMALL, TWO, new_table


@pytest.mark.parametrize("game", GAMES)
def test_a_short_match_and_its_sheet(
    screen: Opener, address: str, tmp_path: Path, game: str
) -> None:
    """Played to its end by mouse; on a large screen and a phone the sheet is the record's."""
    [seat] = new_table(address, game, "Ada", rules=SMALL[game])
    one = screen().at_table(seat.link)
    player = Player(one, seat, Mouse())
    player.play_match()
    assert not player.missed
    record = record_of(seat, tmp_path)
    check_sheet(one, seat, record)
    one.page.set_viewport_size({"width": 360, "height": 640})
    check_sheet(one, seat, record)


# The usual match where it is short enough; a seventh of the score of the longest.
USUAL: dict[str, dict[str, object]] = {
    "romme": {}, "gin": {}, "rummy17": {}, "contract": {}, "seven_card": {}, "basic": {},
}  # fmt: skip


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_match_of_two_browsers_and_a_bot(
    screen: Opener, address: str, tmp_path: Path, game: str
) -> None:
    """One plays by keys, the other by taps on a phone; both end with the sheet of the record."""
    people = TWO if game in ("romme", "gin") else [*TWO, {"kind": "bot"}]
    seats = new_table(address, game, "Ada", seats=people, rules=USUAL[game])
    pages = [screen(), screen(390, 844, has_touch=True, is_mobile=True)]
    keys = Keys()
    both: list[Hands] = [keys, Touch()]
    players = [
        Player(one.at_table(seat.link), seat, hands)
        for one, seat, hands in zip(pages, seats, both)
    ]
    play_together(players, 1800)
    missed = [one for player in players for one in player.missed]
    assert not missed, "\n".join(missed)
    assert not keys.lost
    record = record_of(seats[0], tmp_path)
    for player in players:
        check_sheet(player.screen, player.seat, record)
