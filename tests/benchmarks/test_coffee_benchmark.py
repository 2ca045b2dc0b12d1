"""Coffee's figures: perft, search, compiling, memory, thinking time. `pytest tests/benchmarks -m benchmark -n 0 -s`."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from game.agents.compiling import prepared_brain
from game.coffee import SPEC, rules
from game.coffee.analysis import Analysis
from game.coffee.state import State
from game.core.options import resolve
from game.core.spec import LEVELS
from tests.benchmarks.loading import compiled_and_loaded
from tests.rules.coffee_ascii import play

pytestmark = pytest.mark.benchmark

LEAVES_A_SECOND = 5_000_000
THINKING_LIMIT_S = 3.0
LOADING = "from game.agents.compiling import prepared_brain; from game.coffee import SPEC; prepared_brain(SPEC)"


def start(**options: object) -> State:
    return rules.start(resolve(SPEC.options, options), 0)


def test_perft_speed() -> None:
    brain: Any = prepared_brain(SPEC)
    begun = time.process_time()
    leaves = brain.perft(start(), 6)
    seconds = time.process_time() - begun
    print(f"\nperft(6), sq5 n4: {leaves} leaves in {seconds:.2f} s, {leaves / seconds / 1e6:.1f} M leaves/s")
    assert leaves / seconds >= LEAVES_A_SECOND


@pytest.mark.parametrize(("board", "n"), [("sq5", 4), ("hex5", 5), ("sq7", 5)])
@pytest.mark.parametrize("judging", [True, False])
def test_search_speed(board: str, n: int, judging: bool) -> None:
    prepared_brain(SPEC)
    state = play(start(board=board, n=n), "c3h")
    analysis = Analysis(state, 2_000_000, lambda: False, judging=judging, size_bits=20)
    begun = time.process_time()
    depth = 1
    while all(analysis.search(branch, depth) for branch in analysis.branches) and depth < 30:
        depth += 1
    seconds = time.process_time() - begun
    kind = "play" if judging else "proof"
    print(f"\n{kind}, {board} n{n}: {analysis.nodes} nodes, {analysis.nodes / seconds / 1e6:.2f} M nodes/s")
    assert analysis.nodes > 100_000


@pytest.mark.parametrize(("board", "n"), [("sq5", 4), ("hex5", 5), ("sq7", 5)])
@pytest.mark.parametrize("level", LEVELS)
def test_thinking_time(level: int, board: str, n: int) -> None:
    brain = prepared_brain(SPEC)
    state = play(start(board=board, n=n), "c3h")
    times = []
    for _ in range(4):
        begun = time.process_time()
        thought = brain.choose(state, state.mover, level, 0, None, lambda: False)
        times.append(time.process_time() - begun)
        state = play(state, thought.action)
    print(f"\nlevel {level}, {board} n{n}: at most {max(times):.3f} s a move")
    assert max(times) < THINKING_LIMIT_S


def test_compiling_and_loading(tmp_path: Path) -> None:
    compiling, loading, _ = compiled_and_loaded(LOADING, tmp_path)
    size = sum(path.stat().st_size for path in tmp_path.rglob("*") if path.is_file())
    print(f"{size / 1024:.0f} kB kept")
    assert loading < compiling


def test_memory() -> None:
    code = (
        f"{LOADING}\nimport resource\nfrom game.coffee import rules\n"
        "brain = prepared_brain(SPEC)\n"
        "at = lambda: resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024\n"
        "state = rules.start({'board': 'sq7', 'n': 5, 'pie': False}, 0)\n"
        "ready = at(); brain.choose(state, 0, 5, 0, None, lambda: False)\n"
        "played = at(); brain.theory(state, 1.0)\n"
        "print(f'memory: {ready:.0f} MB ready, {played:.0f} MB after a move of level 5, {at():.0f} MB after theory')"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], check=True, capture_output=True, text=True, cwd=Path(__file__).parents[2]
    )
    print(f"\n{done.stdout.strip()}")
    assert "memory" in done.stdout
