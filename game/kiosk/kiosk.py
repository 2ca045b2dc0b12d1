"""The kiosk's settings while the table runs: read from their file, changed on screen, and written back.

A change made on screen waits in the store, as the setting OVERRIDES, until it is in the file. While it waits it takes
precedence over the file, whoever changed that and when: the operator at the table has the last word.
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

OVERRIDES = "kiosk.overrides"  # the setting: plain values by dotted key
HAD_PIN = "kiosk.had_pin"  # the setting: whether there has been a PIN; who takes its file away cannot set one then
WRITE_AFTER = 1.0  # seconds from the last change on screen until the file is written
RETRY_AFTER = 30.0  # seconds from a write that failed until the next
LOOK_EVERY = 2.0  # seconds between two looks at the file
MOST_LISTED = 3  # mistakes of a file that stand in the list of incidents
_SHELF = "shelf.size"
_log = logging.getLogger(__name__)
_Stamp = tuple[int, int, int]


class Kiosk:
    """The settings in the file `path`, with what waits in the store over them, and the operator's PIN.

    What a reading cannot use keeps the value that it had, at the start the default, of the shelf's size the one that
    the store has: nothing falls back in the middle of the day because somebody saved a file half way, or took it away,
    and no game is lost by it. A file that is not there is a problem where the operator `named` it.
    """

    def __init__(self, store: Store, path: Path, pin: PinFile, named: bool = False) -> None:
        self.store = store
        self.path = path
        self.pin = pin
        self.problems: tuple[Problem, ...] = ()
        self.unwritten = ""  # or why what was changed on screen is kept in the store instead of the file
        self.on_change: Callable[[Config, Config], None] | None = None  # told before and after
        self._named = named
        pin.was_there = pin.was_there or store.get(HAD_PIN) is True
        self._filed = Config().changed({_SHELF: store.shelf_size})  # no broken file is to throw games away
        self._waiting = unwritten_changes(store)
        self._write_in = WRITE_AFTER
        self._look_in = LOOK_EVERY
        self._stamp: _Stamp | None = None
        self._read()
        self.config = self._filed.changed(self._waiting)
        store.resize_shelf(self.config.shelf.size)

    def change(self, changes: Mapping[str, object]) -> None:
        """Change settings by dotted key, at once; values as `Config.changed` takes them. Raises KeyError, ValueError,
        and changes nothing then."""
        wanted = self.config.changed(changes)
        changed = {key: wanted.plain(key) for key in changes if wanted.value(key) != self.config.value(key)}
        if changed:
            waiting = {**self._waiting, **changed}
            self._wait_for({key: value for key, value in waiting.items() if value != self._filed.plain(key)})
            self._write_in = WRITE_AFTER
            self._take(wanted)

    def tick(self, dt: float) -> None:
        """Let `dt` seconds pass: write what has waited long enough, and look whether the files are others."""
        self._look_in -= dt
        if self._look_in <= 0:
            self._look_in = LOOK_EVERY
            self.pin.keep_wait()
            if self.pin.was_there and self.store.get(HAD_PIN) is not True:
                self.store.set(HAD_PIN, True)
            if _stamp_of(self.path) != self._stamp:
                self._read()
                self._take(self._filed.changed(self._waiting))
                self._write_in = min(self._write_in, WRITE_AFTER)  # it may take a write now
        self._write_in -= dt
        if self._write_in <= 0:
            self.flush()

    def flush(self) -> None:
        """Write what waits now. Where that cannot be done `unwritten` says why, and it goes on waiting."""
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
        """What a new file has to say so that nothing changes by it, where somebody took away or emptied the old one."""
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
        self._stamp = _stamp_of(self.path)  # before reading: what is changed meanwhile is read again
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
        """Let the incidents tell of it, the first few in words; what the last run has told is not told once more."""
        listed = [*map(str, problems[:MOST_LISTED])]
        more = len(problems) - len(listed)
        detail = printable("; ".join([*listed, *([f"and {more} more"] if more else [])]))
        audits, is_first = self.store.audits, not self.problems
        if not is_first or detail != next((one.detail for one in audits.incidents if one.kind == "config"), ""):
            audits.note("config", detail)


def unwritten_changes(store: Store) -> dict[str, object]:
    """Return the screen's changes that are not in the file yet: plain values by dotted key, without invalid ones."""
    stored = store.get(OVERRIDES)
    if stored is None:
        return {}
    if not isinstance(stored, dict):
        _log.warning("the stored changes of the configuration are damaged: they are dropped")
        return {}
    found = {}
    for key, value in stored.items():
        try:
            found[key] = KEYS[key].kind.plain(KEYS[key].kind.read(value))
        except (KeyError, ValueError):
            _log.warning("the stored change of %a is none: it is dropped", key)
    return found


def _usable(found: Config, problems: tuple[Problem, ...], before: Config) -> Config:
    """What was `found`, with the values from `before` for all that has a problem."""
    if any(problem.kind not in ("unknown", "value") for problem in problems):
        return before  # nothing of the file was used, or it is not known what was not
    unusable = {problem.key for problem in problems if problem.kind == "value"}  # keys, or whole tables
    kept = {key: before.plain(key) for key in KEYS if not unusable.isdisjoint((key, split_key(key)[0]))}
    return found.changed(kept)


def _stamp_of(path: Path) -> _Stamp | None:
    """What is another as soon as the file is; None where there is none."""
    try:
        status = path.stat()
    except (OSError, ValueError):
        return None
    return status.st_mtime_ns, status.st_size, status.st_ino
