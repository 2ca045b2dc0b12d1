"""The form of the store's rows: values, then their checksum. Also the rows of reviews.

A review belongs to a stored game, and is deleted with it.
"""

from __future__ import annotations

import logging
import sqlite3
import zlib
from collections.abc import Iterator, Sequence

Statement = tuple[str, Sequence[object]]
TABLES = {
    "reviews": "CREATE TABLE reviews (id INTEGER PRIMARY KEY, review TEXT NOT NULL, crc INTEGER NOT NULL)",
}
_log = logging.getLogger(__name__)


def checksum(*values: object) -> int:
    """A row's checksum."""
    return zlib.crc32("\x1f".join(map(str, values)).encode("utf-8", "surrogateescape"))


def insertion(table: str, *values: object) -> Statement:
    """Insert or replace a row of these values with their checksum."""
    marks = ", ".join("?" * (len(values) + 1))
    kept = [_clean(value) if isinstance(value, str) else value for value in values]
    return f"INSERT OR REPLACE INTO {table} VALUES ({marks})", (*kept, checksum(*kept))


def _clean(text: str) -> str:
    """The text without lone surrogates, which UTF-8 cannot encode."""
    return text.encode("utf-8", "replace").decode("utf-8")


def put_review(id: int, text: str) -> Statement:
    """Store the review of the shelf's game with this number."""
    return insertion("reviews", id, text)


def drop_review(id: int) -> Statement:
    """Delete the review of the shelf's game with this number."""
    return "DELETE FROM reviews WHERE id = ?", (id,)


def read_reviews(database: sqlite3.Connection) -> Iterator[tuple[int, str] | None]:
    """The number of a game with its review; None, with a line in the log, for each row that is damaged."""
    for id, text, crc in database.execute("SELECT * FROM reviews"):
        if type(id) is int and type(text) is str and crc == checksum(id, text):
            yield id, text
        else:
            _log.warning("the stored review of game %a is damaged: it is made anew", id)
            yield None
