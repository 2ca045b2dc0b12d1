"""Star's board: its parts, made anew for each layout."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.core.rules import Seat
from game.star.state import Action, State
from scenes.star.drawing import StarDrawing
from scenes.star.geometry import Geometry
from scenes.star.input import StarInput
from scenes.star.selection import Selection
from scenes.star.setup import StarSetup
from scenes.star.words import StarWords
from scenes.table.board import Board, BoardContext

ART = "textures/star-board.json"


class StarBoard(Board[State, Action, Selection]):
    """It is never turned; only the seats change places around it."""

    def __init__(self, context: BoardContext) -> None:
        self.context = context
        self.setup = StarSetup()
        self._seats: tuple[Seat, ...] = ()

    def layout(self, rect: pygame.Rect, identities: Sequence[str], bottom: Seat) -> None:
        self.geometry = Geometry(rect, self.context.stage.assets.data(ART))
        self.input = StarInput(self.geometry)
        self.drawing = StarDrawing(self.context.services, self.geometry, identities)
        self.words = StarWords(self.context)
        self._seats = (bottom, 1 - bottom)

    def places(self) -> Sequence[Seat]:
        return self._seats
