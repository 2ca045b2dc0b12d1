"""The layout of the setup for one to eight seats, the faces of the seats' cards, and the preview of the board."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

import pygame

from game.core.device_id import DeviceId
from game.core.record import SeatConfig
from game.core.spec import GameSpec
from game.match_setup import MatchSetup
from scenes.kit.drawing import theme
from scenes.kit.drawing.canvas import Canvas, Drawable, SurfaceCanvas
from scenes.kit.drawing.fonts import Style
from scenes.kit.drawing.paint import Sprite
from scenes.kit.layout import Align, Metrics, Part, Places, Shape, cell, column, row, within
from scenes.kit.stage import Stage
from scenes.kit.widgets.person import Tag, alike, draw_owned_panel, draw_person
from scenes.services import Services
from scenes.table.art.faces import draw_face, draw_face_beside, face_of, level_of
from scenes.table.contract.board import view_of
from scenes.table.contract.setup import GameSetup
from scenes.table.contract.words import BETWEEN
from scenes.table.fits import beside_level
from scenes.table.loading import make_board, scenes_of

TOP = 50  # space above the small line of the heading, in design pixels, as all lengths below
SIDEBAR, NARROW_SIDEBAR = 440, 330
SIDEBAR_HEAD = 236  # space above the cards of a side panel
SIDEBAR_GAP, NARROW_GAP = 10, 6
HEAD, RECORD = 124, 112  # the heading, and the record to beat below it
LABEL, CHOICE, START, LOW_START = 36, 76, 112, 92
# In a wide window, a label stands beside its choice if the text scale is at most MOST_BESIDE and there are at most
# MOST_MOVES choices. BESIDE is the width of such a label.
BESIDE, MOST_BESIDE, MOST_MOVES = 172, 1.1, 4
GAP, CARD_GAP = 24, 16
# The least heights of cards that have a token above the name, a stock, or a note below the name.
HIGH, MIDDLE, ROOMY = 440, 240, 176
TALL_CARDS = {1: 176, 2: 176, 4: 216}  # the heights of cards in an upright window, by number of seats
TALL_CARD = 150  # the height of a card in an upright window, for any other number of seats
NOTE_SHARE = 0.45  # share of a low card's width for the note
NARROW = 360  # a card less wide than this has no room for a note beside the token


@dataclass(frozen=True, slots=True)
class Needs:
    """The optional parts of a setup, and whether this setup has them.

    `has_player_counts`: a choice of the number of players. `has_opponents`: a choice of people or AIs. `has_rules`:
    house rules. `has_presets`: named ways to play. `has_arrangement`: a board that can be laid out. `first_moves`: how
    many ways there are to choose who begins. `has_remark`: a note about the game.
    """

    has_player_counts: bool = False
    has_opponents: bool = False
    has_rules: bool = False
    has_presets: bool = False
    has_arrangement: bool = False
    first_moves: int = 0
    has_remark: bool = False


def around(count: int, in_turn: bool) -> tuple[list[int], list[int]]:
    """The seats left and right of the board, from the top down.

    With `in_turn` they run clockwise from the lower left, like the pieces around the board.
    """
    half = (count + 1) // 2
    left = range(half)
    return list(reversed(left) if in_turn else left), list(range(half, count))


def setup_parts(metrics: Metrics, sides: tuple[Sequence[int], Sequence[int]], needs: Needs, before: float = 0) -> Part:
    """The layout: the board in the middle (`free`), the cards `seat 0`, `seat 1`, ... at its sides, `start` below.

    Above the cards are the `heading`, the `record` to beat, the choice of `opponents`, the choice of the number of
    players (`upper`, with its label in `label`), and the button `rules`. Below the board are the `remark`, the named
    ways to play (`preset`) with the button `arrange`, and the choice of who begins (`lower`, with its label in
    `below`). In an upright window the record begins `before` design pixels from the margin, beside the small line of
    the heading.
    """
    if metrics.shape is Shape.TALL:
        return _upright(metrics, sides, needs, before)
    sidebar, gap = (SIDEBAR, SIDEBAR_GAP) if metrics.shape is Shape.WIDE else (NARROW_SIDEBAR, NARROW_GAP)
    rows = max(map(len, sides))
    heading = column(cell("heading", HEAD), cell("record", RECORD), cell(), size=SIDEBAR_HEAD, gap=0)
    chosen = column(*_choices(metrics.shape, needs), size=SIDEBAR_HEAD, gap=gap)
    left, right = (column(head, _sidebar(seats, rows)) for head, seats in zip((heading, chosen), sides, strict=True))
    is_short = metrics.shape is Shape.WIDE and needs.first_moves <= MOST_MOVES
    beside = is_short and metrics.text_scale <= MOST_BESIDE
    # A larger label above its choice takes room from Start, and none from the board.
    start = cell("start", LOW_START if is_short and not beside else START)
    middle = column(cell("free"), *_below(needs, 84, beside), start, gap=28 if beside else 18)
    return row(row(left, size=sidebar), middle, row(right, size=sidebar), gap=30, pad=(0, 0, 0, 20))


def _choices(shape: Shape, needs: Needs) -> list[Part | None]:
    """The choices above the cards at the right, and an empty cell for the remaining room."""
    players: Part | None = None
    if needs.has_player_counts and shape is Shape.WIDE:
        players = row(cell("label", 130), cell("upper"), size=68, gap=10)
    elif needs.has_player_counts:
        players = column(cell("label", 36), cell("upper", 58), size=98, gap=4)
    side = 58 if players and shape is Shape.CLASSIC else 68
    opponents = cell("opponents", side) if needs.has_opponents else None
    return [opponents, players, cell("rules", side) if needs.has_rules else None, cell()]


def _sidebar(seats: Sequence[int], rows: int) -> Part:
    """The cards of one side, each as high as a card on a side with `rows` cards."""
    cards = [cell(f"seat {seat}") for seat in seats]
    return column(*cards, *[cell()] * (rows - len(cards)), gap=CARD_GAP)


def _below(needs: Needs, remark: float, beside: bool = False) -> list[Part]:
    """The remark and the choices below the board.

    `remark` is the height of the remark in design pixels. `beside` puts the label beside its choice.
    """
    arrange = cell("arrange", 216) if needs.has_arrangement else None
    if beside:
        first = row(cell("below", BESIDE), cell("lower"), size=CHOICE, gap=16)
    else:
        first = column(cell("below", LABEL), cell("lower", CHOICE), size=LABEL + CHOICE + 4, gap=4)
    parts = [
        cell("remark", remark) if needs.has_remark else None,
        row(cell("preset"), arrange, size=CHOICE, gap=16) if needs.has_presets or needs.has_arrangement else None,
        first if needs.first_moves else None,
    ]
    return [part for part in parts if part is not None]


def _upright(metrics: Metrics, sides: tuple[Sequence[int], Sequence[int]], needs: Needs, before: float) -> Part:
    """An upright window: the cards of the first half of the seats lie below the board, the others above it."""
    count = sum(map(len, sides))
    high, across = TALL_CARDS.get(count, TALL_CARD), 1 if count <= 2 else 2
    near, far = (
        [seats[first : first + across] for first in range(0, len(seats), across)] for seats in map(list, sides)
    )

    def cards(lines: Sequence[Sequence[int]]) -> Part | None:
        filled = [
            row(*[cell(f"seat {seat}") for seat in line], *[cell()] * (across - len(line)), gap=CARD_GAP)
            for line in lines
        ]
        return column(*filled, size=len(lines) * (high + CARD_GAP) - CARD_GAP, gap=CARD_GAP) if lines else None

    record = row(cell("", before), cell("record"), size=40, gap=0)
    opponents = cell("opponents", 406) if needs.has_opponents else None
    head = column(record, row(cell("heading"), opponents, size=84), size=138, gap=14)
    rules = cell("rules", 330) if needs.has_rules else None
    known = cell("remark") if needs.has_remark else cell()
    players = [cell("label", 150), cell("upper")] if needs.has_player_counts else [known]
    upper = row(*players, rules, size=116 if needs.has_remark else 84, gap=28)
    rows = 64 * (metrics.text_scale - 1)  # with large type the bar has up to three rows
    chosen = _below(replace(needs, has_remark=False), 0)
    parts = [head, upper, cards(far), cell("free"), cards(near), *chosen, cell("start", 140 - rows)]
    return column(*parts, gap=20, pad=(0, 0, 0, rows))


def preview_place(places: Places) -> pygame.Rect:
    """Return the square of the board, in the middle of its room `free`."""
    free = places["free"]
    place = pygame.Rect(0, 0, side := min(free.size), side)
    place.center = free.center
    return place


def seat_places(metrics: Metrics, card: pygame.Rect, note_width: float = 0) -> Places:
    """The places of a card: the `head` with `who` (token and name) and the button `more`, and the `switch`.

    If there is room, a card has a `stock` below a `line`. The highest cards have a `token` above the `name`, a `note`
    below it, and the words `about`. A narrow card has the note `below` the head. A low card has it `beside` the name,
    `note_width` pixels wide.
    """
    width, height = card.width / metrics.scale, card.height / metrics.scale
    more = cell("more", 44, across=44, align=Align.MIDDLE)
    who, line = partial(row, cell("who"), more, name="head", gap=8), cell("line", 2)
    if width > 800:
        switch = cell("switch", 430, across=84, align=Align.MIDDLE)
        return within(metrics, card, row(who(pad=(0, 10)), switch, gap=24, pad=(34, 0, 24, 0)))
    if height >= HIGH:
        side = cell("more", 44)
        named = cell("token", 160), cell("name", 62), cell("note", 38)
        head = row(
            cell("", 44), column(*named, gap=4), column(side, cell(), size=44, gap=0), name="head", size=268, gap=0
        )
        words = cell("about", least=72), line, cell("stock", 52)
        return within(metrics, card, column(head, cell("switch", 84), *words, gap=16, pad=(24, 36, 24, 20)))
    if height >= MIDDLE:
        note = cell("below", 32) if width < NARROW else None
        sizes = (80, 64, 44) if note else (92, 72, 48)
        head, switch, stock = who(size=sizes[0]), cell("switch", sizes[1]), cell("stock", sizes[2])
        return within(metrics, card, column(head, note, cell(), switch, line, stock, gap=6, pad=(20, 26, 20, 8)))
    if height >= ROOMY:
        return within(metrics, card, column(who(), cell("switch", 72), gap=6, pad=(20, 28, 20, 12)))
    beside = cell("beside", min(note_width, width * NOTE_SHARE)) if note_width else None
    head = row(cell("who"), beside, more, name="head", gap=8)
    return within(metrics, card, column(head, cell("switch", fit=58, least=52), gap=6, pad=(34, 10, 16, 12)))


NOTE = Style(theme.CAPTION, theme.MUTED)
STOCK_LABEL = Style(theme.LIST, theme.MUTED)
NAME = Style(60, theme.IVORY, bold=True)
HIGH_FACE = 0.9  # width of the AI's face at a token above the name, in radii of the token
SHADOW = 130  # width in design pixels of the room around the board's frame, for the frame's shadow
LEAST = 22
MOST_GROWTH = 1.25  # name and note grow with the text scale up to this factor
# `least` is small enough for names of twelve kana.
TAG = Tag(40, Style(48, theme.IVORY, bold=True), NOTE, 22, MOST_GROWTH, least=18)
SMALL_TAG = Tag(24, Style(theme.NAME, theme.IVORY, bold=True), NOTE, 16, MOST_GROWTH, least=18)
TOKEN = 76  # radius of a token above the name
NOTED = 84  # height of name and note together, at the usual text scale
# If token and name have less height than LOW, they are drawn small. STRIP is the thickness of a seat's coloured strip.
LOW, STRIP = 78, 17


def draw_seats(
    services: Services,
    canvas: Canvas,
    cards: Sequence[pygame.Rect],
    places: Sequence[Places],
    table: MatchSetup,
    spec: GameSpec,
) -> None:
    """Draw the faces of the cards, with all names in one size. The focus draws the cards' widgets."""
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
    else:  # a wide card has room for both `note` and `plays`
        text = BETWEEN.join(filter(None, (note, plays))) if is_wide else note or plays
        _draw_who(services, canvas, places, seat, text, tag)
    for more in places.all("more"):
        stage.show(canvas, "icons/more", more, color=theme.MUTED)
    for line in places.all("line"):
        stage.blit(canvas, stage.paint.line(line.width, theme.IVORY, 0.18), line.topleft)
    for place in places.all("stock"):
        _draw_stock(services.stage, canvas, place, scenes_of(spec).setup, table, index)


def beside_name(stage: Stage, table: MatchSetup, index: int, spec: GameSpec) -> str:
    """Return the text right of the name on a low card: the handicap, else the level or device."""
    given = scenes_of(spec).setup.seat_note(stage, index, table.options).handicap
    if given or stage.metrics.shape is Shape.CLASSIC:  # cards are narrow in this shape
        return given
    return player_note(stage, table.seats[index])


def _draw_high(services: Services, canvas: Canvas, places: Places, seat: SeatConfig, note: str, style: Style) -> None:
    """Draw the token above the name, and words about the player below."""
    stage, px = services.stage, services.stage.metrics.px
    middle, side = places["token"].center, px(TOKEN)
    token = stage.identities.token(seat.identity, TOKEN)
    stage.blit(canvas, token, (middle[0] - side, middle[1] - side))
    lower_right = middle[0] + px(0.78 * TOKEN), middle[1] + px(0.6 * TOKEN)
    draw_face(stage, canvas, face_of(seat), lower_right, px(HIGH_FACE * TOKEN))
    name = services.people.name(seat)
    stage.label(canvas, name, places["name"], style, "centre", grow=math.inf, least=LEAST)
    stage.label(canvas, note, places["note"], NOTE, "centre", grow=MOST_GROWTH, least=LEAST)
    stage.label(canvas, about(services.stage, seat), places["about"], NOTE, "centre", lines=0, grow=1.5)


def _draw_who(services: Services, canvas: Canvas, places: Places, seat: SeatConfig, text: str, tag: Tag) -> None:
    """Draw the token beside the name. `text` goes below the name, or to a place of its own if the card has one."""
    stage, who = services.stage, places["who"]
    apart = (*places.all("below"), *places.all("beside"))
    tag = tag._replace(note=stage.limit_scale(NOTE, MOST_GROWTH))
    draw_person(stage, canvas, who, tag, seat.identity, services.people.name(seat), "" if apart else text)
    draw_face_beside(stage, canvas, who, tag.radius, face_of(seat))
    for place in apart:
        align = "right" if "beside" in places else "left"
        stage.label(canvas, text, place, NOTE, align, grow=MOST_GROWTH, least=LEAST)


def device_name(stage: Stage, device: DeviceId) -> str:
    """Return the name of a person's device in the setup."""
    if not device:
        return stage.t("setup.any_device")
    return stage.pad_name(device.slot) if device.slot else stage.t("device.table")


def player_note(stage: Stage, seat: SeatConfig) -> str:
    """Return the seat's level or device; "" if the person may use any device."""
    if level_of(seat):
        return stage.t("who.level", level=f"{seat.plays_at:g}")
    return device_name(stage, seat.device) if seat.device and not seat.is_ai else ""


def about(stage: Stage, seat: SeatConfig) -> str:
    """Return a sentence about the player."""
    if seat.is_engine:
        return stage.t("setup.engine")
    if seat.is_ai and seat.strength:
        return stage.t("setup.rule", name=stage.t("setup.fits"), value=beside_level(stage, seat.strength))
    if level := level_of(seat):
        return stage.t("setup.rule", name=stage.t("who.level", level=level), value=stage.t(f"level.{level}.style"))
    return stage.t("setup.rule", name=stage.t("setup.device"), value=device_name(stage, seat.device))


def seat_note(stage: Stage, table: MatchSetup, index: int, spec: GameSpec, shows_stock: bool) -> str:
    """Return a seat's side and goal, and its handicap unless the stock shows it."""
    note = scenes_of(spec).setup.seat_note(stage, index, table.options)
    if spec.simultaneous:
        return note.handicap  # nothing else: side and goal are the same for all seats
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
    sprite = setup.stock_row(stage, stock, False, rect.width - stage.fonts.width(stock.unit, STOCK_LABEL) - gap)
    width, height = sprite.surface.get_size()
    label = pygame.Rect(rect.left, rect.top, rect.width - width - gap, rect.height)
    stage.label(canvas, stock.unit, label, STOCK_LABEL, grow=1.5, least=LEAST)
    stage.blit(canvas, sprite, (rect.right - width, rect.centery - height // 2))


def draw_preview(
    services: Services, canvas: Drawable, rect: pygame.Rect, spec: GameSpec, table: MatchSetup, slot: str
) -> None:
    """Draw the first position of `table` in `rect` (pixels).

    The picture is remembered under `slot` until the table or the size changes.
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
