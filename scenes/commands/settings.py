"""The settings at the command line, for people who cannot see the screen: listed, described and changed.

Preferences are in the store, the kiosk's settings in its configuration file.
"""

from __future__ import annotations

import difflib
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from game import paths
from game.core.kinds import Setting
from game.core.rules import GameError
from game.kiosk.config import KEYS, Config
from game.kiosk.config_file import ConfigWriteError, load, write
from game.kiosk.kiosk import LOOK_EVERY, unwritten_changes
from game.registry import GAMES
from game.storage.store import HeldError, Store
from game.supervision import table as supervision
from game.toml_file import Problem, of_key
from scenes.house.preferences import NAMES, OWN, KeyBindings, read_stored
from scenes.kit.text.strings import Strings

_WHOLE_FILE = ("missing", "empty", "unreadable", "too_large", "not_text", "syntax")
_ON_SCREEN = {setting.key for setting in OWN.values() if isinstance(setting.kind, KeyBindings)}
_NEAR = 0.6  # least similarity of a suggested key


class SettingsError(GameError):
    """A command failed. The message is one line for people."""


@dataclass(frozen=True, slots=True)
class Group:
    """Settings under one heading: the program's, a game's or the kiosk's."""

    heading: str
    settings: tuple[Setting, ...]


def groups(strings: Strings) -> list[Group]:
    """All settings with a text form: the program's, each game's, the kiosk's."""
    own = tuple(setting for setting in OWN.values() if setting.key not in _ON_SCREEN)
    of_games = [Group(strings.t(f"game.{game}"), spec.preferences) for game, spec in GAMES.items() if spec.preferences]
    return [Group("The program", own), *of_games, Group("The kiosk", tuple(KEYS.values()))]


def about(setting: Setting, strings: Strings) -> str:
    """Return the description of a setting: its own, or the text that the screen shows; "" if there is neither."""
    name = f"settings.{NAMES.get(setting.key, setting.key)}"
    if setting.about or not strings.has(name):
        return setting.about
    note = f"{strings.t(name)}."
    return f"{note} {strings.t(f'{name}.note')}" if strings.has(f"{name}.note") else note


def bindings_note(strings: Strings) -> str:
    """Return where to change the settings without a text form."""
    place = [strings.t(key) for key in ("menu.settings", "settings.section.controls", "settings.bindings")]
    return f"Keys and buttons are changed on the screen: {', '.join(place)}."


def command(listed: bool, get: str | None, changes: Sequence[Sequence[str]] | None, config: str | None) -> int | None:
    """Run the command and print the result. Returns the exit status, None without a command.

    Each of `changes` is a key and a value. If one change is not allowed, no change is made. `config` is the kiosk's
    configuration file, None for the usual file. Raises SettingsError.
    """
    if listed:
        return _list(_kiosk_file(config))
    if get is not None:
        return _get(_found(get), _kiosk_file(config))
    if changes is None:
        return None
    for setting, value in [_parsed(key, text) for key, text in changes]:
        _set(setting, value, _kiosk_file(config))
    return 0


@dataclass(frozen=True, slots=True)
class _KioskFile:
    """The kiosk's configuration file. `named` means that it was given at the command line."""

    path: Path
    named: bool

    def read(self) -> tuple[Config, tuple[Problem, ...]]:
        """The file's settings and problems. Raises SettingsError if a named file does not exist."""
        config, problems = load(self.path)
        if any(problem.kind == "missing" for problem in problems):
            if self.named:
                raise SettingsError(f"{self.path}: {problems[0]}")
            problems = ()
        return config, problems


def _kiosk_file(named: str | None) -> _KioskFile:
    return _KioskFile(paths.config_path() if named is None else Path(named), named is not None)


def _found(key: str) -> Setting:
    """The setting of a key. For an unknown key, raises a SettingsError that suggests the nearest key."""
    strings = _english()
    if key in _ON_SCREEN:
        raise SettingsError(f"{key}: {bindings_note(strings)}")
    settings = {setting.key: setting for group in groups(strings) for setting in group.settings}
    if key not in settings:
        near = difflib.get_close_matches(key[:80], settings, 1, _NEAR)
        raise SettingsError(str(of_key(key, near[0] if near else "")))
    return settings[key]


def _list(file: _KioskFile) -> int:
    strings = _english()
    store = _seen_store()
    config, problems = file.read()
    config = config.changed(unwritten_changes(store))
    for number, group in enumerate(groups(strings)):
        is_kiosk = group.settings[0].key in KEYS
        print("\n" * bool(number) + group.heading + f", in {file.path}" * is_kiosk)
        value: Callable[[Setting], object] = partial(_of_kiosk, config) if is_kiosk else partial(read_stored, store)
        for line in _lines(group, value, strings):
            print(line)
        if not number:
            print(bindings_note(strings))
        for problem in problems if is_kiosk else ():
            print(f"problem: {problem}")
    return 0


def _of_kiosk(config: Config, setting: Setting) -> object:
    return config.value(setting.key)


def _lines(group: Group, value: Callable[[Setting], object], strings: Strings) -> Iterator[str]:
    """A line for each setting. If successive settings share a description, only the first line has it."""
    last = ""
    for setting in group.settings:
        now, words = value(setting), about(setting, strings)
        mark = "" if now == setting.default else "changed; "
        facts = f"{mark}allowed: {setting.kind.range}; default: {value_text(setting, setting.default)}"
        yield f"{setting.key} = {value_text(setting, now)} ({facts})" + f" {words}" * (words != last)
        last = words


def value_text(setting: Setting, value: object) -> str:
    """A value in the form that --set takes; an empty one in quotes."""
    return setting.kind.text(value) or '""'


def _get(setting: Setting, file: _KioskFile) -> int:
    if setting.key not in KEYS:
        print(setting.kind.text(read_stored(_seen_store(), setting)))
        return 0
    config, problems = file.read()
    for problem in problems:
        if problem.key == setting.key or problem.kind in _WHOLE_FILE:
            print(f"{file.path}: {problem}", file=sys.stderr)
    print(setting.kind.text(config.changed(_unwritten()).value(setting.key)))
    return 0


def _parsed(key: str, text: str) -> tuple[Setting, object]:
    setting = _found(key)
    try:
        return setting, setting.read(setting.kind.parse(text))
    except ValueError as error:
        raise SettingsError(str(error)) from error


def _set(setting: Setting, value: object, file: _KioskFile) -> None:
    if setting.key in KEYS:
        _set_kiosk(setting, value, file)
        return
    before = _keep(setting, value)
    print(f"{setting.key} was {value_text(setting, before)} and is {value_text(setting, value)}")


def _set_kiosk(setting: Setting, value: object, file: _KioskFile) -> None:
    before = load(file.path)[0].value(setting.key)
    try:
        write(file.path, {setting.key: setting.kind.plain(value)})
    except ConfigWriteError as error:
        raise SettingsError(str(error)) from error
    print(f"{setting.key} was {value_text(setting, before)} and is {value_text(setting, value)} in {file.path}")
    over = _unwritten().get(setting.key)
    if over is None:
        print(f"a kiosk that runs with this file uses it within {LOOK_EVERY:g} seconds")
    else:
        waits = value_text(setting, setting.read(over))
        print(f"it has no effect yet: {waits}, set on the screen, overrides the file until it is written there")


def _keep(setting: Setting, value: object) -> object:
    """Store a preference and return the old value. Raises SettingsError if the program runs or storing fails."""
    _seen_store()  # fails on an unreadable store, which `Store.open` would set aside
    try:
        supervision.look()
        store = Store.open(paths.store_path())
    except HeldError as error:
        raise SettingsError(
            f"{setting.key} cannot be set while the program runs; quit it, or change it there"
        ) from error
    before = read_stored(store, setting)
    store.set(setting.key, setting.kind.plain(value))
    if not store.close():
        raise SettingsError(f"{setting.key} cannot be saved: {paths.store_path()} cannot be written")
    return before


def _unwritten() -> dict[str, object]:
    """Kiosk settings changed on the screen but not yet in the file; none if the store cannot be read."""
    return unwritten_changes(Store.open_as_guest(paths.store_path()))


def _seen_store() -> Store:
    """Read the store, even if it is in use. Raises SettingsError if it cannot be read."""
    store = Store.open_as_guest(paths.store_path())
    if store.trouble is not None and store.trouble.kind == "read":
        raise SettingsError(f"the saved data cannot be read: {store.trouble}")
    return store


def _english() -> Strings:
    return Strings("en")
