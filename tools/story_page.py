"""Writes the part of docs/tests.md that lists every verb of the stories, from the docstrings in tests."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SHARED = ("GameVocabulary", "ScreenVocabulary", "HouseVocabulary", "ProcessVocabulary", "PhoneVocabulary")
HEAD = """\

## The verbs of stories

How a story is written stands in `tests/stories.py`. The shared vocabularies come first; below them is what single test
modules add. "Acts" are what hands and phones do, and "Pages" what can be shown. Comments in the file explain them, and
the facts.
"""


def section() -> str:
    """Return the part of the page: each vocabulary with its verbs and facts."""
    found = vocabularies()
    order = sorted(found, key=lambda name: (SHARED.index(name) if name in SHARED else len(SHARED), name))
    return HEAD + "".join(part for name in order for part in _part(*found[name]))


def vocabularies() -> dict[str, tuple[Path, ast.ClassDef]]:
    """Return the classes whose methods are words of stories: by class name, the file and the syntax tree."""
    classes = {
        node.name: (path, node)
        for path in sorted((ROOT / "tests").rglob("*.py"))
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.ClassDef)
    }
    kinds = {"Teller"}
    while more := {name for name, (_, node) in classes.items() if kinds & _bases(node)} - kinds:
        kinds |= more
    found = {name: classes[name] for name in kinds if name in classes}
    return {name: (path, node) for name, (path, node) in found.items() if _words(node) or _facts(node)}


def _bases(node: ast.ClassDef) -> set[str]:
    return {base.id for base in node.bases if isinstance(base, ast.Name)}


def _words(node: ast.ClassDef) -> list[ast.FunctionDef]:
    return [one for one in node.body if isinstance(one, ast.FunctionDef) and one.name.startswith(("do_", "ask_"))]


def _facts(node: ast.ClassDef) -> list[str]:
    """Return the facts that a class adds: its methods, and the keys of its `facts`."""
    methods = [word.name.removeprefix("ask_") for word in _words(node) if word.name.startswith("ask_")]
    return methods + _keys(node.body, "facts")


def _acts(node: ast.ClassDef) -> list[str]:
    """Return what hands and phones do: the keys of `acts` in the methods "press" and "act"."""
    methods = [one for one in node.body if isinstance(one, ast.FunctionDef) and one.name in ("press", "act")]
    return [key for method in methods for key in _keys(method.body, "acts")]


def _keys(body: list[ast.stmt], name: str) -> list[str]:
    """Return the keys of the dictionary with this name."""
    found: list[str] = []
    for entry in body:
        match entry:
            case ast.AnnAssign(target=ast.Name(id=target), value=ast.Dict(keys=keys)) if target == name:
                found += [str(key.value) for key in keys if isinstance(key, ast.Constant)]
    return found


def _part(path: Path, node: ast.ClassDef) -> Iterator[str]:
    bases = ", ".join(f"`{name}`" for name in sorted(_bases(node) - {"Teller"}))
    more = f", in addition to {bases}" if bases else ""
    yield f"\n### `{node.name}`\n\n`{path.relative_to(ROOT).as_posix()}`{more}. {_line(node)}\n\n"
    verbs = [word for word in _words(node) if word.name.startswith("do_")]
    yield from (f"- {_told(word)}\n" for word in verbs)
    listed = {"Acts": _acts(node), "Pages": _keys(node.body, "pages"), "Facts": _facts(node)}
    lines = [
        f"{kind}: {', '.join(f'`{name}`' for name in sorted(names))}.\n" for kind, names in listed.items() if names
    ]
    yield "\n" * bool(verbs and lines) + "\n".join(lines)


def _told(word: ast.FunctionDef) -> str:
    """Return a verb with its docstring. A verb without a docstring is followed by the names of its parameters."""
    verb = word.name.removeprefix("do_").replace("_", " ")
    line = re.sub(rf"^{re.escape(word.name.removeprefix('do_'))}\b[:,.]? ?", "", _line(word))
    takes = " ".join(one.arg.upper() for one in word.args.args[1:] if one.arg not in ("phone", "number", "line", "_"))
    return f"`{verb}` {line}" if line else f"`{verb}{': ' * bool(takes)}{takes}`"


def _line(node: ast.ClassDef | ast.FunctionDef) -> str:
    """Return the first paragraph of a docstring in one line, with its Markdown escaped."""
    text = " ".join((ast.get_docstring(node) or "").split("\n\n")[0].split())
    return re.sub(r"([\[\]<>*|`]|(?<!\w)_|_(?!\w))", r"\\\1", text)
