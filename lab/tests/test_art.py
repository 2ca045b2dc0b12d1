"""The stored art matches what the code renders, at its stored size."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pygame
import pytest

from lab.art.catalog import DRAWINGS, TEXTURES, Texture
from lab.art.raster import Image, from_surface, to_bytes, to_surface
from lab.art.wells import Wells

ASSETS = Path(__file__).resolve().parents[2] / "assets"
# Pixels per unit. This is fast, and fine enough to compare large shapes and tones.
DRAFT = 0.5


def _shrunk(surface: pygame.Surface) -> Image:
    """Return the picture as 8 x 8 averages of visible colour, 0..255."""
    seen = surface.premul_alpha() if surface.get_flags() & pygame.SRCALPHA else surface
    return from_surface(pygame.transform.smoothscale(seen, (8, 8)))[..., :3] * np.float32(255)


@pytest.mark.parametrize("texture", TEXTURES, ids=lambda texture: texture.name)
def test_textures_load_at_the_size_they_are_kept_at(texture: Texture) -> None:
    surface = pygame.image.load(ASSETS / "textures" / texture.name)
    assert surface.get_size() == tuple(round(side * texture.scale) for side in texture.size)
    assert bool(surface.get_flags() & pygame.SRCALPHA) == texture.name.endswith(".png")


@pytest.mark.parametrize("texture", TEXTURES, ids=lambda texture: texture.name)
def test_baking_is_deterministic_and_makes_the_committed_file(texture: Texture) -> None:
    draft = texture.render(DRAFT)
    assert np.array_equal(draft, texture.render(DRAFT))
    kept = pygame.image.load(ASSETS / "textures" / texture.name)
    difference = np.abs(_shrunk(to_surface(to_bytes(draft))) - _shrunk(kept))
    assert difference.mean() < 2
    assert difference.max() < 8


@pytest.mark.parametrize("texture", [t for t in TEXTURES if t.data], ids=lambda texture: texture.name)
def test_companion_data_is_what_the_code_says(texture: Texture) -> None:
    assert texture.data is not None
    kept = json.loads((ASSETS / "textures" / texture.name).with_suffix(".json").read_text(encoding="utf-8"))
    assert kept == json.loads(json.dumps(texture.data()))


def test_computed_drawings_are_what_the_code_makes() -> None:
    for drawing in DRAWINGS:
        assert (ASSETS / "sprites" / drawing.name).read_text(encoding="utf-8") == drawing.text()


@pytest.mark.parametrize("side", [4, 8])
def test_a_board_of_wells_has_felt_in_each_and_wood_between_them(side: int) -> None:
    look = Wells(side, bar=20.0)
    data, image = look.geometry(), look.render(DRAFT)
    (first, _), pitch = data["cell_origin"], data["cell_pitch"]
    assert first + side * pitch - data["bar"] == pytest.approx(data["size"] - first)
    middles = [first + pitch * i + data["cell_size"] / 2 for i in range(side)]

    def brownness(x: float, y: float) -> float:
        red, green, blue = image[round(y * DRAFT), round(x * DRAFT)][:3]
        return float((green - blue) / red)

    felt = [brownness(x, y) for x in middles for y in middles]
    bars = [brownness(x + pitch / 2, y) for x in middles[:-1] for y in middles]
    assert max(felt) < 0.1 < min(bars)
