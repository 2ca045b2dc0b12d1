"""A route that plays itself over and over: robots where they are at a time, and the ways they have gone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from game.robots.board import move_robot, slide, standing, xy
from game.robots.state import Move, RobotSlid, State
from scenes.robots.looks import Light, Placed, RobotLook
from scenes.robots.motion.slides import Journey, journey
from scenes.table.contract.placements import ClipFrame, Placement

PAUSE_SECONDS = 0.4  # before each move
HOLD_SECONDS = 1.8  # at the end


@dataclass(frozen=True, slots=True)
class Film:
    """The robots' slides one after another, from where they stood. `starts` are the seconds at which each begins."""

    home: Placed
    journeys: tuple[Journey, ...]
    starts: tuple[float, ...]

    @property
    def seconds(self) -> float:
        """The whole, with the last picture held."""
        if not self.journeys:
            return HOLD_SECONDS
        return self.starts[-1] + self.journeys[-1].seconds + HOLD_SECONDS

    def at(self, time: float, reduced: bool) -> ClipFrame:
        """Robots and lights at `time`, which begins anew after the end; with `reduced` motion the last picture."""
        now = self.seconds if reduced else time % self.seconds
        placed, lights = dict(self.home), list[Light]()
        for start, way in zip(self.starts, self.journeys, strict=True):
            passed = now - start
            if passed < 0:
                break
            placed[way.robot] = Placement(RobotLook(way.robot), *way.at(passed))
            lights += way.lights(passed) if passed < way.seconds else way.trail(way.seconds)
        return ClipFrame(placed, tuple(lights))


def film_of(start: State, moves: Sequence[Move]) -> Film:
    """The film of a route from the first position of a chip; it ends before a move that is none."""
    board, robots = start.board, start.markers
    home: Placed = {
        colour: Placement(RobotLook(colour), *map(float, xy(cell))) for colour, cell in standing(robots).items()
    }
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
    return Film(home, tuple(journeys), tuple(starts))
