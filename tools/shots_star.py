"""Screenshots of Star; part of `tools/shots.py`."""

from __future__ import annotations

from collections.abc import Mapping

from game.agents.inline import InlineAgent
from game.core.record import Record, SeatConfig
from game.session import Session
from game.star import SPEC as STAR
from scenes.kit.intents import Device, Intent, Kind
from scenes.kit.scene import Pop
from scenes.learn.demo_scene import DemoScene
from scenes.learn.exercise_scene import ExerciseScene
from scenes.learn.progress import keep_solved
from scenes.learn.rules_scene import RulesScene
from scenes.match.match_scene import MatchScene
from scenes.routes import ToSample
from scenes.routing import open_route
from scenes.setup.setup_scene import SetupScene
from scenes.table.loading import lessons_of, make_board
from tools.shooter import Shoot, Shooter

AOI = SeatConfig("human", name="@aoi", identity="circle")
REN = SeatConfig("ai", 4, "@ren", "square")
MIO = SeatConfig("human", name="@mio", identity="triangle", device="pad2")
OPENING = "@b3 @a2 @a1 @c2 b3-b2 @c1"
CROWDED = "@b3 @b2 @c2 @a1"
FULL = "@b3 @b2 @c2 @a1 @b1 @c1"


def match(shooter: Shooter, actions: str, *seats: SeatConfig, guard: bool = True) -> MatchScene:
    """A match of Star in the position after `actions`, with an AI that thinks in this process."""
    options = {"star": "a3", "fouls": "takeback", "foul_guard": guard, "first": 0}
    record = Record(STAR.id, options, 0, tuple(actions.split()), seats)
    session = Session.resume(STAR, record, agent=InlineAgent())
    return MatchScene(shooter.services, session, make_board(shooter.services, STAR, session.options))


def playing(
    actions: str, device: Device, *presses: Kind, theory: bool = False, rival: SeatConfig = REN, guard: bool = True
) -> Shoot:
    """A match after some presses, with the theory shown where that is asked for."""

    def shoot(shooter: Shooter) -> None:
        scene = match(shooter, actions, AOI, rival, guard=guard)
        shooter.show(scene, device)
        scene.controller.adviser.show_theory(theory)
        shooter.press(*(Intent(kind, device) for kind in presses))
        shooter.run(1.0)

    return shoot


def pointing(actions: str, device: Device, *cells: str) -> Shoot:
    """A match after presses of a pointer on some cells."""

    def shoot(shooter: Shooter) -> None:
        scene = match(shooter, actions, AOI, REN)
        shooter.show(scene, device)
        for cell in cells:
            at = scene.board.input.area(scene.session.state, STAR.rules.parse(f"@{cell}")).center
            shooter.press(*(Intent(kind, device, at) for kind in (Kind.HOVER, Kind.PRESS, Kind.RELEASE)))
        shooter.run(0.5)

    return shoot


def setup(device: Device) -> Shoot:
    return lambda shooter: shooter.show(SetupScene(shooter.services, STAR), device)


def page(number: int, device: Device) -> Shoot:
    def shoot(shooter: Shooter) -> None:
        shooter.show(RulesScene(shooter.services, STAR), device)
        shooter.press(*[Intent(Kind.RIGHT, device)] * number)

    return shoot


def practice(done: int, device: Device, *presses: Kind) -> Shoot:
    def shoot(shooter: Shooter) -> None:
        for exercise in lessons_of(STAR).exercises[:done]:
            keep_solved(shooter.services.store, STAR, exercise.key)
        shooter.show(ExerciseScene(shooter.services, STAR), device)
        shooter.press(*(Intent(kind, device) for kind in presses))
        shooter.run(1.0)

    return shoot


def demo(shooter: Shooter) -> None:
    shooter.show(DemoScene(shooter.services, STAR, Pop()), shooter.services.stage.devices.current)
    shooter.run(7.5)


def sample(device: Device, ply: int) -> Shoot:
    def shoot(shooter: Shooter) -> None:
        shooter.show(open_route(shooter.services, ToSample(STAR.id)), device)
        shooter.press(*[Intent(Kind.RIGHT, device)] * ply)
        shooter.run(1.0)

    return shoot


def scenes(devices: Mapping[str, Device]) -> dict[str, Shoot]:
    """All shots by name."""
    pad, keys, mouse, touch = (devices[name] for name in ("pad", "keyboard", "mouse", "touch"))
    try_back = (Kind.CONFIRM, Kind.UP, Kind.CONFIRM)
    return {
        "star": playing("@b3 @c1", keys),
        "star-theory": playing(OPENING, pad, Kind.DOWN, theory=True),
        "star-theory-crowded": playing(CROWDED, keys, theory=True),
        "star-theory-full": playing(FULL, mouse, theory=True),
        "star-barred": playing(OPENING, pad, *try_back),
        "star-select": pointing(CROWDED, mouse, "a3"),
        "star-touch": pointing("@b3 @c1", touch),
        "star-slide": pointing(FULL, touch, "c2"),
        "star-refused": pointing(FULL, mouse, "c2", "a2"),
        "star-hint": playing(OPENING, keys, Kind.HINT),
        "star-won": playing(f"{CROWDED} *c3", pad),
        "star-foul": playing(f"{OPENING} b2-b3", keys, guard=False),
        "star-offer": playing(f"{CROWDED} draw?", pad, rival=MIO),
        "star-setup": setup(keys),
        "star-howto": page(0, pad),
        "star-howto-jump": page(3, pad),
        "star-howto-foul": page(5, pad),
        "star-howto-readings": page(6, keys),
        "star-howto-sample": page(8, touch),
        "star-try": practice(0, keys, Kind.HINT),
        "star-try-foul": practice(4, pad, Kind.LEFT, Kind.RIGHT, *try_back),
        "star-demo": demo,
        "star-sample": sample(keys, 7),
    }
