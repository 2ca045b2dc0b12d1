"""The command `tournament`: what it plays, writes and prints."""

from __future__ import annotations

import contextlib
import os
import sys
from argparse import Namespace
from pathlib import Path

from game.command_line.parser import INTERRUPTED, WRONG_USE
from game.tournament.elo import Sprt
from game.tournament.executors import cluster
from game.tournament.log import LogError
from game.tournament.match import Match
from game.tournament.request import match_of
from game.tournament.runner import run
from game.tournament.standings import TournamentResult

MOST_FAULTS = 20  # of engines that are told one by one


def command(given: Namespace) -> int:
    """Play what the command line asks for and print the table; gives the status to end the process with.

    Raises OptionError for what cannot be asked for.
    """
    match = match_of(given)
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
    """Play `games` games of the match and print what came of it; gives the status to end the process with.

    `name` is the program's, in its messages. Raises OptionError where there is no such executor.
    """
    try:
        if json_file:
            Path(json_file).touch()  # better to hear of a wrong path before the games than after
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
        except (LogError, OSError) as error:
            print(f"{name}: {error}", file=sys.stderr)
            return WRONG_USE
    if json_file:
        Path(json_file).write_text(result.to_json() + "\n", encoding="utf-8")
    _tell(result)
    return {"": 0, "interrupted": INTERRUPTED}.get(result.stopped, 1)


def _tell(result: TournamentResult) -> None:
    """Print the table, and on standard error what went wrong."""
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
