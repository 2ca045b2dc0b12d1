"""A game's board in close-up, for a game that has no picture of its own."""

from __future__ import annotations

import math

import pygame

from game.core.options import resolve
from game.core.spec import GameSpec
from game.match_setup import IDENTITIES
from scenes.kit.drawing.canvas import SurfaceCanvas
from scenes.kit.drawing.paint import Sprite
from scenes.kit.stage import Stage
from scenes.table.contract.board import view_of
from scenes.table.contract.lessons import LessonPosition, reach
from scenes.table.loading import lessons_of, picture_board

TURN = 14  # degrees counterclockwise


def close_up(stage: Stage, spec: GameSpec, size: tuple[int, int]) -> Sprite:
    """The game's board near the end of its demonstration, turned a little, so large that it fills `size` pixels."""
    demo = lessons_of(spec).demo
    actions = (*demo.position.actions, *(action for beat in demo.beats for action in beat.actions))
    state = reach(spec, LessonPosition(actions[:-1], demo.position.options)).state
    cos, sin = math.cos(math.radians(TURN)), math.sin(math.radians(TURN))
    side = math.ceil(max(size[0] * cos + size[1] * sin, size[0] * sin + size[1] * cos))
    options = resolve(spec.options, demo.position.options)
    board = picture_board(stage, spec, options)
    board.layout(pygame.Rect(0, 0, side, side), IDENTITIES[: spec.seat_count(options)], 0)
    sheet = SurfaceCanvas.blank((side, side))
    board.drawing.draw_ground(sheet)
    board.drawing.draw(sheet, view_of(board, state))
    turned = pygame.transform.rotozoom(sheet.surface, TURN, 1.0)
    picture = pygame.Surface(size, 0, 32)
    picture.blit(stage.assets.cover(stage.table_name, size), (0, 0))
    picture.blit(turned, turned.get_rect(center=(size[0] // 2, size[1] // 2)))
    return Sprite(picture)
