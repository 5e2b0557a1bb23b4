"""The pages of the documentation: where they are, their headings and their examples."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FENCE = re.compile(r"^```(?P<kind>\w*)\n(?P<body>.*?)^```$", re.DOTALL | re.MULTILINE)
HEADING = re.compile(r"^#+ (?P<heading>.+)$", re.MULTILINE)
LINK = re.compile(r"\[[^]\n]*\]\((?P<to>[^)\s]+)\)")


class Block:
    """A fenced block of a page: what it is, its text, and the line it begins in.

    generated: `make docs` writes it, and a test of its own compares it.
    """

    def __init__(self, kind: str, body: str, line: int, generated: bool) -> None:
        self.kind = kind
        self.body = body
        self.line = line
        self.generated = generated


def pages() -> list[Path]:
    """README, CONTRIBUTING and every page in docs."""
    return [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]


def name_of(page: Path) -> str:
    """How a page is called in test names."""
    return page.relative_to(ROOT).as_posix()


def blocks(page: Path) -> list[Block]:
    """The fenced blocks of a page."""
    text = page.read_text(encoding="utf-8")
    return [
        Block(
            found["kind"], found["body"], text.count("\n", 0, found.start()) + 2,
            text[: found.start()].rstrip().endswith("-->"),
        )
        for found in FENCE.finditer(text)
    ]  # fmt: skip


def prose(page: Path) -> str:
    """A page without its fenced blocks."""
    return FENCE.sub("", page.read_text(encoding="utf-8"))


def headings(page: Path) -> list[str]:
    """The headings of a page."""
    return [found["heading"].strip() for found in HEADING.finditer(prose(page))]


def anchor(heading: str) -> str:
    """The anchor a heading has where Markdown is shown as a page."""
    kept = re.sub(r"[^\w\s-]", "", heading.replace("`", "").lower())
    return kept.replace(" ", "-")


def links(page: Path) -> list[str]:
    """Where the links of a page lead to."""
    return [found["to"] for found in LINK.finditer(prose(page))]
