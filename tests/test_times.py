"""How times are written."""

from __future__ import annotations

import pytest

from game.core.times import stopwatch_text


@pytest.mark.parametrize(
    ("seconds", "text"), [(86, "1:26"), (85.1, "1:26"), (600.0, "10:00"), (0.2, "0:01"), (0.0, "0:00"), (-1.5, "0:00")]
)
def test_seconds_that_have_begun_count_and_none_are_below_zero(seconds: float, text: str) -> None:
    assert stopwatch_text(seconds) == text
