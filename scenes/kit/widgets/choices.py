"""Widgets that choose one of many: a value between two arrows, a slider, tabs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import pygame

from scenes.kit.drawing import theme
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.drawing.fonts import Style
from scenes.kit.drawing.paint import RADIUS
from scenes.kit.scene import Nav
from scenes.kit.stage import Stage
from scenes.kit.widgets.widget import DISABLED, Action, SegmentedControl, Widget

CHOSEN = Style(36, theme.IVORY, bold=True)
ARROW = Style(48, theme.BRASS_LIGHT, bold=True)
ARROW_SPACE = 64  # design pixels on either side
STEPS = 20
GROOVE = 20  # thickness of a slider's groove, in design pixels like KNOB
KNOB = 56
PERCENTAGE = Style(theme.LIST, theme.IVORY, bold=True)
LABEL = Style(theme.NAME, theme.MUTED, bold=True)
LEAST = 18


class Faces(NamedTuple):
    """The type of a value and of its arrows (`sign`); `end` is the width of an arrow's place in pixels."""

    end: int
    value: Style
    sign: Style
    grow: float  # the most that the text scale enlarges them
    least: float = theme.CAPTION - 4


class Stepped(Widget):
    """A value in a well between two arrows; left, right and a press on an arrow step it.

    A press in the middle, or a confirm, opens a card if there is one (`open`), else takes the next value.
    """

    radius = 14
    cycles = True
    signs = "‹", "›"
    open: Action | None = None

    def step(self, direction: int) -> None:
        """Take the previous (-1) or next (1) value."""
        raise NotImplementedError

    def faces(self, stage: Stage) -> Faces:
        """Return the type of the value and its arrows."""
        return Faces(stage.metrics.px(ARROW_SPACE), CHOSEN, ARROW, stage.metrics.text_scale)

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

    def draw(self, stage: Stage, canvas: Canvas, pressed: bool) -> None:
        rect, (end, _, sign, grow, _) = self.rect, self.faces(stage)
        alpha = 1.0 if self.enabled else DISABLED
        stage.blit(canvas, stage.paint.well(rect.size), rect.topleft, alpha)
        # without an arrow at the left, the value also has half of the arrow's place
        free = 0 if self.signs[0] or not self.enabled else end // 2
        room = rect.inflate(-2 * end, 0) if self.enabled else rect
        room = pygame.Rect(room.left - free, room.top, room.width + free, room.height)
        self.draw_value(stage, canvas, room, alpha)
        if not self.enabled:
            return
        for left, text in zip((rect.left, rect.right - end), self.signs, strict=True):
            place = pygame.Rect(left, rect.top, end, rect.height)
            stage.centred(canvas, text, place, stage.limit_scale(sign, grow), end)

    def draw_value(self, stage: Stage, canvas: Canvas, room: pygame.Rect, alpha: float) -> None:
        """Draw the value between the arrows."""
        _, value, _, grow, least = self.faces(stage)
        stage.label(canvas, self.value(), room, value, "centre", grow=grow, least=least, alpha=alpha)


class Picker(Stepped):
    """One of several values.

    At either end, a press on an arrow goes on at the other end, but left and right move the focus on.

    If `index` is None, the present setting is none of the values, and `other` names it.
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
    """A label and one of several values beside it; a press takes the next value."""

    def __init__(
        self, rect: pygame.Rect, label: str, values: Sequence[str], index: int, on_change: Callable[[int], None]
    ) -> None:
        super().__init__(rect, values, index, on_change)
        self.name = label

    def activate(self, point: tuple[int, int] | None) -> Nav | None:
        return super().activate(None)

    def draw(self, stage: Stage, canvas: Canvas, pressed: bool) -> None:
        text, inset = self.value(), stage.metrics.px(4)
        label, value = Style(36, theme.MUTED), Style(36, theme.IVORY, bold=True)
        room = self.rect.width - inset
        both = room - stage.metrics.px(20)
        label = stage.shrink_to_width(self.name, label, both - stage.fonts.width(text, value), label.size)
        beside = both - stage.fonts.width(self.name, label)
        baseline = self.rect.centery + stage.drop(value)
        if (
            stage.fonts.width(text, stage.shrink_to_width(text, value, beside)) <= beside
        ):  # otherwise the value takes the label's room
            stage.text(canvas, self.name, (self.rect.left, baseline), label)
            room = beside
        value = stage.shrink_to_width(text, value, room)
        stage.text(canvas, text, (self.rect.right - inset, baseline), value, "right", room)


class Slider(Widget):
    """An enamel knob in a groove, with a brass bar that ends at the knob, and the value as a percentage."""

    radius = 14

    def __init__(self, stage: Stage, rect: pygame.Rect, value: float, on_change: Callable[[float], None]) -> None:
        super().__init__(rect)
        self.step = round(value * STEPS)
        self.on_change = on_change
        knob = stage.metrics.px(KNOB)
        room = stage.fonts.width("100 %", PERCENTAGE) + stage.metrics.px(36)
        self._left = rect.left + stage.metrics.px(16) + knob // 2
        self._right = rect.right - room - stage.metrics.px(16) - knob // 2

    def value(self) -> str:
        return f"{self.step * 100 // STEPS} %"

    def set(self, step: int) -> None:
        """Take a step of 0..STEPS; report it if it is new."""
        wanted = max(0, min(STEPS, step))
        if wanted != self.step:
            self.step = wanted
            self.on_change(wanted / STEPS)

    def adjust(self, direction: int) -> bool:
        if not 0 <= self.step + direction <= STEPS:
            # At the full end the focus stays on the slider; at the empty end it may leave.
            return direction > 0
        self.set(self.step + direction)
        return True

    def drag(self, point: tuple[int, int]) -> None:
        self.set(round((point[0] - self._left) / (self._right - self._left) * STEPS))

    def draw(self, stage: Stage, canvas: Canvas, pressed: bool) -> None:
        unit = stage.metrics.px
        middle = self.rect.centery
        x = self._left + round((self._right - self._left) * self.step / STEPS)
        half = unit(KNOB) // 2
        groove = pygame.Rect(self._left - half, middle - unit(GROOVE) // 2, 0, unit(GROOVE))
        groove.width = self._right - self._left + 2 * half
        stage.blit(canvas, stage.paint.well(groove.size, GROOVE / 2), groove.topleft)
        bar = groove.inflate(-unit(8), -unit(8))
        bar.width = x - bar.left
        stage.blit(canvas, stage.paint.button("primary", "pressed", bar.size, 6), bar.topleft)
        knob = pygame.Rect(x - half, middle - half, unit(KNOB), unit(KNOB))
        stage.blit(canvas, stage.paint.shadow(knob.size, 0.35, KNOB / 2), knob.topleft)
        stage.blit(canvas, stage.drawing("knob", knob.size), knob.topleft)
        stage.text(
            canvas, self.value(), (self.rect.right - unit(20), middle + stage.drop(PERCENTAGE)), PERCENTAGE, "right"
        )


class Tabs(SegmentedControl):
    """A row of tabs that the focus treats as one widget. The ring is around the open tab."""

    radius = RADIUS

    def __init__(
        self,
        places: Sequence[pygame.Rect],
        labels: Sequence[str],
        index: int,
        on_change: Callable[[int], None],
        name: str,
    ) -> None:
        """`name` is the subject of the tabs, for speech and one-button play."""
        super().__init__(places[index], labels, index, on_change)
        self.name = name
        self.places = list(places)

    def segments(self) -> list[pygame.Rect]:
        """The tabs' rectangles."""
        return self.places

    def hit(self, point: tuple[int, int]) -> bool:
        return any(place.collidepoint(point) for place in self.places)

    def draw(self, stage: Stage, canvas: Canvas, pressed: bool) -> None:
        room = min(place.width for place in self.places) - stage.metrics.px(16)
        size = min(stage.shrink_to_width(label, LABEL, room, LEAST).size for label in self.labels)
        for index, (label, place) in enumerate(zip(self.labels, self.places, strict=True)):
            chosen = index == self.index
            stage.blit(canvas, stage.paint.panel("enamel" if chosen else "lacquer", place.size), place.topleft)
            style = LABEL._replace(size=size, color=theme.INK if chosen else theme.MUTED)
            stage.centred(canvas, label, place, style, room)
