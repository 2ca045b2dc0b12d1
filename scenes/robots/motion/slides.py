"""A robot's way over the board in time: legs, turns at reflectors, trail, sparks; pure functions of the clip's time."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from game.robots.board import Board, Cell, Colour, Leg, xy
from game.robots.state import RobotSlid
from scenes.kit.drawing.theme import FADE_SECONDS
from scenes.kit.drawing.timeline import Clip
from scenes.robots.looks import BoardPoint, Ghost, Glow, Light, RobotLook, Spark, Trail
from scenes.table.contract.placements import BoardClip, ClipFrame, Placement

CELL_SECONDS, LEG_SECONDS = 0.035, 0.35  # a cell; the most for a leg
SPARK_SECONDS = 0.18
GLOW_SECONDS = 0.3  # on passing a reflector of the own colour
TRAIL_SECONDS = 0.4  # the trail fades after the rest
FLASH_PAUSE = 0.34  # between two flashes: never more than three a second
GHOSTS = ((0.95, 0.16), (0.48, 0.34))  # cells behind the robot, opacity
STANDING = "standing"  # the key of the robot that fades away, with reduced motion


class SlideMoment(NamedTuple):
    """Something at a cell at a time; `colour` is the reflector's."""

    time: float
    cell: Cell
    colour: Colour


@dataclass(frozen=True, slots=True)
class Journey:
    """A slide in time. `times` and `points` are the corners of the way, from the start to the rest."""

    robot: Colour
    times: tuple[float, ...]
    points: tuple[BoardPoint, ...]
    bounces: tuple[SlideMoment, ...]
    flashes: tuple[SlideMoment, ...]  # the bounces that may flash
    passes: tuple[SlideMoment, ...]

    @property
    def seconds(self) -> float:
        """The seconds from the start to the rest."""
        return self.times[-1]

    def at(self, time: float) -> BoardPoint:
        """Column and row at `time`."""
        if time >= self.seconds:
            return self.points[-1]
        index = max(0, bisect_right(self.times, time) - 1)
        begin, end = self.times[index], self.times[index + 1]
        share = max(0.0, time - begin) / (end - begin)
        (x0, y0), (x1, y1) = self.points[index : index + 2]
        return x0 + (x1 - x0) * share, y0 + (y1 - y0) * share

    def lights(self, time: float) -> tuple[Light, ...]:
        """Trail, sparks and glows at `time`, which may lie beyond the rest."""
        return (*self.trail(time), *self._sparks(time), *self._glows(time))

    def trail(self, time: float) -> list[Trail]:
        """The stretches behind the robot."""
        fade = 1.0 - max(0.0, time - self.seconds) / TRAIL_SECONDS
        if fade <= 0:
            return []
        stretches = zip(pairwise(self.points), pairwise(self.times), strict=True)
        return [
            Trail(self.robot, begin, self.at(time) if time < finish else end, fade)
            for (begin, end), (start, finish) in stretches
            if start <= time and begin != end
        ]

    def _sparks(self, time: float) -> Iterator[Spark]:
        for moment in self.flashes:
            share = (time - moment.time) / SPARK_SECONDS
            if 0 <= share < 1:
                yield Spark(moment.colour, xy(moment.cell), share, 1 - share**3)

    def _glows(self, time: float) -> Iterator[Glow]:
        for moment in self.passes:
            share = (time - moment.time) / GLOW_SECONDS
            if 0 <= share < 1:
                yield Glow(moment.colour, xy(moment.cell), 1 - share**3)

    def ghosts(self, time: float) -> Iterator[Ghost]:
        """The two images behind the moving robot."""
        for behind, opacity in GHOSTS:
            earlier = time - behind * CELL_SECONDS
            if earlier > 0 and time < self.seconds:
                yield Ghost(self.robot, self.at(earlier), opacity)


def journey(board: Board, slid: RobotSlid, quiet: float = 0.0) -> Journey:
    """The way of a slide; nothing flashes in its first `quiet` seconds."""
    times, points = [0.0], [_point(slid.origin)]
    bounces: list[SlideMoment] = []
    passes: list[SlideMoment] = []
    for leg in slid.legs:
        if leg.cells:
            begin = times[-1]
            seconds = leg_seconds(leg)
            passes += [
                SlideMoment(begin + seconds * (leg.cells.index(cell) + 1) / len(leg.cells), cell, slid.robot)
                for cell in leg.passed
            ]
            times.append(begin + seconds)
            points.append(_point(leg.cells[-1]))
        if leg.end == "reflector":
            cell = leg.cells[-1]
            bounces.append(SlideMoment(times[-1], cell, board.reflectors[cell].colour))
    flashes = _spaced(bounces, quiet)
    return Journey(slid.robot, tuple(times), tuple(points), tuple(bounces), tuple(flashes), tuple(passes))


def leg_seconds(leg: Leg) -> float:
    """Return how long a leg takes."""
    return min(LEG_SECONDS, CELL_SECONDS * len(leg.cells))


def _point(cell: Cell) -> BoardPoint:
    x, y = xy(cell)
    return float(x), float(y)


def _spaced(moments: Sequence[SlideMoment], quiet: float) -> list[SlideMoment]:
    """The moments that keep FLASH_PAUSE from each other."""
    kept: list[SlideMoment] = []
    earliest = quiet
    for moment in moments:
        if moment.time >= earliest:
            kept.append(moment)
            earliest = moment.time + FLASH_PAUSE
    return kept


def slide_clip(way: Journey, reduced: bool) -> BoardClip:
    """The clip of a slide without its lights; with `reduced` motion the robot fades from one cell to the other."""
    if reduced:
        return _fading(way)
    look = RobotLook(way.robot)

    def sample(t: float) -> ClipFrame:
        return ClipFrame({way.robot: Placement(look, *way.at(t))})

    bounces = (moment.time for moment in way.bounces)
    return Clip(way.seconds, sample, cues=((0.0, "slide"), *((time, "bounce") for time in bounces)))


def _fading(way: Journey) -> BoardClip:
    look = RobotLook(way.robot)

    def sample(t: float) -> ClipFrame:
        share = t / FADE_SECONDS
        going = Placement(look, *way.points[0], alpha=1 - share)
        return ClipFrame({STANDING: going, way.robot: Placement(look, *way.points[-1], alpha=share)})

    half = FADE_SECONDS / 2
    return Clip(FADE_SECONDS, sample, cues=((0.0, "slide"), *((half, "bounce") for _ in way.bounces)))
