"""The policy: when a table counts as hung, how long it stays down after a failure, when it comes back in safe mode.

Nothing here knows processes or a clock: every question comes with the time, in seconds that never decrease.
"""

from __future__ import annotations

from collections import deque

from game.child_process import back_off

FIRST_BEAT = 60.0  # seconds from the start to the first beat: the first start ever imports, and bakes pictures
SILENCE = 5.0  # seconds between two beats, and between two frames shown, in which the table can run
MANY, WITHIN = 3, 600.0  # so many failures within so many seconds lead to safe mode
STEADY = 30.0  # seconds of beats after which a failure is none of the start
AT_ONCE = 3  # failures of starts, one after the other, after which the next start does not wait
LONGEST_WAIT = 60.0  # seconds; from 1 on it doubles up to this
QUIET, LONGEST_QUIET = 600.0, 86_400.0  # seconds without a failure after which safe mode may end


class Policy:
    """Remembers the beats of the present table and the failures of all."""

    def __init__(self) -> None:
        self.safe = False
        self._begun = 0.0
        self._first: float | None = None  # beat of the present table
        self._last = 0.0
        self._shown = 0.0  # the last beat that told of a frame shown
        self._failures: deque[float] = deque()
        self._failed_starts = 0
        self._quiet = QUIET

    def begin(self, now: float) -> None:
        """A table has been started."""
        self._begun, self._first = now, None

    def beat(self, now: float, shows: bool = True) -> bool:
        """The table lives, and `shows` what it should; whether this is its first beat that does."""
        self._last = now
        if not shows:
            return False
        self._shown = now
        is_first = self._first is None
        if self._first is None:
            self._first = now
        return is_first

    def work(self, now: float) -> None:
        """The table makes the pictures of its next frame: it shows none meanwhile, and is well."""
        self.forgive(now)

    def excuse(self, seconds: float) -> None:
        """For so long the table could not run: others had the processors."""
        self._last += seconds
        self._shown += seconds
        self._begun += seconds

    def forgive(self, now: float) -> None:
        """Begin to count anew: nobody has listened for a while, as when the machine slept."""
        self._last = self._shown = now
        if self._first is None:
            self._begun = now

    def overdue(self, now: float) -> str:
        """Return why the table counts as hung, "" while it does not."""
        if self._first is None:
            what = "beat" if self._last <= self._begun else "frame shown"
            return f"no {what} in the first {FIRST_BEAT:.0f} s" if now - self._begun > FIRST_BEAT else ""
        if now - self._last > SILENCE:
            return f"no beat for {SILENCE:.0f} s"
        return f"no frame shown for {SILENCE:.0f} s" if now - self._shown > SILENCE else ""

    def is_beating(self, now: float) -> bool:
        """Whether a beat of a table that shows what it should has come lately."""
        return self._first is not None and now - self._shown <= SILENCE

    def fail(self, now: float) -> float:
        """The table has ended or hung; the seconds to wait before the next start."""
        self._failures.append(now)
        while now - self._failures[0] > WITHIN:
            self._failures.popleft()
        if len(self._failures) >= MANY:
            self.safe = True
        is_steady = self._first is not None and now - self._first >= STEADY
        self._failed_starts = 0 if is_steady else self._failed_starts + 1
        return back_off(self._failed_starts, AT_ONCE, LONGEST_WAIT)

    def may_end_safe_mode(self, now: float) -> bool:
        """Whether it has been quiet for long enough to try again with everything on."""
        return self.safe and now - self._failures[-1] >= self._quiet

    def end_safe_mode(self) -> None:
        """Try again with everything on. Should that fail too, the next try waits for twice as long."""
        self.safe = False
        self._failures.clear()
        self._quiet = min(LONGEST_QUIET, 2 * self._quiet)
