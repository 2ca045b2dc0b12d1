"""The lamp at the end of a game: it narrows to where the game was won, and the rest of the board grows dark."""

from __future__ import annotations

import pygame

from scenes.kit.drawing import svg
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.drawing.paint import Sprite
from scenes.kit.stage import Stage

SECONDS = 0.4  # in which it narrows
DARK = 0.52  # of the board, far from the light
WIDE = 0.62  # the light's radius, as a share of the board's width
SMALL = 8  # the picture is made so many times smaller: nothing in it is sharp


def draw_lamp(stage: Stage, canvas: Canvas, board: pygame.Rect, at: pygame.Rect, share: float) -> None:
    """Darken `board` but for what lies around the middle of `at`, both in pixels; `share` of the way, 0 to 1."""
    centre = at.centerx - board.left, at.centery - board.top

    def make() -> Sprite:
        small = max(1, board.width // SMALL), max(1, board.height // SMALL)
        return Sprite(pygame.transform.smoothscale(_light(small, (centre[0] / SMALL, centre[1] / SMALL)), board.size))

    stage.blit(canvas, stage.paint.cached_one("lamp", (board.size, centre), make), board.topleft, share)


def _light(size: tuple[int, int], centre: tuple[float, float]) -> pygame.Surface:
    """A warm pool in the dark."""
    radius = WIDE * size[0]
    night = (("0", "#0A0603/0"), (".3", "#0A0603/.06"), ("1", f"#0A0603/{DARK}"))
    warm = (("0", "#FFD98A/.22"), (".45", "#FFD98A/.08"), ("1", "#FFD98A/0"))
    defs = svg.radial("night", night, centre, radius) + svg.radial("warm", warm, centre, radius / 2)
    area = f'width="{size[0]}" height="{size[1]}"'
    return svg.render(f'<defs>{defs}</defs><rect {area} fill="url(#night)"/><rect {area} fill="url(#warm)"/>', *size)
