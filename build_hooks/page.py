"""Builds the page of the browser table, `web/`, into the package, where that is needed.

Two callers share this file: the hook of wheel and sdist (`hatch_build.py`), and `make play`:

    python build_hooks/page.py     build the page unless it is up to date; exit 1 if it cannot be

An sdist holds the built page and needs no Node.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

STATIC = "src/upcard/server/static"
# What Vite runs on: Node 20.19 and later 20s, or 22.12 and later.
NODE = "Node.js 20.19 or later (not 21, nor 22 before 22.12)"
NOT_SOURCES = ("node_modules", "tests", "shots", "fixture", "dist-fixture")


class PageBuildError(Exception):
    """The page is missing and could not be built; the text says why and is meant for people."""


class NoNodeError(PageBuildError):
    """There is no Node that builds it."""


def is_built(root: Path) -> bool:
    """Whether there is a page."""
    return (root / STATIC / "index.html").is_file()


def is_current(root: Path) -> bool:
    """Whether there is a page and none of its sources is newer."""
    if not is_built(root):
        return False
    built = (root / STATIC / "index.html").stat().st_mtime
    return all(path.stat().st_mtime <= built for path in sources(root / "web"))


def sources(web: Path) -> Iterator[Path]:
    """The files a page is made of."""
    for path in sorted(web.glob("*")):
        if path.name not in NOT_SOURCES:
            yield from (p for p in [path, *path.rglob("*")] if p.is_file())


def why_no_node() -> str | None:
    """What is wrong with this machine's Node, or None if it builds the page."""
    node = shutil.which("node")
    if node is None or shutil.which("npm") is None:
        return f"{'Node.js' if node is None else 'npm'} is not installed"
    try:
        run = subprocess.run([node, "--version"], capture_output=True, text=True, check=False)
    except OSError as error:
        return f"{node} does not run: {error.strerror}"
    found = re.match(r"v(\d+)\.(\d+)", run.stdout)
    version = (int(found[1]), int(found[2])) if found else (0, 0)
    if (20, 19) <= version < (21, 0) or version >= (22, 12):
        return None
    return f"Node.js here is {run.stdout.strip() or 'of no known version'}"


def ensure(root: Path) -> bool:
    """Build the page unless it is up to date; whether it was built now.

    `NoNodeError` where there is none and no Node to build it; a page older than its sources is
    better than none, so it is kept where it cannot be built anew.
    """
    if is_current(root):
        return False
    why = why_no_node()
    if not (root / "web" / "package.json").is_file():
        raise PageBuildError(f"the page is missing: here is neither {STATIC} nor web/, its sources")
    if why is None:
        build(root)
        return True
    if is_built(root):
        print(f"upcard: the page is older than its sources, but {why}: keeping it", flush=True)
        return False
    raise NoNodeError(f"the page has not been built, and {why}; building it needs {NODE}")


def build(root: Path) -> None:
    """Install what the build needs, where that has changed, and build."""
    web = root / "web"
    print("upcard: building the page with npm, please wait", flush=True)
    installed = web / "node_modules" / ".package-lock.json"
    lock = web / "package-lock.json"
    if not installed.is_file() or installed.stat().st_mtime < lock.stat().st_mtime:
        _npm(web, "ci", "--no-audit", "--no-fund", "--loglevel=error")
    _npm(web, "run", "--silent", "build")
    if not is_built(root):
        raise PageBuildError(f"npm has built no {STATIC}/index.html")


def _npm(web: Path, *arguments: str) -> None:
    npm = shutil.which("npm")
    assert npm is not None
    run = subprocess.run(
        [npm, *arguments], cwd=web, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, text=True, check=False,
    )  # fmt: skip
    if run.returncode:
        raise PageBuildError(f"npm {arguments[0]} failed in web/:\n{run.stdout}")


def main(arguments: list[str]) -> int:
    if arguments:
        print(__doc__, file=sys.stderr)
        return 2
    try:
        ensure(Path(__file__).resolve().parent.parent)
    except PageBuildError as error:
        print(f"upcard: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
