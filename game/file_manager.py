"""The file manager of the desktop: where a person puts files for the program, and takes those it wrote."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from game.platforms import own_group

BETWEEN = " › "  # folders of a path as people read it
OPENERS = (("xdg-open",), ("gio", "open"))  # on Linux, the first that is installed


def readable(folder: Path, home: Path | None = None) -> str:
    """The path as people say it: from their own folder on where it lies there ("Documents › Kissaten")."""
    home = Path.home() if home is None else home
    inner = folder.relative_to(home).parts if folder.is_relative_to(home) else ()
    return BETWEEN.join(inner) if inner else str(folder)


def show(
    folder: Path,
    platform: str = sys.platform,
    which: Callable[[str], str | None] = shutil.which,
    run: Callable[..., object] = subprocess.Popen,
) -> None:
    """Make the folder where there is none, and open it in the file manager. Raises OSError where that cannot be."""
    folder.mkdir(parents=True, exist_ok=True)
    if platform == "win32":
        os.startfile(folder)  # type: ignore[attr-defined, unused-ignore]
        return
    openers = (("open",),) if platform == "darwin" else OPENERS
    command = next(([*opener, str(folder)] for opener in openers if which(opener[0])), None)
    if command is None:
        raise OSError("no file manager is known here")
    nothing = subprocess.DEVNULL
    run(command, stdin=nothing, stdout=nothing, stderr=nothing, **own_group())
