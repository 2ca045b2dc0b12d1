"""The contract of a board's input: the meaning of presses."""

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
    """A request to the match, other than an action, by the lone player or the person in turn."""

    RESET = auto()  # back to the first position, if undo is free
    NEXT = auto()  # another game with the same setup
    CONCEDE = auto()  # a dialog about giving up the seat's shown route


@dataclass(frozen=True, slots=True)
class InputResult(Generic[A, Sel]):
    """The result of a press: the new selection and, if the press decided, the action.

    The match decides whether that is played at once or waits for a second press (`confirm_gate.py`). `seat` is the
    deciding seat, if several act at once; else the match sets it. `carried`: a pointer has carried the piece there, so
    its way needs no clip.
    """

    selection: Sel
    action: A | None = None
    seat: Seat | None = None
    wish: Wish | None = None
    carried: bool = False


@dataclass(frozen=True, slots=True)
class Actors(Generic[S, A]):
    """The seats that may act: the position, and the legal actions of each seat that one device plays.

    In most games this is the seat in turn. Where several act at once (`GameSpec.simultaneous`), a pad gets its own
    seat; keyboard, mouse and touch get all seats that share them. It may be empty then.
    """

    state: S
    legal: Mapping[Seat, Sequence[A]]
    clock: Timer | None = None  # with the remaining seconds
    silence: Timer | None = None  # the second clock of some games, likewise

    @property
    def actions(self) -> Sequence[A]:
        """The legal actions of the seat in turn; () if its device does not play it. For games with one seat in turn."""
        return next(iter(self.legal.values()), ())


class Grip(Enum):
    """The phases of a drag, which carries a piece from one place to another."""

    LIFT = auto()  # the piece is picked up at the press
    CARRY = auto()  # it moves to the pointer
    TURN = auto()  # it turns on the way
    DROP = auto()  # it is released at the pointer


class BoardInput(Protocol[S, A, Sel]):
    """Reads presses. It is pure: the selection holds all state, and the caller keeps it."""

    taps_play: bool = False  # whether a finger's tap plays at once

    @abstractmethod
    def empty(self, state: S, legal: Sequence[A], family: str, before: Sel | None = None) -> Sel:
        """The selection at the start of a turn, for a device family; `legal` is empty while no person may choose.

        Asked as a turn begins, when the device changes, and to draw a board at rest. Arrows and sticks need a place in
        focus, a pointer none. Where several act at once, `before` is the selection before another seat's action: the
        others go on with it.
        """

    @abstractmethod
    def choose(self, actors: Actors[S, A], selection: Sel, intent: Intent) -> InputResult[A, Sel]:
        """Return the result of a press by one of `actors`, whom its device plays.

        Called for every press on the board by key, pad, mouse or finger, and while a pointer passes. It has an action
        only if the press decides on a legal one; the same tap on its own selection gives the same result. The match
        decides whether it waits for a second press (`confirm_gate.py`).
        """

    @abstractmethod
    def is_engaged(self, selection: Sel) -> bool:
        """Whether back would cancel something on the board (else it opens the pause menu).

        Asked at a press of back, and for the bar.
        """

    @abstractmethod
    def considering(self, action: A) -> Sel:
        """The selection of `action`, legal or not.

        Asked for hints, for one-button play and in lessons. A press of confirm must then try `action`, if the board
        can.
        """

    @abstractmethod
    def considered(self, selection: Sel) -> A | None:
        """The action that a press of confirm would try, legal or not; None if there is none.

        Asked after a press in a lesson or a puzzle, to explain a forbidden try, and while an action waits.
        """

    @abstractmethod
    def area(self, state: S, action: A) -> pygame.Rect:
        """Return the rectangle of an action in a position, in pixels.

        Asked for one-button play, for arrows in diagrams, and to keep cards clear of the last action.
        """

    def elapse(self, actors: Actors[S, A], selection: Sel, dt: float) -> InputResult[A, Sel]:
        """Return the result of `dt` seconds without a press; by default nothing.

        A number that someone has begun to enter may become an action here. Asked at every tick in a lesson, and with
        all seats in a game where several act at once. It must be quick.
        """
        return InputResult(selection)

    def place_at(self, state: S, legal: Sequence[A], selection: Sel, point: Point) -> Hashable:
        """Return an identifier of what `point` hits; a click counts only if press and release hit the same.

        Asked at a release away from its press. By default all points are alike.
        """
        return None

    def drag(self, actors: Actors[S, A], selection: Sel, grip: Grip, intent: Intent) -> InputResult[A, Sel] | None:
        """Return the result of a phase of a drag by the seat in turn; by default nothing can be carried.

        `LIFT` has the press's point, or none for the mover's stock; None as its result ends the drag. `DROP` has the
        action if a legal one fits, else the piece goes back.
        """
        return None
