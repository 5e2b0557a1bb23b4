"""Prints what seeded playouts come to, and from which files they ran, as JSON.

Run by itself, with PYTHONPATH naming the build: `python tests/properties/totals.py`. It imports
nothing but upcard, so that the build under test is the only one there.
"""

from __future__ import annotations

import hashlib
import json
import random
import sys

from upcard.core.playout import playouts
from upcard.core.rules import Value
from upcard.core.shuffle import SeededShuffler
from upcard.games.registry import GAMES

OPTIONS: dict[str, list[dict[str, Value]]] = {
    "romme": [
        {"turn_limit": 40},
        {"turn_limit": 40, "final_discard": "optional", "taken_joker": "play_now"},
    ],
    "gin": [{}, {"layoff_depth": "unlimited", "throw_back": "forbidden", "auto_lay": True}],
    "rummy17": [
        {"turn_limit": 60},
        {
            "turn_limit": 60,
            "knock_close": "all_answer",
            "knock_penalty": 1,
            "wrap": True,
            "side_joker_layoff": True,
            "fresh_joker": "same_turn",
            "joker_counts_as": "blank",
            "rummy17_declare": "spoken",
        },
    ],
    "contract": [
        {"turn_limit": 40},
        {
            "turn_limit": 40,
            "claim_close": "all_answer",
            "claim_priority": "turn_order",
            "jokers_per_pack": 4,
            "joker_exchange": "laydown_now",
            "wrap": True,
            "joker_limit": "not_majority",
            "same_rank_books": "forbid",
        },
    ],
    "seven_card": [{"turn_limit": 80}, {"turn_limit": 80, "open_melds": True}],
    "basic": [
        {"turn_limit": 80},
        {"turn_limit": 80, "melds_per_turn": "one", "final_discard": "required"},
    ],
}


def eager_digest(game: str, values: dict[str, Value], deals: int) -> str:
    """A digest of all events and scores of eager deals, played through the public face."""
    kind = GAMES[game]
    rules = kind.make_rules(values)
    rng = random.Random(17)
    digest = hashlib.sha256()
    for number in range(deals):
        deal = kind.make(rules, int(rules.default_seats), 1, number + 1)
        deal.shuffler = SeededShuffler.from_seed(number)
        order = deal.pack.faces()
        rng.shuffle(order)
        deal.begin(order)
        while not deal.is_over:
            seat = rng.choice(deal.to_act)
            actions = [str(action) for action in deal.legal_actions(seat)]
            laid = [text for text in actions if text.split()[0] in ("knock", "meld", "lay")]
            deal.apply(f"{seat} {rng.choice(laid or actions)}")
        digest.update(repr((deal.log, deal.scores)).encode())
    return digest.hexdigest()


def main() -> None:
    """Playouts of each game under some rules."""
    totals: dict[str, object] = {}
    for game, choices in OPTIONS.items():
        for values in choices:
            kind = GAMES[game]
            rules = kind.make_rules(values)
            template = kind.make(rules, int(rules.default_seats), 1, 1)
            for seed in (1, 2):
                totals[f"{game} {values} {seed}"] = repr(playouts(kind, template, 20, seed))
            totals[f"{game} {values} eager"] = eager_digest(game, values, 15)
    files = {
        name: str(module.__file__)
        for name, module in sorted(sys.modules.items())
        if name.startswith(("upcard.core.", "upcard.games."))
    }
    print(json.dumps({"files": files, "totals": totals}))


if __name__ == "__main__":
    main()
