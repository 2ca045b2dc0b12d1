"""A game's tile: its picture of `textures/tile-ID.jpg`, or its board in close-up, in a walnut frame."""

from __future__ import annotations

import math

import pygame

from game.core.options import resolve
from game.core.spec import GameSpec
from game.registry import find
from game.table import IDENTITIES, NAMES
from scenes.kit.canvas import Sheet
from scenes.kit.paint import Sprite
from scenes.kit.picture import Picture
from scenes.kit.stage import Stage
from scenes.kit.tile_frame import FRAME, tile_frame
from scenes.services import Services
from scenes.table.board import View
from scenes.table.lessons import Position, reach
from scenes.table.loading import lessons_of, make_board

TURN = 14  # degrees counterclockwise


def window_of(stage: Stage, frame: pygame.Rect) -> pygame.Rect:
    """The part of a tile's frame through which its picture is seen."""
    inset = stage.metrics.px(FRAME)
    return frame.inflate(-2 * inset, -2 * inset)


def own_picture(stage: Stage, game: str, frame: pygame.Rect) -> Picture | None:
    """The picture that was made for the game's tile, if there is one."""
    name = f"textures/tile-{game}.jpg"
    return Picture(stage, name, window_of(stage, frame).size, cover=True) if stage.assets.has(name) else None


def make_tile(services: Services, game: str, resting: pygame.Rect, size: tuple[int, int]) -> Sprite:
    """The framed picture with its shadow at `size` pixels; `resting` is the frame that the picture is made for."""
    stage = services.stage
    shade = stage.paint.shadow(size, 1.1, 14)
    surface = shade.surface.copy()
    frame = pygame.Rect((-shade.dx, -shade.dy), size)
    window = window_of(stage, frame)
    own = own_picture(stage, game, resting)
    if own is not None:
        picture = stage.assets.cover(own.name, own.size)
    else:
        inside = window_of(stage, resting).size
        picture = stage.paint.once(("close-up", game, inside), lambda: close_up(services, find(game), inside)).surface
    if picture.get_size() != window.size:
        picture = pygame.transform.smoothscale(picture, window.size)
    surface.blit(picture, window)
    surface.blit(tile_frame(stage, size), frame)
    return Sprite(surface, shade.dx, shade.dy)


def close_up(services: Services, spec: GameSpec, size: tuple[int, int]) -> Sprite:
    """The game's board near the end of its demonstration, turned a little, so large that it fills `size` pixels."""
    stage = services.stage
    demo = lessons_of(spec).demo
    actions = (*demo.position.actions, *(action for beat in demo.beats for action in beat.actions))
    state = reach(spec, Position(actions[:-1], demo.position.options)).state
    cos, sin = math.cos(math.radians(TURN)), math.sin(math.radians(TURN))
    side = math.ceil(max(size[0] * cos + size[1] * sin, size[0] * sin + size[1] * cos))
    options = resolve(spec.options, demo.position.options)
    board = make_board(services, spec, options)
    count = spec.seat_count(options)
    board.context.names = [stage.t(f"name.{name[1:]}") for name in NAMES[:count]]
    board.layout(pygame.Rect(0, 0, side, side), IDENTITIES[:count], 0)
    sheet = Sheet.blank((side, side))
    board.drawing.draw_ground(sheet)
    selection = board.input.empty(state, (), "mouse")
    board.drawing.draw(sheet, View(state, board.drawing.pieces(state), (), selection))
    turned = pygame.transform.rotozoom(sheet.surface, TURN, 1.0)
    picture = pygame.Surface(size)
    picture.blit(stage.assets.cover(stage.table_name, size), (0, 0))
    picture.blit(turned, turned.get_rect(center=(size[0] // 2, size[1] // 2)))
    return Sprite(picture)
