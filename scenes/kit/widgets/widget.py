"""Parts of a screen with focus and presses: button, choice, level pips, toggle; and progress bars."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from functools import partial

import pygame

from scenes.kit.drawing import theme
from scenes.kit.drawing.canvas import Canvas, Drawable
from scenes.kit.drawing.fonts import Style
from scenes.kit.drawing.paint import RADIUS, RING_GAP, RING_WIDTH, brass_bar
from scenes.kit.scene import Nav
from scenes.kit.stage import Stage

Action = Callable[[], Nav | None]
CLOSE_RING = (1.0, 5.0)  # gap and width of the focus ring of adjacent cells
BUTTON_PAD = 28  # design pixels at either side of a label
LIT = 4  # thickness in design pixels of the line below a recommended segment
DISABLED = 0.62  # opacity of a disabled label
BARRED = 0.3  # opacity of a pip that cannot be chosen
BELOW = theme.CAPTION  # the size of a level's name below the pips
RIM = 4  # design pixels of the dark trough around the brass


class Widget:
    """A thing with a rectangle (pixels) that may take the focus.

    `radius` is the radius of the focus ring's corners. `ring` is the ring's gap and width in design pixels; None if the
    scene draws it. `adjust` returns whether the widget used left or right.
    """

    radius: float = RADIUS
    is_only_read = False  # True: the focus stops here for reading, and a press does nothing
    cycles = False  # True: each press takes the next value
    ring: tuple[float, float] | None = (RING_GAP, RING_WIDTH)
    is_primary = False  # True: the main button of a screen
    why = ""  # why it is disabled, shown at a press
    name = ""  # what it is for, if its face does not say so
    note = ""  # more about its value, shown while it has the focus

    def __init__(self, rect: pygame.Rect) -> None:
        self.rect = rect
        self.enabled = True

    def value(self) -> str:
        """Return the widget's value or label, in the screen's language."""
        return ""

    @property
    def is_stop(self) -> bool:
        """Whether the focus stops here: the widget is enabled, or can say why it is disabled."""
        return self.enabled or bool(self.why)

    def allow(self, allowed: bool, why: str) -> None:
        """Enable the widget, or disable it with the reason `why`."""
        self.enabled, self.why = allowed, "" if allowed else why

    def spoken(self, stage: Stage) -> str:
        """What is said of the widget: its purpose and its value."""
        name, value = self.name, self.value()
        text = stage.t("speech.value", name=name, value=value) if name and value else name or value
        return f"{text}. {self.note}" if text and self.note else text

    def draw(self, stage: Stage, canvas: Canvas, pressed: bool) -> None:
        """Draw the widget (without the focus ring)."""

    def activate(self, point: tuple[int, int] | None) -> Nav | None:
        """Act on a press, by a pointer at `point` or by a confirm (None)."""
        return None

    def drag(self, point: tuple[int, int]) -> None:
        """Follow a pointer that was pressed on the widget to `point`."""

    def adjust(self, direction: int) -> bool:
        """Use left (-1) or right (1) while focused. Returns False if the press should move the focus instead."""
        return False

    def hit(self, point: tuple[int, int]) -> bool:
        """Whether a pointer at `point` is on the widget."""
        return self.is_stop and self.rect.collidepoint(point)


class Button(Widget):
    """A labelled button. The kind "primary" is the main button of a screen, drawn in brass."""

    def __init__(
        self,
        rect: pygame.Rect,
        label: str,
        action: Action,
        *,
        kind: str = "normal",
        icon: str = "",
        size: float = 40,
        ground: str = theme.IVORY,
    ) -> None:
        """`ground` is the colour of the text around the button. A disabled button is drawn in this colour."""
        super().__init__(rect)
        self.ground = ground
        self.label = label
        self.action = action
        self.kind = kind
        self.is_primary = kind == "primary"
        self.icon = icon
        self.size = size

    def value(self) -> str:
        return self.label

    def activate(self, point: tuple[int, int] | None) -> Nav | None:
        return self.action()

    def draw(self, stage: Stage, canvas: Canvas, pressed: bool) -> None:
        state = "disabled" if not self.enabled else "pressed" if pressed else "normal"
        face_sprite = stage.paint.button(self.kind, state, self.rect.size, ink=self.ground)
        stage.blit(canvas, face_sprite, self.rect.topleft)
        color = self.ground if not self.enabled else theme.INK if self.kind == "primary" else theme.IVORY
        style = Style(self.size, color, bold=True)
        face = self.rect.move(0, stage.metrics.px(3) if pressed else 0)
        alpha = 1.0 if self.enabled else DISABLED
        if self.kind == "primary" and not pressed:
            face = face.move(0, -stage.metrics.px(3))  # the middle of the face, above the button's foot
        stage.legend(canvas, self.label, face, style, self.icon, self.size, pad=32, alpha=alpha)


def button_width(stage: Stage, label: str, size: float = 40) -> float:
    """The width in design pixels of a button whose label has its full size."""
    return stage.natural(label, Style(size, bold=True)) + 2 * BUTTON_PAD


class SegmentedControl(Widget):
    """A row of segments, one chosen; left and right move the choice, a pointer picks it.

    An `index` of -1 says that the present setting is none of the segments. `lit` are the numbers of adjacent segments;
    a brass line is drawn below them.
    """

    radius = 14
    cycles = True
    lit: Sequence[int] = ()

    def __init__(
        self,
        rect: pygame.Rect,
        labels: Sequence[str],
        index: int,
        on_change: Callable[[int], None],
        *,
        size: float = 36,
    ) -> None:
        super().__init__(rect)
        self.labels = list(labels)
        self.index = index
        self.on_change = on_change
        self.size = size

    def value(self) -> str:
        return self.labels[self.index] if self.index >= 0 else ""

    def segments(self) -> list[pygame.Rect]:
        """The segments' rectangles, left to right, without gaps."""
        left, width, count = self.rect.left, self.rect.width, len(self.labels)
        edges = [left + round(width * i / count) for i in range(count + 1)]
        return [pygame.Rect(a, self.rect.top, b - a, self.rect.height) for a, b in itertools.pairwise(edges)]

    def choose(self, index: int) -> None:
        """Choose a segment; report it if it is new."""
        if index != self.index:
            self.index = index
            self.on_change(index)

    def activate(self, point: tuple[int, int] | None) -> Nav | None:
        if point is None:
            self.choose((self.index + 1) % len(self.labels))
        else:
            for i, segment in enumerate(self.segments()):
                if segment.collidepoint(point):
                    self.choose(i)
        return None

    def adjust(self, direction: int) -> bool:
        first = 0 if direction > 0 else len(self.labels) - 1  # the one to choose if no segment is chosen
        target = self.index + direction if self.index >= 0 else first
        if not 0 <= target < len(self.labels):
            return False
        self.choose(target)
        return True

    def _label_size(self, stage: Stage, inset: int) -> float:
        """The largest type size at which every label fits its segment, but no less than the least size."""
        room = self.rect.width // len(self.labels) - 2 * inset - stage.metrics.px(12)
        return min(
            stage.shrink_to_width(label, Style(self.size, bold=True), room, theme.CAPTION - 4).size
            for label in self.labels
        )

    def draw(self, stage: Stage, canvas: Canvas, pressed: bool) -> None:
        stage.blit(canvas, stage.paint.well(self.rect.size), self.rect.topleft)
        inset = stage.metrics.px(6)
        size = self._label_size(stage, inset)
        for i, segment in enumerate(self.segments()):
            face = segment.inflate(-2 * inset, -2 * inset)
            chosen = i == self.index
            if chosen:
                stage.blit(canvas, stage.paint.segment(face.size), face.topleft)
            style = Style(size, theme.INK if chosen else theme.MUTED, bold=chosen)
            alpha = 1.0 if self.enabled else DISABLED
            stage.centred(canvas, self.labels[i], face, style, face.width - stage.metrics.px(8), alpha)
        if self.lit:
            segments = self.segments()
            left, right = segments[min(self.lit)].left + inset, segments[max(self.lit)].right - inset
            line = stage.paint.line(right - left, theme.EYEBROW, 0.9, LIT)
            stage.blit(canvas, line, (left, self.rect.bottom - stage.metrics.px(LIT)))


class Levels(Widget):
    """One of several numbers in a row, such as a level. Left and right take the next of the numbers `offered`."""

    radius = 14
    cycles = True

    def __init__(
        self,
        rect: pygame.Rect,
        level: int,
        offered: Sequence[int],
        on_change: Callable[[int], None],
        notes: Sequence[str] = (),
    ) -> None:
        """`notes` describe the levels from 1 on."""
        super().__init__(rect)
        self.level = level
        self.offered = offered
        self.on_change = on_change
        self.notes = notes

    @property
    def note(self) -> str:  # type: ignore[override]
        """How an AI of the chosen level plays."""
        return self.notes[self.level - 1] if 0 < self.level <= len(self.notes) else ""

    def set(self, level: int) -> None:
        """Take an offered level; report it if it is new."""
        if level in self.offered and level != self.level:
            self.level = level
            self.on_change(level)

    def adjust(self, direction: int) -> bool:
        beyond = [level for level in self.offered if (level - self.level) * direction > 0]
        if not beyond:
            return False
        self.set(min(beyond, key=lambda level: abs(level - self.level)))
        return True

    def step(self) -> None:
        """Take the next level, and after the last one the first.

        A press without a point, such as a confirm, does this.
        """
        if not self.adjust(1):
            self.set(self.offered[0])


class Pips(Levels):
    """A slider of five pips, 1..5."""

    def __init__(
        self,
        rect: pygame.Rect,
        label: str,
        level: int,
        on_change: Callable[[int], None],
        names: Sequence[str] = (),
        allowed: Sequence[int] = range(1, 6),
        notes: Sequence[str] = (),
    ) -> None:
        """`names` are the names of the levels, shown in place of the label; `notes` describe the levels.

        The levels in `allowed` can be chosen.
        """
        super().__init__(rect, level, allowed, on_change, notes)
        self.name = self._label = label
        self.names = list(names)

    @property
    def label(self) -> str:
        """The name of the chosen level, or the label."""
        return self.names[self.level - 1] if self.names else self._label

    def value(self) -> str:
        return f"{self.level}, {self.names[self.level - 1]}" if self.names else str(self.level)

    def activate(self, point: tuple[int, int] | None) -> Nav | None:
        if point is None:
            self.step()
            return None
        pitch = self._pitch
        for i in range(5):
            if abs(point[0] - self._first - i * pitch) <= pitch / 2:
                self.set(i + 1)
        return None

    def draw(self, stage: Stage, canvas: Canvas, pressed: bool) -> None:
        unit = stage.metrics.px
        middle = self.rect.centery
        number = stage.limit_scale(Style(44, theme.IVORY, bold=True), 1.15)  # larger type would not fit
        right = self.rect.right - unit(4)
        stage.text(canvas, str(self.level), (right, middle + stage.drop(number)), number, "right")
        self._pitch = unit(41)
        self._first = right - unit(56) - 4 * self._pitch
        room = self._first - unit(24) - self.rect.left
        label = stage.shrink_to_width(self.label, Style(36, theme.MUTED), room)
        if stage.fonts.width(self.label, label) <= room:
            stage.text(canvas, self.label, (self.rect.left, middle + stage.drop(label)), label)
        elif self.names:  # on a narrow card the name goes below the pips
            below = stage.shrink_to_width(self.label, Style(BELOW, theme.MUTED), self.rect.width, BELOW)
            middle_of_pips = self._first + 2 * self._pitch
            stage.text(canvas, self.label, (middle_of_pips, middle + unit(31)), below, "centre")
            middle -= unit(13)
        for i in range(5):
            pip = stage.pip(i < self.level)
            share = 1.0 if i + 1 in self.offered else BARRED
            stage.blit(canvas, pip, (self._first + i * self._pitch, middle), share)

    _pitch = 1
    _first = 0


class Toggle(SegmentedControl):
    """An option that is off or on."""

    def __init__(self, rect: pygame.Rect, labels: Sequence[str], on: bool, on_change: Callable[[bool], None]) -> None:
        super().__init__(rect, labels, int(on), lambda index: on_change(bool(index)))


class HitArea(Widget):
    """A widget without a face, for a part drawn by the scene."""

    def __init__(self, rect: pygame.Rect, action: Action, radius: float = RADIUS, name: str = "") -> None:
        """`name` is read aloud."""
        super().__init__(rect)
        self.name = name
        self.action = action
        self.radius = radius

    def activate(self, point: tuple[int, int] | None) -> Nav | None:
        return self.action()


def draw_progress(stage: Stage, canvas: Canvas, rect: pygame.Rect, share: float) -> None:
    """Draw a bar in `rect` (pixels), filled by `share` (0..1)."""
    well = stage.paint.well(rect.size, 10)
    stage.blit(canvas, well, rect.topleft)
    rim = stage.metrics.px(RIM)
    inner = rect.inflate(-2 * rim, -2 * rim)
    # made at full length, so that one picture serves for every share
    brass = stage.paint.button("primary", "pressed", inner.size, 6)
    shown = round(inner.width * share)
    if shown:
        width, height = brass.surface.get_size()  # including the shadow around the face
        area = pygame.Rect(0, 0, shown - brass.dx if share < 1 else width, height)
        canvas.blit(brass.surface, (inner.x + brass.dx, inner.y + brass.dy), area=area)


def draw_line(stage: Stage, canvas: Drawable, rect: pygame.Rect, share: float) -> None:
    """Draw a thin brass line in its slot at `rect` (pixels), filled by `share` (0..1)."""
    stage.blit(canvas, stage.paint.well(rect.size, 4), rect.topleft)
    size = round(rect.width * share), rect.height
    if size[0] >= rect.height:
        stage.blit(canvas, stage.paint.cached_one("progress line", size, partial(brass_bar, size)), rect.topleft)
