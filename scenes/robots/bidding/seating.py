"""The seats of each device: pads are given out or taken up, the keyboard serves everybody who has none."""

from __future__ import annotations

from dataclasses import replace
from operator import is_
from typing import Final

import pygame

from game.core.decode import decode_or
from game.core.rules import Seat
from game.roster import Chair, Roster
from game.storage.store import Store
from scenes.kit.input.intents import SWITCH, Device
from scenes.services import Services
from scenes.table.contract.setup import BoardContext

_KEY: Final = "robots.buzzers"
# By seat: keys that lie apart on the keyboards of all countries; P is not among them, it pauses.
BUZZERS: Final = (
    *(pygame.K_q, pygame.K_o, pygame.K_z, pygame.K_m),
    *(pygame.K_t, pygame.K_v, pygame.K_a, pygame.K_l),
)


class BidSeating:
    """The devices of the players at one table. It outlives layouts: a pad keeps the seat that it took up.

    It asks the store for the buzzers once, and who sits there once while nobody comes or goes: they are drawn in every
    frame.
    """

    def __init__(self, context: BoardContext) -> None:
        self._context = context
        self._set = buzzers(context.services.store)
        self._taken: dict[str, Seat] = {}  # the seat that a pad took up, by the pad's id
        self._about: tuple[object, ...] = ()  # what the next two were found from
        self._buzzers: tuple[int, ...] = ()
        self._persons: list[Seat] = []

    @property
    def buzzers(self) -> tuple[int, ...]:
        """Key codes by seat: a chair's own where somebody sat down with one, else as they were set."""
        self._look()
        return self._buzzers

    def _look(self) -> None:
        """Find out who sits there, and with which keys, where that has changed."""
        context = self._context
        about = (context.seats, context.services.people.roster, self._set)
        if all(map(is_, about, self._about or (None,))):
            return
        self._about = about
        keys = list(self._set)
        for seat in range(len(context.seats)):
            chair = self._chair(seat)
            if chair is not None:
                _give(keys, seat, chair.key)
        self._buzzers = tuple(keys)
        self._persons = [seat for seat, config in enumerate(context.seats) if not config.is_ai]

    def _chair(self, seat: Seat) -> Chair | None:
        """The chair with a key of its own whose person has this seat."""
        chair = self._context.services.people.roster.chair(self._context.seats[seat].identity)
        return chair if chair is not None and chair.key else None

    def _people(self) -> list[Seat]:
        """The seats of persons; in a lesson there is but one."""
        if self._context.in_lesson:
            return [0]
        self._look()
        return self._persons

    def sharing(self) -> list[Seat]:
        """The persons at the keyboard (and at mouse and touch): those to whom no pad that is plugged in belongs.

        More than one have to buzz. A person who is alone may change hands at any time.
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
        """The seats by the buzzers that count."""
        shared, keys = self.sharing(), self.buzzers
        return {keys[seat]: seat for seat in shared} if len(shared) > 1 else {}

    def holder(self, pad: Device) -> Seat | None:
        """The seat of a pad: the one that it was given, took up, or could take up now; None where it only watches.

        It takes up nobody's seat who was given a device. A phone has a seat that it was given, or none.
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
        """Let a pad keep its seat from now on; gives that seat."""
        seat = self.holder(pad)
        if seat is not None:
            self._taken[pad.id] = seat
        return seat

    def plays_for(self, device: Device, seat: Seat) -> bool:
        """Whether a device plays for a seat; where everybody has a pad, the keyboard plays for all."""
        if device == SWITCH:
            return True
        if device.is_pad:
            return self.holder(device) == seat
        return seat in (self.sharing() or self._people())

    def rebind(self, seat: Seat, key: int) -> None:
        """Give a seat another buzzer, and keep it."""
        chair = self._chair(seat)
        if chair is None:
            keep_buzzer(self._context.services.store, seat, key)
            self._set = buzzers(self._context.services.store)
            return
        services = self._context.services
        swapped = {key: chair.key, chair.key: key}  # whoever had the key gets the former one
        services.people.seat(
            Roster(
                tuple(replace(other, key=swapped.get(other.key, other.key)) for other in services.people.roster.chairs)
            )
        )


def buzzers(store: Store) -> tuple[int, ...]:
    """The buzzers by seat as they were set, else the usual ones."""
    kept = decode_or(tuple[int, ...], store.get(_KEY), ())
    if len(kept) != len(BUZZERS) or len(set(kept)) != len(BUZZERS):
        return BUZZERS
    free = next(key for key in (*BUZZERS, pygame.K_b) if key not in kept)
    return tuple(free if key == pygame.K_p else key for key in kept)  # P was a buzzer once


def keep_buzzer(store: Store, seat: Seat, key: int) -> None:
    """Give a seat another key; who had it gets the seat's former one."""
    keys = list(buzzers(store))
    _give(keys, seat, key)
    store.set(_KEY, keys)


def keys_of_the_table(services: Services) -> tuple[int, ...]:
    """The keys that people share: those of the chairs, filled up with the usual ones."""
    own = [chair.key for chair in services.people.roster.people if chair.key]
    return tuple([*own, *(key for key in buzzers(services.store) if key not in own)][: len(BUZZERS)])


def _give(keys: list[int], seat: Seat, key: int) -> None:
    """Let `seat` have `key`, and whoever had it the seat's former one."""
    if key in keys:
        keys[keys.index(key)] = keys[seat]
    keys[seat] = key
