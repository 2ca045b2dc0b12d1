"""What is baked: every file, its size in units of a 1080-line screen, and what renders it."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from . import quoridor_board, table
from .raster import Image

SCALE = 2.0  # files are kept at twice the 1080-line size


class Baked(NamedTuple):
    """A texture: `render` takes pixels a unit; `data` is a JSON companion or None."""

    name: str
    size: tuple[int, int]
    render: Callable[[float], Image]
    data: Callable[[], dict[str, object]] | None = None


ALL: tuple[Baked, ...] = (
    Baked("table-landscape.jpg", (1920, 1080), lambda scale: table.render(1920, 1080, scale, 5)),
    Baked("table-portrait.jpg", (1080, 1920), lambda scale: table.render(1080, 1920, scale, 6)),
    Baked("table-classic.jpg", (1440, 1080), lambda scale: table.render(1440, 1080, scale, 7)),
    Baked("quoridor-board.png", (880, 880), quoridor_board.render, quoridor_board.geometry),
)
