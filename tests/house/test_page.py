"""The page of the browser table inside wheel and sdist, with and without Node."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import tarfile
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from build_hooks import page
from tests.house.projects import ROOT, copy_build_files, hatchling, only_wheel, unpack

INDEX = "upcard/server/static/index.html"
# Stands for npm: notes what it was asked to do, and "builds".
NPM = """#!/bin/sh
echo "npm $*" >> "$0.log"
if [ "$1" = run ]; then
    mkdir -p ../src/upcard/server/static && echo built > ../src/upcard/server/static/index.html
fi
"""


@pytest.fixture
def tools(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A PATH of one folder, empty as yet: no Node, no npm, no compiler."""
    folder = tmp_path / "tools"
    folder.mkdir()
    for name in ("sh", "mkdir", "cat"):
        (folder / name).symlink_to(shutil.which(name) or "")
    monkeypatch.setenv("PATH", str(folder))
    return folder


@pytest.fixture
def web(tiny: Path) -> Path:
    """The tiny project gets the sources of a page."""
    folder = tiny / "web"
    (folder / "src").mkdir(parents=True)
    for name in ("package.json", "package-lock.json", "src/main.ts"):
        (folder / name).write_text("{}")
    return folder


def tool(folder: Path, name: str, text: str) -> None:
    path = folder / name
    path.write_text(text)
    path.chmod(0o755)


def with_node(folder: Path, version: str = "v20.19.0", npm: str = NPM) -> None:
    tool(folder, "node", f"#!/bin/sh\necho {version}\n")
    tool(folder, "npm", npm)


def asked_of_npm(folder: Path) -> list[str]:
    log = folder / "npm.log"
    return log.read_text().splitlines() if log.exists() else []


def built_page(root: Path, text: str = "page") -> Path:
    index = root / "src" / INDEX
    (index.parent / "assets").mkdir(parents=True)
    index.write_text(text)
    (index.parent / "assets" / "app.js").write_text("script")
    return index


def names_in(root: Path, target: str) -> list[str]:
    """What is in the one archive that was built; in an sdist, what lies below src/."""
    if target == "wheel":
        return only_wheel(root)[1]
    [path] = (root / "out").glob("*.tar.gz")
    with tarfile.open(path) as archive:
        return [name.partition("/src/")[2] for name in archive.getnames()]


@pytest.mark.usefixtures("tools")
@pytest.mark.parametrize("target", ["wheel", "sdist"])
def test_a_built_page_is_packed_without_node(tiny: Path, target: str) -> None:
    built_page(tiny)
    run = hatchling(tiny, target, page="auto")
    assert run.returncode == 0, run.stdout + run.stderr
    assert {INDEX, "upcard/server/static/assets/app.js"} <= set(names_in(tiny, target))


@pytest.mark.usefixtures("tools", "web")
@pytest.mark.parametrize("target", ["wheel", "sdist"])
def test_a_missing_page_without_node_stops_the_build(tiny: Path, target: str) -> None:
    run = hatchling(tiny, target, page="auto")
    assert run.returncode != 0
    said = " ".join((run.stdout + run.stderr).split())
    assert "the page has not been built, and Node.js is not installed" in said
    assert "Node.js 20.19 or later" in said
    assert "UPCARD_PAGE=never builds without the page" in said
    assert not (tiny / "out").exists() or not list((tiny / "out").iterdir())


@pytest.mark.usefixtures("web")
@pytest.mark.parametrize("version", ["v18.20.4", "v20.18.3", "v21.7.0", "v22.11.0", "nonsense"])
def test_a_node_that_cannot_build_is_named(tiny: Path, tools: Path, version: str) -> None:
    with_node(tools, version)
    run = hatchling(tiny, "wheel", page="auto")
    assert run.returncode != 0
    assert f"Node.js here is {version}" in run.stdout + run.stderr
    assert not asked_of_npm(tools)


@pytest.mark.usefixtures("web")
@pytest.mark.parametrize("target", ["wheel", "sdist"])
def test_a_missing_page_is_built(tiny: Path, tools: Path, target: str) -> None:
    with_node(tools)
    run = hatchling(tiny, target, page="auto")
    assert run.returncode == 0, run.stdout + run.stderr
    assert INDEX in names_in(tiny, target)
    assert [line.split()[:2] for line in asked_of_npm(tools)] == [["npm", "ci"], ["npm", "run"]]


@pytest.mark.usefixtures("web")
def test_what_npm_says_when_it_fails_is_shown(tiny: Path, tools: Path) -> None:
    with_node(tools, npm="#!/bin/sh\necho the registry is away\nexit 1\n")
    run = hatchling(tiny, "wheel", page="auto")
    assert run.returncode != 0
    assert "npm ci failed" in run.stdout + run.stderr
    assert "the registry is away" in run.stdout + run.stderr


@pytest.mark.usefixtures("web")
def test_an_npm_that_builds_nothing_stops_the_build(tiny: Path, tools: Path) -> None:
    with_node(tools, npm="#!/bin/sh\n")
    run = hatchling(tiny, "wheel", page="auto")
    assert run.returncode != 0
    assert "npm has built no src/upcard/server/static/index.html" in run.stdout + run.stderr


def test_a_page_older_than_its_sources_is_built_anew_or_kept(
    tiny: Path, web: Path, tools: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    index = built_page(tiny, "old")
    later = index.stat().st_mtime + 10
    os.utime(web / "src/main.ts", (later, later))
    assert not page.ensure(tiny)
    assert "older than its sources, but Node.js is not installed" in capsys.readouterr().out
    assert index.read_text() == "old"
    with_node(tools)
    assert page.ensure(tiny)
    assert index.read_text() == "built\n"
    os.utime(index, (later, later))
    assert not page.ensure(tiny)
    assert len(asked_of_npm(tools)) == 2


@pytest.mark.usefixtures("tools")
def test_neither_page_nor_sources_is_said(tiny: Path) -> None:
    with pytest.raises(page.PageBuildError, match="neither src/upcard/server/static nor web/"):
        page.ensure(tiny)


@pytest.mark.usefixtures("web")
def test_editable_installs_build_no_page(tiny: Path, tools: Path) -> None:
    with_node(tools)
    program = "import hatchling.build as b; b.build_editable('out')"
    subprocess.run([sys.executable, "-c", program], cwd=tiny, check=True, capture_output=True)
    assert not asked_of_npm(tools)
    assert not page.is_built(tiny)


@contextmanager
def served(packages: Path, folder: Path) -> Iterator[str]:
    """The address of a server run from a folder of installed packages."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    process = subprocess.Popen(
        [sys.executable, "-c", "from upcard.cli import main; main()", "serve", "--port", str(port)],
        cwd=folder, env={**os.environ, "PYTHONPATH": str(packages)},
        stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    try:
        assert process.stdout is not None
        assert f":{port}/" in process.stdout.readline()
        yield f"http://127.0.0.1:{port}/"
    finally:
        process.terminate()
        process.communicate(timeout=20)


@pytest.mark.usefixtures("tools")
def test_an_sdist_makes_a_wheel_whose_server_sends_the_page(tmp_path: Path) -> None:
    """From sources to a running server, on a PATH without Node and compiler."""
    project = tmp_path / "project"
    leave = shutil.ignore_patterns("__pycache__", "static")
    shutil.copytree(ROOT / "src", project / "src", ignore=leave)
    copy_build_files(project)
    built_page(project, "the page itself")
    assert hatchling(project, "sdist", page="auto").returncode == 0
    root = unpack(project, tmp_path / "unpacked")
    run = hatchling(root, "wheel", "never", page="auto")
    assert run.returncode == 0, run.stdout + run.stderr
    [wheel] = (root / "out").glob("*.whl")
    packages = tmp_path / "packages"
    install = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index"]
    subprocess.run([*install, "--target", packages, wheel], check=True)
    folder = tmp_path / "empty"
    folder.mkdir()
    with served(packages, folder) as address:
        assert urllib.request.urlopen(address, timeout=10).read() == b"the page itself"
        assert urllib.request.urlopen(f"{address}assets/app.js", timeout=10).read() == b"script"
