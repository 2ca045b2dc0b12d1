"""The buttons of the operator's menu: a test with its last result, what warns, the page's turner, the state."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from scenes.kiosk.operator import marks
from scenes.kit.drawing import theme
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.drawing.fonts import Style
from scenes.kit.scene import Nav
from scenes.kit.stage import Stage
from scenes.kit.widgets.choices import Stepped
from scenes.kit.widgets.widget import Action, Button, Touch, Widget

NAME = Style(36, theme.IVORY, bold=True)
TIME = Style(28, theme.MUTED)
STALE = Style(28, "#FFB48C")
WARN = "#FFB48C"
STATE = Style(32, theme.IVORY)
DETAIL = Style(30, theme.MUTED)
TURN = Style(28, theme.MUTED)
LEAST = 26


class TestButton(Widget):
    """A test: its name, and when it was last made with what came of it."""

    __test__ = False  # it is no test of pytest's

    def __init__(self, rect: pygame.Rect, label: str, time: str, works: bool | None, action: Action) -> None:
        """`works` None: not today, as `time` then says."""
        super().__init__(rect)
        self.name = label
        self.time = time
        self.works = works
        self._action = action

    def value(self) -> str:
        return self.time

    def activate(self, point: tuple[int, int] | None) -> Nav | None:
        return self._action()

    def draw(self, stage: Stage, canvas: Canvas, touch: Touch) -> None:
        px = stage.metrics.px
        state = "pressed" if touch.pressed else "normal"
        stage.blit(canvas, stage.paint.button("normal", state, self.rect.size), self.rect.topleft)
        face = self.rect.move(0, px(3)) if touch.pressed else self.rect
        right = face.right - px(24)
        if self.works is not None:
            sign = marks.sign(stage, "tick" if self.works else "warning")
            right -= px(marks.SIDE)
            stage.blit(canvas, sign, (right, face.centery - px(marks.SIDE) // 2))
            right -= px(14)
        time = pygame.Rect(face.centerx, face.top, right - face.centerx, face.height)
        said = stage.label(canvas, self.time, time, STALE if self.works is None else TIME, "right", least=24)
        left = face.left + px(24)
        name = pygame.Rect(left, face.top, said.left - px(16) - left, face.height)
        stage.label(canvas, self.name, name, NAME, least=LEAST)


class WarnButton(Button):
    """A button that leaves the table: its rim and its word warn."""

    def draw(self, stage: Stage, canvas: Canvas, touch: Touch) -> None:
        size = self.rect.size
        stage.blit(canvas, stage.paint.panel("lacquer", size), self.rect.topleft)
        rim = stage.paint.rim(size, 18, 3, (("0", theme.WARN), ("1", theme.WARN)))
        stage.blit(canvas, rim, self.rect.topleft)
        _draw_label(stage, canvas, self, WARN, touch.pressed)


class ActionButton(Button):
    """Something to be done at once."""

    def draw(self, stage: Stage, canvas: Canvas, touch: Touch) -> None:
        state = "pressed" if touch.pressed else "normal"
        stage.blit(canvas, stage.paint.button(self.kind, state, self.rect.size), self.rect.topleft)
        _draw_label(stage, canvas, self, theme.IVORY, touch.pressed)


def _draw_label(stage: Stage, canvas: Canvas, button: Button, color: str, pressed: bool) -> None:
    """What a button says, as small as it has to be."""
    face = button.rect.inflate(-stage.metrics.px(28), 0).move(0, stage.metrics.px(3) if pressed else 0)
    stage.label(canvas, button.label, face, Style(button.size, color, bold=True), "centre", least=LEAST)


class Turner(Stepped):
    """Turns the pages."""

    def __init__(self, rect: pygame.Rect, text: str, page: int, pages: int, turn: Callable[[int], None]) -> None:
        super().__init__(rect)
        self.text = text
        self.page = page
        self.is_only_read = pages == 1
        self._turn = turn

    def value(self) -> str:
        return self.text

    def step(self, direction: int) -> None:
        self._turn(direction)

    def draw(self, stage: Stage, canvas: Canvas, touch: Touch) -> None:
        px, rect = stage.metrics.px, self.rect
        side = px(24)
        left, right = (marks.sign(stage, name, theme.EYEBROW, 24) for name in ("left", "right"))
        if self.is_only_read:
            stage.label(canvas, self.text, rect.inflate(-2 * px(16), 0), TURN, "right", least=24)
            return
        stage.blit(canvas, right, (rect.right - px(16) - side, rect.centery - side // 2))
        place = stage.label(canvas, self.text, rect.inflate(-2 * px(56), 0), TURN, "right", least=24)
        stage.blit(canvas, left, (place.left - px(16) - side, rect.centery - side // 2))


class StateButton(Widget):
    """Tells how long the table has been running and until when it is open; a press lists the operator's warnings."""

    radius = 14

    def __init__(self, rect: pygame.Rect, action: Action) -> None:
        super().__init__(rect)
        self.running = self.opening = ""
        self.notices = 0
        self._action = action

    def value(self) -> str:
        return f"{self.running}\n{self.opening}"

    def activate(self, point: tuple[int, int] | None) -> Nav | None:
        return self._action()

    def draw(self, stage: Stage, canvas: Canvas, touch: Touch) -> None:
        px = stage.metrics.px
        inner = self.rect.inflate(-2 * px(8), 0)
        upper = pygame.Rect(inner.left + px(40), inner.top, inner.width - px(40), px(52))
        lower = pygame.Rect(inner.left, upper.bottom, inner.width, inner.bottom - upper.bottom)
        place = stage.label(canvas, self.running, upper, STATE, "right")
        if self.notices:
            side = px(marks.SIDE)
            stage.blit(canvas, marks.sign(stage, "warning"), (place.left - px(12) - side, upper.centery - side // 2))
        else:
            stage.blit(canvas, marks.dot(stage, 10, theme.GOOD), (place.left - px(18), upper.centery))
        detail = DETAIL._replace(color=WARN) if self.notices else DETAIL
        stage.label(canvas, self.opening, lower, detail, "right", least=26)
