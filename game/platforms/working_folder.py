"""The folder in which somebody has called this program, and the one in which it works: its own.

A child process of multiprocessing imports from the folder in which it starts, where a stranger's module named `signal`
may lie, and it starts in none that is gone. So what people mean by a name in their folder has to be asked for here.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from game.platforms.program import ROOT

_caller: Path | None = None  # None while this is the folder in which the program works


def go_home(variables: Iterable[str]) -> None:
    """Work in the program's own folder from now on. The folders that `variables` of the environment name stay these."""
    global _caller
    try:
        _caller = Path.cwd()
    except FileNotFoundError:  # it is gone; where a shell knows its name, there may be another of that name
        _caller = Path(os.environ.get("PWD") or os.devnull)
    os.environ.update({name: place(os.environ[name]) for name in variables if os.environ.get(name)})
    os.chdir(ROOT)


def place(name: str) -> str:
    """The file or folder that whoever has called the program means by `name`."""
    return name if _caller is None else os.path.join(_caller, name)  # noqa: PTH118 - which keeps the end of a name


def callers_folder() -> Path | None:
    """Where programs of others are to start: None for the folder in which this one works."""
    return _caller if _caller is not None and _caller.is_dir() else None


def take_over(caller: Path | None) -> None:
    """Let `caller`, as `callers_folder` has told another process of this program, be this one's."""
    global _caller
    _caller = caller
