"""A puzzle: a position, a task, the solution and the evidence that it is unique.

The puzzle alone is enough to judge a try and to find the rival's answer.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, TypeAlias

from game.core.rules import Options, Seat
from game.puzzles.results import MOST_STARS as MOST_STARS

Task: TypeAlias = Literal["win", "hold", "route"]
"""The task: find the only winning action, the only action that does not lose, or a shortest route to the target."""

TASKS: tuple[Task, ...] = ("win", "hold", "route")
GRADES = (1, 2, 3, 4, 5)
"""The grades of difficulty, the easiest first."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """The evidence that the solution is unique.

    `kind` is "proven" after an exact search of all play, otherwise "tested". `by` names the search and its version.
    `figures` has its results as JSON values (docs/puzzles.md).
    """

    kind: Literal["proven", "tested"]
    by: str
    figures: Mapping[str, object] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class Puzzle:
    """One puzzle. The position is given as a record: complete `options`, `seed` and `actions` from the start.

    `id` is "GAME-NUMBER" and permanent. `side` is the seat that must solve it, in `moves` actions of its own. `line` is
    the solution in the game's notation: the key (the right action), the rival's longest defence, the next key, and so
    on up to the last key. For a route it is (), and the game's solver finds the route. `plies` is the length of best
    play to the end, None if unknown.

    For each key in `line`, `replies` maps other actions at that point to the rival's best reply. A reply is "" if
    the game is over then. Actions that are neither in `replies` nor in `line` are wrong, too.
    """

    id: str
    game: str
    options: Options = field(hash=False)
    seed: int
    actions: tuple[str, ...]
    side: Seat
    task: Task
    moves: int
    grade: int
    themes: tuple[str, ...]
    evidence: Evidence
    line: tuple[str, ...] = ()
    plies: int | None = None
    replies: tuple[Mapping[str, str], ...] = field(default=(), hash=False)

    @property
    def is_match(self) -> bool:
        """Whether the puzzle is solved in a match, by showing a route."""
        return self.task == "route"

    @property
    def keys(self) -> tuple[str, ...]:
        """The solver's own actions in the line."""
        return self.line[::2]


class TryVerdict(NamedTuple):
    """The result of a try.

    `is_right` says that the action is the next one of the solution, `is_solved` that it is the last one. `reply` is the
    rival's answer: the longest defence against a right move, the best reply to a wrong one. "" means that there is no
    answer. None means that the answer is not stored; the game's search may find it.
    """

    is_right: bool
    is_solved: bool = False
    reply: str | None = ""


def judge(puzzle: Puzzle, done: int, action: str) -> TryVerdict:
    """Judge `action`, in the game's notation, after `done` right moves.

    The action must be legal there, and a move (see `Play.is_move`). The puzzle must have a line. (Routes are judged by
    their game's rules.)
    """
    if action != puzzle.keys[done]:
        return TryVerdict(False, reply=puzzle.replies[done].get(action))
    if done + 1 == len(puzzle.keys):
        return TryVerdict(True, is_solved=True)
    return TryVerdict(True, reply=puzzle.line[2 * done + 1])


def stars(wrong: int, hints: int) -> int:
    """Return the stars for a puzzle with a line: three, two after one `wrong` try, then one. Each hint costs a star."""
    return max(0, max(1, MOST_STARS - wrong) - hints)
