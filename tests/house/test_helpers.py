"""The test helpers, the build report and the generator of the docs."""

from __future__ import annotations

import os

import pytest

from tests import conftest
from tools import generate_docs
from upcard import build_info


@pytest.fixture
def missing_tool(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(conftest.TOOLS, "compiler", lambda: False)
    monkeypatch.delenv("UPCARD_REQUIRE", raising=False)


@pytest.mark.usefixtures("missing_tool")
def test_a_missing_tool_skips() -> None:
    with pytest.raises(pytest.skip.Exception, match="compiler is missing"):
        conftest.require("compiler")


@pytest.mark.usefixtures("missing_tool")
def test_a_missing_tool_fails_where_it_is_required(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UPCARD_REQUIRE", "openspiel,compiler")
    with pytest.raises(pytest.fail.Exception, match="UPCARD_REQUIRE"):
        conftest.require("compiler")


def test_a_misspelt_tool_stops_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UPCARD_REQUIRE", "compilr")
    with pytest.raises(pytest.UsageError, match="compilr"):
        conftest.pytest_configure()


def test_the_expected_build_is_under_test() -> None:
    kind = build_info.build_kind()
    assert kind == os.environ.get("UPCARD_EXPECT", kind)
    assert build_info.core_modules()


def test_generated_parts_are_renewed_and_the_rest_is_kept() -> None:
    page = "a\n<!-- generated: names x y -->\nold\n<!-- end generated -->\nb\n"
    generators: dict[str, generate_docs.Generator] = {
        "names": lambda *names: generate_docs.table(["name"], [[name] for name in names])
    }
    new = generate_docs.renew(page, generators)
    assert new == page.replace("old", "| name |\n| --- |\n| x |\n| y |")
    assert generate_docs.renew(new, generators) == new


@pytest.mark.parametrize(
    "page", ["<!-- generated: names -->\n", "<!-- generated: nmes -->\n<!-- end generated -->\n"]
)
def test_a_broken_generated_part_is_refused(page: str) -> None:
    with pytest.raises(ValueError, match="generat"):
        generate_docs.renew(page, {"names": lambda: []})
