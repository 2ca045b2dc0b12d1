"""Problems of a file of settings, for its owner: named by line, or by key with the allowed values."""

from __future__ import annotations

import reprlib
from dataclasses import dataclass
from typing import Literal

from game.validation import printable

ProblemKind = Literal["missing", "empty", "unreadable", "too_large", "not_text", "syntax", "unknown", "value", "more"]
_GIVEN_LENGTH = 60  # characters


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong. All texts are printable, short and English; `str` is one sentence of them.

    `missing`, `empty`, `unreadable`, `too_large`, `not_text` and `syntax` are of the whole file: nothing of it is used.
    `detail` says why, `line` (from 1; 0 where it is not known) where. `unknown` and `value` are of the dotted `key`
    alone, of which `given` was written; `allowed` is what it takes, or for an unknown key the one that may be meant.
    `more` stands for `detail` further ones.
    """

    kind: ProblemKind
    key: str = ""
    given: str = ""
    allowed: str = ""
    line: int = 0
    detail: str = ""

    def __str__(self) -> str:
        match self.kind:
            case "syntax":
                place = f"line {self.line}: " if self.line else ""
                return f"{place}{self.detail}"
            case "unknown":
                return f"{self.key}: unknown setting" + (f". Did you mean {self.allowed}?" if self.allowed else "")
            case "value":
                return f"{self.key}: {self.given} is not allowed. Allowed: {self.allowed}"
            case "more":
                return f"and {self.detail} more"
        return self.detail


def of_file(kind: ProblemKind, detail: str, line: int = 0) -> Problem:
    """A problem of the whole file."""
    return Problem(kind, detail=printable(detail), line=line)


def of_value(key: str, given: object, allowed: str) -> Problem:
    """A value that cannot be used."""
    return Problem("value", printable(key), _shown(given), allowed)


def of_key(key: str, meant: str) -> Problem:
    """A key that there is not; `meant` may be "" where none is like it."""
    return Problem("unknown", printable(key), allowed=meant)


def _shown(value: object) -> str:
    """A value short, as it may have been written."""
    if isinstance(value, bool):
        return str(value).lower()
    if value is None or isinstance(value, (str, int, float, list, dict)):
        short = reprlib.Repr()
        short.maxstring = short.maxother = _GIVEN_LENGTH
        text = short.repr(value)
    else:
        text = str(value)  # a date or a time
    return printable(text)[:_GIVEN_LENGTH]
