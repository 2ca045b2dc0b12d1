"""The tests of display and sound.

Of the display: edges, colours and greys, type, and dead or stuck pixels. Of the sound: left, right and both, and the
table's volumes by hour.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from functools import partial

import pygame

from scenes.kit.drawing import svg, theme
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.drawing.fonts import Style
from scenes.kit.drawing.paint import Sprite
from scenes.kit.input.intents import Intent, Kind
from scenes.kit.layout import Align, Part, Shape, cell, column, places, row
from scenes.kit.scene import Item, Nav, Pop, Push, ScanTarget, Scene
from scenes.kit.stage import Stage
from scenes.kit.widgets.dialog import Dialog, DialogAnswer
from scenes.kit.widgets.page import MARGIN, PageScene
from scenes.kit.widgets.widget import Button, Widget
from scenes.kit.window.renderer import HINT, WAYS
from scenes.services import Services

PLAIN = ("#FFFFFF", "#000000", "#FF0000", "#00FF00", "#0000FF")
BARS = ("#FFFFFF", "#FFFF00", "#00FFFF", "#00FF00", "#FF00FF", "#FF0000", "#0000FF", "#000000")
GREYS = 16
# How many levels next to black, and next to white, must be distinguishable; and the step from each to the next.
NEAR, NEAR_STEP = 10, 4
SIZES = (28, 32, 40, 56, 72, 96, 120)  # type sizes
SAMPLE = {"en": "Coffee 0123", "ja": "喫茶店 0123"}
GRID = 120  # side of a square of the grid, in design pixels
# The margin at each edge, as a share of the window's width or height. The area between the margins must be visible.
INSET = 0.05
TITLE = Style(theme.TITLE, theme.IVORY, bold=True)
FACT = Style(theme.HELPER, theme.IVORY)
NOTE = Style(theme.CAPTION, theme.MUTED)


class DisplayTestScene(Scene):
    """Shows pages. Any press turns to the next one; Back turns back, and on the first page cancels.

    Pops with the operator's verdict: True, False, or None if cancelled.
    """

    def __init__(self, services: Services) -> None:
        super().__init__(services.stage)
        self.page = 0
        self._pages: tuple[Callable[[Canvas], None], ...] = (
            self._draw_grid,
            self._draw_colours,
            self._draw_type,
            *(partial(self._fill, color=color) for color in PLAIN),  # no words here: they would hide pixels
        )

    @property
    def pages(self) -> int:
        """The number of pages."""
        return len(self._pages)

    def intent(self, intent: Intent) -> Nav | None:
        if intent.kind is Kind.BACK:
            self.page -= 1
            return Pop() if self.page < 0 else None
        if intent.kind in (Kind.HOVER, Kind.PRESS, Kind.DRAG) or intent.repeat:
            return None
        return self._next()

    def _next(self) -> Nav | None:
        if self.page + 1 == len(self._pages):
            return Push(partial(works_dialog, self.stage))
        self.page += 1
        return None

    def resume(self, result: object) -> Nav | None:
        return Pop(result)

    def scan(self) -> Sequence[Item]:
        return (ScanTarget("next", self.stage.t("display.next"), self._next, is_back_in_group=True),)

    @property
    def spoken(self) -> str:
        return f"{self.stage.t('test.display')}\n{self.stage.t('display.next')}"

    def facts(self) -> list[str]:
        """Return four texts: size, refresh rate, driver and renderer."""
        t, (width, height) = self.stage.t, self.stage.metrics.size
        rate = pygame.display.get_current_refresh_rate()
        way = os.environ.get(HINT, "")
        drawn = WAYS[int(way)] if way in ("0", "1") else way or t("display.unknown")
        return [
            t("display.size", width=width, height=height),
            t("display.rate", rate=rate) if rate else t("display.no_rate"),
            t("display.driver", driver=pygame.display.get_driver()),
            t("display.renderer", renderer=drawn),
        ]

    # Drawing

    def draw(self, canvas: Canvas, alpha: float) -> None:
        if 0 <= self.page < len(self._pages):
            self._pages[self.page](canvas)

    def _fill(self, canvas: Canvas, color: str) -> None:
        self.stage.blit(canvas, self.stage.paint.veil(self.stage.metrics.size, 1.0, color), (0, 0))

    def _draw_grid(self, canvas: Canvas) -> None:
        stage, px = self.stage, self.stage.metrics.px
        width, height = stage.metrics.size
        grid = stage.paint.cached_one("test grid", (width, height), lambda: Sprite(_grid(width, height, px(GRID))))
        stage.blit(canvas, grid, (0, 0))
        texts = [(stage.t("test.display"), TITLE), *((fact, FACT) for fact in self.facts())]
        texts += [(stage.t("display.edges"), NOTE), (stage.t("display.next"), NOTE)]
        room = min(width * 7 // 10, px(1100))
        lines = []
        for text, usual in texts:
            style = stage.limit_scale(usual, 1.0)
            lines += [(line, style, px(usual.size * 1.5)) for line in stage.lines(text, style, room)]
        card = pygame.Rect(0, 0, room + px(96), sum(step for _, _, step in lines) + px(72))
        card.center = width // 2, height // 2
        stage.blit(canvas, stage.paint.panel("lacquer", card.size), card.topleft)
        y = card.top + px(24)
        for line, style, step in lines:
            y += step
            stage.text(canvas, line, (card.centerx, y), style, "centre")

    def _draw_colours(self, canvas: Canvas) -> None:
        """Draw full colours, a ramp of greys, and the levels next to black and white."""
        self._fill(canvas, "#303030")
        stage = self.stage
        width, height = stage.metrics.size
        rows: tuple[tuple[Sequence[str], int], ...] = (
            (BARS, height * 44 // 100),
            ([_grey(round(255 * step / (GREYS - 1))) for step in range(GREYS)], height * 20 // 100),
            ([_grey(NEAR_STEP * step) for step in range(NEAR + 1)], height * 14 // 100),
            ([_grey(255 - NEAR_STEP * step) for step in range(NEAR, -1, -1)], height * 14 // 100),
        )
        top = 0
        for colors, tall in rows:
            for index, color in enumerate(colors):
                left, right = width * index // len(colors), width * (index + 1) // len(colors)
                stage.blit(canvas, stage.paint.veil((right - left, tall), 1.0, color), (left, top))
            top += tall
        place = pygame.Rect(width // 20, top, width * 9 // 10, height - top)
        stage.label(canvas, stage.t("display.colours"), place, FACT, "centre", least=20)

    def _draw_type(self, canvas: Canvas) -> None:
        """Draw the program's type sizes, in both languages."""
        stage, metrics = self.stage, self.stage.metrics
        canvas.blit(stage.table, (0, 0))
        stage.blit(canvas, stage.paint.veil(metrics.size, 0.42, "#0B0A0A"), (0, 0))
        shape, margin = metrics.shape, MARGIN[metrics.shape]
        columns = 2 if shape is Shape.WIDE else 1
        sizes = SIZES if shape is Shape.WIDE else SIZES[:-1] if shape is Shape.TALL else SIZES[::2]
        samples = [(size, text) for size in sizes for text in SAMPLE.values()]
        lines = [row(*[cell("sample")] * columns, size=size) for size, _ in samples[::columns]]
        spaced = [part for line in lines for part in (cell(), line)]
        note = cell(size=60), cell("note", 44)
        at = places(metrics, column(*spaced, *note, gap=0, pad=(margin, 48)))
        for (size, text), place in zip(samples, at.all("sample"), strict=True):
            stage.label(canvas, f"{size}  {text}", place, Style(size, theme.IVORY, bold=size >= 56))
        stage.label(canvas, stage.t("display.plain"), at["note"], NOTE, least=20)


def _grey(level: int) -> str:
    return f"#{level:02X}{level:02X}{level:02X}"


def _grid(width: int, height: int, cell: int) -> pygame.Surface:
    """Draw the grid of squares, a line on the outermost pixels, and a frame around what must be visible."""
    lines = []
    for middle, far, across in ((width / 2, width, True), (height / 2, height, False)):
        steps = range(-int(middle // cell), int(middle // cell) + 1)
        for at in (middle + step * cell for step in steps if 0 < middle + step * cell < far):
            lines.append(f"M{at:.1f} 0V{height}" if across else f"M0 {at:.1f}H{width}")
    inset_x, inset_y = width * INSET, height * INSET
    body = f'<rect width="{width}" height="{height}" fill="#14171C"/>'
    body += f'<path d="{"".join(lines)}" stroke="#6B7280" stroke-width="2" fill="none"/>'
    radius = min(width, height) * 0.44
    body += (
        f'<circle cx="{width / 2}" cy="{height / 2}" r="{radius:.1f}" fill="none" stroke="#F3EBDD" stroke-width="2"/>'
    )
    body += svg.box(inset_x, inset_y, width - 2 * inset_x, height - 2 * inset_y, 0, stroke=theme.EYEBROW, line=3)
    surface = svg.render(body, width, height)
    pygame.draw.rect(surface, theme.rgb("#FF4040"), surface.get_rect(), 1)
    pygame.draw.rect(surface, theme.rgb("#FFFFFF"), surface.get_rect().inflate(-6, -6), 1)
    return surface


def works_dialog(stage: Stage) -> Dialog:
    """Return the question for the verdict; it pops with True, False, or None if cancelled."""
    t = stage.t
    answers = [DialogAnswer(t("test.fails"), False), DialogAnswer(t("test.works"), True, primary=True)]
    return Dialog(stage, t("test.question"), t("test.question_note"), answers, cancel=None, width=860)


SOUND = "win"
LABEL = Style(theme.CAPTION, theme.EYEBROW, bold=True, spacing=4)
SENTENCE = Style(theme.NAME, theme.IVORY, bold=True)
PRESENT = "present"
SIDES = {"left": (1.0, 0.0), "both": (1.0, 1.0), "right": (0.0, 1.0)}


class SoundTestScene(PageScene):
    """Plays the chosen sounds; pops with the operator's verdict: True, False, or None if cancelled."""

    eyebrow, title = "kiosk.operator", "test.sound"
    shade = 0.42

    def __init__(self, services: Services, volumes: Sequence[tuple[str, int]] = ()) -> None:
        """`volumes` are the volumes by hour: a time as text, and per cent. Without any, the current volume is used."""
        super().__init__(services.stage)
        audio = services.stage.audio
        self.device = audio.device
        self.sides = audio.sides
        self.volumes = tuple(volumes) or ((PRESENT, round(100 * audio.volume)),)

    @property
    def _names(self) -> list[str]:
        return [name for name in SIDES if self.sides > 1 or name == "both"]

    def parts(self, shape: Shape) -> Part:
        is_tall = shape is Shape.TALL
        card, side, volume, answer = (200, 200, 168, 160) if is_tall else (136, 152, 112, 112)

        def row_of(name: str, count: int, height: float) -> Part:
            return column(cell("label", 44), row(*[cell(name)] * count), size=56 + height, gap=12)

        answers = row(cell("fails"), cell("works"), size=answer, across=1128, align=Align.END)
        rows = row_of("side", len(self._names), side), row_of("volume", len(self.volumes), volume)
        pad = (0, 36, 0, 80) if is_tall else 0
        return column(cell("card", card), *rows, cell(), answers, gap=48 if is_tall else 24, pad=pad)

    def widgets(self) -> Sequence[Widget]:
        t, at, is_there = self.stage.t, self.places, bool(self.device)
        found = []
        for rect, name in zip(at.all("side"), self._names, strict=True):
            label = t(f"sound.{name}" if len(self._names) > 1 else "sound.play")
            found.append(Button(rect, label, partial(self._play, self._present, *SIDES[name]), size=48))
        for rect, (hour, volume) in zip(at.all("volume"), self.volumes, strict=True):
            label = t("sound.volume", hour=self._hour(hour), volume=volume)
            found.append(Button(rect, label, partial(self._play, volume / 100, 1.0, 1.0), size=40))
        works = Button(at["works"], t("test.works"), partial(Pop, True), kind="primary", size=44)
        for widget in (*found, works):
            widget.allow(is_there, t("sound.no_device"))
        return [*found, Button(at["fails"], t("test.fails"), partial(Pop, False), size=44), works]

    @property
    def _present(self) -> float:
        return self.stage.audio.volume

    def _hour(self, hour: str) -> str:
        return self.stage.t("sound.now") if hour == PRESENT else self.stage.t("sound.from", hour=hour)

    def _play(self, volume: float, left: float, right: float) -> Nav | None:
        self.stage.audio.play_at(SOUND, volume, left, right)
        return None

    @property
    def spoken_title(self) -> str:
        return f"{self.stage.t('test.sound')}\n{self.sentence}"

    @property
    def sentence(self) -> str:
        """The device that plays the sound."""
        if not self.device:
            return self.stage.t("sound.no_device")
        return self.stage.t("sound.stereo" if self.sides > 1 else "sound.mono", device=self.device)

    def draw_page(self, canvas: Canvas) -> None:
        stage, card = self.stage, self.places["card"]
        stage.blit(canvas, stage.paint.panel("lacquer", card.size), card.topleft)
        style = SENTENCE if self.device else SENTENCE._replace(color=theme.WARN)
        stage.label(canvas, self.sentence, card.inflate(-2 * stage.metrics.px(32), 0), style, lines=3)
        for place, key in zip(self.places.all("label"), ("sound.sides", "sound.volumes"), strict=True):
            stage.label(canvas, stage.t(key).upper(), place, LABEL, least=22)
