"""What only the screen knows: dials and buzzes, whose dock is open, which robot is in the hand."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field

from game.core.rules import Seat
from game.robots.board import Colour
from game.robots.state import Phase
from scenes.kit.intents import Point
from scenes.robots.bidding.desk import Desk
from scenes.robots.bidding.seating import Taken


@dataclass(frozen=True, slots=True)
class Selection:
    """`round` is the chip and the attempt that the desk is for; `grip` is where a pointer took the robot up.

    `taken` are the pads that took up a seat, `pressed` the button of the open dock that a pointer holds down.
    """

    phase: Phase = "think"
    round: Hashable = None
    taken: Taken = ()
    desk: Desk = field(default_factory=lambda: Desk({}))
    open: Seat | None = None
    pressed: tuple[Seat, str] | None = None
    rebinding: Seat | None = None  # whose buzzer the next key will be
    robot: Colour | None = None
    grip: Point | None = None
    reviewing: bool = False  # the round before
    shows: bool = False  # whether a person shows a route now, and could give it up
    moved: bool = False  # whether robots were moved since the chip was turned
    hints: int = 0  # that were asked for in practice
