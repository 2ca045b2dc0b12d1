"""The fixed timestep: real time in, whole steps and an interpolation alpha out."""

from __future__ import annotations

STEP = 1 / 120  # seconds of simulated time per tick
MAX_FRAME = 0.25  # a longer frame (a suspended machine) counts as this much
MAX_STEPS = 30


class FixedClock:
    """Accumulates frame times (see Fiedler, "Fix Your Timestep!")."""

    def __init__(self) -> None:
        self._rest = 0.0

    def advance(self, seconds: float) -> int:
        """The number of ticks that `seconds` of real time are worth now."""
        self._rest += min(max(seconds, 0.0), MAX_FRAME)
        steps = min(int(self._rest / STEP + 1e-9), MAX_STEPS)
        self._rest = max(0.0, self._rest - steps * STEP)
        return steps

    @property
    def alpha(self) -> float:
        """The share of the next tick that has already passed, 0..1."""
        return min(1.0, self._rest / STEP)
