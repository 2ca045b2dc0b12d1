"""The kiosk's configuration as a TOML file: read with suspicion, and written back with its comments.

tomlkit is imported when a file is read or written, never by whoever imports this module: only a kiosk pays for it.
"""

from __future__ import annotations

import difflib
import os
import re
import stat
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from game.atomic import replace_file
from game.kiosk.config import KEYS, TABLES, Config
from game.kiosk.problems import Problem, of_file, of_key, of_value
from game.platforms import read_regular

MAX_BYTES = 64_000
MOST_PROBLEMS = 50  # that are told one by one
_MAX_DEPTH = 20  # brackets open at once, or parts of a key: the parser would follow them to Python's limit
_MAX_TABLES = 200  # headers; the parser's time grows with their square
_NEW_FILE_MODE = 0o644
_BOM = "\ufeff"


class ConfigWriteError(OSError):
    """The file cannot be written, or not without losing what is in it; the message is fit for the operator."""


class _UnusableError(Exception):
    """Nothing of the file can be used."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(str(problem))
        self.problem = problem


def load(path: Path) -> tuple[Config, tuple[Problem, ...]]:
    """The settings of the file at `path` and what is wrong with it; the default for all that cannot be used.

    Never raises: a table that opens with its defaults is better than one that stays dark.
    """
    try:
        document = _parsed(_read(path))
    except _UnusableError as error:
        return Config(), (error.problem,)
    config, problems = Config(), list[Problem]()
    for key, value in _flat(document):
        if key not in KEYS:
            problems.append(_unknown(key, value))
            continue
        try:
            config = config.changed({key: value})
        except ValueError:
            problems.append(of_value(key, value, KEYS[key].kind.range))
    if len(problems) > MOST_PROBLEMS:
        problems[MOST_PROBLEMS:] = [of_file("more", str(len(problems) - MOST_PROBLEMS))]
    return config, tuple(problems)


def write(path: Path, changes: Mapping[str, Any]) -> None:
    """Change the values of dotted keys in the file at `path`, or begin one with them.

    Comments, order and unknown keys stay; the file is replaced in one step, that which a link leads to. Raises
    KeyError and ValueError for what is no setting, ConfigWriteError where it cannot be done: then nothing changes.
    """
    plain = {key: KEYS[key].kind.plain(KEYS[key].kind.read(value)) for key, value in changes.items()}
    target = Path(os.path.realpath(path))
    try:
        text, mode = _read(target), stat.S_IMODE(target.stat().st_mode)
    except _UnusableError as error:
        if error.problem.kind != "missing":
            raise ConfigWriteError(f"{path}: {error.problem}") from error
        text, mode = "", _NEW_FILE_MODE
    except OSError as error:
        raise _not_written(path, error) from error
    if target.exists() and not os.access(target, os.W_OK):  # a new one in its place would be made all the same
        raise ConfigWriteError(f"{path}: it may not be written")
    try:
        data = _edited(text, plain).encode("utf-8")
        replace_file(target, data, mode)
    except _UnusableError as error:
        raise ConfigWriteError(f"{path}: {error.problem}") from error
    except OSError as error:
        raise _not_written(path, error) from error


def _not_written(path: Path, error: OSError) -> ConfigWriteError:
    return ConfigWriteError(f"{path}: {error.strerror or error}")


def _read(path: Path) -> str:
    """The file's text, its line ends and byte order mark as they are. Raises _UnusableError."""
    try:
        data = read_regular(path, MAX_BYTES + 1)
    except FileNotFoundError as error:
        raise _UnusableError(of_file("missing", "there is no such file")) from error
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise _UnusableError(of_file("unreadable", f"it cannot be read ({reason})")) from error
    if len(data) > MAX_BYTES:
        raise _UnusableError(of_file("too_large", f"it has more than {MAX_BYTES} bytes"))
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise _UnusableError(of_file("not_text", f"line {line} is not UTF-8 text", line)) from error


def _parsed(text: str) -> dict[str, Any]:
    """The whole file as plain values. Raises _UnusableError."""
    return _document(text)[1]


def _document(text: str) -> tuple[Any, dict[str, Any]]:
    """The file as tomlkit holds it and as plain values. Raises _UnusableError."""
    import tomlkit

    text = text.removeprefix(_BOM)
    _check_shape(text)
    try:
        document = tomlkit.parse(text)
        return document, document.unwrap()
    except MemoryError:
        raise
    except Exception as error:  # whatever a parser may stumble over, its own faults too: it is told by its line
        line = getattr(error, "line", 0) or 0
        said = re.sub(r" at line \d+ col \d+$", "", str(error)) or type(error).__name__
        raise _UnusableError(of_file("syntax", said, line)) from error


def _check_shape(text: str) -> None:
    """Refuse what would keep the parser busy for seconds, before it begins. Raises _UnusableError."""
    headers = 0
    for number, line in enumerate(text.splitlines(), 1):
        bare = line.lstrip()
        headers += bare.startswith("[")
        if headers > _MAX_TABLES:
            raise _UnusableError(of_file("syntax", f"more than {_MAX_TABLES} lines begin with a bracket", number))
        code = _without_texts(bare)
        name = code.partition("=")[0]
        if name.count(".") > _MAX_DEPTH or max(code.count("["), code.count("{")) > _MAX_DEPTH:
            raise _UnusableError(of_file("syntax", "nested too deeply", number))


def _without_texts(line: str) -> str:
    """A line without its quoted texts and its comment."""
    return re.sub(r'"(?:\\.|[^"\\])*"|\'[^\']*\'', "", line).partition("#")[0]


def _flat(document: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """The keys with their values: those of known tables dotted, all else as it stands."""
    for table, content in document.items():
        if table in TABLES and isinstance(content, dict):
            for name, value in content.items():
                yield f"{table}.{name}", value
        else:
            yield str(table), content


def _unknown(key: str, value: Any) -> Problem:
    if key in TABLES:
        return of_value(key, value, "a table of settings")
    near = difflib.get_close_matches(key[:80], [*KEYS, *TABLES], 1, 0.75)
    return of_key(key, near[0] if near else "")


def _edited(text: str, plain: Mapping[str, Any]) -> str:
    """The text with other values. Raises _UnusableError where it is no TOML, or would be none."""
    import tomlkit

    document, before = _document(text)
    for key, value in plain.items():
        table, name = KEYS[key].table, KEYS[key].name
        if not isinstance(before.setdefault(table, {}), dict):
            raise _UnusableError(of_value(table, before[table], "a table of settings"))
        before[table][name] = value
        if table not in document:
            if document.body and not document.as_string().endswith("\n\n"):
                document.add(tomlkit.nl())
            document.add(table, tomlkit.table())
        document[table][name] = value
    found: str = document.as_string()
    if "\r\n" in text:
        found = re.sub(r"(?<!\r)\n", "\r\n", found)
    if _parsed(found) != before:
        raise _UnusableError(of_file("syntax", "its tables are in an order in which they cannot be changed"))
    return _BOM + found if text.startswith(_BOM) else found
