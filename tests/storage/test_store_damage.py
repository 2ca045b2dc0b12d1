"""Stores whose rows are damaged: what is lost by that and nothing else, said once, and mended in the file.

The cases are in `fixtures/damage.txt`, a heading and a change behind the store's back each.
"""

from __future__ import annotations

import contextlib
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from game.registry import GAMES
from game.storage import schema
from game.storage.database import copy_to_memory
from game.storage.store import Store
from tests.stores import FIXTURES, PATIENCE, TOYS, change, contents, fill, opening
from tests.stories import is_like


@dataclass
class Heading:
    """What the changes under it come to."""

    title: str
    schema: int = 0
    lost: list[str] = field(default_factory=list)
    gained: list[str] = field(default_factory=list)
    said: list[str] = field(default_factory=list)


def cases() -> Iterator[tuple[Heading, str]]:
    """Each change with its heading."""
    heading = Heading("")
    for line in (FIXTURES / "damage.txt").read_text(encoding="utf-8").partition("\n\n")[2].splitlines():
        mark, _, text = line.partition(" ")
        if mark == "#":
            heading = Heading(text)
        elif line.startswith("in schema "):
            heading.schema = int(line.split()[-1])
        elif mark in ("-", "+", "?"):
            {"-": heading.lost, "+": heading.gained, "?": heading.said}[mark].append(text)
        elif line:
            yield heading, line


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return fill(tmp_path_factory.mktemp("whole") / "store.sqlite3")


@pytest.mark.parametrize(("heading", "sql"), [pytest.param(*case, id=f"{case[0].title}-{case[1]}") for case in cases()])
def test_a_damaged_row(
    heading: Heading, sql: str, whole: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    source = FIXTURES / f"store-schema-{heading.schema}.sqlite3" if heading.schema else whole
    games = GAMES if heading.schema else TOYS
    path = Path(shutil.copy(source, tmp_path))
    before = contents(Store.open_as_guest(path, games))
    caplog.clear()
    fit, _, statement = sql.removeprefix("fit ").partition(": ") if sql.startswith("fit ") else ("", "", sql)
    change(path, statement, fit=fit)
    for make in opening(path, games):
        store = make()
        assert store.wait(PATIENCE)
        after = contents(store)
        lost, gained = (
            [line for line in one if line not in other] for one, other in ((before, after), (after, before))
        )
        assert lost == [line for line in heading.lost if line not in heading.gained]
        expected = [line for line in heading.gained if line not in heading.lost]
        assert len(gained) == len(expected) and all(map(is_like, gained, expected)), gained
        assert all(words in caplog.text for words in heading.said), caplog.text
        caplog.clear()
        assert contents(make()) == [line for line in after if line != "trouble unreadable"]
        assert not caplog.text
    with contextlib.closing(copy_to_memory(path)) as database:
        assert not schema.load(database).is_repaired, "the file was mended"
