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

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from upcard.core.rules import MOST, Option, written
from upcard.games.registry import GAMES, deal_class
from upcard.text.show import title_of

ROOT = Path(__file__).resolve().parent.parent
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


def console(*words: str) -> list[str]:
    """A command line and what it prints, run in a plain terminal of a new user."""
    command = " ".join(words)
    return ["```console", f"$ {command}", *shell_output(command).rstrip("\n").split("\n"), "```"]


def excerpt(first: str, last: str, *words: str) -> list[str]:
    """As `console`, but only the lines from one that begins with a word to one that does so."""
    opening, command, *lines, closing = console(*words)
    begins = [line.split()[:1] for line in lines]
    if [first] not in begins or [last] not in begins:
        raise ValueError(f"{' '.join(words)}: no lines begin with {first} and {last}")
    at = begins.index([first])
    end = begins.index([last], at)
    return [opening, command, "…", *lines[at : end + 1], "…", closing]


def shell_output(command: str) -> str:
    """What a command line prints in a shell with `upcard` in it, run from the top folder."""
    kept = ("PATH", "PYTHONPATH", "VIRTUAL_ENV", "SYSTEMROOT")
    with tempfile.TemporaryDirectory() as home:
        settings = {
            **{name: os.environ[name] for name in kept if name in os.environ},
            "HOME": home, "XDG_STATE_HOME": f"{home}/.local/state", "COLUMNS": "80",
            "NO_COLOR": "1", "PYTHONUTF8": "1",
        }  # fmt: skip
        script = f'upcard() {{ "{sys.executable}" -m upcard "$@"; }}\n{command}\n'
        done = subprocess.run(
            ["sh", "-c", script], cwd=ROOT, env=settings, timeout=120, encoding="utf-8",
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False,
        )  # fmt: skip
    lines = done.stdout.replace(home, "~").splitlines()
    return "".join(f"{line.rstrip()}\n" for line in lines)


# Name in the comment -> function.
GENERATORS: dict[str, Generator] = {
    "options": options,
    "games": games,
    "console": console,
    "excerpt": excerpt,
}


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
    stale = False
    for page in pages(ROOT):
        old = page.read_text(encoding="utf-8")
        try:
            new = renew(old)
        except ValueError as error:
            print(f"{page.relative_to(ROOT)}: {error}", file=sys.stderr)
            return 2
        if new != old:
            stale = True
            print(f"{page.relative_to(ROOT)}: {'out of date' if arguments else 'renewed'}")
            if not arguments:
                page.write_text(new, encoding="utf-8")
    return 1 if stale and arguments else 0


if __name__ == "__main__":
    if sys.argv[1:] not in ([], ["--check"]):
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1:]))
