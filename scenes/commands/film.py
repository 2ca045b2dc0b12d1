"""The film of a game as a file, made by a command."""

from __future__ import annotations

import errno
import logging
import sys
from collections.abc import Callable
from pathlib import Path

from game import paths
from game.core.record import Record
from game.records.files import write_new
from game.records.films import FilmError, Filming, FilmOrder
from game.storage.schema import StoreError
from game.storage.store import Store
from scenes.commands.picture import windowless
from scenes.kit.text.strings import detect_language
from scenes.table.pictures import saved_name

LEAST_WINDOW = (240, 240)  # size of the stage in pixels; only its texts are used, nothing is drawn on it
PATIENCE = 0.2  # seconds between two checks of the progress
PERCENT = 100
_log = logging.getLogger(__name__)


def _made(order: FilmOrder) -> bytes:
    """Wait for the film and return the bytes of its file. A terminal shows a progress bar. Raises OSError."""
    from tqdm import tqdm

    filming = Filming(order)
    shown = 0
    try:
        with tqdm(total=PERCENT, unit="%", file=sys.stderr, disable=None, leave=False) as bar:
            while not filming.look(PATIENCE):
                bar.update(int(filming.share * PERCENT) - shown)
                shown = int(filming.share * PERCENT)
        return filming.result()
    except FilmError as error:
        raise OSError(str(error)) from error
    finally:
        filming.cancel()


def save(
    record: Record,
    path: Path | None,
    ending: str,
    size: tuple[int, int],
    language: str | None = None,
    make: Callable[[FilmOrder], bytes] = _made,
) -> Path:
    """Make the film of `record` and write it to a new file. Returns the file's path. A terminal shows a progress bar.

    `path` is the file, by default a new name in the folder of saved games. If `path` exists, the new file's name gets a
    number. Raises OSError, also if the film cannot be made. An interruption leaves no file.
    """
    language = language or detect_language()
    if path is None:
        with windowless(LEAST_WINDOW, language) as services:
            path = paths.export_dir() / saved_name(services, record, ending)
        path.parent.mkdir(parents=True, exist_ok=True)
    if not path.parent.is_dir():  # checked here, so that the film is not made in vain
        raise NotADirectoryError(errno.ENOENT, "there is no such folder", str(path.parent))
    data = make(FilmOrder(record.to_json(), _review(record), language, ending, size))
    return write_new(data, path.parent, path.name)


def _review(record: Record) -> str:
    """The stored review of the game, "" if there is none."""
    if not paths.store_path().exists():
        return ""
    try:
        return Store.open_as_guest(paths.store_path()).review(record) or ""
    except (StoreError, OSError) as error:
        _log.warning("the review of the game cannot be read: %s", error)
        return ""
