"""Whatever is typed: it is read, refused or not understood, in a sentence; nothing else happens."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.properties.dump import dump
from tests.properties.house_rules import KITS, new_deal
from upcard.core.deal import Deal
from upcard.errors import IllegalActionError, ParseError, RulesError, UpcardError

WORDS = (
    "draw", "take", "pass", "claim", "decline", "knock", "meld", "lay", "swap", "discard", "on",
    "rummy", "X", "X=7h", "X=Q", "Xr=r7", "7h", "7d", "7c", "Ts", "Ac", "10h", "1", "2", "0", "-1",
    "99999999999999999999", "=", "X=", "=X", "x", "ON", "7H", "h7", "",
)  # fmt: skip


def some_deals(game: str) -> list[Deal]:
    """Deals in different phases, one of them over."""
    kit = KITS[game]
    rng = random.Random(5)
    deals = []
    for steps in (0, 1, 3, 8, 20, 1000):
        deal = new_deal(kit, rng)
        for _ in range(steps):
            if deal.is_over:
                break
            actions = list(deal.legal_actions(rng.choice(deal.to_act)))
            laid = [action for action in actions if action.kind in ("meld", "knock", "lay")]
            deal.apply(rng.choice(laid or actions))
        deals.append(deal)
    return deals


DEALS = {game: some_deals(game) for game in KITS}


def judged(deal: Deal, text: str) -> str:
    """How a text is taken, after checking that it is taken in one of three ways."""
    before = dump(deal)
    try:
        error: UpcardError | None = deal.why_not(text)
    except ParseError as raised:
        error = raised
    assert dump(deal) == before
    if error is None:
        seat, bare = deal.seat_and_text(text)
        canonical = deal.text(deal.parse(seat, bare))
        assert deal.is_legal(f"{int(seat)} {canonical}")
        return "legal"
    assert error.code
    assert 5 < len(str(error)) < 400 + 3 * len(text)
    return "refused" if isinstance(error, IllegalActionError) else "unread"


@pytest.mark.parametrize("game", KITS)
@settings(max_examples=300)
@given(words=st.lists(st.sampled_from(WORDS), max_size=8), which=st.integers(0, 5))
def test_words_in_any_order(game: str, words: list[str], which: int) -> None:
    """Words of the notation, thrown together."""
    judged(DEALS[game][which], " ".join(words))


@pytest.mark.parametrize("game", KITS)
@settings(max_examples=300)
@given(text=st.text(max_size=40), which=st.integers(0, 5))
def test_any_text(game: str, text: str, which: int) -> None:
    """Any text at all is not understood, or is an action."""
    judged(DEALS[game][which], text)


@pytest.mark.parametrize("text", ["\u00b9", "\u00b9 draw", "\u0661 draw", "lay 7h on \u00b9"])
@pytest.mark.parametrize("game", KITS)
def test_strange_digits(game: str, text: str) -> None:
    """What other scripts call a digit numbers neither seats nor melds."""
    for deal in DEALS[game]:
        assert judged(deal, text) == "unread"


def test_strange_numbers_of_options() -> None:
    """Nor does it set an option, and a number has one sign."""
    option = next(o for o in KITS["romme"].options if o.name == "turn_limit")
    for text in ("--5", "\u00b9", "\u0661", "1-"):
        with pytest.raises(RulesError):
            option.parse(text)


@pytest.mark.parametrize("game", KITS)
@settings(max_examples=300)
@given(data=st.data(), which=st.integers(0, 4))
def test_legal_actions_with_one_change(game: str, data: st.DataObject, which: int) -> None:
    """A legal action with a character changed, dropped or doubled is judged as what it then is."""
    deal = DEALS[game][which]
    if deal.is_over:
        return
    actions = [str(action) for action in deal.legal_actions()]
    if not actions:
        return
    text = data.draw(st.sampled_from(actions))
    assert judged(deal, text) == "legal"
    assert judged(deal, f"  {text.replace(' ', '   ')} ") == "legal"
    i = data.draw(st.integers(0, len(text) - 1))
    put = data.draw(st.sampled_from(["", text[i] * 2, "X", "z", "7", " ", "\u0663", "\u00a0"]))
    changed = text[:i] + put + text[i + 1 :]
    if judged(deal, changed) == "legal":
        # It has become, or still is, one of the actions that are listed.
        assert deal.text(deal.parse(deal.turn, " ".join(changed.split()))) in actions


# Digits that `str.isdigit` takes for numbers, and numbers that are too long or have two signs.
ODD_NUMBERS = ("²", "\u0663", "①", "--5", "+5", "9" * 30, "9" * 5000, "0x1", "1_0", "1.0")


@pytest.mark.parametrize("game", KITS)
@pytest.mark.parametrize("number", ODD_NUMBERS)
def test_odd_numbers(game: str, number: str) -> None:
    """As a seat, a meld of the table or an option's value they are not understood."""
    for deal in DEALS[game]:
        for text in (f"{number} draw", f"lay 9h on {number}", f"swap 9h on {number}", number):
            assert judged(deal, text) != "legal"
            with pytest.raises(ParseError):
                deal.why_not(text)
    rules = KITS[game].kind.make_rules({})
    for option in KITS[game].options:
        with pytest.raises(RulesError, match=option.name):
            rules.parse_option(option.name, number)
