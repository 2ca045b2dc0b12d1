"""The steps of an answer on the board: one more after the other, by time or by presses."""

from __future__ import annotations

from scenes.kit.stage import Stage

EACH_SECONDS = 0.9
HOLD_SECONDS = 2.7  # with all steps on the board, before they begin anew


class Walkthrough:
    """How many of so many steps are shown: one more after the other, over and over; from a press on, by presses."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._count = 1
        self._time = 0.0
        self._by_hand = 0  # steps shown since somebody pressed, 0 before

    def begin(self, count: int) -> None:
        """Show an answer of `count` steps from its first one on."""
        self._count, self._time, self._by_hand = count, 0.0, 0

    def press(self) -> None:
        """Go one step on, from the last one to the first."""
        self._by_hand = self.shown % self._count + 1

    def tick(self, dt: float) -> None:
        """Let time pass."""
        self._time += dt

    @property
    def shown(self) -> int:
        """How many steps are on the board, 1 or more; with reduced motion all, until somebody presses."""
        if self._by_hand:
            return self._by_hand
        if self._stage.look.reduced_motion:
            return self._count
        passed = self._time % (EACH_SECONDS * (self._count - 1) + HOLD_SECONDS)
        return min(self._count, 1 + int(passed / EACH_SECONDS))

    @property
    def lively(self) -> bool:
        """Whether the steps go on by themselves."""
        return self._count > 1 and not self._by_hand and not self._stage.look.reduced_motion
