"""Golden images: small pictures of how scenes looked when somebody last looked at them.

A pixel of a golden image is the mean of a square of the scene. Every scene has one of the wide view, and those whose
arrangement hangs on the window's shape have two more.
"""

from __future__ import annotations

from pathlib import Path

import pygame

from tests.golden.fifth_scenes import PICTURED
from tools.catalogue.scenes import SCENES

IMAGES = Path(__file__).with_name("images")
SQUARE = 10  # pixels of the scene in a pixel of its golden image
VIEWS = {"wide-en": (1280, 720), "classic-en": (1024, 768), "tall-ja": (720, 1280)}
KEPT = sorted([*(name for name, entry in SCENES.items() if entry.pictured), *PICTURED])
_ARRANGED = """
archive attract-coffee attract-quoridor attract-records attract-robots coffee coffee-square coffee-swap cup cup-five
join join-touch match-analysis match2-start match2-touch match4 menu menu-resume menu-three menu-three-touch operator
operator-hours operator-week phones pin practice puzzle-quoridor-wrong race records replay-analysis-robots replay2
result result-board result-curve result-robots review review-coffee review-robots robots robots-8 robots-arrange-chosen
robots-dock robots-docks-2 robots-docks-5 robots-docks-8 robots-practice robots-steer settings-general setup-coffee
setup-robots8 setup-rules setup2 setup4 star star-theory star-theory-crowded today
"""
ARRANGED = frozenset(_ARRANGED.split())
"""Scenes whose parts lie elsewhere in another shape of the window; of the others layout tests prove enough."""
NAMES = [f"{scene}-{view}" for scene in KEPT for view in VIEWS if view == "wide-en" or scene in ARRANGED]
TOLERANCE = 12.0  # mean difference per channel (0..255) that a square may show


def path_of(name: str) -> Path | None:
    """The file of a scene and view, "menu-wide-en", if there is to be one."""
    return IMAGES / f"{name}.png" if name in NAMES else None


def made_small(picture: pygame.Surface) -> pygame.Surface:
    """The picture as a golden image."""
    return pygame.transform.smoothscale(picture, (picture.get_width() // SQUARE, picture.get_height() // SQUARE))


def worst(first: pygame.Surface, second: pygame.Surface) -> float:
    """The largest mean difference per channel over all pixels of two golden images."""
    one, other = (pygame.surfarray.array3d(surface).astype(int) for surface in (first, second))
    return float(abs(one - other).mean(axis=2).max())
