"""The cards between two games of the show: a rule, puzzles of the day, the best players.

Today's puzzles invite visitors to solve them; yesterday's are shown with their solution.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from itertools import zip_longest
from typing import NamedTuple

import pygame

from game.core.incremental import Incremental, IncrementalRun
from game.core.spec import GameSpec
from game.match_setup import IDENTITIES
from game.puzzles.puzzle import MOST_STARS, Puzzle
from game.puzzles.results import day_counts
from game.registry import find, puzzle_of_day
from game.storage.statistics import house_records
from scenes.kit.drawing import theme
from scenes.kit.drawing.canvas import Drawable, SurfaceCanvas
from scenes.kit.drawing.fonts import Style
from scenes.kit.drawing.paint import Sprite, brass_bar
from scenes.kit.layout import cell, column, row, within
from scenes.kit.stage import Stage
from scenes.services import Services
from scenes.table.art.paper import draw_double_rule, paper
from scenes.table.contract.board import BOARD_SIDE
from scenes.table.contract.lessons import Diagram, reach
from scenes.table.exercises.puzzle_days import stars_of_house
from scenes.table.exercises.puzzles import diagram_after, diagram_of, goal, praise, side_name
from scenes.table.loading import lessons_of, make_board
from scenes.table.pictures import casts_shadow, diagram_shadow, draw_diagram
from scenes.table.tile import narrow_tile

SHADE = 64  # design pixels of the shadow around the board
TITLE = Style(72, bold=True)
TEXT = Style(44, theme.MUTED)
RED, NAME = Style(72, theme.PRINT_RED, bold=True), Style(72, theme.INK, bold=True)
CAP = 0.9  # height from a line's top to its baseline, as a share of the type size
MOST_RANKED = 5
TILE, LAUREL, BAR = 168, 118, 10
LEAST, SMALL_TITLE, LEAST_NAME = 28, 48, 40
BELOW_TITLE = 16
STAR = 88


class Words(NamedTuple):
    """The words beside a picture, `head` on top. `stars` counts the stars won today. If it is None, none are drawn."""

    head: str
    title: str
    text: str = ""
    stars: int | None = None


class AttractCard:
    """Words, and a picture over the board. The picture is made in parts, one at each tick."""

    def __init__(self, stage: Stage, words: Words, board: pygame.Rect, picture: Incremental[Sprite]) -> None:
        """`board` is the picture's place, in pixels."""
        self._stage = stage
        self.words = words
        self._board = board
        self._picture = IncrementalRun(picture)
        self.is_animated = True  # whether the picture is still being made

    def tick(self) -> None:
        """Continue making the picture."""
        self.is_animated = self.is_animated and not self._picture.go(self._stage.clock)

    def fits(self, room: pygame.Rect) -> bool:
        """Return whether the words fit `room` in their smallest type."""
        text = self._stage.limit_scale(TEXT._replace(size=LEAST), 1.0)
        title = self._height(self.words.title, self._title(room.width), room.width)
        gap = self._stage.metrics.px(BELOW_TITLE)
        return title + gap + self._height(self.words.text, text, room.width) <= room.height

    def _height(self, text: str, style: Style, width: int) -> int:
        return len(self._stage.lines(text, style, width)) * self._stage.fonts.line_height(style)

    def _title(self, width: int) -> Style:
        """Return the title's type, reduced to fit one line if possible."""
        return self._stage.shrink_to_width(self.words.title, self._stage.limit_scale(TITLE, 1.0), width, SMALL_TITLE)

    def draw_picture(self, canvas: Drawable, alpha: float) -> None:
        """Draw the picture over the board, once it is ready."""
        if not self.is_animated:
            edge = self._stage.metrics.px(SHADE)
            around = self._board.inflate(2 * edge, 2 * edge).clip(self._stage.table.get_rect())
            canvas.blit(self._stage.table, around.topleft, alpha, area=around)
            self._stage.blit(canvas, self._picture.result, self._board.topleft, alpha)

    def draw(self, canvas: Drawable, rect: pygame.Rect, alpha: float) -> None:
        """Draw the words within `rect` (pixels)."""
        stage, px, words, title = self._stage, self._stage.metrics.px, self.words, self._title(rect.width)
        self._write(canvas, stage.lines(words.title, title, rect.width), rect, title, alpha)
        after = rect.top + self._height(words.title, title, rect.width) + px(BELOW_TITLE)
        if words.text:
            room = pygame.Rect(rect.left, after, rect.width, rect.bottom - after)
            lines, text = stage.wrap_to_box(words.text, stage.limit_scale(TEXT, 1.0), *room.size)
            after = self._write(canvas, lines, room, text, alpha)
        side = min(px(STAR), rect.bottom - after)
        if words.stars is not None and side > 0:
            for index in range(MOST_STARS):
                place = pygame.Rect(rect.left + index * (side + px(12)), after - px(8), side, side)
                stage.show(canvas, "printed-mark" if index < words.stars else "printed-mark-empty", place, alpha)

    def _write(self, canvas: Drawable, lines: Sequence[str], room: pygame.Rect, style: Style, alpha: float) -> int:
        """Draw lines from the top of `room` down; return the last baseline."""
        metrics = self._stage.metrics
        first = room.top + round(CAP * style.size * metrics.scale * metrics.text_scale)
        return self._stage.paragraph(canvas, lines, (room.left, first), style, alpha=alpha)


def cards_for(
    services: Services, coming: str, games: Sequence[str], today: date, room: pygame.Rect, board: pygame.Rect
) -> Iterator[AttractCard]:
    """Yield the current cards. Rules of the `coming` game alternate with puzzles; each game's records follow.

    `room` is the place of the words and `board` of the pictures, in pixels. Cards whose words do not fit are left out.
    """
    stage = services.stage

    def fitting(facts: Iterator[Fact]) -> list[AttractCard]:
        cards = [AttractCard(stage, words, board, _diagram(stage, *shown, board.size)) for words, shown in facts]
        return [card for card in cards if card.fits(room)]

    rules, puzzles = _rules(stage, find(coming)), puzzle_cards(services, games, today)
    pairs = zip_longest(fitting(rules), fitting(puzzles))
    yield from (card for pair in pairs for card in pair if card is not None)
    for game in games:
        ranked = house_records(services.store.statistics, services.store.profiles, game).ranked
        rows = [(row.profile.name, row.figures.won) for row in ranked if row.figures.won]
        if rows:
            text = stage.t("attract.leader", name=rows[0][0], count=rows[0][1])
            words = Words(stage.t("records.column.won"), stage.t("records.title"), text)
            yield AttractCard(stage, words, board, _best(stage, game, rows[:MOST_RANKED], board.width))


Fact = tuple[Words, tuple[GameSpec, Diagram]]


def _rules(stage: Stage, spec: GameSpec) -> Iterator[Fact]:
    """Yield the rules of a game that have a single picture."""
    for page in lessons_of(spec).pages:
        if page.beside is None:
            words = Words(stage.t(f"game.{spec.id}"), stage.t(f"{page.key}.title"), stage.t(f"{page.key}.text"))
            yield words, (spec, page.diagram)


def puzzle_cards(services: Services, games: Sequence[str], today: date) -> Iterator[Fact]:
    """Yield words and picture of each game's puzzles of today and yesterday.

    Yesterday's puzzle is left out if its solution is not a list of moves.
    """
    yesterday = today - timedelta(days=1)
    for game in games:
        spec = find(game)
        if (puzzle := puzzle_of_day(game, today)) is not None:
            words = _standing(services, game, today) if puzzle.is_match else _asked(services, spec, puzzle)
            yield words, (spec, diagram_of(puzzle))
        if (puzzle := puzzle_of_day(game, yesterday)) is not None and puzzle.line:
            yield _solved(services, spec, puzzle, yesterday), (spec, diagram_after(puzzle))


def _standing(services: Services, game: str, today: date) -> Words:
    """Describe the table's result and its streak in days, for today's puzzle of a game whose puzzles are matches."""
    t = services.stage.t
    stars, streak = stars_of_house(services, game, today)
    text = t("menu.streak", count=streak) if streak else t("attract.unsolved")
    return Words(t(f"game.{game}"), t("today.puzzle"), text, stars.get(today, 0))


def _asked(services: Services, spec: GameSpec, puzzle: Puzzle) -> Words:
    t = services.stage.t
    head = t("puzzle.eyebrow", game=t(f"game.{spec.id}"), name=t("today.title"))
    return Words(head, t(f"attract.puzzle.{puzzle.task}"), goal(services.stage, puzzle))


def _solved(services: Services, spec: GameSpec, puzzle: Puzzle, day: date) -> Words:
    """Describe the solution's first move with its reason, and how many guests found it."""
    t = services.stage.t
    head = t("puzzle.eyebrow", game=t(f"game.{spec.id}"), name=t("date.yesterday"))
    options = dict(puzzle.options)
    board, count = make_board(services, spec, options), spec.seat_count(options)
    names = board.context.names = [side_name(services.stage, spec.id, seat) for seat in range(count)]
    board.layout(pygame.Rect(0, 0, BOARD_SIDE, BOARD_SIDE), IDENTITIES[:count], puzzle.side)
    step = reach(spec, diagram_after(puzzle).position).steps[-1]
    found = board.words.action(step.action)
    title = t("attract.solution", action=found.noun or found.notation)
    known = day_counts(services.store, spec.id, day)
    guests = t("attract.found", count=known.at_once, begun=known.begun) if known.at_once else ""
    why = praise(t, spec, puzzle, 0, step, names, board.words, seen=True)
    return Words(head, title, "\n".join(filter(None, [why, guests])))


# Pictures


def _diagram(stage: Stage, spec: GameSpec, diagram: Diagram, size: tuple[int, int]) -> Incremental[Sprite]:
    """Draw a diagram with its shadow."""
    picture = yield from draw_diagram(stage, spec, diagram, size)
    return diagram_shadow(stage, size).bearing(picture.surface) if casts_shadow(spec, diagram) else picture


def _best(stage: Stage, game: str, rows: Sequence[tuple[str, int]], side: int) -> Incremental[Sprite]:
    """Draw the best players with their wins on paper, below the game's name and picture.

    The first player has a laurel. A bar's length is the player's wins as a share of the first player's.
    """
    px, size = stage.metrics.px, (side, side)
    line = row(cell("place", 104), column(cell("name"), cell("bar", BAR), gap=0), cell("figure", 130), gap=16)
    head = row(cell("tile", TILE), cell("title"), size=TILE, gap=36)
    part = column(head, cell("rule", 12), *[line] * MOST_RANKED, gap=12, pad=(56, 44, 64, 64))
    places = within(stage.metrics, pygame.Rect((0, 0), size), part)
    yield 0.1
    sheet, strip = SurfaceCanvas.blank(size), paper(stage, size)
    yield 0.4
    sheet.blit(strip.surface, (0, 0), area=pygame.Rect((-strip.dx, -strip.dy), size))
    sheet.blit(narrow_tile(stage, game, places["tile"].size), places["tile"].topleft)
    stage.label(sheet, stage.t(f"game.{game}"), places["title"], RED, least=LEAST)
    draw_double_rule(stage, sheet, places["rule"])
    yield 0.7
    rooms = places.all("name")
    size_of = min(stage.shrink_to_width(name, NAME, rooms[0].width, LEAST_NAME).size for name, _ in rows)
    for index, (name, won) in enumerate(rows):
        place, room, bar, figure = [places.all(part)[index] for part in ("place", "name", "bar", "figure")]
        if index == 0:
            edge = min(place.height, px(LAUREL))
            stage.show(sheet, "laurel", pygame.Rect(place.center, (0, 0)).inflate(edge, edge))
        stage.label(sheet, str(index + 1), place, RED._replace(size=size_of), "centre", least=LEAST)
        stage.label(sheet, name, room, NAME._replace(size=size_of), least=LEAST)
        stage.label(sheet, str(won), figure, NAME, "right", least=LEAST)
        length = max(bar.height, round(bar.width * won / rows[0][1]))
        sheet.blit(brass_bar((length, bar.height)).surface, bar.topleft)
    return Sprite(sheet.surface)
