"""The demonstration: a short game that plays itself, with captions. Any press ends it."""

from __future__ import annotations

import math
from collections.abc import Sequence

from game.core.rules import AnyStep
from game.core.spec import GameSpec
from scenes.kit.drawing import theme
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.drawing.fonts import Style
from scenes.kit.drawing.glyphs import Prompt
from scenes.kit.drawing.timeline import ease_out
from scenes.kit.input.intents import Device, Intent, Kind
from scenes.kit.layout import Metrics, Places, Shape, cell, column
from scenes.kit.scene import Item, Nav, PhoneView
from scenes.kit.widgets.scanner import prompt_targets
from scenes.kit.widgets.widget import draw_line
from scenes.services import Services
from scenes.table.board.board_view import OnTable, place_bar
from scenes.table.board.layout import CARD, table_places
from scenes.table.contract.lessons import Demo, DemonstrationPart, reach
from scenes.table.exercises.lesson_table import LessonTable
from scenes.table.loading import lessons_of

EYEBROW = Style(theme.CAPTION, theme.EYEBROW, bold=True, spacing=4)
# Styles of a caption. The first one at which no word breaks is used.
CAPTIONS = [Style(size, theme.IVORY, bold=True) for size in (theme.HEADING, 52, 44, 36)]
FADE_SECONDS = 0.24
# Seconds from a caption's appearance to the first action that belongs to it.
LEAD_SECONDS = 0.5
IGNORED = frozenset({Kind.HOVER, Kind.DRAG, Kind.RELEASE})


def demo_places(metrics: Metrics) -> Places:
    """Lay out the `caption` below its `eyebrow`, and the `progress`. There is room for two cards beside them."""
    texts, progress = (cell("eyebrow", 36), cell("caption")), cell("progress", 8)
    if metrics.shape is Shape.TALL:
        return table_places(metrics, column(*texts, gap=16), column(progress, pad=(0, 72, 0, 0)))
    words = column(*texts, progress, gap=16)
    if metrics.shape is Shape.CLASSIC:
        return table_places(metrics, cell(), words)
    return table_places(metrics, column(words, cell(size=CARD), gap=48), cell())


class DemoScene(OnTable):
    """Plays a game's demonstration once, then goes to `then`. A press goes there at once."""

    table: LessonTable

    def __init__(self, services: Services, spec: GameSpec, then: Nav) -> None:
        super().__init__(services.stage)
        self.services = services
        self.spec = spec
        self.then = then
        self.demo = lessons_of(spec).demo
        self.table = LessonTable(services, spec, self.demo.position)
        self.time = 0.0
        # The text key of the visible caption.
        self._caption = ""
        self._waiting = _schedule(spec, self.demo)

    def enter(self) -> None:
        self.resized()

    def resized(self) -> None:
        self.table.lay(self.table.seats)
        self.places = demo_places(self.stage.metrics)
        captions = [self.stage.t(beat.caption) for beat in self.demo.beats]
        self._style = self.stage.untorn(captions, CAPTIONS, self.places["caption"].size)
        self.bar = place_bar(self.stage)
        self.bar.set([Prompt(Kind.CONFIRM, self.stage.t("glyph.skip"))])

    def phone_view(self, device: Device) -> PhoneView:
        return PhoneView(self.stage.t("demo.eyebrow"), self.stage.t(self._beat()[0].caption))

    def scan(self) -> Sequence[Item]:
        return prompt_targets(self, self.bar, ())

    def intent(self, intent: Intent) -> Nav | None:
        return None if intent.kind in IGNORED or intent.repeat else self.then

    def tick(self, dt: float) -> Nav | None:
        self.time += dt
        self.stage.say(self._new_caption())
        while self._waiting and self._waiting[0][0] <= self.time:
            self.table.show(self._waiting.pop(0)[1])
        self.table.tick(dt)
        return self.then if self.time >= self.demo.seconds else None

    @property
    def is_animated(self) -> bool:
        return True

    def draw(self, canvas: Canvas, alpha: float) -> None:
        self.table.draw(canvas, alpha)
        beat, age = self._beat()
        share = ease_out(min(1.0, age / self.stage.seconds(FADE_SECONDS)))
        self._draw_caption(canvas, self.stage.t(beat.caption), share)
        draw_line(self.stage, canvas, self.places["progress"], self.time / self.demo.seconds)
        self.bar.draw(canvas)

    def _new_caption(self) -> str:
        """Return the caption if it has just changed, otherwise ""."""
        caption = self._beat()[0].caption
        fresh, self._caption = caption != self._caption, caption
        return self.stage.t(caption) if fresh else ""

    def _beat(self) -> tuple[DemonstrationPart, float]:
        """Return the part of the demonstration that plays now, and the seconds since it began."""
        begin = 0.0
        for beat in self.demo.beats:
            if self.time < begin + beat.seconds:
                return beat, self.time - begin
            begin += beat.seconds
        return self.demo.beats[-1], self.demo.beats[-1].seconds

    def _draw_caption(self, canvas: Canvas, text: str, share: float) -> None:
        stage = self.stage
        label, room = self.places["eyebrow"], self.places["caption"]
        stage.label(canvas, stage.t("demo.eyebrow").upper(), label, EYEBROW, grow=math.inf)
        rise = 0 if stage.look.reduced_motion else round((1 - share) * stage.metrics.px(12))
        stage.label(canvas, text, room.move(0, rise), self._style, lines=0, grow=math.inf, alpha=share, top=True)


def _schedule(spec: GameSpec, demo: Demo) -> list[tuple[float, AnyStep]]:
    """Return the time in seconds and the step of each action.

    Actions are spread evenly over their part, after the caption.
    """
    times, begin = [], 0.0
    for beat in demo.beats:
        pitch = (beat.seconds - LEAD_SECONDS) / max(1, len(beat.actions))
        times += [begin + LEAD_SECONDS + i * pitch for i in range(len(beat.actions))]
        begin += beat.seconds
    steps = reach(spec, demo.end).steps[len(demo.position.actions) :]
    return list(zip(times, steps, strict=True))
