"""The cards between two games of the show: a rule, the puzzle of the day, the best of the house."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date

import pygame

from game.core.slices import Sliced, Work
from game.core.spec import GameSpec
from game.registry import find
from game.statistics import house_records
from game.table import IDENTITIES, NAMES
from scenes.kit import theme
from scenes.kit.boxes import Places, cell, column, row, within
from scenes.kit.canvas import Sheet, Target
from scenes.kit.fonts import Style
from scenes.kit.paint import Sprite
from scenes.kit.stage import Stage
from scenes.services import Services
from scenes.table.daily import MOST_STARS, standing
from scenes.table.diagram import casts_shadow, diagram_shadow, drawing
from scenes.table.lessons import Page
from scenes.table.loading import daily_of, lessons_of, make_board

SLICE = 0.008  # seconds of a tick in which a picture is made
PICTURE = 288  # design pixels of its side at most, as all below
BELOW = 272  # for the words below a picture, and what is between
NARROW = 1.4  # a place that is not so many times as wide as high has the words below the picture
GAP = 32
HEAD = Style(theme.CAPTION, theme.EYEBROW, bold=True, spacing=4)
TITLE = Style(theme.TITLE, bold=True)
TEXT = Style(theme.HELPER, theme.MUTED)
PLACE, FIGURE = Style(theme.LIST, theme.EYEBROW, bold=True), Style(theme.LIST, theme.IVORY, bold=True)
MOST_RANKED = 5
LEAST, SMALL_TITLE = 28, 40
HEAD_HEIGHT, TITLE_HEIGHT = 40, 64
STAR = 48


@dataclass(frozen=True, slots=True)
class Words:
    """What stands on a card beside its picture; `stars` are those of today's puzzle, None for no stars."""

    head: str
    title: str
    text: str = ""
    rows: tuple[tuple[str, str], ...] = ()
    stars: int | None = None


class Card:
    """Words and the picture that is made for them, a part a tick."""

    def __init__(self, stage: Stage, words: Words, picture: Work[Sprite] | None = None) -> None:
        self._stage = stage
        self.words = words
        self._picture = None if picture is None else Sliced(picture)
        self._made: Sprite | None = None

    def tick(self) -> None:
        """Go on with the picture."""
        if self._picture is not None and self._picture.go(SLICE):
            self._made, self._picture = self._picture.result, None

    @property
    def lively(self) -> bool:
        """Whether the picture is still on its way."""
        return self._picture is not None

    def draw(self, canvas: Target, rect: pygame.Rect, alpha: float) -> None:
        """Draw the card within `rect` (pixels)."""
        if self._made is None and self._picture is None:
            _draw_words(self._stage, canvas, rect, self.words, alpha)
            return
        if self._made is not None:
            self._stage.put(canvas, self._made, rect.topleft, alpha)
        _draw_words(self._stage, canvas, _places(self._stage, rect)["words"], self.words, alpha)


def _places(stage: Stage, room: pygame.Rect) -> Places:
    """The `picture` of a card, a square, and its `words`: right of it, or below it, with their room first."""
    is_narrow = room.width < NARROW * room.height
    side = min(PICTURE, room.height / stage.metrics.scale - (BELOW if is_narrow else 0))
    line = column if is_narrow else row
    picture = cell("picture", side, across=side)
    return within(stage.metrics, room, line(picture, cell("words"), gap=GAP))


def cards_for(services: Services, coming: str, games: Sequence[str], today: date, room: pygame.Rect) -> Iterator[Card]:
    """All cards that there are now: rules of the game that is `coming`, today's puzzle, the records of each game.

    `room` is where they lie, in pixels; a page whose words do not fit is left out.
    """
    stage, spec = services.stage, find(coming)
    places = _places(stage, room)
    side, beside = places["picture"].width, places["words"]
    for page in lessons_of(spec).pages:
        words = Words(stage.t(f"game.{coming}"), stage.t(f"{page.key}.title"), stage.t(f"{page.key}.text"))
        if page.beside is None and _height(stage, words, beside.width) <= beside.height:
            yield Card(stage, words, _diagram(services, spec, page, (side, side)))
    for game in games:
        if daily_of(find(game)) is not None:
            kept = standing(services.store, game, today)
            text = stage.t("menu.streak", count=kept.streak) if kept.streak else stage.t("attract.unsolved")
            words = Words(stage.t(f"game.{game}"), stage.t("menu.daily"), text, stars=kept.stars)
            yield Card(stage, words, _board_of_day(services, find(game), today, side))
    for game in games:
        ranked = house_records(services.store.statistics, services.store.profiles, game).ranked
        rows = tuple((row.profile.name, str(row.figures.won)) for row in ranked if row.figures.won)
        if rows:
            most = min(MOST_RANKED, (room.height - stage.metrics.px(HEAD_HEIGHT + TITLE_HEIGHT)) // _row(stage))
            head = f"{stage.t(f'game.{game}')} · {stage.t('records.column.won')}"
            yield Card(stage, Words(head, stage.t("records.title"), rows=rows[:most]))


def _diagram(services: Services, spec: GameSpec, page: Page, size: tuple[int, int]) -> Work[Sprite]:
    """The page's diagram on its shadow."""
    picture = yield from drawing(services, spec, page.diagram, size)
    if not casts_shadow(spec, page.diagram):
        return picture
    return diagram_shadow(services, size).bearing(picture.surface)


def _board_of_day(services: Services, spec: GameSpec, today: date, side: int) -> Work[Sprite]:
    """The board of the day's puzzle as it begins."""
    daily = daily_of(spec)
    assert daily is not None
    route = daily.route(today)
    board = make_board(services, spec, route.options)
    count = len(route.seats)
    board.context.seats = route.seats
    board.context.names = [services.stage.t(f"name.{name[1:]}") for name in NAMES[:count]]
    board.layout(pygame.Rect(0, 0, side, side), IDENTITIES[:count], 0)
    state = spec.rules.start(route.options, route.seed or 0)
    yield 0.1
    sheet = Sheet.blank((side, side))
    board.drawing.draw_ground(sheet)
    yield 0.5
    board.drawing.draw(sheet, board.view(state))
    return Sprite(sheet.surface)


# Words


def _row(stage: Stage) -> int:
    return stage.metrics.px(56)


def _title(stage: Stage, words: Words, width: int) -> tuple[list[str], Style]:
    """The title on one line in a smaller type, or on as many as it needs."""
    style = stage.shrunk(words.title, stage.capped(TITLE, 1.0), width, SMALL_TITLE)
    return stage.lines(words.title, style, width), style


def _height(stage: Stage, words: Words, width: int) -> int:
    """How high the words are in the smallest type that they may have, in pixels."""
    title, large = _title(stage, words, width)
    style = stage.capped(TEXT._replace(size=LEAST), 1.0)
    text = len(stage.lines(words.text, style, width)) * stage.fonts.line_height(style)
    return stage.metrics.px(HEAD_HEIGHT) + len(title) * stage.fonts.line_height(large) + stage.metrics.px(8) + text


def _draw_words(stage: Stage, canvas: Target, rect: pygame.Rect, words: Words, alpha: float) -> None:
    px = stage.metrics.px
    left, width = rect.left, rect.width
    stage.text(canvas, words.head.upper(), (left, rect.top + px(28)), stage.capped(HEAD, 1.0), width=width, alpha=alpha)
    title, large = _title(stage, words, width)
    baseline = rect.top + px(HEAD_HEIGHT) + round(0.9 * large.size * stage.metrics.scale * stage.metrics.text_scale)
    stage.paragraph(canvas, title, (left, baseline), large, alpha=alpha)
    top = rect.top + px(HEAD_HEIGHT) + len(title) * stage.fonts.line_height(large) + px(8)
    if words.text:
        lines, style = stage.fitted(words.text, stage.capped(TEXT, 1.0), width, rect.bottom - top)
        first = top + round(0.9 * style.size * stage.metrics.scale * stage.metrics.text_scale)
        top = stage.paragraph(canvas, lines, (left, first), style, alpha=alpha)
    if words.stars is not None:
        for index in range(MOST_STARS):
            star = stage.drawing("printed-mark" if index < words.stars else "printed-mark-empty", (px(STAR), px(STAR)))
            canvas.blit(star.surface, (left + index * px(STAR + 8), top - px(12)), alpha)
    for index, (name, figure) in enumerate(words.rows):
        baseline = top + (index + 1) * _row(stage) - px(14)
        stage.text(canvas, str(index + 1), (left, baseline), stage.capped(PLACE, 1.0), alpha=alpha)
        style = stage.shrunk(name, stage.capped(FIGURE, 1.0), width - px(168), LEAST)
        stage.text(canvas, name, (left + px(56), baseline), style, alpha=alpha)
        stage.text(canvas, figure, (rect.right, baseline), stage.capped(FIGURE, 1.0), "right", alpha=alpha)
