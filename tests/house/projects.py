"""Projects for tests of the build: our own build files and a small package, built by hatchling."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

TINY = {
    "__init__.py": "",
    "py.typed": "",
    "build_info.py": '__version__ = "0.1.0"\n',
    "errors.py": "class Refused(Exception):\n    pass\n",
    "plain.py": "NAME = 'plain'\n",
    "core/__init__.py": "",
    "core/low.py": (
        "from upcard.errors import Refused\n\n\n"
        "def double(x: int) -> int:\n"
        "    if x < 0:\n        raise Refused\n"
        "    return 2 * x\n"
    ),
    "games/__init__.py": "",
    "games/high.py": (
        "from mypy_extensions import i64\n\nfrom upcard.core import low\n\n\n"
        "def four_times(x: i64) -> i64:\n    return low.double(low.double(x))\n"
    ),
}
PROJECT = ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE", "CHANGELOG.md", "Makefile")


def make_tiny(root: Path) -> Path:
    """A project with our own build files and a package of two modules to compile."""
    for name, text in TINY.items():
        path = root / "src" / "upcard" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    copy_build_files(root)
    return root


def copy_build_files(root: Path) -> None:
    """What a build reads beside the sources."""
    for name in PROJECT:
        shutil.copy(ROOT / name, root / name)
    shutil.copytree(
        ROOT / "build_hooks", root / "build_hooks", ignore=shutil.ignore_patterns("__pycache__")
    )


def hatchling(
    root: Path, target: str, mode: str | None = None, page: str = "never"
) -> subprocess.CompletedProcess[str]:
    """Build a wheel or an sdist into ``out``; mode and page are those of the build hook."""
    env = {k: v for k, v in os.environ.items() if k not in ("UPCARD_COMPILE", "PYTHONPATH")}
    env["UPCARD_PAGE"] = page
    if mode is not None:
        env["UPCARD_COMPILE"] = mode
    return subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", target, "-d", "out"],
        cwd=root, env=env, capture_output=True, text=True, check=False,
    )  # fmt: skip


def only_wheel(root: Path) -> tuple[str, list[str]]:
    """The name of the one wheel that was built, and what is in it."""
    [path] = (root / "out").glob("*.whl")
    with zipfile.ZipFile(path) as wheel:
        return path.name, wheel.namelist()


def unpack(root: Path, target: Path) -> Path:
    """The unpacked sdist of a project."""
    [archive] = (root / "out").glob("*.tar.gz")
    with tarfile.open(archive) as tar:
        # Python 3.11 before 3.11.4 has no filters, and no argument to name one.
        if hasattr(tarfile, "data_filter"):
            tar.extraction_filter = tarfile.data_filter
        tar.extractall(target)
    [unpacked] = target.iterdir()
    return unpacked
