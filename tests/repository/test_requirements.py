"""The requirements can be installed, from wheels alone, wherever the game is meant to run.

Resolved on this machine for another: pip chooses the wheels and the versions of Python for the target, but judges
markers such as `sys_platform == "win32"` by the interpreter that it runs in. So they are judged here, those of the
files and those of every package that pip would install, and pip is asked again until nothing is missing. Left to the
target itself: that the wheels load there.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).parents[2]
PYTHONS = ("3.10", "3.11", "3.12", "3.13")
SYSTEMS = {
    "linux": (
        ("manylinux2014_x86_64", "manylinux_2_27_x86_64", "manylinux_2_28_x86_64"),
        {"sys_platform": "linux", "platform_system": "Linux", "os_name": "posix", "platform_machine": "x86_64"},
    ),
    "windows": (
        ("win_amd64",),
        {"sys_platform": "win32", "platform_system": "Windows", "os_name": "nt", "platform_machine": "AMD64"},
    ),
    "macos": (
        ("macosx_14_0_arm64",),
        {"sys_platform": "darwin", "platform_system": "Darwin", "os_name": "posix", "platform_machine": "arm64"},
    ),
}


def read(name: str) -> list[Requirement]:
    """The requirements of a file and of those that it takes in."""
    found = []
    for line in (ROOT / name).read_text(encoding="utf-8").splitlines():
        if line.startswith("-r "):
            found += read(line.removeprefix("-r "))
        elif line and not line.startswith("#"):
            found.append(Requirement(line))
    return found


def holds(requirement: Requirement, target: dict[str, str], extras: tuple[str, ...] = ("",)) -> bool:
    """Whether the target needs it, given the extras asked for of the package that names it."""
    marker = requirement.marker
    return marker is None or any(marker.evaluate({**target, "extra": extra}) for extra in extras)


def plain(requirement: Requirement) -> str:
    """The requirement without its marker."""
    extras = f"[{','.join(sorted(requirement.extras))}]" if requirement.extras else ""
    return f"{requirement.name}{extras}{requirement.specifier}"


def resolved(wanted: set[str], python: str, tags: tuple[str, ...], folder: Path) -> list[dict[str, Any]]:
    """The packages that pip would install for `wanted`."""
    command = [sys.executable, "-m", "pip", "install", "--dry-run", "--quiet", "--ignore-installed", "--report", "-"]
    command += ["--only-binary=:all:", "--implementation", "cp", "--python-version", python, "--target", str(folder)]
    for tag in tags:
        command += ["--platform", tag]
    done = subprocess.run([*command, *sorted(wanted)], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    packages: list[dict[str, Any]] = json.loads(done.stdout)["install"]
    return packages


@pytest.mark.parametrize("name", ["aiohttp", "pillow"])
def test_no_version_with_known_holes_is_allowed(name: str) -> None:
    """Of what reads what strangers send: the page that says since when there are none has the same floor."""
    page = (ROOT / "docs" / "adr" / "0001-dependencies.md").read_text(encoding="utf-8")
    floor = re.search(rf"\b{name} ([\d.]*\d)(?=[ .])", page.split("*Floors.*")[1])
    (requirement,) = (one for one in read("requirements.txt") if one.name == name)
    assert floor is not None and f">={floor[1]}" in str(requirement.specifier).split(",")


@pytest.mark.long
@pytest.mark.timeout(900)
@pytest.mark.parametrize("file", ["requirements.txt", "requirements-test.txt"])
@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("python", PYTHONS)
def test_wheels_are_to_be_had_for_everything(python: str, system: str, file: str, tmp_path: Path) -> None:
    tags, values = SYSTEMS[system]
    target = {
        **values,
        "python_version": python,
        "python_full_version": f"{python}.0",
        "implementation_name": "cpython",
        "platform_python_implementation": "CPython",
    }
    files = [requirement for requirement in read(file) if holds(requirement, target)]
    wanted, named = {plain(requirement) for requirement in files}, set[str]()
    while wanted != named:
        named = set(wanted)
        for package in resolved(wanted, python, tags, tmp_path):
            extras = ("", *package.get("requested_extras", []))
            needs = map(Requirement, package["metadata"].get("requires_dist", []))
            wanted |= {plain(need) for need in needs if need.marker and holds(need, target, extras)}
    assert {requirement.name for requirement in files} >= {"pygame-ce", "numba"}


def test_the_test_requirements_take_in_those_of_the_game() -> None:
    assert (ROOT / "requirements-test.txt").read_text(encoding="utf-8").startswith("-r requirements.txt\n")
    game = {requirement.name for requirement in read("requirements.txt")}
    assert game < {requirement.name for requirement in read("requirements-test.txt")}
    assert not game & {"pytest", "hypothesis", "mypy", "ruff"}
