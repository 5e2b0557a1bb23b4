"""The score sheet of the page, read as a player reads it, and the record it must agree with."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

from tests.browser.screen import Screen
from tests.browser.tables import Seat

SHEET = """() => {
  const table = document.querySelector('section.paper table');
  const text = (one) => one.textContent.replace(/\\s+/g, ' ').trim();
  return {
    heads: [...table.querySelectorAll('thead th')].map((th) => [th.scope, text(th)]),
    rows: [...table.querySelectorAll('tbody tr')].map((tr) => ({
      scope: tr.querySelector('th').scope,
      name: text(tr.querySelector('th .nm')),
      cells: [...tr.querySelectorAll('td button')].map((b) => text(b.lastElementChild)),
      total: text(tr.querySelector('td.total')),
    })),
  };
}"""
# The sum that is open: its heading, and for each line the cards, what they count, the number.
SUM = """() => {
  const text = (one) => one?.textContent.replace(/\\s+/g, ' ').trim() ?? '';
  const sum = document.querySelector('section.sum');
  return {
    head: text(sum.querySelector('h3')),
    lines: [...sum.querySelectorAll('.sum-l > div')].map((line) => ({
      label: text(line.querySelector('dt')),
      cards: [...line.querySelectorAll('.worth')].map((w) => ({
        token: w.querySelector('[data-card]').dataset.card, worth: text(w.querySelector('.num')),
      })),
      number: text(line.querySelector('dd > b')),
    })),
  };
}"""


def number(text: str) -> int:
    """A number as the sheet writes it."""
    return int(text.replace("−", "-").lstrip("+= "))


def record_of(seat: Seat, folder: Path) -> dict[str, Any]:
    """The record of the match that is over, found true by both commands that check one."""
    record: dict[str, Any] = seat.do("record")["record"]
    path = folder / "match.json"
    path.write_text(json.dumps(record))
    upcard = os.environ["UPCARD_INSTALLED"]
    for command in (["verify", str(path)], ["replay", "--verify", str(path)]):
        run = subprocess.run(
            [upcard, *command], cwd=folder, capture_output=True, text=True, check=False
        )
        assert run.returncode == 0, run.stdout + run.stderr
    return record


def check_sheet(one: Screen, seat: Seat, record: dict[str, Any]) -> None:
    """Cells, totals and headers are those of the record, and each cell opens its sum."""
    table = seat.snapshot()["table"]
    you = seat.state()["you"]
    names = ["You" if at == you else one["name"] for at, one in enumerate(table["seats"])]
    deals = record["deals"]
    totals = [sum(deal["scores"][at] for deal in deals) for at in range(len(names))]
    assert record["result"]["scores"] == totals
    sheet = one.page.evaluate(SHEET)
    assert all(scope == "col" for scope, _ in sheet["heads"])
    assert all(row["scope"] == "row" for row in sheet["rows"])
    assert len(sheet["heads"]) >= len(deals) + 2
    assert sorted(row["name"] for row in sheet["rows"]) == sorted(names)
    for at, row in enumerate(sheet["rows"]):
        place = names.index(row["name"])
        assert number(row["total"]) == totals[place]
        assert len(row["cells"]) == len(deals)
        for n, (cell, deal) in enumerate(zip(row["cells"], deals)):
            points = deal["scores"][place]
            assert (cell == "–" and points == 0) or number(cell) == points
            button = one.page.locator("section.paper tbody tr").nth(at).locator("button").nth(n)
            button.click()
            one.until(lambda seen: button.get_attribute("aria-pressed") == "true", "the cell")  # noqa: B023
            check_sum(one.page.evaluate(SUM), row["name"], points)
    by_total = [number(row["total"]) for row in sheet["rows"]]
    lowest = record["game"] in ("romme", "contract")
    assert by_total == sorted(by_total, reverse=not lowest)


def check_sum(opened: dict[str, Any], name: str, points: int) -> None:
    """The lines of an open sum add up to the number of its cell."""
    assert opened["head"].startswith(f"{name}, ")
    assert number(opened["head"].rpartition(" ")[2]) == points
    added, times = 0, 1
    for line in opened["lines"]:
        worth = [number(card["worth"]) for card in line["cards"]]
        shown = line["number"]
        if shown.startswith("="):
            assert number(shown) == points
        elif shown.startswith("×"):
            times = number(shown.removeprefix("×"))
        elif shown:
            assert not worth or abs(number(shown)) == abs(sum(worth)), line
            added += number(shown)
        else:
            assert sum(worth) == abs(points)  # the only line: its number is in the heading
            return
    assert added * times == points, opened
