"""The sheet that asks who wants a card: when it is there, how it is answered, who gets the card."""

from __future__ import annotations

import time
from statistics import median
from typing import Any

import pytest

from tests.browser.conftest import Opener
from tests.browser.screen import Screen
from tests.browser.tables import FOUR, THREE, new_table, one_step, to_window

CLAIMS = ("rummy17", "contract")
# Notes at which drawing of the page it was told of a window, at which its sheet was there, and the
# time of every message.
WATCH = """
  globalThis.heard = { told: undefined, shown: undefined, drawn: 0, frames: [] };
  const frame = () => {
    heard.drawn += 1;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  const Plain = WebSocket;
  globalThis.WebSocket = class extends Plain {
    constructor(...given) {
      super(...given);
      this.addEventListener('message', ({ data }) => {
        const message = JSON.parse(data);
        heard.frames.push([performance.now(), message]);
        if (message.state?.window && !message.state.window.answered) heard.told ??= heard.drawn;
      });
    }
  };
  new MutationObserver(() => {
    if (document.querySelector('.claimsheet')) heard.shown ??= heard.drawn;
  }).observe(document, { childList: true, subtree: true });
"""


def asked(one: Screen) -> None:
    one.until(lambda seen: seen["claim"], "the sheet")


def gone(one: Screen) -> None:
    one.until(lambda seen: not seen["claim"], "the end of the sheet")


@pytest.mark.parametrize("how", ["k", "n", "claim", "pass"])
@pytest.mark.parametrize("game", CLAIMS)
def test_the_sheet_is_answered_by_key_and_tap(
    screen: Opener, address: str, game: str, how: str
) -> None:
    """It is there as the news is drawn; a claim is public at once, a pass is seen by nobody."""
    seats = new_table(address, game, "Ada", seats=FOUR)
    one = screen(390, 844, has_touch=True, is_mobile=True)
    one.page.add_init_script(WATCH)
    one.at_table(seats[0].link)
    one_step(seats)
    one_step(seats)
    _, state = to_window(seats, 1)
    asked(one)
    assert 0 <= one.page.evaluate("heard.shown - heard.told") <= 2
    card = state["window"]["card"]
    sheet = one.page.locator(".claimsheet")
    assert sheet.locator(f'[data-card="{card}"]').count() == 1
    for button in ("claim", "pass"):
        box = sheet.locator(f'[data-do="{button}"]').bounding_box()
        assert box is not None
        assert box["height"] >= 60
    other = seats[1]  # who may answer, too: seat 3 is in turn, seat 2 threw the card
    seq = other.snapshot()["seq"]
    if len(how) == 1:
        one.page.keyboard.press(how)
    else:
        sheet.locator(f'[data-do="{how}"]').tap()
    gone(one)
    wanted = how in ("k", "claim")
    after = other.snapshot()
    if wanted:
        assert [e["text"] for e in after["events"] if e["seq"] > seq][:1] == ["claim"]
        assert not after["state"]["window"] or after["state"]["window"]["claimed"] == [0]
    else:
        assert after["seq"] == seq
        assert after["state"]["window"]["claimed"] == []
    assert not one.look()["toast"]


@pytest.mark.parametrize("game", CLAIMS)
def test_a_window_ends_without_an_answer(screen: Opener, address: str, game: str) -> None:
    """The seat in turn goes on: the sheet goes, nobody has claimed, a late K does nothing."""
    seats = new_table(address, game, "Ada", seats=THREE)
    one = screen().at_table(seats[0].link)
    to_window(seats)
    asked(one)
    before = seats[0].state()["hand"]
    one_step(seats)
    gone(one)
    one.page.keyboard.press("k")
    one.until(lambda seen: seen["toast"], "a word that it is too late")
    assert seats[0].state()["hand"] == before
    assert "claim" not in [e["text"] for e in seats[0].snapshot()["events"]]


@pytest.mark.parametrize("away", [1, 2])
@pytest.mark.parametrize("game", CLAIMS)
def test_who_gets_a_card_that_two_want(
    screen: Opener, address: str, game: str, away: int
) -> None:
    """In Rummy 17 the nearest clockwise, in contract rummy whoever said so first: here Ada did.

    Of four the seat in turn and the one before it, who threw the card, may not.
    """
    seats = new_table(address, game, "Ada", seats=FOUR)
    one = screen().at_table(seats[0].link)
    one_step(seats)
    one_step(seats)
    _, state = to_window(seats, away)
    other = 3 if away == 2 else 1
    asked(one)
    card = state["window"]["card"]
    sizes = state["hand_sizes"]
    held = one.hand().count(card)
    one.page.keyboard.press("k")
    gone(one)
    said = seats[other].do("act", actions=["claim"])
    assert said["t"] == "ack" or (game, away) == ("rummy17", 1), said
    if seats[0].state()["window"]:
        one_step(seats)
    ada_gets = game == "contract" or away == 1
    after = seats[0].state()
    assert (after["hand_sizes"][0] > sizes[0]) == ada_gets
    assert (after["hand_sizes"][other] > sizes[other]) == (not ada_gets)
    one.until(lambda seen: sorted(c["card"] for c in seen["hand"]) == sorted(after["hand"]), "hand")
    assert one.hand().count(card) - held >= ada_gets


@pytest.mark.parametrize("game", CLAIMS)
def test_a_standing_pass_lasts_until_the_own_turn(
    screen: Opener, address: str, game: str
) -> None:
    seats = new_table(address, game, "Ada", seats=FOUR)
    one = screen().at_table(seats[0].link)
    to_window(seats, 2)  # another window comes before Ada's turn
    asked(one)
    one.page.get_by_role("button", name="Pass until my next turn").click()
    gone(one)
    quiet = 0
    while seats[0].state()["turn"] != 0:
        one_step(seats)
        quiet += bool(seats[0].state()["window"])
        assert not one.look()["claim"]
    assert quiet, "no window opened meanwhile"
    while seats[0].state()["turn"] == 0:
        one_step(seats)
    to_window(seats)
    asked(one)


def fits(card: str, hand: list[str]) -> bool:
    """Whether a card makes a book with two of a hand, or stands beside two of its suit."""
    ranks = "A23456789TJQK"
    same = sum(one[0] == card[0] for one in hand if one[0] != "X")
    near = sum(
        one[1] == card[1] and abs(ranks.index(one[0]) - ranks.index(card[0])) in (1, 2)
        for one in hand if one[0] != "X"
    )  # fmt: skip
    return same >= 2 or near >= 2


@pytest.mark.long
def test_the_length_of_a_window_leaks_nothing(screen: Opener, address: str) -> None:
    """Sixty windows of contract rummy as Ada's page sees them when it is hers to draw: they last
    as long whether or not a bot holds what goes with the card."""
    bots = [{"kind": "me"}, *[{"kind": "bot", "level": "beginner"}] * 2]
    lengths: dict[bool, list[float]] = {True: [], False: []}
    for maker in ("Ada", "Ben", "Cleo"):
        [seat] = new_table(
            address, "contract", maker, seats=bots, rules={"turn_limit": 90}, window=0.25
        )  # fmt: skip
        one = screen()
        one.page.add_init_script(WATCH)
        one.at_table(seat.link)
        while (now := seat.snapshot())["table"]["stage"] == "deal":
            may = now["state"]["may"]
            if may and "draw" in may["plain"]:
                seat.do("act", actions=["draw"])
            elif may:
                seat.play_hint()
            else:
                time.sleep(0.01)
        steps: list[dict[str, Any]] = seat.do("replay", deal=1)["steps"]
        act = 0
        opened: tuple[float, bool] | None = None
        for at, frame in one.page.evaluate("heard.frames"):
            state = frame.get("state")
            if not state or state["deal"] != 1 or len(steps) <= act:
                continue
            act += sum(event["kind"] == "act" for event in frame.get("events", []))
            mine = state["turn"] == state["you"]
            window = state["window"]
            if mine and window and not window["claimed"] and opened is None:
                hands = steps[act]["state"]["hands"][1:] if act < len(steps) else []
                opened = (at, any(fits(window["card"], hand) for hand in hands))
            elif not window and opened is not None:
                lengths[opened[1]].append(at - opened[0])
                opened = None
    assert sum(map(len, lengths.values())) >= 20
    assert all(len(some) >= 5 for some in lengths.values())
    assert abs(median(lengths[True]) - median(lengths[False])) < 50, lengths
