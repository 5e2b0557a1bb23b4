"""Compiles the speed-critical modules of the package with mypyc, never in place.

Two callers share this file: the wheel hook (`hatch_build.py`) and `make compiled`, which runs

    python build_hooks/native.py build/compiled     build a compiled copy of the package there
    python build_hooks/native.py --check            exit 0 if this machine can compile, else 1

Which modules are compiled is said once, in `[tool.upcard] compiled` of pyproject.toml.
"""

from __future__ import annotations

import ast
import hashlib
import importlib.machinery
import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import time
import tomllib
from collections.abc import Iterator
from pathlib import Path

PACKAGE = "upcard"
# One shared library inside the package; the modules beside it are thin shims that load it.
LIBRARY = f"{PACKAGE}._native"
EXTENSION_SUFFIXES = (".so", ".pyd", ".dylib")
NOT_COPIED = ("__pycache__", "*.pyc", *(f"*{suffix}" for suffix in EXTENSION_SUFFIXES))

# -Wno-error: a warning of a compiler newer than the pinned mypyc must not stop a build.
# -fvisibility=hidden: the modules call each other within one library, and small functions are only
# inlined there if no other library may take their place.
SETUP = """\
import os, sys, setuptools
from mypyc.build import mypycify
modules = mypycify(["--config-file=", *sys.argv[4:]],
                   opt_level="3", debug_level="0", group_name=sys.argv[1], target_dir=sys.argv[2])
for module in modules:
    if os.name != "nt" and "-Wno-error" not in module.extra_compile_args:
        module.extra_compile_args += ["-Wno-error", "-fvisibility=hidden"]
script_args = ["--quiet", "build_ext", "--build-lib", sys.argv[3], "--build-temp", sys.argv[2]]
setuptools.setup(name="upcard-native", packages=[], py_modules=[], ext_modules=modules,
                 script_args=script_args)
"""


class NativeBuildError(Exception):
    """The modules could not be compiled; the text says why and is meant for people."""


def sources(root: Path) -> list[str]:
    """The files to compile, relative to src/, e.g. `upcard/core/hand.py`."""
    settings = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    src = root / "src"
    found = {p for pattern in settings["tool"]["upcard"]["compiled"] for p in src.glob(pattern)}
    return sorted(p.relative_to(src).as_posix() for p in found if p.name != "__init__.py")


def find_compiler() -> str | None:
    """The C compiler command, or None when the compiler or Python's C headers are missing."""
    if not (Path(sysconfig.get_path("include")) / "Python.h").exists():
        return None
    if os.name == "nt":
        return _find_msvc()
    named = os.environ.get("CC")
    candidates = [named] if named else [sysconfig.get_config_var("CC"), "cc", "gcc", "clang"]
    for command in candidates:
        if command and shutil.which(shlex.split(command)[0]):
            return str(command)
    return None


def _find_msvc() -> str | None:
    try:
        from setuptools._distutils.ccompiler import new_compiler

        compiler = new_compiler()
        compiler.initialize()
    except Exception:  # whatever is wrong with the tool chain, it cannot be used
        return None
    return "cl"


def refuse_stray_extensions(root: Path) -> None:
    """An extension module under src/ would hide the source beside it."""
    stray = [p for p in (root / "src").rglob("*") if p.suffix in EXTENSION_SUFFIXES]
    if stray:
        names = ", ".join(p.relative_to(root).as_posix() for p in stray)
        raise NativeBuildError(f"extension modules under src/ hide the sources, delete: {names}")


def compile_package(root: Path, target: Path) -> list[Path]:
    """Compile into `target`; the extension modules found there, e.g. target/upcard/core/….so."""
    refuse_stray_extensions(root)
    compiler = find_compiler()
    if compiler is None:
        raise NativeBuildError("no C compiler with Python's headers was found")
    names = sources(root)
    if not names:
        raise NativeBuildError("no module matches [tool.upcard] compiled in pyproject.toml")
    print(f"upcard: compiling {len(names)} modules with mypyc, please wait", flush=True)
    started = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="upcard-native-") as folder:
        work = Path(folder)
        shutil.copytree(
            root / "src" / PACKAGE, work / PACKAGE, ignore=shutil.ignore_patterns(*NOT_COPIED)
        )
        (work / "setup.py").write_text(SETUP, encoding="utf-8")
        command = [sys.executable, "setup.py", LIBRARY, "c", str(target.resolve()), *names]
        run = subprocess.run(
            command,
            cwd=work,
            env=_environment(compiler),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
    built = _modules(target)
    if run.returncode or len(built) != len(names) + 1:
        raise NativeBuildError(f"mypyc or the C compiler failed:\n{run.stdout}")
    print(f"upcard: compiled in {time.monotonic() - started:.0f} s", flush=True)
    return built


def up_to_date(root: Path, target: Path) -> list[Path]:
    """The extension modules that `build_copy` has left in target, none if it had more to do now."""
    stamp = target / "stamp"
    fresh = stamp.exists() and stamp.read_text(encoding="utf-8") == fingerprint(root)
    return _modules(target) if fresh else []


def _modules(target: Path) -> list[Path]:
    return sorted(p for p in target.rglob("*") if p.suffix in EXTENSION_SUFFIXES)


def _environment(compiler: str) -> dict[str, str]:
    env = dict(os.environ)
    if os.name != "nt" and compiler != sysconfig.get_config_var("CC"):
        env["CC"] = compiler
    return env


def build_copy(root: Path, target: Path) -> bool:
    """Bring `target` up to date: the package with its extension modules. False: nothing compiled.

    Plain modules and data are copied each time; compiling is skipped while no compiled module
    and nothing that one imports has changed.
    """
    digest = fingerprint(root)  # of what is compiled now, whatever is written meanwhile
    fresh = bool(up_to_date(root, target))
    if not fresh:
        stamp = target / "stamp"
        with tempfile.TemporaryDirectory(prefix="upcard-native-") as folder:
            compile_package(root, Path(folder))
            stamp.unlink(missing_ok=True)  # first, lest an interrupted build pass for a whole one
            shutil.rmtree(target, ignore_errors=True)
            shutil.copytree(folder, target)
    _copy_plain_files(root / "src" / PACKAGE, target / PACKAGE)
    if not fresh:
        stamp.write_text(digest, encoding="utf-8")  # last, for the same reason
    return not fresh


def _copy_plain_files(source: Path, target: Path) -> None:
    for old in target.rglob("*"):
        known = old.is_dir() or (source / old.relative_to(target)).exists()
        if not known and old.suffix not in EXTENSION_SUFFIXES:
            old.unlink()
    shutil.copytree(
        source, target, ignore=shutil.ignore_patterns(*NOT_COPIED), dirs_exist_ok=True
    )


def fingerprint(root: Path) -> str:
    """Changes when the outcome of compiling may change."""
    digest = hashlib.sha256(Path(__file__).read_bytes())
    digest.update(f"{sys.version}{find_compiler()}{_mypyc_version()}".encode())
    for name in [*sources(root), "", *sorted(imported(root / "src", sources(root)))]:
        path = root / "src" / name
        digest.update(f"\0{name}\0".encode() + (path.read_bytes() if path.is_file() else b""))
    return digest.hexdigest()


def _mypyc_version() -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("mypy")
    except PackageNotFoundError:
        return "none"


def imported(src: Path, names: list[str]) -> set[str]:
    """The files of the package that `names` import, directly or through others."""
    seen = set(names)
    todo = list(names)
    while todo:
        for module in _imports(src / todo.pop(), src):
            for path in (f"{module}.py", f"{module}/__init__.py"):
                if path not in seen and (src / path).is_file():
                    seen.add(path)
                    todo.append(path)
    return seen


def _imports(path: Path, src: Path) -> Iterator[str]:
    folder = path.relative_to(src).parent.parts
    for node in ast.walk(ast.parse(path.read_bytes(), str(path))):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield from _with_parents(alias.name.split("."))
        elif isinstance(node, ast.ImportFrom):
            above = list(folder[: len(folder) - node.level + 1]) if node.level else []
            base = above + (node.module.split(".") if node.module else [])
            for alias in node.names:
                yield from _with_parents([*base, alias.name])


def _with_parents(parts: list[str]) -> Iterator[str]:
    if parts[0] == PACKAGE:
        for end in range(1, len(parts) + 1):
            yield "/".join(parts[:end])


def is_extension(path: str) -> bool:
    """Whether this interpreter loads the file as an extension module."""
    return path.endswith(tuple(importlib.machinery.EXTENSION_SUFFIXES))


def main(arguments: list[str]) -> int:
    root = Path(__file__).resolve().parent.parent
    if arguments == ["--check"]:
        return 0 if find_compiler() else 1
    if len(arguments) != 1 or arguments[0].startswith("-"):
        print(__doc__, file=sys.stderr)
        return 2
    target = Path(arguments[0])
    try:
        compiled = build_copy(root, target)
    except NativeBuildError as error:
        print(f"upcard: {error}", file=sys.stderr)
        return 1
    print(f"upcard: {target} is {'built' if compiled else 'up to date'}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
