"""Shows whose turn it is by light: the board's rim has the mover's colour, and the lamp shines on the mover's card."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import lru_cache, partial

import pygame

from game.core.rules import Seat
from scenes.kit.drawing import svg, theme
from scenes.kit.drawing.canvas import Drawable, SurfaceCanvas
from scenes.kit.drawing.paint import Sprite
from scenes.kit.input.intents import Point
from scenes.kit.layout import Shape
from scenes.kit.stage import Stage
from scenes.table.contract.board import AnyBoard, Rim

# Distances from the edge of the board's picture, in board units: of the rim's outer edge, of the rim's inner edge, and
# of a line past the coordinates.
OUTER, INNER, LABELS = 5, 28, 36
# Width in board units of the ivory lines along the rim. They make a dark colour visible on wood.
LINE = 2.5
EDGE, OPACITY = "#FFF1D0", 0.86
# A side is cut out at this many times its size, so that its edges are smooth.
FINE = 3
# A side is drawn in this many parts, one above the other.
SLABS = 8
# A colour whose channels have a higher mean gets dark letters.
LIGHT_FROM = 140
LAMP = (("0", "#FFCF86/.34"), (".45", "#FFC777/.16"), ("1", "#FFC070/0"))
# Side in design pixels of the square that the lamp lights on the table.
LAMP_SIDE = 760
# Side in pixels of the light's picture before it is scaled up.
COARSE = 96
FORWARD = 10  # design pixels by which the card of the player in turn comes towards the board
# An identity without a pattern, for a seat whose pieces have a colour of their own (`Stock.edges`).
PLAIN = "circle"
Corner = tuple[float, float]


class _Shifted(Drawable):
    """A sheet that is drawn on in coordinates of the window. `origin` is the sheet's top left corner in the window."""

    def __init__(self, sheet: SurfaceCanvas, origin: Point) -> None:
        self._sheet = sheet
        self._origin = origin

    def take(self, surface: pygame.Surface, at: Point, opacity: int, area: pygame.Rect | None) -> None:
        self._sheet.take(surface, (at[0] - self._origin[0], at[1] - self._origin[1]), opacity, area)


def draw_rim(stage: Stage, canvas: Drawable, board: AnyBoard, state: object, lights: Mapping[Seat, float]) -> None:
    """Draw the rim in the colour and pattern of each lit seat.

    If a seat's pieces have a colour of their own, the rim has this colour and no pattern.
    """
    rim = board.rim
    if rim is None:
        return
    for seat, light in lights.items():
        if light <= 0:
            continue
        side = board.words.seat(state, seat).stock.edges[0]
        identity = PLAIN if side else board.context.seats[seat].identity
        for index in range(len(rim.corners)):
            make = partial(_band, stage, board, rim, identity, side, index)
            key = type(board).__name__, identity, side, rim, tuple(board.seats)
            band = stage.paint.cached_one(f"rim {seat} {index}", key, make)
            for slab in _slabs(rim, index):
                canvas.blit(band.surface, (band.dx + slab.x, band.dy + slab.y), light, slab)


def _inside(rim: Rim, corner: Corner, units: float) -> Corner:
    """Return the point near a corner that lies `units` inside both edges of the corner."""
    count = len(rim.corners)
    x, y = (sum(each[axis] for each in rim.corners) / count for axis in (0, 1))
    (x0, y0), (x1, y1) = rim.corners[:2]
    share = 1 - units * rim.unit / math.dist((x, y), ((x0 + x1) / 2, (y0 + y1) / 2))
    return x + (corner[0] - x) * share, y + (corner[1] - y) * share


def _side(rim: Rim, index: int, outer: float, inner: float) -> list[Corner]:
    """Return the corners, in pixels, of one side of the rim from `outer` to `inner` units within the board's edge."""
    ends = rim.corners[index], rim.corners[(index + 1) % len(rim.corners)]
    return [*(_inside(rim, end, outer) for end in ends), *(_inside(rim, end, inner) for end in ends[::-1])]


def _box(rim: Rim, index: int) -> pygame.Rect:
    """Return the rectangle around one side with its coordinates, in pixels."""
    reach = _side(rim, index, 0, LABELS)
    left, top = (math.floor(min(corner[axis] for corner in reach)) for axis in (0, 1))
    right, bottom = (math.ceil(max(corner[axis] for corner in reach)) for axis in (0, 1))
    return pygame.Rect(left, top, right - left, bottom - top)


@lru_cache(maxsize=32)
def _slabs(rim: Rim, index: int) -> Sequence[pygame.Rect]:
    """Return the parts of `_box` that cover a side, relative to that box.

    Together they are much smaller than the box of a slanted side.
    """
    box, reach = _box(rim, index), _side(rim, index, 0, LABELS)
    found = []
    for number in range(SLABS):
        top, bottom = (box.height * each // SLABS for each in (number, number + 1))
        inside = [x for x, y in reach if top <= y - box.top <= bottom]
        for (x0, y0), (x1, y1) in zip(reach, [*reach[1:], reach[0]], strict=True):
            for row in (box.top + top, box.top + bottom):
                if min(y0, y1) <= row <= max(y0, y1) and y0 != y1:
                    inside.append(x0 + (x1 - x0) * (row - y0) / (y1 - y0))
        if not inside:  # this part is empty: the side has fewer rows of pixels than parts
            continue
        left, right = math.floor(min(inside)) - 1 - box.left, math.ceil(max(inside)) + 1 - box.left
        found.append(pygame.Rect(left, top, right - left, bottom - top).clip(pygame.Rect((0, 0), box.size)))
    return tuple(found)


def _band(stage: Stage, board: AnyBoard, rim: Rim, identity: str, side: str, index: int) -> Sprite:
    """Draw one side of the rim with its coordinates. The sprite's offset is its place in the window."""
    box = _box(rim, index)
    fine = 1 if stage.is_large else FINE
    sheet = stage.identities.strip(identity, box.size, (0, 0, 0, 0), side).surface.copy()
    _cut(sheet, box, _side(rim, index, OUTER, INNER), OPACITY, fine)
    for edge in (OUTER, INNER):
        line = pygame.Surface(box.size, pygame.SRCALPHA, 32)
        line.fill(EDGE)
        _cut(line, box, _side(rim, index, edge - LINE / 2, edge + LINE / 2), 1.0, fine)
        sheet.blit(line, (0, 0))
    labels = SurfaceCanvas.blank(box.size)
    color = theme.rgb(side or stage.identities[identity].color)
    board.drawing.draw_labels(_Shifted(labels, box.topleft), theme.INK if sum(color) > 3 * LIGHT_FROM else theme.IVORY)
    _cut(labels.surface, box, _side(rim, index, 0, LABELS), 1.0, 1)  # removes the other sides' coordinates
    sheet.blit(labels.surface, (0, 0))
    return Sprite(sheet, *box.topleft)


def _cut(sheet: pygame.Surface, box: pygame.Rect, shape: Sequence[Corner], opacity: float, fine: int) -> None:
    """Keep what lies in `shape`, with `opacity`. The shape is drawn `fine` times as large first, for smooth edges."""
    mask = pygame.Surface((box.width * fine, box.height * fine), pygame.SRCALPHA, 32)
    mask.fill((255, 255, 255, 0))
    corners = [((x - box.left) * fine, (y - box.top) * fine) for x, y in shape]
    pygame.draw.polygon(mask, (255, 255, 255, round(255 * opacity)), corners)
    if fine > 1:
        mask = pygame.transform.smoothscale(mask, box.size)
    sheet.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)


def draw_lamp(stage: Stage, canvas: Drawable, cards: Mapping[Seat, pygame.Rect], lights: Mapping[Seat, float]) -> None:
    """Draw the lamp's light on the table around the cards of lit seats.

    It glides from card to card. With reduced motion it fades out at one card and in at the other.
    """
    lit = [(cards[seat].center, light) for seat, light in lights.items() if light > 0 and seat in cards]
    if not lit:
        return
    whole = sum(light for _, light in lit)
    if not stage.look.reduced_motion:
        x, y = (sum(at[axis] * light for at, light in lit) / whole for axis in (0, 1))
        lit = [((round(x), round(y)), min(1.0, whole))]
    side = stage.metrics.px(LAMP_SIDE)
    glow = stage.paint.cached(("lamp", side), lambda: _glow(side))
    for at, light in lit:
        stage.blit(canvas, glow, at, light)


def _glow(side: int) -> Sprite:
    """Draw the light. The sprite is placed by its middle."""
    half = COARSE / 2
    body = f"<defs>{svg.radial('l', LAMP, (half, half), half)}</defs>"
    body += f'<circle cx="{half}" cy="{half}" r="{half}" fill="url(#l)"/>'
    small = svg.render(body, COARSE, COARSE)
    return Sprite(pygame.transform.smoothscale(small, (side, side)), -side // 2, -side // 2)


def forward(stage: Stage, card: pygame.Rect, board: pygame.Rect, light: float) -> tuple[int, int]:
    """Return how far a card has come towards the board, in pixels right and down, when its light is `light` (0 to 1).

    With reduced motion it is at its final place at once.
    """
    by = round(stage.metrics.px(FORWARD) * (light if not stage.look.reduced_motion else light > 0))
    if stage.metrics.shape is Shape.TALL:
        return 0, by if card.centery < board.centery else -by
    return by if card.centerx < board.centerx else -by, 0
