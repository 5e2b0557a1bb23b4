"""What the tests of the build share."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.house.projects import make_tiny


@pytest.fixture
def tiny(tmp_path: Path) -> Path:
    """A project with our own build files and a package of two modules to compile."""
    return make_tiny(tmp_path / "project")
