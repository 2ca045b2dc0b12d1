"""Selects the tests of a run. `docs/tests.md` explains the runs.

The kind of a test module follows from its imports at the top, those of its folder's conftest.py, and those of its
helpers. The quick run asks pure tests. Of the other kinds it asks tests marked `quick`.
"""

from __future__ import annotations

import re
import zlib
from collections import defaultdict
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
TESTS = ROOT / "tests"
PROJECT = ("game", "scenes", "tools", "tests")
IMPORT = re.compile(r"^(?:from ([\w.]+) import (\([^)]*\)|[^\n]*)|import (\w[\w.]*))", re.MULTILINE)
NAME = re.compile(r"(\w+)(?: as \w+)?")
COMMENT = re.compile(r"#.*")
MARKED = "mark.quick"  # in the text of a module with such tests
WHOLE = re.compile(r"^pytestmark = \[?pytest\.mark\.(\w+)", re.MULTILINE)
"""Finds the first marker of a whole module."""
LEFT_OUT = ("long", "benchmark", "browser", "bundle")
"""Markers of tests that a run asks only if its -m names them."""

QUICK, EVERYTHING, REST = "quick", "everything", "rest"
RUNS = {
    QUICK: "what a change most often breaks; no search is compiled (the default, unless a path, -k or -m names tests)",
    EVERYTHING: "all tests but those that -m has to name",
    REST: "what --everything asks and the quick run does not; searches are asked again, compiled",
}

REPOSITORY, PROCESS, WINDOW, SEARCH, TOOLS, PURE = "repository", "process", "window", "search", "tools", "pure"
KINDS = (REPOSITORY, PROCESS, WINDOW, SEARCH, TOOLS, PURE)
"""A module of several kinds counts as the first one."""
SIGNS = {
    "subprocess": PROCESS,
    "multiprocessing": PROCESS,
    "concurrent.futures": PROCESS,
    "pygame": WINDOW,
    "game.agents.compiling.prepared_brain": SEARCH,
    "game.agents.worker.InlineAgent": SEARCH,
    "game.agents.kernels.kernel": SEARCH,
}
"""The kind of a test that imports this."""
IN_TESTS = SIGNS.keys() - {"pygame", "game.agents.kernels.kernel"}
"""Signs that count only in `tests`. The product imports these too, even for tests that start no process or search."""


def decide(config: pytest.Config) -> None:
    """Settle which of `RUNS` this is: the one that is named; else all tests if some are named, else the quick run."""
    given = config.option
    names_none = config.args_source is not pytest.Config.ArgsSource.ARGS and not given.keyword and not given.markexpr
    if given.run is None:
        given.run = QUICK if names_none else EVERYTHING


def leaves_out(config: pytest.Config, marker: str) -> bool:
    """Return whether the run's -m does not name this marker, or only excludes it."""
    wanted: str = config.option.markexpr
    return marker not in wanted.replace(f"not {marker}", "")


def _left_out(config: pytest.Config) -> set[str]:
    """Return the markers whose tests this run leaves out."""
    return {marker for marker in LEFT_OUT if leaves_out(config, marker)}


def drop_left_out(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Drop tests whose cases were all left out. pytest makes no test without a case, so each still has one."""
    out = _left_out(config)
    items[:] = [item for item in items if out.isdisjoint(mark.name for mark in item.iter_markers())]


def asks_any(config: pytest.Config, path: Path) -> bool:
    """Return whether a run asks any test of a module."""
    text = path.read_text(encoding="utf-8")
    is_named = any(path.name in asked for asked in config.args)  # pytest then reports that no test was chosen
    if (marked := WHOLE.search(text)) and marked[1] in _left_out(config) and not is_named:
        return False
    return config.option.run != QUICK or kind_of(path) == PURE or MARKED in text


def asks(collector: pytest.Collector, function: Any) -> bool:
    """Return whether a run asks any case of a test."""
    config = collector.config
    markers = {each.name: each.args for each in (*collector.iter_markers(), *getattr(function, "pytestmark", ()))}
    if not _left_out(config).isdisjoint(markers):
        return False
    kind = kind_of(collector.path)
    is_quick = (kind == PURE or QUICK in markers) and REST not in markers
    if config.option.run == REST:
        return not is_quick or kind == SEARCH or bool(markers.get(QUICK))
    return is_quick or config.option.run == EVERYTHING


def choose_cases(metafunc: pytest.Metafunc) -> None:
    """Keep the cases of a test that a run asks.

    A matrix marked `one_in(n)` keeps one case in n. If it is also marked `quick(n)`, the quick run keeps one in n of
    these. The long run keeps all, and so does a run that names cases.
    """
    config, test = metafunc.config, metafunc.definition
    cases: list[Any] = metafunc._calls  # pytest has no public way to remove a case
    if not cases or any("[" in asked for asked in config.args):
        return
    usual = _one_in(test, "one_in", cases)
    kept = _one_in(test, QUICK, usual) if config.option.run == QUICK else usual
    if config.option.run == REST and test.get_closest_marker(QUICK) and kind_of(test.path) != SEARCH:
        quick = set(map(id, _one_in(test, QUICK, usual)))
        kept = [case for case in usual if id(case) not in quick]
    if not leaves_out(config, "long"):
        known, mark = set(map(id, usual)), pytest.mark.long.mark  # by identity, which is quick for ten thousand cases
        kept = [case if id(case) in known else replace(case, marks=[*case.marks, mark]) for case in cases]
    out = _left_out(config)
    cases[:] = [case for case in kept if not any(mark.name in out for mark in case.marks)] or cases[:1]


def _one_in(test: pytest.Function, marker: str, cases: list[Any]) -> list[Any]:
    """Return the cases of a matrix that a marker with a number keeps. Without such a marker, return all cases.

    A case that has the marker itself is kept. Cases are counted along the matrix's diagonal, so that each value of each
    parameter has its turn. Each test counts from another place, so that not all tests leave out the same device or
    window.
    """
    given = test.get_closest_marker(marker)
    if given is None or not given.args:
        return cases
    names = [mark.args[0] for mark in test.iter_markers("parametrize")] or [list(cases[0].params)]
    together = [name.split(",") if isinstance(name, str) else name for name in names]
    values = [[tuple(id(case.params[each.strip()]) for each in names) for names in together] for case in cases]
    begin = zlib.crc32(test.name.encode())
    kept = [
        case
        for case, place in zip(cases, diagonals(values), strict=True)
        if not (place + begin) % given.args[0] or any(mark.name == marker for mark in case.marks)
    ]
    return kept or cases[:1]


@cache
def kind_of(path: Path) -> str:
    """Return the kind of a test module."""
    if path.parent == TESTS / "repository":
        return REPOSITORY
    imported = [path, *(folder / "conftest.py" for folder in path.parents if TESTS in folder.parents)]
    return next((kind for kind in KINDS if not _of_kinds()[kind].isdisjoint(imported)), PURE)


@cache
def _of_kinds() -> Mapping[str, set[Path]]:
    """Return the project's files by kind: those that make a test one of this kind, and all that import them."""
    importers: dict[Path, list[Path]] = defaultdict(list)
    found: dict[str, set[Path]] = defaultdict(set)
    for module, file in _modules().items():
        folder, names = module.split(".")[0], _imports(file)
        for name in names:
            for imported in _files(name):
                importers[imported].append(file)
        for name in names & SIGNS.keys():
            if folder == "tests" or name not in IN_TESTS:
                found[SIGNS[name]].add(file)
        if folder == "tools":
            found[TOOLS].add(file)
    for files in found.values():
        ahead = list(files)
        while ahead:
            new = [file for file in importers[ahead.pop()] if file not in files]
            files.update(new)
            ahead.extend(new)
    return found


def _imports(file: Path) -> set[str]:
    """Return the names that a module imports at its top: modules, and names that may be modules."""
    found = set()
    for source, names, plain in IMPORT.findall(file.read_text(encoding="utf-8")):
        found.add(source or plain)
        found.update(f"{source}.{name}" for name in NAME.findall(COMMENT.sub("", names)) if source)
    return found


@cache
def _modules() -> Mapping[str, Path]:
    """Return the project's files by module name."""
    files = (file for folder in PROJECT for file in (ROOT / folder).rglob("*.py"))
    return {".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): file for file in files}


def _files(name: str) -> Iterator[Path]:
    """Yield the files that importing a module of the project runs: its own file, and those of its packages."""
    parts = name.split(".")
    for count in range(1, len(parts) + 1) if parts[0] in PROJECT else ():
        file = _modules().get(".".join(parts[:count]))
        if file is not None and (count == len(parts) or file.name == "__init__.py"):
            yield file


def diagonals(cases: Sequence[Sequence[Hashable]]) -> list[int]:
    """Return for each case of a matrix the sum of the places of its values. A case is given by its value in each
    dimension.

    The cases with the same remainder of this sum have every value of each dimension, if there are enough of them.
    """
    places: list[dict[Hashable, int]] = [{} for _ in cases[0]]
    return [sum(seen.setdefault(value, len(seen)) for seen, value in zip(places, case, strict=True)) for case in cases]
