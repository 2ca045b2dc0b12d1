"""Finds which code reads the store, and which asks for settings and for people at the table."""

from __future__ import annotations

import traceback
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

from game.storage.audits import Audits
from game.storage.profiles import Profiles
from game.storage.statistics import Statistics
from game.storage.store import Store
from scenes.house.people import People
from scenes.services import Services

READ = (Store, Profiles, Statistics, Audits)
HELD = ((Services, "store"), (Services, "settings"), (People, "roster"), (People, "keys"), (People, "cup"))
SCENES = Path(__file__).parents[2] / "scenes"


@contextmanager
def watching_reads(and_what_is_held: bool = False) -> Iterator[list[str]]:
    """Collect each call that reads the store in this block, with the line of the screens that made it.

    With `and_what_is_held`, collect also who asks the services for the store, for settings, or for people at the table.
    """
    found: list[str] = []
    with ExitStack() as stack:
        for holder, name in HELD if and_what_is_held else ():
            member = vars(holder)[name]
            get = member.fget if isinstance(member, property) else _held(name)
            stack.enter_context(patch.object(holder, name, property(_noting(found, holder, name, get))))
        for of in READ:
            for name, member in vars(of).items():
                if name.startswith("_") or isinstance(member, classmethod):
                    continue
                if isinstance(member, property):
                    assert member.fget is not None
                    stack.enter_context(patch.object(of, name, property(_noting(found, of, name, member.fget))))
                elif callable(member):
                    stack.enter_context(patch.object(of, name, _noting(found, of, name, member)))
        yield found


def _held(name: str) -> Any:
    return lambda services: vars(services)[name]


def _noting(found: list[str], of: type, name: str, call: Any) -> Any:
    def noted(*args: Any, **kwargs: Any) -> Any:
        frames = [frame for frame in traceback.extract_stack() if Path(frame.filename).is_relative_to(SCENES)]
        asked = f"{Path(frames[-1].filename).relative_to(SCENES)}:{frames[-1].lineno}" if frames else "game"
        found.append(f"{asked} asks for {of.__name__}.{name}")
        return call(*args, **kwargs)

    return noted
