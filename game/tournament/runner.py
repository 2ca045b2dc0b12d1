"""Matches between AI levels and engines, without a screen: rotating seats, processes, an early end."""

from __future__ import annotations

import contextlib
import multiprocessing
import signal
import sys
import time
from collections.abc import Generator, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from random import Random
from typing import Any

from game.agents.compiling import prepared_brain
from game.agents.inline import Find
from game.core.record import SeatConfig
from game.core.rules import Outcome, Seat
from game.core.spec import GameSpec
from game.outside import EngineCommand
from game.platforms import end_with_parent
from game.registry import find
from game.session import Session
from game.tournament.elo import Sprt
from game.tournament.log import TournamentLog, missing
from game.tournament.match import Match, Played
from game.tournament.players import ForfeitError, SeatedAgent, close_engines
from game.tournament.standings import Result, pairs_of

MAX_PLIES = 300
WAIT = 0.25  # virtual seconds that pass where no seat acts and only a clock can


def run(
    spec: GameSpec,
    options: Mapping[str, Any],
    seats: Sequence[SeatConfig],
    games: int,
    seed: int,
    *,
    jobs: int = 1,
    find: Find = find,
    engines: Sequence[EngineCommand] = (),
    seconds: float | None = None,
    opening: int = 0,
    sprt: Sprt | None = None,
    log_file: Path | None = None,
    resume: bool = False,
) -> Result:
    """Play `games` games, `jobs` at a time, with a progress bar on standard error. Ctrl+C ends it early.

    Every seat is an AI or, by its name, one of `engines`. Game number i has the seed `seed` + i, for chance and for the
    players; with an `opening`, of so many actions by chance, each player takes each seat once with the same seed.
    `sprt`, of two players who have an opening, ends it as soon as it has a verdict.
    Each game is written to `log_file` as it ends; with `resume` those that are there already are not played again.
    Raises LogError and OSError where that file cannot be used.
    """
    prepared_brain(spec)  # compiled once here, not by every process on its own
    match = Match(spec.id, dict(options), tuple(seats), seed, find, tuple(engines), seconds, opening)
    with TournamentLog(log_file, match, resume=resume) if log_file else contextlib.nullcontext() as log:
        played = [game for game in log.games if game.number < games] if log else []
        stopped = _play_on(match, played, games, jobs, sprt, log)
    return Result(match, games, tuple(sorted(played, key=lambda game: game.number)), stopped, sprt)


def _play_on(
    match: Match, played: list[Played], games: int, jobs: int, sprt: Sprt | None, log: TournamentLog | None
) -> str:
    """Add the games that are still to be played to `played`; gives why it ended before its time, "" if it did not."""
    from tqdm import tqdm

    numbers = [] if sprt and sprt.verdict(pairs_of(played)) else missing(played, games)
    source = _in_turn(match, numbers) if jobs == 1 else _at_once(match, numbers, jobs)
    try:
        with (
            contextlib.closing(source),
            tqdm(total=games, initial=len(played), unit="game", file=sys.stderr) as bar,
        ):
            for game in source:
                played.append(game)
                if log:
                    log.add(game)
                bar.update()
                if sprt and sprt.verdict(pairs_of(played)):
                    break
    except KeyboardInterrupt:
        return "interrupted"
    except BrokenProcessPool:
        return "a playing process died"
    finally:
        close_engines()
    return ""


def play(match: Match, number: int) -> Played:
    """Play game `number` of the match; one that reaches MAX_PLIES stays unfinished."""
    seating = match.seating(number)
    seed = match.seed_of(number)
    agent = SeatedAgent(match.find, [match.engine_of(player) for player in seating], match.seconds)
    session = Session(
        match.find(match.game),
        match.options,
        seed,
        [match.players[player] for player in seating],
        agent=agent,
        agent_seed=seed,
        min_think=0.0,
    )
    moves = [0] * len(seating)
    seconds = [0.0] * len(seating)
    fault = ""
    for seat, action in _opening(session.spec, session.state, seed, match.opening):
        session.submit(seat, action)
    try:
        agent.prepare(session.record())
        while session.outcome is None and session.ply < MAX_PLIES:
            started = time.perf_counter()
            step = session.tick(idle=True)
            if step is None:
                session.advance(WAIT)
            elif step.seat >= 0:
                moves[seating[step.seat]] += 1
                seconds[seating[step.seat]] += time.perf_counter() - started
        outcome = session.outcome
    except ForfeitError as error:
        others = tuple(seat for seat in range(len(seating)) if seat != error.seat)
        outcome, fault = Outcome(others, error.reason), str(error)
    return _played(number, seating, session.record().actions, outcome, moves, seconds, fault)


def _opening(spec: GameSpec, state: Any, seed: int, plies: int) -> Iterator[tuple[Seat, Any]]:
    """Up to `plies` actions by chance, none of which ends the game or only talks; none where several act at once."""
    random = Random(f"{seed}/opening")
    for _ in range(0 if spec.simultaneous else plies):
        seat = spec.rules.actors(state)[0]
        counted = [action for action in spec.rules.legal(state, seat) if spec.counted(action)]
        random.shuffle(counted)
        afters = ((action, spec.rules.apply(state, seat, action)[0]) for action in counted)
        found = next(((action, after) for action, after in afters if spec.rules.outcome(after) is None), None)
        if found is None:
            return
        action, state = found
        yield seat, action


def _played(
    number: int,
    seating: tuple[int, ...],
    actions: tuple[str, ...],
    outcome: Outcome | None,
    moves: list[int],
    seconds: list[float],
    fault: str,
) -> Played:
    winners = None if outcome is None else tuple(seating[seat] for seat in outcome.winners)
    reason = outcome.reason if outcome else "unfinished"
    return Played(number, seating, len(actions), winners, reason, tuple(moves), tuple(seconds), fault, actions)


def _in_turn(match: Match, numbers: Sequence[int]) -> Generator[Played, None, None]:
    for number in numbers:
        yield play(match, number)


def _at_once(match: Match, numbers: Sequence[int], jobs: int) -> Generator[Played, None, None]:
    """The games as they end, from `jobs` processes, which end with this generator at the latest."""
    others = multiprocessing.active_children()
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(jobs, mp_context=context, initializer=_settle_in)
    try:
        for future in as_completed([pool.submit(play, match, number) for number in numbers]):
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
