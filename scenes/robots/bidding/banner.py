"""Draws the banner of a bid, with name and number, and the clock. Both are near the board."""

from __future__ import annotations

import math
from dataclasses import dataclass

import pygame

from game.core.rules import Timer
from scenes.kit.drawing import svg, theme
from scenes.kit.drawing.canvas import Canvas, Drawable, SurfaceCanvas
from scenes.kit.drawing.fonts import Style
from scenes.kit.drawing.paint import Sprite
from scenes.kit.drawing.timeline import ease_out
from scenes.kit.layout import Align, cell, column, row, within
from scenes.kit.sound.audio import Audio
from scenes.kit.stage import Stage
from scenes.kit.widgets.person import draw_owned_panel
from scenes.table.cells.grid import FRAME

SHOWN_SECONDS = 1.8
COME_SECONDS, GO_SECONDS = 0.16, 0.3
# Size in board units, for a banner over the board.
SIZE = (620, 132)
# Design pixels of width below which a banner has less on it.
NARROW = 320
LEAST_WORDS, MOST_LINES = 22, 3
PITCH = Style(44, theme.IVORY, bold=True)
NUMBER = Style(104, theme.HIGHLIGHT, bold=True)


@dataclass(frozen=True, slots=True)
class Banner:
    """A bid, or a move that an AI shows, and the stage's time at which it was made.

    `text` is its sentence. A narrow banner has only the `name`: of the bidder, or of the move.
    """

    identity: str
    name: str
    text: str
    number: int
    since: float


class Banners:
    """The latest banner of one board. It survives a new layout of the board."""

    def __init__(self) -> None:
        self.latest: Banner | None = None

    def shows(self, now: float) -> bool:
        """Return whether a banner is visible at a time of the stage."""
        return self.latest is not None and now - self.latest.since < SHOWN_SECONDS


def opacity(banner: Banner, now: float, reduced: bool) -> float:
    """Return a banner's opacity, 0 to 1."""
    age = now - banner.since
    if not 0 <= age < SHOWN_SECONDS:
        return 0.0
    if reduced:
        return 1.0
    return min(1.0, ease_out(min(1.0, age / COME_SECONDS)), (SHOWN_SECONDS - age) / GO_SECONDS)


def draw_banner(stage: Stage, canvas: Drawable, place: pygame.Rect, banner: Banner) -> None:
    """Draw a banner in `place` (pixels). It comes down a little when it appears."""
    shown = opacity(banner, stage.time, stage.look.reduced_motion)
    if shown <= 0:
        return
    key = (banner.identity, banner.name, banner.text, banner.number, place.size)
    sprite = stage.paint.cached_one("declaration", key, lambda: _make(stage, banner, place.size))
    drop = 0 if stage.look.reduced_motion else round((1 - shown) * stage.metrics.px(20))
    stage.blit(canvas, sprite, (place.left, place.top - drop), shown)


def place_over(board: pygame.Rect) -> pygame.Rect:
    """Return a banner's place over the upper edge of a board without a side panel."""
    unit = board.width / FRAME
    place = pygame.Rect(0, 0, round(SIZE[0] * unit), round(SIZE[1] * unit))
    place.midtop = (board.centerx, board.top + round(16 * unit))
    return place


def _make(stage: Stage, banner: Banner, size: tuple[int, int]) -> Sprite:
    """Draw the panel with strip, token, words and plate.

    In a narrow panel, the words are only the name, below a small token.
    """
    panel = stage.paint.panel("lacquer", size, lift=1.3)
    sheet, rect = SurfaceCanvas(panel.surface.copy()), pygame.Rect((-panel.dx, -panel.dy), size)
    narrow = size[0] < stage.metrics.px(NARROW)
    radius, strip, plate = (20, 12, 72) if narrow else (36, 16, 130)
    draw_owned_panel(stage, sheet, rect, banner.identity, strip=strip, shadow=False)
    token = cell("token", 2 * radius, across=2 * radius, align=Align.MIDDLE)
    text_part = row(token, cell("words"), gap=10, pad=(0, 8))
    if narrow:
        text_part = column(column(cell(), token, gap=0), cell("words"), gap=0, pad=(0, 8))
    page = row(text_part, column(cell("plate"), size=plate, pad=(0, 12)), gap=10, pad=(strip + 10, 0, 12, 0))
    places = within(stage.metrics, rect, page)
    stage.blit(sheet, stage.identities.token(banner.identity, radius), places["token"].topleft)
    stage.blit(sheet, stage.paint.well(places["plate"].size), places["plate"].topleft)
    number = places["plate"].inflate(-stage.metrics.px(10), 0)
    stage.label(sheet, str(banner.number), number, NUMBER, "centre")
    text, lines = (banner.name, 1) if narrow else (banner.text, MOST_LINES)
    stage.label(sheet, text, places["words"], PITCH, "centre", lines=lines, grow=1.15, least=LEAST_WORDS)
    return Sprite(sheet.surface, panel.dx, panel.dy)


LAST_SECONDS = 10
# Type size of the clock's number, as a share of the clock's width: the largest that fits the face.
TEXT_SHARE = 0.535
# The number of pictures of the ring. On a screen 1080 pixels high, successive ones differ by less than a pixel.
STEPS = 480


def draw_clock(stage: Stage, canvas: Canvas, rect: pygame.Rect, left: float | None, whole: float) -> None:
    """Draw the clock in the square `rect`.

    The clock shows `left` of `whole` seconds; it does not run yet if `left` is None.
    """
    seconds = whole if left is None else left
    step = math.ceil(STEPS * min(1.0, seconds / whole))
    late = left is not None and left <= LAST_SECONDS
    stage.blit(canvas, stage.paint.shadow(rect.size, 0.6, rect.width / 2 / stage.metrics.scale), rect.topleft)
    paint, side = stage.paint, rect.width
    stage.blit(canvas, stage.drawing("robots/clock-rim", rect.size), rect.topleft)
    arc = paint.cached_one("clock", (side, step, late), lambda: Sprite(_arcs(side, step / STEPS, late)))
    stage.blit(canvas, arc, rect.topleft)
    stage.blit(canvas, stage.drawing("robots/clock-face", rect.size), rect.topleft)
    color = theme.INK_SOFT if left is None else theme.PRINT_RED if late else theme.INK
    text = str(math.ceil(seconds))
    inner = rect.inflate(-round(rect.width * 0.36), 0)
    stage.label(canvas, text, inner, Style(rect.width / stage.metrics.scale * TEXT_SHARE, color, bold=True), "centre")


def _arcs(side: int, share: float, late: bool) -> pygame.Surface:
    """Draw the lit part of the ring, the only part that changes with time."""
    body = ""
    if share > 0:
        color = theme.WARN if late else "#E9BF6A"
        body += f'<path d="{_arc(share, 83)}" fill="none" stroke="{color}" stroke-width="17"/>'
        body += f'<path d="{_arc(share, 87)}" fill="none" stroke="#FFF3CC" stroke-width="2" opacity=".5"/>'
    return svg.render(body, side, side, (200, 200))


def _arc(share: float, radius: float) -> str:
    """Return an arc as SVG path data: the last `share` of a clockwise turn that ends at the top."""
    if share >= 1:
        return f"M100 {100 - radius}A{radius} {radius} 0 1 1 99.99 {100 - radius}"
    angle = 2 * math.pi * (1 - share)
    x, y = 100 + radius * math.sin(angle), 100 - radius * math.cos(angle)
    return f"M{x:.2f} {y:.2f}A{radius} {radius} 0 {int(share > 0.5)} 1 100 {100 - radius}"


class LastSeconds:
    """Plays a tick in each of the last seconds of a clock."""

    def __init__(self, audio: Audio) -> None:
        self._audio = audio
        # The clock's seconds at the last call of `follow`, rounded up; 0 without a clock.
        self._ticked = 0

    def follow(self, clock: Timer | None) -> None:
        """Play the sound if another of the clock's last seconds has begun. Call this at each step of simulated time."""
        second = math.ceil(clock.seconds) if clock is not None else 0
        if second != self._ticked and 0 < second <= LAST_SECONDS:
            self._audio.play("tick")
        self._ticked = second
