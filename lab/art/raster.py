"""Pictures as float arrays: grids, signed distances, blending, blur, files."""

from __future__ import annotations

import io
import math
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pygame
from numpy.typing import NDArray

from .noise import Field, white

# Rows x columns x 3 (colour) or x 4 (colour and alpha), each 0 to 1 in sRGB.
Image = NDArray[np.float32]
Color = tuple[float, float, float]
JPEG_QUALITY = 94


class Grid(NamedTuple):
    """Pixel centres in units of a 1080-line screen: `x` has shape (1, columns), `y` (rows, 1), unless turned."""

    x: Field
    y: Field
    scale: float

    @property
    def shape(self) -> tuple[int, int]:
        """Return the number of rows and columns."""
        rows, columns = np.broadcast_shapes(self.x.shape, self.y.shape)
        return rows, columns


def grid(width: float, height: float, scale: float) -> Grid:
    """Return the grid over `width` x `height` units at `scale` pixels a unit."""
    columns, rows = round(width * scale), round(height * scale)
    x = ((np.arange(columns, dtype=np.float32) + 0.5) / scale)[None, :]
    y = ((np.arange(rows, dtype=np.float32) + 0.5) / scale)[:, None]
    return Grid(x.astype(np.float32), y.astype(np.float32), scale)


def turned(g: Grid, degrees: float, center: tuple[float, float], origin: tuple[float, float]) -> Grid:
    """Return `g` in a frame turned by `degrees` (clockwise on screen), whose `origin` lies at `center`."""
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    dx, dy = g.x - np.float32(center[0]), g.y - np.float32(center[1])
    return Grid(c * dx + s * dy + np.float32(origin[0]), c * dy - s * dx + np.float32(origin[1]), g.scale)


def rgb(text: str) -> Color:
    """Parse "#RRGGBB" into three floats of 0..1."""
    red, green, blue = (int(text[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return red, green, blue


def box(g: Grid, left: float, top: float, width: float, height: float, radius: float = 0.0) -> Field:
    """Return the signed distance (units, negative inside) to a rounded rectangle."""
    qx = np.abs(g.x - np.float32(left + width / 2)) - np.float32(width / 2 - radius)
    qy = np.abs(g.y - np.float32(top + height / 2)) - np.float32(height / 2 - radius)
    outside = np.hypot(np.maximum(qx, 0), np.maximum(qy, 0))
    return outside + np.minimum(np.maximum(qx, qy), 0) - np.float32(radius)


def disc(g: Grid, x: float, y: float, radius: float) -> Field:
    """Return the signed distance to a disc."""
    return np.hypot(g.x - np.float32(x), g.y - np.float32(y)) - np.float32(radius)


def segment(g: Grid, start: tuple[float, float], end: tuple[float, float], radius: float) -> Field:
    """Return the signed distance to a bar with round ends."""
    px, py = g.x - np.float32(start[0]), g.y - np.float32(start[1])
    bx, by = end[0] - start[0], end[1] - start[1]
    along = np.clip((px * bx + py * by) / np.float32(bx * bx + by * by), 0, 1)
    return np.hypot(px - along * np.float32(bx), py - along * np.float32(by)) - np.float32(radius)


def cover(distance: Field, scale: float) -> Field:
    """Return the share of each pixel inside a shape."""
    return np.clip(np.float32(0.5) - distance * np.float32(scale), 0, 1)


def line(distance: Field, width: float, scale: float) -> Field:
    """Return the share of each pixel on a shape's outline, which is `width` units wide and inside the shape."""
    return cover(np.abs(distance + np.float32(width / 2)) - np.float32(width / 2), scale)


def smooth(a: float, b: float, t: Field) -> Field:
    """Return 0..1, eased, while `t` goes from `a` to `b`."""
    s = np.clip((t - np.float32(a)) / np.float32(b - a), 0, 1)
    return s * s * (3 - 2 * s)


def blend(image: Image, color: Color | Image, alpha: NDArray[np.floating] | float) -> None:
    """Lay a colour over `image`, in place."""
    share = np.asarray(alpha, np.float32)
    share = share[..., None] if share.ndim else share
    image += share * (np.asarray(color, np.float32) - image)


def ramp(t: Field, stops: tuple[tuple[float, str], ...]) -> Image:
    """Return the colours along a gradient."""
    at = [stop for stop, _ in stops]
    colors = [rgb(color) for _, color in stops]
    return np.stack([np.interp(t, at, [c[i] for c in colors]).astype(np.float32) for i in range(3)], -1)


def blur(field: Field, sigma: float) -> Field:
    """Return a field with Gaussian blur (`sigma` in pixels), its border repeated."""
    if sigma <= 0.2:
        return field
    reach = max(1, math.ceil(3 * sigma))
    kernel = np.exp(-0.5 * (np.arange(-reach, reach + 1) / sigma) ** 2)
    kernel = (kernel / kernel.sum()).astype(np.float32)
    for _ in range(2):
        padded = np.pad(field, ((reach, reach), (0, 0)), mode="edge")
        size = 1 << (padded.shape[0] + 2 * reach).bit_length()
        spectrum = np.fft.rfft(padded, size, axis=0) * np.fft.rfft(kernel, size)[:, None]
        field = np.fft.irfft(spectrum, size, axis=0)[2 * reach : 2 * reach + field.shape[0]].astype(np.float32).T
    return field


def shift(field: Field, dx: float, dy: float) -> Field:
    """Return `field` moved right and down by whole pixels, its border repeated."""
    ix, iy = round(dx), round(dy)
    rows = np.clip(np.arange(field.shape[0]) - iy, 0, field.shape[0] - 1)
    columns = np.clip(np.arange(field.shape[1]) - ix, 0, field.shape[1] - 1)
    return field[rows[:, None], columns[None, :]]


def vector(svg: str, width: int, height: int) -> Image:
    """Return an SVG document as an image with alpha."""
    surface = pygame.image.load_sized_svg(io.BytesIO(svg.encode()), (width, height))
    return from_surface(surface)


def from_surface(surface: pygame.Surface) -> Image:
    """Return a surface as an image with alpha."""
    data = np.frombuffer(pygame.image.tobytes(surface, "RGBA"), np.uint8)
    width, height = surface.get_size()
    return data.reshape(height, width, 4).astype(np.float32) / np.float32(255)


def load(path: Path) -> Image:
    """Return a picture file as an image with alpha."""
    return from_surface(pygame.image.load(path))


def to_bytes(image: Image, seed: int = 7) -> NDArray[np.uint8]:
    """Return 8-bit pixels, dithered so that slow gradients show no bands; alpha is only rounded."""
    noise = white((image.shape[0], image.shape[1]), seed)[..., None] * np.float32(0.5)
    out = np.empty(image.shape, np.uint8)
    out[..., :3] = np.clip(image[..., :3] * 255 + noise + np.float32(0.5), 0, 255)
    out[..., 3:] = np.clip(image[..., 3:] * 255 + np.float32(0.5), 0, 255)
    return out


def save(image: Image, path: Path) -> None:
    """Write a picture; the suffix of `path` says the file type.

    Pillow writes JPEG: pygame's writer halves the colour resolution, and dark wood would show red blocks.
    """
    pixels = to_bytes(image)
    if path.suffix == ".jpg":
        from PIL import Image as Pillow

        Pillow.fromarray(pixels).save(path, quality=JPEG_QUALITY, subsampling=0, optimize=True, progressive=True)
        return
    pygame.image.save(to_surface(pixels), path)


def to_surface(pixels: NDArray[np.uint8]) -> pygame.Surface:
    """Return 8-bit pixels as a surface."""
    size = pixels.shape[1], pixels.shape[0]
    return pygame.image.frombytes(pixels.tobytes(), size, "RGBA" if pixels.shape[2] == 4 else "RGB")
