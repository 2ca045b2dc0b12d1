"""Stories that lie beside the tests as texts: under a heading each, a line for each step."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest


def stories(path: Path) -> list[Any]:
    """The stories of a file as parameters of a test, each the list of its lines, by its heading; what comes before the
    first heading is for the reader."""
    parts = path.read_text(encoding="utf-8").split("\n# ")[1:]
    found = [[line for line in part.splitlines() if line.strip()] for part in parts]
    return [pytest.param(lines[1:], id=lines[0]) for lines in found]
