"""What the setup draws besides its widgets: the face of a seat's card, and the board of the table that is being set."""

from __future__ import annotations

import math

import pygame

from game.core.spec import GameSpec
from game.table import Table
from scenes.kit import theme
from scenes.kit.boxes import Places
from scenes.kit.canvas import Canvas, Sheet, Target
from scenes.kit.fonts import Style
from scenes.kit.paint import Sprite
from scenes.services import Services
from scenes.setup.places import STRIP, TOKEN
from scenes.table.board import GameSetup, View
from scenes.table.faces import draw_face, level_of
from scenes.table.loading import make_board, scenes_of
from scenes.table.rules_in_force import BETWEEN

NAME = Style(48, theme.IVORY, bold=True)
SMALL_NAME = NAME._replace(size=theme.NAME)
NOTE = Style(theme.CAPTION, theme.MUTED)
LABEL = Style(theme.LIST, theme.MUTED)
FACE = 1.15  # the width of a level's face in radii of the token
SHADOW = 130  # design pixels around the board's frame for its shadow
LEAST_NAME, LEAST = 18, 22  # the name has up to twelve kana
MOST_GROWTH = 1.25  # how far name and note follow the text scale


def draw_seat(
    services: Services, canvas: Canvas, card: pygame.Rect, places: Places, table: Table, index: int, spec: GameSpec
) -> None:
    """Draw the card's face; its widgets are drawn by the focus."""
    stage, seat = services.stage, table.seats[index]
    stage.put(canvas, stage.paint.panel("lacquer", card.size), card.topleft)
    strip, corner = places["strip"], stage.metrics.px(STRIP)
    corners = (corner, corner, 0, 0) if strip.width > strip.height else (corner, 0, 0, corner)
    stage.put(canvas, services.identities.strip(seat.identity, strip.size, corners), strip.topleft)
    token = places["token"]
    radius = round(token.width / 2 / stage.metrics.scale)
    stage.put(canvas, services.identities.token(seat.identity, radius), token.topleft)
    lower_right = token.left + round(0.86 * token.width), token.centery + round(0.36 * token.width)
    draw_face(stage, canvas, level_of(seat), lower_right, round(FACE / 2 * token.width))
    usual = NAME if radius == TOKEN else SMALL_NAME
    stage.label(canvas, services.name(seat), places["name"], usual, grow=MOST_GROWTH, least=LEAST_NAME)
    text = seat_note(services, table, index, spec, "stock" in places)
    least = stage.fonts.width(text, stage.shrunk(text, stage.capped(NOTE, MOST_GROWTH), places["note"].width, LEAST))
    # The smallest cards have no room for what all seats do.
    place = places["note"] if least <= places["note"].width else places.get("below")
    if place is not None:
        stage.label(canvas, text, place, NOTE, grow=MOST_GROWTH, least=LEAST)
    for line in places.all("line"):
        stage.put(canvas, stage.paint.line(line.width, theme.IVORY, 0.18), line.topleft)
    for place in places.all("stock"):
        _draw_stock(services, canvas, place, scenes_of(spec).setup, table, index)


def seat_note(services: Services, table: Table, index: int, spec: GameSpec, shows_stock: bool) -> str:
    """Where a seat lies and what it aims at, and its handicap unless the stock below shows that."""
    setup = scenes_of(spec).setup
    given = setup.handicap_note(services.stage, index, table.options)
    if given and spec.simultaneous:
        return given  # the rest would be what all seats do
    fixed = table.begins == "first"
    place = setup.seat_note(services.stage, index, table.options) if fixed else services.stage.t("setup.side_open")
    return BETWEEN.join((place, given)) if given and not shows_stock else place


def _draw_stock(
    services: Services,
    canvas: Canvas,
    rect: pygame.Rect,
    setup: GameSetup,
    table: Table,
    index: int,
) -> None:
    stage = services.stage
    stock = setup.stock(stage, table.options, index)
    gap = stage.metrics.px(16)
    sprite = setup.stock_row(services, stock, False, rect.width - stage.fonts.width(stock.unit, LABEL) - gap)
    width, height = sprite.surface.get_size()
    label = pygame.Rect(rect.left, rect.top, rect.width - width - gap, rect.height)
    stage.label(canvas, stock.unit, label, LABEL, grow=1.5, least=LEAST)
    stage.put(canvas, sprite, (rect.right - width, rect.centery - height // 2))


def draw_preview(
    services: Services, canvas: Target, rect: pygame.Rect, spec: GameSpec, table: Table, slot: str
) -> None:
    """The first position of `table` in `rect` (pixels).

    A frame costs one blit: the picture is made anew where the table, its size or its `slot` is another.
    """
    seats = tuple(seat.identity for seat in table.seats)
    options = tuple(sorted(table.options.items()))
    key = (spec.id, options, table.seed, seats, rect.size)
    made = services.stage.paint.latest(slot, key, lambda: _make(services, rect.size, spec, table))
    services.stage.put(canvas, made, rect.topleft)


def _make(services: Services, size: tuple[int, int], spec: GameSpec, table: Table) -> Sprite:
    pad = math.ceil(services.stage.metrics.px(SHADOW))
    sheet = Sheet.blank((size[0] + 2 * pad, size[1] + 2 * pad))
    start = spec.rules.start(table.options, table.seed or 0)
    board = make_board(services, spec, table.options)
    board.layout(pygame.Rect((pad, pad), size), [seat.identity for seat in table.seats], 0)
    board.drawing.draw_ground(sheet)
    selection = board.input.empty(start, (), "mouse")
    board.drawing.draw(sheet, View(start, board.drawing.pieces(start), (), selection))
    return Sprite(sheet.surface, -pad, -pad)
