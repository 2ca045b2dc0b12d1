"""Writes docs/contract.md from the docstrings of scenes/table/contract, in the order in which one writes a game."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator
from typing import Any

from scenes.table.contract import board, drawing, optional, setup, view, words
from scenes.table.contract import input as presses

PARTS: tuple[type, ...] = (
    setup.GameSetup,
    board.GameBoard,
    presses.BoardInput,
    drawing.BoardDrawing,
    words.BoardWords,
    optional.SimultaneousInput,
    optional.LookBack,
    optional.PhonePages,
)
FIRST_OPTIONAL = PARTS.index(optional.SimultaneousInput)
VALUES = (
    (setup.BoardContext, setup.Stock, setup.SeatNote),
    (presses.Actors, presses.InputResult, presses.Wish, presses.Grip),
    (view.View,),
    (words.TurnWords, words.ActionWords, words.SeatWords, words.IllegalReason),
    (optional.BestPlay, optional.GameSummary),
)
HEAD = """\
<!-- Written by `python -m tools.write_docs` from the docstrings of scenes/table/contract: change those. -->

# The contract of a game's screens

What a game writes of its board, {count} methods in the order in which one writes them, {required} of them required: a
part in which one of those is missing cannot be made. The others have a default. `S`, `A` and `Sel` are the types of the
game's state, its actions and its selection; [adding-a-game.md](adding-a-game.md) leads through a whole game, and
`python -m tools.new_game` writes one that plays.
"""
OPTIONAL = """
The parts below are for some games only; a board that has none of them is whole.
"""


def page() -> str:
    """Return the page: each part with its methods, then the values they take and return."""
    required = sum(len(_required(part)) for part in PARTS[:FIRST_OPTIONAL])
    parts = [HEAD.format(count=sum(len(methods(part)) for part in PARTS), required=required)]
    for index, part in enumerate(PARTS):
        parts += [OPTIONAL] if index == FIRST_OPTIONAL else []
        parts += _part(part)
    parts.append("\n## The values\n")
    parts += (f"\n{_value(kind)}\n" for group in VALUES for kind in group)
    return "".join(parts)


def methods(part: type) -> list[str]:
    """Return the names of a part's public methods and properties, the required ones first."""
    own = [
        name
        for name, member in vars(part).items()
        if not name.startswith("_") and (inspect.isfunction(member) or isinstance(member, property))
    ]
    return sorted(own, key=lambda name: name not in _required(part))


def _required(part: Any) -> frozenset[str]:
    found: frozenset[str] = part.__abstractmethods__
    return found


def _part(part: type) -> Iterator[str]:
    yield f"\n## {part.__name__}\n\n{_marked(inspect.getdoc(part) or '')}\n"
    tree = _tree(part)
    fields = [node for node in tree.body if isinstance(node, ast.AnnAssign)]
    if fields:
        yield f"\nIts attributes: {', '.join(f'`{ast.unparse(node)}`' for node in fields)}.\n"
    written = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
    for name in methods(part):
        needed = "required" if name in _required(part) else "has a default"
        yield f"\n**`{_signature(written[name])}`** · {needed}\n\n{_marked(ast.get_docstring(written[name]) or '')}\n"


def _value(kind: type) -> str:
    """Return a value's name, fields and docstring."""
    fields = [node for node in _tree(kind).body if isinstance(node, ast.AnnAssign)]
    names = ", ".join(ast.unparse(node.target) for node in fields)
    names = names or ", ".join(name for name in vars(kind).get("_member_names_", ()))
    return f"**`{kind.__name__}({names})`** {_marked(inspect.getdoc(kind) or '')}"


def _signature(method: ast.FunctionDef) -> str:
    """Return a method's signature without `self`, and without type variance, which game authors need not know."""
    given = ast.unparse(method.returns) if method.returns else ""
    if any(isinstance(mark, ast.Name) and mark.id == "property" for mark in method.decorator_list):
        return f"{method.name}: {given}"
    arguments = re.sub(r"^self(, )?", "", ast.unparse(method.args))
    return f"{method.name}({arguments}) -> {given}".replace("_contra", "")


def _tree(kind: type) -> ast.ClassDef:
    found = ast.parse(inspect.getsource(kind)).body[0]
    assert isinstance(found, ast.ClassDef)
    return found


def _marked(text: str) -> str:
    """Return a docstring as Markdown, with each "<" outside code escaped."""
    return "\n".join(re.sub(r"(?<!`)<", "&lt;", line) for line in text.splitlines())
