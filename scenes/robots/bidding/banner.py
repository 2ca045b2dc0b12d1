"""The banner of a declaration: who, how few, large, beside the board, on which everybody is looking for a route."""

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
SIZE = (620, 132)  # board units, where it lies over the board
NARROW = 320  # design pixels below which a banner is drawn smaller
LEAST_WORDS = 22
PITCH = Style(44, theme.IVORY, bold=True)
NUMBER = Style(104, theme.HIGHLIGHT, bold=True)


@dataclass(frozen=True, slots=True)
class Banner:
    """A declaration and the stage's time at which it was made; `text` has the name and the number in it."""

    identity: str
    name: str
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


def draw_banner(services: Services, canvas: Target, place: pygame.Rect, banner: Banner) -> None:
    """Draw a banner in `place` (pixels); it comes down a little as it appears."""
    stage = services.stage
    shown = opacity(banner, stage.time, stage.look.reduced_motion)
    if shown <= 0:
        return
    key = (banner.identity, banner.name, banner.text, banner.number, place.size)
    sprite = stage.paint.latest("declaration", key, lambda: _make(services, banner, place.size))
    drop = 0 if stage.look.reduced_motion else round((1 - shown) * stage.metrics.px(20))
    stage.put(canvas, sprite, (place.left, place.top - drop), shown)


def place_over(board: pygame.Rect) -> pygame.Rect:
    """A banner's place over the upper edge of a board beside which there is no panel."""
    unit = board.width / FRAME
    place = pygame.Rect(0, 0, round(SIZE[0] * unit), round(SIZE[1] * unit))
    place.midtop = (board.centerx, board.top + round(16 * unit))
    return place


def _make(services: Services, banner: Banner, size: tuple[int, int]) -> Sprite:
    """The panel with strip, token, words and plate; a narrow one has the name alone, below a small token."""
    stage = services.stage
    px = stage.metrics.px
    panel = stage.paint.panel("lacquer", size, lift=1.3)
    sheet = Sheet(panel.surface.copy())
    left, top = -panel.dx, -panel.dy
    narrow = size[0] < px(NARROW)
    radius, strip_width = (20, 12) if narrow else (36, 16)
    corner = px(16)
    strip = services.identities.strip(banner.identity, (px(strip_width), size[1] - 4), (corner, 0, 0, corner))
    sheet.blit(strip.surface, (left + 2, top + 2))
    token = services.identities.token(banner.identity, radius)
    begin = left + px(strip_width + 10)
    plate = pygame.Rect(0, 0, px(72 if narrow else 130), size[1] - px(24))
    plate.midright = (left + size[0] - px(12), top + size[1] // 2)
    stage.put(sheet, stage.paint.well(plate.size), plate.topleft)
    number = str(banner.number)
    stage.centred(sheet, number, plate, stage.shrunk(number, stage.capped(NUMBER, 1.0), plate.width - px(10)))
    if narrow:
        words = pygame.Rect(begin, top + size[1] // 2, plate.left - begin - px(10), size[1] // 2 - px(8))
        stage.put(sheet, token, (words.centerx - px(radius), words.top - px(2 * radius)))
        said = stage.shrunk(banner.name, stage.capped(PITCH, 1.15), words.width, LEAST_WORDS)
        stage.centred(sheet, banner.name, words, said, words.width)
        return Sprite(sheet.surface, panel.dx, panel.dy)
    stage.put(sheet, token, (begin, top + size[1] // 2 - px(radius)))
    words = pygame.Rect(begin + px(2 * radius + 10), top, 0, size[1])
    words.width = plate.left - words.left - px(10)
    lines, style = stage.fitted(banner.text, stage.capped(PITCH, 1.15), words.width, size[1] - px(16))
    longest = max(lines, key=lambda line: stage.fonts.width(line, style))
    style = stage.shrunk(longest, style, words.width, LEAST_WORDS)
    step = stage.fonts.line_height(style)
    first = words.centery - step * (len(lines) - 1) / 2 + 0.366 * style.size * stage.metrics.scale
    for index, line in enumerate(lines):
        at = (words.centerx, first + index * step)
        stage.text(sheet, line, at, style, "centre", words.width)
    return Sprite(sheet.surface, panel.dx, panel.dy)
