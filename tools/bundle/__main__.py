"""Makes the download for the system it runs on: python -m tools.bundle.

    python -m pip install -r requirements-bundle.txt
    python -m tools.bundle [--out FOLDER] [--plain | --deb]

Without options it writes dist/kissaten-VERSION-SYSTEM.tar.xz. Its kernels are compiled for most processors, and its
fonts have only the characters that people read and type. `--plain` takes a minute or two: it leaves a folder without
kernels and with whole fonts. `--deb` also makes a Debian package.
"""

from __future__ import annotations

import argparse
import platform
import shutil
import subprocess
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

from game.version import VERSION
from tools.bundle import archive, deb, fonts, kernels, licences

ROOT = Path(__file__).resolve().parents[2]
SPEC = ROOT / "packaging" / "kissaten.spec"
NEEDED = ("PyInstaller", "fontTools")  # the packages of requirements-bundle.txt, as they are imported


def main(arguments: Sequence[str] | None = None, needed: Sequence[str] = NEEDED) -> int:
    """Build what the command line asks for. Returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tools.bundle", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--out", type=Path, default=ROOT / "dist", metavar="FOLDER", help="where it goes (dist)")
    parser.add_argument("--plain", action="store_true", help="a folder for tests: no kernels, whole fonts, no archive")
    parser.add_argument("--deb", action="store_true", help="a package for Debian as well")
    given = parser.parse_args(arguments)
    if given.plain and given.deb:
        parser.error("--deb is not for --plain")
    if missing := [name for name in needed if find_spec(name) is None]:
        parser.error(f"{' and '.join(missing)} not installed: python -m pip install -r requirements-bundle.txt")
    folder = build(given.out.resolve())
    licences.write(folder)
    if given.plain:
        print(folder)
        return 0
    fonts.cut(folder / "_internal")
    archive.strip_libraries(folder)
    archive.settle(folder)
    kernels.compile_for_all(folder)
    name = f"kissaten-{VERSION}-{sys.platform}-{platform.machine().lower()}"
    print(archive.pack(folder, given.out.resolve() / f"{name}.tar.xz"))
    if given.deb:
        print(deb.build(folder, given.out.resolve()))
    return 0


def build(out: Path) -> Path:
    """Run PyInstaller; return the folder that it makes in `out`. Raises CalledProcessError."""
    work = out / "work"
    command = [sys.executable, "-m", "PyInstaller", "--noconfirm", "--log-level=WARN"]
    subprocess.run([*command, f"--distpath={out}", f"--workpath={work}", str(SPEC)], check=True, cwd=ROOT)
    shutil.rmtree(work)
    return out / "kissaten"


if __name__ == "__main__":
    sys.exit(main())
