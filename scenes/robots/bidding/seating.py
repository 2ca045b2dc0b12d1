"""The seats of each device: pads are given out or taken up, the keyboard serves everybody who has none."""

from __future__ import annotations

from operator import is_
from typing import ClassVar, Final

import pygame

from game.core.decode import decode_or
from game.core.kinds import Setting, ValueKind
from game.core.rules import Seat
from scenes.kit.input.intents import SWITCH, Device
from scenes.table.contract.setup import BoardContext

# By seat: keys that lie apart on the keyboards of all countries; P is not among them, it pauses.
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
        return tuple(free if key == pygame.K_p else key for key in kept)  # P was a buzzer once

    def plain(self, value: tuple[int, ...]) -> list[int]:
        return list(value)


BUZZER_KEYS: Final = Setting("robots.buzzers", Buzzers(), BUZZERS)
"""Their keys by seat, as they were set."""


class BidSeating:
    """The devices of the players at one table. It outlives layouts: a pad keeps the seat that it took up.

    It asks who sits there once while nobody comes or goes: that is drawn in every frame.
    """

    def __init__(self, context: BoardContext) -> None:
        self._context = context
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
        context, identity = self._context, self._context.seats[seat].identity
        if identity in context.keys:
            context.keys = context.rebind(identity, key)
        else:
            context.settings.set(BUZZER_KEYS, given(context.settings[BUZZER_KEYS], seat, key))


def given(keys: tuple[int, ...], seat: Seat, key: int) -> tuple[int, ...]:
    """The keys where `seat` has `key`, and whoever had it the seat's former one."""
    swapped = {key: keys[seat], keys[seat]: key}
    return tuple(swapped.get(other, other) for other in keys)
