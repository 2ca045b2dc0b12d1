"""Plain English: docstrings, comments and pages have no turn of phrase that has to be read twice."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.processes import ROOT
from tests.repository.test_docs import by_hand
from tests.tables import rows

PARTS = ("main.py", "game", "scenes", "tools", "lab", "docs")
FRONT = ("README.md", "CONTRIBUTING.md")  # count as docs
TURN = re.compile(rf"\b({'|'.join(turn for (turn,) in rows('stiff_turns', 1))})\b", re.IGNORECASE)
DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
KEPT = {  # the file, the turn, and why it is the plain way to say it
    "docs/glossary.md whoever": "the list of words to avoid",
    "docs/glossary.md anew": "the list of words to avoid",
    "docs/glossary.md besides": "the list of words to avoid",
    "docs/glossary.md shall": "the list of words to avoid",
}
MOST_KEPT = 20


def prose(source: str) -> Iterator[tuple[int, str]]:
    """Yield line and text of each docstring and of each block of comments."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, DOCUMENTED) and (text := ast.get_docstring(node)) is not None:
            yield node.body[0].lineno, text
    block: list[str] = []
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            block.append(token.string.lstrip("#! "))
        elif block and token.type not in (tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT):
            yield token.start[0] - 1, " ".join(block)
            block = []


def texts(path: Path) -> Iterator[tuple[int, str]]:
    """Yield line and text of what people read in a file; generated text is checked at its source."""
    if path.suffix == ".py":
        yield from prose(path.read_text(encoding="utf-8"))
    else:
        yield 1, re.sub(r"```.*?```", "", by_hand(path), flags=re.DOTALL)


def stiff(path: Path) -> dict[str, int]:
    """Return the stiff turns of a file as KEPT names them, each with its last line."""
    name = path.relative_to(ROOT).as_posix()
    return {
        f"{name} {turn.lower()}": line for line, text in texts(path) for turn in TURN.findall(re.sub(r"\s+", " ", text))
    }


def files(part: str) -> list[Path]:
    if part == "docs":
        return [*(ROOT / name for name in FRONT), *sorted((ROOT / part).rglob("*.md"))]
    return [ROOT / part] if part.endswith(".py") else sorted(path for path in (ROOT / part).rglob("*.py"))


@pytest.mark.parametrize("part", PARTS)
def test_no_sentence_has_a_stiff_turn(part):
    if part == "lab" and not (ROOT / part).exists():
        pytest.skip("the laboratory was left out")
    found = {turn: line for path in files(part) for turn, line in stiff(path).items() if turn not in KEPT}
    assert found == {}


def test_few_turns_are_kept_and_each_is_still_there():
    assert len(KEPT) <= MOST_KEPT and all(KEPT.values())
    assert [kept for kept in KEPT if kept not in stiff(ROOT / kept.split(" ", 1)[0])] == []


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ('"""The one of whoever comes."""', ["The one of whoever comes."]),
        ("x = 'whoever'  # a value", ["a value"]),
        ("# it begins\n# anew\nx = 1", ["it begins anew"]),
        ("class A:\n    '''One.'''\n\n    def b(self):\n        '''Two.'''\n", ["One.", "Two."]),
    ],
)
def test_the_check_reads_docstrings_and_comments_and_nothing_else(source, found):
    assert [text for _, text in prose(source)] == found
