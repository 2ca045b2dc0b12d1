"""What docs, decisions and docstrings name in backticks is there: files, commands, modules, and names in them."""

from __future__ import annotations

import ast
import importlib.util
import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from game.kiosk import config
from tests.string_keys import OWNERS, texts

ROOT = Path(__file__).resolve().parents[2]
OURS = ("game", "scenes", "tools", "tests", "lab")
BESIDE = ("assets", "docs", "packaging", ".ci", ".github")
ENDINGS = "bin|css|desktop|html|jpg|js|json|jsonl|md|png|py|service|sh|spec|svg|toml|txt|yml"
FILE = re.compile(rf"[\w./-]+\.({ENDINGS})|({'|'.join((*OURS, *BESIDE))})/[\w./-]+")
NAME = re.compile(r"(?:\w+/)*([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+)(?:\(.*\))?")
COMMAND = re.compile(r"python -m ((?:tools|lab|game|scenes)\.[\w.]*\w)")
ANY = re.compile(r"[A-Z]{3}|\bxx\b")  # stands for any name: NAME, GAME, a language


@dataclass
class Code:
    """What all modules of the checkout define, by their names without folders."""

    modules: defaultdict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    classes: defaultdict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    bases: defaultdict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    texts: set[str] = field(default_factory=set)  # that are no docstrings: files that the program makes, tables, keys
    docstrings: dict[str, str] = field(default_factory=dict)

    def has(self, owner: str, name: str) -> bool:
        """Whether a class has an attribute, itself or from another class of ours."""
        bases = (base for base in self.bases[owner] if base != owner and base in self.classes)
        return name in self.classes[owner] or any(self.has(base, name) for base in bases)

    def has_anywhere(self, name: str) -> bool:
        return any(name in attributes for attributes in self.classes.values())


@cache
def files() -> frozenset[str]:
    """All files of the checkout, whether git knows them yet or not."""
    inner = (path for folder in (*OURS, *BESIDE) for path in (ROOT / folder).rglob("*"))
    return frozenset(path.relative_to(ROOT).as_posix() for path in (*ROOT.iterdir(), *inner) if path.is_file())


@cache
def code() -> Code:
    known = Code()
    for name in sorted(files()):
        if name.endswith(".py"):
            path = Path(name)
            module = path.parent.name if path.stem == "__init__" else path.stem
            for inner, outer in zip(path.parts[1:], path.parts, strict=False):
                known.modules[outer].add(inner.removesuffix(".py"))
            _learn(known, name, module, ast.parse((ROOT / path).read_text(encoding="utf-8")))
    return known


def _learn(known: Code, name: str, module: str, tree: ast.Module) -> None:
    docstrings = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            first = node.body[0] if node.body else None
            if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
                docstrings.add(first.value)
                known.docstrings[f"{name} {getattr(node, 'name', '')} {node.body[0].lineno}"] = str(first.value.value)
        if isinstance(node, ast.ClassDef):
            known.classes[node.name] |= set(_defined(node, inside=True))
            known.bases[node.name] |= {_last(base) for base in node.bases}
    for node in tree.body:
        known.modules[module] |= set(_defined(node))
    strings = (node for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str))
    known.texts |= {node.value for node in strings if node not in docstrings}


def _last(base: ast.expr) -> str:
    plain = base.value if isinstance(base, ast.Subscript) else base
    return plain.attr if isinstance(plain, ast.Attribute) else getattr(plain, "id", "")


def _defined(node: ast.AST, inside: bool = False) -> Iterator[str]:
    """The names that a statement gives something; of a class or a function its own, or with `inside` those within."""
    if not inside and isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
        yield node.name
        return
    for part in ast.walk(node):
        if part is not node and isinstance(part, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield part.name
        elif isinstance(part, ast.Name | ast.Attribute) and isinstance(part.ctx, ast.Store):
            yield part.id if isinstance(part, ast.Name) else part.attr
        elif isinstance(part, ast.alias):
            yield (part.asname or part.name).split(".")[-1]


@cache
def keys() -> frozenset[str]:
    """Keys of texts and settings, which look like names in modules."""
    return frozenset(config.KEYS).union(*(texts(owner, "en") for owner in OWNERS))


def is_file(named: str) -> bool:
    """Whether a file or folder is there by this name or the end of it, or is one that the program itself names."""
    if named.startswith(tuple(f"{folder}/" for folder in (*OURS, *BESIDE))):
        return (ROOT / named).exists()
    end = named.removeprefix("./")
    if re.match(r"-|_[^_]", end):  # "-back.svg": of several files, the ends alone
        return any(named.endswith(end) for named in (*files(), *code().texts))
    return end in ends()


@cache
def ends() -> frozenset[str]:
    """The ends of all names of files, and of the last words of texts: behind each "/" or "}"."""
    words = {text.rpartition(" ")[2] for text in code().texts} | files()
    return frozenset(word[place:] for word in words for place in (0, *(i + 1 for i, c in enumerate(word) if c in "/}")))


@cache
def is_name(named: str) -> bool:
    """Whether the last two parts are a module, class or value and what it has; names of other packages are not ours."""
    *first, owner, name = named.split(".")
    known = code()
    if named in keys() or named in known.texts or f"{owner}.{name}" in known.texts:
        return True
    if owner in known.classes:
        return known.has(owner, name)
    if name in known.modules.get(owner, ()):
        return True
    top = (first or [owner])[0]
    if top not in OURS and name[0].islower() and known.has_anywhere(name):
        return True  # an attribute of a value
    return is_others(top)


def is_others(top: str) -> bool:
    """Whether this is a module of Python's or of a package, installed or named in pyproject.toml."""
    if top in code().modules:
        return False
    return importlib.util.find_spec(top) is not None or f'"{top}>' in (ROOT / "pyproject.toml").read_text("utf-8")


def is_of_a_folder_left_out(named: str) -> bool:
    """Whether this is the laboratory's, which may be missing as a whole."""
    return re.match(r"lab[/.]", named) is not None and not (ROOT / "lab").exists()


def wrong(text: str) -> list[str]:
    """What a text names that is not there."""
    bad = [named for named in COMMAND.findall(text) if not is_module(named) and not is_of_a_folder_left_out(named)]
    for named in re.findall(r"`([^`\s]+)`", text):
        if ANY.search(named) or is_of_a_folder_left_out(named):
            continue
        is_there = False
        if file := FILE.fullmatch(named):
            is_there = is_file(named)
        if name := NAME.fullmatch(named):
            is_there = is_there or is_name(name[1])
        bad += [named] if (file or name) and not is_there else []
    return bad


def is_module(named: str) -> bool:
    path = named.replace(".", "/")
    return bool({f"{path}.py", f"{path}/__main__.py"} & files()) or ANY.search(named) is not None


PAGES = [name for name in sorted(files()) if name.endswith(".md") and name != "CHANGELOG.md"]


EXAMPLES = {
    "`scenes/kit/stage.py`, `kit/stage.py`, `stage.py`, `game/quoridor`, `health.json`, `game/NAME/rules.py`": 0,
    "`scenes/stage.py` `kit/nothing.py` `nothing.json` `game/nothing`": 4,
    "`App.on_frame`, `kit/window/app.Guard`, `core.spec.GameSpec`, `gc.freeze`, `table.phones`, `stage.say`": 0,
    "`App.on_nothing` `app.Nothing` `quiet.AutoCloseScene` `game.core.nothing` `table.nothing_at_all`": 5,
    "`OperatorScene.pop_when_left`": 1,
    "`python -m tools.shots --out x`, python -m tools.new_game NAME": 0,
    "`python -m tools.nothing` python -m tools.shots.nothing": 2,
    "plain words, `code` and `x = 1` and `A.b c`": 0,
}
"""Texts, and how many names in each are wrong."""


def test_what_pages_and_docstrings_name_is_there() -> None:
    """All in one test, so that one process alone learns the code."""
    pages = {page: (ROOT / page).read_text(encoding="utf-8") for page in PAGES}
    assert {where: bad for where, text in (pages | code().docstrings).items() if (bad := wrong(text))} == {}
    assert len(code().docstrings) > 1000
    for text, count in EXAMPLES.items():
        assert len(wrong(text)) == count, wrong(text)
