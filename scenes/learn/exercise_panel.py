"""Beside an exercise: what to do, how far one has come, and what the last try was worth."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Literal

import pygame

from game.core.spec import GameSpec
from scenes.kit import svg, theme
from scenes.kit.canvas import Canvas
from scenes.kit.fonts import Style
from scenes.kit.layout import Shape
from scenes.kit.paint import Sprite
from scenes.kit.timeline import ease_out
from scenes.services import Services
from scenes.table.lessons import Exercise
from scenes.table.marks import SIGN, sign

EYEBROW = Style(theme.CAPTION, theme.EYEBROW, bold=True, spacing=4)
TITLE = Style(theme.HEADING, theme.IVORY, bold=True)
TITLE_GROWTH = 1.0  # titles are large anyway: what room there is belongs to the task below them
TASK = Style(theme.LIST, theme.IVORY)
PAD = 28
LAUREL = 132
POP_SECONDS = 0.4
PLACES = {  # the task, the steps, the remark and the praise, in design pixels
    Shape.WIDE: ((96, 56, 392, 632), (1432, 832, 392, 104), (1432, 312, 392, 480), (1432, 312, 392, 480)),
    Shape.CLASSIC: ((992, 56, 376, 400), (992, 832, 376, 104), (992, 480, 376, 328), (992, 264, 376, 544)),
    Shape.TALL: ((54, 54, 972, 258), (726, 54, 300, 88), (54, 1336, 972, 176), (54, 1336, 972, 176)),
}


@dataclass(frozen=True, slots=True)
class Remark:
    """What the panel says, and how."""

    tone: Literal["wrong", "hint", "right"]
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class Task:
    """What the panel tells of: the exercise at `index`, the keys of all `solved` ones, whether it was solved now."""

    exercises: Sequence[Exercise]
    index: int
    solved: Collection[str]
    is_solved: bool
    remark: Remark | None

    @property
    def exercise(self) -> Exercise:
        """The one that is open."""
        return self.exercises[self.index]


class ExercisePanel:
    """Draws the words around one exercise, for one arrangement of the window."""

    def __init__(self, services: Services, spec: GameSpec, pressed: pygame.Rect | None = None) -> None:
        """`pressed` is what the board draws beside itself, in pixels; remarks keep clear of it."""
        self.services = services
        self.stage = services.stage
        self.spec = spec
        self._joy = POP_SECONDS
        self.task, self.steps, self.remark, self.praise = (
            self.stage.metrics.rect(*place) for place in PLACES[self.stage.metrics.shape]
        )

        if pressed is not None and self.remark.colliderect(pressed):
            gap = self.stage.metrics.px(10)
            if pressed.top > self.remark.top:
                self.remark.height = pressed.top - gap - self.remark.top
            else:
                self.remark.top = pressed.bottom + gap

    def cheer(self) -> None:
        """Let the laurel come up."""
        self._joy = 0.0

    def tick(self, dt: float) -> None:
        """Let `dt` seconds pass."""
        self._joy = min(POP_SECONDS, self._joy + dt)

    @property
    def lively(self) -> bool:
        """Whether the laurel is still coming up."""
        return self._joy < POP_SECONDS

    def draw(self, canvas: Canvas, task: Task) -> None:
        """Draw the task, the steps and the remark."""
        self._draw_task(canvas, task)
        self._draw_steps(canvas, task)
        if task.remark is None:
            return
        if task.remark.tone == "right":
            self._draw_praise(canvas, task.remark)
        else:
            self._draw_remark(canvas, task.remark)

    def _draw_task(self, canvas: Canvas, task: Task) -> None:
        stage = self.stage
        unit = stage.metrics.px
        room = self.task
        baseline = room.top + unit(28)
        number, total = task.index + 1, len(task.exercises)
        eyebrow = stage.t("practice.eyebrow", number=number, total=total)
        stage.text(canvas, eyebrow, (room.left, baseline), EYEBROW, width=room.width)
        width = room.width if self.steps.top > room.bottom else self.steps.left - room.left - unit(24)
        title = stage.t(f"{task.exercise.key}.title")
        height = unit(200 if stage.metrics.shape is Shape.WIDE else 104)
        capped = stage.capped(TITLE, TITLE_GROWTH)
        lines, style = stage.fitted(title, stage.shrunk(title, capped, width, 44), width, height)
        top = baseline + unit(20)
        after = stage.paragraph(canvas, lines, (room.left, top + stage.fonts.ascent(style)), style)
        if task.is_solved and self.praise.colliderect(room):
            return  # the praise takes the place of the task
        top = after - stage.fonts.ascent(style) + unit(16)
        words, style = stage.fitted(stage.t(f"{task.exercise.key}.text"), TASK, room.width, room.bottom - top)
        stage.paragraph(canvas, words, (room.left, top + stage.fonts.ascent(style)), style)

    def _draw_steps(self, canvas: Canvas, task: Task) -> None:
        """A row of nail heads: those solved are in."""
        stage = self.stage
        stage.put(canvas, stage.paint.panel("lacquer", self.steps.size), self.steps.topleft)
        done = task.solved
        pitch = min(stage.metrics.px(54), (self.steps.width - stage.metrics.px(72)) // max(1, len(task.exercises) - 1))
        left = self.steps.centerx - pitch * (len(task.exercises) - 1) // 2
        for i, exercise in enumerate(task.exercises):
            at = (left + i * pitch, self.steps.centery)
            stage.put(canvas, stage.pip(exercise.key in done), at)
            if i == task.index:
                side = stage.metrics.px(30)
                ring = stage.paint.ring((side, side), 15, 3, 3)
                stage.put(canvas, ring, (at[0] - side // 2, at[1] - side // 2))

    def _draw_remark(self, canvas: Canvas, remark: Remark) -> None:
        """A lacquer panel: the barred sign and why, or a hint."""
        stage = self.stage
        unit = stage.metrics.px
        inner = self.remark.inflate(-2 * unit(PAD), -2 * unit(20))
        head = Style(theme.HELPER, theme.WARN if remark.tone == "wrong" else theme.HIGHLIGHT, bold=True)
        body = Style(theme.HELPER, theme.IVORY)
        left = inner.left + (unit(SIGN) if remark.tone == "wrong" else 0)
        titles, head = stage.fitted(remark.title, head, inner.right - left, unit(56))
        top = inner.top + max(unit(56), len(titles) * stage.fonts.line_height(head)) + unit(8)
        lines, body = stage.fitted(remark.text, body, inner.width, inner.bottom - top)
        panel = self.remark.copy()
        if stage.metrics.shape is not Shape.TALL:
            needed = top + len(lines) * stage.fonts.line_height(body) + unit(28) - panel.top
            panel.height = min(needed, self.remark.height)
        stage.put(canvas, stage.paint.panel("lacquer", panel.size), panel.topleft)
        if remark.tone == "wrong":
            side = unit(52)
            mark = stage.paint.once(
                ("remark sign", side), lambda: Sprite(svg.render(sign((34, 34), 68 / SIGN), side, side, (68, 68)))
            )
            stage.put(canvas, mark, inner.topleft)
        first = inner.top + unit(28) - (len(titles) - 1) * stage.fonts.line_height(head) // 2
        stage.paragraph(canvas, titles, (left, first + round(0.366 * head.size * self._size)), head)
        stage.paragraph(canvas, lines, (inner.left, top + stage.fonts.ascent(body)), body)

    @property
    def _size(self) -> float:
        return self.stage.metrics.scale * self.stage.metrics.text_scale

    def _draw_praise(self, canvas: Canvas, remark: Remark) -> None:
        """An enamel card with a laurel that opens."""
        stage = self.stage
        unit = stage.metrics.px
        share = ease_out(self._joy / POP_SECONDS)
        tall = stage.metrics.shape is Shape.TALL
        panel = self.praise.copy()
        words = panel.inflate(-2 * unit(PAD), -2 * unit(20))
        laurel = pygame.Rect(0, 0, unit(LAUREL), unit(LAUREL))
        if tall:
            laurel.midleft = words.midleft
            words.left, words.width = laurel.right + unit(PAD), words.right - laurel.right - unit(PAD)
        else:
            laurel.midtop = words.midtop
            words.top, words.height = laurel.bottom + unit(8), words.bottom - laurel.bottom - unit(8)
        align, x = ("left", words.left) if tall else ("centre", words.centerx)
        head = stage.shrunk(remark.title, Style(theme.NAME, theme.INK, bold=True), words.width)
        body_top = words.top + stage.fonts.line_height(head)
        body = Style(theme.HELPER, theme.INK_SOFT)
        lines, body = stage.fitted(remark.text, body, words.width, words.bottom - body_top)
        if not tall:
            panel.height = body_top + len(lines) * stage.fonts.line_height(body) + unit(32) - panel.top
        stage.put(canvas, stage.paint.panel("enamel", panel.size), panel.topleft, share)
        self._draw_laurel(canvas, laurel, share)
        stage.text(canvas, remark.title, (x, words.top + stage.fonts.ascent(head)), head, align, alpha=share)
        stage.paragraph(canvas, lines, (x, body_top + stage.fonts.ascent(body)), body, align, alpha=share)

    def _draw_laurel(self, canvas: Canvas, place: pygame.Rect, share: float) -> None:
        """The laurel around the player's token; it rises a little as it comes."""
        stage = self.stage
        rise = 0 if stage.look.reduced_motion else round((1 - share) * stage.metrics.px(24))
        laurel = stage.assets.sprite("sprites/laurel.svg", place.size)
        canvas.blit(laurel, (place.x, place.y + rise), share)
        token = self.services.identities.token("circle", 36, lit=True)
        corner = place.centerx - stage.metrics.px(36), place.centery - stage.metrics.px(36) + rise
        stage.put(canvas, token, corner, share)
