"""Games as files: writing records, and reading files that cannot be trusted.

The content is the record format (`game.core.record`), or a game's code (`game.records.game_code`). Records are checked
to the last action, so that later code never gets a game that cannot be shown or continued.
"""

from __future__ import annotations

import contextlib
import json
import logging
import re
import stat
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from game.core.decode import read_json
from game.core.incremental import Incremental, run_to_end
from game.core.record import FORMAT, VERSION, Record, record_from_json
from game.core.rules import RecordError
from game.records.game_code import chosen, has_code, unpack_in_steps
from game.records.validation import RecordFileError as RecordFileError
from game.records.validation import from_file
from game.version import FULL_NAME

ENDING = ".json"
MAX_BYTES = 1_000_000  # the most bytes of a game's file; a game of a thousand actions takes 20 kB
# The beginning of a JSON object. A list of moves may begin with a comment in braces.
_OBJECT = re.compile(r'\s*\{\s*["}]')
_log = logging.getLogger(__name__)
PEOPLE_LENGTH = 40  # the most characters of people's names in a file name; each takes up to four of its 255 bytes


@dataclass(frozen=True, slots=True)
class FoundFile:
    """A file that may have a game in it: its path, time of change (a timestamp) and size in bytes."""

    path: Path
    changed: float
    size: int


# Writing


def file_name(record: Record, day: date | None, names: Sequence[str], ending: str = ENDING) -> str:
    """Return a file name that is valid on any system: "GAME 2026-11-21 Aoi, Ren.json"."""
    people = ", ".join(filter(None, (_safe(name) for name in names)))
    when = day.isoformat() if day is not None else ""
    return " ".join(filter(None, (_safe(record.game), when, people[:PEOPLE_LENGTH].strip(" ,.")))) + ending


def export(record: Record, folder: Path, name: str) -> Path:
    """Write `record` as a new file in `folder`. If `name` exists, a number is added to it. Raises OSError."""
    return export_text(record.to_json(FULL_NAME) + "\n", folder, name)


def export_text(text: str, folder: Path, name: str) -> Path:
    """Write `text`, such as a table or a damaged game, as `export` writes a game. Raises OSError.

    The line ends of `text` do not change.
    """
    return export_bytes(text.encode("utf-8", "replace"), folder, name)


def export_bytes(data: bytes, folder: Path, name: str) -> Path:
    """Write `data`, such as a picture, as `export` writes a game. Raises OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    return write_new(data, folder, name)


def write_new(data: bytes, folder: Path, name: str) -> Path:
    """Write `data` as a new file into `folder`. The folder must exist, because its name may be mistyped."""
    stem, ending = Path(name).stem, Path(name).suffix
    number = 1
    while True:
        path = folder / (f"{stem} ({number}){ending}" if number > 1 else name)
        try:
            file = path.open("xb")
        except FileExistsError:
            number += 1
            continue
        try:
            with file:
                file.write(data)
        except BaseException:  # even after an interrupt, no half file may stay
            path.unlink(missing_ok=True)
            raise
        return path


def _safe(text: str) -> str:
    """Return `text` without characters that some system forbids in file names."""
    kept = "".join(char for char in text if char.isprintable())
    return re.sub(r'[\\/:*?"<>|@]+', "", kept).strip(" .")


# Finding and reading


def find_files(folder: Path) -> list[FoundFile]:
    """Return the files in `folder` that may have games in them, the latest first.

    If the folder cannot be read, the result is empty and the error is logged.
    """
    found = []
    try:
        for path in folder.glob(f"*{ENDING}"):
            with contextlib.suppress(OSError):  # deleted meanwhile, or a broken link
                status = path.stat()
                if stat.S_ISREG(status.st_mode):
                    found.append(FoundFile(path, status.st_mtime, status.st_size))
    except OSError as error:
        _log.warning("the games in a folder cannot be listed: %s: %s", folder, error)
        return []
    return sorted(found, key=lambda one: (-one.changed, one.path.name))


def read(path: Path, rows: str = "") -> Record:
    """Read the game in the file at `path`, checked to its last action. Raises RecordFileError.

    If another program's text may be two games, `rows` says which of them is read.
    """
    return chosen(lambda: run_to_end(read_in_steps(path)), rows)


def read_in_steps(path: Path) -> Incremental[Record]:
    """Read as `read` does, one action at a time."""
    return (yield from _parsing(read_bytes(path), path.name))


def read_bytes(path: Path) -> bytes:
    """Return the content of the file at `path`. Raises RecordFileError, also if there are more than MAX_BYTES."""
    try:
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        raise RecordFileError("unreadable", path.name, detail=_reason(error)) from error
    if len(data) > MAX_BYTES:
        raise RecordFileError("too_large", path.name, f"more than {MAX_BYTES}")
    return data


def parse(data: bytes, file: str) -> Record:
    """Read the game in `data`. Messages name its source as `file`. Raises RecordFileError."""
    return run_to_end(_parsing(data, file))


def _parsing(data: bytes, file: str) -> Incremental[Record]:
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise RecordFileError("not_text", file, str(error.start)) from error
    if has_code(text) and _OBJECT.match(text) is None:
        return (yield from unpack_in_steps(text, file))
    _check_format(text, file)
    try:
        record = record_from_json(text, file)
    except RecordError as error:
        raise RecordFileError("field", file, detail=str(error).removeprefix(f"{file}: ")) from error
    return (yield from from_file(record, file))


def _check_format(text: str, file: str) -> None:
    try:
        table = read_json(text)
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise RecordFileError("not_json", file, place, error.msg) from error
    except ValueError as error:
        raise RecordFileError("field", file, detail=str(error)) from error
    if not isinstance(table, dict) or table.get("format") != FORMAT:
        raise RecordFileError("foreign", file)
    if table.get("version") != VERSION:
        raise RecordFileError("version", file, detail=repr(table.get("version")))


def _reason(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error)
