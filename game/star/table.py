"""The solved game, kept in the cache folder: a table for each reading of the foul rule.

A file is a head (magic, version, reading), a SHA-256 of all that follows the sum itself, and the packed rows: codes
as differences and distances. Whatever else is found in its place is replaced.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import itertools
import logging
import os
import struct
import zlib
from pathlib import Path

from game.paths import cache_dir, prune_parts
from game.star.solver import Code, Distance, solve
from game.star.state import FoulReading

MAGIC = b"KSTAR"
VERSION = 1
"""To be raised whenever codes, distances or the rules behind them change."""

_READINGS: tuple[FoulReading, ...] = ("takeback", "literal", "none")
_SUM_SIZE = hashlib.sha256().digest_size
_MOST_BYTES = 1_000_000
_log = logging.getLogger(__name__)

Table = dict[Code, Distance]


class TableFileError(Exception):
    """A file is no table. The message tells the error."""


def table_path(fouls: FoulReading) -> Path:
    """Return the path of a reading's table."""
    return cache_dir() / f"star-{fouls}.table"


@functools.cache
def table_of(fouls: FoulReading) -> Table:
    """The table of a reading, loaded once in a process."""
    return load(fouls)


def load(fouls: FoulReading) -> Table:
    """The table of a reading: from its file, or solved now (a quarter of a second) and kept where possible."""
    path = table_path(fouls)
    try:
        return unpack(_read(path), fouls)
    except FileNotFoundError:
        _log.info("Star's table is made: none is kept yet: %s", path)
    except (OSError, TableFileError) as error:
        _log.warning("Star's table is made anew: %s: %s", path, error)
    table = solve(fouls)
    _keep(path, pack(table, fouls))
    return table


def pack(table: Table, fouls: FoulReading) -> bytes:
    """The file's content for a table."""
    codes = sorted(table)
    steps = [code - before for before, code in zip([0, *codes], codes, strict=False)]
    rows = zlib.compress(
        struct.pack(f"<I{len(codes)}I", len(codes), *steps) + bytes(table[code] for code in codes), level=9
    )
    return _head(fouls) + hashlib.sha256(_head(fouls) + rows).digest() + rows


def unpack(blob: bytes, fouls: FoulReading) -> Table:
    """The table in a file's content. Raises TableFileError."""
    head = _head(fouls)
    if not blob.startswith(head):
        raise TableFileError("foreign, of another version or of another reading")
    total, rows = blob[len(head) :][:_SUM_SIZE], blob[len(head) + _SUM_SIZE :]
    if hashlib.sha256(head + rows).digest() != total:
        raise TableFileError("damaged")
    data = zlib.decompress(rows)
    (count,) = struct.unpack_from("<I", data)
    codes = itertools.accumulate(struct.unpack_from(f"<{count}I", data, 4))
    return dict(zip(codes, data[4 + 4 * count :], strict=True))


def _head(fouls: FoulReading) -> bytes:
    return MAGIC + bytes([VERSION, _READINGS.index(fouls)])


def _read(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(_MOST_BYTES)


def _keep(path: Path, blob: bytes) -> None:
    """Write the file in one step, so that no other process reads half of it."""
    prune_parts(path.parent)
    part = path.with_suffix(f".{os.getpid()}.part")
    try:
        part.write_bytes(blob)
        part.replace(path)
    except OSError as error:
        _log.warning("Star's table cannot be kept and will be made again: %s", error)
        with contextlib.suppress(OSError):  # there may be no such file, or no such folder
            part.unlink()
