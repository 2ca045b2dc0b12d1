"""Stores for tests, one after the other on the same file."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from game.core.spec import GameSpec
from game.registry import GAMES
from game.store import Store

PATIENCE = 60.0  # seconds that a test waits for a disk, a thread or a process


def opening(path: Path, games: Mapping[str, GameSpec] = GAMES) -> Iterator[Callable[..., Store]]:
    """What opens the store in `path`, for `games` or others; at most one is open at a time, and none at the end."""
    stores: list[Store] = []

    def make(present: Mapping[str, GameSpec] = games) -> Store:
        while stores:
            stores.pop().close()
        stores.append(Store.open(path, present))
        return stores[-1]

    yield make
    while stores:
        stores.pop().close()
