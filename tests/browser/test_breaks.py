"""The connection breaks: the page says so, comes back, and nothing is lost or done twice."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.browser.conftest import Opener
from tests.browser.driver import Player
from tests.browser.hands import CORNER, Mouse, offers
from tests.browser.screen import Screen
from tests.browser.tables import TWO, Seat, draw_by_hints, new_table
from tests.browser.wires import Wires

# How long the page waits for a sign of life: a heartbeat, then its patience (connection.ts).
HEARTBEAT, PATIENCE = 9_000, 4_000


@pytest.fixture
def wires(address: str) -> Iterator[Wires]:
    with Wires(address) as found:
        yield found


def over_wires(screen: Opener, wires: Wires, seat: Seat, clock: bool = False) -> Screen:
    """A seat's page, all of it loaded, behind wires that can be cut."""
    one = screen()
    if clock:
        one.page.clock.install()
    one.address = wires.address
    one.at_table(seat.link.replace(seat.address, wires.address))
    one.page.keyboard.press("p")
    one.until(lambda seen: seen["dialog"], "a dialog: the rest of the page is here")
    one.page.keyboard.press("Escape")
    one.until(lambda seen: not seen["dialog"], "the table")
    return one


def log(one: Screen) -> list[str]:
    """What the page says has happened in this deal, newest first."""
    lines: list[str] = one.page.locator("aside.side .log li").all_inner_texts()
    return lines


def acts(seat: Seat) -> list[tuple[int, str]]:
    """What all have done in this deal."""
    return [(e["seat"], e["text"]) for e in seat.snapshot()["events"] if e["kind"] == "act"]


def reloaded(one: Screen) -> list[str]:
    """The log of a page that knows only what the server tells it now."""
    one.page.reload()
    one.until(lambda seen: seen["hand"], "the table again")
    return log(one)


def test_a_cut_in_mid_turn_keeps_the_tray(screen: Opener, address: str, wires: Wires) -> None:
    """Melds are staged, all connections end; they can be laid down afterwards, once."""
    [seat] = new_table(address, "romme", "Jo")
    draw_by_hints(seat)
    one = over_wires(screen, wires, seat)
    player = Player(one, seat, Mouse())
    melds = [part for part in seat.hint() if part["action"].startswith("meld")]
    for part in melds:
        assert player.stage(part), player.missed
    before = one.look()
    wires.cut()
    one.until(lambda seen: seen["banner"], "a word that the connection is lost", 3)
    assert one.look()["staged"] == len(melds)
    wires.mend()
    one.until(lambda seen: not seen["banner"], "the connection", 2)
    after = one.look()
    for what in ("hand", "staged", "prompt"):
        assert after[what] == before[what]
    one.until(lambda seen: "lay_down" in offers(seen), "laying down")
    player.press("lay_down")
    laid = [text for by, text in acts(seat) if by == 0 and text.startswith("meld")]
    assert laid == [part["action"] for part in melds]
    assert log(one) == reloaded(one)


def test_what_is_done_while_cut_off_is_done_once_later(
    screen: Opener, address: str, wires: Wires
) -> None:
    """A command is given before the page knows that nobody hears it, and sent again."""
    [seat] = new_table(address, "romme", "Jo")
    one = over_wires(screen, wires, seat)
    one.until(lambda seen: "draw" in offers(seen), "the turn")
    before = one.hand()
    wires.mode = "stalled"
    one.page.keyboard.press("d")
    assert one.hand() == before
    wires.cut()
    one.until(lambda seen: seen["banner"], "a word that the connection is lost", 3)
    wires.mend()
    one.until(lambda seen: len(seen["hand"]) == len(before) + 1, "the card drawn", 4)
    assert [text for by, text in acts(seat) if by == 0].count("draw") == 1
    assert not one.look()["toast"]
    assert log(one) == reloaded(one)


def test_nothing_is_done_where_the_seat_is_no_more(screen: Opener, address: str) -> None:
    [seat] = new_table(address, "romme", "Jo")
    old = screen().at_table(seat.link)
    old.until(lambda seen: "draw" in offers(seen), "the turn")
    new = screen().at_table(seat.link)
    old.until(lambda seen: not seen["table"], "a word that the seat was opened elsewhere")
    assert not old.look()["doing"]
    old.page.keyboard.press("d")
    before = new.hand()
    old.page.get_by_role("button", name="Play here").click()
    old.until(lambda seen: "draw" in offers(seen), "the turn")
    assert old.hand() == before
    assert [text for by, text in acts(seat) if by == 0] == []
    new.until(lambda seen: not seen["table"], "the table to have moved")


def test_a_command_whose_answer_is_lost_is_done_once(
    screen: Opener, address: str, wires: Wires
) -> None:
    """The server has done it, the page cannot know: it asks again, and nothing is done twice."""
    [seat] = new_table(address, "romme", "Jo")
    one = over_wires(screen, wires, seat)
    one.until(lambda seen: "draw" in offers(seen), "the turn")
    before = one.hand()
    wires.mode = "deaf"
    one.page.keyboard.press("d")
    one.until(lambda seen: len(seat.state()["hand"]) == len(before) + 1, "the server to have drawn")
    assert one.hand() == before
    wires.mend()
    seen = one.until(lambda seen: len(seen["hand"]) == len(before) + 1, "the card drawn", 4)
    assert not seen["toast"]
    assert [text for by, text in acts(seat) if by == 0].count("draw") == 1
    # The page goes on from here.
    one.card(0).click(position=CORNER)
    one.until(lambda seen: "discard" in offers(seen), "the discard")
    one.page.keyboard.press("x")
    one.until(lambda seen: len(seen["hand"]) == len(before), "the discard done")
    # Bots play on meanwhile; what is new stands on top.
    told = log(one)
    assert reloaded(one)[-len(told):] == told


@pytest.mark.parametrize("told", [True, False])
def test_a_silent_connection_is_noticed(
    screen: Opener, address: str, wires: Wires, told: bool
) -> None:
    """Half open: the socket stays, nothing comes. Ben goes on meanwhile, and the page catches up.

    told: the browser says when the network is back; else the page must come back by itself.
    """
    ada, ben = new_table(address, "romme", "Ada", seats=TWO)
    one = over_wires(screen, wires, ada, clock=True)
    while ada.state()["turn"] == 0:
        ada.play_hint()
    one.until(lambda seen: "wait" in {d["id"] for d in seen["doing"]}, "Ben's turn")
    wires.mode = "stalled"
    if told:
        one.context.set_offline(True)
    while ben.state()["turn"] == 1:
        ben.play_hint()
    assert "wait" in {d["id"] for d in one.look()["doing"]}, "the page cannot know yet"
    one.page.clock.fast_forward(HEARTBEAT)
    one.page.clock.fast_forward(PATIENCE)
    one.until(lambda seen: seen["banner"], "a word that the connection is lost", 3)
    wires.mend()
    if told:
        one.context.set_offline(False)
    else:
        one.page.clock.fast_forward(PATIENCE)
    one.until(lambda seen: {"draw", "take"} & set(offers(seen)), "the own turn", 2)
    one.until(lambda seen: not seen["banner"], "the connection", 2)
    assert len(log(one)) == len(acts(ada)) + 1, "all that was done, and the deal itself"
    assert log(one) == reloaded(one)
