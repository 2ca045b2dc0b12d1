"""Every sound that is played is there and described; what makes them is asked in `lab`."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from scenes.match.match_input import EACH_SEAT, EVERYBODY, SELECTING

ROOT = Path(__file__).resolve().parents[2]
FILES = {path.stem for path in (ROOT / "assets" / "sounds").iterdir()}


def named_in_code() -> Iterator[str]:
    """The names that the code writes into calls of Audio.play and into the cues of clips."""
    for text in (path.read_text(encoding="utf-8") for path in ROOT.glob("scenes/**/*.py")):
        if not re.search(r"\b(_heard|audio\.play|cues|Carry|DropMotion)\b", text):
            continue  # most files: to parse them takes a second
        for node in ast.walk(ast.parse(text)):
            if not isinstance(node, ast.Call):
                continue
            if ast.unparse(node.func) == "_heard":  # a clip that is a sound alone
                yield from (n.value for n in node.args if isinstance(n, ast.Constant))
            if ast.unparse(node.func).endswith("audio.play"):
                argument = node.args[0]
                ways = [argument.body, argument.orelse] if isinstance(argument, ast.IfExp) else [argument]
                yield from (way.value for way in ways if isinstance(way, ast.Constant) and isinstance(way.value, str))
            if ast.unparse(node.func) in ("Carry", "DropMotion"):  # a way to move has its sounds
                parts = (n for argument in node.args for n in ast.walk(argument))
                yield from (n.value for n in parts if isinstance(n, ast.Constant) and isinstance(n.value, str))
            for cues in (keyword.value for keyword in node.keywords if keyword.arg == "cues"):
                yield from (n.value for n in ast.walk(cues) if isinstance(n, ast.Constant) and isinstance(n.value, str))


def test_every_sound_played_is_a_file_and_every_file_is_played() -> None:
    played = {*named_in_code(), *SELECTING.values(), *EVERYBODY, *EACH_SEAT}
    assert {"focus", "press", "pawn", "wall", "win", "over"} <= played
    assert not played - FILES
    assert {"music"} == FILES - played


def test_the_readme_lists_every_sound() -> None:
    table = (ROOT / "assets/README.md").read_text(encoding="utf-8").split("## Sounds")[1]
    assert set(re.findall(r"^\| `([a-z]+)` \|", table, re.MULTILINE)) == FILES
