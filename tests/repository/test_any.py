"""What the screens' types leave open, by file and why: `Any` stands at walls, and everywhere else there is a type."""

from __future__ import annotations

import ast
from pathlib import Path

from tests.tables import rows

SCENES = Path(__file__).resolve().parents[2] / "scenes"
WHY = {row[0]: row[1] for row in rows("any_in_scenes")}


def says_any(path: Path) -> bool:
    """Whether a file says `Any` beside its imports."""
    text = path.read_text(encoding="utf-8")
    nodes = ast.walk(ast.parse(text)) if "Any" in text else ()
    return any(node.id == "Any" for node in nodes if isinstance(node, ast.Name))


def test_the_screens_say_any_only_at_walls_and_why() -> None:
    """How often is asked by `test_architecture.py`."""
    assert {path.relative_to(SCENES).as_posix() for path in SCENES.rglob("*.py") if says_any(path)} == WHY.keys()
    assert all(WHY.values())
