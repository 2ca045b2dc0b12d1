"""The kiosk's configuration as a TOML file: checked when read, and written back with its comments."""

from __future__ import annotations

import difflib
import os
import re
import stat
from collections.abc import Iterator, Mapping
from pathlib import Path

from game.kiosk.config import KEYS, TABLES, Config, split_key
from game.platforms.files import replace_file
from game.toml_file import BOM, Problem, UnusableError, document_of, of_file, of_key, of_value, parse, read_text

MOST_PROBLEMS = 50  # the most problems that are listed
_NEW_FILE_MODE = 0o644


class ConfigWriteError(OSError):
    """The file cannot be written, or would lose content. The message is for the operator."""


def load(path: Path) -> tuple[Config, tuple[Problem, ...]]:
    """Return the settings of the file at `path`, and its problems. Defaults replace unusable values.

    This never raises, because a table with default settings is better than none.
    """
    try:
        text = read_text(path)
        document = parse(text)
    except UnusableError as error:
        return Config(), (error.problem,)
    if is_blank(text):  # an editor may be saving it, or the disk may be full
        return Config(), (of_file("empty", "the file is empty"),)
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


def is_blank(text: str) -> bool:
    """Return whether a file has nothing in it, not even comments."""
    return not text.removeprefix(BOM).strip()


def says_nothing(path: Path) -> bool:
    """Return whether the file at `path` is missing or blank."""
    try:
        return is_blank(read_text(path))
    except UnusableError as error:
        return error.problem.kind == "missing"


def write(path: Path, changes: Mapping[str, object]) -> None:
    """Change the values of dotted keys in the file at `path`, or create it.

    Comments, order and unknown keys stay. The file, or a link's target, is replaced atomically. Raises KeyError and
    ValueError for unknown or wrong settings, and ConfigWriteError if the file cannot be written. An error
    leaves the file as it was.
    """
    plain = {key: KEYS[key].kind.plain(KEYS[key].read(value)) for key, value in changes.items()}
    target = Path(os.path.realpath(path))
    try:
        text, mode = read_text(target), stat.S_IMODE(target.stat().st_mode)
    except UnusableError as error:
        if error.problem.kind != "missing":
            raise ConfigWriteError(f"{path}: {error.problem}") from error
        text, mode = "", _NEW_FILE_MODE
    except OSError as error:
        raise _not_written(path, error) from error
    if target.exists() and not os.access(target, os.W_OK):  # `replace` would also replace a read-only file
        raise ConfigWriteError(f"{path}: it may not be written")
    try:
        data = _edited(text, plain).encode("utf-8")
        replace_file(target, data, mode)
    except UnusableError as error:
        raise ConfigWriteError(f"{path}: {error.problem}") from error
    except OSError as error:
        raise _not_written(path, error) from error


def _not_written(path: Path, error: OSError) -> ConfigWriteError:
    return ConfigWriteError(f"{path}: {error.strerror or error}")


def _flat(document: Mapping[str, object]) -> Iterator[tuple[str, object]]:
    """Yield keys with their values. Keys in known tables become dotted, and other keys stay as they are."""
    for table, content in document.items():
        if table in TABLES and isinstance(content, dict):
            for name, value in content.items():
                yield f"{table}.{name}", value
        else:
            yield str(table), content


def _unknown(key: str, value: object) -> Problem:
    if key in TABLES:
        return of_value(key, value, "a table of settings")
    near = difflib.get_close_matches(key[:80], [*KEYS, *TABLES], 1, 0.75)
    return of_key(key, near[0] if near else "")


def _edited(text: str, plain: Mapping[str, object]) -> str:
    """Return the text with changed values. Raises UnusableError if the TOML is invalid before or after the change."""
    import tomlkit

    document, before = document_of(text)
    for key, value in plain.items():
        table, name = split_key(key)
        if not isinstance(before.setdefault(table, {}), dict):
            raise UnusableError(of_value(table, before[table], "a table of settings"))
        before[table][name] = value
        if table not in document:
            if document.body and not document.as_string().endswith("\n\n"):
                document.add(tomlkit.nl())
            document.add(table, tomlkit.table())
        document[table][name] = value
    found: str = document.as_string()
    if "\r\n" in text:
        found = re.sub(r"(?<!\r)\n", "\r\n", found)
    if parse(found) != before:
        raise UnusableError(of_file("syntax", "its tables are in an order in which they cannot be changed"))
    return BOM + found if text.startswith(BOM) else found
