"""Three volumes, each from a time of the day until the next one's."""

from __future__ import annotations

from functools import partial

from game.core.times import TimeOfDay
from scenes.kiosk.operator.dial import time_dial
from scenes.kiosk.operator.editors import FieldCard
from scenes.kit.drawing import theme
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.drawing.fonts import Style
from scenes.kit.layout import cell, row
from scenes.kit.stage import Stage
from scenes.kit.widgets.form import Field
from scenes.kit.widgets.slider import Slider
from scenes.kit.widgets.widget import Touch, Widget

FROM = Style(theme.LIST, theme.INK, bold=True)


class VolumeScene(FieldCard):
    """The value is when the first volume begins, how loud it is, and so on."""

    def resized(self) -> None:
        lines = range(0, len(self.field.value()), 2)  # of the value, where a line begins
        width = self.stage.natural(self.stage.t("kiosk.volume.from"), self.stage.limit_scale(FROM, 1.0))
        line = row(cell("from", least=72, fit=width), cell("time", 300), cell("volume"), size=104)
        foot = row(cell("usual"), cell("ok"), size=104)
        places = self.lay(1180, 20, *[line] * len(lines), foot)
        widgets: list[Widget] = []
        for at, dial, slide in zip(lines, places.all("time"), places.all("volume"), strict=True):
            slider = VolumeSlider(self.stage, slide, self.field.value()[at + 1] / 100, partial(self._take, at + 1))
            slider.name = self.title
            widgets += [time_dial(self.services, dial, self._time(at), 40), slider]
        self.focus.set([*widgets, self.default_button(), self.ok_button()])

    def _time(self, at: int) -> Field:
        """When a volume begins."""
        label = self.stage.t("kiosk.volume.from")
        return Field(f"from {at}", label, TimeOfDay(), lambda: self.field.value()[at], partial(self._set, at))

    def _set(self, at: int, value: object) -> None:
        self.put((*self.field.value()[:at], value, *self.field.value()[at + 1 :]))

    def _take(self, at: int, share: float) -> None:
        self._set(at, round(share * 100))

    def draw_face(self, canvas: Canvas) -> None:
        super().draw_face(canvas)
        for place in self.places.all("from"):
            self.stage.label(canvas, self.stage.t("kiosk.volume.from"), place, FROM)


class VolumeSlider(Slider):
    """A slider on enamel: its figure lies in a well with it."""

    def draw(self, stage: Stage, canvas: Canvas, touch: Touch) -> None:
        stage.blit(canvas, stage.paint.face("lacquer", self.rect.size, 14), self.rect.topleft)
        super().draw(stage, canvas, touch)
