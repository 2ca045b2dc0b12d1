"""The end of a cup is more than that of a game: the podium rises place by place, the lamp warms, and it rains pieces.

All of it is a function of the seconds since the page came on. With reduced motion everything is there at once and
nothing falls.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

import pygame

from scenes.kit.drawing import svg
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.drawing.paint import Sprite
from scenes.kit.drawing.timeline import ease_in_out, ease_out
from scenes.kit.stage import Stage
from scenes.table.art.cheer import FlyingPiece, draw_pieces
from scenes.table.art.laurel import SECONDS as LAUREL_SECONDS

RISES: Final = {3: (0.2, 0.5), 2: (0.6, 0.5), 1: (1.0, 0.6)}
"""By place, when its step begins to rise and how long that takes, in seconds."""
LANDED: Final = sum(RISES[1])  # when the first one stands
WARM_SECONDS = 1.2
SECONDS: Final = 5.2  # of all of it
PIECES, FEW_PIECES = 54, 27  # that rain, and in a window of 4K, where each costs more than twice as much
FALL = 1.3, 2.2  # seconds that a piece takes from top to bottom: the quickest and the slowest
FADES = 0.2  # of its way, at its end
SIZES = (0.5, 0.7, 0.9)  # of the pieces: few, so that each is scaled once
SOUNDS: Final = {3: "stone", 2: "stone", 1: "win"}
WARM, SMALL = "#FFD98A", 8
REACH = 460  # design pixels of the light's radius


def risen(place: int, age: float, reduced: bool) -> float:
    """How far the step of a place has risen, 0 to 1, at `age` seconds."""
    begin, seconds = RISES[min(place, max(RISES))]
    return 1.0 if reduced else ease_out(min(1.0, max(0.0, (age - begin) / seconds)))


def crowned(age: float, reduced: bool) -> float:
    """How far the winner's laurel has grown, 0 to 1."""
    return 1.0 if reduced else ease_out(min(1.0, max(0.0, (age - LANDED) / LAUREL_SECONDS)))


def cues(places: set[int], before: float, after: float) -> list[str]:
    """What is heard of the `places` that come to stand between two ages."""
    landing = ((sum(RISES[place]), SOUNDS[place]) for place in sorted(RISES, reverse=True) if place in places)
    return [sound for at, sound in landing if before < at <= after]


def rain(files: list[str], age: float, count: int = PIECES) -> Iterator[tuple[str, FlyingPiece]]:
    """The `count` pieces that fall, with their pictures: of all games, from when the first one stands."""
    random = Random(len(files))
    last = SECONDS - LANDED - FALL[1]
    for number in range(count):
        begin, seconds, size = random.uniform(0, last), random.uniform(*FALL), random.choice(SIZES)
        x, way = random.random(), (age - LANDED - begin) / seconds
        if 0 < way < 1:
            alpha = min(1.0, (1 - way) / FADES)
            yield files[number % len(files)], FlyingPiece(x, way * (0.4 + 0.6 * way), size, alpha)


def draw_rain(stage: Stage, canvas: Canvas, files: list[str], age: float) -> None:
    """Let it rain over the whole window."""
    if files and age < SECONDS and not stage.look.reduced_motion:
        count = FEW_PIECES if stage.is_large else PIECES
        draw_pieces(stage, canvas, rain(files, age, count), pygame.Rect((0, 0), stage.metrics.size))


def draw_warmth(stage: Stage, canvas: Canvas, podium: pygame.Rect, age: float) -> None:
    """The lamp's warm light on the table around the middle of `podium` (pixels), which comes with the first one."""
    share = 1.0 if stage.look.reduced_motion else ease_in_out(min(1.0, max(0.0, (age - LANDED) / WARM_SECONDS)))
    radius = stage.metrics.px(REACH)

    def make() -> Sprite:
        small = max(1, 2 * radius // SMALL)
        stops = (("0", f"{WARM}/.30"), (".5", f"{WARM}/.12"), ("1", f"{WARM}/0"))
        defs = svg.radial("warm", stops, (small / 2, small / 2), small / 2)
        light = svg.render(
            f'<defs>{defs}</defs><rect width="{small}" height="{small}" fill="url(#warm)"/>', small, small
        )
        return Sprite(pygame.transform.smoothscale(light, (2 * radius, 2 * radius)), -radius, -radius)

    stage.blit(canvas, stage.paint.cached(("cup warmth", radius), make), podium.center, share)
