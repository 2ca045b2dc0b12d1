"""The clock for declarations: a brass ring that empties as time goes by, and the seconds on enamel."""

from __future__ import annotations

import math

import pygame

from game.core.rules import Timer
from scenes.kit.drawing import svg, theme
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.drawing.fonts import Style
from scenes.kit.drawing.paint import Sprite
from scenes.kit.sound.audio import Audio
from scenes.kit.stage import Stage

LAST_SECONDS = 10
STEPS = 480  # of the ring: finer than a pixel of its edge at 1080 lines


def draw_clock(stage: Stage, canvas: Canvas, rect: pygame.Rect, left: float | None, whole: float) -> None:
    """Draw the clock in the square `rect`: `left` of `whole` seconds, None while it waits."""
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
    inner = rect.inflate(-round(rect.width * 0.34), 0)
    stage.label(canvas, text, inner, Style(rect.width / stage.metrics.scale * 0.46, color, bold=True), "centre")


def _arcs(side: int, share: float, late: bool) -> pygame.Surface:
    """What is lit of the ring: the only part that changes as time goes by."""
    body = ""
    if share > 0:
        color = theme.WARN if late else "#E9BF6A"
        body += f'<path d="{_arc(share, 83)}" fill="none" stroke="{color}" stroke-width="17"/>'
        body += f'<path d="{_arc(share, 87)}" fill="none" stroke="#FFF3CC" stroke-width="2" opacity=".5"/>'
    return svg.render(body, side, side, (200, 200))


def _arc(share: float, radius: float) -> str:
    """Path data of an arc from the top, clockwise up to the end of the hour, of which `share` is left."""
    if share >= 1:
        return f"M100 {100 - radius}A{radius} {radius} 0 1 1 99.99 {100 - radius}"
    angle = 2 * math.pi * (1 - share)
    x, y = 100 + radius * math.sin(angle), 100 - radius * math.cos(angle)
    return f"M{x:.2f} {y:.2f}A{radius} {radius} 0 {int(share > 0.5)} 1 100 {100 - radius}"


class LastSeconds:
    """Lets every one of the last seconds be heard once."""

    def __init__(self, audio: Audio) -> None:
        self._audio = audio
        self._ticked = 0  # the second that was heard last

    def follow(self, clock: Timer | None) -> None:
        """Tick where `clock` has come to another one of its last seconds; asked at every tick of the game."""
        second = math.ceil(clock.seconds) if clock is not None else 0
        if second != self._ticked and 0 < second <= LAST_SECONDS:
            self._audio.play("tick")
        self._ticked = second
