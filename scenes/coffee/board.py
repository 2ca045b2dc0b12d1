"""Coffee's board on a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import pygame

from game.coffee import DANGER_MARKS
from game.coffee.board import board as board_named
from game.coffee.board import cell_name
from game.coffee.state import Action, Drop, State
from game.core.rules import Seat, Step
from scenes.coffee.drawing import CoffeeDrawing
from scenes.coffee.geometry import Geometry
from scenes.coffee.input import CoffeeInput
from scenes.coffee.phone_hand import CoffeePhone
from scenes.coffee.pieces import ART
from scenes.coffee.selection import Selection
from scenes.coffee.setup import CoffeeSetup
from scenes.coffee.shown import LaidStick, shown
from scenes.coffee.wheel import WheelPlaces
from scenes.coffee.words import CoffeeWords
from scenes.table.contract.board import GameBoard
from scenes.table.contract.branches import Branch, Leaf, Part, by, in_rows
from scenes.table.contract.setup import BoardContext
from scenes.table.contract.shown import ShownBoard

SWAP: Final = -1  # in place of a cell: what is put on none


class CoffeeBoard(GameBoard[State, Action, Selection]):
    """Input, drawing and words of one table. The side panel finds room for `places_beside` after each layout."""

    words: CoffeeWords

    def __init__(self, context: BoardContext) -> None:
        self.context = context
        self.setup = CoffeeSetup()
        self.words = CoffeeWords(context)

    def layout(self, rect: pygame.Rect, identities: Sequence[str], bottom: Seat) -> None:
        stage = self.context.stage
        self.geometry = Geometry(rect, board_named(self.context.options["board"]), stage.assets.data(ART))
        self.places_beside = WheelPlaces(stage.metrics, self.geometry)
        self.input = CoffeeInput(self.geometry, self.places_beside)
        self.drawing = CoffeeDrawing(self.context, self.geometry, self.places_beside)
        self.phone = CoffeePhone(self.context, self.geometry, self.words)
        self.seats = (bottom, 1 - bottom)

    def shown(
        self,
        state: State,
        legal: Sequence[Action] = (),
        selection: Selection | None = None,
        last: Step[State, Action, object] | None = None,
    ) -> ShownBoard[LaidStick]:
        with_dangers = bool(self.context.settings[DANGER_MARKS])
        return shown(state, legal, selection, with_dangers)

    def branches(self, state: State, leaves: Sequence[Leaf[Action]]) -> Sequence[Part[Action]]:
        """Cell by cell, in rows where they are many, and on each cell the stick's axes; the swap last."""
        on_cells = by(leaves, lambda action: action.cell if isinstance(action, Drop) else SWAP)
        swap = on_cells.pop(SWAP, [])
        cells: list[Branch[Action]] = []
        for cell, on_cell in on_cells.items():
            area = self.geometry.cell_rect(cell)
            axes = tuple(replace(leaf, area=self._axis_area(leaf)) for leaf in on_cell)
            cells.append(Branch(axes, cell_name(cell), area))
        return (*in_rows(cells), *swap)

    def _axis_area(self, leaf: Leaf[Action]) -> pygame.Rect:
        """Where an axis is chosen: its disc on the wheel, where there is one, else the cell."""
        wheel, action = self.places_beside.wheel, leaf.action
        if wheel is None or not isinstance(action, Drop) or action.axis is None:
            return leaf.area
        side = 2 * wheel.spoke_radius
        disc = pygame.Rect(0, 0, side, side)
        disc.center = wheel.spokes[action.axis]
        return disc
