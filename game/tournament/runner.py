"""Runs the games of a match: rotating seats, parallel processes, early end.

The progress bar goes to standard error, if that is a terminal.
"""

from __future__ import annotations

import contextlib
import sys
import threading
import time
from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import CancelledError, Executor, Future, as_completed
from pathlib import Path
from random import Random
from types import TracebackType

from game.agents.compiling import prepared_brain
from game.core.rules import Outcome, Seat
from game.core.spec import GameSpec
from game.session.session import Session
from game.tournament.log import LogError, TournamentLog, missing_games
from game.tournament.match import Match, TournamentGame
from game.tournament.players import ForfeitError, SeatedAgent, close_engines, endings, lost, processes
from game.tournament.ratings import Sprt
from game.tournament.standings import TournamentResult, pairs_of

# The least seconds between two updates of the standing. The more games have ended, the longer an update takes.
BETWEEN = 0.5
MAX_PLIES = 300
# Seconds of game time that pass if only a clock can act.
WAIT = 0.25
# Held during a game, because all games of a process share its engines, which answer one question at a time.
_playing = threading.Lock()


class Progress:
    """A progress bar for `games` games. It also shows the standing after the games in `played`, a list that grows."""

    def __init__(self, match: Match, games: int, played: Sequence[TournamentGame]) -> None:
        from tqdm import tqdm

        self._match = match
        self._games = games
        self._played = played
        self._shown_at = 0.0
        # With disable=None, tqdm is silent unless it writes to a terminal.
        self._bar = tqdm(total=games, initial=len(played), unit="game", file=sys.stderr, disable=None)

    def __enter__(self) -> Progress:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._bar.close()

    def update(self) -> None:
        """Update the bar after one more game."""
        if not self._bar.disable and time.monotonic() - self._shown_at >= BETWEEN:
            result = TournamentResult(self._match, self._games, tuple(self._played))
            self._bar.set_postfix_str(result.in_short(), refresh=False)
            self._shown_at = time.monotonic()
        self._bar.update()


class GamesLost(Exception):  # noqa: N818 - an event, not a programming error
    """The executor is lost, so that no more games can be played."""


def run(
    match: Match,
    games: int,
    *,
    jobs: int = 1,
    executor: Executor | None = None,
    sprt: Sprt | None = None,
    log_file: Path | None = None,
    resume: bool = False,
) -> TournamentResult:
    """Play `games` games with a progress bar, on `executor` or in `jobs` processes. Ctrl+C ends the tournament early.

    For two players with an opening, the test `sprt` ends the tournament when it has a verdict. Each game is written to
    `log_file` when it ends. With `resume`, games in that file are not played again. Raises LogError and OSError for the
    file.
    """
    with TournamentLog(log_file, match, resume=resume) if log_file else contextlib.nullcontext() as log:
        played = [game for game in log.games if game.number < games] if log else []
        numbers = [] if sprt and sprt.verdict(pairs_of(played)) else missing_games(played, games)
        source = (
            _in_turn(match, numbers) if executor is None and jobs == 1 else _at_once(match, numbers, jobs, executor)
        )
        stopped = _play_on(match, played, games, source, sprt, log)
    return TournamentResult(match, games, tuple(sorted(played, key=lambda game: game.number)), stopped, sprt)


def _play_on(
    match: Match,
    played: list[TournamentGame],
    games: int,
    source: Generator[TournamentGame, None, None],
    sprt: Sprt | None,
    log: TournamentLog | None,
) -> str:
    """Add the games from `source` to `played`. Returns the reason for an early end, or ""."""
    try:
        with contextlib.ExitStack() as stack:
            stack.callback(close_engines)
            stack.enter_context(contextlib.closing(source))
            progress = stack.enter_context(Progress(match, games, played))
            for game in source:
                played.append(game)
                if log:
                    log.add(game)
                progress.update()
                if sprt and sprt.verdict(pairs_of(played)):
                    break
    except KeyboardInterrupt:
        return "interrupted"
    except GamesLost:
        return "a playing process died"
    except LogError as error:
        return str(error)
    return ""


def play_alone(match: Match, number: int) -> TournamentGame:
    """Play as `play` does, for executors whose workers have several threads: one game at a time in this process.

    Raises CancelledError if the tournament has ended before this game's turn.
    """
    before = endings()
    with _playing:
        if endings() != before:
            raise CancelledError
        return play(match, number)


def play(match: Match, number: int) -> TournamentGame:
    """Play game `number` of the match. At MAX_PLIES actions, it ends unfinished."""
    seating = match.seating(number)
    seed = match.seed_of(number)
    agent = SeatedAgent(match.find, [match.engine_of(player) for player in seating], match.seconds, match.nodes)
    session = Session(
        match.find(match.game),
        match.options,
        seed,
        [match.players[player] for player in seating],
        agent=agent,
        agent_seed=seed,
        min_think=0.0,
    )
    moves = [0] * len(match.players)
    seconds = [0.0] * len(match.players)
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


def _opening(spec: GameSpec, state: object, seed: int, plies: int) -> Iterator[tuple[Seat, object]]:
    """Yield up to `plies` random moves that do not end the game; none if several seats act at once."""
    random = Random(f"{seed}/opening")
    for _ in range(0 if spec.simultaneous else plies):
        seat = spec.rules.actors(state)[0]
        counted = [action for action in spec.rules.legal(state, seat) if spec.play.is_move(action)]
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
) -> TournamentGame:
    winners = None if outcome is None else tuple(seating[seat] for seat in outcome.winners)
    reason = outcome.reason if outcome else "unfinished"
    return TournamentGame(number, seating, len(actions), winners, reason, tuple(moves), tuple(seconds), fault, actions)


def _in_turn(match: Match, numbers: Sequence[int]) -> Generator[TournamentGame, None, None]:
    prepared_brain(match.find(match.game))
    for number in numbers:
        yield play(match, number)


def _at_once(
    match: Match, numbers: Sequence[int], jobs: int, executor: Executor | None
) -> Generator[TournamentGame, None, None]:
    """Yield games as they end, from `executor` or `jobs` processes. Raises GamesLost."""
    engines = bool(match.engines)
    if executor is None:
        # Compile kernels once here, and not in every process.
        prepared_brain(match.find(match.game))
    with processes(jobs, engines=engines) if executor is None else contextlib.nullcontext(executor) as players:
        futures = [players.submit(play_alone, match, number) for number in numbers]
        try:
            for future in as_completed(futures):
                yield _result(future)
        finally:
            for future in futures:
                future.cancel()


def _result(future: Future[TournamentGame]) -> TournamentGame:
    try:
        return future.result()
    except lost() as error:
        raise GamesLost from error
