"""The folder of compiled kernels, and the check whether its kernels can be used.

A bundle (the packaged program) has kernels for all processors of LEVEL. They are used if all files are intact and this
processor can run them. Otherwise, and in a clone, kernels are compiled for this processor and stored for this user.

A manifest beside a game's compiled files has digests of their sources and contents. So a file is never loaded if it is
damaged, or was made for another version of the source, numba or processor.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import json
import logging
import os
import shutil
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from game.paths import kernel_dir, local_data_dir
from game.platforms import machine
from game.platforms.files import make_own_folder, why_not_own
from game.platforms.locks import FileLock, LockTakenError
from game.platforms.program import ROOT

BROUGHT = "kernels"
"""The folder of a bundle's own kernels, beside `game`."""
LEVEL = "x86-64-v3"
"""LLVM's name for the level of processors for which a bundle's kernels are compiled.

Nearly all Intel processors since 2013 and AMD processors since 2015 have it.
"""
PATIENCE = 300.0
"""Seconds to wait for another process that compiles the same kernels."""
_chosen: list[KernelFolder] = []
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class KernelFolder:
    """The folder for compiled kernels, one for each checkout of the game. `trouble` says why no kernels can be stored.

    Loading a file of compiled functions can run any code, so no other user may write there. `processor` is LLVM's name
    of the processors for which kernels are compiled, "" for this machine's own.
    """

    folder: Path
    trouble: str = ""
    processor: str = ""


@functools.cache
def kernel_place() -> KernelFolder:
    """Return the folder of the kernels. It is created and checked once in each process."""
    return _chosen[0] if _chosen else brought_place() or own_place()


def use_place(place: KernelFolder) -> None:
    """Store kernels in `place`. Call this before the first `kernel_place`."""
    _chosen[:] = [place]


def brought_place(root: Path = ROOT) -> KernelFolder | None:
    """Return the folder of the bundle's own kernels; None if there are none, or if this processor cannot run them."""
    place = KernelFolder(root / BROUGHT, processor=LEVEL)
    if not place.folder.is_dir() or not machine.has_level(LEVEL):
        return None
    for manifest in place.folder.glob("*.json"):
        if not _holds(place, root / "game" / manifest.stem):
            _log.warning("the bundle's kernels of %s cannot be used: all are compiled anew", manifest.stem)
            return None
    return place


def own_place() -> KernelFolder:
    """Create and check this user's folder of kernels, and return it."""
    checkout = hashlib.sha256(os.fsencode(Path(__file__).parents[2])).hexdigest()[:12]
    folder = kernel_dir() / f"{sys.implementation.cache_tag}-{checkout}"
    try:
        make_own_folder(folder)
        trouble = why_not_own(folder, local_data_dir)
        if trouble is None:
            with tempfile.TemporaryFile(dir=folder):
                pass
    except (OSError, ValueError) as error:  # ValueError means an invalid name
        trouble = str(error)
    if trouble:
        _log.warning("compiled searches are not kept: %s", trouble)
    return KernelFolder(folder, trouble or "")


def kernel_folder() -> Path | None:
    """Return the folder for compiled kernels; None if none can be stored."""
    place = kernel_place()
    return None if place.trouble else place.folder


def kept_since(package: Path) -> float | None:
    """Return when the kernels of the source folder `package` were stored (seconds since 1970); None if unusable."""
    folder = kernel_folder()
    if folder is None or not is_intact(package):
        return None
    return _manifest(folder, package).stat().st_mtime


def is_intact(package: Path) -> bool:
    """Whether all files that `keep` recorded for the source folder `package` exist and are unchanged."""
    return kernel_folder() is not None and _holds(kernel_place(), package)


def kept_under(source: Path) -> str:
    """Return the subfolder for kernels of the file `source`.

    It is named after the file's game, or if there is none, after the file's folder.
    """
    folders = source.parent.relative_to(ROOT).parts if source.is_relative_to(ROOT) else ()
    return f"{folders[1] if len(folders) > 1 else source.parent.name}_kernels"


def is_begun(package: Path) -> bool:
    """Whether a process has kept a part of the compiled files of `package`, and this part is unchanged."""
    return kernel_folder() is not None and _holds(kernel_place(), package, is_part=True)


def _holds(place: KernelFolder, package: Path, *, is_part: bool = False) -> bool:
    """Whether `place` has usable kernels of `package`, or a part of them."""
    try:
        manifest = json.loads(_manifest(place.folder, package).read_text(encoding="utf-8"))
        return bool(manifest == _noted(place, package, is_part))
    except FileNotFoundError:
        return False
    except Exception as error:  # an error of the file, or of a compiler that cannot be imported
        _log.warning("the kernels of %s cannot be used: %s", package.name, error)
        return False


def _noted(place: KernelFolder, package: Path, is_part: bool) -> dict[str, object]:
    """Return the content of a manifest."""
    part = {"part": True} if is_part else {}
    return {"origin": _origin(package, place.processor), "files": _files(place.folder, package), **part}


def keep(package: Path, *, is_part: bool = False) -> None:
    """Record the compiled files of `package`, so that the next process may load them.

    With `is_part`, they are not complete: only a process that compiles the rest may load them.
    """
    folder = kernel_folder()
    if folder is None:
        return
    manifest = _noted(kernel_place(), package, is_part)
    target = _manifest(folder, package)
    try:
        with tempfile.NamedTemporaryFile("w", dir=folder, encoding="utf-8", delete=False) as file:
            json.dump(manifest, file)
        Path(file.name).replace(target)
    except OSError as error:  # the next process compiles them again
        _log.warning("the kernels of %s cannot be kept: %s", package.name, error)


def discard(package: Path) -> None:
    """Delete the kernels of `package`."""
    folder = kernel_folder()
    if folder is None:
        return
    _manifest(folder, package).unlink(missing_ok=True)
    for kept in folder.glob(f"{package.name}_kernels"):
        shutil.rmtree(kept, ignore_errors=True)


def alone(package: Path) -> contextlib.AbstractContextManager[object]:
    """Wait until no other process compiles the kernels of `package`. Return a context in which none begins to.

    It protects nothing if another process still compiles after PATIENCE, or if the folder allows no lock files.
    """
    folder = kernel_folder()
    if folder is not None:
        with contextlib.suppress(LockTakenError, OSError):
            return FileLock(folder / f"{package.name}.lock", PATIENCE)
    return contextlib.nullcontext()


def _manifest(folder: Path, package: Path) -> Path:
    return folder / f"{package.name}.json"


def _origin(package: Path, processor: str) -> str:
    """Return a digest of all that compiled code depends on: source, compiler, processor ("" for this machine's)."""
    import llvmlite.binding

    digest = hashlib.sha256()
    for name in ("numba", "llvmlite", "numpy"):
        digest.update(f"{name} {_version(name)}\n".encode())
    digest.update(f"{sys.version}\n{processor or llvmlite.binding.get_host_cpu_name()}\n".encode())
    for path in (*sorted(package.rglob("*.py")), Path(__file__).with_name("kernels.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _version(name: str) -> str:
    import importlib.metadata  # the window's process never compiles, and does not need it

    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return "unknown"


def _files(folder: Path, package: Path) -> dict[str, str]:
    """Return the digests of the compiled files of `package`, which are in the subfolder `kept_under`."""
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.glob(f"{package.name}_kernels/*"))
    }
