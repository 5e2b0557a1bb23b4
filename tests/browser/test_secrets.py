"""What reaches a browser: no card its player may not know, and no secret before its time."""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.browser.conftest import Opener
from tests.browser.sheets import record_of
from tests.browser.tables import GAMES, SMALL, TWO, Seat, new_table, play_out

TOKEN = re.compile(r"^(?:[A23456789TJQK][shdc]|[rbgyp]\d\d?|X[rbgyp]?)(?:=.*)?$")


def tokens(value: object) -> Iterator[str]:
    """Every card that is named anywhere in a message, as a value or in the text of an action."""
    if isinstance(value, dict):
        for one in value.values():
            yield from tokens(one)
    elif isinstance(value, list):
        for one in value:
            yield from tokens(one)
    elif isinstance(value, str):
        for word in value.split():
            if TOKEN.match(word):
                yield word.partition("=")[0]


def steps(seat: Seat, deal: int) -> list[dict[str, Any]]:
    """A finished deal face up, step by step."""
    found: list[dict[str, Any]] = []
    while True:
        answer = seat.do("replay", deal=deal, first=len(found))
        found += answer["steps"]
        if len(found) == answer["count"]:
            return as_told(found)


def as_told(steps: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """In the order players heard of it: of a pass only when the window shut, so after any claim."""
    told: list[dict[str, Any]] = []
    passes: list[dict[str, Any]] = []
    for step in steps:
        text = step["event"]["text"] if step["event"] else ""
        if text == "pass":
            passes.append(step)
            continue
        if text != "claim":
            told += passes
            passes = []
        told.append(step)
    return told + passes


class Reader:
    """Reads the frames of a page as an eavesdropper would, and judges each by the true deal."""

    def __init__(self, you: int | None, truth: dict[int, list[dict[str, Any]]]) -> None:
        self.you = you
        self.truth = truth
        self.seen: Counter[str] = Counter()  # of the running deal: the most of each at once
        self.deal = 0
        self.step = 0
        self.judged = 0
        self.commits: dict[int, str] = {}

    def read(self, frame: str) -> None:
        message = json.loads(frame)
        table = message.get("table") or {}
        if (coming := table.get("next_commit")) and table["stage"] != "over":
            self.commits.setdefault(coming["deal"], coming["commit"])
        state = message.get("state")
        if message["t"] == "snapshot" and state:
            begun = sum(event["kind"] == "deal" for event in message["events"])
            self.step, self.deal = 0, state["deal"] - begun
        for event in message.get("events", []):
            if event["kind"] == "deal":
                self.step, self.seen, self.deal = 0, Counter(), self.deal + 1
            elif event["kind"] == "act":
                self.step += 1
                # What is done in the open stays known; several things may come in one frame.
                true = self.truth[self.deal][self.step]["event"]
                assert (event["seat"], event["text"]) == (true["seat"], true["text"])
                assert event["shown"] == true["shown"]
                self.seen |= Counter([*tokens(event["text"]), *tokens(event["shown"])])
            for gain in event["hidden"]:
                if gain["seat"] != self.you and not (state and state["over"]):
                    assert gain["card"] is None, event
        if state and not state["over"]:
            self.judge(state)

    def judge(self, state: dict[str, Any]) -> None:
        """Nothing of a running deal but the own hand and what lies open."""
        true = self.truth[state["deal"]][self.step]["state"]
        own = [] if self.you is None else true["hands"][self.you]
        assert sorted(state["hand"] or []) == sorted(own), (self.step, state["hand"])
        assert state["hands"] is None
        open_cards = [*true["discard"], *(card for meld in true["table"] for card in meld["cards"])]
        side = (true["extra"] or {}).get("side_jokers") or []
        known = Counter(card.partition("=")[0] for card in [*own, *open_cards, *side])
        assert state["proof"] is None
        self.commits.setdefault(state["deal"], state["commit"])
        for field in ("hand", "discard", "table"):
            named = Counter(tokens(state[field]))
            assert not named - known, (field, named - known)
        # Everything else may repeat what is known, and names no other card: what an action
        # or an offer names has been open at some time of this deal.
        self.seen |= known
        rest = {k: v for k, v in state.items() if k not in ("hand", "discard", "table")}
        assert not set(tokens(rest)) - set(self.seen), (rest, self.seen)
        self.judged += 1


@pytest.mark.parametrize("game", GAMES)
def test_frames_hold_nothing_a_seat_may_not_know(
    screen: Opener, address: str, tmp_path: Path, game: str
) -> None:
    """Two pages and a spectator's, over a match by the hints of a bot; then the seal is opened."""
    people = TWO if game in ("romme", "gin") else [*TWO, {"kind": "bot"}]
    seats = new_table(
        address, game, "Ada", seats=people, rules=SMALL[game], spectators="replay"
    )  # fmt: skip
    pages = [screen().at_table(seat.link) for seat in seats]
    watcher = screen().open(f"{address}#/watch/{seats[0].code}")
    watcher.until(lambda seen: seen["table"], "the table, watched")
    play_out(seats)
    for one in [*pages, watcher]:
        one.until(lambda seen: seen["over"], "the end of the match", 60)
    record = record_of(seats[0], tmp_path)
    truth = {n: steps(seats[0], n) for n in range(1, len(record["deals"]) + 1)}
    for you, one in [(0, pages[0]), (1, pages[1]), (None, watcher)]:
        reader = Reader(you, truth)
        secrets = {deal["proof"]["secret"] for deal in record["deals"]}
        for frame in one.frames:
            reader.read(frame)
            for number, deal in enumerate(record["deals"], 1):
                secret = deal["proof"]["secret"]
                if secret in secrets and secret in frame:
                    # The first frame that has it says that the deal is over.
                    state = json.loads(frame)["state"]
                    assert state["over"]
                    assert state["deal"] == number
                    secrets.remove(secret)
        assert reader.judged > 10
        for number, deal in enumerate(record["deals"], 1):
            sealed = hashlib.sha256(bytes.fromhex(deal["proof"]["secret"])).hexdigest()
            assert reader.commits[number] == deal["proof"]["commit"] == sealed
        # By HTTP the page asks for nothing but itself and the list of the games.
        assert not [path for path in one.sizes if path.startswith("api/") and path != "api/games"]
