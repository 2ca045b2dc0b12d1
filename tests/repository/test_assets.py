"""The art is complete, loads, and has its promised size; what makes it is asked in `lab`."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path

import pygame
import pytest

from game.registry import GAMES
from scenes.kit.drawing.assets import Assets

ASSETS = Path(__file__).resolve().parents[2] / "assets"
IDENTITIES = json.loads((ASSETS / "sprites/identities.json").read_text(encoding="utf-8"))["identities"]
PAGES = ASSETS / "phone"  # whose drawings are parts of a page: a browser draws them
DRAWN = (path for path in ASSETS.rglob("*.svg") if not path.is_relative_to(PAGES))
SVG_FILES = sorted(path.relative_to(ASSETS).as_posix() for path in DRAWN)
SIGNS = ("circle", "square", "triangle", "diamond", "cross", "star", "hexagon", "moon")
SHARED_BYTES = 6_700_000  # of what no game alone has
GAME_BYTES = 2_600_000  # of each game: board, pieces, tile, lessons; puzzles and their evidence among them


def _svg(name: str, size: tuple[int, int], values: dict[str, str]) -> pygame.Surface:
    assets = Assets(None)
    drawn = assets.svg(name, size, **values)
    assert assets.missing == []
    return drawn


def _coverage(surface: pygame.Surface) -> float:
    """The share of pixels that are drawn at all."""
    return pygame.mask.from_surface(surface, 32).count() / (surface.get_width() * surface.get_height())


def test_every_texture_of_the_readme_exists() -> None:
    listed = re.findall(r"`((?:textures|sprites)/[\w.-]+)`", (ASSETS / "README.md").read_text(encoding="utf-8"))
    assert len(listed) > 15
    assert [name for name in listed if not (ASSETS / name).is_file()] == []


def test_drawings_render_at_the_size_asked_for() -> None:
    inks = dict.fromkeys(("base", "fill", "line"), "#F3EBDD")  # whatever is told by the one who draws it
    figures = {"turn": "15", "radius": "25", "faint": "0.5", "growing": "0.5", "edge": "none", "steam": "<g/>"}
    robots = {"rim": "#FFF7E4", "gaze": "6 0", "rounding": "17"}
    values = {**IDENTITIES["circle"], **inks, **figures, **robots}
    for name in SVG_FILES:
        head = (ASSETS / name).read_text(encoding="utf-8")[:200]
        width, height = (int(re.search(rf'{side}="(\d+)"', head)[1]) for side in ("width", "height"))
        for factor in (1, 3):
            surface = _svg(name, (width * factor, height * factor), values)
            assert surface.get_size() == (width * factor, height * factor), name
            assert _coverage(surface) > 0.03, name


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


def test_assets_stay_small() -> None:
    sizes: Counter[str] = Counter()
    for path in ASSETS.rglob("*"):
        if path.is_file():
            words = set(re.split(r"\W", path.relative_to(ASSETS).as_posix()))
            sizes[next((game for game in GAMES if game in words), "shared")] += path.stat().st_size
    assert {owner for owner in sizes if owner != "shared"} == set(GAMES)
    limits = dict.fromkeys(GAMES, GAME_BYTES) | {"shared": SHARED_BYTES}
    assert {owner: size for owner, size in sizes.items() if size > limits[owner]} == {}
