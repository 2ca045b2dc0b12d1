"""Draws what decorates a win: the laurel, and flying pieces of the games.

The laurel surrounds the winners' tokens. A faint one is shown above an empty list.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import pygame

from scenes.kit.drawing import theme
from scenes.kit.drawing.assets import Assets
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.drawing.fonts import Style
from scenes.kit.layout import cell, column, within
from scenes.kit.stage import Stage

# Seconds for which the laurel grows.
SECONDS = 0.3
# Size of the laurel when it begins to grow, as a share of its final size.
SMALLEST = 0.6
# Opacity of the laurel above an empty list, and its size in design pixels.
FAINT, FAINT_SIDE = 0.8, 200
TITLE = Style(theme.TITLE, theme.IVORY, bold=True)
NOTE = Style(theme.HELPER, theme.MUTED)
# Size of the largest flying piece, in design pixels.
SIDE = 72
# The picture for games that have no piece of their own.
_ANY = "any"


def draw_laurel(
    stage: Stage, canvas: Canvas, rect: pygame.Rect, identities: Sequence[str], share: float, won: bool = True
) -> None:
    """Draw the tokens of `identities` in the middle of `rect` (pixels), with a laurel around them if `won`.

    `share` (0 to 1) says how far the laurel has grown. It is also the opacity of laurel and tokens.
    """
    stage, px = stage, stage.metrics.px
    if won:
        side = rect.height
        grown = side if stage.look.reduced_motion else round(side * (SMALLEST + (1 - SMALLEST) * share))
        laurel = stage.assets.sprite("sprites/laurel.svg", (side, side))
        if grown != side:
            laurel = pygame.transform.smoothscale(laurel, (grown, grown))
        canvas.blit(laurel, (rect.centerx - grown // 2, rect.centery - grown // 2), share)
    radius = min(rect.height / 3.4, rect.width / (2.3 * len(identities))) / stage.metrics.scale
    pitch = px(2 * radius + 12)
    left = rect.centerx - pitch * (len(identities) - 1) // 2 - px(radius)
    for index, identity in enumerate(identities):
        token = stage.identities.token(identity, round(radius), lit=False)
        stage.blit(canvas, token, (left + index * pitch, rect.centery - px(radius)), share)


def draw_empty(stage: Stage, canvas: Canvas, box: pygame.Rect, title: str, note: str) -> None:
    """Draw a faint laurel in the upper part of `box`, and the text of an empty list below. `title` may be ""."""
    words = column(cell("title", 72) if title else None, cell("note"), gap=0)
    places = within(stage.metrics, box, column(cell("laurel", FAINT_SIDE), words, gap=28))
    grow = stage.metrics.text_scale
    stage.show(canvas, "laurel", places["laurel"], FAINT)
    for place in places.all("title"):
        stage.label(canvas, title, place, TITLE, "centre", grow=grow)
    stage.label(canvas, note, places["note"], NOTE, "centre", lines=9, grow=grow, top=True)


@dataclass(frozen=True, slots=True)
class FlyingPiece:
    """A flying piece: its place (0 to 1 in both directions of the area), its size as a share of SIDE, its opacity."""

    x: float
    y: float
    size: float
    alpha: float


def picture(assets: Assets, game: str) -> str:
    """Return the picture file of a game's piece, or the common file."""
    own = f"sprites/cheer/{game}.svg"
    return own if assets.has(own) else f"sprites/cheer/{_ANY}.svg"


def draw_pieces(stage: Stage, canvas: Canvas, pieces: Iterable[tuple[str, FlyingPiece]], room: pygame.Rect) -> None:
    """Draw flying pieces, each given with its picture file, in `room` (pixels)."""
    for file, piece in pieces:
        side = stage.metrics.px(SIDE * piece.size)
        x, y = room.left + piece.x * room.width, room.top + piece.y * room.height
        if piece.alpha > 0 and room.collidepoint(x, y):
            canvas.blit(stage.assets.sprite(file, (side, side)), (x - side // 2, y - side // 2), piece.alpha)
