"""What the pages and docstrings show is what comes out.

In a page, blocks of these kinds are run, one after the other with the same names:

- `pycon`: a Python session, compared with what is printed;
- `python`: code that must run; in `docs/own_game.md` it is a part of `examples/my_rummy.py`;
- `console`: commands after `$` and their output, where a line `…` stands for any lines; longer
  transcripts are generated (`make docs`), and `tests/docs/test_pages.py` compares them;
- `example`: a position in short and what may be done in it, see `tests/docs/examples.py`;
- `json`: a position, cases (all must hold) or a record;
- `toml`: a rules file.

Docstrings are taken from the sources, so that they are run against compiled modules, too.
"""

from __future__ import annotations

import ast
import doctest
import importlib
import json
import re
from pathlib import Path

import pytest

from tests.docs.examples import run_example
from tests.docs.pages import ROOT, Block, blocks, name_of, pages
from tools.generate_docs import shell_output
from upcard.text.case import parse_case, run_case
from upcard.text.position import deal_from_position, position_of
from upcard.text.record import Record
from upcard.text.replay import verify
from upcard.text.rulesfile import rules_of_toml

SOURCES = ROOT / "src" / "upcard"
OPTIONS = doctest.NORMALIZE_WHITESPACE
PARTS_OF = {"docs/own_game.md": ROOT / "examples" / "my_rummy.py"}


def run_session(text: str, names: dict[str, object], name: str, file: str, line: int) -> None:
    """Run a Python session; fail with what differs."""
    test = doctest.DocTestParser().get_doctest(text, names, name, file, line)
    shown: list[str] = []
    runner = doctest.DocTestRunner(verbose=False, optionflags=OPTIONS)
    runner.run(test, out=shown.append, clear_globs=False)
    names.update(test.globs)
    assert not shown, "".join(shown)


def modules_with_examples() -> list[str]:
    found = []
    for path in sorted(SOURCES.rglob("*.py")):
        if ">>>" in path.read_text(encoding="utf-8"):
            parts = path.relative_to(SOURCES.parent).with_suffix("").parts
            found.append(".".join(parts).removesuffix(".__init__"))
    return found


def source_of(module: str) -> Path:
    path = SOURCES.parent.joinpath(*module.split("."))
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


@pytest.mark.parametrize("module", modules_with_examples())
def test_docstrings(module: str) -> None:
    source = source_of(module)
    names = vars(importlib.import_module(module))
    for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
        if not isinstance(
            node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
        ):
            continue
        text = ast.get_docstring(node)
        if text and ">>>" in text:
            where = getattr(node, "name", module)
            run_session(text, dict(names), f"{module}: {where}", str(source), 0)


def run_console(block: Block, page: Path) -> None:
    """Run the commands of a block in a shell, and compare what they print."""
    for part in re.split(r"^\$ ", block.body, flags=re.MULTILINE)[1:]:
        command, _, expected = part.partition("\n")
        printed = shell_output(command)
        pattern = "".join(
            r"(?:.*\n)*?" if line.strip() == "…" else re.escape(line.rstrip()) + r"\n"
            for line in expected.rstrip("\n").splitlines()
        )
        where = f"{name_of(page)}, line {block.line}: $ {command}"
        assert re.fullmatch(pattern, printed), f"{where}\nprints\n{printed}"


def run_json(text: str) -> None:
    """Positions are read and written, cases hold, records verify."""
    data = json.loads(text)
    if "cases" in data:
        for case in data["cases"]:
            assert run_case(parse_case(case)) is None, case["name"]
    elif "upcard" in data:
        verify(Record(data))
    else:
        deal = deal_from_position(data)
        again = position_of(deal_from_position(position_of(deal)))
        assert again == position_of(deal)


@pytest.mark.parametrize("page", pages(), ids=name_of)
def test_pages(page: Path) -> None:
    names: dict[str, object] = {"__name__": "page"}
    name = name_of(page)
    for block in blocks(page):
        if block.generated:
            continue
        if block.kind == "pycon":
            run_session(block.body, names, name, str(page), block.line - 1)
        elif block.kind == "python" and name in PARTS_OF:
            whole = PARTS_OF[name].read_text(encoding="utf-8")
            assert block.body.rstrip() in whole, f"{name}, line {block.line}: not in the example"
        elif block.kind == "python":
            exec(compile("\n" * (block.line - 1) + block.body, str(page), "exec"), names)
        elif block.kind == "console":
            run_console(block, page)
        elif block.kind == "example":
            run_example(block.body, f"{name}, line {block.line}")
        elif block.kind == "json":
            run_json(block.body)
        elif block.kind == "toml":
            rules_of_toml(block.body)
        else:
            known = ("sh", "text", "markdown", "make", "pycon", "python")
            assert block.kind in known, f"{name}, line {block.line}: {block.kind!r}"
