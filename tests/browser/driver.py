"""Plays a seat through the page: what is done comes from the server's hint, how from the hands."""

from __future__ import annotations

import time
from collections import Counter
from typing import Any

from playwright.sync_api import TimeoutError

from tests.browser.hands import Hands, Keys, joker_button, offers
from tests.browser.screen import Screen
from tests.browser.tables import Seat

IDLE = 100
PLAIN = ("draw", "take", "pass", "claim", "decline")
PLAYS = ("meld", "lay", "swap")
PICKED_JOKER = '.jokers .sj button[aria-pressed="true"] [data-card]'


class Player:
    """A seat played through a page. done counts what was done, missed what could not be."""

    def __init__(self, screen: Screen, seat: Seat, hands: Hands) -> None:
        self.screen = screen
        self.seat = seat
        self.hands = hands
        self.done: Counter[str] = Counter()
        self.missed: list[str] = []

    def play_deal(self) -> dict[str, Any]:
        """Play until the deal is over; what the page then shows."""
        idle = 0
        while idle < IDLE:
            seen = self.screen.until(asked, "something to do", 30)
            if seen["over"]:
                return seen
            if self.step(seen):
                idle = 0
            else:
                # The page or the server is not there yet: look again.
                idle += 1
                time.sleep(0.05)
        raise AssertionError(f"nothing can be done: {seen}; hint: {self.seat.hint()}")

    def play_match(self) -> None:
        """Play until the match is over."""
        while True:
            self.play_deal()
            if self.seat.snapshot()["table"]["stage"] == "over":
                return
            self.go_on()

    def go_on(self) -> None:
        """From the sheet to the next deal."""
        self.hands.press(self.screen, "next")
        seen = self.screen.until(lambda seen: not seen["over"], "the next deal", 30)
        if isinstance(self.hands, Keys) and seen["focus"] == "body":
            self.hands.lost.append("the next deal")

    def step(self, seen: dict[str, Any]) -> bool:
        """Do one thing of a turn, or answer an offer; False where page and server differ yet."""
        parts = self.seat.hint()
        if not parts:
            return False
        first = parts[0]["action"].split()[0]
        names = {one["id"] for one in seen["doing"]}
        can = offers(seen)
        if first in PLAIN and "finish" not in names:
            if first not in can:
                return False
            if first in ("claim", "pass"):
                return self.answer(first)
            self.press(first)
        elif "go_out" in can:
            self.press("go_out")
            self.confirm()
        elif first in PLAYS and "go_out" in names:
            return False  # the page has not yet been told that the whole hand can go
        elif not names & {"discard", "finish"}:
            return False
        elif first == "meld" and "finish" in names:
            # The page itself lays the melds out in the tray.
            self.screen.until(lambda seen: seen["staged"] and "finish" in offers(seen), "melds")
            self.press("finish")
        elif first in PLAYS:
            self.lay(parts)
        elif "finish" in names:
            self.press("finish")
        elif first == "knock":
            after = self.seat.do("ask", what="hint", actions=["knock"])["parts"]
            if after and after[0]["action"].startswith("discard"):
                self.pick(after[0]["cards"])
            self.screen.until(lambda seen: "knock" in offers(seen), "knock")
            self.press("knock")
            self.confirm()
        elif first == "discard":
            self.discard(parts[0]["cards"][0])
        return True

    def lay(self, parts: list[dict[str, Any]]) -> None:
        """Stage all plays of a hint that can be staged together, and lay them down."""
        staged: list[str] = []
        for part in parts:
            if not self.stage(part):
                break
            staged.append(part["action"])
        # What a swap has freed may be needed for the rest: the swap goes down first.
        while staged[1:] and staged[0].startswith("swap") and len(staged) < len(parts) - 1:
            self.screen.page.locator(".staged .back").last.dispatch_event("click")
            staged.pop()
        seen = self.screen.until(
            lambda seen: {"lay_down", "finish"} & set(offers(seen)) or not staged,
            f"laying down {staged} of {[part['action'] for part in parts]}, missed {self.missed}",
        )
        if staged:
            self.press("finish" if "finish" in offers(seen) else "lay_down")
            return
        # What the hint says cannot be done on the page: go on, the test will tell.
        if "finish" in {one["id"] for one in seen["doing"]}:
            self.press("finish")
        else:
            self.discard(self.seat.state()["may"]["discards"][0])

    def stage(self, part: dict[str, Any]) -> bool:
        """Put one play into the tray; False where it is none, or cannot be."""
        kind = part["action"].split()[0]
        if kind not in PLAYS:
            return False
        before = self.screen.look()["staged"]
        cards = part["cards"][:1] if kind == "swap" else part["cards"]
        if not self.pick([card.partition("=")[0] for card in cards]):
            return False
        try:
            if kind == "meld":
                self.screen.until(lambda seen: "meld" in offers(seen), part["action"], 4)
                # Of several readings the page takes the dearest, unless another is chosen.
                reading = self.screen.doing(part["action"])
                self.hands.press(self.screen, part["action"] if reading.count() else "meld")
            else:
                self.screen.until(
                    lambda seen: seen["targets"] or {"lay", "swap"} & set(offers(seen)),
                    part["action"], 4,
                )  # fmt: skip
                self.hands.target(self.screen, part["action"])
            self.done[kind] += 1
            self.screen.until(lambda seen: seen["staged"] == before + 1, part["action"], 4)
        except AssertionError as error:
            self.missed.append(f"{part['action']}: {error}")
            self.clear()
            return False
        return True

    def discard(self, card: str) -> None:
        """Select one card and put it on the pile."""
        self.pick([card])
        self.screen.until(lambda seen: "discard" in offers(seen), f"discard {card}")
        self.press("discard")

    def pick(self, tokens: list[str]) -> bool:
        """Select just these cards; False where the player does not have one of them."""
        self.clear()
        for token in tokens:
            hand = self.screen.look()["hand"]
            fits = [
                at for at, one in enumerate(hand)
                if one["card"] == token and not one["picked"] and not one["away"]
            ]  # fmt: skip
            if fits:
                self.hands.pick(self.screen, fits[0])
            elif self.screen.page.locator(joker_button(token)).count():
                self.hands.side_joker(self.screen, token)
            else:
                self.clear()
                return False
        return True

    def clear(self) -> None:
        """Select nothing."""
        for button in self.screen.page.locator(PICKED_JOKER).all():
            self.hands.side_joker(self.screen, str(button.get_attribute("data-card")))
        for at, one in enumerate(self.screen.look()["hand"]):
            if one["picked"]:
                self.hands.pick(self.screen, at)

    def press(self, what: str) -> None:
        """Use a button that sends something, and wait until the page has caught up with it."""
        before = self.seat.snapshot()["seq"]
        self.hands.press(self.screen, what)
        self.done[what] += 1
        if what in ("discard", "knock", "go_out"):
            if self.screen.until(
                lambda seen: seen["dialog"] or self.acted(before), f"{what} to do something"
            )["dialog"]:  # fmt: skip
                if what == "discard":
                    self.press("confirm")
                return
        else:
            self.screen.until(lambda seen: self.acted(before), f"{what} to be done")
        self.screen.until(self.caught_up, f"the page after {what}")

    def answer(self, what: str) -> bool:
        """Answer an offer; False where it was gone before that, for nobody has to wait."""
        before = self.seat.snapshot()["seq"]
        try:
            self.hands.press(self.screen, what)
        except TimeoutError:
            if what in offers(self.screen.look()):
                raise
            return False
        self.done[what] += 1
        self.screen.until(
            lambda seen: self.acted(before) or what not in offers(seen), f"{what} to be done"
        )
        self.screen.until(self.caught_up, f"the page after {what}")
        return True

    def acted(self, seq: int) -> bool:
        """Whether this seat has done something since, or the table goes on by itself."""
        now = self.seat.snapshot()
        window = now["state"]["window"]
        if window and (window["answered"] or window["waiting"]):
            return True  # nobody is told before the window shuts
        if now["seq"] == seq:
            return False
        mine = [one for one in now["events"] if one["seq"] > seq and one["seat"] == self.me(now)]
        return bool(mine) or now["table"]["stage"] != "deal"

    def me(self, snapshot: dict[str, Any]) -> int:
        """The number of this seat."""
        return int(snapshot["state"]["you"])

    def caught_up(self, seen: dict[str, Any]) -> bool:
        """Whether the page shows what the server has."""
        state = self.seat.state()
        if state["over"] or seen["over"]:
            return bool(state["over"] and seen["over"])
        shown = sorted(one["card"] for one in seen["hand"])
        counted = "finish" in {one["id"] for one in seen["doing"]}
        return shown == sorted(state["hand"]) and (counted or not seen["staged"])

    def confirm(self) -> None:
        """Say yes where the page asks once."""
        self.screen.until(lambda seen: seen["dialog"], "a question")
        self.press("confirm")


def play_together(players: list[Player], seconds: float = 600) -> None:
    """Play a match through several pages at once; the first goes on to the next deal."""
    end = time.monotonic() + seconds
    while True:
        seen = [player.screen.look() for player in players]
        if all(one["over"] for one in seen):
            if players[0].seat.snapshot()["table"]["stage"] == "over":
                return
            players[0].go_on()
        moved = [
            player.step(one) for player, one in zip(players, seen) if asked(one) and not one["over"]
        ]
        if not any(moved):
            assert time.monotonic() < end, [seen, [player.seat.hint() for player in players]]
            time.sleep(0.02)


def asked(seen: dict[str, Any]) -> bool:
    """Whether the deal is over or the player has something to do."""
    names = {one["id"] for one in seen["doing"]}
    return bool(seen["over"] or seen["claim"] or names - {"wait"})
