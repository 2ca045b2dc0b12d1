"""The selections of a hand at the robots' table, which only the screen knows.

Each dock that a pointer has opened opens and closes by itself, so that nobody closes another's dial.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, TypeAlias, TypeVar

from game.core.rules import Seat
from game.robots import rules
from game.robots.board import Colour
from game.robots.state import State
from scenes.kit.input.intents import Point
from scenes.robots.bidding import bid_queue
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

    `route` says which of its routes is shown (`looking_back.py`), `since` the stage's time at which its film began.
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


IDLE_SECONDS: Final = 10.0  # without a touch, after which an open dock closes


def open_dock(declaring: Declaring, seat: Seat, turned: bool = False) -> Declaring:
    """Return the selection with a seat's dock open, touched just now, besides all others; `turned`: its dial was."""
    before = declaring.open.get(seat)
    dock = OpenDock(turned=turned or (before is not None and before.turned))
    return replace(declaring, open={**declaring.open, seat: dock})


def shut(declaring: Declaring, seats: Collection[Seat]) -> Declaring:
    """Return the selection with the docks of `seats` closed; a dialled number is still to be declared."""
    return replace(declaring, open={seat: dock for seat, dock in declaring.open.items() if seat not in seats})


def close_docks(declaring: Declaring, seats: Collection[Seat]) -> Declaring:
    """Return the selection with the docks of `seats` closed, and their dials as untouched as before they were
    opened.
    """
    going = [seat for seat in seats if seat in declaring.open]
    dials = {seat: number for seat, number in declaring.queue.dials.items() if seat not in going}
    return shut(replace(declaring, queue=replace(declaring.queue, dials=dials)), going)


def dialling_seats(declaring: Declaring) -> list[Seat]:
    """The seats in whose open docks a number is being dialled."""
    return [seat for seat, dock in declaring.open.items() if dock.turned]


def tapped_beside(declaring: Declaring) -> Declaring:
    """Return the selection after a tap beside all docks: those on which nobody has dialled anything close."""
    return close_docks(declaring, [seat for seat, dock in declaring.open.items() if not dock.turned])


def age_docks(declaring: Declaring, dt: float, sharing: Collection[Seat]) -> Declaring:
    """Return the selection after `dt` seconds: docks left alone for too long close, and so do those that a pad has
    taken over.

    `sharing` are the seats that may have a dock open.
    """
    if not declaring.open:
        return declaring
    docks = {seat: replace(dock, idle=dock.idle + dt) for seat, dock in declaring.open.items()}
    going = [seat for seat, dock in docks.items() if dock.idle >= IDLE_SECONDS or seat not in sharing]
    return close_docks(replace(declaring, open=docks), going)


def frozen(declaring: Declaring, state: State) -> Declaring:
    """Return the selection with the numbers of open dials kept: bids of others never change them under the pointer."""
    queue = declaring.queue
    fresh = {seat: bid_queue.dial(queue, state, seat) for seat in declaring.open if seat not in queue.dials}
    return replace(declaring, queue=replace(queue, dials={**queue.dials, **fresh})) if fresh else declaring
