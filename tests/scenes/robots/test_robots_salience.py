"""What is seen from the sofa: robots stand out from the board more than marks that are not in play."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from statistics import mean
from typing import Any

import numpy as np
import pygame
import pytest

from game.core.options import resolve
from game.robots import SPEC
from game.robots.board import SIZE, Cell, standing, xy
from game.robots.rules import start
from game.robots.state import State
from scenes.kit.drawing.canvas import SurfaceCanvas
from scenes.robots.board import RobotsBoard
from scenes.robots.drawing import LINE_SECONDS, REVEAL_SECONDS
from scenes.robots.selection import Watching
from scenes.table.contract.board import view_of
from tests.make import AOI, REN
from tests.scenes import posting
from tests.scenes.playhouse import Playhouse
from tests.scenes.robots_play import begin, board_of

LEAST_RATIO = 1.8
INSET = 0.15  # share of a cell's side at each edge, where walls are
SEEDS = range(6)
TO_XYZ = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])
WHITE = np.array([0.9505, 1.0, 1.089])  # D65


def linear(pixels: Any) -> Any:
    """The light of pixels (0 to 255), which can be averaged."""
    share = pixels.reshape(-1, 3).astype(float) / 255
    return np.where(share > 0.04045, ((share + 0.055) / 1.055) ** 2.4, share / 12.92)


def lab(light: Any) -> Any:
    """Light in CIE Lab."""
    x, y, z = np.cbrt(light @ TO_XYZ.T / WHITE).T
    return np.stack([116 * y - 16, 500 * (x - y), 200 * (y - z)], axis=1)


def field(board: RobotsBoard, state: State) -> Any:
    """The pixels of the tiles by row and column, without the line from a new target to its robot."""
    stage = board.context.stage
    board.latest.turned = stage.time - LINE_SECONDS
    canvas = SurfaceCanvas(pygame.Surface(stage.metrics.size))
    board.drawing.draw_ground(canvas)
    board.drawing.draw(canvas, view_of(board, state, selection=Watching()))
    return np.swapaxes(pygame.surfarray.array3d(canvas.surface.subsurface(board.geometry.field)), 0, 1)


def mean_difference(pixels: Any, cells: Iterable[Cell]) -> float:
    """How far the pixels of cells are, on average, from the mean colour of the cells around each."""
    height, width = (length / SIZE for length in pixels.shape[:2])

    def part(x: int, y: int, inset: float = 0.0) -> Any:
        rows = slice(round((y + inset) * height), round((y + 1 - inset) * height))
        return linear(pixels[rows, round((x + inset) * width) : round((x + 1 - inset) * width)])

    found = []
    for column, row in map(xy, cells):
        near = [(column + dx, row + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]
        around = np.concatenate([part(x, y) for x, y in near if 0 <= x < SIZE and 0 <= y < SIZE])
        away = lab(part(column, row, INSET)) - lab(around.mean(axis=0, keepdims=True))
        found.append(float(np.linalg.norm(away, axis=1).mean()))
    return mean(found)


def dull(state: State) -> list[Cell]:
    """The cells of the marks that are not in play, without a robot on them."""
    seen = {*state.board.targets(state.chip), *standing(state.robots).values()}
    return [cell for cell in state.board.marks if cell not in seen]


@pytest.mark.parametrize("size", [(1920, 1080), (1280, 720)], ids=str)
def test_robots_stand_out_reflectors_less_and_marks_not_in_play_least(house: Playhouse) -> None:
    board = board_of(begin(house, AOI, REN))
    robots, marks, reflectors, targets = [], [], [], []
    for seed in SEEDS:
        state = start(resolve(SPEC.options, {"players": 2, "reflectors": True}), seed)
        pixels = field(board, state)
        robots.append(mean_difference(pixels, standing(state.robots).values()))
        marks.append(mean_difference(pixels, dull(state)))
        reflectors.append(mean_difference(pixels, state.board.reflectors))
        targets.append(mean_difference(pixels, state.board.targets(state.chip)))
    assert mean(robots) >= LEAST_RATIO * mean(marks)
    assert mean(targets) >= LEAST_RATIO * mean(marks)
    assert mean(marks) < mean(reflectors) < mean(robots)


def test_all_marks_show_their_colours_for_some_seconds_after_a_press(house: Playhouse) -> None:
    match = begin(house, AOI, REN)
    board, state = board_of(match), match.session.state
    away = mean_difference(field(board, state), dull(state))
    house.react(partial(posting.click, board.geometry.cell_rect(dull(state)[0]).center))
    assert board.drawing.is_animated
    assert mean_difference(field(board, state), dull(state)) > 1.5 * away
    house.run(REVEAL_SECONDS)
    assert mean_difference(field(board, state), dull(state)) == pytest.approx(away, rel=0.01)
