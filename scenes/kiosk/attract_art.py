"""Pictures of the demo: the invitation with its hand, the games' tiles, the slip with the house's line."""

from __future__ import annotations

from functools import partial

import pygame

from game.registry import find
from scenes.kit.drawing import svg, theme
from scenes.kit.drawing.canvas import Drawable
from scenes.kit.drawing.paint import AMBIENT, CONTACT, LIFT_CARD, Sprite
from scenes.kit.stage import FRAME, Stage, tile_frame
from scenes.services import Services
from scenes.table.art.paper import paper
from scenes.table.pictures.close_up import close_up

INVITATION_RADIUS, INVITATION_RIM = 22, 6
PRESSED_DROP = 3
BREATH = 12  # pictures of the hand's ring that grows
RINGS = (20, 33)  # radius of the ring, and of the one that it grows to
RING_LINE = 5
HAND = (  # the ring's middle is at 60, 46
    "M52 58V46A8 8 0 0 1 68 46V82L88 86Q100 89 99 101L95 128Q92 138 80 138H62Q52 138 46 130"
    "L28 109Q24 102 30 98Q36 95 42 99L52 105Z"
)
HAND_BOX = (120, 150)
WOOD = 0.5  # how thick a tile's frame is, as a share of the menu's
TILE_RADIUS, TILE_RIM = 10, 6
SHADE, SHADE_OPACITY = "#0B0908", 0.38
PERFORATION = "#B79A70"
TEETH = 44
CODE_GROUND = "#F7F0E2"


def draw_invitation_face(stage: Stage, canvas: Drawable, rect: pygame.Rect, pressed: bool) -> int:
    """The enamel plate at `rect` (pixels); gives by how many pixels what lies on it is pressed down."""
    plate = stage.paint.cached(("invitation", rect.size, pressed), partial(_plate, stage, rect.size, pressed))
    stage.blit(canvas, plate, rect.topleft)
    return stage.metrics.px(PRESSED_DROP) if pressed else 0


def _plate(stage: Stage, size: tuple[int, int], pressed: bool) -> Sprite:
    """The plate with its shadow. Pushed down it throws a narrow one, and its upper edge one on it."""
    width, height = size
    layers = (CONTACT,) if pressed else (AMBIENT, CONTACT)
    shade = stage.paint.shadow(size, 0.6 if pressed else LIFT_CARD, INVITATION_RADIUS, layers)
    line, radius = stage.paint.px(INVITATION_RIM), stage.paint.px(INVITATION_RADIUS)
    inner = (line, line, width - 2 * line, height - 2 * line, radius - 0.7 * line)
    defs = svg.gradient("brass", theme.BRASS, (0, 0), (width, height))
    defs += svg.gradient("fill", theme.ENAMEL, (0, 0), (width, 2 * height))  # more even than a smaller panel's
    body = svg.box(0, 0, width, height, radius, fill="url(#brass)") + svg.box(*inner, fill="url(#fill)")
    body += svg.box(*inner, stroke="#FFFFFF", line=stage.paint.px(2), opacity=0.75)
    if pressed:
        defs += svg.gradient("in", (("0", "#3A2408/.45"), ("1", "#3A2408/.10")), (0, 0), (0, stage.paint.px(24)))
        body += svg.box(0, 0, width, height, radius, fill="url(#in)")
    drop = stage.metrics.px(PRESSED_DROP) if pressed else 0
    return shade.bearing(svg.render(f"<defs>{defs}</defs>{body}", *size), drop)


def draw_hand(stage: Stage, canvas: Drawable, middle: tuple[int, int], breath: float, size: float) -> None:
    """The hand that points, its ring around `middle` (pixels); `breath` 0..1 is how far the ring has grown.

    `size` 1 is that of a wide window.
    """
    at = round(breath * BREATH)
    sprite = stage.paint.cached(("hand", at, size), partial(_hand, stage, at / BREATH, size))
    stage.blit(canvas, sprite, middle)


def _hand(stage: Stage, breath: float, size: float) -> Sprite:
    scale = stage.metrics.scale * size
    width, height = (round(side * scale) for side in HAND_BOX)
    inner, outer = RINGS
    grown = inner + (outer - inner) * breath
    rings = f'<circle cx="60" cy="46" r="{outer}" {_pen(3.5, 0.38 * (1 - 0.6 * breath))}/>'
    rings += f'<circle cx="60" cy="46" r="{inner}" {_pen(RING_LINE, 1)}/>'
    if 0 < breath < 1:
        rings += f'<circle cx="60" cy="46" r="{grown:.2f}" {_pen(RING_LINE, 1 - breath)}/>'
    body = f'{rings}<path d="{HAND}" fill="{theme.INK}"/>'
    return Sprite(svg.render(body, width, height, HAND_BOX), -round(60 * scale), -round(46 * scale))


def _pen(line: float, opacity: float) -> str:
    return f'fill="none" stroke="{theme.PRINT_RED}" stroke-width="{line}" opacity="{opacity:.2f}"'


def draw_tile(services: Services, canvas: Drawable, rect: pygame.Rect, game: str, plays: bool) -> None:
    """A game's picture in its frame at `rect` (pixels), lit where it `plays`."""
    make = partial(_tile, services.stage, game, rect.size, plays)
    services.stage.blit(canvas, services.stage.paint.cached(("show tile", game, rect.size, plays), make), rect.topleft)


def _tile(stage: Stage, game: str, size: tuple[int, int], plays: bool) -> Sprite:
    shade = stage.paint.shadow(size, 0.8, TILE_RADIUS)
    surface = shade.surface.copy()
    face = pygame.Rect((-shade.dx, -shade.dy), size)
    inset = stage.metrics.px(WOOD * FRAME)
    window = face.inflate(-2 * inset, -2 * inset)
    surface.blit(picture_of(stage, game, window.size), window)
    if not plays:
        surface.blit(stage.paint.veil(window.size, SHADE_OPACITY, SHADE).surface, window)
    surface.blit(tile_frame(stage, size, WOOD), face)
    if plays:
        defs = svg.gradient("rim", theme.RING, (0, 0), size)
        line, radius = stage.paint.px(TILE_RIM), stage.paint.px(TILE_RADIUS)
        body = f"<defs>{defs}</defs>" + svg.box(0, 0, *size, radius, stroke="url(#rim)", line=line)
        surface.blit(svg.render(body, *size), face)
    return Sprite(surface, shade.dx, shade.dy)


def picture_of(stage: Stage, game: str, size: tuple[int, int]) -> pygame.Surface:
    """Return the picture in a tile's frame: the game's own, or its board close up."""
    assets, name = stage.assets, f"textures/tile-{game}.jpg"
    return assets.cover(name, size) if assets.has(name) else close_up(stage, find(game), size).surface


def draw_progress(stage: Stage, canvas: Drawable, rect: pygame.Rect, share: float) -> None:
    """A line of brass in its slot at `rect` (pixels), as long as `share` (0..1) says."""
    stage.blit(canvas, stage.paint.well(rect.size, 4), rect.topleft)
    done = round(rect.width * share)
    if done < rect.height:
        return

    size = done, rect.height
    stage.blit(canvas, stage.paint.cached_one("show progress", size, partial(brass_bar, size)), rect.topleft)


def brass_bar(size: tuple[int, int]) -> Sprite:
    """A rounded bar of brass, `size` pixels large."""
    defs = svg.gradient("brass", theme.BUTTON_BRASS, (0, 0), (0, size[1]))
    body = svg.box(0, 0, *size, size[1] / 2, fill="url(#brass)")
    return Sprite(svg.render(f"<defs>{defs}</defs>{body}", *size))


def draw_slip(services: Services, canvas: Drawable, rect: pygame.Rect) -> None:
    """The blank paper for the house's line."""
    sprite = services.stage.paint.cached(("show slip", rect.size), lambda: paper(services.stage, rect.size, TEETH))
    services.stage.blit(canvas, sprite, rect.topleft)


def draw_plate(stage: Stage, canvas: Drawable, rect: pygame.Rect) -> None:
    """The light plate below the code for phones at `rect` (pixels): even, so that a camera reads what lies on it."""

    def make() -> Sprite:
        defs = svg.gradient("brass", theme.BRASS, (0, 0), rect.size)
        body = svg.box(0, 0, *rect.size, stage.paint.px(10), fill="url(#brass)")
        line = stage.paint.px(2)
        inner = (line, line, rect.width - 2 * line, rect.height - 2 * line, stage.paint.px(8))
        return Sprite(svg.render(f"<defs>{defs}</defs>{body}" + svg.box(*inner, fill=CODE_GROUND), *rect.size))

    stage.blit(canvas, stage.paint.cached(("code plate", rect.size), make), rect.topleft)


def draw_phone(stage: Stage, canvas: Drawable, rect: pygame.Rect) -> None:
    """A phone in the middle of `rect` (pixels), where a code would have no room."""
    side = stage.metrics.px(120)
    icon = stage.drawing("icons/device-phone", (side, side), color=theme.INK)
    stage.blit(canvas, icon, (rect.centerx - side // 2, rect.centery - side // 2))


def draw_perforation(stage: Stage, canvas: Drawable, x: int, rect: pygame.Rect) -> None:
    """A dashed line down the paper at `rect`, at `x`; pixels."""
    height = round(0.56 * rect.height)

    def make() -> Sprite:
        dash = stage.paint.px(5)
        data = svg.dash_path([(stage.paint.px(2), 0), (stage.paint.px(2), height)], dash, dash)
        pen = f'fill="none" stroke="{PERFORATION}" stroke-width="{stage.paint.px(2):.2f}"'
        return Sprite(svg.render(f'<path d="{data}" {pen}/>', stage.metrics.px(4), height))

    sprite = stage.paint.cached(("perforation", height), make)
    stage.blit(canvas, sprite, (x, rect.top + round(0.2 * rect.height)))
