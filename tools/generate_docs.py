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

Generator = Callable[..., list[str]]

# Name in the comment -> function.
GENERATORS: dict[str, Generator] = {}

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
