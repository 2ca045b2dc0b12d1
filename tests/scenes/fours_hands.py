"""The four hands at the fifth game's board: a column is all that they mean."""

from __future__ import annotations

from typing import Any

from scenes.kit.intents import Kind
from scenes.learn.exercise_scene import ExerciseScene
from scenes.table.board import AnyBoard
from tests.fifth_game.scenes import Choosing
from tests.scenes.hands import Hand, KeyHand, MouseHand, PadHand, PointerHand, SteppingHand, TouchHand


class FoursHand(Hand):
    """In a match or in an exercise."""

    @property
    def fours(self) -> AnyBoard:
        top = self.house.top
        return top.table.board if isinstance(top, ExerciseScene) else self.house.playing.board

    @property
    def chosen(self) -> Choosing:
        top = self.house.top
        return top.selection if isinstance(top, ExerciseScene) else self.house.playing.hands.selection


class _Pointer(FoursHand, PointerHand):
    presses = 1

    def put(self, action: Any) -> None:
        for _ in range(self.presses):
            self.point(self.fours.input.area(None, action).center)


class _Stepper(FoursHand, SteppingHand):
    def put(self, action: Any) -> None:
        while self.chosen != Choosing(action.column):
            here = self.chosen.column
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
