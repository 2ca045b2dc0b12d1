"""Tables of cases as text files in tables/: a line a case, its cells parted by ` => `; "# " begins a comment."""

from __future__ import annotations

from pathlib import Path

FOLDER = Path(__file__).with_name("tables")


def rows(name: str, cells: int = 2) -> list[tuple[str, ...]]:
    """The cases of a table, each with so many cells: those that a line lacks are empty."""
    lines = (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    found = []
    for line in lines:
        if line and not line.startswith("# "):
            given = line.split(" => ")
            assert len(given) <= cells, line
            found.append((*given, *[""] * (cells - len(given))))
    return found
