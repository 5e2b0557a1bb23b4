"""The command ``table``: a server for this machine, its page opened."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from upcard.cli import run as upcard
from upcard.server import page
from upcard.server.command import HOME_PORT, open_browser


@pytest.fixture
def static(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A page to send, in place of the built one."""
    folder = tmp_path / "static"
    folder.mkdir()
    (folder / "index.html").write_text("the page")
    monkeypatch.setattr(page, "STATIC", folder)
    return folder


@pytest.fixture
def browser(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A browser that notes what it is asked to open; the file it notes it in."""
    path, log = tmp_path / "browser", tmp_path / "opened"
    path.write_text(f'#!/bin/sh\necho "$1" > {log}\n')
    path.chmod(0o755)
    monkeypatch.setenv("BROWSER", f"{path} %s")
    return log


@pytest.fixture
def no_desktop(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(sys, "platform", "linux")


@pytest.fixture
def taken() -> Iterator[int]:
    """A port that is in use: the usual one, or another where that cannot be had."""
    try:
        held = socket.create_server(("127.0.0.1", HOME_PORT))
    except OSError:
        yield HOME_PORT
        return
    with held:
        yield HOME_PORT


def started(static: Path, state: Path, *arguments: str) -> subprocess.Popen[str]:
    program = (
        "import sys, pathlib; from upcard.server import page; "
        f"page.STATIC = pathlib.Path({str(static)!r}); from upcard.cli import main; main()"
    )
    return subprocess.Popen(
        [sys.executable, "-c", program, "table", *arguments],
        env={**os.environ, "XDG_STATE_HOME": str(state)}, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, text=True,
    )  # fmt: skip


@pytest.mark.usefixtures("taken")
def test_it_takes_a_free_port_opens_the_page_and_ends_with_ctrl_c(
    static: Path, browser: Path, tmp_path: Path
) -> None:
    process = started(static, tmp_path / "state")
    assert process.stdout is not None
    line = process.stdout.readline()
    address = line.split()[3]
    assert line == f"upcard is at {address} (Ctrl-C stops it)\n"
    assert f":{HOME_PORT}/" not in address
    assert urllib.request.urlopen(address, timeout=20).read() == b"the page"
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert (process.returncode, out.strip(), err) == (0, "", "")
    assert browser.read_text() == f"{address}\n"
    tables = tmp_path / "state" / "upcard" / "tables.db"
    assert tables.is_file()
    assert tables.parent.stat().st_mode & 0o077 == 0


@pytest.mark.usefixtures("no_desktop")
def test_where_there_is_no_desktop_the_address_is_only_printed(
    static: Path, tmp_path: Path
) -> None:
    assert not open_browser("http://127.0.0.1:1/")
    process = started(static, tmp_path / "state", "--port", "0")
    assert process.stdout is not None
    assert process.stdout.readline().startswith("upcard is at http://127.0.0.1:")
    assert "open this address" in process.stdout.readline()
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=30)


def test_a_browser_of_the_terminal_is_not_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "w3m"
    path.write_text(f"#!/bin/sh\ntouch {tmp_path}/started\n")
    path.chmod(0o755)
    monkeypatch.setenv("BROWSER", str(path))
    assert not open_browser("http://127.0.0.1:1/")
    assert not (tmp_path / "started").exists()


def test_a_missing_page_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(page, "STATIC", tmp_path)
    assert upcard(["table"]) == 2
    said = capsys.readouterr().err
    assert "make play" in said
    assert "upcard play" in said


@pytest.mark.usefixtures("static")
def test_a_port_that_was_asked_for_is_not_replaced(
    taken: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert upcard(["table", "--port", str(taken)]) == 2
    assert f"port {taken} cannot be used" in capsys.readouterr().err
