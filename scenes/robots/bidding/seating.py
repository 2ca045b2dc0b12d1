"""Which seats a device plays for: pads are given out or taken up, the keyboard serves everybody who has none."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import pygame

from game.core.record import SeatConfig
from game.core.rules import Seat
from game.store import Store
from scenes.kit.intents import Device

TABLE: Final = "table"
Taken = tuple[tuple[str, Seat], ...]  # device id and the seat that it took up

_KEY: Final = "robots.buzzers"
# By seat: keys that lie apart on the keyboards of all countries.
BUZZERS: Final = (
    *(pygame.K_q, pygame.K_p, pygame.K_z, pygame.K_m),
    *(pygame.K_t, pygame.K_v, pygame.K_a, pygame.K_l),
)


def people(seats: Sequence[SeatConfig]) -> list[Seat]:
    """The seats of persons."""
    return [seat for seat, config in enumerate(seats) if not config.is_ai]


def sharing(seats: Sequence[SeatConfig], taken: Taken, pads: Sequence[Device]) -> list[Seat]:
    """The persons at the keyboard (and at mouse and touch): those to whom none of the `pads` plugged in belongs.

    A person who is alone may change hands at any time.
    """
    folk = people(seats)
    numbers = {f"pad{pad.number}" for pad in pads}
    if len(folk) == 1:
        return [seat for seat in folk if seats[seat].device not in numbers]
    ids = {pad.id for pad in pads}
    holders = {seat for device, seat in taken if device in ids}
    return [seat for seat in folk if seats[seat].device not in numbers and seat not in holders]


def holder(seats: Sequence[SeatConfig], taken: Taken, pad: Device) -> Seat | None:
    """The seat of a pad: the one that it was given, took up, or could take up now; None where none is left."""
    folk = people(seats)
    given = [seat for seat in folk if seats[seat].device == f"pad{pad.number}"]
    kept = [seat for device, seat in taken if device == pad.id]
    holders = {seat for _, seat in taken} if len(folk) > 1 else set()
    loose = [seat for seat in folk if not seats[seat].device and seat not in holders]
    return next(iter((*given, *kept, *loose)), None)


def with_holder(taken: Taken, pad: Device, seat: Seat) -> Taken:
    """With the seat in the pad's hands."""
    return taken if (pad.id, seat) in taken else (*taken, (pad.id, seat))


def plays_for(seats: Sequence[SeatConfig], taken: Taken, pads: Sequence[Device], device: Device, seat: Seat) -> bool:
    """Whether a device plays for a seat; where everybody has a pad, the keyboard plays for all."""
    if device.is_pad:
        return holder(seats, taken, device) == seat
    return seat in (sharing(seats, taken, pads) or people(seats))


def buzzers(store: Store) -> tuple[int, ...]:
    """The buzzers by seat as they were set, else the usual ones."""
    kept = store.get(_KEY)
    wanted = isinstance(kept, list) and len(kept) == len(BUZZERS) and len(set(kept)) == len(BUZZERS)
    return tuple(kept) if wanted and all(type(key) is int for key in kept) else BUZZERS


def keep_buzzer(store: Store, seat: Seat, key: int) -> None:
    """Give a seat another key; who had it gets the seat's former one."""
    keys = list(buzzers(store))
    if key in keys:
        keys[keys.index(key)] = keys[seat]
    keys[seat] = key
    store.set(_KEY, keys)
