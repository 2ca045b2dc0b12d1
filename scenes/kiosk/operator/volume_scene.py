"""Three volumes, each from a time of the day until the next one's."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pygame

from game.kiosk.kinds import DAY, clock_text
from game.kiosk.kiosk import Kiosk
from scenes.kiosk.operator.adjustments import Adjustment, Adjustments
from scenes.kiosk.operator.card_head import draw_card_head
from scenes.kiosk.operator.dial import Dial
from scenes.kiosk.operator.quiet import Card
from scenes.kiosk.operator.time_scene import TimeScene
from scenes.kit import theme
from scenes.kit.canvas import Canvas
from scenes.kit.card import PAD
from scenes.kit.fonts import Style
from scenes.kit.intents import Intent, Kind
from scenes.kit.scene import Nav, Push
from scenes.kit.slider import Slider
from scenes.kit.stage import Stage
from scenes.kit.widgets import Button, Touch, Widget

FROM = Style(theme.LIST, theme.INK, bold=True)
WIDTH, HEAD, LINE, LINE_GAP, FOOT = 1180, 128, 104, 20, 104  # design pixels, as all below
TIME = 300
STEP = 30  # minutes
NAMES = ("first", "second", "third")


class VolumeScene(Card):
    """Every press changes a time or a volume at once."""

    def __init__(self, stage: Stage, kiosk: Kiosk, all: Adjustments, row: Adjustment) -> None:
        super().__init__(stage)
        self._kiosk = kiosk
        self._all = all
        self._row = row

    @property
    def spoken_title(self) -> str:
        return self.stage.t("kiosk.row.volume")

    def resized(self) -> None:
        px, t = self.stage.metrics.px, self.stage.t
        width = min(px(WIDTH), self.stage.metrics.size[0] - px(80))
        lines = len(NAMES) * (LINE + LINE_GAP)
        inner = self.place(width, px(HEAD + lines + FOOT + 2 * PAD))
        self._bands = [
            pygame.Rect(inner.left, inner.top + px(HEAD + i * (LINE + LINE_GAP)), inner.width, px(LINE))
            for i in range(len(NAMES))
        ]
        self._left = max(self.stage.fonts.width(t("kiosk.volume.from"), self._from) + px(24), px(96))
        widgets = [widget for name, band in zip(NAMES, self._bands, strict=True) for widget in self._line(name, band)]
        half = (inner.width - px(24)) // 2
        usual = pygame.Rect(inner.left, inner.bottom - px(FOOT), half, px(FOOT))
        ok = usual.move(inner.width - half, 0)
        buttons = [
            Button(usual, t("kiosk.menu.default"), self._default),
            Button(ok, t("dialog.ok"), self.done, kind="primary"),
        ]
        self.focus.set([*widgets, *buttons])

    @property
    def _from(self) -> Style:
        return self.stage.capped(FROM, 1.0)

    def _line(self, name: str, band: pygame.Rect) -> list[Widget]:
        px, t = self.stage.metrics.px, self.stage.t
        place = pygame.Rect(band.left + self._left, band.top, px(TIME), band.height)
        time = Dial(place, partial(self._time, name), partial(self._step, name), self._opener(name), 40)
        time.name = t("kiosk.volume.from")
        slide = pygame.Rect(place.right + px(24), band.top, band.right - place.right - px(24), band.height)
        volume = self._kiosk.config.value(f"sound.{name}") / 100
        slider = VolumeSlider(self.stage, slide, volume, partial(self._take, name))
        slider.name = t("kiosk.row.volume")
        return [time, slider]

    def _begin(self, name: str) -> int:
        return int(self._kiosk.config.value(f"sound.{name}_from"))

    def _time(self, name: str) -> str:
        return clock_text(self._begin(name))

    def _take(self, name: str, share: float) -> None:
        self._kiosk.change({f"sound.{name}": round(share * 100)})

    def _set_time(self, name: str, minutes: int) -> bool:
        self._kiosk.change({f"sound.{name}_from": clock_text(minutes)})
        return True

    def _step(self, name: str, direction: int) -> None:
        self._set_time(name, (self._begin(name) + STEP * direction) % DAY)

    def _opener(self, name: str) -> Callable[[], Nav]:
        title = self.stage.t("kiosk.volume.from")
        return lambda: Push(lambda: TimeScene(self.stage, title, self._begin(name), partial(self._set_time, name)))

    def _default(self) -> None:
        self._all.reset(self._row)
        self.resized()

    def intent(self, intent: Intent) -> Nav | None:
        if intent.kind is Kind.SECONDARY:
            self._default()
            return None
        return super().intent(intent)

    def draw_face(self, canvas: Canvas) -> None:
        stage, t = self.stage, self.stage.t
        draw_card_head(stage, canvas, self.rect, t("kiosk.row.volume"), t("kiosk.volume.note"))
        for band in self._bands:
            baseline = band.centery + 0.366 * self._from.size * stage.metrics.scale * stage.metrics.text_scale
            stage.text(canvas, t("kiosk.volume.from"), (band.left, baseline), self._from)


class VolumeSlider(Slider):
    """A slider on enamel: its figure lies in a well with it."""

    def draw(self, stage: Stage, canvas: Canvas, touch: Touch) -> None:
        stage.put(canvas, stage.paint.face("lacquer", self.rect.size, 14), self.rect.topleft)
        super().draw(stage, canvas, touch)
