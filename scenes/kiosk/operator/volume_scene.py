"""Three volumes, each from a time of the day until the next one's."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from game.core.kinds import TimeOfDay, clock_text
from game.kiosk.kiosk import Kiosk
from scenes.kiosk.operator.adjustments import Adjustment, Adjustments
from scenes.kiosk.operator.dial import Dial, TimeScene
from scenes.kiosk.operator.quiet import Card
from scenes.kit import theme
from scenes.kit.boxes import cell, row
from scenes.kit.canvas import Canvas
from scenes.kit.fonts import Style
from scenes.kit.intents import Intent, Kind
from scenes.kit.scene import Nav, Push
from scenes.kit.slider import Slider
from scenes.kit.stage import Stage
from scenes.kit.widgets import Button, Touch, Widget

FROM = Style(theme.LIST, theme.INK, bold=True)
NAMES = ("first", "second", "third")


class VolumeScene(Card):
    """Every press changes a time or a volume at once."""

    def __init__(self, stage: Stage, kiosk: Kiosk, all: Adjustments, row: Adjustment) -> None:
        super().__init__(stage, stage.t("kiosk.row.volume"), stage.t("kiosk.volume.note"))
        self._kiosk = kiosk
        self._all = all
        self._row = row

    def resized(self) -> None:
        t = self.stage.t
        width = self.stage.natural(t("kiosk.volume.from"), self.stage.capped(FROM, 1.0))
        line = row(cell("from", least=72, fit=width), cell("time", 300), cell("volume"), size=104)
        foot = row(cell("usual"), cell("ok"), size=104)
        places = self.lay(1180, 20, *[line] * len(NAMES), foot)
        widgets: list[Widget] = []
        for i, name in enumerate(NAMES):
            time, slide = places.all("time")[i], places.all("volume")[i]
            dial = Dial(time, partial(self._time, name), partial(self._step, name), self._opener(name), 40)
            dial.name = t("kiosk.volume.from")
            volume = self._kiosk.config.value(f"sound.{name}") / 100
            slider = VolumeSlider(self.stage, slide, volume, partial(self._take, name))
            slider.name = self.title
            widgets += [dial, slider]
        usual = Button(places["usual"], t("kiosk.menu.default"), self._default)
        self.focus.set([*widgets, usual, self.ok_button()])

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
        self._set_time(name, TimeOfDay().stepped(self._begin(name), direction))

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
        super().draw_face(canvas)
        for place in self.places.all("from"):
            self.stage.label(canvas, self.stage.t("kiosk.volume.from"), place, FROM)


class VolumeSlider(Slider):
    """A slider on enamel: its figure lies in a well with it."""

    def draw(self, stage: Stage, canvas: Canvas, touch: Touch) -> None:
        stage.put(canvas, stage.paint.face("lacquer", self.rect.size, 14), self.rect.topleft)
        super().draw(stage, canvas, touch)
