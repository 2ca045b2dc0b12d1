"""Light on the robots' board: trails, sparks at reflectors, glows, the ways of a previewed slide."""

from __future__ import annotations

import math

import pygame

from game.robots.board import Colour
from scenes.kit.drawing import svg
from scenes.kit.drawing.canvas import Drawable
from scenes.kit.drawing.paint import Sprite, remembered
from scenes.kit.stage import Stage
from scenes.robots.geometry import Geometry
from scenes.robots.looks import BoardPoint, Glow, Spark, Trail
from scenes.robots.palette import SHADES
from scenes.robots.sprites import Sprites

Layers = tuple[tuple[float, float], ...]
TRAIL: Layers = ((34, 0.22), (16, 0.5), (4, 0.7))  # widths in board units and opacities; the innermost is white
PREVIEW: Layers = ((16, 0.26), (6, 0.72))  # in the robot's colour alone, or they would be lost on the tiles
RAYS = 10
SPARK_STEPS = 6
SPARK_REACH = 44  # board units from the boss to the end of the longest ray


class Effects:
    """Draws the passing lights of one geometry."""

    def __init__(self, stage: Stage, geometry: Geometry, sprites: Sprites) -> None:
        self._stage = stage
        self.paint, self.drawn_at = stage.paint, geometry.unit
        self._geometry = geometry
        self._sprites = sprites

    def draw_trail(self, canvas: Drawable, trail: Trail) -> None:
        """A stretch of light that a robot leaves behind."""
        ends = self._geometry.center(*trail.begin), self._geometry.center(*trail.end)
        self._stretch(canvas, SHADES[trail.robot].base, TRAIL, *ends, trail.alpha)

    def draw_preview(self, canvas: Drawable, colour: Colour, start: BoardPoint, end: BoardPoint) -> None:
        """A leg of a slide that could be made, from cell to cell."""
        ends = self._geometry.center(*start), self._geometry.center(*end)
        self._stretch(canvas, SHADES[colour].base, PREVIEW, *ends, 1.0)

    def _stretch(
        self, canvas: Drawable, color: str, layers: Layers, start: BoardPoint, end: BoardPoint, alpha: float
    ) -> None:
        """Cut a stretch out of a bar as long as the board; the end that moves is cut off square."""
        length = round(math.hypot(end[0] - start[0], end[1] - start[1]))
        if not length:
            return
        upright = abs(end[1] - start[1]) > abs(end[0] - start[0])
        bar = self._bar(color, layers, upright)
        cap = round(layers[0][0] * self._geometry.unit / 2)
        long, thick = length + cap, 2 * cap
        left, top = round(start[0]) - cap, round(start[1]) - cap
        if upright:
            forward = end[1] > start[1]
            area = pygame.Rect(0, 0 if forward else bar.get_height() - long, thick, long)
            at = (left, top if forward else round(end[1]))
        else:
            forward = end[0] > start[0]
            area = pygame.Rect(0 if forward else bar.get_width() - long, 0, long, thick)
            at = (left if forward else round(end[0]), top)
        canvas.blit(bar, at, alpha, area)

    def _bar(self, color: str, layers: Layers, upright: bool) -> pygame.Surface:
        def make() -> Sprite:
            unit = self._geometry.unit
            thick = 2 * round(layers[0][0] * unit / 2)
            long = self._geometry.field.width + thick
            size = (thick, long) if upright else (long, thick)
            body = ""
            for index, (width, opacity) in enumerate(layers):
                inset = (layers[0][0] - width) * unit / 2
                fill = "#FFFFFF" if layers == TRAIL and index == len(layers) - 1 else color
                box = size[0] - 2 * inset, size[1] - 2 * inset
                body += svg.box(inset, inset, *box, width * unit / 2, fill=fill, opacity=opacity)
            return Sprite(svg.render(body, *size))

        return self._stage.paint.cached(
            ("robots bar of light", color, layers, upright, self._geometry.unit), make
        ).surface

    def draw_spark(self, canvas: Drawable, spark: Spark) -> None:
        """The flash on a reflector and its ten rays."""
        at = self._geometry.center(*spark.at)
        self._stage.blit(canvas, self._sprites.halo("#FFE9A0", 10), at, spark.alpha * 0.6)
        step = min(SPARK_STEPS - 1, int(spark.share * SPARK_STEPS))
        self._stage.blit(canvas, self._spark(SHADES[spark.colour].light, step), at, spark.alpha)

    def draw_glow(self, canvas: Drawable, glow: Glow) -> None:
        """The light of a robot that passes a reflector of its own colour."""
        self._stage.blit(
            canvas, self._sprites.halo(SHADES[glow.robot].light, 8), self._geometry.center(*glow.at), glow.alpha
        )

    @remembered
    def _spark(self, color: str, step: int) -> Sprite:
        side = self._sprites.px(2 * SPARK_REACH + 8)
        middle = SPARK_REACH + 4
        out = 0.7 + 0.3 * (step + 1) / SPARK_STEPS
        near = 15 + 13 * step / SPARK_STEPS
        body = ""
        for ray in range(RAYS):
            angle = 2 * math.pi * ray / RAYS + 0.2
            reach = SPARK_REACH * out * (1.0 if ray % 2 == 0 else 0.72)
            dx, dy = math.cos(angle), math.sin(angle)
            points = f"M{middle + dx * near:.1f} {middle + dy * near:.1f}L{middle + dx * reach:.1f} "
            points += f"{middle + dy * reach:.1f}"
            body += f'<path d="{points}" stroke="#7A4A08" stroke-width="7" stroke-linecap="round" opacity=".6"/>'
            body += f'<path d="{points}" stroke="#FFC94F" stroke-width="5" stroke-linecap="round"/>'
            body += f'<path d="{points}" stroke="#FFF6D2" stroke-width="1.8" stroke-linecap="round"/>'
        body += f'<circle cx="{middle}" cy="{middle}" r="16" fill="none" stroke="{color}" stroke-width="2.4"/>'
        return Sprite(svg.render(body, side, side, (2 * middle, 2 * middle)), -side // 2, -side // 2)
