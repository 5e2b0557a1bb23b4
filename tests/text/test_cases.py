"""Every case of every game that exists, one test a case."""

from __future__ import annotations

from pathlib import Path

import pytest

from upcard.games.registry import GAMES
from upcard.text.case import Case, read_cases, run_case

FOLDER = Path(__file__).parent.parent / "cases"
CASES = [
    pytest.param(case, id=f"{game}: {case.name}")
    for game in GAMES
    for case in read_cases(str(FOLDER / f"{game}.json"))
]


@pytest.mark.parametrize("case", CASES)
def test_case(case: Case) -> None:
    failure = run_case(case)
    assert failure is None, str(failure)


@pytest.mark.parametrize("file", sorted(FOLDER.glob("*.json")), ids=lambda file: file.name)
def test_files_read_well(file: Path) -> None:
    assert len(read_cases(str(file))) > 20
