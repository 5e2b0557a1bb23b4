"""Rommé by its rules page: worked examples and readings, expected values worked out by hand."""

from __future__ import annotations

from tests.positions import legal, set_up


def test_a_joker_below_a_run_up_to_the_high_ace() -> None:
    """3 to ace is twelve cards: a two still fits below it, as a card and as a joker."""
    run = "3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh Ah"
    deal = set_up("romme", hands=["X 2h 9c", "4c"], table=[run])
    lays = [text for text in legal(deal) if text.startswith("lay")]
    assert lays == ["lay 2h on 1", "lay X=2h on 1"]
    deal.apply("lay X on 1")
    assert "lay 2h on 1" not in legal(deal)
