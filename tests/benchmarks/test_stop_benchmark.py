"""How soon our engine answers `stop` of UCI. `pytest tests/benchmarks/test_stop_benchmark.py -m benchmark -n 0 -s`."""

from __future__ import annotations

import io
import time
from functools import partial
from statistics import median

import pytest

from game.agents.compiling import prepared_brain
from game.core.spec import LEVELS
from game.outside.uci import UciServer
from game.registry import find

pytestmark = pytest.mark.benchmark

MOST = 0.05
POSITIONS = ("", "e2 e8 e3 e7 e4 e6 e3h", "g2v e8 e7h d8 d6v d7 b7v h2h c6h c7 e2 c8")
TIMES = (0.0, 0.05, 0.3, 1.0, 2.0)


def test_stop_is_answered_soon() -> None:
    spec, waits = find("quoridor"), []
    prepared_brain(spec)
    for level in LEVELS:
        for moves in POSITIONS:
            for seconds in TIMES:
                out = io.StringIO()
                server = UciServer(spec, partial(prepared_brain, spec), level, None, out)
                server.take(f"position startpos{' moves ' * bool(moves)}{moves}")
                server.take("go infinite")
                time.sleep(seconds)
                begun = time.perf_counter()
                server.take("stop")
                waits.append(time.perf_counter() - begun)
                assert out.getvalue().splitlines()[-1].startswith("bestmove ")
    print(f"\nstop: median {1000 * median(waits):.1f} ms, at most {1000 * max(waits):.1f} ms of {len(waits)}")
    assert max(waits) < MOST, sorted(waits)[-12:]
