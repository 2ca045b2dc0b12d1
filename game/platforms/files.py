"""Permissions of files and folders, and careful access to files.

Some functions replace files atomically: even after a crash, a reader sees either the old content or the new.
"""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
import stat
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from game.platforms.processes import own_group

_PRIVATE_FILE, _PRIVATE_FOLDER = 0o600, 0o700
# Commands for Linux. The first command that is installed is used.
_FOLDER_OPENERS = (("xdg-open",), ("gio", "open"))
NO_ROOM = (errno.ENOSPC, errno.EDQUOT)
"""The errors when a disk or a quota is full."""
_NEW_FILE_MODE = 0o644
_PAUSES = (0.01, 0.03, 0.1, 0.3)  # seconds between attempts to move a file on Windows
# The names of unfinished files end with this. `game.paths` deletes the files that an interrupted write has left.
_ENDING = ".part"
# The most characters of a file's name in the name of its unfinished file; each takes up to four of its 255 bytes.
_PART_LENGTH = 40


def make_private(path: Path) -> None:
    """Let only the owner read the file or folder `path`, if the system has permissions.

    On Windows, a user's data folders are private already.
    """
    if sys.platform == "win32":
        return
    with contextlib.suppress(OSError):  # fails on a file system without permissions, or for another user's file
        wanted = _PRIVATE_FOLDER if path.is_dir() else _PRIVATE_FILE
        if stat.S_IMODE(path.stat().st_mode) != wanted:  # avoids needless writes to the disk
            path.chmod(wanted)


def is_shared(folder: Path) -> bool:
    """Return whether `folder` is shared, like the system's folder for temporary files."""
    return bool(folder.stat().st_mode & stat.S_ISVTX)


def make_own_folder(folder: Path) -> None:
    """Create `folder` and its missing parents, for this user only. Raises OSError."""
    for missing in reversed([folder, *folder.parents]):
        with contextlib.suppress(FileExistsError):
            if not missing.is_dir():
                missing.mkdir(mode=_PRIVATE_FOLDER)
    if not folder.is_dir():
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(folder))


def why_not_own(folder: Path, local_data: Callable[[], Path]) -> str | None:
    """Return why other users may write into `folder`, or may have done so before; None if it is safe.

    Each folder on the way from the root must be a real one, not a link, and belong to this user or root. Unless it is
    sticky, others must not be able to write into it. `folder` itself must be closed to other users, and have only
    folders and regular files of this user. On Windows, `folder` must be in `local_data`, which is the user's own.
    Raises OSError if something cannot be examined.
    """
    if sys.platform == "win32":
        inside = folder.resolve().is_relative_to(local_data().resolve())
        return None if inside else f"{folder} is not in {local_data()}"
    absolute = Path(os.path.abspath(folder))  # noqa: PTH100 - resolve would follow the links that are looked for
    for place in (*reversed(absolute.parents), absolute):
        if trouble := _open_to_others(place):
            return f"{place} {trouble}"
    if stat.S_IMODE(absolute.lstat().st_mode) != _PRIVATE_FOLDER:
        return f"{absolute} is open to others"
    return _foreign_content(absolute)


def _open_to_others(folder: Path) -> str | None:
    status = folder.lstat()
    if stat.S_ISLNK(status.st_mode):
        return "is a link"
    if not stat.S_ISDIR(status.st_mode):
        return "is no folder"
    if status.st_uid not in (0, os.getuid()):
        return "belongs to somebody else"
    if status.st_mode & (stat.S_IWGRP | stat.S_IWOTH) and not status.st_mode & stat.S_ISVTX:
        return "can be written by others"
    return None


def _foreign_content(folder: Path) -> str | None:
    for parent, folders, files in os.walk(folder):
        for name in (*folders, *files):
            place = Path(parent, name)
            with contextlib.suppress(FileNotFoundError):  # another process has just renamed it
                status = place.lstat()
                if status.st_uid != os.getuid():
                    return f"{place} belongs to somebody else"
                if not (stat.S_ISREG(status.st_mode) or stat.S_ISDIR(status.st_mode)):
                    return f"{place} is no regular file"
    return None


def read_regular(path: Path, most: int, own: bool = False) -> bytes:
    """Read at most `most` bytes of the regular file at `path`. Other files are refused, because a pipe could block.

    With `own`, the file must belong to this user and must not be a link, if the system can tell. Raises OSError, or
    ValueError for an invalid path.
    """
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
    if own:
        flags |= getattr(os, "O_NOFOLLOW", 0)
        if path.is_symlink():  # Windows cannot refuse links when it opens a file
            raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), str(path))
    handle = os.open(path, flags)
    with os.fdopen(handle, "rb") as file:
        status = os.fstat(handle)
        if not stat.S_ISREG(status.st_mode):
            raise OSError(errno.EINVAL, "it is no regular file", str(path))
        if own and sys.platform != "win32" and status.st_uid != os.getuid():
            raise OSError(errno.EPERM, "it belongs to somebody else", str(path))
        return file.read(most)


def overwrite_regular(path: Path, data: bytes) -> None:
    """Overwrite the regular file at `path` in place with `data`, padded with spaces to its old length, and sync.

    This needs no more room on the disk. Raises OSError, also if `path` is a link or another kind of file, or if `data`
    is too long. The file then keeps its content, unless the disk itself fails.
    """
    flags = os.O_RDWR | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
    if path.is_symlink():  # Windows cannot refuse links when it opens a file
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), str(path))
    handle = os.open(path, flags | getattr(os, "O_NOFOLLOW", 0))
    try:
        status = os.fstat(handle)
        if not stat.S_ISREG(status.st_mode):
            raise OSError(errno.EINVAL, "it is no regular file", str(path))
        if len(data) > max(status.st_size, getattr(status, "st_blocks", 0) * 512):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))
        before = os.read(handle, status.st_size)
        try:
            _write_over(handle, data.ljust(status.st_size))
        except OSError:
            with contextlib.suppress(OSError):
                _write_over(handle, before)
            raise
    finally:
        os.close(handle)


def _write_over(handle: int, data: bytes) -> None:
    """Write everything in one call, because a kill cannot interrupt a single call."""
    os.lseek(handle, 0, os.SEEK_SET)
    if os.write(handle, data) < len(data):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    os.fsync(handle)


def show_folder(
    folder: Path,
    platform: str = sys.platform,
    which: Callable[[str], str | None] = shutil.which,
    run: Callable[..., object] | None = None,
) -> None:
    """Open the folder in the file manager. Create it if it is missing. Raises OSError."""
    import subprocess

    folder.mkdir(parents=True, exist_ok=True)
    if platform == "win32":
        os.startfile(folder)  # type: ignore[attr-defined, unused-ignore]
        return
    openers = (("open",),) if platform == "darwin" else _FOLDER_OPENERS
    command = next(([*opener, str(folder)] for opener in openers if which(opener[0])), None)
    if command is None:
        raise OSError("no file manager is known here")
    nothing = subprocess.DEVNULL
    (run or subprocess.Popen)(command, stdin=nothing, stdout=nothing, stderr=nothing, **own_group())


def replace_file(path: Path, data: bytes, mode: int = 0o600) -> None:
    """Replace the file `path` atomically by `data`, with the permissions `mode`, and sync.

    If `path` is a link, the link is replaced and its target stays. Raises OSError; the old file then stays.
    """
    prefix = f".{path.name[:_PART_LENGTH]}."
    handle, name = tempfile.mkstemp(prefix=prefix, suffix=_ENDING, dir=path.parent)
    part = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        with contextlib.suppress(PermissionError):  # a file system without permissions, such as a stick's
            part.chmod(mode)
        move_over(part, path)
    except BaseException:
        with contextlib.suppress(OSError):
            part.unlink()
        raise
    _keep_names(path.parent)


def move_over(
    part: Path, path: Path, platform: str = sys.platform, sleep: Callable[[float], object] = time.sleep
) -> None:
    """Rename `part` to `path`, atomically replacing a file there. Raises OSError.

    Windows refuses while another program, such as a virus scanner, has one of the two open. So there are five tries.
    """
    for pause in _PAUSES if platform == "win32" else ():
        with contextlib.suppress(PermissionError):
            part.replace(path)
            return
        sleep(pause)
    part.replace(path)


def rewrite_file(path: Path, data: bytes, mode: int = 0o600) -> None:
    """Replace a file of a few hundred bytes. On a full disk, overwrite it in place.

    A power cut may damage a file that is being overwritten, so the content needs a checksum. If the old content was
    longer, its rest becomes spaces. Raises OSError.
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
    """Write `data` to the file that a person has named, atomically if possible.

    Pipes and devices are written to directly. Raises OSError. If an atomic write fails, the old file stays.
    """
    is_new = not path.exists()
    if is_new or path.is_file():
        place = Path(os.path.realpath(path))
        with contextlib.suppress(PermissionError):  # the folder may be read-only although the file itself is not
            replace_file(place, data, _NEW_FILE_MODE if is_new else stat.S_IMODE(place.stat().st_mode))
            return
    path.write_bytes(data)


def check_place(path: Path) -> None:
    """Raise OSError if `put_file` cannot write to `path`, or ValueError for an invalid path."""
    is_new = not path.exists()
    if is_new or path.is_file():
        path.open("ab").close()
    elif path.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if is_new:
        Path(os.path.realpath(path)).unlink()  # not a link to the new file


def remove_file(path: Path) -> bool:
    """Delete the file or link `path`, and sync. Returns whether it existed. Raises OSError."""
    try:
        path.unlink()
    except FileNotFoundError:
        return False
    _keep_names(path.parent)
    return True


def _keep_names(folder: Path) -> None:
    """Sync the folder's list of names. Windows does not need it, and cannot open folders."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
