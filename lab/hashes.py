"""python -m lab.hashes: write the hashes of the baked files for `tests/test_baked.py`; run it after remaking a file."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from lab.art.catalog import DRAWINGS
from tests.test_baked import digest

ROOT = Path(__file__).resolve().parents[1]
TABLE = ROOT / "tests" / "tables" / "baked.txt"
PATTERNS = (
    "assets/textures/*",
    "assets/sounds/*",
    "assets/puzzles/*",
    "assets/puzzles.json",
    "assets/show.json",
    "game/quoridor/net.bin",
    "game/quoridor/weights.py",
)
HEAD = """\
# What `lab` made: each file and how its SHA-256 begins, written by `python -m lab.hashes`
"""


def baked() -> Iterator[Path]:
    """Return every file that the laboratory makes."""
    for pattern in PATTERNS:
        yield from sorted(ROOT.glob(pattern))
    yield from sorted(ROOT / "assets" / "sprites" / drawing.name for drawing in DRAWINGS)


def table() -> str:
    """Return the text of the table of hashes."""
    return HEAD + "".join(f"{path.relative_to(ROOT).as_posix()} => {digest(path)}\n" for path in baked())


if __name__ == "__main__":
    TABLE.write_text(table(), encoding="utf-8")
