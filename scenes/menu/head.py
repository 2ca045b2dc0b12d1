"""The head above the menu's tiles: the house's name, the people at the table, and a slip of paper.

On the slip are the stars of today's puzzles and the days in a row, or the cup that is under way.
"""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from game.cup import Cup
from game.puzzles.judging import MOST_STARS
from scenes.kit.drawing import theme
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.drawing.fonts import Style
from scenes.kit.drawing.paint import Sprite
from scenes.kit.layout import Align, Metrics, Part, Places, Shape, cell, column, grid, row, within
from scenes.kit.stage import Stage
from scenes.kit.widgets.page import BADGE_SIZE, house_badge
from scenes.menu.tiles import BETWEEN, RADIUS, SOCKETS
from scenes.services import Services
from scenes.table.art.cups import draw_cup
from scenes.table.art.paper import paper
from scenes.table.exercises import puzzle_days

WORD = "KISSATEN"
LETTERS = Style(theme.WORDMARK, "#FFFFFF", bold=True, spacing=14)
GAP = 36
FINE = 4  # pixels of a blur that are worth their time
LINE = Style(theme.HELPER, theme.IVORY)
TITLE = Style(26, theme.PRINT_RED, bold=True)
NOTE = Style(24, theme.INK_SOFT)
LINES = 58  # the height of both
STAR = 25
SEATS = row(*[cell("seat")] * SOCKETS, gap=BETWEEN)
LEAST = 20


def draw_wordmark(stage: Stage, canvas: Canvas, place: pygame.Rect) -> None:
    """Badge and name at the left of `place` (pixels), or in its middle where the window is upright."""
    stage, unit = stage, stage.metrics.px
    letters, badge, size = _letters(stage), house_badge(stage), unit(BADGE_SIZE)
    left, middle = place.left, place.centery
    if stage.metrics.shape is Shape.TALL:
        left = place.centerx - (size + unit(GAP) + letters.surface.get_width()) // 2
    stage.blit(canvas, badge, (left, middle - size // 2))
    stage.blit(canvas, letters, (left + size + unit(GAP), middle))


def _letters(stage: Stage) -> Sprite:
    """The name in a brass gradient with a dark drop; put at its left end and optical middle.

    A picture rather than a text, it does not grow with the text.
    """
    style = stage.limit_scale(LETTERS, 1.0)._replace(spacing=LETTERS.spacing / stage.metrics.text_scale)
    white = stage.fonts.line(WORD, style)
    baseline = stage.fonts.ascent(style)
    return stage.paint.cached_async(
        "wordmark", white.get_size(), lambda: _gilded(stage.metrics, style, white, baseline)
    )


def _softened(surface: pygame.Surface, sigma: int) -> pygame.Surface:
    """`surface` blurred; where that takes long, at a part of its size."""
    shrink = max(1, sigma // FINE)
    if shrink == 1:
        return pygame.transform.gaussian_blur(surface, sigma)
    width, height = surface.get_size()
    small = pygame.transform.smoothscale(surface, (width // shrink, height // shrink))
    return pygame.transform.smoothscale(pygame.transform.gaussian_blur(small, sigma // shrink), (width, height))


def _gilded(metrics: Metrics, style: Style, white: pygame.Surface, baseline: int) -> Sprite:
    width, height = white.get_size()
    cap = style.size * metrics.scale * metrics.text_scale * 0.733
    ramp = pygame.Surface((1, height), pygame.SRCALPHA, 32)
    top, bottom = theme.rgb("#FFF8E0"), theme.rgb("#D8B878")
    for y in range(height):
        share = min(1.0, max(0.0, (y - (baseline - cap)) / cap))
        ramp.set_at((0, y), tuple(round(a + (b - a) * share) for a, b in zip(top, bottom, strict=True)))
    face = white.copy()
    face.blit(pygame.transform.scale(ramp, (width, height)), (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    pad = metrics.px(16)
    drop = white.copy()
    drop.fill((0, 0, 0, 255), special_flags=pygame.BLEND_RGBA_MULT)
    surface = pygame.Surface((width + 2 * pad, height + 2 * pad), pygame.SRCALPHA, 32)
    surface.blit(drop, (pad + metrics.px(3), pad + metrics.px(4)))
    soft = _softened(surface, max(1, metrics.px(4)))
    soft.blit(drop, (pad + metrics.px(1), pad + metrics.px(2)))
    soft.blit(face, (pad, pad))
    return Sprite(soft, -pad, -round(pad + baseline - cap / 2))


def draw_roster(services: Services, canvas: Canvas, places: Places) -> None:
    """The tokens of those who have sat down, in eight sockets."""
    stage, unit = services.stage, services.stage.metrics.px
    people = [chair.identity for chair in services.people.roster.chairs]
    said = stage.t("menu.at_table", count=len(people)) if people else stage.t("menu.nobody")
    for place in places.all("line"):
        line = stage.label(canvas, said, place, LINE, "right", grow=1.5)
        draw_cup(stage, canvas, line.left - unit(14), place.centery + unit(17))
    for i, place in enumerate(within(stage.metrics, places["roster"], SEATS).all("seat")):
        if i < len(people):
            stage.blit(canvas, stage.identities.token(people[i], RADIUS), place.topleft)
        else:
            stage.show(canvas, "menu-socket", place)


@dataclass(frozen=True, slots=True)
class TodaySlip:
    """The stars of today's puzzles, game by game, and the days in a row."""

    stars: tuple[int, ...]
    streak: int


def slip_of_today(services: Services) -> TodaySlip | None:
    """Return the content of the slip; None where no game has puzzles. Imports no game: the first frame waits for
    this.
    """
    found = puzzle_days.all_attempts(services)
    if not found:
        return None
    stars = tuple(days[services.today].stars if services.today in days else 0 for days in found.values())
    return TodaySlip(stars, puzzle_days.days_in_a_row(found.values(), services.today).days)


def slip_spoken(stage: Stage, slip: TodaySlip) -> str:
    """The slip as it is read aloud."""
    count = stage.t("today.stars", count=sum(slip.stars))
    return stage.t("speech.value", name=stage.t("today.title"), value=count)


def draw_today_slip(stage: Stage, canvas: Canvas, rect: pygame.Rect, slip: TodaySlip) -> None:
    """Today's puzzles at `rect` (pixels): a row of stars for each game, and the days in a row."""
    streak = stage.t("menu.streak", count=slip.streak) if slip.streak else ""
    mark = grid("row", len(slip.stars), 2 if len(slip.stars) > 1 else 1, gap=14, row_gap=2, pad=(0, 4))
    wide = MOST_STARS * STAR * min(2, len(slip.stars)) + 14
    places = _draw_slip(stage, canvas, rect, column(mark, size=wide), stage.t("today.title"), streak)
    for place, count in zip(places.all("row"), slip.stars, strict=True):
        three = within(stage.metrics, place, row(*[cell("mark")] * MOST_STARS, gap=2))
        for index, star in enumerate(three.all("mark")):
            stage.show(canvas, "printed-mark" if index < count else "printed-mark-empty", star)


def draw_cup_slip(stage: Stage, canvas: Canvas, rect: pygame.Rect, cup: Cup) -> None:
    """The cup that is under way at `rect` (pixels), with its next game."""
    stage, side = stage, rect.height / stage.metrics.scale - 12
    following = cup.next
    note = "" if following is None else stage.t("menu.cup_next", game=stage.t(f"game.{following.game}"))
    places = _draw_slip(stage, canvas, rect, cell("laurel", side), stage.t("menu.cup"), note)
    stage.show(canvas, "laurel", places["laurel"])


def _draw_slip(stage: Stage, canvas: Canvas, rect: pygame.Rect, mark: Part, title: str, note: str) -> Places:
    """A slip at `rect` with a title in print red and a note below it where there is one; gives the places of `mark`."""
    sheet = stage.paint.cached(("slip", rect.size), lambda: paper(stage, rect.size))
    stage.blit(canvas, sheet, rect.topleft)
    height = rect.height / stage.metrics.scale
    grow = (height - 12) / (LINES if note else TITLE.size)
    words = column(
        cell("title"), cell("note") if note else None, gap=4, across=max(56, height - 16), align=Align.MIDDLE
    )
    places = within(stage.metrics, rect, row(words, mark, gap=16, pad=(20, 0, 20, 8)))  # 8 are the torn foot
    stage.label(canvas, title, places["title"], TITLE, grow=grow, least=LEAST)
    for place in places.all("note"):
        stage.label(canvas, note, place, NOTE, grow=grow, least=LEAST)
    return places
