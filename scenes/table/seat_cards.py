"""Seat cards: who sits there, what they have left, and, lit in enamel, whose turn it is."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from scenes.kit import theme
from scenes.kit.canvas import Canvas, Sheet, Target
from scenes.kit.fonts import Style
from scenes.kit.paint import LIFT_CARD, Sprite
from scenes.services import Services
from scenes.table.board import GameSetup, Stock
from scenes.table.faces import draw_face

FULL_HEIGHT = 180  # design pixels; a lower card shows head and count in one row
STRIP = 12
TOKEN = 36
FACE = 44  # the width of a level's face, at the token's lower right
PLAIN = "circle"  # the identity without a pattern, for an edge in the colour of a side
COUNT = Style(52, theme.IVORY, bold=True)
LEAST_NAME = 20  # of twelve kana
MOST_GROWTH = 1.2  # how far a card's words follow the text scale


@dataclass(frozen=True, slots=True)
class Card:
    """What a seat card says; equal cards look alike. `notes` holds ever shorter forms, the first that fits is shown."""

    identity: str
    name: str
    notes: tuple[str, ...]
    stock: Stock
    setup: GameSetup
    level: int = 0  # of the AI that plays for the seat


def draw_card(services: Services, canvas: Canvas, rect: pygame.Rect, card: Card, light: float) -> None:
    """Draw a card at `rect` (pixels); `light` 0..1 cross-fades from lacquer to enamel."""
    shadow = services.stage.paint.shadow(rect.size, LIFT_CARD)
    services.stage.put(canvas, shadow, rect.topleft)  # apart from the faces: a fading card redraws no shadow
    if light < 1:
        services.stage.put(canvas, _card(services, rect.size, card, lit=False), rect.topleft)
    if light > 0:
        services.stage.put(canvas, _card(services, rect.size, card, lit=True), rect.topleft, light)


def _card(services: Services, size: tuple[int, int], card: Card, lit: bool) -> Sprite:
    return services.stage.paint.latest(
        f"card {card.identity} {lit}", (size, card), lambda: _make(services, size, card, lit)
    )


def _make(services: Services, size: tuple[int, int], card: Card, lit: bool) -> Sprite:
    stage = services.stage
    unit = stage.metrics.px
    sheet = Sheet.blank(size)
    stage.put(sheet, stage.paint.face("enamel" if lit else "lacquer", size), (0, 0))
    face = pygame.Rect((0, 0), size)
    rim = unit(5) if lit else unit(2)
    corner = max(1, unit(18) - rim)
    edge = card.setup.edge(card.stock, lit)
    whose = PLAIN if edge else card.identity
    strip = services.identities.strip(whose, (unit(STRIP), face.height - 2 * rim), (corner, 0, 0, corner), edge)
    sheet.blit(strip.surface, (face.x + rim, face.y + rim))
    full = face.height >= unit(FULL_HEIGHT)
    middle = face.y + unit(64) if full else face.centery
    badge = card.setup.badge(services, card.stock, TOKEN)
    if badge is None:
        token = services.identities.token(card.identity, TOKEN, lit)
        stage.put(sheet, token, (face.x + unit(30), middle - unit(TOKEN)))
    else:
        stage.put(sheet, badge, (face.x + unit(30 + TOKEN), middle))
    if full:
        _head(services, sheet, face, card, lit, middle, face.width - unit(118 + 16))
        hairline = stage.paint.line(face.width - unit(60), theme.INK if lit else theme.IVORY, 0.22)
        sheet.blit(hairline.surface, (face.x + unit(36), face.y + unit(122)))
        _stock(services, sheet, card, lit, face.x + unit(36), face.y + unit(146), face.right - unit(24), True)
    else:
        wide = face.width >= unit(700)
        stock_room = unit(480) if wide else unit(132) if face.width > unit(420) else unit(92)
        _head(services, sheet, face, card, lit, middle, face.width - unit(118 + 16) - stock_room)
        top = face.centery - unit(24)
        _stock(services, sheet, card, lit, face.right - stock_room, top, face.right - unit(10), wide)
    return Sprite(sheet.surface)


def _head(services: Services, sheet: Target, face: pygame.Rect, card: Card, lit: bool, middle: int, room: int) -> None:
    """Name and note, right of the token."""
    stage = services.stage
    left = face.x + stage.metrics.px(118)
    corner = face.x + stage.metrics.px(30 + 1.72 * TOKEN), middle + stage.metrics.px(0.72 * TOKEN)
    draw_face(stage, sheet, card.level, corner, stage.metrics.px(FACE))
    name = stage.capped(Style(theme.NAME, theme.INK if lit else theme.IVORY, bold=True), MOST_GROWTH)
    note = stage.capped(Style(theme.CAPTION, theme.INK_SOFT if lit else theme.MUTED), MOST_GROWTH)
    name = stage.shrunk(card.name, name, room, LEAST_NAME)
    stage.text(sheet, card.name, (left, middle - stage.metrics.px(2)), name, width=room)
    fitting = (text for text in card.notes if stage.fonts.width(text, stage.shrunk(text, note, room)) <= room)
    text = next(fitting, card.notes[-1])
    stage.text(sheet, text, (left, middle + stage.metrics.px(34)), stage.shrunk(text, note, room), width=room)


def _stock(
    services: Services, sheet: Target, card: Card, lit: bool, left: int, top: int, right: int, with_row: bool
) -> None:
    """The row of what is left, the number and its word."""
    stage, stock = services.stage, card.stock
    unit = stage.metrics.px
    ink = theme.INK if lit else theme.IVORY
    count = stage.capped(COUNT, MOST_GROWTH)
    word = stage.capped(Style(theme.CAPTION, theme.INK_SOFT if lit else theme.MUTED), MOST_GROWTH)
    x = left
    if with_row:
        told = stage.fonts.width(str(stock.total), count) + unit(8) + stage.fonts.width(stock.unit, word)
        row = card.setup.stock_row(services, stock, lit, right - left - unit(16) - told)
        stage.put(sheet, row, (left, top))
        x = left + row.surface.get_width() + unit(16)
    baseline = top + unit(24) + round(0.366 * count.size * stage.metrics.scale * stage.metrics.text_scale)
    number = stage.text(sheet, str(stock.left), (x, baseline), count._replace(color=ink))
    room = right - number.right - unit(8)
    word = stage.shrunk(stock.unit, word, room)
    if stage.fonts.width(stock.unit, word) <= room:
        stage.text(sheet, stock.unit, (number.right + unit(8), baseline), word)
