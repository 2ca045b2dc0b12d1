"""A picture that a scene will need: whether it is at hand at this size, and how to get it there. And its frame."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from scenes.kit.drawing.window_light import WindowLight
from scenes.kit.stage import Stage

FRAME = 18  # design pixels of wood on each side


@dataclass(frozen=True, slots=True)
class Picture:
    """A texture of the assets folder at a size in pixels; `cover` crops it to the size's aspect."""

    stage: Stage
    name: str
    size: tuple[int, int]
    cover: bool = False
    light: WindowLight | None = None  # that falls on a covering one

    @property
    def is_ready(self) -> bool:
        """Whether showing it takes no scaling."""
        return self.stage.assets.is_baked(self.name, self.size, self.cover, self.light)

    def make(self) -> None:
        """Scale it now (and keep it in the cache folder)."""
        if self.cover:
            self.stage.assets.cover(self.name, self.size, light=self.light)
        else:
            self.stage.assets.texture(self.name, self.size)


def table_picture(stage: Stage) -> Picture:
    """The table that every scene lies on."""
    return Picture(stage, stage.table_name, stage.metrics.size, cover=True, light=stage.window_light)


def let_in(stage: Stage, light: WindowLight | None) -> None:
    """Let this light fall on the table from now on; None: it is night, or nobody wants any."""
    if light != stage.window_light:
        stage.assets.drop_cover(stage.table_name, stage.metrics.size, stage.window_light)
        stage.window_light = light


def tile_frame(stage: Stage, size: tuple[int, int], share: float = 1.0) -> pygame.Surface:
    """The frame of `size` pixels, stretched between its corners; its opening is transparent. `share`: of FRAME."""
    source = stage.assets.picture("textures/tile-frame.png")
    margin = stage.assets.data("textures/tile-frame.json")["margin"]
    return stage.paint.nine_slice(source, margin, size, stage.metrics.scale * share / 2)
