"""One name for one thing: no two classes of the product are called the same."""

import ast
from collections import defaultdict
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCES = [path for folder in ("game", "scenes") for path in sorted((ROOT / folder).rglob("*.py"))] + [ROOT / "main.py"]

SAME_IDEA = {
    "Analysis": "the search of a position's actions one by one, by a game's own search",
    "Board": "what lies still on a game's board",
    "Choosing": "a selection of a game in which nothing is picked up",
    "Geometry": "where a game's cells lie on the screen",
    "Level": "how a level of a game's AI plays",
    "SearchResult": "what a game's search by deepening has found",
    "Sprites": "the pictures of a game's pieces",
    "State": "a position of a game",
    "Trying": "a selection of a game in which something is tried that the rules forbid",
}


def classes(source):
    """The names of the classes at the top of a module."""
    return {node.name for node in ast.parse(source).body if isinstance(node, ast.ClassDef)}


def shared(sources):
    """The names that several modules give to a class, with the places of those modules."""
    places = defaultdict(set)
    for place, source in sources.items():
        for name in classes(source):
            places[name].add(place)
    return {name: found for name, found in places.items() if len(found) > 1}


@pytest.mark.parametrize(
    ("sources", "found"),
    [
        ({"a": "class Row: ...", "b": "class Row(Base): ..."}, {"Row": {"a", "b"}}),
        ({"a": "class Row: ...", "b": "class SettingRow: ..."}, {}),
        ({"a": "class Row: ...", "b": "class Table:\n    class Row: ..."}, {}),
        ({"a": "class _Stored: ...", "b": "class _Stored: ...\nclass Row: ..."}, {"_Stored": {"a", "b"}}),
    ],
)
def test_the_check_finds_names_of_two_classes(sources, found):
    assert shared(sources) == found


def test_no_two_classes_share_a_name_unless_they_are_one_idea():
    found = shared({str(path.relative_to(ROOT)): path.read_text() for path in SOURCES})
    assert found.keys() == SAME_IDEA.keys(), {name: sorted(found[name]) for name in found.keys() - SAME_IDEA.keys()}
    assert len(SAME_IDEA) <= 10
