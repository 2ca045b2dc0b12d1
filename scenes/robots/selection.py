"""The selections of a hand at the robots' table; only the screen knows them."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, TypeAlias, TypeVar

from game.core.rules import Seat
from game.robots import rules
from game.robots.board import Colour
from game.robots.state import State
from scenes.kit.input.intents import Point
from scenes.robots.bidding.bid_queue import BidQueue

DECLARING: Final = ("think", "bid")  # the phases in which numbers are declared
STEERING: Final = ("demonstrate", "practice")

Cover = TypeVar("Cover", bound="Declaring")
Grip: TypeAlias = tuple[str, int]  # what is down on the screen: a device's id and the number of its finger


@dataclass(frozen=True, slots=True)
class OpenDock:
    """A dock that a pointer has opened: the seconds since it was touched, and whether its dial was turned."""

    idle: float = 0.0
    turned: bool = False


@dataclass(frozen=True, slots=True)
class TouchedDock:
    """The thing under a pointer: a seat's dock, None for none, and its part: a button, "close", "" for neither."""

    seat: Seat | None
    name: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Watching:
    """An AI shows its route, or the game is over: nobody can act. `open` are the docks that will be open again."""

    open: Collection[Seat] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Declaring:
    """Everybody thinks of a number. `attempt` is the chip and the attempt at it that the queue is for.

    `open` are the docks that pointers have opened, by seat; `held` is what each pointer that is down went down on.
    """

    attempt: Hashable = None
    queue: BidQueue = field(default_factory=lambda: BidQueue({}))
    open: Mapping[Seat, OpenDock] = field(default_factory=dict)
    held: Mapping[Grip, TouchedDock] = field(default_factory=dict)

    def under(self, cover: type[Cover], **more: Any) -> Cover:
        """The same numbers with something else over them."""
        return cover(attempt=self.attempt, queue=self.queue, open=self.open, held=self.held, **more)

    def uncovered(self) -> Declaring:
        """The numbers alone, without what lies over them."""
        return self.under(Declaring)


@dataclass(frozen=True, slots=True, kw_only=True)
class LookingBack(Declaring):
    """The round before plays on the board; numbers are declared all the same.

    `route` says which of its routes is shown (`review.round_show`), `since` the stage's time at which its film began.
    One that came `by_itself`, as the round ended, goes by itself, and AI seats wait for it.
    """

    since: float
    route: int = 0
    by_itself: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Rebinding(Declaring):
    """The next key will be the buzzer of `seat`."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Steering:
    """Robots are moved, in a demonstration or in practice.

    `robot` is the one in the hand, None for the chip's own; `grip` is where a pointer took it up. `gives_up` says
    whether back would give up the moves made in practice, in which `hints` were asked for.
    """

    attempt: Hashable = None
    robot: Colour | None = None
    grip: Point | None = None
    gives_up: bool = False
    hints: int = 0
    open: Collection[Seat] = ()  # the docks that will be open again


Selection: TypeAlias = Watching | Declaring | Steering


def begin_selection(state: State, by_person: bool, open_docks: Collection[Seat] = ()) -> Selection:
    """The selection that a position begins with; `by_person` says whether a person is to act."""
    attempt = rules.decision(state)
    if state.phase in DECLARING:
        return Declaring(attempt=attempt, open={seat: OpenDock() for seat in open_docks})
    if state.phase in STEERING and by_person:
        return Steering(attempt=attempt, gives_up=_gives_up(state), open=tuple(open_docks))
    return Watching(open=tuple(open_docks))


def continue_selection(selection: Selection, state: State, by_person: bool) -> Selection:
    """The selection in a position that has come: dials and buzzes are those of one attempt at one chip."""
    fresh = begin_selection(state, by_person, selection.open)
    if isinstance(selection, Steering) and isinstance(fresh, Steering):
        if selection.attempt is None:  # of a hint: its robot is the one whose way is shown
            return replace(fresh, robot=selection.robot)
        if selection.attempt == fresh.attempt:
            return replace(selection, gives_up=fresh.gives_up)
    if isinstance(selection, Declaring) and isinstance(fresh, Declaring) and selection.attempt == fresh.attempt:
        looking_back_in_vain = isinstance(selection, LookingBack) and state.phase != "think"
        return selection.uncovered() if looking_back_in_vain else selection
    return fresh


def _gives_up(state: State) -> bool:
    return state.phase == "practice" and bool(state.moves)
