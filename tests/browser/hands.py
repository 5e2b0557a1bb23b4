"""Three ways to use the page: with a mouse, with fingers, with keys alone."""

from __future__ import annotations

from typing import Any, Protocol

from tests.browser.screen import Screen

# Where a card is touched: its left side is what a spread hand leaves visible, a focused neighbour
# lies over the edge of it.
CORNER = {"x": 26, "y": 30}
KEYS = {
    "draw": "d", "take": "f", "meld": "m", "lay": "l", "swap": "j", "lay_down": "c", "finish": "c",
    "discard": "x", "knock": "Shift+K", "claim": "k",
    "pass": "n",
}  # fmt: skip


class Hands(Protocol):
    """What a player does to the page."""

    def pick(self, screen: Screen, at: int) -> None:
        """Select or unselect the card at a place of the hand."""

    def press(self, screen: Screen, what: str) -> None:
        """Use a button of the table, by its name in `data-do`."""

    def target(self, screen: Screen, action: str) -> None:
        """Choose where the picked card goes, by the action in notation."""

    def side_joker(self, screen: Screen, token: str) -> None:
        """Select or unselect a joker that lies beside the hand."""


def target_button(action: str) -> str:
    """Where a lit place is chosen: an end of a meld, or a joker."""
    return f'button.target[data-part="{action}"]'


def joker_button(token: str) -> str:
    """A joker that lies beside the table, or that a swap has freed."""
    freed = f'.tray [data-freed="{token}"][aria-pressed="false"]'
    return f'.jokers .sj button:has([data-card="{token}"]), {freed}'


class Mouse:
    """Clicks."""

    def pick(self, screen: Screen, at: int) -> None:
        screen.card(at).click(position=CORNER)

    def press(self, screen: Screen, what: str) -> None:
        screen.doing(what).first.click()

    def target(self, screen: Screen, action: str) -> None:
        screen.page.locator(target_button(action)).first.click()

    def side_joker(self, screen: Screen, token: str) -> None:
        screen.page.locator(joker_button(token)).first.click()


class Touch:
    """Taps, and nothing else."""

    def pick(self, screen: Screen, at: int) -> None:
        screen.card(at).tap(position=CORNER)

    def press(self, screen: Screen, what: str) -> None:
        screen.doing(what).first.tap()

    def target(self, screen: Screen, action: str) -> None:
        """On the number, or on the meld itself where that says enough."""
        number = screen.page.locator(target_button(action))
        meld = screen.page.locator(".table-melds .meld-box", has=number)
        if meld.count() == 1 and meld.locator(".target").count() == 1:
            meld.tap(position=CORNER)
        else:
            number.first.tap()

    def side_joker(self, screen: Screen, token: str) -> None:
        screen.page.locator(joker_button(token)).first.tap()


class Keys:
    """Keys only. After every one of them something on the page has the focus."""

    def __init__(self) -> None:
        self.lost: list[str] = []

    def key(self, screen: Screen, key: str) -> None:
        before = screen.look()["focus"]
        screen.page.keyboard.press(key)
        if before != "body" and screen.look()["focus"] == "body":
            self.lost.append(key)

    def pick(self, screen: Screen, at: int) -> None:
        self.reach(screen, ".hand-list button.card")
        here = int(screen.page.evaluate(
            "[...document.querySelectorAll('.hand-list button.card')]"
            ".indexOf(document.activeElement)"
        ))  # fmt: skip
        for _ in range(abs(at - here)):
            self.key(screen, "ArrowRight" if at > here else "ArrowLeft")
        self.key(screen, "Space")

    def press(self, screen: Screen, what: str) -> None:
        # Only what the bar has no key for is reached by Tab.
        if what in KEYS:
            self.key(screen, KEYS[what])
        else:
            self.reach(screen, f'[data-do="{what}"]')
            self.key(screen, "Enter")

    def target(self, screen: Screen, action: str) -> None:
        button = screen.page.locator(target_button(action)).first
        digit = (button.get_attribute("aria-label") or "").split(":")[0]
        self.key(screen, "j" if action.startswith("swap") else "l")
        if screen.look()["targets"] and digit.isdigit():
            self.key(screen, digit)

    def side_joker(self, screen: Screen, token: str) -> None:
        self.reach(screen, joker_button(token))
        self.key(screen, "Space")

    def reach(self, screen: Screen, selector: str) -> None:
        """Go on with Tab until the focus is on such an element."""
        test = f"document.activeElement.matches({selector!r})"
        for _ in range(60):
            if screen.page.evaluate(test):
                return
            screen.page.keyboard.press("Tab")
        raise AssertionError(f"Tab does not reach {selector}")


def offers(seen: dict[str, Any]) -> list[str]:
    """What can be done now, by the buttons that are not off."""
    return [one["id"] for one in seen["doing"] if not one["off"]]
