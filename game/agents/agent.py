"""The contract of AI players: jobs and answers, the `Brain` of a game, and the `Agent` that a session uses."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol, runtime_checkable

from game.core.review import Evaluation

JobKind = Literal["move", "plan", "hint", "theory", "review", "value"]
TURNS: tuple[JobKind, ...] = ("move", "plan")
"""The kinds of jobs that decide a seat's actions. The others are analysis, which never starts while a seat waits."""

VALUE_SECONDS = 10.0
"""The time limit for evaluating a position. An average core needs one second at most."""

StopTest = Callable[[], bool]
Tell = Callable[[int], None]
"""Receives each new lower bound of the best play's length during a search."""


def lateness(seconds: float | None, stop: StopTest, now: Callable[[], float] = time.monotonic) -> StopTest:
    """Return a test of whether a search has to end: when `stop` says so, or `seconds` from now (None: no limit)."""
    deadline = math.inf if seconds is None else now() + seconds
    return lambda: stop() or now() > deadline


@dataclass(frozen=True, slots=True)
class Job:
    """One request: the game so far as record text, and the question about it.

    `level` is one of the five levels, or a strength between two levels. `seconds` limits the thinking time (None: the
    level's own limit). `nodes`, for a `Limited` brain only, replaces the level's own limits of nodes and time. `effort`
    is for a `Valuer`, in a "value" job only. `revision` and `decision` come back with the answer, to detect stale
    answers. `engine` names the outside program that is asked, "" for the built-in AI.
    """

    kind: JobKind
    record: str
    seat: int
    level: float
    agent_seed: int
    revision: int
    decision: Hashable
    seconds: float | None = None
    nodes: int | None = None
    engine: str = ""
    effort: float = 1.0


@dataclass(frozen=True, slots=True)
class PlannedAction:
    """An action in notation, played `delay` seconds after the decision began.

    Once it is played, the seat can show `route`.
    """

    delay: float
    action: str
    route: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SeatPlan:
    """A seat's plan where several seats act at once: timed actions, and a route of consecutive actions.

    In a demonstration, the seat plays `route`. When a timed action is played, its own route replaces `route`. An action
    that is illegal when it is due is dropped. The seat does not say that it is done (see `Simultaneous` in
    `game.core.spec`) before all its timed actions are played and `patience` seconds have passed.
    """

    steps: tuple[PlannedAction, ...] = ()
    route: tuple[str, ...] = ()
    patience: float = 0.0


@dataclass(frozen=True, slots=True)
class Thought:
    """An answer: an action in notation, with the figures of its search.

    `score` is from the mover's view in the AI's own unit, `depth` is in plies, and `pv` is the principal variation in
    notation. Answers to these jobs have no action:

    - "theory": `theory` has the answer of engine mode.
    - "plan": `plan` has the plan.
    - "value": `evaluation` is about the position, and `pv` has the best play.
    - "review": `pv` has the best play, and `routes` has equally good play. `complete` says that no such play is
      missing. `unfinished` answers may come before this one. Their `at_least` is a lower bound of the best play's
      length.

    `seat` is the seat of the job. After a fault, `error` describes it in one line. `fault` names its kind in one word:
    the `reason` of an outside engine's OutsideError, or "crash" for the built-in AI.
    """

    action: str
    score: float | None = None
    depth: int | None = None
    nodes: int | None = None
    seconds: float | None = None
    pv: tuple[str, ...] = ()
    revision: int = -1
    decision: Hashable = None
    kind: JobKind = "move"
    error: str = ""
    theory: Mapping[str, Any] | None = None
    plan: SeatPlan | None = None
    seat: int = -1
    fault: str = ""
    evaluation: Evaluation | None = None
    routes: tuple[tuple[str, ...], ...] = ()
    complete: bool = False
    unfinished: bool = False
    at_least: int | None = None

    @property
    def values(self) -> dict[str, tuple[str, int | None]]:
        """Map each action's text to its value for the mover and the plies to the end; empty without theory."""
        return {text: (value, plies) for text, (value, plies) in (self.theory or {}).get("after", {}).items()}


@dataclass(frozen=True, slots=True)
class Variation:
    """One evaluated action, with fields as in a Thought. `pv` begins with the action."""

    action: str
    score: float | None = None
    depth: int | None = None
    pv: tuple[str, ...] = ()


class Brain(Protocol):
    """A game's AI, run in the worker or headless. Without a time limit, its answer depends only on the arguments.

    A `level` is 1 to 5. If the game's SPEC has strengths, `level` may be any number from 1 to 5. The protocols below
    are optional abilities. A brain has an ability if it has the protocol's method.
    """

    def choose(
        self, state: Any, seat: int, level: float, agent_seed: int, seconds: float | None, stop: StopTest
    ) -> Thought:
        """Return the action that `seat` plays in `state`.

        `seconds` limits the time (None: the level's own limit). `stop()` is true when the job is cancelled or the time
        is up. The same `agent_seed` repeats the level's random choices.
        """


@runtime_checkable
class Limited(Protocol):
    """A brain that can limit its search to a number of nodes, counted as in `Thought.nodes`."""

    def choose_within(
        self, nodes: int, state: Any, seat: int, level: float, agent_seed: int, seconds: float | None, stop: StopTest
    ) -> Thought:
        """Choose as `choose` does, with `nodes` instead of the level's own limits of nodes and time.

        The search may take a few nodes more, if it cannot stop at every node. `seconds` may end it earlier.
        """


@runtime_checkable
class Deepener(Protocol):
    """A brain whose search can be limited to a depth."""

    def choose_to_depth(
        self, depth: int, state: Any, seat: int, level: float, agent_seed: int, seconds: float | None, stop: StopTest
    ) -> Thought:
        """Choose as `choose` does, but search `depth` plies deep, however long it takes."""


@runtime_checkable
class Planner(Protocol):
    """A brain for a game in which several seats act at once."""

    def plan(self, state: Any, seat: int, level: float, agent_seed: int, stop: StopTest) -> SeatPlan:
        """Return the plan of `seat` until the next decision. Its delays count from the beginning of this decision."""


@runtime_checkable
class Theorist(Protocol):
    """A brain that knows the value of actions."""

    def theory(self, state: Any, seconds: float | None) -> Mapping[str, Any]:
        """Return the fields of engine mode's answer to `theory`. `seconds` limits the time."""


@runtime_checkable
class Reviewer(Protocol):
    """A brain that can find the best play after a game."""

    def review(self, state: Any, stop: StopTest, tell: Tell = lambda at_least: None) -> Thought:
        """Return the best play from `state` as `pv`, and equally good play as `routes`. `pv` is () if none is found."""


@runtime_checkable
class Ranker(Protocol):
    """A brain that can compare actions."""

    def rank(
        self, state: Any, seat: int, level: float, seconds: float | None, stop: StopTest, count: int
    ) -> Sequence[Variation]:
        """Return the `count` best actions, or fewer, by the method of `level`, the best first.

        `seconds` limits the time (None: the level's own limit). There is no randomness, and the level makes no
        deliberate errors.
        """


@runtime_checkable
class Valuer(Protocol):
    """A brain that can evaluate a position."""

    def value(self, state: Any, seat: int, effort: float, seconds: float | None, stop: StopTest) -> Variation | None:
        """Return the best action of `seat` with its line; None if none is found. `Study.evaluate` uses the answer.

        An `effort` of 1 is what an average core searches in a second. The brain counts `effort` in nodes, so that the
        answer is the same on every machine. `seconds` and `stop` may end the search earlier.
        """


@runtime_checkable
class Counter(Protocol):
    """A brain that counts sequences of actions faster than the rules do."""

    def perft(self, state: Any, depth: int) -> int:
        """Count as `game.engine_mode.engine.perft` does."""


@runtime_checkable
class Compiled(Protocol):
    """A brain or a solver with kernels."""

    def prepare(self) -> None:
        """Call each kernel once, with arguments of the types that are used in play."""


class PuzzleSolver(Protocol):
    """Solves positions of a game. Positions and answers are JSON values. A SPEC names the class as `solver`.

    A solver with kernels is also `Compiled`.
    """

    def solve(self, request: Mapping[str, object]) -> Mapping[str, object]:
        """Return the fields of engine mode's answer to `solve`.

        Raises PuzzleError if the puzzle is wrong, and OptionError if another field of the request is wrong.
        """

    def slides(self, request: Mapping[str, object]) -> Mapping[str, object]:
        """Return the fields of engine mode's answer to `slides`. Raises PuzzleError."""

    def tell(self, puzzle: object, solution: Sequence[Sequence[str]]) -> list[str]:
        """Describe each move of `solution`, which `solve` has found, in one line for a terminal."""


class EngineQuestions(Protocol):
    """Questions to outside engines, for games where several seats act at once. A SPEC names the class as `outside`."""

    def question(self, state: Any) -> dict[str, object]:
        """Return a request of engine mode, without `id`, `level` and `seconds`, and without hidden information."""

    def plan(self, state: Any, seat: int, answer: Mapping[str, object], delay: float) -> SeatPlan:
        """Return the plan of `seat` from the engine's answer, which came after `delay` seconds.

        Raises GameError for an unusable answer.
        """


class Agent(Protocol):
    """A source of thoughts that never blocks."""

    def warm(self) -> None:
        """Prepare for the first request."""

    def request(self, job: Job) -> None:
        """Start thinking. A newer request for a move replaces an older one.

        Outside engines and the built-in AI think at the same time: a request to one of them does not stop the others.
        """

    def poll(self) -> Thought | None:
        """Return the next thought, if there is one. After an unfinished thought, more will follow."""

    def cancel(self) -> None:
        """Drop the present job."""

    def close(self) -> None:
        """End the child process, if any."""
