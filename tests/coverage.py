"""Counts of what a random test has met: printed after the run, and checked for holes."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from typing import Final

PROPERTY: Final = "coverage"


class Coverage:
    """Counts by heading and name.

    >>> coverage = Coverage()
    >>> coverage.add("phase", "draw")
    >>> coverage.holes("phase", ["draw", "play"])
    ['play']
    >>> print(coverage)
    phase: draw 1
    """

    def __init__(self) -> None:
        self.counts: dict[str, Counter[str]] = {}

    def add(self, heading: str, name: str, n: int = 1) -> None:
        """Count something n more times."""
        self.counts.setdefault(heading, Counter())[name] += n

    def count(self, heading: str, name: str) -> int:
        """How often it was counted."""
        return self.counts.get(heading, Counter())[name]

    def total(self, heading: str) -> int:
        """The sum of everything under a heading."""
        return self.counts.get(heading, Counter()).total()

    def holes(self, heading: str, names: Iterable[str], least: int = 1) -> list[str]:
        """The names that were met less often than `least` times."""
        return [name for name in names if self.count(heading, name) < least]

    def merge(self, other: Coverage) -> None:
        """Add another's counts."""
        for heading, counter in other.counts.items():
            self.counts.setdefault(heading, Counter()).update(counter)

    def written(self, title: str) -> str:
        """The counts as text under a title: what a test gives to `record_property`."""
        return json.dumps({"title": title, "counts": self.counts})

    @staticmethod
    def read(text: str, sums: dict[str, Coverage]) -> None:
        """Add counts that were written to the sum of their title."""
        read = json.loads(text)
        found = Coverage()
        found.counts = {heading: Counter(names) for heading, names in read["counts"].items()}
        sums.setdefault(read["title"], Coverage()).merge(found)

    def __str__(self) -> str:
        lines = []
        for heading, counter in self.counts.items():
            counted = ", ".join(f"{name} {counter[name]}" for name in sorted(counter))
            lines.append(f"{heading}: {counted}")
        return "\n".join(lines)
