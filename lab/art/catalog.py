"""Lists what code draws: every texture with its size and renderer, and every computed drawing."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from . import (
    coffee_board,
    laurel,
    paper,
    pawn,
    quoridor_board,
    robots,
    robots_board,
    star_pieces,
    table,
    tile,
    tile_coffee,
    tile_frame,
    tile_quoridor,
    tile_robots,
    tile_star,
    wells,
)
from .raster import Image

# Textures are stored at twice their size on a screen of 1080 lines.
SCALE = 2.0
# The tables, the largest textures, are also stored at this scale. It is enough for most windows, and such a file is
# read in a quarter of the time.
HALF = 1.0


class Texture(NamedTuple):
    """A picture below textures/: `size` is in units of a 1080-line screen, `render` takes the pixels per unit."""

    name: str
    size: tuple[int, int]
    render: Callable[[float], Image]
    # Returns the content of the JSON file that belongs to the texture.
    data: Callable[[], dict[str, object]] | None = None
    # Pixels per unit in the stored file.
    scale: float = SCALE


class Drawing(NamedTuple):
    """A computed SVG below sprites/."""

    name: str
    text: Callable[[], str]


_TILE = (round(tile.WIDTH), round(tile.HEIGHT))
_STAR = wells.Wells(side=3)
_TABLES = (
    Texture("table-landscape.jpg", (1920, 1080), partial(table.render, 1920, 1080, seed=5)),
    Texture("table-portrait.jpg", (1080, 1920), partial(table.render, 1080, 1920, seed=6)),
    Texture("table-classic.jpg", (1440, 1080), partial(table.render, 1440, 1080, seed=7)),
)
TEXTURES: tuple[Texture, ...] = (
    *_TABLES,
    *(whole._replace(name=whole.name.replace(".", "-half."), scale=HALF) for whole in _TABLES),
    Texture("quoridor-board.png", (880, 880), quoridor_board.render, quoridor_board.geometry),
    Texture("robots-frame.png", (880, 880), robots_board.render_frame, robots_board.geometry),
    Texture("robots-tiles.jpg", (832, 832), robots_board.render_tiles),
    Texture("coffee-hex.jpg", (880, 880), coffee_board.render_hex, coffee_board.geometry),
    Texture("coffee-square.jpg", (880, 880), coffee_board.render_square),
    Texture("coffee-saucers.jpg", coffee_board.SAUCERS, coffee_board.render_saucers),
    Texture("coffee-beans.png", coffee_board.BEANS, coffee_board.render_beans),
    Texture("star-board.jpg", (880, 880), _STAR.render, _STAR.geometry),
    Texture("star-ring.png", (star_pieces.SIDE, star_pieces.SIDE), star_pieces.ring),
    Texture("star-disc.png", (star_pieces.SIDE, star_pieces.SIDE), star_pieces.plain_disc),
    Texture("tile-quoridor.jpg", _TILE, tile_quoridor.render),
    Texture("tile-robots.jpg", _TILE, tile_robots.render),
    Texture("tile-coffee.jpg", _TILE, tile_coffee.render),
    Texture("tile-star.jpg", _TILE, tile_star.render),
    Texture("tile-frame.png", (tile_frame.WIDTH, tile_frame.HEIGHT), tile_frame.render, tile_frame.data),
    Texture("paper.jpg", (paper.WIDTH, paper.HEIGHT), paper.render),
)
DRAWINGS: tuple[Drawing, ...] = (
    Drawing("pawn.svg", pawn.template),
    Drawing("laurel.svg", laurel.document),
    *(Drawing(name, text) for name, text in robots.documents()),
)
