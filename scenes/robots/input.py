"""What a press means where one person plays alone: in a lesson a robot is steered, whatever device is in the hand."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.robots.board import COLOURS
from game.robots.state import Action, Move, State
from scenes.kit.intents import Intent
from scenes.robots.geometry import Geometry
from scenes.robots.selection import Declaring, Selection, Steering, Watching, begun
from scenes.robots.steering import steered
from scenes.table.board import BoardInput, Chosen, Spot


class RobotsInput(BoardInput[State, Action, Selection]):
    """The input of one layout. In a match everybody may press at once: see `simultaneous.py`."""

    taps_play = True

    def __init__(self, geometry: Geometry) -> None:
        self._geometry = geometry

    def empty(self, state: State, legal: Sequence[Action], family: str) -> Selection:
        return begun(state, bool(legal))

    def targets(self, state: State, legal: Sequence[Action]) -> Sequence[Spot[Action]]:
        return [Spot(self.area(state, action), action) for action in legal if isinstance(action, Move)]

    def choose(
        self, state: State, legal: Sequence[Action], selection: Selection, intent: Intent
    ) -> Chosen[Action, Selection]:
        if not isinstance(selection, Steering):
            return Chosen(selection)
        return steered(self._geometry, state, legal, selection, intent)

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
