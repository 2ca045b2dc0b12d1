"""Stories that lie beside the tests as texts: under a heading each, a line for each step."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest


def stories(path: Path) -> list[Any]:
    """The stories of a file as parameters of a test, each the list of its lines, by its heading; what comes before the
    first heading is for the reader."""
    parts = path.read_text(encoding="utf-8").split("\n# ")[1:]
    found = [[line for line in part.splitlines() if line.strip()] for part in parts]
    return [pytest.param(lines[1:], id=lines[0]) for lines in found]


def in_steps(lines: list[str]) -> Iterator[tuple[str, list[str]]]:
    """Each step of a story with what comes of it: what stands behind "->", or in lines of its own beneath it."""
    step, results = "", list[str]()
    for line in [*lines, "."]:
        if line.startswith("    "):
            results.append(line.strip())
            continue
        if step:
            yield step, results
        step, arrow, result = line.partition(" -> ")
        results = [result] * bool(arrow)


def is_like(line: str, expected: str) -> bool:
    """Whether a line is the one that is expected, of which "..." leaves the end open."""
    return line.startswith(expected[:-3]) if expected.endswith("...") else line == expected
