"""What a setting may be, in the screen's language."""

from __future__ import annotations

from collections.abc import Sequence

from game.core.spec import LEVELS
from game.kiosk.kinds import Choice, Flag, GameList, Kind, LevelList, Line, Opening, TimeOfDay, Whole
from game.registry import GAMES
from scenes.kit.stage import Stage


def range_text(stage: Stage, kind: Kind) -> str:
    """The values that a kind takes."""
    t = stage.t
    match kind:
        case Whole(low, high, unit):
            if not unit:
                return t("kiosk.range.whole", low=low, high=high)
            return t("kiosk.range.unit", low=low, high=high, unit=t(f"kiosk.range.{unit}"))
        case Flag():
            return t("kiosk.range.flag")
        case Choice(words):
            return t("kiosk.range.choice", words=_quoted(words))
        case Line(longest):
            return t("kiosk.range.line", number=longest)
        case GameList():
            return t("kiosk.range.some", words=_quoted(tuple(GAMES)))
        case LevelList():
            return t("kiosk.range.levels", low=LEVELS[0], high=LEVELS[-1])
        case TimeOfDay():
            return t("kiosk.range.time")
        case Opening():
            return t("kiosk.range.opening")
    return kind.range


def _quoted(words: Sequence[str]) -> str:
    return ", ".join(f'"{word}"' for word in words)
