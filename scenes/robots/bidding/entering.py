"""How numbers are entered: with a dial on a pad, a buzzer and digits on the keyboard, or the buttons of a dock.

A pad plays for the seat that the setup gave it. A pad without such a seat takes the first free seat with its first
press. Everyone without a pad shares the keyboard.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from operator import is_
from typing import ClassVar, Final

import pygame

from game.core.decode import decode_or
from game.core.kinds import Setting, ValueKind
from game.core.rules import Seat
from game.robots.state import Action, Bid, State
from scenes.kit.drawing.theme import INPUT_PAUSE_SECONDS
from scenes.kit.input.intents import KEYBOARD, MOUSE, SWITCH, Device, Intent, Kind, Point
from scenes.kit.layout import Metrics
from scenes.robots.bidding import bid_queue, docks
from scenes.robots.bidding.bid_queue import AGREE, COARSE, FINE, BidQueue, Pace
from scenes.robots.selection import (
    Declaring,
    Rebinding,
    TouchedDock,
    close_docks,
    dialling_seats,
    open_dock,
    shut,
    tapped_beside,
)
from scenes.table.contract.input import Actors, InputResult
from scenes.table.contract.setup import BoardContext

# A buzzer key for each seat. The keys lie apart on the keyboards of all countries. P is not among them, because it
# pauses.
BUZZERS: Final = (
    *(pygame.K_q, pygame.K_o, pygame.K_z, pygame.K_m),
    *(pygame.K_t, pygame.K_v, pygame.K_a, pygame.K_l),
)


class Buzzers(ValueKind):
    """The codes of eight different keys."""

    type: ClassVar[str] = "list"

    @property
    def range(self) -> str:
        return f"a list of {len(BUZZERS)} different codes of keys"

    def read(self, value: object) -> tuple[int, ...]:
        kept = decode_or(tuple[int, ...], value, ())
        if len(kept) != len(BUZZERS) or len(set(kept)) != len(BUZZERS):
            raise ValueError(f"is not {self.range}")
        free = next(key for key in (*BUZZERS, pygame.K_b) if key not in kept)
        # Earlier versions had P as a buzzer key.
        return tuple(free if key == pygame.K_p else key for key in kept)

    def plain(self, value: tuple[int, ...]) -> list[int]:
        return list(value)


BUZZER_KEYS: Final = Setting("robots.buzzers", Buzzers(), BUZZERS)
"""The codes of the buzzer keys by seat."""


class BidSeating:
    """Knows which device plays for which seat.

    It survives a new layout of the board, so a pad keeps the seat that it took. Who sits where is cached, because every
    frame needs it.
    """

    def __init__(self, context: BoardContext) -> None:
        self._context = context
        # By id of a pad: the seat that it took.
        self._taken: dict[str, Seat] = {}
        # The values from which the cached people and keys were computed.
        self._about: tuple[object, ...] = ()
        self._buzzers: tuple[int, ...] = ()
        self._persons: list[Seat] = []

    @property
    def buzzers(self) -> tuple[int, ...]:
        """Return the codes of the buzzer keys by seat: the person's own key if there is one, otherwise the key in the
        settings.
        """
        self._look()
        return self._buzzers

    def _look(self) -> None:
        """Update people and keys if anything has changed."""
        context = self._context
        about = (context.seats, context.keys, context.settings[BUZZER_KEYS])
        if all(map(is_, about, self._about or (None,))):
            return
        self._about = about
        keys = context.settings[BUZZER_KEYS]
        for seat, config in enumerate(context.seats):
            keys = given(keys, seat, context.keys.get(config.identity, keys[seat]))
        self._buzzers = keys
        self._persons = [seat for seat, config in enumerate(context.seats) if not config.is_ai]

    def _people(self) -> list[Seat]:
        """Return the seats of people. A lesson has one."""
        if self._context.in_lesson:
            return [0]
        self._look()
        return self._persons

    def sharing(self) -> list[Seat]:
        """Return the seats of people who share keyboard, mouse and touch, because no connected pad is theirs.

        If there are several, they must buzz. A single person may change between devices at any time.
        """
        people = self._people()
        pads = self._context.stage.devices.pads()
        numbers = {pad.held for pad in pads}
        ids = {pad.id for pad in pads}
        seats = self._context.seats
        taken = {seat for pad, seat in self._taken.items() if pad in ids and not seats[seat].device}
        holders = taken if len(people) > 1 else set()
        return [seat for seat in people if seats[seat].device not in numbers and seat not in holders]

    def seats_by_key(self) -> dict[int, Seat]:
        """Return the seats by buzzer key. It is empty unless several people share the keyboard."""
        shared, keys = self.sharing(), self.buzzers
        return {keys[seat]: seat for seat in shared} if len(shared) > 1 else {}

    def holder(self, pad: Device) -> Seat | None:
        """Return the seat of a pad: the one assigned to it, the one it took, or one that it can take.

        None if it only watches.

        A seat with an assigned device cannot be taken. A phone has only a seat that was assigned to it.
        """
        people, seats = self._people(), self._context.seats
        given = [seat for seat in people if seats[seat].device == pad.held]
        if pad.is_phone and not self._context.in_lesson:
            return next(iter(given), None)
        kept = [seat for seat in people if seat == self._taken.get(pad.id) and not seats[seat].device]
        holders = set(self._taken.values()) if len(people) > 1 else set()
        loose = [seat for seat in people if not seats[seat].device and seat not in holders]
        return next(iter((*given, *kept, *loose)), None)

    def take_up(self, pad: Device) -> Seat | None:
        """Let a pad take its seat and keep it. Returns the seat."""
        seat = self.holder(pad)
        if seat is not None:
            self._taken[pad.id] = seat
        return seat

    def plays_for(self, device: Device, seat: Seat) -> bool:
        """Return whether a device plays for a seat. If everyone has a pad, the keyboard plays for all."""
        if device == SWITCH:
            return True
        if device.is_pad:
            return self.holder(device) == seat
        return seat in (self.sharing() or self._people())

    def rebind(self, seat: Seat, key: int) -> None:
        """Give a seat another buzzer key, and store it."""
        context, identity = self._context, self._context.seats[seat].identity
        if identity in context.keys:
            context.keys = context.rebind(identity, key)
        else:
            context.settings.set(BUZZER_KEYS, given(context.settings[BUZZER_KEYS], seat, key))


def given(keys: tuple[int, ...], seat: Seat, key: int) -> tuple[int, ...]:
    """Return the keys with `key` for `seat`. If another seat had this key, it gets the old key of `seat`."""
    swapped = {key: keys[seat], keys[seat]: key}
    return tuple(swapped.get(other, other) for other in keys)


TURNS: Final = {
    Kind.UP: FINE,
    Kind.DOWN: -FINE,
    Kind.RIGHT: COARSE,
    Kind.LEFT: -COARSE,
    Kind.NEXT: COARSE,
    Kind.PREVIOUS: -COARSE,
}


# Seconds within which people who share the keyboard must press again to agree.
ASK_SECONDS: Final = 3.0
PASSING: Final = (Kind.HOVER, Kind.DRAG, Kind.RELEASE)

BUTTONS: Final = {
    "less": Kind.DOWN,
    "more": Kind.UP,
    "declare": Kind.CONFIRM,
    "agree": Kind.SECONDARY,
    "none": Kind.HINT,
}
"""The buttons of an open dock, each with the press of a pad that does the same."""


def due(
    actors: Actors[State, Action], declaring: Declaring, pace: Pace | None = None
) -> InputResult[Action, Declaring]:
    """Return a result whose action is the claim that is due, if there is one. `pace` says whose bid is too early."""
    clock = actors.clock
    queue, claim = bid_queue.release(
        declaring.queue, actors.legal, lambda seat: "" if pace is None else pace.pressed(seat, clock)
    )
    declaring = replace(declaring, queue=queue)
    return InputResult(declaring) if claim is None else InputResult(declaring, claim.action, claim.seat)


class Entering:
    """Applies presses to the queue of bids. The docks lie at `places`."""

    def __init__(self, metrics: Metrics, places: Mapping[Seat, pygame.Rect], seating: BidSeating) -> None:
        self._metrics = metrics
        self._places = places
        self._seating = seating

    def pressed(self, actors: Actors[State, Action], declaring: Declaring, intent: Intent) -> Declaring:
        """Return the selection after a press. `actors` has the seats for which the pressed device may play."""
        asked = declaring.asked
        if intent.kind not in PASSING:
            declaring = replace(declaring, asked=0.0)
        if intent.point is not None:
            return self._pointed(actors, declaring, intent, intent.point)
        if intent.device.is_pad:
            seat = self._seating.take_up(intent.device)
            queue = (
                declaring.queue
                if seat is None
                else self._dialled(actors, declaring.queue, seat, intent.kind, intent.value)
            )
            return replace(declaring, queue=queue)
        # A key that is a buzzer key has no other meaning.
        buzzes = intent.key in self._seating.seats_by_key()
        if intent.kind is Kind.SECONDARY and not buzzes and declaring.queue.window is None and actors.state.bids:
            return self._agreed_by_sharers(actors, declaring, asked)
        if intent.device == KEYBOARD:
            return replace(declaring, queue=self._keyed(actors, declaring.queue, intent))
        return declaring

    def is_on_dock(self, declaring: Declaring, point: Point | None) -> bool:
        """Return whether a pointer is on a dock."""
        return point is not None and self._dock_at(declaring, point) is not None

    def _dock_at(self, declaring: Declaring, point: Point) -> Seat | None:
        return docks.dock_at(self._places, point)

    def _agreed_by_sharers(self, actors: Actors[State, Action], declaring: Declaring, asked: float) -> Declaring:
        """Agree for all people who share keyboard, mouse and touch, if nobody is dialling a number.

        Several people have to talk about it first, so two presses are needed. `asked` is how many seconds are left for
        the second press.
        """
        seats = [seat for seat in self._seating.sharing() if self._may_enter(actors, seat)]
        if dialling_seats(declaring):
            return declaring
        if len(seats) > 1 and not 0 < asked <= ASK_SECONDS - INPUT_PAUSE_SECONDS:
            return replace(declaring, asked=asked or ASK_SECONDS)
        declaring = close_docks(declaring, seats)
        return replace(declaring, queue=bid_queue.agreed_by(declaring.queue, seats, actors.legal))

    @staticmethod
    def _may_enter(actors: Actors[State, Action], seat: Seat) -> bool:
        """Return whether a seat may start to enter a number.

        It must be allowed to act, and the clock must not have run out.
        """
        in_time = actors.clock is None or actors.clock.seconds > 0 or actors.state.phase != "bid"
        return in_time and seat in actors.legal

    def _dialled(
        self, actors: Actors[State, Action], queue: BidQueue, seat: Seat, kind: Kind, number: int = 0
    ) -> BidQueue:
        """Handle a press on a dial."""
        if not self._may_enter(actors, seat):
            return queue
        if kind in TURNS:
            return bid_queue.turn_dial(queue, actors.state, seat, TURNS[kind])
        if kind is Kind.CONFIRM:
            return bid_queue.bid_dial(queue, actors.state, seat)
        # Only the dial on a phone sends a whole number.
        if kind is Kind.DIGIT:
            return bid_queue.add_claim(queue, seat, Bid(number))
        if kind is Kind.SECONDARY:
            return bid_queue.add_claim(queue, seat, AGREE)
        return bid_queue.gave_up(queue, actors.state, seat) if kind is Kind.HINT else queue

    def _keyed(self, actors: Actors[State, Action], queue: BidQueue, intent: Intent) -> BidQueue:
        """Handle a key press.

        If several people share the keyboard, each must buzz before typing digits. A single person needs no buzzer, and
        arrows turn the dial.
        """
        shared, keys = self._seating.sharing(), self._seating.seats_by_key()
        if intent.key in keys and intent.kind is not Kind.PAUSE:
            return self._buzzed(actors, queue, keys[intent.key])
        if queue.window is None and len(shared) == 1:
            if intent.kind is not Kind.DIGIT:
                return self._dialled(actors, queue, shared[0], intent.kind)
            if self._may_enter(actors, shared[0]):
                return bid_queue.type_digit(bid_queue.buzz(queue, shared[0]), intent.value)
        return self._entered(queue, intent)

    def _buzzed(self, actors: Actors[State, Action], queue: BidQueue, seat: Seat) -> BidQueue:
        """Handle a buzzer.

        If the seat may not enter anything, its buzz only ends the entry of another seat, so that the next digits are
        not added to that entry. But an empty entry stays open if the seat that has it could not buzz again.
        """
        if queue.waiting(seat) is not None or self._may_enter(actors, seat):
            return bid_queue.buzz(queue, seat)
        typing = queue.window
        if typing is not None and not typing.digits and not self._may_enter(actors, typing.seat):
            return queue
        return bid_queue.interrupted(queue)

    @staticmethod
    def _entered(queue: BidQueue, intent: Intent) -> BidQueue:
        """Handle a press of the seat that may type."""
        window = queue.window
        if window is None:
            return queue
        if intent.kind is Kind.DIGIT:
            return bid_queue.type_digit(queue, intent.value)
        if intent.kind is Kind.CONFIRM:
            return bid_queue.buzz(queue, window.seat)
        # After a digit, agreeing does nothing, because the digit would be lost.
        if intent.kind is Kind.SECONDARY:
            return queue if window.digits else bid_queue.answer_without_number(queue, AGREE)
        return bid_queue.withdrawn(queue) if intent.kind in (Kind.BACK, Kind.UNDO) else queue

    def _pointed(self, actors: Actors[State, Action], declaring: Declaring, intent: Intent, point: Point) -> Declaring:
        """Open docks and press their buttons with a pointer. A press counts if it is released where it began."""
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
            return tapped_beside(declaring)
        if target.seat in declaring.open:
            return self._pressed_on_open(actors, declaring, target.seat, target.name if target == begun else "")
        on_key = docks.keycap(self._metrics, self._places[target.seat]).collidepoint(point)
        if on_key and intent.device == MOUSE and target.seat in self._seating.seats_by_key().values():
            return declaring.under(Rebinding, seat=target.seat)
        return open_dock(declaring, target.seat)

    def _target(self, declaring: Declaring, point: Point) -> TouchedDock:
        """Return what is under a pointer."""
        seat = self._dock_at(declaring, point)
        if seat is None or seat not in declaring.open:
            return TouchedDock(seat)
        return TouchedDock(seat, docks.control_at(self._metrics, self._places[seat], point) or "")

    def _pressed_on_open(self, actors: Actors[State, Action], declaring: Declaring, seat: Seat, name: str) -> Declaring:
        """Handle a press on the part `name` of an open dock. See `TouchedDock` for the names."""
        if name == docks.CLOSE:
            return close_docks(declaring, [seat])
        declaring = open_dock(declaring, seat, name in ("less", "more"))
        if not name:
            return declaring
        pressed = replace(declaring, queue=self._dialled(actors, declaring.queue, seat, BUTTONS[name]))
        return pressed if name in ("less", "more") else shut(pressed, [seat])
