"""No part of a scene stays in memory after the scene was left."""

from __future__ import annotations

import gc
import subprocess
import sys
import weakref
from pathlib import Path

import pytest

from game.match_setup import default_table
from game.registry import find
from scenes.kit import system
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
from tests.scenes.playhouse import Playhouse

ROOT = Path(__file__).parents[2]
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


@pytest.mark.one_in(4)
@pytest.mark.parametrize("route", ROUTES, ids=lambda route: type(route).__name__)
def test_a_scene_is_gone_soon_after_it_is_left(house: Playhouse, route: Route) -> None:
    house.show(open_route(house.services, route))
    seen = weakref.ref(house.top)
    gc.disable()  # only the loop collects
    try:
        house.app.manager.go(Switch(ToMenu()))
        house.until(lambda: seen() is None, "the ended scene is freed", FREED_WITHIN + 0.1)
    finally:
        gc.enable()


def test_an_ended_scene_is_freed_once_the_screen_is_quiet(house: Playhouse) -> None:
    """Freeing takes longer than a frame. Earlier, it would delay the next scene."""
    was_quiet: list[bool] = []
    house.show(open_route(house.services, ToRules("quoridor")))
    gc.disable()
    gc.callbacks.append(lambda phase, _: was_quiet.append(house.app.is_quiet) if phase == "start" else None)
    try:
        house.app.manager.go(Switch(ToMenu()))
        house.until(lambda: bool(was_quiet), "the ended scene is freed")
    finally:
        gc.callbacks.pop()
        gc.enable()
    assert was_quiet == [True]


def test_what_was_laid_out_before_is_gone_after_a_resize(house: Playhouse) -> None:
    match = house.match(*QUORIDOR.seats)
    drawing = weakref.ref(match.board.drawing)
    gc.disable()
    try:
        house.app.relayout()
        assert drawing() is None
    finally:
        gc.enable()


def test_the_ground_of_a_table_goes_with_its_scene(house: Playhouse) -> None:
    match = house.match(*QUORIDOR.seats)
    assert match.table.ground._picture is not None
    match.leave()
    assert match.table.ground._picture is None


@pytest.mark.skipif(system.resident_memory() is None, reason="this system does not tell how much memory is in use")
def test_what_large_pictures_took_goes_back_to_the_system() -> None:
    code = """
import pygame
from game.platforms.machine import return_large_blocks
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
print(system.resident_memory())
"""
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert int(done.stdout.split()[-1]) < 80_000_000
