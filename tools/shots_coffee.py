"""Screenshots of Coffee; part of `tools/shots.py`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from game.coffee import SPEC
from game.coffee.board import cell_named
from game.core.options import resolve
from game.core.record import Record, SeatConfig
from game.session import Session
from scenes.coffee.board import CoffeeBoard
from scenes.kit.intents import Device, Intent, Kind
from scenes.kit.scene import Pop
from scenes.learn.demo_scene import DemoScene
from scenes.learn.exercise_scene import ExerciseScene
from scenes.learn.progress import keep_solved
from scenes.match.match_scene import MatchScene
from scenes.table.loading import lessons_of, make_board

if TYPE_CHECKING:
    from tools.shots import Shooter

Shoot = Callable[["Shooter"], None]
HARU = SeatConfig("ai", 5, "@haru", "diamond")
MIO = SeatConfig("human", name="@mio", identity="star")
AOI = SeatConfig("human", name="@aoi", identity="circle")
REN = SeatConfig("human", name="@ren", identity="square")
HEX5 = {"board": "hex5", "n": 5}
MIDDLE = "b4h b5u c5h c2u e2d i2h i3d h3h h4d e4h e7h e6d f6h f4u g3u e5u d5h d6h d3h"
SQUARE = "c2u b3v c3u d2v e2d d1h d4v c4v a4h a3h a2d d5v e5d"
DIAGONAL = "c1v d1v b1d d3v e3v a3h a2h a4u c2v"  # on b2 the stick may not lie along u: three beans are there
ROW = (
    "b1u a1u d1u c1d d2d e2u d3h d7u e6h e1d g1u d4h d5u b5u g2h g3u f4h f2u a4u e3h e5u c6h c4h c3d b2h b3h b4d a3h "
    "a2d f5u g4d e4*"
)
STUCK = "a4u c2h c1v b1h b2v a2h a1h a3d b4h b3d c4v d4d c3u d2h d1h"


def match(shooter: Shooter, actions: Sequence[str], seats: tuple[SeatConfig, ...], **options: object) -> MatchScene:
    """A match in the position after `actions`."""
    complete = resolve(SPEC.options, options)
    session = Session.resume(SPEC, Record("coffee", complete, 0, tuple(actions), seats), agent=None)
    return MatchScene(shooter.services, session, make_board(shooter.services, SPEC, complete))


def at(scene: MatchScene, cell: str) -> tuple[int, int]:
    """The middle of a cell on the screen."""
    board, found = scene.board, cell_named(cell)
    assert isinstance(board, CoffeeBoard) and found is not None
    return board.geometry.cell_rect(found).center


def scenes(devices: Mapping[str, Device]) -> dict[str, Shoot]:
    """The shots by name; `devices` are named pad, keyboard, mouse and touch."""

    def shot(
        actions: str,
        options: Mapping[str, object],
        device: str,
        *presses: Kind | str,
        seats: tuple[SeatConfig, ...] = (HARU, MIO),
        wait: float = 0.0,
    ) -> Shoot:
        """Kinds are pressed as they are, a cell's name is clicked or tapped, one after "~" is only pointed at."""

        def shoot(shooter: Shooter) -> None:
            scene = match(shooter, actions.split(), seats, **options)
            shooter.show(scene, devices[device])
            for press in presses:
                if isinstance(press, Kind):
                    shooter.press(Intent(press, devices[device]))
                elif press.startswith("~"):
                    shooter.press(Intent(Kind.HOVER, devices[device], at(scene, press[1:])))
                else:
                    point = at(scene, press)
                    shooter.press(*(Intent(kind, devices[device], point) for kind in (Kind.PRESS, Kind.RELEASE)))
            shooter.run(wait)

        return shoot

    def howto(page: int) -> Shoot:
        def shoot(shooter: Shooter) -> None:
            shooter.show(match(shooter, MIDDLE.split(), (HARU, MIO), **HEX5), devices["pad"])
            shooter.press(*(Intent(kind, devices["pad"]) for kind in (Kind.RULES, *[Kind.NEXT] * page)))

        return shoot

    def practice(done: int, *kinds: Kind) -> Shoot:
        def shoot(shooter: Shooter) -> None:
            for exercise in lessons_of(SPEC).exercises[:done]:
                keep_solved(shooter.services.store, SPEC, exercise.key)
            shooter.show(ExerciseScene(shooter.services, SPEC), devices["pad"])
            shooter.press(*(Intent(kind, devices["pad"]) for kind in kinds))

        return shoot

    def demo(shooter: Shooter) -> None:
        shooter.show(DemoScene(shooter.services, SPEC, Pop()), devices["pad"])
        shooter.run(12.0)

    pie = {"board": "hex4", "n": 4, "pie": True}
    people = (AOI, REN)
    return {
        "coffee": shot(MIDDLE, HEX5, "pad", Kind.RIGHT, Kind.CONFIRM),
        "coffee-start": shot("", {"board": "hex4", "n": 4}, "keyboard", seats=people),
        "coffee-choose": shot(MIDDLE, HEX5, "mouse", "~d7"),
        "coffee-mouse": shot(MIDDLE, HEX5, "mouse", "d4", "~h6"),
        "coffee-touch": shot(MIDDLE, HEX5, "touch", "d4", "e5"),
        "coffee-off": shot(MIDDLE, HEX5, "mouse", "g5"),
        "coffee-square": shot(SQUARE, {}, "pad", Kind.CONFIRM, Kind.NEXT),
        "coffee-barred": shot(DIAGONAL, {}, "keyboard", Kind.CONFIRM, Kind.NEXT),
        "coffee-swap": shot("c3d", pie, "keyboard", seats=people),
        "coffee-swapping": shot("c3d", pie, "pad", Kind.SECONDARY, seats=people),
        "coffee-howto": howto(3),
        "coffee-howto-swap": howto(9),
        "coffee-practice": practice(3, Kind.CONFIRM),
        "coffee-practice-wrong": practice(1, Kind.CONFIRM, Kind.CONFIRM),
        "coffee-demo": demo,
        "coffee-won": shot(ROW, {"board": "hex4", "n": 4}, "pad", wait=0.7),
        "coffee-stuck": shot(STUCK, {"board": "sq4", "n": 4}, "pad", wait=0.7),
    }
