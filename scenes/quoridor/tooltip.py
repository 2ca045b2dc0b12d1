"""The small panel beside a ghost wall: each player's shortest way, before and after."""

from __future__ import annotations

import math
from collections.abc import Sequence

import pygame

from scenes.kit.drawing import theme
from scenes.kit.drawing.canvas import Drawable
from scenes.kit.drawing.fonts import Style
from scenes.kit.stage import Stage

Row = tuple[str, int, int | None]  # identity, before, after
BEFORE = Style(theme.NAME, theme.MUTED)
SAME = Style(theme.NAME, theme.IVORY, bold=True)
LONGER = Style(theme.NAME, theme.HIGHLIGHT, bold=True)
WIDTH, ROW, PAD = 232, 54, 12
TOKEN = 20
GRID = 20  # steps across the board in which a place is looked for
MOST_GROWTH = 1.2  # how far the numbers follow the text scale


def draw_distances(
    stage: Stage,
    canvas: Drawable,
    rows: Sequence[Row],
    wall: pygame.Rect,
    board: pygame.Rect,
    taken: Sequence[pygame.Rect] = (),
) -> None:
    """Draw the panel near `wall` but neither on it nor on the `taken` rectangles, inside `board` (pixels)."""
    unit = stage.metrics.px
    size = unit(WIDTH), unit(2 * PAD + ROW * len(rows))
    panel = free_place(size, wall.inflate(unit(24), unit(24)), board.inflate(-unit(40), -unit(40)), taken)
    stage.blit(canvas, stage.paint.panel("lacquer", panel.size, radius=14, rim=2.5), panel.topleft)
    arrow = stage.drawing("step", (unit(34), unit(28)))
    for i, (identity, before, after) in enumerate(rows):
        middle = panel.top + unit(PAD) + round(unit(ROW) * (i + 0.5))
        token = stage.identities.token(identity, TOKEN)
        stage.blit(canvas, token, (panel.left + unit(20), middle - unit(TOKEN)))
        known = stage.limit_scale(BEFORE, MOST_GROWTH)
        baseline = middle + round(stage.drop(known))
        stage.text(canvas, str(before), (panel.left + unit(112), baseline), known, "right")
        stage.blit(canvas, arrow, (panel.left + unit(128), middle - unit(14)))
        style = stage.limit_scale(LONGER if after is not None and after > before else SAME, MOST_GROWTH)
        stage.text(canvas, "–" if after is None else str(after), (panel.left + unit(204), baseline), style, "right")


def free_place(
    size: tuple[int, int], wall: pygame.Rect, board: pygame.Rect, taken: Sequence[pygame.Rect]
) -> pygame.Rect:
    """Return a rectangle of `size` in `board` off `wall`, as near to it as can be without lying on the `taken` ones.

    Where that cannot be, the one that lies on the least.
    """
    places = [
        pygame.Rect(
            (board.left + (board.width - size[0]) * i // GRID, board.top + (board.height - size[1]) * j // GRID), size
        )
        for i in range(GRID + 1)
        for j in range(GRID + 1)
    ]

    def cost(place: pygame.Rect) -> tuple[int, float]:
        covered = len(place.collidelistall(list(taken))) + 9 * place.colliderect(wall)
        return covered, math.dist(place.center, wall.center)

    return min(places, key=cost)
