"""Somebody seems to have gone: a question over the game, with a ring that runs out."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import pygame

from scenes.kiosk import ring
from scenes.kit import theme
from scenes.kit.canvas import Canvas
from scenes.kit.focus_scene import FocusScene
from scenes.kit.fonts import Style
from scenes.kit.intents import Device, Intent, Kind
from scenes.kit.layout import Shape
from scenes.kit.scene import Nav, Pop, Reply, Told
from scenes.kit.stage import Stage
from scenes.kit.timeline import ease_out
from scenes.kit.widgets import Button

IGNORED_SECONDS = 0.3  # whoever pressed on has not read the question
DIM_SECONDS = 0.3
TICKING = 5  # the last seconds are heard
# Design pixels: the dialog; the ring's middle and radius; title, sentence, Yes, "Somebody new?" and Start over.
_PLACES = {
    Shape.WIDE: (
        (320, 160, 1280, 720),
        (584, 520, 218),
        (848, 232, 688, 104),
        (848, 352, 688, 116),
        (848, 504, 688, 176),
        (848, 736, 384, 96),
        (1248, 736, 288, 96),
    ),
    Shape.CLASSIC: (
        (104, 160, 1232, 720),
        (336, 520, 180),
        (560, 232, 728, 104),
        (560, 352, 728, 116),
        (560, 504, 728, 176),
        (560, 736, 400, 96),
        (976, 736, 312, 96),
    ),
    Shape.TALL: (
        (54, 340, 972, 1240),
        (540, 640, 218),
        (110, 896, 860, 104),
        (110, 1016, 860, 116),
        (110, 1168, 860, 200),
        (110, 1376, 0, 0),
        (110, 1424, 860, 112),
    ),
}
QUESTION = Style(96, theme.INK, bold=True)
HELPER = Style(40, theme.INK_SOFT)
NEW = Style(theme.HELPER, theme.INK_SOFT)


class StillPlayingScene(FocusScene):
    """Any press but one on Start over is a yes. `away` is where it leads when nobody has answered."""

    overlay = True

    def __init__(self, stage: Stage, seconds: float, away: Callable[[], Nav], start_over: Callable[[], Nav]) -> None:
        """`seconds` is how long the question stands."""
        super().__init__(stage)
        self.seconds = seconds
        self.left = seconds
        self.age = 0.0
        self._away = away
        self._start_over = start_over

    def enter(self) -> None:
        self.resized()
        self.stage.audio.play("open")

    def resized(self) -> None:
        t, rect = self.stage.t, self.stage.metrics.rect
        card, _, _, _, yes, _, over = _PLACES[self.stage.metrics.shape]
        self.card = rect(*card)
        self.yes = Button(rect(*yes), t("kiosk.yes"), Pop, kind="primary", icon="check", size=72)
        self.over = Button(rect(*over), t("kiosk.start_over"), self._start_over, size=40)
        self.focus.set([self.yes, self.over], self.yes if self.focus.current is None else None)

    def told(self, device: Device) -> Told:
        return Told(self.stage.t("kiosk.still"), self.stage.t("kiosk.still_note"))

    @property
    def replies(self) -> Sequence[Reply]:
        return self.button_replies()

    @property
    def spoken_title(self) -> str:
        return f"{self.stage.t('kiosk.still')}\n{self.stage.t('kiosk.still_note')}"

    def tick(self, dt: float) -> Nav | None:
        self.age += dt
        before, self.left = self.left, self.left - dt
        if self.left <= 0:
            return self._away()
        if math.ceil(before) != math.ceil(self.left) <= TICKING:
            self.stage.audio.play("tick")
        return super().tick(dt)

    @property
    def lively(self) -> bool:
        return True

    def intent(self, intent: Intent) -> Nav | None:
        if self.age < IGNORED_SECONDS or intent.repeat:
            return None
        if intent.kind is Kind.HOVER:
            return self.focus.intent(intent)[1]
        if intent.kind in (Kind.DOWN, Kind.UP):
            return self.focus.intent(intent)[1]
        if intent.point is not None:
            on_over = self.over.rect.collidepoint(intent.point)
            if on_over or intent.kind is not Kind.RELEASE:
                return self.focus.intent(intent)[1]
            return Pop()
        if intent.kind is Kind.ANSWER:
            return self.focus.answer(intent.value)
        if intent.kind is Kind.CONFIRM:
            return self.focus.intent(intent)[1]
        return Pop()

    # Drawing

    def draw(self, canvas: Canvas, alpha: float) -> None:
        stage = self.stage
        rect, px = stage.metrics.rect, stage.metrics.px
        share = ease_out(min(1.0, self.age / stage.seconds(DIM_SECONDS)))
        stage.put(canvas, stage.paint.veil(stage.metrics.size, 0.66, "#0A0A0A"), (0, 0), share)
        if share < 1:
            return
        _, (x, y, radius), title, note, _, new, _ = _PLACES[stage.metrics.shape]
        panel = stage.paint.panel("enamel", self.card.size, radius=24, rim=6)
        stage.put(canvas, panel, self.card.topleft)
        ring.draw(stage, canvas, stage.metrics.point(x, y), px(radius), self.left, self.seconds, late=TICKING)
        centred = stage.metrics.shape is Shape.TALL
        self._write(canvas, rect(*title), stage.t("kiosk.still"), QUESTION, centred)
        self._write(canvas, rect(*note), stage.t("kiosk.still_note"), HELPER, centred)
        if new[2]:
            place = rect(*new)
            line = stage.paint.line(self.yes.rect.width, theme.INK_SOFT, 0.35)
            stage.put(canvas, line, (self.yes.rect.left, self.yes.rect.bottom + px(32)))
            text = stage.t("kiosk.somebody_new")
            style = stage.shrunk(text, stage.capped(NEW, 1.0), place.width - px(16))
            stage.text(canvas, text, (place.left, place.centery + px(12)), style, width=place.width - px(16))
        self.focus.draw(canvas)

    def _write(self, canvas: Canvas, place: pygame.Rect, text: str, usual: Style, centred: bool) -> None:
        """A text in `place`, in as many lines and as small as it has to be."""
        stage = self.stage
        lines, style = stage.fitted(text, stage.capped(usual, 1.0), place.width, place.height)
        left = place.centerx if centred else place.left
        stage.paragraph(
            canvas, lines, (left, place.top + stage.fonts.ascent(style)), style, "centre" if centred else "left"
        )
