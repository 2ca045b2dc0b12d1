"""Tabs: one of several pages, each with a tab of its own."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from scenes.kit.drawing import theme
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.drawing.fonts import Style
from scenes.kit.drawing.paint import RADIUS
from scenes.kit.stage import Stage
from scenes.kit.widgets.widget import SegmentedControl, Touch

LABEL = Style(theme.NAME, theme.MUTED, bold=True)
LEAST = 18


class Tabs(SegmentedControl):
    """One focus stop for all of them, with its ring around the open one."""

    radius = RADIUS

    def __init__(
        self,
        places: Sequence[pygame.Rect],
        labels: Sequence[str],
        index: int,
        on_change: Callable[[int], None],
        name: str,
    ) -> None:
        """`name` is what the tabs choose, for speech and one-button play."""
        super().__init__(places[index], labels, index, on_change)
        self.name = name
        self.places = list(places)

    def segments(self) -> list[pygame.Rect]:
        """The tabs' rectangles."""
        return self.places

    def hit(self, point: tuple[int, int]) -> bool:
        return any(place.collidepoint(point) for place in self.places)

    def draw(self, stage: Stage, canvas: Canvas, touch: Touch) -> None:
        room = min(place.width for place in self.places) - stage.metrics.px(16)
        size = min(stage.shrink_to_width(label, LABEL, room, LEAST).size for label in self.labels)
        for index, (label, place) in enumerate(zip(self.labels, self.places, strict=True)):
            chosen = index == self.index
            stage.blit(canvas, stage.paint.panel("enamel" if chosen else "lacquer", place.size), place.topleft)
            style = LABEL._replace(size=size, color=theme.INK if chosen else theme.MUTED)
            stage.centred(canvas, label, place, style, room)
