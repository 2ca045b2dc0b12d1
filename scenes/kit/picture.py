"""A picture that a scene will need: whether it is at hand at this size, and how to get it there."""

from __future__ import annotations

from dataclasses import dataclass

from scenes.kit.stage import Stage


@dataclass(frozen=True, slots=True)
class Picture:
    """A texture of the assets folder at a size in pixels; `cover` crops it to the size's aspect."""

    stage: Stage
    name: str
    size: tuple[int, int]
    cover: bool = False

    @property
    def ready(self) -> bool:
        """Whether showing it takes no scaling."""
        return self.stage.assets.is_baked(self.name, self.size, self.cover)

    def make(self) -> None:
        """Scale it now (and keep it in the cache folder)."""
        load = self.stage.assets.cover if self.cover else self.stage.assets.texture
        load(self.name, self.size)


def table_picture(stage: Stage) -> Picture:
    """The table that every scene lies on."""
    return Picture(stage, stage.table_name, stage.metrics.size, cover=True)
