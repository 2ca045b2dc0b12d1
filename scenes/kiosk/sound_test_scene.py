"""The test of the sound: left, right and both, and how loud the table is at each hour."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import pygame

from scenes.kit import theme
from scenes.kit.canvas import Canvas
from scenes.kit.focus_scene import FocusScene
from scenes.kit.fonts import Style
from scenes.kit.glyphbar import GlyphBar, Prompt
from scenes.kit.glyphs import ARROWS
from scenes.kit.heading import draw_heading
from scenes.kit.intents import Intent, Kind
from scenes.kit.layout import Shape
from scenes.kit.scene import Nav, Pop
from scenes.kit.widgets import Button, Widget
from scenes.services import Services

SOUND = "win"
LABEL = Style(theme.CAPTION, theme.EYEBROW, bold=True, spacing=4)
SENTENCE = Style(theme.NAME, theme.IVORY, bold=True)
NOTE = Style(theme.HELPER, theme.MUTED)
PRESENT = "present"
Box = tuple[float, float, float, float]
# Design pixels: the card of the device, the row of sides, the row of volumes, the row of answers; the bar.
_PLACES: dict[Shape, tuple[Box, Box, Box, Box, Box]] = {
    Shape.WIDE: (
        *((96, 200, 1728, 136), (96, 416, 1728, 152), (96, 648, 1728, 112)),
        *((696, 824, 1128, 112), (54, 956, 1812, 80)),
    ),
    Shape.CLASSIC: (
        *((72, 200, 1296, 136), (72, 416, 1296, 152), (72, 648, 1296, 112)),
        *((240, 824, 1128, 112), (54, 956, 1332, 80)),
    ),
    Shape.TALL: (
        *((54, 236, 972, 200), (54, 540, 972, 200), (54, 844, 972, 168)),
        *((54, 1480, 972, 160), (54, 1704, 972, 160)),
    ),
}
GAP = 24
SIDES = {"left": (1.0, 0.0), "both": (1.0, 1.0), "right": (0.0, 1.0)}


class SoundTestScene(FocusScene):
    """Plays what is pressed; pops with the operator's answer: True, False, or None where it is given up."""

    def __init__(self, services: Services, volumes: Sequence[tuple[str, int]] = ()) -> None:
        """`volumes` are those of the hours: a time as people read it, and per cent; without any the present one."""
        super().__init__(services.stage)
        audio = services.stage.audio
        self.device = audio.device
        self.sides = audio.sides
        self.volumes = tuple(volumes) or ((PRESENT, round(100 * audio.volume)),)
        self.played = ""  # what is heard, or was last

    def enter(self) -> None:
        self.resized()

    def resized(self) -> None:
        t, metrics = self.stage.t, self.stage.metrics
        card, sides, volumes, answers, bar = _PLACES[metrics.shape]
        self.card, self.rows = metrics.rect(*card), (metrics.rect(*sides), metrics.rect(*volumes))
        names = [name for name in SIDES if self.sides > 1 or name == "both"]
        widgets: list[Widget] = []
        for rect, name in zip(self._row(sides, len(names)), names, strict=True):
            label = t(f"sound.{name}" if len(names) > 1 else "sound.play")
            widgets.append(Button(rect, label, partial(self._play, name, self._present, *SIDES[name]), size=48))
        for rect, (hour, volume) in zip(self._row(volumes, len(self.volumes)), self.volumes, strict=True):
            label = t("sound.volume", hour=self._hour(hour), volume=volume)
            widgets.append(Button(rect, label, partial(self._play, hour, volume / 100, 1.0, 1.0), size=40))
        for widget in widgets:
            widget.allow(bool(self.device), t("sound.no_device"))
        fails, works = self._row(answers, 2)
        verdicts = [
            Button(fails, t("test.fails"), partial(Pop, False), size=44),
            Button(works, t("test.works"), partial(Pop, True), kind="primary", size=44),
        ]
        verdicts[1].allow(bool(self.device), t("sound.no_device"))
        self.focus.set([*widgets, *verdicts])
        self.bar = GlyphBar(self.stage, metrics.rect(*bar))
        self.bar.set([Prompt(ARROWS, t("glyph.choose"), ""), Prompt(Kind.BACK, t("glyph.back"))])

    def _row(self, box: Box, count: int) -> list[pygame.Rect]:
        x, y, width, height = box
        each = (width + GAP) / count
        return [self.stage.metrics.rect(x + index * each, y, each - GAP, height) for index in range(count)]

    @property
    def _present(self) -> float:
        return self.stage.audio.volume

    def _hour(self, hour: str) -> str:
        return self.stage.t("sound.now") if hour == PRESENT else self.stage.t("sound.from", hour=hour)

    def _play(self, name: str, volume: float, left: float, right: float) -> Nav | None:
        self.played = name
        self.stage.audio.play_at(SOUND, volume, left, right)
        return None

    @property
    def spoken_title(self) -> str:
        return f"{self.stage.t('test.sound')}\n{self.sentence}"

    @property
    def sentence(self) -> str:
        """What the sound is played on."""
        if not self.device:
            return self.stage.t("sound.no_device")
        return self.stage.t("sound.stereo" if self.sides > 1 else "sound.mono", device=self.device)

    def intent(self, intent: Intent) -> Nav | None:
        meant = self.bar.translate(intent) or intent
        return Pop() if meant.kind is Kind.BACK else self.focus.intent(meant)[1]

    def draw(self, canvas: Canvas, alpha: float) -> None:
        stage, px = self.stage, self.stage.metrics.px
        canvas.blit(stage.table, (0, 0))
        stage.put(canvas, stage.paint.veil(stage.metrics.size, 0.42, "#0B0A0A"), (0, 0))
        draw_heading(stage, canvas, stage.t("kiosk.operator"), stage.t("test.sound"))
        stage.put(canvas, stage.paint.panel("lacquer", self.card.size), self.card.topleft)
        room = self.card.width - px(64)
        style = stage.capped(SENTENCE._replace(color=theme.IVORY if self.device else theme.WARN), 1.0)
        lines, style = stage.fitted(self.sentence, style, room, self.card.height - px(24))
        step = stage.fonts.line_height(style)
        top = self.card.centery - step * len(lines) // 2
        stage.paragraph(canvas, lines, (self.card.left + px(32), top + stage.fonts.ascent(style)), style)
        for row, key in zip(self.rows, ("sound.sides", "sound.volumes"), strict=True):
            label = stage.t(key).upper()
            small = stage.shrunk(label, stage.capped(LABEL, 1.0), row.width, 22)
            stage.text(canvas, label, (row.left, row.top - px(24)), small)
        self.focus.draw(canvas)
        self.bar.draw(canvas)
