"""The four hands, and the numpad, at Star's board. Each presses cells in its own way."""

from __future__ import annotations

from typing import Any

import pygame

from game.star import SPEC
from game.star.state import SIZE, Action, Cell, OfferDraw
from scenes.kit.input.intents import Kind
from tests.scenes.cell_hands import CellHand, CellPointer, CellStepper
from tests.scenes.hands import KeyHand, hands_of


def action(text: str) -> Action:
    """Return the action with this notation."""
    return SPEC.rules.parse(text)


class StarHand(CellHand):
    """Can also offer a draw."""

    def put(self, action: Action) -> None:
        if isinstance(action, OfferDraw):
            self.order(Kind.SECONDARY)
        else:
            super().put(action)


class _Pointer(StarHand, CellPointer):
    pass


class _Stepper(StarHand, CellStepper):
    pass


class StarNumpad(StarHand, KeyHand):
    """Presses the numpad's keys, which are arranged like the cells."""

    def cell(self, cell: Cell) -> None:
        row, column = divmod(cell, SIZE)
        self.house.tap(pygame.K_KP1 + SIZE * (SIZE - 1 - row) + column)


STAR_HANDS: dict[str, type[Any]] = {**hands_of(_Pointer, _Stepper), "numpad": StarNumpad}
