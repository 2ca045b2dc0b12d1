"""The places of files on this machine. The environment overrides them: KISSATEN_DATA, KISSATEN_CACHE, KISSATEN_KERNELS
and KISSATEN_EXPORT name folders.
"""

from __future__ import annotations

import contextlib
import os
import time
from pathlib import Path

from game.platforms.files import make_own_folder

APP = "kissaten"
VARIABLES = ("KISSATEN_DATA", "KISSATEN_CACHE", "KISSATEN_KERNELS", "KISSATEN_EXPORT")
PART_SECONDS = 3600.0  # no write takes so long
BETWEEN = " › "  # folders of a path as people read it


def data_dir() -> Path:
    """The folder for what must last (the store), created where that is possible."""
    import platformdirs  # costs 50 ms: nobody pays for it before a path is asked for

    return _made(os.environ.get("KISSATEN_DATA") or platformdirs.user_data_dir(APP, appauthor=False))


def cache_dir() -> Path:
    """The folder for what can be made again (baked materials, kernels), created where that is possible."""
    import platformdirs

    return _made(os.environ.get("KISSATEN_CACHE") or platformdirs.user_cache_dir(APP, appauthor=False))


def read_ahead_path() -> Path:
    """The list of what a start reads."""
    return cache_dir() / "start.list"


def kernel_dir() -> Path:
    """The folder for compiled kernels (KISSATEN_KERNELS, or a part of the cache); not created."""
    chosen = os.environ.get("KISSATEN_KERNELS")
    return Path(chosen) if chosen else cache_dir() / "kernels"


def local_data_dir() -> Path:
    """The folder that the system gives this user for data on this machine, of all programs."""
    import platformdirs

    return Path(platformdirs.user_data_dir(appauthor=False))


def export_dir() -> Path:
    """The folder for games that leave the house as files, and where it looks for those that come in; not created."""
    import platformdirs

    chosen = os.environ.get("KISSATEN_EXPORT")
    return Path(chosen) if chosen else Path(platformdirs.user_documents_dir()) / "Kissaten"


def crash_dir() -> Path:
    """The folder for logs of crashes; not created."""
    return data_dir() / "crashes"


def store_path() -> Path:
    """The store's database file."""
    return data_dir() / "store.sqlite3"


def config_path() -> Path:
    """The kiosk's configuration, where the operator names no other."""
    return data_dir() / "kiosk.toml"


def engines_path() -> Path:
    """The owner's file of engines from outside."""
    return data_dir() / "engines.toml"


def pin_path() -> Path:
    """The file of the operator's PIN."""
    return data_dir() / "kiosk-pin.json"


def readable(folder: Path, home: Path | None = None) -> str:
    """The path as people say it: from their own folder on where it lies there ("Documents › Kissaten")."""
    home = Path.home() if home is None else home
    inner = folder.relative_to(home).parts if folder.is_relative_to(home) else ()
    return BETWEEN.join(inner) if inner else str(folder)


def prune_parts(folder: Path) -> None:
    """Delete what interrupted writes left in `folder` as `.part` files; a young one may be another process's."""
    try:
        parts = list(folder.glob("*.part"))
    except OSError:
        return  # another user's folder, say: whoever opens a file in it meets the error
    for part in parts:
        with contextlib.suppress(OSError):  # another process was quicker, or it stays for the next time
            if time.time() - part.stat().st_mtime > PART_SECONDS:
                part.unlink()


def _made(folder: str) -> Path:
    path = Path(folder)
    try:
        make_own_folder(path)
    except (OSError, ValueError):
        return path  # whoever opens a file in it meets the error and can say what it means
    return path
