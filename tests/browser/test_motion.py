"""Cards that fly: never where motion is off, never long, never in the way; what is spoken."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from tests.browser.conftest import Opener
from tests.browser.driver import Player, asked
from tests.browser.hands import CORNER, Mouse, offers
from tests.browser.tables import GAMES, Seat, new_table

# At every frame: how many animations run, and the time of the longest so far.
WATCH = """
  globalThis.moves = { most: 0, longest: 0, frames: 0 };
  const look = () => {
    const running = document.getAnimations();
    moves.frames += 1;
    moves.most = Math.max(moves.most, running.length);
    for (const one of running)
      moves.longest = Math.max(moves.longest, one.effect.getComputedTiming().endTime);
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
"""
# What the polite voice says, sentence by sentence.
LISTEN = """
  globalThis.said = [];
  new MutationObserver((changes) => {
    for (const change of changes) for (const one of change.addedNodes)
      if (one.parentElement?.matches('[data-speaker]')) said.push(one.textContent);
  }).observe(document, { childList: true, subtree: true });
"""
SLOW = """
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...given) {
    const one = animate.apply(this, given);
    one.playbackRate = 0.002;
    return one;
  };
"""
SPOKEN = {
    "draw": "drew", "take": "took", "meld": "laid", "lay": "laid off", "swap": "swapped",
    "discard": "discarded", "knock": "knocked", "pass": "passed", "claim": "wants",
    "decline": "declined",
}  # fmt: skip


def play_some(player: Player, turns: int) -> None:
    """So many things of a deal, or all of it."""
    while turns:
        seen = player.screen.until(
            lambda seen: (asked(seen) and player.seat.hint()) or seen["over"], "something to do", 30
        )
        if seen["over"]:
            return
        turns -= player.step(seen)


@pytest.mark.parametrize("game", GAMES)
def test_nothing_moves_where_motion_is_off(screen: Opener, address: str, game: str) -> None:
    """Not at a single frame of some turns."""
    [seat] = new_table(address, game, "Jo", everybody=True)
    one = screen(motion=False)
    one.page.add_init_script(WATCH)
    one.at_table(seat.link)
    play_some(Player(one, seat, Mouse()), 8)
    moves: dict[str, Any] = one.page.evaluate("moves")
    assert moves["frames"] > 10
    assert moves["most"] == 0


@pytest.mark.parametrize("game", GAMES)
def test_no_move_takes_longer_than_a_quarter_second(
    screen: Opener, address: str, game: str
) -> None:
    [seat] = new_table(address, game, "Jo", everybody=True)
    one = screen(motion=True)
    one.page.add_init_script(WATCH)
    one.at_table(seat.link)
    play_some(Player(one, seat, Mouse()), 8)
    moves: dict[str, Any] = one.page.evaluate("moves")
    assert moves["most"] > 0
    assert 0 < moves["longest"] <= 250


def test_the_next_action_does_not_wait_for_a_move(screen: Opener, address: str) -> None:
    """Flights are slowed to minutes: a card is picked, moved and discarded, the next one drawn."""
    [seat] = new_table(address, "gin", "Yann")
    one = screen(motion=True)
    one.page.add_init_script(SLOW)
    one.at_table(seat.link)
    flying = "document.getAnimations().filter((one) => one.playState === 'running').length"
    for _ in range(2):
        one.until(lambda seen: {"draw", "pass"} & set(offers(seen)), "the own turn")
        while "pass" in offers(one.look()):
            one.page.locator('[data-do="pass"]').click()
            one.until(lambda seen: "pass" not in offers(seen), "the pass done")
            one.until(lambda seen: {"draw", "pass"} & set(offers(seen)), "the own turn")
        cards = len(one.hand())
        one.page.keyboard.press("d")
        one.until(lambda seen: len(seen["hand"]) == cards + 1, "the card drawn")  # noqa: B023
        assert one.page.evaluate(flying) > 0
        # The browser tools would wait for the card to lie still; a hand does not.
        one.card(0).click(position=CORNER, force=True)
        one.until(lambda seen: "discard" in offers(seen), "the discard")
        assert one.page.evaluate(flying) > 0
        one.page.keyboard.press("x")
        one.until(lambda seen: len(seen["hand"]) == cards, "the discard done")  # noqa: B023


PLACES = """
  () => Object.fromEntries([...document.querySelectorAll('.hand-list [data-id]')].map((card) => {
    const { left, top } = card.getBoundingClientRect();
    return [card.dataset.id, [left, top]];
  }))
"""
NOTHING_MOVES = "document.getAnimations().forEach((one) => one.finish())"


def test_sorted_cards_slide_from_where_they_are_drawn(screen: Opener, address: str) -> None:
    """Also when they are sorted again on their way: at no moment does a card leap."""
    [seat] = new_table(address, "romme", "Ada")
    one = screen(motion=True)
    one.page.add_init_script(SLOW)
    one.at_table(seat.link)
    one.page.evaluate(NOTHING_MOVES)
    by_suit = one.hand()
    places = one.page.evaluate(PLACES)

    def drawn_as_before() -> None:
        now = one.page.evaluate(PLACES)
        assert now.keys() == places.keys()
        for card, (left, top) in places.items():
            assert now[card] == [pytest.approx(left, abs=12), pytest.approx(top, abs=12)]

    one.page.keyboard.press("r")
    by_rank = one.hand()
    assert by_rank != by_suit
    drawn_as_before()
    one.page.keyboard.press("s")
    assert one.hand() == by_suit
    drawn_as_before()
    one.page.keyboard.press("r")
    drawn_as_before()
    one.page.evaluate(NOTHING_MOVES)
    settled = one.page.evaluate(PLACES)
    assert sorted(settled, key=lambda card: settled[card]) == list(settled)
    assert settled != places


def said_by_others(seat: Seat, after: int) -> list[tuple[str, str]]:
    """Who did what, as it should have been spoken: all but the seat's own doings, and whose claim
    was granted, which the next to draw follows and the last answer leads to."""
    snapshot = seat.snapshot()
    names = [one["name"] for one in snapshot["table"]["seats"]]
    wanted = []
    for event in snapshot["events"]:
        if event["seq"] <= after or event["kind"] != "act":
            continue
        verb = event["text"].split()[0]
        answer = verb in ("claim", "pass", "decline")
        own = [(event["seat"], SPOKEN[verb])]
        granted = [
            (gain["seat"], "gets")
            for gain in event.get("shown", [])
            if answer or gain["seat"] != event["seat"]
        ]
        told = own + granted if answer else granted + own
        wanted += [(names[at], said) for at, said in told if at != 0]
    return wanted


@pytest.mark.parametrize("game", ["romme", "rummy17", "contract", "gin"])
def test_what_others_do_is_spoken_once_and_in_order(
    screen: Opener, address: str, game: str
) -> None:
    [seat] = new_table(address, game, "Jo", everybody=True)
    one = screen()
    one.page.add_init_script(LISTEN)
    one.at_table(seat.link)
    start = next(told["seq"] for told in map(json.loads, one.frames) if told["t"] == "snapshot")
    play_some(Player(one, seat, Mouse()), 6)
    one.until(lambda seen: asked(seen) or seen["over"], "the own turn again")
    wanted = said_by_others(seat, start)
    assert wanted
    heard: list[str] = one.page.evaluate("said")
    names = {name for name, _ in wanted}
    theirs = [text for text in heard if any(text.startswith(f"{name} ") for name in names)]
    assert len(theirs) == len(wanted), (theirs, wanted)
    for text, (name, verb) in zip(theirs, wanted):
        assert re.match(rf"{re.escape(name)} {verb}\b", text), (text, name, verb)
