"""What settings are set to."""

from __future__ import annotations

from typing import Any

from game.core.kinds import Setting


class SettingValues:
    """What settings are set to, by setting. Here only for this run, and their defaults at first."""

    def __init__(self) -> None:
        self._values: dict[str, Any] = {}

    def __getitem__(self, setting: Setting) -> Any:
        if setting.key not in self._values:
            self._values[setting.key] = self.first(setting)
        return self._values[setting.key]

    def first(self, setting: Setting) -> Any:
        """The value that a setting has as it is first asked for."""
        return setting.default

    def set(self, setting: Setting, value: Any, keep: bool = True) -> None:
        """Let a value take effect at once; `keep` it for the next time or not."""
        self._values[setting.key] = value
