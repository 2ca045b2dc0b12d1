"""Who has won: tokens side by side in a laurel that grows."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from scenes.kit.canvas import Canvas
from scenes.services import Services

SECONDS = 0.3  # in which it grows
SMALLEST = 0.6  # of its size, at first


def draw_laurel(
    services: Services, canvas: Canvas, rect: pygame.Rect, identities: Sequence[str], share: float, won: bool = True
) -> None:
    """The tokens of `identities` in the middle of `rect` (pixels), grown by `share`, 0 to 1; the laurel where one of
    them has `won`."""
    stage, px = services.stage, services.stage.metrics.px
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
        token = services.identities.token(identity, round(radius), lit=False)
        stage.put(canvas, token, (left + index * pitch, rect.centery - px(radius)), share)
