"""The four hands at the fifth game's board: a column is all that they mean."""

from __future__ import annotations

from typing import Any

from scenes.kit.intents import Kind
from tests.fifth_game.scenes import Choosing
from tests.scenes.hands import Hand, KeyHand, MouseHand, PadHand, PointerHand, SteppingHand, TouchHand


class FoursHand(Hand):
    """In a match or in an exercise."""


class _Pointer(FoursHand, PointerHand):
    presses = 1

    def put(self, action: Any) -> None:
        for _ in range(self.presses):
            self.point(self.board.input.area(None, action).center)


class _Stepper(FoursHand, SteppingHand):
    def put(self, action: Any) -> None:
        while self.selection != Choosing(action.column):
            here = self.selection.column
            self.hit(Kind.RIGHT if here is None or here < action.column else Kind.LEFT)
        self.hit(Kind.CONFIRM)


class FoursMouse(_Pointer, MouseHand):
    """Clicks."""


class FoursTouch(_Pointer, TouchHand):
    """Taps twice."""

    presses = 2


class FoursKeys(_Stepper, KeyHand):
    """Arrows and Enter."""


class FoursPad(_Stepper, PadHand):
    """A pad's cross and its lower button."""


FOURS_HANDS: dict[str, type[FoursHand]] = {
    "mouse": FoursMouse,
    "touch": FoursTouch,
    "keyboard": FoursKeys,
    "pad": FoursPad,
}
