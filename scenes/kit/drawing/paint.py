"""Materials and states of panels, made once per size: enamel, lacquer, brass, shadows, the focus ring."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Hashable
from functools import wraps
from operator import attrgetter
from typing import Concatenate, NamedTuple, ParamSpec, Protocol, TypeVar

import pygame

from scenes.kit.drawing import svg, theme
from scenes.kit.drawing.frame_budget import FrameBudget
from scenes.kit.drawing.surfaces import SurfaceCache


class Sprite(NamedTuple):
    """A surface, and its top left corner relative to the anchor of the drawn thing, in pixels."""

    surface: pygame.Surface
    dx: int = 0
    dy: int = 0

    def bearing(self, face: pygame.Surface, down: int = 0) -> Sprite:
        """Return this shadow with `face` drawn over it; `face` is lowered by `down` pixels."""
        surface = self.surface.copy()
        surface.blit(face, (-self.dx, -self.dy + down))
        return Sprite(surface, self.dx, self.dy)


class Layer(NamedTuple):
    """One shadow layer: offset and blur (sigma) in design pixels, opacity 0..1."""

    dx: float
    dy: float
    sigma: float
    opacity: float


CONTACT = Layer(3, 5, 4, 0.50)
AMBIENT = Layer(10, 18, 18, 0.42)
BOARD_CONTACT = Layer(5, 9, 7, 0.60)
BOARD_AMBIENT = Layer(18, 30, 30, 0.50)
LIFT_CARD, LIFT_DIALOG = 0.9, 1.3
RADIUS = 18
DIALOG_RADIUS = 24
RING_WIDTH, RING_GAP, RING_KEY, RING_GLOW = 6, 6, 9, 9
BLUR_REACH = 2  # how far pygame's blur reaches, in multiples of its radius
LEAST_HELD = 48_000_000  # limit of the pixels in memory, in bytes; large windows have a higher limit


Slice = tuple[int, int, int, int]
"""Along one axis: source start, source length, target start, target length."""


def _slices(length: int, margin: int, wanted: int, edge: int | None = None) -> list[Slice]:
    """The three slices along an axis. The outer ones have `margin` pixels in the source, and `edge` in the target.

    Without `edge` they have `margin` pixels in the target, too.
    """
    edge = margin if edge is None else edge
    return [
        (0, margin, 0, edge),
        (margin, length - 2 * margin, edge, wanted - 2 * edge),
        (length - margin, margin, wanted - edge, edge),
    ]


def _stretched(source: pygame.Surface, columns: list[Slice], rows: list[Slice]) -> pygame.Surface:
    """The slices of `source`, each scaled to its size in the target."""
    surface = pygame.Surface((sum(x[3] for x in columns), sum(y[3] for y in rows)), pygame.SRCALPHA, 32)
    for (x, width, left, across), (y, height, top, down) in itertools.product(columns, rows):
        part = source.subsurface((x, y, width, height))
        surface.blit(pygame.transform.smoothscale(part, (across, down)), (left, top))
    return surface


class PictureMaker(Protocol):
    """Makes pictures with a painter. All of them depend on `drawn_at`, for example a number of pixels per unit."""

    @property
    def paint(self) -> Painter: ...

    @property
    def drawn_at(self) -> Hashable: ...


_P = ParamSpec("_P")
_Maker = TypeVar("_Maker", bound=PictureMaker)


def remembered(make: Callable[Concatenate[_Maker, _P], Sprite]) -> Callable[Concatenate[_Maker, _P], Sprite]:
    """Cache each picture of `make` in the painter, by `drawn_at` and the arguments, which must be hashable."""

    @wraps(make)
    def found(maker: _Maker, /, *args: _P.args, **kwargs: _P.kwargs) -> Sprite:
        key = make, maker.drawn_at, args, *kwargs.items()
        return maker.paint.cached(key, lambda: make(maker, *args, **kwargs))

    return found


def brass_bar(size: tuple[int, int]) -> Sprite:
    """A rounded bar of brass of `size` pixels."""
    defs = svg.gradient("brass", theme.BUTTON_BRASS, (0, 0), (0, size[1]))
    body = svg.box(0, 0, *size, size[1] / 2, fill="url(#brass)")
    return Sprite(svg.render(f"<defs>{defs}</defs>{body}", *size))


class Painter:
    """Draws and caches surfaces for one scale; given sizes are in pixels, everything else in design pixels.

    It holds about `limit` bytes of pixels and drops the least recently used surfaces.
    """

    def __init__(self, scale: float, limit: int = LEAST_HELD, budget: FrameBudget | None = None) -> None:
        self.scale = scale
        self.budget = budget or FrameBudget()
        self._made: SurfaceCache[Sprite] = SurfaceCache(limit, attrgetter("surface"))
        self._slots: dict[str, Hashable] = {}

    def px(self, length: float) -> float:
        """A design length in pixels, unrounded."""
        return length * self.scale

    def cached(self, key: Hashable, make: Callable[[], Sprite]) -> Sprite:
        """The sprite under `key`, made at the first call."""
        return self._made.get(key) or self._made.keep(key, self.budget.make(make))

    def made(self, key: Hashable) -> Sprite | None:
        """The sprite under `key`, if cached."""
        return self._made.get(key)

    def cached_async(self, key: Hashable, size: tuple[int, int], make: Callable[[], Sprite]) -> Sprite:
        """Do the same as `cached` for a sprite of `size` pixels. A thread may make it (`FrameBudget.make_async`)."""
        return self._made.get(key) or self._made.keep(key, self.budget.make_async(("paint", key), size, make))

    @property
    def held(self) -> int:
        """Bytes of pixels held."""
        return self._made.held

    def forget(self, key: Hashable) -> None:
        """Drop the sprite under `key`."""
        self._made.drop(key)

    def cached_one(self, slot: str, key: Hashable, make: Callable[[], Sprite]) -> Sprite:
        """Do the same as `cached`, but keep only the latest sprite of each `slot`.

        It is for pictures that keep changing.
        """
        if self._slots.get(slot) != key:
            self.forget(("slot", slot))
            self._slots[slot] = key
        return self.cached(("slot", slot), make)

    def shadow(
        self,
        size: tuple[int, int],
        lift: float = LIFT_CARD,
        radius: float = RADIUS,
        layers: tuple[Layer, ...] = (AMBIENT, CONTACT),
    ) -> Sprite:
        """The shadow of a rounded panel of `size` pixels, made of `layers`."""
        key = ("shadow", size, lift, radius, layers)
        return self.cached_async(key, size, lambda: self._shadow(size, lift, radius, layers))

    def _shadow(self, size: tuple[int, int], lift: float, radius: float, layers: tuple[Layer, ...]) -> Sprite:
        reach = max(max(layer.dx, layer.dy) + 3 * layer.sigma for layer in layers) * lift
        pad = round(self.px(reach)) + 2
        surface = pygame.Surface((size[0] + 2 * pad, size[1] + 2 * pad), pygame.SRCALPHA, 32)
        for layer in layers:
            soft = self.blurred(size, self.px(radius), self.px(layer.sigma * lift), pad, (0, 0, 0))
            soft.set_alpha(round(layer.opacity * 255))
            surface.blit(soft, (round(self.px(layer.dx * lift)), round(self.px(layer.dy * lift))))
        return Sprite(surface, -pad, -pad)

    def blurred(
        self, size: tuple[int, int], radius: float, sigma: float, pad: int, color: tuple[int, int, int]
    ) -> pygame.Surface:
        """A blurred rounded rectangle with a margin of `pad`. All lengths are in pixels.

        For speed, it is blurred at a small size and scaled up.
        """
        shrink = max(1.0, sigma / 3)
        width, height = round((size[0] + 2 * pad) / shrink), round((size[1] + 2 * pad) / shrink)
        edge, blur = round(pad / shrink), max(1, round(sigma / shrink))
        inner = (max(1, round(size[0] / shrink)), max(1, round(size[1] / shrink)))
        # Between the corners all rows are equal, and so are all columns. Blurring a few of them is enough.
        corner = round(radius / shrink) + BLUR_REACH * blur + 1
        few = (min(inner[0], 2 * corner + 3), min(inner[1], 2 * corner + 3))
        least = pygame.Surface((width - inner[0] + few[0], height - inner[1] + few[1]), pygame.SRCALPHA, 32)
        least.fill((*color, 0))
        pygame.draw.rect(least, (*color, 255), ((edge, edge), few), border_radius=round(radius / shrink))
        least = pygame.transform.gaussian_blur(least, blur)
        across, down = (min(edge + corner, (length - 1) // 2) for length in least.get_size())
        columns, rows = _slices(least.get_width(), across, width), _slices(least.get_height(), down, height)
        small = _stretched(least, columns, rows)
        return pygame.transform.smoothscale(small, (size[0] + 2 * pad, size[1] + 2 * pad))

    def panel(
        self, material: str, size: tuple[int, int], *, radius: float = RADIUS, rim: float = 0, lift: float = LIFT_CARD
    ) -> Sprite:
        """A panel with its shadow: "enamel" (brass rim, white inner line) or "lacquer" (rim fading to black)."""
        key = ("panel", material, size, radius, rim, lift)
        return self.cached_async(
            key, size, lambda: self._with_shadow(self._panel(material, size, radius, rim), size, radius, lift)
        )

    def face(self, material: str, size: tuple[int, int], radius: float = RADIUS, rim: float = 0) -> Sprite:
        """A panel without its shadow."""
        key = ("face", material, size, radius, rim)
        return self.cached_async(key, size, lambda: Sprite(self._panel(material, size, radius, rim)))

    def _with_shadow(self, face: pygame.Surface, size: tuple[int, int], radius: float, lift: float) -> Sprite:
        """A face of `size` pixels with its shadow."""
        shade = self._shadow(size, lift, radius, (AMBIENT, CONTACT))
        shade.surface.blit(face, (-shade.dx, -shade.dy))
        return shade

    def _panel(self, material: str, size: tuple[int, int], radius: float, rim: float) -> pygame.Surface:
        width, height = size
        r = self.px(radius)
        if material == "enamel":
            return self.rimmed(size, radius, rim or 5, theme.ENAMEL, (width * 0.35, height))
        line = self.px(rim or 2)
        defs = svg.gradient("fill", theme.LACQUER, (0, 0), (width * 0.35, height))
        defs += svg.gradient("rim", (("0", "#C79D4C/.53"), ("1", "#000000/.60")), (0, 0), (width, height))
        body = svg.box(0, 0, width, height, r, fill="url(#fill)")
        body += svg.box(0, 0, width, height, r, stroke="url(#rim)", line=line)
        return svg.render(f"<defs>{defs}</defs>{body}", width, height)

    def rimmed(
        self,
        size: tuple[int, int],
        radius: float,
        rim: float,
        fill: svg.Stops,
        end: tuple[float, float],
        shine: float = 0.75,
    ) -> pygame.Surface:
        """A panel with a brass rim, not cached. `fill` changes from the upper left corner to `end` (pixels).

        `shine` is the opacity of the white line inside the rim.
        """
        line = self.px(rim)
        inner = (line, line, size[0] - 2 * line, size[1] - 2 * line, self.px(radius) - line * 0.7)
        defs = svg.gradient("brass", theme.BRASS, (0, 0), size) + svg.gradient("fill", fill, (0, 0), end)
        body = svg.box(0, 0, *size, self.px(radius), fill="url(#brass)") + svg.box(*inner, fill="url(#fill)")
        body += svg.box(*inner, stroke="#FFFFFF", line=self.px(2), opacity=shine)
        return svg.render(f"<defs>{defs}</defs>{body}", *size)

    def button(
        self, kind: str, state: str, size: tuple[int, int], radius: float = RADIUS, ink: str = theme.IVORY
    ) -> Sprite:
        """A button's face: `kind` "normal" or "primary"; `state` "normal", "pressed" or "disabled".

        `ink` is the colour of a disabled button's line, and of the text around the button.
        """
        key = ("button", kind, state, size, radius, ink)
        return self.cached(key, lambda: self._button(kind, state, size, radius, ink))

    def _button(self, kind: str, state: str, size: tuple[int, int], radius: float, ink: str) -> Sprite:
        width, height = size
        r = self.px(radius)
        if state == "disabled":
            body = svg.box(0, 0, width, height, r, fill=ink, opacity=0.03)
            edge = svg.dash_path(svg.outline(width, height, r, self.px(1)), self.px(8), self.px(6))
            body += f'<path d="{edge}" fill="none" stroke="{ink}" stroke-width="{self.px(2):.2f}" opacity=".25"/>'
            return Sprite(svg.render(body, width, height))
        face = self._brass_face(size, r, state) if kind == "primary" else self._lacquer_face(size, r, state)
        if state == "pressed":
            return self.shadow(size, LIFT_CARD, radius, (CONTACT,)).bearing(face, round(self.px(3)))
        return self._with_shadow(face, size, radius, LIFT_CARD)

    def _brass_face(self, size: tuple[int, int], r: float, state: str) -> pygame.Surface:
        width, height = size
        pressed = state == "pressed"
        foot = self.px(0 if pressed else 6)
        top = height - foot
        fill = theme.BUTTON_BRASS_PRESSED if pressed else theme.BUTTON_BRASS
        defs = svg.gradient("fill", fill, (0, 0), (0, top))
        defs += svg.gradient("edge", (("0", "#FFF6D8/.9"), ("1", "#FFF0C0/.25")), (0, 0), (0, top))
        body = svg.box(0, foot, width, top, r, fill=theme.BRASS_DEEP) + svg.box(0, 0, width, top, r, fill="url(#fill)")
        if pressed:
            defs += svg.gradient("in", (("0", "#3A2408/.45"), ("1", "#3A2408/0")), (0, 0), (0, self.px(14)))
            body += svg.box(0, 0, width, top, r, fill="url(#in)")
        else:
            body += svg.box(0, 0, width, top, r, stroke="url(#edge)", line=self.px(2))
        return svg.render(f"<defs>{defs}</defs>{body}", width, height)

    def _lacquer_face(self, size: tuple[int, int], r: float, state: str) -> pygame.Surface:
        width, height = size
        defs = svg.gradient("fill", theme.LACQUER, (0, 0), (width * 0.2, height))
        defs += svg.gradient("rim", theme.BRASS, (0, 0), (width, height))
        body = svg.box(0, 0, width, height, r, fill="url(#fill)")
        if state == "pressed":
            defs += svg.gradient("in", (("0", "#000000/.70"), ("1", "#000000/0")), (0, 0), (0, self.px(14)))
            body += svg.box(0, 0, width, height, r, fill="url(#in)")
            body += svg.box(0, 0, width, height, r, stroke="#7E5C26", line=self.px(2.5))
        else:
            body += svg.box(0, 0, width, height, r, stroke="url(#rim)", line=self.px(2.5))
        return svg.render(f"<defs>{defs}</defs>{body}", width, height)

    def ring(
        self, size: tuple[int, int], radius: float = RADIUS, gap: float = RING_GAP, width: float = RING_WIDTH
    ) -> Sprite:
        """The brass focus ring around a thing of `size` pixels, with its dark keyline and halo."""
        return self.cached_async(("ring", size, radius, gap, width), size, lambda: self._ring(size, radius, gap, width))

    def _ring(self, size: tuple[int, int], radius: float, gap: float, width: float) -> Sprite:
        out = self.px(gap + width)
        key = self.px((RING_KEY - RING_WIDTH) / 2 + 0.5)
        glow = self.px(RING_GLOW)
        pad = round(out + 3 * glow)
        outer = (size[0] + round(2 * out), size[1] + round(2 * out))
        r = self.px(radius) + out
        halo = self.blurred(outer, r, glow, pad, theme.rgb("#F2C968"))
        halo.set_alpha(round(0.55 * 255))
        full = (outer[0] + 2 * pad, outer[1] + 2 * pad)
        surface = pygame.Surface(full, pygame.SRCALPHA, 32)
        surface.blit(halo, (0, 0))
        # The halo stays only outside the ring's line. The line covers the halo's rough inner edge.
        pygame.draw.rect(surface, (0, 0, 0, 0), pygame.Rect((pad, pad), outer), border_radius=round(r))
        defs = svg.gradient("ring", theme.RING, (pad, pad), (pad + outer[0], pad + outer[1]))
        line = self.px(width)
        body = svg.box(
            pad - key, pad - key, outer[0] + 2 * key, outer[1] + 2 * key, r + key, stroke="#2A1B0A", line=line + 2 * key
        )
        body += svg.box(pad, pad, *outer, r, stroke="url(#ring)", line=line)
        surface.blit(svg.render(f"<defs>{defs}</defs>{body}", *full), (0, 0))
        shift = round((outer[0] - size[0]) / 2) + pad
        return Sprite(surface, -shift, -shift)

    def well(self, size: tuple[int, int], radius: float = 14) -> Sprite:
        """The dark trough for segments and plates."""

        def make() -> Sprite:
            width, height = size
            defs = svg.gradient("fill", (("0", "#050505"), ("1", "#121111")), (0, 0), (0, height))
            defs += svg.gradient("rim", (("0", "#000000"), ("1", "#5B503C")), (0, 0), (0, height))
            body = svg.box(0, 0, width, height, self.px(radius), fill="url(#fill)")
            body += svg.box(0, 0, width, height, self.px(radius), stroke="url(#rim)", line=self.px(2))
            return Sprite(svg.render(f"<defs>{defs}</defs>{body}", width, height))

        return self.cached(("well", size, radius), make)

    def segment(self, size: tuple[int, int], radius: float = 10) -> Sprite:
        """The chosen segment: enamel without a rim."""

        def make() -> Sprite:
            width, height = size
            defs = svg.gradient("fill", theme.ENAMEL, (0, 0), (width * 0.3, height))
            body = svg.box(0, 0, width, height, self.px(radius), fill="url(#fill)")
            body += svg.box(0, 0, width, height, self.px(radius), stroke="#FFFFFF", line=self.px(2), opacity=0.75)
            return Sprite(svg.render(f"<defs>{defs}</defs>{body}", width, height))

        return self.cached(("segment", size, radius), make)

    def rim(self, size: tuple[int, int], radius: float, line: float, stops: svg.Stops = theme.BRASS) -> Sprite:
        """A line along the inside of a panel's edge."""

        def make() -> Sprite:
            defs = svg.gradient("rim", stops, (0, 0), size)
            body = svg.box(0, 0, *size, self.px(radius), stroke="url(#rim)", line=self.px(line))
            return Sprite(svg.render(f"<defs>{defs}</defs>{body}", *size))

        return self.cached(("rim", size, radius, line, stops), make)

    def veil(self, size: tuple[int, int], opacity: float, color: str = "#0A0B0D") -> Sprite:
        """A plain translucent sheet that dims everything below a dialog."""

        def make() -> Sprite:
            surface = pygame.Surface(size, pygame.SRCALPHA, 32)
            surface.fill((*theme.rgb(color), round(opacity * 255)))
            return Sprite(surface)

        return self.cached(("veil", size, opacity, color), make)

    def nine_slice(self, source: pygame.Surface, margin: int, size: tuple[int, int], factor: float) -> pygame.Surface:
        """`source` stretched to `size` pixels. Its corners of `margin` pixels are scaled by `factor`, not stretched."""
        edge = max(1, round(margin * factor))
        across, down = zip(source.get_size(), size, strict=True)
        return _stretched(source, _slices(across[0], margin, across[1], edge), _slices(down[0], margin, down[1], edge))

    def line(self, width: int, color: str, opacity: float, thickness: float = 1.5) -> Sprite:
        """A horizontal hairline of `width` pixels."""

        def make() -> Sprite:
            surface = pygame.Surface((max(1, width), max(1, round(self.px(thickness)))), pygame.SRCALPHA, 32)
            surface.fill((*theme.rgb(color), round(opacity * 255)))
            return Sprite(surface)

        return self.cached(("line", width, color, opacity, thickness), make)
