"""Files that are replaced in one step: whoever reads one sees it as it was or as it is to be, also after a crash."""

from __future__ import annotations

import contextlib
import os
import tempfile
from pathlib import Path

_ENDING = ".part"  # what an interrupted write leaves is pruned by it, see `game.paths`


def replace_file(path: Path, data: bytes, mode: int = 0o600) -> None:
    """Make `data` the content of the file `path`, with these rights, and wait until the disk has it.

    Where the file system knows no such rights there are none. A link in its place is replaced itself; what it leads to
    is not touched. Raises OSError, and leaves what was there.
    """
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=_ENDING, dir=path.parent)
    part = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        with contextlib.suppress(PermissionError):  # a stick's file system, say, which knows no rights
            part.chmod(mode)
        part.replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            part.unlink()
        raise
    _keep_names(path.parent)


def remove_file(path: Path) -> bool:
    """Take the file `path` away, or a link itself, until the disk knows; whether there was one. Raises OSError."""
    try:
        path.unlink()
    except FileNotFoundError:
        return False
    _keep_names(path.parent)
    return True


def _keep_names(folder: Path) -> None:
    """Wait until the disk has the folder's names; Windows opens no folder and writes them by itself."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
