"""The moves, written on a strip of paper."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import pygame

from game.core.record import CLOCK_SEAT, SeatConfig
from game.core.rules import Step
from scenes.kit import theme
from scenes.kit.canvas import Sheet, Target
from scenes.kit.fonts import Style
from scenes.kit.paint import Sprite
from scenes.services import Services
from scenes.table.paper import draw_shortened, paper

HEADING = Style(theme.LIST, theme.PRINT_RED, bold=True)
NUMBER = Style(theme.CAPTION, theme.INK_SOFT)
MOVE = Style(theme.LIST, theme.INK)
LATEST = Style(theme.LIST, theme.INK, bold=True)
AHEAD = Style(theme.LIST, "#8A7458")
MOST_GROWTH = 1.15  # how far the words follow the text scale: the rows are ruled
ROW = 50
LEAST_ROWS = 3
HEAD = 76
FOOT = 28
SPILL = 12  # below a row, for what hangs under its line
TOKEN = 17
PAIR = 370  # design pixels that two actions side by side need


@dataclass(frozen=True, slots=True)
class Entry:
    """One action: its text and, where rows do not tell, whose it is."""

    text: str
    identity: str


@dataclass(frozen=True, slots=True)
class MoveList:
    """The list of actions: which one led to the position on screen (-1: none), and whose the next one is.

    `upcoming` is an identity, "" where no further action is awaited.
    """

    entries: tuple[Entry, ...]
    current: int
    upcoming: str = ""


def entries(
    notation: Callable[[Any], str], seats: Sequence[SeatConfig], steps: Iterable[Step[Any, Any, Any]]
) -> tuple[Entry, ...]:
    """The steps of a game for the list; a clock has no identity."""
    return tuple(
        Entry(notation(step.action), "" if step.seat == CLOCK_SEAT else seats[step.seat].identity) for step in steps
    )


@dataclass(frozen=True, slots=True)
class _Grid:
    """Which actions of a list a paper of some size shows, and where; pixels from its top left corner."""

    rows: int
    per_row: int
    first: int  # index of the first action shown
    across: int  # width of two actions side by side
    head: int
    row: int
    starts: tuple[int, int]  # where the texts of two actions begin


def _grid(services: Services, size: tuple[int, int], moves: MoveList, seats: int) -> _Grid:
    unit = services.stage.metrics.px
    rows = max(1, (size[1] - unit(HEAD + FOOT)) // unit(ROW))
    per_row = 2 * max(1, size[0] // unit(PAIR))
    across = size[0] // (per_row // 2)
    shown = len(moves.entries) + bool(moves.upcoming)
    middle = len(moves.entries) if moves.upcoming else max(0, moves.current)
    top = max(0, min(middle // per_row - rows // 2, -(-shown // per_row) - rows))
    starts = (100, 252) if seats == 2 else (96, 272)
    left, right = (round(unit(x) * across / unit(392)) for x in starts)
    return _Grid(rows, per_row, top * per_row, across, unit(HEAD), unit(ROW), (left, right))


def draw_move_list(services: Services, canvas: Target, rect: pygame.Rect, moves: MoveList, seats: int) -> None:
    """The actions around the current one that fit `rect` (pixels); the paper is only as tall as they need."""
    stage = services.stage
    unit = stage.metrics.px
    strip = stage.paint.once(("headed paper", rect.size), lambda: _headed(services, rect.size))
    needed = min(rect.height, _needed(services, rect, moves))
    draw_shortened(services, canvas, strip, rect.topleft, rect.height - needed)
    heading = stage.capped(HEADING, MOST_GROWTH)
    stage.text(canvas, stage.t("match.moves"), (rect.x + unit(24), rect.y + unit(48)), heading)
    grid = _grid(services, (rect.width, needed), moves, seats)
    cells = [*moves.entries, *([Entry("…", moves.upcoming)] if moves.upcoming else [])]
    ruled = stage.paint.line(rect.width - 2 * unit(24), "#B79A70", 0.6, 1.5)
    for row in range(grid.rows):
        canvas.blit(ruled.surface, (rect.x + unit(24), rect.y + unit(HEAD) + (row + 1) * unit(ROW) + unit(2)))
        first = grid.first + row * grid.per_row
        shown = tuple(cells[first : first + grid.per_row])
        if shown:
            sprite = _row(services, rect.width, grid, first, shown, seats, moves)
            stage.put(canvas, sprite, (rect.x, rect.y + grid.head + row * grid.row))


def _needed(services: Services, rect: pygame.Rect, moves: MoveList) -> int:
    """The height of a paper with LEAST_ROWS, or all rows that are written where those are more."""
    unit = services.stage.metrics.px
    per_row = 2 * max(1, rect.width // unit(PAIR))
    rows = -(-(len(moves.entries) + bool(moves.upcoming)) // per_row)
    return unit(HEAD + FOOT) + max(LEAST_ROWS, rows) * unit(ROW)


def move_at(services: Services, rect: pygame.Rect, moves: MoveList, seats: int, point: tuple[int, int]) -> int | None:
    """The index of the action written at `point`, if any is."""
    grid = _grid(services, rect.size, moves, seats)
    x, y = point[0] - rect.x, point[1] - rect.y - grid.head
    if not rect.collidepoint(point) or not 0 <= y < grid.rows * grid.row:
        return None
    pair, within = divmod(x, grid.across)
    gap = services.stage.metrics.px(68 if seats > 2 else 24)  # what belongs to the second action before its text
    index = grid.first + y // grid.row * grid.per_row + 2 * min(pair, grid.per_row // 2 - 1)
    index += within >= grid.starts[1] - gap
    return index if index < len(moves.entries) else None


def _row(
    services: Services, width: int, grid: _Grid, first: int, shown: tuple[Entry, ...], seats: int, moves: MoveList
) -> Sprite:
    """The actions from the one numbered `first` on that stand side by side."""
    within = range(first, first + len(shown))
    current = moves.current if moves.current in within else -1
    ahead = [moves.current < index < len(moves.entries) for index in within]

    def make() -> Sprite:
        sheet = Sheet.blank((width, services.stage.metrics.px(ROW + SPILL)))
        for column, entry in enumerate(shown):
            left = column // 2 * grid.across
            _entry(services, sheet, left, grid, first + column, entry, seats, moves)
        return Sprite(sheet.surface)

    return services.stage.paint.once(("moves", width, first, shown, seats, current, *ahead), make)


def _entry(
    services: Services,
    sheet: Sheet,
    left: int,
    grid: _Grid,
    index: int,
    entry: Entry,
    seats: int,
    moves: MoveList,
) -> None:
    stage = services.stage
    unit = stage.metrics.px
    baseline = unit(40)
    x = left + grid.starts[index % 2]
    if index == moves.current:
        box = pygame.Rect(
            x - unit(68 if seats > 2 else 14), baseline - unit(38), unit(178 if seats > 2 else 130), unit(50)
        )
        box.width = min(box.width, left + grid.across - unit(8) - box.x)
        wash = stage.paint.veil(box.size, 0.42, "#D9B87A")
        sheet.blit(wash.surface, box.topleft)
    if seats > 2 and entry.identity:
        token = services.identities.token(entry.identity, TOKEN)
        stage.put(sheet, token, (x - unit(56), baseline - unit(13 + TOKEN)))
    elif index % 2 == 0:
        stage.text(sheet, str(index // 2 + 1), (left + unit(66), baseline), stage.capped(NUMBER, MOST_GROWTH), "right")
    ahead = moves.current < index < len(moves.entries)
    style = LATEST if index == moves.current else AHEAD if ahead else MOVE
    stage.text(sheet, entry.text, (x, baseline), stage.capped(style, MOST_GROWTH))


def _headed(services: Services, size: tuple[int, int]) -> Sprite:
    """The strip for the moves: a double red line under the head."""
    stage = services.stage
    unit = stage.metrics.px
    blank = paper(services, size)
    sheet = Sheet(blank.surface)
    left, top = -blank.dx, -blank.dy
    inner = size[0] - 2 * unit(24)
    red = stage.paint.line(inner, theme.PRINT_RED, 0.9, 2)
    for y in (64, 70):
        sheet.blit(red.surface, (left + unit(24), top + unit(y)))
    return Sprite(sheet.surface, blank.dx, blank.dy)
