"""The contract of thinking: jobs and answers, the `Brain` of a game, and the `Agent` that a session uses."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol, runtime_checkable

from game.core.review import Evaluation

JobKind = Literal["move", "plan", "hint", "theory", "review", "value"]
TURNS: tuple[JobKind, ...] = ("move", "plan")
"""What a seat needs to go on; the other kinds are analysis, which waits."""

VALUE_SECONDS = 10.0
"""The longest that valuing a position takes on any machine; a usual core is done within one at the most."""

StopTest = Callable[[], bool]
Tell = Callable[[int], None]
"""Takes in how many moves the best play has at least, while it is looked for."""


@dataclass(frozen=True, slots=True)
class Job:
    """One request: the game so far as record text, and the question about it.

    `seconds` caps the thinking time (None: the level's own). `nodes`, for a `Limited` brain alone, is what is searched
    at most instead of the level's own limits of nodes and of time (None: these). `effort` is that of a `Valuer`, for a
    "value" alone. `revision` and `decision` come back
    with the answer, so that a stale one can be told. `engine` names the program from outside whose turn or plan it is.
    """

    kind: JobKind
    record: str
    seat: int
    level: int
    agent_seed: int
    revision: int
    decision: Hashable
    seconds: float | None = None
    nodes: int | None = None
    engine: str = ""
    effort: float = 1.0


@dataclass(frozen=True, slots=True)
class PlannedAction:
    """An action in notation, `delay` seconds after what it decides came up, and what it lets the seat show: `route`."""

    delay: float
    action: str
    route: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SeatPlan:
    """A seat's intentions where several seats act at once: timed actions, and actions one after another.

    `route` is what it plays where it is to show what it has declared before; a step that is played replaces it by its
    own. Actions that are not legal when their time comes are dropped. Before `patience` seconds it does not give way.
    """

    steps: tuple[PlannedAction, ...] = ()
    route: tuple[str, ...] = ()
    patience: float = 0.0


@dataclass(frozen=True, slots=True)
class Thought:
    """An answer: an action in notation, and how it was found.

    `score` is from the mover's view in the method's own unit, `depth` in plies, `pv` the principal
    variation in notation. The answer to a "theory" job is `theory`, as the engine mode gives it, to a "plan" job
    `plan`, to a "review" the best play in `pv` and all that is as good in `routes` (`complete`: all of it), to
    a "value" what the position is `evaluation`, with the best play in `pv`; these have no action. A review may be
    `unfinished` a few times before: so far the best play has `at_least` so many moves. `seat` is the job's. Where who
    was asked is at fault, `error` says it in one line and `fault` in one word: of an engine from outside as
    `OutsideError` has them, of the house's own AI "crash".
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
        """By action text, the value for the mover and the plies to the end; empty where there is no theory."""
        return {text: (value, plies) for text, (value, plies) in (self.theory or {}).get("after", {}).items()}


@dataclass(frozen=True, slots=True)
class Variation:
    """One action that was weighed, in the terms of a Thought: `pv` begins with the action."""

    action: str
    score: float | None = None
    depth: int | None = None
    pv: tuple[str, ...] = ()


class Brain(Protocol):
    """A game's thinking, run in the worker or headless; deterministic for a given `agent_seed` and no time cap.

    It may do more: the protocols below name what else is asked of one that has the method.
    """

    def choose(
        self, state: Any, seat: int, level: int, agent_seed: int, seconds: float | None, stop: StopTest
    ) -> Thought:
        """The action to play in `state`. `stop()` turns true when the answer is no longer wanted or time is up."""


@runtime_checkable
class Limited(Protocol):
    """A brain whose effort can be limited by nodes, as its answers count them."""

    def choose_within(
        self, nodes: int, state: Any, seat: int, level: int, agent_seed: int, seconds: float | None, stop: StopTest
    ) -> Thought:
        """Choose as `choose` does, but search no more than `nodes`, which replace the level's own limits of nodes and
        of time.

        A few nodes more may be searched where the method cannot stop at each. `seconds` still ends it before.
        """


@runtime_checkable
class Planner(Protocol):
    """A brain for a game in which several seats act at once."""

    def plan(self, state: Any, seat: int, level: int, agent_seed: int, stop: StopTest) -> SeatPlan:
        """Return the plan of `seat` until the next decision."""


@runtime_checkable
class Theorist(Protocol):
    """A brain that can say what actions are worth."""

    def theory(self, state: Any, seconds: float | None) -> Mapping[str, Any]:
        """The fields of the engine mode's answer to `theory`; `seconds` caps the time."""


@runtime_checkable
class Reviewer(Protocol):
    """A brain that can say what the best play would have been."""

    def review(self, state: Any, stop: StopTest, tell: Tell = lambda at_least: None) -> Thought:
        """Return the best play from `state` as `pv`, () where none is found, and equally good play in `routes`."""


@runtime_checkable
class Ranker(Protocol):
    """A brain that can compare actions."""

    def rank(
        self, state: Any, seat: int, level: int, seconds: float | None, stop: StopTest, count: int
    ) -> Sequence[Variation]:
        """The `count` best actions as the method of `level` sees them, the best first; fewer where it has no more.

        Chance plays no part in it, nor do the errors that a level makes on purpose.
        """


@runtime_checkable
class Valuer(Protocol):
    """A brain that can say what a position is worth."""

    def value(self, state: Any, seat: int, effort: float, seconds: float | None, stop: StopTest) -> Variation | None:
        """The best action of `seat` with its line, which the game's `evaluate` reads; None where none is found.

        `effort` 1 is what a usual core searches in a second; the brain counts it in what it searches, so that the
        answer is the same on every machine. `seconds` and `stop` end it before.
        """


@runtime_checkable
class Counter(Protocol):
    """A brain that counts sequences of actions faster than the rules do."""

    def perft(self, state: Any, depth: int) -> int:
        """Count as `game.engine_mode.engine.perft` does."""


@runtime_checkable
class Compiled(Protocol):
    """A brain, or puzzles, with kernels."""

    def prepare(self) -> None:
        """Call each kernel once, with arguments of the types that play uses."""


class PuzzleSolver(Protocol):
    """Solves positions of a game, given as JSON values: a SPEC's `solver`. With kernels it is `Compiled`, too."""

    def solve(self, request: Mapping[str, object]) -> Mapping[str, object]:
        """The fields of the engine mode's answer to `solve`. Raises PuzzleError, or OptionError for another field."""

    def slides(self, request: Mapping[str, object]) -> Mapping[str, object]:
        """The fields of the engine mode's answer to `slides`. Raises PuzzleError."""

    def tell(self, puzzle: object, solution: Sequence[Sequence[str]]) -> list[str]:
        """A line for each move of a solution that `solve` gave, for a terminal."""


class EngineQuestions(Protocol):
    """Puts decisions of a game in which several seats act at once to an engine from outside; a SPEC's `outside`."""

    def question(self, state: Any) -> dict[str, object]:
        """A request of engine mode's without `id`, `level` and `seconds`, which tells nothing that is hidden."""

    def plan(self, state: Any, seat: int, answer: Mapping[str, object], delay: float) -> SeatPlan:
        """Return the plan of `seat` from the engine's answer, which came after `delay` seconds.

        Raises GameError where the answer is nothing that could be done.
        """


class Agent(Protocol):
    """A source of thoughts that never blocks."""

    def warm(self) -> None:
        """Get ready ahead of the first request."""

    def request(self, job: Job) -> None:
        """Start thinking; a newer request for a move replaces an older one. The plans of engines are thought of
        beside everything else."""

    def poll(self) -> Thought | None:
        """The next thought, if any; an unfinished one is followed by others."""

    def cancel(self) -> None:
        """Drop the present job."""

    def close(self) -> None:
        """End the child process, if any."""
