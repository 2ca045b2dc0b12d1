"""Screenshots of any scene at any size and language, made without a display.

    python tools/shots.py --out shots --scenes menu,setup2,match2-wall --sizes 1280x720,1080x1920 --languages en,ja

`--vision normal,protanopia,deuteranopia,tritanopia,greyscale` saves each shot once for each kind of vision, as
people with that vision see it. The file's name ends with the kind, except for `normal`. `--list` prints the catalogue's
scenes and what each needs.
Posted input drives each shot through the real loop, as in a test.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from pathlib import Path

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tools.catalogue.scenes import SCENES
from tools.eyes import NORMAL, VISIONS
from tools.shooter import Shooter

SIZES = ("1280x720", "1920x1080", "3840x2160", "1024x768", "1080x1920")


def visions(names: str) -> tuple[str, ...]:
    """Parse visions like "greyscale,normal". Raises ArgumentTypeError for an unknown one."""
    chosen = tuple(names.split(","))
    if unknown := [name for name in chosen if name not in VISIONS]:
        raise argparse.ArgumentTypeError(f"unknown: {', '.join(unknown)}; choose from {', '.join(VISIONS)}")
    return chosen


def scenes(names: str) -> tuple[str, ...]:
    """Parse names of scenes. Raises ArgumentTypeError for one that is not in the catalogue."""
    chosen = tuple(names.split(","))
    if unknown := [name for name in chosen if name not in SCENES]:
        raise argparse.ArgumentTypeError(f"not in the catalogue: {', '.join(unknown)}; --list tells what is")
    return chosen


def main() -> int:
    """Take the shots that the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, default=Path("shots"))
    parser.add_argument("--scenes", type=scenes, default=tuple(SCENES))
    parser.add_argument("--sizes", default=",".join(SIZES))
    parser.add_argument("--languages", default="en,ja")
    parser.add_argument("--text-scale", type=float, default=1.0, metavar="1.0..1.5")
    parser.add_argument(
        "--vision",
        type=visions,
        default=(NORMAL,),
        metavar="NAME[,NAME]",
        help=f"the eyes that look at each scene: {', '.join(VISIONS)} (default: {NORMAL})",
    )
    parser.add_argument("--list", action="store_true")
    given = parser.parse_args()
    if given.list:
        for name, entry in SCENES.items():
            print(f"{name:28} {entry.needs}".rstrip())
        return 0
    given.out.mkdir(parents=True, exist_ok=True)
    for size in given.sizes.split(","):
        width, _, height = size.partition("x")
        for language in given.languages.split(","):
            for name in given.scenes:
                with tempfile.TemporaryDirectory() as folder:
                    os.environ["KISSATEN_DATA"] = folder
                    shooter = Shooter((int(width), int(height)), language, given.text_scale)
                    SCENES[name].show(shooter)
                    for vision in given.vision:
                        path = given.out / f"{name}-{size}-{language}{'' if vision == NORMAL else f'-{vision}'}.png"
                        shooter.save(path, vision)
                        print(path)
                    shooter.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
