"""The entry of numbers: dials on pads, buzzers and digits on the keyboard, buttons of docks under a pointer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Final

import pygame

from game.core.rules import Seat, Timer
from game.robots.state import Action, Bid, State
from scenes.kit.input.intents import KEYBOARD, MOUSE, Intent, Kind, Point
from scenes.kit.layout import Metrics
from scenes.robots.bidding import bid_queue as bidding
from scenes.robots.bidding import docks, open_docks
from scenes.robots.bidding.bid_queue import AGREE, COARSE, FINE, BidQueue
from scenes.robots.bidding.pace import Delay, Pace
from scenes.robots.bidding.seating import BidSeating
from scenes.robots.selection import Declaring, Rebinding, TouchedDock
from scenes.table.contract.input import Actors, InputResult

TURNS: Final = {
    Kind.UP: FINE,
    Kind.DOWN: -FINE,
    Kind.RIGHT: COARSE,
    Kind.LEFT: -COARSE,
    Kind.NEXT: COARSE,
    Kind.PREVIOUS: -COARSE,
}


def due(
    actors: Actors[State, Action], declaring: Declaring, pace: Pace | None = None
) -> InputResult[Action, Declaring]:
    """Return the result with the claim that is due as an action, if one is; `pace` says whose bid comes too soon."""
    delayed = partial(_delay, pace, actors.clock)
    queue, claim = bidding.release(declaring.queue, actors.legal, delayed)
    declaring = replace(declaring, queue=queue)
    return InputResult(declaring) if claim is None else InputResult(declaring, claim.action, claim.seat)


def _delay(pace: Pace | None, clock: Timer | None, seat: Seat) -> Delay:
    return "" if pace is None else pace.pressed(seat, clock)


class Entering:
    """Applies presses to the bid queue, for docks that lie at `places`."""

    def __init__(self, metrics: Metrics, places: Mapping[Seat, pygame.Rect], seating: BidSeating) -> None:
        self._metrics = metrics
        self._places = places
        self._seating = seating

    def pressed(self, actors: Actors[State, Action], declaring: Declaring, intent: Intent) -> Declaring:
        """Return the result of a press; `actors` has the seats that its device plays for by the house's rule."""
        if intent.point is not None:
            return self._pointed(actors, declaring, intent, intent.point)
        if intent.device.is_pad:
            seat = self._seating.take_up(intent.device)
            queue = declaring.queue if seat is None else self._dialled(actors, declaring.queue, seat, intent)
            return replace(declaring, queue=queue)
        buzzes = intent.key in self._seating.seats_by_key()  # somebody's own key, whatever it means elsewhere
        if intent.kind is Kind.SECONDARY and not buzzes and declaring.queue.window is None and actors.state.bids:
            return self._agreed_by_all(actors, declaring)
        if intent.device == KEYBOARD:
            return replace(declaring, queue=self._keyed(actors, declaring.queue, intent))
        return declaring

    def is_on_dock(self, declaring: Declaring, point: Point | None) -> bool:
        """Whether a pointer is on somebody's dock."""
        return point is not None and self._dock_at(declaring, point) is not None

    def _dock_at(self, declaring: Declaring, point: Point) -> Seat | None:
        return docks.dock_at(docks.unfold_all(self._metrics, self._places, declaring.open), point)

    def _agreed_by_all(self, actors: Actors[State, Action], declaring: Declaring) -> Declaring:
        """One press for everybody who shares keyboard, mouse and touch: they have agreed among themselves.

        Whoever is dialling a number has not.
        """
        busy = open_docks.dialling_seats(declaring)
        seats = [seat for seat in self._seating.sharing() if seat not in busy and self._may_enter(actors, seat)]
        declaring = open_docks.close_docks(declaring, seats)
        return replace(declaring, queue=bidding.agreed_by(declaring.queue, seats, actors.legal))

    @staticmethod
    def _may_enter(actors: Actors[State, Action], seat: Seat) -> bool:
        """Whether a seat may still begin to enter something: it acts, and the clock has not run down."""
        in_time = actors.clock is None or actors.clock.seconds > 0 or actors.state.phase != "bid"
        return in_time and seat in actors.legal

    def _dialled(self, actors: Actors[State, Action], queue: BidQueue, seat: Seat, intent: Intent) -> BidQueue:
        """A press of somebody who has a dial."""
        if not self._may_enter(actors, seat):
            return queue
        if intent.kind in TURNS:
            return bidding.turn_dial(queue, actors.state, seat, TURNS[intent.kind])
        if intent.kind is Kind.CONFIRM:
            return bidding.bid_dial(queue, actors.state, seat)
        if intent.kind is Kind.DIGIT:  # the dial is on a phone
            return bidding.add_claim(queue, seat, Bid(intent.value))
        if intent.kind is Kind.SECONDARY:
            return bidding.add_claim(queue, seat, AGREE)
        return bidding.gave_up(queue, actors.state, seat) if intent.kind is Kind.HINT else queue

    def _keyed(self, actors: Actors[State, Action], queue: BidQueue, intent: Intent) -> BidQueue:
        """A press on the keyboard: buzzers where several share it, else a dial and digits at once."""
        shared, keys = self._seating.sharing(), self._seating.seats_by_key()
        if intent.key in keys and intent.kind is not Kind.PAUSE:
            return self._buzzed(actors, queue, keys[intent.key])
        if queue.window is None and len(shared) == 1:
            if intent.kind is not Kind.DIGIT:
                return self._dialled(actors, queue, shared[0], intent)
            if self._may_enter(actors, shared[0]):
                return bidding.type_digit(bidding.buzz(queue, shared[0]), intent.value)
        return self._entered(queue, intent)

    def _buzzed(self, actors: Actors[State, Action], queue: BidQueue, seat: Seat) -> BidQueue:
        """A press of somebody's own key. Of who may not enter it only ends what another is typing: the digits that
        follow are not that other's. But an entry that its seat could not begin anew is left to it.
        """
        if queue.waiting(seat) is not None or self._may_enter(actors, seat):
            return bidding.buzz(queue, seat)
        typing = queue.window
        if typing is not None and not typing.digits and not self._may_enter(actors, typing.seat):
            return queue
        return bidding.interrupted(queue)

    @staticmethod
    def _entered(queue: BidQueue, intent: Intent) -> BidQueue:
        """A press of whoever has the window."""
        window = queue.window
        if window is None:
            return queue
        if intent.kind is Kind.DIGIT:
            return bidding.type_digit(queue, intent.value)
        if intent.kind is Kind.CONFIRM:
            return bidding.buzz(queue, window.seat)
        if intent.kind is Kind.SECONDARY:  # not where a digit was typed: that would be lost
            return queue if window.digits else bidding.answer_without_number(queue, AGREE)
        return bidding.withdrawn(queue) if intent.kind in (Kind.BACK, Kind.UNDO) else queue

    def _pointed(self, actors: Actors[State, Action], declaring: Declaring, intent: Intent, point: Point) -> Declaring:
        """A pointer opens docks and presses their buttons; it has to leave where it went down."""
        if intent.kind not in (Kind.PRESS, Kind.RELEASE):
            return declaring
        grip, target = (intent.device.id, intent.finger), self._target(declaring, point)
        if intent.kind is Kind.PRESS:
            return replace(declaring, held={**declaring.held, grip: target})
        begun = declaring.held.get(grip)
        declaring = replace(declaring, held={other: on for other, on in declaring.held.items() if other != grip})
        if begun is None or begun.seat != target.seat:
            return declaring
        if target.seat is None or target.seat not in self._seating.sharing():
            return open_docks.tapped_beside(declaring)
        if target.seat in declaring.open:
            return self._pressed_on_open(actors, declaring, target.seat, target.name if target == begun else "")
        on_key = docks.keycap(self._metrics, self._places[target.seat]).collidepoint(point)
        if on_key and intent.device == MOUSE and target.seat in self._seating.seats_by_key().values():
            return declaring.under(Rebinding, seat=target.seat)
        return open_docks.open_dock(declaring, target.seat)

    def _target(self, declaring: Declaring, point: Point) -> TouchedDock:
        """What lies under a pointer."""
        seat = self._dock_at(declaring, point)
        if seat is None or seat not in declaring.open:
            return TouchedDock(seat)
        return TouchedDock(seat, docks.control_at(self._metrics, self._places[seat], point) or "")

    def _pressed_on_open(self, actors: Actors[State, Action], declaring: Declaring, seat: Seat, name: str) -> Declaring:
        """A press on an open dock; `name` as in `TouchedDock`."""
        if name == docks.CLOSE:
            return open_docks.close_docks(declaring, [seat])
        declaring = open_docks.touch_dock(declaring, seat, name in ("less", "more"))
        if not name:
            return declaring
        pressed = replace(declaring, queue=self._button(actors, declaring.queue, seat, name))
        return pressed if name in ("less", "more") else open_docks.shut(pressed, [seat])

    def _button(self, actors: Actors[State, Action], queue: BidQueue, seat: Seat, name: str) -> BidQueue:
        """A button of an open dock."""
        if not self._may_enter(actors, seat):
            return queue
        if name in ("less", "more"):
            return bidding.turn_dial(queue, actors.state, seat, FINE if name == "more" else -FINE)
        if name == "declare":
            return bidding.bid_dial(queue, actors.state, seat)
        if name == "agree":
            return bidding.add_claim(queue, seat, AGREE)
        return bidding.gave_up(queue, actors.state, seat)
