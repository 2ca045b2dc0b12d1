"""What a thinking job is and what comes back; `Brain` is what a game supplies, `Agent` what a session uses."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, Protocol

JobKind = Literal["move", "plan", "hint", "theory", "review"]
TURNS: tuple[JobKind, ...] = ("move", "plan")
"""What a seat needs to go on; the other kinds are analysis, which waits."""

StopTest = Callable[[], bool]


@dataclass(frozen=True, slots=True)
class Job:
    """One request: the game so far as record text, and what is asked of it.

    `seconds` caps the thinking time (None: the level's own). `revision` and `decision` come back with
    the answer, so that a stale one can be told.
    """

    kind: JobKind
    record: str
    seat: int
    level: int
    agent_seed: int
    revision: int
    decision: Hashable
    seconds: float | None = None


@dataclass(frozen=True, slots=True)
class Planned:
    """An action in notation, `delay` seconds after what it decides came up, and what it lets the seat show: `route`."""

    delay: float
    action: str
    route: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Plan:
    """What a seat means to do where several act at once: timed actions, and actions one after another.

    `route` is what it plays where it is to show what it has declared before; a step that is played replaces it by its
    own. Actions that are not legal when their time comes are dropped. Before `patience` seconds it does not give way.
    """

    steps: tuple[Planned, ...] = ()
    route: tuple[str, ...] = ()
    patience: float = 0.0


@dataclass(frozen=True, slots=True)
class Thought:
    """An answer: an action in notation, and how it was found.

    `score` is from the mover's view in the method's own unit, `depth` in plies, `pv` the principal
    variation in notation. The answer to a "theory" job is `theory`, as the engine mode gives it, to a "plan" job
    `plan`, to a "review" the best play in `pv`; these have no action.
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
    plan: Plan | None = None


class Brain(Protocol):
    """A game's thinking, run in the worker or headless; deterministic for a given `agent_seed` and no time cap."""

    def choose(
        self, state: Any, seat: int, level: int, agent_seed: int, seconds: float | None, stop: StopTest
    ) -> Thought:
        """The action to play in `state`. `stop()` turns true when the answer is no longer wanted or time is up."""


class Agent(Protocol):
    """A source of thoughts that never blocks."""

    def warm(self) -> None:
        """Get ready ahead of the first request."""

    def request(self, job: Job) -> None:
        """Start thinking; a newer request for a move replaces an older one."""

    def poll(self) -> Thought | None:
        """The next finished thought, if any."""

    def cancel(self) -> None:
        """Drop what is being thought."""

    def close(self) -> None:
        """End the child process, if any."""
