"""Films, which replay routes on the board of Hyper Robots, and what the board remembers about the latest step."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from game.core.rules import Step
from game.robots.board import (
    move_robot,
    slide,
    standing,
)
from game.robots.notation import corners, walk
from game.robots.state import (
    Action,
    Move,
    RobotSlid,
    State,
)
from scenes.robots.motion import (
    FLASH_PAUSE,
    HOLD_SECONDS,
    PAUSE_SECONDS,
    Journey,
    Light,
    Placed,
    RobotLook,
    journey,
    standing_robots,
)
from scenes.table.contract.shown import Mark, Piece, ShownBoard, Way
from scenes.table.contract.view import ClipFrame, Placement


@dataclass(frozen=True, slots=True)
class Film:
    """The slides of a route from its first position. `starts` are the seconds at which each slide begins."""

    home: Placed
    journeys: tuple[Journey, ...]
    starts: tuple[float, ...]

    @property
    def seconds(self) -> float:
        """The duration, with the last picture held."""
        if not self.journeys:
            return HOLD_SECONDS
        return self.starts[-1] + self.journeys[-1].seconds + HOLD_SECONDS

    def at(self, time: float, reduced: bool) -> ClipFrame:
        """Return robots and lights at `time`.

        The film repeats after its end. With `reduced` motion only its last picture is shown.
        """
        now = self.seconds if reduced else time % self.seconds
        placed, lights = dict(self.home), list[Light]()
        for start, way in zip(self.starts, self.journeys, strict=True):
            passed = now - start
            if passed < 0:
                break
            placed[way.robot] = Placement(way.look(passed), *way.at(passed))
            lights += way.lights(passed) if passed < way.seconds else way.trail(way.seconds)
        return ClipFrame(placed, tuple(lights))


def film_of(start: State, moves: Sequence[Move]) -> Film:
    """Return the film of a route from a chip's first position; it ends before an impossible move."""
    board, robots = start.board, start.markers
    journeys: list[Journey] = []
    starts: list[float] = []
    now = PAUSE_SECONDS
    for move in moves:
        way = slide(board, robots, move.colour, move.heading)
        if way is None:
            break
        robots = move_robot(robots, way)
        journeys.append(journey(board, RobotSlid(way.colour, way.origin, way.target, way.legs)))
        starts.append(now)
        now += journeys[-1].seconds + PAUSE_SECONDS
    return Film(standing_robots(start.markers), tuple(journeys), tuple(starts))


# Seconds between the end of a trail and the next previews. Even a slow machine draws a frame in this time.
AFTER_TRAIL = 0.1
GameStep = Step[State, Action, object]


class LatestStep:
    """Remembers a board's latest step and flash, even when the board gets a new layout. Times are the stage's."""

    def __init__(self, now: float = 0.0) -> None:
        self._step: GameStep | None = None
        self._way: Journey | None = None
        # The time at which the current chip was turned up.
        self.turned = now
        self._began = 0.0
        self._flashed = -FLASH_PAUSE

    def begin(self, step: GameStep, now: float) -> None:
        """Start a step's clip at `now`. Its flashes begin at least FLASH_PAUSE after the latest flash."""
        way = _journey_of(step, max(0.0, self._flashed + FLASH_PAUSE - now))
        self._step, self._way, self._began = step, way, now
        if way is not None and way.flashes:
            self._flashed = now + way.flashes[-1].time

    def journey_of(self, step: GameStep) -> Journey | None:
        """Return the slide of a step, if any."""
        return self._way if step is self._step else _journey_of(step)

    def look(self, last: GameStep | None, now: float) -> RobotLook | None:
        """Return the look of the robot that stopped in the `last` step while it is flattened, otherwise None."""
        if self._way is None or last is not self._step:
            return None
        look = self._way.look(now - self._began)
        return look if look.squash else None

    def counted(self, state: State) -> State:
        """Return the position with the moves that count. A move counts as soon as its slide begins."""
        step = self._step
        if step is None or step.before is not state or not isinstance(step.action, Move):
            return state
        return replace(state, moves=(*state.moves, step.action))

    def shines(self, now: float) -> bool:
        """Return whether a trail is visible or has just faded. Previews appear only when it is gone."""
        return self._way is not None and now < self._began + self._way.seconds + self._way.fade_seconds + AFTER_TRAIL

    def afterglow(self, last: GameStep | None, now: float) -> tuple[Light, ...]:
        """Return the lights that are still visible after the clip of the `last` step.

        A slide whose clip was cut short counts as finished.
        """
        if self._way is None or last is not self._step:
            return ()
        return self._way.lights(max(self._way.seconds, now - self._began))


def _journey_of(step: GameStep, quiet: float = 0.0) -> Journey | None:
    slid = next((event for event in step.events if isinstance(event, RobotSlid)), None)
    return None if slid is None else journey(step.before.board, slid, quiet)


def shown(state: State) -> ShownBoard[object]:
    """Return what the board shows: robots, where they were when the chip was turned up, targets, and the moves of this
    try.

    The points of a way are its corners; its look is the robot's colour.
    """
    pieces = [Piece(cell, colour) for colour, cell in standing(state.robots).items()]
    goals = () if state.phase == "over" else state.board.targets(state.chip)
    marks = [Mark(cell, "goal") for cell in goals]
    marks += [Mark(home, "from") for home, cell in zip(state.markers, state.robots, strict=True) if home != cell]
    ways = [
        Way((slide.origin, *corners(slide), slide.target), slide.colour)
        for slide in walk(state.board, state.markers, state.moves)
    ]
    return ShownBoard(pieces, marks, ways=ways)
