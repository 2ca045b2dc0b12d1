"""The program's own command: Python with main.py in a clone, an executable in a bundle.

The program changes to its own folder, because of multiprocessing. Child processes import from their working folder,
which might have another `signal.py`, and they cannot start in a deleted folder. So relative paths from users must be
resolved by `place`.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, MutableMapping
from pathlib import Path

ROOT = Path(__file__).parents[2]
"""The folder of `game`, `scenes` and `assets`: in a clone, or inside a bundle."""
# The first argument of a bundle that runs the reaper. A clone runs the reaper's script.
REAP = "--reap"
COMPILE = "--compile-kernels"  # the argument with which `tools.bundle` compiles the bundle's kernels
_LIBRARIES = ("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH")  # search paths for libraries; a bundle's launcher changes them
_caller: Path | None = None  # None while the caller's folder is the working folder


def is_bundle() -> bool:
    """Whether this is a bundle made by `python -m tools.bundle`."""
    return bool(getattr(sys, "frozen", False))


def is_installed() -> bool:
    """Return whether this is the package that `pip install .` makes of a clone."""
    return (ROOT / "__init__.py").exists()


def command_name() -> str:
    """Return the command that people type to start this program."""
    return "kissaten" if is_bundle() or is_installed() else "python main.py"


def program_name() -> str:
    """Return the program's name in error messages."""
    return command_name().rpartition(" ")[2]


def own_command(*words: str) -> list[str]:
    """Return the command line of this program with `words` as arguments."""
    return [sys.executable, *words] if is_bundle() else [sys.executable, str(ROOT / "main.py"), *words]


def begin_anew() -> None:
    """Replace this process by the program as its files are now. Returns if the system cannot do that."""
    if sys.platform != "win32":
        command = own_command(*sys.argv[1:])
        os.execv(command[0], command)


def reaper_command(*words: str) -> list[str]:
    """Return the command line that runs `game/platforms/reaper.py`."""
    if is_bundle():
        return own_command(REAP, *words)
    return [sys.executable, "-I", "-S", str(ROOT / "game" / "platforms" / "reaper.py"), *words]


def restore_environment(environment: MutableMapping[str, str] = os.environ) -> None:
    """Let other programs that are started from here use the system's libraries, not the bundle's.

    A bundle's launcher keeps the old values under the same names with _ORIG. This process does not need the bundle's
    paths any more, because it has loaded its libraries.
    """
    for name in _LIBRARIES:
        before = environment.pop(f"{name}_ORIG", None)
        environment.pop(name, None)
        if before:
            environment[name] = before


def go_home(variables: Iterable[str]) -> None:
    """Change to the program's own folder. Make relative paths in the environment's `variables` absolute."""
    global _caller
    try:
        _caller = Path.cwd()
    except FileNotFoundError:  # the folder was deleted, and its path may now be another folder
        _caller = Path(os.environ.get("PWD") or os.devnull)
    os.environ.update({name: place(os.environ[name]) for name in variables if os.environ.get(name)})
    os.chdir(ROOT)


def place(name: str) -> str:
    """Resolve `name` relative to the caller's folder."""
    return name if _caller is None else os.path.join(_caller, name)  # noqa: PTH118 - which keeps the end of a name


def callers_folder() -> Path | None:
    """Return the folder in which other programs must start; None for the working folder."""
    return _caller if _caller is not None and _caller.is_dir() else None


def take_over(caller: Path | None) -> None:
    """Set the caller's folder to another process's `callers_folder`."""
    global _caller
    _caller = caller
