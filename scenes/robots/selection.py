"""The selections of players at the robots' table, which only the screen knows.

Each dock is opened and closed on its own, so that players do not close each other's dials.
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

# The phases in which numbers are declared.
DECLARING: Final = ("think", "bid")
STEERING: Final = ("demonstrate", "practice")

Cover = TypeVar("Cover", bound="Declaring")
# The id of a device, and the number of the finger on its screen.
Grip: TypeAlias = tuple[str, int]


@dataclass(frozen=True, slots=True)
class OpenDock:
    """A dock that a pointer has opened: seconds since the last touch, and whether its dial was turned."""

    idle: float = 0.0
    turned: bool = False


@dataclass(frozen=True, slots=True)
class TouchedDock:
    """What is under a pointer: a dock's `seat` (None for no dock), and the `name` of a part of the dock.

    It is the name of a button, or "close", or "" for none of these.
    """

    seat: Seat | None
    name: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Watching:
    """Nobody can act, because an AI shows its route or the game is over.

    `open` are the docks that will be opened again.
    """

    open: Collection[Seat] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Declaring:
    """All seats may declare numbers. `attempt` identifies the chip, and the attempt at it, to which the queue belongs.

    `open` has the docks that pointers have opened, by seat. `held` maps each pressed pointer to the part where it was
    pressed.

    People who share a keyboard agree together by pressing Agree twice. `asked` has the seconds left for the second
    press; 0 before the first.
    """

    attempt: Hashable = None
    queue: BidQueue = field(default_factory=lambda: BidQueue({}))
    open: Mapping[Seat, OpenDock] = field(default_factory=dict)
    held: Mapping[Grip, TouchedDock] = field(default_factory=dict)
    asked: float = 0.0

    def under(self, cover: type[Cover], **more: Any) -> Cover:
        """Return a selection of the class `cover` that keeps these numbers and adds the fields `more`."""
        return cover(attempt=self.attempt, queue=self.queue, open=self.open, held=self.held, **more)

    def uncovered(self) -> Declaring:
        """Return a plain selection with the same numbers, without what covered them."""
        return self.under(Declaring)


@dataclass(frozen=True, slots=True, kw_only=True)
class LookingBack(Declaring):
    """The previous round is shown on the board, while numbers can still be declared.

    `route` is the number of the shown route (see `looking_back.py`), `since` is the stage's time at which its film
    began. A look back that opened by itself (`by_itself`) also closes by itself, and AI seats wait for it.
    """

    since: float
    route: int = 0
    by_itself: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Rebinding(Declaring):
    """The next key that is pressed becomes the buzzer key of `seat`."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Steering:
    """Robots are moved, in a demonstration or in practice.

    `robot` is the chosen robot, None for the chip's own. `grip` is the point where a pointer has picked it up.
    `gives_up` means that Back would give up moves made in practice; `hints` is the number of hints given in practice.
    """

    attempt: Hashable = None
    robot: Colour | None = None
    grip: Point | None = None
    gives_up: bool = False
    hints: int = 0
    # The docks that will be opened again.
    open: Collection[Seat] = ()


Selection: TypeAlias = Watching | Declaring | Steering


def begin_selection(state: State, by_person: bool, open_docks: Collection[Seat] = ()) -> Selection:
    """Return the first selection in a position. `by_person` is true if a person may act."""
    attempt = rules.decision(state)
    if state.phase in DECLARING:
        return Declaring(attempt=attempt, open={seat: OpenDock() for seat in open_docks})
    if state.phase in STEERING and by_person:
        return Steering(attempt=attempt, gives_up=_gives_up(state), open=tuple(open_docks))
    return Watching(open=tuple(open_docks))


def continue_selection(selection: Selection, state: State, by_person: bool) -> Selection:
    """Return the selection for a new position. Dials and buzzes are kept only in the same attempt at the same chip."""
    fresh = begin_selection(state, by_person, selection.open)
    if isinstance(selection, Steering) and isinstance(fresh, Steering):
        # A selection without an attempt shows a hint. The hint's robot stays chosen.
        if selection.attempt is None:
            return replace(fresh, robot=selection.robot)
        if selection.attempt == fresh.attempt:
            return replace(selection, gives_up=fresh.gives_up)
    if isinstance(selection, Declaring) and isinstance(fresh, Declaring) and selection.attempt == fresh.attempt:
        looking_back_in_vain = isinstance(selection, LookingBack) and state.phase != "think"
        return selection.uncovered() if looking_back_in_vain else selection
    return fresh


def _gives_up(state: State) -> bool:
    return state.phase == "practice" and bool(state.moves)


# Seconds without a touch after which an open dock closes.
IDLE_SECONDS: Final = 10.0


def open_dock(declaring: Declaring, seat: Seat, turned: bool = False) -> Declaring:
    """Return the selection with a seat's dock open and just touched. `turned` is true if its dial was turned."""
    before = declaring.open.get(seat)
    dock = OpenDock(turned=turned or (before is not None and before.turned))
    return replace(declaring, open={**declaring.open, seat: dock})


def shut(declaring: Declaring, seats: Collection[Seat]) -> Declaring:
    """Return the selection with the docks of `seats` closed. The numbers on their dials stay."""
    return replace(declaring, open={seat: dock for seat, dock in declaring.open.items() if seat not in seats})


def close_docks(declaring: Declaring, seats: Collection[Seat]) -> Declaring:
    """Return the selection with the docks of `seats` closed and their dials reset."""
    going = [seat for seat in seats if seat in declaring.open]
    dials = {seat: number for seat, number in declaring.queue.dials.items() if seat not in going}
    return shut(replace(declaring, queue=replace(declaring.queue, dials=dials)), going)


def dialling_seats(declaring: Declaring) -> list[Seat]:
    """Return the seats in whose open docks somebody is setting a number."""
    return [seat for seat, dock in declaring.open.items() if dock.turned]


def tapped_beside(declaring: Declaring) -> Declaring:
    """Return the selection after a tap outside all docks. It closes the docks whose dials were not turned."""
    return close_docks(declaring, [seat for seat, dock in declaring.open.items() if not dock.turned])


def age_docks(declaring: Declaring, dt: float, sharing: Collection[Seat]) -> Declaring:
    """Return the selection after `dt` seconds.

    A dock closes if nobody touches it for too long, or if its seat now has a pad.

    `sharing` are the seats that may have a dock open.
    """
    if not declaring.open:
        return declaring
    docks = {seat: replace(dock, idle=dock.idle + dt) for seat, dock in declaring.open.items()}
    going = [seat for seat, dock in docks.items() if dock.idle >= IDLE_SECONDS or seat not in sharing]
    return close_docks(replace(declaring, open=docks), going)


def frozen(declaring: Declaring, state: State) -> Declaring:
    """Return the selection with the numbers on open dials fixed, so that the bids of others do not change them."""
    queue = declaring.queue
    fresh = {seat: bid_queue.dial(queue, state, seat) for seat in declaring.open if seat not in queue.dials}
    return replace(declaring, queue=replace(queue, dials={**queue.dials, **fresh})) if fresh else declaring
