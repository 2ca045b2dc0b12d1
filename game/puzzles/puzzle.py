"""A puzzle: a position, what is to be found there, its solution and the evidence that there is no other."""

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
