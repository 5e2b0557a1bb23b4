"""Counters for the host, in the text form Prometheus reads."""

from __future__ import annotations

from collections import Counter
from typing import Final

BUCKETS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0)


class Metrics:
    """What has happened since the server began."""

    def __init__(self) -> None:
        self.commands: Counter[tuple[str, str]] = Counter()
        self.sent_messages = 0
        self.sent_bytes = 0
        self.buckets = [0] * (len(BUCKETS) + 1)
        self.seconds = 0.0
        self.gauges: dict[str, float] = {}

    def command(self, kind: str, result: str, seconds: float) -> None:
        """A command was answered."""
        self.commands[(kind, result)] += 1
        self.seconds += seconds
        for i, bound in enumerate(BUCKETS):
            if seconds <= bound:
                self.buckets[i] += 1
        self.buckets[-1] += 1

    def sent(self, n: int) -> None:
        """A message of so many bytes was sent."""
        self.sent_messages += 1
        self.sent_bytes += n

    def text(self) -> str:
        """All of it, as Prometheus reads it."""
        lines = ["# TYPE upcard_commands_total counter"]
        for (kind, result), n in sorted(self.commands.items()):
            lines.append(f'upcard_commands_total{{command="{kind}",result="{result}"}} {n}')
        lines.append("# TYPE upcard_command_seconds histogram")
        for bound, n in zip([*map(str, BUCKETS), "+Inf"], self.buckets):
            lines.append(f'upcard_command_seconds_bucket{{le="{bound}"}} {n}')
        lines.append(f"upcard_command_seconds_sum {self.seconds:.6f}")
        lines.append(f"upcard_command_seconds_count {self.buckets[-1]}")
        for name, n in (("messages", self.sent_messages), ("bytes", self.sent_bytes)):
            lines += [f"# TYPE upcard_sent_{name}_total counter", f"upcard_sent_{name}_total {n}"]
        for name, value in sorted(self.gauges.items()):
            lines += [f"# TYPE upcard_{name} gauge", f"upcard_{name} {value:g}"]
        return "\n".join(lines) + "\n"


class Bucket:
    """A limit on how often something is done: so many at once, so many a second in the long run."""

    def __init__(self, most: float, rate: float, now: float) -> None:
        self.most = most
        self.rate = rate
        self.left = most
        self.at = now
        self.refused = 0

    def take(self, now: float, cost: float = 1.0) -> bool:
        """Whether it may be done now; if so it counts."""
        self.left = min(self.most, self.left + (now - self.at) * self.rate)
        self.at = now
        if self.left < cost:
            self.refused += 1
            return False
        self.left -= cost
        self.refused = 0
        return True

    def wait(self, cost: float = 1.0) -> int:
        """Ms until it may be done again."""
        return int(max(0.0, cost - self.left) / self.rate * 1000) + 1
