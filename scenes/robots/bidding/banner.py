"""The banner of a declaration: who, how few, large, beside the board, on which everybody is looking for a route."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from scenes.kit.drawing import theme
from scenes.kit.drawing.canvas import Drawable, SurfaceCanvas
from scenes.kit.drawing.fonts import Style
from scenes.kit.drawing.paint import Sprite
from scenes.kit.drawing.timeline import ease_out
from scenes.kit.layout import Align, cell, column, row, within
from scenes.kit.stage import Stage
from scenes.kit.widgets.person import draw_owned_panel
from scenes.table.cells.grid import FRAME

SHOWN_SECONDS = 1.8
COME_SECONDS, GO_SECONDS = 0.16, 0.3
SIZE = (620, 132)  # board units, where it lies over the board
NARROW = 320  # design pixels below which a banner is drawn smaller
LEAST_WORDS, MOST_LINES = 22, 3
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
    """Return the opacity of a banner, 0..1."""
    age = now - banner.since
    if not 0 <= age < SHOWN_SECONDS:
        return 0.0
    if reduced:
        return 1.0
    return min(1.0, ease_out(min(1.0, age / COME_SECONDS)), (SHOWN_SECONDS - age) / GO_SECONDS)


def draw_banner(stage: Stage, canvas: Drawable, place: pygame.Rect, banner: Banner) -> None:
    """Draw a banner in `place` (pixels); it comes down a little as it appears."""
    shown = opacity(banner, stage.time, stage.look.reduced_motion)
    if shown <= 0:
        return
    key = (banner.identity, banner.name, banner.text, banner.number, place.size)
    sprite = stage.paint.cached_one("declaration", key, lambda: _make(stage, banner, place.size))
    drop = 0 if stage.look.reduced_motion else round((1 - shown) * stage.metrics.px(20))
    stage.blit(canvas, sprite, (place.left, place.top - drop), shown)


def place_over(board: pygame.Rect) -> pygame.Rect:
    """A banner's place over the upper edge of a board beside which there is no panel."""
    unit = board.width / FRAME
    place = pygame.Rect(0, 0, round(SIZE[0] * unit), round(SIZE[1] * unit))
    place.midtop = (board.centerx, board.top + round(16 * unit))
    return place


def _make(stage: Stage, banner: Banner, size: tuple[int, int]) -> Sprite:
    """The panel with strip, token, words and plate; a narrow one has the name alone, below a small token."""
    panel = stage.paint.panel("lacquer", size, lift=1.3)
    sheet, rect = SurfaceCanvas(panel.surface.copy()), pygame.Rect((-panel.dx, -panel.dy), size)
    narrow = size[0] < stage.metrics.px(NARROW)
    radius, strip, plate = (20, 12, 72) if narrow else (36, 16, 130)
    draw_owned_panel(stage, sheet, rect, banner.identity, strip=strip, shadow=False)
    token = cell("token", 2 * radius, across=2 * radius, align=Align.MIDDLE)
    said = row(token, cell("words"), gap=10, pad=(0, 8))
    if narrow:
        said = column(column(cell(), token, gap=0), cell("words"), gap=0, pad=(0, 8))
    page = row(said, column(cell("plate"), size=plate, pad=(0, 12)), gap=10, pad=(strip + 10, 0, 12, 0))
    places = within(stage.metrics, rect, page)
    stage.blit(sheet, stage.identities.token(banner.identity, radius), places["token"].topleft)
    stage.blit(sheet, stage.paint.well(places["plate"].size), places["plate"].topleft)
    number = places["plate"].inflate(-stage.metrics.px(10), 0)
    stage.label(sheet, str(banner.number), number, NUMBER, "centre")
    text, lines = (banner.name, 1) if narrow else (banner.text, MOST_LINES)
    stage.label(sheet, text, places["words"], PITCH, "centre", lines=lines, grow=1.15, least=LEAST_WORDS)
    return Sprite(sheet.surface, panel.dx, panel.dy)
