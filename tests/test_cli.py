"""The command line: what it prints, its exit codes, and that it never ends in a traceback."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import upcard
from tests.text.play import played
from tests.text.test_record import KNOCK, changed
from upcard.build_info import __version__, build_kind
from upcard.cli import run
from upcard.cli import upcard as command
from upcard.games.registry import GAMES, deal_class
from upcard.text.position import deal_from_position
from upcard.text.record import record_of, write_record

CASES = Path(__file__).parent / "cases"


def invoke(*arguments: str, stdin: str | None = None) -> Result:
    return CliRunner().invoke(command, list(arguments), input=stdin, prog_name="upcard")


def process(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "upcard", *arguments]


def environment() -> dict[str, str]:
    """The same package as in this process, wherever it is from."""
    root = str(Path(upcard.__file__).parent.parent)
    return {**os.environ, "PYTHONPATH": os.pathsep.join([root, os.environ.get("PYTHONPATH", "")])}


@pytest.fixture
def record(tmp_path: Path) -> str:
    path = str(tmp_path / "match.json")
    write_record(KNOCK, path)
    return path


def test_version() -> None:
    result = invoke("--version")
    assert result.output == f"upcard {__version__} ({build_kind()})\n"


@pytest.mark.parametrize("name", ["", "check", "replay", "rules", "deal", "games", "completion"])
def test_help_tells_options_and_exit_codes(name: str) -> None:
    result = invoke(*([name] if name else []), "--help")
    assert result.exit_code == 0
    assert "Exit codes: 0" in result.output
    assert all(len(line) <= 80 for line in result.output.splitlines())


def test_games() -> None:
    lines = invoke("games").output.splitlines()
    assert [line.split()[0] for line in lines] == list(GAMES)


@pytest.mark.parametrize("game", GAMES)
def test_rules_lists_every_option(game: str) -> None:
    options = deal_class(game).make_rules({}).options
    text = invoke("rules", game).output
    assert all(f"  {option.name} " in text for option in options)
    assert all(len(line) <= 80 for line in text.splitlines())
    rows = [line.split("\t") for line in invoke("rules", game, "--options").output.splitlines()]
    assert [row[0] for row in rows] == [option.name for option in options]
    assert {len(row) for row in rows} == {5}


def test_deal_prints_a_position_that_reads_back() -> None:
    result = invoke("deal", "romme", "--seed", "7", "--rule", "target=300")
    position = json.loads(result.output)
    assert position["rules"] == {"target": 300}
    assert [len(hand) for hand in position["hands"]] == [13, 13]
    deal = deal_from_position(position)
    assert [deal.pack.token(face) for face in deal.hand(1)] == position["hands"][1]
    pretty = invoke("deal", "romme", "--seed", "7", "--rule", "target=300", "--pretty")
    assert json.loads(pretty.output) == position
    # Without a seed one is drawn and told, so that the deal can be had again.
    drawn = json.loads(invoke("deal", "gin").output)
    again = json.loads(invoke("deal", "gin", "--seed", str(drawn["seed"])).output)
    assert again == drawn


def test_check() -> None:
    result = invoke("check", *(str(CASES / f"{game}.json") for game in ("romme", "gin")))
    assert (result.exit_code, result.output) == (0, "139 cases: 139 passed, 0 failed\n")


def test_check_names_what_fails(tmp_path: Path) -> None:
    data = {"cases": [
        {"name": "G1", "position": {"game": "gin", "seed": 1}, "expect": {"turn": 1}},
        {"name": "G2", "position": {"game": "gin", "seed": 1}, "expect": {"turn": 0}},
    ]}  # fmt: skip
    file = tmp_path / "a.json"
    file.write_text(json.dumps(data))
    result = invoke("check", str(file))
    wanted = f"{file}: G1: turn: expected 1, got 0\n2 cases: 1 passed, 1 failed\n"
    assert (result.exit_code, result.output) == (1, wanted)
    result = invoke("check", "-", stdin=json.dumps(data))
    assert result.output.startswith("-: G1: turn")


def test_check_goes_on_after_a_file_it_cannot_read(tmp_path: Path) -> None:
    file = tmp_path / "a.json"
    file.write_text('{"cases": [')
    result = invoke("check", str(file), str(CASES / "gin.json"))
    assert result.exit_code == 2
    assert result.stdout == "56 cases: 56 passed, 0 failed\n"
    assert result.stderr.startswith(f"upcard: {file} breaks off in the middle")


def test_check_of_a_game_not_known(tmp_path: Path) -> None:
    file = tmp_path / "a.json"
    case = {"name": "B1", "position": {"game": "canasta"}, "expect": {"turn": 0}}
    file.write_text(json.dumps({"cases": [case]}))
    result = invoke("check", str(file))
    assert result.exit_code == 2
    assert result.stderr.startswith(f"upcard: {file}: B1: there is no game 'canasta'")


def test_replay(record: str) -> None:
    lines = invoke("replay", record).output.splitlines()
    assert lines[0] == "Deal 1, dealer Bob"
    assert lines[1] == "    Ann           Ac Kc Ad 2d Kd Ah Kh 5s 6s 7s"
    assert lines[3] == "    stock         31 cards; pile 2s"
    assert lines[4] == "   1  Ann           take  2s"
    assert lines[11] == "   8  Bob           lay 4s"
    assert "    Bob              -42  total -42" in lines
    assert lines[-1] == "The match is over: Ann won."
    assert all(len(line) <= 80 for line in lines)


def test_replay_of_one_deal(tmp_path: Path) -> None:
    path = str(tmp_path / "match.json")
    write_record(record_of(played("romme", 1, rules=upcard.RommeRules(turn_limit=10))), path)
    lines = invoke("replay", path, "--deal", "2", "--states").output.splitlines()
    heads = [line for line in lines if line.startswith("Deal ")]
    assert heads == ["Deal 2, dealer Seat 1"]
    assert "    This deal is void." in lines
    assert all(len(line) <= 80 for line in lines)
    result = invoke("replay", path, "--deal", "3")
    assert result.exit_code == 2
    assert "this record has no deal 3, only 2" in result.stderr


def test_replay_verify(record: str, tmp_path: Path) -> None:
    result = invoke("replay", "--verify", record)
    wanted = "1 deal, 13 actions: every score is right; 1 deal without a seed or an open proof\n"
    assert (result.exit_code, result.output) == (0, wanted)
    path = str(tmp_path / "false.json")
    write_record(changed("deals", 0, "scores", value=[50, -50]), path)
    result = invoke("replay", "--verify", path)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == f"upcard: {path}, deal 1: the scores are [42, -42], not [50, -50].\n"


def test_names_cannot_move_the_cursor(tmp_path: Path) -> None:
    path = str(tmp_path / "match.json")
    write_record(changed("seats", value=["\x1b[2JAnn", "B" * 100]), path)
    output = invoke("replay", path).output
    assert "\x1b" not in output
    assert all(len(line) <= 80 for line in output.splitlines())


MISTAKES = [
    (["chekc"], "there is no command 'chekc'; did you mean check?"),
    (["deal", "rome"], "there is no game 'rome'; did you mean romme?"),
    (["rules", "gim"], "there is no game 'gim'; did you mean gin?"),
    (["deal", "gin", "--seats", "9"], "gin is played by exactly 2, not by 9"),
    (["deal", "gin", "--sed", "9"], "No such option"),
    (["deal", "gin", "--seed", "x"], "'x' is not a valid integer"),
    (["deal", "gin", "--rule", "knok_card=3"], "did you mean knock_card?"),
    (["deal", "gin", "--rule", "throw_back=alowed"], "did you mean allowed?"),
    (["deal", "gin", "--rule", "knock_card"], "write option=value"),
    (["deal", "gin", "--rules", "nothing.toml"], "nothing.toml cannot be read"),
    (["replay", "nothing.json"], "nothing.json cannot be read"),
    (["check", "nothing.json"], "nothing.json cannot be read"),
    (["check"], "Missing argument 'FILE...'"),
    (["completion", "tcsh"], "'tcsh' is not one of"),
]


@pytest.mark.parametrize(("arguments", "sentence"), MISTAKES)
def test_mistakes_are_told_in_a_sentence(arguments: list[str], sentence: str) -> None:
    result = invoke(*arguments)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert sentence in result.stderr


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_scripts(shell: str) -> None:
    assert "_UPCARD_COMPLETE" in invoke("completion", shell).output


def test_completion_of_games_in_a_shell() -> None:
    words = {"_UPCARD_COMPLETE": "bash_complete", "COMP_WORDS": "upcard deal g", "COMP_CWORD": "2"}
    done = subprocess.run(
        process(), env=environment() | words, capture_output=True, text=True, check=True
    )
    assert done.stdout == "plain,gin\n"


def test_a_process_tells_its_exit_code(tmp_path: Path) -> None:
    for arguments, code in ((["games"], 0), (["chekc"], 2), (["replay", str(tmp_path)], 2)):
        done = subprocess.run(
            process(*arguments), env=environment(), capture_output=True, text=True, check=False
        )
        assert done.returncode == code
        assert "Traceback" not in done.stderr


@pytest.fixture
def long_record(tmp_path: Path) -> str:
    """A record whose replay does not fit a pipe."""
    path = str(tmp_path / "long.json")
    rules = deal_class("romme").make_rules({"target": 100_000})
    write_record(record_of(played("romme", 1, 30, rules)), path)
    assert len(invoke("replay", "--states", path).output) > 1 << 18
    return path


def test_a_reader_that_goes_away_is_no_error(long_record: str) -> None:
    running = subprocess.Popen(
        process("replay", "--states", long_record), env=environment(),
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert running.stdout is not None
    assert running.stdout.readline() == "Deal 1, dealer Seat 0\n"
    running.stdout.close()
    assert running.wait(60) == 141
    assert running.stderr is not None
    with running.stderr as errors:
        assert errors.read() == ""


def test_interrupt_is_no_traceback(long_record: str) -> None:
    running = subprocess.Popen(
        process("replay", "--states", long_record), env=environment(),
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert running.stdout is not None
    running.stdout.readline()
    running.send_signal(signal.SIGINT)
    _, errors = running.communicate(timeout=60)
    assert running.returncode == 130
    assert "Traceback" not in errors


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no /dev/full")
@pytest.mark.parametrize("arguments", [["deal", "gin"], ["--help"]])
def test_output_on_a_full_disk(arguments: list[str]) -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            process(*arguments), env=environment(), stdout=full, stderr=subprocess.PIPE,
            text=True, check=False,
        )  # fmt: skip
    assert done.returncode == 2
    assert done.stderr == "upcard: output cannot be written: No space left on device.\n"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["deal"], "upcard: missing argument 'GAME'. Try: upcard deal --help"),
        (["deal", "gin", "--sedd", "1"], "upcard: there is no option --sedd; did you mean --seed?"),
        (["deal", "gin", "--seed", "x"], "upcard: invalid value for '--seed': 'x' is not a valid"),
        (["paly"], "upcard: there is no command 'paly'; did you mean play? Try: upcard --help"),
        (["play", "--resume", "a", "--seed", "1"], "upcard: --resume goes on as saved"),
        (["replay", "-x"], "upcard: there is no option -x. Try: upcard replay --help"),
    ],
)
def test_a_usage_error_is_one_line(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(arguments) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith(said)
    assert printed.err.count("\n") == 1
    assert printed.err.rstrip().endswith("--help")


@pytest.mark.parametrize("junk", ["y" * 5000, "\x00\x1b[2J" * 900, "ä" * 700])
def test_long_and_binary_input_is_not_repeated_whole(
    junk: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    rules = tmp_path / "rules.toml"
    rules.write_text(f"game = 'gin'\nknock_card = {json.dumps('k' * 4000)}\n")
    record = tmp_path / "record.json"
    record.write_text(json.dumps({"upcard": junk}))
    for arguments in (
        [junk],
        ["deal", junk],
        ["deal", "gin", "--seed", junk],
        ["deal", "gin", "--rule", junk],
        ["deal", "gin", "--rule", f"{junk}=1"],
        ["deal", "gin", "--rule", f"knock_card={junk}"],
        ["deal", "gin", "--rules", str(rules)],
        ["arrange", "gin", junk],
        ["arrange", "gin", "5h", "--objective", junk],
        ["play", "gin", "--bots", junk],
        ["replay", str(record)],
    ):
        assert run(arguments) == 2, arguments
        said = capsys.readouterr().err.replace(str(tmp_path), "")
        assert 0 < len(said) < 260, arguments
        assert said.count("\n") == 1
        assert "\x1b" not in said
        assert "\x00" not in said


def test_deeply_nested_files_are_refused_in_plain_words(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    deep = tmp_path / "deep.json"
    deep.write_text("[" * 100_000 + "]" * 100_000)
    rules = tmp_path / "deep.toml"
    rules.write_text("target = " + "[" * 100_000 + "]" * 100_000)
    for arguments, what in (
        (["replay", str(deep)], "lists and objects"),
        (["check", str(deep)], "lists and objects"),
        (["play", "--resume", str(deep)], "lists and objects"),
        (["deal", "romme", "--rules", str(rules)], "lists and tables"),
    ):
        assert run(arguments) == 2
        said = capsys.readouterr().err
        assert f"has too many {what} within one another." in said
        assert "recursion" not in said
