"""The supervisor's words to a table as it starts it, as options of the command line that no help shows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

RestartKind = Literal["crash", "hang", "restart"]
"""Why a table is started again: it has ended, it has hung, or its supervisor had gone (with the power, say)."""


@dataclass(frozen=True, slots=True)
class TableCommands:
    """`restarted` is why, None at a plain start, and `detail` a printable line about it. `rested`: nobody was there.

    `safe`: without sound, and drawn plainly.
    """

    restarted: RestartKind | None = None
    detail: str = ""
    rested: bool = False
    safe: bool = False

    def arguments(self) -> list[str]:
        """The options for the command line."""
        found = []
        if self.restarted is not None:
            found += [f"--restarted={self.restarted}", f"--because={self.detail}"]
        return found + ["--rested"] * self.rested + ["--safe"] * self.safe
