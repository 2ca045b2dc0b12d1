"""JSON values by key. A value that cannot be read is kept under another key, and reported once."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any, TypeVar

from game.core.plain_text import printable
from game.core.rules import GameError

DAMAGED = ".damaged"
"""What ends the key under which an unreadable value is kept. Further ones have a number after it."""
MOST_DAMAGED = 9  # the most unreadable values that are kept of one key
MOST_NAMED = 3  # the most refused entries of an object that the log names
_log = logging.getLogger(__name__)
T = TypeVar("T")


class Values:
    """JSON values by key: those of the store, or of a visit."""

    def __init__(self) -> None:
        self._unread: list[str] = []

    def get(self, key: str, default: object = None) -> Any:
        """Return the value of `key`, or `default`."""
        raise NotImplementedError

    def set(self, key: str, value: object) -> bool:
        """Save `value` (JSON values only) under `key`. Returns whether it is on the disk."""
        raise NotImplementedError

    def read(self, key: str, read: Callable[[object], T], default: T) -> T:
        """Return `read(value)` of the value of `key`, or `default` if there is none.

        If `read` raises GameError or ValueError, the value is refused, and the result is `default`.
        """
        stored = self.get(key)
        if stored is None:
            return default
        try:
            return read(stored)
        except (GameError, ValueError) as error:
            self.refuse(key, stored, str(error))
            return default

    def read_each(self, key: str, read: Callable[[str, object], T]) -> dict[str, T]:
        """Return `read(name, entry)` of each entry in the object of `key`, by name.

        If `read` raises GameError or ValueError for an entry, the object is refused, without loss of the others.
        """
        stored: dict[str, object] = self.read(key, _object, {})
        found: dict[str, T] = {}
        refused: list[str] = []
        for name, entry in stored.items():
            try:
                found[name] = read(name, entry)
            except (GameError, ValueError) as error:
                refused.append(f"{name[:40]!a}: {error}")
        if refused:
            self.refuse(key, stored, "; ".join(refused[:MOST_NAMED]))
        return found

    def refuse(self, key: str, value: object, why: str = "") -> None:
        """Set a value aside that its reader cannot use, unless the same value was set aside before.

        `key` itself keeps the value until another one is saved, because a later version may be able to read it.
        """
        if all(repr(self.get(name)) != repr(value) for name in _damaged_keys(key)):  # True equals 1
            self.set_aside(key, value, why)

    def set_aside(self, key: str, value: object, why: str = "") -> None:
        """Keep an unreadable value under a key that ends in DAMAGED, for the reason `why`. `take_unread` reports it."""
        own = key.removesuffix(DAMAGED)
        names = _damaged_keys(own)
        name = next((name for name in names if repr(self.get(name)) in ("None", repr(value))), names[-1])
        _log.warning("%s in the store cannot be read%s. It is kept as %s", key, why and f" ({printable(why)})", name)
        self.set(name, value)
        self._unread.append(own)

    def has_lost(self, key: str) -> bool:
        """Return whether a value of `key` was set aside."""
        return any(self.get(name) is not None for name in _damaged_keys(key))

    def forget(self, key: str) -> None:
        """Remove the value of `key`, and what was set aside of it."""
        for name in (key, *_damaged_keys(key)):
            if self.get(name) is not None:
                self.set(name, None)

    def take_unread(self) -> list[str]:
        """Return the keys whose values were set aside since the last call."""
        taken, self._unread = self._unread, []
        return taken


def _damaged_keys(key: str) -> list[str]:
    return [f"{key}{DAMAGED}", *(f"{key}{DAMAGED}.{number}" for number in range(2, MOST_DAMAGED + 1))]


def _object(stored: object) -> dict[str, object]:
    if not isinstance(stored, dict):
        raise ValueError("it is no object")
    return stored
