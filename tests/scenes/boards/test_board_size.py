"""The board is as large as the window allows, whatever lies beside it: cards and docks get the rest."""

from __future__ import annotations

import math
from typing import Any

import pygame
import pytest

from game.core.record import SeatConfig
from scenes.kit.layout import Metrics, Shape
from tests.scenes.conftest import OpenHouse

LEAST = {Shape.WIDE: 0.85, Shape.CLASSIC: 0.85, Shape.TALL: 0.9}  # of the height, upright of the width
SAFE = 0.05  # of the height, above a board
BAR = 46  # design pixels of a line of glyphs
SEATS = [SeatConfig("human", name=name, identity=name) for name in ("circle", "square", "triangle", "diamond")]
TABLES: list[tuple[str, int, dict[str, Any]]] = [
    ("quoridor", 2, {}),
    ("quoridor", 4, {}),
    ("star", 2, {}),
    *[("coffee", 2, {"board": name, "n": 3}) for name in ("sq3", "sq5", "sq7", "hex3", "hex4", "hex5")],
    *[("robots", count, {}) for count in (1, 2, 4)],
]


def share(geometry: Any, metrics: Metrics) -> float:
    """How much of the window a board fills: of its height, in an upright window of its width.

    A hexagon is lower than wide; only a wide window has room beside it for as high a one.
    """
    side, (width, height) = geometry.rect.width, metrics.size
    if metrics.shape is Shape.TALL:
        return side / width
    lies = metrics.shape is Shape.WIDE and getattr(geometry, "shape", "") == "hex"
    return side * (math.sqrt(3) / 2 if lies else 1) / height


@pytest.mark.parametrize("size", [(1920, 1080), (1280, 720), (3840, 2160), (1024, 768), (1080, 1920)], ids=str)
@pytest.mark.parametrize(("game", "count", "options"), TABLES, ids=str)
@pytest.mark.one_in(6)
def test_a_board_is_as_large_as_the_window_allows(
    open_house: OpenHouse, size: tuple[int, int], game: str, count: int, options: dict[str, Any]
) -> None:
    match = open_house(size).match(*SEATS[:count], game=game, **options)
    metrics, board = match.stage.metrics, match.table.frame
    assert share(match.board.geometry, metrics) >= LEAST[metrics.shape]  # type: ignore[attr-defined]
    assert pygame.Rect((0, 0), size).contains(board) and board.top >= SAFE * size[1] - 1
    assert board.bottom + metrics.px(BAR) <= (1 - SAFE / 2) * size[1]
    assert not any(card.colliderect(board) for card in match.side_panel.cards.values())
