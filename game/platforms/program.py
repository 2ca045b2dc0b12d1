"""The start of this program: in a clone by Python with main.py, in a bundle by a program that needs no Python.

It works in a folder of its own. A child process of multiprocessing imports from the folder in which it starts, where a
stranger's module named `signal` may lie, and it starts in none that is gone. So what people mean by a name in the
folder in which they called the program has to be asked for here.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, MutableMapping
from pathlib import Path

ROOT = Path(__file__).parents[2]
"""The folder of `game`, `scenes` and `assets`: the clone's, or the bundle's inner one."""
REAP = "--reap"  # begins the arguments by which a bundle runs the reaper, which a clone has as a script
COMPILE = "--compile-kernels"  # by which `tools.bundle` lets the bundle compile what it brings
_LIBRARIES = ("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH")  # where the bundle's own libraries are looked for
_caller: Path | None = None  # None while this is the folder in which the program works


def is_bundle() -> bool:
    """Whether this is a bundle, made by `python -m tools.bundle`."""
    return bool(getattr(sys, "frozen", False))


def is_installed() -> bool:
    """Whether this is the package that `pip install .` makes of a clone."""
    return (ROOT / "__init__.py").exists()


def command_name() -> str:
    """Return the command that people type to start this program."""
    return "kissaten" if is_bundle() or is_installed() else "python main.py"


def program_name() -> str:
    """Return the name by which this program tells its errors."""
    return command_name().rpartition(" ")[2]


def own_command(*words: str) -> list[str]:
    """The command line of this program with some arguments."""
    return [sys.executable, *words] if is_bundle() else [sys.executable, str(ROOT / "main.py"), *words]


def begin_anew() -> None:
    """Be this program anew in the same process, from its files as they are now; comes back where the system cannot."""
    if sys.platform != "win32":
        command = own_command(*sys.argv[1:])
        os.execv(command[0], command)


def reaper_command(*words: str) -> list[str]:
    """The command line that runs the reaper of `game/platforms/reaper.py`."""
    if is_bundle():
        return own_command(REAP, *words)
    return [sys.executable, "-I", "-S", str(ROOT / "game" / "platforms" / "reaper.py"), *words]


def restore_environment(environment: MutableMapping[str, str] = os.environ) -> None:
    """Let the programs of others that this one starts find the system's libraries, and not the bundle's.

    What starts a bundle keeps the value of before under the same name with _ORIG. This process has loaded its own.
    """
    for name in _LIBRARIES:
        before = environment.pop(f"{name}_ORIG", None)
        environment.pop(name, None)
        if before:
            environment[name] = before


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
