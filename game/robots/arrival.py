"""The rule when a robot's rest on a target cell counts; the same for the demonstration and for the solver."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, Literal

from game.robots.board import COLOURS, HEADINGS, Board, Cell, Colour, Heading, Robots, slide
from game.robots.state import Move, OneMoveRule

FEWEST_MOVES: Final = 2
_UPRIGHT: Final[frozenset[Heading]] = frozenset(("N", "S"))


@dataclass(frozen=True, slots=True)
class Target:
    """The robot that must come to rest ("any" for the black hole) and the cells, one of which it must reach."""

    colour: Colour | Literal["any"]
    cells: tuple[Cell, ...]

    @property
    def robots(self) -> tuple[Colour, ...]:
        """The robots that may arrive."""
        return COLOURS if self.colour == "any" else (self.colour,)


def one_move_arrival(board: Board, robots: Robots, target: Target) -> bool:
    """Whether one move brings an eligible robot to rest on a target cell; such an arrival does not count."""
    slides = (slide(board, robots, colour, heading) for colour in target.robots for heading in HEADINGS)
    return any(move is not None and move.target in target.cells for move in slides)


def is_already_there(robots: Robots, target: Target) -> bool:
    """Whether an eligible robot stands on a target cell."""
    return any(robots[COLOURS.index(colour)] in target.cells for colour in target.robots)


def arrives(target: Target, move: Move, cell: Cell) -> bool:
    """Whether `move`, which brought its robot to rest on `cell`, is an arrival, be it one that counts or not."""
    return move.colour in target.robots and cell in target.cells


def counts(moves: Sequence[Move], one_move: bool, rule: OneMoveRule) -> bool:
    """Whether an arrival by the last of `moves`, all made since the chip was turned, counts.

    It takes two moves or more. Where a one-move arrival existed at the start (`one_move`) the `rule` asks for more:
    "own" two moves of the arriving robot, "any" nothing, "turn" two moves of the arriving robot that follow each
    other (moves of other robots between them do not matter) at a right angle.
    """
    if len(moves) < FEWEST_MOVES:
        return False
    if not one_move or rule == "any":
        return True
    own = [move.heading for move in moves if move.colour == moves[-1].colour]
    if rule == "own":
        return len(own) >= FEWEST_MOVES
    return any((a in _UPRIGHT) != (b in _UPRIGHT) for a, b in pairwise(own))
