"""Every size of screen: nothing scrolls away, every card can be touched."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.conftest import Opener
from tests.browser.screen import Screen
from tests.browser.tables import GAMES, new_table

SIZES = (
    (320, 568), (360, 640), (390, 844), (667, 375), (768, 1024), (1280, 800), (1920, 1080),
)  # fmt: skip
# What of the table lies outside the window, in CSS pixels beyond its edges.
OUTSIDE = """() => {
  const wanted = [
    '.prompt', '.piles .pile button', '.hand-list button.card', 'footer.acts [data-do]',
  ];
  const out = [];
  for (const selector of wanted) {
    const found = [...document.querySelectorAll(selector)];
    if (found.length === 0) out.push(`${selector} is missing`);
    for (const one of found) {
      const box = one.getBoundingClientRect();
      if (box.left < -1 || box.top < -1 || box.right > innerWidth + 1
        || box.bottom > innerHeight + 1)
        out.push(`${selector} ${one.ariaLabel ?? one.innerText}: ${JSON.stringify(box)}`);
    }
  }
  const root = document.documentElement;
  if (root.scrollWidth > innerWidth || root.scrollHeight > innerHeight)
    out.push(`scrolls: ${root.scrollWidth} x ${root.scrollHeight}`);
  return out;
}"""
# The visible strip of each card: to the next card of its row, or its whole width.
STRIPS = """() => {
  const cards = [...document.querySelectorAll('.hand-list button.card')];
  return cards.map((card, at) => {
    const box = card.getBoundingClientRect();
    const next = cards[at + 1]?.getBoundingClientRect();
    const strip = next && Math.abs(next.top - box.top) < 4 ? next.left - box.left : box.width;
    const y = box.top + Math.min(box.height, 60) / 2;
    const hit = document.elementFromPoint(box.left + strip / 2, y);
    return { strip, hit: card.contains(hit), name: card.ariaLabel };
  });
}"""
CONTROLS = """() => [...document.querySelectorAll('button, a, input, select')]
  .filter((one) => !one.matches('.hand-list button') && one.offsetParent && !one.closest('.vh'))
  .map((one) => ({ box: one.getBoundingClientRect(), name: one.ariaLabel ?? one.innerText }))
  .filter(({ box }) => box.width > 1 && (box.width < 43.5 || box.height < 43.5))
  .map(({ box, name }) => `${name}: ${box.width} x ${box.height}`)"""

# Text with something else in front of it.
COVERED = """() => {
  const out = new Set();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (walker.nextNode()) {
    const parent = walker.currentNode.parentElement;
    const text = walker.currentNode.data.trim();
    if (!text || parent.closest('.vh, svg, .ava, .hand, .toast')) continue;
    if (!parent.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    if (parent.clientWidth === 1) continue;  // only for screen readers
    range.selectNodeContents(walker.currentNode);
    for (const box of range.getClientRects()) {
      for (const x of [box.left + 3, box.left + box.width / 2, box.right - 3]) {
        const hit = document.elementFromPoint(x, box.top + box.height / 2);
        if (box.width < 6 || !hit || hit.contains(parent) || parent.contains(hit)) continue;
        // What has been scrolled away, also behind the hand, is not covered.
        let clip = parent;
        while (clip && getComputedStyle(clip).overflowY === 'visible') clip = clip.parentElement;
        const behind = clip?.matches('.mat') && hit.closest('.hand');
        if (!clip || (clip.contains(hit) && !behind))
          out.add(`${text} under ${hit.closest('[class]')?.className}`);
      }
    }
  }
  return [...out];
}"""

STILL = """async () => {
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  const now = () => JSON.stringify([...document.querySelectorAll('.hand-list button.card')].map(
    (card) => [card.getBoundingClientRect(), innerWidth]));
  for (let last = '', same = 0; same < 10; same += 1) {
    await frame();
    if (last !== (last = now())) same = 0;
  }
}"""


def settled(one: Screen) -> Any:
    """The page after it has followed a change of size: the hand lies still for some frames."""
    one.page.evaluate(STILL)
    return one.page


@pytest.mark.parametrize("game", GAMES)
def test_the_table_fits_every_size(screen: Opener, address: str, game: str) -> None:
    [seat] = new_table(address, game)
    one = screen().at_table(seat.link)
    for width, height in SIZES:
        one.page.set_viewport_size({"width": width, "height": height})
        assert settled(one).evaluate(OUTSIDE) == [], f"{width} x {height}"


@pytest.mark.parametrize("sizes", [((375, 667), (667, 375)), ((320, 568), (768, 1024))])
def test_the_hand_follows_a_phone_that_is_turned(
    screen: Opener, address: str, sizes: tuple[tuple[int, int], tuple[int, int]]
) -> None:
    """A mobile window tells of its new size while the old cards still reach beyond it."""
    [seat] = new_table(address, "contract")
    first, second = sizes
    one = screen(*first, has_touch=True, is_mobile=True).at_table(seat.link)
    width = "document.querySelector('.hand-list button.card').offsetWidth"
    before = settled(one).evaluate(width)
    for size in (second, first):
        one.page.set_viewport_size({"width": size[0], "height": size[1]})
        page = settled(one)
    assert page.evaluate(width) == before
    assert page.evaluate(OUTSIDE) == []


@pytest.mark.parametrize("game", GAMES)
def test_every_card_has_a_strip_to_touch(screen: Opener, address: str, game: str) -> None:
    [seat] = new_table(address, game)
    one = screen(320, 568, has_touch=True, is_mobile=True).at_table(seat.link)
    for width, height in ((320, 568), (360, 640)):
        one.page.set_viewport_size({"width": width, "height": height})
        strips = settled(one).evaluate(STRIPS)
        least = 40 if width == 360 and len(strips) <= 16 else 36
        assert [s for s in strips if s["strip"] < least or not s["hit"]] == []
        assert one.page.evaluate(CONTROLS) == [], f"{width} x {height}"


@pytest.mark.parametrize("game", GAMES)
def test_no_text_lies_over_other_text(screen: Opener, address: str, game: str) -> None:
    """With text of twice the size, on a phone and on a large screen, in the longer language."""
    [seat] = new_table(address, game)
    for width, height in ((360, 640), (1280, 800)):
        one = screen(width, height, locale="de").at_table(seat.link)
        for place in range(2):
            one.page.evaluate("document.documentElement.style.fontSize = '200%'")
            assert settled(one).evaluate(COVERED) == [], f"{width} px, {place} picked"
            one.card(place).click(position={"x": 12, "y": 24})


def test_nothing_is_cut_off_with_large_text(screen: Opener, address: str) -> None:
    """400 % zoom of 1280 px is 320 px; text twice as large still leaves the hand reachable."""
    [seat] = new_table(address, "romme")
    one = screen(320, 568).at_table(seat.link)
    one.page.add_style_tag(content="html { font-size: 200% !important }")
    assert settled(one).evaluate(
        "[...document.querySelectorAll('footer.acts [data-do], .prompt')]"
        ".filter((b) => b.scrollWidth > b.clientWidth + 1).map((b) => b.innerText)"
    ) == []  # fmt: skip
    card = one.card(0)
    card.scroll_into_view_if_needed()
    assert card.is_visible()


def test_names_are_whole_on_a_small_laptop(screen: Opener, address: str) -> None:
    bots = [{"kind": "bot", "level": "beginner"}] * 3
    [seat] = new_table(address, "contract", seats=[{"kind": "me"}, *bots])
    page = screen(1024, 700, locale="de").at_table(seat.link).page
    assert page.evaluate(
        "[...document.querySelectorAll('.opps .nm')]"
        ".filter((name) => name.scrollWidth > name.clientWidth).map((name) => name.innerText)"
    ) == []  # fmt: skip
    assert page.locator("header.bar").evaluate("(bar) => bar.offsetHeight") <= 72


@pytest.mark.parametrize("size", [(1280, 800), (1024, 700)])
def test_the_piles_have_room_beside_an_open_tray(
    screen: Opener, address: str, size: tuple[int, int]
) -> None:
    """In Rummy 17 they share the felt with the bonus cards and the side jokers."""
    [seat] = new_table(address, "rummy17")
    page = screen(*size).at_table(seat.link).page
    # The hand knows its width after the first frame, and the bar its height with its font.
    page.evaluate("document.fonts.ready.then(() => new Promise(requestAnimationFrame))")
    page.evaluate("document.querySelector('.tray').classList.remove('thin')")
    boxes = page.evaluate(
        "['.goals', '.piles > .pile', '.jokers', '.tray'].map("
        "(one) => document.querySelector(one).getBoundingClientRect().toJSON())"
    )
    goals, pile, jokers, tray = boxes
    assert goals["bottom"] <= pile["top"]
    assert max(pile["bottom"], jokers["bottom"]) <= tray["top"]


def test_the_lobby_and_a_code_fit_a_narrow_phone(screen: Opener, address: str) -> None:
    page = screen(320, 568, locale="de").open().page
    page.locator(".tile .go").first.wait_for()
    assert page.evaluate(
        "[...document.querySelectorAll('.invite-p .btn, .tile')]"
        ".filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.innerText)"
    ) == []  # fmt: skip
    [seat] = new_table(address, "gin", seats=[{"kind": "me"}, {"kind": "open"}])
    page.goto(seat.link)
    page.locator(".code").wait_for()
    tops = page.evaluate("[...document.querySelectorAll('.code b')].map((one) => one.offsetTop)")
    assert len(tops) == 9
    assert len(set(tops)) == 1


def test_the_meter_gives_way_to_the_plays(screen: Opener, address: str) -> None:
    """Four staged plays of Rommé are about this wide; the last one is not cut off."""
    [seat] = new_table(address, "romme")
    page = screen().at_table(seat.link).page
    page.locator(".tray-in").evaluate(
        "(tray) => tray.replaceChildren(Object.assign(document.createElement('div'),"
        " { className: 'staged', style: 'width: 640px' }))"
    )
    assert page.locator(".tray-in").evaluate("(one) => one.scrollWidth - one.clientWidth") <= 0
    assert page.locator(".opening").evaluate("(one) => one.offsetWidth") >= 150
