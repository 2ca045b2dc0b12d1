"""Counts the calls of the program's own functions in a block, and the modules of these functions."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import Any

ROOT = Path(__file__).parents[1]
OWN = (f"{ROOT / 'game'}/", f"{ROOT / 'scenes'}/")
INLINED = ("<listcomp>", "<dictcomp>", "<setcomp>")  # later versions of Python do not call these


@dataclass
class Calls:
    """The calls in order: module and name of each function."""

    made: list[tuple[str, str]] = field(default_factory=list)

    def __len__(self) -> int:
        return len(self.made)

    @property
    def modules(self) -> int:
        """The number of modules of the functions."""
        return len({module for module, _ in self.made})

    def told(self) -> str:
        """Return the functions in words, the one with most calls first."""
        return "\n".join(f"{count:4} {module}:{name}" for (module, name), count in Counter(self.made).most_common())


@contextmanager
def counted() -> Iterator[Calls]:
    """Count the calls in the block. A generator counts each time that it is resumed."""
    calls = Calls()

    def note(frame: FrameType, event: str, _: Any) -> None:
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(OWN) and code.co_name not in INLINED:
            calls.made.append((code.co_filename.removeprefix(f"{ROOT}/"), getattr(code, "co_qualname", code.co_name)))

    before: Callable[..., Any] | None = sys.getprofile()
    sys.setprofile(note)
    try:
        yield calls
    finally:
        sys.setprofile(before)
