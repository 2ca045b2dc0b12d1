"""Film strips: the frames of an animation side by side in one PNG, to judge its motion.

    python tools/film.py pawn wall jump light win menu dialog --out shots --frames 10

Each strip shows one animation from its first frame to its last, cropped to where it happens.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable
from pathlib import Path

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import pygame

from scenes.kit.input.intents import KEYBOARD, Intent, Kind
from scenes.menu.menu_scene import MenuScene
from scenes.robots.board import RobotsBoard
from scenes.robots.motion.slides import TRAIL_SECONDS, journey
from tools.catalogue import robots, star
from tools.catalogue.common import AGAINST_AI, AOI, PAD
from tools.catalogue.quoridor import match
from tools.shooter import Shooter

SIZE = (1920, 1080)
Start = Callable[[Shooter], tuple[pygame.Rect, float]]  # begins the animation; gives the region and its seconds


def _play(shooter: Shooter, actions: str, action: str) -> None:
    scene = match(shooter, actions.split(), AGAINST_AI)
    shooter.show(scene, KEYBOARD)
    parsed = scene.session.spec.rules.parse(action)
    scene.controller.submit(scene.session.actors()[0], parsed)


def pawn(shooter: Shooter) -> tuple[pygame.Rect, float]:
    """A step upward."""
    _play(shooter, "e2 e8", "e3")
    return pygame.Rect(860, 560, 200, 340), 0.3


def jump(shooter: Shooter) -> tuple[pygame.Rect, float]:
    """A jump over the rival."""
    _play(shooter, "e2 e8 e3 e7 e4 e6 e5 d6 d5 e6 e5 a1h", "e7")
    return pygame.Rect(860, 180, 200, 380), 0.36


def wall(shooter: Shooter) -> tuple[pygame.Rect, float]:
    """A wall drops into its groove."""
    _play(shooter, "e2 e8", "e4h")
    return pygame.Rect(840, 480, 280, 160), 0.24


def light(shooter: Shooter) -> tuple[pygame.Rect, float]:
    """The turn passes: cards and goal edges cross-fade."""
    _play(shooter, "e2 e8", "e3")
    return pygame.Rect(80, 700, 420, 260), 0.5


def win(shooter: Shooter) -> tuple[pygame.Rect, float]:
    """The winner's pawn."""
    _play(shooter, "e2 e8 e3 e7 e4 e6 e5 e4 e6 e3 e7 e2 e8 d2", "e9")
    return pygame.Rect(820, 40, 280, 200), 1.7


def _play_star(shooter: Shooter, actions: str, action: str) -> None:
    scene = star.match(shooter, actions, AOI, star.REN)
    shooter.show(scene, KEYBOARD)
    scene.controller.submit(scene.session.actors()[0], scene.session.spec.rules.parse(action))


def star_place(shooter: Shooter) -> tuple[pygame.Rect, float]:
    """A piece drops into its cell."""
    _play_star(shooter, "", "@b3")
    return pygame.Rect(830, 40, 260, 320), 0.2


def star_slide(shooter: Shooter) -> tuple[pygame.Rect, float]:
    """A piece slides to the next cell."""
    _play_star(shooter, "@b3 @c2", "b3-b2")
    return pygame.Rect(830, 40, 260, 600), 0.26


def star_jump(shooter: Shooter) -> tuple[pygame.Rect, float]:
    """The star turns as it jumps."""
    _play_star(shooter, "@b3 @a2", "*c3")
    return pygame.Rect(530, 20, 860, 340), 0.46


def robots_slide(shooter: Shooter) -> tuple[pygame.Rect, float]:
    """A robot slides and is turned by a reflector."""
    scene = robots.slide_off(shooter, KEYBOARD)
    board, slid = scene.board, robots.slid(scene)
    assert isinstance(board, RobotsBoard)
    cells = [slid.origin, *(cell for leg in slid.legs for cell in leg.cells)]
    region = board.geometry.cell_rect(cells[0]).unionall([board.geometry.cell_rect(cell) for cell in cells])
    seconds = journey(scene.session.state.board, slid).seconds
    return region.inflate(100, 100), seconds + TRAIL_SECONDS


def menu(shooter: Shooter) -> tuple[pygame.Rect, float]:
    """The quit dialog comes up over the menu."""
    shooter.show(MenuScene(shooter.services), PAD)
    shooter.app.manager.intent(Intent(Kind.BACK, PAD))
    return pygame.Rect(480, 300, 960, 480), 0.25


STRIPS: dict[str, Start] = {
    "pawn": pawn,
    "jump": jump,
    "wall": wall,
    "light": light,
    "win": win,
    "dialog": menu,
    "star-place": star_place,
    "star-slide": star_slide,
    "star-jump": star_jump,
    "robots-slide": robots_slide,
}


def strip(start: Start, frames: int) -> pygame.Surface:
    """`frames` pictures of one animation, left to right, evenly spaced in time."""
    shooter = Shooter(SIZE, "en")
    region, seconds = start(shooter)
    film = pygame.Surface((region.width * frames, region.height))
    for i in range(frames):
        film.blit(shooter.window.surface, (i * region.width, 0), region)
        shooter.run(max(1 / 60, seconds / frames))
    shooter.close()
    return film


def main() -> int:
    """Make the strips that the command line names."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", default=list(STRIPS), metavar="NAME", help=", ".join(STRIPS))
    parser.add_argument("--out", type=Path, default=Path("shots"))
    parser.add_argument("--frames", type=int, default=10)
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    for name in given.names:
        if name not in STRIPS:
            parser.error(f"no strip {name!r} (known: {', '.join(STRIPS)})")
        path = given.out / f"film-{name}.png"
        pygame.image.save(strip(STRIPS[name], given.frames), str(path))
        print(path)
    return 0


if __name__ == "__main__":
    sys.exit(main())
