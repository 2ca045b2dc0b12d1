"""The banner of a declaration: who, how few, large, over the upper edge of the board."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from scenes.kit import theme
from scenes.kit.canvas import Sheet, Target
from scenes.kit.fonts import Style
from scenes.kit.paint import Sprite
from scenes.kit.timeline import ease_out
from scenes.robots.geometry import FRAME
from scenes.services import Services

SHOWN_SECONDS = 1.8
COME_SECONDS, GO_SECONDS = 0.16, 0.3
SIZE = (620, 132)  # board units
PITCH = Style(44, theme.IVORY, bold=True)
NUMBER = Style(104, theme.HIGHLIGHT, bold=True)


@dataclass(frozen=True, slots=True)
class Banner:
    """A declaration and the stage's time at which it was made."""

    identity: str
    text: str
    number: int
    since: float


class Banners:
    """The latest banner of one board; it outlives layouts."""

    def __init__(self) -> None:
        self.latest: Banner | None = None

    def shows(self, now: float) -> bool:
        """Whether a banner is to be seen at a time of the stage."""
        return self.latest is not None and now - self.latest.since < SHOWN_SECONDS


def opacity(banner: Banner, now: float, reduced: bool) -> float:
    """How much of a banner shows, 0..1."""
    age = now - banner.since
    if not 0 <= age < SHOWN_SECONDS:
        return 0.0
    if reduced:
        return 1.0
    return min(1.0, ease_out(min(1.0, age / COME_SECONDS)), (SHOWN_SECONDS - age) / GO_SECONDS)


def draw_banner(services: Services, canvas: Target, board: pygame.Rect, banner: Banner) -> None:
    """Draw a banner over the upper edge of the board's rectangle; it comes down a little as it appears."""
    stage = services.stage
    shown = opacity(banner, stage.time, stage.look.reduced_motion)
    if shown <= 0:
        return
    unit = board.width / FRAME
    size = round(SIZE[0] * unit), round(SIZE[1] * unit)
    key = (banner.identity, banner.text, banner.number, size)
    sprite = stage.paint.latest("declaration", key, lambda: _make(services, banner, size))
    drop = 0 if stage.look.reduced_motion else round((1 - shown) * 20 * unit)
    stage.put(canvas, sprite, (board.centerx - size[0] // 2, board.top + round(16 * unit) - drop), shown)


def _make(services: Services, banner: Banner, size: tuple[int, int]) -> Sprite:
    stage = services.stage
    panel = stage.paint.panel("lacquer", size, lift=1.3)
    sheet = Sheet(panel.surface.copy())
    px = stage.metrics.px
    left, top = -panel.dx, -panel.dy
    corner = px(16)
    strip = services.identities.strip(banner.identity, (px(16), size[1] - 4), (corner, 0, 0, corner))
    sheet.blit(strip.surface, (left + 2, top + 2))
    token = services.identities.token(banner.identity, 40)
    stage.put(sheet, token, (left + px(40), top + size[1] // 2 - px(40)))
    plate = pygame.Rect(0, 0, px(150), size[1] - px(24))
    plate.midright = (left + size[0] - px(14), top + size[1] // 2)
    stage.put(sheet, stage.paint.well(plate.size), plate.topleft)
    number = str(banner.number)
    stage.centred(sheet, number, plate, stage.shrunk(number, stage.capped(NUMBER, 1.0), plate.width - px(10)))
    words = pygame.Rect(left + px(136), top, plate.left - left - px(150), size[1])
    style = stage.shrunk(banner.text, stage.capped(PITCH, 1.15), words.width)
    stage.centred(sheet, banner.text, words, style)
    return Sprite(sheet.surface, panel.dx, panel.dy)
