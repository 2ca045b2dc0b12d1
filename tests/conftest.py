"""Every test runs without a screen, without a sound card, and with its own folders for data and cache."""

import os
from pathlib import Path

import pytest

from game import registry

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
# All tests share their compiled kernels, and the next run finds them.
os.environ.setdefault("KISSATEN_KERNELS", str(Path(__file__).parents[1] / ".pytest_cache" / "kernels"))


def pytest_addoption(parser):
    """`--update-golden` remakes the golden images instead of comparing with them."""
    parser.addoption("--update-golden", action="store_true", help="remake tests/golden/images")


@pytest.fixture(autouse=True)
def own_folders(tmp_path_factory, monkeypatch):
    """Keep the tests' files away from the player's."""
    folder = tmp_path_factory.mktemp("kissaten")
    monkeypatch.setenv("KISSATEN_DATA", str(folder / "data"))
    monkeypatch.setenv("KISSATEN_CACHE", str(folder / "cache"))


@pytest.fixture
def fifth_game(monkeypatch):
    """The fifth game sits in the registry, as the last one: one line, as for any other."""
    monkeypatch.setitem(registry.PACKAGES, "fours", "tests.fifth_game")
    return registry.find("fours")
