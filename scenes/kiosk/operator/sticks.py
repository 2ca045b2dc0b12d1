"""Sticks that are plugged in: looked for beside the screen, for a dying one may keep whoever asks it waiting."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

from game.platforms import removable_folders


class Sticks:
    """`folders` are those that the last look has found."""

    def __init__(self, find: Callable[[], list[Path]] | None = None) -> None:
        self.folders: tuple[Path, ...] = ()
        self._find = find or removable_folders
        self._thread: threading.Thread | None = None

    def look(self) -> None:
        """Begin to look, unless the last look still waits for an answer."""
        if self._thread is None or not self._thread.is_alive():
            self._thread = threading.Thread(target=self._run, name="sticks", daemon=True)
            self._thread.start()

    def _run(self) -> None:
        self.folders = tuple(self._find())
