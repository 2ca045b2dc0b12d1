"""Makes a picture file of a solved puzzle: the board with each robot's way, and the moves beside it."""

from __future__ import annotations

import io
import math
import os
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Final

import pygame

from game.paths import cache_dir
from game.platforms.files import put_file
from game.robots.board import COLOURS, Cell, RobotSlide, standing, xy
from game.robots.notation import corners, read_route, walk
from game.robots.puzzle import RoutePuzzle, read_puzzle
from scenes.kit.drawing import svg, theme
from scenes.kit.drawing.assets import Assets
from scenes.kit.drawing.canvas import SurfaceCanvas
from scenes.kit.drawing.fonts import Style
from scenes.kit.input.devices import Devices
from scenes.kit.sound.audio import Audio
from scenes.kit.stage import Stage
from scenes.kit.text.strings import Strings
from scenes.robots.sprites import ART, FRAME_PICTURE, SHADES, Geometry, RobotsGround, Sprites

# Size of the picture in pixels.
SIZE: Final = (1500, 1080)
_MARGIN: Final = 40
_BOARD: Final = pygame.Rect(_MARGIN, _MARGIN, 1000, 1000)
# Width of a way in board units, and radius of the number on it.
_LINE: Final = 9
_DOT: Final = 14
# Board units between ways that would otherwise overlap.
_APART: Final = 7
# Pixels of a line of text beside the board.
_ROW: Final = 44
_MOST_ROWS: Final = 21
_ARROWS: Final = {"N": "↑", "E": "→", "S": "↓", "W": "←"}


def save(puzzle: object, solution: Sequence[Sequence[str]], path: Path) -> None:
    """Write the picture of a puzzle and its solution, given as JSON values.

    The suffix of `path` sets the file's format.

    Raises PuzzleError, or OSError if the file cannot be written.
    """
    read = read_puzzle(puzzle)
    slides = list(walk(read.board, read.robots, read_route(solution)))
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    pygame.display.init()
    pygame.font.init()
    try:
        pygame.display.set_mode(SIZE)
        # pygame itself does not report that a disk is full.
        data = io.BytesIO()
        pygame.image.save(_RouteDrawing(read, slides).picture(), data, path.name)
        put_file(path, data.getvalue())
    except pygame.error as error:
        raise OSError(str(error)) from error
    finally:
        pygame.quit()


class _RouteDrawing:
    """Draws one picture."""

    def __init__(self, puzzle: RoutePuzzle, slides: Sequence[RobotSlide]) -> None:
        assets = Assets(cache_dir() / "pictures")
        self._stage = Stage(SIZE, assets, Strings("en"), Audio(assets.folder / "sounds"), Devices(SIZE))
        self._geometry = Geometry(_BOARD, assets.data(ART))
        self._sprites = Sprites(self._stage, self._geometry)
        self._ground = RobotsGround(self._stage, self._geometry, self._sprites)
        self._puzzle = puzzle
        self._slides = slides
        self._sheet = SurfaceCanvas.blank(SIZE)

    def picture(self) -> pygame.Surface:
        """Draw the whole picture."""
        self._sheet.surface.fill(theme.ROOM)
        self._board()
        self._ways()
        self._robots()
        self._numbers()
        self._words()
        return self._sheet.surface

    def _board(self) -> None:
        geometry, stage = self._geometry, self._stage
        self._sheet.blit(self._ground.picture(self._puzzle.board), geometry.field.topleft)
        self._sheet.blit(stage.assets.texture(FRAME_PICTURE, geometry.rect.size), geometry.rect.topleft)
        plate = geometry.centre_rect()
        stage.blit(self._sheet, self._sprites.plate(plate.size), plate.topleft)
        for cell in self._puzzle.target.cells:
            self._ground.on(self._sheet, self._sprites.goal(), cell)
            self._ground.draw_mark(self._sheet, self._puzzle.board, cell)
        for colour in {slide.colour for slide in self._slides}:
            home = self._puzzle.robots[COLOURS.index(colour)]
            stage.blit(self._sheet, self._sprites.marker(colour), geometry.center(*xy(home)))

    def _ways(self) -> None:
        """Draw all ways in one SVG drawing, so that their lines meet cleanly at the corners."""
        width = _LINE * self._geometry.unit
        body = ""
        for index, slide in enumerate(self._slides):
            shade = SHADES[slide.colour]
            points = [self._place(index, cell) for cell in (slide.origin, *corners(slide), slide.target)]
            path = "M" + " L".join(f"{x:.1f} {y:.1f}" for x, y in points)
            for color, line in ((shade.dark, width), (shade.light, width * 0.6)):
                body += f'<path d="{path}" fill="none" stroke="{color}" stroke-width="{line:.1f}"'
                body += ' stroke-linecap="round" stroke-linejoin="round"/>'
        self._sheet.blit(svg.render(body, *SIZE, SIZE), (0, 0))

    def _place(self, index: int, cell: Cell) -> tuple[float, float]:
        """Return the point where way number `index` passes a cell. The points of three consecutive ways differ."""
        x, y = self._geometry.center(*xy(cell))
        aside = (index % 3 - 1) * _APART * self._geometry.unit
        return x + aside, y + aside

    def _robots(self) -> None:
        """Draw the robots at the end of the route, from back to front."""
        cells = standing(self._puzzle.robots)
        cells.update((slide.colour, slide.target) for slide in self._slides)
        for colour, cell in sorted(cells.items(), key=lambda entry: entry[1]):
            at = self._geometry.center(*xy(cell))
            self._stage.blit(self._sheet, self._sprites.robot_shadow(colour), at)
            self._stage.blit(self._sheet, self._sprites.robot(colour), at)

    def _numbers(self) -> None:
        """Draw each slide's number in the middle of its longest straight part."""
        radius = _DOT * self._geometry.unit
        for index, slide in enumerate(self._slides):
            places = [self._place(index, cell) for cell in (slide.origin, *corners(slide), slide.target)]
            (x0, y0), (x1, y1) = max(pairwise(places), key=lambda part: math.dist(*part))
            x, y = (x0 + x1) / 2, (y0 + y1) / 2
            shade = SHADES[slide.colour]
            side = round(2 * radius)
            face = self._stage.assets.svg("sprites/robots/number.svg", (side, side), **shade._asdict())
            ink = shade.ink if slide.colour not in ("yellow", "silver") else "#FFFFFF"
            self._sprites.lettered(face, str(index + 1), (side / 2, side / 2), 19, ink)
            self._sheet.blit(face, (x - radius, y - radius))

    def _words(self) -> None:
        """Write the moves beside the board. A long route continues in a second column."""
        left = _BOARD.right + _MARGIN
        count = len(self._slides)
        title = f"{count} move{'' if count == 1 else 's'}"
        self._stage.text(self._sheet, title, (left, _MARGIN + 44), Style(40, bold=True))
        for index, slide in enumerate(self._slides):
            column, row = divmod(index, _MOST_ROWS)
            line = f"{index + 1}. {slide.colour} {_ARROWS[slide.heading]}"
            at = (left + column * 210, _MARGIN + 110 + row * _ROW)
            self._stage.text(self._sheet, line, at, Style(30))
