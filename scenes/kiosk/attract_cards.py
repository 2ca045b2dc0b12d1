"""The cards between two games of the show: a rule, the puzzle of the day, the best of the house."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from itertools import zip_longest

import pygame

from game.core.incremental import Incremental, IncrementalRun
from game.core.spec import GameSpec
from game.puzzles.judging import MOST_STARS
from game.registry import find
from game.statistics import house_records
from scenes.kiosk.attract_art import brass_bar, picture_of
from scenes.kiosk.attract_words import Words
from scenes.kiosk.puzzle_cards import puzzle_cards
from scenes.kit.drawing import theme
from scenes.kit.drawing.canvas import Drawable, SurfaceCanvas
from scenes.kit.drawing.fonts import Style
from scenes.kit.drawing.paint import Sprite
from scenes.kit.layout import cell, column, row, within
from scenes.kit.stage import FRAME, Stage, tile_frame
from scenes.services import Services
from scenes.table.art.paper import draw_double_rule, paper
from scenes.table.contract.lessons import Diagram
from scenes.table.loading import lessons_of
from scenes.table.pictures.diagram import casts_shadow, diagram_shadow, draw_diagram

SLICE = 0.008  # seconds of a tick in which a picture is made
SHADE = 64  # design pixels around the board that its shadow takes, as all below
TITLE = Style(72, bold=True)
TEXT = Style(44, theme.MUTED)
PLACE, NAME = Style(72, theme.PRINT_RED, bold=True), Style(72, theme.INK, bold=True)
GAME = Style(72, theme.PRINT_RED, bold=True)
MOST_RANKED = 5
TILE, TILE_WOOD, LAUREL, BAR = 168, 0.5, 118, 10  # design pixels, but for the wood: its share of a frame on the menu
LEAST, SMALL_TITLE, LEAST_NAME = 28, 48, 40
BELOW_TITLE = 16
STAR = 88


class AttractCard:
    """Words, and the picture that is made for them, a part a tick: it lies where the board was."""

    def __init__(self, stage: Stage, words: Words, board: pygame.Rect, picture: Incremental[Sprite]) -> None:
        """`board` is where the picture lies, in pixels."""
        self._stage = stage
        self.words = words
        self._board = board
        self._picture: IncrementalRun[Sprite] | None = IncrementalRun(picture)
        self._made: Sprite | None = None

    def tick(self) -> None:
        """Go on with the picture."""
        if self._picture is not None and self._picture.go(SLICE):
            self._made, self._picture = self._picture.result, None

    @property
    def is_animated(self) -> bool:
        """Whether the picture is still on its way."""
        return self._picture is not None

    def draw_picture(self, canvas: Drawable, alpha: float) -> None:
        """Draw the picture over the board, once it is made."""
        if self._made is not None:
            edge = self._stage.metrics.px(SHADE)
            around = self._board.inflate(2 * edge, 2 * edge).clip(self._stage.table.get_rect())
            canvas.blit(self._stage.table, around.topleft, alpha, area=around)
            self._stage.blit(canvas, self._made, self._board.topleft, alpha)

    def draw(self, canvas: Drawable, rect: pygame.Rect, alpha: float) -> None:
        """Draw the words within `rect` (pixels)."""
        _draw_words(self._stage, canvas, rect, self.words, alpha)


def cards_for(
    services: Services, coming: str, games: Sequence[str], today: date, room: pygame.Rect, board: pygame.Rect
) -> Iterator[AttractCard]:
    """All cards that there are now: rules of the game that is `coming` and puzzles by turns, the records of each game.

    `room` is where their words lie and `board` where their pictures do, in pixels; what has words that do not fit is
    left out.
    """
    puzzles = [
        AttractCard(services.stage, words, board, _diagram(services.stage, spec, diagram, board.size))
        for words, spec, diagram in puzzle_cards(services, games, today, board.width)
        if _height(services.stage, words, room.width) <= room.height
    ]
    rules = _rules(services, coming, room, board)
    yield from (card for pair in zip_longest(rules, puzzles) for card in pair if card is not None)
    yield from _records(services, games, board)


def _rules(services: Services, coming: str, room: pygame.Rect, board: pygame.Rect) -> Iterator[AttractCard]:
    """The rules of the game that is `coming`."""
    stage, spec, side = services.stage, find(coming), board.width
    for page in lessons_of(spec).pages:
        words = Words(stage.t(f"game.{coming}"), stage.t(f"{page.key}.title"), stage.t(f"{page.key}.text"))
        if page.beside is None and _height(stage, words, room.width) <= room.height:
            yield AttractCard(stage, words, board, _diagram(stage, spec, page.diagram, (side, side)))


def _records(services: Services, games: Sequence[str], board: pygame.Rect) -> Iterator[AttractCard]:
    """Who has won most at each game."""
    stage = services.stage
    for game in games:
        ranked = house_records(services.store.statistics, services.store.profiles, game).ranked
        rows = tuple((row.profile.name, str(row.figures.won)) for row in ranked if row.figures.won)
        if rows:
            leader, won = rows[0]
            text = stage.t("attract.leader", name=leader, count=int(won))
            words = Words(stage.t("records.column.won"), stage.t("records.title"), text)
            yield AttractCard(stage, words, board, _best(stage, game, rows[:MOST_RANKED], board.width))


def _diagram(stage: Stage, spec: GameSpec, diagram: Diagram, size: tuple[int, int]) -> Incremental[Sprite]:
    """A diagram on its shadow."""
    picture = yield from draw_diagram(stage, spec, diagram, size)
    if not casts_shadow(spec, diagram):
        return picture
    return diagram_shadow(stage, size).bearing(picture.surface)


def _best(stage: Stage, game: str, rows: Sequence[tuple[str, str]], side: int) -> Incremental[Sprite]:
    """The names of the best and how often each has won, on paper, below the game's name and picture.

    The first one stands in a laurel; a bar is as long as the share of that one's wins.
    """
    px = stage.metrics.px
    size = (side, side)
    line = row(cell("place", 104), column(cell("name"), cell("bar", BAR), gap=0), cell("figure", 130), gap=16)
    head = row(cell("tile", TILE), cell("title"), size=TILE, gap=36)
    part = column(head, cell("rule", 12), *[line] * MOST_RANKED, gap=12, pad=(56, 44, 64, 64))
    places = within(stage.metrics, pygame.Rect((0, 0), size), part)
    yield 0.1
    sheet, strip = SurfaceCanvas.blank(size), paper(stage, size)
    yield 0.4
    sheet.blit(strip.surface, (0, 0), area=pygame.Rect((-strip.dx, -strip.dy), size))
    tile = places["tile"]
    inset = px(TILE_WOOD * FRAME)
    window = tile.inflate(-2 * inset, -2 * inset)
    sheet.blit(picture_of(stage, game, window.size), window.topleft)
    sheet.blit(tile_frame(stage, tile.size, TILE_WOOD), tile.topleft)
    stage.label(sheet, stage.t(f"game.{game}"), places["title"], GAME, least=LEAST)
    draw_double_rule(stage, sheet, places["rule"])
    yield 0.7
    rooms = places.all("name")
    style = min(
        (stage.shrink_to_width(name, NAME, rooms[0].width, LEAST_NAME) for name, _ in rows), key=lambda each: each.size
    )
    for index, (name, figure) in enumerate(rows):
        place, room, bar, most = [places.all(part)[index] for part in ("place", "name", "bar", "figure")]
        if index == 0:
            edge = min(place.height, px(LAUREL))
            laurel = pygame.Rect(0, 0, edge, edge)
            laurel.center = place.center
            stage.show(sheet, "laurel", laurel)
        stage.label(sheet, str(index + 1), place, PLACE._replace(size=style.size), "centre", least=LEAST)
        stage.label(sheet, name, room, style, least=LEAST)
        stage.label(sheet, figure, most, NAME, "right", least=LEAST)
        length = max(bar.height, round(bar.width * int(figure) / int(rows[0][1])))
        sheet.blit(brass_bar((length, bar.height)).surface, bar.topleft)
    return Sprite(sheet.surface)


# Words


def _title(stage: Stage, words: Words, width: int) -> tuple[list[str], Style]:
    """The title on one line in a smaller type, or on as many as it needs."""
    style = stage.shrink_to_width(words.title, stage.limit_scale(TITLE, 1.0), width, SMALL_TITLE)
    return stage.lines(words.title, style, width), style


def _height(stage: Stage, words: Words, width: int) -> int:
    """How high the words are in the smallest type that they may have, in pixels."""
    title, large = _title(stage, words, width)
    style = stage.limit_scale(TEXT._replace(size=LEAST), 1.0)
    text = len(stage.lines(words.text, style, width)) * stage.fonts.line_height(style)
    return len(title) * stage.fonts.line_height(large) + stage.metrics.px(BELOW_TITLE) + text


def _draw_words(stage: Stage, canvas: Drawable, rect: pygame.Rect, words: Words, alpha: float) -> None:
    px = stage.metrics.px
    left, width = rect.left, rect.width
    title, large = _title(stage, words, width)
    baseline = rect.top + round(0.9 * large.size * stage.metrics.scale * stage.metrics.text_scale)
    stage.paragraph(canvas, title, (left, baseline), large, alpha=alpha)
    top = rect.top + len(title) * stage.fonts.line_height(large) + px(BELOW_TITLE)
    if words.text:
        lines, style = stage.wrap_to_box(words.text, stage.limit_scale(TEXT, 1.0), width, rect.bottom - top)
        first = top + round(0.9 * style.size * stage.metrics.scale * stage.metrics.text_scale)
        top = stage.paragraph(canvas, lines, (left, first), style, alpha=alpha)
    side = min(px(STAR), rect.bottom - top)
    if words.stars is not None and side > 0:
        for index in range(MOST_STARS):
            star = stage.drawing("printed-mark" if index < words.stars else "printed-mark-empty", (side, side))
            canvas.blit(star.surface, (left + index * (side + px(12)), top - px(8)), alpha)
