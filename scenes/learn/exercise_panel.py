"""Beside an exercise: what to do, how far one has come, and what the last try was worth."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Literal

import pygame

from scenes.kit import theme
from scenes.kit.boxes import cell, column, row, within
from scenes.kit.canvas import Canvas
from scenes.kit.fonts import Style
from scenes.kit.timeline import ease_out
from scenes.services import Services
from scenes.table.lessons import Exercise
from scenes.table.marks import SIGN
from scenes.table.tabletop import lesson_places

EYEBROW = Style(theme.CAPTION, theme.EYEBROW, bold=True, spacing=4)
TITLE = Style(theme.HEADING, theme.IVORY, bold=True)
TASK = Style(theme.LIST, theme.IVORY)
PAD = 28
LAUREL = 132
POP_SECONDS = 0.4
LOW_FROM = 3.0  # times as wide as high: then a panel is low


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

    def __init__(self, services: Services, pressed: bool = False) -> None:
        """`pressed` tells whether the board draws something to press beside itself; remarks keep clear of it."""
        self.services = services
        self.stage = services.stage
        self._joy = POP_SECONDS
        self.places = places = lesson_places(self.stage.metrics, pressed)
        self.task, self.steps, self.remark, self.praise = map(places.__getitem__, ("task", "steps", "remark", "praise"))

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
        stage, room = self.stage, self.task
        unit, key = stage.metrics.px, task.exercise.key
        eyebrow = stage.t("practice.eyebrow", number=task.index + 1, total=len(task.exercises))
        stage.label(canvas, eyebrow, pygame.Rect(room.topleft, (room.width, unit(36))), EYEBROW, grow=math.inf)
        upright = self.steps.colliderect(room)
        width = self.steps.left - room.left - unit(24) if upright else room.width
        title, capped = stage.t(f"{key}.title"), stage.capped(TITLE, 1.0)  # large anyway: the room is the task's
        height = unit(104 if upright or self.praise.colliderect(room) else 200)
        lines, style = stage.fitted(title, stage.shrunk(title, capped, width, 44), width, height)
        top = room.top + unit(48)
        stage.paragraph(canvas, lines, (room.left, top + stage.fonts.ascent(style)), style)
        if task.is_solved and self.praise.colliderect(room):
            return  # the praise takes the place of the task
        top += len(lines) * stage.fonts.line_height(style) + unit(16)
        words, style = stage.fitted(stage.t(f"{key}.text"), TASK, room.width, room.bottom - top)
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
        unit, is_wrong = stage.metrics.px, remark.tone == "wrong"
        inner = self.remark.inflate(-2 * unit(PAD), -2 * unit(20))
        head = Style(theme.HELPER, theme.WARN if is_wrong else theme.HIGHLIGHT, bold=True)
        body = Style(theme.HELPER, theme.IVORY)
        shift = unit(SIGN) if is_wrong else 0
        titles, head = stage.fitted(remark.title, head, inner.width - shift, unit(56))
        title = pygame.Rect(inner.left + shift, inner.top, inner.width - shift, unit(56))
        title.height = max(title.height, len(titles) * stage.fonts.line_height(head))
        top = title.bottom + unit(8)
        lines, body = stage.fitted(remark.text, body, inner.width, inner.bottom - top)
        panel = self.remark.copy()
        if panel.width < LOW_FROM * panel.height:
            panel.height = min(panel.height, top + len(lines) * stage.fonts.line_height(body) + unit(PAD) - panel.top)
        stage.put(canvas, stage.paint.panel("lacquer", panel.size), panel.topleft)
        if is_wrong:
            stage.put(canvas, stage.drawing("barred", (unit(52), unit(52))), inner.topleft)
        stage.label(canvas, remark.title, title, head, lines=len(titles), grow=math.inf)
        stage.paragraph(canvas, lines, (inner.left, top + stage.fonts.ascent(body)), body)

    def _draw_praise(self, canvas: Canvas, remark: Remark) -> None:
        """An enamel card with a laurel that opens: at the left of the words where that is low, else over them."""
        stage = self.stage
        unit = stage.metrics.px
        share = ease_out(self._joy / POP_SECONDS)
        panel, pad = self.praise.copy(), (PAD, 20)
        low = panel.width >= LOW_FROM * panel.height
        words = column(cell("title", 52), cell("text"), gap=0)
        if low:
            page = row(column(cell(), cell("laurel", LAUREL), cell(), size=LAUREL, gap=0), words, gap=PAD, pad=pad)
        else:
            page = column(row(cell(), cell("laurel", LAUREL), cell(), size=LAUREL), words, gap=8, pad=pad)
        parts, align = within(stage.metrics, panel, page), "left" if low else "centre"
        room, body = parts["text"], Style(theme.HELPER, theme.INK_SOFT)
        lines, body = stage.fitted(remark.text, body, room.width, room.height)
        if not low:
            panel.height = room.top + len(lines) * stage.fonts.line_height(body) + unit(32) - panel.top
        stage.put(canvas, stage.paint.panel("enamel", panel.size), panel.topleft, share)
        self._draw_laurel(canvas, parts["laurel"], share)
        head = Style(theme.NAME, theme.INK, bold=True)
        stage.label(canvas, remark.title, parts["title"], head, align, grow=math.inf, alpha=share)
        at = room.left if low else room.centerx, room.top + stage.fonts.ascent(body)
        stage.paragraph(canvas, lines, at, body, align, alpha=share)

    def _draw_laurel(self, canvas: Canvas, place: pygame.Rect, share: float) -> None:
        """The laurel around the player's token; it rises a little as it comes."""
        stage = self.stage
        rise = 0 if stage.look.reduced_motion else round((1 - share) * stage.metrics.px(24))
        laurel = stage.assets.sprite("sprites/laurel.svg", place.size)
        canvas.blit(laurel, (place.x, place.y + rise), share)
        token = self.services.identities.token("circle", 36, lit=True)
        corner = place.centerx - stage.metrics.px(36), place.centery - stage.metrics.px(36) + rise
        stage.put(canvas, token, corner, share)
