"""Beside the board of a puzzle: what is asked, what has come of the last try, and a slip with the stars at stake."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import pygame

from game.puzzles.judging import MOST_STARS
from game.puzzles.puzzle import GRADES
from scenes.kit.drawing import svg, theme
from scenes.kit.drawing.canvas import Canvas, Drawable
from scenes.kit.drawing.fonts import Style
from scenes.kit.drawing.paint import Sprite
from scenes.kit.drawing.timeline import ease_out
from scenes.kit.layout import Metrics, Places, Shape, cell, column, row, within
from scenes.kit.sound.speech import sentences
from scenes.kit.stage import GROWTHS, Stage
from scenes.services import Services
from scenes.table.art.paper import draw_double_rule, paper
from scenes.table.board.layout import table_places

EYEBROW = Style(theme.CAPTION, theme.EYEBROW, bold=True, spacing=4)
TASK = Style(60, theme.IVORY, bold=True)
GOAL = Style(36, theme.MUTED)
HEAD, BODY = Style(theme.LIST, theme.IVORY, bold=True), Style(theme.HELPER, theme.IVORY)
NUMBER = Style(theme.LIST, theme.PRINT_RED, bold=True)
NOTE = Style(theme.CAPTION, theme.INK_SOFT)
TIME, TRY = Style(44, theme.IVORY, bold=True), Style(theme.CAPTION, theme.MUTED)
EDGE, PAD, GAP = 14, 24, 8  # of a remark: its coloured edge, around its words, between title and text
BEAN = 36
SMALLEST = 16
LOW = 300  # design pixels: on a slip that is lower the grade stands beside the stars
GOLD = "#A9782B"
STAMP_SECONDS = 0.42
STAMP_DROP = 26  # design pixels from which a star comes down
BUTTONS = 3
NARROW = 200  # design pixels, in which there is room for the time alone


@dataclass(frozen=True, slots=True)
class SolvingRemark:
    """A remark on the last try, or a hint; `edge` is the colour of its edge.

    `spoken` is the text as it is read aloud, where that says in words what the board shows.
    """

    title: str
    text: str
    edge: str
    spoken: str = ""

    @property
    def aloud(self) -> str:
        """All of it as it is read aloud."""
        return sentences(self.title, self.spoken or self.text)


@dataclass(frozen=True, slots=True)
class Slip:
    """The content of the slip: the puzzle's number and grade, the stars that are left or won, and a note."""

    number: str
    grade: int
    stars: int
    note: str


@dataclass(frozen=True, slots=True)
class TaskText:
    """The words of the task: a small line above it, the task, whose turn it is; and time and try below.

    `short` stands for the small line where that has no room.
    """

    eyebrow: str
    short: str
    task: str
    goal: str
    time: str
    count: str


def solving_places(metrics: Metrics) -> Places:
    """The places of `eyebrow`, `task`, `goal`, `remark`, `time`, `slip` and two `card`s; in a wide window `button`s."""
    shape = metrics.shape
    cards = [cell("card", 88), cell("card", 88)]
    if shape is Shape.WIDE:
        asked = cell("eyebrow", 36), cell("task", 150), cell("goal", 84)
        left = column(*asked, cell("remark"), *cards, cell("time", 56), gap=12)
        right = column(cell("slip", 330), *[cell("button", 100)] * BUTTONS, cell(), gap=24)
        return table_places(metrics, left, right)
    if shape is Shape.CLASSIC:
        head = row(cell("eyebrow"), cell("time", 110), size=44, gap=12)
        words = head, cell("task", 92), cell("goal", 80), cell("slip", 226), cell("remark"), *cards
        return table_places(metrics, cell(), column(*words, gap=10))
    head = column(cell("eyebrow", 36), cell("task", 100), cell("goal", 44), cell("time", 52), gap=10)
    below = column(row(cell("card"), cell("card"), size=96), cell("remark", 240), cell(), gap=16)
    return table_places(metrics, row(head, cell("slip", 400), gap=32), below)


class SolvingPanel:
    """Draws all this for one arrangement of the window."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self.stage = services.stage
        self.places = solving_places(self.stage.metrics)
        self._stamped = STAMP_SECONDS
        self._slip = self._lay_slip(self.places["slip"])

    def stamp(self) -> None:
        """Let the stars be stamped."""
        self._stamped = 0.0

    def tick(self, dt: float) -> None:
        """Let `dt` seconds pass."""
        self._stamped = min(STAMP_SECONDS, self._stamped + dt)

    @property
    def is_animated(self) -> bool:
        """Whether the stars are still being stamped."""
        return self._stamped < STAMP_SECONDS

    def draw(self, canvas: Canvas, asked: TaskText, slip: Slip, remark: SolvingRemark | None) -> None:
        """Draw everything but the buttons."""
        stage, places = self.stage, self.places
        self._draw_eyebrow(canvas, asked)
        draw_task(stage, canvas, places, asked.task, asked.goal)
        self._draw_time(canvas, asked)
        self._draw_slip(canvas, slip)
        if remark is not None:
            draw_remark(self.stage, canvas, self.places["remark"], remark)

    def _draw_eyebrow(self, canvas: Canvas, asked: TaskText) -> None:
        stage, place, whole = self.stage, self.places["eyebrow"], asked.eyebrow.upper()
        fits = stage.fonts.width(whole, stage.shrink_to_width(whole, EYEBROW, place.width, SMALLEST)) <= place.width
        text = whole if fits else asked.short.upper()
        stage.label(canvas, text, place, EYEBROW, grow=math.inf, least=SMALLEST)

    def _draw_time(self, canvas: Canvas, asked: TaskText) -> None:
        stage, place = self.stage, self.places["time"]
        if place.width < stage.metrics.px(NARROW):
            stage.label(canvas, asked.time, place, TIME, "right", grow=1.1)
            return
        time = pygame.Rect(place.left, place.top, place.width * 2 // 5, place.height)
        end = stage.label(canvas, asked.time, time, TIME, grow=1.1).right + stage.metrics.px(16)
        rest = pygame.Rect(end, place.top, place.right - end, place.height)
        stage.label(canvas, asked.count, rest, TRY, grow=1.2, least=20)

    # The slip

    def _lay_slip(self, place: pygame.Rect) -> Places:
        head = column(cell("number", 48), cell("rule", 8), gap=6)
        if place.height / self.stage.metrics.scale < LOW:
            marks, beans = [cell("mark", 42)] * MOST_STARS, [cell("bean", 30)] * len(GRADES)
            both = row(*marks, cell(), *beans, size=42, gap=2)
            rest = column(head, both, cell("note"), gap=4, pad=(28, 12, 28, 20))
        else:
            beans = [cell("bean", BEAN + 4)] * len(GRADES)
            stars = row(*[cell("mark", 62)] * MOST_STARS, cell(), size=62, gap=6)
            rest = column(
                head, row(*beans, cell(), size=BEAN, gap=2), stars, cell("note"), gap=14, pad=(28, 20, 28, 26)
            )
        return within(self.stage.metrics, place, rest)

    def _draw_slip(self, canvas: Canvas, slip: Slip) -> None:
        stage, place, at = self.stage, self.places["slip"], self._slip
        sheet = stage.paint.cached(("puzzle slip", place.size), lambda: paper(self.stage, place.size))
        stage.blit(canvas, sheet, place.topleft)
        stage.label(canvas, slip.number, at["number"], NUMBER, grow=1.15)
        draw_double_rule(stage, canvas, at["rule"])
        draw_beans(stage, canvas, at.all("bean"), slip.grade)
        share = ease_out(self._stamped / STAMP_SECONDS)
        drop = 0 if stage.look.reduced_motion else round((1 - share) * stage.metrics.px(STAMP_DROP))
        for index, star in enumerate(at.all("mark")):
            won = index < slip.stars
            draw_mark(stage, canvas, star.move(0, -drop if won else 0), won, share if won else 1.0)
        stage.label(canvas, slip.note, at["note"], NOTE, lines=0, grow=1.2, least=20, top=True)


def draw_task(stage: Stage, canvas: Canvas, places: Places, task: str, goal: str) -> None:
    """Draw the task at the place "task" and, close below its last line, the meaning of that: "goal"."""
    named = stage.label(canvas, task, places["task"], TASK, lines=0, top=True)
    below = pygame.Rect(places["goal"])
    below.top = min(below.top, named.bottom + stage.metrics.px(8))
    below.height = places["goal"].bottom - below.top
    stage.label(canvas, goal, below, GOAL, lines=0, grow=1.2, top=True)


def draw_remark(stage: Stage, canvas: Canvas, place: pygame.Rect, remark: SolvingRemark) -> None:
    """A remark on lacquer in the upper part of `place` (pixels), as high as its words are."""
    px = stage.metrics.px
    inner = place.width - px(EDGE + 2 * PAD)
    for growth in (math.inf, *GROWTHS):  # both alike, and the text no smaller than where nothing grows
        head, body = stage.limit_scale(HEAD, growth), stage.limit_scale(BODY, growth)
        title = stage.natural_height(remark.title, head, inner, px(100))
        most = max(1, place.height - px(title + GAP + 2 * PAD))
        if stage.wrap_to_box(remark.text, body, inner, most)[1].size >= body.size:
            break
    text = stage.natural_height(remark.text, body, inner, most)
    parts = column(cell("title", title), cell("text"), gap=GAP, pad=(EDGE + PAD, PAD, PAD, PAD - 4))
    panel = pygame.Rect(place.left, place.top, place.width, min(place.height, px(title + GAP + text + 2 * PAD)))
    at = within(stage.metrics, panel, parts)
    stage.blit(canvas, stage.paint.panel("lacquer", panel.size), panel.topleft)
    edge = stage.paint.cached(
        ("remark edge", panel.height, remark.edge), lambda: _edge(stage, panel.height, remark.edge)
    )
    stage.blit(canvas, edge, panel.topleft)
    stage.label(canvas, remark.title, at["title"], head, lines=0, grow=math.inf, top=True)
    stage.label(canvas, remark.text, at["text"], body, lines=0, grow=math.inf, least=20, top=True)


def _edge(stage: Stage, height: int, color: str) -> Sprite:
    """The left edge of a remark."""
    width, radius = stage.metrics.px(EDGE), stage.metrics.px(10)
    body = f'<path d="M{width} 0H{radius}A{radius} {radius} 0 0 0 0 {radius}V{height - radius}'
    body += f'A{radius} {radius} 0 0 0 {radius} {height}H{width}Z" fill="{color}"/>'
    return Sprite(svg.render(body, width, height))


def draw_beans(stage: Stage, canvas: Drawable, places: Sequence[pygame.Rect], grade: int) -> None:
    """The grade of a puzzle on paper: as many whole beans of five."""
    for index, place in enumerate(places):
        width = place.width - stage.metrics.px(4)
        name = "printed-bean" if index < grade else "printed-bean-empty"
        stage.blit(canvas, stage.drawing(name, (width, round(width * 58 / 72)), centred=True), place.center)


def draw_mark(stage: Stage, canvas: Drawable, place: pygame.Rect, won: bool, alpha: float = 1.0) -> None:
    """A star on paper, whole or hollow."""
    stage.show(canvas, "printed-mark" if won else "printed-mark-empty", place, alpha, print_red=GOLD)
