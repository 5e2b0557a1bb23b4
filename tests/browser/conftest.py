"""The server of an installed wheel, and Chromium: see tools/browser_tests."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

INSTALLED = os.environ.get("UPCARD_INSTALLED", "")
# Without an installed wheel there is nothing to test here: `make browser` makes one.
collect_ignore_glob = [] if INSTALLED else ["test_*.py"]

if INSTALLED:
    from playwright.sync_api import Browser, sync_playwright

    from tests.browser.screen import Screen

ARGUMENTS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
)  # fmt: skip

Opener = Callable[..., "Screen"]


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where a server of the installed wheel is, run in a folder without the sources."""
    folder = tmp_path_factory.mktemp("server")
    program = Path(__file__).with_name("seeded.py")
    env = {k: v for k, v in os.environ.items() if not k.startswith("PYTHON")}
    with (folder / "log").open("w") as log:
        process = subprocess.Popen(
            [Path(INSTALLED).with_name("python"), "-P", program, "serve", "--port", "0"],
            cwd=folder, env=env, stdout=subprocess.PIPE, stderr=log, text=True,
        )  # fmt: skip
        assert process.stdout is not None
        line = process.stdout.readline()
        assert line.startswith("upcard is at "), (folder / "log").read_text()
        yield line.split()[3]
        process.terminate()
        process.communicate(timeout=30)
    assert "Traceback" not in (folder / "log").read_text()


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """One browser for all tests; each test has contexts of its own."""
    with sync_playwright() as playwright:
        path = os.environ.get("UPCARD_CHROMIUM", "/usr/bin/chromium")
        browser = playwright.chromium.launch(executable_path=path, args=list(ARGUMENTS))
        yield browser
        browser.close()


@pytest.fixture
def screen(chromium: Browser, address: str) -> Iterator[Opener]:
    """Opens pages; whatever goes wrong on one of them fails the test."""
    opened: list[Screen] = []

    def new(
        width: int = 1280, height: int = 800, motion: bool = False, **options: Any
    ) -> Screen:
        options.setdefault("locale", "en")
        options.setdefault("reduced_motion", "no-preference" if motion else "reduce")
        context = chromium.new_context(viewport={"width": width, "height": height}, **options)
        context.set_default_timeout(10_000)
        one = Screen(context, address)
        opened.append(one)
        return one

    yield new
    faults = [fault for one in opened for fault in one.faults]
    for one in opened:
        one.context.close()
    assert not faults
