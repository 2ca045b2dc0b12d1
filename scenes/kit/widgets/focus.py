"""Focus: the one widget that a confirm presses, moved by any device."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from scenes.kit.drawing import theme
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.drawing.fonts import Style
from scenes.kit.drawing.timeline import ease_out
from scenes.kit.input.intents import DIRECTIONS, Intent, Kind
from scenes.kit.scene import Nav
from scenes.kit.stage import Stage
from scenes.kit.widgets.widget import Widget

# How long a widget is drawn as pressed after a confirm.
PRESS_SECONDS = 0.08
OFF_AXIS_COST = 3.0
# How long a disabled widget shows why it is disabled.
WHY_SECONDS = 4.0
WHY = Style(theme.CAPTION, theme.INK)
# The reason why a widget is disabled grows with the text scale up to this factor.
WHY_GROWTH = 1.2
# The width of that reason, and the space around it, in design pixels.
WHY_WIDTH, WHY_PAD = 520, 24


class Focus:
    """Holds a screen's widgets, moves the focus among them and presses them.

    `intent` returns (used, nav). A pointer presses when it goes up in the widget where it went down; other devices
    press at once.
    """

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.widgets: list[Widget] = []
        self.current: Widget | None = None
        self._pressed: Widget | None = None
        self._flash = 0.0
        self._refused: Widget | None = None  # the widget that shows why it is disabled, for `_why_left` seconds
        self._why_left = 0.0
        self._slide_from: tuple[int, int] | None = None
        self._slide = 1.0

    def set(self, widgets: Sequence[Widget], current: Widget | None = None) -> None:
        """Replace the widgets (after a layout); the focus goes to `current`.

        Without `current` it stays at its index. If no enabled widget is there, it goes to the first enabled one.
        """
        index = self.widgets.index(self.current) if self.current in self.widgets else None
        self.widgets = list(widgets)
        enabled = [widget for widget in self.widgets if widget.enabled]
        if current is None and index is not None and index < len(self.widgets) and self.widgets[index].enabled:
            current = self.widgets[index]  # after a new layout the focus stays
        self.current = current or (enabled[0] if enabled else None)
        self._pressed = None
        self._slide = 1.0

    def focus(self, widget: Widget) -> None:
        """Move the focus to `widget`; the ring slides to it."""
        if widget is self.current or not widget.is_stop:
            return
        if self.current is not None:
            self._slide_from = self.current.rect.center
            self._slide = 0.0
        self.current = widget
        self.stage.audio.play("focus", 0.5)
        self._say()

    @property
    def spoken(self) -> str:
        """The focused widget in words."""
        return "" if self.current is None else self.current.spoken(self.stage)

    def _say(self) -> None:
        self.stage.say(self.spoken, passing=True)

    @property
    def is_animated(self) -> bool:
        """Whether the ring slides or a press is shown."""
        return self._slide < 1.0 or self._flash > 0 or self._why_left > 0

    def tick(self, dt: float) -> None:
        """Advance the ring and a shown press."""
        self._slide = min(1.0, self._slide + dt / self.stage.seconds(theme.SHIFT_SECONDS))
        if self._flash > 0:
            self._flash -= dt
            if self._flash <= 0:
                self._pressed = None
        self._why_left = max(0.0, self._why_left - dt)

    def intent(self, intent: Intent) -> tuple[bool, Nav | None]:
        """Use a press that concerns the focus."""
        if intent.kind in DIRECTIONS:
            return self._move(intent.kind), None
        if intent.kind is Kind.CONFIRM and self.current is not None and self.current.is_stop:
            return True, self._activate(self.current, None)
        if intent.point is not None:
            return self._pointer(intent, intent.point)
        return False, None

    def press(self, widget: Widget) -> Nav | None:
        """Focus a widget and press it, as a confirm does."""
        self.current = widget
        return self._activate(widget, None)

    def answer(self, index: int) -> Nav | None:
        """Press the widget at `index`, if enabled."""
        widget = self.widgets[index] if 0 <= index < len(self.widgets) else None
        return None if widget is None or not widget.enabled else self.press(widget)

    def _activate(self, widget: Widget, point: tuple[int, int] | None) -> Nav | None:
        if not widget.enabled:
            self._refuse(widget)
            return None
        self._why_left = 0.0
        self._pressed, self._flash = widget, PRESS_SECONDS
        self.stage.audio.play("press")
        self.stage.answer()
        before = widget.spoken(self.stage)
        nav = widget.activate(point)
        if nav is None and widget.spoken(self.stage) != before:
            self.stage.say(widget.spoken(self.stage), passing=True)
        return nav

    def _refuse(self, widget: Widget) -> None:
        """Show why a widget is disabled."""
        self._pressed, self._refused, self._why_left = None, widget, WHY_SECONDS
        self.stage.audio.play("barred")
        self.stage.say(widget.why)

    def _pointer(self, intent: Intent, point: tuple[int, int]) -> tuple[bool, Nav | None]:
        under = next((widget for widget in reversed(self.widgets) if widget.hit(point)), None)
        if intent.kind is Kind.HOVER:
            if under is not None:
                self.focus(under)
            return under is not None, None
        if intent.kind is Kind.PRESS:
            self._pressed, self._flash = under, 0.0
            if under is not None:
                self.focus(under)
                under.drag(point)
            return under is not None, None
        if intent.kind is Kind.RELEASE:
            pressed, self._pressed = self._pressed, None
            if pressed is not None and pressed is under:
                return True, self._activate(pressed, point)
            return pressed is not None, None
        if self._pressed is not None and intent.kind is Kind.DRAG:
            self._pressed.drag(point)
            return True, None
        return False, None

    def _move(self, kind: Kind) -> bool:
        if self.current is None:
            return False
        dx, dy = DIRECTIONS[kind]
        widget = self.current
        if dx and widget.enabled and widget.adjust(dx):  # `adjust` may have replaced the widgets
            self.stage.audio.play("focus", 0.5)
            self.stage.say(widget.spoken(self.stage), passing=True)
            return True
        target = nearest(self.current.rect, [w for w in self.widgets if w.is_stop and w is not self.current], dx, dy)
        if target is None and dy > 0:
            target = self._main_button_from(self.current)
        if target is None:
            return False
        self.focus(target)
        return True

    def _main_button_from(self, widget: Widget) -> Widget | None:
        """The main button, unless it lies above `widget`. Down leads to it from the last row."""
        buttons = (w for w in self.widgets if w.is_primary and w.enabled and w is not widget)
        return next((button for button in buttons if button.rect.bottom > widget.rect.top), None)

    def draw(self, canvas: Canvas, ring: bool = True) -> None:
        """Draw every widget, then the ring around the focused one."""
        for widget in self.widgets:
            widget.draw(self.stage, canvas, widget is self._pressed)
        if ring:
            self.draw_ring(canvas)
        if self._why_left > 0 and self._refused in self.widgets:
            self._draw_note(canvas, self._refused, self._refused.why)
        elif ring and self.current is not None and self.current.note:
            self._draw_note(canvas, self.current, self.current.note, stays=True)

    def _draw_note(self, canvas: Canvas, widget: Widget, text: str, stays: bool = False) -> None:
        """Draw a widget's note beside it, such as why it is disabled.

        If the note `stays`, it covers no other widget if possible.
        """
        stage, px = self.stage, self.stage.metrics.px
        style = stage.limit_scale(WHY, WHY_GROWTH)
        lines = stage.lines(text, style, px(WHY_WIDTH))
        step = stage.fonts.line_height(style)
        width = max(stage.fonts.width(line, style) for line in lines) + 2 * px(WHY_PAD)
        place = pygame.Rect(0, 0, width, len(lines) * step + px(WHY_PAD))
        screen = pygame.Rect((0, 0), stage.metrics.size).inflate(-px(2 * WHY_PAD), -px(2 * WHY_PAD))
        others = [other.rect for other in self.widgets if other is not widget] if stays else []
        where = _around(place, widget.rect, px(WHY_PAD))
        free = (each for each in where if screen.contains(each) and each.collidelist(others) < 0)
        place = next(free, where[-1]).clamp(screen)
        stage.blit(canvas, stage.paint.panel("enamel", place.size), place.topleft)
        first = place.top + px(WHY_PAD) // 2 + stage.fonts.ascent(style)
        stage.paragraph(canvas, lines, (place.centerx, first), style, "centre")

    def draw_ring(self, canvas: Canvas) -> None:
        """Draw the sliding ring; none during one-button play."""
        if self.stage.scan.is_on:
            return  # one-button play has its own light
        if self.current is None or not self.current.is_stop or self.current.ring is None:
            return
        rect = self.current.rect
        share = ease_out(self._slide)
        x, y = float(rect.x), float(rect.y)
        if self._slide_from is not None and share < 1:
            x += (self._slide_from[0] - rect.centerx) * (1 - share)
            y += (self._slide_from[1] - rect.centery) * (1 - share)
        if self.current is self._pressed:
            y += self.stage.metrics.px(3)
        self.stage.blit(canvas, self.stage.paint.ring(rect.size, self.current.radius, *self.current.ring), (x, y))


def _around(place: pygame.Rect, rect: pygame.Rect, gap: int) -> tuple[pygame.Rect, ...]:
    """Places around `rect` for a rectangle of the size of `place`: above (middle, left, right), beside, below."""
    room = rect.inflate(2 * gap, 2 * gap)
    ways = (
        ("midbottom", room.midtop),
        ("bottomleft", (rect.left, room.top)),
        ("bottomright", (rect.right, room.top)),
        ("midright", room.midleft),
        ("midleft", room.midright),
        ("midtop", room.midbottom),
    )
    return tuple(place.move_to(**{corner: at}) for corner, at in ways)


def nearest(start: pygame.Rect, candidates: Sequence[Widget], dx: int, dy: int) -> Widget | None:
    """The next widget in direction (dx, dy): a near one, preferably in the same row or column."""
    best: tuple[float, int] | None = None
    for index, widget in enumerate(candidates):
        rect = widget.rect
        along = (rect.centerx - start.centerx) * dx + (rect.centery - start.centery) * dy
        if dx:
            clear = (rect.left - start.right) if dx > 0 else (start.left - rect.right)
            aside = max(0, rect.top - start.bottom, start.top - rect.bottom)
            skew = abs(rect.centery - start.centery)
        else:
            clear = (rect.top - start.bottom) if dy > 0 else (start.top - rect.bottom)
            aside = max(0, rect.left - start.right, start.left - rect.right)
            skew = abs(rect.centerx - start.centerx)
        if along <= 0 or clear < -min(rect.width, rect.height) / 2:
            continue
        cost = max(0, clear) + OFF_AXIS_COST * aside + 0.2 * skew
        if best is None or cost < best[0]:
            best = (cost, index)
    return None if best is None else candidates[best[1]]
