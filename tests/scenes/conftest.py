"""SDL's hints must be set before the first test initialises the display."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pygame
import pytest

from game.agents.agent import Agent
from scenes.kit import stage as kit_stage
from scenes.kit.drawing.canvas import Drawable
from scenes.kit.input.devices import Devices, prepare_environment
from scenes.kit.stage import Stage
from scenes.kit.text.line_breaking import Measure, fit
from tests.scenes.listening import SIZE
from tests.scenes.phone_evening import Evening
from tests.scenes.playhouse import SIZE as WINDOW
from tests.scenes.playhouse import InstantAgent, Playhouse

prepare_environment()
OpenHouse = Callable[..., Playhouse]
Written = list[tuple[str, pygame.Rect]]
"""Texts that were written, and where."""


@pytest.fixture
def devices() -> Iterator[Devices]:
    """Devices listening to a window of SIZE, with no pad plugged in."""
    pygame.display.init()
    pygame.display.set_mode(SIZE)
    listening = Devices(SIZE)
    listening.open()
    listening.drain(0.0)
    yield listening
    listening.close()
    pygame.display.quit()


@pytest.fixture
def open_house(own_folders: None, pictures: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[OpenHouse]:
    """Opens playhouses on this test's own data folder, with an instant agent unless another is given."""
    monkeypatch.setenv("KISSATEN_CACHE", str(pictures))
    houses: list[Playhouse] = []

    def make(size: tuple[int, int] = WINDOW, language: str = "en", agent: Agent | None = None) -> Playhouse:
        house = Playhouse(size, language, agent or InstantAgent())
        houses.append(house)
        return house

    yield make
    for house in houses:
        if house.is_open:
            house.close()


@pytest.fixture
def house(open_house: OpenHouse) -> Playhouse:
    """One playhouse of the usual size."""
    return open_house()


@pytest.fixture
def evening(house: Playhouse) -> Evening:
    """The playhouse with a phone server for phones."""
    return Evening(house)


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> Written:
    """Every text that is written from now on, on the screen or on a sheet, and where."""
    found: Written = []
    write = Stage.text

    def watched(stage: Stage, canvas: Drawable, text: str, *rest: Any, **more: Any) -> pygame.Rect:
        found.append((text, write(stage, canvas, text, *rest, **more)))
        return found[-1][1]

    monkeypatch.setattr(Stage, "text", watched)
    return found


@pytest.fixture
def cut(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every text that is shown shortened from now on."""
    found: list[str] = []

    def watched(text: str, measure: Measure, width: int) -> str:
        shown = fit(text, measure, width)
        if shown != text:
            found.append(text)
        return shown

    monkeypatch.setattr(kit_stage, "fit", watched)
    return found
