"""Engine mode: a line with a JSON request gets a line with a JSON answer. For bots, scripts, benchmarks and tests.

Bad input never ends the program. The answer to `theory` is `unsupported` if the brain is not a `Theorist`, and so is
the answer to `solve` and `slides` if no game has a solver. A brain that is a `Counter` counts sequences faster than the
rules do.
"""

from __future__ import annotations

import contextlib
import json
import logging
import math
import reprlib
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import partial
from typing import Any, TextIO

from game.agents.agent import Counter, Limited, Ranker, StopTest, Theorist, Variation
from game.agents.compiling import prepared_brain, prepared_solver, solver_of
from game.core.decode import read_json
from game.core.options import resolve
from game.core.record import MAX_PLIES, ReplayError, action_text, is_strength, replay
from game.core.rules import HouseFileError, NotationError, OptionError, PuzzleError, Rules, Seat
from game.core.spec import LEVELS, GameSpec
from game.engine_mode import puzzle_requests
from game.registry import GAMES, book_of, brain_class, find, named, solver_game
from game.version import FULL_NAME

OWN = "own"  # the protocol of this module
PROTOCOL = 1  # see docs/engines.md; programs before version 1 give no number
MOST_LINES = 10  # the most lines of play in an answer to `choose`
# The greatest depth of perft, far below Python's recursion limit. Only short games can be counted so deep.
MAX_DEPTH = 100
MAX_LINE = 1_000_000  # the most characters of a request; one with MAX_PLIES actions has 60,000
MOST_MESSAGE = 1_000  # the most characters of a message; it may quote a part of the request
_LONGEST = 1e6  # the longest time limit in seconds; greater numbers could overflow
MOST_NODES = 10**12  # the most nodes of a search; more would take days
Answer = dict[str, Any]
_log = logging.getLogger(__name__)


def perft(
    rules: Rules[Any, Any, Any], state: object, depth: int, counted: Callable[[object], bool] = lambda action: True
) -> int:
    """Return the number of sequences of exactly `depth` actions, all accepted by `counted`; 1 for a `depth` of 0."""
    if depth == 0:
        return 1
    nodes = 0
    for seat in rules.actors(state):
        actions = [action for action in rules.legal(state, seat) if counted(action)]
        if depth == 1:
            nodes += len(actions)
        else:
            nodes += sum(perft(rules, rules.apply(state, seat, action)[0], depth - 1, counted) for action in actions)
    return nodes


class RequestError(Exception):
    """A request that cannot be answered, with a code, a message, and `ply` if an action is the cause."""

    def __init__(self, code: str, message: str, **more: object) -> None:
        super().__init__(message)
        shown = message if len(message) <= MOST_MESSAGE else f"{message[: MOST_MESSAGE - 1]}…"
        self.fields = {"error": code, "message": shown, **more}


def read_actions(request: dict[str, object]) -> list[str]:
    """Read the field `actions`; [] if it is missing."""
    actions = request.get("actions", [])
    if not isinstance(actions, list):
        raise RequestError("bad_action", f"'actions' is {short(actions)}, not a list", ply=0)
    if len(actions) > MAX_PLIES:
        raise RequestError("bad_action", f"a position of more than {MAX_PLIES} actions", ply=MAX_PLIES)
    for ply, text in enumerate(actions):
        if not isinstance(text, str):
            raise RequestError("bad_action", f"action {ply} is {short(text)}, not a text", ply=ply)
    return actions


def read_whole(
    request: dict[str, object], name: str, default: int | None = None, low: int | None = None, high: int = 0
) -> int:
    """Read the whole number `name`. If `low` is given, the number must be from `low` to `high`."""
    value = request.get(name, default)
    if type(value) is not int:
        raise RequestError("bad_options", f"{name!r} is {short(value)}, not a whole number")
    if low is not None and not low <= value <= high:
        raise RequestError("bad_options", f"{name!r} is {short(value)}, not in {low}..{high}")
    return value


def read_level(request: dict[str, Any], spec: GameSpec) -> float:
    """Read the `level`. In games that have strengths, `strength` may be given instead."""
    if "strength" not in request:
        return read_whole(request, "level", low=LEVELS[0], high=LEVELS[-1])
    strength = request["strength"]
    if "level" in request:
        raise RequestError("bad_options", "'level' and 'strength' are both given")
    if not spec.strengths:
        raise RequestError("bad_options", f"{spec.id} has levels, and no strengths between them")
    if type(strength) not in (int, float) or not is_strength(strength):
        raise RequestError("bad_options", f"'strength' is {short(strength)}, not a number from 1 to 5")
    return float(strength)


def read_seconds(request: dict[str, Any], default: float | None) -> float | None:
    """Read the number `seconds`; `default` if it is missing. None (JSON's null) means no limit."""
    value = request.get("seconds", default)
    if value is not None and (type(value) not in (int, float) or value < 0):
        raise RequestError("bad_options", f"'seconds' is {short(value)}, not a number from 0 up")
    return None if value is None else float(min(value, _LONGEST))


def read_nodes(request: dict[str, object]) -> int | None:
    """Read the whole number `nodes`, from 1 up; None if it is missing or null."""
    if request.get("nodes") is None:
        return None
    return read_whole(request, "nodes", low=1, high=MOST_NODES)


def short(value: object) -> str:
    """Return `value` shortened for a message."""
    return reprlib.repr(value)


@dataclass(frozen=True, slots=True)
class RequestPosition:
    """A game, and its state after a request's actions."""

    spec: GameSpec
    state: object
    ply: int

    def text(self, seat: Seat, action: object) -> str:
        """Return an action in the form of a request's `actions`."""
        return action_text(self.spec, seat, action)

    def action(self, seat: Seat, text: str) -> str:
        """Turn `text`, an action in the game's own notation, into the form of a request's `actions`."""
        return self.text(seat, self.spec.rules.parse(text))


class Engine:
    """Answers requests. `games` maps ids to their specs."""

    def __init__(self, games: Mapping[str, GameSpec] = GAMES) -> None:
        self.finished = False
        self._games = games
        self._commands: dict[str, Callable[[Answer], Answer]] = {
            "games": self._list_games,
            "state": self._state,
            "perft": self._perft,
            "choose": self._choose,
            "theory": self._theory,
            "solve": self._solve,
            "slides": self._slides,
            "puzzle": self._puzzle,
            "quit": self._quit,
        }

    def handle(self, line: str) -> Answer:
        """Return the answer to one line of input. Never raises."""
        identity: Answer = {}
        try:
            request = _parse(line)
            if "id" in request:
                identity = {"id": request["id"]}
                json.dumps(identity)  # fails if the id is nested too deeply for the answer
            command = request.get("cmd")
            if not isinstance(command, str) or command not in self._commands:
                known = ", ".join(self._commands)
                raise RequestError("unknown_command", f"'cmd' is {short(command)} (known: {known})")
            return {"ok": True, **identity, **self._commands[command](request)}
        except RequestError as error:
            return {"ok": False, **identity, **error.fields}
        except RecursionError:
            return {"ok": False, "error": "bad_json", "message": "nested too deeply"}
        except Exception as error:  # reports and logs a bug of this program, and goes on
            _log.exception("request failed: %.200s", line)
            return {"ok": False, **identity, "error": "internal", "message": f"{type(error).__name__}: {error}"}

    def _list_games(self, request: Answer) -> Answer:
        return {
            "protocol": PROTOCOL,
            "engine": FULL_NAME,
            "games": [
                {
                    "id": spec.id,
                    "options": [option.describe() for option in spec.options],
                    "seats": list(spec.seats),
                    "levels": list(LEVELS),
                    "strengths": [min(spec.strengths), max(spec.strengths)] if spec.strengths else [],
                }
                for spec in self._games.values()
            ],
        }

    def _state(self, request: Answer) -> Answer:
        position = self._position(request)
        rules, state = position.spec.rules, position.state
        actors = rules.actors(state)
        outcome = rules.outcome(state)
        return {
            "ply": position.ply,
            "actors": list(actors),
            "legal": {
                str(seat): [position.text(seat, action) for action in rules.legal(state, seat)] for seat in actors
            },
            "outcome": outcome and {"winners": list(outcome.winners), "reason": outcome.reason},
            "text": rules.picture(state),
            "details": rules.details(state),
        }

    def _perft(self, request: Answer) -> Answer:
        position = self._position(request)
        depth = read_whole(request, "depth", low=0, high=MAX_DEPTH)
        spec, state = position.spec, position.state
        brain = prepared_brain(spec) if issubclass(brain_class(spec), Counter) else None
        started = time.perf_counter()
        if isinstance(brain, Counter):
            nodes = brain.perft(state, depth)
        else:
            nodes = perft(spec.rules, state, depth, spec.play.is_move)
        return {"nodes": nodes, "seconds": time.perf_counter() - started}

    def _choose(self, request: Answer) -> Answer:
        position = self._position(request)
        level = read_level(request, position.spec)
        seat = _seat(request, position)
        agent_seed = read_whole(request, "agent_seed", default=0)
        seconds, nodes = read_seconds(request, None), read_nodes(request)
        count = read_whole(request, "lines", low=1, high=MOST_LINES) if "lines" in request else 0
        brain = prepared_brain(position.spec)
        started = time.perf_counter()
        share = seconds / 2 if count and seconds is not None else seconds  # ranking takes the other half
        asked = position.state, seat, level, agent_seed, share, _timer(started, share)
        if nodes is None:
            thought = brain.choose(*asked)
        elif isinstance(brain, Limited):
            thought = brain.choose_within(nodes, *asked)
        else:
            raise _unsupported("nodes")
        if thought.error:
            raise RuntimeError(thought.error)
        found: Answer = {
            "action": position.action(seat, thought.action),
            "score": _finite(thought.score),
            "depth": thought.depth,
            "nodes": thought.nodes,
            "seconds": time.perf_counter() - started,
            "pv": list(thought.pv) or None,
        }
        if count:
            rest = None if seconds is None else max(0.0, seconds - (time.perf_counter() - started))
            found["lines"] = self._lines(position, seat, level, rest, count)
            found["seconds"] = time.perf_counter() - started
        return _known(found)

    def _lines(
        self, position: RequestPosition, seat: Seat, level: float, seconds: float | None, count: int
    ) -> list[Answer]:
        """Return the best actions for the answer, at most `count`; [] if the brain cannot rank actions."""
        brain = prepared_brain(position.spec)
        if not isinstance(brain, Ranker):
            return []
        stop = _timer(time.perf_counter(), seconds)
        ranked: Sequence[Variation] = brain.rank(position.state, seat, level, seconds, stop, count)
        return [
            _known(
                {
                    "action": position.action(seat, line.action),
                    "score": _finite(line.score),
                    "depth": line.depth,
                    "pv": list(line.pv) or None,
                }
            )
            for line in ranked
        ]

    def _theory(self, request: Answer) -> Answer:
        position = self._position(request)
        seconds = read_seconds(request, 2.0)
        brain = prepared_brain(position.spec)
        if not isinstance(brain, Theorist):
            raise _unsupported("theory")
        with _refusals():
            return dict(brain.theory(position.state, seconds))

    def _solve(self, request: Answer) -> Answer:
        solver = prepared_solver(self._solver_game("solve"))
        with _refusals():
            return dict(solver.solve(request))

    def _slides(self, request: Answer) -> Answer:
        solver = solver_of(self._solver_game("slides"))
        with _refusals():
            return dict(solver.slides(request))

    def _puzzle(self, request: Answer) -> Answer:
        spec = self._spec(request)
        book = book_of(spec)
        if book is None:
            raise _unsupported("puzzle")
        wants_solution = request.get("solution", False)
        if type(wants_solution) is not bool:
            raise RequestError("bad_options", f"'solution' is {short(wants_solution)}, not true or false")
        with _refusals():
            puzzle, where = puzzle_requests.find_puzzle(book, request, date.today())
            lines = puzzle_requests.solution(spec, puzzle) if wants_solution else {}
            return {**where, **puzzle_requests.describe(spec, puzzle), **lines}

    def _quit(self, request: Answer) -> Answer:
        self.finished = True
        return {}

    def _solver_game(self, command: str) -> GameSpec:
        """Return the game whose solver answers `command`."""
        spec = solver_game(self._games)
        if spec is None:
            raise _unsupported(command)
        return spec

    def _spec(self, request: Answer) -> GameSpec:
        """Return the game that a request names."""
        game = request.get("game")
        if not isinstance(game, str) or game not in self._games:
            raise RequestError("unknown_game", f"'game' is {short(game)} (known: {', '.join(self._games)})")
        return self._games[game]

    def _position(self, request: Answer) -> RequestPosition:
        """Return the position that a request describes."""
        spec = self._spec(request)
        given = request.get("options", {})
        if not isinstance(given, dict):
            raise RequestError("bad_options", f"'options' is {short(given)}, not an object")
        seed = read_whole(request, "seed", default=0)
        actions = read_actions(request)
        try:
            options = resolve(spec.options, given)
            return RequestPosition(spec, replay(spec, options, seed, actions).state, len(actions))
        except OptionError as error:
            raise RequestError("bad_options", str(error)) from None
        except ReplayError as error:
            code = "bad_action" if isinstance(error.cause, NotationError) else "illegal_action"
            raise RequestError(code, str(error), ply=error.ply) from None


def handle(line: str) -> Answer:
    """Return the answer to one line, with all games. Never raises."""
    return Engine().handle(line)


def main(stdin: TextIO, stdout: TextIO, games: Mapping[str, GameSpec] = GAMES) -> int:
    """Answer each line until `quit` or the end of input. Returns the exit status.

    `stdin` must decode bytes that are not UTF-8 as lone surrogates (`errors="surrogateescape"`).
    """
    engine = Engine(games)
    with contextlib.redirect_stdout(sys.stderr):  # a stray print must not look like an answer
        while line := _next_line(stdin):
            stdout.write(json.dumps(engine.handle(line), allow_nan=False) + "\n")
            stdout.flush()
            if engine.finished:
                break
    return 0


def serve(protocol: str, game: str, level: int, seconds: float | None, stdin: TextIO, stdout: TextIO) -> int:
    """Speak another protocol for `game` until `quit` or the end of input. Raises GameError if the game lacks it.

    A `game` of "" stands for the first game that has the protocol.
    """
    known = [one for one in GAMES if protocol in GAMES[one].protocols]
    spec = find(game or known[0])
    if spec.id not in known:
        raise OptionError(f"{game} has no {protocol} (games that have it: {', '.join(known)})")
    with contextlib.redirect_stdout(sys.stderr):
        named(spec.protocols[protocol])(spec, partial(prepared_brain, spec), level, seconds, stdin, stdout)
    return 0


def _timer(started: float, seconds: float | None) -> StopTest:
    """Return a test whether `seconds` have passed since `started`. It is always false if `seconds` is None."""
    return lambda: seconds is not None and time.perf_counter() - started >= seconds


def _finite(score: float | None) -> float | None:
    return score if score is None or math.isfinite(score) else None


def _known(fields: Answer) -> Answer:
    """Return `fields` without None values."""
    return {name: value for name, value in fields.items() if value is not None}


def _unsupported(command: str) -> RequestError:
    return RequestError("unsupported", f"{command!r} is not to be had for this game")


@contextlib.contextmanager
def _refusals() -> Iterator[None]:
    """A context that turns a game's errors into the answer's error."""
    try:
        yield
    except (PuzzleError, HouseFileError) as error:
        raise RequestError("bad_puzzle", str(error)) from None
    except OptionError as error:
        raise RequestError("bad_options", str(error)) from None


def _next_line(stdin: TextIO) -> str:
    """Return the next line; "" at the end of input. A line that is too long is cut just after the limit."""
    line = rest = stdin.readline(MAX_LINE + 1)
    while len(line) > MAX_LINE and rest and not rest.endswith("\n"):
        rest = stdin.readline(MAX_LINE)
    return line


def _parse(line: str) -> Answer:
    """Read the request in `line`, more strictly than Python's own JSON parser (see `core.decode`)."""
    if len(line) > MAX_LINE:
        raise RequestError("bad_json", f"the line is longer than {MAX_LINE} characters")
    if not line.strip():
        raise RequestError("bad_json", "the line is blank")
    try:
        line.encode()
        request = read_json(line)
    except ValueError as error:
        raise RequestError("bad_json", f"not JSON: {error}") from None
    if not isinstance(request, dict):
        raise RequestError("bad_json", f"the request is {short(request)}, not an object")
    return request


def _seat(request: Answer, position: RequestPosition) -> Seat:
    """Return the seat that the answer is about: the given one, which must be an actor, or the only actor."""
    actors = position.spec.rules.actors(position.state)
    if not actors:
        raise RequestError("bad_options", "the game is over: no seat is to move")
    if "seat" not in request and len(actors) == 1:
        return actors[0]
    seat = read_whole(request, "seat")
    if seat not in actors:
        raise RequestError("bad_options", f"'seat' is {seat}, not one that may act now: {list(actors)}")
    return seat
