"""Preferences: the program's own and those of its games, each under a key of the store."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, ClassVar

from game.core.kinds import LANGUAGES, Choice, Flag, Number, Setting, SettingValues, ValueKind, Whole
from game.storage.store import Store
from scenes.kit.input.bindings import Bindings, bindings_from_json
from scenes.kit.input.devices import STRENGTHS
from scenes.kit.window.renderer import CHOICES, RESOLUTIONS

SCAN_PACES = (0.5, 0.75, 1.0, 1.5, 2.0, 2.5, 3.0, 4.0)
TEXT_SCALES = (1.0, 1.1, 1.2, 1.3, 1.4, 1.5)
MOST_DISPLAYS = 64


@dataclass(frozen=True, slots=True)
class KeyBindings(ValueKind):
    """The kind of the setting that binds keys and buttons; its values are Bindings."""

    type: ClassVar[str] = "dict"

    @property
    def range(self) -> str:
        return "a table of devices, each with lists of numbers by action"

    def read(self, value: Any) -> Bindings:
        return bindings_from_json(value)

    def plain(self, value: Bindings) -> dict[str, dict[str, list[int]]]:
        return value.to_json()


TABS = ("general", "picture", "sound", "controls", "scan")
"""The tabs of the program's own settings; a tab with the games' settings follows."""


def _kept(tab: str, kind: ValueKind, default: Any, key: str = "", about: str = "") -> Any:
    """A preference with a row on one of TABS; its key in the store is its field's name or `key`."""
    metadata = {"tab": tab, "kind": kind, "key": key, "about": about}
    if isinstance(default, Bindings):
        return field(default_factory=Bindings, metadata=metadata)
    return field(default=default, metadata=metadata)


@dataclass(frozen=True, slots=True)
class Preferences:
    """The program's own preferences.

    If `language` is "", the machine's language is used. `display` counts from 0, and volumes are 0..1.
    """

    language: str = _kept(
        "general",
        Choice(("", *LANGUAGES)),
        "",
        about='The language of all texts on the screen; "" for the language of the machine.',
    )
    text_scale: float = _kept(
        "general", Number(TEXT_SCALES[0], TEXT_SCALES[-1], TEXT_SCALES), 1.0, about="Text size; 1 is the usual one."
    )
    reduced_motion: bool = _kept("general", Flag(), False)
    sayings: bool = _kept("general", Flag(), True)
    signs: bool = _kept(
        "general", Flag(), True, about="Whether players who wait in a cup can give signs beside the board."
    )
    fullscreen: bool = _kept("picture", Flag(), True)
    display: int = _kept(
        "picture", Whole(0, MOST_DISPLAYS - 1), 0, about="The display that shows the table, counted from 0."
    )
    resolution: str = _kept("picture", Choice(tuple(RESOLUTIONS)), "own")
    renderer: str = _kept("picture", Choice(CHOICES), "auto")
    effects: float = _kept("sound", Number(0.0, 1.0), 0.7, "volume.effects")
    music: float = _kept("sound", Number(0.0, 1.0), 0.35, "volume.music")
    speech: bool = _kept("sound", Flag(), False, about="Whether the system's own voice reads the screen aloud.")
    always_confirm: bool = _kept("controls", Flag(), False)
    rumble: str = _kept(
        "controls", Choice(tuple(STRENGTHS)), "soft", about="How strongly pads shake; not at all with reduced motion."
    )
    bindings: Bindings = _kept("controls", KeyBindings(), Bindings())  # noqa: RUF009 - it is immutable
    phones: bool = _kept("controls", Flag(), False, "phones.open")  # stored under a key of the phone server
    scan: bool = _kept("scan", Flag(), False)
    scan_pace: float = _kept("scan", Number(SCAN_PACES[0], SCAN_PACES[-1], SCAN_PACES, "seconds"), 1.5)
    scan_sound: bool = _kept("scan", Flag(), True)


def _setting(name: str, metadata: Mapping[str, Any]) -> Setting:
    return Setting(metadata["key"] or name, metadata["kind"], getattr(Preferences(), name), metadata["about"])


OWN: Mapping[str, Setting] = {entry.name: _setting(entry.name, entry.metadata) for entry in fields(Preferences)}
"""The program's own preferences by field name."""
TAB_OF: Mapping[str, str] = {entry.name: entry.metadata["tab"] for entry in fields(Preferences)}
"""The tab of each preference, in the order of its rows."""
NAMES: Mapping[str, str] = {setting.key: name for name, setting in OWN.items()}
"""Field names by key."""


def load(store: Store) -> Preferences:
    """Return the stored preferences; an unusable value is set aside, and replaced by its default."""
    return Preferences(**{name: read_stored(store, setting) for name, setting in OWN.items()})


def save(store: Store, before: Preferences, after: Preferences) -> None:
    """Store the values of `after` that differ from those of `before`."""
    for name, setting in OWN.items():
        value = getattr(after, name)
        if value != getattr(before, name):
            store.set(setting.key, setting.kind.plain(value))


class GamePreferences(SettingValues):
    """The games' preferences. Each is read at its first use, so that no game is imported for its preferences."""

    def __init__(self, store: Store) -> None:
        super().__init__()
        self._store = store
        self._settings: dict[str, Setting] = {}

    def first(self, setting: Setting) -> Any:
        self._settings[setting.key] = setting
        return read_stored(self._store, setting)

    def set(self, setting: Setting, value: Any, keep: bool = True) -> None:
        if value != self[setting] and keep:
            self._store.set(setting.key, setting.kind.plain(value))
        super().set(setting, value)

    def plain(self) -> dict[str, Any]:
        """Return the values that were read or set, by key."""
        return {key: self._settings[key].kind.plain(value) for key, value in self._values.items()}


def read_stored(store: Store, setting: Setting) -> Any:
    """Return the stored value of a setting. If it cannot be used, it is set aside, and the result is the default."""
    return store.read(setting.key, setting.read, setting.default)
