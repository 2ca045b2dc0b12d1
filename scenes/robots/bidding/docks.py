"""The docks of one to eight seats: where they are, what they look like, and the buttons of an open one.

A dock shows its owner, a plate for the number, and the chips won. Places are in pixels.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal, NamedTuple

import pygame

from game.core.rules import Seat
from game.robots.board import TargetMark
from game.robots.state import State
from scenes.kit.drawing import svg, theme
from scenes.kit.drawing.canvas import Canvas, Drawable, SurfaceCanvas
from scenes.kit.drawing.fonts import Style
from scenes.kit.drawing.paint import LIFT_CARD, Sprite
from scenes.kit.layout import GAP, Metrics, Part, Places, Shape, cell, cells, column, grid, row, stack, within
from scenes.kit.stage import Stage
from scenes.kit.widgets.person import Tag, draw_owned_panel, draw_person
from scenes.robots.bidding import bid_queue
from scenes.robots.phrases import Sign
from scenes.robots.selection import Declaring, TouchedDock
from scenes.robots.sprites import Sprites
from scenes.table.art.faces import NO_FACE, Face, draw_face_beside
from scenes.table.board.layout import table_places, transport_part

Form = Literal["full", "medium", "row", "slim"]
CONTROLS: Final = ("less", "more", "declare", "agree", "none")
# The name of the part that closes an open dock.
CLOSE: Final = "close"
# The least height of each form, in design pixels.
FULL_HEIGHT, MEDIUM_HEIGHT, ROW_HEIGHT = 180, 130, 66
ROW_WIDTH = 300
LOW_FORMS: Final = ("row", "slim")
# Design pixels for the buzzer beside a low plate.
KEY_ROOM = 54
# Design pixels that two rows of labelled buttons need in an open low dock.
WORDS_WIDTH = 430
# Design pixels of width from which all buttons stand in one row.
ROW_OF_ALL = 700
# Design pixels for a seat's own number in a narrow open dock.
OWN_ROOM = 34
MOST_HEIGHT, MOST_PLATE = 204, 156
# The most seats with which a replay has room for touch keys.
FEW = 4
PLATES: Final[dict[Form, tuple[int, int, int]]] = {
    "full": (104, 30, 16),
    "medium": (104, 32, 16),
    "row": (124, 20, 12),
    "slim": (64, 12, 12),
}
"""By form: the plate's width, the dock's height less the plate's, and the plate's distance from the right edge."""


def robots_places(metrics: Metrics, count: int, replay: bool = False, by_touch: bool = False) -> Places:
    """Lay out everything around the board: a `dock` for each seat, the title, and the `head`.

    The `banner` covers the first lines of the title. The head has the `clock` and, if there is room, a `label` and a
    `note` beside it. A replay also has a `transport`, which is larger if `by_touch` and there are few seats.
    """
    shape, alone = metrics.shape, count == 1 and not replay
    upper = 120 if replay or shape is Shape.TALL else 136 if shape is Shape.CLASSIC else 124
    banner = column(cell("eyebrow", 36 if upper == 120 else 32), cell("sentence"), name="banner", size=upper, gap=0)
    # The height of the title, and of the head on the other side of the board.
    beside = 268 if shape is Shape.WIDE and not replay else 196
    transport = transport_part(shape, by_touch and count <= FEW) if replay else None
    note = column(cell("label", 36), cell("note"), gap=20)
    side = 200 if beside > 196 else 196
    head = stack(row(note, column(cell("clock", side), cell(), gap=0, size=side), gap=12), name="head", size=beside)

    def docks(seats: int) -> Part:
        gap = 20 if seats < 4 else 12 if seats < 5 else 14 if seats < 7 else 6
        return column(*[cell("dock", most=math.inf if alone else MOST_HEIGHT)] * seats, gap=gap)

    if shape is Shape.WIDE:
        title = column(banner, cell("helper"), size=176 if replay else beside, gap=0)
        left = -(-count // 2)
        return table_places(metrics, column(title, transport, docks(left)), column(head, docks(count - left)))
    if shape is Shape.CLASSIC:
        clock = stack(cell("clock"), name="head", size=140, pad=(4, 0, 0, 0))
        first = row(column(banner), clock, size=upper, gap=8)
        title = column(first, cell("helper"), size=176 if replay else 292, gap=4)
        return table_places(metrics, cell(), column(title, transport, docks(count), gap=12))
    low = count > 4 or replay
    columns = 1 if alone else 2
    height = 200 if alone else 90 if count > 6 else 124 if count > 4 else 186
    if replay:
        height, columns = (140, count) if count < 3 else (72, 4 if count > 4 else 2)
    below = grid("dock", count, columns, gap=16 if replay else GAP, row_gap=12 if low else 20, height=height)
    before = row(column(banner, cell("helper"), gap=0), column(head, size=392), gap=20)
    return table_places(metrics, before, column(below, transport, cell(), gap=32, pad=(0, 16, 0, 0)))


def dock_places(metrics: Metrics, count: int) -> dict[Seat, pygame.Rect]:
    """Return the docks of a match by seat."""
    return dict(enumerate(robots_places(metrics, count).all("dock")))


def form_of(metrics: Metrics, dock: pygame.Rect) -> Form:
    """Return the form that a dock has at its size."""
    if dock.height >= metrics.px(FULL_HEIGHT):
        return "full"
    if dock.height >= metrics.px(MEDIUM_HEIGHT):
        return "medium"
    return "row" if dock.height >= metrics.px(ROW_HEIGHT) and dock.width >= metrics.px(ROW_WIDTH) else "slim"


def plate_in(metrics: Metrics, dock: pygame.Rect) -> pygame.Rect:
    """Return the place of the dark plate with the number."""
    width, less, right = map(metrics.px, PLATES[form_of(metrics, dock)])
    place = pygame.Rect(0, 0, width, min(metrics.px(MOST_PLATE), dock.height - less))
    place.midright = (dock.right - right, dock.centery)
    return place


def keycap(metrics: Metrics, dock: pygame.Rect) -> pygame.Rect:
    """Return the place of the seat's buzzer key: on the plate, or beside a low plate.

    A click there lets the person change the key.
    """
    place = plate_in(metrics, dock)
    if form_of(metrics, dock) in LOW_FORMS:
        width = metrics.px(KEY_ROOM)
        return pygame.Rect(place.left - width, place.top, width, place.height)
    height = min(metrics.px(52), place.height // 2)
    return pygame.Rect(place.left, place.bottom - height, place.width, height)


def is_narrow(metrics: Metrics, dock: pygame.Rect) -> bool:
    """Return whether a dock is so low and narrow that, once it is open, the seat's own bid stands beside the buttons
    for answers.
    """
    return form_of(metrics, dock) in LOW_FORMS and dock.width < metrics.px(WORDS_WIDTH)


def controls(metrics: Metrics, dock: pygame.Rect) -> dict[str, pygame.Rect]:
    """Return the parts of an open dock by name: its buttons, the "number", and the "head" with the owner."""
    places = _controls(metrics, dock.size)
    return {name: places[name].move(dock.topleft) for name in (*CONTROLS, "number", "head")}


# Called for each open dock in every frame.
@lru_cache(maxsize=16)
def _controls(metrics: Metrics, size: tuple[int, int]) -> Places:
    dock = place = pygame.Rect((0, 0), size)
    form = form_of(metrics, dock)
    dial = cells("less number more")
    answers = cell("declare", share=1.1), cell("agree"), cell("none", share=1.25)
    if is_narrow(metrics, dock):
        dial = cell("less", 46), cell("number", 50), cell("more", 46)
        answers = cell("declare", share=0.8), cell("agree", share=1.05), cell("none", share=1.35)
        rows = row(cell("head"), *dial, gap=6), row(cell(size=OWN_ROOM), *answers, gap=6)
        # The padding leaves the strip at the edge free.
        return within(metrics, place, column(*rows, gap=2, pad=(24, 1, 8, 1)))
    if dock.width >= metrics.px(ROW_OF_ALL):
        return within(metrics, place, row(cell("head", share=2), *dial, *answers, gap=12, pad=(34, 16, 18, 16)))
    if form in LOW_FORMS:
        keys = column(row(*dial, gap=6), row(*answers, gap=6), gap=6)
        return within(metrics, place, row(cell("head", 144), keys, gap=8, pad=(24, 8, 10, 8)))
    head, gap = (40, 8) if form == "full" else (34, 6)
    rows = row(*dial, gap=gap), row(*answers, gap=gap)
    return within(metrics, place, column(cell("head", head), *rows, gap=gap, pad=(24, gap + 2, 12, gap + 2)))


def dock_at(places: Mapping[Seat, pygame.Rect], point: tuple[int, int]) -> Seat | None:
    """Return the seat whose dock is under a pointer."""
    return next((seat for seat, dock in places.items() if dock.collidepoint(point)), None)


def control_at(metrics: Metrics, dock: pygame.Rect, point: tuple[int, int]) -> str | None:
    """Return the button of an open dock under a pointer, or CLOSE for its head."""
    placed = controls(metrics, dock)
    if placed["head"].collidepoint(point):
        return CLOSE
    return next((name for name in CONTROLS if placed[name].collidepoint(point)), None)


# A dock's words grow with the text scale up to this factor.
MOST_GROWTH = 1.2
# Design pixels between a name and the level after it.
LEVEL_GAP = 10
# A low dock of at least this height (design pixels) has a name that grows with the text scale.
LEAST_GROWN = 84
# If winning takes at least this many chips, a dock shows only the chips won so far, and their number.
MANY_CHIPS = 5
DOTS_PER_SECOND = 2.5
# The number of pictures of the closing ring.
PAUSE_STEPS = 30
# Design pixels for the dial at the right end of a low plate.
DIAL_ROOM = 50


class Measures(NamedTuple):
    """Measures of a form in design pixels.

    In order: the token's radius and middle (0 is the dock's middle), the left edge of the words, the type size of the
    name. `status` is the distance from the name's baseline to the status line, 0 without one. Then the chips' radius
    (0: no chips), their left edge and height above the lower edge, and the type size of the number on the plate.
    """

    token: int
    middle: int
    left: int
    name: int
    status: int
    chip: int
    chips_left: int
    chips_up: int
    number: int


MEASURES: dict[Form, Measures] = {
    "full": Measures(36, 64, 118, theme.NAME, 36, 23, 30, 48, 96),
    "medium": Measures(30, 46, 104, 36, 32, 17, 30, 26, 76),
    "row": Measures(22, 0, 80, 30, 0, 14, 80, 23, 56),
    "slim": Measures(17, 0, 66, 28, 0, 0, 0, 0, 40),
}


@dataclass(frozen=True, slots=True)
class Dock:
    """The content of a dock; equal docks look alike.

    `chips` is the number of chips won; `won` are those that lie face up.

    `dial` is the number that a press bids, "" for none; `touched` says that the dial was turned. `key` is the sign
    printed on the seat's buzzer key.
    """

    identity: str
    name: str
    status: str
    sign: Sign
    number: str
    won: tuple[TargetMark, ...]
    chips: int
    to_win: int
    dial: str = ""
    touched: bool = False
    key: str = ""
    face: Face = NO_FACE  # the face of the seat's AI
    level: str = ""  # the level of that AI


class DockArt:
    """Draws the docks of one layout."""

    def __init__(self, stage: Stage, sprites: Sprites) -> None:
        self.stage = stage
        self.sprites = sprites

    def draw(
        self,
        canvas: Canvas,
        rect: pygame.Rect,
        seat: int,
        dock: Dock,
        light: float,
        left: float = 0.0,
        pause: float = 0.0,
    ) -> None:
        """Draw a dock at `rect`; `light` goes from 0 (dark lacquer) to 1 (white enamel).

        `left` (0 to 1) is the remaining time to type, `pause` (0 to 1) the time until the next bid is accepted.
        """
        self.stage.blit(canvas, self.stage.paint.shadow(rect.size, LIFT_CARD), rect.topleft)
        if light < 1:
            self.stage.blit(canvas, self._face(rect.size, seat, dock, False), rect.topleft)
        if light > 0:
            self.stage.blit(canvas, self._face(rect.size, seat, dock, True), rect.topleft, light)
        if dock.sign == "typing":
            self._time_left(canvas, plate_in(self.stage.metrics, rect), left)
        if pause > 0:
            plate = plate_in(self.stage.metrics, rect)
            if dock.dial and form_of(self.stage.metrics, rect) not in LOW_FORMS:
                # The dial takes the foot of the plate.
                plate.height -= self.stage.metrics.px(34)
            self._pause(canvas, plate, pause)
        if dock.sign == "thinking":
            form, plate = form_of(self.stage.metrics, rect), plate_in(self.stage.metrics, rect)
            if form == "row" and dock.dial:
                plate.width -= self.stage.metrics.px(DIAL_ROOM)
            self._dots(canvas, plate, form not in LOW_FORMS and bool(dock.dial or dock.key))

    def _face(self, size: tuple[int, int], seat: int, dock: Dock, lit: bool) -> Sprite:
        key = (size, dock, self.stage.strings.language)
        return self.stage.paint.cached_one(f"dock {seat} {lit}", key, lambda: Sprite(self._make(size, dock, lit)))

    def _make(self, size: tuple[int, int], dock: Dock, lit: bool) -> pygame.Surface:
        stage = self.stage
        sheet, rect = SurfaceCanvas.blank(size), pygame.Rect((0, 0), size)
        draw_owned_panel(stage, sheet, rect, dock.identity, lit=lit, shadow=False)
        plate = plate_in(stage.metrics, rect)
        form = form_of(stage.metrics, rect)
        beside = bool(dock.key) and form in LOW_FORMS
        room_to = keycap(stage.metrics, rect).left if beside else plate.left
        self._words(sheet, rect, room_to, dock, lit)
        if MEASURES[form].chip:
            self._chips(sheet, rect, room_to, dock, lit)
        self._plate(sheet, plate, dock, lit, form)
        if beside:
            self._keycap(sheet, keycap(stage.metrics, rect), dock.key)
        return sheet.surface

    def _words(self, sheet: SurfaceCanvas, rect: pygame.Rect, room_to: int, dock: Dock, lit: bool) -> None:
        """Draw token, name and, if there is room, the AI's level and the status."""
        stage, px = self.stage, self.stage.metrics.px
        at = MEASURES[form_of(stage.metrics, rect)]
        left, middle = px(at.left - 2 * at.token - 14), px(at.middle) if at.middle else rect.height // 2
        box = pygame.Rect(left, middle - px(at.token), room_to - px(10) - left, px(2 * at.token))
        name = Style(at.name, theme.INK if lit else theme.IVORY, bold=True)
        note = Style(theme.CAPTION, theme.INK_SOFT if lit else theme.MUTED)
        tag = Tag(at.token, name, note, gap=14, grow=MOST_GROWTH, least=22)
        # The chips lie directly below the name.
        above = bool(at.chip) and not at.status
        room = draw_person(stage, sheet, box, tag, dock.identity, "", dock.status if at.status else "", lit=lit)
        draw_face_beside(stage, sheet, box, at.token, dock.face)
        tag = tag._replace(grow=1.0) if above and rect.height < px(LEAST_GROWN) else tag
        self._name(sheet, room.move(0, -px(15)) if above else room, dock, tag)

    def _name(self, sheet: SurfaceCanvas, room: pygame.Rect, dock: Dock, tag: Tag) -> None:
        """Draw the name, and the AI's level behind it if both fit."""
        stage = self.stage
        note = stage.limit_scale(tag.note, 1.0)
        behind = stage.fonts.width(dock.level, note) + stage.metrics.px(LEVEL_GAP) if dock.level else 0
        style = stage.shrink_to_width(dock.name, stage.limit_scale(tag.name, tag.grow), room.width - behind, tag.least)
        width = stage.fonts.width(dock.name, style)
        if behind and width + behind <= room.width:
            baseline = room.centery + stage.drop(style)
            stage.text(sheet, dock.level, (room.left + width + behind, baseline), note, "right")
            room = pygame.Rect(room.left, room.top, room.width - behind, room.height)
        stage.label(sheet, dock.name, room, tag.name, grow=tag.grow, least=tag.least)

    def _chips(self, sheet: SurfaceCanvas, rect: pygame.Rect, room_to: int, dock: Dock, lit: bool) -> None:
        """Draw the chips in their sockets. Chips that were returned to the pile lie face down."""
        stage, px = self.stage, self.stage.metrics.px
        at = MEASURES[form_of(stage.metrics, rect)]
        radius, left, y = px(at.chip), px(at.chips_left), rect.height - px(at.chips_up)
        counted = dock.to_win >= MANY_CHIPS
        places = dock.chips if counted else dock.to_win
        room = room_to - left - px(14)
        count = f"{dock.chips}/{dock.to_win}" if counted else ""
        style = stage.limit_scale(
            Style(theme.CAPTION if at.status else 24, theme.INK if lit else theme.IVORY, True), 1.0
        )
        room -= stage.fonts.width(count, style) + px(10) if counted else 0
        pitch = px(54 * at.chip / 23)
        if places > 1:
            pitch = min(pitch, (room - 2 * radius) // (places - 1))
        for index in range(places):
            stage.blit(sheet, self._chip(dock, index, radius, lit), (left + radius + index * pitch, y))
        if counted:
            end = left + (2 * radius + (places - 1) * pitch + px(10) if places else 0)
            stage.text(sheet, count, (end, y + stage.drop(style)), style)

    def _chip(self, dock: Dock, index: int, radius: int, lit: bool) -> Sprite:
        if index < len(dock.won):
            return self.sprites.chip(dock.won[index], radius)
        return self.sprites.back(radius) if index < dock.chips else self.sprites.socket(radius, lit)

    def _plate(self, sheet: SurfaceCanvas, plate: pygame.Rect, dock: Dock, lit: bool, form: Form) -> None:
        """Draw the dark plate with a number, a dash or a tick, and below it the dial."""
        stage, px = self.stage, self.stage.metrics.px
        typing = dock.sign == "typing"
        # The plate is lit while the digits that people type belong to this seat.
        if typing:
            nameplate = stage.paint.cached(("dock slip", plate.size), lambda: Sprite(_nameplate(plate.size)))
            stage.blit(sheet, nameplate, plate.topleft)
        else:
            stage.blit(sheet, stage.paint.well(plate.size), plate.topleft)
        face = self._dial(sheet, plate, dock, form) if dock.dial and not typing else plate
        if dock.key and form not in LOW_FORMS:
            cap = self._keycap(sheet, pygame.Rect(plate.left, plate.bottom - px(52), plate.width, px(52)), dock.key)
            face = pygame.Rect(plate.left, plate.top, plate.width, cap.top + px(3) - plate.top)
        color = theme.INK if typing else theme.HIGHLIGHT if lit else theme.IVORY
        waiting = dock.sign == "waiting"
        text = dock.number if dock.sign in ("number", "typing") else ""
        if dock.touched and not typing and not waiting:
            text, color = dock.dial, theme.BRASS_LIGHT
        if not text:
            self._sign(sheet, face, dock.sign)
            return
        size = min(MEASURES[form].number, plate.height / stage.metrics.scale * 0.9, face.height / stage.metrics.scale)
        stage.label(sheet, text, face.inflate(-px(12), 0), Style(size, color, bold=True), "centre", least=24)

    def _keycap(self, sheet: SurfaceCanvas, room: pygame.Rect, key: str) -> pygame.Rect:
        """Draw a buzzer key in the middle of `room`. Returns its place."""
        stage, px = self.stage, self.stage.metrics.px
        side = px(38)
        place = pygame.Rect(room.centerx - side // 2, room.centery - side // 2, side, side)
        stage.blit(sheet, stage.drawing("robots/key", place.size), place.topleft)
        stage.label(sheet, key, place.move(0, -px(2)), Style(26, theme.INK, bold=True), "centre")
        return place

    def _sign(self, sheet: SurfaceCanvas, face: pygame.Rect, sign: Sign) -> None:
        if sign in ("none", "agreed", "waiting"):
            side = min(self.stage.metrics.px(64), face.height - self.stage.metrics.px(8))
            icon = self.stage.drawing(f"robots/{sign}", (side, side))
            sheet.blit(icon.surface, (face.centerx - side // 2, face.centery - side // 2))

    def _dial(self, sheet: SurfaceCanvas, plate: pygame.Rect, dock: Dock, form: Form) -> pygame.Rect:
        """Draw arrows above and below a dial that was turned, or a small number for a dial that was not turned.

        Returns the part of the plate that is left.
        """
        stage, px = self.stage, self.stage.metrics.px
        if form == "slim" or (form == "row" and dock.touched):
            return plate
        if dock.touched:
            for way, top in (("up", plate.top + px(10)), ("down", plate.bottom - px(24))):
                arrow = stage.drawing(f"robots/dial-{way}", (px(26), px(14)))
                stage.blit(sheet, arrow, (plate.centerx - px(13), top))
            return plate
        style = stage.limit_scale(Style(theme.CAPTION, theme.EYEBROW, bold=True), 1.0)
        foot = pygame.Rect(plate.left, plate.bottom - px(40), plate.width, px(34))
        if form == "row":
            foot = pygame.Rect(plate.right - px(DIAL_ROOM + 6), plate.top, px(DIAL_ROOM - 14), plate.height)
        place = stage.centred(sheet, dock.dial, foot, style)
        arrows = stage.drawing("robots/dial-both", (px(18), px(24)))
        sheet.blit(arrows.surface, (place.right + px(8), foot.centery - px(12)))
        if form == "row":
            return pygame.Rect(plate.left, plate.top, plate.width - px(DIAL_ROOM), plate.height)
        return pygame.Rect(plate.left, plate.top, plate.width, plate.height - px(34))

    def _time_left(self, canvas: Canvas, plate: pygame.Rect, left: float) -> None:
        """Draw a line along the plate's upper edge. It has shrunk to nothing when the digits become the bid."""
        px = self.stage.metrics.px
        whole = plate.width - 2 * px(10)
        body = svg.box(0, 0, whole, px(8), px(8) / 2, fill=theme.PRINT_RED)
        line = self.stage.paint.cached(("dock line", whole), lambda: Sprite(svg.render(body, whole, px(8))))
        at = plate.left + px(10), plate.top + px(7)
        canvas.blit(line.surface, at, area=pygame.Rect(0, 0, round(whole * left), px(8)))

    def _pause(self, canvas: Canvas, plate: pygame.Rect, pause: float) -> None:
        """Draw a ring around the number. It closes until the next bid is accepted."""
        side = min(plate.size) - self.stage.metrics.px(6)
        step = math.ceil(pause * PAUSE_STEPS)
        ring = self.stage.paint.cached(("dock pause", side, step), lambda: Sprite(_ring(side, 1 - step / PAUSE_STEPS)))
        canvas.blit(ring.surface, (plate.centerx - side // 2, plate.centery - side // 2))

    def _dots(self, canvas: Canvas, plate: pygame.Rect, raised: bool) -> None:
        """Draw three dots that pulse while a seat thinks."""
        px = self.stage.metrics.px
        moving = not self.stage.look.reduced_motion
        phase = int(self.stage.time * DOTS_PER_SECOND) % 3 if moving else 2
        y = plate.centery - (px(14) if raised else 0)
        for index in range(3):
            color = theme.IVORY if index == phase else "#7C7263"
            dot = self.stage.drawing("robots/dot", (px(16), px(16)), color=color)
            canvas.blit(dot.surface, (plate.centerx + (index - 1) * px(24) - px(8), y - px(8)))


def _nameplate(size: tuple[int, int]) -> pygame.Surface:
    """Draw an enamel plate in a brass rim, for a number that is being typed."""
    width, height = size
    defs = svg.gradient("e", theme.ENAMEL, (0, 0), (0, height)) + svg.gradient("r", theme.BRASS, (0, 0), size)
    edge = max(2, width // 32)
    body = svg.box(0, 0, width, height, 4 * edge, fill="url(#r)")
    body += svg.box(edge, edge, width - 2 * edge, height - 2 * edge, 3 * edge, fill="url(#e)")
    return svg.render(f"<defs>{defs}</defs>{body}", width, height)


def _ring(side: int, share: float) -> pygame.Surface:
    """Draw a ring. Its first `share` (0 to 1) is lit, clockwise from the top."""
    pen = 'fill="none" stroke="{}" stroke-width="7" stroke-opacity="{}"'
    body = f'<circle cx="50" cy="50" r="45" {pen.format(theme.MUTED, 0.5)}/>'
    if share > 0:
        turn = 2 * math.pi * min(share, 0.999)
        end = f"{50 + 45 * math.sin(turn):.2f} {50 - 45 * math.cos(turn):.2f}"
        body += f'<path d="M50 5A45 45 0 {int(share > 0.5)} 1 {end}" {pen.format(theme.BRASS_LIGHT, 1)}/>'
    return svg.render(body, side, side, (100, 100))


ICON, CROSS = 48, 28
# Radii of the tokens.
TOKEN, LOW_TOKEN = 20, 24
WORDS = {"declare": "robots.declare", "agree": "glyph.agree", "none": "glyph.no_route"}
# Smallest type sizes, in design pixels.
LEAST_WORD, LEAST_NAME = 22, 22
# A head that is at most this high (design pixels) has everything in one row.
MOST_HEAD = 64
# Style of a seat's own number, beside its dial.
OWN = Style(theme.CAPTION, theme.EYEBROW, bold=True)


class Owner(NamedTuple):
    """The owner of a dock."""

    identity: str
    name: str


def draw_controls(
    stage: Stage,
    canvas: Drawable,
    dock: pygame.Rect,
    owner: Owner,
    state: State,
    seat: Seat,
    declaring: Declaring,
    closes: bool = True,
) -> None:
    """Draw a seat's open dock, with its buttons on lacquer. `closes` is true if the dock can be closed."""
    draw_owned_panel(stage, canvas, dock, owner.identity, shadow=False)
    placed, own = controls(stage.metrics, dock), state.lowest_of(seat)
    number = placed["number"]
    stage.blit(canvas, stage.paint.well(number.size, 10), number.topleft)
    window = declaring.queue.window
    typing = window is not None and window.seat == seat
    text = f"{window.digits}_" if window is not None and typing else str(bid_queue.dial(declaring.queue, state, seat))
    style = Style(min(64, number.height / stage.metrics.scale * 0.8), theme.HIGHLIGHT, bold=True)
    stage.label(canvas, text, number.inflate(-stage.metrics.px(6), 0), style, "centre", least=24)
    if own is not None and is_narrow(stage.metrics, dock):
        left, answer = placed["head"].left, placed["declare"]
        room = pygame.Rect(left, answer.top, answer.left - left, answer.height)
        stage.label(canvas, str(own), room, OWN, least=24)
        own = None
    _draw_head(stage, canvas, placed["head"], owner, own, closes)
    for name in CONTROLS:
        pressed = TouchedDock(seat, name) in declaring.held.values()
        looks = "agree" if name == "none" and bid_queue.may_only_agree(state, seat) else name
        _draw_button(stage, canvas, placed[name], looks, _is_enabled(state, seat, name), pressed)


def _draw_head(stage: Stage, canvas: Drawable, head: pygame.Rect, owner: Owner, own: int | None, closes: bool) -> None:
    """Draw the token, the name and the seat's `own` number. If `closes`, a press on the head closes the dock.

    A high head has a larger token, and the number above the name.
    """
    metrics, high = stage.metrics, head.height > stage.metrics.px(MOST_HEAD)
    height = head.height / metrics.scale
    radius = min(LOW_TOKEN if high else TOKEN, height / 2)
    small = OWN
    text = "" if own is None else str(own) if high else stage.t("robots.status.own", number=own)
    text_part = cell("own", fit=stage.natural(text, stage.limit_scale(small, 1.0)) + 4) if text else None
    cross = column(cell(), cell("cross", CROSS), cell(), size=CROSS, gap=0) if closes else None
    if high:
        over = row(text_part, cell(), cross, gap=4)
        page = row(cell("who", 2 * radius), column(over, cell("name"), gap=0), gap=8)
    else:
        page = row(cell("who"), text_part, cross, gap=8)
    places = within(metrics, head, page)
    if closes:
        stage.blit(canvas, stage.drawing("robots/close", places["cross"].size), places["cross"].topleft)
    if text:
        stage.label(canvas, text, places["own"], small)
    name = Style(min(theme.NAME, height), theme.IVORY, bold=True)
    tag = Tag(radius, name, gap=10, least=LEAST_NAME)
    draw_person(stage, canvas, places["who"], tag, owner.identity, "" if high else owner.name)
    if high:
        size = min(theme.CAPTION, height / 2)
        stage.label(canvas, owner.name, places["name"], name._replace(size=size), least=LEAST_NAME)


def _is_enabled(state: State, seat: Seat, name: str) -> bool:
    """Return whether a button would have an effect."""
    if seat in state.agreed:
        return False
    if name == "agree":
        return bool(state.bids)
    if name == "none" and bid_queue.may_only_agree(state, seat):
        return True
    return name != "none" or (seat not in state.none and state.lowest_of(seat) is None)


def _draw_button(stage: Stage, canvas: Drawable, rect: pygame.Rect, name: str, enabled: bool, pressed: bool) -> None:
    primary = name == "declare" and enabled
    look = "pressed" if pressed and enabled else "normal" if enabled else "disabled"
    face = stage.paint.button("primary" if primary else "normal", look, rect.size, 12)
    stage.blit(canvas, face, rect.topleft)
    color = theme.INK if primary else theme.IVORY if enabled else theme.MUTED
    if name in WORDS:
        size = min(theme.GLYPH, rect.height / stage.metrics.scale * 0.7)
        style, room = Style(size, color, bold=primary), rect.inflate(-stage.metrics.px(12), 0)
        stage.label(canvas, stage.t(WORDS[name]), room, style, "centre", grow=1.15, least=LEAST_WORD)
        return
    side = min(stage.metrics.px(ICON), rect.height - stage.metrics.px(10), rect.width - stage.metrics.px(6))
    icon = stage.drawing(f"robots/button-{name}", (side, side), color=color)
    canvas.blit(icon.surface, (rect.centerx - side // 2, rect.centery - side // 2))
