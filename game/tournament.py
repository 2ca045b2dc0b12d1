"""Matches between AI levels, without a screen: rotating seats, a table, and how sure it is."""

from __future__ import annotations

import contextlib
import json
import math
import multiprocessing
import os
import signal
import sys
import time
from collections.abc import Generator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from game.agents.compiling import prepared_brain
from game.agents.inline import Find, InlineAgent
from game.core.record import SeatConfig
from game.core.rules import Outcome
from game.core.spec import GameSpec
from game.platforms import end_with_parent
from game.registry import find
from game.session import Session
from game.startup import StartRequest

MAX_PLIES = 300
WAIT = 0.25  # virtual seconds that pass where no seat acts and only a clock can
_Z = 1.959964  # two-sided 95% quantile of the normal distribution


@dataclass(frozen=True, slots=True)
class Match:
    """What is played: who takes part, in the seat order of the first game. Goes to other processes as it is."""

    game: str
    options: dict[str, Any]
    players: tuple[SeatConfig, ...]
    seed: int
    find: Find

    def seating(self, number: int) -> tuple[int, ...]:
        """The player on each seat in game `number`: everybody moves up one seat from game to game."""
        count = len(self.players)
        return tuple((seat + number) % count for seat in range(count))


@dataclass(frozen=True, slots=True)
class Played:
    """One game: players by seat, winners as players (None: unfinished), and moves and seconds by player."""

    number: int
    seating: tuple[int, ...]
    plies: int
    winners: tuple[int, ...] | None
    reason: str
    moves: tuple[int, ...]
    seconds: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """One player's sum. `score` is the share of points in finished games, a draw counting half.

    `low` and `high` are the ends of its Wilson 95% interval.
    """

    player: str
    wins: int
    draws: int
    losses: int
    unfinished: int
    score: float
    low: float
    high: float
    ms_per_move: float


@dataclass(frozen=True, slots=True)
class Result:
    """The games that were finished, in order; `stopped` says why where they are fewer than planned."""

    match: Match
    planned: int
    games: tuple[Played, ...]
    stopped: str = ""

    def standings(self) -> list[Standing]:
        """Each player's sum, in the order of the match."""
        return [self._standing(player, name) for player, name in enumerate(_names(self.match.players))]

    def _standing(self, player: int, name: str) -> Standing:
        finished = [game.winners for game in self.games if game.winners is not None]
        wins = sum(player in winners for winners in finished)
        draws = sum(not winners for winners in finished)
        score = (wins + draws / 2) / len(finished) if finished else 0.0
        low, high = wilson(score, len(finished))
        moves = sum(game.moves[player] for game in self.games)
        seconds = sum(game.seconds[player] for game in self.games)
        return Standing(
            name,
            wins,
            draws,
            len(finished) - wins - draws,
            len(self.games) - len(finished),
            score,
            low,
            high,
            1000 * seconds / moves if moves else 0.0,
        )

    def table(self) -> str:
        """The standings for a terminal."""
        rows = [("player", "wins", "draws", "losses", "unfinished", "score", "95% interval", "ms/move")]
        for entry in self.standings():
            counts = (str(entry.wins), str(entry.draws), str(entry.losses), str(entry.unfinished))
            interval = f"{entry.low:.1%} to {entry.high:.1%}"
            rows.append((entry.player, *counts, f"{entry.score:.1%}", interval, f"{entry.ms_per_move:.1f}"))
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines = ["  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)) for row in rows]
        return "\n".join(lines)

    def to_json(self) -> str:
        """Everything, as one JSON object."""
        data = {
            "game": self.match.game,
            "options": self.match.options,
            "seed": self.match.seed,
            "planned": self.planned,
            "stopped": self.stopped,
            "standings": [asdict(entry) for entry in self.standings()],
            "games": [asdict(game) for game in self.games],
        }
        return json.dumps(data, indent=1)


def wilson(share: float, count: int) -> tuple[float, float]:
    """The Wilson score interval (95%) for a share seen in `count` trials (Wilson 1927); (0, 1) without any."""
    if count == 0:
        return 0.0, 1.0
    spread = _Z * _Z / count
    centre = share + spread / 2
    half = _Z * math.sqrt(share * (1 - share) / count + spread / (4 * count))
    return max(0.0, (centre - half) / (1 + spread)), min(1.0, (centre + half) / (1 + spread))


def run(
    spec: GameSpec,
    options: Mapping[str, Any],
    seats: Sequence[SeatConfig],
    games: int,
    seed: int,
    *,
    jobs: int = 1,
    find: Find = find,
) -> Result:
    """Play `games` games, `jobs` at a time, with a progress bar on standard error. Ctrl+C ends it early.

    Every seat is an AI. Game number i has the seed `seed` + i, for chance and for the players.
    """
    from tqdm import tqdm

    prepared_brain(spec)  # compiled once here, not by every process on its own
    match = Match(spec.id, dict(options), tuple(seats), seed, find)
    played: list[Played] = []
    stopped = ""
    source = _in_turn(match, games) if jobs == 1 else _at_once(match, games, jobs)
    try:
        with contextlib.closing(source), tqdm(total=games, unit="game", file=sys.stderr) as bar:
            for game in source:
                played.append(game)
                bar.update()
    except KeyboardInterrupt:
        stopped = "interrupted"
    except BrokenProcessPool:
        stopped = "a playing process died"
    return Result(match, games, tuple(sorted(played, key=lambda game: game.number)), stopped)


def play(match: Match, number: int) -> Played:
    """Play game `number` of the match; one that reaches MAX_PLIES stays unfinished."""
    seating = match.seating(number)
    seed = match.seed + number
    session = Session(
        match.find(match.game),
        match.options,
        seed,
        [match.players[player] for player in seating],
        agent=InlineAgent(match.find),
        agent_seed=seed,
        min_think=0.0,
    )
    moves = [0] * len(seating)
    seconds = [0.0] * len(seating)
    while session.outcome is None and session.ply < MAX_PLIES:
        started = time.perf_counter()
        step = session.tick(idle=True)
        if step is None:
            session.advance(WAIT)
        elif step.seat >= 0:
            moves[seating[step.seat]] += 1
            seconds[seating[step.seat]] += time.perf_counter() - started
    return _played(number, seating, session.ply, session.outcome, moves, seconds)


def command(start: StartRequest, games: int, jobs: int | None, json_file: str | None) -> int:
    """Play what the command line asks for and print the table; gives the status to end the process with."""
    jobs = min(games, jobs or os.cpu_count() or 1)
    try:
        if json_file:
            Path(json_file).touch()  # better to hear of a wrong path before the games than after
    except OSError as error:
        print(f"main.py tournament: {error}", file=sys.stderr)
        return 2
    result = run(find(start.game), start.options, start.seats, games, start.seed or 0, jobs=jobs)
    if json_file:
        Path(json_file).write_text(result.to_json() + "\n", encoding="utf-8")
    if result.stopped:
        print(f"{result.stopped}: {len(result.games)} of {games} games were finished", file=sys.stderr)
    print(result.table())
    return {"": 0, "interrupted": 130}.get(result.stopped, 1)


def _played(
    number: int, seating: tuple[int, ...], plies: int, outcome: Outcome | None, moves: list[int], seconds: list[float]
) -> Played:
    winners = None if outcome is None else tuple(seating[seat] for seat in outcome.winners)
    reason = outcome.reason if outcome else "unfinished"
    return Played(number, seating, plies, winners, reason, tuple(moves), tuple(seconds))


def _in_turn(match: Match, games: int) -> Generator[Played, None, None]:
    for number in range(games):
        yield play(match, number)


def _at_once(match: Match, games: int, jobs: int) -> Generator[Played, None, None]:
    """The games as they end, from `jobs` processes, which end with this generator at the latest."""
    others = multiprocessing.active_children()
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(jobs, mp_context=context, initializer=_settle_in)
    try:
        for future in as_completed([pool.submit(play, match, number) for number in range(games)]):
            yield future.result()
    finally:
        for child in multiprocessing.active_children():
            if child not in others:
                child.terminate()  # nobody waits for the games under way
        pool.shutdown(cancel_futures=True)  # its thread must have ended when Python does, or it writes to closed pipes


def _settle_in() -> None:
    """Leave interrupts to the parent, and end with it: its own end leaves a pool waiting for work."""
    end_with_parent()
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _names(players: Sequence[SeatConfig]) -> list[str]:
    """A name for each player: its level, numbered where several have the same."""
    levels = [f"ai:{player.level}" for player in players]
    return [
        f"{level} #{levels[: index + 1].count(level)}" if levels.count(level) > 1 else level
        for index, level in enumerate(levels)
    ]
