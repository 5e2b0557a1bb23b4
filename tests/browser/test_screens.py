"""Each screen and dialog: what axe finds, what is cut off, and what is not translated."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.browser.conftest import Opener
from tests.browser.places import (
    in_play,
    of_a_claim,
    of_the_end,
    of_the_room,
    of_the_start,
    of_the_table,
    offered,
    played_out,
    settings,
)
from tests.browser.screen import Screen
from tests.browser.tables import GAMES

AXE = Path(__file__).parents[2] / "web/node_modules/axe-core/axe.min.js"
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
FAULTS = """async ([only, contrast]) => {
  const rules = { 'color-contrast': { enabled: contrast } };
  const found = await axe.run({ runOnly: only, rules });
  return found.violations.flatMap((one) => one.nodes.map(
    (node) => `${one.id}: ${node.target} ${node.failureSummary.replace(/\\s+/g, ' ')}`));
}"""
LOOK = """([theme, deck]) => Object.assign(document.documentElement.dataset, { theme, deck })"""
# Words that a player reads or hears.
TEXTS = """() => {
  const found = new Set();
  const add = (text) => found.add((text ?? '').replace(/\\s+/g, ' ').trim());
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const parent = walker.currentNode.parentElement;
    if (!parent.closest('script, style, noscript, svg, code, .nm, .log, [data-speaker]'))
      add(walker.currentNode.data);
  }
  for (const name of ['aria-label', 'title', 'placeholder', 'aria-valuetext'])
    for (const one of document.querySelectorAll(`[${name}]`)) add(one.getAttribute(name));
  return [...found];
}"""
# Text that reaches beyond what hides it: the window where it does not scroll, a box that clips.
CUT = """() => {
  const out = [];
  const dialog = document.querySelector('dialog[open]');
  const walker = document.createTreeWalker(dialog ?? document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (walker.nextNode()) {
    const text = walker.currentNode.data.trim();
    const parent = walker.currentNode.parentElement;
    if (!text || parent.closest('.vh, svg, .is-away, [aria-hidden="true"], .nm')) continue;
    if (!parent.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    range.selectNodeContents(walker.currentNode);
    const box = range.getBoundingClientRect();
    if (box.width < 2) continue;
    let free = { x: false, y: false };
    for (let at = parent; at; at = at.parentElement) {
      const style = getComputedStyle(at);
      const edge = at.getBoundingClientRect();
      if (edge.width <= 1) break;  // only for screen readers
      for (const [axis, low, high] of [['x', 'left', 'right'], ['y', 'top', 'bottom']]) {
        const flow = style[axis === 'x' ? 'overflowX' : 'overflowY'];
        if (flow === 'auto' || flow === 'scroll') free[axis] = true;
        else if (flow !== 'visible' && !free[axis] && !at.matches('html, body')
          && (box[low] < edge[low] - 3 || box[high] > edge[high] + 3))
          out.push(`${text}: ${at.tagName}.${at.className} hides ${axis}`);
      }
      if (at === dialog) break;
    }
    const root = document.documentElement;
    if (root.scrollHeight > innerHeight) free.y = true;
    if (!free.x && (box.left < -2 || box.right > innerWidth + 2)) out.push(`${text}: x of window`);
    if (!free.y && (box.top < -2 || box.bottom > innerHeight + 2)) out.push(`${text}: y of window`);
  }
  return out;
}"""
TWO_FRAMES = """new Promise(
  (done) => requestAnimationFrame(() => requestAnimationFrame(done)))"""
# What is the same in both languages: signs and spelt codes, names, words that both have.
SAME = re.compile(
    r"[^a-zäöüß]*|([A-Z0-9] )*-( [A-Z0-9])*|[A-Z]|upcard|English|Deutsch"
    r"|Ada|Anna|Ben|Cleo|Rummy 17|Rommé|Bonus|Bot|Hand|Joker|Name|Normal|System"
)


@pytest.fixture(scope="module")
def axe() -> str:
    """The source of axe, which is among what the page is built with."""
    assert AXE.is_file(), f"{AXE} is missing: npm ci in web/ brings it"
    return AXE.read_text(encoding="utf-8")


# Screens on which cards, and not only words, are seen: checked in four colours and forced ones.
MAIN = ("start", "picked", "claim", "score sheet", "replay")
Walk = Callable[[Screen], Iterator[str]]


def walk(
    screen: Opener, axe: str, lang: str, places: Walk
) -> tuple[list[str], dict[str, set[str]]]:
    """Go through places in one language, English light and German dark; faults, and words."""
    theme = "dark" if lang == "de" else "light"
    shown = screen(locale=lang, color_scheme=theme)
    faults: list[str] = []
    words: dict[str, set[str]] = {}
    settings(shown, lang=lang)
    for name in places(shown):
        page = shown.page
        if not page.evaluate("'axe' in globalThis"):
            page.evaluate(axe)
        found: list[Any] = [*page.evaluate(FAULTS, [TAGS, True])]
        if name in MAIN:
            page.evaluate(LOOK, [theme, "four"])
            found += [f"four colours: {one}" for one in page.evaluate(FAULTS, [TAGS, True])]
            page.evaluate(LOOK, [theme, "two"])
            page.emulate_media(forced_colors="active")
            page.evaluate(TWO_FRAMES)
            # The colours are the user's own then, and axe reads those of the page.
            found += [f"forced colours: {one}" for one in page.evaluate(FAULTS, [TAGS, False])]
            page.emulate_media(forced_colors="none")
        words[name] = set(page.evaluate(TEXTS))
        faults += [f"{name}: {fault}" for fault in found]
    return faults, words


def check(screen: Opener, axe: str, places: Walk) -> None:
    """No fault in either language, and no words that are the same in both."""
    english, words = walk(screen, axe, "en", places)
    german, worte = walk(screen, axe, "de", places)
    both = {word for name in words for word in words[name] & worte[name]}
    left = [f"in both languages: {word}" for word in sorted(both) if not SAME.fullmatch(word)]
    assert list(words) == list(worte)
    faults = english + german + left
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("game", GAMES)
def test_a_table_in_play(screen: Opener, address: str, axe: str, game: str) -> None:
    seat = in_play(address, game)
    check(screen, axe, lambda one: of_the_table(one, seat, game))


@pytest.mark.parametrize("game", GAMES)
def test_the_end_of_a_match(screen: Opener, address: str, axe: str, game: str) -> None:
    seat = played_out(address, game)
    check(screen, axe, lambda one: of_the_end(one, seat))


@pytest.mark.parametrize("game", ["rummy17", "contract"])
def test_the_sheet_of_a_claim(screen: Opener, address: str, axe: str, game: str) -> None:
    seat = offered(address, game)
    check(screen, axe, lambda one: of_a_claim(one, seat))


def test_the_start_page(screen: Opener, axe: str) -> None:
    check(screen, axe, of_the_start)


def test_the_waiting_room(screen: Opener, address: str, axe: str) -> None:
    check(screen, axe, lambda one: of_the_room(one, address))


def cut_off(screen: Opener, places: Walk, **size: int) -> list[str]:
    """What is cut off on a small screen, and on a large one with text twice as large."""
    found: list[str] = []
    for width, height, text in ((320, 568, 100), (1280, 800, 200)):
        one = screen(width, height, locale="de")
        settings(one, lang="de")
        for name in places(one):
            one.page.evaluate(
                "(size) => (document.documentElement.style.fontSize = size)", f"{text}%"
            )
            one.page.evaluate(TWO_FRAMES)
            found += [f"{name} at {width} px, {text} %: {cut}" for cut in one.page.evaluate(CUT)]
            one.page.evaluate("document.documentElement.style.fontSize = ''")
    return found


@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_cut_off_at_a_table(screen: Opener, address: str, game: str) -> None:
    """At 400 % zoom (1280 px are 320) and with text of twice the size, in the longer language."""
    seat = in_play(address, game)
    found = cut_off(screen, lambda one: of_the_table(one, seat, game))
    assert not found, "\n".join(found)


def test_nothing_is_cut_off_before_and_after(screen: Opener, address: str) -> None:
    seat = played_out(address, "gin")
    found = cut_off(screen, of_the_start)
    found += cut_off(screen, lambda one: of_the_room(one, address))
    found += cut_off(screen, lambda one: of_the_end(one, seat))
    assert not found, "\n".join(found)
