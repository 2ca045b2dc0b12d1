"""The slip of paper on the menu: the puzzle of the day with its stars and the streak, or the cup that is under way."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from game.cup import Cup
from game.registry import DAILY_GAMES, find
from scenes.kit import theme
from scenes.kit.canvas import Canvas
from scenes.kit.fonts import Style
from scenes.kit.layout import Metrics, Shape
from scenes.kit.stage import Stage
from scenes.routes import ToGame
from scenes.services import Services
from scenes.table.daily import MOST_STARS, Standing, standing
from scenes.table.paper import paper
from scenes.table.stars import printed_mark

TITLE = Style(26, theme.PRINT_RED, bold=True)
NOTE = Style(26, theme.INK_SOFT)
PLACES = {Shape.WIDE: (896, 76, 408, 72), Shape.CLASSIC: (960, 170, 408, 60), Shape.TALL: (336, 212, 408, 72)}
STAR = 28
LEAST = 20


@dataclass(frozen=True, slots=True)
class DailyPuzzle:
    """Whose puzzle it is, and what has come of it."""

    game: str
    standing: Standing


def puzzle_of_today(services: Services) -> DailyPuzzle | None:
    """The first game's that has one; None where none has. Imports no game: the first frame waits for this."""
    game = next((game for game in services.games if game in DAILY_GAMES), None)
    return None if game is None else DailyPuzzle(game, standing(services.store, game, services.today))


def daily_route(services: Services, game: str) -> ToGame:
    """To today's puzzle of a game that has one."""
    from scenes.table.loading import daily_of

    daily = daily_of(find(game))
    assert daily is not None, f"{game} is among DAILY_GAMES"
    return daily.route(services.today)


def slip_place(metrics: Metrics) -> pygame.Rect:
    """Where the slip lies, in pixels."""
    return metrics.rect(*PLACES[metrics.shape])


def draw_daily_slip(services: Services, canvas: Canvas, rect: pygame.Rect, kept: Standing) -> None:
    """The puzzle of the day at `rect` (pixels), with its stars and the streak."""
    stage, px = services.stage, services.stage.metrics.px
    inner = _draw_paper(services, canvas, rect)
    side, gap = px(STAR), px(4)
    left = inner.right - MOST_STARS * side - (MOST_STARS - 1) * gap
    for index in range(MOST_STARS):
        star = printed_mark(stage, side, index < kept.stars)
        canvas.blit(star.surface, (left + index * (side + gap), inner.centery - side // 2))
    streak = stage.t("menu.streak", count=kept.streak) if kept.streak else ""
    _draw_words(stage, canvas, inner, left - px(16) - inner.left, stage.t("menu.daily"), streak)


def draw_cup_slip(services: Services, canvas: Canvas, rect: pygame.Rect, cup: Cup) -> None:
    """The cup that is under way at `rect` (pixels), with its next game."""
    stage, px = services.stage, services.stage.metrics.px
    inner = _draw_paper(services, canvas, rect)
    side = inner.height - px(4)
    laurel = stage.assets.sprite("sprites/laurel.svg", (side, side))
    canvas.blit(laurel, (inner.right - side, inner.centery - side // 2))
    following = cup.next
    note = "" if following is None else stage.t("menu.cup_next", game=stage.t(f"game.{following.game}"))
    _draw_words(stage, canvas, inner, inner.width - side - px(16), stage.t("menu.cup"), note)


def _draw_paper(services: Services, canvas: Canvas, rect: pygame.Rect) -> pygame.Rect:
    """A slip at `rect`; gives the part of it that may be written on."""
    stage, px = services.stage, services.stage.metrics.px
    sheet = stage.paint.once(("slip", rect.size), lambda: paper(services, rect.size))
    stage.put(canvas, sheet, rect.topleft)
    inner = rect.inflate(-2 * px(20), 0)
    inner.height -= px(8)  # the torn foot
    return inner


def _draw_words(stage: Stage, canvas: Canvas, inner: pygame.Rect, room: int, title: str, note: str) -> None:
    """A title in print red, with a note below it where there is one."""
    px = stage.metrics.px
    middle = inner.centery + round(0.366 * TITLE.size * stage.metrics.scale)
    if note:
        middle -= px(14)
        small = stage.shrunk(note, stage.capped(NOTE, 1.0)._replace(size=24), room, LEAST)
        stage.text(canvas, note, (inner.left, middle + px(28)), small, width=room)
    stage.text(canvas, title, (inner.left, middle), stage.shrunk(title, stage.capped(TITLE, 1.0), room, LEAST))
