"""Checks whether the program's files have changed since its start.

If they have, two versions are mixed: later imports and child processes are new, and everything else is old.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Sequence
from pathlib import Path

from game.platforms.program import ROOT, own_command

WHAT = ("main.py", "game", "scenes", "assets")
_NEW_START = 30.0  # seconds that the changed program may take to print its version
CHANGED = "the program's files have changed since it was started"


class OwnFiles:
    """The state of the files under `root` when this object was made."""

    def __init__(self, root: Path = ROOT) -> None:
        self._root = root
        self.sum = _sum(root)
        self._latest = self.sum

    def have_changed(self) -> bool:
        """Return whether the files have changed since this object was made."""
        return _sum(self._root) != self.sum

    def have_settled(self) -> bool:
        """Return whether the files have changed, but not since the last call: an update is then complete."""
        before, self._latest = self._latest, _sum(self._root)
        return self.sum != self._latest == before


class _Started:
    """`files` is the state when this process started, None before `remember`."""

    files: OwnFiles | None = None
    refused = False


def remember(root: Path = ROOT) -> OwnFiles:
    """Record the files' state. From now on, no child process starts after a change."""
    _Started.files = OwnFiles(root)
    return _Started.files


def look() -> None:
    """Raise OSError if the files have changed since the start."""
    if _Started.files is not None and _Started.files.have_changed():
        _Started.refused = True
        raise OSError(CHANGED)


def can_start(command: Sequence[str] = (), patience: float = _NEW_START) -> bool:
    """Return whether the present files can run. They cannot while an update is incomplete.

    As a test, `command` must succeed within `patience` seconds. The default command prints the program's version.
    """
    import subprocess  # imported only to start processes

    try:
        done = subprocess.run(command or own_command("--version"), capture_output=True, timeout=patience, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0


def has_refused() -> bool:
    """Whether a child process was refused because files had changed."""
    return _Started.refused


def _sum(root: Path) -> str:
    """Return a digest of the names, sizes and times of all files; "" if they cannot be examined."""
    digest = hashlib.blake2s(digest_size=8)
    try:
        for name in WHAT:
            for place in sorted(_files(os.fspath(root / name))):
                status = os.stat(place)  # noqa: PTH116 - fast: there are about a thousand files
                digest.update(f"{place} {status.st_size} {status.st_mtime_ns}\n".encode("utf-8", "surrogateescape"))
    except OSError:
        return ""
    return digest.hexdigest()


def _files(place: str) -> list[str]:
    if not os.path.isdir(place):  # noqa: PTH112
        return [place] if os.path.exists(place) else []  # noqa: PTH110 - a bundle has no main.py
    found: list[str] = []
    with os.scandir(place) as entries:
        for entry in entries:
            if entry.is_dir():
                found += [] if entry.name == "__pycache__" else _files(entry.path)
            else:
                found.append(entry.path)
    return found
