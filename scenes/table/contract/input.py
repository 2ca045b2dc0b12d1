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
    """A request to the match, besides an action, by a press of the person who plays alone or is in turn."""

    RESET = auto()  # back to the first position, where undo is free
    NEXT = auto()  # another game with the same setup
    CONCEDE = auto()  # to be asked whether to give up what the seat in turn shows


@dataclass(frozen=True, slots=True)
class InputResult(Generic[A, Sel]):
    """The result of a press: the new selection and, if the press decided, the action.

    Whether that is played at once or waits for a second press is not the board's to say (`confirm_gate.py`).
    `seat` says who decided, where several may act at once; of the seat in turn the match says it. `carried`: a pointer
    has taken the piece there, so that nothing is left to be shown of its way.
    """

    selection: Sel
    action: A | None = None
    seat: Seat | None = None
    wish: Wish | None = None
    carried: bool = False


@dataclass(frozen=True, slots=True)
class Actors(Generic[S, A]):
    """The seats that may act: the position, and the legal actions of each seat that one device plays for.

    In most games that is the seat in turn alone. Where several act at once (`GameSpec.simultaneous`), a pad finds
    the seat that it was given; keyboard, mouse and touch find every seat that shares them. It may be empty then.
    """

    state: S
    legal: Mapping[Seat, Sequence[A]]
    clock: Timer | None = None  # with the seconds left
    silence: Timer | None = None  # the second clock of some games, likewise

    @property
    def actions(self) -> Sequence[A]:
        """The legal actions of the seat in turn, in a game where only one acts; () where its device does not."""
        return next(iter(self.legal.values()), ())


class Grip(Enum):
    """The parts of a drag, which carries a piece from one place to another."""

    LIFT = auto()  # it is taken where the pointer went down
    CARRY = auto()  # it comes to where the pointer is now
    TURN = auto()  # it is turned on the way
    DROP = auto()  # it is let go where the pointer is now


class BoardInput(Protocol[S, A, Sel]):
    """Reads presses. It is pure: everything considered is in the selection, which the caller keeps."""

    taps_play: bool = False  # whether a finger's tap plays at once, without a confirm

    @abstractmethod
    def empty(self, state: S, legal: Sequence[A], family: str, before: Sel | None = None) -> Sel:
        """The selection when a turn begins, for a device family; `legal` is empty when nobody is to choose.

        Asked as a turn begins, when something else is taken in the hand, and to draw a board at rest. Arrows and sticks
        want a place in focus, a pointer none. Where several act at once, `before` is the selection until somebody's
        action: the others go on with it.
        """

    @abstractmethod
    def choose(self, actors: Actors[S, A], selection: Sel, intent: Intent) -> InputResult[A, Sel]:
        """Return the result of a press by one of `actors`, whom its device plays for.

        Called for every press on the board by key, pad, mouse or finger, and while a pointer passes. It has an action
        only where the press decides on a legal one, and the same again for the same tap on its own selection: whether
        it waits for a second press is not the board's to say (`confirm_gate.py`).
        """

    @abstractmethod
    def is_engaged(self, selection: Sel) -> bool:
        """Whether back would give up something on the board (else it opens the pause menu).

        Asked when somebody presses back, and for the bar.
        """

    @abstractmethod
    def considering(self, action: A) -> Sel:
        """The selection in which `action`, legal or not, is considered.

        Asked for hints, for one-button play and in lessons. A press of confirm in it must try `action`, where the board
        can.
        """

    @abstractmethod
    def considered(self, selection: Sel) -> A | None:
        """The action that a press of confirm would try, legal or not; None where it would try none.

        Asked after a press in a lesson or a puzzle, to say why a try is not allowed, and while an action waits.
        """

    @abstractmethod
    def area(self, state: S, action: A) -> pygame.Rect:
        """Return the rectangle of an action in a position, in pixels.

        Asked for one-button play, for arrows in diagrams, and to keep cards clear of what has happened.
        """

    def elapse(self, actors: Actors[S, A], selection: Sel, dt: float) -> InputResult[A, Sel]:
        """Return the result of `dt` seconds without a press; by default nothing comes of them.

        A number that somebody has begun to enter may become an action here. Asked at every tick in a lesson, and in a
        game where several act at once, then with all of them. It must be quick.
        """
        return InputResult(selection)

    def place_at(self, state: S, legal: Sequence[A], selection: Sel, point: Point) -> Hashable:
        """Return what a click at a point of the board hits; a click counts only where its release hits the same.

        Asked at a release away from its press. By default all points are alike.
        """
        return None

    def drag(self, actors: Actors[S, A], selection: Sel, grip: Grip, intent: Intent) -> InputResult[A, Sel] | None:
        """Return the result of a part of a drag by the seat in turn; by default nothing can be carried.

        `LIFT` has the point where the pointer went down, or none where that was the mover's stock: None where there is
        nothing to take, and then no other part follows. `DROP` has the action where a legal one fits, else the piece
        goes back.
        """
        return None
