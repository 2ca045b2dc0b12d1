"""The drawing of the setup besides its widgets: the face of a seat's card, and the board of the new table."""

from __future__ import annotations

import math
from collections.abc import Sequence

import pygame

from game.core.device_id import DeviceId
from game.core.record import SeatConfig
from game.core.spec import GameSpec
from game.match_setup import MatchSetup
from scenes.kit.drawing import theme
from scenes.kit.drawing.canvas import Canvas, Drawable, SurfaceCanvas
from scenes.kit.drawing.fonts import Style
from scenes.kit.drawing.paint import Sprite
from scenes.kit.layout import Places, Shape
from scenes.kit.stage import Stage
from scenes.kit.widgets.person import Tag, alike, draw_owned_panel, draw_person
from scenes.services import Services
from scenes.setup.places import ROOMY
from scenes.table.art.faces import draw_face, level_of
from scenes.table.contract.board import view_of
from scenes.table.contract.setup import GameSetup
from scenes.table.contract.words import BETWEEN
from scenes.table.loading import make_board, scenes_of

NOTE = Style(theme.CAPTION, theme.MUTED)
LABEL = Style(theme.LIST, theme.MUTED)
NAME = Style(60, theme.IVORY, bold=True)
FACE, HIGH_FACE = 1.15, 0.9  # the width of a level's face in radii of the token, beside the name and above it
SHADOW = 130  # design pixels around the board's frame for its shadow
LEAST = 22
MOST_GROWTH = 1.25  # how far name and note follow the text scale
TAG = Tag(40, Style(48, theme.IVORY, bold=True), NOTE, 22, MOST_GROWTH, least=18)  # the name has up to twelve kana
SMALL_TAG = Tag(24, Style(theme.NAME, theme.IVORY, bold=True), NOTE, 16, MOST_GROWTH, least=18)
TOKEN = 76  # radius where it stands above the name
NOTED = 84  # design pixels that name and note take, one below the other
LOW, STRIP = 78, 17  # design pixels: what is lower has the small one; the thickness of a seat's strip


def draw_seats(
    services: Services,
    canvas: Canvas,
    cards: Sequence[pygame.Rect],
    places: Sequence[Places],
    table: MatchSetup,
    spec: GameSpec,
) -> None:
    """Draw the faces of the cards, with all names of one size; their widgets are drawn by the focus."""
    stage = services.stage
    is_high = "name" in places[0]
    tag = SMALL_TAG if not is_high and min(found["who"].height for found in places) < stage.metrics.px(LOW) else TAG
    beside = stage.metrics.px(2 * tag.radius + tag.gap)
    names = [services.people.name(seat) for seat in table.seats]
    rooms = [found["name"].width if is_high else found["who"].width - beside for found in places]
    low = MOST_GROWTH if is_high else min(found["who"].height for found in places) / stage.metrics.px(NOTED)
    growth = MOST_GROWTH if tag is SMALL_TAG else max(1.0, min(MOST_GROWTH, low))
    style = alike(stage, names, stage.limit_scale(NAME if is_high else tag.name, growth), rooms, theme.CAPTION)
    for index, (card, found) in enumerate(zip(cards, places, strict=True)):
        _draw_seat(services, canvas, card, found, table, index, spec, tag._replace(name=style, grow=math.inf))


def _draw_seat(
    services: Services,
    canvas: Canvas,
    card: pygame.Rect,
    places: Places,
    table: MatchSetup,
    index: int,
    spec: GameSpec,
    tag: Tag,
) -> None:
    stage, seat = services.stage, table.seats[index]
    is_wide = places["switch"].top < places["head"].bottom
    is_low = not is_wide and card.height < stage.metrics.px(ROOMY)
    draw_owned_panel(stage, canvas, card, seat.identity, strip=STRIP, upright=not (is_wide or is_low))
    note, plays = seat_note(services.stage, table, index, spec, "stock" in places), player_note(services.stage, seat)
    if "token" in places:
        _draw_high(services, canvas, places, seat, note, tag.name)
    elif is_low:
        _draw_who(services, canvas, places, seat, beside_name(services.stage, table, index, spec), tag)
    else:  # a wide card has room for both
        said = BETWEEN.join(filter(None, (note, plays))) if is_wide else note or plays
        _draw_who(services, canvas, places, seat, said, tag)
    for more in places.all("more"):
        stage.show(canvas, "icons/more", more, color=theme.MUTED)
    for line in places.all("line"):
        stage.blit(canvas, stage.paint.line(line.width, theme.IVORY, 0.18), line.topleft)
    for place in places.all("stock"):
        _draw_stock(services.stage, canvas, place, scenes_of(spec).setup, table, index)


def beside_name(stage: Stage, table: MatchSetup, index: int, spec: GameSpec) -> str:
    """Return the text at the right of the name on a low card: the handicap, else who plays."""
    given = scenes_of(spec).setup.seat_note(stage, index, table.options).handicap
    if given or stage.metrics.shape is Shape.CLASSIC:  # where the cards are narrow
        return given
    return player_note(stage, table.seats[index])


def _draw_high(services: Services, canvas: Canvas, places: Places, seat: SeatConfig, note: str, style: Style) -> None:
    """The token above the name, and more words about who plays."""
    stage, px = services.stage, services.stage.metrics.px
    middle, side = places["token"].center, px(TOKEN)
    token = stage.identities.token(seat.identity, TOKEN)
    stage.blit(canvas, token, (middle[0] - side, middle[1] - side))
    lower_right = middle[0] + px(0.78 * TOKEN), middle[1] + px(0.6 * TOKEN)
    draw_face(stage, canvas, level_of(seat), lower_right, px(HIGH_FACE * TOKEN))
    name = services.people.name(seat)
    stage.label(canvas, name, places["name"], style, "centre", grow=math.inf, least=LEAST)
    stage.label(canvas, note, places["note"], NOTE, "centre", grow=MOST_GROWTH, least=LEAST)
    stage.label(canvas, about(services.stage, seat), places["about"], NOTE, "centre", lines=0, grow=1.5)


def _draw_who(services: Services, canvas: Canvas, places: Places, seat: SeatConfig, said: str, tag: Tag) -> None:
    """The token beside the name, and what is said of both below that, below both or at the right."""
    stage, who = services.stage, places["who"]
    apart = (*places.all("below"), *places.all("beside"))
    tag = tag._replace(note=stage.limit_scale(NOTE, MOST_GROWTH))
    draw_person(stage, canvas, who, tag, seat.identity, services.people.name(seat), "" if apart else said)
    lower_right = who.left + stage.metrics.px(1.72 * tag.radius), who.centery + stage.metrics.px(0.72 * tag.radius)
    draw_face(stage, canvas, level_of(seat), lower_right, stage.metrics.px(FACE * tag.radius))
    for place in apart:
        align = "right" if "beside" in places else "left"
        stage.label(canvas, said, place, NOTE, align, grow=MOST_GROWTH, least=LEAST)


def device_name(stage: Stage, device: DeviceId) -> str:
    """Return the name of a person's device in the setup."""
    if not device:
        return stage.t("setup.any_device")
    return stage.pad_name(device.slot) if device.slot else stage.t("device.table")


def player_note(stage: Stage, seat: SeatConfig) -> str:
    """Return the level or the device that plays; "" for any device."""
    if level := level_of(seat):
        return stage.t(f"level.{level}")
    return device_name(stage, seat.device) if seat.device and not seat.is_ai else ""


def about(stage: Stage, seat: SeatConfig) -> str:
    """Return the player in a sentence."""
    if seat.is_engine:
        return stage.t("setup.engine")
    if level := level_of(seat):
        return stage.t("setup.rule", name=stage.t(f"level.{level}"), value=stage.t(f"level.{level}.style"))
    return stage.t("setup.rule", name=stage.t("setup.device"), value=device_name(stage, seat.device))


def seat_note(stage: Stage, table: MatchSetup, index: int, spec: GameSpec, shows_stock: bool) -> str:
    """Return a seat's side and goal, and its handicap unless the stock below shows that."""
    note = scenes_of(spec).setup.seat_note(stage, index, table.options)
    if spec.simultaneous:
        return note.handicap  # the rest would be what all seats do
    place = note.place if table.begins == "first" else stage.t("setup.side_open")
    return BETWEEN.join((place, note.handicap)) if note.handicap and not shows_stock else place


def _draw_stock(
    stage: Stage,
    canvas: Canvas,
    rect: pygame.Rect,
    setup: GameSetup,
    table: MatchSetup,
    index: int,
) -> None:
    stock = setup.stock(stage, table.options, index)
    gap = stage.metrics.px(16)
    sprite = setup.stock_row(stage, stock, False, rect.width - stage.fonts.width(stock.unit, LABEL) - gap)
    width, height = sprite.surface.get_size()
    label = pygame.Rect(rect.left, rect.top, rect.width - width - gap, rect.height)
    stage.label(canvas, stock.unit, label, LABEL, grow=1.5, least=LEAST)
    stage.blit(canvas, sprite, (rect.right - width, rect.centery - height // 2))


def draw_preview(
    services: Services, canvas: Drawable, rect: pygame.Rect, spec: GameSpec, table: MatchSetup, slot: str
) -> None:
    """The first position of `table` in `rect` (pixels).

    A frame costs one blit: the picture is made anew where the table, its size or its `slot` is another.
    """
    seats = tuple(seat.identity for seat in table.seats)
    options = tuple(sorted(table.options.items()))
    key = (spec.id, options, table.seed, seats, rect.size)
    made = services.stage.paint.cached_one(slot, key, lambda: _make(services, rect.size, spec, table))
    services.stage.blit(canvas, made, rect.topleft)


def _make(services: Services, size: tuple[int, int], spec: GameSpec, table: MatchSetup) -> Sprite:
    pad = math.ceil(services.stage.metrics.px(SHADOW))
    sheet = SurfaceCanvas.blank((size[0] + 2 * pad, size[1] + 2 * pad))
    start = spec.rules.start(table.options, table.seed or 0)
    board = make_board(services, spec, table.options)
    board.layout(pygame.Rect((pad, pad), size), [seat.identity for seat in table.seats], 0)
    board.drawing.draw_ground(sheet)
    board.drawing.draw(sheet, view_of(board, start))
    return Sprite(sheet.surface, -pad, -pad)
