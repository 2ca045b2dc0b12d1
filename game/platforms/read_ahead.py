"""A list of the files that the program reads when it starts. The next start asks the system for all of them at once.

Without it, a cold start waits for about four hundred small reads, one after another. Linux reads files ahead when asked
(`posix_fadvise`). On other systems, nothing is stored or read.
"""

from __future__ import annotations

import contextlib
import os
import stat
import sys
import threading
from collections.abc import Iterable, Iterator
from pathlib import Path

from game.platforms.files import read_regular

MOST_FILES = 2_000
MOST_LIST = 400_000  # the most bytes of the list
_MAPPED = Path("/proc/self/maps")


def begin(kept: Path) -> threading.Thread | None:
    """Ask for the files in the list `kept`, in a thread. Return None if there is no list, or no support."""
    if not hasattr(os, "posix_fadvise"):
        return None
    try:
        names = read_regular(kept, MOST_LIST, own=True).split(b"\0")
    except OSError:
        return None
    asking = threading.Thread(target=_ask, args=(names[:MOST_FILES],), name="read ahead", daemon=True)
    asking.start()
    return asking


def _ask(names: Iterable[bytes]) -> None:
    """Ask the system to read these files ahead. Skip names that are missing or are not files."""
    for name in names:
        with contextlib.suppress(OSError, ValueError):
            handle = os.open(name, os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY)
            try:
                if stat.S_ISREG(os.fstat(handle).st_mode):
                    os.posix_fadvise(handle, 0, 0, os.POSIX_FADV_WILLNEED)
            finally:
                os.close(handle)


def keep(kept: Path, others: Iterable[Path] = (), mapped: Path = _MAPPED) -> None:
    """Store the list of files read so far: modules, mapped libraries, and `others`.

    A list that has not changed is not written. Errors of the disk are ignored.
    """
    if not hasattr(os, "posix_fadvise"):
        return
    names = [*dict.fromkeys(os.fsencode(name) for name in (*_libraries(mapped), *_modules(), *map(str, others)))]
    text = b"\0".join(names[:MOST_FILES])
    with contextlib.suppress(OSError):
        if len(text) > MOST_LIST or (kept.exists() and read_regular(kept, MOST_LIST) == text):
            return
        part = kept.with_suffix(f".{os.getpid()}.part")
        part.write_bytes(text)
        part.replace(kept)


def _modules() -> Iterator[str]:
    """Yield the files of the modules imported so far, in order.

    A placeholder for a module that loads at its first use, such as pygame's for numpy, is not made to load.
    """
    for module in list(sys.modules.values()):
        known = object.__getattribute__(module, "__dict__")
        found = known.get("__cached__") or known.get("__file__")
        if isinstance(found, str) and found.endswith((".pyc", ".so")):
            yield found


def _libraries(mapped: Path) -> Iterator[str]:
    """Yield the libraries mapped into this process."""
    try:
        lines = mapped.read_text(encoding="utf-8", errors="surrogateescape").splitlines()
    except OSError:
        return
    for line in lines:
        _, _, name = line.partition("/")
        if ".so" in name and not name.endswith(" (deleted)"):
            yield f"/{name}"
