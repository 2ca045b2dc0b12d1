"""Makes a Debian package of the bundle: the program in /opt, a menu entry, icons, a manual page, and the kiosk's
service, which is disabled.
"""

from __future__ import annotations

import argparse
import gzip
import os
import re
import shutil
import subprocess
from pathlib import Path

from game.command_line.parser import build_parser
from game.version import VERSION

PACKAGING = Path(__file__).resolve().parents[2] / "packaging"
# Sizes of the icons in pixels.
SIZES = (16, 22, 24, 32, 48, 64, 96, 128, 256, 512)
RECOMMENDED = (
    "libx11-6, libxext6, libxcursor1, libxi6, libxrandr2, libxkbcommon0, libwayland-client0, libwayland-cursor0,"
    " libdecor-0-0, libgl1, libegl1, libudev1, libdbus-1-3, libpulse0 | libasound2 | libasound2t64"
)
"""Libraries that SDL looks for when it starts: screen, keyboard, pads, sound."""
_GLIBC = re.compile(r"GLIBC_(\d+)\.(\d+)")
_CONTROL = """\
Package: kissaten
Version: {version}
Section: games
Priority: optional
Architecture: {architecture}
Installed-Size: {size}
Depends: libc6 (>= {libc})
Recommends: {recommended}
Suggests: speech-dispatcher | espeak-ng, cage, seatd
Maintainer: The Kissaten maintainers <kissaten@example.invalid>
Description: four board games for one screen
 Quoridor, Hyper Robots, Coffee and Star for one to eight people, with pads,
 keyboard, mouse, touch and phones, and against AIs of five levels. It brings
 a Python of its own.
"""


def build(folder: Path, out: Path) -> Path:
    """Package the bundle in `folder`; return the path of the package in `out`. Raises CalledProcessError."""
    architecture = subprocess.run(
        ["dpkg", "--print-architecture"], check=True, capture_output=True, text=True
    ).stdout.strip()
    root = out / "deb"
    shutil.rmtree(root, ignore_errors=True)
    # The copies keep the times of the sources.
    shutil.copytree(folder, root / "opt" / "kissaten", symlinks=True)
    shutil.copytree(PACKAGING / "kiosk", root / "opt" / "kissaten" / "packaging" / "kiosk")
    _link(root / "usr/bin/kissaten", "/opt/kissaten/kissaten")
    _write_entries(root / "usr" / "share")
    _write_service(root / "usr" / "lib")
    size = sum(path.lstat().st_size for path in root.rglob("*") if not path.is_dir()) // 1024
    control = _CONTROL.format(
        version=VERSION, architecture=architecture, size=size, libc=newest_libc(folder), recommended=RECOMMENDED
    )
    _write(root / "DEBIAN" / "control", control)
    target = out / f"kissaten_{VERSION}_{architecture}.deb"
    subprocess.run(["dpkg-deb", "--root-owner-group", "-Zxz", "--build", str(root), str(target)], check=True)
    shutil.rmtree(root)
    return target


def newest_libc(folder: Path) -> str:
    """Return the oldest glibc version with which all libraries of the bundle work."""
    found = {(2, 17)}
    for path in (folder / "kissaten", *folder.rglob("*.so*")):
        told = subprocess.run(["objdump", "-T", str(path)], capture_output=True, text=True).stdout
        found |= {(int(major), int(minor)) for major, minor in _GLIBC.findall(told)}
    return "{}.{}".format(*max(found))


def manual() -> str:
    """Return the manual page, with the parser's commands and options."""
    parser = build_parser()
    commands, options = [], []
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            commands += [(choice.dest, choice.help or "") for choice in action._choices_actions]
        elif action.help is not argparse.SUPPRESS:
            names = ", ".join(action.option_strings)
            options.append((f"{names} {action.metavar}" if action.metavar else names, action.help or ""))
    text = (PACKAGING / "linux" / "kissaten.6").read_text("utf-8").replace("@VERSION@", f"Kissaten {VERSION}")
    return text.replace("@COMMANDS@", _terms(commands)).replace("@OPTIONS@", _terms(options))


def _terms(terms: list[tuple[str, str]]) -> str:
    lines = [f".TP\n.B {name}\n{about}" for name, about in terms]
    return "\n".join(lines).replace("-", r"\-")


def _write_entries(share: Path) -> None:
    """Write the menu entry, icons, software-centre description, manual page and licences."""
    for name, kind in (("kissaten.desktop", "applications"), ("kissaten.metainfo.xml", "metainfo")):
        _write(share / kind / name, (PACKAGING / "linux" / name).read_text("utf-8"))
    drawing = PACKAGING / "icons" / "kissaten.svg"
    icons = share / "icons" / "hicolor"
    _write(icons / "scalable" / "apps" / "kissaten.svg", drawing.read_text("utf-8"))
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    import pygame

    for size in SIZES:
        place = icons / f"{size}x{size}" / "apps"
        place.mkdir(parents=True)
        pygame.image.save(pygame.image.load_sized_svg(str(drawing), (size, size)), str(place / "kissaten.png"))
    page = share / "man" / "man6" / "kissaten.6.gz"
    page.parent.mkdir(parents=True)
    page.write_bytes(gzip.compress(manual().encode(), mtime=0))
    _write(share / "doc" / "kissaten" / "copyright", (PACKAGING.parent / "LICENSE").read_text("utf-8"))
    _link(share / "doc" / "kissaten" / "THIRD_PARTY.md", "/opt/kissaten/THIRD_PARTY.md")


def _write_service(lib: Path) -> None:
    """Write the kiosk's service, which is disabled, and the account that runs it."""
    service = (PACKAGING / "kiosk" / "kissaten.service").read_text("utf-8")
    started = "/opt/kissaten/.venv/bin/python /opt/kissaten/main.py"
    assert started in service
    _write(
        lib / "systemd" / "system" / "kissaten.service",
        service.replace(started, "/usr/bin/env /opt/kissaten/kissaten").replace(
            "Documentation=file:///opt/kissaten/docs/kiosk-machine.md", "Documentation=man:kissaten(6)"
        ),
    )
    _write(lib / "sysusers.d" / "kissaten.conf", (PACKAGING / "kiosk" / "kissaten.sysusers").read_text("utf-8"))


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def _link(path: Path, to: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.symlink_to(to)
