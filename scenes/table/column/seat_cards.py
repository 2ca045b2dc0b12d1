"""Seat cards: who sits there, what they have left, and, lit in enamel, whose turn it is."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from scenes.kit.drawing import theme
from scenes.kit.drawing.canvas import Canvas, Drawable, SurfaceCanvas
from scenes.kit.drawing.fonts import Style
from scenes.kit.drawing.paint import LIFT_CARD, Sprite
from scenes.kit.layout import Part, cell, column, row, within
from scenes.kit.stage import Stage
from scenes.kit.widgets.person import draw_owned_panel
from scenes.table.art.faces import draw_face
from scenes.table.contract.setup import GameSetup, Stock

FULL_HEIGHT, WIDE = 196, 700  # design pixels; a lower card shows head and count in one row, a wide one all of it
TOKEN = 36
FACE = 44  # the width of a level's face, at the token's lower right
PLAIN = "circle"  # the identity without a pattern, for an edge in the colour of a side
COUNT = Style(48, theme.IVORY, bold=True)
LEAST_NAME = 20  # of twelve kana
MOST_GROWTH = 1.2  # how far a card's words follow the text scale


@dataclass(frozen=True, slots=True)
class SeatCard:
    """The content of a seat card; equal cards look alike. `notes` holds ever shorter forms, the first that fits is
    shown.
    """

    identity: str
    name: str
    notes: tuple[str, ...]
    stock: Stock
    setup: GameSetup
    level: int = 0  # of the AI that plays for the seat


def draw_card(stage: Stage, canvas: Canvas, rect: pygame.Rect, card: SeatCard, light: float) -> None:
    """Draw a card at `rect` (pixels); `light` 0..1 cross-fades from lacquer to enamel."""
    shadow = stage.paint.shadow(rect.size, LIFT_CARD)
    stage.blit(canvas, shadow, rect.topleft)  # apart from the faces: a fading card redraws no shadow
    if light < 1:
        stage.blit(canvas, _card(stage, rect.size, card, lit=False), rect.topleft)
    if light > 0:
        stage.blit(canvas, _card(stage, rect.size, card, lit=True), rect.topleft, light)


def _card(stage: Stage, size: tuple[int, int], card: SeatCard, lit: bool) -> Sprite:
    return stage.paint.cached_one(f"card {card.identity} {lit}", (size, card), lambda: _make(stage, size, card, lit))


def _plan(width: float, height: float) -> Part:
    """The `token`, the `words`, and what is left (`stock`); on a high card a hairline (`line`) lies over that."""
    if height >= FULL_HEIGHT:
        head = row(cell("token", 2 * TOKEN), cell("words"), size=2 * TOKEN, gap=16)
        stock = row(cell("stock"), size=48, pad=(6, 0, 8, 0))
        return column(head, row(cell("line"), size=2, pad=(6, 0, 14, 0)), stock, gap=22, pad=(30, 28, 16, 0))
    room = 470 if width >= WIDE else 122 if width > 420 else 82
    return row(cell("token", 2 * TOKEN), cell("words"), cell("stock", room), gap=16, pad=(30, 0, 10, 0))


def _make(stage: Stage, size: tuple[int, int], card: SeatCard, lit: bool) -> Sprite:
    sheet, face = SurfaceCanvas.blank(size), pygame.Rect((0, 0), size)
    edge = card.stock.edges[0 if lit else 1]
    whose = PLAIN if edge else card.identity
    draw_owned_panel(stage, sheet, face, whose, lit=lit, edge=edge, shadow=False)
    width, height = (side / stage.metrics.scale for side in size)
    places = within(stage.metrics, face, _plan(width, height))
    token, line = places["token"], places.get("line")
    badge = card.setup.badge(stage, card.stock, TOKEN)
    if badge is None:
        token_at = token.left, token.centery - stage.metrics.px(TOKEN)
        stage.blit(sheet, stage.identities.token(card.identity, TOKEN, lit), token_at)
    else:
        stage.blit(sheet, badge, token.center)
    corner = token.left + stage.metrics.px(1.72 * TOKEN), token.centery + stage.metrics.px(0.72 * TOKEN)
    draw_face(stage, sheet, card.level, corner, stage.metrics.px(FACE))
    _head(stage, sheet, card, lit, places["words"])
    if line is not None:
        hairline = stage.paint.line(line.width, theme.INK if lit else theme.IVORY, 0.22)
        sheet.blit(hairline.surface, line.topleft)
    _stock(stage, sheet, card, lit, places["stock"], line is not None or width >= WIDE)
    return Sprite(sheet.surface)


def _head(stage: Stage, sheet: Drawable, card: SeatCard, lit: bool, room: pygame.Rect) -> None:
    """Name and note, right of the token."""
    name = Style(theme.NAME, theme.INK if lit else theme.IVORY, bold=True)
    note = Style(theme.CAPTION, theme.INK_SOFT if lit else theme.MUTED)
    upper, lower = room.move(0, -stage.metrics.px(17)), room.move(0, stage.metrics.px(24))
    stage.label(sheet, card.name, upper, name, grow=MOST_GROWTH, least=LEAST_NAME)
    capped = stage.limit_scale(note, MOST_GROWTH)
    fitting = (
        text
        for text in card.notes
        if stage.fonts.width(text, stage.shrink_to_width(text, capped, room.width)) <= room.width
    )
    stage.label(sheet, next(fitting, card.notes[-1]), lower, note, grow=MOST_GROWTH)


def _stock(stage: Stage, sheet: Drawable, card: SeatCard, lit: bool, room: pygame.Rect, with_row: bool) -> None:
    """The row of what is left, the number and its word."""
    stock = card.stock
    unit = stage.metrics.px
    count = stage.limit_scale(COUNT._replace(color=theme.INK if lit else theme.IVORY), MOST_GROWTH)
    word = stage.limit_scale(Style(theme.CAPTION, theme.INK_SOFT if lit else theme.MUTED), MOST_GROWTH)
    x = room.left
    if with_row:
        told = stage.fonts.width(str(stock.total), count) + unit(8) + stage.fonts.width(stock.unit, word)
        pieces = card.setup.stock_row(stage, stock, lit, room.width - unit(16) - told)
        stage.blit(sheet, pieces, (x, room.centery - unit(24)))
        x += pieces.surface.get_width() + unit(16)
    baseline = room.centery + stage.drop(count)
    x = stage.text(sheet, str(stock.left), (x, baseline), count).right + unit(8)
    for words in filter(None, (stock.unit, stock.brief)):
        fitting = stage.shrink_to_width(words, word, room.right - x)
        if stage.fonts.width(words, fitting) <= room.right - x:
            stage.text(sheet, words, (x, baseline), fitting)
            return
