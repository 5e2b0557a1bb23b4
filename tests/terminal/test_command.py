"""``upcard play`` as a program in a pipe."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from itertools import islice
from pathlib import Path

import pytest

from tests.terminal.driver import Game, environment, hints, run


@pytest.mark.parametrize(
    ("game", "rule", "seats"),
    [
        ("romme", "target=60", 2), ("gin", "target=60", 2), ("rummy17", "deals=1", 3),
        ("contract", "turn_limit=60", 3), ("seven_card", "deals=2", 2), ("basic", "target=50", 3),
    ],
)  # fmt: skip
def test_a_whole_match_in_a_pipe(game: str, rule: str, seats: int, tmp_path: Path) -> None:
    """What the hints lead to in memory comes out of a pipe just the same, and the record holds."""
    name, _, value = rule.partition("=")
    played = Game(islice(hints(), 3000), game, 4, {name: int(value)}, seats=seats)
    typed = "\n".join(played.lines.typed) + "\n"
    file = tmp_path / "match.json"
    arguments = [game, "--seed", "4", "--seats", str(seats), "--rule", rule, "--save", str(file)]
    done = run(arguments, typed, tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stderr == ""
    assert done.stdout.startswith(played.text)
    assert "\x1b" not in done.stdout
    proved = subprocess.run(
        [sys.executable, "-m", "upcard", "replay", "--verify", str(file)],
        env=environment(tmp_path), capture_output=True, text=True,
    )  # fmt: skip
    assert proved.returncode == 0, proved.stderr


def test_the_end_of_input_saves(tmp_path: Path) -> None:
    done = run(["--seed", "11"], "take\nmeld Td Jd Qd\n", tmp_path)
    assert done.returncode == 1
    assert "The input has ended. The match is saved." in done.stdout
    file = tmp_path / "upcard" / "romme-1.json"
    assert json.loads(file.read_text())["deals"][0]["actions"][-1] == "0 meld Td Jd Qd"
    again = run(["--resume", str(file)], "legal\nquit\n", tmp_path)
    assert again.returncode == 0
    assert "10 of 30 points" not in again.stdout
    assert "Td Jd Qd, laid by you" in again.stdout


def test_ctrl_c_loses_nothing(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "upcard", "play", "--seed", "11"]
    pipe = subprocess.PIPE
    with subprocess.Popen(
        command, stdin=pipe, stdout=pipe, text=True, env=environment(tmp_path)
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("take\n")
        process.stdin.flush()
        while "You took" not in process.stdout.readline():
            pass
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        rest = process.stdout.read()
        assert process.wait(20) == 130
    assert "Interrupted. The match is saved." in rest
    file = tmp_path / "upcard" / "romme-1.json"
    assert json.loads(file.read_text())["deals"][0]["actions"][-1] == "0 take"


def test_a_full_disk_leaves_the_old_save_and_the_game(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    assert run(["--seed", "11", "--save", str(file)], "take\n", tmp_path).returncode == 1
    before = file.read_bytes()
    full = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))"
    done = run(["--resume", str(file)], "m td jd qd\nsave\ntable\nquit\nquit now\n", tmp_path, full)
    assert done.returncode == 0, done.stderr
    assert file.read_bytes() == before
    # Once at save; at quit the file, and then the folder of matches, which is as full.
    assert " ".join(done.stdout.split()).count("cannot be saved") == 3
    assert "The game goes on" in done.stdout
    assert [path.name for path in tmp_path.rglob("*.json")] == ["match.json"]


def test_a_save_that_fails_does_not_become_the_place_to_save(tmp_path: Path) -> None:
    first, typed = tmp_path / "first.json", f"draw\nsave {tmp_path}/none/x.json\n"
    done = run(["--seed", "3", "--save", str(first)], typed, tmp_path)
    assert "Not saved" in done.stdout
    assert json.loads(first.read_text())["deals"][0]["actions"][-1] == "0 draw"


def test_other_files_are_never_replaced(tmp_path: Path) -> None:
    notes = tmp_path / "notes.txt"
    notes.write_text("precious")
    done = run(["--seed", "3", "--save", str(notes)], "", tmp_path)
    assert done.returncode == 2
    assert "is there already" in done.stderr
    done = run(["--seed", "3"], f"save {notes}\nsave /dev/null\n", tmp_path)
    assert "no ordinary file" in " ".join(done.stdout.split())
    assert notes.read_text() == "precious"


def test_a_running_match_is_for_its_owner_alone(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    run(["--seed", "3", "--save", str(file)], "draw\n", tmp_path)
    assert file.stat().st_mode & 0o077 == 0


def test_a_reader_that_goes_away_does_not_lose_the_match(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "upcard", "play", "--seed", "3", "--save", str(file)],
            stdin=subprocess.DEVNULL, stdout=full, env=environment(tmp_path), check=False,
        )  # fmt: skip
    assert done.returncode == 2
    assert json.loads(file.read_text())["game"] == "romme"


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["rome"], "did you mean romme?"),
        (["--bots", "beginer"], "did you mean beginner?"),
        (["--seats", "9"], "exactly 2"),
        (["--rule", "traget=3"], "did you mean target?"),
        (["--rule", "target"], "option=value"),
        (["--resume", "/nonexistent"], "/nonexistent"),
        (["--rules", "/nonexistent"], "/nonexistent"),
        (["--name", "a", "--name", "b"], "there is 1 person to name"),
        (["--bots", "random,random"], "room for 1"),
        (["nowhere.py:Deal"], "no file nowhere.py"),
        (["--resume", "x", "--seed", "3"], "leave game, seats, rules, seed and names out"),
    ],
)
def test_bad_usage_gets_one_sentence(arguments: list[str], says: str, tmp_path: Path) -> None:
    done = run(arguments, "", tmp_path)
    assert done.returncode == 2
    assert says in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout == ""


def test_a_truncated_save_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    run(["--seed", "11", "--save", str(file)], "take\n", tmp_path)
    file.write_text(file.read_text()[:200])
    done = run(["--resume", str(file)], "", tmp_path)
    assert done.returncode == 2
    assert str(file) in done.stderr


OWN_GAME = """
from upcard.core.deal import Deal
from upcard.core.meld import GROUP, MeldRules
from upcard.core.pack import Pack
from upcard.core.rules import Rules


class MineRules(Rules):
    def __init__(self, **chosen):
        super().__init__("mine", (), chosen)
        self.melds = MeldRules(
            suits=4, ranks=13, copies=1, set_kind=GROUP, set_max=4, run_min=3, run_max=13
        )


class Mine(Deal):
    def hand_size(self):
        return 5

    @classmethod
    def make_rules(cls, values):
        return MineRules(**values)

    @classmethod
    def make(cls, rules, seats, dealer, number):
        pack = Pack("cdhs", "A23456789TJQK")
        return Mine(rules, pack, rules.melds, seats, dealer, number)
"""


def test_a_game_of_ones_own(tmp_path: Path) -> None:
    """It is played, hinted, saved and gone on with like the others."""
    file = tmp_path / "mine.py"
    file.write_text(OWN_GAME)
    save = str(tmp_path / "save.json")
    typed = "draw\nhint\nlegal\n?\nrules\nquit\n"
    done = run([f"{file}:Mine", "--seed", "3", "--save", save], typed, tmp_path)
    assert done.returncode == 0, done.stderr
    assert "Your hand, 6 cards" in done.stdout
    assert "Perhaps: discard" in done.stdout
    # The command that is printed goes on with it.
    assert f"upcard play {file}:Mine --resume {save}" in done.stdout
    again = run([f"{file}:Mine", "--resume", save], "table\nquit\n", tmp_path)
    for command in (["rules"], ["deal", "--seed", "3"]):
        asked = subprocess.run(
            [sys.executable, "-m", "upcard", command[0], f"{file}:Mine", *command[1:]],
            env=environment(tmp_path), capture_output=True, text=True,
        )  # fmt: skip
        assert asked.returncode == 0, asked.stderr
        assert "mine" in asked.stdout
    assert again.returncode == 0, again.stderr
    assert "Your hand, 6 cards" in again.stdout


def test_names_are_shown_as_they_can_be(tmp_path: Path) -> None:
    name = "<b>x</b>\x1b[31m" + "y" * 200
    done = run(["--seed", "3", "--name", name], "quit now\n", tmp_path)
    assert done.returncode == 0
    assert "\x1b" not in done.stdout
    assert "<b>x</b>[31myyyyyyyy" in done.stdout


def test_a_record_of_a_game_of_ones_own_says_what_to_name(tmp_path: Path) -> None:
    own = f"{Path(__file__).parents[2] / 'examples' / 'my_rummy.py'}:MyRummy"
    file = str(tmp_path / "own.json")
    assert run([own, "--seed", "1", "--save", file], "draw\nquit\n", tmp_path).returncode == 0
    refused = run(["--resume", file], "", tmp_path)
    assert refused.returncode == 2
    assert "this is a match of " in refused.stderr
    assert "upcard play FILE.py:CLASS --resume" in refused.stderr
    assert run([own, "--resume", file], "quit\n", tmp_path).returncode == 0
    for words, code in (
        (["replay", file], 2), (["verify", file], 2), (["replay", "--game", own, file], 0),
        (["replay", "--verify", "--game", own, file], 0), (["verify", "--game", own, file], 0),
    ):  # fmt: skip
        done = subprocess.run(
            [sys.executable, "-m", "upcard", *words],
            env=environment(tmp_path), capture_output=True, text=True,
        )  # fmt: skip
        assert done.returncode == code, words
        assert code == 0 or "upcard replay --game FILE.py:CLASS" in done.stderr
