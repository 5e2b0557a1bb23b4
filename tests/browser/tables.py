"""Tables of a running server, by HTTP: made for a test, and played from outside the page."""

from __future__ import annotations

import itertools
import json
import time
import urllib.error
import urllib.request
from typing import Any

GAMES = ("romme", "rummy17", "contract", "gin", "seven_card", "basic")
# The test-only setting of a table: claim windows of no length, bots that take no time.
FAST = {"window": 0, "pace": 0, "next": 0}
# What makes a match short.
SMALL: dict[str, dict[str, object]] = {
    "romme": {"target": 60, "turn_limit": 60},
    "rummy17": {"deals": 1, "turn_limit": 40},
    "contract": {"turn_limit": 25, "max_claims": 3},
    "gin": {"deals": 2},
    "seven_card": {"deals": 2, "turn_limit": 40},
    "basic": {"deals": 2, "turn_limit": 40},
}
SEATS = {"romme": 2, "rummy17": 3, "contract": 3, "gin": 2, "seven_card": 3, "basic": 3}


class Seat:
    """A seat of a table: its token, and what can be asked and done with it."""

    def __init__(self, address: str, code: str, token: str) -> None:
        self.address = address
        self.code = code
        self.token = token
        self.ids = (f"out-{n}" for n in itertools.count(1))

    @property
    def link(self) -> str:
        """The private link of the seat."""
        return f"{self.address}#/seat/{self.code}/{self.token}"

    def do(self, command: str, /, **fields: object) -> dict[str, Any]:
        """Send a command; its answer."""
        key = str(fields.pop("id", None) or next(self.ids))
        return post(self.address, {"t": command, "id": key, **fields}, self.token)

    def snapshot(self) -> dict[str, Any]:
        """All the seat may know."""
        return self.do("snapshot")

    def state(self) -> dict[str, Any]:
        """The running deal as the seat knows it."""
        state: dict[str, Any] = self.snapshot()["state"]
        return state

    def hint(self) -> list[dict[str, Any]]:
        """What a sensible player would do: actions with their cards and kind."""
        answer = self.do("ask", what="hint")
        parts: list[dict[str, Any]] = answer.get("parts", [])
        return parts

    def play_hint(self) -> None:
        """Do what the hint says, where it is this seat's to act."""
        parts = self.hint()
        if parts:
            self.do("act", actions=[part["action"] for part in parts])


def post(address: str, command: dict[str, object], token: str = "") -> dict[str, Any]:
    """A command by HTTP; a refusal is an answer, too."""
    headers = {"Content-Type": "application/json"}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    request = urllib.request.Request(
        f"{address}api/command", json.dumps(command).encode(), headers
    )
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            found: dict[str, Any] = json.load(answer)
    except urllib.error.HTTPError as error:
        found = json.load(error)
    return found


def new_table(
    address: str, game: str, name: str = "Ada", *, seats: list[dict[str, object]] | None = None,
    rules: dict[str, object] | None = None, **options: object,
) -> list[Seat]:
    """A table with fast bots beside the maker; a seat for each person at this device."""
    if seats is None:
        bot: dict[str, object] = {"kind": "bot", "level": "beginner"}
        seats = [{"kind": "me"}, *[bot] * (SEATS[game] - 1)]
    made = post(address, {
        "t": "create", "id": "1", "game": game, "name": name, "seats": seats,
        "rules": rules or {}, "options": {**FAST, **options},
    })  # fmt: skip
    assert made["t"] == "seated", made
    return [Seat(address, made["code"], seat["token"]) for seat in made["seats"]]


def to_play(seat: Seat) -> None:
    """Bring a table to this seat's turn to play, a card drawn."""
    for _ in range(60):
        state = seat.state()
        if state["turn"] == state["you"] and state["phase"] == "play":
            return
        if state["you"] in state["to_act"]:
            plain = state["may"]["plain"]
            seat.do("act", actions=["draw" if "draw" in plain else "pass"])
        else:
            time.sleep(0.05)
    raise AssertionError(state)
