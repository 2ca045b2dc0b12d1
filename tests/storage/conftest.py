"""Stores for the tests of this folder."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from game.registry import GAMES
from game.storage.store import Store
from tests.stores import TOYS, opening


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where a test has its store, which is not there yet."""
    return tmp_path / "data" / "store.sqlite3"


@pytest.fixture
def opened(path: Path) -> Iterator[Callable[..., Store]]:
    """What opens it for the toys or other games, one after the other."""
    yield from opening(path, TOYS)


@pytest.fixture
def store(opened: Callable[..., Store]) -> Store:
    """An empty one for all games."""
    return opened(GAMES)
