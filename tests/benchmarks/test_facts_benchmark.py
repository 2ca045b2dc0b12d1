"""How long it takes to tell what a step means. `pytest tests/benchmarks -m benchmark -n 0 -s`."""

from __future__ import annotations

import time
from statistics import mean
from typing import Any

import pytest

from game.registry import GAMES, facts_of
from tests.facts.telling import random_game

pytestmark = pytest.mark.benchmark

LIMIT_MS = 5.0
OPTIONS: dict[str, dict[str, Any]] = {
    "quoridor": {"players": 4},
    "coffee": {"board": "hex5", "n": 5},
    "robots": {"players": 1},
    "star": {},
}


@pytest.mark.parametrize("game", GAMES)
def test_facts_are_told_at_once(game: str) -> None:
    spec = GAMES[game]
    steps = [step for seed in range(12) for step in random_game(spec, seed, 80, **OPTIONS[game])]
    facts_of(spec, steps[0])  # what is loaded once in a process
    times = []
    for step in steps:
        begun = time.perf_counter()
        facts_of(spec, step)
        times.append(1000 * (time.perf_counter() - begun))
    print(f"\n{game}: {len(steps)} steps, mean {mean(times):.2f} ms, max {max(times):.2f} ms (limit {LIMIT_MS} ms)")
    assert mean(times) < LIMIT_MS
