"""A puzzle: a position, what is to be found there, its solution and the evidence that there is no other.

A try is judged by it alone: whether it is right, and the rival's answer.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from game.core.rules import Options, Seat

Task: TypeAlias = Literal["win", "hold", "route"]
"""What is asked: the only action that wins, the only one that does not lose, or a shortest route to the target."""

TASKS: tuple[Task, ...] = ("win", "hold", "route")
GRADES = (1, 2, 3, 4, 5)
"""How hard a puzzle is, the easiest first."""
MOST_STARS = 3


@dataclass(frozen=True, slots=True)
class Evidence:
    """The proof that the solution is the only one.

    `kind` is "proven" where an exact search of everything that can follow says so, else "tested". `by` names the search
    and its version, `figures` what it found, as JSON values; docs/puzzles.md tells what each means.
    """

    kind: Literal["proven", "tested"]
    by: str
    figures: Mapping[str, object] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class Puzzle:
    """One puzzle. The position is that of a record: complete `options`, `seed` and `actions` from the start on.

    `id` is "GAME-NUMBER", the same for as long as the puzzle is kept. `side` is the seat that is to find it, in
    `moves` actions of its own. `line` is the solution in the game's notation: the key, the rival's longest defence, the
    next key and so on; it ends with a key, and is () where the game's solver finds it (a route). `plies` is how many
    plies best play takes from the position to the end, None where that is not known.

    `replies` has, for each of the solver's moves in `line`, the rival's best reply to each other action; "" where the
    game is over then. Every action that is not named there or in the line is a wrong try as well.
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
        """Whether it is solved as a match of its own, in which a route is demonstrated."""
        return self.task == "route"

    @property
    def keys(self) -> tuple[str, ...]:
        """The solver's own moves in the line."""
        return self.line[::2]


@dataclass(frozen=True, slots=True)
class TryVerdict:
    """The result of a try.

    `is_right`: it is the solution's next move, and `is_solved` the last one. `reply` is what the rival answers: its
    longest defence to what is right, its best reply to what is wrong; "" where nothing follows, None where a wrong
    try's reply is not kept and the game's search may say it.
    """

    is_right: bool
    is_solved: bool = False
    reply: str | None = ""


def judge(puzzle: Puzzle, done: int, action: str) -> TryVerdict:
    """The verdict on `action`, in the game's notation, after so many right moves of the solver.

    The action must be legal there, and a move (see `Play.is_move`). For puzzles with a line; a route is judged by its
    game, which ends with it.
    """
    if action != puzzle.keys[done]:
        return TryVerdict(False, reply=puzzle.replies[done].get(action))
    if done + 1 == len(puzzle.keys):
        return TryVerdict(True, is_solved=True)
    return TryVerdict(True, reply=puzzle.line[2 * done + 1])


def stars(wrong: int, hints: int) -> int:
    """Return the stars of a puzzle with a line after so many wrong tries: three, two, then one; a hint costs one."""
    return max(0, max(1, MOST_STARS - wrong) - hints)
