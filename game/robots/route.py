"""A route made visible: the slides it consists of, in words for a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from game.core.rules import IllegalActionError
from game.robots.board import COLOURS, Board, Cell, Heading, Robots, RobotSlide, move_robot, slide, xy
from game.robots.notation import parse, text
from game.robots.state import Move

_WORDS: Final[dict[Heading, str]] = {"N": "north", "E": "east", "S": "south", "W": "west"}


def walk(board: Board, robots: Robots, route: Iterable[Move]) -> Iterator[RobotSlide]:
    """The slides of `route` from where the `robots` stand. Raises IllegalActionError where one is no move."""
    for move in route:
        found = slide(board, robots, move.colour, move.heading)
        if found is None:
            raise IllegalActionError(f"{text(move)}: the robot would not leave its cell, or would circle for ever")
        yield found
        robots = move_robot(robots, found)


def read_route(entries: Iterable[Sequence[str]]) -> list[Move]:
    """The moves in a list of colours and headings, as the engine mode gives a solution. Raises NotationError."""
    moves = [parse(f"{colour} {heading}") for colour, heading in entries]
    return [move for move in moves if isinstance(move, Move)]


def tell(slides: Iterable[RobotSlide]) -> list[str]:
    """A line for each slide, with the cells where it begins and ends and those where it turns."""
    lines = []
    width = max(map(len, COLOURS))
    for number, found in enumerate(slides, 1):
        places = [found.origin, *corners(found), found.target]
        way = " ".join("({}, {})".format(*xy(cell)) for cell in places)
        lines.append(f"{number:>2}. {found.colour:<{width}} {_WORDS[found.heading]:<5}  {way}")
    return lines


def corners(found: RobotSlide) -> list[Cell]:
    """The cells of the reflectors that turn a robot on its slide, its last cell left out."""
    turns = [leg.cells[-1] for leg in found.legs[:-1] if leg.cells]
    return turns if found.legs[-1].cells else turns[:-1]
