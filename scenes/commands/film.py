"""The film of a game as a file, ordered from the command line."""

from __future__ import annotations

import errno
import logging
import sys
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

LEAST_WINDOW = (240, 240)  # pixels
PATIENCE = 0.2  # seconds between two looks at how far it is
PERCENT = 100
_log = logging.getLogger(__name__)


def save(record: Record, path: Path | None, ending: str, size: tuple[int, int], language: str | None = None) -> Path:
    """Have the film of `record` made, with a bar on a terminal, and write it as a new file.

    That is `path`, or without one a name of its own among the games that were saved; an existing file is left alone and
    the new one has a number. Returns its place. Raises OSError, also where it cannot be made. An interruption leaves no
    file.
    """
    language = language or detect_language()
    if path is None:
        with windowless(LEAST_WINDOW, language) as services:
            path = paths.export_dir() / saved_name(services, record, ending)
        path.parent.mkdir(parents=True, exist_ok=True)
    if not path.parent.is_dir():  # better to hear of it before the film is made
        raise NotADirectoryError(errno.ENOENT, "there is no such folder", str(path.parent))
    data = _made(FilmOrder(record.to_json(), _review(record), language, ending, size))
    return write_new(data, path.parent, path.name)


def _made(order: FilmOrder) -> bytes:
    """Wait for the film, with a bar on a terminal. Raises OSError."""
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


def _review(record: Record) -> str:
    """The review of the game that is kept here, "" where there is none."""
    if not paths.store_path().exists():
        return ""
    try:
        return Store.open_as_guest(paths.store_path()).review(record) or ""
    except (StoreError, OSError) as error:
        _log.warning("the review of the game cannot be read: %s", error)
        return ""
