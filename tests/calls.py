"""Counts the calls of the program's own functions while something is done, and the modules that they lie in."""

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
INLINED = ("<listcomp>", "<dictcomp>", "<setcomp>")  # which later versions of Python call no more


@dataclass
class Calls:
    """The calls, in order: module and name of the function."""

    made: list[tuple[str, str]] = field(default_factory=list)

    def __len__(self) -> int:
        return len(self.made)

    @property
    def modules(self) -> int:
        """How many modules the functions lie in."""
        return len({module for module, _ in self.made})

    def told(self) -> str:
        """The functions, the most often called ones first, for whoever looks for what is too much."""
        return "\n".join(f"{count:4} {module}:{name}" for (module, name), count in Counter(self.made).most_common())


@contextmanager
def counted() -> Iterator[Calls]:
    """Count the calls in the block. A function that is resumed, as a generator is, counts each time."""
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
