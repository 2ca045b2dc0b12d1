"""The trial of a wall: its effect on the ways, and its error."""

from __future__ import annotations

from dataclasses import dataclass

from game.quoridor.paths import WallProblem, distances_with, wall_problem
from game.quoridor.state import State, WallPlacement
from scenes.quoridor.selection import Selection, Walling


@dataclass(frozen=True, slots=True)
class Trial:
    """A wall in a position: each seat's shortest way with it (None: no way), and why it may not stand, if so."""

    state: State
    wall: WallPlacement
    distances: tuple[int | None, ...]
    problem: WallProblem | None


class Trials:
    """Remembers the last trial: every frame asks for the same one, and looking it up takes searches."""

    def __init__(self) -> None:
        self._last: Trial | None = None

    def of(self, state: State, selection: Selection) -> Trial | None:
        """The trial of the selection's wall; None while no wall is considered."""
        if not isinstance(selection, Walling):
            return None
        wall = selection.wall
        if self._last is None or self._last.state is not state or self._last.wall != wall:
            self._last = Trial(state, wall, distances_with(state, wall), wall_problem(state, wall))
        return self._last
