"""Compiling the package: `make compiled` and the wheel, tried on a tiny package."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from build_hooks import native
from tests.conftest import require
from tests.house.projects import ROOT, TINY, hatchling, only_wheel, unpack


@pytest.fixture
def no_compiler(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("CC", raising=False)


def extensions(names: list[str]) -> list[str]:
    return sorted(name.split(".")[0] for name in names if native.is_extension(name))


def test_no_extension_module_lies_under_src() -> None:
    native.refuse_stray_extensions(ROOT)


def test_package_files_to_compile_leave_out_init(tiny: Path) -> None:
    assert native.sources(tiny) == ["upcard/core/low.py", "upcard/games/high.py"]


def test_imports_are_followed_within_the_package(tiny: Path) -> None:
    assert native.imported(tiny / "src", ["upcard/games/high.py"]) == {
        "upcard/__init__.py",
        "upcard/core/__init__.py",
        "upcard/core/low.py",
        "upcard/errors.py",
        "upcard/games/high.py",
    }


@pytest.mark.parametrize(
    ("name", "matters"), [("errors.py", True), ("core/low.py", True), ("plain.py", False)]
)
def test_only_what_is_compiled_or_imported_asks_for_a_new_build(
    tiny: Path, name: str, matters: bool
) -> None:
    before = native.fingerprint(tiny)
    with (tiny / "src" / "upcard" / name).open("a") as file:
        file.write("MORE = 1\n")
    assert (native.fingerprint(tiny) != before) is matters


@pytest.mark.usefixtures("no_compiler")
def test_a_missing_compiler_is_noticed(tiny: Path, tmp_path: Path) -> None:
    assert native.find_compiler() is None
    with pytest.raises(native.NativeBuildError, match="no C compiler"):
        native.compile_package(tiny, tmp_path / "out")


def test_a_stray_extension_module_is_named(tiny: Path, tmp_path: Path) -> None:
    (tiny / "src/upcard/core/low.so").touch()
    with pytest.raises(native.NativeBuildError, match=r"src/upcard/core/low\.so"):
        native.compile_package(tiny, tmp_path / "out")


def test_a_compiled_copy_runs_and_is_built_once(tiny: Path, tmp_path: Path) -> None:
    require("compiler")
    target = tmp_path / "compiled"
    assert native.build_copy(tiny, target)
    program = (
        "from upcard.games import high; from upcard.core import low; from upcard import errors\n"
        "print(high.__file__, low.__file__, high.four_times(10))\n"
        "try: low.double(-1)\n"
        "except errors.Refused: print('refused')\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", program], env={**os.environ, "PYTHONPATH": str(target)},
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    high, low, rest = run.stdout.split(maxsplit=2)
    assert native.is_extension(high)
    assert native.is_extension(low)
    assert rest.split() == ["40", "refused"]

    (tiny / "src/upcard/plain.py").write_text("NAME = 'changed'\n")
    (tiny / "src/upcard/errors.py").touch()
    assert not native.build_copy(tiny, target)
    assert "changed" in (target / "upcard/plain.py").read_text()
    (tiny / "src/upcard/plain.py").unlink()
    native.build_copy(tiny, target)
    assert not (target / "upcard/plain.py").exists()
    native.refuse_stray_extensions(tiny)


def test_a_compile_error_is_shown_and_keeps_the_old_build(tiny: Path, tmp_path: Path) -> None:
    require("compiler")
    (tiny / "src/upcard/core/low.py").write_text("def double(x: int) -> int:\n    return 'x'\n")
    target = tmp_path / "compiled"
    (target / "upcard").mkdir(parents=True)
    with pytest.raises(native.NativeBuildError, match=r"low\.py:2: error: Incompatible return"):
        native.build_copy(tiny, target)
    assert (target / "upcard").exists()


def test_wheel_never_compiled(tiny: Path) -> None:
    assert hatchling(tiny, "wheel", "never").returncode == 0
    name, names = only_wheel(tiny)
    assert name == "upcard-0.1.0-py3-none-any.whl"
    assert not extensions(names)
    assert {f"upcard/{file}" for file in TINY} <= set(names)


@pytest.mark.usefixtures("no_compiler")
def test_wheel_without_compiler_is_pure_and_says_so(tiny: Path) -> None:
    run = hatchling(tiny, "wheel")
    assert run.returncode == 0
    assert only_wheel(tiny)[0].endswith("-py3-none-any.whl")
    assert "no C compiler found, building the pure package" in run.stdout + run.stderr


@pytest.mark.usefixtures("no_compiler")
def test_wheel_that_must_be_compiled_fails_without_compiler(tiny: Path) -> None:
    run = hatchling(tiny, "wheel", "require")
    assert run.returncode != 0
    assert "no C compiler" in run.stdout + run.stderr
    assert not list(tiny.glob("out/*.whl"))


def test_wheel_with_a_compile_error_is_not_built(tiny: Path) -> None:
    require("compiler")
    (tiny / "src/upcard/core/low.py").write_text("def double(x: int) -> int:\n    return 'x'\n")
    run = hatchling(tiny, "wheel")
    assert run.returncode != 0
    assert "Incompatible return value" in run.stdout + run.stderr
    assert not list(tiny.glob("out/*.whl"))


def test_the_wheel_takes_the_compiled_copy_where_it_is_up_to_date(tiny: Path) -> None:
    require("compiler")
    native.build_copy(tiny, tiny / "build/compiled")
    run = hatchling(tiny, "wheel", "require")
    assert "compiling" not in run.stdout + run.stderr
    assert extensions(only_wheel(tiny)[1]) == [
        "upcard/_native__mypyc", "upcard/core/low", "upcard/games/high",
    ]  # fmt: skip

    (tiny / "src/upcard/core/low.py").write_text("def double(x: int) -> int:\n    return 'x'\n")
    run = hatchling(tiny, "wheel", "require")
    assert run.returncode != 0
    assert "Incompatible return value" in run.stdout + run.stderr


def test_an_unknown_mode_is_refused_by_name(tiny: Path) -> None:
    run = hatchling(tiny, "wheel", "always")
    assert run.returncode != 0
    assert "'always'" in run.stdout + run.stderr


def test_wheel_from_the_source_archive_is_compiled_and_tagged(tiny: Path, tmp_path: Path) -> None:
    require("compiler")
    assert hatchling(tiny, "sdist").returncode == 0
    root = unpack(tiny, tmp_path / "unpacked")
    run = hatchling(root, "wheel", "require")
    assert run.returncode == 0, run.stdout + run.stderr
    name, names = only_wheel(root)
    version = f"cp{sys.version_info.major}{sys.version_info.minor}"
    assert name.startswith(f"upcard-0.1.0-{version}-{version}-")
    assert extensions(names) == ["upcard/_native__mypyc", "upcard/core/low", "upcard/games/high"]
    assert {f"upcard/{file}" for file in TINY} <= set(names)
    native.refuse_stray_extensions(root)


def test_editable_installs_are_pure(tiny: Path) -> None:
    run = subprocess.run(
        [sys.executable, "-c", "import hatchling.build as b; print(b.build_editable('out'))"],
        cwd=tiny, env={**os.environ, "UPCARD_COMPILE": "require"},
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    name, names = only_wheel(tiny)
    assert name == run.stdout.split()[-1] == "upcard-0.1.0-py3-none-any.whl"
    assert not extensions(names)
    assert "_upcard.pth" in names
    native.refuse_stray_extensions(tiny)
