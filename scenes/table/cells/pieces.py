"""Draws what boards with pieces share: the ground, the coordinates, and how pieces are carried, drop and hop.

The coordinates along a board's edges grow with the board, not with the text scale.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import pygame

from scenes.kit.drawing import svg, theme
from scenes.kit.drawing.canvas import Drawable
from scenes.kit.drawing.fonts import Style
from scenes.kit.drawing.paint import BOARD_AMBIENT, BOARD_CONTACT, Sprite
from scenes.kit.drawing.timeline import Clip, ease_in_out, ease_out
from scenes.kit.stage import Stage
from scenes.table.cells.grid import Grid
from scenes.table.contract.view import BoardClip, ClipFrame, Placement, Placements

LABEL = Style(theme.HELPER, theme.LABEL, bold=True)
# LABEL_SIZE is the type size of a coordinate, in board units. Letters are raised by the share RAISED of that size, so
# that "g" stays within the rim.
LABEL_SIZE, RAISED = 25, 0.11
# Side in pixels of the square around a coordinate's middle in which the coordinate is written.
COORDINATE_BOX = 80


def coordinate_style(stage: Stage, unit: float, size: float = LABEL_SIZE) -> Style:
    """Return the style of coordinates on a board whose unit is `unit` pixels. It does not depend on the text scale."""
    return LABEL._replace(size=size * unit / (stage.metrics.scale * stage.metrics.text_scale))


def draw_ground(stage: Stage, target: Drawable, grid: Grid, board: Sprite) -> None:
    """Draw a board's shadow, its picture at the corner of the frame, and its coordinates."""
    shade = stage.paint.shadow(grid.rect.size, 1.0, 18, (BOARD_AMBIENT, BOARD_CONTACT))
    stage.blit(target, shade, grid.rect.topleft)
    stage.blit(target, board, grid.rect.topleft)
    draw_labels(stage, target, grid)


def draw_labels(stage: Stage, target: Drawable, grid: Grid, color: str = "") -> None:
    """Draw a board's coordinates in `color`, by default in their usual colour."""
    style, box = coordinate_style(stage, grid.unit), pygame.Rect(0, 0, COORDINATE_BOX, COORDINATE_BOX)
    style = style._replace(color=color or style.color)
    for text, (x, y) in grid.labels():
        box.center = x, y - round(RAISED * LABEL_SIZE * grid.unit if text.isalpha() else 0)
        stage.centred(target, text, box, style)


def rounded_board(stage: Stage, grid: Grid, name: str) -> Sprite:
    """Draw the texture `name` with rounded corners as a board's picture, placed by its top left corner."""
    (width, height), corner = grid.rect.size, grid.art["corner_radius"] * grid.unit
    texture = stage.assets.texture(name, grid.rect.size)

    def make() -> Sprite:
        surface = pygame.Surface((width, height), pygame.SRCALPHA, 32)
        surface.blit(texture, (0, 0))
        side = math.ceil(corner)
        mask = svg.render(svg.box(0, 0, 2 * side, 2 * side, corner, fill="#FFFFFF"), 2 * side, 2 * side)
        # Only the corners are cut, because a mask of the whole board would be slow.
        for x, y in ((0, 0), (1, 0), (0, 1), (1, 1)):
            at = x * (width - side), y * (height - side)
            surface.blit(mask, at, pygame.Rect(x * side, y * side, side, side), special_flags=pygame.BLEND_RGBA_MULT)
        return Sprite(surface)

    return stage.paint.cached_async((name, grid.rect.size), grid.rect.size, make)


@dataclass(frozen=True, slots=True)
class Carry:
    """How a piece is carried: along an arc of the height `lift`, with a sound at its start and another as it lands.

    `push` (0 to 1) makes the start faster: 0 is a slow start, 1 a quick one. `lands` is the share of the time at which
    the sound of landing is played. `turn` is the piece's rotation in degrees.
    """

    seconds: float
    lift: float
    sounds: tuple[str, str]
    push: float = 0.0
    lands: float = 0.9
    turn: float = 0.0

    def clip(self, key: str, start: Placement[object], end: Placement[object]) -> BoardClip:
        """Return the clip in which the piece with the id `key` is carried from `start` to `end`."""

        def sample(t: float) -> ClipFrame:
            gone = t / self.seconds
            share = ease_in_out(ease_out(gone) * self.push + gone * (1 - self.push))
            x, y = start.x + (end.x - start.x) * share, start.y + (end.y - start.y) * share
            lift, angle = self.lift * math.sin(math.pi * share), end.angle + self.turn * share
            return ClipFrame({key: replace(end, x=x, y=y, lift=lift, angle=angle)})

        return Clip(self.seconds, sample, ((0.0, self.sounds[0]), (self.seconds * self.lands, self.sounds[1])))


@dataclass(frozen=True, slots=True)
class DropMotion:
    """How a piece drops: it falls from the height `lift` in the share `fall` of the time, then settles.

    It begins with the opacity `faint`, and bounces once to the height `settle`.
    """

    seconds: float
    lift: float
    sound: str
    fall: float = 0.8
    settle: float = 0.012
    faint: float = 0.3

    def clip(self, key: str, end: Placement[object]) -> BoardClip:
        """Return the clip in which the piece with the id `key` drops to `end`."""
        fall = self.seconds * self.fall

        def sample(t: float) -> ClipFrame:
            share = min(1.0, t / fall)
            lift = self.lift * (1 - share * share)
            if t > fall:
                lift = self.settle * math.sin(math.pi * (t - fall) / (self.seconds - fall))
            return ClipFrame({key: replace(end, lift=lift, alpha=min(1.0, self.faint + share))})

        return Clip(self.seconds, sample, cues=((fall * 0.9, self.sound),))


def hop(win_time: float, height: float) -> float:
    """Return how high a winner's piece hops, `win_time` seconds after the win. Each hop is lower than the last."""
    if win_time >= theme.WIN_SECONDS:
        return 0.0
    return height * abs(math.sin(math.pi * 2 * win_time)) * (1 - win_time / theme.WIN_SECONDS)


def breath(stage: Stage) -> float:
    """Return the pulsating opacity of a hint."""
    return 0.75 + 0.25 * math.sin(stage.time * math.pi)


def same_pieces(before: Placements, after: Placements) -> dict[str, Placement[object]]:
    """Return `after`, but each moved piece has its id from `before`.

    The nearest piece of the same kind counts as the same.
    """
    same = {key: placed for key, placed in after.items() if key in before}
    gone = [key for key in before if key not in after]
    for key, placed in after.items():
        if key in before:
            continue
        alike = [other for other in gone if before[other].look == placed.look]
        if alike:
            key = min(alike, key=lambda other: math.hypot(before[other].x - placed.x, before[other].y - placed.y))
            gone.remove(key)
        same[key] = placed
    return same
