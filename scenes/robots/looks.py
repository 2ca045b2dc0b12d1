"""The looks of the robots' board: those of its pieces, and the lights that pass over it.

A point is a column and a row; fractions lie between cells.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from game.robots.board import Colour, TargetMark
from scenes.table.contract.placements import Placement

BoardPoint: TypeAlias = tuple[float, float]


@dataclass(frozen=True, slots=True)
class RobotLook:
    """A robot."""

    colour: Colour


@dataclass(frozen=True, slots=True)
class ChipLook:
    """The chip that lies face up."""

    mark: TargetMark


Look: TypeAlias = RobotLook | ChipLook
Placed: TypeAlias = dict[str, Placement[Look]]


@dataclass(frozen=True, slots=True)
class Trail:
    """A stretch of light behind a robot; `alpha` 0..1, as in the other lights."""

    robot: Colour
    begin: BoardPoint
    end: BoardPoint
    alpha: float


@dataclass(frozen=True, slots=True)
class Spark:
    """The flash on a reflector of a colour; its rays have flown `share` of their way, 0..1."""

    colour: Colour
    at: BoardPoint
    share: float
    alpha: float


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
