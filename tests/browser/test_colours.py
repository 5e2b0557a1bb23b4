"""Nothing is told by colour alone."""

from __future__ import annotations

import base64
from itertools import combinations
from typing import Any

import pytest

from tests.browser.conftest import Opener
from tests.browser.hands import CORNER, offers
from tests.browser.screen import Screen
from tests.browser.tables import draw_by_hints, new_table, to_chance

EYES = ("none", "achromatopsia", "protanopia", "deuteranopia", "tritanopia")
SIDE = 96
# The marks below the index of the page's own faces, large and side by side on paper.
SHOW = """([marks, side]) => {
  const holder = document.createElement('div');
  holder.id = 'marks';
  holder.style.cssText =
    'position:fixed;left:0;top:0;z-index:9999;background:#fffdf7;display:flex;inset:0 auto auto 0';
  document.body.append(holder);
  return marks.filter((mark) => {
    const at = ['11 47', '14.5 50'].map((place) => `[transform^="translate(${place})"]`).join();
    const drawn = document.querySelector(`symbol[id^="c-"][id$="${mark}"] :is(${at})`);
    holder.insertAdjacentHTML('beforeend', `<svg class="p ink-${mark}" viewBox="0 0 100 100"
      style="width:${side}px;height:${side}px"></svg>`);
    if (!drawn) return true;
    const shape = drawn.cloneNode();
    shape.removeAttribute('transform');
    holder.lastElementChild.append(shape);
    return false;
  });
}"""
# The pixels of a picture: for each mark black or white, and the colour at its middle.
PIXELS = """async ([picture, count, side]) => {
  const image = new Image();
  image.src = `data:image/png;base64,${picture}`;
  await image.decode();
  const canvas = new OffscreenCanvas(image.width, image.height);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  context.drawImage(image, 0, 0);
  return [...Array(count).keys()].map((n) => {
    const { data } = context.getImageData(n * side, 0, side, side);
    let bits = '';
    for (let at = 0; at < data.length; at += 4)
      bits += 0.2126 * data[at] + 0.7152 * data[at + 1] + 0.0722 * data[at + 2] < 160 ? '1' : '0';
    const middle = (Math.round(side * 0.6) * side + side / 2) * 4;
    return { bits, colour: [...data.slice(middle, middle + 3)] };
  });
}"""

# The colours of the suits in the log, the prompt and on a button.
FILLS = """['.log', '.prompt', '.acts .btn'].map((place) => ['s', 'h', 'd', 'c'].map((suit) => {
  const word = `<span class="cd"><svg class="ink-${suit}"></svg></span>`;
  const holder = document.querySelector(place);
  holder.insertAdjacentHTML('beforeend', word);
  return getComputedStyle(holder.lastElementChild.firstElementChild).fill;
}))"""


def marks(one: Screen, names: str, eyes: str) -> list[dict[str, Any]]:
    """The marks as somebody with such eyes sees them."""
    session = one.context.new_cdp_session(one.page)
    session.send("Emulation.setEmulatedVisionDeficiency", {"type": eyes})
    picture = one.page.locator("#marks").screenshot()
    found: list[dict[str, Any]] = one.page.evaluate(
        PIXELS, [base64.b64encode(picture).decode(), len(names), SIDE]
    )
    session.send("Emulation.setEmulatedVisionDeficiency", {"type": "none"})
    return found


def lab(colour: list[int]) -> tuple[float, float, float]:
    """A colour of the screen (sRGB) in CIE L*a*b*, white D65."""
    r, g, b = (
        part / 12.92 if (part := value / 255) <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for value in colour
    )  # fmt: skip
    x = (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505
    y = 0.2126 * r + 0.7152 * g + 0.0722 * b
    z = (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089

    def f(t: float) -> float:
        return t ** (1 / 3) if t > 216 / 24389 else (24389 / 27 * t + 16) / 116

    return 116 * f(y) - 16, 500 * (f(x) - f(y)), 200 * (f(y) - f(z))


@pytest.mark.parametrize("names", ["rbgyp", "shdc"])
def test_marks_differ_in_shape_for_all_eyes(screen: Opener, address: str, names: str) -> None:
    """In black and white every two differ in 8 % of their pixels; the five colours by dE 9, too."""
    [seat] = new_table(address, "rummy17" if names == "rbgyp" else "romme", "Ada")
    one = screen().at_table(seat.link)
    assert one.page.evaluate(SHOW, [list(names), SIDE]) == []
    for eyes in EYES:
        for a, b in combinations(marks(one, names, eyes), 2):
            differ = sum(x != y for x, y in zip(a["bits"], b["bits"]))
            assert differ >= 0.08 * SIDE * SIDE, eyes
            if names == "rbgyp" and eyes != "achromatopsia":
                far = sum((x - y) ** 2 for x, y in zip(lab(a["colour"]), lab(b["colour"]))) ** 0.5
                assert far >= 9, (eyes, a["colour"], b["colour"])


def test_picked_and_new_cards_carry_a_mark(screen: Opener, address: str) -> None:
    [seat] = new_table(address, "romme", "Ada")
    one = screen().at_table(seat.link)
    one.until(lambda seen: "draw" in offers(seen), "the own turn")
    one.page.keyboard.press("d")
    cards = len(one.hand())
    seen = one.until(lambda seen: "new" in seen["hand"][-1]["name"], "a new card")
    assert len(seen["hand"]) in (cards, cards + 1)
    assert one.card(len(seen["hand"]) - 1).locator(".mark").inner_text().strip()
    one.card(0).click(position=CORNER)
    one.until(lambda seen: seen["hand"][0]["picked"], "a picked card")
    assert one.card(0).locator(".mark svg").is_visible()
    assert one.card(1).locator(".mark").count() == 0


def test_where_a_card_fits_is_numbered(screen: Opener, address: str) -> None:
    [seat] = new_table(address, "romme", "Jo", everybody=True)
    state = to_chance(seat, "lays")
    one = screen().at_table(seat.link)
    card = state["may"]["lays"][0]["card"].partition("=")[0]
    one.card(one.hand().index(card)).click(position=CORNER)
    one.until(lambda seen: seen["targets"], "a place for the card")
    for target in one.page.locator("button.target").all():
        number = target.inner_text().strip()
        assert number.isdigit()
        assert (target.get_attribute("aria-label") or "").startswith(number)


def test_a_table_that_is_closed_says_so(screen: Opener, address: str) -> None:
    """Before the own opening a lock and words stand by the melds of others."""
    [seat] = new_table(address, "romme", "Ada", everybody=True)
    for _ in range(30):
        draw_by_hints(seat)
        state = seat.state()
        if state["table"] and not state["opened"][0]:
            break
        seat.do("act", actions=[f"discard {state['may']['discards'][0]}"])
    assert state["table"]
    one = screen().at_table(seat.link)
    note = one.page.locator(".note")
    assert note.inner_text().strip()
    assert note.locator("svg").is_visible()
    card = one.card(0)
    card.click(position=CORNER)
    one.until(lambda seen: seen["hand"][0]["picked"], "a picked card")
    assert one.look()["targets"] == 0


def test_buttons_that_are_off_say_why(screen: Opener, address: str) -> None:
    """Not by a paler colour alone: they are off for a screen reader, and a press tells why."""
    [seat] = new_table(address, "romme", "Ada")
    draw_by_hints(seat)
    one = screen().at_table(seat.link)
    off = [doing for doing in one.look()["doing"] if doing["off"]]
    assert off
    for doing in off:
        assert "\n" in doing["text"] or "," in doing["text"], doing
        one.doing(doing["id"]).click(force=True)
        one.until(lambda seen: seen["toast"], f"why not {doing['id']}")
        one.page.keyboard.press("Escape")
        one.until(lambda seen: not seen["toast"], "the table")


def test_four_colours_are_four_in_dark_text(screen: Opener, address: str) -> None:
    [seat] = new_table(address, "romme")
    page = screen(color_scheme="dark").at_table(seat.link).page
    page.evaluate("document.documentElement.dataset.deck = 'four'")
    fills = page.evaluate(FILLS)
    for of_a_place in fills:
        assert len(set(of_a_place)) == 4
        assert "rgb(17, 17, 17)" not in of_a_place, "black on dark"


LETTERS = """() => [...document.querySelectorAll('.hand-list [data-card]')].map((card) => [
  card.dataset.card[0],
  document.querySelector(card.querySelector('use').getAttribute('href')).textContent,
])"""


def test_the_letters_of_the_cards_are_those_of_the_language(screen: Opener, address: str) -> None:
    """Bube, Dame, König: also when the language is changed with the cards in the hand."""
    [seat] = new_table(address, "romme", "Ada")
    one = screen(locale="en")
    one.at_table(seat.link)
    french = {"A": "A", "J": "J", "Q": "Q", "K": "K"}
    english = one.page.evaluate(LETTERS)
    courts = [(card, text) for card, text in english if card in french]
    assert {card for card, _ in courts} & set("JQK")
    assert courts == [(card, french[card]) for card, _ in courts]
    one.page.get_by_role("button", name="Settings").click()
    one.page.get_by_label("Language").select_option("de")
    one.page.get_by_label("Sprache").wait_for()
    german = one.page.evaluate(LETTERS)
    wanted = {"J": "B", "Q": "D", "K": "K"}
    assert german == [[card, wanted.get(card, text)] for card, text in english]
