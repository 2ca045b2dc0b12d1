"""Pictures in the fastest format, and a cache that drops the least recently used ones."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

import pygame

BYTES_A_PIXEL = 4

T = TypeVar("T")


def screens(count: float, size: tuple[int, int], least: int) -> int:
    """The bytes that `count` pictures of the window's `size` (pixels) take, but at least `least`."""
    return max(least, round(count * size[0] * size[1] * BYTES_A_PIXEL))


def native(surface: pygame.Surface) -> pygame.Surface:
    """`surface` with 32 bits a pixel, like windows.

    Unlike pygame's own conversion, this needs no display, so threads may call it.
    """
    alpha = surface.get_flags() & pygame.SRCALPHA
    return surface.convert(pygame.Surface((1, 1), pygame.SRCALPHA if alpha else 0, 32))


class SurfaceCache(Generic[T]):
    """A cache of things with a surface, up to `limit` bytes of pixels. The latest entry stays even if it is larger."""

    def __init__(self, limit: int, surface: Callable[[T], pygame.Surface]) -> None:
        """`surface` returns the surface of an entry."""
        self.limit = limit
        self._surface = surface
        self._kept: OrderedDict[Hashable, T] = OrderedDict()
        self._held = 0

    @property
    def held(self) -> int:
        """Bytes of pixels held."""
        return self._held

    def get(self, key: Hashable) -> T | None:
        """Return the entry under `key`, or None."""
        found = self._kept.get(key)
        if found is not None:
            self._kept.move_to_end(key)
        return found

    def keep(self, key: Hashable, value: T) -> T:
        """Keep `value` under `key` and return it."""
        self.drop(key)
        self._kept[key] = value
        self._held += self._bytes(value)
        while self._held > self.limit and len(self._kept) > 1:
            self._held -= self._bytes(self._kept.popitem(last=False)[1])
        return value

    def drop(self, key: Hashable) -> None:
        """Forget the entry under `key`, if any."""
        gone = self._kept.pop(key, None)
        if gone is not None:
            self._held -= self._bytes(gone)

    def clear(self) -> None:
        self._kept.clear()
        self._held = 0

    def __contains__(self, key: Hashable) -> bool:
        return key in self._kept

    def __len__(self) -> int:
        return len(self._kept)

    def _bytes(self, value: T) -> int:
        surface = self._surface(value)
        return surface.get_pitch() * surface.get_height()
