"""Moving robots: which robot is chosen, and which slide a press means.

The functions are pure, and the session checks legality.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from game.robots.board import COLOURS, Cell, Colour, Heading, RobotSlide, slide, standing, xy
from game.robots.state import Action, Concede, Move, State
from scenes.kit.input.intents import DIRECTIONS, Intent, Kind, Point
from scenes.robots.selection import Selection, Steering
from scenes.robots.sprites import Geometry
from scenes.table.contract.input import InputResult, Wish

# The value of a press that the person has already confirmed on the phone.
ASKED = 1
# The share of a cell that a pointer must move to count as a swipe.
SWIPE = 0.4
HEADING_OF: dict[Kind, Heading] = {Kind.UP: "N", Kind.RIGHT: "E", Kind.DOWN: "S", Kind.LEFT: "W"}


def first_robot(state: State) -> Colour:
    """Return the robot that is chosen at first: the chip's own one, or red if the chip is for any robot."""
    return "red" if state.chip.colour == "any" else state.chip.colour


def previews(state: State, legal: Sequence[Action], robot: Colour) -> list[RobotSlide]:
    """Return the slides that a robot could make."""
    moves = (action for action in legal if isinstance(action, Move) and action.colour == robot)
    found = (slide(state.board, state.robots, move.colour, move.heading) for move in moves)
    return [way for way in found if way is not None]


def steer(
    geometry: Geometry, state: State, legal: Sequence[Action], steering: Steering, intent: Intent
) -> InputResult[Action, Selection]:
    """Return the result of a press by the seat that steers."""
    if intent.point is not None:
        return _pointed(geometry, state, legal, steering, intent.kind, intent.point)
    robot = steering.robot or first_robot(state)
    if intent.kind in DIRECTIONS:
        if intent.repeat:
            return InputResult(steering)
        return _played(legal, replace(steering, robot=robot), Move(robot, HEADING_OF[intent.kind]))
    if intent.kind in (Kind.PREVIOUS, Kind.NEXT):
        step, there = 1 if intent.kind is Kind.NEXT else -1, tuple(standing(state.robots))
        chosen = there[(there.index(robot) + step) % len(there)] if steering.robot else robot
        return InputResult(replace(steering, robot=chosen))
    if intent.kind is Kind.DIGIT and 1 <= intent.value <= len(standing(state.robots)):
        return InputResult(replace(steering, robot=COLOURS[intent.value - 1]))
    if intent.kind is Kind.SECONDARY and Concede() in legal:
        if intent.value == ASKED:
            return InputResult(steering, Concede())
        return InputResult(steering, wish=Wish.CONCEDE)
    return InputResult(steering)


def _played(legal: Sequence[Action], steering: Steering, action: Action | None) -> InputResult[Action, Selection]:
    return InputResult(steering, action) if action in legal else InputResult(steering)


def _pointed(
    geometry: Geometry, state: State, legal: Sequence[Action], steering: Steering, kind: Kind, point: Point
) -> InputResult[Action, Selection]:
    """Act on a pointer: choose a robot, swipe it, or tap a cell where it would stop."""
    cell = geometry.cell_at(point)
    if kind is Kind.PRESS:
        if cell in standing(state.robots).values():
            return InputResult(replace(steering, robot=COLOURS[state.robots.index(cell)], grip=point))
        return InputResult(replace(steering, grip=None))
    if kind is not Kind.RELEASE:
        return InputResult(steering)
    # The robot whose previews are shown.
    robot = steering.robot or first_robot(state)
    grip, released = steering.grip, replace(steering, grip=None)
    if grip is not None:
        heading = swipe_heading(grip, point, geometry.pitch)
        return _played(legal, released, None if heading is None else Move(robot, heading))
    return _played(legal, released, None if cell is None else tapped_slide(state, legal, robot, cell))


def swipe_heading(begin: Point, end: Point, pitch: float) -> Heading | None:
    """Return the heading of a swipe; None if the pointer hardly moved."""
    dx, dy = end[0] - begin[0], end[1] - begin[1]
    if math.hypot(dx, dy) < SWIPE * pitch:
        return None
    if abs(dx) > abs(dy):
        return "E" if dx > 0 else "W"
    return "S" if dy > 0 else "N"


def tapped_slide(state: State, legal: Sequence[Action], robot: Colour, cell: Cell) -> Move | None:
    """Return the slide that a tap on `cell` means: a slide that stops there, otherwise the only one that passes
    there.
    """
    ways = previews(state, legal, robot)
    stopping = [way for way in ways if way.target == cell]
    if stopping:
        way = max(stopping, key=lambda way: _towards(way, cell))
        return Move(way.colour, way.heading)
    passing = [way for way in ways if any(cell in leg.cells for leg in way.legs)]
    return Move(passing[0].colour, passing[0].heading) if len(passing) == 1 else None


def _towards(way: RobotSlide, cell: Cell) -> int:
    """Return how far away `cell` is in the direction in which a slide starts."""
    (x0, y0), (x1, y1) = xy(way.origin), xy(cell)
    along = {"N": y0 - y1, "S": y1 - y0, "E": x1 - x0, "W": x0 - x1}
    return along[way.heading]
