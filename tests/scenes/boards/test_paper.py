"""The paper of the moves and the racks on the cards."""

from __future__ import annotations

import pygame

from game.quoridor import SPEC
from scenes.kit.drawing.canvas import SurfaceCanvas
from scenes.table.column.move_list import MoveEntry, MoveList, draw_move_list
from scenes.table.contract.setup import Stock
from scenes.table.loading import scenes_of
from tests.scenes.playhouse import Playhouse


def written(house: Playhouse, count: int) -> int:
    """The height of what is drawn of a list with so many moves, in pixels, where there is room for ten rows."""
    px = house.stage.metrics.px
    sheet = SurfaceCanvas.blank((px(392), px(700)))
    moves = MoveList(tuple(MoveEntry("e2", "circle") for _ in range(count)), count - 1)
    draw_move_list(house.stage, sheet, pygame.Rect(0, 0, px(392), px(608)), moves, 2)
    return sheet.surface.get_bounding_rect(min_alpha=200).bottom


def test_the_paper_is_only_as_tall_as_its_moves_need(house: Playhouse) -> None:
    px = house.stage.metrics.px
    heights = [written(house, count) for count in (0, 6, 10, 40)]
    assert heights == sorted(heights)
    assert heights[0] == heights[1] < heights[2] < heights[3] <= px(620)
    assert heights[0] < px(300)


def test_the_walls_left_stand_out_on_both_grounds(house: Playhouse) -> None:
    """A bar has a rim far darker than enamel, and a face far lighter than lacquer."""
    setup = scenes_of(SPEC).setup
    for lit in (True, False):
        row = setup.stock_row(house.stage, Stock(10, 10, ""), lit, 400).surface
        line = [row.get_at((x, row.get_height() // 2)) for x in range(row.get_width())]
        seen = [sum(color[:3]) / 3 for color in line if color.a > 200]
        assert min(seen) < 90 if lit else max(seen) > 200
