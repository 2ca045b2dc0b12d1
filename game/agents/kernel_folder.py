"""The folder of compiled kernels, and the check whether those in it can be used.

A bundle brings its own, compiled for the processors of a common level; they are used where all of them are intact and
the processor can run them. Else, and in a clone, kernels are compiled for this processor and kept for this user.

A manifest beside a game's compiled files says what they were made from and what they hold, so that a file that
is damaged, or that another version of the source, of numba or of the processor left there, is never loaded.
"""

from __future__ import annotations

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
from game.platforms.program import ROOT

BROUGHT = "kernels"
"""The folder of a bundle's own kernels, beside `game`."""
LEVEL = "x86-64-v3"
"""The processors that they are for, as LLVM calls them: those of Intel since 2013 and of AMD since 2015, almost all."""
_chosen: list[KernelFolder] = []
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class KernelFolder:
    """The folder for compiled kernels, one for each checkout of the game; `trouble` is why none can be kept there.

    Loading a compiled function runs it, so nobody else may be able to put one there. `processor` is the level for which
    kernels are compiled where that is not this machine's own, as LLVM calls it.
    """

    folder: Path
    trouble: str = ""
    processor: str = ""


@functools.cache
def kernel_place() -> KernelFolder:
    """The folder of the kernels, made and looked over once per process."""
    return _chosen[0] if _chosen else brought_place() or own_place()


def use_place(place: KernelFolder) -> None:
    """Keep kernels in `place`, whatever else there is; before anybody asks where."""
    _chosen[:] = [place]


def brought_place(root: Path = ROOT) -> KernelFolder | None:
    """The kernels that a bundle has brought; None where it has none, or this processor cannot run them."""
    place = KernelFolder(root / BROUGHT, processor=LEVEL)
    if not place.folder.is_dir() or not machine.has_level(LEVEL):
        return None
    for manifest in place.folder.glob("*.json"):
        if not _holds(place, root / "game" / manifest.stem):
            _log.warning("the bundle's kernels of %s cannot be used: all are compiled anew", manifest.stem)
            return None
    return place


def own_place() -> KernelFolder:
    """Make this user's folder of the kernels, look it over and return it."""
    checkout = hashlib.sha256(os.fsencode(Path(__file__).parents[2])).hexdigest()[:12]
    folder = kernel_dir() / f"{sys.implementation.cache_tag}-{checkout}"
    try:
        make_own_folder(folder)
        trouble = why_not_own(folder, local_data_dir)
        if trouble is None:
            with tempfile.TemporaryFile(dir=folder):
                pass
    except (OSError, ValueError) as error:  # the latter of a name that no system takes
        trouble = str(error)
    if trouble:
        _log.warning("compiled searches are not kept: %s", trouble)
    return KernelFolder(folder, trouble or "")


def kernel_folder() -> Path | None:
    """The folder for compiled kernels; None where none can be kept."""
    place = kernel_place()
    return None if place.trouble else place.folder


def kept_since(package: Path) -> float | None:
    """Return when the kernels of the source folder `package` were compiled (a timestamp); None without usable ones."""
    folder = kernel_folder()
    if folder is None or not is_intact(package):
        return None
    return _manifest(folder, package).stat().st_mtime


def is_intact(package: Path) -> bool:
    """Whether everything that `keep` noted for the game in the source folder `package` is there and unchanged."""
    return kernel_folder() is not None and _holds(kernel_place(), package)


def kept_under(source: Path) -> str:
    """The subfolder for the kernels of the file `source`: that of its game, two levels below the checkout or bundle.

    Kernels of no game of ours go by the folder that they lie in.
    """
    folders = source.parent.relative_to(ROOT).parts if source.is_relative_to(ROOT) else ()
    return f"{folders[1] if len(folders) > 1 else source.parent.name}_kernels"


def _holds(place: KernelFolder, package: Path) -> bool:
    """The same of one place."""
    try:
        manifest = json.loads(_manifest(place.folder, package).read_text(encoding="utf-8"))
        return bool(manifest == _noted(place, package))
    except FileNotFoundError:
        return False
    except Exception as error:  # of the file, or of a compiler that cannot be imported
        _log.warning("the kernels of %s cannot be used: %s", package.name, error)
        return False


def _noted(place: KernelFolder, package: Path) -> dict[str, object]:
    """What a manifest says."""
    return {"origin": _origin(package, place.processor), "files": _files(place.folder, package)}


def keep(package: Path) -> None:
    """Note what was compiled for `package`, so that the next process may load it."""
    folder = kernel_folder()
    if folder is None:
        return
    manifest = _noted(kernel_place(), package)
    target = _manifest(folder, package)
    try:
        with tempfile.NamedTemporaryFile("w", dir=folder, encoding="utf-8", delete=False) as file:
            json.dump(manifest, file)
        Path(file.name).replace(target)
    except OSError as error:  # the next process compiles again
        _log.warning("the kernels of %s cannot be kept: %s", package.name, error)


def discard(package: Path) -> None:
    """Throw away the kernels of `package`."""
    folder = kernel_folder()
    if folder is None:
        return
    _manifest(folder, package).unlink(missing_ok=True)
    for kept in folder.glob(f"{package.name}_kernels"):
        shutil.rmtree(kept, ignore_errors=True)


def _manifest(folder: Path, package: Path) -> Path:
    return folder / f"{package.name}.json"


def _origin(package: Path, processor: str) -> str:
    """A digest of all that compiled code depends on: source, compiler, processor ("" for this machine's)."""
    import llvmlite.binding

    digest = hashlib.sha256()
    for name in ("numba", "llvmlite", "numpy"):
        digest.update(f"{name} {_version(name)}\n".encode())
    digest.update(f"{sys.version}\n{processor or llvmlite.binding.get_host_cpu_name()}\n".encode())
    for path in (*sorted(package.rglob("*.py")), Path(__file__).with_name("kernels.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _version(name: str) -> str:
    import importlib.metadata  # the window's process, which only starts who compiles, does without

    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return "unknown"


def _files(folder: Path, package: Path) -> dict[str, str]:
    """Digests of the compiled files of `package`; numba keeps them where `kept_under` says."""
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.glob(f"{package.name}_kernels/*"))
    }
