"""The parts of the menu: the head, one to eight games in rows, and its bar; and a tile's ribbon."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import pygame

from scenes.kit.drawing import svg, theme
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.drawing.fonts import Style
from scenes.kit.drawing.glyphs import Prompt
from scenes.kit.drawing.paint import Sprite
from scenes.kit.layout import GAP, Align, Metrics, Part, Places, Shape, cell, column, places, row, stack, within
from scenes.kit.stage import Stage
from scenes.kit.widgets.glyphbar import GlyphBar, PromptPlace
from scenes.kit.widgets.page import FRAMES, PageFrame, page

TEXT = Style(theme.CAPTION, theme.INK, bold=True)
HEIGHT, PAD, NOTCH = 48, 20, 16  # design pixels of the ribbon, as all below
UP = 40  # from the tile's lower edge to the ribbon's
MOST_GROWTH = 1.15  # how far the words follow the text scale
SOCKETS, RADIUS, BETWEEN = 8, 22, 10  # of those who sit at the table
ROSTER = SOCKETS * (2 * RADIUS + BETWEEN) - BETWEEN
SLIP = 408  # the width of the slip of paper
SLIMMEST = 5 / 3  # the most that a tile's height is, in widths
CLOSE = 34  # between rows whose plates lie on the tiles
BUTTON, BUTTON_PAD = 148, 28  # of the bar: how high a button is, and around the words on one
THIRD = (972 - 2 * GAP) / 3  # the width of most buttons of an upright window
LABEL = Style(theme.NAME, bold=True)
TALL = PageFrame(54, 28, 340, 52)  # whose bar has two rows of buttons
LAID, INSET = 92, 10  # the height of such a plate, and how far it keeps from the tile's edges


@dataclass(frozen=True, slots=True)
class TilePlace:
    """The places of a game's tile and its name plate, and the text on that; in pixels."""

    frame: pygame.Rect
    plate: pygame.Rect
    name: pygame.Rect
    note: pygame.Rect

    @property
    def is_laid(self) -> bool:
        """Whether the plate lies on the tile, for want of room below it."""
        return self.frame.contains(self.plate)

    def seen(self, frame: pygame.Rect) -> pygame.Rect:
        """The part of the tile that a plate leaves to be seen; `frame` is where it is while it grows."""
        bottom = self.plate.top if self.is_laid else frame.bottom
        return pygame.Rect(frame.left, frame.top, frame.width, bottom - frame.top)


def menu_parts(metrics: Metrics, count: int) -> Part:
    """The `wordmark`, `roster` and `slip`, and `frame` and `plate` of so many games (1 to 8).

    Beside the house's name there is a `line` above the roster.
    """
    shape = metrics.shape
    roster = cell("roster", 2 * RADIUS, across=ROSTER, align=Align.MIDDLE)
    if shape is Shape.TALL:
        slip = cell("slip", 72, across=SLIP, align=Align.MIDDLE)
        head = column(cell("wordmark"), roster, slip, size=226, gap=10)
        tiles = _tiles(count, 972, 1190, 3 if count > 6 else 2, 972, roomy=2, plate=112, above=28)
        return column(head, tiles, gap=28)
    wordmark, line = cell("wordmark", across=112), cell("line", 48)
    width = shape.value[0] - 2 * FRAMES[shape].margin
    if shape is Shape.WIDE:
        beside = column(line, roster, size=ROSTER, gap=12)
        head = row(
            wordmark, cell("slip", SLIP, across=72 * metrics.text_scale, align=Align.MIDDLE), beside, size=112, gap=98
        )
        tiles = _tiles(count, width, 684, 5, 545)
        return column(head, tiles, gap=56, pad=(0, 0, 0, 28))
    beside = column(line, roster, cell("slip", 60, across=SLIP, align=Align.END), size=ROSTER, gap=12)
    tiles = _tiles(count, width, 666, 4, 480, gap=32)
    return column(row(wordmark, beside, size=176), tiles, gap=8, pad=(0, 0, 0, 30))


def menu_places(metrics: Metrics, count: int) -> Places:
    """The places of all that, and of `bar`."""
    return places(metrics, page(metrics.shape, menu_parts(metrics, count), tall=TALL))


def _tiles(
    count: int,
    width: float,
    height: float,
    across: int,
    widest: float,
    *,
    roomy: int = 1,
    plate: float = 124,
    above: float = 44,
    gap: float = 44,
) -> Part:
    """Games in the middle of so much room, at most `across` in a row and no wider than `widest`.

    In up to `roomy` rows the plates lie below the tiles.
    """
    rows = -(-count // across)
    lines = [count // rows + (line < count % rows) for line in range(rows)]
    wide = min(widest, (width - gap * (lines[0] - 1)) / lines[0])
    named = partial(column, cell("name"), cell("note"), name="plate", gap=0, pad=(12, 4, 12, 0))
    if rows <= roomy:
        between, most = above, SLIMMEST * wide + above + plate
        tile = column(cell("frame"), named(size=plate), size=wide, gap=above)
    else:
        between, most = CLOSE, SLIMMEST * wide
        tile = stack(cell("frame"), column(cell(), named(size=LAID), pad=(INSET, 0, INSET, INSET)), size=wide)
    high = min(most, (height - between * (rows - 1)) / rows)
    full = [row(*[tile] * each, size=each * (wide + gap) - gap, gap=gap) for each in lines]
    middle = [row(cell(), line, cell(), size=high, gap=0) for line in full]
    return column(cell(), column(*middle, size=rows * (high + between) - between, gap=between), cell(), gap=0)


def tile_places(found: Places) -> list[TilePlace]:
    """Return the places of the games in their order."""
    return [TilePlace(*place) for place in zip(*map(found.all, ("frame", "plate", "name", "note")), strict=True)]


class MenuBar(GlyphBar):
    """The menu's bar. Where the window is upright it has two rows of buttons, the likeliest first and wide, the way out
    last.

    Elsewhere buttons stand in one row, each as wide as what is written on it asks for. Glyphs stand in the middle of
    the room that the buttons would take.
    """

    def _button_places(self) -> list[PromptPlace]:
        if self.stage.metrics.shape is not Shape.TALL:
            return super()._button_places()
        shown = [prompt for prompt in self.prompts if prompt.button]
        lines = [shown[:2], shown[2:]]
        cells = [[cell("button", None if each.button == "primary" else THIRD) for each in line] for line in lines]
        rows = column(*[row(*line, size=BUTTON) for line in cells if line])
        return self._placed(shown, self.region, rows)

    def _row(self, prompts: list[Prompt], left: int, width: int, top: int, height: int, gap: int) -> list[PromptPlace]:
        """One row; what the words leave over is shared out, and what they lack is taken from each in proportion."""
        pad = BUTTON_PAD * self.stage.metrics.text_scale  # so that larger words leave each button its part of the row
        buttons = [cell("button", fit=self.stage.natural(each.label, LABEL) + pad, share=1) for each in prompts]
        return self._placed(prompts, pygame.Rect(self.region.left, top, self.region.width, height), row(*buttons))

    def _placed(self, prompts: Sequence[Prompt], region: pygame.Rect, buttons: Part) -> list[PromptPlace]:
        places = within(self.stage.metrics, region, buttons).all("button")
        return [PromptPlace(prompt, rect) for prompt, rect in zip(prompts, places, strict=True)]

    def _glyph_places(self, shown: Sequence[Prompt]) -> list[PromptPlace]:
        places = super()._glyph_places(shown)
        if self.stage.metrics.shape is Shape.TALL and places:
            around = places[0].rect.unionall([place.rect for place in places])
            for place in places:
                place.rect.y += self.region.centery - around.centery
        return places


def draw_ribbon(stage: Stage, canvas: Canvas, tile: pygame.Rect, text: str) -> None:
    """Draw the ribbon with `text` on a tile that fills `tile` (pixels)."""
    unit = stage.metrics.px
    room = tile.width - unit(2 * PAD + NOTCH + 12)
    style = stage.shrink_to_width(text, stage.limit_scale(TEXT, MOST_GROWTH), room, 20)
    width = min(stage.fonts.width(text, style), room) + unit(2 * PAD + NOTCH)
    band = pygame.Rect(tile.left - unit(6), tile.bottom - unit(UP + HEIGHT), width, unit(HEIGHT))
    sprite = stage.paint.cached(("ribbon", band.size), lambda: Sprite(_ribbon(*band.size, unit(NOTCH))))
    stage.blit(canvas, stage.paint.shadow(band.size, 0.5, 4), band.topleft)
    stage.blit(canvas, sprite, band.topleft)
    inner = pygame.Rect(band.left, band.top, band.width - unit(NOTCH), band.height)
    stage.centred(canvas, text, inner, style, room)


def _ribbon(width: int, height: int, notch: int) -> pygame.Surface:
    """Brass, lit from the top, with a notch cut into its right end."""
    shape = f"M0 0H{width}L{width - notch} {height / 2}L{width} {height}H0Z"
    defs = svg.gradient("ribbon", theme.BUTTON_BRASS, (0, 0), (0, height))
    body = f'<defs>{defs}</defs><path d="{shape}" fill="url(#ribbon)" stroke="{theme.BRASS_DEEP}" stroke-width="2"/>'
    return svg.render(body, width, height)
