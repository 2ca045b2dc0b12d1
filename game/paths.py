"""The places of files on this machine.

The environment variables KISSATEN_DATA, KISSATEN_CACHE, KISSATEN_KERNELS and KISSATEN_EXPORT override them.
"""

from __future__ import annotations

import contextlib
import os
import time
from pathlib import Path

from game.platforms.files import make_own_folder

APP = "kissaten"
VARIABLES = ("KISSATEN_DATA", "KISSATEN_CACHE", "KISSATEN_KERNELS", "KISSATEN_EXPORT")
PART_SECONDS = 3600.0  # seconds after which a `.part` file counts as left over; no write takes so long
BETWEEN = " › "  # stands between the folders of a path that people read


def data_dir() -> Path:
    """The folder for lasting data (the store), created if possible."""
    import platformdirs  # imported only when a path is needed, because it takes 50 ms

    return _made(os.environ.get("KISSATEN_DATA") or platformdirs.user_data_dir(APP, appauthor=False))


def cache_dir() -> Path:
    """The folder for data that can be rebuilt (baked materials, kernels), created if possible."""
    import platformdirs

    return _made(os.environ.get("KISSATEN_CACHE") or platformdirs.user_cache_dir(APP, appauthor=False))


def read_ahead_path() -> Path:
    """The file that lists the files which a start of the program reads."""
    return cache_dir() / "start.list"


def kernel_dir() -> Path:
    """The folder for compiled kernels (KISSATEN_KERNELS, or a part of the cache); not created."""
    chosen = os.environ.get("KISSATEN_KERNELS")
    return Path(chosen) if chosen else cache_dir() / "kernels"


def local_data_dir() -> Path:
    """This user's folder for local data of all programs."""
    import platformdirs

    return Path(platformdirs.user_data_dir(appauthor=False))


def export_dir() -> Path:
    """The folder for exported and imported game files; not created."""
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
    """The default path of the kiosk's configuration."""
    return data_dir() / "kiosk.toml"


def engines_path() -> Path:
    """The owner's list of outside engines."""
    return data_dir() / "engines.toml"


def pin_path() -> Path:
    """The file of the operator's PIN."""
    return data_dir() / "kiosk-pin.json"


def readable(folder: Path, home: Path | None = None) -> str:
    """Return a folder's path for people to read, relative to `home` if it lies within: "Documents › Kissaten"."""
    home = Path.home() if home is None else home
    inner = folder.relative_to(home).parts if folder.is_relative_to(home) else ()
    return BETWEEN.join(inner) if inner else str(folder)


def prune_parts(folder: Path) -> None:
    """Delete `.part` files in `folder` that interrupted writes have left. Recent ones may be in use, and stay."""
    try:
        parts = list(folder.glob("*.part"))
    except OSError:
        return  # another user's folder; opening a file there reports the error
    for part in parts:
        with contextlib.suppress(OSError):  # already deleted, or left for the next time
            if time.time() - part.stat().st_mtime > PART_SECONDS:
                part.unlink()


def _made(folder: str) -> Path:
    path = Path(folder)
    try:
        make_own_folder(path)
    except (OSError, ValueError):
        return path  # opening a file there reports the error, and what it means
    return path
