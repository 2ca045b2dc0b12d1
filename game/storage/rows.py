"""The form of the store's rows: values, then their checksum. Also the rows of reviews.

A review belongs to a stored game, and is deleted with that game.
"""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeVar

from game.core.plain_text import printable

Statement = tuple[str, Sequence[object]]
TABLES = {
    "reviews": "CREATE TABLE reviews (id INTEGER PRIMARY KEY, review TEXT NOT NULL, crc INTEGER NOT NULL)",
}
_KEYS = {"statistics": 2, "hours": 3}  # how many of a row's values identify it, if not one
Read = TypeVar("Read")


def checksum(*values: object) -> int:
    """Return a row's checksum."""
    return zlib.crc32("\x1f".join(map(str, values)).encode("utf-8", "surrogateescape"))


def insertion(table: str, *values: object) -> Statement:
    """Return the statement that inserts or replaces a row of these values with their checksum."""
    marks = ", ".join("?" * (len(values) + 1))
    kept = [_clean(value) if isinstance(value, str) else value for value in values]
    return f"INSERT OR REPLACE INTO {table} VALUES ({marks})", (*kept, checksum(*kept))


def _clean(text: str) -> str:
    """Return the text without lone surrogates, which UTF-8 cannot encode."""
    return text.encode("utf-8", "replace").decode("utf-8")


def put_review(id: int, text: str) -> Statement:
    """Return the statement that stores the review of the shelf's game with this number."""
    return insertion("reviews", id, text)


def drop_review(id: int) -> Statement:
    """Return the statement that deletes the review of the shelf's game with this number."""
    return "DELETE FROM reviews WHERE id = ?", (id,)


class DamagedRow(NamedTuple):
    """A row that cannot be read, for `Values.set_aside`: its key there, its content in JSON values, and the damage."""

    key: str
    content: object
    why: str


def damaged_row(table: str, values: Sequence[object], why: object) -> DamagedRow:
    """Return a damaged row of `table`. A setting has its own key and its text, other rows have all their values."""
    plain = [value if isinstance(value, str | int | None) else repr(value) for value in values]
    if table == "settings":
        return DamagedRow(printable(str(plain[0])), plain[1], str(why))
    key = ".".join([table, *map(str, plain[: _KEYS.get(table, 1)])])
    return DamagedRow(printable(key), plain, str(why))


class SoundRows:
    """Reads the rows of a store's tables. `damaged` are those that cannot be read."""

    def __init__(self, database: sqlite3.Connection) -> None:
        self._database = database
        self.damaged: list[DamagedRow] = []

    def of(self, table: str, read: Callable[..., Read]) -> list[Read]:
        """Return the results of `read` for the values of each row, in order.

        A row is left out, and is damaged, if its checksum is wrong or if `read` raises ValueError.
        """
        found = []
        for *values, crc in self._database.execute(f"SELECT * FROM {table} ORDER BY 1, 2"):
            try:
                if crc != checksum(*values):
                    raise ValueError("its checksum is wrong")
                found.append(read(*values))
            except ValueError as error:
                self.damaged.append(damaged_row(table, values, error))
        return found


def text_in(value: object) -> str:
    """Return the text in a column. Raises ValueError for anything else."""
    if type(value) is not str:
        raise ValueError("it has no text")
    return value
