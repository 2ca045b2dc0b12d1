"""Slow questions, as to a dying disk or a name server, are asked by threads beside the screen."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Generic, TypeVar

from game.phones.addresses import networks
from game.phones.messages import Network
from game.platforms.hardware import removable_folders

_Found = TypeVar("_Found")


class BackgroundLook(Generic[_Found]):
    """`found` is what the last look has found; `find` looks."""

    def __init__(self, find: Callable[[], Sequence[_Found]]) -> None:
        self.found: tuple[_Found, ...] = ()
        self._find = find
        self._thread: threading.Thread | None = None

    def look(self) -> None:
        """Begin to look, unless the last look still waits for an answer."""
        if self._thread is None or not self._thread.is_alive():
            self._thread = threading.Thread(target=self._run, name="looking", daemon=True)
            self._thread.start()

    def _run(self) -> None:
        self.found = tuple(self._find())


class Sticks(BackgroundLook[Path]):
    """Sticks that are plugged in."""

    def __init__(self, find: Callable[[], Sequence[Path]] | None = None) -> None:
        super().__init__(find or removable_folders)


class Networks(BackgroundLook[Network]):
    """The networks of this machine, the best one first."""

    def __init__(self, find: Callable[[], Sequence[Network]] | None = None) -> None:
        super().__init__(find or networks)
