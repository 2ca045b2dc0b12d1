"""Docks that pointers have opened: each opens and closes by itself, so that nobody closes another's dial."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Final

from game.core.rules import Seat
from game.robots.state import State
from scenes.robots.bidding import bid_queue as bidding
from scenes.robots.selection import Declaring, OpenDock

IDLE_SECONDS: Final = 10.0  # without a touch, after which an open dock closes


def open_dock(declaring: Declaring, seat: Seat) -> Declaring:
    """Return the selection with a seat's dock open, besides all others that are."""
    return replace(declaring, open={**declaring.open, seat: OpenDock()})


def touch_dock(declaring: Declaring, seat: Seat, turned: bool = False) -> Declaring:
    """Return the selection with an open dock touched just now; `turned`: its dial was."""
    dock = OpenDock(turned=turned or declaring.open[seat].turned)
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
    fresh = {seat: bidding.dial(queue, state, seat) for seat in declaring.open if seat not in queue.dials}
    return replace(declaring, queue=replace(queue, dials={**queue.dials, **fresh})) if fresh else declaring
