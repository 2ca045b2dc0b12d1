"""The start of this program: in a clone by Python with main.py, in a bundle by a program that needs no Python."""

from __future__ import annotations

import os
import sys
from collections.abc import MutableMapping
from pathlib import Path

ROOT = Path(__file__).parents[2]
"""The folder of `game`, `scenes` and `assets`: the clone's, or the bundle's inner one."""
REAP = "--reap"  # begins the arguments by which a bundle runs the reaper, which a clone has as a script
COMPILE = "--compile-kernels"  # by which `tools.bundle` lets the bundle compile what it brings
_LIBRARIES = ("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH")  # where the bundle's own libraries are looked for


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
