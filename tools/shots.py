"""Screenshots of any scene at any size and language, made without a display.

    python tools/shots.py --out shots --scenes menu,setup2,match2-wall --sizes 1280x720,1080x1920 --languages en,ja

`--vision protanopia,deuteranopia,tritanopia,greyscale` makes each of them as those eyes see it, from one drawing; the
name of a vision other than normal is part of the file's name. Scenes are listed by `--list`. Each shot is driven by
posted input through the real loop, as a test would.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import pygame

from game.core.options import resolve
from game.core.record import Record, SeatConfig
from game.quoridor import SPEC as QUORIDOR
from game.quoridor.state import WallPlacement
from game.registry import find
from game.session import Session
from game.table import default_table
from scenes.kit.intents import KEYBOARD, MOUSE, TOUCH, Device, Intent, Kind
from scenes.kit.scene import Pop, Push
from scenes.learn.demo_scene import DemoScene
from scenes.learn.exercise_scene import ExerciseScene
from scenes.learn.progress import keep_solved
from scenes.match.match_scene import MatchScene
from scenes.menu.menu_scene import MenuScene
from scenes.settings.clash import CLASH_SHOWN, PATIENCE
from scenes.settings.clash_scene import ClashScene
from scenes.settings.colour_vision import ColourVisionScene
from scenes.settings.controls_scene import ControlsScene
from scenes.settings.rows import SECTIONS
from scenes.settings.settings_scene import SettingsScene
from scenes.setup.setup_scene import SetupScene
from scenes.table.loading import lessons_of, make_board
from scenes.table.name_scene import NameScene
from tools import (
    shots_archive,
    shots_coffee,
    shots_couch,
    shots_door,
    shots_kiosk,
    shots_operator,
    shots_records,
    shots_review,
    shots_robots,
    shots_star,
)
from tools.eyes import NORMAL, VISIONS
from tools.shooter import Shooter

SIZES = ("1280x720", "1920x1080", "3840x2160", "1024x768", "1080x1920")
XBOX = Device("pad:1", "xbox", "Pad", 1)
DEVICES = {"pad": XBOX, "keyboard": KEYBOARD, "mouse": MOUSE, "touch": TOUCH}
TWO = ["e2", "e8", "g7v", "e7", "e3", "f3h", "d6h", "d7", "e4", "e4h", "c7v", "e7", "f4", "f4v", "e4", "f7", "d4", "g7"]
FOUR = [
    "e2",
    "b5",
    "e8",
    "h5",
    "e3",
    "c8v",
    "f8",
    "g5",
    "d3",
    "b6",
    "f7",
    "g4",
    "c6v",
    "c4v",
    "g7",
    "f4",
    "d2",
    "b7",
    "d5h",
    "f3",
    "c2",
    "a6v",
    "h7",
    "e3h",
    "d2v",
    "b8",
    "g3h",
    "d4v",
    "c3",
    "c3h",
    "h6",
    "h2h",
    "e1h",
    "b7",
]
AOI = SeatConfig("human", name="@aoi", identity="circle")
REN = SeatConfig("ai", 3, "@ren", "square")
MIO = SeatConfig("human", name="@mio", identity="triangle", device="pad2")
HARU = SeatConfig("ai", 5, "@haru", "diamond")


def match(shooter: Shooter, actions: list[str], seats: tuple[SeatConfig, ...], **options: object) -> MatchScene:
    """A match of Quoridor in the position after `actions`."""
    record = Record("quoridor", {"players": len(seats), **options}, 0, tuple(actions), seats)
    session = Session.resume(QUORIDOR, record, agent=None)
    return MatchScene(shooter.services, session, make_board(shooter.services, QUORIDOR, session.options))


def hover(scene: MatchScene, anchor: int, orientation: str) -> Intent:
    """A mouse over the middle of a wall's slot."""
    rect = scene.board.geometry.wall_rect(WallPlacement(anchor, orientation))  # type: ignore[attr-defined, arg-type]
    shift = rect.width // 8 if rect.width > rect.height else 0
    return Intent(Kind.HOVER, MOUSE, (rect.centerx + shift, rect.centery + (0 if shift else rect.height // 8)))


def wall_mode(shooter: Shooter, device: Device) -> None:
    """The ghost wall g6h of the mock-ups, laid by `device`."""
    scene = match(shooter, TWO, (AOI, REN))
    shooter.show(scene, device)
    point = hover(scene, 5 * 8 + 6, "h").point
    if device is TOUCH:
        shooter.press(Intent(Kind.PRESS, TOUCH, point), Intent(Kind.RELEASE, TOUCH, point))
        return
    shooter.press(hover(scene, 5 * 8 + 6, "h"))
    shooter.services.stage.devices.current = device
    shooter.run(0.2)


def menu(shooter: Shooter) -> None:
    shooter.show(MenuScene(shooter.services), XBOX)


def menu_touch(shooter: Shooter) -> None:
    shooter.show(MenuScene(shooter.services), TOUCH)


def menu_resume(shooter: Shooter) -> None:
    record = Record("quoridor", {"players": 2, "jump_pairs": False}, 0, (), (AOI, REN))
    shooter.services.store.begin(record)
    for ply, text in enumerate(TWO):
        shooter.services.store.append("quoridor", ply, text, 0)
    shooter.services.offered_resume = False
    shooter.show(MenuScene(shooter.services), KEYBOARD)


def setup(game: str, *kinds: Kind, device: Device = KEYBOARD, **options: object) -> Callable[[Shooter], None]:
    def shoot(shooter: Shooter) -> None:
        spec = find(game)
        shooter.services.remember(default_table(spec).with_options(spec, options))
        shooter.show(SetupScene(shooter.services, spec), device)
        shooter.press(*(Intent(kind, device) for kind in kinds))

    return shoot


def setup_seat(shooter: Shooter) -> None:
    shooter.show(SetupScene(shooter.services, QUORIDOR), KEYBOARD)
    shooter.press(Intent(Kind.NEXT, KEYBOARD), Intent(Kind.CONFIRM, KEYBOARD))


def naming(shooter: Shooter) -> None:
    shooter.show(SetupScene(shooter.services, QUORIDOR), XBOX)
    shooter.app.manager.go(Push(lambda: NameScene(shooter.services.stage, "Maja")))
    shooter.run(0.5)
    shooter.press(Intent(Kind.NEXT, XBOX), Intent(Kind.RIGHT, XBOX))


def match4(shooter: Shooter) -> None:
    seats = (AOI, MIO, SeatConfig("human", name="@ren", identity="square", device="pad3"), HARU)
    shooter.show(match(shooter, FOUR, seats), XBOX)


def match_start(shooter: Shooter) -> None:
    shooter.show(match(shooter, [], (AOI, REN)), KEYBOARD)


def match_mouse(shooter: Shooter) -> None:
    shooter.show(match(shooter, TWO, (AOI, REN)), MOUSE)


def match_north(shooter: Shooter) -> None:
    shooter.show(match(shooter, [*TWO, "d5"], (REN, AOI)), KEYBOARD)


def overlap(shooter: Shooter) -> None:
    scene = match(shooter, TWO, (AOI, REN))
    shooter.show(scene, MOUSE)
    shooter.press(hover(scene, 5 * 8 + 4, "h"))


def sealed(shooter: Shooter) -> None:
    scene = match(shooter, ["a8h", "d9", "c8h", "e9", "e8h", "d9", "g8h", "e9"], (AOI, REN))
    shooter.show(scene, MOUSE)
    shooter.press(hover(scene, 63, "v"))


def pause(shooter: Shooter) -> None:
    shooter.show(match(shooter, TWO, (AOI, REN)), KEYBOARD)
    shooter.press(Intent(Kind.PAUSE, KEYBOARD))


def result(shooter: Shooter) -> None:
    actions = ["e2", "e8", "e3", "e7", "e4", "e6", "e5", "e4", "e6", "e3", "e7", "e2", "e8", "d2", "e9"]
    shooter.show(match(shooter, actions, (AOI, REN)), XBOX)
    shooter.run(2.5)


def result_board(shooter: Shooter) -> None:
    result(shooter)
    shooter.press(Intent(Kind.BACK, XBOX))


def share(shooter: Shooter) -> None:
    result(shooter)
    shooter.press(Intent(Kind.HINT, XBOX))


def share_puzzle(shooter: Shooter) -> None:
    """A puzzle that was solved in two moves more than it needs."""
    spec = find("robots")
    actions = tuple(f"0:{move}" for move in ("green E", "yellow N", "yellow W", "yellow N"))
    session = Session.resume(spec, Record("robots", {"players": 1}, 12, actions, (AOI,)), agent=shooter.services.agent)
    shooter.show(MatchScene(shooter.services, session, make_board(shooter.services, spec, session.options)), TOUCH)
    shooter.run(2.5)
    shooter.press(Intent(Kind.HINT, TOUCH))


def result_of(game: str) -> Callable[[Shooter], None]:
    """The end of a game's demonstration, which is a whole game."""

    def shoot(shooter: Shooter) -> None:
        spec = find(game)
        demo = lessons_of(spec).demo
        options = resolve(spec.options, demo.position.options)
        actions = (*demo.position.actions, *(action for beat in demo.beats for action in beat.actions))
        seats = (AOI, REN, MIO, HARU)[: spec.seat_count(options)]
        session = Session.resume(spec, Record(game, options, 0, actions, seats), agent=None)
        shooter.show(MatchScene(shooter.services, session, make_board(shooter.services, spec, options)), KEYBOARD)
        shooter.run(2.5)

    return shoot


def undo(shooter: Shooter) -> None:
    ren = SeatConfig("human", name="@ren", identity="square")
    shooter.show(match(shooter, TWO, (AOI, ren)), XBOX)
    shooter.press(Intent(Kind.UNDO, XBOX))


def settings(section: str) -> Callable[[Shooter], None]:
    def shoot(shooter: Shooter) -> None:
        shooter.show(SettingsScene(shooter.services), XBOX if section == "sound" else KEYBOARD)
        shooter.press(*[Intent(Kind.NEXT, shooter.services.stage.devices.current)] * SECTIONS.index(section))

    return shoot


def settings_touch(shooter: Shooter) -> None:
    shooter.show(SettingsScene(shooter.services), TOUCH)


def settings_defaults(shooter: Shooter) -> None:
    shooter.show(SettingsScene(shooter.services), KEYBOARD)
    shooter.press(Intent(Kind.SECONDARY, KEYBOARD))


def vision(shooter: Shooter) -> None:
    shooter.show(ColourVisionScene(shooter.services), KEYBOARD)


def controls(shooter: Shooter) -> None:
    shooter.show(ControlsScene(shooter.services), KEYBOARD)


def controls_waiting(shooter: Shooter) -> None:
    shooter.show(ControlsScene(shooter.services), KEYBOARD)
    shooter.press(Intent(Kind.RIGHT, KEYBOARD), Intent(Kind.CONFIRM, KEYBOARD))


def controls_conflict(shooter: Shooter) -> None:
    shooter.show(ControlsScene(shooter.services), KEYBOARD)
    shooter.press(Intent(Kind.RIGHT, KEYBOARD), Intent(Kind.CONFIRM, KEYBOARD))
    for kind in (pygame.KEYDOWN, pygame.KEYUP):
        pygame.event.post(pygame.event.Event(kind, key=pygame.K_t, mod=0, unicode="", scancode=0))
    shooter.run(0.5)


def clash(tried: int, clashing: tuple[int, ...] = (), down: int = 0, *others: int) -> Callable[[Shooter], None]:
    """The test of keys together after some sets of three, with some keys of the present one and others down."""

    def shoot(shooter: Shooter) -> None:
        scene = ClashScene(shooter.services)
        shooter.show(scene, KEYBOARD)
        for number in range(tried):
            keys = scene.test.asked[: 2 if number in clashing else 3]
            for key in keys:
                scene.test.press(key)
            shooter.run(PATIENCE + 0.2)
            if number < tried - 1 or not down:
                scene.test.let_go()
                shooter.run(CLASH_SHOWN + 0.2)
        for key in (*scene.test.asked[:down], *others):
            scene.test.press(key)
        shooter.run(0.2)

    return shoot


def rules(page: int, device: Device = XBOX) -> Callable[[Shooter], None]:
    def shoot(shooter: Shooter) -> None:
        shooter.show(match(shooter, TWO, (AOI, REN)), device)
        shooter.press(Intent(Kind.RULES, device), *[Intent(Kind.NEXT, device)] * page)

    return shoot


def practice(done: int, *kinds: Kind, device: Device = XBOX) -> Callable[[Shooter], None]:
    def shoot(shooter: Shooter) -> None:
        for exercise in lessons_of(QUORIDOR).exercises[:done]:
            keep_solved(shooter.services.store, QUORIDOR, exercise.key)
        shooter.show(ExerciseScene(shooter.services, QUORIDOR), device)
        shooter.press(*(Intent(kind, device) for kind in kinds))
        shooter.run(0.6)

    return shoot


def demo(shooter: Shooter) -> None:
    shooter.show(DemoScene(shooter.services, QUORIDOR, Pop()), XBOX)
    shooter.run(9.0)


SCENES: dict[str, Callable[[Shooter], None]] = {
    "menu": menu,
    "menu-touch": menu_touch,
    "menu-resume": menu_resume,
    "setup2": setup("quoridor"),
    "setup4": setup("quoridor", device=XBOX, players=4),
    "setup-coffee": setup("coffee", Kind.NEXT, board="hex5", n=5),
    "setup-robots3": setup("robots", players=3),
    "setup-robots8": setup("robots", device=XBOX, players=8),
    "setup-robots-rules": setup("robots", Kind.HINT, Kind.NEXT),
    "setup-handicap": setup("quoridor", walls=[10, 6]),
    "setup-handicap-robots": setup("robots", players=3, head_start=[0, 1, 0], silence=[20, 0, 10]),
    "setup-handicap-card": setup("quoridor", Kind.HINT, walls=[10, 6]),
    "setup-handicap-card-robots": setup("robots", Kind.HINT, Kind.PREVIOUS, players=3, silence=[20, 0, 10]),
    "setup-first": setup("star", first=1),
    "setup-seat": setup_seat,
    "setup-name": naming,
    "setup-rules": setup("quoridor", Kind.HINT, players=4),
    "setup-rules-coffee": setup("coffee", Kind.HINT, board="hex4", n=4, pie=True),
    "match2-start": match_start,
    "match2-mouse": match_mouse,
    "match2-wall": lambda shooter: wall_mode(shooter, XBOX),
    "match2-touch": lambda shooter: wall_mode(shooter, TOUCH),
    "match2-north": match_north,
    "match2-overlap": overlap,
    "match2-sealed": sealed,
    "match4": match4,
    "pause": pause,
    "undo": undo,
    "result": result,
    "result-board": result_board,
    "share": share,
    "share-puzzle": share_puzzle,
    **{f"result-{game}": result_of(game) for game in ("coffee", "robots", "star")},
    "rules-goal": rules(0),
    "rules-jump": rules(2, KEYBOARD),
    "rules-third": rules(5, TOUCH),
    "rules-shut": rules(11),
    "practice-hint": practice(0, Kind.HINT, device=KEYBOARD),
    "practice-wrong": practice(1, Kind.SECONDARY, Kind.CONFIRM, device=TOUCH),
    "practice-right": practice(1, Kind.CONFIRM),
    "practice-shut": practice(3, Kind.SECONDARY, Kind.CONFIRM),
    "demo": demo,
    "settings-general": settings("general"),
    "settings-picture": settings("picture"),
    "settings-sound": settings("sound"),
    "settings-controls": settings("controls"),
    "settings-scan": settings("scan"),
    "settings-touch": settings_touch,
    "settings-defaults": settings_defaults,
    "vision": vision,
    "controls": controls,
    "controls-waiting": controls_waiting,
    "controls-conflict": controls_conflict,
    **shots_couch.scenes(XBOX),
    **shots_door.scenes(XBOX),
    **shots_kiosk.scenes(XBOX),
    **shots_operator.scenes(XBOX),
    **shots_records.scenes(DEVICES),
    "clash": clash(0, (), 0, pygame.K_f, pygame.K_LSHIFT),
    "clash-down": clash(0, (), 2),
    "clash-found": clash(3, (2,), 2),
    "clash-over": clash(8, (2, 5)),
    "clash-none": clash(8),
    **shots_archive.scenes(
        TWO,
        FOUR,
        (AOI, REN),
        (AOI, MIO, SeatConfig("human", name="@ren", identity="square", device="pad3"), HARU),
        DEVICES,
    ),
    **shots_review.scenes((AOI, REN), DEVICES),
    **shots_coffee.scenes(DEVICES),
    **shots_star.scenes(DEVICES),
    **shots_robots.scenes(DEVICES),
}


def visions(names: str) -> tuple[str, ...]:
    """The visions of a command line, "greyscale,normal"; ArgumentTypeError if one is unknown."""
    chosen = tuple(names.split(","))
    if unknown := [name for name in chosen if name not in VISIONS]:
        raise argparse.ArgumentTypeError(f"unknown: {', '.join(unknown)}; choose from {', '.join(VISIONS)}")
    return chosen


def main() -> int:
    """Make the shots that the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, default=Path("shots"))
    parser.add_argument("--scenes", default=",".join(SCENES))
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
        print("\n".join(SCENES))
        return 0
    given.out.mkdir(parents=True, exist_ok=True)
    for size in given.sizes.split(","):
        width, _, height = size.partition("x")
        for language in given.languages.split(","):
            for name in given.scenes.split(","):
                with tempfile.TemporaryDirectory() as folder:
                    os.environ["KISSATEN_DATA"] = folder
                    shooter = Shooter((int(width), int(height)), language, given.text_scale)
                    SCENES[name](shooter)
                    for vision in given.vision:
                        path = given.out / f"{name}-{size}-{language}{'' if vision == NORMAL else f'-{vision}'}.png"
                        shooter.save(path, vision)
                        print(path)
                    shooter.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
