"""`make play`: in the browser where there is a page, in the terminal where there is none."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.house.projects import ROOT


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Our Makefile, with stand-ins for the environment it sets up; a PATH without Node."""
    root = tmp_path / "project"
    (root / "tools").mkdir(parents=True)
    (root / ".venv" / "bin").mkdir(parents=True)
    (root / "web").mkdir()
    (root / "web" / "package.json").write_text("{}")
    shutil.copy(ROOT / "Makefile", root)
    shutil.copytree(ROOT / "build_hooks", root / "build_hooks")
    tool(root / "tools" / "setup_venv", "echo set up $1")
    tool(root / ".venv" / "bin" / "upcard", "echo upcard $*")
    tool(root / ".venv" / "bin" / "python", f'exec {sys.executable} "$@"')
    (tmp_path / "bin").mkdir()
    for name in ("make", "sh", "sed", "head"):
        (tmp_path / "bin" / name).symlink_to(shutil.which(name) or "")
    return root


def tool(path: Path, line: str) -> None:
    path.write_text(f"#!/bin/sh\n{line}\n")
    path.chmod(0o755)


def make(root: Path, *arguments: str) -> list[str]:
    """What make prints."""
    # The tests may themselves be run by make, which tells its children.
    told = ("GAME", "ARGS", "MAKEFLAGS", "MAKELEVEL", "MFLAGS", "MAKEOVERRIDES")
    env = {name: value for name, value in os.environ.items() if name not in told}
    run = subprocess.run(
        ["make", *arguments], cwd=root, env={**env, "PATH": str(root.parent / "bin")},
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=True,
    )  # fmt: skip
    return run.stdout.splitlines()


def test_play_opens_the_page_where_it_is_built(project: Path) -> None:
    index = project / "src/upcard/server/static/index.html"
    index.parent.mkdir(parents=True)
    index.write_text("page")
    lines = make(project, "play")
    assert lines[0] == "set up play"
    assert lines[-1] == "upcard table"


def test_play_without_node_says_what_is_missing_and_plays_in_the_terminal(project: Path) -> None:
    lines = make(project, "play")
    assert "has not been built, and Node.js is not installed" in lines[1]
    assert "Node.js 20.19 or later" in lines[1]
    assert "'make play' opens the page" in lines[2]
    assert lines[-1] == "upcard play romme"


@pytest.mark.parametrize(
    ("arguments", "played"),
    [
        (["play", "GAME=gin"], "upcard play gin"),
        (["play", "ARGS=--seats 3"], "upcard play romme --seats 3"),
        (["play", "GAME=basic", "ARGS=--bots random"], "upcard play basic --bots random"),
        (["play-terminal"], "upcard play romme"),
    ],
)
def test_whatever_is_named_is_played_in_the_terminal(
    project: Path, arguments: list[str], played: str
) -> None:
    lines = make(project, *arguments)
    assert lines[-1] == played
    assert not any("Node" in line for line in lines)


def test_the_help_names_every_target_once(project: Path) -> None:
    said = "\n".join(make(project))
    text = (ROOT / "Makefile").read_text()
    for target in ("play", "test", "browser", "compiled", "bench", "lint", "docs", "web", "clean"):
        assert f"\n{target}:" in text
        assert f"make {target} " in said
