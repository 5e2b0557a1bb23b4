"""What a page shows, and what went wrong while it was open."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from playwright.sync_api import BrowserContext, Locator, Page, Response

# One look at all a player would read from the table.
LOOK = """() => {
  const all = (selector) => [...document.querySelectorAll(selector)];
  const off = (button) => button.getAttribute('aria-disabled') === 'true';
  const active = document.activeElement;
  return {
    table: all('.table').length > 0,
    doing: all('[data-do]').map((b) => ({ id: b.dataset.do, off: off(b), text: b.innerText })),
    claim: all('.claimsheet').length > 0,
    over: all('footer.end').length > 0,
    hand: all('.hand-list button.card').map((b) => ({
      card: b.dataset.card, picked: b.getAttribute('aria-pressed') === 'true',
      away: b.classList.contains('is-away'), name: b.getAttribute('aria-label'),
    })),
    staged: all('.tray .staged').length,
    targets: all('button.target').length,
    prompt: all('.prompt').map((p) => p.innerText.replace(/\\s+/g, ' ')).join(''),
    toast: all('.toast:not(.banner)').map((p) => p.innerText).join(''),
    banner: all('.toast.banner').map((p) => p.innerText).join(''),
    dialog: all('dialog[open] h2').map((h) => h.innerText).join(''),
    focus: active === document.body || active === null ? 'body' : active.tagName,
  };
}"""


class Screen:
    """A page of the server in a context of its own."""

    def __init__(self, context: BrowserContext, address: str) -> None:
        self.context = context
        self.address = address
        self.page: Page = context.new_page()
        self.faults: list[str] = []
        self.sizes: dict[str, tuple[int, str]] = {}
        self.frames: list[str] = []
        self.page.on("pageerror", lambda error: self.faults.append(f"error: {error}"))
        self.page.on("console", self._said)
        self.page.on("requestfailed", lambda request: self.faults.append(f"failed: {request.url}"))
        self.page.on("response", self._answered)
        self.page.on("websocket", lambda one: one.on("framereceived", self._received))

    def _said(self, message: Any) -> None:
        # A socket that a test cuts is reported by the browser itself.
        if message.type in ("error", "warning") and "WebSocket" not in message.text:
            self.faults.append(f"console: {message.text}")

    def _answered(self, response: Response) -> None:
        url = response.url
        if not url.startswith((self.address, "blob:", "data:")):
            self.faults.append(f"another origin: {url}")
        elif response.status >= 400:
            self.faults.append(f"{response.status}: {url}")
        size = int(response.headers.get("content-length", "0"))
        kind = response.headers.get("content-type", "")
        self.sizes[url.removeprefix(self.address)] = (size, kind)

    def _received(self, payload: Any) -> None:
        self.frames.append(payload if isinstance(payload, str) else payload.decode())

    def open(self, url: str = "") -> Screen:
        """Go to an address of the page."""
        self.page.goto(url or self.address)
        return self

    def look(self) -> dict[str, Any]:
        """What is shown now."""
        seen: dict[str, Any] = self.page.evaluate(LOOK)
        return seen

    def until(
        self, ready: Callable[[dict[str, Any]], object], what: str = "", seconds: float = 10.0
    ) -> dict[str, Any]:
        """Wait for the page to show something; what it shows then."""
        end = time.monotonic() + seconds
        while True:
            seen = self.look()
            if ready(seen):
                return seen
            if time.monotonic() > end:
                raise AssertionError(f"not within {seconds} s: {what or ready}; shown: {seen}")
            time.sleep(0.03)

    def at_table(self, seat_link: str) -> Screen:
        """Open a seat and wait for its hand."""
        self.open(seat_link)
        self.until(lambda seen: seen["hand"] or seen["over"], "the table")
        return self

    def hand(self) -> list[str]:
        """The cards of the hand from left to right."""
        return [card["card"] for card in self.look()["hand"]]

    def card(self, at: int) -> Locator:
        """The card at a place of the hand."""
        return self.page.locator(".hand-list button.card").nth(at)

    def doing(self, name: str) -> Locator:
        """A button of the action bar, the claim sheet or a dialog that asks."""
        return self.page.locator(f'[data-do="{name}"]')
