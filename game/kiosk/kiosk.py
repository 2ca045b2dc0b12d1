"""The kiosk's settings at run time: read from the file, changed on screen, and written back.

A change on screen is stored as the setting OVERRIDES until it is written to the file. Until then, it wins against any
change in the file.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from pathlib import Path

from game.core.plain_text import printable
from game.kiosk.config import KEYS, Config, split_key
from game.kiosk.config_file import ConfigWriteError, load, says_nothing, write
from game.kiosk.pin import PinFile
from game.storage.store import Store
from game.toml_file import Problem

OVERRIDES = "kiosk.overrides"  # the stored changes: plain values by dotted key
# Whether there has ever been a PIN. If so, deleting the PIN's file does not allow a new PIN.
HAD_PIN = "kiosk.had_pin"
WRITE_AFTER = 1.0  # seconds from the last change on screen to the write
RETRY_AFTER = 30.0  # seconds from a failed write to the next attempt
LOOK_EVERY = 2.0  # seconds between checks of the file
MOST_LISTED = 3  # the most problems of a file that the list of incidents shows
_SHELF = "shelf.size"
_log = logging.getLogger(__name__)
_Stamp = tuple[int, int, int]


class Kiosk:
    """The settings in the file `path`, overlaid by changes waiting in the store, and the operator's PIN.

    If a value in the file is unusable, the earlier value stays. At the start, the earlier values are the defaults; only
    the shelf's size is the stored one. So a half-saved or deleted file changes no settings during the day and loses no
    games. A missing file is a problem if the operator has `named` it.
    """

    def __init__(self, store: Store, path: Path, pin: PinFile, named: bool = False) -> None:
        self.store = store
        self.path = path
        self.pin = pin
        self.problems: tuple[Problem, ...] = ()
        self.unwritten = ""  # why changes on screen are not in the file; "" if they are
        self.on_change: Callable[[Config, Config], None] | None = None  # called with the settings before and after
        self._named = named
        # An unreadable value counts as a PIN, because nobody may set one by damaging the store.
        pin.was_there = pin.was_there or store.get(HAD_PIN) not in (None, False) or store.has_lost(HAD_PIN)
        # The stored size, because a broken file must not remove games.
        self._filed = Config().changed({_SHELF: store.shelf_size})
        self._waiting = unwritten_changes(store)
        self._write_in = WRITE_AFTER
        self._look_in = LOOK_EVERY
        self._stamp: _Stamp | None = None
        self._read()
        self.config = self._filed.changed(self._waiting)
        store.resize_shelf(self.config.shelf.size)

    def change(self, changes: Mapping[str, object]) -> None:
        """Change settings by dotted key at once. Values are as in `Config.changed`.

        Raises KeyError and ValueError; after an error, no setting is changed.
        """
        wanted = self.config.changed(changes)
        changed = {key: wanted.plain(key) for key in changes if wanted.value(key) != self.config.value(key)}
        if changed:
            waiting = {**self._waiting, **changed}
            self._wait_for({key: value for key, value in waiting.items() if value != self._filed.plain(key)})
            self._write_in = WRITE_AFTER
            self._take(wanted)

    def tick(self, dt: float) -> None:
        """Let `dt` seconds pass: write due changes, and check the files for changes."""
        self._look_in -= dt
        if self._look_in <= 0:
            self._look_in = LOOK_EVERY
            self.pin.keep_wait()
            if self.pin.was_there and self.store.get(HAD_PIN) is not True:
                self.store.set(HAD_PIN, True)
            if _stamp_of(self.path) != self._stamp:
                self._read()
                self._take(self._filed.changed(self._waiting))
                self._write_in = min(self._write_in, WRITE_AFTER)  # the file may be writable now
        self._write_in -= dt
        if self._write_in <= 0:
            self.flush()

    def flush(self) -> None:
        """Write waiting changes now. After a failure, `unwritten` says why, and the changes keep waiting."""
        self._write_in = RETRY_AFTER
        if not self._waiting:
            return
        try:
            write(self.path, {**self._lost(), **self._waiting})
        except ConfigWriteError as error:
            if self.unwritten != str(error):
                _log.warning("the configuration is kept in the store: %s", error)
            self.unwritten = str(error)
            return
        self.unwritten = ""
        self._filed = self._filed.changed(self._waiting)
        self._wait_for({})
        self._read()
        self._take(self._filed)

    def _lost(self) -> dict[str, object]:
        """Return the values that a new file needs to keep the settings, after the old file was deleted or emptied."""
        if not says_nothing(self.path):
            return {}
        return {key: self._filed.plain(key) for key in KEYS if self._filed.value(key) != KEYS[key].default}

    def _wait_for(self, waiting: dict[str, object]) -> None:
        self._waiting = waiting
        self.store.set(OVERRIDES, waiting)

    def _take(self, config: Config) -> None:
        before, self.config = self.config, config
        if config != before:
            self.store.resize_shelf(config.shelf.size)
            if self.on_change:
                self.on_change(before, config)

    def _read(self) -> None:
        self._stamp = _stamp_of(self.path)  # before reading, so that later changes are noticed
        found, problems = load(self.path)
        self._filed = _usable(found, problems, self._filed)
        if not self._named:
            problems = tuple(problem for problem in problems if problem.kind != "missing")
        if problems != self.problems:
            for problem in problems:
                _log.warning("%s: %s", printable(str(self.path)), problem)
            if problems:
                self._note(problems)
        self.problems = problems

    def _note(self, problems: tuple[Problem, ...]) -> None:
        """Record problems as an incident, the first few in words, unless the last run has recorded them."""
        listed = [*map(str, problems[:MOST_LISTED])]
        more = len(problems) - len(listed)
        detail = printable("; ".join([*listed, *([f"and {more} more"] if more else [])]))
        audits, is_first = self.store.audits, not self.problems
        if not is_first or detail != next((one.detail for one in audits.incidents if one.kind == "config"), ""):
            audits.note("config", detail)


def unwritten_changes(store: Store) -> dict[str, object]:
    """Return the valid changes on screen that are not in the file yet: plain values by dotted key."""
    return store.read_each(OVERRIDES, _read_change)


def _read_change(key: str, value: object) -> object:
    """Read a change of the setting `key`. Raises ValueError."""
    if key not in KEYS:
        raise ValueError("there is no such setting")
    return KEYS[key].kind.plain(KEYS[key].kind.read(value))


def _usable(found: Config, problems: tuple[Problem, ...], before: Config) -> Config:
    """Return the settings `found`, with values from `before` for settings that have problems."""
    if any(problem.kind not in ("unknown", "value") for problem in problems):
        return before  # the file was not used, or it is not known which part is unusable
    unusable = {problem.key for problem in problems if problem.kind == "value"}  # dotted keys, or names of whole tables
    kept = {key: before.plain(key) for key in KEYS if not unusable.isdisjoint((key, split_key(key)[0]))}
    return found.changed(kept)


def _stamp_of(path: Path) -> _Stamp | None:
    """Return a value that changes with the file; None if the file is missing."""
    try:
        status = path.stat()
    except (OSError, ValueError):
        return None
    return status.st_mtime_ns, status.st_size, status.st_ino
