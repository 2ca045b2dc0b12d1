"""Play a pool of engines and versions of this program against each other, to measure changes; print one table.

    python -m lab.quoridor.gauntlet quoridor --version v0.1 --version HEAD~20 --games 100 --resume pool.jsonl

The first player is the current checkout; with `--level`, its AI levels take this place. A version is a commit, by any
name that git knows; it is checked out into the cache folder once and runs as a process of its own. Every pair plays;
with `--first` only pairs with the first player do. Everything else is as in `main.py tournament`.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path

from game.command_line.parser import INTERRUPTED, Parser, count, nodes, positive, seconds
from game.command_line.startup import parse_seats, start_request
from game.core.rules import GameError, OptionError
from game.core.spec import LEVELS
from game.outside.engine import EngineCommand, engine_command
from game.paths import cache_dir
from game.registry import GAMES, find
from game.tournament.command import OPENING, check_nodes, play_and_print
from game.tournament.match import Match

ROOT = Path(__file__).parents[2]
HERE = "here"
# The most letters of a version's name in the table.
LONGEST_LABEL = 12


def main(arguments: list[str] | None = None) -> int:
    """Run the command; return the exit status."""
    parser = build_parser()
    given = parser.parse_args(arguments)
    try:
        match = match_of(given)
        return play_and_print(
            match,
            given.games * len(match.pairings),
            name=parser.prog,
            jobs=given.jobs,
            executor=given.executor,
            json_file=given.json,
            log_file=given.resume,
            resume=True,
        )
    except GameError as error:
        parser.error(str(error))


def build_parser() -> Parser:
    """Return the parser of the command line."""
    parser = Parser(prog="gauntlet", description="Let engines and versions of this program play each other.")
    parser.add_argument("game", choices=sorted(GAMES), help="what is played")
    parser.add_argument("--version", action="append", default=[], metavar="COMMIT", help="may be repeated")
    parser.add_argument("--engine", action="append", default=[], metavar="NAME=COMMAND", help="may be repeated")
    parser.add_argument("--level", action="append", default=[], type=int, choices=LEVELS, help="may be repeated")
    parser.add_argument("--first", action="store_true", help="only the first player against all others")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="of the game")
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="of the first games (0)")
    parser.add_argument("--games", type=even, default=20, metavar="N", help="of each two, an even number (20)")
    parser.add_argument("--seconds", type=seconds, metavar="S", help="for each move")
    parser.add_argument("--nodes", type=nodes, metavar="N", help="searched for each move")
    parser.add_argument("--opening", type=count, default=OPENING, metavar="N", help=f"actions by chance ({OPENING})")
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--jobs", type=positive, metavar="N", help="games at the same time (one for each core)")
    where.add_argument("--executor", metavar="dask://HOST:PORT", help="have them played by a cluster of machines")
    parser.add_argument("--json", metavar="FILE", help="also write the results to FILE")
    parser.add_argument("--resume", metavar="FILE", help="go on with the games of FILE, or begin it")
    return parser


def even(text: str) -> int:
    """Parse an even number from 2 up. Raises ArgumentTypeError or ValueError."""
    value = positive(text)
    if value % 2:
        raise argparse.ArgumentTypeError(f"{value} is odd: half of the games are played from either side")
    return value


even.__name__ = "number"


def match_of(given: argparse.Namespace) -> Match:
    """Return the match to play. Raises OptionError."""
    spec = find(given.game)
    if spec.simultaneous:
        raise OptionError(f"a gauntlet is for games of two in turn, and {spec.id} is none")
    # Raises an error for wrong options.
    options = start_request(spec, "ai:1,ai:1", given.option, given.seed).options
    here = [] if given.level else [EngineCommand(HERE, own_words(ROOT))]
    engines = (*here, *map(version, given.version), *map(engine_command, given.engine))
    names = [engine.seat_name for engine in engines]
    seats = [*(f"ai:{level}" for level in given.level), *names]
    if len(seats) < 2 or len(set(seats)) < len(seats):
        raise OptionError("a gauntlet needs two players or more, each with a name of its own")
    players = parse_seats(",".join(seats), names)
    if given.nodes is not None:
        check_nodes(spec, players)
    everybody = tuple(combinations(range(len(players)), 2))
    return Match(
        spec.id,
        options,
        players,
        given.seed,
        engines=engines,
        seconds=given.seconds,
        nodes=given.nodes,
        opening=given.opening,
        pairings=tuple(pairing for pairing in everybody if not given.first or pairing[0] == 0),
    )


def version(name: str) -> EngineCommand:
    """Return a commit as an engine; check it out if needed. Raises OptionError."""
    commit = git("rev-parse", "--verify", "--quiet", "--end-of-options", f"{name}^{{commit}}", wanted=name)
    folder = cache_dir() / "versions" / commit
    if not (folder / "main.py").exists():
        shutil.rmtree(folder, ignore_errors=True)
        # `--force`, because git still knows a worktree whose folder was deleted.
        git("worktree", "add", "--force", "--detach", str(folder), commit, wanted=name)
    label = "" if commit.startswith(name) else re.sub(r"\W", "_", name, flags=re.ASCII)[-LONGEST_LABEL:] + "_"
    return EngineCommand(f"v_{label}{commit[:7]}", own_words(folder))


def own_words(folder: Path) -> tuple[str, ...]:
    """Return the command of engine mode in a checkout."""
    return (sys.executable, str(folder / "main.py"), "engine")


def git(*words: str, wanted: str) -> str:
    """Return the output of git. Raises OptionError, which says that `wanted` does not exist."""
    try:
        done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True)
    except FileNotFoundError:
        raise OptionError(f"version {wanted!r}: there is no git") from None
    except subprocess.CalledProcessError as error:
        said: Sequence[str] = error.stderr.strip().splitlines() or ["it is no commit"]
        raise OptionError(f"version {wanted!r}: {said[-1]}") from None
    return done.stdout.strip()


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
