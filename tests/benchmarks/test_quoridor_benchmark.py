"""Quoridor's figures: perft, search, compiling, thinking time. `pytest tests/benchmarks -m benchmark -n 0 -s`."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest

from game.agents.compiling import prepared_brain
from game.core.spec import LEVELS
from game.quoridor import SPEC, rules
from game.quoridor.analysis import Analysis
from game.quoridor.deepening import deepen
from game.quoridor.state import State, start_state
from tests.benchmarks.loading import compiled_and_loaded

pytestmark = pytest.mark.benchmark

LEAVES_A_SECOND = 30_000_000
THINKING_LIMIT_S = 3.0
LOADING = "from game.agents.compiling import prepared_brain; from game.quoridor import SPEC; prepared_brain(SPEC)"
POSITIONS = [
    "",
    "e2 e8 e3 e7 e4 e6 e3h",
    "e2 e8 e3 c2h e4 e7 e5 e6 e7 d7h",
    "g2v e8 e7h d8 d6v d7 b7v h2h c6h c7 e2 c8",
]


def played(moves: str) -> State:
    state = start_state(2, False)
    for text in moves.split():
        state, _ = rules.apply(state, state.mover, rules.parse(text))
    return state


def test_perft_speed() -> None:
    brain: Any = prepared_brain(SPEC)
    begun = time.process_time()
    leaves = brain.perft(start_state(2, False), 4)
    seconds = time.process_time() - begun
    print(f"\nperft(4): {leaves} leaves in {seconds:.2f} s, {leaves / seconds / 1e6:.1f} M leaves/s")
    assert leaves / seconds >= LEAVES_A_SECOND


def test_search_speed() -> None:
    prepared_brain(SPEC)
    for moves in POSITIONS:
        analysis = Analysis(played(moves), 1_000_000, lambda: False, size_bits=20)
        begun = time.process_time()
        found = deepen(analysis, analysis.branches[0])
        seconds = time.process_time() - begun
        print(f"\n{moves or 'start'}: depth {found.depth}, {analysis.nodes / seconds / 1e6:.2f} M nodes/s")
        assert found.depth > 6


@pytest.mark.parametrize("level", LEVELS)
def test_thinking_time(level: int) -> None:
    brain = prepared_brain(SPEC)
    times = []
    for moves in POSITIONS:
        state = played(moves)
        begun = time.process_time()
        brain.choose(state, state.mover, level, 0, None, lambda: False)
        times.append(time.process_time() - begun)
    print(f"\nlevel {level}: at most {max(times):.3f} s a move")
    assert max(times) < (0.5 if level < 4 else THINKING_LIMIT_S)


def test_compiling_and_loading(tmp_path: Path) -> None:
    compiling, loading, _ = compiled_and_loaded(LOADING, tmp_path)
    assert loading < compiling
