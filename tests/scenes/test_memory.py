"""No part of a scene stays in memory after the scene was left."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator

import pytest

from game.match_setup import default_table
from game.platforms.machine import held_memory
from game.registry import find
from scenes.kit.scene import Route, Switch
from scenes.kit.window.app import FREED_WITHIN
from scenes.routes import (
    ToArchive,
    ToDemonstration,
    ToExercises,
    ToMatch,
    ToMenu,
    ToRules,
    ToSample,
    ToSettings,
    ToSetup,
)
from scenes.routing import open_route
from tests.processes import said
from tests.scenes.playhouse import Playhouse

QUORIDOR = default_table(find("quoridor"))
ROUTES = [
    ToMenu(),
    ToSetup("quoridor"),
    ToMatch(QUORIDOR),
    ToRules("quoridor"),
    ToExercises("quoridor"),
    ToDemonstration("quoridor", Switch(ToMenu())),
    ToSample("star"),
    ToArchive(),
    ToSettings(),
]


@pytest.fixture
def uncollected() -> Iterator[None]:
    """Nothing is freed but by what the loop does."""
    gc.disable()
    yield
    gc.enable()


@pytest.mark.usefixtures("uncollected")
@pytest.mark.one_in(4)
@pytest.mark.parametrize("route", ROUTES, ids=lambda route: type(route).__name__)
def test_a_scene_is_gone_soon_after_it_is_left(house: Playhouse, route: Route) -> None:
    house.show(open_route(house.services, route))
    seen = weakref.ref(house.top)
    house.app.manager.go(Switch(ToMenu()))
    house.until(lambda: seen() is None, "the ended scene is freed", FREED_WITHIN + 0.1)


@pytest.mark.usefixtures("uncollected")
def test_an_ended_scene_is_freed_once_the_screen_is_quiet(house: Playhouse) -> None:
    """Freeing takes longer than a frame. Earlier, it would delay the next scene."""
    was_quiet: list[bool] = []
    house.show(open_route(house.services, ToRules("quoridor")))
    gc.callbacks.append(lambda phase, _: was_quiet.append(house.app.is_quiet) if phase == "start" else None)
    try:
        house.app.manager.go(Switch(ToMenu()))
        house.until(lambda: bool(was_quiet), "the ended scene is freed")
    finally:
        gc.callbacks.pop()
    assert was_quiet == [True]


@pytest.mark.usefixtures("uncollected")
def test_what_was_laid_out_before_is_gone_after_a_resize(house: Playhouse) -> None:
    match = house.match(*QUORIDOR.seats)
    drawing = weakref.ref(match.board.drawing)
    house.app.relayout()
    assert drawing() is None


def test_the_ground_of_a_table_goes_with_its_scene(house: Playhouse) -> None:
    match = house.match(*QUORIDOR.seats)
    assert match.table.ground._picture is not None
    match.leave()
    assert match.table.ground._picture is None


@pytest.mark.skipif(held_memory() is None, reason="this system does not tell how much memory is in use")
def test_what_large_pictures_took_goes_back_to_the_system() -> None:
    code = """
import pygame
from game.platforms.machine import held_memory, return_large_blocks
from scenes.kit import system
return_large_blocks()
system.freeze_memory()
pygame.Surface((2600, 1600), pygame.SRCALPHA)  # gone at once, but glibc would remember its size
pictures, small = [], []
for number in range(20):
    pictures.append(pygame.Surface((2000, 1000 + number), pygame.SRCALPHA))
    pictures[-1].fill((1, 2, 3))
    small.append(pygame.Surface((100, 100)))
pictures.clear()
print(held_memory())
"""
    assert int(said(code).split()[-1]) < 76
