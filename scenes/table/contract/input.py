"""The contract of a board's input: what presses mean."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import Generic, Protocol

import pygame

from game.core.rules import Seat, Timer
from scenes.kit.input.intents import Intent, Point
from scenes.table.contract.typevars import A, S, Sel


class Wish(Enum):
    """A request to the match that is not an action. It comes from the only person, or from the person in turn."""

    # Back to the first position, if undo is free.
    RESET = auto()
    # Another game with the same setup.
    NEXT = auto()
    # A dialog that asks whether to give up the route that the seat is showing.
    CONCEDE = auto()


@dataclass(frozen=True, slots=True)
class InputResult(Generic[A, Sel]):
    """The result of a press: the new selection and, if the press chose one, the action.

    The match decides whether the action is played at once or waits for a second press (`confirm_gate.py`). If several
    seats act at once, `seat` is the seat that chose; otherwise the match sets it. `carried` is true if a pointer has
    carried the piece to its place, so that no clip has to move it.
    """

    selection: Sel
    action: A | None = None
    seat: Seat | None = None
    wish: Wish | None = None
    carried: bool = False


@dataclass(frozen=True, slots=True)
class Actors(Generic[S, A]):
    """The position, and the legal actions of each seat that may act with one device.

    In most games, only the seat in turn may act. In a game in which several seats act at once
    (`GameSpec.simultaneous`), a pad plays one seat; keyboard, mouse and touch play all seats that share them. A device
    may then have no seat.
    """

    state: S
    legal: Mapping[Seat, Sequence[A]]
    # A clock, with its remaining seconds.
    clock: Timer | None = None
    # The second clock that some games have, with its remaining seconds.
    silence: Timer | None = None

    @property
    def actions(self) -> Sequence[A]:
        """The legal actions of the seat in turn; () if another device plays it.

        Not for games in which several act at once.
        """
        return next(iter(self.legal.values()), ())


class Grip(Enum):
    """The phases of a drag, in which a pointer carries a piece from one place to another."""

    # The pointer picks the piece up.
    LIFT = auto()
    # The piece moves with the pointer.
    CARRY = auto()
    # The piece turns while it is carried.
    TURN = auto()
    # The pointer drops the piece.
    DROP = auto()


class BoardInput(Protocol[S, A, Sel]):
    """Interprets presses. Its functions are pure: all state is in the selection, which the caller keeps."""

    # Whether a tap of a finger plays at once.
    taps_play: bool = False

    @abstractmethod
    def empty(self, state: S, legal: Sequence[A], family: str, before: Sel | None = None) -> Sel:
        """Return the selection at the start of a turn, for a device family.

        `legal` is empty while no person may choose.

        Called when a turn begins, when the device changes, and to draw a board at rest. Arrow keys and sticks need a
        place in focus; a pointer needs none. If several seats act at once and one of them has just acted, `before` is
        the selection before that action; the other seats go on with it.
        """

    @abstractmethod
    def choose(self, actors: Actors[S, A], selection: Sel, intent: Intent) -> InputResult[A, Sel]:
        """Return the result of a press by one of `actors`.

        Called for every press on the board by key, pad, mouse or finger, and while a pointer moves over it. The result
        has an action only if the press chooses a legal one. If a tap chooses an action, the same tap must
        choose it again with the returned selection, because a second tap confirms. The match decides whether the action
        waits for a second press (`confirm_gate.py`).
        """

    @abstractmethod
    def is_engaged(self, selection: Sel) -> bool:
        """Whether Back would cancel something on the board; otherwise Back opens the pause menu.

        Called at a press of Back, and for the bar's prompts.
        """

    @abstractmethod
    def considering(self, action: A) -> Sel:
        """Return the selection that shows `action`, which may be illegal.

        Called for hints, for one-button play and in lessons. If Confirm is pressed with this selection, the board must
        try `action`, if it can.
        """

    @abstractmethod
    def considered(self, selection: Sel) -> A | None:
        """Return the action that Confirm would try, which may be illegal; None without one.

        Called after a press in a lesson or a puzzle, to explain a forbidden try, and while an action waits.
        """

    @abstractmethod
    def area(self, state: S, action: A) -> pygame.Rect:
        """Return the rectangle of an action in a position, in pixels.

        Called for one-button play, for arrows in diagrams, and to keep cards clear of the last action.
        """

    def elapse(self, actors: Actors[S, A], selection: Sel, dt: float) -> InputResult[A, Sel]:
        """Return the result of `dt` seconds without a press; by default nothing.

        For example, a number that somebody has begun to enter may become an action. Called at every tick in lessons,
        and, with all seats, in games in which several seats act at once. It must be quick.
        """
        return InputResult(selection)

    def place_at(self, state: S, legal: Sequence[A], selection: Sel, point: Point) -> Hashable:
        """Return a value that identifies what `point` hits.

        A click counts only if press and release have the same value.

        Called if the release is at another point than the press. By default all points have the same value.
        """
        return None

    def drag(self, actors: Actors[S, A], selection: Sel, grip: Grip, intent: Intent) -> InputResult[A, Sel] | None:
        """Return the result of one phase of a drag by the seat in turn. By default nothing can be dragged.

        In the phase `LIFT`, `intent` has the point of the press, or no point if the press was on the mover's stock. If
        the result is None, there is no drag. In the phase `DROP`, the result has the action if a legal one fits;
        otherwise the piece goes back.
        """
        return None
