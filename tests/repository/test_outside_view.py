"""Tests ask what is public: how often they reach inside an object or replace a part of the program has a limit."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.processes import ROOT

TESTS = sorted((ROOT / "tests").rglob("*.py"))
MOST_REPLACED = 84
MOST_PRIVATE = 120


def private(source: str) -> Iterator[str]:
    """Members with an underscore of other objects than `self`; dunder names are the language's own."""
    for node in ast.walk(ast.parse(source)) if re.search(r"\._[^_]", source) else ():
        if isinstance(node, ast.Attribute) and re.match(r"_[^_]", node.attr):
            own = isinstance(node.value, ast.Name) and node.value.id in ("self", "cls")
            yield from [] if own else [node.attr]


def replaced(source: str) -> Iterator[str]:
    """Calls that replace an attribute for a test."""
    for node in ast.walk(ast.parse(source)) if "setattr" in source else ():
        if isinstance(node, ast.Attribute) and node.attr == "setattr":
            yield ast.unparse(node)


def counts(path: Path) -> tuple[int, int]:
    source = path.read_text(encoding="utf-8")
    return len([*private(source)]), len([*replaced(source)])


def test_tests_seldom_reach_inside() -> None:
    found = {path.relative_to(ROOT).as_posix(): counts(path) for path in TESTS}
    reached, put = (sum(numbers) for numbers in zip(*found.values(), strict=True))
    most = sorted(found, key=lambda name: -sum(found[name]))[:9]
    assert reached <= MOST_PRIVATE, f"{reached} private members; most in {most}"
    assert put <= MOST_REPLACED, f"{put} parts replaced; most in {most}"


@pytest.mark.parametrize(
    ("source", "reaches", "puts"),
    [
        ("scene._text", 1, 0),
        ("self._text + cls._text + scene.__doc__", 0, 0),
        ("self.scene._text", 1, 0),
        ("monkeypatch.setattr(scene, 'text', 1)", 0, 1),
        ("self.monkeypatch.setattr(scene._board, 'text', 1)", 1, 1),
        ("with monkeypatch.context() as patch:\n    patch.setattr(scene, 'text', 1)", 0, 1),
        ("monkeypatch.setenv('A', 'b'); setattr(scene, 'text', 1)", 0, 0),
    ],
)
def test_the_count_finds_what_reaches_inside(source: str, reaches: int, puts: int) -> None:
    assert (len([*private(source)]), len([*replaced(source)])) == (reaches, puts)
