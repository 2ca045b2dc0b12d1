"""The owner's list of outside engines, `engines.toml`, edited by hand.

Only these engines, and the engines that the command line names, may be started. Each table is an engine: its name, its
`command` in one line, and optionally `games`, `seconds` and `protocol`. A wrong entry does not affect the others.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from game.core.plain_text import printable
from game.core.record import LONGEST_ENGINE, is_engine_name
from game.core.rules import OptionError
from game.outside.dialects import PROTOCOLS
from game.outside.engine import engine_command
from game.outside.table_agent import SECONDS, EngineEntry
from game.registry import GAMES
from game.toml_file import UnusableError, parse, read_text

KEYS = ("command", "games", "seconds", "protocol")
LEAST_SECONDS, MOST_SECONDS = 0.1, 60.0
MOST_ENGINES = 20
_MOST_PROBLEMS = 20


@dataclass(frozen=True, slots=True)
class EnginesFile:
    """The content of a file: the usable `entries`, and one printable English line for each problem.

    `unused` has the names, shortened, of the entries that cannot be used. An unreadable file has a problem and no
    names.
    """

    entries: tuple[EngineEntry, ...] = ()
    problems: tuple[str, ...] = ()
    unused: tuple[str, ...] = ()


class _EntryError(Exception):
    """The problem of an entry."""


def load(path: Path) -> EnginesFile:
    """Return the engines in the file at `path`; none without a file. Never raises."""
    try:
        text = read_text(path)
        tables = parse(text)
    except UnusableError as error:
        return EnginesFile() if error.problem.kind == "missing" else EnginesFile((), (_with_path(path, str(error)),))
    entries: list[EngineEntry] = []
    problems: list[str] = []
    unused: list[str] = []
    for number, (name, table) in enumerate(tables.items()):
        try:
            if number >= MOST_ENGINES:
                raise _EntryError(f"more than {MOST_ENGINES} engines")
            entries.append(_entry(name, table))
        except _EntryError as error:
            problems.append(_with_path(path, f"{_place(text, name)}: {error}"))
            unused.append(printable(name)[:40])
    return EnginesFile(tuple(entries), tuple(problems[:_MOST_PROBLEMS]), tuple(unused[:_MOST_PROBLEMS]))


def _entry(name: str, table: object) -> EngineEntry:
    """Read an entry. Raises _EntryError."""
    if not is_engine_name(name):
        raise _EntryError(f"a name has ASCII letters, digits and _, no digit first, {LONGEST_ENGINE} at most")
    if not isinstance(table, Mapping):
        raise _EntryError("this is no table of an engine, which begins with [NAME]")
    for key in table:
        if key not in KEYS:
            raise _EntryError(f"there is no key {printable(key)!r} (known: {', '.join(KEYS)})")
    command = table.get("command")
    if not isinstance(command, str):
        raise _EntryError("it needs a 'command', a text in quotes")
    try:
        return EngineEntry(
            engine_command(f"{name}={command}", _protocol(table.get("protocol"))),
            _games(table.get("games")),
            _seconds(table.get("seconds")),
        )
    except OptionError as error:
        raise _EntryError(str(error)) from None


def _games(value: object) -> frozenset[str] | None:
    if value is None:
        return None
    if not isinstance(value, list) or not all(isinstance(game, str) and game in GAMES for game in value):
        raise _EntryError(f"'games' is no list of {', '.join(GAMES)}")
    return frozenset(value)


def _protocol(value: object) -> str:
    if value is not None and value not in PROTOCOLS:
        raise _EntryError(f"'protocol' is none of {', '.join(PROTOCOLS)}")
    return str(value or "")


def _seconds(value: Any) -> float:
    if value is None:
        return SECONDS
    if type(value) not in (int, float) or not math.isfinite(value) or not LEAST_SECONDS <= value <= MOST_SECONDS:
        raise _EntryError(f"'seconds' is no number from {LEAST_SECONDS:g} to {MOST_SECONDS:g}")
    return float(value)


def _place(text: str, name: str) -> str:
    """Return the number of the line where an entry begins, and the entry's name, as text."""
    return f"line {next(_lines(text, name), 1)}: engine {printable(name)[:40]!r}"


def _lines(text: str, name: str) -> Iterator[int]:
    quoted = rf"[\"']?{re.escape(name)}[\"']?"
    for number, line in enumerate(text.splitlines(), 1):
        if re.match(rf"\s*(\[\s*{quoted}\s*[\].]|{quoted}\s*[=.])", line):
            yield number


def _with_path(path: Path, text: str) -> str:
    return f"{printable(str(path))}: {printable(text)}"
