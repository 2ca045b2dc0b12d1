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
from scenes.kit.person import Tag, draw_owned_panel, draw_person
from scenes.services import Services
from scenes.table.contract.setup import GameSetup
from scenes.table.faces import draw_face, level_of
from scenes.table.loading import make_board, scenes_of
from scenes.table.rules_in_force import BETWEEN

NOTE = Style(theme.CAPTION, theme.MUTED)
LABEL = Style(theme.LIST, theme.MUTED)
FACE = 1.15  # the width of a level's face in radii of the token
SHADOW = 130  # design pixels around the board's frame for its shadow
LEAST = 22
MOST_GROWTH = 1.25  # how far name and note follow the text scale
TAG = Tag(50, Style(48, theme.IVORY, bold=True), NOTE, 22, MOST_GROWTH, least=18)  # the name has up to twelve kana
SMALL_TAG = TAG._replace(radius=38, name=Style(theme.NAME, theme.IVORY, bold=True))
LOW, STRIP = 90, 17  # design pixels: what is lower has the small one; the thickness of a seat's strip


def draw_seat(
    services: Services, canvas: Canvas, card: pygame.Rect, places: Places, table: Table, index: int, spec: GameSpec
) -> None:
    """Draw the card's face; its widgets are drawn by the focus."""
    stage, seat = services.stage, table.seats[index]
    who, note = places["who"], seat_note(services, table, index, spec, "stock" in places)
    is_upright = places["kind"].top >= who.bottom
    draw_owned_panel(stage, canvas, card, seat.identity, strip=STRIP, upright=is_upright)
    tag = TAG if who.height > stage.metrics.px(LOW) else SMALL_TAG
    room = who.width - stage.metrics.px(2 * tag.radius + tag.gap)
    style = stage.shrunk(note, stage.capped(NOTE, MOST_GROWTH), room, LEAST)
    fits = stage.fonts.width(note, style) <= room
    name, beside = services.people.name(seat), note if fits else ""
    draw_person(stage, canvas, who, tag, seat.identity, name, beside)
    lower_right = who.left + stage.metrics.px(1.72 * tag.radius), who.centery + stage.metrics.px(0.72 * tag.radius)
    draw_face(stage, canvas, level_of(seat), lower_right, stage.metrics.px(FACE * tag.radius))
    for below in places.all("below"):
        stage.label(canvas, "" if fits else note, below, NOTE, grow=MOST_GROWTH, least=LEAST)
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
    board.drawing.draw(sheet, board.view(start))
    return Sprite(sheet.surface, -pad, -pad)
