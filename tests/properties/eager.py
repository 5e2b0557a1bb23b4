"""Very many eager deals with the cheap invariants: `python -m tests.properties.eager 100000 romme`.

Compiled: `PYTHONPATH=build/compiled:. python -m tests.properties.eager 100000 romme [seed]`.
A deal that fails is told with its seed and number and the rest goes on; exits 1 if any failed.
"""

from __future__ import annotations

import sys
import time
import traceback

from tests.properties.house_rules import KITS
from tests.properties.walk import Walk
from upcard.build_info import build_kind
from upcard.core.view import View


def main(arguments: list[str]) -> int:
    """Play the deals and say what came of it."""
    deals, game = int(arguments[0]), arguments[1]
    seed = int(arguments[2]) if len(arguments) > 2 else 0
    print(f"{game}, {build_kind()}: {View.__module__} from {sys.modules[View.__module__].__file__}")
    started = time.perf_counter()
    walk = Walk(KITS[game], seed)
    failed = 0
    for number in range(deals):
        try:
            walk.quick(long=number == 0)
        except Exception:
            failed += 1
            print(f"deal {number} of seed {seed} failed")
            traceback.print_exc()
        if number % 10000 == 9999:
            print(f"{number + 1} deals, {time.perf_counter() - started:.0f} s", flush=True)
    print(walk.coverage)
    seconds = time.perf_counter() - started
    each = f"{1000 * seconds / max(1, deals):.1f} ms a deal"
    print(f"{deals} deals, {walk.states} states, {failed} failed, {seconds:.0f} s, {each}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
