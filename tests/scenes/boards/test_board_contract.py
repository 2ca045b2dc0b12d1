"""The contract of a game's screens: what must be written is asked for when a part is made, not when it is used."""

from __future__ import annotations

import inspect
import pkgutil
import re
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import pytest

from scenes.table import contract
from tools.contract_page import PARTS, methods, page


def parts() -> Iterator[Any]:
    """The classes of the contract that a game subclasses."""
    for module in pkgutil.iter_modules(contract.__path__, f"{contract.__name__}."):
        for kind in vars(import_module(module.name)).values():
            if inspect.isclass(kind) and kind.__module__ == module.name and getattr(kind, "_is_protocol", False):
                yield kind


MOST_METHODS = 47  # public methods and properties of all parts together
REQUIRED = [(part, name) for part in parts() for name in sorted(part.__abstractmethods__)]


@pytest.mark.parametrize(("part", "forgotten"), REQUIRED, ids=lambda given: getattr(given, "__name__", given))
def test_a_part_without_a_method_that_it_must_have_cannot_be_made(part: Any, forgotten: str) -> None:
    written = {name: lambda self: None for name in part.__abstractmethods__ if name != forgotten}
    with pytest.raises(TypeError, match=forgotten):
        type("Forgetful", (part,), written)()


@pytest.mark.parametrize("part", list(parts()), ids=lambda part: part.__name__)
def test_whatever_has_no_default_must_be_written(part: Any) -> None:
    for name, method in inspect.getmembers(part, inspect.isfunction):
        lines = inspect.getsource(method).split('"""')
        assert (
            method.__qualname__.partition(".")[0] != part.__name__
            or lines[-1].strip()
            or name in (part.__abstractmethods__)
        ), f"{part.__name__}.{name} returns None where it is forgotten"


def test_the_contract_stays_small_enough_to_be_read() -> None:
    assert set(PARTS) == set(parts())
    assert sum(len(methods(part)) for part in PARTS) <= MOST_METHODS


def test_the_page_says_of_each_method_what_it_is_for_and_whether_it_must_be_written() -> None:
    text = page()
    for part in PARTS:
        for name in methods(part):
            needed = "required" if (part, name) in REQUIRED else "has a default"
            assert re.search(rf"^\*\*`{name}\b.*`\*\* · {needed}\n\n\w", text, re.MULTILINE), (part, name)
