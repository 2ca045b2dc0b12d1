"""Prepares the bundle's folder and packs it."""

from __future__ import annotations

import compileall
import lzma
import os
import py_compile
import shutil
import subprocess
import tarfile
from pathlib import Path

from game.version import VERSION

STRIPPED = ("libllvmlite.", "libpython")
OWN = ("game", "scenes", "pygame")
OF_NOBODY = {"uid": 0, "gid": 0, "uname": "root", "gname": "root"}
DAY = 1_700_000_000
"""The time that all files get, as a timestamp in whole seconds. A cached kernel records its source's time."""


def strip_libraries(folder: Path) -> None:
    """Strip debug names from the two libraries that have many.

    Libraries from wheels are left alone: patchelf altered them, and strip would break them. On a system without `strip`
    nothing changes.
    """
    strip = shutil.which("strip")
    if strip is None:
        return
    for library in folder.rglob("*.so*"):
        if library.name.startswith(STRIPPED) and not library.is_symlink():
            subprocess.run([strip, "--strip-unneeded", str(library)], check=True)


def settle(folder: Path) -> None:
    """Compile the program's own modules, keep their source, and give all files the same time."""
    for package in OWN:
        # Sources never change, and the folder may be read-only.
        mode = py_compile.PycInvalidationMode.UNCHECKED_HASH
        compileall.compile_dir(folder / "_internal" / package, quiet=1, force=True, invalidation_mode=mode)
    set_times(folder)


def set_times(folder: Path) -> None:
    """Set the time of all files of a folder to DAY."""
    # Windows can only set the time of a link's target, but the folder has no links there.
    follows = os.utime not in os.supports_follow_symlinks
    for path in (folder, *folder.rglob("*")):
        os.utime(path, (DAY, DAY), follow_symlinks=follows)


def pack(folder: Path, target: Path) -> Path:
    """Pack the folder as the archive `target`. In it, the folder has the version in its name and belongs to root."""

    def anonymous(member: tarfile.TarInfo) -> tarfile.TarInfo:
        for name, value in OF_NOBODY.items():
            setattr(member, name, value)
        return member

    with (
        lzma.open(target, "wb", preset=9 | lzma.PRESET_EXTREME) as packed,
        tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as file,
    ):
        file.add(folder, f"kissaten-{VERSION}", filter=anonymous)
    return target
