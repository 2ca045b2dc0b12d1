"""The lamp over the table: it goes down for a pause, narrows to where a game was won, and grows warm there."""

from __future__ import annotations

import pygame

from scenes.kit.drawing import svg
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.drawing.paint import Sprite
from scenes.kit.drawing.timeline import ease_in_out
from scenes.kit.stage import Stage

SECONDS = 0.4  # in which it narrows
WARMING_SECONDS = 1.5  # from the end of a game until it is warm
DIMMING_SECONDS = 0.6  # in which it goes down for a pause
DARK = 0.52  # of the board, far from the light
WIDE = 0.62  # the light's radius, as a share of the board's width
POOL = 0.34, 0.20  # where the lamp lights the table, as shares of the window
DIM, DIM_FAR = 0.48, 0.72  # what a pause takes of the light in the pool, and far from it
SMALL = 8  # the picture is made so many times smaller: nothing in it is sharp
NIGHT, WARM = "#0A0603", "#FFD98A"


def draw_lamp(stage: Stage, canvas: Canvas, board: pygame.Rect, at: pygame.Rect, age: float) -> None:
    """Darken `board` but for what lies around the middle of `at` (pixels), `age` seconds after the game's end."""
    centre = at.centerx - board.left, at.centery - board.top
    small = max(1, board.width // SMALL), max(1, board.height // SMALL)
    middle, radius = (centre[0] / SMALL, centre[1] / SMALL), WIDE * small[0]
    night = (("0", f"{NIGHT}/0"), (".3", f"{NIGHT}/.06"), ("1", f"{NIGHT}/{DARK}"))
    warm = (("0", f"{WARM}/.34"), (".3", f"{WARM}/.2"), ("1", f"{WARM}/0"))
    shades = (
        ("night", night, radius, min(1.0, age / stage.seconds(SECONDS))),
        ("warm", warm, 0.7 * radius, ease_in_out(min(1.0, age / stage.seconds(WARMING_SECONDS)))),
    )
    for name, stops, reach, share in shades:

        def make(name: str = name, stops: svg.Stops = stops, reach: float = reach) -> Sprite:
            return Sprite(pygame.transform.smoothscale(_pool(small, name, stops, middle, reach), board.size))

        stage.blit(canvas, stage.paint.cached_one(f"lamp {name}", (board.size, centre), make), board.topleft, share)


def draw_dimmed(stage: Stage, canvas: Canvas, share: float) -> None:
    """Let the lamp go down over the whole window, `share` of the way, 0 to 1; its pool is still seen."""
    size = stage.metrics.size

    def make() -> Sprite:
        small = size[0] // SMALL, size[1] // SMALL
        stops = (("0", f"{NIGHT}/{DIM}"), ("1", f"{NIGHT}/{DIM_FAR}"))
        middle = POOL[0] * small[0], POOL[1] * small[1]
        return Sprite(pygame.transform.smoothscale(_pool(small, "dim", stops, middle, 0.6 * max(small)), size))

    stage.blit(canvas, stage.paint.cached_async(("lamp dimmed", size), size, make), (0, 0), share)


def _pool(
    size: tuple[int, int], name: str, stops: svg.Stops, centre: tuple[float, float], radius: float
) -> pygame.Surface:
    """A round gradient that fills a picture."""
    defs = svg.radial(name, stops, centre, radius)
    return svg.render(f'<defs>{defs}</defs><rect width="{size[0]}" height="{size[1]}" fill="url(#{name})"/>', *size)
