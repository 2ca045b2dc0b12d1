"""The values that a board needs to draw one frame."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic

from game.core.rules import Seat, Step, Timer
from scenes.kit.input.intents import Point
from scenes.table.contract.placements import Placements
from scenes.table.contract.typevars import A, S, Sel

Theory = Mapping[str, tuple[str, int | None]]  # by action text: value for the mover, plies to the end


@dataclass(slots=True)
class View(Generic[S, A, Sel]):
    """Everything that a board needs to draw one frame. `view_of` makes it.

    `state` is the position to draw (while a clip plays: the one before it), `placements` has the present places of the
    pieces, `effects` the passing lights of the clip. `legal` is empty when nobody at this screen is to act. Where
    several seats act at once, `choices` has the legal actions of every person among them; `legal` is the first one's.
    """

    state: S
    placements: Placements
    legal: Sequence[A]
    selection: Sel
    effects: Sequence[Any] = ()
    last: Step[S, A, object] | None = None
    hint: A | None = None
    lights: Mapping[Seat, float] = field(default_factory=dict)  # 0..1 by seat: whose turn it is
    winner: Seat | None = None
    win_time: float = 0.0  # seconds since the game was won
    family: str = "keyboard"  # of the device in the hand
    theory: Theory | None = None
    choices: Mapping[Seat, Sequence[A]] = field(default_factory=dict)
    clock: Timer | None = None  # with the seconds left
    hand: Point | None = None  # where a pointer carries what the selection has in the hand, in pixels
    steps: Sequence[Step[S, A, object]] = ()  # the whole game, once somebody has won it
