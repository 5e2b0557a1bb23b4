"""The totals: a table where there is room for one, a list where there is not."""

from __future__ import annotations

import io

import pytest

import upcard
from tests.terminal.driver import Game
from upcard.core.action import Action
from upcard.core.match import Match
from upcard.core.playout import random_action
from upcard.core.rules import Value
from upcard.core.shuffle import FastShuffler
from upcard.terminal.ink import Printer
from upcard.terminal.sheet import total_lines

SHORT = ["You", "Ann", "Ben", "Cleo", "Dora", "Ede", "Finn", "Gil"]
BOTS = ["You", *[f"Beginner {letter}" for letter in "ABCDEFG"]]
LONG = ["Maximiliane-Augustin", *[f"Wilhelmina Augusta {n}" for n in range(1, 8)]]
# No place to break it, and longer than the screen is wide.
ENDLESS = ["W" * 50, *[f"{n}" * 33 for n in range(1, 8)]]


class Screen(io.StringIO):
    """A terminal."""

    def isatty(self) -> bool:
        return True


def played(game: str, seats: int, deals: int) -> Match:
    """A match after some deals played by chance."""
    rules: dict[str, Value] = {"turn_limit": 20}
    if game == "basic":
        rules["deals"] = deals + 1
    match = upcard.new_match(game, seed=seats, seats=seats, rules=rules)
    source = FastShuffler(seats)
    for number in range(deals):
        if number:
            match.next_deal()
        deal = match.deal
        while not deal.is_over:
            seat = deal.to_act[0]
            match.apply(Action(deal.text(random_action(deal, seat, source)), seat))
    return match


def shown(match: Match, names: list[str], columns: int, monkeypatch: pytest.MonkeyPatch) -> str:
    """What a terminal shows of the totals."""
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setenv("NO_COLOR", "1")
    printer = Printer(Screen())
    for line in total_lines(match, names, printer.width):
        printer.say(line)
    assert isinstance(printer.out, Screen)
    return printer.out.getvalue()


@pytest.mark.parametrize("names", [SHORT, BOTS, LONG, ENDLESS])
@pytest.mark.parametrize(("game", "seats"), [("basic", 2), ("contract", 4), ("contract", 8)])
def test_no_row_is_broken_at_40_columns(
    game: str, seats: int, names: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The printer wraps nothing, and every figure stands with its player."""
    match = played(game, seats, 2)
    names = names[:seats]
    lines = shown(match, names, 40, monkeypatch).splitlines()
    assert lines == total_lines(match, names, 40)
    assert all(len(line) < 40 for line in lines)
    said = " ".join(" ".join(lines).split())
    totals = [str(total) for total in match.totals]
    if ":" not in said:
        assert said.startswith(" ".join(names))
        assert said.endswith(" ".join(["Total", *totals]))
    else:
        figures = [f"{name} {total}" for name, total in zip(names, totals)]
        # A name longer than a line is broken, which adds blanks.
        assert said.replace(" ", "").endswith("".join(["Total:", *figures]).replace(" ", ""))


@pytest.mark.parametrize(("columns", "listed"), [(40, True), (80, False), (200, False)])
def test_the_names_a_terminal_gives_four_players(
    columns: int, listed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At 80 columns a table, as in a pipe, which has no width of its own."""
    match = played("contract", 4, 1)
    text = shown(match, BOTS[:4], columns, monkeypatch)
    won = [f"{score:+d}" if score else "0" for score in match.deals[0].scores]
    assert match.totals == match.deals[0].scores
    if listed:
        names = [f"  {name:10} {{:>6}}\n" for name in BOTS[:4]]
        rows = ["".join(names).format(*figures) for figures in (won, match.totals)]
        assert text == f"Hand 1, 2 books:\n{rows[0]}Total:\n{rows[1]}"
    else:
        row = "{:>10}  {:>10}  {:>10}  {:>10}"
        assert text == (
            f"        {row.format(*BOTS)}\n"
            f"Hand 1  {row.format(*won)}  2 books\n"
            f"Total   {row.format(*match.totals)}\n"
        )


def test_score_fits_a_narrow_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """The command, as it is typed."""
    monkeypatch.setattr(Printer, "width", 40)
    text = Game(["score"], "contract", 9, seats=4).text
    assert "Total:\n  You             0\n  Beginner A      0\n" in text
