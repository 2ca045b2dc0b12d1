"""Ten digits, delete and a last key: places, and digits that come from keys, pads, mouse and fingers alike."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pygame

from scenes.kit import theme
from scenes.kit.canvas import Canvas
from scenes.kit.fonts import Style
from scenes.kit.layout import Metrics, Shape
from scenes.kit.scene import Nav
from scenes.kit.stage import Stage
from scenes.kit.widgets import Action, Button, Touch, Widget

# Left and top of the first key, width and height of a key, in design pixels.
_KEYS = {Shape.WIDE: (1080, 96, 232, 184), Shape.CLASSIC: (696, 96, 208, 168), Shape.TALL: (54, 760, 308, 220)}
GAP = 24
ORDER = "123456789"
FIGURE = Style(88, theme.INK, bold=True)
MIDDLE = 4  # the index of 5, where the focus starts


class Key(Widget):
    """An enamel key with a figure."""

    radius = 18

    def __init__(self, rect: pygame.Rect, figure: str, action: Action) -> None:
        super().__init__(rect)
        self.figure = figure
        self._action = action

    def value(self) -> str:
        return self.figure

    def spoken(self, stage: Stage) -> str:
        return ""  # whoever stands beside would hear the PIN

    def activate(self, point: tuple[int, int] | None) -> Nav | None:
        return self._action()

    def draw(self, stage: Stage, canvas: Canvas, touch: Touch) -> None:
        face = self.rect.move(0, stage.metrics.px(3)) if touch.pressed else self.rect
        if self.enabled:
            sprite = stage.paint.panel("enamel", face.size, radius=self.radius, rim=5)
        else:
            sprite = stage.paint.button("normal", "disabled", face.size)
        stage.put(canvas, sprite, face.topleft)
        style = stage.capped(FIGURE, 1.0)
        alpha = 1.0 if self.enabled else 0.62
        stage.centred(
            canvas, self.figure, face, style if self.enabled else style._replace(color=theme.IVORY), alpha=alpha
        )


def key_places(metrics: Metrics) -> list[pygame.Rect]:
    """The places of 1 to 9, delete, 0 and the last key, in pixels."""
    left, top, width, height = _KEYS[metrics.shape]
    return [
        metrics.rect(left + column * (width + GAP), top + row * (height + GAP), width, height)
        for row in range(4)
        for column in range(3)
    ]


def keypad(
    stage: Stage, type_digit: Callable[[str], Nav | None], delete: Action, label: str, last: Action
) -> tuple[list[Widget], Button]:
    """All twelve keys in reading order, and the last one of them, which says `label`."""
    places = key_places(stage.metrics)
    keys: list[Widget] = [
        Key(rect, figure, partial(type_digit, figure)) for figure, rect in zip(ORDER, places, strict=False)
    ]
    erase = Button(places[9], stage.t("kiosk.pin.delete"), delete, size=44)
    zero = Key(places[10], "0", partial(type_digit, "0"))
    done = Button(places[11], label, last, kind="primary", size=56)
    return [*keys, erase, zero, done], done
