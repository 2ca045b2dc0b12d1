"""Texts for the values of settings."""

from __future__ import annotations

from typing import Any

from game.core.kinds import Flag, Line, Several, ValueKind
from scenes.kit.stage import Stage

_MINUTE, _HOUR = 60, 3_600  # seconds
_LONG_SECONDS, _LONG_MINUTES = 600, 7_200  # seconds from which minutes, and hours, are told instead


def value_text(stage: Stage, prefix: str, kind: ValueKind, value: Any) -> str:
    """A value by a text of its own, `PREFIX.VALUE` ("none" for an empty one), or else by its kind and unit."""
    plain = f"{value:g}" if isinstance(value, float) else str(value)
    is_written = bool(value) and isinstance(kind, Line)  # by somebody: what they wrote is no key
    for own in (plain, "none") if not value else () if is_written else (plain,):
        if stage.strings.has(f"{prefix}.{own}"):
            return stage.t(f"{prefix}.{own}")
    if isinstance(kind, Flag):
        return stage.t("setup.on" if value else "setup.off")
    if isinstance(kind, Several):
        return ", ".join(value_text(stage, prefix, ValueKind(), word) for word in value)
    unit = getattr(kind, "unit", "")
    if unit == "seconds":
        return seconds_text(stage, value)
    return stage.t(f"unit.{unit}", number=plain) if unit else kind.text(value)


def seconds_text(stage: Stage, seconds: float) -> str:
    """A length of time in the unit in which it is a whole number that is easily read."""
    if seconds >= _LONG_MINUTES and seconds % _HOUR == 0:
        return stage.t("unit.hours", number=round(seconds) // _HOUR)
    if seconds >= _LONG_SECONDS and seconds % _MINUTE == 0:
        return stage.t("unit.minutes", number=round(seconds) // _MINUTE)
    return stage.t("unit.seconds", number=f"{seconds:g}")
