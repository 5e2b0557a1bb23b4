"""The whole state of a deal as plain values, to see whether anything has changed."""

from __future__ import annotations

from typing import Final

from upcard.core.deal import Deal

ARRAYS: Final = {"stock": "stock_n", "pile": "pile_n", "table": "table_n"}
WHOLE_ARRAYS: Final = ("held", "seat_facts", "remade_stock", "deals_won")
VALUES: Final = (
    "seats", "dealer", "number", "turn", "phase", "taken", "taken_copy", "discarded_by",
    "drawn_last", "moves_n", "remade", "turn_melds", "owed", "freed", "claim", "answers_n",
    "turn_count", "stall_count", "reshuffles", "out", "void", "turn_limit", "taken_locked",
    "last_discard_needed", "upcard", "first_claim_wins", "discard_speaks", "log", "deck",
    "remakes", "totals",
)  # fmt: skip
OWN_VALUES: Final = {
    "romme": (),
    "gin": (
        "passes", "takings", "thrown_back", "knocker", "discard_due", "layoffs_done", "laid_off",
    ),
    "rummy17": ("side", "bonus", "laid_by", "doubled"),
    "contract": ("declined", "served", "must_lay"),
    "seven_card": ("laid_by",),
    "basic": ("acted",),
}
# Settings that never change, room for work, and what is worked out again when needed.
NOT_STATE: Final = {
    "rules", "pack", "melds", "lay_rules", "width", "moves", "found", "groups", "groups_n",
    "shuffler", "house", "openable",
    "ready", "from_freed", "measures", "solver", "lays_allowed", "books", "straights",
    "whole_hand", "exact", "free_books",
}  # fmt: skip


def names(game: str) -> set[str]:
    """The names of everything `dump` looks at."""
    return {*ARRAYS, *ARRAYS.values(), *WHOLE_ARRAYS, *VALUES, *OWN_VALUES[game]}


def dump(deal: Deal) -> dict[str, object]:
    """Everything a deal holds, copied."""
    state: dict[str, object] = {}
    for name, n in ARRAYS.items():
        array = getattr(deal, name)
        state[name] = list(array)[: getattr(deal, n)]
    for name in WHOLE_ARRAYS:
        state[name] = list(getattr(deal, name))
    state["moves"] = list(deal.moves)[: 3 * deal.moves_n]
    for name in (*VALUES, *OWN_VALUES[deal.rules.game]):
        value = getattr(deal, name)
        if isinstance(value, (int, str)) or value is None:
            state[name] = value
        else:
            state[name] = list(value)
    return state
