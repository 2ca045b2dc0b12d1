"""Wood, felt, paper and tiles: colour as a function of place. Lengths in units of a 1080-line screen."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from .noise import Field, fbm, value
from .raster import Grid, Image, blend, ramp, rgb, smooth

CREAM = rgb("#FFEBC8")


class Wood(NamedTuple):
    """A kind of wood: colour ramp, ring pitch, how far rings wander, and the weights of its parts."""

    colors: tuple[str, str, str, str]
    ring: float
    wander: float
    # Size of the lattice cells of the wander, long in the direction of the grain.
    figure: tuple[float, float]
    rings: float
    fine: float
    broad: float
    base: float
    pores: float
    power: float = 1.4


WALNUT = Wood(("#3D2416", "#5A3721", "#74492C", "#8C5D3A"), 26, 6, (520, 190), 0.42, 0.22, 0.30, 0.13, 0.22)
INLAY = Wood(("#6E4528", "#875836", "#9B6A43", "#AE7D53"), 30, 4.5, (420, 170), 0.34, 0.20, 0.30, 0.14, 0.15)
# Calmer than real rings: the table is a background.
TABLE = Wood(("#1E120B", "#2E1C12", "#3C2618", "#4A3020"), 52, 5.5, (1900, 420), 0.26, 0.30, 0.26, 0.12, 0.20, 1.2)


def wood(kind: Wood, x: Field, y: Field, seed: int) -> Image:
    """Return wood whose grain runs along `x`."""
    bend = fbm(x, y, kind.figure, 2, seed)
    # `flow` is constant along a ring, so that fibres follow the ring.
    flow = y + np.float32(kind.ring * kind.wander) * bend
    rings = 0.5 + 0.5 * np.sin(np.float32(np.pi / kind.ring) * flow)
    fine = fbm(x, flow, (220, 5), 3, seed + 11)
    broad = fbm(x, y, (600, 200), 2, seed + 23)
    t = kind.rings * rings**kind.power + kind.fine * fine + kind.broad * broad + kind.base
    stops = tuple(zip((0.0, 1 / 3, 2 / 3, 1.0), kind.colors, strict=True))
    image = ramp(np.clip(t, 0, 1), stops)
    pores = smooth(0.66, 0.98, value(x / np.float32(34), flow / np.float32(1.5), seed + 37))
    # Pores are not distributed evenly, but in patches.
    patches = smooth(0.30, 0.70, fbm(x, y, (90, 30), 2, seed + 41))
    image *= (1 - np.float32(kind.pores) * pores * (0.35 + 0.65 * patches))[..., None]
    return image


def felt(g: Grid, seed: int) -> Image:
    """Return wool felt: crossed short fibres over wide soft patches."""
    base = np.array(rgb("#6E2229"), np.float32)
    fine = value(g.x / np.float32(0.9), g.y / np.float32(0.9), seed) - 0.5
    warp = value(g.x / np.float32(7), g.y / np.float32(1.1), seed + 1) - 0.5
    weft = value(g.x / np.float32(1.1), g.y / np.float32(7), seed + 2) - 0.5
    cloud = fbm(g.x, g.y, (70, 70), 3, seed + 3) - 0.5
    tone = (fine * 10 + (warp + weft) * 13 + cloud * 44) / 255
    return np.clip(base + tone[..., None] * np.array((1.0, 0.62, 0.66), np.float32), 0, 1)


def paper(g: Grid, seed: int) -> Image:
    """Return cream paper with a soft laid texture."""
    image = np.empty((*g.shape, 3), np.float32)
    image[:] = rgb("#F1E7D2")
    laid = value(g.x / np.float32(46), g.y / np.float32(1.7), seed) - 0.5
    fleck = value(g.x / np.float32(1.3), g.y / np.float32(1.1), seed + 1) - 0.5
    cloud = fbm(g.x, g.y, (130, 130), 3, seed + 2) - 0.5
    fibre = smooth(0.86, 0.98, value(g.x / np.float32(9), g.y / np.float32(1.4), seed + 3))
    image += ((laid * 5 + fleck * 3.4 + cloud * 9 - fibre * 7) / 255)[..., None]
    return image


def tone(image: Image, share: float) -> None:
    """Lighten towards cream (`share` above 0) or darken (below 0), in place."""
    if share >= 0:
        blend(image, CREAM, share)
    else:
        image *= np.float32(1 + share)
