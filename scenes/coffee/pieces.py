"""The pictures of saucers, beans and the stick, for the board, the wheel and the cards alike; made once per size."""

from __future__ import annotations

import math
from typing import Any

import pygame

from scenes.kit.drawing import svg, theme
from scenes.kit.drawing.paint import Sprite, remembered
from scenes.kit.stage import Stage

ART = "textures/coffee-hex.json"
SAUCERS, BEANS = "textures/coffee-saucers.jpg", "textures/coffee-beans.png"
PITCH = 1 / 0.4425  # pitches of a board go by its saucers' radius
STICK_LENGTH, STICK_WIDTH = 1.26, 0.11  # pitches: a bean is well seen on both sides of it
TURN_STEP = 5.0  # degrees between two pictures of the turning stick
SAUCER_SHADOW = ((0.047, 0.074, 0.047, 0.45), (0.017, 0.027, 0.017, 0.55))  # dx, dy, sigma in pitches; opacity
BEAN_SHADOW = ((0.055, 0.09, 0.055, 0.50), (0.02, 0.035, 0.02, 0.60))
LIFTED_SHADOW = ((0.13, 0.20, 0.11, 0.42), (0.10, 0.15, 0.06, 0.22))


class Pieces:
    """Everything is placed by its middle; `radius` is that of the saucer below it, in whole pixels."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self.paint, self.drawn_at = stage.paint, None
        self.art: dict[str, Any] = stage.assets.data(ART)

    def saucer(self, radius: int, kind: int, lit: bool) -> Sprite:
        """A saucer, plain or lit; `kind` picks one of several that are not quite alike."""
        sheet = self.art["saucers"]
        index = int(sheet["plain"]) + kind % int(sheet["lit"]) if lit else kind % int(sheet["plain"])

        def make() -> Sprite:
            source = self._stage.assets.picture(SAUCERS)
            place = source.get_height()
            side = round(2 * sheet["radius"] / sheet["place"] * place)
            corner = (place - side) // 2
            part = source.subsurface((index * place + corner, corner, side, side))
            size = 2 * radius
            disc = pygame.transform.smoothscale(part, (size, size)).convert_alpha()
            mask = svg.render(f'<circle cx="{radius}" cy="{radius}" r="{radius}" fill="#FFFFFF"/>', size, size)
            disc.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
            return Sprite(disc, -radius, -radius)

        return self.paint.cached(("saucer", index, radius), make)

    def wash(self, radius: int, color: str) -> Sprite:
        """A plain disc over a saucer, to be shown with an opacity."""
        disc = f'<circle cx="{radius}" cy="{radius}" r="{radius - 0.5}" fill="{color}"/>'
        return self.paint.cached(
            ("saucer wash", color, radius), lambda: Sprite(svg.render(disc, 2 * radius, 2 * radius), -radius, -radius)
        )

    def saucer_shadow(self, radius: int) -> Sprite:
        """Return the shadow of a saucer on the field."""
        size = 2 * radius, 2 * radius
        return self.paint.cached(("saucer shadow", radius), lambda: self._shadow(size, radius, SAUCER_SHADOW))

    @remembered
    def bean(self, radius: int, colour: str) -> Sprite:
        """A bean, black or orange."""
        sheet = self.art["beans"]
        source = self._stage.assets.picture(BEANS)
        place = source.get_height()
        part = source.subsurface((sheet["order"].index(colour) * place, 0, place, place))
        side = max(4, round(sheet["place"] / self.art["saucers"]["radius"] * radius))
        return Sprite(pygame.transform.smoothscale(part, (side, side)), -side // 2, -side // 2)

    def bean_shadow(self, radius: int, lifted: bool) -> Sprite:
        """Return the shadow of a bean on its saucer: more to the side and softer where it is lifted."""
        scale = radius / self.art["saucers"]["radius"]
        long, wide = (length * scale for length in self.art["beans"]["half"])
        size = round(1.8 * long), round(2 * wide)
        layers = LIFTED_SHADOW if lifted else BEAN_SHADOW
        return self.paint.cached(("bean shadow", lifted, radius), lambda: self._shadow(size, radius, layers))

    def _shadow(
        self, size: tuple[int, int], radius: int, layers: tuple[tuple[float, float, float, float], ...]
    ) -> Sprite:
        pitch = radius * PITCH
        pad = round(0.5 * pitch)
        surface = pygame.Surface((size[0] + 2 * pad, size[1] + 2 * pad), pygame.SRCALPHA, 32)
        for dx, dy, sigma, opacity in layers:
            soft = self.paint.blurred(size, min(size) / 2, max(0.8, sigma * pitch), pad, (0, 0, 0))
            soft.set_alpha(round(opacity * 255))
            surface.blit(soft, (round(dx * pitch), round(dy * pitch)))
        return Sprite(surface, -surface.get_width() // 2, -surface.get_height() // 2)

    @remembered
    def halo(self, radius: int, color: str, opacity: float) -> Sprite:
        """A glow around a saucer."""
        pad = round(0.34 * radius * PITCH)
        size = 2 * radius, 2 * radius
        glow = self.paint.blurred(size, radius, 0.10 * radius * PITCH, pad, theme.rgb(color))
        glow.set_alpha(round(opacity * 255))
        surface = pygame.Surface(glow.get_size(), pygame.SRCALPHA, 32)
        surface.blit(glow, (0, 0))
        return Sprite(surface, -surface.get_width() // 2, -surface.get_height() // 2)

    def stick(self, radius: int, degrees: float, lit: bool = False) -> Sprite:
        """The white stick, turned by `degrees` clockwise from level, with its shadow; `lit` in a warm glow."""
        turned = degrees if degrees % 15 == 0 else round(degrees / TURN_STEP) * TURN_STEP
        return self.paint.cached(("stick", turned, radius, lit), lambda: self._stick(radius * PITCH, turned, lit))

    def _stick(self, pitch: float, degrees: float, lit: bool) -> Sprite:
        length, width = STICK_LENGTH * pitch, STICK_WIDTH * pitch
        side = 2 * round(0.85 * pitch)
        angle = math.radians(degrees)
        half = (length - width) / 2
        dx, dy = half * math.cos(angle), half * math.sin(angle)
        nx, ny = -math.sin(angle), math.cos(angle)
        if nx * 0.55 + ny * 0.83 < 0:  # the shaded side is the one away from the lamp
            nx, ny = -nx, -ny
        ends = f"M{side / 2 - dx:.2f} {side / 2 - dy:.2f}L{side / 2 + dx:.2f} {side / 2 + dy:.2f}"
        surface = pygame.Surface((side, side), pygame.SRCALPHA, 32)
        if lit:
            surface.blit(_soft(ends, width * 2.2, "#FFC95E", 0.55, side, width * 0.6), (0, 0))
        for shift, opacity in ((0.085, 0.30), (0.04, 0.55)):
            soft = _soft(ends, width * 1.05, "#000000", opacity, side, width * (0.35 if shift > 0.05 else 0.16))
            surface.blit(soft, (round(shift * 0.55 * pitch), round(shift * pitch)))
        x, y = nx * width / 2, ny * width / 2
        across = (side / 2 - x, side / 2 - y), (side / 2 + x, side / 2 + y)
        stops = (("0", "#EDEAE2"), (".25", "#FFFFFF"), (".6", "#F4F0E6"), ("1", "#B7AF9C"))
        pen = 'fill="none" stroke-linecap="round"'
        thick = f'<path d="{ends}" stroke="#241A12" stroke-width="{width:.2f}" {pen}/>'
        body = f'<path d="{ends}" stroke="url(#s)" stroke-width="{max(1.0, width * 0.76):.2f}" {pen}/>'
        surface.blit(svg.render(f"<defs>{svg.gradient('s', stops, *across)}</defs>{thick}{body}", side, side), (0, 0))
        return Sprite(surface, -side // 2, -side // 2)


def _soft(path: str, width: float, color: str, opacity: float, side: int, sigma: float) -> pygame.Surface:
    """A blurred stroke; blurred small and scaled up, for speed."""
    shrink = max(1.0, sigma / 2)
    small = round(side / shrink)
    body = f'<path d="{path}" stroke="{color}" stroke-width="{width:.2f}" stroke-opacity="{opacity}" '
    drawn = svg.render(body + 'fill="none" stroke-linecap="round"/>', small, small, (side, side))
    soft = pygame.transform.gaussian_blur(drawn, max(1, round(sigma / shrink)))
    return pygame.transform.smoothscale(soft, (side, side))
