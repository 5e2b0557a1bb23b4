"""Whatever is typed: it is read, refused or not understood, in a sentence; nothing else happens."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.properties.dump import dump
from tests.properties.house_rules import KITS, new_deal
from upcard.core.deal import Deal
from upcard.errors import IllegalActionError, ParseError, UpcardError

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
            actions = list(deal.legal_actions())
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


@pytest.mark.parametrize("game", KITS)
@settings(max_examples=300)
@given(data=st.data(), which=st.integers(0, 4))
def test_legal_actions_with_one_change(game: str, data: st.DataObject, which: int) -> None:
    """A legal action with a character changed, dropped or doubled is judged as what it then is."""
    deal = DEALS[game][which]
    if deal.is_over:
        return
    actions = [str(action) for action in deal.legal_actions()]
    text = data.draw(st.sampled_from(actions))
    assert judged(deal, text) == "legal"
    assert judged(deal, f"  {text.replace(' ', '   ')} ") == "legal"
    i = data.draw(st.integers(0, len(text) - 1))
    put = data.draw(st.sampled_from(["", text[i] * 2, "X", "z", "7", " ", "\u0663", "\u00a0"]))
    changed = text[:i] + put + text[i + 1 :]
    if judged(deal, changed) == "legal":
        # It has become, or still is, one of the actions that are listed.
        assert deal.text(deal.parse(deal.turn, " ".join(changed.split()))) in actions
