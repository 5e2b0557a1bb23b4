"""What all tests share: the build under test, and tools that a machine may lack."""

from __future__ import annotations

import importlib.util
import os
import socket
from collections.abc import Callable
from urllib.parse import urlsplit

import hypothesis
import pytest

from build_hooks import native
from tests.coverage import PROPERTY, Coverage
from upcard import build_info

hypothesis.settings.register_profile("upcard", deadline=None, print_blob=True)
hypothesis.settings.load_profile("upcard")

def postgres_url() -> str | None:
    """A PostgreSQL server the tests may make databases on: UPCARD_POSTGRES, or a local one."""
    url = os.environ.get("UPCARD_POSTGRES", "postgresql://postgres@127.0.0.1:5432/postgres")
    if importlib.util.find_spec("asyncpg") is None:
        return None
    where = urlsplit(url)
    try:
        socket.create_connection((where.hostname or "", where.port or 5432), 2).close()
    except OSError:
        return None
    return url


TOOLS: dict[str, Callable[[], bool]] = {
    "compiler": lambda: native.find_compiler() is not None,
    "postgres": lambda: postgres_url() is not None,
    "openspiel": lambda: importlib.util.find_spec("pyspiel") is not None,
}


def require(tool: str) -> None:
    """Skip the running test if the machine lacks a tool; fail it if UPCARD_REQUIRE names the tool.

    UPCARD_REQUIRE is a comma-separated list, e.g. `compiler,openspiel`.
    """
    __tracebackhide__ = True
    if TOOLS[tool]():
        return
    if tool in os.environ.get("UPCARD_REQUIRE", "").split(","):
        pytest.fail(f"{tool} is missing, and UPCARD_REQUIRE asks for it")
    pytest.skip(f"{tool} is missing")


def pytest_configure() -> None:
    """Stop before the first test if the wrong build would be tested, or a tool name is misspelt."""
    unknown = set(os.environ.get("UPCARD_REQUIRE", "").split(",")) - {"", *TOOLS}
    if unknown:
        raise pytest.UsageError(f"UPCARD_REQUIRE names unknown tools: {', '.join(unknown)}")
    expected = os.environ.get("UPCARD_EXPECT")
    if expected and build_info.build_kind() != expected:
        raise pytest.UsageError(
            f"these tests are to run {expected}, but the modules of upcard.core are loaded from "
            f"{build_info.core_modules()}"
        )


def pytest_report_header() -> str:
    return f"upcard: {build_info.build_kind()}, {os.path.dirname(build_info.__file__)}"


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print what the random tests have met (their `coverage` properties), summed over shards."""
    sums: dict[str, Coverage] = {}
    for report in terminalreporter.stats.get("passed", []):
        for name, value in report.user_properties:
            if name == PROPERTY:
                Coverage.read(str(value), sums)
    for title in sorted(sums):
        terminalreporter.section(f"coverage: {title}", sep="-")
        terminalreporter.write_line(str(sums[title]))
