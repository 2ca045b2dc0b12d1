"""A seat's card in the setup: identity, name, side, and room for its person-or-AI and level or device."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from game.core.spec import GameSpec
from game.table import Table
from scenes.kit import theme
from scenes.kit.canvas import Canvas
from scenes.kit.fonts import Style
from scenes.kit.stage import Stage
from scenes.services import Services
from scenes.table.board import GameSetup
from scenes.table.faces import draw_face, level_of
from scenes.table.loading import scenes_of
from scenes.table.rules_in_force import BETWEEN

NAME = Style(48, theme.IVORY, bold=True)
SMALL_NAME = NAME._replace(size=theme.NAME)
NOTE = Style(theme.CAPTION, theme.MUTED)
LABEL = Style(theme.LIST, theme.MUTED)
TOKEN, SMALL_TOKEN = 50, 38
FACE = 1.15  # the width of a level's face in radii of the token
LEAST_NAME = 18  # of twelve kana
MOST_GROWTH = 1.25  # how far name and note follow the text scale


@dataclass(frozen=True, slots=True)
class SeatPlaces:
    """The parts of a card in pixels. `stock` is None where there is no room for it; `upright` cards are columns.

    `token` is the radius of the identity's token, in design pixels.
    """

    head: pygame.Rect
    kind: pygame.Rect
    detail: pygame.Rect
    stock: pygame.Rect | None
    upright: bool
    token: float = TOKEN


def seat_places(stage: Stage, card: pygame.Rect) -> SeatPlaces:
    """A column where the card is high or one of many, else head on the left and choices on the right."""
    unit = stage.metrics.px
    if card.width < unit(500) and card.height < unit(300):
        inner = card.inflate(-unit(40), 0)
        return SeatPlaces(
            pygame.Rect(inner.x, card.y + unit(22), inner.width, unit(86)),
            pygame.Rect(inner.x, card.bottom - unit(134), inner.width, unit(60)),
            pygame.Rect(inner.x, card.bottom - unit(70), inner.width, unit(58)),
            None,
            True,
            SMALL_TOKEN,
        )
    if card.height > card.width * 0.8:
        inner = card.inflate(-unit(48), 0)
        narrow = card.width < unit(360)
        return SeatPlaces(
            pygame.Rect(inner.x, card.y + unit(34 if narrow else 38), inner.width, unit(120 if narrow else 134)),
            pygame.Rect(inner.x, card.y + unit(214), inner.width, unit(76)),
            pygame.Rect(inner.x, card.y + unit(306), inner.width, unit(72)),
            pygame.Rect(inner.x, card.y + unit(402), inner.width, unit(64)),
            True,
        )
    half = card.width // 2
    right = pygame.Rect(card.x + half, card.y, half - unit(32), card.height)
    middle = card.centery
    return SeatPlaces(
        pygame.Rect(card.x + unit(36), middle - unit(67), half - unit(64), unit(134)),
        pygame.Rect(right.x, middle - unit(88), right.width, unit(80)),
        pygame.Rect(right.x, middle + unit(12), right.width, unit(76)),
        None,
        False,
    )


def draw_seat(
    services: Services, canvas: Canvas, card: pygame.Rect, places: SeatPlaces, table: Table, index: int, spec: GameSpec
) -> None:
    """Draw the card's face; its widgets are drawn by the focus."""
    stage = services.stage
    unit = stage.metrics.px
    seat = table.seats[index]
    stage.put(canvas, stage.paint.panel("lacquer", card.size), card.topleft)
    corner, thick = unit(17), unit(17)
    if places.upright:
        strip = services.identities.strip(seat.identity, (card.width - 2, thick), (corner, corner, 0, 0))
    else:
        strip = services.identities.strip(seat.identity, (thick, card.height - 2), (corner, 0, 0, corner))
    stage.put(canvas, strip, (card.x + 1, card.y + 1))
    middle = places.head.centery
    token = services.identities.token(seat.identity, places.token)
    stage.put(canvas, token, (places.head.x + unit(6), middle - unit(places.token)))
    left = places.head.x + unit(2 * places.token + 28)
    room = places.head.right - left - unit(4)
    lower_right = places.head.x + unit(6 + 1.72 * places.token), middle + unit(0.72 * places.token)
    draw_face(stage, canvas, level_of(seat), lower_right, unit(FACE * places.token))
    name = services.name(seat)
    usual = NAME if places.token == TOKEN else SMALL_NAME
    style = stage.shrunk(name, stage.capped(usual, MOST_GROWTH), room, LEAST_NAME)
    stage.text(canvas, name, (left, middle - unit(2)), style, width=room)
    note = seat_note(services, table, index, spec, places.stock is not None)
    style = stage.shrunk(note, stage.capped(NOTE, MOST_GROWTH), room, 22)
    if places.stock is not None and stage.fonts.width(note, style) > room:  # a narrow card: below the token
        width = places.kind.width
        style = stage.shrunk(note, stage.capped(NOTE, MOST_GROWTH), width, 22)
        stage.text(canvas, note, (places.head.x + unit(4), places.kind.top - unit(34)), style, width=width)
    elif stage.fonts.width(note, style) <= room:  # the smallest cards have no room for what all seats do
        stage.text(canvas, note, (left, middle + unit(40)), style)
    if places.stock is None:
        return
    hairline = stage.paint.line(places.kind.width, theme.IVORY, 0.18)
    for y in (places.kind.top - unit(19), places.stock.top - unit(12)):
        stage.put(canvas, hairline, (places.kind.x, y))
    _draw_stock(services, canvas, places.stock, scenes_of(spec).setup, table, index)


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
    row = setup.stock_row(services, stock, False, rect.width - stage.fonts.width(stock.unit, LABEL) - gap)
    width, height = row.surface.get_size()
    label = stage.shrunk(stock.unit, LABEL, rect.width - width - gap, 22)
    size = label.size * stage.metrics.scale * stage.metrics.text_scale
    stage.text(canvas, stock.unit, (rect.x, rect.centery + 0.366 * size), label, width=rect.width - width - gap)
    stage.put(canvas, row, (rect.right - width, rect.centery - height // 2))
