"""The build hook of the wheel: adds the compiled modules where a C compiler is.

`UPCARD_COMPILE` says what happens: `auto` (the default) compiles if there is a compiler and
otherwise builds a pure wheel, `require` fails without one, `never` builds a pure wheel.
A compile that fails never turns into a pure wheel. Editable installs are always pure.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).resolve().parent))

from build_hooks import native

MODES = ("auto", "require", "never")


class NativeHook(BuildHookInterface):  # type: ignore[type-arg]  # its parameter is hatchling's own
    """Compiles into a temporary folder and hands the results to the wheel."""

    folder: tempfile.TemporaryDirectory[str] | None = None

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        mode = os.environ.get("UPCARD_COMPILE", "auto")
        if mode not in MODES:
            self.app.abort(f"upcard: UPCARD_COMPILE is {mode!r}, not one of {', '.join(MODES)}")
        try:
            native.refuse_stray_extensions(Path(self.root))
            if version != "editable" and self.wanted(mode):
                self.compile(build_data)
        except native.NativeBuildError as error:
            self.app.abort(f"upcard: {error}")

    def wanted(self, mode: str) -> bool:
        if mode == "auto" and native.find_compiler() is None:
            self.app.display_warning("upcard: no C compiler found, building the pure package")
            return False
        return mode != "never"

    def compile(self, build_data: dict[str, Any]) -> None:
        self.folder = tempfile.TemporaryDirectory(prefix="upcard-wheel-")
        target = Path(self.folder.name)
        for path in native.compile_package(Path(self.root), target):
            build_data["force_include"][str(path)] = path.relative_to(target).as_posix()
        build_data["pure_python"] = False
        build_data["infer_tag"] = True

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if self.folder is not None:
            self.folder.cleanup()
