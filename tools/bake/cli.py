"""Remake the textures, or check that the committed ones are what the code makes."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import numpy as np

from .catalog import ALL, SCALE, Baked
from .raster import load, save

FOLDER = Path(__file__).resolve().parents[2] / "assets" / "textures"
MEAN_TOLERANCE = 1.5 / 255  # JPEG and dither move pixels, not the picture
BLOCK_TOLERANCE = 4.0 / 255


def difference(baked: Baked, path: Path) -> tuple[float, float]:
    """Mean and largest 16-pixel-block difference (0..1) between a fresh render and the file."""
    fresh, kept = baked.render(SCALE), load(path)[..., :4]
    if kept.shape[:2] != fresh.shape[:2]:
        return 1.0, 1.0
    delta = fresh - kept[..., : fresh.shape[2]]
    rows, columns = (side // 16 * 16 for side in delta.shape[:2])
    blocks = delta[:rows, :columns].reshape(rows // 16, 16, columns // 16, 16, -1).mean((1, 3))
    return float(np.abs(delta).mean()), float(np.abs(blocks).max())


def _check(baked: Baked) -> bool:
    path = FOLDER / baked.name
    if not path.is_file():
        print(f"{baked.name}: missing")
        return False
    mean, worst = difference(baked, path)
    good = mean <= MEAN_TOLERANCE and worst <= BLOCK_TOLERANCE
    if baked.data is not None:
        good = good and json.loads(path.with_suffix(".json").read_text()) == json.loads(json.dumps(baked.data()))
    print(f"{baked.name}: {'as made' if good else 'DIFFERS'} (mean {mean * 255:.2f}, worst block {worst * 255:.2f})")
    return good


def _make(baked: Baked) -> None:
    path = FOLDER / baked.name
    save(baked.render(SCALE), path)
    if baked.data is not None:
        path.with_suffix(".json").write_text(json.dumps(baked.data(), indent=2) + "\n", encoding="utf-8")
    print(f"{baked.name}: {path.stat().st_size // 1024} KiB")


def main(arguments: list[str] | None = None) -> int:
    """The command line; returns the exit code."""
    parser = argparse.ArgumentParser(description="Make the textures of assets/textures.")
    parser.add_argument("--only", metavar="NAME", help="only files whose name contains NAME")
    parser.add_argument("--check", action="store_true", help="compare with the committed files, exit 1 on a difference")
    options = parser.parse_args(arguments)
    chosen = [baked for baked in ALL if not options.only or options.only in baked.name]
    if not chosen:
        parser.error(f"nothing is called {options.only}")
    FOLDER.mkdir(parents=True, exist_ok=True)
    if options.check:
        return min(1, sum(not _check(baked) for baked in chosen))
    for baked in chosen:
        _make(baked)
    return 0
