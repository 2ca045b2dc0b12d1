"""Seeded value noise, the same on every machine: its lattice values are hashes of integers, not random numbers."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Field = NDArray[np.float32]
_GAIN = 0.5


def _hash(ix: NDArray[np.int64], iy: NDArray[np.int64], seed: int) -> Field:
    """Return a float in 0..1 for each lattice point (murmur3's finaliser over the mixed coordinates)."""
    h = (ix * 0x1F1F1F1F + iy * 0x5BD1E995 + seed * 0x27D4EB2F) & 0xFFFFFFFF
    for shift, factor in ((16, 0x85EBCA6B), (13, 0xC2B2AE35)):
        h = ((h ^ (h >> shift)) * factor) & 0xFFFFFFFF
    h ^= h >> 16
    return (h / np.float32(0xFFFFFFFF)).astype(np.float32)


def _split(a: Field) -> tuple[NDArray[np.int64], Field]:
    """Return lattice index and eased position (quintic, so that slopes have no creases) of each coordinate."""
    floor = np.floor(a)
    f = (a - floor).astype(np.float32)
    return floor.astype(np.int64), f * f * f * (f * (f * 6 - 15) + 10)


def value(x: Field, y: Field, seed: int) -> Field:
    """Return value noise in 0..1 at lattice coordinates `x`, `y` (broadcast against each other)."""
    ix, wx = _split(x)
    iy, wy = _split(y)
    x0, y0 = int(ix.min()), int(iy.min())
    columns = np.arange(x0, int(ix.max()) + 2)
    rows = np.arange(y0, int(iy.max()) + 2)
    lattice = _hash(columns[None, :], rows[:, None], seed)
    ix, iy = ix - x0, iy - y0
    # For a grid that is not turned, working on one axis after the other is far faster.
    if x.shape[0] == 1 and y.shape[1] == 1:
        lines = lattice[iy[:, 0]] * (1 - wy) + lattice[iy[:, 0] + 1] * wy
        return np.asarray(lines[:, ix[0]] * (1 - wx) + lines[:, ix[0] + 1] * wx, np.float32)
    upper = lattice[iy, ix] * (1 - wx) + lattice[iy, ix + 1] * wx
    lower = lattice[iy + 1, ix] * (1 - wx) + lattice[iy + 1, ix + 1] * wx
    return np.asarray(upper * (1 - wy) + lower * wy, np.float32)


def fbm(x: Field, y: Field, cell: tuple[float, float], octaves: int, seed: int) -> Field:
    """Return fractal noise in 0..1; `cell` is the first octave's lattice cell in the units of `x` and `y`."""
    total = np.zeros(np.broadcast_shapes(x.shape, y.shape), np.float32)
    weight, norm = 1.0, 0.0
    for octave in range(octaves):
        factor = np.float32(2.0**octave)
        total += np.float32(weight) * value(x * (factor / cell[0]), y * (factor / cell[1]), seed + 101 * octave)
        norm += weight
        weight *= _GAIN
    return total / np.float32(norm)


def white(shape: tuple[int, int], seed: int) -> Field:
    """Return uncorrelated noise in -1..1 of triangular density, for dither."""
    ix, iy = np.arange(shape[1])[None, :], np.arange(shape[0])[:, None]
    return _hash(ix, iy, seed) - _hash(ix, iy, seed + 1)
