"""The step that was played last: its slide in time, which clip and lights share, and what outlasts the clip."""

from __future__ import annotations

from dataclasses import replace

from game.core.rules import Step
from game.robots.state import Action, Move, RobotSlid, State
from scenes.robots.looks import Light
from scenes.robots.motion.slides import FLASH_PAUSE, TRAIL_SECONDS, Journey, journey

AFTER_TRAIL = 0.1  # seconds in which a frame is sure to be drawn, however slow the machine
GameStep = Step[State, Action, object]


class LatestStep:
    """Remembers one board's latest step and latest flash; times are the stage's. It outlives layouts."""

    def __init__(self) -> None:
        self._step: GameStep | None = None
        self._way: Journey | None = None
        self._began = 0.0
        self._flashed = -FLASH_PAUSE

    def begin(self, step: GameStep, now: float) -> None:
        """A step's clip begins `now`; nothing flashes too soon after the last flash."""
        way = _journey_of(step, max(0.0, self._flashed + FLASH_PAUSE - now))
        self._step, self._way, self._began = step, way, now
        if way is not None and way.flashes:
            self._flashed = now + way.flashes[-1].time

    def journey_of(self, step: GameStep) -> Journey | None:
        """The slide of a step, if it had one."""
        return self._way if step is self._step else _journey_of(step)

    def counted(self, state: State) -> State:
        """The position on screen with the move that is on its way from there: it counts from its start on."""
        step = self._step
        if step is None or step.before is not state or not isinstance(step.action, Move):
            return state
        return replace(state, moves=(*state.moves, step.action))

    def shines(self, now: float) -> bool:
        """Whether a trail still shows after the rest of its robot, or has just gone, so that the previews come."""
        return self._way is not None and now < self._began + self._way.seconds + TRAIL_SECONDS + AFTER_TRAIL

    def afterglow(self, last: GameStep | None, now: float) -> tuple[Light, ...]:
        """Return the lights that outlast the clip of the step that was played `last`.

        A slide that was cut short has come to rest.
        """
        if self._way is None or last is not self._step:
            return ()
        return self._way.lights(max(self._way.seconds, now - self._began))


def _journey_of(step: GameStep, quiet: float = 0.0) -> Journey | None:
    slid = next((event for event in step.events if isinstance(event, RobotSlid)), None)
    return None if slid is None else journey(step.before.board, slid, quiet)
