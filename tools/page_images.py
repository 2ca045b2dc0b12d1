"""Draws the pictures of README and guides from the scenes of the catalogue.

    python -m tools.page_images [NAME ...]

Without names it draws all. `docs/images/phones.jpg`, a screen beside a phone, is made by hand.
"""

from __future__ import annotations

import argparse
import os
import tempfile
from pathlib import Path

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"

import pygame

from tools.catalogue.scenes import SCENES
from tools.shooter import Shooter

FOLDER = Path(__file__).resolve().parents[1] / "docs" / "images"
# Sizes of pictures on the page, in pixels.
LARGE, SMALL, UPRIGHT = (1280, 720), (640, 360), (360, 640)
IMAGES = {
    "attract": ("attract-quoridor", LARGE, "en"),
    "coffee": ("coffee-choose", SMALL, "en"),
    "cup": ("cup", LARGE, "en"),
    "join": ("join", LARGE, "en"),
    "kiosk-ja": ("attract-star", UPRIGHT, "ja"),
    "menu": ("menu", LARGE, "en"),
    "quoridor": ("match2-wall", SMALL, "en"),
    "quoridor-4": ("match4", SMALL, "en"),
    "robots": ("robots", LARGE, "en"),
    "rules": ("rules-goal", SMALL, "en"),
    "setup": ("setup2", LARGE, "en"),
    "star": ("star-theory", SMALL, "en"),
}
"""Each picture's scene, size on the page, and language."""


def main() -> int:
    """Draw the pictures that the command line names."""
    parser = argparse.ArgumentParser(description="Draw the pictures of README and guides anew.")
    parser.add_argument("names", nargs="*", metavar="NAME", choices=[[], *IMAGES], help="of docs/images")
    for name in parser.parse_args().names or IMAGES:
        print(drawn(name))
    return 0


def drawn(name: str) -> Path:
    """Draw a picture at its window's usual size, scale it and write it."""
    scene, size, language = IMAGES[name]
    window = (1080, 1920) if size is UPRIGHT else (1920, 1080)
    with tempfile.TemporaryDirectory() as folder:
        os.environ["KISSATEN_DATA"] = folder
        shooter = Shooter(window, language)
        SCENES[scene].show(shooter)
        picture = Path(folder) / f"{name}.png"
        shooter.save(picture)
        shooter.close()
        path = FOLDER / f"{name}.jpg"
        pygame.image.save(pygame.transform.smoothscale(pygame.image.load(picture), size), path)
    return path


if __name__ == "__main__":
    raise SystemExit(main())
