"""Pieces of the games that fly where something has been won: each game's own, drawn as a small picture."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import pygame

from scenes.kit.drawing.assets import Assets
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.stage import Stage

SIDE = 72  # design pixels of a piece, the largest one
_ANY = "any"  # the piece of a game that has none of its own


@dataclass(frozen=True, slots=True)
class FlyingPiece:
    """The place of a piece: 0 to 1 over the width and height of where it flies, its part of SIDE, its opacity."""

    x: float
    y: float
    size: float
    alpha: float


def picture(assets: Assets, game: str) -> str:
    """The file of a game's piece, or that of all games that bring none."""
    own = f"sprites/cheer/{game}.svg"
    return own if assets.has(own) else f"sprites/cheer/{_ANY}.svg"


def draw_pieces(stage: Stage, canvas: Canvas, pieces: Iterable[tuple[str, FlyingPiece]], room: pygame.Rect) -> None:
    """Draw pieces, each with the file of its picture, inside `room` (pixels)."""
    for file, piece in pieces:
        side = stage.metrics.px(SIDE * piece.size)
        x, y = room.left + piece.x * room.width, room.top + piece.y * room.height
        if piece.alpha > 0 and room.collidepoint(x, y):
            canvas.blit(stage.assets.sprite(file, (side, side)), (x - side // 2, y - side // 2), piece.alpha)
