"""A plugin for `python -m tools.stress_tests`: it shuffles tests, and slows the disk down."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from itertools import groupby
from operator import attrgetter
from typing import Any

import pytest

from game.storage.writer import Writer


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--shuffle SEED` and `--disk-ms N`."""
    parser.addoption("--shuffle", type=int, metavar="SEED", help="the files, and the tests of each, in another order")
    parser.addoption("--disk-ms", type=float, default=0.0, metavar="N", help="each commit of a store is so late")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Shuffle whole files, and the tests of each file. What the tests of a file share is still made only once."""
    seed = config.getoption("shuffle")
    if seed is None:
        return
    chance = random.Random(seed)  # the same in all processes, or xdist would refuse them
    files = [list(tests) for _, tests in groupby(sorted(items, key=attrgetter("path")), key=attrgetter("path"))]
    chance.shuffle(files)
    for tests in files:
        chance.shuffle(tests)
    items[:] = [test for tests in files for test in tests]


def pytest_configure(config: pytest.Config) -> None:
    """Let every store of this process wait for its disk."""
    seconds = config.getoption("disk_ms") / 1000
    if seconds:
        Writer._commit = _late(Writer._commit, seconds)  # type: ignore[method-assign]


def _late(commit: Callable[..., None], seconds: float) -> Callable[..., None]:
    def late(*given: Any) -> None:
        time.sleep(seconds)
        commit(*given)

    return late
