"""The version of the package, and whether its fast modules run compiled or as plain Python."""

from __future__ import annotations

import importlib.machinery
import importlib.util
import pkgutil

__version__ = "0.1.0"


def build_kind() -> str:
    """`"compiled"` or `"pure"`, told by the files that the modules of the core are loaded from.

    Compiled modules play some sixty times as many deals a second; the rules are the same.

    >>> build_kind() in ("compiled", "pure")
    True
    """
    modules = core_modules()
    compiled = [is_extension(path) for path in modules.values()]
    if any(compiled) and not all(compiled):
        plain = ", ".join(name for name, path in modules.items() if not is_extension(path))
        raise ImportError(f"some modules of upcard.core are compiled and some are not: {plain}")
    return "compiled" if any(compiled) else "pure"


def core_modules() -> dict[str, str]:
    """The modules of `upcard.core`, each with the file that an import of it runs."""
    core = importlib.util.find_spec("upcard.core")
    places = core.submodule_search_locations if core else None
    names = [f"upcard.core.{info.name}" for info in pkgutil.iter_modules(places or [])]
    specs = {name: importlib.util.find_spec(name) for name in sorted(names)}
    return {name: spec.origin for name, spec in specs.items() if spec and spec.origin}


def is_extension(path: str) -> bool:
    """Whether a file is an extension module of this interpreter."""
    return path.endswith(tuple(importlib.machinery.EXTENSION_SUFFIXES))
