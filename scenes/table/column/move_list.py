"""The list of moves, on a strip of paper."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import pygame

from game.core.record import CLOCK_SEAT, SeatConfig
from game.core.rules import AnyStep
from scenes.kit.drawing import theme
from scenes.kit.drawing.canvas import Drawable, SurfaceCanvas
from scenes.kit.drawing.fonts import Style
from scenes.kit.drawing.paint import Sprite
from scenes.kit.layout import Metrics, Places, cell, column, row, within
from scenes.kit.stage import Stage
from scenes.table.art.paper import draw_shortened, paper
from scenes.table.contract.typevars import A, S, Sel
from scenes.table.contract.words import BoardWords

HEADING = Style(theme.LIST, theme.PRINT_RED, bold=True)
NUMBER = Style(theme.CAPTION, theme.INK_SOFT)
MOVE = Style(theme.LIST, theme.INK)
LATEST = Style(theme.LIST, theme.INK, bold=True)
AHEAD = Style(theme.LIST, "#8A7458")
# Limit of the text scale, because the ruled lines have a fixed distance.
MOST_GROWTH = 1.15
# Height of a row, and margin at either end of a ruled line. All lengths here are in design pixels.
ROW, SIDE = 50, 24
LEAST_ROWS = 3
HEAD = 76
FOOT = 28
# Space below a row for descenders, which reach below its line.
SPILL = 12
TOKEN = 17
# Width of the paper with two actions side by side.
PAIR = 370


@dataclass(frozen=True, slots=True)
class MoveEntry:
    """One action in the list: its text, and its player's identity, "" for the clock."""

    text: str
    identity: str


@dataclass(frozen=True, slots=True)
class MoveList:
    """The list of actions. `current` is the index of the action that led to the position on screen, or -1.

    `upcoming` is the identity of the next player, "" for none.
    """

    entries: tuple[MoveEntry, ...]
    current: int
    upcoming: str = ""


def entries(
    words: BoardWords[S, A, Sel], seats: Sequence[SeatConfig], steps: Iterable[AnyStep]
) -> tuple[MoveEntry, ...]:
    """Return the steps of a game as entries."""
    return tuple(
        MoveEntry(words.action(step.action).notation, "" if step.seat == CLOCK_SEAT else seats[step.seat].identity)
        for step in steps
    )


@lru_cache(maxsize=8)
def _places(metrics: Metrics, size: tuple[int, int], two: bool) -> Places:
    """Return the places on a paper of `size` pixels: each `row`, each `move` in it, and a `number` before each pair."""
    width, height = (side / metrics.scale for side in size)
    shares = (56, 150, 170) if two else (28, 176, 188)
    pair = [cell(name, share=share) for name, share in zip(("number", "move", "move"), shares, strict=True)]
    line = row(*pair * max(1, int(width // PAIR)), name="row", size=ROW, gap=0)
    # One more pixel allows for rounding.
    rows = max(1, int((height + 1 - HEAD - FOOT) // ROW))
    return within(metrics, pygame.Rect((0, 0), size), column(cell("head", HEAD), *[line] * rows, cell(), gap=0))


def _first(places: Places, moves: MoveList) -> int:
    """Return the index of the first visible action. If possible, the current one is in the middle."""
    rows, per_row = len(places.all("row")), len(places.all("move")) // len(places.all("row"))
    shown = len(moves.entries) + bool(moves.upcoming)
    middle = len(moves.entries) if moves.upcoming else max(0, moves.current)
    return per_row * max(0, min(middle // per_row - rows // 2, -(-shown // per_row) - rows))


def draw_move_list(stage: Stage, canvas: Drawable, rect: pygame.Rect, moves: MoveList, seats: int) -> None:
    """Draw as many actions around the current one as fit into `rect` (pixels).

    The paper is only as tall as it has to be.
    """
    unit = stage.metrics.px
    strip = stage.paint.cached(("headed paper", rect.size), lambda: _headed(stage, rect.size))
    cells = [*moves.entries, *([MoveEntry("…", moves.upcoming)] if moves.upcoming else [])]
    per_row = 2 * max(1, rect.width // unit(PAIR))
    needed = min(rect.height, unit(HEAD + FOOT + max(LEAST_ROWS, -(-len(cells) // per_row)) * ROW))
    draw_shortened(stage, canvas, strip, rect.topleft, rect.height - needed)
    places = _places(stage.metrics, (rect.width, needed), seats == 2)
    head = places["head"].move(rect.topleft).inflate(-2 * unit(SIDE), -unit(6))
    stage.label(canvas, stage.t("match.moves"), head, HEADING, grow=MOST_GROWTH)
    ruled = stage.paint.line(rect.width - 2 * unit(SIDE), "#B79A70", 0.6, 1.5)
    for number, place in enumerate(places.all("row")):
        canvas.blit(ruled.surface, (rect.x + unit(SIDE), rect.y + place.bottom + unit(2)))
        first = _first(places, moves) + number * per_row
        shown = tuple(cells[first : first + per_row])
        if shown:
            stage.blit(canvas, _row(stage, places, first, shown, moves, seats == 2), place.move(rect.topleft).topleft)


def move_at(stage: Stage, rect: pygame.Rect, moves: MoveList, seats: int, point: tuple[int, int]) -> int | None:
    """Return the index of the action at `point`, or None."""
    places = _places(stage.metrics, rect.size, seats == 2)
    found = pygame.Rect(point[0] - rect.x, point[1] - rect.y, 1, 1).collidelist(places.all("move"))
    index = _first(places, moves) + found
    return index if found >= 0 and index < len(moves.entries) else None


def _row(stage: Stage, places: Places, first: int, shown: tuple[MoveEntry, ...], moves: MoveList, two: bool) -> Sprite:
    """Draw a row of actions side by side, beginning with the action number `first`."""
    numbered = range(first, first + len(shown))
    current = moves.current if moves.current in numbered else -1
    ahead = [moves.current < index < len(moves.entries) for index in numbered]
    stage, line = stage, places.all("row")[0]

    def make() -> Sprite:
        sheet = SurfaceCanvas.blank((line.width, stage.metrics.px(ROW + SPILL)))
        for index, entry, place in zip(numbered, shown, places.all("move"), strict=False):
            style = LATEST if index == current else AHEAD if ahead[index - first] else MOVE
            _draw_entry(stage, sheet, place.move(0, -line.y), entry, style, two)
        for index, place in zip(numbered[::2], places.all("number") if two else (), strict=False):
            place = place.move(-stage.metrics.px(10), -line.y)
            stage.label(sheet, str(index // 2 + 1), place, NUMBER, "right", grow=MOST_GROWTH)
        return Sprite(sheet.surface)

    return stage.paint.cached(("moves", line.width, first, shown, two, current, *ahead), make)


def _draw_entry(
    stage: Stage, sheet: SurfaceCanvas, place: pygame.Rect, entry: MoveEntry, style: Style, two: bool
) -> None:
    """Draw an action; the current one is highlighted. Unless `two` play, a token before the action shows the player."""
    stage, px = stage, stage.metrics.px
    left = place.left + px(24 if two else 68)
    if style is LATEST:
        begin = left - px(14 if two else 68)
        size = min(px(130 if two else 178), place.right - px(8) - begin), place.height
        sheet.blit(stage.paint.veil(size, 0.42, "#D9B87A").surface, (begin, place.top + px(2)))
    if entry.identity and not two:
        token = stage.identities.token(entry.identity, TOKEN)
        stage.blit(sheet, token, (left - px(56), place.centery - px(TOKEN)))
    room = pygame.Rect(left, place.top, place.right - left, place.height)
    stage.label(sheet, entry.text, room, style, grow=MOST_GROWTH, least=22)


def _headed(stage: Stage, size: tuple[int, int]) -> Sprite:
    """Draw a blank strip for moves, with a double red line under its head."""
    unit = stage.metrics.px
    blank = paper(stage, size)
    sheet = SurfaceCanvas(blank.surface)
    left, top = unit(SIDE) - blank.dx, -blank.dy
    red = stage.paint.line(size[0] - 2 * unit(SIDE), theme.PRINT_RED, 0.9, 2)
    for y in (64, 70):
        sheet.blit(red.surface, (left, top + unit(y)))
    return Sprite(sheet.surface, blank.dx, blank.dy)
