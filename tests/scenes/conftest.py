"""Fixtures of playhouses and devices. SDL's hints must be set before the first test initialises the display.

Tests in the same window follow each other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import NoReturn

import pygame
import pytest

from game.agents.agent import Agent
from game.core.rules import HouseFileError
from game.registry import book_of
from scenes.kit.drawing.assets import Assets
from scenes.kit.input.devices import Devices, prepare_environment
from scenes.kit.sound.audio import Audio
from scenes.kit.window.window import Window
from scenes.robots import puzzles
from tests.scenes import drawn
from tests.scenes.onlooker import drawing_apart
from tests.scenes.phone_evening import Evening
from tests.scenes.playhouse import SIZE as WINDOW
from tests.scenes.playhouse import InstantAgent, Playhouse
from tests.scenes.robots_play import easy_seed

prepare_environment()
SCENES = Path(__file__).parent
SIZE = (800, 600)  # of the window that `devices` opens
TELLING = ("size", "shape", "view", "scale")  # names of parameters about the window or its text size
OpenHouse = Callable[..., Playhouse]
Written = list[tuple[str, pygame.Rect]]
"""Texts that were written, and their places."""


@pytest.hookimpl(trylast=True)  # after the cases of matrices were chosen
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put tests of scenes last, sorted by window. What was drawn serves the next test in the same window, and only one
    window's drawings are kept."""
    items.sort(key=_window)


def _window(item: pytest.Item) -> tuple[bool, str]:
    """Return whether the test is one of scenes, and its parameters that concern the window."""
    if SCENES not in item.path.parents:
        return False, ""
    given = getattr(item, "callspec", None)
    params = given.params if given else {}
    told = [params[name] for name in TELLING if name in params]
    return True, repr([(each.shape, each.text_scale) if hasattr(each, "shape") else each for each in told])


@pytest.fixture
def devices() -> Iterator[Devices]:
    """Devices that listen to a window of SIZE, without a pad."""
    pygame.display.init()
    pygame.display.set_mode(SIZE)
    listening = Devices(SIZE)
    listening.open()
    listening.drain(0.0)
    yield listening
    listening.close()
    pygame.display.quit()


@pytest.fixture
def shared_pictures(own_folders: None, pictures: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Scale the large textures once for all scenes, and never search them for old ones."""
    monkeypatch.setenv("KISSATEN_CACHE", str(pictures))
    monkeypatch.setattr(Assets, "prune", lambda _: None)


@pytest.fixture
def open_house(shared_pictures: None, request: pytest.FixtureRequest) -> Iterator[OpenHouse]:
    """A function that opens playhouses on this test's data folder, with an instant agent unless another is given."""
    for early in ("nothing_drawn", "watched"):
        if early in request.fixturenames:
            request.getfixturevalue(early)  # before anything is drawn
    houses: list[Playhouse] = []

    def make(
        size: tuple[int, int] = WINDOW, language: str = "en", agent: Agent | None = None, strict: bool = True
    ) -> Playhouse:
        houses.append(Playhouse(size, language, agent or InstantAgent(), strict))
        return houses[-1]

    yield make
    for house in houses:
        if house.is_open:
            house.close()


@pytest.fixture
def size() -> tuple[int, int]:
    """The size of the house's window, unless a test is parametrized with another "size"."""
    return WINDOW


@pytest.fixture
def language() -> str:
    """The language of the house, unless a test is parametrized with another "language"."""
    return "en"


@pytest.fixture
def house(open_house: OpenHouse, size: tuple[int, int], language: str) -> Playhouse:
    """A playhouse."""
    return open_house(size, language)


@pytest.fixture
def evening(house: Playhouse) -> Evening:
    """The playhouse with a phone server."""
    return Evening(house)


@pytest.fixture
def nothing_drawn() -> Iterator[None]:
    """Forget what other tests have drawn, and keep what this one draws from them."""
    with drawing_apart():
        yield


@pytest.fixture
def watched(nothing_drawn: None) -> Iterator[drawn.Written]:
    """All that is written from now on."""
    written = drawn.Written()
    with written.watching():
        yield written


@pytest.fixture
def written(watched: drawn.Written) -> Written:
    """Collect every text that is written from now on, on the screen or on a sheet, and its place."""
    return watched.places


@pytest.fixture
def presented(monkeypatch: pytest.MonkeyPatch) -> list[list[pygame.Rect]]:
    """What every window shows from now on: the changed rectangles, frame by frame, even where there are none."""
    shown: list[list[pygame.Rect]] = []
    monkeypatch.setattr(Window, "present", lambda window, dirty: shown.append(dirty) or True)
    return shown


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int]]:
    """The effects asked for from now on, with their pitches."""
    names: list[tuple[str, int]] = []
    monkeypatch.setattr(Audio, "play", lambda audio, name, gain=1.0, pitch=0: names.append((name, pitch)))
    return names


@pytest.fixture
def easy_board(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let each setup of Hyper Robots draw the board whose first chip can be won in two or three moves."""
    monkeypatch.setattr(puzzles, "by_chance", lambda seeds: easy_seed())


@pytest.fixture
def damaged_puzzles(monkeypatch: pytest.MonkeyPatch) -> None:
    """The file with the puzzles of Star cannot be read."""

    def unreadable(*_: object) -> NoReturn:
        raise HouseFileError("star.json: the puzzles cannot be read: puzzles[3]: expected a list")

    book = SimpleNamespace(of_day=unreadable, practice=unreadable)
    monkeypatch.setattr("game.registry.book_of", lambda spec: book if spec.id == "star" else book_of(spec))


@pytest.fixture
def cut(watched: drawn.Written) -> list[str]:
    """Collect every text that is shortened from now on."""
    return watched.cut
