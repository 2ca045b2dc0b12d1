"""Quoridor's board: the parts that the table asks for, made anew for each layout."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.core.rules import Seat, Step
from game.quoridor.state import Action, Orientation, State, WallPlacement
from scenes.quoridor.drawing import ART, QuoridorDrawing
from scenes.quoridor.geometry import Geometry
from scenes.quoridor.input import QuoridorInput
from scenes.quoridor.phone_hand import QuoridorPhone
from scenes.quoridor.selection import Selection
from scenes.quoridor.setup import QuoridorSetup
from scenes.quoridor.shown import shown
from scenes.quoridor.trial import Trials
from scenes.quoridor.words import QuoridorWords
from scenes.table.contract.board import GameBoard
from scenes.table.contract.branches import Branch, Leaf, Part, by, in_rows
from scenes.table.contract.setup import BoardContext
from scenes.table.contract.shown import ShownBoard


class QuoridorBoard(GameBoard[State, Action, Selection]):
    """Turned by quarters for who sits at the bottom."""

    words: QuoridorWords

    def __init__(self, context: BoardContext) -> None:
        self.context = context
        self.setup = QuoridorSetup()
        self._trials = Trials()

    def layout(self, rect: pygame.Rect, identities: Sequence[str], bottom: Seat) -> None:
        players = len(identities)
        self.geometry = Geometry(rect, self.context.stage.assets.data(ART), 4 // players * bottom)
        self.input = QuoridorInput(self.geometry)
        self.drawing = QuoridorDrawing(self.context.stage, self.geometry, identities, self._trials)
        self.words = QuoridorWords(self.context, self.geometry, players, self._trials)
        self.phone = QuoridorPhone(self.context, self.words, self._trials, identities, self.geometry)
        self.seats = tuple((bottom + i) % players for i in range(players))

    def shown(
        self,
        state: State,
        legal: Sequence[Action] = (),
        selection: Selection | None = None,
        last: Step[State, Action, object] | None = None,
    ) -> ShownBoard[WallPlacement]:
        trial = self._trials.of(state, selection) if legal and selection is not None else None
        return shown(state, legal, selection, last, trial)

    def branches(self, state: State, leaves: Sequence[Leaf[Action]]) -> Sequence[Part[Action]]:
        """The moves, then the walls by how they lie on the screen, row by row."""
        lying = by(leaves, lambda action: self._lies(action))
        walls = [Branch(in_rows(lying[way], 1), self.words.walls(way)) for way in ("h", "v") if way in lying]
        return (*lying.get(None, ()), *walls)

    def _lies(self, action: Action) -> Orientation | None:
        return self.geometry.seen(action.orientation) if isinstance(action, WallPlacement) else None
