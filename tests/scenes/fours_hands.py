"""The four hands at the fifth game's board: a column is all that they mean."""

from __future__ import annotations

from typing import Any

from scenes.kit.intents import Kind
from tests.fifth_game.scenes import Choosing
from tests.scenes.hands import Hand, PointerHand, SteppingHand, TouchHand, hands_of


class FoursHand(Hand):
    """In a match or in an exercise."""


class _Pointer(FoursHand, PointerHand):
    def put(self, action: Any) -> None:
        for _ in range(2 if isinstance(self, TouchHand) else 1):
            self.point(self.board.input.area(None, action).center)


class _Stepper(FoursHand, SteppingHand):
    def put(self, action: Any) -> None:
        while self.selection != Choosing(action.column):
            here = self.selection.column
            self.hit(Kind.RIGHT if here is None or here < action.column else Kind.LEFT)
        self.hit(Kind.CONFIRM)


FOURS_HANDS = hands_of(_Pointer, _Stepper)
