"""Whether the screen can be touched."""

from __future__ import annotations

from pygame._sdl2 import touch

from scenes.kit.stage import Stage


def has_touch(stage: Stage) -> bool:
    """Whether the system knows of a touch screen, or somebody has just used one."""
    return stage.devices.current.family == "touch" or touch.get_num_devices() > 0
