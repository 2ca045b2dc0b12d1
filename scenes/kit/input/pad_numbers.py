"""The number of each pad at the table: a returning pad gets its own number back.

SDL's own library, which is part of pygame, is asked for facts that pygame does not give.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pygame

if TYPE_CHECKING:
    import ctypes


Facts = Callable[[str], tuple[str, str]]
"""Finds a device's serial number and socket by SDL's path of the device; "" for what is unknown."""


@cache
def sdl() -> ctypes.CDLL:
    """SDL's library. Raises FileNotFoundError if pygame has none of its own."""
    import ctypes

    package = Path(pygame.__file__).parent
    places = (
        (package.parent / "pygame_ce.libs", "libSDL2-2*.so*"),  # Linux
        (package / ".dylibs", "libSDL2-2*.dylib"),  # macOS
        (package, "SDL2.dll"),  # Windows
    )
    found = [path for folder, pattern in places if folder.is_dir() for path in folder.glob(pattern)]
    if not found:
        raise FileNotFoundError(f"no SDL library beside {package}")
    library = ctypes.CDLL(str(found[0]))
    library.SDL_JoystickOpen.restype = ctypes.c_void_p
    library.SDL_JoystickFromInstanceID.restype = ctypes.c_void_p
    library.SDL_JoystickGetSerial.argtypes = (ctypes.c_void_p,)
    library.SDL_JoystickGetSerial.restype = ctypes.c_char_p
    library.SDL_JoystickPath.argtypes = (ctypes.c_void_p,)
    library.SDL_JoystickPath.restype = ctypes.c_char_p
    library.SDL_GetError.restype = ctypes.c_char_p
    return library


class PadTraits(NamedTuple):
    """Identifying traits of a pad: model (SDL's GUID), serial number and socket, each "" if unknown."""

    model: str
    serial: str = ""
    place: str = ""

    def is_same(self, other: PadTraits) -> bool | None:
        """Whether both are the same pad; None if unknown, as for equal pads without a known socket."""
        if self.model != other.model:
            return False
        if self.serial and other.serial:
            return self.serial == other.serial
        return True if self.place and self.place == other.place else None


def mark_of(model: str, instance: int, facts: Facts, load: Callable[[], ctypes.CDLL] = sdl) -> PadTraits:
    """The traits of an open joystick; `instance` is SDL's number for it. `facts` adds what the system knows."""
    try:
        library = load()
    except (FileNotFoundError, AttributeError):  # pygame uses another SDL, so nothing is known
        return PadTraits(model)
    joystick = library.SDL_JoystickFromInstanceID(instance)
    if not joystick:
        return PadTraits(model)
    serial, path = library.SDL_JoystickGetSerial(joystick), library.SDL_JoystickPath(joystick)
    found_serial, place = facts((path or b"").decode(errors="replace"))
    return PadTraits(model, (serial or b"").decode(errors="replace") or found_serial, place)


class PadNumbers:
    """The numbers of pads, from 1. Those in `held` are reserved for people, even while their pads are unplugged."""

    def __init__(self) -> None:
        self.held: Collection[int] = ()
        self._present: dict[int, PadTraits] = {}
        self._gone: dict[int, PadTraits] = {}

    @property
    def missing(self) -> tuple[int, ...]:
        """The reserved numbers of unplugged pads."""
        return tuple(sorted(number for number in self._gone if number in self.held))

    def take(self, mark: PadTraits) -> int:
        """The number of a new pad: its earlier number if the pad is recognised, else the lowest free one.

        A pad that could be one of several missing ones is not recognised (see `become`).
        """
        known = [number for number, gone in self._gone.items() if gone.is_same(mark)]
        perhaps = [number for number in self.missing if self._gone[number].is_same(mark) is None]
        if known:
            number = min(known, key=lambda number: (number not in self.held, number))
        elif len(perhaps) == 1:
            number = perhaps[0]
        else:
            number = next(n for n in range(1, 1000) if n not in self._present and n not in self.missing)
        self._gone.pop(number, None)
        self._present[number] = mark
        return number

    def marks(self, numbers: Collection[int]) -> dict[int, PadTraits]:
        """Return the traits of the pads with these numbers, plugged in or not."""
        known = {**self._gone, **self._present}
        return {number: known[number] for number in numbers if number in known}

    def expect(self, marks: Mapping[int, PadTraits]) -> None:
        """Reserve the numbers of pads from an earlier run. Call it before any pad is opened."""
        self._gone.update(marks)
        self.held = tuple(marks)

    def drop(self, number: int) -> None:
        """Note that the pad with this number was unplugged."""
        self._gone[number] = self._present.pop(number)

    def could_be(self, number: int, missing: int) -> bool:
        """Whether the pad `number` may be the missing one."""
        return missing in self.missing and self._gone[missing].is_same(self._present[number]) is not False

    def become(self, number: int, missing: int) -> None:
        """Give the pad `number` the number of the missing pad.

        Raises KeyError if there are no such pads.
        """
        del self._gone[missing]
        self._present[missing] = self._present.pop(number)
