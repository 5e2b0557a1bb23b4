"""Decisions per second of the random policy, compiled and pure, beside OpenSpiel's gin.

    make bench                      every game, three rounds
    make bench ARGS="--rounds 7"    more rounds

Each round measures everything once, one after the other, so that drift of the machine touches
all alike; medians are printed, and ratios to OpenSpiel's gin of the same run. OpenSpiel is
stepped from Python from a cloned start state, dealing included; ours deals and plays whole
batches in one call, and for comparison also steps from Python.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import statistics
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCES = {"compiled": ROOT / "build" / "compiled", "pure": ROOT / "src"}
SECONDS = 1.0


def rate(game: str, stepped: bool) -> dict[str, float]:
    """Decisions per second of one game in this process, measured for about a second."""
    from upcard.core.playout import playouts, random_action
    from upcard.core.shuffle import FastShuffler
    from upcard.games.registry import deal_class

    kind = deal_class(game)
    rules = kind.make_rules({})
    template = kind.make(rules, int(rules.default_seats), int(rules.first_dealer()), 1)
    decisions = deals = 0
    batch = 1
    start = time.perf_counter()
    while time.perf_counter() - start < SECONDS:
        if stepped:
            source = FastShuffler(deals)
            cards = template.pack.faces()
            random.Random(deals).shuffle(cards)
            deal = kind.make(rules, int(rules.default_seats), int(rules.first_dealer()), 1)
            deal.shuffler = source
            deal.begin(cards)
            while not deal.is_over:
                deal.do(deal.turn, random_action(deal, deal.turn, source))
                decisions += 1
            deals += 1
        else:
            tally = playouts(kind, template, batch, seed=deals)
            decisions += tally.decisions
            deals += tally.deals
            batch = min(2 * batch, 256)
    seconds = time.perf_counter() - start
    return {"rate": decisions / seconds, "length": decisions / deals}


def solver_calls(game: str, deals: int) -> float:
    """Opening searches a decision, counted in plain Python; 0 where a game has none."""
    import importlib

    module = importlib.import_module(f"upcard.games.{game}")
    from upcard.core.playout import playouts
    from upcard.games.registry import deal_class

    if not hasattr(module, "most_points"):
        return 0.0
    calls = 0
    search = module.most_points

    def counted(*args: object) -> object:
        nonlocal calls
        calls += 1
        return search(*args)

    module.most_points = counted  # type: ignore[attr-defined]
    kind = deal_class(game)
    rules = kind.make_rules({})
    tally = playouts(
        kind, kind.make(rules, int(rules.default_seats), int(rules.first_dealer()), 1), deals, 1
    )
    module.most_points = search  # type: ignore[attr-defined]
    return calls / tally.decisions


def open_spiel_rate() -> dict[str, float]:
    """OpenSpiel's gin from a cloned start state, uniform over its legal actions."""
    import pyspiel

    start_state = pyspiel.load_game("gin_rummy").new_initial_state()
    chooser = random.Random(1)
    decisions = deals = 0
    start = time.perf_counter()
    while time.perf_counter() - start < SECONDS:
        state = start_state.clone()
        while not state.is_terminal():
            actions = state.legal_actions()
            if not state.is_chance_node():
                decisions += 1
            state.apply_action(actions[chooser.randrange(len(actions))])
        deals += 1
    seconds = time.perf_counter() - start
    return {"rate": decisions / seconds, "length": decisions / deals}


def run_worker(source: Path, *args: str) -> dict[str, float]:
    """One measurement in a process of its own."""
    env = {**os.environ, "PYTHONPATH": str(source)}
    done = subprocess.run(
        [sys.executable, __file__, "--worker", *args],
        env=env, capture_output=True, text=True, check=True,
    )  # fmt: skip
    measured: dict[str, float] = json.loads(done.stdout)
    return measured


def worker(args: list[str]) -> None:
    """Print one measurement as JSON."""
    what = args[0]
    if what == "open_spiel":
        print(json.dumps(open_spiel_rate()))
    elif what == "solver":
        print(json.dumps({"calls": solver_calls(args[1], 20)}))
    else:
        print(json.dumps(rate(args[1], what == "stepped")))


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--worker", nargs="+", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.worker:
        worker(options.worker)
        return
    sys.path.insert(0, str(ROOT / "src"))
    from upcard.games.registry import GAMES

    have_compiled = (SOURCES["compiled"] / "upcard").is_dir()
    jobs: list[tuple[str, Path, tuple[str, ...]]] = [
        ("OpenSpiel gin, stepped from Python", SOURCES["pure"], ("open_spiel",))
    ]
    for game in GAMES:
        if have_compiled:
            jobs.append((f"{game}, compiled", SOURCES["compiled"], ("batch", game)))
            jobs.append(
                (f"{game}, compiled, stepped from Python", SOURCES["compiled"], ("stepped", game))
            )
        jobs.append((f"{game}, pure", SOURCES["pure"], ("batch", game)))
    rates: dict[str, list[float]] = {name: [] for name, _, _ in jobs}
    lengths: dict[str, float] = {}
    for number in range(options.rounds):
        for name, source, args in jobs:
            print(f"\rround {number + 1}/{options.rounds}: {name:45}", end="", file=sys.stderr)
            measured = run_worker(source, *args)
            rates[name].append(measured["rate"])
            lengths[name] = measured["length"]
    print("\r" + " " * 70, file=sys.stderr)
    if not have_compiled:
        print("build/compiled is missing: 'make compiled' builds it.")
    base = statistics.median(rates[jobs[0][0]])
    print(f"{'random policy':45} {'decisions/s':>12} {'x OpenSpiel':>12} {'a deal':>8}")
    for name, _, _ in jobs:
        middle = statistics.median(rates[name])
        print(f"{name:45} {middle:12,.0f} {middle / base:12.2f} {lengths[name]:8.1f}")
    for game in GAMES:
        calls = run_worker(SOURCES["pure"], "solver", game)["calls"]
        print(f"{game}: {calls:.2f} opening searches a decision")


if __name__ == "__main__":
    main()
