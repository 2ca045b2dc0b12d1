"""Words and signs beside a puzzle's board: the task, a remark on the last try, the grade and the stars."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import pygame

from scenes.kit.drawing import svg, theme
from scenes.kit.drawing.canvas import Canvas, Drawable
from scenes.kit.drawing.fonts import Style
from scenes.kit.drawing.paint import Sprite
from scenes.kit.layout import Places, cell, column, within
from scenes.kit.sound.speech import sentences
from scenes.kit.stage import GROWTHS, Stage

EYEBROW = Style(theme.CAPTION, theme.EYEBROW, bold=True, spacing=4)
TASK = Style(60, theme.IVORY, bold=True)
GOAL = Style(36, theme.MUTED)
HEAD, BODY = Style(theme.LIST, theme.IVORY, bold=True), Style(theme.HELPER, theme.IVORY)
TIME, TRY = Style(44, theme.IVORY, bold=True), Style(theme.CAPTION, theme.MUTED)
EDGE, PAD, GAP = 14, 24, 8  # design pixels in a remark: coloured edge, margin of its words, gap below its title
GOLD = "#A9782B"


@dataclass(frozen=True, slots=True)
class SolvingRemark:
    """A remark on the last try, or a hint; `edge` is the colour of its edge.

    If `text` leaves out what the board shows, `spoken_text` is read aloud instead.
    """

    title: str
    text: str
    edge: str
    spoken_text: str = ""

    @property
    def spoken(self) -> str:
        """The whole remark to be read aloud."""
        return sentences(self.title, self.spoken_text or self.text)


def draw_task(stage: Stage, canvas: Canvas, places: Places, task: str, goal: str) -> None:
    """Draw the task in the place "task", and the goal close below its last line."""
    named = stage.label(canvas, task, places["task"], TASK, lines=0, top=True)
    below = pygame.Rect(places["goal"])
    below.top = min(below.top, named.bottom + stage.metrics.px(8))
    below.height = places["goal"].bottom - below.top
    stage.label(canvas, goal, below, GOAL, lines=0, grow=1.2, top=True)


def draw_remark(stage: Stage, canvas: Canvas, place: pygame.Rect, remark: SolvingRemark) -> None:
    """Draw a remark on lacquer in the upper part of `place` (pixels), as high as its words."""
    px = stage.metrics.px
    inner = place.width - px(EDGE + 2 * PAD)
    for growth in (math.inf, *GROWTHS):  # title and text share a limit of growth, the largest at which the text fits
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
    """Draw the left edge of a remark."""
    width, radius = stage.metrics.px(EDGE), stage.metrics.px(10)
    body = f'<path d="M{width} 0H{radius}A{radius} {radius} 0 0 0 0 {radius}V{height - radius}'
    body += f'A{radius} {radius} 0 0 0 {radius} {height}H{width}Z" fill="{color}"/>'
    return Sprite(svg.render(body, width, height))


def draw_beans(stage: Stage, canvas: Drawable, places: Sequence[pygame.Rect], grade: int) -> None:
    """Draw the grade of a puzzle on paper: one to five filled beans."""
    for index, place in enumerate(places):
        width = place.width - stage.metrics.px(4)
        name = "printed-bean" if index < grade else "printed-bean-empty"
        stage.blit(canvas, stage.drawing(name, (width, round(width * 58 / 72)), centred=True), place.center)


def draw_mark(stage: Stage, canvas: Drawable, place: pygame.Rect, won: bool, alpha: float = 1.0) -> None:
    """Draw a star on paper, filled or hollow."""
    stage.show(canvas, "printed-mark" if won else "printed-mark-empty", place, alpha, print_red=GOLD)
