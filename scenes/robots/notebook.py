"""The page beside a practice puzzle: how hard it is, moves made, stars, hints so far."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.puzzles.judging import MOST_STARS
from game.robots.reasons import hint as route_hint
from game.robots.state import Move, State
from scenes.kit.drawing import theme
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.drawing.fonts import Style
from scenes.kit.layout import Part, cell, column, row, within
from scenes.kit.stage import Stage
from scenes.robots import puzzles
from scenes.robots.captions import reason
from scenes.robots.review.memory import Memory

COUNT = Style(theme.CLOCK, theme.HIGHLIGHT, bold=True)
LABEL = Style(theme.CAPTION, theme.EYEBROW, bold=True)
TEXT = Style(theme.HELPER, theme.IVORY)
STAR = 54
SMALLEST = 20  # of a long route
TOLD_WHY = 3  # hints from which on a reason is told: it speaks of the way


def draw_notebook(stage: Stage, canvas: Canvas, page: pygame.Rect, state: State, memory: Memory, hints: int) -> None:
    """Draw the page, by what the board's `memory` knows; `hints` counts those that were asked for."""
    px, best, bound = stage.metrics.px, memory.best_from(0), memory.bound_from(0)
    stage.blit(canvas, stage.paint.panel("lacquer", page.size), page.topleft)
    places = within(stage.metrics, page, _plan(page.width > page.height))
    count, label, room = places["count"], places["label"], places["hints"]
    moves, style = len(state.moves), stage.limit_scale(COUNT, 1.0)
    baseline = count.centery + stage.drop(style)
    right = stage.text(canvas, str(moves), (count.left, baseline), style).right
    unit = stage.t("robots.notebook.moves", count=moves)
    stage.text(canvas, unit, (right + px(14), baseline), stage.limit_scale(Style(theme.LIST, theme.MUTED), 1.1))
    following = stage.t("robots.notebook.next", grade=stage.t(f"robots.grade.{memory.grade}"))
    stage.label(canvas, following, label, LABEL, grow=1.1, least=22)
    taken = memory.hints_taken(state.settings.seed)
    won = puzzles.stars(moves, len(best), taken) if state.phase == "over" and best else 0
    for index, place in enumerate(places.all("star")):
        stage.show(canvas, "robots/star" if index < won else "robots/star-empty", place)
    fact = route_hint(state.board, state.markers, best) if best and hints >= TOLD_WHY else None
    said, style = _hints(stage, best, hints, bound, "" if fact is None else reason(stage.t, fact, ())), TEXT
    high = stage.natural_height("\n".join(said), stage.limit_scale(TEXT, 1.15), room.width, room.height)
    if fact is not None and px(high) > room.height:  # beside a long route there is no room for a reason
        said = _hints(stage, best, hints, bound, "")
    elif not said:
        said, style = [stage.t("robots.hint.offer")], TEXT._replace(color=theme.MUTED)
    stage.label(canvas, "\n".join(said), room, style, lines=0, grow=1.15, least=SMALLEST, top=True)


def _plan(low: bool) -> Part:
    """The moves made with their `count`, the `label` of what is next, each `star`, and the `hints`."""
    stars = row(*[cell("star", STAR)] * MOST_STARS, cell(), size=STAR, gap=STAR * 0.15)
    if low:
        upper = row(cell("count"), column(cell(), stars, cell(), gap=0, size=220), size=90)
        return row(column(upper, cell("label", 36), gap=14), cell("hints"), gap=32, pad=(32, 24))
    return column(cell("count", 90), cell("label", 36), stars, cell("hints"), gap=18, pad=(32, 32, 32, 24))


def _hints(stage: Stage, best: tuple[Move, ...] | None, given: int, bound: int | None, why: str) -> Sequence[str]:
    """The hints that were asked for."""
    if best is None:
        return [puzzles.searching_text(stage.t, bound)] if given else []
    return puzzles.hints(stage.t, best, given, why) if best else [stage.t("robots.review.none")] * bool(given)
