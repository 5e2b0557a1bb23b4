"""The command ``upcard play``."""

from __future__ import annotations

import importlib.util
import io
import os
import secrets
import signal
import sys
from pathlib import Path
from types import FrameType
from typing import Final

import click

from upcard.bots.base import Bot
from upcard.bots.levels import LEVELS, make_bot
from upcard.core.deal import Deal
from upcard.core.match import Match, new_match_of
from upcard.core.shuffle import SeededShuffler
from upcard.errors import FileError, RulesError
from upcard.games.registry import GAMES, deal_class
from upcard.terminal.ink import Printer
from upcard.terminal.lines import Lines
from upcard.terminal.save import Saver, players_of, refuse_taken
from upcard.terminal.session import Session
from upcard.terminal.words import count
from upcard.text.record import read_record
from upcard.text.replay import match_of
from upcard.text.rulesfile import house_rules

SEEDS: Final = 1 << 53
NAME_LENGTH: Final = 20
LETTERS: Final = "ABCDEFGH"

EPILOG: Final = """\
Exit codes: 0 played to the end or left with quit, 1 the input ended before the match did (it is
saved), 2 bad usage or input, 130 stopped by Ctrl-C (it is saved).
"""


@click.command(epilog=EPILOG, short_help="Play a match in the terminal.")
@click.argument("game", required=False)
@click.option("--seats", type=int, help="How many play, you included.")
@click.option("--rule", "pairs", metavar="OPTION=VALUE", multiple=True, help="Set a house rule.")
@click.option("--rules", "path", metavar="FILE", type=click.Path(), help="A TOML file of rules.")
@click.option(
    "--bots", "levels", metavar="LEVEL", default="beginner", show_default=True,
    help=f"Who plays against you: {', '.join(LEVELS)}, several with commas between them, or none: "
    "people take turns at this terminal.",
)  # fmt: skip
@click.option("--seed", type=int, help="The same seed deals the same cards.")
@click.option("--name", "names", multiple=True, help="Your name; once for each person.")
@click.option("--resume", metavar="FILE", type=click.Path(), help="Go on with a saved match.")
@click.option("--save", metavar="FILE", type=click.Path(), help="Where the match is kept.")
@click.option("--symbols", is_flag=True, help="Show suits as signs.")
def play(
    game: str | None,
    seats: int | None,
    pairs: tuple[str, ...],
    path: str | None,
    levels: str,
    seed: int | None,
    names: tuple[str, ...],
    resume: str | None,
    save: str | None,
    symbols: bool,
) -> int:
    """Play a match in the terminal (GAME is romme if it is left out).

    Type what you do: draw, take, meld 5h 6h 7h, lay 9h on 3, discard Ks; ? for help, hint for a
    suggestion, quit to save and leave. Everything is in plain lines of text, so it works in a pipe
    and with a screen reader. Colour is used on a terminal only, and never if NO_COLOR is set.

    GAME may also be FILE.py:CLASS, a game of your own.

    \b
    Examples:
      upcard play
      upcard play gin --seed 7 --rule knock_card=5
      upcard play romme --bots none --name Ann --name Ben
      upcard play --resume ~/.local/state/upcard/romme-1.json
    """
    for number in (signal.SIGTERM, getattr(signal, "SIGHUP", signal.SIGTERM)):
        signal.signal(number, _hang_up)
    if isinstance(sys.stdout, io.TextIOWrapper):
        # An output that cannot show a sign shows a question mark: no reason to end a game.
        sys.stdout.reconfigure(errors="replace")
    printer = Printer(sys.stdout, symbols)
    lines = Lines(sys.stdin, printer)
    if resume is not None:
        if game or seats or pairs or path or names or seed is not None:
            if not (game and ":" in game):
                said = "leave game, seats, rules, seed and names out"
                raise click.UsageError(f"--resume goes on as saved: {said}")
            own_game(game)
        session = resumed(resume, save, printer, lines)
        session.saver.own_game = game or ""
    else:
        match = new_table(game or "romme", seats, pairs, path, seed)
        players = seat_players(levels, int(match.seats))
        match.names = seat_names(players, names)
        if save is not None:
            refuse_taken(save)
            refuse_folder(save)
        saver = Saver(save, wanted=save is not None)
        saver.own_game = game if game and ":" in game else ""
        base = secrets.randbits(40) if seed is None else seed & 0xFFFFFFFFFF
        session = Session(match, players, base, printer, lines, saver)
    code = session.play()
    if code:
        raise click.exceptions.Exit(code)
    return 0


def _hang_up(number: int, frame: FrameType | None) -> None:
    """The terminal is gone or the machine shuts down: leave as if the input had ended."""
    raise EOFError


def own_game(text: str) -> type[Deal]:
    """The deal class named by ``FILE.py:CLASS``; it joins the games by its rules' name."""
    file, _, name = text.rpartition(":")
    path = Path(file)
    if not path.is_file():
        raise RulesError("no_such_game", f"there is no file {file}", text)
    spec = importlib.util.spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None:
        raise RulesError("no_such_game", f"{file} is no Python file", text)
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        sentence = f"{file} cannot be loaded: {type(error).__name__}: {error}"
        raise RulesError("no_such_game", sentence, text) from error
    kind = getattr(module, name, None)
    if not isinstance(kind, type) or not issubclass(kind, Deal):
        raise RulesError("no_such_game", f"{file} has no Deal class {name}", text)
    game = kind.make_rules({}).game
    if game not in GAMES:
        GAMES[game] = kind
    return kind


def new_table(
    game: str, seats: int | None, pairs: tuple[str, ...], path: str | None, seed: int | None
) -> Match:
    """A new match."""
    kind = own_game(game) if ":" in game else deal_class(game)
    house = kind.make_rules({})
    if pairs or path is not None:
        house = kind.make_rules(house_rules(house.game, pairs, path).to_dict())
    number = secrets.randbelow(SEEDS) if seed is None else seed
    return new_match_of(kind, house, seats, SeededShuffler.from_seed(number))


def seat_players(levels: str, seats: int) -> list[Bot | None]:
    """A person at seat 0 and bots around, or only persons."""
    if levels == "none":
        return [None] * seats
    wanted = [level.strip() for level in levels.split(",")]
    bots: list[Bot | None] = [make_bot(level) for level in wanted]
    if len(bots) > seats - 1:
        room = count(seats - 1, "bot")
        raise RulesError("too_many_bots", f"{seats} seats have room for {room}", levels)
    while len(bots) < seats - 1:
        bots.append(make_bot(wanted[-1]))
    return [None, *bots]


def seat_names(players: list[Bot | None], names: tuple[str, ...]) -> list[str]:
    """What the seats are called; names typed are kept printable and short."""
    typed = [_clean(name) for name in names]
    persons = players.count(None)
    if len(typed) > persons:
        are = "there is 1 person" if persons == 1 else f"there are {persons} people"
        raise RulesError("too_many_names", f"{are} to name", names[-1])
    if not typed and persons == 1:
        typed = ["You"]
    typed += [f"Player {i + 1}" for i in range(len(typed), persons)]
    levels = [bot.level for bot in players if bot is not None]
    called: list[str] = []
    for bot in players:
        if bot is None:
            called.append(typed.pop(0))
            continue
        name = bot.level.capitalize()
        if levels.count(bot.level) > 1:
            name += f" {LETTERS[sum(other.startswith(name) for other in called)]}"
        called.append(name)
    if len(set(called)) < len(called):
        raise RulesError("same_name", "two seats cannot have the same name", names[-1])
    return called


def refuse_folder(path: str) -> None:
    """`FileError`, before anything is played, where the folder of a save cannot be written."""
    folder = os.path.dirname(os.path.realpath(path))
    if not os.path.isdir(folder) or not os.access(folder, os.W_OK):
        raise FileError("cannot_save", f"{path} cannot be saved: {folder} cannot be written", path)


def _clean(name: str) -> str:
    kept = "".join(char for char in name if char.isprintable()).strip()
    if not kept:
        raise RulesError("bad_name", f"{name!r} is no name", name)
    return kept[:NAME_LENGTH]


def resumed(path: str, save: str | None, printer: Printer, lines: Lines) -> Session:
    """The session of a saved match, as it was left."""
    record = read_record(path)
    levels, base = players_of(record)
    match = match_of(record)
    players = [None if level == "person" else make_bot(level) for level in levels]
    match.names = [_clean(name) for name in match.names]
    saver = Saver(save or path, wanted=True)
    saver.own.add(os.path.realpath(path))
    return Session(match, players, base, printer, lines, saver)
