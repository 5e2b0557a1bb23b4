"""`upcard join`: a served table in the terminal, against a live server."""

from __future__ import annotations

import io
import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.server import ServerConnection, serve

from tests.browser.tables import FOUR, GAMES, SEATS, SMALL, Seat, new_table
from tests.terminal.driver import environment
from upcard.core.view import View
from upcard.errors import ParseError
from upcard.join.place import place_of
from upcard.join.session import Served
from upcard.join.typed import Typed
from upcard.terminal.ink import Printer

PROGRAM = "from upcard.cli import main; main()"


def start(*arguments: str, folder: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", PROGRAM, *arguments], cwd=folder, text=True,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        env=environment(folder),
    )  # fmt: skip


def serving(folder: Path, port: int = 0) -> tuple[subprocess.Popen[str], str]:
    process = start("serve", "--port", str(port), "--log-level", "error", folder=folder)
    assert process.stdout is not None
    return process, process.stdout.readline().split()[3]


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    process, address = serving(tmp_path_factory.mktemp("server"))
    yield address
    process.terminate()
    process.communicate(timeout=60)


class Joined:
    """A running `upcard join` with what it has printed so far."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        self.process = start("join", *arguments, folder=folder)
        self.text = ""
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()

    def read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.text += line

    def type(self, line: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def until(self, words: str, seconds: float = 30.0) -> str:
        end = time.monotonic() + seconds
        while words not in " ".join(self.text.split()):
            if time.monotonic() > end or self.process.poll() is not None:
                self.process.kill()
                self.reader.join(5)
                if words in " ".join(self.text.split()):
                    break
                raise AssertionError(f"no {words!r} in:\n{self.text}\n{self.ended()}")
            time.sleep(0.03)
        return self.text

    def ended(self) -> tuple[int, str]:
        """Its exit code, and what it said of errors."""
        self.process.wait(60)
        self.reader.join(10)
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        assert self.process.stderr is not None
        errors = self.process.stderr.read()
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            pipe.close()
        return self.process.returncode, errors


def follow_hints(joined: Joined, seat: Seat) -> None:
    """Type what the server's hints say until the match is over."""
    tries = 0
    while tries < 400:
        snapshot = seat.snapshot()
        stage, state = snapshot["table"]["stage"], snapshot["state"]
        if stage == "over":
            return
        line = ""
        if stage == "between":
            if not snapshot["table"]["seats"][0]["ready"]:
                line = "next"
        elif state["may"]:
            line = "; ".join(part["action"] for part in seat.hint())
        if not line:
            tries += 1
            time.sleep(0.03)
            continue
        joined.type(line)
        for _ in range(300):
            now = seat.snapshot()
            if now["seq"] != snapshot["seq"] or now["table"]["seats"][0]["ready"]:
                break
            time.sleep(0.03)
        else:
            raise AssertionError(f"{line} does nothing:\n{joined.text[-2000:]}")
    raise AssertionError("the match does not end")


@pytest.mark.parametrize("game", GAMES)
def test_a_short_match_by_hints(address: str, game: str, tmp_path: Path) -> None:
    """All that is typed is done, and the totals shown are the server's."""
    [seat] = new_table(address, game, "Ada", rules=SMALL[game], everybody=True)
    joined = Joined(tmp_path, seat.link)
    joined.until("You")
    follow_hints(joined, seat)
    assert joined.ended() == (0, "")
    text = joined.text
    assert "Nothing of this line" not in text
    assert "The match is over." in text
    totals = re.findall(r"Totals: (.*?)\.\n", text.replace("\n  ", " "), re.S)[-1]
    found = [int(number) for number in re.findall(r"(-?\d+)(?:,| and|$)", totals)]
    assert found == seat.state()["totals"]


def test_an_invitation_gives_a_seat_under_a_name(address: str, tmp_path: Path) -> None:
    """By link or by server and code; the host deals; a refusal has its sentence."""
    open_seats: list[dict[str, object]] = [{"kind": "me"}, {"kind": "open"}]
    [host] = new_table(address, "gin", seats=open_seats)
    joined = Joined(tmp_path, address, host.code, "--name", "Bea\x1b[2J")
    joined.until("At the table: Ada and You")
    assert host.snapshot()["table"]["seats"][1]["name"] == "Bea [2J"
    full = Joined(tmp_path, f"{address}#/t/{host.code}")
    code, said = full.ended()
    assert (code, said) == (2, "upcard: there is no open seat at this table.\n")
    host.do("start")
    joined.until("Gin rummy: Ada and You.")
    joined.type("quit")
    joined.until("A bot plays on for you.")
    assert joined.ended()[0] == 0
    assert host.snapshot()["table"]["seats"][1]["bot_plays"]
    [link] = re.findall(r"upcard join '?(\S+?)'?\n", joined.text)
    back = Joined(tmp_path, link)
    back.until("You take your seat back.")
    while host.snapshot()["table"]["seats"][1]["bot_plays"]:  # said when asked for, done soon after
        time.sleep(0.03)
    back.process.send_signal(signal.SIGINT)
    assert back.ended()[0] == 130
    back.until("Interrupted. A bot plays on for you.")
    assert host.snapshot()["table"]["seats"][1]["bot_plays"]


def test_refusals_and_questions_are_those_of_the_terminal(address: str, tmp_path: Path) -> None:
    [seat] = new_table(address, "romme", "Ada")
    while not seat.state()["may"]:
        time.sleep(0.03)
    joined = Joined(tmp_path, seat.link)
    joined.until("Your turn:")
    rev = seat.state()["rev"]
    for line, said in (
        ("discard 2c", "draw"), ("hint", "Perhaps: "), ("undo", "everybody has seen it"),
        ("mled", "did you mean meld?"), ("save", "The server keeps this table"),
        ("rules", "the house rules of this table"), ("next", "The deal is not over yet."),
    ):  # fmt: skip
        joined.type(line)
        joined.until(said)
    assert seat.state()["rev"] == rev
    joined.type("draw")
    joined.until("You drew")
    assert joined.process.stdin is not None
    joined.process.stdin.close()
    assert joined.ended()[0] == 1
    joined.until("The input has ended. A bot plays on for you.")


OUT_OF_TURN = "It is not your turn. What others do is told as it happens."


@pytest.mark.parametrize("game", GAMES)
def test_a_hint_out_of_turn_is_refused_as_a_play_is(
    address: str, game: str, tmp_path: Path
) -> None:
    """While another player, who is at this device, too, chooses a discard."""
    seats = new_table(address, game, seats=FOUR[: SEATS[game]])
    while True:
        states = [seat.state() for seat in seats]
        if states[0]["turn"] and states[0]["phase"] == "play" and not states[0]["may"]:
            break
        next(seat for seat, state in zip(seats, states) if state["may"]).play_hint()
    joined = Joined(tmp_path, seats[0].link)
    joined.type("hint\ntable\nhint\nquit")
    assert joined.ended() == (0, "")
    assert " ".join(joined.text.split()).count(OUT_OF_TURN) == 2
    assert "Perhaps" not in joined.text


def in_process(seat: Seat, line: str) -> Served:
    """A terminal in this process with a line typed."""
    served = Served(place_of(seat.link), seat.token, Printer(io.StringIO()))
    served.inbox.put(line)
    return served


def test_a_fault_of_ours_is_not_told_as_the_servers(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An answer that fails is a fault to be reported, with all that is known of it."""
    [seat] = new_table(address, "gin", "Ada")
    while not seat.state()["may"]:
        time.sleep(0.03)

    def fails(view: View) -> list[str]:
        raise IndexError("a fault of ours")

    monkeypatch.setattr("upcard.terminal.desk.hint", fails)
    with open(os.devnull) as nothing, pytest.raises(IndexError, match="a fault of ours"):
        in_process(seat, "hint").play(Typed(nothing, print))


def test_a_pipe_may_type_faster_than_the_server_listens(address: str, tmp_path: Path) -> None:
    [seat] = new_table(address, "gin", "Ada")
    joined = Joined(tmp_path, seat.link)
    joined.until("Gin rummy:")
    joined.type("\n".join(["ask"] * 70))
    joined.type("quit")
    assert joined.ended() == (0, "")
    assert "too many messages" not in joined.text
    assert " ".join(joined.text.split()).count("You are asked again") == 70


def test_after_a_restart_of_the_server_it_goes_on(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    server, address = serving(tmp_path, port)
    try:
        [seat] = new_table(address, "romme", "Ada")
        while not seat.state()["may"]:
            time.sleep(0.03)
        joined = Joined(tmp_path, seat.link)
        joined.until("Your turn:")
        server.kill()
        server.communicate()
        joined.until("The connection is lost; trying again.")
        joined.type("draw")
        server, _ = serving(tmp_path, port)
        joined.until("Connected again.")
        joined.until("You drew")
        assert [e["text"] for e in seat.snapshot()["events"] if e["seat"] == 0].count("draw") == 1
        joined.type("quit")
        assert joined.ended()[0] == 0
    finally:
        server.kill()
        server.communicate()


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["ftp://x/#/t/ABCD"], "no address of a table server"),
        (["http://127.0.0.1:9"], "name the table's code"),
        (["http://127.0.0.1:9", "ABCD-EFGH"], "does not answer"),
        (["http://127.0.0.1:9/#/watch/ABCD"], "it gives no seat"),
    ],
)
def test_what_is_no_table_is_said(arguments: list[str], says: str, tmp_path: Path) -> None:
    code, said = Joined(tmp_path, *arguments).ended()
    assert code == 2
    assert says in said
    assert "Traceback" not in said


def test_links_are_read() -> None:
    assert place_of("https://x.org/cards/#/seat/AB/tok").link("t") == (
        "https://x.org/cards/#/seat/AB/t"
    )
    assert place_of("https://x.org/cards/t/AB").socket == "wss://x.org/cards/ws"
    with pytest.raises(ParseError):
        place_of("https://")


def hostile(frames: list[dict[str, Any] | str]) -> Iterator[str]:
    """A server that says hello properly, then sends what it likes; its address."""
    over = threading.Event()

    def talk(connection: ServerConnection) -> None:
        connection.recv()
        for frame in frames:
            connection.send(frame if isinstance(frame, str) else json.dumps(frame))
        over.wait(20)

    with serve(talk, "127.0.0.1", 0) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.socket.getsockname()[1]}/"
        over.set()
        server.shutdown()


WELCOME = {"t": "welcome", "id": "hello", "you": 0, "protocol": 1, "server": "x", "heartbeat": 1,
           "phrases": []}  # fmt: skip


def snapshot_of(address: str) -> dict[str, Any]:
    """A true snapshot, to be made worse."""
    [seat] = new_table(address, "gin", "Ada")
    return seat.snapshot() | {"id": ""}


@pytest.mark.parametrize(
    "fault", ["json", "welcome", "hand", "hands", "phase", "turn", "game", "event"]
)
def test_a_hostile_server_gets_one_sentence(address: str, fault: str, tmp_path: Path) -> None:
    snapshot = snapshot_of(address)
    frames: list[dict[str, Any] | str] = [WELCOME, snapshot]
    if fault == "json":
        frames = ["[" * 100_000]
    elif fault == "welcome":
        frames = [{**WELCOME, "you": 7}, snapshot]
    elif fault == "hand":
        snapshot["state"]["hand"][0] = "Zz"
    elif fault == "hands":
        snapshot["state"]["hand_sizes"][1] = 50
    elif fault == "phase":
        snapshot["state"]["phase"] = "dinner"
    elif fault == "turn":
        snapshot["state"]["turn"] = 9
    elif fault == "game":
        snapshot["table"]["game"] = "../../etc"
    else:
        snapshot["events"] = [{"seq": 3, "kind": "act", "seat": 1, "text": "discard \x1b]0;x"}]
    servers = hostile(frames)
    bad = next(servers)
    code, said = Joined(tmp_path, f"{bad}#/seat/ABCD/{'t' * 20}").ended()
    next(servers, None)
    assert code == 2
    assert said.startswith("upcard: ")
    assert "the server" in said or fault == "event"
    assert said.count("\n") == 1
    assert "\x1b" not in said


def test_names_cannot_move_the_cursor(address: str, tmp_path: Path) -> None:
    snapshot = snapshot_of(address)
    snapshot["table"]["seats"][1]["name"] = "Eve\x1b[31m\u202e\ue041\n> draw"
    servers = hostile([WELCOME, snapshot])
    joined = Joined(tmp_path, f"{next(servers)}#/seat/ABCD/{'t' * 20}")
    joined.until("Gin rummy: You and Eve [31m")
    joined.process.kill()
    joined.ended()
    next(servers, None)
    assert not re.search("[\x1b\u202e\ue000-\uf8ff]", joined.text)
    assert "\n> draw" not in joined.text
