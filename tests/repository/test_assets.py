"""The art is complete, loads, has its promised size, and is what the baking code makes."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path

import numpy as np
import pygame
import pytest

from game.registry import GAMES
from scenes.kit.drawing.assets import Assets
from tools.bake.catalog import DRAWINGS, TEXTURES, Texture
from tools.bake.raster import Image, from_surface, to_bytes, to_surface
from tools.bake.wells import Wells

ASSETS = Path(__file__).resolve().parents[2] / "assets"
IDENTITIES = json.loads((ASSETS / "sprites/identities.json").read_text(encoding="utf-8"))["identities"]
PAGES = ASSETS / "phone"  # whose drawings are parts of a page: a browser draws them
DRAWN = (path for path in ASSETS.rglob("*.svg") if not path.is_relative_to(PAGES))
SVG_FILES = sorted(path.relative_to(ASSETS).as_posix() for path in DRAWN)
DRAFT = 0.5  # pixels a unit: fast, and enough to compare large shapes and tones
SIGNS = ("circle", "square", "triangle", "diamond", "cross", "star", "hexagon", "moon")
SHARED_BYTES = 6_700_000  # of what no game alone has
GAME_BYTES = 2_600_000  # of each game: board, pieces, tile, lessons; puzzles and their evidence among them
SMALL = {"tile-frame.png", "star-disc.png", "coffee-beans.png"}  # textures that are baked quickly


def _svg(name: str, size: tuple[int, int], values: dict[str, str]) -> pygame.Surface:
    assets = Assets(None)
    drawn = assets.svg(name, size, **values)
    assert assets.missing == []
    return drawn


def _coverage(surface: pygame.Surface) -> float:
    """The share of pixels that are drawn at all."""
    return pygame.mask.from_surface(surface, 32).count() / (surface.get_width() * surface.get_height())


def _shrunk(surface: pygame.Surface) -> Image:
    """The picture as 8 x 8 averages of visible colour, 0..255."""
    seen = surface.premul_alpha() if surface.get_flags() & pygame.SRCALPHA else surface
    return from_surface(pygame.transform.smoothscale(seen, (8, 8)))[..., :3] * np.float32(255)


def test_every_texture_of_the_readme_exists() -> None:
    listed = re.findall(r"`((?:textures|sprites)/[\w.-]+)`", (ASSETS / "README.md").read_text(encoding="utf-8"))
    assert len(listed) > 15
    assert [name for name in listed if not (ASSETS / name).is_file()] == []


@pytest.mark.one_in(4)
@pytest.mark.parametrize("texture", TEXTURES, ids=lambda texture: texture.name)
def test_textures_load_at_the_size_they_are_kept_at(texture: Texture) -> None:
    surface = pygame.image.load(ASSETS / "textures" / texture.name)
    assert surface.get_size() == tuple(round(side * texture.scale) for side in texture.size)
    assert bool(surface.get_flags() & pygame.SRCALPHA) == texture.name.endswith(".png")


@pytest.mark.parametrize(
    "texture",
    [pytest.param(texture, marks=() if texture.name in SMALL else pytest.mark.long) for texture in TEXTURES],
    ids=lambda texture: texture.name,
)
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


@pytest.mark.parametrize("name", SVG_FILES)
def test_drawings_render_at_the_size_asked_for(name: str) -> None:
    inks = dict.fromkeys(("base", "fill", "line"), "#F3EBDD")  # whatever is told by the one who draws it
    values = {**IDENTITIES["circle"], **inks, "turn": "15"}
    head = (ASSETS / name).read_text(encoding="utf-8")[:200]
    width, height = (int(re.search(rf'{side}="(\d+)"', head)[1]) for side in ("width", "height"))
    for factor in (1, 3):
        surface = _svg(name, (width * factor, height * factor), values)
        assert surface.get_size() == (width * factor, height * factor)
        assert _coverage(surface) > 0.03


def test_drawings_use_only_what_pygame_can_draw() -> None:
    banned = re.compile(r"<(text|use|filter|clipPath|mask|image|style)\b|objectBoundingBox|rgba?\(")
    for name in SVG_FILES:
        text = (ASSETS / name).read_text(encoding="utf-8")
        assert not banned.search(text), name
        gradients = re.findall(r"<(?:linear|radial)Gradient[^>]*>", text)
        assert all('gradientUnits="userSpaceOnUse"' in gradient for gradient in gradients), name


def test_there_are_eight_identities_that_differ_in_colour_sign_and_pattern() -> None:
    assert tuple(IDENTITIES) == SIGNS
    for key in ("color", "path", "pattern"):
        assert len({entry[key] for entry in IDENTITIES.values()}) == len(SIGNS)


@pytest.mark.parametrize("sign", SIGNS)
def test_pawns_show_their_colour_and_their_sign(sign: str) -> None:
    entry = IDENTITIES[sign]
    pawn = _svg("sprites/pawn.svg", (120, 192), entry)
    bare = _svg("sprites/pawn.svg", (120, 192), {**entry, "path": "M0 0"})
    assert 0.25 < _coverage(pawn) < 0.6
    ink = pygame.Color(entry["ink"])
    at_sign = [pawn.get_at((60 + dx, 42 + dy)) for dx in range(-4, 5) for dy in range(-4, 5)]
    near = [c for c in at_sign if max(abs(c.r - ink.r), abs(c.g - ink.g), abs(c.b - ink.b)) < 60]
    assert len(near) > len(at_sign) / 2
    assert pygame.image.tobytes(pawn, "RGBA") != pygame.image.tobytes(bare, "RGBA")


def test_board_geometry_adds_up() -> None:
    data = json.loads((ASSETS / "textures/quoridor-board.json").read_text(encoding="utf-8"))
    last = data["cell_origin"][0] + 8 * data["cell_pitch"] + data["cell_size"]
    assert last == pytest.approx(data["size"] - data["cell_origin"][0], abs=0.01)
    assert data["cell_pitch"] - data["cell_size"] == pytest.approx(data["groove"], abs=0.001)
    for x, y, width, height in data["strips"].values():
        assert {width, height} == {9.0, 780.0}
        assert 0 < x < x + width < data["size"]
        assert 0 < y < y + height < data["size"]


def test_assets_stay_small() -> None:
    sizes: Counter[str] = Counter()
    for path in ASSETS.rglob("*"):
        if path.is_file():
            words = set(re.split(r"\W", path.relative_to(ASSETS).as_posix()))
            sizes[next((game for game in GAMES if game in words), "shared")] += path.stat().st_size
    assert {owner for owner in sizes if owner != "shared"} == set(GAMES)
    limits = dict.fromkeys(GAMES, GAME_BYTES) | {"shared": SHARED_BYTES}
    assert {owner: size for owner, size in sizes.items() if size > limits[owner]} == {}


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
