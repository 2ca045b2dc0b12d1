"""What a press means where one person plays alone: in a lesson, whatever device is in the hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import pygame

from game.robots.board import COLOURS
from game.robots.state import Action, Move, State
from scenes.kit.intents import Intent
from scenes.robots.bidding import desk as bidding
from scenes.robots.bidding.entering import Entering, due
from scenes.robots.geometry import Geometry
from scenes.robots.selection import Declaring, OpenDock, Selection, Steering, Watching, begun
from scenes.robots.steering import steered
from scenes.table.board import Actors, BoardInput, Chosen, Spot

ALONE: Final = 0  # the seat of a lesson's only person


class RobotsInput(BoardInput[State, Action, Selection]):
    """The input of one layout. In a match everybody may press at once: see `simultaneous.py`."""

    taps_play = True

    def __init__(self, geometry: Geometry, entering: Entering | None = None) -> None:
        """`entering` is for the only person's dock, which stands open, in a lesson."""
        self._geometry = geometry
        self._entering = entering

    def empty(self, state: State, legal: Sequence[Action], family: str) -> Selection:
        return begun(state, bool(legal), () if self._entering is None else (ALONE,))

    def targets(self, state: State, legal: Sequence[Action]) -> Sequence[Spot[Action]]:
        return [Spot(self.area(state, action), action) for action in legal if isinstance(action, Move)]

    def choose(
        self, state: State, legal: Sequence[Action], selection: Selection, intent: Intent
    ) -> Chosen[Action, Selection]:
        if isinstance(selection, Declaring) and self._entering is not None:
            actors = Actors(state, {ALONE: legal})
            return _entered(actors, self._entering.pressed(actors, selection, intent))
        if not isinstance(selection, Steering):
            return Chosen(selection)
        return steered(self._geometry, state, legal, selection, intent)

    def elapsed(
        self, state: State, legal: Sequence[Action], selection: Selection, dt: float
    ) -> Chosen[Action, Selection]:
        if not isinstance(selection, Declaring):
            return Chosen(selection)
        later = replace(selection, desk=bidding.elapsed(selection.desk, dt))
        return _entered(Actors(state, {ALONE: legal}), later)

    def engaged(self, selection: Selection) -> bool:
        return isinstance(selection, Declaring) and selection.desk.window is not None

    def considering(self, action: Action) -> Selection:
        return Steering(robot=action.colour) if isinstance(action, Move) else Watching()

    def considered(self, selection: Selection) -> Action | None:
        return None

    def area(self, state: State, action: Action) -> pygame.Rect:
        """The cell of a move's robot; of any other action the whole field."""
        if not isinstance(action, Move):
            return self._geometry.field
        return self._geometry.cell_rect(state.robots[COLOURS.index(action.colour)])


def _entered(actors: Actors[State, Action], declaring: Declaring) -> Chosen[Action, Selection]:
    """What was entered, as an action where it is complete; the dock stands open again."""
    chosen = due(actors, declaring)
    return Chosen(replace(chosen.selection, open={ALONE: OpenDock()}), chosen.action, ALONE)
