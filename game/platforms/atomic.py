"""Files that are replaced in one step: a reader sees the old content or the new one, also after a crash."""

from __future__ import annotations

import contextlib
import errno
import os
import stat
import tempfile
from pathlib import Path

from game.platforms.files import overwrite_regular

NO_ROOM = (errno.ENOSPC, errno.EDQUOT)
"""What systems say where a disk is full, or a user's share of it."""
_NEW_FILE_MODE = 0o644
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


def rewrite_file(path: Path, data: bytes, mode: int = 0o600) -> None:
    """The same for a few hundred bytes; on a full disk they are written over what the file holds, which needs no room.

    A power cut during the write may leave neither, so a reader has to recognise a damaged file. Spaces replace the rest
    of a longer old content. Raises OSError.
    """
    try:
        replace_file(path, data, mode)
    except OSError as error:
        if error.errno not in NO_ROOM:
            raise
        try:
            overwrite_regular(path, data)
        except OSError:
            raise error from None


def put_file(path: Path, data: bytes) -> None:
    """Make `data` the content of the file that somebody has named, in one step where that can be.

    Raises OSError, and leaves what was there. What is no file, such as a pipe, is written to.
    """
    is_new = not path.exists()
    if is_new or path.is_file():
        place = Path(os.path.realpath(path))
        with contextlib.suppress(PermissionError):  # of the folder: the file itself may be one that can be written
            replace_file(place, data, _NEW_FILE_MODE if is_new else stat.S_IMODE(place.stat().st_mode))
            return
    path.write_bytes(data)


def check_place(path: Path) -> None:
    """Raise OSError where `put_file` can write none at `path`, or ValueError where no system has such a path."""
    is_new = not path.exists()
    if is_new or path.is_file():
        path.open("ab").close()
    elif path.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if is_new:
        path.unlink()


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
