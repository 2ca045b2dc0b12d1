"""What reading the longest record costs, at once and in slices: `pytest tests/benchmarks -m benchmark -n 0 -s`."""

from __future__ import annotations

import time

import pytest

from game.core.record import MAX_PLIES, Record
from game.core.slices import Sliced
from game.playback import Playback
from game.quoridor import SPEC
from scenes.archive.reading_scene import SLICE

pytestmark = pytest.mark.benchmark

SHUFFLE = ("e2", "e8", "e1", "e9")
RECORD = Record("quoridor", {"players": 2, "jump_pairs": False}, 0, SHUFFLE * (MAX_PLIES // len(SHUFFLE)))
LIMIT_S = 2.0


def test_reading_the_longest_record() -> None:
    begun = time.perf_counter()
    Playback(SPEC, RECORD)
    whole = time.perf_counter() - begun
    work, slices, longest = Sliced(Playback.reading(SPEC, RECORD)), 0, 0.0
    done = False
    while not done:
        begun = time.perf_counter()
        done = work.go(SLICE)
        longest = max(longest, time.perf_counter() - begun)
        slices += 1
    print(f"\n{MAX_PLIES} plies at once {whole:.3f} s; {slices} slices, the longest {1000 * longest:.1f} ms")
    assert whole < LIMIT_S and slices > 1
