"""The ground of one game's board: tiles, walls, marks and reflectors, drawn once as a single picture."""

from __future__ import annotations

from collections.abc import Iterator

import pygame

from game.robots.board import CENTRE, EAST, SIZE, SOUTH, WEST, Board, Cell, Reflector, TargetMark, cell_at, xy
from game.robots.board import NORTH as NORTH_WALL
from scenes.kit.drawing.canvas import Drawable
from scenes.kit.drawing.paint import Sprite, remembered
from scenes.kit.stage import Stage
from scenes.robots.geometry import Geometry
from scenes.robots.palette import LETTERS, SHADES
from scenes.robots.sprites import ON_MARK, Sprites

FRAME_PICTURE = "textures/robots-frame.png"
TILES = "textures/robots-tiles.jpg"
MARK_SIDE = 43  # board units
HOLE_SHARE = 0.66  # of the side of the black hole, for its symbol
WALL = (60, 12)  # a lying bar with its side, a little longer than a cell
WALL_TOP = 9  # the height of its top face
REFLECTOR = 82  # the side of a reflector's drawing


class RobotsGround:
    """Puts the picture of a board together, for one geometry; each `slot` remembers its latest one."""

    def __init__(self, stage: Stage, geometry: Geometry, sprites: Sprites, slot: str = "board") -> None:
        self._slot = f"robots ground {slot}"
        self._stage = stage
        self.paint, self.drawn_at = stage.paint, geometry.unit
        self._geometry = geometry
        self._sprites = sprites
        self._bars_of: Board | None = None  # whose bars these are
        self._bars: dict[Cell, list[tuple[str, tuple[float, float]]]] = {}  # around a cell

    def picture(self, board: Board) -> pygame.Surface:
        """The field with everything on it, opaque, as large as the geometry's field."""
        size = self._geometry.field.size
        return self.paint.cached_one(self._slot, (board, size), lambda: Sprite(self._draw(board))).surface

    def _draw(self, board: Board) -> pygame.Surface:
        size = self._geometry.field.size
        surface = self._stage.assets.texture(TILES, size).copy()
        for cell, mark in board.marks.items():
            self._put(surface, self._mark(mark), cell)
        for cell, reflector in board.reflectors.items():
            self._put(surface, self._reflector(reflector), cell)
        for cell in range(SIZE * SIZE):
            self._walls(surface, board, cell)
        return surface

    def draw_walls(self, canvas: Drawable, board: Board, cell: Cell) -> None:
        """The bars around a cell once more, without their shadows, over a ring that lies on it."""
        if self._bars_of is not board:
            self._bars_of, self._bars = board, {}
        if cell not in self._bars:
            self._bars[cell] = list(self._bars_around(board, cell))
        left, top = self._geometry.field.topleft
        for orientation, (at_x, at_y) in self._bars[cell]:
            face = self._face(orientation)
            canvas.blit(face.surface, (left + round(at_x + face.dx), top + round(at_y + face.dy)))

    def _bars_around(self, board: Board, cell: Cell) -> Iterator[tuple[str, tuple[float, float]]]:
        """The bars on the sides of a cell and of its neighbours, as `_seams` gives them."""
        column, row = xy(cell)
        for x in range(max(0, column - 1), min(SIZE, column + 2)):
            for y in range(max(0, row - 1), min(SIZE, row + 2)):
                yield from self._seams(board, cell_at(x, y))

    def _middle(self, cell: Cell) -> tuple[float, float]:
        field = self._geometry.field
        x, y = self._geometry.center(*xy(cell))
        return x - field.x, y - field.y

    def _put(self, surface: pygame.Surface, sprite: Sprite, cell: Cell) -> None:
        x, y = self._middle(cell)
        surface.blit(sprite.surface, (round(x + sprite.dx), round(y + sprite.dy)))

    def _walls(self, surface: pygame.Surface, board: Board, cell: Cell) -> None:
        """The bars on a cell's east and south side."""
        for orientation, (x, y) in self._seams(board, cell):
            bar = self._bar(orientation)
            surface.blit(bar.surface, (round(x + bar.dx), round(y + bar.dy)))

    def _seams(self, board: Board, cell: Cell) -> Iterator[tuple[str, tuple[float, float]]]:
        """Which bars lie on a cell's east and south side, and the middles of their seams in pixels of the field.

        Those of the border and of the closed middle need none.
        """
        x, y = self._middle(cell)
        column, row = xy(cell)
        half = self._geometry.pitch / 2
        if column < SIZE - 1 and _is_walled(board, cell, cell_at(column + 1, row), EAST, WEST):
            yield "v", (x + half, y)
        if row < SIZE - 1 and _is_walled(board, cell, cell_at(column, row + 1), SOUTH, NORTH_WALL):
            yield "h", (x, y + half)

    @remembered
    def _bar(self, orientation: str) -> Sprite:
        """A wall bar with its shadow, put at the middle of its seam."""
        px = self._sprites.px
        bare = self._face(orientation)
        top, side = self._top(orientation), px(WALL[1] - WALL_TOP)
        pad = px(14)
        surface = pygame.Surface((top[0] + 2 * pad, top[1] + side + 2 * pad), pygame.SRCALPHA, 32)
        for dx, dy, sigma, opacity in ((4, 7, 4.2, 0.40), (1.5, 3, 1.6, 0.50)):
            soft = self.paint.blurred(top, px(3), sigma * self._geometry.unit, pad, (20, 10, 2))
            soft.set_alpha(round(opacity * 255))
            surface.blit(soft, (px(dx), px(dy)))
        surface.blit(bare.surface, (pad, pad))
        return Sprite(surface, bare.dx - pad, bare.dy - pad)

    def _top(self, orientation: str) -> tuple[int, int]:
        """Width and height of a bar's top face in pixels."""
        px = self._sprites.px
        long, thick = px(WALL[0]), px(WALL_TOP if orientation == "h" else WALL_TOP - 1)
        return (long, thick) if orientation == "h" else (thick, long)

    @remembered
    def _face(self, orientation: str) -> Sprite:
        """A wall bar alone, put at the middle of its seam."""
        width, height = self._top(orientation)
        side = self._sprites.px(WALL[1] - WALL_TOP)
        face = self._stage.assets.svg(f"sprites/robots-wall-{orientation}.svg", (width, height + side))
        return Sprite(face, -(width // 2), -(height // 2) - side // 2)

    @remembered
    def _mark(self, mark: TargetMark) -> Sprite:
        """A mark let into its tile: an enamelled square with its robot's letter, or the black hole."""
        side = self._sprites.px(MARK_SIDE)
        if mark.colour == "any":
            surface = self._drawn("hole", side)
            inner = round(side * HOLE_SHARE)
            surface.blit(self._sprites.symbol(mark, inner), ((side - inner) // 2, (side - inner) // 2))
        else:
            surface = self._drawn("mark", side, **SHADES[mark.colour]._asdict())
            self._sprites.signed(surface, mark, ON_MARK)
        return Sprite(surface, -side // 2, -side // 2)

    def _drawn(self, name: str, side: int, **values: str) -> pygame.Surface:
        """A new picture of `sprites/robots/NAME.svg`, to be drawn on."""
        return self._stage.assets.svg(f"sprites/robots/{name}.svg", (side, side), **values)

    @remembered
    def _reflector(self, reflector: Reflector) -> Sprite:
        """A brass bar with an enamel core, and the boss with the letter of the colour that may pass."""
        side = self._sprites.px(REFLECTOR)
        shade, turn = SHADES[reflector.colour], "-45" if reflector.diagonal == "/" else "45"
        face = self._drawn("reflector", side, turn=turn, **shade._asdict())
        self._sprites.lettered(face, LETTERS[reflector.colour], (side / 2, side / 2), 23, shade.ink)
        surface = self._shadowed(face, self._geometry.unit)
        return Sprite(surface, -(surface.get_width() // 2), -(surface.get_height() // 2))

    def _shadowed(self, face: pygame.Surface, unit: float) -> pygame.Surface:
        """`face` over its own soft shadow, with room all round."""
        pad = self._sprites.px(8)
        surface = pygame.Surface((face.get_width() + 2 * pad, face.get_height() + 2 * pad), pygame.SRCALPHA, 32)
        black = pygame.mask.from_surface(face, 100).to_surface(setcolor=(20, 10, 2, 255), unsetcolor=(20, 10, 2, 0))
        for dx, dy, sigma, opacity in ((3, 5, 3, 0.36), (1.5, 2.5, 1.4, 0.45)):
            shrink = max(1.0, sigma * unit / 1.5)  # blurred small and scaled up, for speed
            size = round(surface.get_width() / shrink), round(surface.get_height() / shrink)
            small = pygame.Surface(size, pygame.SRCALPHA, 32)
            small.fill((20, 10, 2, 0))
            inner = round(black.get_width() / shrink), round(black.get_height() / shrink)
            small.blit(pygame.transform.smoothscale(black, inner), (round(pad / shrink), round(pad / shrink)))
            small = pygame.transform.gaussian_blur(small, max(1, round(sigma * unit / shrink)))
            layer = pygame.transform.smoothscale(small, surface.get_size())
            layer.set_alpha(round(opacity * 255))
            surface.blit(layer, (round(dx * unit), round(dy * unit)))
        surface.blit(face, (pad, pad))
        return surface


def _is_walled(board: Board, cell: Cell, beyond: Cell, bit: int, other: int) -> bool:
    """Whether a wall stands between two cells that a bar must show."""
    if cell in CENTRE or beyond in CENTRE:
        return False
    return bool(board.walls[cell] & bit or board.walls[beyond] & other)
