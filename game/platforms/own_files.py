"""Whether the program's own files are still those that it was started from.

An update under a running program would mix two versions: modules that are imported late and child processes would be
new, and what they meet old.
"""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

from game.platforms.program import ROOT, own_command

WHAT = ("main.py", "game", "scenes", "assets")
_NEW_START = 30.0  # seconds that a changed program may take to say which version it is
CHANGED = "the program's files have changed since it was started"


class OwnFiles:
    """The files under `root`, as they were when this was made."""

    def __init__(self, root: Path = ROOT) -> None:
        self._root = root
        self.sum = _sum(root)
        self._latest = self.sum

    def have_changed(self) -> bool:
        """Whether they are others now."""
        return _sum(self._root) != self.sum

    def have_settled(self) -> bool:
        """Whether they are others now, and the same as at the last such question: an update takes a while."""
        before, self._latest = self._latest, _sum(self._root)
        return self.sum != self._latest == before


class _Started:
    """`files` are those from which this process was started, None where nobody has asked to look at them."""

    files: OwnFiles | None = None
    refused = False


def remember() -> OwnFiles:
    """Begin to look: from now on no child is started where the files have changed."""
    _Started.files = OwnFiles()
    return _Started.files


def look() -> None:
    """Raise OSError where the files are not those from which this process was started."""
    if _Started.files is not None and _Started.files.have_changed():
        _Started.refused = True
        raise OSError(CHANGED)


def can_start() -> bool:
    """Whether the program's files as they are now can be run at all: an update may be in the middle."""
    import subprocess  # whoever starts no process does not pay for it

    try:
        done = subprocess.run(own_command("--version"), capture_output=True, timeout=_NEW_START, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0


def has_refused() -> bool:
    """Whether a child could not be started for that."""
    return _Started.refused


def _sum(root: Path) -> str:
    """A sum of the names, sizes and times of all files; "" where they cannot be looked at."""
    digest = hashlib.blake2s(digest_size=8)
    try:
        for name in WHAT:
            for place in sorted(_files(os.fspath(root / name))):
                status = os.stat(place)  # noqa: PTH116 - a thousand of them
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
