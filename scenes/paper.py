"""The moves, written on a strip of paper."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pygame

from scenes.house import House
from scenes.kit import theme
from scenes.kit.canvas import Canvas, Sheet
from scenes.kit.fonts import Style
from scenes.kit.paint import Sprite

HEADING = Style(theme.LIST, theme.PRINT_RED, bold=True)
NUMBER = Style(theme.CAPTION, theme.INK_SOFT)
MOVE = Style(theme.LIST, theme.INK)
LATEST = Style(theme.LIST, theme.INK, bold=True)
ROW = 50
HEAD = 76
FOOT = 28
TOKEN = 17
PAIR = 370  # design pixels that two actions side by side need


@dataclass(frozen=True, slots=True)
class Entry:
    """One action: its text and, where rows do not tell, whose it is."""

    text: str
    identity: str


def draw_moves(
    house: House, canvas: Canvas, rect: pygame.Rect, entries: Sequence[Entry], seats: int, upcoming: str
) -> None:
    """The latest actions that fit `rect` (pixels); `upcoming` is the identity to act, "" when the game is over."""
    key = ("moves", rect.size, tuple(entries), upcoming, house.stage.strings.language)
    sprite = house.stage.paint.latest("moves", key, lambda: _make(house, rect.size, entries, seats, upcoming))
    house.stage.put(canvas, sprite, rect.topleft)


def _make(house: House, size: tuple[int, int], entries: Sequence[Entry], seats: int, upcoming: str) -> Sprite:
    stage = house.stage
    unit = stage.metrics.px
    paper = stage.paint.once(("paper", size), lambda: _paper(house, size))
    sheet = Sheet.blank(paper.surface.get_size())
    sheet.blit(paper.surface, (0, 0))
    left, top = -paper.dx, -paper.dy
    stage.text(sheet, stage.t("match.moves"), (left + unit(24), top + unit(48)), HEADING)
    rows = max(1, (size[1] - unit(HEAD + FOOT)) // unit(ROW))
    cells = [*entries, *([Entry("…", upcoming)] if upcoming else [])]
    per_row = 2 * max(1, size[0] // unit(PAIR))
    across = size[0] // (per_row // 2)
    first = max(0, -(-len(cells) // per_row) - rows) * per_row
    for place, entry in enumerate(cells[first:]):
        index = first + place
        row, column = divmod(place, per_row)
        baseline = top + unit(HEAD) + row * unit(ROW) + unit(40)
        begin = left + column // 2 * across
        _entry(house, sheet, begin, baseline, across, index, column % 2, entry, seats, index == len(entries) - 1)
    return Sprite(sheet.surface, paper.dx, paper.dy)


def _entry(
    house: House,
    sheet: Sheet,
    left: int,
    baseline: int,
    width: int,
    index: int,
    column: int,
    entry: Entry,
    seats: int,
    latest: bool,
) -> None:
    stage = house.stage
    unit = stage.metrics.px
    starts = (unit(100), unit(252)) if seats == 2 else (unit(96), unit(272))
    x = left + round(starts[column] * width / unit(392))
    if latest:
        box = pygame.Rect(
            x - unit(68 if seats > 2 else 14), baseline - unit(38), unit(178 if seats > 2 else 130), unit(50)
        )
        box.width = min(box.width, left + width - unit(8) - box.x)
        wash = stage.paint.veil(box.size, 0.42, "#D9B87A")
        sheet.blit(wash.surface, box.topleft)
    if seats > 2:
        token = house.identities.token(entry.identity, TOKEN)
        stage.put(sheet, token, (x - unit(56), baseline - unit(13 + TOKEN)))
    elif column == 0:
        stage.text(sheet, str(index // 2 + 1), (left + unit(66), baseline), NUMBER, "right")
    stage.text(sheet, entry.text, (x, baseline), LATEST if latest else MOVE)


def _paper(house: House, size: tuple[int, int]) -> Sprite:
    """The blank strip: double red line under the head, ruled rows, a torn foot, its shadow."""
    stage = house.stage
    unit = stage.metrics.px
    shade = stage.paint.shadow(size, 0.7, 2)
    sheet = Sheet.blank(shade.surface.get_size())
    sheet.blit(shade.surface, (0, 0))
    left, top = -shade.dx, -shade.dy
    sheet.blit(_torn(house, size), (left, top))
    inner = size[0] - 2 * unit(24)
    red = stage.paint.line(inner, theme.PRINT_RED, 0.9, 2)
    for y in (64, 70):
        sheet.blit(red.surface, (left + unit(24), top + unit(y)))
    ruled = stage.paint.line(inner, "#B79A70", 0.6, 1.5)
    for i in range(max(0, (size[1] - unit(HEAD + FOOT)) // unit(ROW))):
        sheet.blit(ruled.surface, (left + unit(24), top + unit(HEAD) + (i + 1) * unit(ROW) + unit(2)))
    return Sprite(sheet.surface, shade.dx, shade.dy)


def _torn(house: House, size: tuple[int, int]) -> pygame.Surface:
    """The paper's texture cut to `size`, its foot torn into teeth."""
    texture = house.stage.assets.picture("textures/paper.jpg")
    scale = size[0] / texture.get_width()
    needed = min(texture.get_height(), round(size[1] / scale))
    part = texture.subsurface((0, 0, texture.get_width(), needed))
    surface = pygame.transform.smoothscale(part, size).convert_alpha()
    teeth, big = 28, 4
    depth = house.stage.metrics.px(9)
    mask = pygame.Surface((size[0], (depth + 1) * big), pygame.SRCALPHA)
    mask.fill((255, 255, 255, 0))
    step = size[0] / teeth
    points = [(0.0, 0.0)]
    for i in range(teeth):
        points += [(i * step + step / 2, depth * big), ((i + 1) * step, 0.0)]
    pygame.draw.polygon(mask, (255, 255, 255, 255), points)
    foot = pygame.transform.smoothscale(mask, (size[0], depth + 1))
    surface.blit(foot, (0, size[1] - depth - 1), special_flags=pygame.BLEND_RGBA_MULT)
    return surface
