"""Tables of a running server, by HTTP: made for a test, and played from outside the page."""

from __future__ import annotations

import itertools
import json
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

GAMES = ("romme", "rummy17", "contract", "gin", "seven_card", "basic")
Found = TypeVar("Found")
# The test-only setting of a table: claim windows of no length, bots that take no time.
FAST = {"window": 0, "pace": 0, "next": 0}
# What makes a match short.
SMALL: dict[str, dict[str, object]] = {
    "romme": {"target": 20, "turn_limit": 60},
    "rummy17": {"deals": 1, "turn_limit": 40},
    "contract": {"turn_limit": 25, "max_claims": 3},
    "gin": {"deals": 2},
    "seven_card": {"deals": 2, "turn_limit": 40},
    "basic": {"deals": 2, "turn_limit": 40},
}
# People who are all at this device.
FOUR = [{"kind": "me"}, *[{"kind": "here", "name": name} for name in ("Ben", "Cleo", "Dora")]]
THREE, TWO = FOUR[:3], FOUR[:2]
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
    """A command by HTTP; a refusal is an answer, too, but where it came too fast it comes again."""
    headers = {"Content-Type": "application/json"}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    request = urllib.request.Request(
        f"{address}api/command", json.dumps(command).encode(), headers
    )
    while True:
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                found: dict[str, Any] = json.load(answer)
        except urllib.error.HTTPError as error:
            found = json.load(error)
        if found.get("code") != "flood":
            return found
        time.sleep(float(found["arguments"]["retry_in"]) / 1000)


def new_table(
    address: str, game: str, name: str = "Ada", *, rules: dict[str, object] | None = None,
    seats: Sequence[Mapping[str, object]] | None = None, **options: object,
) -> list[Seat]:
    """A table with fast bots beside the maker; a seat for each person at this device."""
    if seats is None:
        bot = {"kind": "bot", "level": "beginner"}
        seats = [{"kind": "me"}, *[bot] * (SEATS[game] - 1)]
    made = post(address, {
        "t": "create", "id": "1", "game": game, "name": name, "seats": seats,
        "rules": rules or {}, "options": {**FAST, **options},
    })  # fmt: skip
    assert made["t"] == "seated", made
    return [Seat(address, made["code"], seat["token"]) for seat in made["seats"]]


def play_out(seats: list[Seat], stop: Callable[[dict[str, Any]], object] = lambda _: False) -> None:
    """Play on by the hints at all seats of people until the match is over, or where to stop.

    Deals begin as the first seat asks for them. stop is asked before each thing a seat may do.
    """
    while True:
        idle = True
        for seat in seats:
            now = seat.snapshot()
            if now["table"]["stage"] == "over" or stop(now):
                return
            state = now["state"]
            if now["table"]["stage"] == "between":
                seats[0].do("next")
                idle = False
            elif state["may"]:
                seat.play_hint()
                idle = False
        if idle:
            time.sleep(0.02)


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


class NeverError(Exception):
    """A deal has come to its end, and what a test needs did not happen."""


def table_where(
    address: str, game: str, maker: str, ready: Callable[[Seat], Found]
) -> tuple[Seat, Found]:
    """A table brought to where something can be tested; the maker's deal, or one like it."""
    for name in [maker, *(f"{maker}, {n}" for n in range(2, 12))]:
        [seat] = new_table(address, game, name, everybody=True)
        try:
            return seat, ready(seat)
        except NeverError:
            continue
    raise AssertionError(f"no deal like that of {maker} comes to it")


def draw_by_hints(seat: Seat) -> None:
    """Play on by the hints until it is this seat's to play, a card drawn."""
    for _ in range(400):
        state = seat.state()
        if state["over"]:
            break
        if state["turn"] == state["you"] and state["phase"] == "play":
            return
        if state["you"] in state["to_act"]:
            seat.play_hint()
        else:
            time.sleep(0.03)
    raise NeverError("the deal is over, or it is never this seat's turn")


def to_chance(seat: Seat, *kinds: str) -> dict[str, Any]:
    """Play on by the hints, action by action, until cards can be laid off or swapped."""
    for _ in range(30):
        draw_by_hints(seat)
        while True:
            state = seat.state()
            if not state["may"] or state["phase"] != "play":
                break
            if any(state["may"][kind] for kind in kinds):
                return state
            seat.do("act", actions=[seat.hint()[0]["action"]])
    raise NeverError(f"there are never any {kinds}")


def turn_of(seats: list[Seat]) -> tuple[Seat, dict[str, Any]]:
    """The seat whose turn it is, and what it sees."""
    turn = seats[0].state()["turn"]
    return seats[turn], seats[turn].state()


def one_step(seats: list[Seat]) -> None:
    """The seat in turn draws, or discards its first card."""
    mover, state = turn_of(seats)
    if state["phase"] == "draw":
        did = mover.do("act", actions=["draw"])
    else:
        did = mover.do("act", actions=[f"discard {state['may']['discards'][0]}"])
    assert did["t"] == "ack", did


def to_window(seats: list[Seat], away: int | None = None) -> tuple[int, dict[str, Any]]:
    """Play until Ada is asked; the seat in turn and what Ada then sees.

    away: how many seats she must sit behind the seat in turn.
    """
    for _ in range(40):
        state = seats[0].state()
        free = state["window"] and not state["window"]["answered"] and state["may"]
        if free and state["turn"] != 0 and away in (None, -state["turn"] % len(seats)):
            return state["turn"], state
        one_step(seats)
    raise AssertionError("no window opens")
