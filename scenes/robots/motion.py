"""Motion on the robots' board: what robots look like, and the clips (animations) of steps.

A point is a column and a row, with fractions between cells. All places are functions of the clip's time alone.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import NamedTuple, TypeAlias

from game.core.rules import Seat, Step
from game.robots.board import (
    COLOURS,
    Board,
    Cell,
    Colour,
    Heading,
    Leg,
    Robots,
    RobotSlide,
    TargetMark,
    standing,
    xy,
)
from game.robots.notation import walk
from game.robots.state import (
    Action,
    ChipReturned,
    ChipTurned,
    ChipWon,
    Declared,
    RobotSlid,
    RobotsReturned,
    SeatTurns,
    State,
)
from scenes.kit.drawing.theme import FADE_SECONDS
from scenes.kit.drawing.timeline import Clip, ease_in_out, ease_out
from scenes.table.contract.view import BoardClip, ClipFrame, Placement, Placements

BoardPoint: TypeAlias = tuple[float, float]


@dataclass(frozen=True, slots=True)
class RobotLook:
    """A robot that looks in the direction in which it moved last (`facing`, "" for none).

    `squash` is the share of its length by which a hit has shortened it.
    """

    colour: Colour
    facing: Heading | str = ""
    squash: float = 0.0


@dataclass(frozen=True, slots=True)
class ChipLook:
    """The chip that lies face up."""

    mark: TargetMark


Look: TypeAlias = RobotLook | ChipLook
Placed: TypeAlias = dict[str, Placement[Look]]


@dataclass(frozen=True, slots=True)
class Trail:
    """Light behind a robot. In this and the other lights, `alpha` is the light's opacity (0 to 1)."""

    robot: Colour
    begin: BoardPoint
    end: BoardPoint
    alpha: float


@dataclass(frozen=True, slots=True)
class Spark:
    """A spark on a reflector. Its rays have flown `share` (0 to 1) of their way.

    `flashes` says whether it also lights the tiles around it, which happens at most three times a second.
    """

    colour: Colour
    at: BoardPoint
    share: float
    alpha: float
    flashes: bool = True


@dataclass(frozen=True, slots=True)
class Glow:
    """The light of a robot that passes a reflector of its own colour."""

    robot: Colour
    at: BoardPoint
    alpha: float


@dataclass(frozen=True, slots=True)
class Ghost:
    """An image of a robot where it was a moment ago."""

    robot: Colour
    at: BoardPoint
    alpha: float


Light: TypeAlias = Trail | Spark | Glow | Ghost


# Seconds for each cell, and the most seconds for one leg (a straight part of a way).
CELL_SECONDS, LEG_SECONDS = 0.035, 0.35
# A leg begins at half of its mean speed and ends at one and a half times that speed.
ACCELERATION = 0.5
# How much a robot that stops is flattened, picture by picture, and the seconds of each picture.
SQUASHES, SQUASH_SECONDS = (0.22, 0.10), 1 / 60
SPARK_SECONDS = 0.18
# Seconds of the light when a robot passes a reflector of its own colour.
GLOW_SECONDS = 0.3
# Seconds in which a straight trail fades after the stop, and additional seconds for each bend.
TRAIL_SECONDS, BEND_SECONDS = 0.5, 0.25
# Seconds between two flashes, so that there are never more than three a second.
FLASH_PAUSE = 0.34
# For each image: cells behind the robot, and opacity.
GHOSTS = ((0.95, 0.16), (0.48, 0.34))
# The id of the robot that fades out, if motion is reduced.
STANDING = "standing"


class SlideMoment(NamedTuple):
    """Something that happens at a cell at a time. `colour` is the reflector's."""

    time: float
    cell: Cell
    colour: Colour


@dataclass(frozen=True, slots=True)
class Journey:
    """A slide over time. `times` and `points` belong to its start, its corners and its stop.

    `headings` are the directions of the legs between these points.
    """

    robot: Colour
    times: tuple[float, ...]
    points: tuple[BoardPoint, ...]
    headings: tuple[Heading, ...]
    bounces: tuple[SlideMoment, ...]
    # The reflectors that may flash.
    flashes: tuple[SlideMoment, ...]
    passes: tuple[SlideMoment, ...]

    @property
    def seconds(self) -> float:
        """The seconds from start to stop."""
        return self.times[-1]

    def at(self, time: float) -> BoardPoint:
        """Return the column and row at `time`."""
        if time >= self.seconds:
            return self.points[-1]
        index = self._leg_at(time)
        begin, end = self.times[index], self.times[index + 1]
        share = _way_share(max(0.0, time - begin) / (end - begin))
        (x0, y0), (x1, y1) = self.points[index : index + 2]
        return x0 + (x1 - x0) * share, y0 + (y1 - y0) * share

    def _leg_at(self, time: float) -> int:
        return min(len(self.times) - 2, max(0, bisect_right(self.times, time) - 1))

    def look(self, time: float) -> RobotLook:
        """Return the robot's look at `time`, which may be after the stop."""
        step = math.floor((time - self.seconds) / SQUASH_SECONDS)
        facing = self.headings[self._leg_at(time)]
        return RobotLook(self.robot, facing, SQUASHES[step] if 0 <= step < len(SQUASHES) else 0.0)

    @property
    def fade_seconds(self) -> float:
        """Seconds in which the trail fades after the stop. They grow with the number of bends."""
        return TRAIL_SECONDS + BEND_SECONDS * (len(self.points) - 2)

    def lights(self, time: float) -> tuple[Light, ...]:
        """Return trail, sparks and glows at `time`, which may be after the stop."""
        return (*self.trail(time), *self._sparks(time), *self._glows(time))

    def trail(self, time: float) -> list[Trail]:
        """Return the light behind the robot. It fades from the start of the way to its end."""
        after = max(0.0, time - self.seconds)
        stretches = zip(pairwise(self.points), pairwise(self.times), strict=True)
        found = [
            Trail(self.robot, begin, self.at(time) if time < finish else end, _trail_alpha(after, index))
            for index, ((begin, end), (start, finish)) in enumerate(stretches)
            if start <= time and begin != end
        ]
        return [trail for trail in found if trail.alpha > 0]

    def _sparks(self, time: float) -> Iterator[Spark]:
        for moment in self.bounces:
            share = (time - moment.time) / SPARK_SECONDS
            if 0 <= share < 1:
                yield Spark(moment.colour, xy(moment.cell), share, 1 - share**3, moment in self.flashes)

    def _glows(self, time: float) -> Iterator[Glow]:
        for moment in self.passes:
            share = (time - moment.time) / GLOW_SECONDS
            if 0 <= share < 1:
                yield Glow(moment.colour, xy(moment.cell), 1 - share**3)

    def ghosts(self, time: float) -> Iterator[Ghost]:
        """Yield the two images behind the moving robot."""
        for behind, opacity in GHOSTS:
            earlier = time - behind * CELL_SECONDS
            if earlier > 0 and time < self.seconds:
                yield Ghost(self.robot, self.at(earlier), opacity)


def _way_share(share: float) -> float:
    """Return how much of a leg's way is done after `share` (0 to 1) of its time."""
    return share * (1 - ACCELERATION + ACCELERATION * share)


def _time_share(share: float) -> float:
    """Return the share of a leg's time that has passed when `share` of its way is done: the inverse of `_way_share`."""
    slow = 1 - ACCELERATION
    return (math.sqrt(slow * slow + 4 * ACCELERATION * share) - slow) / (2 * ACCELERATION)


def _trail_alpha(after: float, index: int) -> float:
    """Return the opacity of part number `index` of a trail, `after` seconds after the stop."""
    return min(1.0, max(0.0, 1 - (after - BEND_SECONDS * index) / TRAIL_SECONDS))


def journey(board: Board, slid: RobotSlid, quiet: float = 0.0) -> Journey:
    """Return the motion of a slide. Nothing flashes in its first `quiet` seconds."""
    times, points = [0.0], [_point(slid.origin)]
    bounces: list[SlideMoment] = []
    passes: list[SlideMoment] = []
    for leg in slid.legs:
        if leg.cells:
            begin = times[-1]
            seconds = leg_seconds(leg)
            passes += [
                SlideMoment(
                    begin + seconds * _time_share((leg.cells.index(cell) + 1) / len(leg.cells)), cell, slid.robot
                )
                for cell in leg.passed
            ]
            times.append(begin + seconds)
            points.append(_point(leg.cells[-1]))
        if leg.end == "reflector":
            cell = leg.cells[-1]
            bounces.append(SlideMoment(times[-1], cell, board.reflectors[cell].colour))
    flashes = _spaced(bounces, quiet)
    headings = tuple(leg.heading for leg in slid.legs if leg.cells)
    return Journey(slid.robot, tuple(times), tuple(points), headings, tuple(bounces), tuple(flashes), tuple(passes))


def leg_seconds(leg: Leg) -> float:
    """Return the seconds of a leg."""
    return min(LEG_SECONDS, CELL_SECONDS * len(leg.cells))


def _point(cell: Cell) -> BoardPoint:
    x, y = xy(cell)
    return float(x), float(y)


def _spaced(moments: Sequence[SlideMoment], quiet: float) -> list[SlideMoment]:
    """Return moments that are at least FLASH_PAUSE apart. Moments in the first `quiet` seconds are left out."""
    kept: list[SlideMoment] = []
    earliest = quiet
    for moment in moments:
        if moment.time >= earliest:
            kept.append(moment)
            earliest = moment.time + FLASH_PAUSE
    return kept


def slide_clip(way: Journey, reduced: bool) -> BoardClip:
    """Return the clip of a slide, without lights.

    With `reduced` motion, the robot fades out on its first cell and fades in on its last cell.
    """
    if reduced:
        return _fading(way)

    def sample(t: float) -> ClipFrame:
        return ClipFrame({way.robot: Placement(replace(way.look(t), squash=0.0), *way.at(t))})

    bounces = (moment.time for moment in way.bounces)
    return Clip(way.seconds, sample, cues=((0.0, "slide"), *((time, "bounce") for time in bounces)))


def _fading(way: Journey) -> BoardClip:
    look = replace(way.look(way.seconds), squash=0.0)

    def sample(t: float) -> ClipFrame:
        share = t / FADE_SECONDS
        going = Placement(look, *way.points[0], alpha=1 - share)
        return ClipFrame({STANDING: going, way.robot: Placement(look, *way.points[-1], alpha=share)})

    half = FADE_SECONDS / 2
    return Clip(FADE_SECONDS, sample, cues=((0.0, "slide"), *((half, "bounce") for _ in way.bounces)))


RETURN_SECONDS = 0.32
CHIP_SECONDS = 0.34
TURN_SECONDS = 0.24
# Seconds to see how a round ended, before the next chip is turned up.
CHIP_PAUSE = 1.0
CHIP = "chip"
# The ids of the pieces that stay on the board after a part of a clip.
STAYING = frozenset((*COLOURS, CHIP))
MIDDLE = (7.5, 7.5)

ToDock = Callable[[Seat], BoardPoint]


def standing_robots(robots: Robots, slides: Iterable[RobotSlide] = ()) -> Placed:
    """Return the robots on their cells. A robot that made one of `slides` looks in the direction of the last one."""
    facing = {way.colour: next(leg.heading for leg in reversed(way.legs) if leg.cells) for way in slides}
    cells = standing(robots).items()
    return {colour: Placement(RobotLook(colour, facing.get(colour, "")), *_point(cell)) for colour, cell in cells}


def pieces(state: State) -> Placed:
    """Return the robots, and the chip over the closed middle."""
    placed = standing_robots(state.robots, walk(state.board, state.markers, state.moves))
    if state.phase != "over":
        placed[CHIP] = Placement(ChipLook(state.chip), *MIDDLE)
    return placed


@dataclass(frozen=True, slots=True)
class Staging:
    """What a clip depends on: reduced motion (`is_reduced`), the robot's `way`, and the docks to which chips go.

    `pause` is the time in seconds that passes after a slide. It is 0 unless an AI shows the slide.
    """

    is_reduced: bool
    way: Journey | None
    to_dock: ToDock
    pause: float = 0.0


def step_clip(step: Step[State, Action, object], staging: Staging) -> BoardClip:
    """Return the clip between a step's two states. The lights of a slide fade during what follows."""
    present: Placements = pieces(step.before)
    parts: list[BoardClip] = []
    for event in step.events:
        part = _part(event, present, staging)
        if part is None:
            continue
        if staging.is_reduced and not isinstance(event, RobotSlid):
            part = _shortened(part)
        if isinstance(event, ChipTurned) and parts:
            parts.append(_held(CHIP_PAUSE))
        parts.append(part)
        if isinstance(event, RobotSlid) and staging.pause:
            parts.append(_held(staging.pause))
        present = {**present, **_staying(part)}
    clip = in_turn(parts)
    way = staging.way
    if way is None or staging.is_reduced:
        return clip

    def sample(t: float) -> ClipFrame:
        placed, look = clip.sampler(t).placements, way.look(t)
        if look.squash and way.robot in placed:
            placed = {**placed, way.robot: replace(placed[way.robot], look=look)}
        return ClipFrame(placed, (*way.lights(t), *way.ghosts(t)))

    return replace(clip, sampler=sample)


def _part(event: object, present: Placements, staging: Staging) -> BoardClip | None:
    if isinstance(event, RobotSlid):
        return None if staging.way is None else slide_clip(staging.way, staging.is_reduced)
    if isinstance(event, RobotsReturned):
        homes = standing(event.robots).items()
        return _gliding(present, {colour: xy(cell) for colour, cell in homes if _is_away(present[colour], xy(cell))})
    if isinstance(event, ChipWon):
        return _given(present[CHIP], staging.to_dock(event.seat))
    if isinstance(event, ChipReturned):
        return _leaving(present[CHIP])
    if isinstance(event, ChipTurned):
        return _turning(event.chip)
    if isinstance(event, SeatTurns):
        return _heard("turn")
    return _heard("bid") if isinstance(event, Declared) else None


def _held(seconds: float) -> BoardClip:
    """Return a clip in which nothing moves."""
    return Clip(seconds, lambda t: ClipFrame())


def _heard(sound: str) -> BoardClip:
    """Return a clip that is only a sound."""
    return Clip(0.0, lambda t: ClipFrame(), cues=((0.0, sound),))


def _is_away(placement: Placement[object], home: tuple[int, int]) -> bool:
    return (placement.x, placement.y) != home


def _gliding(present: Placements, homes: dict[str, tuple[int, int]]) -> BoardClip | None:
    """Return the clip in which robots go straight back to their homes, a little above the board."""

    def sample(t: float) -> ClipFrame:
        share = ease_in_out(t / RETURN_SECONDS)
        placed = {}
        for key, (x, y) in homes.items():
            begin = present[key]
            way = begin.x + (x - begin.x) * share, begin.y + (y - begin.y) * share
            placed[key] = Placement(begin.look, *way, lift=0.5 * share * (1 - share))
        return ClipFrame(placed)

    return Clip(RETURN_SECONDS, sample) if homes else None


def _given(chip: Placement[object], dock: BoardPoint) -> BoardClip:
    """Return the clip in which a chip goes to its winner's dock."""

    def sample(t: float) -> ClipFrame:
        share = ease_in_out(t / CHIP_SECONDS)
        x, y = chip.x + (dock[0] - chip.x) * share, chip.y + (dock[1] - chip.y) * share
        return ClipFrame({CHIP: replace(chip, x=x, y=y, lift=share, alpha=float(t < CHIP_SECONDS))})

    return Clip(CHIP_SECONDS, sample, cues=((CHIP_SECONDS * 0.85, "chip"),))


def _leaving(chip: Placement[object]) -> BoardClip:
    return Clip(FADE_SECONDS, lambda t: ClipFrame({CHIP: replace(chip, alpha=1 - t / FADE_SECONDS)}))


def _turning(mark: TargetMark) -> BoardClip:
    """Return the clip in which the next chip turns up."""
    look = ChipLook(mark)

    def sample(t: float) -> ClipFrame:
        return ClipFrame({CHIP: Placement(look, *MIDDLE, alpha=ease_out(t / TURN_SECONDS))})

    return Clip(TURN_SECONDS, sample, cues=((0.0, "chip"),))


def _shortened(clip: BoardClip) -> BoardClip:
    """Return a clip whose pieces jump to the end instead of flying."""
    seconds = min(FADE_SECONDS, clip.seconds)

    def sample(t: float) -> ClipFrame:
        return clip.sample(clip.seconds if t * 2 >= seconds else 0.0)

    return Clip(seconds, sample, tuple((min(seconds * 0.9, at), name) for at, name in clip.cues))


def _staying(part: BoardClip) -> Placements:
    """Return the places, after a part of a clip, of the pieces that stay on the board."""
    ended = part.sample(part.seconds).placements
    return {key: placement for key, placement in ended.items() if key in STAYING}


def in_turn(parts: list[BoardClip]) -> BoardClip:
    """Return a clip that plays `parts` one after the other. Pieces stay where a part has moved them."""
    starts = [sum(part.seconds for part in parts[:index]) for index in range(len(parts))]
    ends = [_staying(part) for part in parts]

    def sample(t: float) -> ClipFrame:
        placed: dict[str, Placement[object]] = {}
        for start, part, end in zip(starts, parts, ends, strict=True):
            if t >= start + part.seconds:
                placed.update(end)
            elif t >= start:
                placed.update(part.sample(t - start).placements)
        return ClipFrame(placed)

    cues = [(start + at, name) for start, part in zip(starts, parts, strict=True) for at, name in part.cues]
    return Clip(sum(part.seconds for part in parts), sample, tuple(cues))


# In the film of a route: seconds before each move.
PAUSE_SECONDS = 0.4
# In the film of a route: seconds for which the last picture stays.
HOLD_SECONDS = 1.8
