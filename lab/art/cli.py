"""Remake the textures and computed drawings, or check that the committed ones match the code."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import numpy as np

from .catalog import DRAWINGS, TEXTURES, Drawing, Texture
from .raster import Image, load, save

ASSETS = Path(__file__).resolve().parents[2] / "assets"
MEAN_TOLERANCE = 1.5 / 255  # the most that JPEG and dither may change the pixels, on average
BLOCK_TOLERANCE = 4.0 / 255
BLOCK = 16


def difference(fresh: Image, kept: Image) -> tuple[float, float]:
    """Return how much two pictures differ (0..1): the mean over all pixels, and the most that a block's mean differs.

    Colour is weighted by opacity.
    """
    if kept.shape[:2] != fresh.shape[:2]:
        return 1.0, 1.0
    delta = _visible(fresh) - _visible(kept)
    rows, columns = (side // BLOCK * BLOCK for side in delta.shape[:2])
    blocks = delta[:rows, :columns].reshape(rows // BLOCK, BLOCK, columns // BLOCK, BLOCK, -1).mean((1, 3))
    return float(np.abs(delta).mean()), float(np.abs(blocks).max())


def _visible(image: Image) -> Image:
    """Return colour times alpha, and alpha."""
    alpha = image[..., 3:] if image.shape[2] == 4 else np.ones((*image.shape[:2], 1), np.float32)
    return np.concatenate([image[..., :3] * alpha, alpha], axis=2)


def _texture_differs(texture: Texture) -> bool:
    path = ASSETS / "textures" / texture.name
    if not path.is_file():
        print(f"{texture.name}: missing")
        return True
    mean, worst = difference(texture.render(texture.scale), load(path))
    differs = mean > MEAN_TOLERANCE or worst > BLOCK_TOLERANCE
    if texture.data is not None:
        kept = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
        differs = differs or kept != json.loads(json.dumps(texture.data()))
    print(f"{texture.name}: {'DIFFERS' if differs else 'as made'} (mean {mean * 255:.2f}, block {worst * 255:.2f})")
    return differs


def _drawing_differs(drawing: Drawing) -> bool:
    path = ASSETS / "sprites" / drawing.name
    differs = not path.is_file() or path.read_text(encoding="utf-8") != drawing.text()
    print(f"{drawing.name}: {'DIFFERS' if differs else 'as made'}")
    return differs


def _make_texture(texture: Texture) -> None:
    path = ASSETS / "textures" / texture.name
    path.parent.mkdir(parents=True, exist_ok=True)
    save(texture.render(texture.scale), path)
    if texture.data is not None:
        path.with_suffix(".json").write_text(json.dumps(texture.data(), indent=2) + "\n", encoding="utf-8")
    print(f"{texture.name}: {path.stat().st_size // 1024} KiB")


def _make_drawing(drawing: Drawing) -> None:
    path = ASSETS / "sprites" / drawing.name
    path.write_text(drawing.text(), encoding="utf-8")
    print(f"{drawing.name}: {path.stat().st_size // 1024} KiB")


def main(arguments: list[str] | None = None) -> int:
    """Run the command line; return the exit status."""
    parser = argparse.ArgumentParser(description="Make the baked art of the assets folder.")
    parser.add_argument("--only", metavar="NAME", default="", help="only files whose name contains NAME")
    parser.add_argument("--check", action="store_true", help="compare with the committed files, exit 1 on a difference")
    options = parser.parse_args(arguments)
    textures = [texture for texture in TEXTURES if options.only in texture.name]
    drawings = [drawing for drawing in DRAWINGS if options.only in drawing.name]
    if not textures and not drawings:
        parser.error(f"nothing is called {options.only}")
    if options.check:
        different = sum(map(_texture_differs, textures)) + sum(map(_drawing_differs, drawings))
        return min(1, different)
    for texture in textures:
        _make_texture(texture)
    for drawing in drawings:
        _make_drawing(drawing)
    return 0
