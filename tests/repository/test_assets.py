"""The art is complete, loads, and has its promised size, and so are sounds; what makes them is asked in `lab`."""

from __future__ import annotations

import ast
import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from game.registry import GAMES
from scenes.kit.drawing.assets import Assets
from scenes.match.match_input import EACH_SEAT, EVERYBODY, SELECTING

ASSETS = Path(__file__).resolve().parents[2] / "assets"
IDENTITIES = json.loads((ASSETS / "sprites/identities.json").read_text(encoding="utf-8"))["identities"]
SOUNDS = {path.stem for path in (ASSETS / "sounds").iterdir()}
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


def named_in_code() -> Iterator[str]:
    """The names that the code writes into calls of Audio.play and into the cues of clips."""
    for text in (path.read_text(encoding="utf-8") for path in ASSETS.parent.glob("scenes/**/*.py")):
        if not re.search(r"\b(_heard|audio\.play|cues|Carry|DropMotion)\b", text):
            continue  # most files: to parse them takes a second
        for node in ast.walk(ast.parse(text)):
            if not isinstance(node, ast.Call):
                continue
            if ast.unparse(node.func) == "_heard":  # a clip that is a sound alone
                yield from (n.value for n in node.args if isinstance(n, ast.Constant))
            if ast.unparse(node.func).endswith("audio.play"):
                argument = node.args[0]
                ways = [argument.body, argument.orelse] if isinstance(argument, ast.IfExp) else [argument]
                yield from (way.value for way in ways if isinstance(way, ast.Constant) and isinstance(way.value, str))
            if ast.unparse(node.func) in ("Carry", "DropMotion"):  # a way to move has its sounds
                parts = (n for argument in node.args for n in ast.walk(argument))
                yield from (n.value for n in parts if isinstance(n, ast.Constant) and isinstance(n.value, str))
            for cues in (keyword.value for keyword in node.keywords if keyword.arg == "cues"):
                yield from (n.value for n in ast.walk(cues) if isinstance(n, ast.Constant) and isinstance(n.value, str))


def test_every_sound_played_is_a_file_and_every_file_is_played() -> None:
    played = {*named_in_code(), *SELECTING.values(), *EVERYBODY, *EACH_SEAT}
    assert {"focus", "press", "pawn", "wall", "win", "over"} <= played
    assert not played - SOUNDS
    assert {"music"} == SOUNDS - played


def test_the_readme_lists_every_sound() -> None:
    table = (ASSETS / "README.md").read_text(encoding="utf-8").split("## Sounds")[1]
    assert set(re.findall(r"^\| `([a-z]+)` \|", table, re.MULTILINE)) == SOUNDS
