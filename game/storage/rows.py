"""The form of the store's rows: the values, and at the end their checksum."""

from __future__ import annotations

import zlib
from collections.abc import Sequence

Statement = tuple[str, Sequence[object]]


def checksum(*values: object) -> int:
    """The checksum of a row of these values."""
    return zlib.crc32("\x1f".join(map(str, values)).encode("utf-8", "surrogateescape"))


def insertion(table: str, *values: object) -> Statement:
    """Keep a row of these values, with their checksum, in place of another of its key."""
    marks = ", ".join("?" * (len(values) + 1))
    kept = [_clean(value) if isinstance(value, str) else value for value in values]
    return f"INSERT OR REPLACE INTO {table} VALUES ({marks})", (*kept, checksum(*kept))


def _clean(text: str) -> str:
    """The text without lone surrogates, which no UTF-8 holds."""
    return text.encode("utf-8", "replace").decode("utf-8")
