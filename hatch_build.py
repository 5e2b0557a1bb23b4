"""The build hook of wheel and sdist: the page, and the compiled modules where a C compiler is.

Both hold the page of the browser table: it is built where it is missing, and the build fails where
that cannot be. `UPCARD_PAGE=never` builds without (`auto` is the default).

`UPCARD_COMPILE` says what happens: `auto` (the default) compiles if there is a compiler and
otherwise builds a pure wheel, `require` fails without one, `never` builds a pure wheel.
A compile that fails never turns into a pure wheel. Editable installs are always pure, and their
page is built by `make play` or `make web`.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).resolve().parent))

from build_hooks import native, page


class BuildHook(BuildHookInterface):  # type: ignore[type-arg]  # its parameter is hatchling's own
    """Builds the page in its place; compiles into a temporary folder and hands that over."""

    folder: tempfile.TemporaryDirectory[str] | None = None

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        compiled = self.mode("UPCARD_COMPILE", "auto", "require", "never")
        paged = self.mode("UPCARD_PAGE", "auto", "never")
        try:
            if version != "editable" and paged != "never":
                page.ensure(Path(self.root))
            if self.target_name == "wheel":
                native.refuse_stray_extensions(Path(self.root))
                if version != "editable" and self.wanted(compiled):
                    self.compile(build_data)
        except page.PageBuildError as error:
            self.app.abort(f"upcard: {error}. UPCARD_PAGE=never builds without the page.")
        except native.NativeBuildError as error:
            self.app.abort(f"upcard: {error}")

    def mode(self, variable: str, *modes: str) -> str:
        """What an environment variable says, the first of the modes if nothing."""
        mode = os.environ.get(variable, modes[0])
        if mode not in modes:
            self.app.abort(f"upcard: {variable} is {mode!r}, not one of {', '.join(modes)}")
        return mode

    def wanted(self, mode: str) -> bool:
        if mode == "auto" and native.find_compiler() is None:
            self.app.display_warning("upcard: no C compiler found, building the pure package")
            return False
        return mode != "never"

    def compile(self, build_data: dict[str, Any]) -> None:
        target = Path(self.root) / "build" / "compiled"  # where `make compiled` builds
        modules = native.up_to_date(Path(self.root), target)
        if not modules:
            self.folder = tempfile.TemporaryDirectory(prefix="upcard-wheel-")
            target = Path(self.folder.name)
            modules = native.compile_package(Path(self.root), target)
        for path in modules:
            build_data["force_include"][str(path)] = path.relative_to(target).as_posix()
        build_data["pure_python"] = False
        build_data["infer_tag"] = True

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if self.folder is not None:
            self.folder.cleanup()
