"""Looks now and then whether the program's files have been changed under the table."""

from __future__ import annotations

import threading

from game.platforms.own_files import OwnFiles

EVERY = 30.0  # seconds between two looks: files that are the same at both belong to an update that is over


class UpdateWatch:
    """Looks in a thread: a disk may take its time."""

    def __init__(self, files: OwnFiles, every: float = EVERY) -> None:
        self._files = files
        self._every = every
        self._is_found = False
        threading.Thread(target=self._watch, name="update watch", daemon=True).start()

    def found(self) -> bool:
        """Whether the files are others than at the start, and an update that changed them is over."""
        return self._is_found

    def _watch(self) -> None:
        nothing = threading.Event()
        while not self._is_found:
            nothing.wait(self._every)
            self._is_found = self._files.have_settled()
