"""The times of a game in play: the clock that its rules want, the silence beside it, and how long nobody acted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from game.core.rules import AnyStep, Timer
from game.core.spec import GameSpec

MOST_ON_CLOCK = 3600.0  # seconds that a clock can be given in all


class Clocks:
    """The clocks of a game that is at `state` or, later, at those that `follow` it. Only `advance` lets time pass."""

    def __init__(self, spec: GameSpec, state: object) -> None:
        self._spec = spec
        self.clock: Timer | None = spec.rules.timer(state)
        self.silence: Timer | None = self._silence(state)
        self.elapsed = 0.0  # seconds since the last action

    def follow(self, state: object) -> None:
        """Go on with `state`: what it wants to run and runs already keeps its rest."""
        self.elapsed = 0.0
        self.clock = _same_or(self.clock, self._spec.rules.timer(state))
        self.silence = _same_or(self.silence, self._silence(state))

    def resume(self, state: object, steps: Sequence[AnyStep], times: Sequence[int], saved: Timer | None) -> None:
        """Go on with `state`, to which `steps` led in `times` (milliseconds), and with the clock that was `saved`."""
        self.clock = self._spec.rules.timer(state)
        if saved and self.clock and saved.id == self.clock.id:
            self.clock = replace(saved, seconds=min(saved.seconds, MOST_ON_CLOCK))
        self.silence = self._silence_left(state, steps, times)

    def advance(self, seconds: float) -> None:
        """Let time pass."""
        self.elapsed += seconds
        self.clock = self.clock and _less(self.clock, seconds)
        self.silence = self.silence and _less(self.silence, seconds)

    def extend(self, seconds: float) -> None:
        """Give the clock, where one runs, so much more, MOST_ON_CLOCK in all."""
        if self.clock:
            self.clock = replace(self.clock, seconds=min(self.clock.seconds + seconds, MOST_ON_CLOCK))

    def due(self) -> str:
        """The action of what has run down, in the rules' words; "" where nothing has."""
        if self.clock and self.clock.seconds == 0.0:
            return "expire"
        together = self._spec.simultaneous
        return together.silence_over if together and self.silence and self.silence.seconds == 0.0 else ""

    def _silence(self, state: object) -> Timer | None:
        """The second clock that `state` wants to run."""
        together = self._spec.simultaneous
        return together.silence(state) if together else None

    def _silence_left(self, state: object, steps: Sequence[AnyStep], times: Sequence[int]) -> Timer | None:
        """The silence of `state`, less the time that the actions since its beginning took."""
        left = self._silence(state)
        for step, time_ms in zip(reversed(steps), reversed(times), strict=True):
            before = self._silence(step.before)
            if left is None or before is None or before.id != left.id:
                break
            left = _less(left, time_ms / 1000)
        return left


def _same_or(running: Timer | None, wanted: Timer | None) -> Timer | None:
    return running if running and wanted and running.id == wanted.id else wanted


def _less(timer: Timer, seconds: float) -> Timer:
    return replace(timer, seconds=max(0.0, timer.seconds - seconds))
