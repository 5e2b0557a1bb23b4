"""A refusal and an option name a paragraph; it is a heading of the game's page."""

from __future__ import annotations

import re

import pytest

from tests.docs.pages import ROOT, headings, prose
from upcard.core.reasons import SENTENCES
from upcard.games.registry import GAMES

# Numbers a game may give reasons of its own; see upcard.core.reasons.
OWN_REASONS = range(100, 200)


def paragraphs(game: str) -> set[str]:
    """Every paragraph a refusal or an option of the game can name."""
    kind = GAMES[game]
    rules = kind.make_rules({})
    deal = kind.make(rules, int(rules.default_seats), 0, 1)
    named = {deal.paragraph(number) for number in (*SENTENCES, *OWN_REASONS)}
    return named | {option.paragraph for option in rules.options}


@pytest.mark.parametrize("game", GAMES)
def test_every_paragraph_is_a_heading(game: str) -> None:
    page = ROOT / "docs" / "games" / f"{game}.md"
    missing = paragraphs(game) - set(headings(page))
    assert not missing, f"docs/games/{game}.md has no heading {sorted(missing)}"


@pytest.mark.parametrize("game", GAMES)
def test_every_option_is_spoken_of(game: str) -> None:
    page = ROOT / "docs" / "games" / f"{game}.md"
    text = page.read_text(encoding="utf-8")
    assert f"<!-- generated: options {game} -->" in text
    for option in GAMES[game].make_rules({}).options:
        # In its row of the table, and where the rule is told.
        assert text.count(f"`{option.name}") > 1, f"{option.name} is only in the table"


@pytest.mark.parametrize("game", GAMES)
def test_every_key_of_a_position_is_described(game: str) -> None:
    text = (ROOT / "docs" / "notation.md").read_text(encoding="utf-8")
    rules = GAMES[game].make_rules({})
    deal = GAMES[game].make(rules, int(rules.default_seats), 0, 1)
    for key in deal.extra():
        assert f"`{key}`" in text, f"docs/notation.md does not tell what {key} is ({game})"


SETTING = re.compile(r"`([a-z_0-9]+)=([a-z_0-9]+)`")
NAMES = {"Rommé": "romme", "Rummy 17": "rummy17", "seven-card": "seven_card"}


@pytest.mark.parametrize("game", GAMES)
def test_values_in_the_page_of_a_game_are_possible(game: str) -> None:
    rules = GAMES[game].make_rules({})
    found = SETTING.findall(prose(ROOT / "docs" / "games" / f"{game}.md"))
    assert found
    for name, value in found:
        GAMES[game].make_rules({name: rules.parse_option(name, value)})


def test_customs_are_mapped_to_options_that_exist() -> None:
    rows = 0
    for line in prose(ROOT / "docs" / "which_rummy.md").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) != 3 or not SETTING.search(cells[2]):
            continue
        for called in cells[1].split(", "):
            rules = GAMES[NAMES.get(called, called)].make_rules({})
            for name, value in SETTING.findall(cells[2]):
                rules.parse_option(name, value)
                rows += 1
    assert rows > 40
