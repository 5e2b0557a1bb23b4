"""The command ``upcard``.

Every command prints what it found on the standard output and what went wrong, as one sentence, on
the standard error. Exit codes: 0 fine, 1 a check failed, 2 bad usage or input, 130 stopped by
Ctrl-C, 141 the reader of the output went away.
"""

from __future__ import annotations

import difflib
import json
import os
import re
import secrets
import sys
from collections.abc import Sequence
from typing import Any

import click
from click.shell_completion import CompletionItem, get_completion_class

from upcard.arranging import arrange as arrange_hand
from upcard.arranging import arranged_lines
from upcard.build_info import __version__, build_kind
from upcard.core.deal import Deal
from upcard.core.match import new_match_of
from upcard.core.shuffle import SeededShuffler
from upcard.errors import UpcardError, quoted, short
from upcard.games.registry import GAMES, deal_class
from upcard.join.command import join
from upcard.server.command import serve, table
from upcard.terminal.command import own_game, play
from upcard.text.case import read_cases, run_case
from upcard.text.position import position_of
from upcard.text.record import Record, read_record
from upcard.text.replay import replay, verify
from upcard.text.rulesfile import house_rules
from upcard.text.show import option_lines, option_rows, replay_lines, title_of

FAILED = 1
BAD_INPUT = 2
INTERRUPTED = 130
NO_READER = 141
SEEDS = 2**53
QUOTED = re.compile(r"'([^']*)'")
CODES = "Exit codes: 0 fine, 1 a check failed, 2 bad usage or input, 130 stopped by Ctrl-C."


class Commands(click.Group):
    """The commands: the nearest one is suggested for a wrong name, errors are one sentence."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0] if args else ""
        if name and not name.startswith("-") and self.get_command(ctx, name) is None:
            names = self.list_commands(ctx)
            near = difflib.get_close_matches(name, names, 1)
            hint = f"did you mean {near[0]}?" if near else "there are " + ", ".join(names)
            raise click.UsageError(f"there is no command {quoted(name)}; {hint}", ctx)
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        try:
            result = super().invoke(ctx)
            sys.stdout.flush()
            return result
        except UpcardError as error:
            complain(str(error))
            raise click.exceptions.Exit(BAD_INPUT) from None
        except KeyboardInterrupt:
            click.echo("", err=True)
            raise click.exceptions.Exit(INTERRUPTED) from None
        except BrokenPipeError:
            close_output()
            raise click.exceptions.Exit(NO_READER) from None
        except OSError as error:
            close_output()
            complain(f"output cannot be written: {error.strerror or error}")
            raise click.exceptions.Exit(BAD_INPUT) from None


def complain(sentence: str) -> None:
    """Say on the standard error what went wrong."""
    stop = "" if sentence.endswith((".", "?", "!")) else "."
    click.echo(f"upcard: {sentence}{stop}", err=True)


def close_output() -> None:
    """Nothing more can be written: let the rest of the output vanish without a word."""
    try:
        descriptor = sys.stdout.fileno()
    except (OSError, ValueError):
        return
    os.dup2(os.open(os.devnull, os.O_WRONLY), descriptor)


class Game(click.ParamType[type[Deal]]):
    """The name of a game, or FILE.py:CLASS."""

    name = "game"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> type[Deal]:
        return own_game(value) if ":" in value else deal_class(value)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        return [CompletionItem(game) for game in GAMES if game.startswith(incomplete)]


def show_version(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    """Print the version and which build of the engine runs."""
    if value and not ctx.resilient_parsing:
        click.echo(f"upcard {__version__} ({build_kind()})")
        ctx.exit()


@click.group(cls=Commands, epilog=CODES, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--version", is_flag=True, is_eager=True, expose_value=False, callback=show_version,
    help="Print the version, and whether the engine is compiled or pure Python.",
)  # fmt: skip
def upcard() -> None:
    """Rummy games, to the letter of their rules.

    Positions, cases and records are JSON, rules files are TOML; a FILE named - is the standard
    input. Each command says more: upcard COMMAND --help.

    \b
    Examples:
      upcard games                         which games there are
      upcard rules romme                   the house rules of Rommé
      upcard deal gin --seed 7             a deal, as a position
      upcard check cases/gin.json          do these cases hold?
      upcard verify match.json             was this match dealt and counted right?
      upcard play gin                      play in the terminal
      upcard table                         play in the browser
      upcard serve                         tables for browsers elsewhere

    \b
    Completion of commands, options and games in your shell:
      eval "$(upcard completion bash)"     in ~/.bashrc; also zsh, fish
    """


@upcard.command(epilog="Exit codes: 0 all hold, 1 at least one does not, 2 a file cannot be read.")
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=click.Path())
@click.pass_context
def check(ctx: click.Context, files: tuple[str, ...]) -> None:
    """Run files of cases.

    A case is a position, actions, and what must come of them. One line is printed for each case
    that does not hold (file, name, what was expected, what came), then how many held.

    \b
    Example:
      upcard check tests/cases/romme.json tests/cases/gin.json
    """
    passed = failed = unread = 0
    for path in files:
        try:
            cases = read_cases(path)
            failures = [failure for case in cases if (failure := run_case(case))]
        except UpcardError as error:
            text = str(error) if path in str(error) else f"{path}: {error}"
            complain(text)
            unread += 1
            continue
        for failure in failures:
            click.echo(f"{path}: {failure}")
        failed += len(failures)
        passed += len(cases) - len(failures)
    if passed or failed or not unread:
        click.echo(f"{passed + failed} cases: {passed} passed, {failed} failed")
    if unread or failed:
        ctx.exit(BAD_INPUT if unread else FAILED)


@upcard.command("replay", epilog="Exit codes: 0 fine, 1 not a true record, 2 no readable record.")
@click.argument("file", type=click.Path())
@click.option("--game", metavar="FILE.py:CLASS", type=Game(), help="The game of your own it is of.")
@click.option("--deal", "only", type=click.IntRange(1), help="Show only this deal.")
@click.option("--states", is_flag=True, help="Show hands and table after every turn.")
@click.option(
    "--verify",
    "prove",
    is_flag=True,
    help="Show nothing; check every score, and every shuffle where a seed or proof is.",
)
@click.pass_context
def replay_command(
    ctx: click.Context, file: str, game: type[Deal] | None, only: int | None, states: bool,
    prove: bool,
) -> None:  # fmt: skip
    """Step through the record of a match.

    Each action is one line: its number, who acted, what was done and which cards it brought. All
    hands are shown where a deal begins and where it ends.

    With --verify the match is played through in silence: each action must be legal, each score
    right, and each shuffle what the seed or the proof makes it.

    \b
    Examples:
      upcard replay match.json --deal 2 | less
      upcard replay --verify match.json
    """
    record = read_record(file)
    if only is not None and only > len(record.deals):
        raise click.UsageError(f"this record has no deal {only}, only {len(record.deals)}", ctx)
    if prove:
        ctx.exit(verify_record(record))
    try:
        for line in replay_lines(replay(record), only, states):
            click.echo(line)
    except UpcardError as error:
        complain(str(error))
        ctx.exit(FAILED)


def verify_record(record: Record) -> int:
    """Say whether a record is true; the exit code."""
    try:
        click.echo(str(verify(record)))
    except UpcardError as error:
        complain(str(error))
        return FAILED
    return 0


@upcard.command("verify", epilog="Exit codes: 0 true, 1 not a true record, 2 no readable record.")
@click.argument("record", type=click.Path())
@click.option("--game", metavar="FILE.py:CLASS", type=Game(), help="The game of your own it is of.")
def verify_command(record: str, game: type[Deal] | None) -> int:
    """Check that a match was dealt and counted right.

    The match is played through: each action must be legal, each score right, and each shuffle what
    the seed makes it or, at a served table, the secret that was announced before the deal with the
    bytes of the players. `upcard replay --verify` does the same.

    \b
    Example:
      upcard verify match.json
    """
    return verify_record(read_record(record))


@upcard.command(epilog=CODES)
@click.argument("game", type=Game())
@click.option(
    "--options",
    "terse",
    is_flag=True,
    help="One option a line for programs, its fields separated by tabs: "
    "name, default, values, explanation, paragraph.",
)
def rules(game: type[Deal], terse: bool) -> None:
    """Print the house rules of a game.

    GAME may also be FILE.py:CLASS, a game of your own.

    Each option has its name, its default and what else it may be, then what it does and, in
    brackets, the paragraph of the game's rules it belongs to.

    \b
    Examples:
      upcard rules romme
      upcard rules gin --options | cut -f1
    """
    defaults = game.make_rules({})
    if terse:
        for row in option_rows(defaults):
            click.echo("\t".join(row))
        return
    click.echo(f"{title_of(defaults)} ({defaults.game}), {seats_text(game)}")
    click.echo()
    for line in option_lines(defaults):
        click.echo(line)
    click.echo()
    click.echo("  On the command line: --rule option=value. In a rules file: option = value.")


def seats_text(game: type[Deal]) -> str:
    """How many play a game."""
    rules = game.make_rules({})
    low, high = int(rules.min_seats), int(rules.max_seats)
    return f"{low} players" if low == high else f"{low} to {high} players"


@upcard.command(epilog=CODES)
@click.argument("game", type=Game())
@click.option("--seats", type=int, help="How many play.")
@click.option("--seed", type=int, help="The same seed gives the same deal; without one, by chance.")
@click.option("--rule", "pairs", metavar="OPTION=VALUE", multiple=True, help="Set a house rule.")
@click.option("--rules", "path", metavar="FILE", type=click.Path(), help="A TOML file of rules.")
@click.option("--pretty", is_flag=True, help="Spread the position over several lines.")
def deal(
    game: type[Deal], seats: int | None, seed: int | None, pairs: tuple[str, ...],
    path: str | None, pretty: bool,
) -> None:  # fmt: skip
    """Deal, and print the position as JSON.

    It tells all hands and the order of the stock; such a position can be the start of a case.
    GAME may also be FILE.py:CLASS, a game of your own.

    \b
    Examples:
      upcard deal romme --seed 7 --pretty
      upcard deal gin --rule knock_card=5
    """
    house = house_rules(game.make_rules({}).game, pairs, path)
    number = secrets.randbelow(SEEDS) if seed is None else seed
    match = new_match_of(game, house, seats, SeededShuffler.from_seed(number))
    position = position_of(match.deal, number)
    if not pretty:
        click.echo(json.dumps(position))
        return
    lines = [f"  {json.dumps(key)}: {_spread(value)}" for key, value in position.items()]
    click.echo("{\n" + ",\n".join(lines) + "\n}")


def _spread(value: object) -> str:
    if isinstance(value, list) and value and isinstance(value[0], list):
        return "[\n    " + ",\n    ".join(json.dumps(item) for item in value) + "\n  ]"
    return json.dumps(value)


@upcard.command(epilog=CODES)
def games() -> None:
    """List the games, with how many play each."""
    for game in GAMES:
        kind = deal_class(game)
        title = title_of(kind.make_rules({}))
        click.echo(f"{game:12}  {title:20}  {seats_text(kind)}")


@upcard.command(epilog=CODES)
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Print the script that completes upcard's commands in a shell.

    \b
    To have it in every shell, add one line:
      eval "$(upcard completion bash)"      to ~/.bashrc
      eval "$(upcard completion zsh)"       to ~/.zshrc
      upcard completion fish | source       to ~/.config/fish/config.fish
    """
    kind = get_completion_class(shell)
    assert kind is not None
    click.echo(kind(upcard, {}, "upcard", "_UPCARD_COMPLETE").source())


@upcard.command(short_help="Split a hand into its best melds.")
@click.argument("game", type=Game())
@click.argument("cards", nargs=-1, required=True)
@click.option(
    "--objective",
    metavar="AIM",
    help="points: fewest points left (default); cards: fewest cards left; out: all cards, or all "
    "but one; opening: Rommé's 30 points with fewest cards; contract=1 to contract=5: the "
    "contract of that hand of contract rummy (its default: contract=1).",
)
@click.option(
    "--table",
    multiple=True,
    metavar="MELD",
    help='A meld that lies, as in --table "5d 6d 7d"; give it once for each. Then the plays of a '
    "turn of a player who has opened are searched, lay-offs and swaps included.",
)
@click.option("--rule", "rules", multiple=True, metavar="OPTION=VALUE", help="A house rule.")
def arrange(
    game: type[Deal], cards: tuple[str, ...], objective: str | None, table: tuple[str, ...],
    rules: tuple[str, ...],
) -> int:  # fmt: skip
    """Split a hand into its best melds, and say what each joker stands for.

    GAME may also be FILE.py:CLASS, a game of your own.

    Exit codes: 0 the objective is met, 1 it cannot be, 2 bad usage or input.

    \b
    Examples:
      upcard arrange romme 9s Js Qs Ks 9h 9d Td X
      upcard arrange romme Td Jd X 4s 5s 7c --objective opening
      upcard arrange romme 9d X Kc --objective cards --table "5d 6d 7d"
      upcard arrange contract 5h 6h X 8h Qc Qd Qs --objective contract=2
    """
    name = game.make_rules({}).game
    chosen = house_rules(name, rules)
    aim = objective or ("contract=1" if name == "contract" and not table else "points")
    hand = [token for card in cards for token in card.split()]
    result = arrange_hand(game, hand, objective=aim, table=table, rules=chosen.to_dict())
    for line in arranged_lines(result):
        click.echo(line)
    return 0 if result.reached else FAILED


upcard.add_command(join)
upcard.add_command(play)
upcard.add_command(serve)
upcard.add_command(table)


def run(arguments: Sequence[str] | None = None) -> int:
    """Run a command line and return its exit code."""
    try:
        given = None if arguments is None else list(arguments)
        code = upcard.main(given, prog_name="upcard", standalone_mode=False)
        sys.stdout.flush()
        return code if isinstance(code, int) else 0
    except click.ClickException as error:
        click.echo(usage_line(error), err=True)
        return error.exit_code
    except (click.Abort, KeyboardInterrupt):
        return INTERRUPTED
    except BrokenPipeError:
        close_output()
        return NO_READER
    except OSError as error:
        close_output()
        complain(f"output cannot be written: {error.strerror or error}")
        return BAD_INPUT


def usage_line(error: click.ClickException) -> str:
    """What is wrong with a command line, in one sentence, and where its help is."""
    said = error.format_message()
    if isinstance(error, click.NoSuchOption):
        near = difflib.get_close_matches(error.option_name, error.possibilities or [], 1)
        hint = f"; did you mean {near[0]}?" if near else ""
        said = f"there is no option {short(error.option_name)}{hint}"
    said = QUOTED.sub(lambda match: quoted(match[1]), " ".join(said.split()))
    said = said[:1].lower() + said[1:]
    stop = "" if said.endswith(("?", "!", ".")) else "."
    context = getattr(error, "ctx", None)
    command = context.command_path if context is not None else "upcard"
    return f"upcard: {said}{stop} Try: {command} --help"


def main() -> None:
    """The entry point of the command."""
    sys.exit(run())
