"""Renews the generated parts of the pages in docs/ and of the README.

A generated part stands between two comments, the first of which names a generator and what it
is asked for; all other text is left alone:

    <!-- generated: options romme -->
    …
    <!-- end generated -->

`python tools/generate_docs.py` writes the pages; with `--check` it only says which are out of
date and exits 1. A generator is a function from the words after its name to Markdown lines.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from pathlib import Path

from upcard.core.rules import MOST, Option, written
from upcard.games.registry import GAMES, deal_class
from upcard.text.show import title_of

Generator = Callable[..., list[str]]

PART = re.compile(
    r"(?P<start><!-- generated: (?P<request>[^\n]+?) -->\n)"
    r"(?P<body>.*?)"
    r"(?P<end><!-- end generated -->)",
    re.DOTALL,
)


def table(heads: list[str], rows: list[list[str]]) -> list[str]:
    """A Markdown table; a bar in a cell is escaped."""
    lines = [heads, ["---"] * len(heads), *rows]
    return ["| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines]


def options(game: str) -> list[str]:
    """The house rules of a game, from its Rules."""
    rows = [
        [f"`{option.name}`", values(option), option.explanation, heading_link(option.paragraph)]
        for option in deal_class(game).make_rules({}).options
    ]
    return table(["option", "values, default first", "what it does", "where"], rows)


def values(option: Option) -> str:
    """What an option may be, its default first."""
    default = f"`{written(option.default)}`"
    if option.choices:
        others = [f"`{written(value)}`" for value in option.choices if value != option.default]
        return ", ".join([default, *others])
    if option.high == MOST:
        return f"{default}; any number from {option.low}"
    return f"{default}; {option.low} to {option.high}"


def heading_link(heading: str) -> str:
    """A link to a heading of the same page."""
    return f"[{heading}](#{heading.lower().replace(' ', '-')})"


def games(folder: str = "") -> list[str]:
    """The games there are, linked to their pages in a folder."""
    rows = []
    for name, kind in GAMES.items():
        rules = kind.make_rules({})
        low, high = int(rules.min_seats), int(rules.max_seats)
        players = str(low) if low == high else f"{low} to {high}"
        rows.append([f"[{title_of(rules)}]({folder}{name}.md)", f"`{name}`", players])
    return table(["game", "name", "players"], rows)


# Name in the comment -> function.
GENERATORS: dict[str, Generator] = {"options": options, "games": games}


def renew(text: str, generators: dict[str, Generator] = GENERATORS) -> str:
    """The page with its generated parts made anew."""
    if text.count("<!-- generated:") != len(PART.findall(text)):
        raise ValueError("a generated part has no end comment")

    def body(match: re.Match[str]) -> str:
        name, *arguments = match["request"].split()
        if name not in generators:
            raise ValueError(f"no generator is called {name!r}; there are {sorted(generators)}")
        lines = generators[name](*arguments)
        return match["start"] + "".join(f"{line}\n" for line in lines) + match["end"]

    return PART.sub(body, text)


def pages(root: Path) -> list[Path]:
    return [root / "README.md", *sorted((root / "docs").rglob("*.md"))]


def main(arguments: list[str]) -> int:
    root = Path(__file__).resolve().parent.parent
    stale = False
    for page in pages(root):
        old = page.read_text(encoding="utf-8")
        try:
            new = renew(old)
        except ValueError as error:
            print(f"{page.relative_to(root)}: {error}", file=sys.stderr)
            return 2
        if new != old:
            stale = True
            print(f"{page.relative_to(root)}: {'out of date' if arguments else 'renewed'}")
            if not arguments:
                page.write_text(new, encoding="utf-8")
    return 1 if stale and arguments else 0


if __name__ == "__main__":
    if sys.argv[1:] not in ([], ["--check"]):
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1:]))
