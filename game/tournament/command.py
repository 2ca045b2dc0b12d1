"""The command `tournament`: what it plays, writes and prints."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from game.registry import find
from game.startup import StartRequest
from game.tournament.elo import Sprt
from game.tournament.log import LogError
from game.tournament.runner import run

MOST_FAULTS = 20  # of engines that are told one by one


def command(
    start: StartRequest,
    games: int,
    jobs: int | None,
    json_file: str | None,
    *,
    seconds: float | None = None,
    opening: int = 0,
    sprt: Sprt | None = None,
    log_file: str | None = None,
    resume: bool = False,
) -> int:
    """Play what the command line asks for and print the table; gives the status to end the process with."""
    jobs = min(games, jobs or os.cpu_count() or 1)
    try:
        if json_file:
            Path(json_file).touch()  # better to hear of a wrong path before the games than after
    except OSError as error:
        print(f"main.py tournament: {error}", file=sys.stderr)
        return 2
    try:
        result = run(
            find(start.game),
            start.options,
            start.seats,
            games,
            start.seed or 0,
            jobs=jobs,
            engines=start.engines,
            seconds=seconds,
            opening=opening,
            sprt=sprt,
            log_file=Path(log_file) if log_file else None,
            resume=resume,
        )
    except FileExistsError:
        print(f"main.py tournament: {log_file} is there already; --resume goes on with it", file=sys.stderr)
        return 2
    except (LogError, OSError) as error:
        print(f"main.py tournament: {error}", file=sys.stderr)
        return 2
    if json_file:
        Path(json_file).write_text(result.to_json() + "\n", encoding="utf-8")
    if result.stopped:
        print(f"{result.stopped}: {len(result.games)} of {games} games were finished", file=sys.stderr)
    faults = result.faults()
    for line in faults[:MOST_FAULTS]:
        print(line, file=sys.stderr)
    if len(faults) > MOST_FAULTS:
        print(f"and {len(faults) - MOST_FAULTS} more games were lost so", file=sys.stderr)
    print(result.table())
    if comparison := result.comparison():
        print(comparison)
    return {"": 0, "interrupted": 130}.get(result.stopped, 1)
