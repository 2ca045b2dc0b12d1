"""The lights that outlast their clip: the trail that fades, and how long it must stay without a flash."""

from __future__ import annotations

from typing import Any

from game.core.rules import Step
from game.robots.state import Action, State
from scenes.kit.timeline import Placement
from scenes.robots.motion.clips import journey_of
from scenes.robots.motion.slides import FLASH_PAUSE, TRAIL_SECONDS, Journey

GameStep = Step[State, Action, Any]


class Afterglow:
    """Remembers one board's last slide and last flash; times are the stage's."""

    def __init__(self) -> None:
        self._flashed = -FLASH_PAUSE
        self._step: GameStep | None = None
        self._way: Journey | None = None
        self._rested = 0.0

    def quiet(self, now: float) -> float:
        """How many seconds from `now` on nothing may flash."""
        return max(0.0, self._flashed + FLASH_PAUSE - now)

    def begins(self, step: GameStep, now: float) -> None:
        """The clip of a step begins."""
        way = journey_of(step, self.quiet(now))
        if way is not None and way.flashes:
            self._flashed = now + way.flashes[-1].time

    def shines(self, now: float) -> bool:
        """Whether a trail still shows after the rest of its robot."""
        return self._way is not None and now - self._rested < TRAIL_SECONDS

    def lights(self, last: GameStep | None, now: float) -> dict[str, Placement]:
        """What outlasts the step that was played `last`, while nothing moves."""
        if last is None:
            return {}
        if self._step is not last:
            self._step, self._way, self._rested = last, journey_of(last), now
        if self._way is None or not self.shines(now):
            return {}
        return self._way.effects(self._way.seconds + now - self._rested)
