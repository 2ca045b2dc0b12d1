"""The menu's close-up of Star 3x3: felt wells in walnut, the brass star, a white ring, black stones."""

from __future__ import annotations

import math

import numpy as np

from . import light, tile
from .materials import WALNUT, felt, wood
from .noise import Field, fbm
from .raster import Grid, Image, blend, blur, box, cover, disc, ramp, rgb, shift

PITCH = 232.0
WELL = 214.0
GAP = PITCH - WELL
# Distance from a well to the brass line around the field.
EDGE = 10.0
# Corner of the first well.
ORIGIN = tile.place(10, 114)
STAR_RADIUS = 106.0
WAIST = 0.44
STONE = 72.0
BRASS = ((0.0, "#6B4A18"), (0.35, "#A27836"), (0.6, "#D0A552"), (0.82, "#EBCF8E"), (1.0, "#FFF4D0"))


def render(scale: float) -> Image:
    """Render the picture, without its frame."""
    g, b = tile.frames(scale, ORIGIN)
    image = _ground(b)
    _wells(image, b)
    _star(image, g, _middle(0, 0))
    for cell in ((1, 0), (1, 1)):
        stone(image, g, _middle(*cell), white=False)
    stone(image, g, _middle(0, 1), white=True)
    return tile.finish(image, g, 0.18, 0.34)


def _middle(column: int, row: int) -> tuple[float, float]:
    return tile.tilted(PITCH * column + WELL / 2, PITCH * row + WELL / 2, ORIGIN)


def _ground(b: Grid) -> Image:
    """Draw the walnut: the frame with its mitre and brass line, and the bars between the wells."""
    frame = np.minimum(b.x, b.y) < -EDGE
    lying = b.y < b.x
    top = wood(WALNUT, b.x + np.float32(400), b.y + np.float32(700), 29)
    left = wood(WALNUT, b.y + np.float32(1400), b.x + np.float32(300), 31)
    blend(top, (1.0, 0.92, 0.78), 0.16)
    blend(left, (1.0, 0.92, 0.78), 0.06)
    image = np.where(lying[..., None], top, left).astype(np.float32)
    mitre = np.abs(b.x - b.y) / np.float32(math.sqrt(2))
    blend(image, (0.06, 0.03, 0.01), cover(mitre - np.float32(0.9), b.scale) * 0.6)
    bars = wood(WALNUT, b.x + np.float32(80), b.y + np.float32(2000), 33) * np.float32(0.72)
    field = -np.minimum(b.x, b.y) - np.float32(EDGE)
    blend(image, bars, cover(field, b.scale))
    inlay = np.maximum(field - np.float32(5), -field)
    t = (b.x * 0.6 + b.y) / np.float32(520)
    brass = ramp(np.clip(t, 0, 1), ((0.0, "#FBECC0"), (0.3, "#E3C27A"), (0.65, "#B98F48"), (1.0, "#C79D4C")))
    shade = cover(field - np.float32(6.6), b.scale)
    blend(image, (0.05, 0.025, 0.01), shade * cover(-field, b.scale) * 0.7 * frame)
    blend(image, brass, cover(inlay, b.scale))
    return image


def _wells(image: Image, b: Grid) -> None:
    """Draw sunk wells lined with felt: shade from the upper and left wall, a lit lip opposite."""
    column = np.maximum(np.floor((b.x + np.float32(GAP / 2)) / np.float32(PITCH)), 0)
    row = np.maximum(np.floor((b.y + np.float32(GAP / 2)) / np.float32(PITCH)), 0)
    local = Grid(b.x - column * np.float32(PITCH), b.y - row * np.float32(PITCH), b.scale)
    distance = box(local, 0, 0, WELL, WELL, 15)
    lip = distance - np.float32(3)
    facing = light.relief(lip, 3.4, b.scale)
    ring = cover(lip, b.scale) * (1 - cover(distance, b.scale))
    blend(image, rgb("#F6D79E"), ring * np.clip(-facing, 0, 1) * 0.60)
    blend(image, (0.02, 0.01, 0.0), ring * np.clip(facing, 0, 1) * 0.75)
    inside = cover(distance, b.scale)
    lining = felt(b, 71)
    wall = 1 - inside
    shade = blur(shift(wall, 8 * b.scale, 13 * b.scale), 7 * b.scale)
    blend(lining, (0.07, 0.01, 0.02), np.clip(shade, 0, 1) * 0.72)
    near = blur(wall, 3 * b.scale)
    blend(lining, (0.07, 0.01, 0.02), np.clip(near, 0, 1) * 0.55)
    blend(image, lining, inside)


def _star(image: Image, g: Grid, at: tuple[float, float]) -> None:
    """Draw a five-pointed star of ten flat facets. The more a facet's outer edge faces the lamp, the brighter it is."""
    points = []
    for i in range(10):
        radius = STAR_RADIUS * (1.0 if i % 2 == 0 else WAIST)
        angle = math.radians(-90 + 36 * i)
        points.append((at[0] + radius * math.cos(angle), at[1] + radius * math.sin(angle)))
    facets = [_triangle(g, at, points[i], points[(i + 1) % 10]) for i in range(10)]
    # The tips are blunt.
    whole = np.maximum(np.minimum.reduce(facets), disc(g, *at, STAR_RADIUS - 2))
    mask = cover(whole, g.scale)
    light.drop(image, mask, g, 12, 20, 10, 0.50)
    light.drop(image, mask, g, 4, 7, 4, 0.65)
    # The star's thickness, which is visible below its edges.
    for lift in range(6, 0, -1):
        moved = shift(cover(whole - np.float32(0.8), g.scale), 0.4 * lift * g.scale, lift * g.scale)
        blend(image, rgb("#5A3E12" if lift > 2 else "#7E5C26"), moved)
    blend(image, rgb("#F3DA9C"), cover(whole - np.float32(0.9), g.scale))
    for i, facet in enumerate(facets):
        (x0, y0), (x1, y1) = points[i], points[(i + 1) % 10]
        normal = np.array((y1 - y0, x0 - x1))
        facing = float(normal @ np.array(light.TO_LIGHT) / np.linalg.norm(normal))
        tone = 0.52 + 0.42 * facing
        away = np.hypot(g.x - np.float32(at[0]), g.y - np.float32(at[1])) / np.float32(STAR_RADIUS)
        brushed = 0.05 * (fbm(g.x * 0.35 + g.y * 0.1, g.y, (30, 1.6), 2, 41 + i) - 0.5)
        color = ramp(np.clip(tone + 0.10 * (0.5 - away) + brushed, 0, 1), BRASS)
        blend(image, color, cover(np.maximum(facet + np.float32(0.2), whole), g.scale))
    _ridges(image, g, at, points)


def _ridges(image: Image, g: Grid, at: tuple[float, float], points: list[tuple[float, float]]) -> None:
    """Draw the arrises from the middle, lit where raised and dark where sunk, and a thin rim."""
    for i, (x, y) in enumerate(points):
        dx, dy = x - at[0], y - at[1]
        px, py = g.x - np.float32(at[0]), g.y - np.float32(at[1])
        along = np.clip((px * dx + py * dy) / np.float32(dx * dx + dy * dy), 0, 1)
        away = np.hypot(px - along * np.float32(dx), py - along * np.float32(dy))
        ridge = i % 2 == 0
        crease = np.maximum(away - np.float32(0.6), disc(g, *at, STAR_RADIUS - 3))
        color, share = ("#FFF6DC", 0.65) if ridge else ("#6B4A18", 0.40)
        blend(image, rgb(color), cover(crease, g.scale) * share)


def _triangle(g: Grid, a: tuple[float, float], b: tuple[float, float], c: tuple[float, float]) -> Field:
    """Return the greatest signed distance to the lines of a triangle's edges; corners run clockwise on screen."""
    sides = []
    for (x0, y0), (x1, y1) in ((a, b), (b, c), (c, a)):
        length = math.hypot(x1 - x0, y1 - y0)
        sides.append(((g.x - np.float32(x0)) * (y1 - y0) - (g.y - np.float32(y0)) * (x1 - x0)) / np.float32(length))
    return np.maximum(np.maximum(sides[0], sides[1]), sides[2]).astype(np.float32)


def stone(image: Image, g: Grid, at: tuple[float, float], white: bool) -> None:
    """Draw a turned piece: the white one is a ring, the black one a disc with a groove."""
    x, y = at
    outer = disc(g, x, y, STONE)
    distance = np.maximum(outer, -disc(g, x, y, STONE * 0.515)) if white else outer
    mask = cover(distance, g.scale)
    light.drop(image, mask, g, 10, 16, 9, 0.50)
    light.drop(image, mask, g, 3, 6, 4, 0.62)
    edge = (
        np.maximum(disc(g, x + 1.2, y + 4.5, STONE), -disc(g, x, y + 1, STONE * 0.515))
        if white
        else disc(g, x + 1.2, y + 4.5, STONE)
    )
    blend(image, rgb("#8E8266" if white else "#050505"), cover(edge, g.scale))
    r = np.hypot(g.x - np.float32(x), g.y - np.float32(y)) / np.float32(STONE)
    nx, ny = (g.x - np.float32(x)) / np.maximum(r * STONE, 1e-3), (g.y - np.float32(y)) / np.maximum(r * STONE, 1e-3)
    toward = nx * np.float32(light.TO_LIGHT[0]) + ny * np.float32(light.TO_LIGHT[1])
    face = ivory(r, toward) if white else jet(r, toward)
    blend(image, face, mask)


def ivory(r: Field, toward: Field) -> Image:
    """Return the colour of a torus: bright on the flank that faces the lamp, dark on the other and inside the hole."""
    across = (r - 0.757) / np.float32(0.243)  # -1 at the hole, 1 at the rim
    tilt = np.sin(np.clip(across, -1, 1) * np.float32(math.pi / 2)) * toward
    up = np.sqrt(np.clip(1 - np.clip(across, -1, 1) ** 2, 0, 1))
    t = 0.44 + 0.40 * tilt + 0.22 * up
    image = ramp(
        np.clip(t, 0, 1), ((0.0, "#8F7F5C"), (0.25, "#CDBE9C"), (0.52, "#F0E6D0"), (0.8, "#FFFBEF"), (1.0, "#FFFFFF"))
    )
    gloss = np.exp(-(((across - 0.42) / 0.13) ** 2)) * np.clip((toward - 0.70) / 0.18, 0, 1)
    blend(image, (1.0, 1.0, 1.0), np.clip(gloss, 0, 1) * 0.9)
    return image


def jet(r: Field, toward: Field) -> Image:
    """Return the colour of a black disc, slightly domed, with a fine groove and one arc of gloss."""
    t = 0.34 + 0.30 * toward * r + 0.16 * (1 - r)
    image = ramp(np.clip(t, 0, 1), ((0.0, "#0B0B0C"), (0.35, "#2A2A2B"), (0.7, "#545252"), (1.0, "#8A8684")))
    groove = np.exp(-(((r - 0.70) / 0.014) ** 2))
    lit = np.exp(-(((r - 0.722) / 0.014) ** 2))
    blend(image, (0.0, 0.0, 0.0), groove * 0.75)
    blend(image, (0.75, 0.74, 0.72), lit * np.clip(0.25 - 0.35 * toward, 0.08, 0.6))
    rim = np.exp(-(((r - 0.965) / 0.018) ** 2))
    blend(image, (0.86, 0.85, 0.83), rim * np.clip(0.15 + 0.5 * toward, 0, 0.6))
    gloss = np.exp(-(((r - 0.845) / 0.030) ** 2)) * np.clip((toward - 0.70) / 0.22, 0, 1)
    blend(image, (1.0, 1.0, 1.0), np.clip(gloss, 0, 1) * 0.62)
    return image
