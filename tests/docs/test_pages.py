"""Links lead somewhere, generated tables are as the code is, and every page can be reached."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.docs.pages import ROOT, anchor, headings, links, name_of, pages
from tools import generate_docs


@pytest.mark.parametrize("page", pages(), ids=name_of)
def test_links_lead_somewhere(page: Path) -> None:
    for link in links(page):
        if link.startswith(("https://", "http://", "mailto:")):
            continue
        file, _, part = link.partition("#")
        target = (page.parent / file).resolve() if file else page
        assert target.exists(), f"{name_of(page)} links to {link}, which is not there"
        if part:
            anchors = [anchor(heading) for heading in headings(target)]
            assert part in anchors, f"{name_of(page)} links to {link}; there is no such heading"


def test_every_page_is_linked_from_the_index() -> None:
    index = ROOT / "docs" / "index.md"
    linked = {(index.parent / link.partition("#")[0]).resolve() for link in links(index)}
    assert {page for page in (ROOT / "docs").rglob("*.md") if page != index} <= linked


def test_generated_parts_are_up_to_date() -> None:
    assert generate_docs.main(["--check"]) == 0, "run make docs"
