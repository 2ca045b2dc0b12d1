"""TOML files that are read with suspicion: only regular ones, no large ones, none that would keep the parser busy.

tomlkit is imported when a file is read, never with this module: only an owner of such a file pays for it.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from game.platforms.files import read_regular
from game.problems import Problem, of_file

MAX_BYTES = 64_000
BOM = "\ufeff"
_MAX_DEPTH = 20  # brackets open at once, or parts of a key: the parser would follow them to Python's limit
_MAX_TABLES = 200  # headers; the parser's time grows with their square


class UnusableError(Exception):
    """The file cannot be used at all."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(str(problem))
        self.problem = problem


def read_text(path: Path) -> str:
    """The file's text, its line ends and byte order mark as they are. Raises UnusableError."""
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
_LINE_END_IN_TEXT = "InvalidControlChar"  # tomlkit's name for what is then the only such character, the end of a line


def parse(text: str) -> dict[str, Any]:
    """The whole file as plain values. Raises UnusableError."""
    return document_of(text)[1]


def document_of(text: str) -> tuple[Any, dict[str, Any]]:
    """The file as tomlkit holds it and as plain values. Raises UnusableError."""
    import tomlkit

    text = text.removeprefix(BOM)
    _check_shape(text)
    try:
        document = tomlkit.parse(text)
        return document, document.unwrap()
    except MemoryError:
        raise
    except Exception as error:  # whatever a parser may stumble over, its own faults too: it is told by its line
        line = getattr(error, "line", 0) or 0
        said = re.sub(r" at line \d+ col \d+$", "", str(error)) or type(error).__name__
        if type(error).__name__ == _LINE_END_IN_TEXT and "".join(text.splitlines()).isprintable():
            said = "a quote is missing at the end of a text"
        if type(error).__name__ in _OF_TIMES:
            said += "; a time is written in quotes"
        raise UnusableError(of_file("syntax", _key_at(text, line) + said, line)) from error


def _key_at(text: str, line: int) -> str:
    """The dotted key to which that line gives a value, with a colon; "" where it is none that can be told."""
    table = ""
    for number, content in enumerate(text.splitlines(), 1):
        if header := re.match(r"\s*\[([\w.-]+)\]", content):
            table = f"{header[1]}."
        if number == line:
            key = re.match(r"\s*([\w.-]+)\s*=", content)
            return f"{table}{key[1]}: " if key else ""
    return ""


def _check_shape(text: str) -> None:
    """Refuse what would keep the parser busy for seconds, before it begins. Raises UnusableError."""
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
    """A line without its quoted texts and its comment."""
    return re.sub(r'"(?:\\.|[^"\\])*"|\'[^\']*\'', "", line).partition("#")[0]
