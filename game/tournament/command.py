"""The command `tournament`: its arguments, games, files and output."""

from __future__ import annotations

import contextlib
import os
import sys
from argparse import Namespace
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from pathlib import Path

from game.agents.agent import Limited
from game.command_line.parser import INTERRUPTED, WRONG_USE
from game.command_line.startup import StartRequest, parse_seats, start_request
from game.core.plain_text import printable
from game.core.record import SeatConfig
from game.core.rules import OptionError
from game.core.spec import GameSpec
from game.platforms.files import check_place, put_file
from game.registry import brain_class, find
from game.tournament.log import LogError
from game.tournament.match import Match
from game.tournament.players import cluster
from game.tournament.ratings import Sprt
from game.tournament.runner import run
from game.tournament.standings import TournamentResult

# The greatest number of faults that are listed.
MOST_FAULTS = 20
# The default number of random actions at the beginning of games in pairs.
OPENING = 4


def command(given: Namespace) -> int:
    """Play the tournament of the command line and print the table. Returns the exit status.

    Raises OptionError for wrong arguments.
    """
    match = match_of(given)
    if given.json and os.path.realpath(given.json) == os.path.realpath(given.resume or given.jsonl or ""):
        raise OptionError("--json would write over the file of --jsonl or --resume: give it another name")
    games = given.games * max(1, len(match.pairings))
    return play_and_print(
        match,
        games,
        jobs=given.jobs,
        executor=given.executor,
        json_file=given.json,
        sprt=Sprt(*given.sprt) if given.sprt else None,
        log_file=given.resume or given.jsonl,
        resume=given.resume is not None,
    )


def play_and_print(
    match: Match,
    games: int,
    *,
    name: str = "main.py tournament",
    jobs: int | None = None,
    executor: str | None = None,
    json_file: str | None = None,
    sprt: Sprt | None = None,
    log_file: str | None = None,
    resume: bool = False,
) -> int:
    """Play `games` games of the match and print the result. Returns the exit status.

    `name` is the program's name in messages. Raises OptionError for an unknown executor.
    """
    try:
        if json_file:
            # Report a wrong path before the games begin.
            check_place(Path(json_file))
    except OSError as error:
        print(f"{name}: {error}", file=sys.stderr)
        return WRONG_USE
    jobs = min(games, jobs or os.cpu_count() or 1)
    with cluster(executor) if executor else contextlib.nullcontext() as players:
        try:
            result = run(
                match,
                games,
                jobs=jobs,
                executor=players,
                sprt=sprt,
                log_file=Path(log_file) if log_file else None,
                resume=resume,
            )
        except FileExistsError:
            print(f"{name}: {log_file} is there already; --resume goes on with it", file=sys.stderr)
            return WRONG_USE
        except LogError as error:
            print(f"{name}: {error}", file=sys.stderr)
            return WRONG_USE
        except OSError as error:
            place = error.filename or log_file or ""
            print(printable(f"{name}: {place}: {error.strerror or error}"), file=sys.stderr)
            return WRONG_USE
    try:
        _tell(result)
    # The file is written even if nobody reads the output any more.
    finally:
        is_kept = not json_file or _keep(result, json_file, name)
    return {"": 0, "interrupted": INTERRUPTED}.get(result.stopped, 1) if is_kept else WRONG_USE


def _keep(result: TournamentResult, file: str, name: str) -> bool:
    """Write the results to `file`. Errors are printed. Returns whether it succeeded."""
    try:
        put_file(Path(file), f"{result.to_json()}\n".encode())
    except OSError as error:
        print(printable(f"{name}: {file}: {error.strerror}"), file=sys.stderr)
        return False
    return True


def _tell(result: TournamentResult) -> None:
    """Print the table. Faults go to standard error."""
    if result.stopped:
        print(f"{result.stopped}: {len(result.games)} of {result.planned} games were finished", file=sys.stderr)
    faults = result.faults()
    for line in faults[:MOST_FAULTS]:
        print(line, file=sys.stderr)
    if len(faults) > MOST_FAULTS:
        print(f"and {len(faults) - MOST_FAULTS} more games were lost so", file=sys.stderr)
    print(result.table())
    if comparison := result.comparison():
        print(comparison)
    sys.stdout.flush()


def match_of(given: Namespace) -> Match:
    """Return the match that the arguments describe. Raises OptionError."""
    spec = find(given.game)
    if given.round_robin:
        start, pairings = _everybody(spec, given), None
    else:
        start, pairings = _start(spec, given, given.seats), ()
    if not all(seat.is_ai for seat in start.seats):
        raise OptionError("a tournament has no human seats: give each an AI level, such as --seats ai:3,ai:1")
    if given.sprt and len(start.seats) != 2:
        raise OptionError("--sprt compares two players: give it two seats")
    if given.sprt and given.opening == 0:
        raise OptionError("--sprt needs an opening, for without one nothing is played in pairs")
    if given.nodes is not None:
        check_nodes(spec, start.seats)
    paired = given.sprt or given.round_robin or any(seat.is_engine for seat in start.seats)
    opening = (OPENING if paired else 0) if given.opening is None else given.opening
    return Match(
        start.game,
        start.options,
        start.seats,
        start.seed or 0,
        engines=start.engines,
        seconds=given.seconds,
        nodes=given.nodes,
        opening=opening,
        pairings=tuple(combinations(range(len(start.seats)), 2)) if pairings is None else pairings,
    )


def _start(spec: GameSpec, given: Namespace, seats: str) -> StartRequest:
    """Make the request for `seats`, with the engines of all seats. Raises OptionError."""
    return start_request(spec, seats, given.option, given.seed, given.engine, given.protocol, engine_seats=given.seats)


def check_nodes(spec: GameSpec, seats: Sequence[SeatConfig]) -> None:
    """Raise OptionError if a limit of nodes is set for AI levels whose brain cannot limit its nodes."""
    if any(not seat.is_engine for seat in seats) and not issubclass(brain_class(spec), Limited):
        raise OptionError(f"--nodes: the AI levels of {spec.id} cannot be limited by nodes")


def _everybody(spec: GameSpec, given: Namespace) -> StartRequest:
    """Make the request for games in which every pair of the named players meets. Raises OptionError."""
    if spec.simultaneous:
        raise OptionError(f"--round-robin: in {spec.id} all can play at once: give each a seat")
    two = ",".join(given.seats.split(",")[:2])
    start = _start(spec, given, two)
    if len(start.seats) != 2:
        raise OptionError("--round-robin is for games of two: give it two players or more")
    if given.games % 2:
        raise OptionError(
            "--round-robin: --games is how many each two play, half of them from either side: an even number"
        )
    return replace(start, seats=parse_seats(given.seats, [engine.seat_name for engine in start.engines]))
