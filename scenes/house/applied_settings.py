"""The preferences in effect. A change is applied and stored at once. This is a part of `services.py`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from game.core.kinds import Setting, next_language
from game.storage.store import Store
from scenes.house import preferences
from scenes.house.offers import Offers
from scenes.house.preferences import GamePreferences, Preferences
from scenes.kit.input.devices import STRENGTHS
from scenes.kit.stage import Stage
from scenes.kit.text.strings import detect_language


class AppliedSettings:
    """The preferences in effect in one window. Changes by visitors are not stored."""

    def __init__(self, stage: Stage, store: Store, offers: Offers) -> None:
        self.stage = stage
        self.store = store
        self.offers = offers
        self.preferences = preferences.load(store)
        self.of_games = GamePreferences(store)
        self.on_change: Callable[[Preferences, Preferences], None] | None = None  # gets the old and the new preferences

    def value(self, setting: Setting) -> object:
        """Return the value of a preference of the program or of a game."""
        name = preferences.NAMES.get(setting.key)
        return self.of_games[setting] if name is None else getattr(self.preferences, name)

    def put(self, setting: Setting, value: object) -> None:
        """Set a preference, as `change` does."""
        if setting.key in preferences.NAMES:
            self.change(**{preferences.NAMES[setting.key]: value})
        else:
            self.of_games.set(setting, value, keep=not self.offers.is_unattended)

    def change(self, **changes: Any) -> None:
        """Set the program's preferences by name. They are applied and stored at once."""
        self.restore(replace(self.preferences, **changes))

    def restore(self, wanted: Preferences) -> None:
        """Set all of the program's preferences."""
        if not self.offers.is_unattended:
            preferences.save(self.store, self.preferences, wanted)
        self.take(wanted)

    def take(self, wanted: Preferences) -> None:
        """Apply preferences for this run without storing them."""
        before, self.preferences = self.preferences, wanted
        self.apply()
        if self.on_change is not None:
            self.on_change(before, wanted)

    def apply(self) -> None:
        """Pass the preferences to the stage; sizes change with the next layout."""
        stage, wanted = self.stage, self.preferences
        stage.look.text_scale = wanted.text_scale
        stage.look.reduced_motion = wanted.reduced_motion
        stage.scan.is_on, stage.scan.pace, stage.scan.has_sound = wanted.scan, wanted.scan_pace, wanted.scan_sound
        stage.strings.language = wanted.language or detect_language()
        stage.audio.effects_volume, stage.audio.music_volume = wanted.effects, wanted.music
        stage.rumble.strength = STRENGTHS["off" if wanted.reduced_motion else wanted.rumble]
        stage.speech.is_enabled = wanted.speech
        stage.devices.bindings = wanted.bindings

    def toggle_language(self) -> None:
        """Switch to the next language and store it."""
        self.change(language=next_language(self.stage.strings.language))
