"""Star: matches, its rules and exercises."""

from __future__ import annotations

from game.agents.worker import InlineAgent
from game.core.record import SeatConfig
from game.star import SPEC as STAR
from scenes.kit.input.intents import KEYBOARD, MOUSE, TOUCH, Device, Intent, Kind
from scenes.match.match_scene import MatchScene
from scenes.routes import ToSample
from scenes.routing import open_route
from scenes.setup.setup_scene import SetupScene
from tools.catalogue.common import AOI, MIO, PAD, demo, match_of, practice, record_of, rules_page, showing
from tools.shooter import Shoot, Shooter

REN = SeatConfig("ai", 4, "@kuro", "square")
OPENING = "@b3 @a2 @a1 @c2 b3-b2 @c1"
CROWDED = "@b3 @b2 @c2 @a1"
FULL = "@b3 @b2 @c2 @a1 @b1 @c1"
TRY_BACK = (Kind.CONFIRM, Kind.UP, Kind.CONFIRM)


def match(shooter: Shooter, actions: str, *seats: SeatConfig, guard: bool = True) -> MatchScene:
    """Return a match of Star in the position after `actions`, with an AI that thinks in this process."""
    options = {"star": "a3", "fouls": "takeback", "foul_guard": guard, "first": 0}
    return match_of(shooter.services, record_of("star", actions, seats, **options), InlineAgent())


def playing(
    actions: str, device: Device, *presses: Kind, theory: bool = False, rival: SeatConfig = REN, guard: bool = True
) -> Shoot:
    """Show a match after some presses, with Perfect play on if `theory`."""

    def shoot(shooter: Shooter) -> None:
        scene = match(shooter, actions, AOI, rival, guard=guard)
        shooter.show(scene, device)
        scene.controller.hint_service.show_theory(theory)
        shooter.press(*(Intent(kind, device) for kind in presses))
        shooter.run(1.0)

    return shoot


def pointing(actions: str, device: Device, *cells: str) -> Shoot:
    """Show a match after a pointer pressed some cells."""

    def shoot(shooter: Shooter) -> None:
        scene = match(shooter, actions, AOI, REN)
        shooter.show(scene, device)
        for cell in cells:
            at = scene.board.input.area(scene.session.state, STAR.rules.parse(f"@{cell}")).center
            shooter.press(*(Intent(kind, device, at) for kind in (Kind.HOVER, Kind.PRESS, Kind.RELEASE)))
        shooter.run(0.5)

    return shoot


SCENES: dict[str, Shoot] = {
    "star": playing("@b3 @c1", KEYBOARD),
    "star-theory": playing(OPENING, PAD, Kind.DOWN, theory=True),
    "star-theory-crowded": playing(CROWDED, KEYBOARD, theory=True),
    "star-theory-full": playing(FULL, MOUSE, theory=True),
    "star-barred": playing(OPENING, PAD, *TRY_BACK),
    "star-select": pointing(CROWDED, MOUSE, "a3"),
    "star-touch": pointing("@b3 @c1", TOUCH),
    "star-slide": pointing(FULL, TOUCH, "c2"),
    "star-refused": pointing(FULL, MOUSE, "c2", "a2"),
    "star-hint": playing(OPENING, KEYBOARD, Kind.HINT),
    "star-won": playing(f"{CROWDED} *c3", PAD),
    "star-foul": playing(f"{OPENING} b2-b3", KEYBOARD, guard=False),
    "star-offer": playing(f"{CROWDED} draw?", PAD, rival=MIO),
    "star-setup": showing(lambda services: SetupScene(services, STAR)),
    "star-howto": rules_page("star", 0, PAD),
    "star-howto-jump": rules_page("star", 3, PAD),
    "star-howto-foul": rules_page("star", 5, PAD),
    "star-howto-readings": rules_page("star", 6),
    "star-howto-sample": rules_page("star", 8, TOUCH),
    "star-try": practice("star", 0, KEYBOARD, Kind.HINT, wait=1.0),
    "star-try-foul": practice("star", 4, PAD, Kind.LEFT, Kind.RIGHT, *TRY_BACK, wait=1.0),
    "star-demo": demo("star", KEYBOARD, 7.5),
    "star-sample": showing(
        lambda services: open_route(services, ToSample("star")), KEYBOARD, *[Kind.RIGHT] * 7, wait=1.0
    ),
}
