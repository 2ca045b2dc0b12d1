"""Careful reading of TOML files: only regular files that are not too large and that can be parsed quickly.

Problems are reported to the file's owner by line, or by key with the allowed values. tomlkit is imported only when a
file is read, because most users have no such file.
"""

from __future__ import annotations

import re
import reprlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from game.core.plain_text import printable
from game.platforms.files import read_regular

ProblemKind = Literal["missing", "empty", "unreadable", "too_large", "not_text", "syntax", "unknown", "value", "more"]
MAX_BYTES = 64_000
BOM = "\ufeff"
# The greatest number of opening brackets in a line, and of dots in a key. With more, the parser would reach Python's
# recursion limit.
_MAX_DEPTH = 20
# The most headers of tables. The parser's time grows with the square of their number.
_MAX_TABLES = 200
_GIVEN_LENGTH = 60  # the most characters of a value that a problem's text quotes


@dataclass(frozen=True, slots=True)
class Problem:
    """One problem in a file. All texts are printable, short and English. `str` joins them into one sentence.

    If the kind is `missing`, `empty`, `unreadable`, `too_large`, `not_text` or `syntax`, the whole file is not used.
    `detail` then says why, and `line` says where (from 1; 0 if unknown). The kinds `unknown` and `value` concern only
    the dotted `key`. `given` is the key's value, and `allowed` has the values that the key takes. For an unknown key,
    `allowed` is the key that was probably meant. `more` stands for further problems; `detail` is their number.
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
    """An unknown key. `meant` is a similar one, or ""."""
    return Problem("unknown", printable(key), allowed=meant)


def _shown(value: object) -> str:
    """Return a value in TOML's notation, shortened."""
    if isinstance(value, bool):
        return str(value).lower()
    if value is None or isinstance(value, (str, int, float, list, dict)):
        short = reprlib.Repr()
        short.maxstring = short.maxother = _GIVEN_LENGTH
        text = short.repr(value)
    else:
        text = str(value)  # a date or a time
    return printable(text)[:_GIVEN_LENGTH]


class UnusableError(Exception):
    """The file cannot be used at all."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(str(problem))
        self.problem = problem


def read_text(path: Path) -> str:
    """Return the file's text with its line ends and byte order mark. Raises UnusableError."""
    try:
        data = read_regular(path, MAX_BYTES + 1)
    except FileNotFoundError as error:
        raise UnusableError(of_file("missing", "there is no such file")) from error
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise UnusableError(of_file("unreadable", f"it cannot be read ({reason})")) from error
    if len(data) > MAX_BYTES:
        raise UnusableError(of_file("too_large", f"it has more than {MAX_BYTES} bytes"))
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise UnusableError(of_file("not_text", f"line {line} is not UTF-8 text", line)) from error


_OF_TIMES = ("InvalidTimeError", "InvalidDateError", "InvalidDateTimeError")
_LINE_END_IN_TEXT = "InvalidControlChar"  # tomlkit's error for a quoted text that does not end on its line


def parse(text: str) -> dict[str, Any]:
    """Return the whole file as plain values. Raises UnusableError."""
    return document_of(text)[1]


def document_of(text: str) -> tuple[Any, dict[str, Any]]:
    """Return the file in tomlkit's form and as plain values. Raises UnusableError."""
    import tomlkit

    text = text.removeprefix(BOM)
    _check_shape(text)
    try:
        document = tomlkit.parse(text)
        return document, document.unwrap()
    except MemoryError:
        raise
    except Exception as error:  # any error of the parser, even a bug in it, is reported with its line
        line = getattr(error, "line", 0) or 0
        problem = re.sub(r" at line \d+ col \d+$", "", str(error)) or type(error).__name__
        if type(error).__name__ == _LINE_END_IN_TEXT and "".join(text.splitlines()).isprintable():
            problem = "a quote is missing at the end of a text"
        if type(error).__name__ in _OF_TIMES:
            problem += "; a time is written in quotes"
        raise UnusableError(of_file("syntax", _key_at(text, line) + problem, line)) from error


def _key_at(text: str, line: int) -> str:
    """Return the dotted key that `line` sets, with a colon; "" if it cannot be found."""
    table = ""
    for number, content in enumerate(text.splitlines(), 1):
        if header := re.match(r"\s*\[([\w.-]+)\]", content):
            table = f"{header[1]}."
        if number == line:
            key = re.match(r"\s*([\w.-]+)\s*=", content)
            return f"{table}{key[1]}: " if key else ""
    return ""


def _check_shape(text: str) -> None:
    """Raise UnusableError for texts that would keep the parser busy for seconds."""
    headers = 0
    for number, line in enumerate(text.splitlines(), 1):
        bare = line.lstrip()
        headers += bare.startswith("[")
        if headers > _MAX_TABLES:
            raise UnusableError(of_file("syntax", f"more than {_MAX_TABLES} lines begin with a bracket", number))
        code = _without_texts(bare)
        name = code.partition("=")[0]
        if name.count(".") > _MAX_DEPTH or max(code.count("["), code.count("{")) > _MAX_DEPTH:
            raise UnusableError(of_file("syntax", "nested too deeply", number))


def _without_texts(line: str) -> str:
    """Return a line without its quoted texts and its comment."""
    return re.sub(r'"(?:\\.|[^"\\])*"|\'[^\']*\'', "", line).partition("#")[0]
