"""The time that Star's table takes to be solved, for each reading of the fouls."""

import time

import pytest

from game.star.solver import solve
from game.star.table import pack, unpack


@pytest.mark.benchmark
@pytest.mark.parametrize("fouls", ["takeback", "literal", "none"])
def test_a_solve(fouls):
    started = time.process_time()
    table = solve(fouls)
    solved = time.process_time() - started
    blob = pack(table, fouls)
    unpack(blob, fouls)
    print(f"{fouls}: solved in {solved:.2f} s, {len(blob)} bytes")
    assert solved < 1.5
