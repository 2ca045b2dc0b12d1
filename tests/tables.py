"""Tables of cases as text files in tables/: a line for each case, with ` => ` between cells. "# " begins a comment."""

from __future__ import annotations

from pathlib import Path

FOLDER = Path(__file__).with_name("tables")


def rows(name: str, cells: int = 2) -> list[tuple[str, ...]]:
    """Return the cases of a table, each with this many cells. Missing cells are empty."""
    lines = (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    found = []
    for line in lines:
        if line and not line.startswith("# "):
            given = line.split(" => ")
            assert len(given) <= cells, line
            found.append((*given, *[""] * (cells - len(given))))
    return found
