"""What the screens' types leave open, by file and why: `Any` stands at walls, and everywhere else there is a type."""

from __future__ import annotations

import ast
from pathlib import Path

SCENES = Path(__file__).resolve().parents[2] / "scenes"
UNKNOWN_GAME = "the house handles games that it does not know: states, actions, selections are the game's own"
OWN_LOOKS = "looks and effects are values of a game's own, and only its drawing meets them"
JSON = "JSON values: from an asset, the store, a file, for a report"
VALUES = "values of options and settings, whose kind says what they are"
FIELDS = "keyword arguments that are fields of a dataclass"
LATE = "found by name, or filled in later"
CALLED = "a function's own arguments and results go through it"
WHY = {
    "house/applied_settings.py": FIELDS,
    "coffee/geometry.py": JSON,
    "coffee/sprites.py": JSON,
    "coffee/board.py": VALUES,
    "kiosk/operator/adjustments.py": VALUES,
    "kiosk/operator/editors.py": VALUES,
    "kiosk/programme.py": JSON,
    "kit/drawing/assets.py": JSON,
    "kit/drawing/frame_budget.py": CALLED,
    "kit/input/flight.py": JSON,
    "kit/input/holds.py": "what pygame's events hold",
    "kit/widgets/form.py": VALUES,
    "match/match_input.py": UNKNOWN_GAME,
    "match/match_scene.py": UNKNOWN_GAME,
    "house/preferences.py": VALUES,
    "quoridor/board.py": VALUES,
    "recovery/crash_log.py": JSON,
    "routes.py": JSON,
    "recovery/noting_agent.py": JSON,
    "robots/arrange_scene.py": VALUES,
    "robots/selection.py": FIELDS,
    "robots/setup.py": VALUES,
    "services.py": LATE,
    "setup/house_rules.py": VALUES,
    "star/board.py": VALUES,
    "table/board/board_view.py": UNKNOWN_GAME,
    "table/cells/carry.py": "the mover of a state; the actions on the board are some of all, which no type says",
    "table/cells/carry_drawing.py": OWN_LOOKS,
    "table/cells/grid.py": JSON,
    "table/cells/phone.py": "the mover of a state, where it has one",
    "table/contract/board.py": UNKNOWN_GAME,
    "table/contract/setup.py": VALUES,
    "table/contract/view.py": OWN_LOOKS,
    "table/film/picture.py": FIELDS,
    "table/exercises/lesson_table.py": FIELDS,
    "table/contract/lessons.py": UNKNOWN_GAME,
    "table/loading.py": LATE,
    "table/pictures.py": UNKNOWN_GAME,
    "table/column/side_panel.py": UNKNOWN_GAME,
    "today/race_scene.py": UNKNOWN_GAME,
    "today/solving_scene.py": FIELDS,
}


def says_any(path: Path) -> bool:
    """Whether a file says `Any` beside its imports."""
    text = path.read_text(encoding="utf-8")
    nodes = ast.walk(ast.parse(text)) if "Any" in text else ()
    return any(node.id == "Any" for node in nodes if isinstance(node, ast.Name))


def test_the_screens_say_any_only_at_walls_and_why() -> None:
    """How often is asked by `test_architecture.py`."""
    assert {path.relative_to(SCENES).as_posix() for path in SCENES.rglob("*.py") if says_any(path)} == WHY.keys()
