"""Beside an exercise: what to do, how far one has come, and what the last try was worth."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Literal

import pygame

from scenes.kit.drawing import theme
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.drawing.fonts import Style
from scenes.kit.drawing.timeline import ease_out
from scenes.kit.layout import NOWHERE, Align, Part, Places, cell, column, row, within
from scenes.services import Services
from scenes.table.art.marks import SIGN
from scenes.table.board.layout import lesson_places
from scenes.table.contract.lessons import Exercise

EYEBROW = Style(theme.CAPTION, theme.EYEBROW, bold=True, spacing=4)
TITLE = Style(theme.HEADING, theme.IVORY, bold=True)
TASK = Style(theme.LIST, theme.IVORY)
REMARK, PRAISE = Style(theme.HELPER, bold=True), Style(theme.NAME, theme.INK, bold=True)
BODY = Style(theme.HELPER, theme.IVORY)
LEAST_TITLE = 44
PAD, LOW_PAD, GAP = 28, 20, 8  # left and right of a remark, above and below it, between its parts
LAUREL = 132
POP_SECONDS = 0.4
LOW_FROM = 3.0  # times as wide as high: then a panel is low


@dataclass(frozen=True, slots=True)
class ExerciseRemark:
    """A remark on the panel, and its kind."""

    tone: Literal["wrong", "hint", "right"]
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class Task:
    """The content of the panel: the exercise at `index`, the keys of all `solved` ones, whether it was solved now."""

    exercises: Sequence[Exercise]
    index: int
    solved: Collection[str]
    is_solved: bool
    remark: ExerciseRemark | None

    @property
    def exercise(self) -> Exercise:
        """The one that is open."""
        return self.exercises[self.index]


class ExercisePanel:
    """Draws the words around one exercise, for one arrangement of the window."""

    def __init__(self, services: Services, exercises: int, pressed: bool = False) -> None:
        """`pressed` tells whether the board draws something to press beside itself; remarks keep clear of it."""
        self.services = services
        self.stage = services.stage
        self._joy = POP_SECONDS
        self.places = lesson_places(self.stage.metrics, pressed)
        steps = row(cell(), *[cell("step", fit=54)] * exercises, cell(), gap=0, pad=(9, 0))
        self._steps = within(self.stage.metrics, self.places["steps"], steps).all("step")
        self._remark: ExerciseRemark | None = None
        self._said = NOWHERE  # the places of that remark

    def cheer(self) -> None:
        """Let the laurel come up."""
        self._joy = 0.0

    def tick(self, dt: float) -> None:
        """Let `dt` seconds pass."""
        self._joy = min(POP_SECONDS, self._joy + dt)

    @property
    def is_animated(self) -> bool:
        """Whether the laurel is still coming up."""
        return self._joy < POP_SECONDS

    def draw(self, canvas: Canvas, task: Task) -> None:
        """Draw the task, the steps and the remark."""
        self._draw_task(canvas, task)
        self._draw_steps(canvas, task)
        if task.remark is None:
            return
        if task.remark is not self._remark:
            self._remark, self._said = task.remark, self._lay(task.remark)
        if task.remark.tone == "right":
            self._draw_praise(canvas, task.remark, self._said)
        else:
            self._draw_remark(canvas, task.remark, self._said)

    def _draw_task(self, canvas: Canvas, task: Task) -> None:
        stage, places, key = self.stage, self.places, task.exercise.key
        eyebrow = stage.t("practice.eyebrow", number=task.index + 1, total=len(task.exercises))
        stage.label(canvas, eyebrow.upper(), places["eyebrow"], EYEBROW, grow=math.inf)
        title, capped = stage.t(f"{key}.title"), stage.limit_scale(TITLE, 1.0)  # large anyway: the room is the task's
        style = stage.shrink_to_width(title, capped, places["title"].width, LEAST_TITLE)
        named = stage.label(canvas, title, places["title"], style, lines=0, grow=math.inf, top=True)
        if task.is_solved and places["praise"].colliderect(places["task"]):
            return  # the praise takes the place of the task
        below = stage.below(named, places["task"], 16)
        stage.label(canvas, stage.t(f"{key}.text"), below, TASK, lines=0, grow=math.inf, top=True)

    def _draw_steps(self, canvas: Canvas, task: Task) -> None:
        """A row of nail heads: those solved are in."""
        stage, panel, side = self.stage, self.places["steps"], self.stage.metrics.px(30)
        stage.blit(canvas, stage.paint.panel("lacquer", panel.size), panel.topleft)
        for step, exercise in zip(self._steps, task.exercises, strict=True):
            stage.blit(canvas, stage.pip(exercise.key in task.solved), step.center)
            if exercise is task.exercise:
                ring = stage.paint.ring((side, side), 15, 3, 3)
                stage.blit(canvas, ring, (step.centerx - side // 2, step.centery - side // 2))

    def _lay(self, remark: ExerciseRemark) -> Places:
        """The places of the `panel` with `title` and `text`, and of its `sign` or `laurel`; as high as the words ask.

        A low panel keeps its height, and has the laurel at the left of the words.
        """
        stage, metrics = self.stage, self.stage.metrics
        place = self.places["praise" if remark.tone == "right" else "remark"]
        is_low, inner = place.width >= LOW_FROM * place.height, place.width - metrics.px(2 * PAD)
        if remark.tone == "right":
            head: tuple[Part, ...] = cell("laurel", LAUREL, across=LAUREL, align=Align.MIDDLE), cell("title", 52)
            if is_low:
                words = column(head[1], cell("text"), gap=0)
                return within(metrics, place, row(head[0], words, gap=PAD, name="panel", pad=(PAD, LOW_PAD)))
            above: float = LAUREL + GAP + 52
        else:
            sign = cell("sign", SIGN) if remark.tone == "wrong" else None
            room = inner - metrics.px(SIGN if sign else 0)
            above = max(56, stage.natural_height(remark.title, REMARK, room, metrics.px(56)))
            head = (row(sign, cell("title"), size=above, gap=0),)
        around = above + GAP + 2 * LOW_PAD
        high = around + stage.natural_height(remark.text, BODY, inner, place.height - metrics.px(around))
        foot = 0.0 if is_low else max(0.0, min(PAD - LOW_PAD, place.height / metrics.scale - high))  # where it has room
        pad, fit = (PAD, LOW_PAD, PAD, LOW_PAD + foot), None if is_low else high + foot
        panel = column(*head, cell("text"), gap=GAP, name="panel", fit=fit, pad=pad)
        return within(metrics, place, column(panel, None if is_low else cell(), gap=0))

    def _draw_remark(self, canvas: Canvas, remark: ExerciseRemark, said: Places) -> None:
        """A lacquer panel: the barred sign and why, or a hint."""
        stage, side = self.stage, self.stage.metrics.px(52)
        stage.blit(canvas, stage.paint.panel("lacquer", said["panel"].size), said["panel"].topleft)
        if "sign" in said:
            stage.blit(canvas, stage.drawing("barred", (side, side)), said["sign"].topleft)
        head = REMARK._replace(color=theme.WARN if remark.tone == "wrong" else theme.HIGHLIGHT)
        stage.label(canvas, remark.title, said["title"], head, lines=0, grow=math.inf)
        stage.label(canvas, remark.text, said["text"], BODY, lines=0, grow=math.inf, top=True)

    def _draw_praise(self, canvas: Canvas, remark: ExerciseRemark, said: Places) -> None:
        """An enamel card with a laurel that opens: at the left of the words where that is low, else over them."""
        stage, share = self.stage, ease_out(self._joy / POP_SECONDS)
        panel, align = said["panel"], "left" if said["laurel"].right <= said["title"].left else "centre"
        stage.blit(canvas, stage.paint.panel("enamel", panel.size), panel.topleft, share)
        self._draw_laurel(canvas, said["laurel"], share)
        stage.label(canvas, remark.title, said["title"], PRAISE, align, grow=math.inf, alpha=share)
        body = BODY._replace(color=theme.INK_SOFT)
        stage.label(canvas, remark.text, said["text"], body, align, lines=0, grow=math.inf, alpha=share, top=True)

    def _draw_laurel(self, canvas: Canvas, place: pygame.Rect, share: float) -> None:
        """The laurel around the player's token; it rises a little as it comes."""
        stage = self.stage
        rise = 0 if stage.look.reduced_motion else round((1 - share) * stage.metrics.px(24))
        laurel = stage.assets.sprite("sprites/laurel.svg", place.size)
        canvas.blit(laurel, (place.x, place.y + rise), share)
        token = self.stage.identities.token("circle", 36, lit=True)
        corner = place.centerx - stage.metrics.px(36), place.centery - stage.metrics.px(36) + rise
        stage.blit(canvas, token, corner, share)
