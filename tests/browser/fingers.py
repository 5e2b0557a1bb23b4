"""Fingers that drag."""

from __future__ import annotations

from playwright.sync_api import CDPSession

from tests.browser.hands import CORNER
from tests.browser.screen import Screen


class Finger:
    """Real touch events of the browser."""

    def __init__(self, screen: Screen) -> None:
        self.session: CDPSession = screen.context.new_cdp_session(screen.page)
        self.screen = screen

    def event(self, kind: str, *points: tuple[float, float]) -> None:
        self.session.send(
            "Input.dispatchTouchEvent",
            {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]},
        )

    def drag(
        self, start: tuple[float, float], *to: tuple[float, float], end: str = "touchEnd"
    ) -> None:
        """From a point over others; it ends with a lift, or is called off."""
        self.event("touchStart", start)
        last = start
        for goal in to:
            for step in range(1, 7):
                x = last[0] + (goal[0] - last[0]) * step / 6
                self.event("touchMove", (x, last[1] + (goal[1] - last[1]) * step / 6))
            last = goal
        if end:
            self.event(end)
            self.screen.page.wait_for_timeout(120)


def corner(one: Screen, at: int) -> tuple[float, float]:
    """A point of the visible strip of a card."""
    box = one.card(at).bounding_box()
    assert box is not None
    return (box["x"] + CORNER["x"], box["y"] + CORNER["y"])


def middle(one: Screen, selector: str) -> tuple[float, float]:
    """The middle of the first element of a kind."""
    box = one.page.locator(selector).first.bounding_box()
    assert box is not None
    return (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
