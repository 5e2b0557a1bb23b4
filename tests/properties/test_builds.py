"""Compiled and pure: the same seeded play comes to the same totals, and `__file__` tells which ran.

`make compiled` makes build/compiled; the tests of that build must find it, others use it if it is
there and no older than the sources.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from build_hooks import native
from upcard.build_info import is_extension

ROOT = Path(__file__).parents[2]


def run(place: Path) -> Any:
    """What the playouts come to with the package in this folder."""
    environment = {**os.environ, "PYTHONPATH": str(place)}
    script = ROOT / "tests" / "properties" / "totals.py"
    done = subprocess.run(
        [sys.executable, str(script)], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def compiled_build() -> Path | None:
    """build/compiled, where it is complete and made of these sources."""
    place = ROOT / "build" / "compiled"
    stamp = place / "stamp"
    if stamp.exists() and stamp.read_text(encoding="utf-8") == native.fingerprint(ROOT):
        return place
    return None


def test_builds_play_alike() -> None:
    """The pure build twice gives the same totals, and the compiled one gives them, too."""
    pure = run(ROOT / "src")
    assert len(pure["files"]) > 15
    assert all(file.startswith(str(ROOT / "src")) for file in pure["files"].values())
    assert not any(is_extension(file) for file in pure["files"].values())
    place = compiled_build()
    if os.environ.get("UPCARD_EXPECT") == "compiled":
        assert place is not None, "these tests are to run compiled, but build/compiled is not there"
    other = run(place or ROOT / "src")
    if place:
        assert all(file.startswith(str(place)) for file in other["files"].values())
        assert all(is_extension(file) for file in other["files"].values())
    assert other["totals"] == pure["totals"]
    for name, total in pure["totals"].items():
        assert name.endswith("eager") or total != pure["totals"][name[:-1] + str(3 - int(name[-1]))]
