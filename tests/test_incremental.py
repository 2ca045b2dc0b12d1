"""Work in slices: how much a slice does, what it returns, and what it raises."""

from __future__ import annotations

import pytest

from game.core.incremental import Incremental, IncrementalRun, run_to_end
from tests.clocks import TickingClock


def counting(parts: int, fails_at: int = -1) -> Incremental[str]:
    """Do work of this many parts."""
    for part in range(parts):
        if part == fails_at:
            raise ValueError(f"part {part}")
        yield (part + 1) / parts
    return f"{parts} parts"


def test_a_slice_ends_with_its_time_and_the_next_goes_on() -> None:
    work, clock = IncrementalRun(counting(8)), TickingClock(1.0)
    assert work.share == 0
    shares = []
    while not work.go(clock, 3.0):
        shares.append(work.share)
    assert shares == [3 / 8, 6 / 8] and work.share == 1
    assert work.result == "8 parts" == run_to_end(counting(8))
    assert work.go(clock, 3.0), "it stays done"


def test_a_slice_without_time_does_one_part() -> None:
    work = IncrementalRun(counting(2))
    assert [work.go(TickingClock(1.0), 0.0) for _ in range(3)] == [False, False, True]


def test_what_the_work_raises_comes_out() -> None:
    work, clock = IncrementalRun(counting(8, fails_at=5)), TickingClock(1.0)
    assert not work.go(clock, 3.0)
    with pytest.raises(ValueError, match="part 5"):
        work.go(clock, 3.0)
    with pytest.raises(ValueError, match="part 5"):
        run_to_end(counting(8, fails_at=5))
