"""Coffee's board on a table."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.coffee.board import board as board_named
from game.coffee.state import Action, State
from game.core.rules import Seat
from scenes.coffee.drawing import CoffeeDrawing
from scenes.coffee.geometry import Geometry
from scenes.coffee.input import CoffeeInput
from scenes.coffee.pieces import ART
from scenes.coffee.places import Places
from scenes.coffee.selection import Selection
from scenes.coffee.setup import CoffeeSetup
from scenes.coffee.words import CoffeeWords
from scenes.table.board import Board, BoardContext


class CoffeeBoard(Board[State, Action, Selection]):
    """Input, drawing and words of one table. The side panel finds room for `places_beside` after each layout."""

    words: CoffeeWords

    def __init__(self, context: BoardContext) -> None:
        self.context = context
        self.setup = CoffeeSetup()
        self.words = CoffeeWords(context)

    def layout(self, rect: pygame.Rect, identities: Sequence[str], bottom: Seat) -> None:
        stage = self.context.stage
        self.geometry = Geometry(rect, board_named(self.context.options["board"]), stage.assets.data(ART))
        self.places_beside = Places(stage.metrics, self.geometry)
        self.input = CoffeeInput(self.geometry, self.places_beside)
        self.drawing = CoffeeDrawing(self.context, self.geometry, self.places_beside)
        self._around = (bottom, 1 - bottom)

    def places(self) -> Sequence[Seat]:
        return self._around
