"""Tables of cases in text files: a line for each, with bars between its cells."""

from __future__ import annotations

from pathlib import Path


def rows(name: str) -> list[list[str]]:
    """The cells of each line of a file beside this one; lines that begin with "#" are remarks."""
    lines = (Path(__file__).parent / name).read_text(encoding="utf-8").splitlines()
    return [[cell.strip() for cell in line.split("|")] for line in lines if line.strip() and line[0] != "#"]
