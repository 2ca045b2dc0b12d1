"""The test of the sound: left, right and both, and how loud the table is at each hour."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from scenes.kit.drawing import theme
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.drawing.fonts import Style
from scenes.kit.layout import Align, Part, Shape, cell, column, row
from scenes.kit.scene import Nav, Pop
from scenes.kit.widgets.page import PageScene
from scenes.kit.widgets.widget import Button, Widget
from scenes.services import Services

SOUND = "win"
LABEL = Style(theme.CAPTION, theme.EYEBROW, bold=True, spacing=4)
SENTENCE = Style(theme.NAME, theme.IVORY, bold=True)
PRESENT = "present"
SIDES = {"left": (1.0, 0.0), "both": (1.0, 1.0), "right": (0.0, 1.0)}


class SoundTestScene(PageScene):
    """Plays the sounds that are pressed; pops with the operator's answer: True, False, or None where it is given up."""

    eyebrow, title = "kiosk.operator", "test.sound"
    shade = 0.42

    def __init__(self, services: Services, volumes: Sequence[tuple[str, int]] = ()) -> None:
        """`volumes` are those of the hours: a time as people read it, and per cent; without any the present one."""
        super().__init__(services.stage)
        audio = services.stage.audio
        self.device = audio.device
        self.sides = audio.sides
        self.volumes = tuple(volumes) or ((PRESENT, round(100 * audio.volume)),)
        self.played = ""  # what is heard, or was last

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
            found.append(Button(rect, label, partial(self._play, name, self._present, *SIDES[name]), size=48))
        for rect, (hour, volume) in zip(at.all("volume"), self.volumes, strict=True):
            label = t("sound.volume", hour=self._hour(hour), volume=volume)
            found.append(Button(rect, label, partial(self._play, hour, volume / 100, 1.0, 1.0), size=40))
        works = Button(at["works"], t("test.works"), partial(Pop, True), kind="primary", size=44)
        for widget in (*found, works):
            widget.allow(is_there, t("sound.no_device"))
        return [*found, Button(at["fails"], t("test.fails"), partial(Pop, False), size=44), works]

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
