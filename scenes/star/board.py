"""Star's board: its parts, made anew for each layout."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.core.rules import Seat
from game.star.state import Action, Cell, Jump, Place, Slide, State
from scenes.star.drawing import StarDrawing
from scenes.star.geometry import Geometry
from scenes.star.input import StarInput
from scenes.star.phone_hand import StarPhone
from scenes.star.selection import Selection
from scenes.star.setup import StarSetup
from scenes.star.shown import shown
from scenes.star.words import StarWords
from scenes.table.contract.board import GameBoard
from scenes.table.contract.branches import Branch, Leaf, Part, by
from scenes.table.contract.setup import BoardContext

ART = "textures/star-board.json"


FEW = 6  # actions that are scanned as they are


def _lifted(action: Action) -> Cell | str:
    """What an action begins with: a piece on a cell, one from the hand, the star, or a word."""
    if isinstance(action, Slide):
        return action.origin
    return "place" if isinstance(action, Place) else "jump" if isinstance(action, Jump) else "word"


class StarBoard(GameBoard[State, Action, Selection]):
    """Star's board. It is never turned; only the seats change places around it."""

    words: StarWords
    shown = staticmethod(shown)

    def __init__(self, context: BoardContext) -> None:
        self.context = context
        self.setup = StarSetup()

    def layout(self, rect: pygame.Rect, identities: Sequence[str], bottom: Seat) -> None:
        self.geometry = Geometry(rect, self.context.stage.assets.data(ART))
        self.input = StarInput(self.geometry)
        self.drawing = StarDrawing(self.context.stage, self.geometry, identities)
        self.words = StarWords(self.context, self.geometry)
        self.phone = StarPhone(self.context, self.words, self.input)
        self.seats = (bottom, 1 - bottom)

    def branches(self, state: State, leaves: Sequence[Leaf[Action]]) -> Sequence[Part[Action]]:
        """Divide the actions by kind: a new piece, each piece that can slide, the star."""
        found: list[Part[Action]] = []
        for origin, parts in by(leaves, _lifted).items():
            if isinstance(origin, str):
                found.append(Branch(tuple(parts), self.words.kind(origin)))
            else:
                found.append(Branch(tuple(parts), area=self.geometry.cell_rect(origin)))
        return leaves if len(leaves) <= FEW else found
