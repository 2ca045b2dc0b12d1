"""The puzzle of the day on the menu: a slip of paper with its stars and the streak."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

import pygame

from game.registry import GAMES
from scenes.kit import theme
from scenes.kit.canvas import Canvas
from scenes.kit.fonts import Style
from scenes.kit.layout import Metrics, Shape
from scenes.routes import ToGame
from scenes.services import Services
from scenes.table.daily import MOST_STARS, Standing, standing
from scenes.table.loading import daily_of
from scenes.table.move_list import paper
from scenes.table.stars import printed_mark

TITLE = Style(26, theme.PRINT_RED, bold=True)
STREAK = Style(26, theme.INK_SOFT)
PLACES = {Shape.WIDE: (896, 76, 408, 72), Shape.CLASSIC: (960, 170, 408, 60), Shape.TALL: (336, 212, 408, 72)}
STAR = 28
LEAST = 20


@dataclass(frozen=True, slots=True)
class DailyPuzzle:
    """Where today's puzzle is found, and what has come of it."""

    route: ToGame
    standing: Standing


def puzzle_of_today(services: Services) -> DailyPuzzle | None:
    """The first game's that has one; None where none has."""
    for spec in GAMES.values():
        daily = daily_of(spec)
        if daily is not None:
            return DailyPuzzle(daily.route(), standing(services.store, spec.id, date.today()))
    return None


def slip_place(metrics: Metrics) -> pygame.Rect:
    """Where the slip lies, in pixels."""
    return metrics.rect(*PLACES[metrics.shape])


def draw_slip(services: Services, canvas: Canvas, rect: pygame.Rect, kept: Standing) -> None:
    """Draw the slip at `rect` (pixels)."""
    stage, px = services.stage, services.stage.metrics.px
    sheet = stage.paint.once(("slip", rect.size), lambda: paper(services, rect.size))
    stage.put(canvas, sheet, rect.topleft)
    inner = rect.inflate(-2 * px(20), 0)
    inner.height -= px(8)  # the torn foot
    side, gap = px(STAR), px(4)
    left = inner.right - MOST_STARS * side - (MOST_STARS - 1) * gap
    for index in range(MOST_STARS):
        star = printed_mark(stage, side, index < kept.stars)
        canvas.blit(star.surface, (left + index * (side + gap), inner.centery - side // 2))
    title, room = stage.t("menu.daily"), left - px(16) - inner.left
    middle = inner.centery + round(0.366 * TITLE.size * stage.metrics.scale)
    if kept.streak:
        middle -= px(14)
        streak = stage.t("menu.streak", count=kept.streak)
        small = stage.shrunk(streak, stage.capped(STREAK, 1.0)._replace(size=24), room, LEAST)
        stage.text(canvas, streak, (inner.left, middle + px(28)), small, width=room)
    stage.text(canvas, title, (inner.left, middle), stage.shrunk(title, stage.capped(TITLE, 1.0), room, LEAST))
