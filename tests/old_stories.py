"""Stories that lie beside the tests as texts: under a heading each, a line for each step."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest


def stories(path: Path) -> list[Any]:
    """The stories of a file as parameters of a test, each the list of its lines, by its heading; what comes before the
    first heading is for the reader. Lines like "for game: star coffee" at its beginning give it once with each word for
    {game}."""
    found = []
    for part in path.read_text(encoding="utf-8").split("\n# ")[1:]:
        title, *rest = [line for line in part.splitlines() if line.strip()]
        chosen = [each for line in rest if (each := re.fullmatch(r"for (\w+): (.*)", line))]
        lines = rest[len(chosen) :]
        for values in product(*(each[2].split() for each in chosen)):
            told = "\n".join(lines)
            for place, value in zip((each[1] for each in chosen), values, strict=True):
                told = told.replace(f"{{{place}}}", value)
            found.append(pytest.param(told.splitlines(), id="-".join([title, *values])))
    return found


def in_steps(lines: list[str]) -> Iterator[tuple[str, list[str]]]:
    """Each step of a story with what comes of it: what stands behind "->", or in lines of its own beneath it."""
    step, results = "", list[str]()
    for line in [*lines, "."]:
        if line.startswith("    "):
            results.append(line.strip())
            continue
        if step:
            yield step, results
        step, arrow, result = line.partition(" -> ")
        results = [result] * bool(arrow)


def is_like(line: str, expected: str) -> bool:
    """Whether a line is the one that is expected, of which "..." leaves the end open."""
    return line.startswith(expected[:-3]) if expected.endswith("...") else line == expected


def listed(what: str) -> list[str]:
    """What stands between commas."""
    return [each.strip() for each in what.split(",") if each.strip()]


def same(found: object, told: object) -> None:
    """What is found is what the story tells."""
    assert found == told, f"{found!r}, not {told!r}"


class Teller:
    """Tells stories whose lines are "verb", "verb: what" or, for what phones do, "numbers verb: what"; the verbs are
    the methods of a subclass."""

    def tell(self, lines: list[str]) -> None:
        """Go through it. Where it fails, the last line that was printed is the one that is not so."""
        for line in lines:
            print(line)
            numbers, verb, what = re.fullmatch(r"([\d ]*)([^:]+):?(?: (.*))?", line).groups()
            act = getattr(self, "is_" if verb == "is" else verb.replace(" ", "_").replace("'", ""))
            for number in [[int(each)] for each in numbers.split()] or [[]]:
                act(*number, *([] if what is None else [what]))
