"""The question over a game whose players seem to have gone, with a ring that runs out."""

from __future__ import annotations

import math
from collections.abc import Callable

from scenes.kiosk import ring
from scenes.kit.drawing import theme
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.drawing.fonts import Style
from scenes.kit.drawing.timeline import ease_out
from scenes.kit.input.intents import Intent, Kind
from scenes.kit.layout import Part, Shape, cell, column, places, row, stack
from scenes.kit.scene import Nav, Pop
from scenes.kit.stage import Stage
from scenes.kit.widgets.page import QuestionScene
from scenes.kit.widgets.widget import Button

IGNORED_SECONDS = 0.3  # whoever pressed on has not read the question
DIM_SECONDS = 0.3
TICKING = 5  # the last seconds are heard
QUESTION = Style(96, theme.INK, bold=True)
HELPER = Style(40, theme.INK_SOFT)
NEW = Style(theme.HELPER, theme.INK_SOFT)


def _page(shape: Shape) -> Part:
    """The ring beside the words and answers, or above them where the window is upright."""
    words = cell("title", 104), cell("note", 116)
    if shape is Shape.TALL:
        return column(
            cell("ring", fit=484, least=440),
            *words,
            cell(size=20),
            cell("yes", 200),
            cell(size=24),
            cell("over", 112),
            gap=16,
            pad=56,
        )
    last = row(cell("new"), cell("over", 288 if shape is Shape.WIDE else 312), size=96, gap=16)
    answers = column(cell(size=8), *words, cell(size=4), cell("yes", 176), cell(size=24), last, gap=16)
    return row(cell("ring", 472 if shape is Shape.WIDE else 400), answers, gap=8, pad=(48, 48, 64, 48))


class StillPlayingScene(QuestionScene):
    """Any press but one on Start over is a yes. `away` is where it leads when nobody has answered."""

    overlay = True
    is_animated = True

    def __init__(self, stage: Stage, seconds: float, away: Callable[[], Nav], start_over: Callable[[], Nav]) -> None:
        """`seconds` is how long the question stands."""
        super().__init__(stage)
        self.seconds = seconds
        self.left = seconds
        self.age = 0.0
        self._away = away
        self._start_over = start_over

    def resized(self) -> None:
        t = self.stage.t
        metrics = self.stage.metrics
        is_tall = metrics.shape is Shape.TALL
        width, top, height = (972, 340, 1240) if is_tall else (1280, 160, 720)
        box = ((metrics.design[0] - width) / 2, top, width, height)
        self.places = places(metrics, stack(_page(metrics.shape), name="card"), box)
        self.yes = Button(self.places["yes"], t("kiosk.yes"), Pop, kind="primary", icon="check", size=72)
        self.over = Button(self.places["over"], t("kiosk.start_over"), self._start_over, size=40)
        self.focus.set([self.yes, self.over], self.yes if self.focus.current is None else None)

    @property
    def question(self) -> tuple[str, str]:
        return self.stage.t("kiosk.still"), self.stage.t("kiosk.still_note")

    def tick(self, dt: float) -> Nav | None:
        self.age += dt
        before, self.left = self.left, self.left - dt
        if self.left <= 0:
            return self._away()
        if math.ceil(before) != math.ceil(self.left) <= TICKING:
            self.stage.audio.play("tick")
        return super().tick(dt)

    def intent(self, intent: Intent) -> Nav | None:
        if self.age < IGNORED_SECONDS or intent.repeat:
            return None
        if intent.kind is Kind.ANSWER:
            return self.focus.answer(intent.value)
        if intent.point is not None:
            is_yes = intent.kind is Kind.RELEASE and not self.over.rect.collidepoint(intent.point)
        else:
            is_yes = intent.kind not in (Kind.DOWN, Kind.UP, Kind.CONFIRM)
        return Pop() if is_yes else self.focus.intent(intent)[1]

    # Drawing

    def draw(self, canvas: Canvas, alpha: float) -> None:
        stage = self.stage
        px = stage.metrics.px
        share = ease_out(min(1.0, self.age / stage.seconds(DIM_SECONDS)))
        stage.blit(canvas, stage.paint.veil(stage.metrics.size, 0.66, "#0A0A0A"), (0, 0), share)
        if share < 1:
            return
        card, face = self.places["card"], self.places["ring"]
        panel = stage.paint.panel("enamel", card.size, radius=24, rim=6)
        stage.blit(canvas, panel, card.topleft)
        radius = min(px(ring.RADIUS), face.width * 9 // 20)
        ring.draw(stage, canvas, face.center, radius, self.left, self.seconds, late=TICKING)
        align = "centre" if stage.metrics.shape is Shape.TALL else "left"
        for text, name, style in zip(self.question, ("title", "note"), (QUESTION, HELPER), strict=True):
            stage.label(canvas, text, self.places[name], style, align, lines=3, top=True)
        if "new" in self.places:
            line = stage.paint.line(self.yes.rect.width, theme.INK_SOFT, 0.35)
            stage.blit(canvas, line, (self.yes.rect.left, self.yes.rect.bottom + px(32)))
            stage.label(canvas, stage.t("kiosk.somebody_new"), self.places["new"], NEW)
        self.focus.draw(canvas)
