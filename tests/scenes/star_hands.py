"""The four hands (and the numpad) at Star's board: each presses cells in its own way."""

from __future__ import annotations

from functools import partial
from typing import Any

import pygame

from game.star import SPEC
from game.star.state import SIZE, Action, Cell, Jump, OfferDraw, Place, Slide
from scenes.kit.intents import Kind
from tests.scenes import posting
from tests.scenes.hands import Hand, KeyHand, PointerHand, SteppingHand, hands_of


def action(text: str) -> Action:
    """An action of its notation."""
    return SPEC.rules.parse(text)


class StarHand(Hand):
    """Presses one cell after another, in a match or in an exercise."""

    def cell(self, cell: Cell) -> None:
        """Press a cell."""
        raise NotImplementedError

    def put(self, action: Action) -> None:
        if isinstance(action, OfferDraw):
            self.order(Kind.SECONDARY)
        elif isinstance(action, Place):
            self.cell(action.cell)
        elif isinstance(action, Slide):
            self.cell(action.origin)
            self.cell(action.target)
        else:
            assert isinstance(action, Jump)
            self.cell(self.state.star)
            self.cell(action.target)


class _Pointer(StarHand, PointerHand):
    def cell(self, cell: Cell) -> None:
        self.point(self.geometry.cell_rect(cell).center)


class _Stepper(StarHand, SteppingHand):
    """The focus goes there first."""

    def cell(self, cell: Cell) -> None:
        self.steer(cell)
        self.hit(Kind.CONFIRM)

    def steer(self, cell: Cell) -> None:
        """Move the focus to a cell."""
        if self.selection.cursor is None:
            self.hit(Kind.UP)
        row, column = divmod(cell, SIZE)
        for _ in range(2 * SIZE):
            assert self.selection.cursor is not None
            at = divmod(self.selection.cursor, SIZE)
            if at[1] != column:
                self.hit(Kind.RIGHT if at[1] < column else Kind.LEFT)
            elif at[0] != row:
                self.hit(Kind.DOWN if at[0] < row else Kind.UP)
        assert self.selection.cursor == cell


class StarNumpad(StarHand, KeyHand):
    """The numpad's keys lie as the cells do."""

    def cell(self, cell: Cell) -> None:
        row, column = divmod(cell, SIZE)
        key = pygame.K_KP1 + SIZE * (SIZE - 1 - row) + column
        self.house.react(partial(posting.key_down, key), partial(posting.key_up, key))


STAR_HANDS: dict[str, type[Any]] = {**hands_of(_Pointer, _Stepper), "numpad": StarNumpad}
