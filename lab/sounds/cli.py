"""Remake the sounds, or check that the committed ones match the code."""

from __future__ import annotations

import argparse
import wave
from collections.abc import Callable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from . import music
from .dsp import RATE, Signal
from .effects import EFFECTS, GROUPS
from .measures import Measures, of_effect, of_music

FOLDER = Path(__file__).resolve().parents[2] / "assets" / "sounds"
# The greatest difference that is allowed, in steps of a 16-bit sample. Fourier transforms round differently on
# different machines.
TOLERANCE = 2
# The level 1.0 in steps of a 16-bit sample.
FULL = 32768
Frames = NDArray[np.int16]

SOUNDS: dict[str, tuple[int, Callable[[], Signal]]] = {
    **{effect.name: (RATE, effect.render) for effect in EFFECTS},
    "music": (music.RATE, music.render),
}


def frames(name: str) -> Frames:
    """Return a sound as 16-bit frames."""
    return np.round(SOUNDS[name][1]() * 32767).astype(np.int16)


def write(path: Path, rate: int, content: Frames) -> None:
    """Write a mono file."""
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(rate)
        file.writeframes(content.astype("<i2").tobytes())


def read(path: Path) -> tuple[int, Frames]:
    """Return the rate and the frames of a mono 16-bit file."""
    with wave.open(str(path), "rb") as file:
        return file.getframerate(), np.frombuffer(file.readframes(file.getnframes()), "<i2").astype(np.int16)


def differs(name: str) -> bool:
    """Return whether the committed file differs from what the code makes."""
    path = FOLDER / f"{name}.wav"
    if not path.is_file():
        return True
    rate, kept = read(path)
    fresh = frames(name)
    if rate != SOUNDS[name][0] or len(kept) != len(fresh):
        return True
    return int(np.abs(kept.astype(int) - fresh).max()) > TOLERANCE


def table() -> str:
    """Return the measures of the committed files as Markdown, the quietest group first."""
    lines = ["| sound | group | loudness | true peak | length | attack | centre |", "| --- " * 7 + "|"]
    for group in GROUPS:
        for effect in sorted((one for one in EFFECTS if one.group == group), key=lambda one: one.name):
            rate, content = read(FOLDER / f"{effect.name}.wav")
            lines.append(_row(effect.name, group, of_effect(content / FULL, rate)))
    rate, content = read(FOLDER / "music.wav")
    return "\n".join([*lines, _row("music", "", of_music(content / FULL, rate))])


def _row(name: str, group: str, found: Measures) -> str:
    cells = (
        f"`{name}`",
        group,
        f"{found.loudness:.1f} LUFS",
        f"{found.peak:.1f} dBTP",
        f"{1000 * found.length:.0f} ms",
        f"{1000 * found.attack:.0f} ms",
        f"{found.centre:.0f} Hz",
    )
    return f"| {' | '.join(cells)} |"


def main(arguments: list[str] | None = None) -> int:
    """Run the command line; return the exit status."""
    parser = argparse.ArgumentParser(description="Make the sounds of the assets folder.")
    parser.add_argument("--only", metavar="NAME", default="", help="only files whose name contains NAME")
    parser.add_argument("--check", action="store_true", help="compare with the committed files, exit 1 on a difference")
    parser.add_argument("--measure", action="store_true", help="print how the committed files measure")
    options = parser.parse_args(arguments)
    if options.measure:
        print(table())
        return 0
    names = [name for name in SOUNDS if options.only in name]
    if not names:
        parser.error(f"nothing is called {options.only}")
    if options.check:
        different = {name: differs(name) for name in names}
        for name, is_different in different.items():
            print(f"{name}: {'DIFFERS' if is_different else 'as made'}")
        return int(any(different.values()))
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in names:
        path = FOLDER / f"{name}.wav"
        write(path, SOUNDS[name][0], frames(name))
        print(f"{name}: {path.stat().st_size // 1024} KiB")
    return 0
