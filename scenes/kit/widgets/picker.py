"""A value between two signs, one of many: for more values than a row of segments can show."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import pygame

from scenes.kit.drawing import theme
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.drawing.fonts import Style
from scenes.kit.scene import Nav
from scenes.kit.stage import Stage
from scenes.kit.widgets.widget import DISABLED, Action, Touch, Widget

VALUE = Style(36, theme.IVORY, bold=True)
ARROW = Style(48, theme.BRASS_LIGHT, bold=True)
ARROW_SPACE = 64  # design pixels on either side


class Faces(NamedTuple):
    """How a value and the signs beside it are written; `end` is the width of a sign's place in pixels."""

    end: int
    value: Style
    sign: Style
    grow: float  # how far they follow the text scale
    least: float = theme.CAPTION - 4


class Stepped(Widget):
    """A value in a well between two signs. Left and right step it, and so does a press on an end of it.

    A press in its middle, or a confirm, opens what it has to `open`, or takes the next value.
    """

    radius = 14
    cycles = True
    signs = "‹", "›"
    open: Action | None = None

    def step(self, direction: int) -> None:
        """Take the value before (-1) or after (1) the one that is set."""
        raise NotImplementedError

    def faces(self, stage: Stage) -> Faces:
        """Return how it is written."""
        return Faces(stage.metrics.px(ARROW_SPACE), VALUE, ARROW, stage.metrics.text_scale)

    def adjust(self, direction: int) -> bool:
        self.step(direction)
        return True

    def activate(self, point: tuple[int, int] | None) -> Nav | None:
        third = self.rect.width // 3
        end = third if self.open is None else min(third, self.rect.height * 5 // 4)
        if point is not None and point[0] < self.rect.left + end:
            self.step(-1)
        elif self.open is None or (point is not None and point[0] >= self.rect.right - end):
            self.step(1)
        else:
            return self.open()
        return None

    def draw(self, stage: Stage, canvas: Canvas, touch: Touch) -> None:
        rect, (end, value, sign, grow, least) = self.rect, self.faces(stage)
        alpha = 1.0 if self.enabled else DISABLED
        stage.blit(canvas, stage.paint.well(rect.size), rect.topleft, alpha)
        room = rect.inflate(-2 * end, 0) if self.enabled else rect
        stage.label(canvas, self.value(), room, value, "centre", grow=grow, least=least, alpha=alpha)
        if not self.enabled:
            return
        for left, text in zip((rect.left, rect.right - end), self.signs, strict=True):
            place = pygame.Rect(left, rect.top, end, rect.height)
            stage.centred(canvas, text, place, stage.limit_scale(sign, grow), end)


class Picker(Stepped):
    """One of several values; at the ends of them left and right leave it, and a press goes on at the other end.

    `index` None: the present setting is none of the values, and `other` names it.
    """

    def __init__(
        self,
        rect: pygame.Rect,
        values: Sequence[str],
        index: int | None,
        on_change: Callable[[int], None],
        other: str = "",
    ) -> None:
        super().__init__(rect)
        self.values = list(values)
        self.index = index
        self.on_change = on_change
        self.other = other

    def value(self) -> str:
        return self.other if self.index is None else self.values[self.index]

    def step(self, direction: int) -> None:
        if self.index is None:
            self.index = 0 if direction > 0 else len(self.values) - 1
        else:
            self.index = (self.index + direction) % len(self.values)
        self.on_change(self.index)

    def adjust(self, direction: int) -> bool:
        if self.index is not None and not 0 <= self.index + direction < len(self.values):
            return False
        return super().adjust(direction)


class Cycler(Picker):
    """A label and one of several values beside it; a press anywhere takes the next."""

    def __init__(
        self, rect: pygame.Rect, label: str, values: Sequence[str], index: int, on_change: Callable[[int], None]
    ) -> None:
        super().__init__(rect, values, index, on_change)
        self.name = label

    def activate(self, point: tuple[int, int] | None) -> Nav | None:
        return super().activate(None)

    def draw(self, stage: Stage, canvas: Canvas, touch: Touch) -> None:
        text, inset = self.value(), stage.metrics.px(4)
        label, value = Style(36, theme.MUTED), Style(36, theme.IVORY, bold=True)
        room = self.rect.width - inset
        both = room - stage.metrics.px(20)
        label = stage.shrink_to_width(self.name, label, both - stage.fonts.width(text, value), label.size)
        beside = both - stage.fonts.width(self.name, label)
        baseline = self.rect.centery + stage.drop(value)
        if (
            stage.fonts.width(text, stage.shrink_to_width(text, value, beside)) <= beside
        ):  # else the value speaks for itself
            stage.text(canvas, self.name, (self.rect.left, baseline), label)
            room = beside
        value = stage.shrink_to_width(text, value, room)
        stage.text(canvas, text, (self.rect.right - inset, baseline), value, "right", room)
