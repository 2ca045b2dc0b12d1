"""A robot's way over the board in time: legs, turns at reflectors, trail, sparks; pure functions of the clip's time."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from game.robots.board import Board, Cell, Colour, Leg, xy
from game.robots.state import RobotSlid
from scenes.kit.theme import FADE_SECONDS
from scenes.kit.timeline import Clip, Placement

CELL_SECONDS, LEG_SECONDS = 0.035, 0.35  # a cell; the most for a leg
SPARK_SECONDS = 0.18
GLOW_SECONDS = 0.3  # on passing a reflector of the own colour
TRAIL_SECONDS = 0.4  # the trail fades after the rest
FLASH_PAUSE = 0.34  # between two flashes: never more than three a second
GHOSTS = ((0.95, 0.16), (0.48, 0.34))  # cells behind the robot, opacity
STANDING = "standing"  # the key of the robot that fades away, with reduced motion

Point = tuple[float, float]


class Moment(NamedTuple):
    """Something at a cell at a time; `colour` is the reflector's."""

    time: float
    cell: Cell
    colour: Colour


@dataclass(frozen=True, slots=True)
class Journey:
    """A slide in time. `times` and `points` are the corners of the way, from the start to the rest."""

    robot: Colour
    times: tuple[float, ...]
    points: tuple[Point, ...]
    bounces: tuple[Moment, ...]
    flashes: tuple[Moment, ...]  # the bounces that may flash
    passes: tuple[Moment, ...]

    @property
    def seconds(self) -> float:
        """From the start to the rest."""
        return self.times[-1]

    def at(self, time: float) -> Point:
        """Column and row at `time`."""
        if time >= self.seconds:
            return self.points[-1]
        index = max(0, bisect_right(self.times, time) - 1)
        begin, end = self.times[index], self.times[index + 1]
        share = max(0.0, time - begin) / (end - begin)
        (x0, y0), (x1, y1) = self.points[index : index + 2]
        return x0 + (x1 - x0) * share, y0 + (y1 - y0) * share

    def effects(self, time: float) -> dict[str, Placement]:
        """Trail, sparks and glows at `time`, which may lie beyond the rest."""
        return {**self._trail(time), **self._lights(time)}

    def _trail(self, time: float) -> dict[str, Placement]:
        """The stretches behind the robot, each a placement at its end whose look names its beginning."""
        fade = 1.0 - max(0.0, time - self.seconds) / TRAIL_SECONDS
        if fade <= 0:
            return {}
        placed = {}
        stretches = zip(pairwise(self.points), self.times, strict=False)
        for index, ((begin, end), start) in enumerate(stretches):
            if start > time or begin == end:
                continue
            x, y = self.at(time) if time < self.times[index + 1] else end
            placed[f"trail {index}"] = Placement(f"trail {self.robot} {begin[0]:g} {begin[1]:g}", x, y, alpha=fade)
        return placed

    def _lights(self, time: float) -> dict[str, Placement]:
        placed = {}
        for name, moments, lasting in (("spark", self.flashes, SPARK_SECONDS), ("glow", self.passes, GLOW_SECONDS)):
            for index, moment in enumerate(moments):
                share = (time - moment.time) / lasting
                if 0 <= share < 1:
                    x, y = xy(moment.cell)
                    placed[f"{name} {index}"] = Placement(f"{name} {moment.colour}", x, y, share, 1 - share**3)
        return placed

    def ghosts(self, time: float) -> dict[str, Placement]:
        """The two images behind the moving robot."""
        placed = {}
        for behind, opacity in GHOSTS:
            earlier = time - behind * CELL_SECONDS
            if earlier > 0 and time < self.seconds:
                placed[f"ghost {behind}"] = Placement(f"ghost {self.robot}", *self.at(earlier), alpha=opacity)
        return placed


def journey(board: Board, slid: RobotSlid, quiet: float = 0.0) -> Journey:
    """The way of a slide; nothing flashes in its first `quiet` seconds."""
    times, points = [0.0], [_point(slid.origin)]
    bounces: list[Moment] = []
    passes: list[Moment] = []
    for leg in slid.legs:
        if leg.cells:
            begin = times[-1]
            seconds = leg_seconds(leg)
            passes += [
                Moment(begin + seconds * (leg.cells.index(cell) + 1) / len(leg.cells), cell, slid.robot)
                for cell in leg.passed
            ]
            times.append(begin + seconds)
            points.append(_point(leg.cells[-1]))
        if leg.end == "reflector":
            cell = leg.cells[-1]
            bounces.append(Moment(times[-1], cell, board.reflectors[cell].colour))
    flashes = _spaced(bounces, quiet)
    return Journey(slid.robot, tuple(times), tuple(points), tuple(bounces), tuple(flashes), tuple(passes))


def leg_seconds(leg: Leg) -> float:
    """How long a leg takes."""
    return min(LEG_SECONDS, CELL_SECONDS * len(leg.cells))


def _point(cell: Cell) -> Point:
    x, y = xy(cell)
    return float(x), float(y)


def _spaced(moments: Sequence[Moment], quiet: float) -> list[Moment]:
    """The moments that keep FLASH_PAUSE from each other."""
    kept: list[Moment] = []
    earliest = quiet
    for moment in moments:
        if moment.time >= earliest:
            kept.append(moment)
            earliest = moment.time + FLASH_PAUSE
    return kept


def slide_clip(way: Journey, reduced: bool) -> Clip:
    """The clip of a slide; with `reduced` motion the robot fades from one cell to the other."""
    if reduced:
        return _fading(way)

    def sample(t: float) -> dict[str, Placement]:
        robot = Placement(f"robot {way.robot}", *way.at(t))
        return {**way.effects(t), **way.ghosts(t), way.robot: robot}

    bounces = (moment.time for moment in way.bounces)
    return Clip(way.seconds, sample, cues=((0.0, "slide"), *((time, "bounce") for time in bounces)))


def _fading(way: Journey) -> Clip:
    def sample(t: float) -> dict[str, Placement]:
        share = t / FADE_SECONDS
        look = f"robot {way.robot}"
        return {
            STANDING: Placement(look, *way.points[0], alpha=1 - share),
            way.robot: Placement(look, *way.points[-1], alpha=share),
        }

    half = FADE_SECONDS / 2
    return Clip(FADE_SECONDS, sample, cues=((0.0, "slide"), *((half, "bounce") for _ in way.bounces)))
