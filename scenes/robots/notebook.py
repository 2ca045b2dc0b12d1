"""The page beside a practice puzzle: how hard it is, moves made, stars, hints so far."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.robots.reasons import hint as route_hint
from game.robots.state import Move, State
from scenes.kit import svg, theme
from scenes.kit.canvas import Canvas
from scenes.kit.fonts import Style
from scenes.kit.layout import Shape
from scenes.kit.paint import Sprite
from scenes.kit.stage import Stage
from scenes.robots import puzzles
from scenes.robots.captions import reason
from scenes.services import Services

PLACES = {Shape.WIDE: (96, 296, 392, 620), Shape.CLASSIC: (992, 276, 376, 560), Shape.TALL: (54, 1336, 972, 200)}
PAD = 32
COUNT = Style(theme.CLOCK, theme.HIGHLIGHT, bold=True)
LABEL = Style(theme.CAPTION, theme.EYEBROW, bold=True)
TEXT = Style(theme.HELPER, theme.IVORY)
STAR = 54
TOLD_WHY = 3  # hints from which on a reason is told: it speaks of the way
_STAR = "M25 3L31.6 17.9L47.8 19.6L35.7 30.5L39.1 46.4L25 38.3L10.9 46.4L14.3 30.5L2.2 19.6L18.4 17.9Z"


def draw_notebook(
    services: Services,
    canvas: Canvas,
    state: State,
    best: tuple[Move, ...] | None,
    hints: int,
    grade: str,
    bound: int | None = None,
) -> None:
    """Draw the page; `best` is None until the shortest route is known, `hints` counts those that were asked for.

    Until then `bound` is how many moves it takes at least, where something is known of that.
    """
    stage, px = services.stage, services.stage.metrics.px
    page = stage.metrics.rect(*PLACES[stage.metrics.shape])
    stage.put(canvas, stage.paint.panel("lacquer", page.size), page.topleft)
    tall = stage.metrics.shape is Shape.TALL
    left, top = page.left + px(PAD), page.top
    moves = len(state.moves)
    place = stage.text(canvas, str(moves), (left, top + px(112)), stage.capped(COUNT, 1.0))
    unit = stage.t("robots.notebook.moves", count=moves)
    stage.text(canvas, unit, (place.right + px(14), top + px(112)), stage.capped(Style(theme.LIST, theme.MUTED), 1.1))
    label = stage.t("robots.notebook.next", grade=stage.t(f"robots.grade.{grade}"))
    room = page.width - 2 * px(PAD)
    style = stage.shrunk(label, stage.capped(LABEL, 1.1), room, 22)
    stage.text(canvas, label, (left, top + px(164)), style, width=room)
    taken = puzzles.hints_taken(services.store, state.settings.seed)
    won = puzzles.stars(moves, len(best), taken) if state.phase == "over" and best else 0
    _draw_stars(stage, canvas, (left + px(230), top + px(62)) if tall else (left, top + px(190)), won)
    column = pygame.Rect(left, top + px(264), room, page.bottom - top - px(264 + 24))
    if tall:
        column = pygame.Rect(page.left + page.width // 2, top + px(24), page.width // 2 - px(PAD), px(152))
    fact = route_hint(state.board, state.markers, best) if best and hints >= TOLD_WHY else None
    _hints(stage, canvas, column, best, hints, bound, "" if fact is None else reason(stage.t, fact, ()))


def _hints(
    stage: Stage,
    canvas: Canvas,
    room: pygame.Rect,
    best: tuple[Move, ...] | None,
    given: int,
    bound: int | None,
    why: str,
) -> None:
    """The hints that were asked for, each below the other."""
    if best is None:
        said: Sequence[str] = [puzzles.searching(stage.t, bound)] if given else []
    else:
        said = puzzles.hints(stage.t, best, given, why) if best else [stage.t("robots.review.none")] * bool(given)
    text = "\n".join(said) or stage.t("robots.hint.offer")
    style = TEXT if said else TEXT._replace(color=theme.MUTED)
    lines, style = stage.fitted(text, stage.capped(style, 1.15), room.width, room.height)
    if why and len(lines) * stage.fonts.line_height(style) > room.height:  # beside a long route there is no room for it
        _hints(stage, canvas, room, best, given, bound, "")
        return
    stage.paragraph(canvas, lines, (room.left, room.top + stage.fonts.ascent(style)), style)


def _draw_stars(stage: Stage, canvas: Canvas, at: tuple[int, int], count: int) -> None:
    """Three stars in a row, `count` of them of brass."""
    side, pitch = stage.metrics.px(STAR), stage.metrics.px(STAR * 1.15)
    for index in range(puzzles.MOST_STARS):
        canvas.blit(_star(stage, side, index < count).surface, (at[0] + index * pitch, at[1]))


def _star(stage: Stage, side: int, lit: bool) -> Sprite:
    """A star of brass, or its empty place."""

    def make() -> Sprite:
        defs = svg.gradient("star", theme.BRASS, (6, 4), (42, 46))
        look = 'fill="url(#star)" stroke="#5A3B10" stroke-width="1.6"'
        if not lit:
            look = 'fill="#0F0D0C" stroke="#5B503C" stroke-width="1.6"'
        body = f'<defs>{defs}</defs><path d="{_STAR}" {look} stroke-linejoin="round"/>'
        return Sprite(svg.render(body, side, side, (50, 50)))

    return stage.paint.once(("practice star", side, lit), make)
