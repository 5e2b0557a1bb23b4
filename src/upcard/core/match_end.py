"""When a match ends, for the games that count deals or play to a target."""

from __future__ import annotations

from upcard.core.rules import Rules


def deals_or_target(rules: Rules, totals: list[int], deals: int) -> bool:
    """Whether a match is over after so many deals.

    It ends with deal number ``deals`` (1 where neither option is set), or with the first deal
    that brings a total to ``target``, whichever comes first.
    """
    target = rules["target"]
    most = rules["deals"]
    if isinstance(target, int) and max(totals) >= target:
        return True
    if isinstance(most, int):
        return deals >= most
    return target is None and deals >= 1
