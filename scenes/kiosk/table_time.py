"""For how long the same people have the table, where the operator wants a limit."""

from __future__ import annotations

MINUTE = 60.0  # seconds
WARNINGS = (5, 1)  # minutes before the end


class TableTime:
    """Counts the time of the people who are at the table."""

    def __init__(self) -> None:
        self.used = 0.0  # seconds

    def begin(self) -> None:
        """Others are at the table, or nobody."""
        self.used = 0.0

    def tick(self, dt: float, limit: int) -> int | None:
        """Let `dt` seconds of at most `limit` minutes pass (0: of any number).

        The minutes that are left where that is to be said now, 0 at the end; else None.
        """
        before, self.used = self.used, self.used + dt
        if not limit:
            return None
        for left in (0, *reversed(WARNINGS)):
            if before < (limit - left) * MINUTE <= self.used and left < limit:
                return left
        return 0 if self.used >= limit * MINUTE else None  # the limit has been made shorter meanwhile
