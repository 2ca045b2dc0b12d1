"""Why a wall of Quoridor matters, as the show draws it."""

from __future__ import annotations

from typing import Any

import pygame
import pytest

from game.registry import find
from scenes.kiosk.attract_scene import LEAD_SECONDS, AttractScene, ShownGame
from scenes.kiosk.programme import Show
from scenes.quoridor.sprites import DOTS_SECONDS
from tests.scenes.noting import NotingSheet
from tests.scenes.playhouse import Playhouse
from tools.catalogue.kiosk import leap

MOVES = "e2 e8 g7v e7 e3 f3h d6h d7 e4 e4h c7v e7 f4 f4v e4 f7 d4 g7 f6h".split()  # noqa: SIM905
OLD, NEW = (60, 51, 42, 33, 34, 25, 16, 7), (60, 69, 78, 79, 70, 61, 52, 43, 34, 25, 16, 7)
REN = 1


def drawn(house: Playhouse, time: float) -> tuple[ShownGame, list[pygame.Rect]]:
    """What is drawn `time` seconds after the wall came to lie."""
    game = AttractScene(house.services, Show(("quoridor",))).table
    step = leap(game, MOVES)
    game.lay(game.seats)
    target = NotingSheet(house.window.size)
    game.board.drawing.draw_reason(target, step, REN, {"old": OLD, "new": NEW}, time)
    return game, [blit.place for blit in target.drawn]


def test_the_dots_go_out_from_the_wall_before_the_new_way_grows(house: Playhouse) -> None:
    assert drawn(house, 0.0)[1] == []
    _, half = drawn(house, DOTS_SECONDS / 2)
    game, dots = drawn(house, DOTS_SECONDS)
    assert 3 < len(half) < len(dots) and dots[: len(half)] == half
    board: Any = game.board
    wall = board.geometry.wall_rect(find("quoridor").rules.parse("f6h"))
    assert all(dot.top >= wall.centery - dot.height for dot in dots)
    assert dots[0].centerx == pytest.approx(wall.left + 0.75 * wall.width, abs=wall.width / 6)


def test_the_new_way_grows_to_the_goal_and_never_over_the_pawn(house: Playhouse) -> None:
    _, dots = drawn(house, DOTS_SECONDS)
    lengths = [
        sum(max(leg.size) for leg in drawn(house, DOTS_SECONDS + time)[1][len(dots) :]) for time in (0.2, 0.6, 1.2)
    ]
    assert 0 < lengths[0] < lengths[1] < lengths[2]
    game, whole = drawn(house, 9.0)
    *legs, head = whole[len(dots) :]
    board: Any = game.board
    geometry = board.geometry
    pawn = geometry.cell_rect(60)
    assert len(legs) == 3
    assert not any(leg.colliderect(pawn) for leg in legs)
    assert geometry.cell_rect(7).contains(head)
    assert not any(one.colliderect(other) for one in legs for other in legs if one is not other)


def test_it_appears_whole_with_reduced_motion(house: Playhouse) -> None:
    house.stage.look.reduced_motion = True
    assert len(drawn(house, 0.0)[1]) == len(drawn(house, 9.0)[1])


def test_the_show_draws_it_once_the_wall_lies_and_until_the_next_move(house: Playhouse) -> None:
    scene = AttractScene(house.services, Show(("quoridor",)))
    house.show(scene)
    times: list[float] = []
    leap(scene.table, MOVES)
    drawing: Any = scene.table.board.drawing
    drawing.draw_reason = lambda *args: times.append(args[-1])
    house.run(LEAD_SECONDS)
    assert times == []
    house.until(lambda: scene.moves > 0, "the wall")
    house.run(1.5)
    assert times == sorted(times) and times[-1] > 0.5 and scene.reason is not None and scene.reason.seats[0] == REN
    leap(scene.table, ["f7"])
    house.until(lambda: not scene.table.has_arrived and scene.reason is None, "the next move")
    seen = len(times)
    house.run(0.5)
    assert len(times) == seen
