"""What is kept of how scenes looked when somebody last looked at them.

Of boards, pieces and some pages that is a small picture, of all others a fingerprint and where their parts lie.

A pixel of a golden image is the mean of a square of the scene. Every scene is kept in the wide view, and those whose
arrangement hangs on the window's shape in two more.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pygame

from game.platforms.locks import FileLock
from tests.golden import fingerprints
from tests.golden.fifth_scenes import PICTURED
from tests.golden.fingerprints import SQUARE
from tools.catalogue.scenes import SCENES

IMAGES = Path(__file__).with_name("images")
FINGERPRINTS = Path(__file__).with_name("fingerprints.txt")
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
TOLERANCE = 12.0  # mean difference per channel (0..255) that a square of a golden image may show
NEAR = 2  # pixels by which a place may lie elsewhere: another system's letters may be a little wider
_BOARDS = """
coffee coffee-barred coffee-choose coffee-off coffee-square coffee-start coffee-stuck coffee-swap coffee-touch
coffee-won match2-mouse match2-north match2-overlap match2-sealed match2-start match2-touch match2-wall match4
robots robots-8 robots-arrange-chosen robots-banner robots-dock robots-docks-5 robots-routes robots-silent robots-slide
robots-steer star star-barred star-foul star-hint star-offer star-refused star-select star-setup star-slide star-theory
star-touch star-won fifth-match
"""
_PAGES = "cup join menu operator phones practice records result review settings-general setup4 today"
_NARROW = "coffee match2-start match4 menu robots robots-8 star setup4"
IMAGED = frozenset(
    [f"{scene}-wide-en" for scene in (*_BOARDS.split(), *_PAGES.split())]
    + [f"{scene}-{view}" for scene in _NARROW.split() for view in VIEWS]
)
"""Of which an image is kept: what is drawn in many colours, and what a person wants to see in a change."""
Places = Sequence[tuple[str, pygame.Rect]]


@dataclass(frozen=True)
class Golden:
    """What is kept of a scene in a view, by its name: "menu-wide-en"."""

    name: str

    @property
    def image(self) -> Path | None:
        """Its golden image, if it has one."""
        return IMAGES / f"{self.name}.png" if self.name in IMAGED else None

    def faults(self, picture: pygame.Surface, places: Places) -> Iterator[str]:
        """What differs, in words."""
        if self.image is None:
            kept = read().get(self.name)
            if kept is None:
                yield f"{FINGERPRINTS.name} has no line of it: make it with --update-golden and look at the scene"
            elif found := [*moved(kept[0], told(places)), *fingerprints.faults(kept[1], picture)]:
                yield f"it differs from its fingerprint in {len(found)} places: {'; '.join(found[:9])}"
        elif not self.image.is_file():
            yield f"there is no golden image {self.image.name}: make it with --update-golden and look at it"
        elif (difference := worst(pygame.image.load(self.image), made_small(picture))) > TOLERANCE:
            yield f"it differs from its golden image by {difference:.1f}"

    def renew(self, picture: pygame.Surface, places: Places) -> None:
        """Keep how it looks now, where that is another than before: what another machine draws alike stays."""
        with FileLock(FINGERPRINTS, math.inf):
            if not list(self.faults(picture, places)):
                return
            if self.image is not None:
                pygame.image.save(made_small(picture), self.image)
            else:
                write(read() | {self.name: (told(places), fingerprints.fingerprint(picture))})


def golden(name: str) -> Golden | None:
    """What is kept of a scene and view, "menu-wide-en", if anything is to be."""
    return Golden(name) if name in NAMES else None


def read() -> dict[str, tuple[str, str]]:
    """The places and the blocks of all that has a fingerprint."""
    found: dict[str, dict[str, str]] = {}
    for line in FINGERPRINTS.read_text().splitlines():
        name, part, rest = line.split(" ", 2)
        found.setdefault(name, {})[part] = rest
    return {name: (parts.get("places", ""), parts["blocks"]) for name, parts in found.items()}


def write(kept: dict[str, tuple[str, str]]) -> None:
    """Two lines of each scene and view; one where it has no places."""
    lines = []
    for name, (places, blocks) in sorted(kept.items()):
        lines += [f"{name} blocks {blocks}\n"] + ([f"{name} places {places}\n"] if places else [])
    FINGERPRINTS.write_text("".join(lines))


def told(places: Places) -> str:
    """Names and rectangles as they stand in a line."""
    return "; ".join(f"{name} {rect.x},{rect.y},{rect.w},{rect.h}" for name, rect in places)


def moved(then: str, now: str) -> Iterator[str]:
    """What lies elsewhere, has come or has gone."""
    one, other = ([entry.rsplit(" ", 1) for entry in line.split("; ") if entry] for line in (then, now))
    if [name for name, _ in one] != [name for name, _ in other]:
        yield f"its parts are {now}; they were {then}"
        return
    for (name, before), (_, after) in zip(one, other, strict=True):
        sides = zip(before.split(","), after.split(","), strict=True)
        if any(abs(int(side) - int(another)) > NEAR for side, another in sides):
            yield f"{name} is at {after}; it was at {before}"


def made_small(picture: pygame.Surface) -> pygame.Surface:
    """The picture as a golden image."""
    return pygame.transform.smoothscale(picture, (picture.get_width() // SQUARE, picture.get_height() // SQUARE))


def worst(first: pygame.Surface, second: pygame.Surface) -> float:
    """The largest mean difference per channel over all pixels of two golden images."""
    one, other = (pygame.surfarray.array3d(surface).astype(int) for surface in (first, second))
    return float(abs(one - other).mean(axis=2).max())
