"""One scale of type: every size that a screen asks for by number is one of its steps.

What a text is made to fit, or how it follows the text scale, is worked out when it is drawn; here it is about the
sizes that somebody has chosen.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from scenes.kit.drawing import theme

ROOT = Path(__file__).resolve().parents[2]
SOURCES = sorted((ROOT / "scenes").rglob("*.py"))
NAMED = ("CLOCK", "WORDMARK", "HEADING", "TITLE", "NAME", "LIST", "HELPER", "GLYPH", "CAPTION")
DRAWN = {
    ("scenes/kiosk/countdowns.py", 168),
    ("scenes/kit/drawing/glyphs.py", 27),
}  # letters that fill a drawing, and grow with it


def sizes(tree: ast.AST) -> Iterator[float]:
    """The numbers that are sizes of type: of a style, and of a style that differs from another one in its size."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        chosen = [*node.args[:1]] if called == "Style" else []
        if called in ("Style", "_replace"):
            chosen += [keyword.value for keyword in node.keywords if keyword.arg == "size"]
        for value in chosen:
            parts = [value.body, value.orelse] if isinstance(value, ast.IfExp) else [value]
            for part in parts:
                factor = part.left if isinstance(part, ast.BinOp) else part
                if isinstance(factor, ast.Constant) and isinstance(factor.value, (int, float)) and factor.value >= 1:
                    yield factor.value


def strays(place: str, text: str) -> set[tuple[str, float]]:
    """The sizes of a module that are no steps of the scale."""
    found = sizes(ast.parse(text)) if "Style(" in text or "_replace(" in text else ()
    return {(place, size) for size in found if size not in theme.SCALE} - DRAWN


def test_every_size_of_type_is_a_step_of_the_scale() -> None:
    found = {stray for path in SOURCES for stray in strays(path.relative_to(ROOT).as_posix(), path.read_text())}
    assert not found
    assert {getattr(theme, name) for name in NAMED} <= {*theme.SCALE}
    assert list(theme.SCALE) == sorted({*theme.SCALE})


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("Style(33, INK)", 33),
        ("fonts.Style(36 if small else 61, INK)", 61),
        ("Style(27 * self._type, INK)", 27),
        ("NAME._replace(size=45, color=INK)", 45),
    ],
)
def test_a_stray_size_is_found(text: str, size: int) -> None:
    assert strays("x.py", text) == {("x.py", size)}


def test_steps_are_told_apart() -> None:
    """Two steps that hardly differ would be one size that somebody could not decide on."""
    assert all(above - below >= 2 for below, above in zip(theme.SCALE, theme.SCALE[1:], strict=False))
